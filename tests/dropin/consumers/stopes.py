"""stopes and seamless_communication: columns turned into lists, additions to a signature, JSON."""

import pandas as pd
from corpus import JA_HYPS, LITERAL, A, show
from sacrebleu.metrics.base import Score, Signature
from sacrebleu.metrics.bleu import BLEU, BLEUScore
from sacrebleu.tokenizers.tokenizer_zh import TokenizerZh

frame = pd.DataFrame({"prediction": LITERAL, "reference": A})
metric = BLEU(lowercase=True, tokenize="13a")
score: Score = metric.corpus_score(frame["prediction"].to_list(), [frame["reference"].to_list()])
signature: Signature = metric.get_signature()
signature.info["whisper_asr_model"] = "large"
signature.info["reference_normalized"] = True

show(
    kinds=[isinstance(score, Score), isinstance(score, BLEUScore), isinstance(signature, Signature)],
    json=score.format(signature=signature.format(), is_json=True),
    text=score.format(width=3, signature=str(signature)),
    zh=[TokenizerZh()(line) for line in JA_HYPS[:6]],
)
