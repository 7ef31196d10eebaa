"""Runs COMET's models on plain torch: estimators, unified models, and xCOMET with its spans.

The models are those of R. Rei et al., "COMET: A Neural Framework for MT Evaluation" (2020) and "CometKiwi"
(2022), and N. M. Guerreiro et al., "xCOMET: Transparent Machine Translation Evaluation through Fine-grained
Error Detection" (2024). Scores equal those of the Python call of unbabel-comet 2.2.7.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from parbleu._base.extras import imported
from parbleu._base.wording import first_line
from parbleu.errors import MissingModelError, OptionError, ParbleuError, ScorerError
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
from parbleu.scorers._scorer import OPTIONAL, REQUIRED, UNUSED, ErrorSpan, ItemScore, ScorerFacts, ScorerItem
from parbleu.scorers._segment_cache import keys_of
from parbleu.scorers._worker_host import is_out_of_memory
from parbleu.scorers._xlm_roberta import XlmRoberta

if TYPE_CHECKING:
    import torch
    from tokenizers import Tokenizer

REGRESSION, REFERENCELESS = "regression_metric", "referenceless_regression_metric"
UNIFIED, XCOMET = "unified_metric", "xcomet_metric"
ENCODERS = ("XLM-RoBERTa", "XLM-RoBERTa-XL", "MiniLM")
"""The encoders that are supported, which all have XLM-R's tokens; the last one is a BERT."""
TRANSFORMATIONS = ("softmax", "sparsemax", "sparsemax_patch")
"""What makes weights of layers of a checkpoint's numbers; unbabel-comet takes the last for softmax."""
LICENCES = {
    "wmt20-comet-da": "Apache-2.0",
    "wmt20-comet-qe-da": "Apache-2.0",
    "wmt21-comet-da": "Apache-2.0",
    "wmt21-comet-qe-da": "Apache-2.0",
    "wmt22-comet-da": "Apache-2.0",
    "eamt22-cometinho-da": "Apache-2.0",
    "unite-mup": "Apache-2.0",
    **dict.fromkeys(
        (
            *("wmt22-cometkiwi-da", "wmt23-cometkiwi-da-xl", "wmt23-cometkiwi-da-xxl", "wmt22-unite-da"),
            *("unite-xl", "unite-xxl", "XCOMET-XL", "XCOMET-XXL"),
        ),
        "CC-BY-NC-SA-4.0",
    ),
}
"""Licences by the list of the models' makers."""
PENALTIES = {"minor": 1, "major": 5, "critical": 10}
MOST_PENALTIES = 25
SCORE_WEIGHTS = (0.12, 0.33, 0.33, 0.22)
"""xCOMET: of the score by source, by reference, by both, and by the marked errors."""
SPAN_WEIGHTS = (0.1667, 0.3333, 0.5)
"""Of the probabilities by source, by reference and by both."""


