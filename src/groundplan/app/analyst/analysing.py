"""The analyst set to work on a plan: the code surveyed for its goal, the ledger read for what was said."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple

from groundplan.app.judgement.codebase import read_for_the_first_time
from groundplan.app.plans.opened import find_others
from groundplan.app.talk.hearing import as_asked
from groundplan.code.files import find_installed, list_code, list_files
from groundplan.evidence.mentions import names_meant
from groundplan.evidence.pack import EvidencePack, own_names
from groundplan.plan.errors import Unreadable
from groundplan.planner.analyst import Said, analyse
from groundplan.planner.answers.fit import PLACE, adds_place, names_place, objects_to_place, without_denied
from groundplan.planner.answers.reconsidering import AGAIN
from groundplan.planner.answers.understanding import understand
from groundplan.planner.goal.reading import read_goal
from groundplan.survey.history.past import load_history

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.app.plans.opened import OpenPlan
    from groundplan.app.workspace import Workspace
    from groundplan.code.view import CodeView
    from groundplan.plan.promises import Promises
    from groundplan.planner.analyst import Analysis
    from groundplan.planner.answers.understanding import Understood


class Named(NamedTuple):
    """The places that the user named; `is_more`: beside those of the goal, not in their stead."""

    files: tuple[str, ...] = ()
    is_more: bool = False


NOWHERE = Named()


@contextmanager
def survey_for(
    workspace: Workspace, goal: str, *, besides: str = "", named: Named = NOWHERE
) -> Iterator[EvidencePack]:
    """Give the evidence pack of a goal; a history that cannot be read takes its facts away, not the pack."""
    code = workspace.code
    index = code.looking.index
    with code.steps():
        read_for_the_first_time(code, index)
        others, read = find_others(workspace, besides), read_goal(goal, own_names(index))
        notices = [] if besides else _tell_installed(workspace)
        code.step("Reading the history")
        try:
            history = load_history(index, code.on_history)
        except Unreadable as error:
            pack = EvidencePack(read, index, None, workspace.config, others, *named)
            pack.notices += notices
            pack.notices.append(f"The history was not taken into account: {error.message}")
            yield pack
            return
        with history:
            # A plan that was begun knows its place; what is read then is whether its facts still hold.
            code.step("Bringing the facts up to date" if besides else "Finding where the change goes")
            pack = EvidencePack(read, index, history, workspace.config, others, *named)
            pack.notices += notices
            yield pack


def _tell_installed(workspace: Workspace) -> list[str]:
    """Say which folders are not read as the project's code although git does not ignore them."""
    listed = list_files(workspace.repository)
    found = [each for each in find_installed(listed) if not each.endswith("__pycache__/")]
    if not found or len(list_code(workspace.repository)) == len(listed):
        return []
    named = ", ".join(f"`{each}`" for each in found[:3])
    return [f"Not read as the project's code: {named}. `.gitignore` keeps it out of commits as well"]


def read_said(opened: OpenPlan) -> Said:
    """Return what was asked and answered."""
    promises = opened.judgement.promises
    settled, asked = {}, {}
    for question in promises.questions:
        if question.asked is None or not question.asked.subject:
            continue
        subject = question.asked.subject
        asked[subject] = question.id
        if question.answer is not None:
            settled[subject] = understand(as_asked(question.asked), question.answer.text)
    return Said(settled, asked, _replies(opened), _decided(promises))


def _decided(promises: Promises) -> dict[str, str]:
    """Return which decision stands on each subject; one put again is the same subject."""
    subjects = {q.id: q.asked.subject.removeprefix(AGAIN) for q in promises.questions if q.asked}
    return {
        subjects[each.question]: each.id for each in promises.live_decisions if subjects.get(each.question)
    }


def named_files(opened: OpenPlan, index: CodeView, *, until: frozenset[str] = frozenset()) -> Named:
    """Return the places that the user named when asked for them, or in words that say where it goes.

    The newest naming takes the earlier ones back, but for a place that belongs to it, too; one that is said
    to be wrong is taken back alone. With `until`, only what was said before those entries counts.
    """
    promises = opened.judgement.promises
    place = next((q for q in promises.questions if q.asked and q.asked.subject == PLACE), None)
    answers = {answer.turn: answer.text for answer in place.answers} if place else {}
    found: list[str] = []
    is_more = False
    for turn in promises.turns:
        text = answers.get(turn.entry.id) or opened.talk.get(turn.entry.id)
        if not turn.replies or text is None or (until and not _came_before(turn.entry.id, until, promises)):
            continue
        named = names_meant(index, left := without_denied(text))
        if left != text and not turn.entry.body.get("question"):
            denied = {*names_meant(index, text)} - {*named}
            found = [each for each in found if each not in denied]
        is_meant = not turn.entry.body.get("question") and names_place(text, named)
        if adds_place(text) and named and (turn.entry.id in answers or is_meant):
            is_more = is_more or not found
            found += named
        elif turn.entry.id in answers or (objects_to_place(text) and named) or is_meant:
            found, is_more = list(named), False
    return Named(tuple(dict.fromkeys(found)), is_more)


def _replies(opened: OpenPlan) -> tuple[Understood, ...]:
    return tuple(
        understand(None, text)
        for turn in opened.judgement.promises.turns
        if turn.replies
        and not turn.entry.body.get("question")
        and (text := opened.talk.get(turn.entry.id)) is not None
    )


def _came_before(entry_id: str, others: frozenset[str], promises: Promises) -> bool:
    history = promises.history
    entry = history.get(entry_id)
    later = (history.get(other) for other in others)
    return entry is not None and any(each is not None and history.is_before(entry, each) for each in later)


def analyse_plan(opened: OpenPlan, pack: EvidencePack) -> Analysis:
    """Return what the analyst makes of a plan's goal, given everything said so far."""
    return analyse(pack.facts, opened.playbook, read_said(opened))
