"""Tests rewards for reinforcement learning."""

import re
from concurrent.futures import ThreadPoolExecutor

import pytest

import parbleu
from parbleu.errors import InputShapeError, InputTypeError, OptionError
from parbleu.integrations.reward import Reward

COMPLETIONS = ["The cat sat on a mat.", "It was raining.", "", "Nobody knows"]
REFERENCES = [["The cat sat on the mat.", "A cat sat."], ["It rained."], ["Why?"], ["Nobody knew it.", None]]


@pytest.mark.parametrize("name", ["bleu", "chrf", "chrf++", "ter"])
def test_rewards_are_sentence_scores(name):
    metric = {"bleu": parbleu.BLEU(effective_order=True), "chrf": parbleu.CHRF(), "ter": parbleu.TER()}.get(
        name, parbleu.CHRF(word_order=2)
    )
    found = Reward(name)(COMPLETIONS, reference=REFERENCES, prompts=["ignored"] * 4)
    sign = -1 if name == "ter" else 1
    expected = [
        sign * metric.sentence_score(text, references).score / 100
        for text, references in zip(COMPLETIONS, REFERENCES, strict=True)
    ]
    assert found == expected
    assert all(type(each) is float for each in found)


def test_conversations_and_a_column_of_another_name():
    reward = Reward(parbleu.CHRF(beta=1), references="target")
    chats = [
        [{"role": "user", "content": "?"}, {"role": "assistant", "content": text}] for text in COMPLETIONS
    ]
    single = [references[0] for references in REFERENCES]
    assert reward(completions=chats, target=single) == reward(COMPLETIONS, target=single)
    assert reward.__name__ == "reward_chrF1"


def test_messages_with_parts():
    reward = Reward("chrf")
    parts = [{"type": "text", "text": "The cat sat "}, {"type": "text", "text": "on a mat."}]
    message = {"role": "assistant", "content": parts}
    right = reward(COMPLETIONS[:1], reference=REFERENCES[:1])
    assert (
        reward([[message]], reference=REFERENCES[:1]) == reward([message], reference=REFERENCES[:1]) == right
    )
    for content in (None, 7, [{"type": "image"}], [None]):
        with pytest.raises(InputTypeError, match="whose last one has text, not"):
            reward([[{"role": "assistant", "content": content, "tool_calls": [1]}]], reference=["a"])
    with pytest.raises(InputTypeError, match="references of a segment are a string"):
        reward(["a"], reference=[None])


def test_threads_may_share_one():
    reward = Reward("chrf++", threads=2)
    batches = [[f"{text} {number}" for text in COMPLETIONS] for number in range(200)]
    expected = [Reward("chrf++")(batch, reference=REFERENCES) for batch in batches]
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda batch: reward(batch, reference=REFERENCES), batches))
    assert found == expected


def test_what_is_wrong_is_told():
    with pytest.raises(OptionError, match=r"reference=\.\.\."):
        Reward()(COMPLETIONS, references=REFERENCES)
    with pytest.raises(InputTypeError, match="whose last one has text, not 7"):
        Reward()([7], reference=["a"])
    with pytest.raises(InputShapeError, match="4 hypotheses"):
        Reward()(COMPLETIONS, reference=REFERENCES[:3])


def test_texts_are_looked_at_once_there_are_enough(caplog):
    references = [f"Der Kran {n} liegt seit gestern früh im Hafen" for n in range(64)]
    cut = [f"<think>What is {n}" if n % 4 == 0 else line for n, line in enumerate(references)]
    reward = Reward("chrf")
    for _ in range(12):
        reward(cut, reference=references)
    [record] = caplog.records
    [percent] = re.findall(r"^about (\d+) % of the segments of hypotheses are reasoning", record.message)
    assert 15 <= int(percent) <= 35  # 25 % of all; the sample is small
