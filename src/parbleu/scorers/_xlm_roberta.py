"""Runs the encoders XLM-RoBERTa, XLM-RoBERTa-XL and MiniLM on torch alone, which starts in half the time.

The models are those of A. Conneau et al., "Unsupervised Cross-lingual Representation Learning at Scale"
(2020), N. Goyal et al., "Larger-Scale Transformers for Multilingual Masked Language Modeling" (2021), and
W. Wang et al., "MiniLM: Deep Self-Attention Distillation for Task-Agnostic Compression of Pre-Trained
Transformers" (2020), which is a BERT with XLM-R's tokens.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from typing import TYPE_CHECKING, Any

from parbleu._base.wording import counted
from parbleu.errors import ScorerError

if TYPE_CHECKING:
    import torch

_SIZES = ("hidden_size", "intermediate_size", "vocab_size", "max_position_embeddings")
_COUNTS = ("num_hidden_layers", "num_attention_heads")
_READ_AT_ONCE = 48
"""How many weights are copied of what was read before it is read anew: those of four layers' products."""


class XlmRoberta:
    """An encoder with its weights.

    On processors where PyTorch multiplies by MKL, matrices in float32 take the order of oneDNN, which
    multiplies them faster; PyTorch has these operations for what `torch.compile` makes.

    Args:
        config: what the `config.json` of the encoder holds.
        read: returns the weights, name -> tensor, as transformers names them. It is called several times:
            what was taken of a mapped file stays in memory as long as the mapping, beside its copy.
        name: the model, for messages.
        device: what computes: "cpu", "cuda" or "cuda:1".
        dtype: the kind of numbers.

    Attributes:
        n_layers: how many layers there are.
        size: how many numbers the state of a token has.
        n_positions: how many tokens a sequence may have.

    Raises:
        ScorerError: the configuration is of another kind, or a weight is missing or has another shape.
    """

    def __init__(
        self,
        config: Mapping[str, Any],
        read: Callable[[], Mapping[str, torch.Tensor]],
        name: str,
        device: str,
        dtype: torch.dtype,
    ) -> None:
        import torch

        if any(not isinstance(config.get(key), int) or config[key] < 1 for key in (*_SIZES, *_COUNTS)):
            needed = ", ".join((*_SIZES, *_COUNTS))
            raise ScorerError(f"{name}: the config.json of its encoder has to say {needed}")
        for key, wanted in (("hidden_act", "gelu"), ("position_embedding_type", "absolute")):
            if config.get(key, wanted) != wanted:
                raise ScorerError(f"{name}: encoders with {key} {config[key]!r} are not supported")
        if config["hidden_size"] % config["num_attention_heads"]:
            raise ScorerError(
                f"{name}: the config.json of its encoder has a hidden_size of {config['hidden_size']}, which "
                f"{config['num_attention_heads']} heads do not divide"
            )
        self._normalizes_first = config.get("model_type") == "xlm-roberta-xl"
        self._heads: int = config["num_attention_heads"]
        self._epsilon = float(config.get("layer_norm_eps", 1e-12))
        self._counts_from_0 = config.get("model_type") == "bert"
        # unbabel-comet cuts texts of a BERT as those of XLM-R: two tokens before the positions end.
        self._padding = 1 if self._counts_from_0 else int(config.get("pad_token_id", 1))
        self.n_layers: int = config["num_hidden_layers"]
        self.size: int = config["hidden_size"]
        self.n_positions: int = config["max_position_embeddings"] - self._padding - 1
        self._is_packed = (device, dtype) == ("cpu", torch.float32) and (
            torch.backends.mkl.is_available()
            and torch.backends.mkldnn.is_available()
            and all(
                hasattr(torch.ops.mkldnn, name) for name in ("_linear_pointwise", "_reorder_linear_weight")
            )
        )
        shapes = _shapes(config, self._normalizes_first)
        weights = read()
        self._check(shapes, weights, name)
        self._weights: dict[str, torch.Tensor] = {}
        keys = iter(shapes)
        while taken := [*islice(keys, _READ_AT_ONCE)]:
            weights = read()
            for key in taken:
                tensor = weights[key].float().to(device, dtype)
                if self._is_packed and not key.startswith("embeddings."):
                    is_matrix = tensor.dim() == 2
                    tensor = torch.ops.mkldnn._reorder_linear_weight(tensor) if is_matrix else tensor.clone()
                self._weights[key] = tensor

    def _check(
        self, shapes: Mapping[str, tuple[int, ...]], weights: Mapping[str, torch.Tensor], name: str
    ) -> None:
        """Checks that weights of these names are there; others, such as a pooler's, are of no use."""
        if any(key.startswith(f"encoder.layer.{self.n_layers}.") for key in weights):
            raise ScorerError(
                f"{name}: it has more layers than its encoder's config.json says, {self.n_layers}"
            )
        missing = [key for key in shapes if key not in weights]
        if missing:
            more = f" and {counted(len(missing) - 1, 'other')}" if len(missing) > 1 else ""
            raise ScorerError(f"{name}: its weights lack {missing[0]}{more}: download it anew")
        for key, shape in shapes.items():
            if (actual := tuple(weights[key].shape)) != shape:
                raise ScorerError(
                    f"{name}: {key} has the shape {actual}; its encoder's config.json says {shape}"
                )

    def hidden_states(
        self, ids: torch.Tensor, mask: torch.Tensor | None, last: int | None = None
    ) -> Iterator[torch.Tensor]:
        """Yields the states of each layer, the embeddings' first, of the shape [sequence, token, size].

        Args:
            ids: of tokens, [sequence, token].
            mask: 1 for tokens and 0 for padding, of the same shape; None if there is no padding.
            last: a layer of which the states of the first token are enough, [sequence, 1, size]; nothing
                follows it.
        """
        states = self._embedded(ids)
        attended = None if mask is None else mask.bool()[:, None, None, :]
        yield states
        for number in range(self.n_layers):
            prefix = f"encoder.layer.{number}."
            n_asked = 1 if number + 1 == last else ids.shape[1]
            if self._normalizes_first:
                inner = self._normalized(f"{prefix}attention.self_attn_layer_norm", states)
                states = states[:, :n_asked]
                states = self._attention(f"{prefix}attention.", inner, attended, n_asked).add_(states)
                inner = self._normalized(f"{prefix}LayerNorm", states)
                states = self._feed_forward(prefix, inner).add_(states)
                is_last = number == self.n_layers - 1
                yield self._normalized("encoder.LayerNorm", states) if is_last else states
            else:
                inner = self._attention(f"{prefix}attention.", states, attended, n_asked)
                inner.add_(states[:, :n_asked])
                states = self._normalized(f"{prefix}attention.output.LayerNorm", inner)
                inner = self._feed_forward(prefix, states).add_(states)
                states = self._normalized(f"{prefix}output.LayerNorm", inner)
                yield states
            if number + 1 == last:
                return

    def _embedded(self, ids: torch.Tensor) -> torch.Tensor:
        import torch
        from torch.nn.functional import embedding

        if self._counts_from_0:
            positions = torch.arange(ids.shape[1], device=ids.device)
        else:
            is_token = ids.ne(self._padding).int()
            positions = is_token.cumsum(1) * is_token + self._padding
        states = embedding(ids, self._weights["embeddings.word_embeddings.weight"])
        states = states + self._weights["embeddings.token_type_embeddings.weight"][0]
        states = states + embedding(positions, self._weights["embeddings.position_embeddings.weight"])
        return states if self._normalizes_first else self._normalized("embeddings.LayerNorm", states)

    def _attention(
        self, prefix: str, states: torch.Tensor, attended: torch.Tensor | None, n_asked: int
    ) -> torch.Tensor:
        """Returns what the first tokens, so many of each sequence, take from all."""
        from torch.nn.functional import scaled_dot_product_attention

        count = len(states)
        asked = states if n_asked == states.shape[1] else states[:, :n_asked].contiguous()
        sides = (
            self._linear(f"{prefix}self.{side}", given).unflatten(2, (self._heads, -1)).transpose(1, 2)
            for side, given in (("query", asked), ("key", states), ("value", states))
        )
        attention = scaled_dot_product_attention(*sides, attn_mask=attended)
        return self._linear(f"{prefix}output.dense", attention.transpose(1, 2).reshape(count, n_asked, -1))

    def _feed_forward(self, prefix: str, states: torch.Tensor) -> torch.Tensor:
        inner = self._linear(f"{prefix}intermediate.dense", states, "gelu")
        return self._linear(f"{prefix}output.dense", inner)

    def _linear(self, name: str, states: torch.Tensor, activation: str = "none") -> torch.Tensor:
        import torch
        from torch.nn.functional import gelu, linear

        weight, bias = self._weights[f"{name}.weight"], self._weights[f"{name}.bias"]
        states_out: torch.Tensor
        if self._is_packed:
            states_out = torch.ops.mkldnn._linear_pointwise(states, weight, bias, activation, [], "none")
        else:
            states_out = linear(states, weight, bias)
            states_out = gelu(states_out) if activation == "gelu" else states_out
        return states_out

    def _normalized(self, name: str, states: torch.Tensor) -> torch.Tensor:
        from torch.nn.functional import layer_norm

        weight, bias = self._weights[f"{name}.weight"], self._weights[f"{name}.bias"]
        normalized: torch.Tensor = layer_norm(states, (self.size,), weight, bias, self._epsilon)
        return normalized


