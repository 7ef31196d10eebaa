"""subset2evaluate: how much the systems' outputs for a segment differ."""

from corpus import lines, tell
from subset2evaluate.methods import METHODS

names = ("literal", "careful", "careless")
systems = {name: lines("en-de", f"system.{name}", 4) for name in names}
data = [{"tgt": dict(zip(names, outputs, strict=True))} for outputs in zip(*systems.values(), strict=True)]
tell(lambda: {name: [float(x) for x in METHODS["diversity"](data, metric=name)] for name in ("bleu", "chrf")})
