"""How success is measured: a goal that does not say so gets a proposal out of its own tests and counts."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.code.imports import find_cycles
from groundplan.evidence.places import PLAINLY
from groundplan.plan.late_regex import late_regex
from groundplan.planner.answers.fit import PLACE
from groundplan.planner.facts.replacement import find_replacement
from groundplan.planner.facts.where import known_targets
from groundplan.planner.goal.goal import GoalKind
from groundplan.planner.phrases import code, counted, listing
from groundplan.planner.question import Question
from groundplan.planner.remembering import once
from groundplan.survey.hotspots import find_hotspots

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from groundplan.code.imports import Edge
    from groundplan.evidence.kinds import Region, TestPlace
    from groundplan.planner.challenge import Challenge
    from groundplan.planner.pack import EvidencePack
    from groundplan.survey.history.facts import Churn

SUBJECT = "criterion"
_SPEED = late_regex(
    r"\b(?:faster|quicker|speed ?up|slow(?:er|ly)?|performance|performant|latency|throughput|optimi[sz]e)\b",
    re.IGNORECASE,
)
_MEMORY = late_regex(
    r"\b(?:less memory|memory (?:usage|use|consumption|leak)|out of memory)\b", re.IGNORECASE
)
_GOES = late_regex(
    r"\b(?:rename|remove|drop|delete|replace|migrate|get rid of|move away from)\b", re.IGNORECASE
)
_MOST_TESTS = 3
_TEST = "How will we know that it is done?"
_OPEN = "How would somebody else see that it is done?"
_FOLDER = late_regex(r"[\w.-]+(?:/[\w.-]+)+/?|[\w.-]+/")
PAID = 6  # of each kind: the worst are a plan, all of them are a list
COMPLEX = 10  # forks of one function from which it is counted; McCabe's own limit
TOPICS: Mapping[str, re.Pattern[str]] = {
    "tests": re.compile(r"\b(?:tests?|testing|untested|coverage)\b", re.IGNORECASE),
    "cycles": re.compile(r"\b(?:cycles?|cyclic|circular|rings?)\b", re.IGNORECASE),
    "complexity": re.compile(r"\b(?:complex\w*|branch\w*|long functions?|hotspots?)\b", re.IGNORECASE),
    "documentation": re.compile(r"\b(?:docs?|documentation|docstrings?|undocumented)\b", re.IGNORECASE),
    "dependencies": re.compile(r"\b(?:dependenc\w+|packages?|pins?|unpinned|outdated)\b", re.IGNORECASE),
}


def ask(pack: EvidencePack, challenges: Sequence[Challenge]) -> Iterator[Question]:
    """Ask how success is measured, unless the goal says it or a challenge asks already."""
    del challenges
    question = propose_criterion(pack)
    if question is not None:
        yield question


def propose_criterion(pack: EvidencePack) -> Question | None:
    """Return the question with a proposal that can be measured, or None where the goal names one."""
    goal = pack.goal
    if goal.criterion or not goal.text.strip():
        return None
    text, proposed, why = _degree(pack) or _gone(pack) or _counted(pack) or _tested(pack)
    return Question(
        SUBJECT,
        text,
        why,
        recommended=proposed,
        weight=0.5,
        after=(PLACE,),  # what is tested, and where, depends on the place
        assumption=proposed,
    )


def _degree(pack: EvidencePack) -> tuple[str, str, str] | None:
    """Propose half of what is measured today where more speed or less memory is asked for."""
    title = pack.goal.title
    what = "time" if _SPEED.search(title) else "memory" if _MEMORY.search(title) else ""
    if not what or not pack.targets:
        return None
    target = pack.targets[0]
    named = code(target.regions[0].citation) if target.regions and target.is_named else "It"
    text = f"How much {'faster' if what == 'time' else 'less memory'} must it be, and measured by what?"
    proposed = (
        f"{named} takes at most half of the {what} it takes today, measured the same way before and after"
    )
    return text, proposed, f"The goal names no figure; the place is likely {code(target.path)}."


def _gone(pack: EvidencePack) -> tuple[str, str, str] | None:
    """Propose that a name is gone where the goal takes it away, with how often it stands there today."""
    names = [each for each in pack.goal.names if _is_taken_away(pack.goal.title, each)]
    if not names or "." in names[0] or len(pack.index.symbols(names[0])) > 1:
        return None  # a name that others bear as well stays in their places
    standing = next((each for each in pack.standings if each.term == names[0] and each.total), None)
    if standing is None:
        return None
    files = list(standing.files)
    today = f"today {counted(standing.total, 'place')} in {counted(len(files), 'file')}"
    nowhere = "no longer appears outside the release history"
    proposed = f"{code(standing.term)} {nowhere} ({today}){_and_passes(pack)}"
    why = f"{code(standing.term)} appears in {listing([code(path) for path in files], 3)}."
    return f"Is it done when {code(standing.term)} no longer appears anywhere?", proposed, why


def _counted(pack: EvidencePack) -> tuple[str, str, str] | None:
    """Propose what is counted today where the goal replaces something, or pays something back."""
    if pack.goal.kind is GoalKind.MIGRATION and (swap := find_replacement(pack)).imports:
        today = f"today {counted(len(swap.imports), 'file')} with {counted(swap.uses, 'use')}"
        proposed = f"No product file imports {code(swap.package)} any more ({today}){_and_passes(pack)}"
        why = f"{code(swap.package)} is imported in {listing([code(path) for path in swap.imports], 3)}."
        return f"Is it done when nothing imports {code(swap.package)} any more?", proposed, why
    if pack.goal.kind is GoalKind.DEBT and (fall := count_down(pack)):
        return (
            "Is it done when the counts have fallen by the worst cases?",
            f"{fall[0].upper()}{fall[1:]}{_and_passes(pack)}",
            "The goal names no figure; these are today's counts, and the worst of each kind are in the plan.",
        )
    return None


def _is_taken_away(title: str, term: str) -> bool:
    """Tell `rename old to new` from `remove the check in new`: the name stands right behind the verb."""
    between = r"(?: (?:the|all|old|deprecated|unused|legacy|function|method|class|option|argument)){0,3}"
    pattern = rf"{_GOES.pattern}{between} `?(?:\w+\.){{0,4}}{re.escape(term)}\b"
    return re.search(pattern, title, re.IGNORECASE) is not None


def _and_passes(pack: EvidencePack) -> str:
    command = next((each.line for each in pack.commands if each.role == "test"), "")
    return f" and {code(command)} passes" if command else ""


def _tested(pack: EvidencePack) -> tuple[str, str, str]:
    """Propose a test: beside those of the target, or the first one."""
    # What stands in a file of its own is tested in one of its own.
    own = [each for each in pack.tests if not each.exists] if pack.new_files else []
    tried = [*own, *(each for each in pack.tests if each.exists and each.command), *pack.tests]
    place = next(iter(tried if known_targets(pack) or pack.new_files else ()), None)
    if place is None:
        command = next((each for each in pack.commands if each.role == "test"), None)
        if command is None:
            return _seen(pack)
        proposed = f"A new test fails today and passes afterwards: {code(command.line)}"
        if _is_unnoticed(pack):
            proposed = f"{code(command.line)} passes before and after"
        return _TEST, proposed, _command_at(command.line, command.at)
    run = f": {code(place.command)}" if place.command else ""
    new = "" if place.exists else " (new)"
    # Tests that have a name which is renamed or goes cannot pass unchanged.
    if pack.goal.kind is GoalKind.REFACTOR and place.exists and not _GOES.search(pack.goal.title):
        text = f"Is it done when the tests of {code(place.path)} pass unchanged?"
        return text, f"The tests of {code(place.path)} pass unchanged{run}", _why(place)
    named = () if pack.is_new else _named_regions(pack)
    if place.exists and named and (len(named) > 1 or not _has_name(pack, place.path, named[0])):
        return _OPEN, "", _why(place)
    region = f" for {code(named[0].citation)}" if len(named) == 1 else ""
    when = "passes before and after" if _is_unnoticed(pack) else "fails today and passes afterwards"
    proposed = f"A test{region} in {code(place.path)}{new} {when}{run}"
    return _TEST, proposed, _why(place)


def _is_unnoticed(pack: EvidencePack) -> bool:
    """Tell whether the change is one that a test of today's behaviour must not see."""
    is_moved = pack.goal.kind is GoalKind.REFACTOR and not _GOES.search(pack.goal.title)
    return is_moved or pack.goal.kind is GoalKind.MIGRATION


