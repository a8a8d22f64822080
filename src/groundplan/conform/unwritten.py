"""Names that work is about: what of them the code does not have after the change."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Protocol

from groundplan.code.extracting import extract
from groundplan.code.outline import Kind
from groundplan.conform.orders import Act, Sure
from groundplan.plan.conformance import How, Unmet

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from groundplan.code.outline import Definition
    from groundplan.conform.change import FileChange
    from groundplan.conform.orders import Order, Orders
    from groundplan.plan.conformance import TouchedFile


class Names(Protocol):
    """What is asked about names after a change, in all files."""

    def has(self, word: str) -> bool:
        """Tell whether a word is in any file."""

    def defines(self, name: str, owner: str) -> bool:
        """Tell whether a name is defined, in an owner where one is given."""

    def owns(self, owner: str, name: str) -> bool | None:
        """Tell whether a class has a name; None where that is not known."""


def find_unwritten(
    orders: Orders, changes: Sequence[FileChange], files: Sequence[TouchedFile], names: Names
) -> Iterator[Unmet]:
    """Yield names of code in items of work that the code does not have afterwards, but those that may go."""
    promised = {each.symbol for each in orders.work if each.act is Act.TEST}
    named = [each for each in orders.work if not each.path and each.symbol and each.symbol not in promised]
    may_go = {each.symbol for each in named if each.may_go}
    for (owner, name), order in {(each.owner, each.symbol): each for each in named}.items():
        if order.by and order.act is Act.REMOVE:
            is_kept = names.defines(name, owner) and not _is_less(_whole(name), changes)
            instead = "it is still there" if is_kept else ""
        else:
            instead = _why_absent(order, changes, files, names, is_free=name in may_go)
        if instead:
            wanted = order.act if order.by else "names"
            symbol = ".".join(filter(None, (owner, name)))
            yield Unmet("", wanted, order.place, symbol=symbol, instead=instead, is_sure=False, by=order.by)


def why_unmet(order: Order, change: FileChange) -> str:
    """Return what of a name in a changed file is not as a reader finds it ordered; empty where it may be."""
    before, after = (_definitions(change, text) for text in (change.before, change.after))
    was_there, is_there = (any(_is_at(each, order.symbol) for each in found) for found in (before, after))
    if order.act is Act.REMOVE:
        return "it is still there" if is_there else ""
    if order.act is Act.CHANGE:
        return ("the change does not touch it" if is_there else "the change removes it") if was_there else ""
    owner, _, name = order.symbol.rpartition(".")
    text = (change.after or b"").decode("utf-8", "replace")
    around = [each for each in after if owner and _is_at(each, owner)]
    lines = text.split("\n")
    texts = ["\n".join(lines[each.first - 1 : each.last]) for each in around] or [text]
    if is_there or any(_whole(name).search(each.encode()) for each in texts):
        return ""
    return f"`{owner}` does not have it" if around else "the file does not have that name"


def _definitions(change: FileChange, text: bytes | None) -> tuple[Definition, ...]:
    """Return what a text defines, but for what only holds a value in something else."""
    outline = extract(change.path, text) if text is not None else None
    found = outline.definitions if outline is not None else ()
    return tuple(each for each in found if each.kind is not Kind.ATTRIBUTE)


def _is_at(definition: Definition, symbol: str) -> bool:
    return f".{definition.qualified}".endswith(f".{symbol}")


def _why_absent(
    order: Order,
    changes: Sequence[FileChange],
    files: Sequence[TouchedFile],
    names: Names,
    *,
    is_free: bool,
) -> str:
    """Return what is so instead of a name that is to be there; empty where it is, or may go."""
    whole = _whole(order.symbol)
    was_there, is_there = (
        any(whole.search(text or b"") for text in texts)
        for texts in ((each.before for each in changes), (each.after for each in changes))
    )
    if is_free and (was_there or order.sure is Sure.OPEN):
        return ""
    owned = names.owns(order.owner, order.symbol) if order.owner else None
    if owned is False and (order.act is Act.CREATE or not order.by or _is_removed(order.symbol, files)):
        return f"`{order.owner}` does not have it"
    if is_there or owned or order.sure is Sure.OPEN or names.has(order.symbol):
        return ""
    if order.by and order.act is Act.CHANGE and not _is_removed(order.symbol, files):
        return ""  # nothing of the code has that name
    return "the change removes it" if was_there else "no changed file has that name"


def _whole(name: str) -> re.Pattern[bytes]:
    return re.compile(rb"(?<!\w)%s(?!\w)" % re.escape(name.encode()))


def _is_removed(name: str, files: Sequence[TouchedFile]) -> bool:
    """Tell whether the change removes a definition of that name."""
    return any(each.has(name) and each.how is How.REMOVED for file in files for each in file.names)


def _is_less(name: re.Pattern[bytes], changes: Sequence[FileChange]) -> bool:
    """Tell whether a changed file has a name less often than before."""
    return any(
        len(name.findall(each.after or b"")) < len(name.findall(each.before or b"")) for each in changes
    )
