"""How a repository's habits look: each as a sentence with its numbers and places, then the ways in."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from groundplan.cli.views.findings import count
from groundplan.cli.views.rows import show_rows

if TYPE_CHECKING:
    from groundplan.app.surveying import Habits
    from groundplan.cli.look import Screen
    from groundplan.survey.patterns.facts import Pattern

_SPOTS = 3


def show_patterns(screen: Screen, found: Habits) -> None:
    """Put out the patterns by topic, then the entry points by kind."""
    if not (found.patterns or found.entry_points):
        screen.line("No patterns found: they are looked for in Python, JavaScript, TypeScript and Go alone")
    for topic, patterns in groupby(found.patterns, key=lambda each: each.topic):
        screen.line((topic.value.capitalize(), "bold"))
        for pattern in patterns:
            _show_pattern(screen, pattern)
        screen.blank()
    own = [each for each in found.entry_points if not each.is_example]
    if own:
        screen.line(("Entry points", "bold"), (f"  {count(len(own), 'way')} in", "dim"))
        show_rows(
            screen,
            [
                [
                    (each.title, "bold"),
                    f"{each.kind.value}, {each.framework}",
                    (str(each.handler_at or each.at), "dim"),
                ]
                for each in sorted(own, key=lambda each: (each.kind.value, each.at))
            ],
        )


def _show_pattern(screen: Screen, pattern: Pattern) -> None:
    language = f" ({pattern.language})" if pattern.language else ""
    screen.prose(f"{pattern.statement}{language}", indent=2)
    spots = ", ".join(str(spot) for spot in pattern.leading.spots[:_SPOTS])
    if spots:
        screen.prose(spots, indent=6, tone="dim")
