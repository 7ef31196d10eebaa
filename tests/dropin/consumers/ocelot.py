"""OCELoT: files opened with sacreBLEU's own function, and passed on as streams of lines."""

import gzip
import tempfile
from pathlib import Path

import sacrebleu
from corpus import LITERAL, A, show
from sacrebleu.utils import smart_open

with tempfile.TemporaryDirectory() as folder:
    plain, packed = Path(folder) / "hyp.txt", Path(folder) / "ref.txt.gz"
    plain.write_text("".join(f"{line}\n" for line in LITERAL), encoding="utf-8", newline="\n")
    with gzip.open(packed, "wt", encoding="utf-8") as file:
        file.writelines(f"{line}\n" for line in A)
    with smart_open(str(plain)) as hyps, smart_open(str(packed), encoding="utf-8") as refs:
        hypotheses, references = list(hyps), list(refs)
    carriage = Path(folder) / "cr.txt"
    carriage.write_bytes(b"one\rtwo\r\nthree\n")
    with smart_open(str(carriage), "rt") as file:
        cut = list(file)

show(
    scores=[
        sacrebleu.corpus_bleu(hypotheses, [references], tokenize=name).score
        for name in ("13a", "intl", "char")
    ],
    chrf=sacrebleu.corpus_chrf(hypotheses, [references]).score,
    lines=[hypotheses[0], references[-1], *cut],
)
