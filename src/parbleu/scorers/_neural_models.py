"""Finds models on this machine, and loads what scorers of plain torch and transformers share."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from pickle import UnpicklingError
from typing import TYPE_CHECKING, Any, ClassVar
from zipfile import is_zipfile

from parbleu._base.extras import imported, install_command, installed_version
from parbleu._base.wording import counted, first_line
from parbleu._io.json_text import parse_json
from parbleu.errors import MissingDependencyError, MissingModelError, OptionError, ScorerError
from parbleu.fetch._environment import user_cache
from parbleu.scorers._scorer import Scorer
from parbleu.scorers._segment_cache import segment_cache
from parbleu.scorers._worker_host import is_out_of_memory

if TYPE_CHECKING:
    import torch
    from tokenizers import Tokenizer

EXTRA = "neural"
PACKAGES = ("torch", "transformers", "tokenizers")
DTYPES = ("float32", "float16", "bfloat16")
TOKENS_PER_PADDING = 32
"""A batch is full when more than one of so many tokens that it may have would be padding."""
SENTENCEPIECE = ("sentencepiece.bpe.model", "spiece.model")
"""Files of which transformers makes the tokenizer, where there is no tokenizer.json."""
WEIGHTS = ("*.safetensors", "pytorch_model*.bin", "*.ckpt")
_REPOSITORY = re.compile(r"(?:\w[\w.-]*/)?\w[\w.-]*")
"""A name on the Hugging Face Hub; those of the oldest models have no owner."""
_LICENCE = re.compile(r"^license:\s*([\w.-]+)\s*$", re.MULTILINE)


@dataclass(frozen=True)
class FoundModel:
    """A model in a folder of this machine.

    Attributes:
        name: its short name, such as "wmt22-comet-da".
        folder: where its files are.
        revision: the commit of the Hugging Face Hub; "" for a folder of the user's.
    """

    name: str
    folder: Path
    revision: str

    def licence(self) -> str:
        """Returns the licence that the model's card states, such as "CC-BY-NC-SA-4.0"; "" for none."""
        try:
            card = (self.folder / "README.md").read_text(encoding="utf-8", errors="replace")[:4096]
        except OSError:
            return ""
        match = _LICENCE.search(card)
        licence = match[1] if match else ""
        return licence.upper() if licence.lower().startswith("cc-") else licence.capitalize()


USUAL_MODELS = {"comet": "Unbabel/wmt22-comet-da", "metricx": "google/metricx-24-hybrid-large-v2p6"}
"""Scorer -> a model that most people use."""


def find_model(name: str, what: str) -> FoundModel:
    """Returns the model of a name: a folder, or a repository in the cache of the Hugging Face Hub.

    Nothing is downloaded.

    Args:
        name: a path, or OWNER/NAME, perhaps with @ and a revision.
        what: what needs it, for messages.

    Raises:
        OptionError: no name is given, or it is a path where there is nothing.
        MissingModelError: the model is not on this machine; the message has the command that fetches it.
    """
    if not name:
        usual = USUAL_MODELS.get(what, "OWNER/NAME")
        raise OptionError(f"{what} needs a model: {what}:{usual} or another one's name, or {what}:FOLDER")
    path = Path(name).expanduser()
    if path.is_file():
        return FoundModel(path.stem, path.parent, "")
    if path.is_dir():
        return FoundModel(path.absolute().name, path, "")
    repository, _, revision = name.partition("@")
    if not _REPOSITORY.fullmatch(repository):
        raise OptionError(f"{what}: there is no folder {name}")
    hub = hub_folder() / f"models--{repository.replace('/', '--')}"
    wanted = revision or "main"
    try:
        commit = (hub / "refs" / wanted).read_text(encoding="ascii").strip()
    except (OSError, ValueError):
        commits = [path.name for path in sorted(hub.glob("snapshots/*")) if path.name.startswith(wanted)]
        commit = commits[0] if commits else ""
    if commit and (hub / "snapshots" / commit).is_dir():
        return FoundModel(repository.rpartition("/")[2], hub / "snapshots" / commit, commit)
    more = f" --revision {revision}" if revision else ""
    raise MissingModelError(
        f"{what}: there is no folder {name}, and {repository} is not in {hub_folder()}: "
        f"`hf download {repository}{more}` fetches it"
    )


