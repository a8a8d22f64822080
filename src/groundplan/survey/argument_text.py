"""The arguments of a call as they are written: outlines say where a call stands, the lines say with what."""

from __future__ import annotations

import re
from dataclasses import dataclass

MOST_LETTERS = 3_000
MOST_ARGUMENTS = 60
_OPEN, _CLOSE = frozenset("([{"), frozenset(")]}")
# Strings and comments whole, so that a bracket inside them counts for nothing. Each sign can be taken in one
# way only: no text makes this slower than linear.
_TOKEN = re.compile(
    r""""{3}[^"\\]*+(?:(?:\\.|"(?!""))[^"\\]*+)*(?:"{3})?|'{3}[^'\\]*+(?:(?:\\.|'(?!''))[^'\\]*+)*(?:'{3})?"""
    r"""|"[^"\\\n]*+(?:\\.[^"\\\n]*+)*"?|'[^'\\\n]*+(?:\\.[^'\\\n]*+)*'?"""
    r"""|`[^`]*+`?|(?<![\w.:/])#[^\n]*+|(?<![:\w])//[^\n]*+|[()\[\]{},]""",
    re.DOTALL,
)
_KEYWORD = re.compile(r"([A-Za-z_]\w{0,80})\s{0,20}=(?!=)\s{0,20}")
_LITERAL = re.compile(r"""[rRbBuUfF]{0,2}("{3}|'{3}|["'`])""")


@dataclass(frozen=True, slots=True)
class Arguments:
    """The arguments of one call in their order and by name, raw, and the line its bracket closes on."""

    positional: tuple[str, ...] = ()
    keywords: tuple[tuple[str, str], ...] = ()
    last_line: int = 0

    def at(self, place: int, name: str = "") -> str:
        """Return an argument by place or by name, or nothing."""
        for key, value in self.keywords:
            if key == name:
                return value
        return self.positional[place] if 0 <= place < len(self.positional) else ""


def read_arguments(
    lines: list[str], line: int, words: str, *, nth: int = 0, most: int = MOST_LETTERS
) -> Arguments | None:
    """Return the arguments of the nth call of some words on a line, or None where it is not found there."""
    if not 0 < line <= len(lines):
        return None
    name = words.rpartition(".")[2]
    text = lines[line - 1]
    start = -1
    for _ in range(min(nth, 20) + 1):
        found = re.compile(rf"(?<!\w){re.escape(name)}\s{{0,9}}(?:<[^<>()]{{0,80}}>)?\(").search(
            text, start + 1
        )
        if found is None:
            break
        start = found.end() - 1
    if start < 0:
        return None
    return _split(lines, line, start, most)


def _split(lines: list[str], line: int, start: int, most: int) -> Arguments:
    """Cut the text after an opening bracket at the commas of its own level, until the bracket closes."""
    text = "\n".join([lines[line - 1][start:], *lines[line : line + most // 20]])[:most]
    parts: list[str] = []
    depth, begin, end = 0, 1, len(text)
    for token in _TOKEN.finditer(text):
        sign = token[0]
        if sign in _OPEN:
            depth += 1
        elif sign in _CLOSE:
            depth -= 1
            if depth == 0:
                end = token.start()
                break
        elif sign == "," and depth == 1 and len(parts) < MOST_ARGUMENTS:
            parts.append(text[begin : token.start()])
            begin = token.end()
    parts.append(text[begin:end])
    return _named([part.strip() for part in parts], line + text.count("\n", 0, end))


def _named(parts: list[str], last_line: int) -> Arguments:
    positional, keywords = [], []
    for part in parts:
        keyword = _KEYWORD.match(part)
        if keyword and not part.startswith(("'", '"')):
            keywords.append((keyword[1], part[keyword.end() :].strip()))
        elif part:
            positional.append(part)
    return Arguments(tuple(positional), tuple(keywords), last_line)


def literal(argument: str) -> str | None:
    """Return the text of a plain string literal, or None where the argument is anything else."""
    opened = _LITERAL.match(argument)
    if opened is None or not argument.endswith(opened[1]) or len(argument) < opened.end() + len(opened[1]):
        return None
    inside = argument[opened.end() : -len(opened[1])]
    return None if opened[1] in inside else inside


def literals(argument: str) -> list[str]:
    """Return the plain texts of a written list or tuple: `["GET", 'POST']`."""
    return [
        text
        for each in argument.strip("[](){} ").split(",")[:20]
        if (text := literal(each.strip())) is not None
    ]


_NAME = re.compile(
    r"(?:lambda\b|async\b|function\b|func\b|&?[A-Za-z_$][\w$]{0,100}(?:\.[A-Za-z_$][\w$]{0,100}){0,8})"
)


def dotted(argument: str) -> str:
    """Return the dotted name an argument starts with: `views.Index.as_view()` is `views.Index.as_view`."""
    found = _NAME.match(argument)
    name = found[0].lstrip("&") if found else ""
    return "" if name in {"lambda", "async", "function", "func"} else name
