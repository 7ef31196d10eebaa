"""Prints a table of all systems of the example corpus for each language pair, against both references."""

from pathlib import Path

from parbleu import BLEU, CHRF, TER

HERE = Path(__file__).parent

WESTERN = [BLEU(), CHRF(), CHRF(word_order=2), TER()]
JAPANESE = [BLEU(tokenize="char"), CHRF(), TER(normalized=True, asian_support=True)]

signatures = {}
for pair in sorted(HERE.glob("en-*")):
    metrics = JAPANESE if pair.name == "en-ja" else WESTERN
    references = sorted(pair.glob("ref.*.txt"))
    rows = []
    for system in sorted(pair.glob("system.*.txt")):
        scores = [metric.corpus_score(system, references) for metric in metrics]
        rows.append((system.name.split(".")[1], scores))

    print(f"\n{pair.name:<12}" + "".join(f"{score.name:>9}" for score in rows[0][1]))
    for name, scores in rows:
        print(f"  {name:<10}" + "".join(f"{score.score:>9.1f}" for score in scores))
    for score, metric in zip(rows[0][1], metrics, strict=True):
        signatures[f"{score.name}|{metric.get_signature()}"] = None

print("\nThe same numbers again, anywhere, with:")
for signature in signatures:
    print(f"  {signature}")
