"""Risks of each phase out of what the code says: class, probability with its source, what is done then."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.plan.dataclass import dataclass
from groundplan.planner.facts.replacement import find_replacement
from groundplan.planner.goal import GoalKind
from groundplan.planner.remembering import once
from groundplan.planner.writers.figure_labels import PROBABILITIES, label, ranked
from groundplan.planner.writers.in_question import callers_of, reach_of, tests_of
from groundplan.planner.writers.own_tools import command_for
from groundplan.planner.writers.phrases import cite, code, counted, sentence, shortened, table
from groundplan.planner.writers.work_frame import back_tag, serves
from groundplan.planner.writers.work_kind import kind_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from groundplan.planner.brief import Brief
    from groundplan.planner.challenge import Challenge

HEADER = ("Risk", "Probability", "Impact", "Mitigation", "Class", "Contingency", "Alert")
_CLASSES = {
    "regression": "technical",
    "operational": "integration",
    "performance": "performance",
    "security": "security",
}
# What a detector's finding means for a plan: in which of five phases it strikes, how likely, known from what.
_KNOWN: dict[str, tuple[int, str, str]] = {
    "untested": (1, "High", "computed"),
    "hotspot": (1, "High", "history"),
    "reverted": (0, "High", "history"),
    "cycle": (1, "High", "computed"),
    "colour": (2, "High", "computed"),
    "reach": (2, "Medium", "computed"),
    "departs": (2, "Medium", "computed"),
    "schema": (4, "High", "computed"),
    "plans": (0, "Medium", "computed"),
    "installed": (0, "Medium", "computed"),
}
_OTHERWISE = (2, "Medium", "default")
_MANY = 10  # calling files


@dataclass(frozen=True, slots=True)
class Risk:
    """One risk as a row of the register; what is left empty is the same for all risks of a plan."""

    step: int  # which of the five phases it belongs to, counted from 0
    text: str
    level: str
    source: str
    mitigation: str
    kind: str = "technical"
    impact: str = ""
    contingency: str = ""
    alert: str = ""


@once
def find_risks(brief: Brief) -> tuple[Risk, ...]:
    """Return the risks of a plan: what was challenged, and what the counts say beside that."""
    named = [_from_challenge(each) for each in brief.challenges if each.risk]
    known = {each.detector for each in brief.challenges}
    own = [risk for topic, risk in _counted(brief) if topic not in known]
    return (*named, *own)


def write_risks(brief: Brief, step: int, first: int) -> tuple[str, int]:
    """Return the rows of one phase as a table numbered from `first`, and the number after it."""
    risks = [each for each in find_risks(brief) if each.step == step]
    if not risks:
        looked = counted(len(brief.challenges), "challenge")
        return (
            (
                f"No risk of this phase was found in the code or its history ({looked} and every "
                "count of the analysis looked at)."
            ),
            first,
        )
    return table(HEADER, [_row(brief, risk, first + at) for at, risk in enumerate(risks)]), first + len(risks)


def _row(brief: Brief, risk: Risk, number: int) -> Sequence[str]:
    said = ranked(brief)
    source = label(brief, PROBABILITIES, risk.source)
    if said and risk.source == "default":
        source = "(default, confirmed)"  # whoever names some of them has looked at all
    return (
        f"R{number}: {risk.text}",
        f"{said[number]} (person)" if number in said else f"{risk.level} {source}",
        risk.impact or impact_of(brief),
        risk.mitigation,
        risk.kind,
        risk.contingency or take_back(brief),
        risk.alert or alert_of(brief),
    )


def _from_challenge(challenge: Challenge) -> Risk:
    step, level, source = _KNOWN.get(challenge.detector, _OTHERWISE)
    mitigation = challenge.mitigation or challenge.advice or "Covered by the verification of its phase"
    text, kind = shortened(challenge.claim, 220), _CLASSES.get(challenge.risk, "technical")
    return Risk(step, text, level, source, sentence(shortened(mitigation, 200)), kind)


def _counted(brief: Brief) -> Iterator[tuple[str, Risk]]:
    """Yield risks that the counts speak of, each with the topic a challenge may have named already."""
    pack = brief.pack
    if not any(each.exists for each in tests_of(pack)):
        bare = [f"{code(each.path)} (new)" for each in tests_of(pack)[:1]]
        text = "A change of behaviour goes unseen: no test covers the targets"
        mitigation = f"Tests in {bare[0] if bare else 'a file of their own'} come before the first change."
        yield "untested", Risk(1, text, "High", "computed", mitigation)
    if callers_of(pack):
        files = {each.path for each in callers_of(pack)}
        where = f"{counted(len(callers_of(pack)), 'caller')} in {counted(len(files), 'file')}"
        level = "High" if len(files) > _MANY else "Medium"
        mitigation = "Every caller is looked through before the rollout."
        yield "reach", Risk(2, f"A caller breaks: {where}", level, "computed", mitigation, "integration")
    few = [path for path, each in pack.past.ownership.items() if each.bus_factor == 1 and each.commits > 2]
    if few:
        yield (
            "hotspot",
            Risk(
                0,
                f"One person made more than half of {cite(few, 2)}",
                "Medium",
                "history",
                "A second person reviews every change to it.",
                impact="Medium",
                contingency="Whoever made most of it is asked before anything is taken back",
                alert="A review that nobody but its author can give",
            ),
        )
    yield from _of_migration(brief)
    yield "serving", _of_release(brief)


def _of_release(brief: Brief) -> Risk:
    pack = brief.pack
    if not serves(pack):
        text = "Whoever installs the release meets a fault that no test shows"
        mitigation = "A pre-release before the release."
        return Risk(4, text, "Low", "default", mitigation, "integration", alert="Any reported regression")
    way = pack.ways_in[0].entry
    text = f"Users of {way.title} ({code(way.at)}) meet a fault or a delay that no test shows"
    mitigation = "Steps of the rollout schedule, each with its trigger."
    return Risk(4, text, "Medium", "default", mitigation, "performance", impact="High")


def _of_migration(brief: Brief) -> Iterator[tuple[str, Risk]]:
    pack = brief.pack
    swap = find_replacement(pack) if kind_of(pack) is GoalKind.MIGRATION else None
    if swap is None or not swap.old:
        return
    if not swap.new_declared:
        text = f"{swap.new} answers differently from {swap.old} in one of {counted(swap.uses, 'use')}"
        mitigation = "The same cases run against both sides before anything depends on the new one."
        yield "new-side", Risk(1, text, "Medium", "default", mitigation, "integration")
    if swap.stores:
        yield (
            "data",
            Risk(
                3,
                f"Data differs between {swap.old} and {swap.new}",
                "Medium",
                "default",
                "Both sides are written and compared before the new one is read.",
                impact="High",
                contingency="The old side is read again; it is kept filled until the last phase",
                alert="Any difference in the comparison",
            ),
        )
    namesakes = len(swap.others("namesake")) if swap.package else 0
    if namesakes:
        text = f"A use is missed: {swap.term} stands in {counted(namesakes, 'code file')} without an import"
        yield "namesakes", Risk(2, text, "Low", "computed", "Occurrences are accounted for file by file.")


def impact_of(brief: Brief) -> str:
    """Return how hard a fault would hit: by whether others rely on the code, and how much of it calls it."""
    pack = brief.pack
    files = {each.path for each in callers_of(pack)}
    if any(each.public for each in reach_of(pack)) or len(files) > _MANY:
        return "High"
    return "Medium" if files or pack.ways_in else "Low"


def take_back(brief: Brief) -> str:
    """Return how a phase is taken back."""
    return f"{code(f'git revert --no-edit {back_tag(brief)}..HEAD')}, then release that"


def alert_of(brief: Brief) -> str:
    """Return what shows the risk has come true."""
    line = command_for(brief.pack, "test")
    return (
        f"Any failed run of {code(line)}" if line else "Any reported fault: the repository has no test runner"
    )