class CometScorer(NeuralScorer):
    """A model of COMET: `comet:Unbabel/wmt22-comet-da`, or the folder of one."""

    kind = "comet"
    OPTIONS: ClassVar[Mapping[str, Any]] = {**NeuralScorer.OPTIONS, "encoder": ""}
    facts = ScorerFacts(
        "COMET's models on torch: estimators with and without reference, unified models, xCOMET with spans",
        source=REQUIRED,
        reference=OPTIONAL,
        gives=("scores", "spans"),
        extra=EXTRA,
    )

    def __init__(self, model: str = "", **options: Any) -> None:
        super().__init__(model, **options)
        self._runner: _Runner | None = None
        self.settings: dict[str, Any] = {}
        if self.missing is not None:
            self.facts = replace(type(self).facts, licence=LICENCES.get(self.name, ""))
            return
        self.settings = self._read_settings()
        kind = self.settings.get("class_identifier")
        segments = list(self.settings.get("input_segments") or ["mt", "src", "ref"])
        if kind == UNIFIED and "src" not in segments:
            raise OptionError(f"{self.name}: unified models without the source are not supported")
        references = {
            REGRESSION: REQUIRED,
            REFERENCELESS: UNUSED,
            UNIFIED: OPTIONAL if "ref" in segments else UNUSED,
            XCOMET: OPTIONAL,
        }
        if kind is None:
            raise MissingModelError(
                f"{self._root / 'hparams.yaml'} names no class_identifier, as those of COMET's models do: a "
                "model is a folder with hparams.yaml and checkpoints/*.ckpt"
            )
        if kind not in references:
            raise OptionError(f"{self.name}: models of the class {kind!r} are not supported")
        if self.settings.get("encoder_model") not in ENCODERS:
            raise OptionError(
                f"{self.name}: the encoder {self.settings.get('encoder_model')!r} is not supported; "
                f"{', '.join(ENCODERS)} are"
            )
        marks = kind == XCOMET or (kind == UNIFIED and self.settings.get("word_level_training"))
        self.facts = replace(
            type(self).facts,
            about=f"COMET's {str(kind).replace('_', ' ')} {self.name}",
            reference=references[str(kind)],
            range=(0.0, 1.0) if kind == XCOMET else (float("-inf"), float("inf")),
            gives=("scores", "spans") if marks else ("scores",),
            licence=LICENCES.get(self.name) or self.card_licence(),
        )

    @cached_property
    def _root(self) -> Path:
        """The folder of hparams.yaml; the weights are there or in `checkpoints`."""
        for folder in (self.found.folder, self.found.folder.parent):
            if (folder / "hparams.yaml").is_file():
                return folder
        raise MissingModelError(
            f"{self.found.folder}: there is no hparams.yaml; a model of COMET is a folder with hparams.yaml "
            "and checkpoints/*.ckpt"
        )

    def _read_settings(self) -> dict[str, Any]:
        file = self._root / "hparams.yaml"
        yaml = imported("yaml", "COMET's models need PyYAML", EXTRA)
        try:
            settings = yaml.safe_load(file.read_text(encoding="utf-8"))
        except (OSError, ValueError, yaml.YAMLError) as problem:
            raise ScorerError(f"{file}: it cannot be read: {' '.join(str(problem).split())[:200]}") from None
        if not isinstance(settings, dict):
            raise ScorerError(f"{file}: it holds no settings")
        return settings

    @property
    def name(self) -> str:
        """What tables call the scores: the model's name, that of the folder for a file."""
        if Path(self.model).is_file():
            return self._root.resolve().name
        return super().name

    def files(self) -> list[Path]:
        """Returns the checkpoint.

        Raises:
            OptionError: there are several.
            MissingModelError: there is none.
        """
        if Path(self.model).is_file():
            return [Path(self.model)]
        for folder in (self._root / "checkpoints", self._root):
            for pattern in ("*.safetensors", "*.ckpt"):
                files = sorted(folder.glob(pattern))
                if len(files) > 1 and pattern == "*.ckpt":  # each has all weights
                    raise OptionError(f"{folder} has {len(files)} checkpoints: name one, comet:{files[-1]}")
                if files:
                    return files
        raise MissingModelError(f"{self._root}: there is no checkpoint: checkpoints/model.ckpt")

    def settings_files(self) -> list[Path]:
        """Returns hparams.yaml, and the configuration and tokenizer of the encoder."""
        encoder = self._encoder_folder()
        names = ("config.json", "tokenizer.json", "sentencepiece.bpe.model")
        return [self._root / "hparams.yaml", *(file for name in names if (file := encoder / name).is_file())]

    def _encoder_folder(self) -> Path:
        """Returns the folder of the encoder's configuration and tokenizer."""
        option = self.options["encoder"]
        for folder in (option, self._root / "encoder", self._root):
            if folder and (Path(folder) / "config.json").is_file():
                return Path(folder)
        name = str(option or self.settings.get("pretrained_model"))
        try:
            return find_model(name, f"the encoder of {self.name}").folder
        except MissingModelError as problem:
            raise MissingModelError(f"{problem} (its config.json and tokenizer.json are enough)") from None

    def check(self) -> None:
        """Raises MissingDependencyError if a package is missing, and MissingModelError if a file is."""
        super().check()
        self._encoder_folder()

    def score(self, items: Sequence[ScorerItem]) -> list[ItemScore]:
        """Returns the scores; equal texts are encoded once by estimators, whose embeddings may be kept."""
        if self._runner is None:
            self.prepare()
            self._runner = _Runner.of(self)
        return self._runner.score(items)

    def __getstate__(self) -> dict[str, Any]:
        """Leaves out the loaded model and the cache: another process loads the model from its folder."""
        return {**self.__dict__, "_runner": None, "cache": None}


