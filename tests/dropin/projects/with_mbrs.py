"""mbrs: minimum Bayes risk decoding, in pairs and with references put together."""

from corpus import lines, tell
from mbrs.decoders import DecoderAggregateMBR, DecoderMBR
from mbrs.metrics import MetricBLEU, MetricChrF, MetricTER

names = ("literal", "careful", "careless")
texts = [text for name in names for text in lines("en-de", f"system.{name}")]


def work():
    found = {}
    for metric in (MetricBLEU, MetricChrF, MetricTER):
        for decoder in (DecoderMBR, DecoderAggregateMBR)[: 1 if metric is MetricTER else 2]:
            output = decoder(decoder.Config(), metric(metric.Config())).decode(texts, texts, nbest=3)
            name = f"{metric.__name__} {decoder.__name__}"
            found[name] = [output.idx, output.sentence, [float(score) for score in output.score]]
    return found


tell(work)
