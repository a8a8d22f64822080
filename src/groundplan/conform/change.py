"""What a change did: files with their text before and after, and the definitions that differ."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from groundplan.code.extracting import extract
from groundplan.code.outline import NAMES, Kind
from groundplan.code.test_paths import is_test_code
from groundplan.code.tokens import has_same_code, has_same_comments, read_tokens
from groundplan.plan.conformance import Form, How, TouchedName
from groundplan.plan.dataclass import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.code.outline import Definition, Outline
    from groundplan.code.tokens import Token

_ASIDE = frozenset({"docs", "doc", "examples", "example", "scripts", "benchmarks", "migrations", "tools"})


@dataclass(frozen=True, slots=True)
class FileChange:
    """A file of a change; a text is None where there is no such file, or where it is no text."""

    path: str
    how: How
    before: bytes | None = None
    after: bytes | None = None
    old: str = ""  # its path before, where it was renamed
    mode: str = ""  # git's mode of it now, where that is another: it may be run, or is a link

    @property
    def paths(self) -> tuple[str, ...]:
        """Return the paths it has and had."""
        return (self.path, self.old) if self.old else (self.path,)

    @property
    def form(self) -> Form:
        """Return what differs, where the code does not; a renamed file is another file to whoever uses it."""
        if self.how is not How.CHANGED or self.before is None or self.after is None:
            return Form.CODE
        if not has_same_code(self.path, self.before, self.after):
            return Form.CODE
        is_layout = has_same_comments(self.path, self.before, self.after)
        return Form.LAYOUT if is_layout else Form.COMMENTS


@dataclass(frozen=True, slots=True)
class _Side:
    """One state of a file: its definitions by name, with the tokens that are theirs alone."""

    definitions: dict[str, list[Definition]]
    own: dict[str, list[tuple[str, ...]]]


def changed_names(change: FileChange) -> tuple[TouchedName, ...]:
    """Return the definitions that a change adds, changes or removes, in the order of the file."""
    before = _read(change.old or change.path, change.before)
    after = _read(change.path, change.after)
    found = []
    for name in dict.fromkeys((*after.own, *before.own)):
        if before.own.get(name) == after.own.get(name):
            continue
        here = after.definitions.get(name) or before.definitions.get(name) or ()
        found.append(
            TouchedName(
                name,
                _how(before.own.get(name), after.own.get(name)),
                here[0].line if here else 0,
                is_public=any(_is_public(change.path, each) for each in here),
                is_signature=_headers(before, name) != _headers(after, name)
                and not any(each.kind is Kind.CONSTANT for each in here),
            )
        )
    return tuple(found)


def lost_tests(change: FileChange) -> int:
    """Return how many tests fewer a file has."""
    before, after = (
        sum(_is_a_test(path, each) for each in _definitions(path, text))
        for path, text in ((change.old or change.path, change.before), (change.path, change.after))
    )
    return max(0, before - after)


def _how(before: list[tuple[str, ...]] | None, after: list[tuple[str, ...]] | None) -> How:
    if before is None:
        return How.ADDED
    return How.REMOVED if after is None else How.CHANGED


def _headers(side: _Side, name: str) -> list[str]:
    return ["".join(each.header.split()) for each in side.definitions.get(name, ())]


def _read(path: str, text: bytes | None) -> _Side:
    outline = extract(path, text) if text is not None else None
    if text is None or outline is None:
        return _Side({}, {})
    definitions: dict[str, list[Definition]] = defaultdict(list)
    own: dict[str, list[tuple[str, ...]]] = defaultdict(list)
    for definition, tokens in _shared_out(outline, path, text):
        name = definition.qualified if definition else ""
        own[name].append(tokens)
        if definition:
            definitions[name].append(definition)
    return _Side(dict(definitions), dict(own))


def _shared_out(
    outline: Outline, path: str, text: bytes
) -> Iterator[tuple[Definition | None, tuple[str, ...]]]:
    """Yield each definition with the tokens that lie in it and in no smaller one; None: in no definition."""
    kept = [each for each in outline.definitions if _counts(each)]
    tokens = read_tokens(path, text)
    told = [each for each in tokens if not each.is_comment] if tokens is not None else _lines(text)
    inner = _innermost(kept, outline.lines)
    shares: dict[int, list[str]] = {at: [] for at in range(-1, len(kept))}
    for token in told:
        shares[inner[min(token.line, len(inner) - 1)]].append(token.text)
    yield None, tuple(shares[-1])
    for at, definition in enumerate(kept):
        yield definition, tuple(shares[at])


def _lines(text: bytes) -> list[Token]:
    from groundplan.code.tokens import Token  # noqa: PLC0415 - only where a text does not parse

    lines = text.decode("utf-8", "replace").split("\n")
    return [Token(line.strip(), number) for number, line in enumerate(lines, 1) if line.strip()]


def _innermost(definitions: list[Definition], lines: int) -> list[int]:
    """Return for each line the place of the smallest definition around it, or -1."""
    inner = [-1] * (lines + 2)
    for at in sorted(range(len(definitions)), key=lambda each: -definitions[each].size):
        each = definitions[at]
        inner[each.first : each.last + 1] = [at] * (min(each.last, lines + 1) - each.first + 1)
    return inner


def _counts(definition: Definition) -> bool:
    """Tell whether a definition is one by itself; a name in a class or function is part of that."""
    return definition.kind not in NAMES or (definition.kind is Kind.CONSTANT and not definition.parent)


def _is_public(path: str, definition: Definition) -> bool:
    words = definition.qualified.split(".")
    is_constant = definition.kind is Kind.CONSTANT  # `__all__` and the like are no names to rely on
    is_private = any(each.startswith("_") and (is_constant or not each.endswith("__")) for each in words)
    is_aside = not _ASIDE.isdisjoint(path.split("/")[:-1]) or "internal" in path.split("/")[:-1]
    return definition.is_exported and not (is_private or is_aside or is_test_code(path, definition))


def _definitions(path: str, text: bytes | None) -> tuple[Definition, ...]:
    outline = extract(path, text) if text is not None else None
    return outline.definitions if outline is not None else ()


def _is_a_test(path: str, definition: Definition) -> bool:
    name = definition.name.lower()
    is_named = name.startswith("test") and name != "tests"
    return definition.kind in {Kind.FUNCTION, Kind.METHOD} and is_named and is_test_code(path, definition)
