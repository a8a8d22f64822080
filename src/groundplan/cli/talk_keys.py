"""What is possible in the talk where a line looks like a key of it, and is none."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.app.analyst.leading import next_question
from groundplan.plan.late_regex import late_regex

if TYPE_CHECKING:
    from groundplan.app.plans.opened import OpenPlan

_CHANGE_WHAT = late_regex(r"(?:change|correct|re-?answer)(?: (?:my|the|an))?(?: answers?)?")
_FEW = 4  # words after which a line that begins with a key is talk


def no_key(opened: OpenPlan, words: str) -> str:
    """Return what is possible where words look like a key or a command and are none; else nothing."""
    said = words.casefold().rstrip(".!")
    if words.startswith("e ") and len(words.split()) <= _FEW:
        titles = [section.title or section.key for section in opened.plan.sections]
        return f"There is no section `{words[2:]}`. Sections: {', '.join(titles)}"
    if _CHANGE_WHAT.fullmatch(said):
        answered = [each for each in opened.judgement.promises.questions if each.answer is not None]
        if not answered:
            return "No question is answered yet."
        named = ", ".join(each.name for each in answered)
        return f"Say which answer changes: `change {answered[-1].name}`. Answered: {named}"
    if said in {"skip", "next", "later", "pass"} and next_question(opened) is not None:
        return "A question cannot be skipped: `q` leaves it open for later, `?` explains it."
    if said in {"undo", "back", "u"}:
        told = "`change Q1` answers anew; `q`, then `groundplan undo` takes back a write."
        return f"The talk takes nothing back: {told}"
    return ""


def how_to_change(opened: OpenPlan) -> str:
    """Return how the newest answer is given anew; empty where nothing is answered."""
    questions = opened.judgement.promises.questions
    answered = [each.name for each in questions if each.answer is not None and not each.is_open]
    return f", `change {answered[-1]}` answers anew" if answered else ""
