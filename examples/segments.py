"""Prints the segments of the example corpus where one of two systems is much better than the other."""

from pathlib import Path

from parbleu import CHRF

HERE = Path(__file__).parent / "en-de"


def lines(name: str) -> list[str]:
    """One file of the corpus, a segment for each line."""
    return (HERE / f"{name}.txt").read_text(encoding="utf-8").splitlines()


references = [lines("ref.A"), lines("ref.B")]
literal, careless = lines("system.literal"), lines("system.careless")

chrf = CHRF()
difference = chrf.segment_scores(careless, references) - chrf.segment_scores(literal, references)
order = difference.argsort()

for segment in (*order[:2], *order[-2:]):
    print(f"\nsegment {segment + 1}: chrF {difference[segment]:+.1f} for the careless system")
    print(f"  source    {lines('src')[segment]}")
    print(f"  reference {references[0][segment]}")
    print(f"  literal   {literal[segment]}")
    print(f"  careless  {careless[segment]}")
