"""Runs MetricX-23 and MetricX-24 on plain torch and transformers: an mT5 of which one logit is the score.

The models are those of J. Juraska et al., "MetricX-23: The Google Submission to the WMT 2023 Metrics Shared
Task" and "MetricX-24: The Google Submission to the WMT 2024 Metrics Shared Task".
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from parbleu._base.extras import imported
from parbleu.errors import MissingModelError, OptionError, ScorerError
from parbleu.scorers._neural_models import (
    EXTRA,
    NeuralScorer,
    find_model,
    load_strictly,
    load_tokenizer,
    padded,
    read_config,
    read_weights,
)
from parbleu.scorers._scorer import OPTIONAL, REQUIRED, UNUSED, ItemScore, ScorerFacts, ScorerItem

if TYPE_CHECKING:
    import torch

TOKEN = 250089
"""The token whose logit is the score: mT5's <extra_id_10>."""
ROWS = slice(TOKEN - TOKEN % 64, TOKEN + 64 - TOKEN % 64)
"""The rows of the projection that are computed: of one row alone, the sums are rounded in another way."""
HIGHEST = 25.0
LONGEST = {"23": 1024, "24": 1536}
"""Version -> tokens of the longest input, of which the last is the end, which is taken away."""
TOKENIZERS = tuple(f"google/mt5-{size}" for size in ("xl", "xxl", "large", "base", "small"))
"""Models with the tokenizer of MetricX, which is the same in all of them."""


