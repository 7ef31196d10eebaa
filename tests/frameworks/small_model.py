"""Small models with random weights, whose words are those of a few sentences."""

import torch
from tokenizers import Tokenizer, models, pre_tokenizers, processors
from transformers import (
    BartConfig,
    BartForConditionalGeneration,
    GPT2Config,
    GPT2LMHeadModel,
    PreTrainedTokenizerFast,
)

SOURCES = [
    f"{number} {colour} {thing}"
    for number in ("two", "six")
    for colour in ("red", "blue")
    for thing in ("dogs", "hats", "cups")
]
TARGETS = [" ".join(reversed(source.split())) for source in SOURCES]


def make_tokenizer(**options):
    """Returns a tokenizer of whole words."""
    words = sorted({word for source in SOURCES for word in source.split()})
    vocabulary = {word: index for index, word in enumerate(["<pad>", "</s>", "<unk>", *words])}
    tokenizer = Tokenizer(models.WordLevel(vocabulary, unk_token="<unk>"))
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    tokenizer.post_processor = processors.TemplateProcessing(single="$A </s>", special_tokens=[("</s>", 1)])
    return PreTrainedTokenizerFast(
        tokenizer_object=tokenizer,
        pad_token="<pad>",
        eos_token="</s>",
        unk_token="<unk>",
        model_max_length=30,
        **options,
    )


def make_seq2seq(tokenizer):
    """Returns an encoder with a decoder that says words alone."""
    torch.manual_seed(1)
    config = BartConfig(
        vocab_size=len(tokenizer),
        d_model=16,
        encoder_layers=1,
        decoder_layers=1,
        encoder_attention_heads=2,
        decoder_attention_heads=2,
        encoder_ffn_dim=32,
        decoder_ffn_dim=32,
        max_position_embeddings=32,
        init_std=0.9,
        pad_token_id=0,
        bos_token_id=1,
        eos_token_id=1,
        decoder_start_token_id=1,
        forced_eos_token_id=None,
        tie_word_embeddings=False,
    )
    model = BartForConditionalGeneration(config)
    model.generation_config.suppress_tokens = [0, 1, 2]
    return model


def make_decoder(tokenizer):
    """Returns a decoder alone."""
    torch.manual_seed(2)
    special = {"pad_token_id": 0, "bos_token_id": 1, "eos_token_id": 1}
    config = GPT2Config(
        vocab_size=len(tokenizer),
        n_positions=64,
        n_embd=16,
        n_layer=1,
        n_head=2,
        initializer_range=0.6,
        **special,
    )
    return GPT2LMHeadModel(config)


def rows(tokenizer):
    """Returns a data set of the sentences, as lists of ids."""
    encoded = tokenizer(SOURCES, text_target=TARGETS, return_token_type_ids=False)
    return [
        {name: encoded[name][index] for name in ("input_ids", "attention_mask", "labels")}
        for index in range(len(SOURCES))
    ]
