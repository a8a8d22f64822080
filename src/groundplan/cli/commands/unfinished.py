"""`code changes`: work on this repository that is not finished."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.cli.group import question
from groundplan.cli.views.findings import count
from groundplan.cli.views.rows import show_rows

if TYPE_CHECKING:
    from groundplan.cli.look import Screen
    from groundplan.cli.session import Session
    from groundplan.survey.unfinished import Changes

_SHOWN = 6


@question("changes")
def changes_command(session: Session) -> None:
    """Show what is changed and not committed, by file and definition, and what other branches changed."""
    from groundplan.app.queries.surveying import changes

    found = changes(session.code)
    session.answer("changes", found, lambda screen: show_changes(screen, found))


def show_changes(screen: Screen, found: Changes) -> None:
    """Put out the changed files, then the branches."""
    if not found.files:
        screen.line(f"No file differs from HEAD; {count(found.compared, 'file')} compared")
    show_rows(
        screen,
        [[(each.path, "bold"), each.how, (_some(each.definitions), "dim")] for each in found.files],
        indent=0,
    )
    for branch in found.branches:
        screen.blank()
        least = "at least " if branch.is_cut else ""
        told = f"  {least}{count(branch.commits, 'commit')} that HEAD does not have"
        screen.line((branch.name, "bold"), told)
        screen.prose(f"{branch.day} {branch.subject}", indent=2, tone="dim")
        only = f"in the newest {branch.commits}: " if branch.is_cut else ""
        screen.prose(only + _some(branch.paths), indent=2)
    if found.unread:
        screen.blank()
        screen.line((f"more branches are here that were not looked at: {found.unread}", "dim"))
    elif not found.branches:
        screen.line(("No other branch here has commits that HEAD does not have", "dim"))
    if found.not_compared:
        screen.prose(f"not compared, no text: {_some(found.not_compared)}", tone="dim")


def _some(names: tuple[str, ...]) -> str:
    more = f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
    return ", ".join(names[:_SHOWN]) + more
