"""Code outside Python without its strings and comments; what a string holds as code is kept."""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator

# Each sign can be taken in one way only: no text makes this slower than linear.
_COMMENT = r"//[^\n]*+|/\*[^*]*+(?:\*(?!/)[^*]*+)*(?:\*/)?"
# A quote that its line does not close is a letter of the text between two tags.
_QUOTED = r'"[^"\\\n]*+(?:\\.[^"\\\n]*+)*"|\'[^\'\\\n]*+(?:\\.[^\'\\\n]*+)*\''
_PATTERN = re.compile(r"/(?![*/])(?:[^/\\\[\n]|\\[^\n]|\[(?:[^\]\\\n]|\\[^\n])*\])+/[a-z]*")
_BEFORE_PATTERN = re.compile(
    r"(?:^|[(,=:\[!&|?{};+\-*%<>~^]|\b(?:return|typeof|case|in|of|await|yield|void))\s*\Z"
)
# In these an apostrophe may begin a lifetime or part digits: only a letter between two of them is quiet.
_LETTER = r"|'(?:\\[^\n']{1,12}|[^'\\\n]{1,4})'"
_STRING = r'|"[^"\\\n]*+(?:\\.[^"\\\n]*+)*"?'
_LONG = r'|""".*?(?:"""|\Z)'
_SINGLE = r"|'[^'\\]*+(?:\\.[^'\\]*+)*'?"
_QUIET = {
    "go": rf"{_COMMENT}|{_QUOTED}|`[^`]*+`?",
    "rust": _COMMENT + r'|\br(\#*)".*?(?:"\1|\Z)|"[^"\\]*+(?:\\.[^"\\]*+)*"?' + _LETTER,
    "c": _COMMENT + _STRING + _LETTER,
    "cpp": _COMMENT + r'|R"([^()\\\s]{0,16})\(.*?(?:\)\1"|\Z)' + _STRING + _LETTER,
    "java": _COMMENT + _LONG + _STRING + _LETTER,
    "kotlin": _COMMENT + _LETTER,
    "csharp": _COMMENT + r'|(?<!\$)""".*?(?:"""|\Z)|(?<!\$)@"[^"]*+(?:""[^"]*+)*"?|(?<![$@"])"(?!"")'
    r'[^"\\\n]*+(?:\\.[^"\\\n]*+)*"?' + _LETTER,
    "php": r"\#(?!\[)[^\n]*+|" + _COMMENT + _SINGLE,
    "ruby": r"\#(?!\{)[^\n]*+|^=begin\b.*?(?:^=end\b|\Z)|'[^'\\\n]*+(?:\\.[^'\\\n]*+)*'?",
    "script": rf"{_COMMENT}|{_QUOTED}",
}
_NAME = r"\$(?P<name>[A-Za-z_]\w*)"
# What opens a string that holds code, and what follows in it: an escape, a hole, a name, its end.
_TEXTS = {
    "kotlin": (
        ('"""', rf'(?P<hole>\$\{{)|{_NAME}|(?P<end>"""+)'),
        ('"', rf'\\.|(?P<hole>\$\{{)|{_NAME}|(?P<end>["\n])'),
    ),
    "csharp": (
        (r'\${2,}"""', r'(?P<hole>\{\{)|(?P<end>"""+)'),
        (r'\$"""', r'(?P<hole>\{)|(?P<end>"""+)'),
        (r'(?:\$@|@\$)"', r'""|\{\{|(?P<hole>\{)|(?P<end>")'),
        (r'\$"', r'\\.|\{\{|(?P<hole>\{)|(?P<end>["\n])'),
    ),
    "php": (('"', r'\\.|(?P<hole>\{(?=\$)|\$\{)|(?P<name>\$\w+(?:->\w+)?)|(?P<end>")'),),
    "ruby": (
        ('"', r'\\.|(?P<hole>\#\{)|(?P<end>["\n])'),
        ("`", r"\\.|(?P<hole>\#\{)|(?P<end>[`\n])"),
    ),
    "script": (("`", r"\\.|(?P<hole>\$\{)|(?P<end>`)"),),
}
# Blocks of text that carry a word of their own to their end: `<<~EOS` in Ruby, `<<<EOT` in PHP.
_HERE = re.compile(r"<<(?:[~-]|<[ \t]*)(['\"]?)([A-Za-z_]\w{0,60})\1")
_FIRST_WORD = re.compile(r"^[ \t]*([A-Za-z_]\w*)", re.MULTILINE)
_HERE_HOLES = {
    "ruby": re.compile(r"(?<!\\)#\{(?P<code>[^{}]*+(?:\{[^{}]*+\}[^{}]*+)*)\}"),
    "php": re.compile(r"\{(?P<code>\$[^{}]*+)\}|(?<!\\)\$\w+(?:->\w+)?"),
}
_FORMAT = re.compile(r"[^{}\"\n]*")
_INK = re.compile(r"[^\n]")


class _Signs(NamedTuple):
    """What is looked for in code, and in holes, where brackets count; what is looked for in each text."""

    outside: re.Pattern[str]
    inside: re.Pattern[str]
    texts: dict[str, re.Pattern[str]]