class _Runner:
    """A loaded model.

    Attributes:
        longest: how many tokens of a sequence the model takes.
        longest_text: how many of a text it reads, without special ones.
        n_needed: how many layers have to be computed, the embeddings among them: those behind weigh nothing.
    """

    def __init__(
        self, scorer: CometScorer, settings: Mapping[str, Any], weights: dict[str, torch.Tensor]
    ) -> None:

        self.scorer = scorer
        self.settings = settings
        self.device, dtype = scorer.device(), scorer.dtype()
        folder = scorer._encoder_folder()
        self.tokenizer: Tokenizer = load_tokenizer(folder)
        self.begin, self.end, self.padding = (self._id(token) for token in ("<s>", "</s>", "<pad>"))
        config = read_config(folder)
        if (config.get("model_type") == "bert") != (settings["encoder_model"] == "MiniLM"):
            raise ScorerError(
                f"{folder / 'config.json'}: its model_type is {config.get('model_type')!r}, which is none of "
                f"the encoder {settings['encoder_model']}"
            )
        self.encoder = XlmRoberta(
            config,
            lambda: _part(read_weights(scorer.files())[0], "encoder.model."),
            scorer.name,
            self.device,
            dtype,
        )
        self.longest = self.encoder.n_positions
        self.longest_text = self.longest - 4
        self.estimator = _estimator(settings, weights, scorer.name).float().to(self.device, dtype).eval()
        taken, given = self.estimator[0].in_features, self.n_features * self.encoder.size
        if taken != given:
            raise ScorerError(
                f"{scorer.name}: its estimator takes {taken} numbers and gets {given}: hparams.yaml is of "
                "another model than the checkpoint"
            )
        self.mix, self.gamma = self._layer_weights(weights, dtype)
        self.n_needed = self.mix + 1 if self.gamma is None else len(self.mix)

    @property
    def n_features(self) -> int:
        """How many embeddings, products and distances of them the estimator takes of one item."""
        return 1

    @staticmethod
    def of(scorer: CometScorer) -> _Runner:
        """Returns the runner of a scorer's model."""
        weights, stored = read_weights(scorer.files())
        settings = {**scorer.settings, **stored}
        if scorer.settings.get("layer_transformation") == "sparsemax_patch":
            settings["layer_transformation"] = "softmax"
        made_by = (
            _Estimator if scorer.settings["class_identifier"] in (REGRESSION, REFERENCELESS) else _Unified
        )
        try:
            return made_by(scorer, settings, weights)
        except (AttributeError, LookupError, RuntimeError, TypeError, ValueError) as problem:
            if isinstance(problem, ParbleuError):
                raise
            if is_out_of_memory(problem):
                raise ScorerError(
                    f"{scorer.name}: there is not enough memory for the model: take another device, or "
                    f"dtype=bfloat16: {first_line(problem)}"
                ) from None
            kind = type(problem).__name__
            raise ScorerError(
                f"{scorer.name}: its hyperparameters lack something or hold something else: {kind}: "
                f"{first_line(problem)}"
            ) from None

    def _id(self, token: str) -> int:
        number = self.tokenizer.token_to_id(token)
        if number is None:
            raise ScorerError(f"{self.scorer.name}: its tokenizer has no {token}, as XLM-R's has")
        return int(number)

    def _layer(self, number: int | str) -> int:
        """Returns the number of a layer, from 0, the embeddings; one below 0 counts from the last."""
        count = self.encoder.n_layers + 1
        if not -count <= int(number) < count:
            raise ScorerError(
                f"{self.scorer.name}: hparams.yaml names layer {number}, of an encoder of {count - 1} layers"
            )
        return int(number) % count

    def _layer_weights(self, weights: Mapping[str, torch.Tensor], dtype: torch.dtype) -> tuple[Any, Any]:
        """Returns how much each layer weighs, and the factor of the sum; None for a single layer.

        The last ones that weigh nothing, as `sparsemax` makes them, are left out.
        """
        import torch

        layer = self.settings.get("sent_layer", self.settings.get("layer", "mix"))
        if layer != "mix":
            return self._layer(layer), None
        count = self.encoder.n_layers + 1
        names = [f"layerwise_attention.scalar_parameters.{number}" for number in range(count)]
        missing = [name for name in (*names, "layerwise_attention.gamma") if name not in weights]
        if missing:
            raise ScorerError(f"{self.scorer.name}: its weights lack {missing[0]}: download it anew")
        scalars = torch.cat([weights[name].float().reshape(1) for name in names])
        how = self.settings.get("layer_transformation") or "softmax"
        if how not in TRANSFORMATIONS:
            raise ScorerError(
                f"{self.scorer.name}: the layer_transformation {how!r} is not known: it is one of "
                f"{', '.join(TRANSFORMATIONS)}"
            )
        mix = sparsemax(scalars) if how == "sparsemax" else torch.softmax(scalars, dim=0)
        mix = mix[: int(mix.nonzero().max()) + 1]
        gamma = weights["layerwise_attention.gamma"].to(self.device, dtype)
        return mix.to(self.device, dtype), gamma

    def tokens(self, texts: Sequence[str]) -> list[list[int]]:
        """Returns the ids of the tokens of texts, without special ones."""
        encodings = self.tokenizer.encode_batch(list(texts), add_special_tokens=False)
        return [encoding.ids for encoding in encodings]

    def one(self, tokens: Sequence[int]) -> list[int]:
        """Returns the sequence of a text, cut if the model does not take it."""
        return [self.begin, *tokens[: self.longest_text], self.end]

    def mixed(
        self, layers: Iterable[torch.Tensor], mask: torch.Tensor | None, first_only: bool
    ) -> torch.Tensor:
        """Returns embeddings of tokens, or only of the first: the weighted sum of layers, or one layer."""
        if isinstance(self.mix, int):
            *_, chosen = islice(layers, self.mix + 1)
            return chosen[:, :1] if first_only else chosen
        total: Any = 0
        for weight, states in zip(self.mix, layers, strict=False):
            if self.settings.get("layer_norm"):
                states = _normalized(states, mask)
            total = total + weight * (states[:, :1] if first_only else states)
        result: torch.Tensor = self.gamma * total
        return result

    def score(self, items: Sequence[ScorerItem]) -> list[ItemScore]:
        """Returns the scores of items."""
        raise NotImplementedError


