"""The handler of a route that a goal names, and the calls to a store it makes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.code.outline import Kind
from groundplan.plan.dataclass import dataclass
from groundplan.survey.flow.sinks import sink_kind
from groundplan.survey.sources import is_own_code, root_of
from groundplan.survey.spot import Spot

if TYPE_CHECKING:
    from groundplan.code.outline import Definition, Outline
    from groundplan.code.view import CodeView

MOST_FILES = 50
_FUNCTIONS = frozenset({Kind.FUNCTION, Kind.METHOD})
_STORES = frozenset({"database"})


@dataclass(frozen=True, slots=True)
class Handler:
    """What answers a route: the function, and the lines where it asks a store."""

    path: str
    definition: Definition
    queries: tuple[Spot, ...]

    @property
    def citation(self) -> str:
        """Return it as a plan cites it."""
        return f"{self.path}::{self.definition.qualified}"


def find_handler(index: CodeView, route: str) -> Handler | None:
    """Return the one function that answers a route, known by the route's own text beside it; else None."""
    steps = [each for each in route.split("/") if each]
    if not steps:
        return None
    found = []
    for path in index.files_with(steps[0].strip("{}<>:"))[:MOST_FILES]:
        outline = index.outline(path) if is_own_code(path) else None
        if outline is None:
            continue
        text = (index.text(path) or b"").decode("utf-8", "replace")
        # The whole route, or the rest of it where the file sets its first step as a prefix.
        rest = "/" + "/".join(steps[1:]) if len(steps) > 1 else ""
        wanted = [route] if f'"{route}"' in text or f"'{route}'" in text else []
        if not wanted and rest and (f'"/{steps[0]}"' in text or f"'/{steps[0]}'" in text):
            wanted = [rest]
        for number, line in enumerate(text.split("\n"), 1):
            if any(f'"{each}"' in line or f"'{each}'" in line for each in wanted):
                definition = _around(outline, number)
                if definition:
                    found.append(Handler(path, definition, _queries(path, outline, definition)))
    return found[0] if len({each.citation for each in found}) == 1 else None


def _around(outline: Outline, line: int) -> Definition | None:
    return next((e for e in outline.definitions if e.kind in _FUNCTIONS and e.first <= line <= e.last), None)


def _queries(path: str, outline: Outline, definition: Definition) -> tuple[Spot, ...]:
    roots = frozenset(root_of(each.module) for each in outline.imports)
    lines = {
        line
        for words, places in outline.calls.items()
        if sink_kind(outline.language, words, roots) in _STORES
        for line in places
        if definition.first <= line <= definition.last
    }
    return tuple(Spot(path, line) for line in sorted(lines))
