"""How tests, likeness, hot spots and flows look."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.cli.views.findings import count
from groundplan.cli.views.rows import show_head, show_rows
from groundplan.cli.wrapping import cells

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundplan.app.queries.surveying import Alike
    from groundplan.cli.look import Part, Screen
    from groundplan.survey.flow.facts import End, Flow
    from groundplan.survey.hotspots import Hotspot, Hotspots
    from groundplan.survey.tests_for.finding import TestsFor

_SPOTS = 10
_REASONS = 3
_LOOSE = 8
_SCORE = 8  # letters before and between a name and its place


def show_hotspots(screen: Screen, found: Hotspots) -> None:
    """Put out the files where change is dear, each with its numbers."""
    if not found.found:
        screen.line("No file here has both branches and a history")
    for number, each in enumerate(found.found[:_SPOTS], 1):
        screen.line((f"{number:>2}  ", "dim"), (str(each.at), "bold"))
        screen.prose("; ".join(each.reasons), indent=6)
    _show_more(screen, "No test found that imports it directly or is named for it", found.untested)
    _show_more(screen, "Least documented", found.undocumented)
    if found.left_out:
        told = ", ".join(f"{number} {what}" for what, number in found.left_out)
        screen.blank()
        screen.prose(f"left out: {told}", tone="dim")


def _show_more(screen: Screen, title: str, spots: Sequence[Hotspot]) -> None:
    if spots:
        screen.blank()
        screen.line((title, "bold"))
        rows: list[list[Part]] = [
            [each.path, (f"{_branches(each)}, {each.lately}", "dim")] for each in spots[:_SPOTS]
        ]
        show_rows(screen, rows)


def _branches(spot: Hotspot) -> str:
    number = spot.measure.branches
    return "1 branch" if number == 1 else f"{number} branches"


def show_tests_for(screen: Screen, found: TestsFor) -> None:
    """Put out the tests of a file or definition, each with its reasons."""
    name = f"{found.path}::{found.qualified}" if found.qualified else found.path
    by = "imports, uses and names" if found.is_parsed else "file names alone, as its language is not parsed"
    sure = sum(each.is_sure for each in found.found)
    number = str(sure) if sure else "no sure test" if found.found else "no test"
    possible = f", {len(found.found) - sure} possible" if len(found.found) > sure else ""
    show_head(screen, name, f"{number} found by {by}{possible}")
    screen.prose("A test that runs the program as a whole would not be seen.", tone="dim")
    for each in found.found:
        screen.blank()
        screen.line((each.path, "bold"))
        for reason in each.reasons[:_REASONS]:
            screen.prose(f"{reason.words} ({reason.at})", indent=4)
        if each.tests:
            more = " and others" if len(each.tests) > 5 else ""
            screen.prose(", ".join(each.tests[:5]) + more, indent=4, tone="dim")


def show_similar(screen: Screen, found: Alike) -> None:
    """Put out the functions most alike, each with in what."""
    if not found.found:
        screen.line(f"Nothing similar to `{found.asked}` was found")
    for each in found.found:
        place = f"{each.at.path}:{each.at.line}-{each.last}"
        score = (f"{each.score:.2f}  ", "dim")
        if not screen.columns or cells(each.qualified + place) + _SCORE <= screen.columns:
            screen.line(score, (each.qualified, "bold"), "  ", (place, "accent"))
        else:
            screen.line(score, (each.qualified, "bold"))
            screen.line("      ", (place, "accent"))
        screen.prose("; ".join(each.reasons), indent=6)


def show_flow(screen: Screen, found: Flow) -> None:
    """Put out each way to a storage or network call, step by step, then what could not be followed."""
    ends = (
        f"{count(len(found.ends), 'call')} out of the program"
        if found.ends
        else "no call that is known to leave the program"
    )
    show_head(
        screen,
        f"{found.path}::{found.qualified}",
        f"reaches {ends}, over {count(found.reached, 'definition')}",
    )
    for end in found.ends:
        _show_end(screen, end)
    if found.loose:
        screen.blank()
        screen.line((f"not followed: {count(len(found.loose), 'call')} of something unknown here", "warn"))
        show_rows(
            screen,
            [[f"`{each.words}`", (f"{each.at} in {each.caller}", "dim")] for each in found.loose[:_LOOSE]],
        )
    if found.is_cut:
        screen.line(("There is more, further away", "dim"))


def _show_end(screen: Screen, end: End) -> None:
    screen.blank()
    screen.line((end.kind, "accent"), "  ", (f"`{end.words}`", "bold"), "  ", (str(end.at), "dim"))
    for number, step in enumerate(end.steps):
        lead = "→ " if number else "  "
        screen.line(
            (lead, "dim"),
            f"{step.caller or 'outside parsed definitions'}",
            ("  calls ", "dim"),
            f"`{step.words}`",
            (f"  {step.at}, {step.how}", "dim"),
            indent=2,
        )