class _Estimator(_Runner):
    """A model that encodes each text alone, and compares embeddings of texts."""

    _latest: tuple[Mapping[str, int], Any] = ({}, None)
    """The rows of the latest texts and their embeddings: the next items may have the same."""

    @property
    def n_features(self) -> int:
        """As many as `_features` makes."""
        return 6 if self.scorer.settings["class_identifier"] == REGRESSION else 4

    @cached_property
    def _key(self) -> str:
        """All that embeddings depend on besides the text."""
        return f"embedding {json.dumps(self.scorer.identity())}"

    def score(self, items: Sequence[ScorerItem]) -> list[ItemScore]:
        """Returns the scores; each distinct text is encoded once."""
        import torch

        roles = ["hypothesis", "source"]
        if self.scorer.settings["class_identifier"] == REGRESSION:
            roles.append("reference")
        texts = list(dict.fromkeys(getattr(item, role) for item in items for role in roles))
        number = {text: index for index, text in enumerate(texts)}
        with torch.inference_mode():
            tokens = self.tokens(texts)
            cut = [len(ids) > self.longest_text for ids in tokens]
            others = {getattr(item, role) for item in items for role in roles[1:]}
            rows = self._rows(texts, [self.one(ids) for ids in tokens], others)
            self._latest = (number, rows)
            places = [[number[getattr(item, role)] for item in items] for role in roles]
            if len(roles) == 3 and rows.dtype == torch.float32:
                estimates = self._compared(rows, *places)
            else:
                estimates = self.estimator(_features(*(rows[side] for side in places)))
            scores = estimates.float().reshape(-1).tolist()
        return [
            ItemScore(score, any(cut[number[getattr(item, role)]] for role in roles))
            for item, score in zip(items, scores, strict=True)
        ]

    def _compared(
        self, rows: torch.Tensor, hypotheses: Sequence[int], sources: Sequence[int], references: Sequence[int]
    ) -> torch.Tensor:
        """Returns the scores of items, given the rows of their texts.

        They are those of the estimator of `_features`, but for rounding: its first layer is linear, so that
        the part of each hypothesis and its source, and that of each reference, are computed once.
        """
        from torch.nn.functional import linear

        first, size = self.estimator[0], rows.shape[1]
        parts = [
            first.weight[:, begin * size : end * size] for begin, end in ((0, 1), (1, 2), (2, 4), (4, 6))
        ]
        pairs = list(zip(hypotheses, sources, strict=True))
        place_of_pair = {pair: index for index, pair in enumerate(dict.fromkeys(pairs))}
        place_of_reference = {text: index for index, text in enumerate(dict.fromkeys(references))}
        one, other = (rows[[*side]] for side in zip(*place_of_pair, strict=True))
        of_pairs = linear(one, parts[0], first.bias) + linear(_distances(one, other), parts[3])
        of_references = linear(rows[[*place_of_reference]], parts[1])
        hidden = linear(_distances(rows[[*hypotheses]], rows[[*references]]), parts[2])
        hidden += of_pairs[[place_of_pair[pair] for pair in pairs]]
        hidden += of_references[[place_of_reference[text] for text in references]]
        scores: torch.Tensor = self.estimator[1:](hidden)
        return scores

    def _rows(
        self, texts: Sequence[str], sequences: Sequence[Sequence[int]], others: set[str]
    ) -> torch.Tensor:
        """Returns the embedding of each text; those of `others`, sources and references, are kept."""
        import torch

        cache = self.scorer.cache
        latest, latest_rows = self._latest
        again = [index for index, text in enumerate(texts) if text in latest]
        kept_texts = [text for text in texts if text in others]
        keys = dict(zip(kept_texts, keys_of(self._key, kept_texts), strict=True))
        wanted = [keys[text] for text in kept_texts if text not in latest]
        kept = {} if cache is None else cache.embeddings(wanted)
        known = [index for index, text in enumerate(texts) if keys.get(text) in kept]
        missing = sorted({*range(len(texts))}.difference(known, again))
        size = self.encoder.size
        rows = torch.empty((len(texts), size), dtype=self.scorer.dtype(), device=self.device)
        if again:
            rows[again] = latest_rows[[latest[texts[index]] for index in again]]
        if known:
            values = torch.frombuffer(
                bytearray(b"".join(kept[keys[texts[index]]] for index in known)), dtype=torch.float32
            )
            rows[known] = values.reshape(len(known), size).to(rows)

        computed: list[int] = []

        def work(batch: list[int]) -> None:
            places = [missing[number] for number in batch]
            rows[places] = self._embeddings([sequences[index] for index in places])
            computed.extend(places)

        try:
            self.scorer.compute([len(sequences[index]) for index in missing], work)
        finally:  # also of a run that is interrupted
            if cache is not None:
                cache.put_embeddings(
                    {
                        keys[texts[index]]: rows[index].float().cpu().numpy().tobytes()
                        for index in (*computed, *again)
                        if texts[index] in keys
                    }
                )
        return rows

    def _embeddings(self, sequences: Sequence[Sequence[int]]) -> torch.Tensor:
        import torch

        ids, mask = padded(sequences, self.padding, self.device)
        layers = self.encoder.hidden_states(ids, mask)
        pool = self.settings.get("pool", "avg")
        if pool == "default":
            return [*layers][-1][:, 0]
        states = self.mixed(layers, mask, first_only=pool == "cls")
        if pool == "cls":
            return states[:, 0]
        if pool == "max":
            return states.masked_fill(ids.eq(self.padding)[:, :, None], float("-inf")).max(dim=1).values
        if pool != "avg":
            raise ScorerError(f"{self.scorer.name}: pooling {pool!r} is not known")
        if mask is None:
            return states.sum(1) / states.shape[1]
        total = torch.where(mask[:, :, None].bool(), states, 0).sum(1)
        return total / mask.sum(1, keepdim=True)


