"""Where a cited symbol stands: defined in the file, bound by an import, inherited, or seen as a word."""

from __future__ import annotations

import posixpath
import re
from typing import TYPE_CHECKING

from groundplan.code.bodies import without_overloads
from groundplan.code.outline import Kind
from groundplan.plan.dataclass import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from groundplan.code.outline import Definition, Outline
    from groundplan.code.view import CitedCode
    from groundplan.plan.citation import Citation

_SEPARATOR = re.compile(r"::|[.:]|(?<=\w)#")  # the `#` of a private member in JavaScript is its name's
_CLASSES = frozenset({Kind.CLASS, Kind.INTERFACE, Kind.TYPE, Kind.ENUM})
_DEEPEST = 12  # bases above bases
# What a line starts with that binds a name, in the languages plans are written about.
_BINDER = (
    rb"(?m)^[^\S\n]*(?:(?:export|default|public|private|protected|static|abstract|async|readonly|pub|final)"
    rb"[^\S\n]+){0,6}(?:(?:def|class|function\*?|const|let|var|type|interface|enum|struct|trait|fn|func"
    rb"|module|namespace|val|sub|macro_rules!)[^\S\n]+(?:\([^()\n]{0,80}\)[^\S\n]*)?)?[\"'$@]?%s(?!\w)[\"']?"
    rb"[^\S\n]*(?:[:=(<{?!\n]|as\b|struct\b|interface\b|func\b)"
)


@dataclass(frozen=True, slots=True)
class Member:
    """A symbol that was found: where its text stands, and how it was found unless defined as written."""

    path: str
    first: int
    last: int
    qualified: str
    note: str = ""


def split_symbol(symbol: str) -> tuple[str, ...]:
    """Return the names of `Class.method`, `Class#method`, `module::function()` in their order."""
    return tuple(part for part in _SEPARATOR.split(symbol.removesuffix("()")) if part)


def find_member(index: CitedCode, path: str, symbol: str) -> Member | None:
    """Return where a symbol of a file stands by looking at this file alone, or None."""
    names, seen = split_symbol(symbol), index.peek(path)
    if not names or seen is None:
        return None
    text, outline = seen
    if outline is None:
        return _by_word(path, text, names)
    found = _defined(path, outline, names, text) or _imported(path, outline, names)
    return found or _bound_in_text(path, outline, text, names)


def find_inherited(index: CitedCode, path: str, symbol: str) -> Member | None:
    """Return the member that a class of a file has from a base in this repository, or None.

    Such a claim is true and its text can be shown, so calling it missing would be a false alarm; the note
    says where the text stands. A base outside the repository can be seen by nobody: its members are missing.
    """
    names, outline = split_symbol(symbol), index.outline(path)
    if len(names) < 2 or outline is None:
        return None
    for owner in same_name(outline.definitions, names[:-1]):
        for place, above in _bases(index, path, owner) if owner.kind in _CLASSES else ():
            for each in above.definitions:
                if each.name == names[-1] and each.parent == place.qualified:
                    note = f"inherited from `{place.path}::{each.qualified}`"
                    return Member(place.path, each.first, each.last, each.qualified, note)
    return None


def same_name(definitions: Iterable[Definition], names: tuple[str, ...]) -> list[Definition]:
    """Return the definitions a cited name means: all names as written, or else the end of a longer name."""
    whole = ".".join(names)
    kept = list(definitions)
    exact = [each for each in kept if each.qualified == whole]
    return exact or [each for each in kept if each.qualified.endswith(f".{whole}")]


def bound_line(text: bytes, name: str, *, is_member: bool = False) -> int:
    """Return the first line that reads like a definition of a name, or 0."""
    if name.encode() not in text:
        return 0
    word = re.escape(name.encode())
    found = re.search(_BINDER % word, text)
    if found is None and is_member:
        found = re.search(rb"\b(?:self|this|cls)\.%s\s{0,9}[:=](?!=)" % word, text)
    if found is None:
        return 0
    start = found.start() + len(found[0]) - len(found[0].lstrip())
    return text.count(b"\n", 0, start) + 1


def _defined(path: str, outline: Outline, names: tuple[str, ...], text: bytes) -> Member | None:
    found = same_name(outline.definitions, names)
    stem = path.rpartition("/")[2].partition(".")[0]
    if not found and len(names) > 1 and names[0] in {stem, path.rpartition("/")[0].rpartition("/")[2]}:
        found = same_name(outline.definitions, names[1:])  # `app.py::app.Flask`: the module named once more
    if not found:
        return None
    same = [each for each in found if each.qualified == found[0].qualified]
    first = without_overloads(same, text, outline.language)[0]
    note = "" if first.qualified == ".".join(names) else f"it is `{first.qualified}` in full"
    return Member(path, first.first, first.last, first.qualified, note)


def _imported(path: str, outline: Outline, names: tuple[str, ...]) -> Member | None:
    """Take a name that a file binds by importing it: a re-export is a place people cite.

    Only the name itself: `Class.method` of an imported class stands where the class is defined.
    """
    if len(names) > 1:
        return None
    for each in outline.imports:
        bound = each.alias or (each.name if each.name != "*" else "")
        if bound == names[0] and not each.is_inner:
            return Member(path, each.line, each.line, bound, f"imported here from `{each.module}`")
    return None


