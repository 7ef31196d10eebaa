"""Other imports of users: compat, lib_ter, TER's tokenizer, data sets, directories, old spellings."""

import contextlib
import io
import os
import tempfile
from pathlib import Path

from corpus import LITERAL, A, show

home = tempfile.TemporaryDirectory()
os.environ["SACREBLEU"] = home.name
folder = Path(home.name) / "wmt20" / "tworefs"
folder.mkdir(parents=True)
for field in ("src", "ref-0", "ref-1", "ref", "docid", "genre", "origlang"):
    (folder / f"wmt20_tworefs.ru-en.{field}").write_text("one\ntwo\n", encoding="utf-8")

import sacrebleu  # noqa: E402 - the directory is read at import
from sacrebleu import compat, dataset, utils  # noqa: E402
from sacrebleu.dataset import DATASETS  # noqa: E402
from sacrebleu.metrics.lib_ter import BeamEditDistance, translation_edit_rate  # noqa: E402
from sacrebleu.tokenizers.tokenizer_ter import TercomTokenizer  # noqa: E402
from sacrebleu.utils import SACREBLEU_DIR, get_available_testsets_for_langpair  # noqa: E402

distance = BeamEditDistance(["the", "man", "bit", "the", "dog"])
printed = io.StringIO()
with contextlib.redirect_stdout(printed):
    utils.print_test_set("wmt20/tworefs", "ru-en", ["src"])

show(
    names=sacrebleu.__all__,
    compat=[compat.corpus_bleu(LITERAL, [A]).score, compat.sentence_ter(LITERAL[0], [A[0]]).score],
    ter=[translation_edit_rate(hyp.split(), ref.split()) for hyp, ref in zip(LITERAL, A, strict=True)],
    beam=[
        list(distance(words.split())) for words in ("the dog bit the man", "man", "the man bit the dog", "")
    ],
    tercom=[TercomTokenizer(normalized=True, no_punct=True)(line) for line in LITERAL[:5]],
    tercom_asian=TercomTokenizer(True, False, True, True)("「東京」、2 キロ。"),
    directory=[os.path.relpath(SACREBLEU_DIR, home.name), sacrebleu.SACREBLEU_DIR == SACREBLEU_DIR],
    sets=[
        len(DATASETS),
        sorted(DATASETS)[:12],
        "wmt22" in sacrebleu.DATASETS,
        sacrebleu.DATASETS is dataset.DATASETS,
    ],
    pairs=[
        list(get_available_testsets_for_langpair("en-is")),
        list(sacrebleu.get_langpairs_for_testset("wmt21")),
        sacrebleu.get_langpairs_for_testset("nothing"),
        list(sacrebleu.get_available_testsets())[:3],
    ],
    printed=printed.getvalue(),
    small=[utils.my_log(0), utils.my_log(2.0), utils.sum_of_lists([[1, 2], [3, 4]])],
    ngrams=[
        dict(sacrebleu.extract_word_ngrams(["a", "b", "a", "b"], 2)),
        dict(sacrebleu.extract_char_ngrams("abab", 2)),
        dict(sacrebleu.extract_char_ngrams("a b", 2, include_whitespace=True)),
    ],
)
home.cleanup()
