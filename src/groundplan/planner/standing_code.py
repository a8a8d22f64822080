"""The current state in words: what the code around a goal is made of, each statement cited."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from groundplan.code.test_paths import is_test
from groundplan.plan.dataclass import dataclass
from groundplan.plan.late_regex import late_regex
from groundplan.planner.phrasing import COMPUTED, HISTORY, PERSON, bullets, codes, join, quote
from groundplan.planner.variants import paths_of, public_reach
from groundplan.planner.writers.phrases import code, counted
from groundplan.rules.vague import find_untestable

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.evidence.kinds import Habit, Reach, Target, UsedPackage
    from groundplan.planner.brief import Brief
    from groundplan.planner.pack import EvidencePack

_MOST, _MOST_HABITS = 8, 5
_BINDING = 0.75  # of the places follow it
_COUNTED = late_regex(r"[\d,]+ of [\d,]+ ")


@dataclass(frozen=True, slots=True)
class Requirement:
    """What has to hold afterwards: demanded by a person, or proposed because the code asks to be kept."""

    id: str
    text: str
    is_demanded: bool
    proof: str = ""  # the command that shows it, where it is one

    def __str__(self) -> str:
        """Return it as a list shows it."""
        return f"{self.id}: {self.text}"


def list_requirements(brief: Brief) -> tuple[Requirement, ...]:
    """Return the requirements: what the goal and the answers demand, then what the code asks to keep."""
    goal, known = brief.pack.goal, paths_of(brief.pack)
    demands = list(goal.demands or ((goal.sentences or (goal.title,))[0],))
    if goal.criterion and goal.criterion not in demands:
        demands.append(goal.criterion)
    said = [_demanded(brief, text) for text in demands]
    answered = brief.settled.get("criterion")
    if answered:
        said.append(f"{quote(answered.text, known)} {PERSON}")
    said = list(dict.fromkeys(said))
    asked = [Requirement(f"R{number}", text, is_demanded=True) for number, text in enumerate(said, 1)]
    kept = [
        Requirement(f"R{number}", text, is_demanded=False, proof=proof)
        for number, (text, proof) in enumerate(_kept(brief.pack), len(said) + 1)
    ]
    return (*asked, *kept)


def list_left_out(brief: Brief) -> tuple[str, ...]:
    """Return what the goal and the answers leave out, in their words."""
    answers = (*brief.settled.values(), *brief.replies)
    left_out = (*brief.pack.goal.excluded, *(text for each in answers for text in each.out_of_scope))
    return tuple(quote(text, paths_of(brief.pack)) for text in dict.fromkeys(left_out))


def _demanded(brief: Brief, text: str) -> str:
    vague = find_untestable(text)
    note = f"; {code(vague)} needs a figure before it can be tested" if vague else ""
    return f"{quote(text, paths_of(brief.pack))} {PERSON}{note}"


def _kept(pack: EvidencePack) -> Iterator[tuple[str, str]]:
    """Yield what the code asks to keep, and the command that shows it: proposed, as nobody demanded it."""
    for reach in [each for each in pack.reach if each.callers][:3]:
        files = len({caller.path for caller in reach.callers})
        callers = f"{counted(len(reach.callers), 'caller')} in {counted(files, 'file')}"
        first = codes([reach.callers[0].citation])
        text = f"{code(reach.region.citation)} keeps serving its {callers}, such as {first}"
        yield f"{text} (proposed, computed)", ""
    public = [] if any(each.callers for each in pack.reach) else public_reach(pack)[:3]
    for reach in public:
        text = f"{code(reach.region.citation)} stays callable as it is: {reach.public}"
        yield f"{text} (proposed, computed)", ""
    command = next((each for each in pack.commands if each.role == "test"), None)
    if command:
        where = f", as {code(command.at)} runs it" if command.at else ""
        yield f"{code(command.line)} exits with 0{where} (proposed, computed)", command.line


def describe_code(brief: Brief) -> str:
    """Return the structure, the files to change, similar code, dependencies, tests and the past, cited."""
    pack = brief.pack
    parts = (
        ("Structure", list(_structure(pack))),
        ("Where the change goes", [_target(each) for each in pack.targets[:_MOST]] or [_nowhere(pack)]),
        ("What it reaches", [_reach(each) for each in pack.reach[:_MOST]]),
        ("Code that already does part of this", _alike(pack)),
        ("Patterns there", [_with_spots(each.statement, each.spots) for each in nearest_habits(pack)]),
        ("Dependencies", list(_packages(pack))),
        ("Tests", list(_tests(pack))),
        ("Deployment", [_with_spots(each.statement, each.spots) for each in pack.constraints[:4]]),
    )
    said = [f"**{title}** {COMPUTED}:\n{bullets(items)}" for title, items in parts if items]
    past = list(_history(pack))
    if past:
        said.append(f"**History** {HISTORY}:\n{bullets(past)}")
    return "\n\n".join(said)


def nearest_habits(pack: EvidencePack) -> tuple[Habit, ...]:
    """Return the patterns that bind most: those of the targets' own folder, and one per topic."""
    ordered = sorted(pack.habits, key=lambda each: not each.is_local)
    first = {each.topic: each for each in reversed(ordered)}
    return tuple(each for each in ordered if first[each.topic] is each)[:_MOST_HABITS]