def _bases(index: CitedCode, path: str, owner: Definition) -> Iterator[tuple[Member, Outline]]:
    """Give the classes above a class, nearest first, each with its file's outline; unclear ones left out."""
    waiting, seen = [(path, owner, 0)], {(path, owner.qualified)}
    while waiting:
        here, each, depth = waiting.pop(0)
        for base in each.bases if depth < _DEEPEST else ():
            found = _class_called(index, here, base)
            if found is None or (found[0], found[1].qualified) in seen:
                continue
            place, definition = found
            if definition.kind is Kind.INTERFACE and each.kind is not Kind.INTERFACE:
                continue  # an interface gives a class nothing: what it demands has to stand in the class
            seen.add((place, definition.qualified))
            outline = index.outline(place)
            if outline is not None:
                yield Member(place, definition.first, definition.last, definition.qualified), outline
            waiting.append((place, definition, depth + 1))


def _class_called(index: CitedCode, path: str, base: str) -> tuple[str, Definition] | None:
    """Return the one class a base can be: in the same file, in the module it is imported from, or alone."""
    name = base.rpartition(".")[2]
    found = [each for each in index.symbols(name) if each.definition.kind in _CLASSES]
    here = [each for each in found if each.path == path]
    if not here:
        outline = index.outline(path)
        modules = {
            each.module.strip("./").replace(".", "/").rpartition("/")[2]
            for each in (outline.imports if outline else ())
            if base.partition(".")[0] in {each.alias, each.name}
        }
        here = [each for each in found if any(part in modules for part in _parts(each.path))]
        if modules and not here:
            return None  # imported, and from no module of this repository
    chosen = here if len(here) == 1 else found
    return (chosen[0].path, chosen[0].definition) if len(chosen) == 1 else None


def _parts(path: str) -> tuple[str, ...]:
    folder, _, name = path.rpartition("/")
    return (name.partition(".")[0], folder.rpartition("/")[2])


def _bound_in_text(path: str, outline: Outline, text: bytes, names: tuple[str, ...]) -> Member | None:
    """Take a name that a line of the text binds although the outline has no such definition.

    Local functions, keys of an object, names made inside a condition: whoever cites them is right. For
    `Class.member` the line must stand inside the class, else any method of any class would do.
    """
    if len(names) == 1:
        line = bound_line(text, names[0])
        return Member(path, line, line, names[0], f"bound in line {line}") if line else None
    for owner in same_name(outline.definitions, names[:-1]):
        inside = b"\n".join(text.split(b"\n")[owner.first - 1 : owner.last])
        line = bound_line(inside, names[-1], is_member=True)
        if line:
            line += owner.first - 1
            return Member(path, line, line, ".".join(names), f"bound in line {line}")
    return None


def _by_word(path: str, text: bytes, names: tuple[str, ...]) -> Member | None:
    """Take a symbol of a file without an outline when each of its names stands there as a word."""
    at = 0
    for name in names:
        found = re.search(rb"(?<!\w)%s(?!\w)" % re.escape(name.encode()), text)
        if found is None:
            return None
        at = found.start()
    line = bound_line(text, names[-1]) or text.count(b"\n", 0, at) + 1
    return Member(path, line, line, ".".join(names), f"the word is in line {line}")


# A citation written anew: another path, other lines or another symbol, in the syntax it was written in.


def respell(
    citation: Citation, path: str, *, start: str = "", lines: tuple[int, int] = (0, 0), symbol: str = ""
) -> str:
    """Return the citation's text for another path from the root, other lines or a dotted symbol."""
    text, place = citation.text or citation.path, _as_written(citation, path, start)
    if citation.symbol:
        if not symbol:
            return place
        brackets = re.search(r"\([^()]*\)$", text)
        return f"{place}::{_joined(citation.symbol, symbol)}{brackets[0] if brackets else ''}"
    _, mark, anchor = text.partition("#")
    if mark and not citation.first:
        return f"{place}#{anchor}"
    first, last = lines
    if not first:
        return place
    column = re.search(r":L?\d+(:\d+)$", text)  # the line is the same, so this is true of it still
    if column:
        return f"{place}:{first}{column[1]}"
    letter = "L" if mark or re.search(r":L\d", text) else ""
    return f"{place}{mark or ':'}{letter}{first}" + (f"-{letter}{last}" if last != first else "")


def _as_written(citation: Citation, path: str, start: str) -> str:
    """Keep to how the path was written: from which folder, with `./`, as a folder with `/`."""
    written = re.split(r"::|#|:(?=L?\d)", citation.text or citation.path, maxsplit=1)[0]
    if start and (path.startswith(f"{start}/") or written.startswith("../") or citation.is_link):
        path = posixpath.relpath(path, start)
    if written.startswith("./") and not path.startswith("../"):
        path = f"./{path}"
    if written.endswith("/"):
        path = f"{path}/"
    return path.replace("/", "\\") if "\\" in written else path


def _joined(written: str, symbol: str) -> str:
    """Join the names of a symbol as the written one joins its own."""
    marks = _SEPARATOR.findall(written)
    return (marks[-1] if marks else ".").join(split_symbol(symbol))
