"""What a change did: files with their text before and after, and the definitions that differ."""

from __future__ import annotations

import itertools
import re
from collections import Counter, defaultdict
from dataclasses import field
from typing import TYPE_CHECKING

from groundplan.code.extracting import extract
from groundplan.code.outline import NAMES, Kind
from groundplan.code.test_paths import is_test_code
from groundplan.code.tokens import has_same_code, has_same_comments, read_tokens
from groundplan.conform.obeyed import Effect, find_effect
from groundplan.conform.public import Public, is_compatible, is_declared_alike
from groundplan.plan.conformance import Form, How, TouchedName
from groundplan.plan.dataclass import dataclass
from groundplan.plan.late_regex import late_regex

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.code.outline import Definition, Outline
    from groundplan.code.tokens import Token

_WORD = late_regex(r"\w+")
_MACRO = late_regex(rb"macro_rules!|#\s*define")
_MAKES_TESTS = late_regex(
    rb"macro_rules!|^[ \t]*#[ \t]*define\b|\bparametri[sz]e\b|\.each\b|\bsubTest\b|\.Run\(|\bdefine_method\b"
    rb"|\b(?:ParameterizedTest|TestFactory|Theory|TestCase(?:Source)?|[dD]ataProvider)\b",
    re.MULTILINE,
)

_UNPARSED = {
    **dict.fromkeys(("ex", "exs"), "Elixir"),
    **dict.fromkeys(("fs", "fsx"), "F#"),
    **dict.fromkeys(("m", "mm"), "Objective-C"),
    **dict.fromkeys(("pl", "pm"), "Perl"),
    **dict.fromkeys(("sh", "bash", "zsh"), "Shell"),
    "clj": "Clojure",
    "dart": "Dart",
    "erl": "Erlang",
    "groovy": "Groovy",
    "hs": "Haskell",
    "jl": "Julia",
    "lua": "Lua",
    "ml": "OCaml",
    "nim": "Nim",
    "r": "R",
    "scala": "Scala",
    "swift": "Swift",
    "zig": "Zig",
}


def unparsed_language(path: str) -> str:
    """Return the language of a file that has names which nobody here reads, or nothing."""
    return _UNPARSED.get(path.rpartition(".")[2].lower(), "")


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
        if not has_same_code(self.path, self.before, self.after) or self.effect:
            return Form.CODE
        is_layout = has_same_comments(self.path, self.before, self.after)
        return Form.LAYOUT if is_layout else Form.COMMENTS

    @property
    def first_line(self) -> int:
        """Return the first line that differs from what it was."""
        if self.before is None or self.after is None:
            return 0
        pairs = itertools.zip_longest(self.before.split(b"\n"), self.after.split(b"\n"))
        found = next((number for number, (was, now) in enumerate(pairs, 1) if was != now), 0)
        return min(found, self.after.count(b"\n") + 1)

    @property
    def effect(self) -> Effect:
        """Return what differs beside its code and is not only words."""
        if self.how is not How.CHANGED or self.before is None or self.after is None:
            return Effect.NONE
        return find_effect(self.path, self.before, self.after)


@dataclass(frozen=True, slots=True)
class _Side:
    """One state of a file: its definitions by name, with the tokens that are theirs alone, and its fields."""

    definitions: dict[str, list[Definition]] = field(default_factory=dict)
    own: dict[str, list[tuple[Token, ...]]] = field(default_factory=dict)
    fields: dict[str, Definition] = field(default_factory=dict)  # what a public class declares in its body
    public: frozenset[str] = frozenset()
    is_broken: bool = False  # it parsed with errors

    def texts(self, name: str) -> list[tuple[str, ...]] | None:
        """Return what the tokens of a definition say, wherever they stand."""
        own = self.own.get(name)
        return [tuple(each.text for each in tokens) for tokens in own] if own is not None else None


def changed_names(change: FileChange) -> tuple[TouchedName, ...]:
    """Return the definitions that a change adds, changes or removes, in the order of the file."""
    before = _read(change.old or change.path, change.before)
    after = _read(change.path, change.after)
    found = []
    for name in dict.fromkeys((*after.own, *before.own)):
        was, now = before.texts(name), after.texts(name)
        if was == now:
            continue
        here = after.definitions.get(name) or before.definitions.get(name) or ()
        found.append(
            TouchedName(
                name,
                _how(was, now),
                _first_edit(before, after, name) if was and now else here[0].line if here else 0,
                is_public=name in (after.public if now is not None else before.public)
                and not _is_misread(before, after, name),
                is_signature=not _has_same_headers(before, after, name)
                and not any(each.kind is Kind.CONSTANT for each in here),
                fresh=_header_words(after, name) - _header_words(before, name),
            )
        )
    return (*found, *_changed_fields(before, after, {each.qualified for each in found if each.is_signature}))


