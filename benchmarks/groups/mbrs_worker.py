"""Decodes with mbrs in an environment of its own: reads [metric, lists], prints [CPU seconds, utilities]."""

import json
import sys
import warnings
from time import process_time

warnings.simplefilter("ignore")

from mbrs.decoders import DecoderMBR  # noqa: E402
from mbrs.metrics import MetricBLEU, MetricChrF  # noqa: E402

METRICS = {
    "chrf": MetricChrF(MetricChrF.Config(fastchrf=True)),
    "bleu": MetricBLEU(MetricBLEU.Config(num_workers=1)),
}

for line in sys.stdin:
    name, lists = json.loads(line)
    decoder = DecoderMBR(DecoderMBR.Config(), METRICS[name])
    start = process_time()
    scores = [decoder.decode(texts, texts).score[0] for texts in lists]
    print(json.dumps([process_time() - start, scores]), flush=True)
