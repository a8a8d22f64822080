"""How places in the code look: grouped by file, the path once, each line with what stands around it."""

from __future__ import annotations

import re
from itertools import groupby
from typing import TYPE_CHECKING

from groundplan.cli.views.findings import count, times
from groundplan.code.outline import Kind
from groundplan.plan.hint import Hint, run

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundplan.app.queries.searching import Symbols
    from groundplan.cli.look import Part, Screen
    from groundplan.code.index import Symbol
    from groundplan.code.occurrences import Occurrences
    from groundplan.code.outline import Definition

MANY = 120  # places; more than a screen or two is counted, not listed, on a terminal
NOT_PARSED = "the word is also in files that are not parsed"
_NAMED = 6
_BROKEN = 3


def show_occurrences(screen: Screen, found: Occurrences, *, only_files: bool = False) -> None:
    """Put out every occurrence of a term by file; on a terminal a long list is counted instead."""
    files = found.files
    if not files:
        screen.line(f"`{found.term}` does not appear as a whole word in the files searched")
    else:
        screen.line(
            (f"`{found.term}`", "bold"),
            f" appears {times(len(found.places))}, in {count(len(files), 'file')}",
        )
    is_long = screen.is_terminal and len(found.places) > MANY
    if only_files or is_long:
        screen.blank()
        screen.table([[str(number), (path, "bold")] for path, number in files.items()])
    else:
        for path, places in groupby(found.places, key=lambda each: each.path):
            screen.blank()
            screen.line((path, "bold"))
            screen.table(
                [
                    [
                        (f"{each.line}:{each.column}", "dim"),
                        each.text.strip(),
                        _around(each.within, each.is_definition),
                    ]
                    for each in places
                ],
                flexible=1,
            )
    if is_long and not only_files:
        screen.blank()
        screen.line(
            (Hint("Every place: ", run("code find", found.term), ", piped into a pager or file"), "dim")
        )
    show_left_out(screen, "not searched", found.unsearched)


def _around(within: str, is_definition: bool) -> Part:
    if is_definition:
        return ("defined here", "ok")
    return (f"in {within}" if within else "", "dim")


def show_left_out(screen: Screen, what: str, paths: Sequence[object]) -> None:
    """Say which files a question could not look into."""
    if paths:
        named = ", ".join(map(str, paths[:_NAMED]))
        more = f" and {len(paths) - _NAMED} more" if len(paths) > _NAMED else ""
        screen.blank()
        screen.prose(f"{what}: {named}{more}", tone="dim")


def show_partly_parsed(screen: Screen, paths: Sequence[str]) -> None:
    """Say which files of an answer could be parsed only in part, and what that means for it."""
    could = "This file" if len(paths) == 1 else "These files"
    told = f"{could} could be parsed only in part: {', '.join(f'`{each}`' for each in paths)}."
    if len(paths) > _BROKEN:
        told = f"Of the files named here {len(paths)} could be parsed only in part."
    screen.blank()
    screen.prose(
        f"{told} What is said of definitions, owners and uses there may be wrong or incomplete.",
        tone="warn",
    )


def show_symbols(screen: Screen, found: Symbols) -> None:
    """Put out what is defined under a name."""
    for number, symbol in enumerate(found.symbols):
        if number:
            screen.blank()
        show_symbol(screen, symbol)
    show_left_out(screen, NOT_PARSED, found.unparsed)


def show_symbol(screen: Screen, symbol: Symbol) -> None:
    """Put out one definition: what it is, where, and how it is written."""
    each = symbol.definition
    screen.line(
        (each.qualified, "bold"),
        f"  {_said_kind(each)}{', declared only' if each.is_declared else ''}",
    )
    screen.line((f"{symbol.path}:{each.first}-{each.last}", "accent"), indent=2)
    for decorator in each.decorators:
        screen.line((f"@{decorator}", "dim"), indent=2)
    if each.header:
        screen.prose(each.header, indent=2)
    if each.size > 1:
        facts = [count(each.size, "line"), "documented" if each.has_doc else "no documentation right at it"]
        screen.line((", ".join(facts), "dim"), indent=2)


def _said_kind(definition: Definition) -> str:
    """Return what a definition is, in the word of its language where that has several for a class."""
    written = re.search(
        rf"\b(struct|record|object|union) (?:\w+ )?{re.escape(definition.name)}\b", definition.header
    )
    return written[1] if written and definition.kind is Kind.CLASS else definition.kind.value