def mask_braces(text: str, language: str) -> str:
    """Return text of the same length and lines without strings and comments; holes of strings are kept."""
    if language in _HERE_HOLES and "<<" in text:
        text = "".join(_without_here(text, language))
    if language in _QUIET and language not in _TEXTS:
        return _quiet(language).sub(lambda found: _blank(found.group()), text)
    return "".join(_masked(text, language if language in _TEXTS else "script"))


@cache
def _quiet(language: str) -> re.Pattern[str]:
    return re.compile(_QUIET[language], re.DOTALL | re.MULTILINE)


@cache
def _signs(language: str) -> _Signs:
    opens = "|".join(f"(?P<text{number}>{opener})" for number, (opener, _) in enumerate(_TEXTS[language]))
    slash = "|(?P<slash>/)" if language == "script" else ""
    outside = f"(?P<quiet>{_QUIET[language]})|{opens}{slash}"
    # In C# a colon outside brackets begins a format.
    brackets = r"|(?P<open>[{(\[])|(?P<close>[})\]])|(?P<format>(?<!:):(?!:))" if language == "csharp" else ""
    inside = outside + (brackets or r"|(?P<open>\{)|(?P<close>\})")
    flags = re.DOTALL | re.MULTILINE
    texts = {
        f"text{number}": re.compile(inner, re.DOTALL) for number, (_, inner) in enumerate(_TEXTS[language])
    }
    return _Signs(re.compile(outside, flags), re.compile(inside, flags), texts)


def _masked(text: str, language: str) -> Iterator[str]:
    """Return code piece by piece; what a string holds in a hole is code again."""
    signs = _signs(language)
    at, holes = 0, list[tuple[re.Pattern[str], int]]()  # the text around each hole, its open brackets
    while (sign := (signs.inside if holes else signs.outside).search(text, at)) is not None:
        start, at_next = sign.span()
        yield text[at:start]
        at, kind, word = at_next, sign.lastgroup or "quiet", sign.group()
        inner = signs.texts.get(kind)
        if kind == "close" and word == "}" and not holes[-1][1]:
            inner = holes.pop()[0]
        if inner is not None:
            yield _blank(word)
            at, is_hole = yield from _in_text(text, at, inner)
            if is_hole:
                holes.append((inner, 0))
        elif kind in {"open", "close"}:
            around, depth = holes[-1]
            holes[-1] = around, max(0, depth + (1 if kind == "open" else -1))
            yield word
        elif kind in {"slash", "format"}:
            end = _end_of_pattern(text, start) if kind == "slash" else _end_of_format(text, start, holes)
            yield _blank(text[start:end]) if end else word
            at = end or at
        else:
            yield _blank(word)
    yield text[at:]


def _in_text(text: str, at: int, inner: re.Pattern[str]) -> Generator[str, None, tuple[int, bool]]:
    """Return the text of a string, blank but for the names in it, up to its end or a hole; which it was."""
    while (found := inner.search(text, at)) is not None:
        if found.lastgroup == "name":
            yield _blank(text[at : found.start("name")]) + found["name"]
            at = found.end()
            continue
        yield _blank(text[at : found.end()])
        at = found.end()
        if found.lastgroup:
            return at, found.lastgroup == "hole"
    yield _blank(text[at:])
    return len(text), False


def _end_of_pattern(text: str, start: int) -> int:
    """Return where the regular expression that a slash may begin ends; 0 where it divides."""
    is_one = _BEFORE_PATTERN.search(text, max(0, start - 40), start)
    pattern = _PATTERN.match(text, start) if is_one else None
    return pattern.end() if pattern else 0


def _end_of_format(text: str, start: int, holes: list[tuple[re.Pattern[str], int]]) -> int:
    found = _FORMAT.match(text, start) if not holes[-1][1] else None
    return found.end() if found else 0


def _without_here(text: str, language: str) -> Iterator[str]:
    """Return a text piece by piece, its blocks blank but for their holes."""
    ends: dict[str, list[int]] = {}
    for word in _FIRST_WORD.finditer(text):
        ends.setdefault(word[1], []).append(word.end())
    at = 0
    for opener in _HERE.finditer(text):
        places = ends.get(opener[2], [])
        body = text.find("\n", opener.end()) + 1
        number = bisect_right(places, body) if body else len(places)
        if opener.start() < at or number == len(places):
            continue
        end = places[number]
        yield text[at : opener.start()] + _blank(opener.group()) + text[opener.end() : body]
        yield _kept_holes(text[body:end], language) if opener[1] != "'" else _blank(text[body:end])
        at = end
    yield text[at:]


def _kept_holes(body: str, language: str) -> str:
    kept = list(_blank(body))
    for hole in _HERE_HOLES[language].finditer(body):
        start, end = hole.span("code") if hole["code"] else hole.span()
        kept[start:end] = body[start:end]
    return "".join(kept)


def _blank(quiet: str) -> str:
    return _INK.sub(" ", quiet)