def _named_regions(pack: EvidencePack) -> tuple[Region, ...]:
    """Return the definitions that an answer or else the goal names; what a ranking prefers is a guess."""
    named = pack.located.named.regions
    answered = tuple(each for each in pack.regions if each.citation in pack.extra)
    return answered[:1] or tuple(
        each for each in pack.regions if named.get((each.path, each.definition.qualified), 0.0) >= PLAINLY
    )


def _has_name(pack: EvidencePack, path: str, region: Region) -> bool:
    text = (pack.index.text(path) or b"").decode("utf-8", "replace")
    # `test_get` is a test of `get` as well.
    name = re.escape(region.definition.name)
    return re.search(rf"(?<![A-Za-z0-9]){name}(?![A-Za-z0-9])", text) is not None


def _command_at(line: str, at: object) -> str:
    said = f", as {code(at)} runs it" if at else ""
    return f"The goal names no measure; {code(line)} runs the tests{said}."


def _seen(pack: EvidencePack) -> tuple[str, str, str]:
    """Propose what a user would see where there is no test runner at all."""
    way = next(iter(pack.ways_in), None)
    if way is None:
        return _OPEN, "", "The goal names no measure, and no test runner is declared here."
    title = code(way.entry.title)
    why = f"No test runner is declared here; {title} ({code(way.entry.at)}) leads there."
    return f"Is it done when {title} shows it?", f"{title} shows it, tried by hand", why


