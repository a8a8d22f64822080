"""Tasks that follow from the code alone: one for each file that has the name or imports the package.

A rename or a replacement says itself what is to be done with a place, so nobody's judgement is needed to list
the places. They are proposed, and written when everything that was asked about the goal is answered.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from groundplan.evidence.renames import REPLACE, is_alone, is_unmistakable, read_rename
from groundplan.markdown.rendering import Content, render_section
from groundplan.plan.dataclass import dataclass
from groundplan.plan.fact import FactKind, How
from groundplan.plan.late_regex import late_regex
from groundplan.planner.brief import SectionDraft
from groundplan.planner.phrases import listing
from groundplan.planner.questions.deployment import WARNS
from groundplan.rules.secrets import leave_out_secrets
from groundplan.survey.manifest.facts import normal_name
from groundplan.survey.sources import part
from groundplan.survey.where.kinds import Part, is_release_history
from groundplan.wording.fact_lines import as_clause

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from groundplan.evidence.renames import Rename
    from groundplan.plan.fact import CodePlace, Fact
    from groundplan.plan.playbook import Playbook, RecordSpec

MOST = 40  # tasks; nobody reads more, and a script does them
# Where a file cannot use a package without importing it; elsewhere a path or a name is enough.
_IMPORTING = frozenset({"pypi", "npm", "go"})
_NAMING = {"cargo": ".rs"}  # where a path with its name is enough, and in which files
_BY_IMPORT = (
    "Only files that import it are listed: a setting, a script or a call through a string may use it, too."
)
_BY_NAME = "Steps are for files of code and tests, matched by name."
_LISTED = 4
_PLAIN = late_regex(r"[\w./+-]+")
_WORKED_ON = frozenset({Part.CODE, Part.TEST})


@dataclass(frozen=True, slots=True)
class Step:
    """What is to be done in one file, and the command that shows it, with its result."""

    words: str
    path: str
    check: str = ""


@dataclass(frozen=True, slots=True)
class Determined:
    """The tasks of a change, each with its file, and the fact that they follow from."""

    fact: Fact
    tasks: tuple[Step, ...]  # none where the goal says more
    places: tuple[CodePlace, ...]  # the files, each with its lines
    limits: str  # what the tasks leave out, in a sentence


def determine(goal: str, facts: Sequence[Fact], kept: str = "") -> Determined | None:
    """Return what a goal changes whose first line renames a name or replaces a package; else nothing.

    Its tasks as well where that is all the goal says. `kept` says that the old name goes on working for
    callers outside, and whether it warns them.
    """
    title = goal.strip().partition("\n")[0]
    renamed, replaced = read_rename(title), REPLACE.search(title)
    found = None
    if renamed:
        found = _renamed(renamed, facts, kept) if renamed.new else None
    elif replaced:
        found = _replaced(replaced[1] or replaced[2], replaced[3] or "", facts)
    if found is None or not 1 < len(found.places) <= MOST:
        return None
    return found if is_alone(goal) else replace(found, tasks=())


def renamed_name(goal: str) -> str:
    """Return the name that a goal's first line renames, without what it is in, or nothing."""
    found = read_rename(goal)
    return found.old if found else ""


def _renamed(asked: Rename, facts: Sequence[Fact], kept: str) -> Determined | None:
    """Return a task for each file of code with the name, where that is one definition's alone."""
    name, new = asked.old, asked.new
    defined = [
        fact for fact in facts if fact.kind is FactKind.DEFINITION and fact.subject in {asked.said, name}
    ]
    if [(fact.known.how, fact.total) for fact in defined] != [(How.SYNTAX, 1)]:
        return None  # of two definitions of a name, nothing here says which of them a place means
    fact = next((each for each in facts if each.kind is FactKind.OCCURRENCES and each.subject == name), None)
    if fact is None or not fact.places or not is_unmistakable(fact):
        return None
    home = defined[0].places[0].path
    places = sorted(filter(_is_worked_on, fact.places), key=lambda place: place.path != home)
    tasks = [
        Step(
            f"Rename `{name}` to `{new}` in `{each.path}`: {_times(each)}",
            each.path,
            _found(new, home) if kept and each.path == home else _gone(name, each.path),
        )
        for each in places
    ]
    if kept:
        does = "warns and calls" if kept == WARNS else "calls"
        tasks.insert(
            1, Step(f"Keep `{name}` working in `{home}`: it {does} `{new}`", home, _found(name, home))
        )
    return Determined(fact, tuple(tasks), tuple(places), f"{_BY_NAME}{_left_open(fact)}")


