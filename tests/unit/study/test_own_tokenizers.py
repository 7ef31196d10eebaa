"""Tokenizers of one's own, in files and as commands."""

import re
import sys

import pytest
import sentencepiece

import parbleu
from extras import extra
from parbleu import study
from parbleu._base.extras import install_command
from parbleu.errors import (
    InputTypeError,
    MissingDependencyError,
    MissingModelError,
    OptionError,
    TokenizerError,
)
from parbleu.metrics import tokens
from piece_models import NORMAL, SPECIAL, written
from three_systems import REFERENCES, SYSTEMS, expected, scores, texts
from waiting import PATIENCE


def test_a_model_of_ones_own(model):
    found = study.tokenization(
        SYSTEMS, REFERENCES, ["none", study.PieceFile(model)], resampling=parbleu.Resampling("none")
    )
    row = found["tokenizer"][str(model)]
    cutter = sentencepiece.SentencePieceProcessor(model_file=str(model))

    def cut(path):
        return [" ".join(cutter.encode(text, out_type=str)) for text in texts(path)]

    bleu = parbleu.BLEU(tokenize="none", force=True, references=[cut(path) for path in REFERENCES])
    assert scores(row) == {name: bleu.corpus_score(cut(path)).score for name, path in SYSTEMS.items()}
    assert "|tok:a%20model.model-" in row.signature
    assert row.changed == 0


def test_a_model_with_a_name(model, tmp_path, monkeypatch):
    (tmp_path / "models").mkdir()
    (tmp_path / "models" / "flores200sacrebleuspm").write_bytes(model.read_bytes())
    monkeypatch.setenv("SACREBLEU", str(tmp_path))
    monkeypatch.setattr("parbleu.text._tokenizers._made", {})
    row = study.tokenization(
        SYSTEMS, REFERENCES, "flores200", vary="tokenizer", resampling=parbleu.Resampling("none")
    )["tokenizer"].rows[0]
    wanted = expected(parbleu.BLEU(tokenize="flores200"))
    assert scores(row) == {name: score.score for name, score in wanted.items()}
    assert (row.signature, row.changed) == (str(wanted["careful"].signature), 0)


def test_a_tokenizer_json(words):
    found = study.tokenization(
        SYSTEMS, REFERENCES, ["none", study.HuggingFaceFile(words)], resampling=parbleu.Resampling("none")
    )
    row = found["tokenizer"][str(words)]
    for name, path in SYSTEMS.items():
        wanted = tokens.corpus_bleu(texts(path), list(map(texts, REFERENCES)), tokenizer=words)
        assert scores(row)[name] == wanted.score
    assert row.changed == 48 * 5  # unknown words are all the same
    assert "|tok:tokenizer.json-" in row.signature


def test_tokens_with_blanks_in_them(tmp_path):
    hugging_face = extra("tokenizers")
    made = hugging_face.Tokenizer(hugging_face.models.WordLevel({"[UNK]": 0, "a b": 1, "c": 2}, "[UNK]"))
    made.pre_tokenizer = hugging_face.pre_tokenizers.Split(", ", "removed")
    made.save(str(tmp_path / "tokenizer.json"))
    cutter = study.HuggingFaceFile(tmp_path / "tokenizer.json")
    assert cutter.tokenize_all(["c, a b, x", ""]) == ["c \uf8ff1 [UNK]", ""]
    assert cutter.restore(["c \uf8ff1"]) == ["c a b"]


def test_without_the_extra(words, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "tokenizers", None)
    with pytest.raises(MissingDependencyError, match=re.escape(install_command("tokenizers"))):
        study.HuggingFaceFile(words)
    monkeypatch.setitem(sys.modules, "sentencepiece", None)
    pieces = [*SPECIAL, ("a", -1.0, NORMAL)]
    (tmp_path / "unigram").write_bytes(written(pieces))
    assert study.PieceFile(tmp_path / "unigram")("aa") == "▁ a a"
    (tmp_path / "bpe").write_bytes(written(pieces, model_type=2))
    with pytest.raises(MissingDependencyError, match=re.escape(install_command("spm"))):
        study.PieceFile(tmp_path / "bpe")


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("head -n 1", r"was given 2 lines and wrote 1: it must write a line for each"),
        ("cat; echo", "was given 2 lines and wrote 3"),
        ("echo no such thing >&2; exit 3", r"failed \(exit status 3\): no such thing$"),
        ("/no/such/tokenizer", r"failed \(exit status 127\): .*/no/such/tokenizer"),
        ("kill -9 $$", r"failed \(ended by SIGKILL\); run it by hand"),
        ("cat >&-; printf 'a\\n\\377\\n'", "byte 0xff in line 2 of what it wrote is not valid UTF-8"),
        ("yes", r"was given 2 lines and wrote more than 1,048,704 bytes for them"),
        ("cat; exec >&-; yes >&2", r"took more than 0.2 seconds"),
        ("sleep 60 | cat", r"took more than 0.2 seconds for 2 lines and was ended"),
    ],
)
def test_commands_that_are_no_tokenizers(command, message):
    with pytest.raises(TokenizerError, match=message):
        study.FilterCommand(command, timeout=0.2 if "0.2" in message else PATIENCE).tokenize_all(["a", "b"])


@pytest.mark.parametrize(
    ("command", "timeout"), [("", 1), (" ", 1), (3, 1), ("cat", 0), ("cat", float("nan"))]
)
def test_commands_that_cannot_be_run(command, timeout):
    with pytest.raises(OptionError, match=r"a command is what|timeout is a number"):
        study.FilterCommand(command, timeout)


def test_lines_of_commands():
    cat = study.FilterCommand("cat")
    assert cat("a\nb\r\nc\rd\u2028e\x85 ") == "a b c d\u2028e\x85 "
    assert cat.tokenize_all(["", "", "a"]) == ["", "", "a"]
    assert cat.tokenize_all([]) == []
    assert study.FilterCommand("printf 'a\\r\\nb'").tokenize_all(["", ""]) == ["a", "b"]
    assert study.FilterCommand("cat", timeout=float("inf"))("a") == "a"
    large = ["x" * 1000] * 2000
    assert cat.tokenize_all(large) == large
    with pytest.raises(InputTypeError, match="lone surrogate"):
        cat("a\ud800")
    with pytest.raises(InputTypeError, match="takes a string"):
        cat(1)


def test_files_that_are_no_tokenizers(tmp_path, words):
    wrong = tmp_path / "wrong"
    for make in (study.PieceFile, study.HuggingFaceFile):
        with pytest.raises(MissingModelError, match="wrong"):
            make(wrong)
    wrong.write_text("{}")
    for make in (study.PieceFile, study.HuggingFaceFile):
        with pytest.raises(MissingModelError, match="wrong"):
            make(wrong)
    with pytest.raises(InputTypeError, match="lone surrogate"):
        study.HuggingFaceFile(words)("a\ud800")