class _Unified(_Runner):
    """A model that reads hypothesis, source and reference as one sequence, and may mark errors."""

    def __init__(
        self, scorer: CometScorer, settings: Mapping[str, Any], weights: dict[str, torch.Tensor]
    ) -> None:
        import torch

        super().__init__(scorer, settings, weights)
        self.is_xcomet = scorer.settings["class_identifier"] == XCOMET
        self.marks = "spans" in scorer.facts.gives
        self.all_tokens_of_last = bool(settings.get("layer_norm"))
        self.labels = ["O", *settings.get("error_labels", PENALTIES)]
        if self.is_xcomet and self.labels[1:] != [*PENALTIES]:
            raise ScorerError(
                f"{scorer.name}: the error_labels {', '.join(self.labels[1:])} are not known: those of "
                f"xCOMET are {', '.join(PENALTIES)}"
            )
        if self.marks:
            size = self.encoder.size
            self.tagger = torch.nn.Linear(size, len(self.labels))
            load_strictly(self.tagger, _part(weights, "hidden2tag."), scorer.name)
            self.tagger.float().to(self.device, scorer.dtype()).eval()
            self.word_layer = self._layer(settings["word_layer"])
            self.n_needed = max(self.n_needed, self.word_layer + 1)
            self.all_tokens_of_last |= self.word_layer == self.n_needed - 1

    def score(self, items: Sequence[ScorerItem]) -> list[ItemScore]:
        """Returns the scores, and the marked errors."""
        import torch

        texts = list(dict.fromkeys(text for item in items for text in item[:3] if text is not None))
        encoded = self.tokenizer.encode_batch(texts, add_special_tokens=False)
        encodings = dict(zip(texts, encoded, strict=True))
        sequences: list[list[int]] = []
        owners: list[list[int]] = []
        cuts: list[bool] = []
        takes_reference = self.scorer.facts.reference != UNUSED
        for item in items:
            parts = [
                encodings[text].ids[: self.longest_text] for text in (item.hypothesis, item.source or "")
            ]
            lengths = [len(encodings[text].ids) for text in item[:3] if text is not None]
            is_cut = any(length > self.longest_text for length in lengths)
            joint = [parts]
            if takes_reference and item.reference is not None:
                reference = encodings[item.reference].ids[: self.longest_text]
                joint = [parts, [parts[0], reference], [*parts, reference]]
            owners.append(list(range(len(sequences), len(sequences) + len(joint))))
            joined = [self._joined(part) for part in joint]
            cuts.append(is_cut or any(len(part) > self.longest for part in joined))
            sequences += [part[: self.longest] for part in joined]
        length_of = {
            index: min(len(encodings[item.hypothesis].ids), self.longest_text) + 2
            for item, places in zip(items, owners, strict=True)
            for index in places
        }
        scores: list[float] = [0.0] * len(sequences)
        probabilities: dict[int, torch.Tensor] = {}
        last = None if self.all_tokens_of_last else self.n_needed - 1

        def work(places: list[int]) -> None:
            ids, mask = padded([sequences[index] for index in places], self.padding, self.device)
            layers = [*islice(self.encoder.hidden_states(ids, mask, last), self.n_needed)]
            first = self.mixed(layers, mask, first_only=True)[:, 0]
            for index, score in zip(places, self.estimator(first).float().reshape(-1).tolist(), strict=True):
                scores[index] = score
            if self.marks:
                logits = self.tagger(layers[self.word_layer])
                for row, index in enumerate(places):
                    probabilities[index] = (
                        torch.softmax(logits[row, : length_of[index]], dim=-1).float().cpu()
                    )

        with torch.inference_mode():
            self.scorer.compute(list(map(len, sequences)), work)
        return [
            self._result(
                [scores[index] for index in places],
                [probabilities.get(index) for index in places],
                encodings[item.hypothesis],
                cut,
            )
            for item, places, cut in zip(items, owners, cuts, strict=True)
        ]

    def _joined(self, parts: Sequence[Sequence[int]]) -> list[int]:
        """Returns texts as one sequence: begin, first, end, end, second, end."""
        joined = [self.begin, *parts[0]]
        for part in parts[1:]:
            joined += [self.end, self.end, *part]
        return [*joined, self.end]

    def _result(self, scores: list[float], parts: list[Any], hypothesis: Any, cut: bool) -> ItemScore:
        import torch

        spans: list[ErrorSpan] = []
        penalty = 0
        if self.marks:
            weights = SPAN_WEIGHTS if len(parts) == 3 else (1.0,)
            together = torch.stack([part * weight for part, weight in zip(parts, weights, strict=True)]).sum(
                0
            )
            best, labels = together.max(dim=-1)
            severities = [self.labels[label] for label in labels.tolist()]
            spans = _spans(severities, best.tolist(), hypothesis)
            penalty = _penalty(severities)
        if not self.is_xcomet:
            return ItemScore(sum(scores) / len(scores), cut, tuple(spans))
        by_errors = SCORE_WEIGHTS[3] * (MOST_PENALTIES - min(penalty, MOST_PENALTIES)) / MOST_PENALTIES
        limited = [min(score, 1.0) for score in scores]
        if len(limited) == 1:
            limited = limited * 3
        score = sum(one * weight for one, weight in zip(limited, SCORE_WEIGHTS[:3], strict=True)) + by_errors
        return ItemScore(score, cut, tuple(spans))


