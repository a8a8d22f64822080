"""From the words that name a handler to the place it is defined, by its file and one step of import."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.survey.argument_text import dotted
from groundplan.survey.spot import Spot

if TYPE_CHECKING:
    from groundplan.survey.sources import Sources

_WRAPPED = re.compile(r"[\w.]{1,100}\(\s{0,20}((?:self\.|[A-Za-z_])[\w.]{0,100})\s{0,20}[,)]?")


def resolve_handler(sources: Sources, path: str, line: int, argument: str) -> tuple[str, Spot | None]:
    """Return the handler an argument names; `wrap(self.index)` names what it wraps."""
    words = dotted(argument)
    found, spot = resolve(sources, path, words, line=line)
    if spot is None and "as_view" not in words:
        wrapped = _WRAPPED.match(argument)
        inner, inner_spot = resolve(sources, path, wrapped[1], line=line) if wrapped else ("", None)
        if inner_spot:
            return inner, inner_spot
    return found, spot


def resolve(sources: Sources, path: str, words: str, *, line: int = 0) -> tuple[str, Spot | None]:
    """Return the qualified name and place of what some words name, where its file or an import tells."""
    words = words.removesuffix(".as_view").removesuffix(".as_asgi")
    places = sources.places(path)
    if words in places:
        return words, Spot(path, places[words])
    head, _, rest = words.partition(".")
    around = sources.outlines[path].at(line) if line and rest else None
    member = f"{around.parent}.{rest}" if around and rest else ""
    # `self` in Python, or whatever a Go method calls its receiver.
    bound = sources.bound(path).get(head, "")
    if member in places and not bound:
        return member, Spot(path, places[member])
    if not bound:
        return words, None
    found = locate(sources, path, bound, rest)
    return (rest or bound.rpartition(".")[2], found) if found else (words, None)


def locate(sources: Sources, path: str, bound: str, rest: str) -> Spot | None:
    """Return where a dotted Python name is defined in this repository: at its roots, or beside the file."""
    dots = len(bound) - len(bound.lstrip("."))
    parts = bound.lstrip(".").split(".")
    folders = path.split("/")[:-1]
    roots = ["", "src", *("/".join(folders[:depth]) for depth in range(1, len(folders) + 1))]
    if dots:
        roots = ["/".join(folders[: len(folders) - dots + 1])]
    for root in roots:
        for cut in (len(parts), len(parts) - 1):
            stem = "/".join(each for each in (root, *parts[:cut]) if each)
            wanted = ".".join([*parts[cut:], *([rest] if rest else [])])
            for candidate in (f"{stem}.py", f"{stem}/__init__.py"):
                line = sources.places(candidate).get(wanted) if wanted else None
                if line:
                    return Spot(candidate, line)
    return None
