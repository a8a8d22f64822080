"""What an expert has to find out before work starts: each a brief, closed by a file of findings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.plan.dataclass import dataclass
from groundplan.planner.phrasing import codes, join, quote
from groundplan.planner.support import find_databases, find_frameworks
from groundplan.planner.variants import paths_of, regions_in, working_files
from groundplan.planner.writers.phrases import code, counted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.planner.brief import Brief
    from groundplan.planner.support import Supported

_ROWS = "1, 100 and 10,000"  # a default: three orders of magnitude show how a cost grows


@dataclass(frozen=True, slots=True)
class ResearchBrief:
    """One thing to find out: the question, where to look, and what a finding has to hold."""

    topic: str  # its findings stand in `research/<topic>.md`
    title: str  # as a task says it
    question: str
    look: str
    finding: str


def write_research_briefs(brief: Brief) -> tuple[ResearchBrief, ...]:
    """Return what to research for a goal, the databases first; at least one, as every goal has a cost."""
    return (*_databases(brief), *_frameworks(brief), *_reuse(brief), *_past(brief), *_cost(brief))


def _databases(brief: Brief) -> Iterator[ResearchBrief]:
    wanted = [each for each in find_databases(brief) if each.is_met]
    if not wanted:
        return
    names = join([each.name for each in wanted], 12)
    special = [spot for each in wanted for spot in each.spots]
    homes = [each.home for each in wanted if each.home]
    own = f"; code of their own: {codes(homes, 8)}" if homes else ""
    look = f"lines that name one today: {codes(special)}" if special else _nothing_special(brief)
    versions = join([each.versions for each in wanted if each.versions], 8)
    yield ResearchBrief(
        "databases",
        f"Research how {names} each do this",
        f"{_which(names, wanted)} a statement, type or branch of its own for {_short(brief)}?",
        f"{look}{own}; drivers as the manifests pin them: {versions or 'none declared'}",
        "a table with one row per database: the statement or function used, the oldest server version with "
        "it, and what happens where it is missing",
    )


def _nothing_special(brief: Brief) -> str:
    files = working_files(brief.pack)
    none = f"no line of {counted(len(files), 'file')} to change names a database today"
    return f"{none}, start at {codes(files[:3])}" if files else none


def _frameworks(brief: Brief) -> Iterator[ResearchBrief]:
    wanted = [each for each in find_frameworks(brief) if each.is_met]
    if not wanted:
        return
    reached = [path for each in wanted for path in each.files]
    names = join([each.name for each in wanted], 8)
    where = f"files of theirs that reach the change: {codes(reached)}" if reached else (
        f"no file of theirs reaches the change today (of {counted(len(paths_of(brief.pack)), 'file')})"
    )  # fmt: skip
    yield ResearchBrief(
        "frameworks",
        "Review which framework integrations have to show it",
        f"{_which(names, wanted)} to export, inject or configure anything new for {_short(brief)}?",
        where,
        "per framework: the file and the name to change, or the line that shows nothing changes",
    )


def _reuse(brief: Brief) -> Iterator[ResearchBrief]:
    alike = brief.pack.alike[:4]
    if not alike:
        return
    first = alike[0].region
    yield ResearchBrief(
        "reuse",
        f"Find out what of {code(first.citation)} can be reused",
        f"Can {code(first.citation)} be extended, and what would its "
        "callers see, or does the goal need code of its own?",
        codes([each.region.lines for each in alike]),
        "the lines that can be shared, the lines that cannot, and the reason, with one caller tried",
    )


def _past(brief: Brief) -> Iterator[ResearchBrief]:
    taken_back = [each for each in brief.pack.past.attempts if each.was_taken_back][:3]
    if not taken_back:
        return
    shown = join([f"{each.commit.oid[:10]} {quote(each.commit.subject, longest=80)}" for each in taken_back])
    yield ResearchBrief(
        "history",
        "Find out why an earlier attempt was reverted",
        f"Why was this reverted, and does the reason still hold: {shown}?",
        codes(path for each in taken_back for path in each.now[:3] if path in paths_of(brief.pack))
        or "the commits named",
        "the reason in the words of the commit or its review, and what is done about it now",
    )


def _cost(brief: Brief) -> Iterator[ResearchBrief]:
    files = working_files(brief.pack)
    regions = [each.lines for path in files[:3] for each in regions_in(brief.pack, path)[:1]] or list(
        files[:3]
    )
    ways = [way.entry.at for way in brief.pack.ways_in if way.steps == 0][:3]
    entered = f"; entered from {codes(ways)}" if ways else ""
    yield ResearchBrief(
        "performance",
        "Measure what a call costs before the change",
        f"How do time and queries of the code to change grow over {_ROWS} rows or items (default sizes)?",
        f"{codes(regions) or 'the files to add'}{entered}",
        "the script in `tmp/`, its figures before the change, and the size from which growth is not linear",
    )


def _which(names: str, wanted: list[Supported]) -> str:
    return f"Which of {names} needs" if len(wanted) > 1 else f"Does {names} need"


def _short(brief: Brief) -> str:
    return f'"{quote(brief.pack.goal.title, longest=90).rstrip(".")}"'
