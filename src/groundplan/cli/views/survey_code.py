"""How tests, likeness and flows look."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.cli.views.findings import count
from groundplan.cli.views.rows import show_head, show_rows
from groundplan.cli.wrapping import cells
from groundplan.survey.similar.shingles import FEWEST_TOKENS

if TYPE_CHECKING:
    from groundplan.app.queries.surveying import Alike
    from groundplan.cli.look import Screen
    from groundplan.survey.flow.facts import End, Flow
    from groundplan.survey.tests_for.finding import TestsFor

_REASONS = 3
_LOOSE = 8
_SCORE = 8  # letters before and between a name and its place


def show_tests_for(screen: Screen, found: TestsFor) -> None:
    """Put out the tests of a file or definition, each with its reasons."""
    name = f"{found.path}::{found.qualified}" if found.qualified else found.path
    by = "imports, uses and names" if found.is_parsed else "file names alone, as its language is not parsed"
    sure = sum(each.is_sure for each in found.found)
    its_own = sum(each.is_sure and each.is_of_it for each in found.found)
    number = str(sure) if sure else "no sure test" if found.found else "no test"
    if found.qualified and sure > its_own:
        number = f"{its_own} for it and {sure - its_own} for its file" if its_own else f"{sure} for its file"
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
        short = f"functions of up to 2 lines or with under {FEWEST_TOKENS} words and signs below their header"
        none = f"Among the longer functions none like `{found.asked}` was found; {short} are not compared."
        screen.prose(none if found.is_compared else f"`{found.asked}` is not compared: {found.why_not}.")
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
    """Put out each way to a storage or network call, step by step, then what was not followed of the rest."""
    name = f"{found.path}::{found.qualified}"
    # That nothing was recognised says little: a library's calls out of the program are not all known.
    sure = sum(each.is_sure for each in found.ends)
    parts = [f"is found to reach {count(sure, 'call')} out of the program"] if sure else []
    if rest := len(found.ends) - sure:
        parts.append(f"may reach {count(rest, 'more call' if sure else 'call')} out of it, by names alone")
    show_head(screen, name, ", ".join(parts) or "is not known to leave the program, or to stay in it")
    for end in found.ends:
        _show_end(screen, end)
    if found.loose and found.ends:
        screen.blank()
        screen.line(("among what is not followed, calls that no rule leads from here:", "warn"))
        show_rows(
            screen,
            [[f"`{each.words}`", (f"{each.at} in {each.caller}", "dim")] for each in found.loose[:_LOOSE]],
        )
    if found.is_cut:
        screen.line(("Calls further away were not looked at", "dim"))


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
