"""Solution design: alternatives that the code really offers, one recommended, and what is assumed."""

from __future__ import annotations

from string import ascii_uppercase
from typing import TYPE_CHECKING

from groundplan.plan.dataclass import dataclass
from groundplan.planner.brief import SectionDraft
from groundplan.planner.facts.debt import find_debt, topics_of
from groundplan.planner.goal import GoalKind
from groundplan.planner.writers.phrases import bullets, clause, code, counted, sentence
from groundplan.planner.writers.registry import writer
from groundplan.planner.writers.strategy import choose_strategy
from groundplan.planner.writers.work_for_refactoring import find_reshaped
from groundplan.planner.writers.work_kind import kind_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.plan.playbook import SectionSpec
    from groundplan.planner.brief import Brief


@dataclass(frozen=True, slots=True)
class Way:
    """One way to do it, and what the evidence says for and against it."""

    name: str
    approach: str
    pros: str
    cons: str


@writer("campaign-options")
def write_options(brief: Brief, spec: SectionSpec) -> Iterator[SectionDraft]:
    """Write the alternatives that the evidence offers and the one it speaks for."""
    ways, taken, reason = weigh(brief)
    blocks = []
    for letter, way in zip(ascii_uppercase, ways, strict=False):
        fields = bullets([f"**Approach:** {way.approach}", f"**Pros:** {way.pros}", f"**Cons:** {way.cons}"])
        blocks.append(f"#### Option {letter}: {way.name}\n\n{fields}")
    chosen = ascii_uppercase[taken]
    blocks.append(f"#### Recommendation: Option {chosen}\n\n- **Rationale:** {reason}")
    yield SectionDraft(spec.key, "\n\n".join(blocks))


def weigh(brief: Brief) -> tuple[list[Way], int, str]:
    """Return the ways, which one is recommended, and why."""
    kind = kind_of(brief.pack)
    if kind is GoalKind.MIGRATION or any(
        spec.writer == "migration-strategy" for spec in brief.playbook.sections
    ):
        chosen = choose_strategy(brief)
        ways = [Way(each.name, each.approach, each.pros, each.cons) for each in chosen.judged]
        return ways, [each.name for each in ways].index(chosen.name), chosen.reason
    if kind is GoalKind.DEBT:
        return _weigh_debt(brief)
    if kind is GoalKind.REFACTOR:
        return _weigh_refactoring(brief)
    return _weigh_feature(brief)


def _weigh_feature(brief: Brief) -> tuple[list[Way], int, str]:
    """Return reuse, extension and a new module, as far as the code offers each."""
    pack = brief.pack
    found = {"reuse": _reuse(brief), "extend": _extend(brief), "new": _beside(brief)}
    ways = {name: way for name, way in found.items() if way is not None}
    if len(ways) < 2:
        ways["leave"] = _LEAVE
    names = list(ways)
    alike, target = next(iter(pack.alike), None), next(iter(pack.targets), None)
    if alike is not None and "reuse" in {brief.chosen(q.subject) for q in brief.questions}:
        name, why = "reuse", f"{code(alike.region.citation)} already does something like it"
    elif pack.is_new or target is None:
        reason = clause(pack.new_files[0].why) if pack.new_files else "where it goes is not settled"
        name = "new"
        why = f"Nothing there does it yet ({reason}); {counted(len(pack.callers), 'caller')} stay as they are"
    else:
        because = clause(target.why[0]) if target.why else "the best match"
        name, why = "extend", f"The goal's words lead to {code(target.path)} ({because})"
    return list(ways.values()), names.index(name), f"{why} (computed)."


def _reuse(brief: Brief) -> Way | None:
    alike = next(iter(brief.pack.alike), None)
    if alike is None:
        return None
    why = clause(alike.why[0]) if alike.why else "it does something like it"
    return Way(
        f"Reuse {alike.region.definition.name}",
        f"Build on {code(alike.region.citation)}: {why}.",
        f"{counted(alike.region.definition.size, 'line')} that stand there and do something like it already.",
        "It was written for other callers, and they feel every change to it.",
    )


def _extend(brief: Brief) -> Way | None:
    pack = brief.pack
    target = next(iter(pack.targets), None)
    if target is None:
        return None
    callers = {each.path for each in pack.callers}
    where = f", at {code(target.regions[0].citation)}" if target.regions else ""
    there = sum(each.exists for each in pack.tests)
    return Way(
        f"Extend {target.path.rpartition('/')[2]}",
        f"Change {code(target.path)} where it stands{where}.",
        f"No file is added, and {counted(there, 'test file')} cover the place already."
        if there
        else "No file is added.",
        f"{counted(len(pack.callers), 'caller')} in {counted(len(callers), 'file')} run through it.",
    )


def _beside(brief: Brief) -> Way:
    pack = brief.pack
    target = next(iter(pack.targets), None)
    beside = pack.new_files[0].beside if pack.new_files else target.path if target else ""
    where = f"{code(pack.new_files[0].path)} (new)" if pack.new_files else "a module of its own"
    return Way(
        "New module",
        f"Add {where} and call it from {code(beside)}." if beside else f"Add {where}.",
        "What is there keeps its behaviour, and the new part is tested alone.",
        "One more module and one more import; two places to read.",
    )


_LEAVE = Way(
    "Leave the code as it is",
    "Meet the goal by configuration or documentation alone.",
    "0 files change.",
    "Nothing in the code does what the goal asks for.",
)


def _weigh_refactoring(brief: Brief) -> tuple[list[Way], int, str]:
    shape = find_reshaped(brief.pack)
    users, uses = len(shape.users), shape.uses
    where = f"{counted(uses, 'use')} in {counted(users, 'product file')}"
    ways = [
        Way(
            "Leaves first, old form beside the new",
            f"The new form is added, {where} move in the order of the imports, then the old form leaves.",
            "Every step passes the tests alone and can be taken back alone.",
            "Two forms stand in the code until the last caller has moved.",
        ),
        Way(
            "All in one change",
            f"One change takes {where} to the new form.",
            "One form at any time.",
            (
                f"One review covers {counted(users + len(shape.homes), 'file')}, and the way back is "
                "to revert all of it."
            ),
        ),
    ]
    taken = 0 if users > 3 else 1
    why = "too many for one reviewed change" if taken == 0 else "few enough for one reviewed change"
    return ways, taken, f"{where} are {why} (computed)."


def _weigh_debt(brief: Brief) -> tuple[list[Way], int, str]:
    debt = find_debt(brief.pack)
    topics = ", ".join(topics_of(brief.pack.goal.text))
    worst = next(iter(debt.untested), None)
    hot = (
        f"{code(worst.path)} alone has {counted(worst.measure.branches, 'branch', 'branches')} and no test"
        if worst
        else "0 files with functions lack a test"
    )
    ways = [
        Way(
            "Worst first",
            f"Pay back {topics} where the counts are worst, in phases of their own.",
            f"The numbers fall where they are highest: {hot}.",
            "Work that no feature asks for, done beside features.",
        ),
        Way(
            "As files are touched",
            "Whoever changes a file pays back its debt in the same change.",
            "No phase of its own, and only files that change are worked on.",
            f"Files that nobody touches stay as they are: {_untouched(brief)}.",
        ),
    ]
    return ways, 0, f"{sentence(hot)} (computed)"


def _untouched(brief: Brief) -> str:
    spots = find_debt(brief.pack).untested
    still = sum(not each.recent for each in spots)
    return f"{still} of {counted(len(spots), 'untested file')} had no commit in twelve months"
