"""A model is asked without secrets and within limits, and no answer is paid for twice."""

from __future__ import annotations

import os
import sys
import time
from types import SimpleNamespace
from typing import TYPE_CHECKING

import pytest
from planted_secrets import PLANTED

from groundplan.models.api_call import _fault
from groundplan.models.asking import SPENT, Allowed, Asker
from groundplan.models.model import CANCELLED, NO_QUOTA, Answer, ModelFailed, Prompt, Watch
from groundplan.models.plain import plain

if TYPE_CHECKING:
    from pathlib import Path

    from planted_secrets import Planted


class Scripted:
    """A model that answers from a list and remembers what it was asked."""

    def __init__(self, *answers: Answer | ModelFailed, reads_code: bool = False) -> None:
        self.name = "scripted"
        self.reads_code = reads_code
        self.asked: list[Prompt] = []
        self._answers = list(answers)

    def ask(self, prompt: Prompt, watch: Watch) -> Answer:
        self.asked.append(prompt)
        said = self._answers.pop(0)
        if isinstance(said, ModelFailed):
            raise said
        return said


def test_a_finished_answer_is_not_paid_for_twice(tmp_path: Path) -> None:
    model = Scripted(Answer("one", seconds=2.0))
    first = Asker(model, folder=tmp_path / "answers").ask(Prompt("why?"))
    again = Asker(model, folder=tmp_path / "answers")

    assert again.ask(Prompt("why?")) == first
    assert again.spent.calls == 0
    assert len(model.asked) == 1


def test_another_question_schema_or_repository_is_asked_anew(tmp_path: Path) -> None:
    model = Scripted(*(Answer(str(number)) for number in range(4)), reads_code=True)
    asker = Asker(model, folder=tmp_path)
    prompts = (
        Prompt("why?"),
        Prompt("how?"),
        Prompt("why?", schema={"type": "object"}),
        Prompt("why?", repository=tmp_path),
    )

    assert [asker.ask(each).text for each in prompts] == ["0", "1", "2", "3"]


def test_an_answer_of_the_day_before_is_asked_anew(tmp_path: Path) -> None:
    model = Scripted(Answer("old"), Answer("new"))
    asker = Asker(model, folder=tmp_path)
    asker.ask(Prompt("why?"))
    for file in tmp_path.iterdir():
        os.utime(file, (time.time() - 90_000,) * 2)

    assert asker.ask(Prompt("why?")).text == "new"


def test_a_torn_answer_is_asked_anew(tmp_path: Path) -> None:
    model = Scripted(Answer("one"), Answer("two"))
    asker = Asker(model, folder=tmp_path)
    asker.ask(Prompt("why?"))
    for file in tmp_path.iterdir():
        file.write_text(file.read_text("utf-8")[:10], "utf-8")

    assert asker.ask(Prompt("why?")).text == "two"


def test_a_secret_never_leaves() -> None:
    model = Scripted(Answer("ok"))
    key = "AKIA" + "Q7RZ5XK2WNM3LT4B"
    Asker(model).ask(Prompt(f"the key is {key}, is it used?"))

    assert key not in model.asked[0].text
    assert "left out" in model.asked[0].text


@pytest.mark.parametrize("planted", PLANTED, ids=lambda planted: planted.kind)
def test_no_planted_secret_is_sent(planted: Planted) -> None:
    model = Scripted(Answer("ok"))
    Asker(model).ask(Prompt(f"Look:\n{planted.text}", schema={"title": [planted.text], planted.text: 1}))

    assert not planted.leaks_into(model.asked[0].text)
    assert not planted.leaks_into(str(model.asked[0].schema))


def test_a_model_that_cannot_be_let_into_a_repository_sees_the_words_alone(tmp_path: Path) -> None:
    model = Scripted(Answer("ok"))
    Asker(model).ask(Prompt("why?", repository=tmp_path))

    assert model.asked[0].repository is None


