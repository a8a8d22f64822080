"""What a requirement takes for granted until a person confirms it: its databases, frameworks and its cost."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.plan.late_regex import late_regex
from groundplan.planner.phrasing import DEFAULT, PERSON, codes, join, open_mark
from groundplan.planner.question import Choice, Question
from groundplan.planner.support import (
    DATABASES_SUBJECT,
    FRAMEWORKS_SUBJECT,
    known_databases,
    known_frameworks,
)
from groundplan.planner.variants import own_callers
from groundplan.planner.writers.phrases import counted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.planner.brief import Brief
    from groundplan.planner.pack import EvidencePack
    from groundplan.planner.support import Supported

SLOWDOWN_SUBJECT = "assumption:slowdown"
SLOWDOWN = "5 %"  # what an earlier template of such requirements allows
_PERCENT = late_regex(r"\d{1,3}(?:\.\d+)?\s?%")


def ask_to_confirm(pack: EvidencePack, subject: str) -> Iterator[Question]:
    """Ask whether what is taken for granted on a subject holds; nothing where there is nothing to ask."""
    if subject == DATABASES_SUBJECT:
        met = [each for each in known_databases(pack) if each.is_met]
        if len(met) > 1:
            yield _which(subject, "work on", "databases", met, _where(pack, met))
    elif subject == FRAMEWORKS_SUBJECT:
        met = [each for each in known_frameworks(pack) if each.is_met]
        if len(met) > 1:
            yield _which(subject, "show in the integrations of", "frameworks", met, _reached(met))
    elif subject == SLOWDOWN_SUBJECT:
        yield _slowdown(pack)


def _which(subject: str, verb: str, what: str, met: list[Supported], why: str) -> Question:
    names = join([each.name for each in met], 12)
    return Question(
        subject,
        f"Must it {verb} all {len(met)} {what}: {names}?",
        why,
        (Choice("all", "All of them"), Choice("other", "Not all: I name those that are out of scope")),
        "all",
        weight=0.2,
        assumption=f"It has to {verb} {names}",
    )


def _where(pack: EvidencePack, met: list[Supported]) -> str:
    source = _source(pack, met)
    named = [each for each in met if each.spots]
    shown = codes([spot for each in named for spot in each.spots[:1]], 3)
    seen = f"the code near the change names {len(named)} of them, first at {shown}" if named else (
        "the code near the change names none of them"
    )  # fmt: skip
    return f"{source}; {seen}."


def _reached(met: list[Supported]) -> str:
    near = [each for each in met if each.files]
    first = codes([each.files[0] for each in near], 3)
    return (
        f"{len(near)} of {counted(len(met), 'framework')} import the files to change, first {first}."
        if near
        else "No file of theirs imports the files to change."
    )


def _source(pack: EvidencePack, met: list[Supported]) -> str:
    if met[0].is_declared:
        return f"The profile of {pack.config.profile.name or 'this project'} declares them"
    own = [each.home for each in met if each.home]
    return (
        f"The repository has code for them, such as {codes(own, 2)}" if own else "The manifests declare them"
    )


def _slowdown(pack: EvidencePack) -> Question:
    callers = len(own_callers(pack))
    return Question(
        SLOWDOWN_SUBJECT,
        f"May a call of the code to change get slower, by at most {SLOWDOWN}?",
        f"Nothing in the repository names a figure; {counted(callers, 'caller')} would pay for it.",
        (
            Choice("as-written", f"At most {SLOWDOWN} slower at every size measured"),
            Choice("other", "Another figure, which I name"),
        ),
        "as-written",
        weight=0.1,
        assumption=f"A call may get at most {SLOWDOWN} slower",
    )


def allowed_slowdown(brief: Brief) -> str:
    """Return how much slower a call may get, with where that figure comes from."""
    answer = brief.settled.get(SLOWDOWN_SUBJECT)
    named = _PERCENT.search(answer.text) if answer else None
    return f"{named[0] if named else SLOWDOWN} {granted(brief, SLOWDOWN_SUBJECT)}"


def granted(brief: Brief, subject: str) -> str:
    """Return the label of what is taken for granted: a default with its open question, or a person's word."""
    return PERSON if subject in brief.settled else f"{DEFAULT}{open_mark(brief, subject)}"
