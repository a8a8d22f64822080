"""The goal's words after decisions: what was decided against is not proposed, what was taken is sure."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.plan.late_regex import late_regex
from groundplan.planner.question import REUSE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.planner.brief import Brief
    from groundplan.planner.question import Choice, Question

_CODE = late_regex(r"`([^`\n]{2,120})`")
_JOINTS = (
    r"with|using|via|through|by|from|in|on|of|based on|backed by|powered by|on top of|like|such as|e\.g\."
    r"|maybe|perhaps|possibly|probably|say"
)


def as_decided(brief: Brief, text: str) -> str:
    """Return words of the goal as decided: `with APScheduler` goes, `maybe Redis` becomes `with Redis`."""
    for name in _taken(brief):
        text = re.sub(rf",? (?:maybe|perhaps|possibly|probably) (?=`?{re.escape(name)}\b)", " with ", text)
    for name, taken in _rejected(brief):
        spoken = rf"(?:the |an? )?`?{re.escape(name)}`?(?![\w./-])"
        text = re.sub(rf" \((?:(?:{_JOINTS})\s){{0,2}}{spoken}\)", "", text, flags=re.IGNORECASE)
        text = re.sub(rf",?(?:\s(?:{_JOINTS})){{1,3}} {spoken}", "", text, flags=re.IGNORECASE)
        if re.search(rf"(?<![\w./-]){spoken}", text, re.IGNORECASE):
            text = f"{text} (decided: {taken})"
    return text


def _decided(brief: Brief) -> Iterator[tuple[Question, Choice]]:
    for question in brief.questions:
        answer = brief.settled.get(question.subject)
        taken = question.choice(answer.choice) if answer and answer.choice else None
        if taken is not None and question.choice(REUSE) is not None:
            yield question, taken


def _taken(brief: Brief) -> Iterator[str]:
    for _, taken in _decided(brief):
        yield from _CODE.findall(taken.text)


def _rejected(brief: Brief) -> Iterator[tuple[str, str]]:
    """Yield the names of code or packages that only choices not taken have, each with what was taken."""
    for question, taken in _decided(brief):
        kept = set(_CODE.findall(taken.text))
        others = [name for each in question.choices if each is not taken for name in _CODE.findall(each.text)]
        yield from ((name, taken.text) for name in dict.fromkeys(others) if name not in kept)