def _penalty(severities: Sequence[str]) -> int:
    """Returns the penalty of xCOMET's own spans, which its scores are made of.

    There, marked tokens side by side are one error of the first one's severity, and one that reaches the last
    token is none.
    """
    penalty = 0
    current = "O"
    for severity in severities:
        if severity == "O":
            penalty += PENALTIES.get(current, 0)
            current = "O"
        elif current == "O":
            current = severity
    return penalty


def _spans(severities: Sequence[str], probabilities: Sequence[float], hypothesis: Any) -> list[ErrorSpan]:
    """Returns the marked errors in characters: tokens side by side of one severity, no special ones."""
    spans: list[ErrorSpan] = []
    text_tokens = zip(severities[1:-1], probabilities[1:-1], hypothesis.offsets, strict=False)
    run: list[float] = []
    before = "O"
    for severity, probability, (start, end) in text_tokens:
        if severity != "O":
            if severity == before:
                run.append(probability)
                spans[-1] = spans[-1]._replace(end=end, probability=sum(run) / len(run))
            else:
                run = [probability]
                spans.append(ErrorSpan(start, end, severity, probability))
        before = severity
    return [span for span in spans if span.end > span.start]


def sparsemax(scores: torch.Tensor) -> torch.Tensor:
    """Returns the nearest point to some scores that is a distribution (A. Martins and R. Astudillo, 2016)."""
    import torch

    ordered = scores.sort(descending=True).values
    sums = ordered.cumsum(0)
    ranks = torch.arange(1, len(scores) + 1, dtype=scores.dtype)
    size = int((1 + ranks * ordered > sums).sum())
    threshold = (sums[size - 1] - 1) / size
    return (scores - threshold).clamp(min=0)