def _why(place: TestPlace) -> str:
    if not place.exists:
        return f"The goal names no measure, and {place.why}."
    # How many there are is not said: the list is cut, and a test may use it through others.
    names = listing([code(name) for name in place.tests[:_MOST_TESTS]], _MOST_TESTS)
    tests = f"; see {names}" if names else ""
    return f"The goal names no measure; the nearest test file is {code(place.path)}: {place.why}{tests}."


# Technical debt as counted: untested files, functions that fork much, undocumented names, import rings.


@once
def count_down(pack: EvidencePack) -> str:
    """Return by how much the counts fall when the worst of each kind are paid back.

    Counted is the folder that the goal names, else the whole repository.
    """
    told = []
    counts = _count(pack, _folder(pack))
    for topic in topics_of(pack.goal.text):
        what, count = counts[topic]
        if topic == "cycles" and count:
            told.append(f"{count} import ring{'' if count == 1 else 's'} fewer")
        elif count:
            left = 0 if topic == "dependencies" else max(0, count - PAID)
            told.append(f"{what} fall from {count} to {left}")
    return ", ".join(told)


def _count(pack: EvidencePack, under: str) -> dict[str, tuple[str, int]]:
    """Return what of each kind of debt there is, and how many."""
    spots = find_hotspots(pack.index, _churn(pack), under=under)
    forked = sum(each.branches >= COMPLEX for _, each in spots.complex_functions)
    loose = sum(
        not each.declared and not each.locked and not each.is_indirect and not each.group
        for each in pack.manifest.dependencies
    )
    return {
        "tests": ("files without a test", len(spots.untested)),
        "cycles": ("import rings", _count_rings(pack, under)),
        "complexity": (f"functions with {COMPLEX} branches or more", forked),
        "documentation": ("files with undocumented public definitions", len(spots.undocumented)),
        "dependencies": ("packages without a version", loose),
    }


def _count_rings(pack: EvidencePack, under: str) -> int:
    """Count rings one after another, each without the imports that open those before it."""
    graph = {
        path: [each for each in targets if each.startswith(under)]
        for path, targets in pack.graph.graph(only_run=True).items()
        if path.startswith(under)
    }
    for found in range(PAID):
        cycle = next(iter(find_cycles(graph)), None)
        if cycle is None or not cycle.example:
            return found
        cut = _cheapest(pack, cycle.example)
        graph[cut.source] = [each for each in graph[cut.source] if each != cut.target]
    return PAID


def _cheapest(pack: EvidencePack, ring: tuple[str, ...]) -> Edge:
    """Return the import of a ring that takes the fewest names: the last of those that are equal."""
    best: list[Edge] = []
    for source, target in zip(ring, (*ring[1:], ring[0]), strict=True):
        edges = [each for each in pack.graph.imports_of(source) if each.target == target and each.is_run]
        if not best or len(edges) <= len(best):
            best = edges
    return best[0]


def topics_of(text: str) -> tuple[str, ...]:
    """Return the kinds of debt a goal speaks of; all of them where it names none."""
    return tuple(topic for topic, words in TOPICS.items() if words.search(text)) or tuple(TOPICS)


def _folder(pack: EvidencePack) -> str:
    """Return the folder that the goal names, with its stroke, or nothing."""
    known = pack.index.paths()
    for name in (*pack.goal.paths, *(each[0] for each in _FOLDER.finditer(pack.goal.text[:2000]))):
        folder = name.strip("/") + "/"
        if any(path.startswith(folder) for path in known):
            return folder
    return ""


def _churn(pack: EvidencePack) -> Mapping[str, Churn]:
    return pack.history.churn() if pack.history is not None else pack.past.churn