class MetricXScorer(NeuralScorer):
    """A model of MetricX: `metricx:google/metricx-24-hybrid-large-v2p6`, or the folder of one."""

    kind = "metricx"
    EXAMPLE = "google/metricx-24-hybrid-large-v2p6"
    OPTIONS: ClassVar[Mapping[str, Any]] = {**NeuralScorer.OPTIONS, "tokenizer": "", "version": "", "qe": ""}
    facts = ScorerFacts(
        "MetricX-23 and MetricX-24, with and without reference, on torch: points of errors, 0 to 25",
        source=OPTIONAL,
        reference=OPTIONAL,
        higher_is_better=False,
        range=(0.0, HIGHEST),
        extra=EXTRA,
    )

    def __init__(self, model: str = "", **options: Any) -> None:
        super().__init__(model, **options)
        name = self.name.lower()
        in_name = (version for version in LONGEST if f"metricx-{version}" in name)
        version = self.options["version"] or next(in_name, "")
        if version not in LONGEST:
            raise OptionError(f"{self.name}: say its version, :version=23 or :version=24")
        self.version = version
        self.is_qe = self.options["qe"] == "yes" if self.options["qe"] else "-qe-" in name
        if self.options["qe"] not in ("", "yes", "no"):
            raise OptionError(f"{self.name}: qe is yes or no, not {self.options['qe']!r}")
        if version == "23":
            source, reference = (REQUIRED, UNUSED) if self.is_qe else (UNUSED, REQUIRED)
        else:
            source, reference = REQUIRED, UNUSED if self.is_qe else OPTIONAL
        self.facts = replace(
            type(self).facts,
            about=f"MetricX-{version}, {self.name}",
            source=source,
            reference=reference,
            licence=self.card_licence() or ("Apache-2.0" if name.startswith("metricx-2") else ""),
        )
        self._loaded: tuple[Any, torch.Tensor, Any] | None = None

    def settings_files(self) -> list[Path]:
        """Returns the files of the model's configuration and of the tokenizer."""
        folder = self._tokenizer_folder()
        names = ("tokenizer.json", "spiece.model")
        return [
            self.found.folder / "config.json",
            *(file for name in names if (file := folder / name).is_file()),
        ]

    def _tokenizer_folder(self) -> Path:
        option = self.options["tokenizer"]
        for folder in filter(None, (option, str(self.found.folder))):
            if any((Path(folder) / name).is_file() for name in ("tokenizer.json", "spiece.model")):
                return Path(folder)
        for name in filter(None, (option, *TOKENIZERS)):
            with suppress(MissingModelError):
                return find_model(name, self.kind).folder
        raise MissingModelError(
            f"{self.name}: its tokenizer is not on this machine: `hf download {option or TOKENIZERS[0]} "
            "spiece.model config.json tokenizer_config.json special_tokens_map.json` fetches it"
        )

    def check(self) -> None:
        """Raises MissingDependencyError if a package is missing, and MissingModelError if a file is."""
        super().check()
        self._tokenizer_folder()

    def identity(self) -> dict[str, str]:
        """Returns what every neural scorer's depends on, and the form of the input."""
        return {**super().identity(), "input": f"metricx-{self.version}{'-qe' if self.is_qe else ''}"}

    def _text(self, item: ScorerItem) -> str:
        """Returns the input of the model for an item, as each version writes it."""
        if self.version == "23":
            if self.is_qe:
                return f"candidate: {item.hypothesis} source: {item.source}"
            return f"candidate: {item.hypothesis} reference: {item.reference}"
        text = f"source: {item.source} candidate: {item.hypothesis}"
        return text if item.reference is None else f"{text} reference: {item.reference}"

    def score(self, items: Sequence[ScorerItem]) -> list[ItemScore]:
        """Returns the scores, from 0, the best, to 25."""
        import torch
        from torch.nn.functional import linear

        if self._loaded is None:
            self.prepare()
            self._loaded = self._load()
        model, head, tokenizer = self._loaded
        longest = LONGEST[self.version] - 1
        encoded = tokenizer.encode_batch([self._text(item) for item in items], add_special_tokens=False)
        sequences = [encoding.ids[:longest] for encoding in encoded]
        scores = [0.0] * len(items)
        device = self.device()

        def work(places: list[int]) -> None:
            ids, mask = padded([sequences[index] for index in places], 0, device)
            begin = torch.zeros((len(places), 1), dtype=torch.long, device=device)
            states = model.model_states(ids, mask, begin)
            logits = linear(states, head)[:, TOKEN - ROWS.start].float().clamp(0, HIGHEST)
            for index, score in zip(places, logits.tolist(), strict=True):
                scores[index] = score

        with torch.inference_mode():
            self.compute(list(map(len, sequences)), work)
        return [
            ItemScore(score, len(encoding.ids) > longest)
            for score, encoding in zip(scores, encoded, strict=True)
        ]

    def _load(self) -> tuple[Any, torch.Tensor, Any]:
        """Returns the model, `ROWS` of its projection to the vocabulary, and the tokenizer."""
        import torch

        transformers = imported("transformers", "MetricX needs transformers", EXTRA)
        stated = read_config(self.found.folder)
        if stated.get("model_type") not in ("mt5", "t5"):
            raise ScorerError(
                f"{self.found.folder / 'config.json'}: model_type is {stated.get('model_type')!r}; that of "
                "MetricX is 'mt5'"
            )
        try:
            config = transformers.AutoConfig.from_pretrained(str(self.found.folder), local_files_only=True)
            config.use_cache = False
            with torch.device("meta"):
                model = transformers.MT5ForConditionalGeneration(config)
        except Exception as problem:  # whatever transformers makes of other values
            said = " ".join(str(problem).split())[:200]
            raise ScorerError(f"{self.found.folder / 'config.json'}: it is none of an mT5: {said}") from None
        weights, _ = read_weights(self.files())
        for side, count in (("encoder", config.num_layers), ("decoder", config.num_decoder_layers)):
            if any(name.startswith(f"{side}.block.{count}.") for name in weights):
                raise ScorerError(f"{self.name}: its {side} has more layers than config.json says, {count}")
        weights = {name: tensor.to(self.dtype()) for name, tensor in weights.items()}
        if "shared.weight" not in weights or "lm_head.weight" not in weights:
            missing = "shared.weight" if "shared.weight" not in weights else "lm_head.weight"
            raise ScorerError(f"{self.name}: its weights lack {missing}: download it anew")
        for side in ("encoder", "decoder"):
            weights.setdefault(f"{side}.embed_tokens.weight", weights["shared.weight"])
        load_strictly(model, weights, self.name)
        if weights["lm_head.weight"].shape[0] <= TOKEN:
            raise ScorerError(f"{self.name}: its vocabulary has no token {TOKEN}: it is no MetricX")
        head = weights["lm_head.weight"][ROWS].to(self.device())
        if stated.get("tie_word_embeddings"):  # which newer versions of transformers ignore here
            head = head * config.d_model**-0.5
        model.lm_head = torch.nn.Identity()
        model.to(self.device()).eval()
        return _States(model), head, load_tokenizer(self._tokenizer_folder())


class _States:
    """An encoder and decoder without the projection to the vocabulary."""

    def __init__(self, model: Any) -> None:
        self._encoder, self._decoder = model.get_encoder(), model.get_decoder()

    def model_states(self, ids: torch.Tensor, mask: Any, begin: torch.Tensor) -> torch.Tensor:
        """Returns the decoder's state of the first token of each sequence."""
        encoded = self._encoder(input_ids=ids, attention_mask=mask).last_hidden_state
        states: torch.Tensor = self._decoder(
            input_ids=begin, encoder_hidden_states=encoded, encoder_attention_mask=mask, use_cache=False
        ).last_hidden_state
        return states[:, 0]