def binding_habits(pack: EvidencePack) -> tuple[Habit, ...]:
    """Return the patterns that a change departs from or keeps to: those nearly every place follows."""
    return tuple(
        each for each in nearest_habits(pack) if each.share >= _BINDING and _COUNTED.match(each.statement)
    )


def declared_packages(pack: EvidencePack) -> tuple[UsedPackage, ...]:
    """Return the packages the targets use, without what only a type checker sees."""
    return tuple(each for each in pack.packages if each.declared_at or not each.name.startswith("_"))


def _structure(pack: EvidencePack) -> Iterator[str]:
    paths = paths_of(pack)
    tests = sum(map(is_test, paths))
    folders = Counter(path.split("/")[0] for path in paths if "/" in path)
    shown = join([f"{code(name + '/')} {number:,}" for name, number in folders.most_common(6)])
    yield f"{counted(len(paths), 'text file')}, {tests:,} of them tests; by folder: {shown or 'none'}"
    named = [each for each in pack.manifest.projects if each.name and not each.is_example][:3]
    for project in named:
        version = f" {project.version}" if project.version else ""
        yield f"{code(project.name)}{version} ({project.ecosystem}), {code(project.at)}"


def _target(target: Target) -> str:
    regions = codes([region.citation for region in target.regions[:3]])
    why = join(list(target.why[:2]))
    return f"{code(target.path)}{f': {regions}' if regions else ''}{f' ({why})' if why else ''}"


def _nowhere(pack: EvidencePack) -> str:
    files = counted(len(paths_of(pack)), "file")
    new = codes([f"{each.path}" for each in pack.new_files])
    return f"No file of {files} stands out for the goal's words" + (f"; {new} (new)" if new else "")


def _reach(reach: Reach) -> str:
    said = [
        counted(len(reach.callers), "caller"),
        counted(len(reach.test_callers), "test caller"),
        counted(len(reach.indirect), "file") + " further up",
    ]
    first = f", first {codes([each.citation for each in reach.callers[:2]])}" if reach.callers else ""
    public = f"; public: {reach.public}" if reach.public else ""
    return f"{code(reach.region.citation)}: {join(said)}{first}{public}"


def _alike(pack: EvidencePack) -> list[str]:
    found = [
        f"{code(each.region.citation)} {code(each.region.lines)} ({join(list(each.why[:2]))})"
        if each.why
        else f"{code(each.region.citation)} {code(each.region.lines)}"
        for each in pack.alike[:5]
    ]
    files = counted(len(paths_of(pack)), "file")
    return found or [f"None found in {files}"]


def _packages(pack: EvidencePack) -> Iterator[str]:
    for each in declared_packages(pack)[:_MOST]:
        declared = f", declared at {code(each.declared_at)}" if each.declared_at else ", not declared"
        used = f", used at {codes(each.used_at[:2])}" if each.used_at else ""
        yield f"{each.name} {each.version or '(no version named)'}{declared}{used}"
    if pack.modules:
        yield f"Own files the targets import: {codes(pack.modules, _MOST)}"


def _tests(pack: EvidencePack) -> Iterator[str]:
    for place in pack.tests[:_MOST]:
        new = "" if place.exists else " (new)"
        run = f"; run by {code(place.command)}" if place.command else ""
        yield f"{code(place.path)}{new}: {place.why}{run}"
    if not pack.tests:
        looked = sum(map(is_test, paths_of(pack)))
        yield f"No test reaches the files to change ({counted(looked, 'test file')} looked at)"


def _history(pack: EvidencePack) -> Iterator[str]:
    past = pack.past
    for path, churn in list(past.churn.items())[:3]:
        owners = past.ownership.get(path)
        who = f", bus factor {owners.bus_factor}" if owners else ""
        often = f"{counted(churn.commits, 'commit')}, {churn.recent:,} in the year up to {churn.until}"
        yield f"{code(path)}: {often}{who}"
    for attempt in past.attempts[:3]:
        if attempt.was_taken_back:
            yield f"Tried before and reverted: {attempt.commit.oid[:10]} {quote(attempt.commit.subject)}"


def _with_spots(statement: str, spots: tuple[object, ...]) -> str:
    missing = [spot for spot in spots[:2] if f"`{spot}`" not in statement]
    return f"{statement} ({codes(missing)})" if missing else statement
