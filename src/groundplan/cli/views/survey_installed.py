"""How the documentation of an installed package looks: version against manifest, then its own words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.cli.views.findings import count
from groundplan.plan.fact import How

if TYPE_CHECKING:
    from collections.abc import Callable

    from groundplan.cli.look import Screen
    from groundplan.survey.installed.facts import Member, PackageDocs, Wanted

_READ = "Python, npm, Go and Rust"


def show_docs(screen: Screen, found: PackageDocs, shorten: Callable[[str], str] = str) -> None:
    """Put out what is installed and asked for, then the README or the members."""
    installed = found.installed
    if installed is None:
        where = f"not found in {', '.join(map(shorten, found.looked_in))}"
        unread = f"packages of {found.ecosystem} are not read, only {_READ} ones"
        screen.line((found.name, "bold"), "  not installed here" if found.looked_in else "")
        screen.prose(where if found.looked_in else unread, indent=2, tone="dim")
    else:
        screen.line((found.name, "bold"), f" {installed.version}  ", (found.ecosystem, "dim"))
        screen.line((f"in {shorten(installed.environment)}", "dim"), indent=2)
        if installed.is_guess:
            told = "No lock file names a version: this is the newest one there that the manifest allows"
            screen.prose(told, indent=2, tone="warn")
    for each in found.wanted:
        _show_wanted(screen, each)
    if installed and not found.wanted:
        screen.prose("No manifest of this repository asks for it", indent=2, tone="dim")
    _show_members(screen, found, shorten)
    if found.readme:
        screen.blank()
        screen.line((shorten(found.readme_at), "accent"))
        screen.source(found.readme, indent=2)
        if found.left_out:
            screen.line((f"… {count(found.left_out, 'more line')}", "dim"), indent=2)
    elif installed and not found.members:
        screen.prose("It has no README", indent=2, tone="dim")
    if installed:
        screen.blank()
        screen.prose("Documents of the installed package, not of this repository", tone="dim")


def _show_wanted(screen: Screen, each: Wanted) -> None:
    wanted = f"asks for {each.declared}" if each.declared else "asks for it, and no version is read there"
    asked = f"{wanted}{f', locked {each.locked}' if each.locked else ''}"
    differs = each.fits is False
    tone = "warn" if differs else "dim"
    screen.line((f"{each.at} {asked}{': not what is installed' if differs else ''}", tone), indent=2)


def _show_members(screen: Screen, found: PackageDocs, shorten: Callable[[str], str]) -> None:
    if any(each.how is How.BY_NAME for each in found.members):
        told = f"Whether `{found.asked}` leads there is not known; the package defines these by that name"
        screen.blank()
        screen.prose(told, tone="warn")
    for each in found.members:
        _show_member(screen, each, shorten)


def _show_member(screen: Screen, each: Member, shorten: Callable[[str], str]) -> None:
    screen.blank()
    screen.line((each.name, "bold"), f"  {each.kind}")
    screen.line((f"{shorten(each.path)}:{each.line}", "accent"), indent=2)
    if each.signature:
        screen.prose(each.signature, indent=2)
    if each.doc:
        screen.source(each.doc, indent=4)
    else:
        screen.line(("no documentation right at it", "dim"), indent=2)