def hub_folder() -> Path:
    """Returns the cache of the Hugging Face Hub."""
    folder = os.environ.get("HF_HUB_CACHE") or os.environ.get("HUGGINGFACE_HUB_CACHE")
    if folder:
        return Path(folder).expanduser()
    base = os.environ.get("HF_HOME")
    if base:
        return Path(base).expanduser() / "hub"
    return Path(user_cache(), "huggingface", "hub")


def load_tokenizer(folder: Path) -> Tokenizer:
    """Returns the tokenizer of a model, which neither cuts nor pads.

    Raises:
        MissingModelError: the folder has none.
        ScorerError: it is damaged.
    """
    tokenizers = imported("tokenizers", "models of text need the package tokenizers", EXTRA)
    file = folder / "tokenizer.json"
    if file.is_file():
        try:
            tokenizer: Any = tokenizers.Tokenizer.from_file(str(file))
        except Exception as problem:  # a plain one, whatever is wrong
            raise ScorerError(
                f"{file}: this tokenizer cannot be read: {first_line(problem)}: download it anew"
            ) from None
    elif not any((folder / name).is_file() for name in SENTENCEPIECE):
        raise MissingModelError(f"{folder}: there is no tokenizer.json: download the model's files with it")
    else:
        transformers = imported("transformers", "models of text need the package transformers", EXTRA)
        try:
            pretrained = transformers.AutoTokenizer.from_pretrained(
                str(folder), local_files_only=True, use_fast=True
            )
            tokenizer = pretrained.backend_tokenizer
        except (OSError, ValueError, AttributeError, ImportError) as problem:
            raise MissingModelError(
                f"{folder}: there is no tokenizer.json, and {first_line(problem)}"
            ) from None
    tokenizer.no_truncation()
    tokenizer.no_padding()
    return tokenizer  # type: ignore[no-any-return]


def read_config(folder: Path) -> dict[str, Any]:
    """Returns what a model's config.json holds.

    Raises:
        ScorerError: it cannot be read, or is no object.
    """
    file = folder / "config.json"
    try:
        config = parse_json(file.read_bytes())
    except (OSError, ValueError) as problem:
        raise ScorerError(f"{file}: it cannot be read: {first_line(problem)}") from None
    if not isinstance(config, dict):
        raise ScorerError(f"{file}: it holds no settings")
    return config


def read_weights(files: Sequence[Path]) -> tuple[dict[str, torch.Tensor], dict[str, Any]]:
    """Returns the tensors in files of weights, and the hyperparameters that a checkpoint of Lightning has.

    No code in a file is run.

    Raises:
        ScorerError: a file is damaged, or holds what could run code.
    """
    import torch

    weights: dict[str, torch.Tensor] = {}
    settings: dict[str, Any] = {}
    for file in files:
        try:
            if file.suffix == ".safetensors":
                content = imported("safetensors.torch", "such weights need safetensors", EXTRA).load_file(
                    str(file)
                )
            else:  # of before PyTorch 1.6 it is no archive
                content = torch.load(str(file), map_location="cpu", weights_only=True, mmap=is_zipfile(file))
        except Exception as problem:  # whatever reading a damaged file may raise
            reason = first_line(problem).partition(". ")[0]
            if isinstance(problem, UnpicklingError):
                reason = "this is another file, or holds more than weights"
            raise ScorerError(f"{file}: these weights cannot be read: {reason}: download them anew") from None
        state = content.get("state_dict", content) if isinstance(content, dict) else None
        if not isinstance(state, dict):
            raise ScorerError(f"{file}: it holds no weights: download it anew")
        tensors = {name: tensor for name, tensor in state.items() if torch.is_tensor(tensor)}
        for name, tensor in tensors.items():
            if name.endswith((".weight", ".bias")) and not _is_plain(tensor):
                kind = str(tensor.dtype if tensor.layout == torch.strided else tensor.layout)
                raise ScorerError(
                    f"{file}: {name} is of {kind.removeprefix('torch.')}: weights are {', '.join(DTYPES)}, "
                    "and none that are quantized"
                )
        weights.update(tensors)
        stored = content.get("hyper_parameters")
        settings.update(stored if isinstance(stored, dict) else {})
    return weights, settings


