"""Translates with models of Hugging Face and the library transformers; slower than CTranslate2."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from parbleu._base.extras import imported
from parbleu._base.wording import first_line
from parbleu.errors import MissingDependencyError, OptionError, TranslationError
from parbleu.translate._engine import Settings, Translation, on_one_line
from parbleu.translate._engines.local_engine import LocalEngine, choose_device, frame, resolve_search
from parbleu.translate._models import model_facts
from parbleu.translate._models.model_cache import file_checksums
from parbleu.translate._models.model_facts import FAMILIES, refined
from parbleu.translate._models.model_location import HUGGING_FACE, hugging_face_files, locate

TYPES = ("float32", "bfloat16", "float16")
SCORED_AT_ONCE = 8
"""Translations whose probabilities are computed together: all logits are in memory then."""


class Transformers(LocalEngine):
    """A model of Hugging Face for translation: Marian, mBART-50, NLLB, M2M-100, T5 and its kin.

    Args:
        settings: `model` is the folder of a model, or its name on the hub. It computes in float32 unless
            `compute_type` is "float16" or "bfloat16". Values of the model's `generation_config.json` apply
            unless a setting changes them, and are in the record. There are scores for the n best translations
            only.

    Raises:
        OptionError: a setting is out of its range, or a language is missing or unknown to the model.
        MissingModelError: there is no model, or a part of it is missing.
        MissingDependencyError: a package is not installed.
        TranslationError: the model cannot be loaded, or belongs to no known family.
        DownloadError: the model cannot be downloaded.
    """

    name = "transformers"

    def __init__(self, settings: Settings) -> None:
        super().__init__(settings)
        self._compute_type = settings.compute_type or TYPES[0]
        if self._compute_type not in TYPES:
            raise OptionError(f"compute_type is one of {', '.join(TYPES)}, not {self._compute_type!r}")
        need = "the engine transformers needs packages of its own"
        self._torch, self._library = (
            imported(package, need, "transformers") for package in ("torch", "transformers")
        )
        self._device = choose_device(settings.device, self._torch.cuda.is_available(), "torch")
        self._place = locate(str(settings.model), settings.revision)
        if self._place.kind != HUGGING_FACE:
            raise OptionError(
                f"{settings.model} is a model of CTranslate2, not of Hugging Face: use --engine ctranslate2"
            )
        self._facts = model_facts.facts(self._place.path)
        self._search = resolve_search(settings, self._facts["longest"])
        with self._quiet():
            self._tokenizer, self._model = self._load()
        vocabulary = model_facts.vocabulary(self._tokenizer)
        self._family = refined(FAMILIES[self._facts["family"]], list(vocabulary))
        codes = self._family.codes(vocabulary)
        self._frame = frame(self._family, codes, self._facts, settings)
        before = () if self._family.source_token else self._frame.before
        self._prefix = "".join(f"{token} " for token in before) + self._frame.prefix
        if self._family.source_token:
            self._tokenizer.src_lang = self._frame.source_language
        self._begins = None if self._frame.begins is None else vocabulary[self._frame.begins]
        self._hidden = {*self._tokenizer.all_special_ids, *(vocabulary[token] for token in codes.values())}

    def _load(self) -> tuple[Any, Any]:
        folder = str(self._place.path)
        try:
            tokenizer = self._library.AutoTokenizer.from_pretrained(folder, local_files_only=True)
            model = self._library.AutoModelForSeq2SeqLM.from_pretrained(
                folder, local_files_only=True, torch_dtype=getattr(self._torch, self._compute_type)
            )
            return tokenizer, model.eval().to(self._device)
        except ImportError as problem:
            raise MissingDependencyError(f"{folder} needs more packages: {first_line(problem)}") from problem
        except Exception as problem:  # whatever the library raises for files that are not as they should be
            raise TranslationError(
                f"{folder} cannot be loaded, download it again: {first_line(problem)}"
            ) from problem

    def lengths(self, segments: list[str]) -> list[int]:
        """Returns the tokens of each source segment, with those that stand for its end and language."""
        return [len(ids) for ids in self._tokenizer(self._texts(segments), verbose=False)["input_ids"]]

    def _texts(self, segments: list[str]) -> list[str]:
        return [self._prefix + on_one_line(segment) for segment in segments]

    def translate(self, segments: list[str]) -> list[Translation]:
        """Returns the translations of a batch.

        A score is the sum of the log-probabilities of all tokens that the model chose, the end included.
        """
        most, nbest = self._search.max_source, self._search.nbest
        truncated = [length > most for length in self.lengths(segments)]
        batch = self._tokenizer(
            self._texts(segments), padding=True, truncation=True, max_length=most, return_tensors="pt"
        ).to(self._device)
        sequences = self._generate(batch)
        token_ids = sequences.tolist()
        shown = [[token for token in ids if token not in self._hidden] for ids in token_ids]
        texts = [
            text.strip() for text in self._tokenizer.batch_decode(shown, clean_up_tokenization_spaces=False)
        ]
        scores = self._scores(batch, sequences) if nbest > 1 else []
        return [
            Translation(
                texts[first],
                scores[first] if scores else None,
                truncated[first // nbest],
                tuple(texts[first : first + nbest]) if scores else (),
                tuple(scores[first : first + nbest]),
                cut=self._end not in token_ids[first][1:],
            )
            for first in range(0, len(texts), nbest)
        ]

    @property
    def _end(self) -> int:
        return int(self._tokenizer.eos_token_id)

    def _generate(self, batch: Any) -> Any:
        search = self._search
        self._torch.set_num_threads(self._threads)
        try:
            with self._quiet(), self._torch.inference_mode():
                return self._model.generate(
                    **batch,
                    num_beams=search.beam,
                    length_penalty=search.length_penalty,
                    max_new_tokens=search.max_length,
                    num_return_sequences=search.nbest,
                    do_sample=False,
                    forced_bos_token_id=self._begins,
                    forced_eos_token_id=None,  # a translation that is cut has no end
                )
        except (RuntimeError, IndexError, ValueError) as problem:
            raise self._refusal(len(batch["input_ids"]), first_line(problem)) from problem

    def _scores(self, batch: Any, sequences: Any) -> list[float]:
        """Returns the log-probability of each translation: the sum over its tokens but forced ones."""
        nbest, torch = self._search.nbest, self._torch
        sources = {name: values.repeat_interleave(nbest, 0) for name, values in batch.items()}
        scores: list[float] = []
        for first in range(0, len(sequences), SCORED_AT_ONCE):
            part = sequences[first : first + SCORED_AT_ONCE]
            with torch.inference_mode():
                logits = self._model(
                    input_ids=sources["input_ids"][first : first + SCORED_AT_ONCE],
                    attention_mask=sources["attention_mask"][first : first + SCORED_AT_ONCE],
                    decoder_input_ids=part[:, :-1],
                ).logits
            chosen = part[:, 1:]
            logs = logits.float().log_softmax(-1).gather(-1, chosen[..., None])[..., 0]
            ended = (chosen == self._end).cumsum(-1) - (chosen == self._end).long() > 0
            logs = logs.masked_fill(ended, 0.0)
            scores += logs[:, 0 if self._begins is None else 1 :].sum(-1).tolist()
        return scores

    def describe(self) -> dict[str, Any]:
        """Returns the model with its checksums, the versions, and every setting as it was resolved."""
        return super().describe() | {
            "version": self._library.__version__,
            "torch": self._torch.__version__,
            "path": str(self._place.path),
            "sha256": file_checksums(hugging_face_files(self._place.path)),
            "family": self._family.name,
            "generation_config": self._model.generation_config.to_diff_dict(),
            "device": self._device,
            "compute_type": self._compute_type,
        }

    @contextmanager
    def _quiet(self) -> Iterator[None]:
        """Keeps the library's advice and bars from standard error: what matters is in the record."""
        logging = self._library.utils.logging
        before, bars = logging.get_verbosity(), logging.is_progress_bar_enabled()
        logging.set_verbosity_error()
        logging.disable_progress_bar()
        try:
            yield
        finally:
            logging.set_verbosity(before)
            if bars:
                logging.enable_progress_bar()