def _changed_fields(before: _Side, after: _Side, told: set[str]) -> Iterator[TouchedName]:
    """Yield the fields that are declared otherwise, but those of a class whose own declaration is told."""
    for name in dict.fromkeys((*after.fields, *before.fields)):
        was, now = before.fields.get(name), after.fields.get(name)
        here = now or was
        if here is None or here.parent in told:
            continue
        if was is None or now is None or not is_declared_alike(was.header, now.header):
            how = How.ADDED if was is None else How.REMOVED if now is None else How.CHANGED
            yield TouchedName(name, how, here.line, is_public=True, is_signature=True)


def _is_misread(before: _Side, after: _Side, name: str) -> bool:
    """Tell whether a name came or went where a text parsed with errors, and both texts have the word."""
    if not (before.is_broken or after.is_broken) or (name in before.own and name in after.own):
        return False
    word = _WORD.findall(name)[-1:]
    return all(
        any(token.text in word for tokens in side.own.values() for each in tokens for token in each)
        for side in (before, after)
    )


def _header_words(side: _Side, name: str) -> frozenset[str]:
    return frozenset(word for each in side.definitions.get(name, ()) for word in _WORD.findall(each.header))


def test_names(change: FileChange) -> tuple[Counter[str], Counter[str]]:
    """Return the names of the tests that a file had and has, each with how often."""
    sides = ((change.old or change.path, change.before), (change.path, change.after))
    was, now = (
        Counter(each.name for each in _definitions(path, text) if _is_a_test(path, each))
        for path, text in sides
    )
    return was, now


def makes_tests(change: FileChange) -> bool:
    """Tell whether code makes tests where there were none of these, so that nobody can count them by name."""
    was, now = (Counter(_MAKES_TESTS.findall(each or b"")) for each in (change.before, change.after))
    return change.after is not None and bool(now - was or any(_MACRO.match(each) for each in was))


def _first_edit(before: _Side, after: _Side, name: str) -> int:
    """Return the first line in which a definition is another than it was."""
    for old, new in itertools.zip_longest(before.own[name], after.own[name], fillvalue=()):
        for was, now in itertools.zip_longest(old, new):
            if now is None or was is None or was.text != now.text:
                rest = (new, *reversed(after.own[name]))
                return now.line if now else next((each[-1].line for each in rest if each), 0)
    return 0


def _how(before: list[tuple[str, ...]] | None, after: list[tuple[str, ...]] | None) -> How:
    if before is None:
        return How.ADDED
    return How.REMOVED if after is None else How.CHANGED


def _has_same_headers(before: _Side, after: _Side, name: str) -> bool:
    old, new = before.definitions.get(name, []), after.definitions.get(name, [])
    return len(old) == len(new) and all(
        is_compatible(was.header, now.header) for was, now in zip(old, new, strict=True)
    )


def _read(path: str, text: bytes | None) -> _Side:
    outline = extract(path, text) if text is not None else None
    if text is None or outline is None:
        return _Side()
    definitions: dict[str, list[Definition]] = defaultdict(list)
    own: dict[str, list[tuple[Token, ...]]] = defaultdict(list)
    for definition, tokens in _shared_out(outline, path, text):
        name = definition.qualified if definition else ""
        own[name].append(tokens)
        if definition:
            definitions[name].append(definition)
    public = Public(path, outline)
    fields = {each.qualified: each for each in _fields(outline) if public.has(each)}
    names = frozenset(name for name, found in definitions.items() if any(map(public.has, found)))
    return _Side(dict(definitions), dict(own), fields, names, outline.is_broken)


def _fields(outline: Outline) -> Iterator[Definition]:
    """Yield the names that a class binds in its own body, not those that a method binds."""
    kept = [each for each in outline.definitions if _counts(each)]
    inner = _innermost(kept, outline.lines)
    for each in outline.definitions:
        at = inner[min(each.line, len(inner) - 1)]
        if each.kind is Kind.ATTRIBUTE and at >= 0 and kept[at].qualified == each.parent:
            yield each


def _shared_out(
    outline: Outline, path: str, text: bytes
) -> Iterator[tuple[Definition | None, tuple[Token, ...]]]:
    """Yield each definition with the tokens that lie in it and in no smaller one; None: in no definition."""
    kept = [each for each in outline.definitions if _counts(each)]
    tokens = read_tokens(path, text)
    told = [each for each in tokens if not each.is_comment] if tokens is not None else _lines(text)
    inner = _innermost(kept, outline.lines)
    shares: dict[int, list[Token]] = {at: [] for at in range(-1, len(kept))}
    for token in told:
        shares[inner[min(token.line, len(inner) - 1)]].append(token)
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


def _definitions(path: str, text: bytes | None) -> tuple[Definition, ...]:
    outline = extract(path, text) if text is not None else None
    return outline.definitions if outline is not None else ()


def _is_a_test(path: str, definition: Definition) -> bool:
    name = definition.name.lower()
    is_named = name.startswith("test") and name != "tests"
    if definition.header.startswith(("macro_rules!", "#")):  # it makes something else, tests perhaps
        return False
    return definition.kind in {Kind.FUNCTION, Kind.METHOD} and is_named and is_test_code(path, definition)
