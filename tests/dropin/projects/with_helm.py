"""HELM: its metric of machine translation, on instances as its runner makes them."""

from types import SimpleNamespace

from corpus import lines, tell
from helm.benchmark.metrics.machine_translation_metrics import MachineTranslationMetric

hyps, refs = lines("en-de", "system.literal", 4), lines("en-de", "ref.A", 4)


def state(hyp, ref):
    instance = SimpleNamespace(
        references=[SimpleNamespace(output=SimpleNamespace(text=ref), is_correct=True)]
    )
    return SimpleNamespace(instance=instance, result=SimpleNamespace(completions=[SimpleNamespace(text=hyp)]))


states = [state(hyp, ref) for hyp, ref in zip(hyps, refs, strict=True)]
tell(
    lambda: [
        [str(stat.name), stat.mean] for stat in MachineTranslationMetric().evaluate_instances(states, "")
    ]
)