def _is_plain(tensor: torch.Tensor) -> bool:
    """Returns whether a tensor holds numbers as they are: those that are quantized lack their scale."""
    import torch

    kinds = (torch.float16, torch.bfloat16, torch.float32, torch.float64)
    return tensor.layout == torch.strided and tensor.dtype in kinds


def load_strictly(module: torch.nn.Module, weights: Mapping[str, torch.Tensor], where: str) -> None:
    """Gives a module its weights, tensors by name; messages name the model `where`.

    Raises:
        ScorerError: a weight is missing or has another shape.
    """
    try:
        result = module.load_state_dict(dict(weights), strict=False, assign=True)
    except RuntimeError as problem:
        raise ScorerError(f"{where}: {' '.join(str(problem).split())[:300]}") from None
    if missing := result.missing_keys:
        more = f" and {counted(len(missing) - 1, 'other')}" if len(missing) > 1 else ""
        raise ScorerError(f"{where}: its weights lack {missing[0]}{more}: download it anew")


class NeuralScorer(Scorer):
    """A scorer whose model runs here, by torch and transformers.

    It can be made without its model, so that its facts and what else is missing are told before a download.

    Attributes:
        missing: why the model is not there; None if it is.
        EXAMPLE: the name of such a model.
    """

    EXAMPLE: ClassVar[str] = "Unbabel/wmt22-comet-da"

    at_once = 1024
    OPTIONS: ClassVar[Mapping[str, Any]] = {"dtype": "float32", "device": "auto", "threads": 0, "tokens": 0}

    def __init__(self, model: str = "", **options: Any) -> None:
        super().__init__(model, **options)
        if self.options["dtype"] not in DTYPES:
            raise OptionError(f"{self.kind}: dtype is {', '.join(DTYPES)}, not {self.options['dtype']!r}")
        if self.options["tokens"] < 0 or self.options["threads"] < 0:
            raise OptionError(f"{self.kind}: tokens and threads are numbers from 0")
        self.missing: MissingModelError | None = None
        try:
            self._found = find_model(model, self.kind)
        except MissingModelError as problem:
            if "/" not in model:
                raise OptionError(
                    f"{self.kind}: there is no folder {model}; a model of the Hugging Face Hub is named "
                    f"OWNER/NAME, such as {self.EXAMPLE}"
                ) from None
            self.missing = problem
            self._found = FoundModel(model.partition("@")[0].rpartition("/")[2], Path(model), "")

    @property
    def found(self) -> FoundModel:
        """The model; raises MissingModelError if it is not there."""
        if self.missing is not None:
            raise self.missing
        return self._found

    @property
    def name(self) -> str:
        """What tables call the scores: the model's name."""
        return self._found.name

    def card_licence(self) -> str:
        """Returns the licence that the model's card states; "" for none, and if the model is not there."""
        return self._found.licence()

    def files(self) -> list[Path]:
        """Returns the files of weights; the scores depend on them and on all of `settings_files`."""
        for pattern in WEIGHTS:
            if files := sorted(self.found.folder.glob(pattern)):
                return files
        raise MissingModelError(f"{self.found.folder}: there are no weights: {', '.join(WEIGHTS)}")

    def settings_files(self) -> list[Path]:
        """Returns the files that say how the weights are used, such as the tokenizer's."""
        names = ("config.json", "tokenizer.json", "spiece.model", "sentencepiece.bpe.model")
        return [file for name in names if (file := self.found.folder / name).is_file()]

    def identity(self) -> dict[str, str]:
        """Returns the model with its revision and checksum, libraries, kind of numbers, and device."""
        from hashlib import sha256

        sums = [segment_cache().checksum(file) for file in (*self.files(), *self.settings_files())]
        together = sha256(" ".join(sums).encode()).hexdigest()
        revision = f"@{self.found.revision[:8]}" if self.found.revision else ""
        return {
            "scorer": self.kind,
            "model": f"{self.found.name}{revision}",
            "sha256": together[:12],
            **{name: installed_version(name) or "none" for name in PACKAGES},
            "dtype": {"float32": "fp32", "float16": "fp16", "bfloat16": "bf16"}[self.options["dtype"]],
            "device": self.device().partition(":")[0],
        }

    def check(self) -> None:
        """Raises MissingDependencyError if a package is missing, and MissingModelError without weights."""
        from importlib.util import find_spec

        for package in PACKAGES:
            if find_spec(package) is None:
                raise MissingDependencyError(
                    f"{self.kind} needs {package}, of the extra parbleu[{EXTRA}]: {install_command(EXTRA)}"
                )
        self.files()

    def device(self) -> str:
        """Returns the device that computes: "cpu", "cuda" or "cuda:1"."""
        wanted = str(self.options["device"])
        if wanted != "auto":
            return wanted
        if not Path("/dev/nvidiactl").exists():  # so that torch is loaded only if it has something to do
            return "cpu"
        import torch

        return "cuda" if torch.cuda.is_available() else "cpu"

    def dtype(self) -> torch.dtype:
        """Returns the kind of numbers."""
        import torch

        kind: torch.dtype = getattr(torch, self.options["dtype"])
        return kind

    def prepare(self) -> None:
        """Sets the number of threads, if it is given.

        Raises:
            OptionError: the device cannot be used.
        """
        import torch

        if self.options["threads"]:
            torch.set_num_threads(int(self.options["threads"]))
        try:
            torch.empty(1, device=self.device())
        except (RuntimeError, AssertionError) as problem:
            raise OptionError(
                f"{self.name}: device={self.device()} cannot be used: {first_line(problem)}"
            ) from None

    def batches(self, lengths: Sequence[int]) -> Iterator[list[int]]:
        """Yields the places of sequences in batches of similar lengths, the longest first.

        A batch has at most as many tokens, with padding, as the option `tokens` says, or one sequence; by
        default a thousand, which stay in a processor's cache, and four thousand on other devices. At most one
        of `TOKENS_PER_PADDING` is padding, for which a model computes as much as for a word.
        """
        most = self.options["tokens"] or (1024 if self.device() == "cpu" else 4096)
        order = sorted(range(len(lengths)), key=lambda index: (-lengths[index], index))
        batch: list[int] = []
        padding = 0
        for index in order:
            padding += lengths[batch[0]] - lengths[index] if batch else 0
            if batch and ((len(batch) + 1) * lengths[batch[0]] > most or padding * TOKENS_PER_PADDING > most):
                yield batch
                batch, padding = [], 0
            batch.append(index)
        if batch:
            yield batch

    def compute(self, lengths: Sequence[int], work: Callable[[list[int]], None]) -> None:
        """Computes sequences in batches; where memory does not suffice for one, its halves.

        Args:
            lengths: of the sequences, in tokens.
            work: gets the places of the sequences in a batch, and stores what it computes of them.

        Raises:
            ScorerError: memory does not suffice for one sequence.
        """
        waiting = [*self.batches(lengths)][::-1]
        n_tokens, n_computed = sum(lengths), 0
        while waiting:
            places = waiting.pop()
            try:
                work(places)
                n_computed += sum(lengths[place] for place in places)
                self.show_share(n_computed / n_tokens)
                continue
            except (RuntimeError, MemoryError) as problem:
                if not is_out_of_memory(problem):
                    raise
                if len(places) == 1:
                    raise ScorerError(
                        f"{self.name}: there is not enough memory for a sequence of {lengths[places[0]]} "
                        f"tokens: take another device, or dtype=bfloat16: {first_line(problem)}"
                    ) from None
            # By now what the exception held is free.
            middle = len(places) // 2
            waiting += [places[middle:], places[:middle]]


def padded(sequences: Sequence[Sequence[int]], padding: int, device: str) -> tuple[torch.Tensor, Any]:
    """Returns sequences of ids as one tensor, and a mask of what is no padding; None if all are as long."""
    import torch

    longest = max(map(len, sequences))
    ids = torch.tensor([[*ids, *[padding] * (longest - len(ids))] for ids in sequences])
    if all(len(sequence) == longest for sequence in sequences):
        return ids.to(device), None
    lengths = torch.tensor(list(map(len, sequences)))
    mask = torch.arange(longest)[None, :] < lengths[:, None]
    return ids.to(device), mask.to(device).long()
