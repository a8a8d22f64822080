"""Sketches the definitions of code in languages the index has no reader for, by the shape of their lines."""

from __future__ import annotations

import re
from dataclasses import dataclass

from groundplan.code.outline import Definition, Kind
from groundplan.survey.where.kinds import listed

_BRACED = listed("sketch", "braced")
_ENDED = listed("sketch", "ended")
_CONTAINERS = listed("sketch", "containers")
_NO_NAMES = listed("sketch", "no_names")
_LONGEST_LINE = 400
_MOST_LINES = 30_000


def _any_of(name: str) -> str:
    return "|".join(sorted(listed("sketch", name)))


_KEYWORD = re.compile(
    rf"^(?P<indent>[ \t]*)(?:(?:{_any_of('modifiers')})(?:\([\w: ]{{1,30}}\))?[ \t]+){{0,6}}"
    rf"(?P<kind>{_any_of('containers')}|{_any_of('callables')})[ \t]+"
    r"(?:<[^>\n]{0,80}>[ \t]*)?(?P<name>[A-Za-z_][\w:.]{0,100}[?!]?)(?P<rest>[^\n]{0,200})$"
)
# `static int name(args) {`, `public Foo<Bar> name(args) throws X {`, `Type Class::name(args)`
_TYPED = re.compile(
    r"^(?P<indent>[ \t]*)(?:[A-Za-z_][\w:<>,.\[\]?]{0,80}[ \t*&]+){1,6}"
    r"(?P<name>[A-Za-z_~][\w:~]{0,100})[ \t]?\([^;\n]{0,300}$"
)
_IMPL_FOR = re.compile(r"\bfor[ \t]+([A-Za-z_]\w{0,100})")


@dataclass(slots=True)
class _Open:
    name: str
    kind: Kind
    first: int
    indent: int


def sketch_definitions(path: str, text: bytes) -> tuple[Definition, ...]:
    """Return what looks like definitions, in their order; one ends where the indentation falls back."""
    ending = path.rpartition(".")[2].lower()
    if ending not in _BRACED and ending not in _ENDED:
        return ()
    lines = text.decode("utf-8", "replace").split("\n")[:_MOST_LINES]
    found: list[Definition] = []
    standing: list[_Open] = []
    for number, line in enumerate(lines, 1):
        bare = line.lstrip()
        if not bare or bare[0] in "#*/" or (bare[0] in "})]" and len(bare) > 1 and bare[1] not in " ;,)"):
            continue
        indent = len(line) - len(bare)
        opened = _opening(line, number, is_typed=ending in _BRACED)
        closes = bare[0] in "})" or bare.startswith("end")
        while standing and (
            indent < standing[-1].indent or (indent == standing[-1].indent and (opened or closes))
        ):
            found.append(
                _closed(standing, number if closes and indent == standing[-1].indent else number - 1)
            )
        if opened is not None:
            standing.append(opened)
    while standing:
        found.append(_closed(standing, len(lines)))
    return tuple(sorted(found, key=lambda each: (each.first, -each.last)))


def _opening(line: str, number: int, *, is_typed: bool) -> _Open | None:
    if len(line) > _LONGEST_LINE:
        return None
    found = _KEYWORD.match(line)
    if found is not None:
        if found["rest"].rstrip().endswith(";"):
            return None
        is_container = found["kind"] in _CONTAINERS
        name = found["name"].rstrip(":")
        if found["kind"] == "impl" and (target := _IMPL_FOR.search(found["rest"])):
            name = target[1]
        return _Open(name, Kind.CLASS if is_container else Kind.FUNCTION, number, len(found["indent"]))
    found = _TYPED.match(line) if is_typed else None
    if found is None or found["name"] in _NO_NAMES or line.split(maxsplit=1)[0] in _NO_NAMES:
        return None
    return _Open(found["name"], Kind.FUNCTION, number, len(found["indent"]))


def _closed(standing: list[_Open], last: int) -> Definition:
    closed = standing.pop()
    around = [each.name for each in standing if each.kind is Kind.CLASS]
    kind = Kind.METHOD if around and closed.kind is Kind.FUNCTION else closed.kind
    qualified = ".".join((*around, closed.name.replace("::", ".")))
    name = qualified.rpartition(".")[2]
    return Definition(name, qualified, kind, closed.first, max(last, closed.first), closed.first)
