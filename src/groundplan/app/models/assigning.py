"""What a model is given to draft a plan from: the brief, the plan so far, and what is held against it."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING

from groundplan.app.analyst.analysing import analyse_plan, named_files, survey_for
from groundplan.app.analyst.leading import is_drafted
from groundplan.app.analyst.questions import new_questions
from groundplan.app.brains.briefing import BUDGET, Wanted, brief
from groundplan.app.brains.briefing_text import render_brief
from groundplan.app.changes.previewing import copies_to_read, find_waiting, plan_to_read
from groundplan.app.changes.writing import resolve_key
from groundplan.app.models.manners import find_talk
from groundplan.app.models.objected_code import show_cited, show_measured
from groundplan.app.plans.goal import read_goal_text
from groundplan.app.probes.attempts import list_allowed
from groundplan.plan.errors import Misused
from groundplan.plan.hint import Hint, run
from groundplan.planner.answers.fit import CRITERION, PLACE
from groundplan.planner.brains.brief import WRITTEN
from groundplan.planner.brains.drafter import Assignment, Objected
from groundplan.store.proposals import read_proposals

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from groundplan.app.plans.opened import OpenPlan
    from groundplan.planner.brains.brief import Brief

_OWN_WORK = (PLACE, CRITERION)  # whoever drafts looks for the place, and says what shows that it is done
_TOLD = ("section", "quote", "because", "change", "evidence")


def assign_talk(opened: OpenPlan, *, root: str = "") -> Assignment:
    """Return what there is to talk about: the plan as far as it is, what was said, what may be written."""
    talk = find_talk(opened)
    spell = partial(render_brief, program="")
    told = brief(opened, Wanted((), 0 if root else BUDGET, spell))
    # Nobody needs the form of a section that may not be written.
    told = told if talk.may_write else replace(told, sections=(), rules=())
    raised = () if is_drafted(opened) else _raised(opened)
    return Assignment(
        spell(told),
        told,
        root,
        _plan_so_far(opened),
        questions=raised,
        allowed=list_allowed(opened),
        talk=talk,
    )


def to_mend(task: Assignment, keys: Collection[str]) -> Assignment:
    """Return what whoever mends needs: the forms of the sections in question, and no facts to begin from."""
    if task.told is None:
        return task
    some = tuple(each for each in task.told.sections if {each.key, *each.keys} & {*keys})
    told = replace(task.told, sections=some, facts=(), left_out=())
    return replace(
        task, brief=render_brief(told, program=""), computed="", questions=(), cited=(), measured=()
    )


def assign(
    opened: OpenPlan,
    model: str,
    *,
    root: str = "",
    sections: Sequence[str] = (),
    leaves: Collection[str] = (),
) -> Assignment:
    """Return what there is to draft: what is open, what is to be mended, or the sections that are named.

    Some sections may be left to another model.
    """
    keys = tuple(resolve_key(opened, name) for name in sections)
    spell = partial(render_brief, program="")
    # Whoever cannot open files plans from the facts alone.
    told = brief(opened, Wanted(keys, 0 if root else BUDGET, spell))
    waiting = tuple(each.key for each in find_waiting(opened)[0])
    mine = tuple(each for each in told.sections if each.key not in leaves)
    told = replace(told, proposals=() if keys else waiting, sections=mine)
    raised = opened.judgement.promises.attacks.open
    objections = tuple(
        Objected(each.name, *(getattr(each.objection, name) for name in _TOLD)) for each in raised
    )
    if not (keys or objections or _is_open(told)):
        again = run("write", {"with": model}, "<section>").on(opened.known.handle)
        raise Misused(
            f"Nothing is open or wrong in plan `{opened.known.slug}`",
            hint=Hint("Name the sections to write anew: ", again),
        )
    # Whoever mends a whole plan has the facts in it.
    told = replace(told, facts=(), left_out=()) if objections else told
    return Assignment(
        brief=spell(told),
        told=told,
        root=root,
        plan=_plan_so_far(opened),
        rewritten=tuple(each.heading for each in told.sections) if keys else (),
        computed=_computed(opened),
        questions=() if objections else _raised(opened, besides=_OWN_WORK),
        objections=objections,
        # Whoever reads the code alone needs none of it here.
        cited=()
        if root
        else show_cited(opened.workspace.code, chain(*(each.evidence for each in objections))),
        measured=show_measured(raised),
        allowed=list_allowed(opened),
    )


def _is_open(told: Brief) -> bool:
    left = (each for each in told.sections if each.required and each.key not in told.proposals)
    return bool(told.findings) or any(each.state != WRITTEN for each in left)


def _plan_so_far(opened: OpenPlan) -> str:
    """Return the plan with what is proposed for it, once somebody wrote in it: the facts are in the brief."""
    is_written = any(not each.is_composed for each in opened.judgement.promises.revisions)
    if not (is_written or find_waiting(opened)[0]):
        return ""
    return "\n".join(copies_to_read(opened, plan_to_read(opened)).values())


def _computed(opened: OpenPlan) -> str:
    """Return the sections that follow from the code alone and wait for somebody to take them."""
    kept = read_proposals(opened.workspace.folder, opened.known.id) or ()
    ours = (each for each in kept if each.kind == "section" and not each.is_anothers)
    return "\n\n".join(f"{each.title}\n\n{each.text}" for each in ours)


def _raised(opened: OpenPlan, besides: Collection[str] = ()) -> tuple[str, ...]:
    """Return what the analysis would ask and nobody has asked yet, some subjects left out."""
    named = named_files(opened, opened.workspace.code.looking.index)
    goal = read_goal_text(opened)
    with survey_for(opened.workspace, goal, besides=opened.known.id, named=named) as pack:
        fresh = new_questions(analyse_plan(opened, pack), opened)
    asked = (each for each in fresh if each.subject not in besides)
    return tuple(" ".join(filter(None, (each.text, each.why))) for each in asked)
