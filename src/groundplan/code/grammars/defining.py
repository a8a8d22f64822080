"""From places in the text to definitions: what stands in what, headers, decorators, documentation, forks."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from typing import TYPE_CHECKING, NamedTuple

from groundplan.code.grammars.grammar import Public
from groundplan.code.outline import HEADER_LIMIT, NAMES, Definition, Kind

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.code.grammars.gathered import Found, Gathered
    from groundplan.code.grammars.grammar import Grammar
    from groundplan.code.grammars.importing import Names

# A function in a function in a function …: past this the names around it are no longer spelled out.
_QUALIFIED_LIMIT = 400
_COMMENT_LIMIT = 100_000
_COMMENT_LINE = 8_000
_LINES_BETWEEN = 5
REMARK = re.compile(
    rb"//go:|// ?nolint|//\Z|(?://|/\*\*?) ?(?:[#@]__\w|eslint|prettier|biome|istanbul|c8|v8 ignore|deno-lint"
    rb"|oxlint|tslint|@ts-|@flow|#region|webpack\w*:|cspell|noinspection|NOLINT|NOSONAR)"
)
_BODIES = frozenset({Kind.FUNCTION, Kind.METHOD})
_HOLDERS = frozenset({Kind.CLASS, Kind.INTERFACE, Kind.TYPE, Kind.ENUM, Kind.CONSTANT, None})
_EXPORTS = re.compile(r"(?:module\.)?exports")
_WORDS = re.compile(rb"(?<![^\s;{}])(?:[a-z]++[ \t]++)+\Z")
_WORDS_LIMIT = 60
_HEADER_ENDS = ("=", "{", ";")
_WORDED = frozenset({Public.WORD, Public.ALL})
_MEMBERED = frozenset({Kind.CLASS, Kind.INTERFACE, Kind.TYPE, Kind.ENUM, Kind.ATTRIBUTE, None})
_GAP = re.compile(rb"(?:\s++|//[^\n]*+)*")
_ARGUMENTS = re.compile(rb"\((?:[^()]|\((?:[^()]|\([^()]{0,300}\)){0,500}\)){0,2000}\)")
# what stands between an attribute and its definition: remarks, and directives as in C#
_LED = re.compile(rb"\A(?:\s+|//[^\n]*|#(?:if|elif|else|endif|region|endregion|pragma|nullable)\b[^\n]*)+")
_STRING = re.compile(rb'"[^"\n]*+"')
_CLOSED = re.compile(rb"\b(?:private|protected|internal)\b")
_ASYNC = re.compile(rb"\b(?:async|suspend)\b")
_TYPE_ARGUMENTS = re.compile(r"<[^<>]*>")
_OPERATOR = re.compile(r"operator (?=\W)")
_WITH_BLANK = frozenset({"go", "rust"})  # in which `_` is no name
_QUOTES = "\"'`"
_BEFORE_LIMIT = 1_000

_Marks = tuple[tuple[str, ...], int, int]  # decorators, where they begin, where the header begins


class _Around(NamedTuple):
    """A definition that others may stand in."""

    start: int
    end: int
    qualified: str
    kind: Kind | None
    body: int
    is_exported: bool


_NOTHING = _Around(0, 0, "", None, 0, is_exported=True)


def define(gathered: Gathered, grammar: Grammar, names: Names) -> tuple[Definition, ...]:
    """Return the definitions of a text in the order of their first lines."""
    made = list(_walk(gathered, grammar, names))
    declared = {each.qualified for each, is_own in made if not is_own}
    definitions = []
    for each, is_own in made:
        if each.name == "_" and grammar.queries[0] in _WITH_BLANK:
            continue
        if is_own:
            if each.qualified in declared:
                continue
            declared.add(each.qualified)
        definitions.append(each)
    return tuple(sorted(definitions, key=lambda each: (each.first, -each.last)))


def _walk(gathered: Gathered, grammar: Grammar, names: Names) -> Iterator[tuple[Definition, bool]]:
    around: list[_Around] = []
    found = [each for at, each in gathered.found.items() if at not in names.imported]
    is_script = grammar.public is Public.MODULE
    # C has neither methods nor types of a type: what looks like one follows a macro that cannot be parsed.
    is_flat = grammar.queries == ("c",)
    for each in sorted(found, key=lambda each: (each.start, -each.end, each.name)):
        # `var a, b = 1, 2` defines two names in one place: neither stands in the other.
        while around and (around[-1].end <= each.start or around[-1][:2] == (each.start, each.end)):
            around.pop()
        is_macro = not is_script and _is_macro(gathered, each)
        parent = around[-1] if around and not is_macro else _NOTHING
        if is_flat and each.kind not in NAMES and each.kind and parent.kind not in _BODIES:
            parent = _NOTHING
        if each.is_member and not _is_in_body(each, parent):
            continue
        if each.is_own:
            holder = next((one for one in reversed(around[-50:]) if one.kind is Kind.CLASS), None)
            if holder is None:
                continue
            parent = holder
        if each.name[0] == each.name[1]:  # a block
            is_reached = parent.is_exported and parent.kind not in _BODIES
            around.append(_Around(each.start, each.end, parent.qualified, each.kind, each.body, is_reached))
        if each.name[0] == each.name[1] or (not is_script and _is_local(each, parent)):
            continue
        name = _clean(gathered.word(each.name))
        kind, scope = _place(gathered, each)
        kind = kind if is_script else _kind_in(kind, parent)
        is_bare = kind is None and name in {"exports", "prototype"}  # `module.exports = { … }`
        parts = [part for part in (scope, "" if is_bare else name) if part]
        parts = [] if _is_again(grammar, kind, name, parent) else parts
        if parent.qualified and len(parent.qualified) <= _QUALIFIED_LIMIT:
            parts.insert(0, parent.qualified)
        qualified = ".".join(parts)
        marks = _decorators(gathered, _outermost(gathered, each.start), each.name[0])
        is_exported = (
            _is_open(gathered, grammar, each, parent, marks[1])
            if grammar.public in _WORDED
            else _is_exported(gathered, grammar, names, each, (name, scope, parent))
        )
        if kind is not None:
            said = (name, qualified, kind, is_exported)
            yield _make(gathered, grammar, each, marks, said), each.is_own
        if not each.is_own and not is_macro:
            held = qualified if len(qualified) <= _QUALIFIED_LIMIT else parent.qualified
            around.append(_Around(each.start, each.end, held, kind, each.body, is_exported))


def _is_again(grammar: Grammar, kind: Kind | None, name: str, parent: _Around) -> bool:
    """Whether C++ seems to open a namespace in itself: an earlier one could not be parsed to its end."""
    is_space = kind is Kind.MODULE and parent.kind is Kind.MODULE and "cpp" in grammar.queries
    return is_space and name == parent.qualified.rpartition(".")[2]


def _is_macro(gathered: Gathered, each: Found) -> bool:
    """Whether something is defined for the preprocessor, which knows no scopes: `#define` in a function."""
    return gathered.text.startswith(b"#", each.start) and not gathered.text.startswith(b"#[", each.start)


def _is_local(each: Found, parent: _Around) -> bool:
    """Whether a name is bound in code, where nobody else can reach it."""
    return each.kind is Kind.CONSTANT and (parent.kind in _BODIES or parent.kind in NAMES)


def _kind_in(kind: Kind | None, parent: _Around) -> Kind | None:
    """Return what something is where it stands: a function in a class is a method of it."""
    is_member = parent is not _NOTHING and parent.kind in _MEMBERED
    if kind is Kind.FUNCTION or kind is Kind.METHOD:
        return Kind.METHOD if is_member else kind
    if kind is Kind.CONSTANT:
        return Kind.ATTRIBUTE if is_member else kind
    if kind is Kind.ATTRIBUTE and parent is _NOTHING:  # an entry of an enumeration without a name
        return Kind.CONSTANT
    return kind


def _is_in_body(each: Found, parent: _Around) -> bool:
    """Whether a member or holder stands where it gets a name: in a class, in the value of a constant."""
    if parent is _NOTHING:
        return False
    is_class = parent.kind is Kind.CLASS and each.kind is not None and each.start >= parent.body
    return is_class or parent.kind in {Kind.CONSTANT, None}


def _place(gathered: Gathered, each: Found) -> tuple[Kind | None, str]:
    """Return the kind of a definition and the name it belongs to without standing in it."""
    if each.scope is None:
        return each.kind, ""
    scope = gathered.word(each.scope).removesuffix(".prototype")
    if "::" in scope or "<" in scope:
        while scope != (scope := _TYPE_ARGUMENTS.sub("", scope)):
            pass
        scope = scope.replace("::", ".").strip(".")
    if _EXPORTS.fullmatch(scope) or scope == "module":
        return Kind.FUNCTION if each.kind is Kind.METHOD else each.kind, ""
    return each.kind, scope.split()[-1] if scope.split() else ""  # `MACRO Type Owner`: the macro is not known


def _make(
    gathered: Gathered, grammar: Grammar, each: Found, marks: _Marks, said: tuple[str, str, Kind, bool]
) -> Definition:
    name, qualified, kind, is_exported = said
    line = gathered.line
    decorators, first, header = marks
    return Definition(
        name,
        qualified,
        kind,
        first=line(first),
        last=line(max(each.end - 1, first)),
        line=line(each.name[0]),
        header=_fold(_LED.sub(b"", gathered.text[header : min(each.body, header + 4 * HEADER_LIMIT)])),
        bases=tuple(gathered.bases.get(each.start, ())),
        decorators=decorators,
        is_async=each.start in gathered.asynchronous
        or (kind in _BODIES and grammar.public in _WORDED and _is_async(gathered, each)),
        is_exported=is_exported,
        has_doc=not each.is_own and _has_doc(gathered, grammar.documents, first),
        branches=_forks(gathered, each) if kind in _BODIES else 0,
        is_declared=each.is_declared,
    )


def _outermost(gathered: Gathered, start: int) -> int:
    """Return where the declaration begins whose name stands behind words like `export const` on its line."""
    before = max(gathered.line_starts[gathered.line(start) - 1], start - _WORDS_LIMIT)
    line = gathered.text[before:start]
    words = _WORDS.search(line) if line and not line.isspace() else None  # nine of ten begin their line
    begin = before + words.start() if words else start
    while (further := gathered.begins.get(begin, begin)) < begin:
        begin = further
    return begin


def _decorators(gathered: Gathered, begin: int, name: int) -> _Marks:
    """Return the decorators of what is named at a place, where they begin, and where its header begins."""
    marks = gathered.decorators
    if not marks:
        return (), begin, begin
    first = header = begin
    mine: list[tuple[int, int, str]] = []
    at = bisect_left(marks, (name + 1,)) - 1
    upper = name
    while at >= 0:
        start, end, _ = marks[at]
        is_same = bool(mine) and mine[-1][:2] == (start, end)  # `[Fact, Slow]` in C# are two in one bracket
        if (end > upper and not is_same) or (start < begin and not _GAP.fullmatch(gathered.text, end, first)):
            break
        mine.append(marks[at])
        first, upper, at = min(first, start), start, at - 1
    mine.reverse()
    for start, end, _ in mine:  # `public @Nullable String name()` begins with its first word
        if start >= begin and not gathered.text[header:start].strip():
            # the arguments of an annotation in Kotlin are blanked for its grammar, but not in the text
            arguments = _ARGUMENTS.match(gathered.text, end)
            header = arguments.end() if arguments else end
    return tuple(words for _, _, words in mine), first, header


def _fold(words: bytes) -> str:
    folded = " ".join(words.decode("utf-8", "replace").split())[:HEADER_LIMIT]
    kept = folded.rstrip()
    return kept[:-1].rstrip() if kept.endswith(_HEADER_ENDS) else folded


def _has_doc(gathered: Gathered, documents: tuple[bytes, ...], first: int) -> bool:
    """Whether a comment above a line documents it; remarks to tools may stand between the two."""
    text, row = gathered.text, gathered.line(first) - 1
    is_block_only = documents[0].startswith(b"/*")
    for above in range(row - 1, max(-1, row - 1 - _LINES_BETWEEN), -1):
        start, end = gathered.line_starts[above], gathered.line_starts[above + 1] - 1
        line = text[start : min(end, start + _COMMENT_LINE)].strip()
        if line.endswith(b"*/") and not REMARK.match(line):
            opening = text.rfind(b"/*", max(0, end - _COMMENT_LIMIT), end)
            # behind code, or behind `#endif`, it belongs to its line
            is_alone = not text[text.rfind(b"\n", 0, opening) + 1 : max(opening, 0)].strip()
            return opening >= 0 and is_alone and text.startswith(documents, opening)
        # A blank line parts a comment from Go's declarations, not from a script's.
        if not (is_block_only and not line) and not REMARK.match(line):
            return line.startswith(documents) and not line.startswith(b"/*")
    return False


def _forks(gathered: Gathered, each: Found) -> int:
    return bisect_right(gathered.branches, each.end - 1) - bisect_left(gathered.branches, each.start)


def _is_async(gathered: Gathered, each: Found) -> bool:
    return (
        _ASYNC.search(gathered.text, max(each.start, each.name[0] - _BEFORE_LIMIT), each.name[0]) is not None
    )


def _is_open(gathered: Gathered, grammar: Grammar, each: Found, parent: _Around, first: int) -> bool:
    """Whether a definition is public where a word before it says so."""
    if parent.kind in _BODIES or not parent.is_exported or each.start in gathered.hidden:
        return False
    if each.kind is None or not grammar.words:
        return True
    before = gathered.text[max(first, each.name[0] - _BEFORE_LIMIT) : each.name[0]]
    before = _STRING.sub(b"", before) if b'"' in before else before
    is_said = re.search(grammar.words, before) is not None
    if grammar.public is Public.ALL:
        return not is_said
    return is_said or (_is_opened(gathered, each, parent) and not _CLOSED.search(before))


def _is_opened(gathered: Gathered, each: Found, parent: _Around) -> bool:
    """Whether something needs no word to be as public as what it stands in."""
    if parent.kind is Kind.INTERFACE or parent.start in gathered.open or each.start < parent.body:
        return parent is not _NOTHING
    if parent.kind is Kind.ENUM:  # its entries; fields and methods have a type before their names
        _, _, header = _decorators(gathered, each.start, each.name[0])
        return not gathered.text[header : each.name[0]].strip()
    return parent.kind is Kind.ATTRIBUTE and each.kind is Kind.ATTRIBUTE


def _is_exported(
    gathered: Gathered, grammar: Grammar, names: Names, each: Found, said: tuple[str, str, _Around]
) -> bool:
    name, scope, parent = said
    if parent.kind in _BODIES:
        return False
    if grammar.public is Public.CAPITAL:
        return name[:1].isupper()
    is_hidden = each.start in gathered.hidden or name.startswith("#")
    is_marked = each.start in gathered.exported
    if parent is not _NOTHING:
        return parent.is_exported and parent.kind in _HOLDERS and not is_hidden
    if is_marked or names.is_script or (scope or name).partition(".")[0] in names.exported:
        return True
    return each.scope is not None and not scope  # `exports.name = …`


def _clean(name: str) -> str:
    if name[:1] in _QUOTES:
        return name.strip(_QUOTES) or name
    if any(sign.isspace() for sign in name):
        return _OPERATOR.sub("operator", " ".join(name.split()))
    return name