def _shapes(config: Mapping[str, Any], normalizes_first: bool) -> dict[str, tuple[int, ...]]:
    """Returns the name and shape of each weight."""
    size, inner, n_words, n_positions = (config[key] for key in _SIZES)
    shapes: dict[str, tuple[int, ...]] = {
        "embeddings.word_embeddings.weight": (n_words, size),
        "embeddings.position_embeddings.weight": (n_positions, size),
        "embeddings.token_type_embeddings.weight": (int(config.get("type_vocab_size", 1)), size),
    }
    norms = ["encoder.LayerNorm" if normalizes_first else "embeddings.LayerNorm"]
    dense: dict[str, tuple[int, int]] = {}
    for number in range(config["num_hidden_layers"]):
        prefix = f"encoder.layer.{number}."
        own = ("attention.self_attn_layer_norm", "LayerNorm")
        usual = ("attention.output.LayerNorm", "output.LayerNorm")
        norms += [f"{prefix}{name}" for name in (own if normalizes_first else usual)]
        dense |= {f"{prefix}attention.self.{side}": (size, size) for side in ("query", "key", "value")}
        dense[f"{prefix}attention.output.dense"] = (size, size)
        dense[f"{prefix}intermediate.dense"] = (inner, size)
        dense[f"{prefix}output.dense"] = (size, inner)
    for name in norms:
        shapes |= {f"{name}.weight": (size,), f"{name}.bias": (size,)}
    for name, shape in dense.items():
        shapes |= {f"{name}.weight": shape, f"{name}.bias": shape[:1]}
    return shapes
