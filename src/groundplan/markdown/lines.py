r"""Lines as Markdown and git count them: only `\r\n`, `\r` and `\n` end one, and no character is lost."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter

from groundplan.plan.late_regex import late_regex

BOM = "\ufeff"
LINE_ENDS = ("\r\n", "\n", "\r")
# `str.splitlines` also ends lines at \x0b, \x0c, \x1c, \x85, U+2028 and others, which editors and git do not.
_SHELL_SPACE = late_regex(r"[ \t\n\r]+")
_TICKS = late_regex(r"`+")
_LINE = late_regex(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")


def split_lines(text: str) -> list[str]:
    """Return the lines with their ends; joining them gives the text back."""
    return _LINE.findall(text)


def bare(line: str) -> str:
    """Return the line without its end."""
    return line.rstrip("\r\n")


def is_blank(line: str) -> bool:
    """Tell whether Markdown sees the line as blank: nothing but spaces and tabs."""
    return not line.strip(" \t\r\n")


def dominant_line_end(text: str) -> str:
    r"""Return the line end most lines have, `\n` where there is none."""
    counts = Counter(re.findall(r"\r\n|\r|\n", text))
    return max(LINE_ENDS, key=lambda end: counts[end]) if counts else "\n"


def with_line_end(text: str, end: str) -> str:
    """Return the text with every line end written as `end`."""
    return re.sub(r"\r\n|\r|\n", end, text)


def fold(text: str) -> str:
    """Return the text with each run of white space as one space and none at its ends."""
    return " ".join(text.split())


def fold_words(text: str) -> str:
    """Fold white space; in code spans only what a shell splits at: another space makes another command."""
    if "`" not in text or text.isascii():
        return fold(text)
    pieces: list[str] = []
    end = 0
    for start, stop in _code_spans(text):
        pieces += [fold_ends(text[end:start]), _SHELL_SPACE.sub(" ", text[start:stop])]
        end = stop
    return "".join([*pieces, fold_ends(text[end:])]).strip()


def fold_ends(text: str) -> str:
    """Return the text with each run of white space as one space, also at its ends."""
    head, tail = text[:1].isspace(), text[-1:].isspace()
    folded = fold(text)
    return f"{' ' * head}{folded}{' ' * tail}" if folded else " " * head


def _code_spans(text: str) -> list[tuple[int, int]]:
    """Return where code spans are: a run of backticks to the next one of its length."""
    runs = [match.span() for match in _TICKS.finditer(text)]
    following: dict[int, list[int]] = {}
    for number, (start, stop) in enumerate(runs):
        following.setdefault(stop - start, []).append(number)
    found, number = [], 0
    while number < len(runs):
        start, stop = runs[number]
        same = following[stop - start]
        same[:] = same[bisect_right(same, number) :]
        if same:
            found.append((start, runs[same[0]][1]))
            number = same[0]
        number += 1
    return found


def split_bom(text: str) -> tuple[str, str]:
    """Return the byte order mark, if there is one, and the rest."""
    return (BOM, text[1:]) if text.startswith(BOM) else ("", text)
