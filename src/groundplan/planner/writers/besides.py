"""What users say besides answering: demands that no question asked for."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.plan.late_regex import late_regex
from groundplan.planner.answer_deferral import without_put_off

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.planner.answers import Understood
    from groundplan.planner.brief import Brief

_SENTENCE = late_regex(r"(?<=[.!?;])[\"”']{0,2}\s+|\n+")
_CODE = late_regex(r"`([^`\n]{2,120})`")
_SHORTEST = 3  # words; `use that` asks for nothing of its own
_MOST = 4
_LEAD = late_regex(r"^(?:for now,? )?(?:but |and |so |then |also |please |let['’]?s |we )*", re.IGNORECASE)
# An order to whoever writes the plan is none to whoever changes the code.
_ABOUT_PLAN = late_regex(
    r"\b(?:plan|sections?|options?|questions?|proposals?|document|paragraph|summar\w+|rewrite)\b",
    re.IGNORECASE,
)
_ORDER = late_regex(
    r"(?:add|allow|make|support|raise|return|use|handle|keep|accept|reject|log|retry|skip|limit|call|read|write"
    r"|send|store|validate|check|warn|print|show|fail|stop|respect|preserve|expose|treat|cache|ignore|do not"
    r"|don['’]t)\b"
    r"|\w+(?: \w+){0,6} (?:must|should|shall|needs? to|ha(?:s|ve) to)\b",
    re.IGNORECASE,
)


def said_besides(brief: Brief) -> tuple[str, ...]:
    """Return the demands in replies, and in what follows the sentence that answers a question."""
    texts = [each for subject in brief.settled for each in _after_answer(brief, subject)]
    texts += [each for reply in brief.replies for each in _sentences(reply)]
    return tuple(dict.fromkeys(texts))[:_MOST]


def _after_answer(brief: Brief, subject: str) -> Iterator[str]:
    """Yield what an answer asks for beyond the choice it takes: not the choice said in other words."""
    answer = brief.settled[subject]
    question = next((each for each in brief.questions if each.subject == subject), None)
    taken = question.choice(answer.choice) if question and answer.choice else None
    if taken is None or answer.text == taken.text:
        return
    named = [name.casefold() for name in _CODE.findall(taken.text)]
    for each in _sentences(answer):
        if not answer.text.startswith(each) and not any(name in each.casefold() for name in named):
            yield each


def _sentences(said: Understood) -> Iterator[str]:
    """Yield the sentences that ask for something, without what they put off or leave out."""
    if said.dropped or said.is_unsure:
        return
    for each in _SENTENCE.split(said.text.strip()):
        told = _LEAD.sub("", without_put_off(each)).strip(" .;!")
        is_left_out = any(thing.casefold() in told.casefold() for thing in said.out_of_scope)
        if len(told.split()) < _SHORTEST or "?" in each or _ABOUT_PLAN.search(told) or is_left_out:
            continue
        if _ORDER.match(told):
            yield told
