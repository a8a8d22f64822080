"""How the places of a goal look: files with reasons, then the functions inside them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.cli.views.rows import show_rows

if TYPE_CHECKING:
    from groundplan.app.locating import Located
    from groundplan.cli.look import Screen

_REASONS = 3


def show_located(screen: Screen, found: Located) -> None:
    """Put out the ranked files with why, and the ranked functions."""
    if not found.files:
        screen.line("No file in this repository matches these words")
    for number, file in enumerate(found.files, 1):
        screen.line((f"{number:>2}  ", "dim"), (file.path, "bold"), (f"  {file.score:.2f}", "dim"))
        for reason in file.why[:_REASONS]:
            screen.prose(reason, indent=6)
    if found.regions:
        screen.blank()
        screen.line(("Within them", "bold"))
        show_rows(
            screen,
            [
                [
                    (region.name, "bold"),
                    (f"{region.path}:{region.start}-{region.end}", "accent"),
                    (f"{region.score:.2f}", "dim"),
                ]
                for region in found.regions
            ],
        )
    for notice in found.notices:
        screen.labelled("note:", "warn", notice)