def _features(
    hypothesis: torch.Tensor, source: torch.Tensor, reference: torch.Tensor | None = None
) -> torch.Tensor:
    """Returns what an estimator compares: embeddings, products and distances."""
    import torch

    if reference is None:
        return torch.cat((hypothesis, source, _distances(hypothesis, source)), dim=1)
    both = _distances(hypothesis, reference), _distances(hypothesis, source)
    return torch.cat((hypothesis, reference, *both), dim=1)


def _distances(one: torch.Tensor, other: torch.Tensor) -> torch.Tensor:
    """Returns the products of embeddings, and the absolute values of their differences."""
    import torch

    return torch.cat((one * other, (one - other).abs()), dim=1)


def _estimator(
    settings: Mapping[str, Any], weights: Mapping[str, torch.Tensor], name: str
) -> torch.nn.Sequential:
    """Returns the layers from features to a score."""
    import torch
    from torch import nn

    def activation(word: str) -> nn.Module:
        kind = getattr(nn, word.title(), None)
        if kind is None:
            raise ScorerError(f"{name}: there is no activation {word!r}")
        network: nn.Module = kind()
        return network

    prefix = "estimator.ff."
    tensors = _part(weights, prefix)
    if "0.weight" not in tensors:
        raise ScorerError(f"{name}: its weights lack {prefix}0.weight: download it anew")
    size = tensors["0.weight"].shape[1]
    layers: list[nn.Module] = []
    with torch.device("meta"):
        for hidden in settings["hidden_sizes"]:
            layers += [nn.Linear(size, hidden), activation(settings["activations"]), nn.Identity()]
            size = hidden
        layers.append(nn.Linear(size, 1))
    if settings.get("final_activation"):
        layers.append(activation(settings["final_activation"]))
    network = nn.Sequential(*layers)
    load_strictly(network, tensors, name)
    return network


def _normalized(states: torch.Tensor, mask: torch.Tensor | None) -> torch.Tensor:
    """Returns hidden states with mean 0 and variance 1 over all tokens of each sequence."""
    import torch

    if mask is None:
        mask = torch.ones(states.shape[:2], device=states.device)
    shown = mask.to(states.dtype)[:, :, None]
    count = shown.sum((1, 2), keepdim=True) * states.shape[2]
    mean = (states * shown).sum((1, 2), keepdim=True) / count
    variance = (((states * shown - mean) * shown) ** 2).sum((1, 2), keepdim=True) / count
    return (states - mean) / torch.sqrt(variance + 1e-12)


def _part(weights: Mapping[str, torch.Tensor], prefix: str) -> dict[str, torch.Tensor]:
    """Returns the weights whose names have a prefix, without it."""
    return {name.removeprefix(prefix): tensor for name, tensor in weights.items() if name.startswith(prefix)}
