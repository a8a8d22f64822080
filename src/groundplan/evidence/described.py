"""What a project offers under a name, and how it describes it: definitions, options, documents' entries."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING

from groundplan.code.outline import NAMES, Kind
from groundplan.evidence.asked import root
from groundplan.evidence.documents import is_document
from groundplan.plan.dataclass import dataclass
from groundplan.plan.fact import How
from groundplan.plan.late_regex import late_regex
from groundplan.survey.sources import is_own_code
from groundplan.survey.where.kinds import CODE_ENDINGS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from groundplan.code.outline import Definition
    from groundplan.evidence.subject import Subject

MOST_COMMENT = 12  # lines of a comment or docstring that are read: what follows are details
MOST_LETTERS = 500
# What is there only for old users, or is somebody else's.
_OLD = frozenset(
    {"v1", "legacy", "deprecated", "compat", "_compat", "_vendor", "vendored", "contrib", "dist"}
)
_COMMENT = late_regex(r"^\s*(?:///?!?|#+(?!\[|!)|--|\*/|\*|/\*\*?|;;)\s?(.*?)(?:\*/)?\s*$")
_ATTRIBUTE = late_regex(r"^\s*(?:@\w|#\[|\[\w)")  # stands between a comment and what it is about
_QUOTES = late_regex(r"^\s*[rRuUbB]{0,2}(?:\"\"\"|''')(.*)$")
_TAG = late_regex(r"^\s*(?:@\w+|:\w+[^:]*:|Args:|Parameters\b|Returns?\b)")
# A line that begins with a name and goes on to say what it is.
_ENTRY = late_regex(
    r"^\s*(?:[-*+|#]|//|\d{1,9}\.)*/?\s*(?:<a [^>]*></a>\s*)?"
    r"(?:\*\*)?\[?(`{1,2})?\.?((?:--)?[A-Za-z_$][\w$-]*(?:\.[\w$]+)*)(?:\([^)`]*\))?[^`\s|:\]]{0,30}(?(1)\1)"
    r"(?:\]\([^)]*\)|\])?(?:\*\*)?\s*(?:\||:|–|—|-|\(|$|(?=[a-z=]))(.*)$"
)
_ITEM = late_regex(r"\s*(?:[-*+|]\s|\||//|\d{1,9}\.\s|<a )")
_PARAMETER = late_regex(
    r"^[\s*/#]*(?::param (?:\w+ )?(\w+):|@param\s+(?:\{[^}]*\}\s*)?\[?\$?([\w.]+)[^\s]*)\s*-?\s*(.*)$"
)
_FLAG = late_regex(
    r"""(?:^\s*|[(,\[]\s*)["']((?:-\w, ?)?--[a-z][a-z0-9-]{2,40})(?=["'=,]|\s[<\[A-Z])"""
    r"""|\.long\(\s*["']([a-z][a-z0-9-]{2,40})["']"""
)
_STRING = late_regex(r"""["]([^"\n]{8,1000})["]|[']([^'\n]{8,1000})[']""")
_GOES_ON = late_regex(r"\\\n\s*")
_FLAG_LINES = 14
_MARKS = late_regex(r"^#+|[`*_]|\]\([^)]*\)|[\[\]]|\{#.*\}")
_VERSIONED = late_regex(r"([A-Za-z])/(\d)")
_TYPES = frozenset({Kind.CLASS, Kind.INTERFACE, Kind.TYPE, Kind.ENUM})
_PIECES = late_regex(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")


@dataclass(frozen=True, slots=True)
class Described:
    """A name, where it is offered, how it is described there, and how that is known."""

    name: str
    path: str
    line: int
    header: str
    text: str  # what is said of it
    around: str  # what it is part of: its file, its class, its heading
    how: How
    is_setting: bool = False
    function: str = ""  # that it is a parameter of, qualified
    qualified: str = ""
    is_callable: bool = False
    is_type: bool = False


def describe_code(subject: Subject, path: str) -> Iterator[Described]:
    """Return what a file of own code defines for others, and the command-line options it declares."""
    is_code = is_own_code(path) and path.rpartition(".")[2].lower() in CODE_ENDINGS
    if not is_code or not _OLD.isdisjoint(path.split("/")):
        return
    lines = (subject.index.text(path) or b"").decode("utf-8", "replace").split("\n")
    how = How.SYNTAX if subject.is_parsed(path) else How.TEXT
    # CommonJS exports by assignment, which outlines do not follow.
    is_common = path.endswith((".js", ".cjs")) and not any(line.startswith("export ") for line in lines)
    for each in subject.definitions(path):
        if (each.is_exported or is_common) and not each.name.startswith("_"):
            text = _comment_of(lines, each)
            is_value = each.kind in NAMES
            yield Described(
                each.name,
                path,
                each.line,
                each.header,
                text,
                f"{_stem(path)} {each.parent}",
                how,
                is_setting=is_value,
                qualified=each.qualified,
                is_callable=not is_value,
                is_type=each.kind in _TYPES,
            )
    yield from _documented_parameters(path, lines, subject.definitions(path))
    yield from _flags(path, lines)


def _stem(path: str) -> str:
    return path.rpartition("/")[2].partition(".")[0]


def _documented_parameters(
    path: str, lines: Sequence[str], definitions: Sequence[Definition]
) -> Iterator[Described]:
    """Return the parameters that comments and docstrings describe, each in the function it is one of."""
    for number, line in enumerate(lines, 1):
        match = _PARAMETER.match(line[:1_000])
        if match is None:
            continue
        near = (
            each for each in definitions if each.first <= number <= each.last or 0 < each.first - number <= 40
        )
        holder = next((each for each in near if each.kind not in NAMES), None)
        rest = lines[number : number + 3]
        end = next(
            (at for at, each in enumerate(rest) if _TAG.match(each.lstrip(" *")) or not each.strip(" */")), 3
        )
        text = " ".join((match[3], *rest[:end]))
        around = f"{_stem(path)} {holder.qualified if holder else ''}"
        yield Described(
            match[1] or match[2],
            path,
            number,
            line.strip()[:160],
            text,
            around,
            How.TEXT,
            is_setting=True,
            function=holder.qualified if holder else "",
        )


def _flags(path: str, lines: Sequence[str]) -> Iterator[Described]:
    for number, line in enumerate(lines, 1):
        for match in _FLAG.finditer(line[:1_000]):
            before = line[: match.end(1) if match[1] else match.end(2)]
            if before.count("[") > before.count("]"):
                continue  # an argument that another program gets: `args: ["--format", "hex"]`
            name = f"--{(match[1] or match[2]).rpartition('--')[2]}"
            after = _up_to_next_flag(line[match.end() :], lines[number:])
            text = " ".join(found[1] or found[2] for found in _STRING.finditer(after))
            yield Described(
                name, path, number, line.strip()[:160], text[:MOST_LETTERS], path, How.TEXT, is_setting=True
            )


def _up_to_next_flag(rest: str, lines: Sequence[str]) -> str:
    """Return what follows a flag before the next one; a string may go on in the next line."""
    own: list[str] = []
    for line in lines[:_FLAG_LINES]:
        if _FLAG.search(line[:1_000]):
            break
        own.append(line[:1_000])
    return _GOES_ON.sub(" ", "\n".join((rest, *own)))


def describe_document(subject: Subject, path: str) -> Iterator[Described]:
    """Return the entries of a document: headings, items and rows that begin with a name and describe it."""
    if not is_document(path):
        return
    lines = (subject.index.text(path) or b"").decode("utf-8", "replace").split("\n")
    heading = ""
    for number, line in enumerate(lines, 1):
        underlined = number < len(lines) and re.match(r"^([=~^-])\1{2,}\s*$", lines[number]) is not None
        is_heading = line.startswith("#") or underlined
        match = _ENTRY.match(line[:1_000])
        is_entry = match and (match[1] or is_heading or line.lstrip().startswith("|"))
        # A line of a paragraph that happens to begin with a name is no entry about it.
        is_entry = is_entry and (
            is_heading or number == 1 or bool(_ITEM.match(line)) or not lines[number - 2].strip()
        )
        if match and is_entry and _is_name(match, is_heading=is_heading):
            name, said = match[2], match[3]
        elif is_heading:
            name, said = _MARKS.sub("", line).strip(), ""
        else:
            continue
        text = " ".join((said, *_paragraph(lines, number + underlined)))[:MOST_LETTERS]
        yield Described(
            name,
            path,
            number,
            line.strip()[:160],
            text,
            f"{path} {heading}",
            How.DOCUMENT,
            is_setting=True,
            is_callable=True,
        )
        if is_heading:
            heading = line


def _is_name(match: re.Match[str], *, is_heading: bool) -> bool:
    """Tell whether an entry is about a name rather than a word of English: in code, or the whole heading."""
    return bool(match[1]) or not is_heading or not match[3].strip()


def _paragraph(lines: Sequence[str], start: int) -> list[str]:
    """Return the lines up to the next entry or heading, one empty line skipped."""
    found: list[str] = []
    for line in lines[start : start + MOST_COMMENT]:
        bare = line.strip()
        if bare.startswith(("#", "|", "- ", "* ", "```", "---", "===", ".. ")) and not (
            not found and bare.startswith("```")
        ):
            break
        if not bare and len(found) > 1:
            break
        found.append(bare)
    return found


def _comment_of(lines: Sequence[str], definition: Definition) -> str:
    """Return the comment above a definition, or the docstring in it, up to its first tag."""
    above: list[str] = []
    at = definition.first - 2
    while at >= 0 and len(above) < 4 * MOST_COMMENT:
        match = _COMMENT.match(lines[at][:1_000])
        if match is None:
            if _ATTRIBUTE.match(lines[at]) and not above:
                at -= 1
                continue
            break
        above.insert(0, match[1])
        at -= 1
    return _first_part(above or _docstring(lines, definition))


def _docstring(lines: Sequence[str], definition: Definition) -> list[str]:
    for at in range(definition.line, min(definition.last, definition.line + MOST_COMMENT)):
        match = _QUOTES.match(lines[at][:1_000]) if at < len(lines) else None
        if match:
            return [match[1], *lines[at + 1 : min(definition.last, at + MOST_COMMENT)]]
    return []


def _first_part(comment: Sequence[str]) -> str:
    found: list[str] = []
    for line in comment:
        if _TAG.match(line) or '"""' in line or (not line.strip() and sum(map(len, found)) > 40):
            found.append(line.partition('"""')[0] if '"""' in line else "")
            break
        found.append(line)
    return " ".join(found)[:MOST_LETTERS]


@lru_cache(maxsize=100_000)
def roots_of(text: str) -> frozenset[str]:
    """Return the roots of the words and names of a text, neighbours in one name also joined."""
    found: set[str] = set()
    for token in re.findall(r"[A-Za-z][A-Za-z0-9_]*", _VERSIONED.sub(r"\1\2", text)):
        pieces = [piece.lower() for piece in _PIECES.findall(token)]
        found.update(root(piece) for piece in pieces)
        found.update(root(a + b) for a, b in pairwise(pieces))
        if len(pieces) > 1:
            found.add(root("".join(pieces)))
    return frozenset(found)
