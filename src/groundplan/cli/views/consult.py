"""A council as a person reads it: who said what, how much of it holds, where they differ, who was absent."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from groundplan.cli.views.findings import count
from groundplan.consult.claims import Standing
from groundplan.consult.synthesis import as_table, list_rows

if TYPE_CHECKING:
    from groundplan.cli.look import Part, Screen
    from groundplan.consult.answer import Answer
    from groundplan.consult.comparison import Comparison, Point, Side

_TONES = {
    Standing.VERIFIED: "ok",
    Standing.GROUNDED: "ok",
    Standing.PLACED: "dim",
    Standing.REFUTED: "bad",
    Standing.STALE: "warn",
    Standing.UNCHECKED: "dim",
}


def show_comparison(screen: Screen, council: Comparison) -> None:
    """Put out the table, then what the advisors differ on, what was struck, and the sums."""
    screen.table([_row(council, each) for each in council.answers], indent=2, flexible=4)
    differing = [each for each in council.points if not each.is_agreed]
    if differing:
        screen.blank()
        screen.line(("Disagreement", "bold"), indent=2)
    for point in differing:
        _show_point(screen, point)
    _show_variants(screen, council)
    _show_struck(screen, council)
    screen.blank()
    screen.line((tell_sums(council), "dim"), indent=2)


def spell_table(council: Comparison) -> str:
    """Return the comparison as a Markdown table."""
    return as_table(tuple(list_rows(council)))


def _row(council: Comparison, answer: Answer) -> list[Part]:
    """Return a line of the table: how many claims are true of those judged, how many have evidence."""
    seconds = f"{answer.seconds:.0f} s" if answer.seconds else ""
    if answer not in council.answered:
        told = f"{answer.state}: {answer.why}" if answer.why else answer.state
        return [("✗", "bad"), answer.advisor, (seconds, "dim"), "", (told, "bad"), ""]
    true = len(council.claims_of(answer.advisor, Standing.VERIFIED))
    struck = len(council.claims_of(answer.advisor, Standing.REFUTED, Standing.STALE))
    grounded = len(council.claims_of(answer.advisor, Standing.GROUNDED))
    parts = [f"{true}/{true + struck} hold"] if true + struck else []
    parts += [f"{grounded} with evidence"] if grounded else []
    letter = council.approach_of(answer.advisor)
    tone = "warn" if struck else "ok" if true or grounded else "dim"
    return [
        ("✓", "ok"),
        answer.advisor,
        (seconds, "dim"),
        (letter, "bold"),
        answer.approach or "no approach given",
        (", ".join(parts) or "nothing to check", tone),
    ]


def _show_point(screen: Screen, point: Point) -> None:
    for side in point.sides:
        screen.line((f"{', '.join(side.advisors)}: ", "bold"), side.words, indent=4, hang=2)
        screen.line(*_verdict(side), indent=8, hang=2)


def _show_variants(screen: Screen, council: Comparison) -> None:
    if council.variants:
        screen.blank()
        screen.line(("Same work, other details", "bold"), indent=2)
    for rows in council.variants:
        screen.line(rows[0].title, indent=4, hang=2)
        for each in rows:
            screen.line((f"{each.advisor}: ", "bold"), each.detail or each.title, indent=8, hang=2)


def _verdict(side: Side) -> list[Part]:
    told = f"  {side.found}" if side.found else f"  {', '.join(side.at)}" if side.at else ""
    return [(str(side.standing), _TONES[side.standing]), (told, "dim")]


def _show_struck(screen: Screen, council: Comparison) -> None:
    told = {side.words for point in council.points if not point.is_agreed for side in point.sides}
    struck = [each for each in council.checked if each.is_struck and each.claim.text not in told]
    if struck:
        screen.blank()
        screen.line(("Struck", "bold"), indent=2)
    for each in struck:
        screen.line((f"{each.advisor}: ", "bold"), each.claim.text, indent=4, hang=2)
        screen.line((str(each.standing), _TONES[each.standing]), (f"  {each.found}", "dim"), indent=8, hang=2)


def tell_sums(council: Comparison) -> str:
    """Return the last line: how many answered, how far they agree, what was not checked, what it cost."""
    same, shared = council.agreement
    standings = Counter(each.standing for each in council.checked)
    placed, unchecked = standings[Standing.PLACED], standings[Standing.UNCHECKED]
    costs = [each.dollars for each in council.answers if each.dollars is not None]
    parts = [f"{len(council.answered)} of {len(council.answers)} answered"]
    parts += [f"agreement {same / shared:.2f} ({same} of {count(shared, 'point')})"] if shared else []
    parts += [f"{count(placed, 'claim')} with nothing but the place verified"] if placed else []
    parts += [f"{count(unchecked, 'claim')} not checkable"] if unchecked else []
    parts += [f"${sum(costs):.2f}"] if costs else []
    return "   ".join(parts)
