"""The evidence about a goal: what code, history and documents say. Begins no plan and writes nothing."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING

from groundplan.app.judgement.codebase import read_for_the_first_time
from groundplan.app.plans.opened import find_others
from groundplan.app.queries.issues import issues_about
from groundplan.code.naming import pick_path, pick_symbol
from groundplan.evidence.gathering import gather
from groundplan.evidence.kinds import Certainty, Region
from groundplan.evidence.packing import MOST_SHOWN, pack
from groundplan.evidence.plan_files import find_plan_files
from groundplan.evidence.subject import Subject
from groundplan.plan.dataclass import dataclass
from groundplan.plan.errors import Misused, Unknown, Unreadable
from groundplan.plan.fact import FactKind, How, as_plain_fact
from groundplan.plan.hint import Hint, run
from groundplan.plan.late_regex import late_regex
from groundplan.rules.secrets import leave_out_of_tree, leave_out_secrets
from groundplan.survey.history.past import load_history
from groundplan.survey.where.corpus import definitions_of
from groundplan.survey.where.goal import read_goal
from groundplan.wording.facts import as_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundplan.app.workspace import Workspace
    from groundplan.code.view import CodeView
    from groundplan.evidence.kinds import Gathered, Verdict
    from groundplan.plan.fact import Fact
    from groundplan.survey.history.past import History

BUDGET = 12_000
GOAL_LIMIT = 200_000  # letters; longer ones are log files
_SHOWN_GOAL = 80
_BY_WORDS = frozenset({How.TEXT, How.RANKING})
_OF_PLACES = frozenset({FactKind.CALLERS, FactKind.TEST, FactKind.FAMILY})
_MOST = {FactKind.COMMIT: 3, FactKind.DOCUMENT: 4}  # where only some kinds are asked for
_LEFT_OUT = late_regex(r"‹[a-z0-9-]+ left out›")


@dataclass(frozen=True, slots=True)
class Asked:
    """What evidence is asked for: a goal, the places it is said to go to, how much may be put out."""

    goal: str
    at: tuple[str, ...] = ()
    budget: int = BUDGET
    as_json: bool = False  # what is put out is what is counted
    besides: str = ""  # id of the plan that asks: it is no other plan
    kinds: tuple[FactKind, ...] = ()  # only these, in this order; empty: all, in the order of reading


@dataclass(frozen=True, slots=True)
class Context:
    """The facts about a goal within a budget, and whether its places are found."""

    goal: str
    verdict: Verdict
    facts: tuple[Fact, ...]
    tokens: int
    budget: int
    left_out: int
    notices: tuple[str, ...] = ()

    @property
    def hint(self) -> Hint | str:
        """Return how to say the place, where it is not known."""
        if self.verdict.certainty is not Certainty.CANDIDATES:
            return ""
        goal = self.goal if len(self.goal) <= _SHOWN_GOAL and "\n" not in self.goal else "<goal>"
        return Hint("Say where it goes: ", run("context", goal, {"at": "<path>"}))


def context(workspace: Workspace, asked: Asked) -> Context:
    """Return the evidence about a goal; no model, no network, nothing written in the repository."""
    if not asked.goal.strip():
        raise Misused("The goal is empty", hint=Hint("Such as ", run("context", "retry failed uploads")))
    code = workspace.code
    notices: list[str] = []
    with code.steps():
        index = code.looking.index
        read_for_the_first_time(code, index)
        index.refresh()
        code.step("Reading the history")
        try:
            history = load_history(index, code.on_history)
        except Unreadable as error:
            notices.append(f"The history was not taken into account: {error.message}")
            return _gather(workspace, asked, None, notices)
        with history:
            notices += history.notices
            return _gather(workspace, asked, history, notices)


def _gather(workspace: Workspace, asked: Asked, history: History | None, notices: Sequence[str]) -> Context:
    index = workspace.code.looking.index
    workspace.code.step("Gathering evidence")
    # A password in a goal says nothing about code, and is looked for nowhere.
    text = _LEFT_OUT.sub(" ", leave_out_secrets(asked.goal[:GOAL_LIMIT]))
    regions, files = find_given(index, asked.at)
    goal = read_goal(text)
    issues, more = issues_about(workspace.repository, goal)
    subject = Subject(
        text,
        goal,
        index,
        history,
        workspace.config,
        given=regions,
        given_files=files,
        others=find_others(workspace, asked.besides),
        own_plans=find_plan_files(index),
        issues=issues,
    )
    gathered = gather(subject)
    facts = [_without_secrets(each) for each in _chosen(gathered, asked.kinds)]
    packed = pack(facts, asked.budget, _as_json if asked.as_json else as_text)
    return Context(
        text.strip(),
        gathered.verdict,
        packed.facts,
        packed.tokens,
        asked.budget,
        packed.left_out,
        (*notices, *more),
    )


def _chosen(gathered: Gathered, kinds: tuple[FactKind, ...]) -> list[Fact]:
    """Return the facts of some kinds in their order, without mere shared words and what was not found.

    Who uses a place that nobody found says nothing, and of commits and documents the foremost are enough.
    """
    if not kinds:
        return list(gathered.facts)
    is_placed = gathered.verdict.certainty in {Certainty.GIVEN, Certainty.FOUND}
    some: list[Fact] = []
    for each in gathered.facts:
        many = sum(one.kind is each.kind for one in some)
        if (
            each.kind in kinds
            and not each.is_absence
            and each.known.how not in _BY_WORDS
            and (is_placed or each.kind not in _OF_PLACES or _is_named(each, gathered.verdict))
            and many < _MOST.get(each.kind, many + 1)
        ):
            some.append(each)
    return sorted(some, key=lambda each: kinds.index(each.kind))


def _is_named(fact: Fact, verdict: Verdict) -> bool:
    """Tell whether a fact is about a place that the goal itself names."""
    return any(
        fact.subject == name or fact.subject.endswith((f"::{name}", f".{name}")) for name in verdict.named
    )


def _without_secrets(fact: Fact) -> Fact:
    """Return a fact without keys in what it quotes or names: what is shown here may be handed to a model."""
    places = tuple(
        replace(each, path=leave_out_secrets(each.path), quote=leave_out_secrets(each.quote))
        if number < MOST_SHOWN
        else each
        for number, each in enumerate(fact.places)
    )
    values = tuple((name, leave_out_of_tree(value)) for name, value in fact.values)
    return replace(fact, subject=leave_out_secrets(fact.subject), places=places, values=values)


def _as_json(fact: Fact) -> str:
    return json.dumps(as_plain_fact(fact), indent=1)


def find_given(index: CodeView, at: Sequence[str]) -> tuple[tuple[Region, ...], tuple[str, ...]]:
    """Return the definitions and the files that `PATH[::symbol]`s name; what is not there is refused."""
    regions: list[Region] = []
    files: list[str] = []
    for said in at:
        path, separator, name = said.partition("::")
        try:
            known = pick_path(index, path)
            if separator:
                regions.append(_find_region(index, known, name))
            else:
                files.append(known)
        except Unknown as error:
            look = run("code find", name or path.rpartition("/")[2])
            raise Unknown(error.message, hint=error.hint or Hint("Look for it: ", look)) from error
    return tuple(regions), tuple(files)


def _find_region(index: CodeView, path: str, name: str) -> Region:
    if index.outline(path) is None:
        return _sketched(index, path, name)
    found = pick_symbol(index, f"{path}::{name}")
    return Region(found.path, found.definition)


def _sketched(index: CodeView, path: str, name: str) -> Region:
    """Return a definition of a file in a language that is not parsed, by the shape of its lines."""
    wanted = name.replace("#", ".").replace("::", ".")
    found = definitions_of(index, path, index.text(path) or b"")
    for each in found:
        if wanted in (each.qualified, each.name):
            return Region(path, each)
    raise Unknown(
        f"`{name}` was not found in `{path}`, whose language is not parsed",
        hint=f"Give the file alone: `--at {path}`",
    )