def _gone(name: str, path: str) -> str:
    """Return the command that shows that a file has a name no more."""
    return f"`{command}` finds nothing" if (command := _search(name, path)) else ""


def _found(name: str, path: str) -> str:
    """Return the command that shows that a file has a name."""
    return f"`{command}` finds it" if (command := _search(name, path)) else ""


def _search(name: str, path: str) -> str:
    """Return what looks for a name in a file, where both are words that a shell takes as they are."""
    return f"git grep -nw {name} -- {path}" if _PLAIN.fullmatch(f"{name}/{path}") else ""


def _left_open(fact: Fact) -> str:
    """Name the files that have a name and no step; what the release history says stays."""
    left = [each for each in fact.places if not (_is_worked_on(each) or is_release_history(each.path))]
    if not left:
        return ""
    listed = listing([f"`{each.cited}`" for each in left], _LISTED)
    return f" No step is written yet for {listed}: whether the name changes there is open."


def _times(place: CodePlace) -> str:
    if place.count == 1:
        return f"it appears once, at `{place.cited}`"
    return f"it appears {place.count} times, first at `{place.cited}`"


def _replaced(old: str, new: str, facts: Sequence[Fact]) -> Determined | None:
    """Return a task for each manifest that declares a package and for each file that imports it."""
    fact = next(
        (
            each
            for each in facts
            if each.kind is FactKind.DEPENDENCY
            and not each.is_absence
            and normal_name(each.subject) == normal_name(old)
        ),
        None,
    )
    if fact is None or not fact.value("imports") or (new and normal_name(old) == normal_name(new)):
        return None
    declared = tuple(
        {each.path: each for each in reversed(fact.places[: fact.value("declared", 0)])}.values()
    )[::-1]
    used = _used(fact, facts)
    if not used:
        return None
    tasks = [
        Step(
            f"Declare `{new}`, if it needs that, in place of `{fact.subject}` at `{each.cited}`",
            each.path,
        )
        for each in declared
    ]
    tasks += [
        Step(f"Replace `{fact.subject}` by `{new}` in `{each.path}`, first at `{each.cited}`", each.path)
        for each in used
    ]
    return Determined(fact, tuple(tasks), (*declared, *used), _BY_IMPORT)


def _used(fact: Fact, facts: Sequence[Fact]) -> tuple[CodePlace, ...]:
    """Return the files that use a package: those that import it, or name it where that is enough."""
    homes = set(fact.value("ecosystems", ()))
    if homes <= _IMPORTING:
        return fact.places[fact.value("declared", 0) :]
    endings = tuple(_NAMING[each] for each in homes if each in _NAMING)
    if not homes <= {*_IMPORTING, *_NAMING}:
        return ()
    name = fact.subject.replace("-", "_")
    named = next((each for each in facts if each.kind is FactKind.OCCURRENCES and each.subject == name), None)
    return tuple(each for each in named.places if each.path.endswith(endings)) if named else ()


def _is_worked_on(place: CodePlace) -> bool:
    return part(place.path) in _WORKED_ON


def draft_tasks(playbook: Playbook, found: Determined | None, measure: str = "") -> Iterator[SectionDraft]:
    """Yield the section for tasks with those that the code determines, in the playbook's own form.

    `measure` is how one knows that all of it is done: the last task is verified by it. Where tasks belong
    to phases, which phase one belongs to is not known: nothing is proposed there.
    """
    for section in playbook.sections if found and found.tasks else ():
        spec = next((each for each in section.records if each.kind == "task"), None)
        if (
            found
            and spec
            and not section.repeats
            and not any(each.kind == "phase" for each in section.records)
        ):
            records = [_record(spec, each) for each in found.tasks[:-1]]
            records.append(_record(spec, found.tasks[-1], measure=leave_out_secrets(measure)))
            told = f"Found in the code: {as_clause(found.fact)}. {found.limits}"
            text = render_section(section, Content({}, leave_out_secrets(told), records))
            yield SectionDraft(section.key, text)
            return


def _record(spec: RecordSpec, step: Step, *, measure: str = "") -> dict[str, str]:
    given = spec.given_fields
    shown = ". ".join(each for each in (step.check, measure) if each)
    words = f"{step.words}. Verify: {shown}" if shown and "verification" not in given else step.words
    named = {"title" if "title" in given else "text": words, "kind": spec.kind}
    told = {"files": f"`{step.path}`", "verification": shown}
    return named | {name: value for name, value in told.items() if value and name in given}
