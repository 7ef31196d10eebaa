"""SimulEval: its scorer of translation quality, with the tokenizers that its command line offers."""

import argparse
from types import SimpleNamespace

from corpus import lines, tell
from simuleval.evaluator.scorers.quality_scorer import SacreBLEUScorer

parser = argparse.ArgumentParser()
SacreBLEUScorer.add_args(parser)
names = [parser.parse_args([]).sacrebleu_tokenizer, "intl", "char"]
pairs = zip(lines("en-de", "system.literal", 8), lines("en-de", "ref.A", 8), strict=True)
instances = {place: SimpleNamespace(prediction=hyp, reference=ref) for place, (hyp, ref) in enumerate(pairs)}
tell(lambda: {name: SacreBLEUScorer(name)(instances) for name in names})
