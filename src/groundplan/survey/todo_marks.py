"""Marks that comments leave of what is to do: `TODO`, `FIXME`, `XXX`, `HACK`, `todo:`, `@todo`."""

from __future__ import annotations

import re
from bisect import bisect_left
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from groundplan.code.code_words import mask_code
from groundplan.code.languages import language_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

MARKS = ("TODO", "FIXME", "XXX", "HACK")
_LINE_LIMIT = 2_000  # letters before a comment that are looked through for strings
_ANY = "|".join(MARKS)
# In small letters it is an everyday word, unless a colon or an `@` says otherwise.
_MARK = rf"(?:{_ANY})\b|(?i:{_ANY})(?=:(?!:)|\([^()\n]{{1,40}}\):)|(?<=@)(?:todo|fixme)\b"
_REST = rf"\b(?P<mark>{_MARK})[: \t!-]*(?P<words>.{{0,300}})"
# Further back in a comment a colon, a bracket or the comment's end makes it one: "we keep it as XXX" is none.
_FAR = rf"[^\n]{{0,200}}?\b(?=(?:{_ANY})[:(]|(?:TODO|FIXME)[ \t]*(?:\*/)?$)"
_INSIDE = re.compile(rf"^[ \t]*(?:\*+(?!/)[ \t]*)?(?:{_FAR})?@?{_REST}", re.MULTILINE)
_SIGNS = {
    **dict.fromkeys(("md", "markdown", "html", "htm", "xml"), ("<!--",)),
    **dict.fromkeys(("vue", "svelte"), ("<!--", "//", "/*")),
    **dict.fromkeys(("sql", "lua", "hs", "elm", "adb", "ads"), ("--", "/*")),
    **dict.fromkeys(("lisp", "el", "clj", "cljs", "scm", "asm"), (";",)),
    **dict.fromkeys(("tex", "erl"), ("%",)),
    "ini": (";", "#"),
    "m": ("%", "//", "/*"),
}
_HASH = frozenset({"python", "ruby"})
_SLASHES = frozenset("css scss less swift scala dart groovy gradle proto m mm sql".split())  # noqa: SIM905
# Whole strings, and a quote that is a letter; an apostrophe behind a letter opens none.
_STRING = re.compile(r"""\\.|'"'|"(?:[^"\\\n]|\\.)*"|(?<!\w)'(?:[^'\\\n]|\\.)*'""")
_OPEN = re.compile(r"\"|(?<!\w)'")
_SEEN = "\x01"  # put where a comment seems to begin: only in code does it outlast the mask


class Mark(NamedTuple):
    """A mark, the words behind it, and its line, counted from 1."""

    name: str
    words: str
    line: int


def find_marks(path: str, raw: bytes) -> Iterator[Mark]:
    """Return the marks in the comments of a text; in a string or a name they are somebody's data."""
    text = raw.decode("utf-8", "replace")
    ending, language = path.rpartition(".")[2].lower(), language_of(path, raw)
    found = {each.start("mark"): (each.start(), each) for each in _comment(ending).finditer(text)}
    if language not in _HASH and (language or ending in _SLASHES):
        found |= {each.start("mark"): (at, each) for at, each in _inside(text)}
    openers = sorted({at for at, _ in found.values()})
    begun = _in_code(text, openers, language) if language else _outside_strings(text, openers)
    line, seen = 1, 0
    for at, (opener, each) in sorted(found.items()):
        line, seen = line + text.count("\n", seen, at), at
        if opener in begun:
            words = re.sub(r"\s*(?:\*/|-->)\s*$", "", each["words"]).strip()
            yield Mark(each["mark"].upper(), words, line)


@cache
def _comment(ending: str) -> re.Pattern[str]:
    """Return what a comment with a mark looks like in files of some ending."""
    sign = "|".join(map(re.escape, _SIGNS.get(ending, ("#", "//", "/*"))))
    return re.compile(rf"(?:^|(?<=[\s;{{}})]))(?:{sign})(?:[^\w\n]{{0,20}}|{_FAR}){_REST}", re.MULTILINE)


def _inside(text: str) -> Iterator[tuple[int, re.Match[str]]]:
    """Return the lines with a mark that seem to be within a comment, each with the place where it opens."""
    signs = [(each.start(), each.group()) for each in re.finditer(r"/\*|\*/", text)]
    for found in _INSIDE.finditer(text):
        number = bisect_left(signs, (found.start(), "")) - 1
        if number >= 0 and signs[number][1] == "/*":
            yield signs[number][0], found


def _in_code(text: str, places: Sequence[int], language: str) -> set[int]:
    """Return which places are in code, and not in a string or another comment."""
    seen = _SEEN.join(text[start:end] for start, end in pairwise((0, *places, len(text))))
    code = mask_code(seen.encode("latin-1", "replace"), language)  # a byte for each letter
    return {at for number, at in enumerate(places) if code[at + number] == _SEEN}


def _outside_strings(text: str, places: Sequence[int]) -> set[int]:
    """Return the same where strings of the language are not known: what a quote of the line opens is data."""
    before = ((at, text[text.rfind("\n", 0, at) + 1 : at][-_LINE_LIMIT:]) for at in places)
    return {at for at, words in before if not _OPEN.search(_STRING.sub("", words))}