@pytest.mark.parametrize(
    ("allowed", "answer"),
    [
        (Allowed(calls=1), Answer("ok")),
        (Allowed(seconds=5.0), Answer("ok", seconds=5.0)),
        (Allowed(dollars=0.5), Answer("ok", dollars=0.6)),
    ],
)
def test_no_model_is_asked_beyond_what_was_allowed(allowed: Allowed, answer: Answer) -> None:
    model = Scripted(answer, answer)
    asker = Asker(model, allowed=allowed)
    asker.ask(Prompt("one"))

    with pytest.raises(ModelFailed) as caught:
        asker.ask(Prompt("two"))

    assert caught.value.why == SPENT
    assert len(model.asked) == 1


def test_a_call_gets_no_more_time_than_is_left() -> None:
    model = Scripted(Answer("ok", seconds=50.0), Answer("ok"))
    asker = Asker(model, allowed=Allowed(seconds=60.0))
    asker.ask(Prompt("one"))
    asker.ask(Prompt("two", seconds=300.0))

    assert model.asked[1].seconds == 10.0


def busy(wait: float | None) -> ModelFailed:
    return ModelFailed("429", why=NO_QUOTA, wait=wait)


def test_a_busy_model_is_asked_again_when_it_says() -> None:
    model = Scripted(busy(0.3), busy(0.0), Answer("ok"))
    begun = time.monotonic()

    assert Asker(model).ask(Prompt("one", seconds=60.0)).text == "ok"
    assert time.monotonic() - begun >= 0.3
    assert len(model.asked) == 3
    assert model.asked[2].seconds <= 60.0 - 0.3, "all tries share the time of one"


@pytest.mark.parametrize(
    ("failures", "tries"),
    [
        ([busy(None), Answer("late")], 1),  # it does not help to ask again
        ([busy(3_600.0), Answer("late")], 1),  # longer than there is time
        ([busy(0.0), busy(0.0), busy(0.0), Answer("late")], 3),
    ],
)
def test_no_model_is_asked_again_in_vain(failures: list[Answer | ModelFailed], tries: int) -> None:
    model = Scripted(*failures)
    with pytest.raises(ModelFailed) as failed:
        Asker(model).ask(Prompt("one", seconds=60.0))

    assert failed.value.why == NO_QUOTA
    assert len(model.asked) == tries


def test_whoever_cancels_does_not_wait_for_a_busy_model() -> None:
    begun = time.monotonic()
    with pytest.raises(ModelFailed) as failed:
        Asker(Scripted(busy(30.0))).ask(Prompt("one", seconds=60.0), Watch(is_cancelled=lambda: True))

    assert failed.value.why == CANCELLED
    assert time.monotonic() - begun < 30, "it was waited for"


@pytest.mark.parametrize(
    ("complaint", "wait"),
    [
        ("HTTP 429: slow down (retry-after: 7)", 7.0),
        ("503 Service Unavailable, Retry-After: 1", 1.0),
        ("529 overloaded", 2.0),
        ("402 pay first, retry-after: 7", None),
        ("401 who are you? retry-after: 7", None),
        ("no such model", None),
    ],
)
def test_a_command_says_in_its_complaint_when_to_ask_again(
    tmp_path: Path, complaint: str, wait: float | None
) -> None:
    (tmp_path / "model.py").write_text(f"import sys\nsys.exit({complaint!r})\n")
    with pytest.raises(ModelFailed) as failed:
        plain("mine", [sys.executable, str(tmp_path / "model.py")]).ask(Prompt("one"), Watch())

    assert failed.value.wait == wait


class _Limited(Exception):
    """What the library of an API raises; the response is in what it wraps."""

    status_code = 429


def test_an_api_says_in_its_header_when_to_ask_again() -> None:
    wrapped = Exception()
    wrapped.response = SimpleNamespace(headers={"retry-after": "7"})  # type: ignore[attr-defined]
    error = _Limited("status_code: 429")
    error.__cause__ = wrapped
    told = _fault(error)
    assert told == {"fault": NO_QUOTA, "complaint": "_Limited: status_code: 429 (retry-after: 7)"}
    wrapped.response.headers["retry-after"] = "Wed, 21 Oct 2026 07:28:00 GMT"  # type: ignore[attr-defined]
    assert _fault(error)["complaint"] == "_Limited: status_code: 429", "a date is not read"
