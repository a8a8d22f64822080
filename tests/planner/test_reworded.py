"""No decision is read out of the program's own English: every sentence is reworded, and nothing changes."""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import parcels
import pytest
from planned import ANN, plan_in
from seed_repos import GRADED, NOTIFYING, THREE_REPLICAS, VERSIONED

from groundplan.app.analyst.answering import answer_led
from groundplan.app.analyst.leading import next_question
from groundplan.app.analyst.planning import take_turn
from groundplan.evidence.kinds import NewFile, Reach, Target
from groundplan.planner.challenge import Challenge
from groundplan.planner.question import Choice, Question
from groundplan.survey.patterns import facts as habits
from groundplan.wording import fact_lines, reasons, test_signs

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from groundplan.plan.questions import QuestionState

SENTENCES: Mapping[type, tuple[str, ...]] = {
    Challenge: ("claim", "advice", "mitigation"),
    Question: ("text", "why", "assumption"),
    Choice: ("text",),
    Target: ("why",),
    NewFile: ("why",),
    Reach: ("public",),
}
_PIECE = re.compile(r"`[^`\n]*`|[A-Za-z’']{2,}")
CHECKER = (
    "I want to add a version checker that reads the version from `pyproject.toml` "
    "and checks if PyPI has a newer release."
)
SCHEDULER = (
    "I think we should add a background scheduler with APScheduler to send periodic email notifications. "
    "We could have it run every hour and check new assignments."
)
SLOW = (
    "The `/grades/{student_id}` endpoint is really slow. I think we should add a caching layer, maybe Redis?"
)
GOALS = {
    "checker": (VERSIONED, CHECKER),
    "scheduler": (NOTIFYING, SCHEDULER),
    "cache": (GRADED | THREE_REPLICAS, SLOW),
    "flagged": (
        {
            "app/__init__.py": "",
            "app/cache.py": 'def get_item(key):\n    if is_enabled("fast-cache"):\n        return key\n',
            "tests/test_cache.py": "from app.cache import get_item\n\ndef test_get_item(): ...\n",
        },
        "Add a size limit to `app/cache.py::get_item`",
    ),
    "retry": (
        {path: text for *_, files in parcels.COMMITS for path, text in files.items()},
        "Retry requests to carriers that time out, up to three times, before CarrierDown is raised",
    ),
}


def reword(text: str) -> str:
    """Return a sentence with every word of it changed; code spans are data."""
    return _PIECE.sub(lambda piece: piece[0] if piece[0][0] == "`" else piece[0][::-1] + "o", text)


def reworded(value: object) -> object:
    if isinstance(value, str):
        return reword(value)
    return tuple(map(reworded, value)) if isinstance(value, tuple) else value


def reword_all(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """Have every sentence reworded where it is made; return the names that were, as they are used."""
    used: set[str] = set()
    for cls, names in SENTENCES.items():
        monkeypatch.setattr(cls, "__init__", _rewording(cls, names, used))
    for module in (fact_lines, reasons, test_signs, habits):
        for name, function in list(vars(module).items()):
            is_own = getattr(function, "__module__", "") == module.__name__
            if is_own and name.startswith(("say_", "as_")):
                _patch_everywhere(monkeypatch, function, _rewording_result(function, used))
    return used


def _rewording(cls: type, names: tuple[str, ...], used: set[str]) -> Callable[..., None]:
    plain = cls.__init__

    def make(self: object, *given: object, **more: object) -> None:
        plain(self, *given, **more)
        for name in names:
            value = getattr(self, name)
            if value:
                used.add(f"{cls.__name__}.{name}")
                object.__setattr__(self, name, reworded(value))

    return make


def _rewording_result(function: Callable[..., Any], used: set[str]) -> Callable[..., Any]:
    def say(*given: object, **more: object) -> object:
        used.add(function.__name__)
        return reworded(function(*given, **more))

    return say


def _patch_everywhere(
    monkeypatch: pytest.MonkeyPatch, old: Callable[..., Any], new: Callable[..., Any]
) -> None:
    for module in [each for name, each in sys.modules.items() if name.startswith("groundplan.")]:
        for name, value in list(vars(module).items()):
            if value is old:
                monkeypatch.setattr(module, name, new)


@dataclass(frozen=True)
class Decided:
    """What was decided in a plan, without a word of it."""

    playbook: str
    challenges: tuple[tuple[str, str], ...]
    asked: tuple[tuple[str, str, bool, tuple[str, ...]], ...]  # subject, recommended, blocking, choices
    answered: tuple[str, ...]
    decisions: int
    written: tuple[str, ...]
    findings: tuple[tuple[str, str], ...]


def _answer(question: QuestionState, files: Mapping[str, str]) -> str:
    """Return the first choice, or words that say what is asked for."""
    asked = question.asked
    if asked is not None and (asked.choices or asked.recommended):
        return "1"
    is_place = asked is not None and asked.subject == "place"
    return next(path for path in files if path.endswith(".py")) if is_place else "`pytest` passes"


def decide(folder: Path, files: Mapping[str, str], goal: str) -> Decided:
    """Plan a goal, take the first answer to every question, and return what was decided."""
    planned = plan_in(folder, files, goal, "")
    for _ in range(10):
        question = next_question(planned.opened)
        if question is None:
            break
        answer_led(planned.opened, question.id, _answer(question, files), caller=ANN)
        take_turn(planned.opened, caller=ANN)
    after = planned.opened
    questions = [each for each in after.judgement.promises.questions if each.asked]
    created = after.judgement.promises.created
    skeleton = created.sections if created else {}
    return Decided(
        after.playbook.name,
        tuple((each.detector, each.subject) for each in planned.analysis.challenges),
        tuple(
            (
                each.asked.subject,
                each.asked.recommended if each.asked.choices else "",
                each.asked.blocking,
                tuple(each.asked.choices),
            )
            for each in questions
            if each.asked
        ),
        tuple(each.asked.subject for each in questions if each.asked and each.answers),
        len(after.judgement.promises.live_decisions),
        tuple(each.key for each in after.plan.sections if each.fingerprint != skeleton.get(each.key)),
        tuple((each.code, each.section) for each in after.judgement.findings),
    )


@pytest.mark.parametrize("name", GOALS)
def test_no_decision_changes_when_every_sentence_is_reworded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    files, goal = GOALS[name]
    plain = decide(tmp_path / "plain", files, goal)
    used = reword_all(monkeypatch)
    assert decide(tmp_path / "reworded", files, goal) == plain
    assert {"Question.text", "Question.why", "as_line"} <= used
    assert plain.asked, "a goal that raises no question shows nothing"


def test_rewording_leaves_no_word_and_no_code_span_changed() -> None:
    assert reword("We already have `a b` here.") == "eWo ydaerlao evaho `a b` ereho."
