"""The plan's words as quotations are looked up in them: without spacing and the marks of Markdown."""

from __future__ import annotations

import re
from bisect import bisect_right
from itertools import accumulate

from groundplan.code.citations.symbols import split_symbol
from groundplan.plan.finding import Place
from groundplan.rules.plan_lines import SPAN

_MARKS = re.compile(r"[\s`*_~#>|\[\]\\•–—-]+")
_SAME = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"', "…": "..."})
_SHORTEST = 6  # letters that a quotation is known by
_NUMBERS = tuple(
    (  # noqa: SIM905  (a page of quotes would hide the words)
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
        "sixteen seventeen eighteen nineteen twenty"
    ).split()
)
_ALSO = {
    0: ("no", "none", "nothing", "nobody", "never", "nowhere", "without"),
    1: ("once", "single", "only", "sole", "a", "an"),
    2: ("twice", "both", "pair", "couple"),
    3: ("thrice",),
    12: ("dozen",),
}
_NAME = re.compile(r"(?=\w*[a-z0-9]_?[_A-Z])[\w$]+")  # such as load_all, LoadAll
_GROUPS = re.compile(r"(?<=\d)[,_ ](?=\d{3}\b)")


class PlanWords:
    """One document: where a quotation is in it, and whether it has some words at all."""

    def __init__(self, path: str, text: str) -> None:
        self.path = path
        self._text = text.replace("\\_", "_")
        self._spans = SPAN.findall(text)
        self._folded, self._at = _fold(text)
        self._lower = self._folded.casefold()
        self._starts = [0, *accumulate(len(line) + 1 for line in text.split("\n"))]

    def find(self, quote: str) -> tuple[Place, int] | None:
        """Return where a quotation begins, and its last line; None where the document does not have it."""
        wanted, _ = _fold(quote)
        found = self._folded.find(wanted) if len(wanted) >= _SHORTEST else -1
        if found < 0:
            return None
        first, last = self._at[found], self._at[found + len(wanted) - 1]
        line = bisect_right(self._starts, first)
        place = Place(self.path, line, first - self._starts[line - 1] + 1)
        return place, bisect_right(self._starts, last)

    def has(self, words: str) -> bool:
        """Tell whether the document has some words."""
        wanted, _ = _fold(words)
        return bool(wanted) and wanted.casefold() in self._lower

    def names(self, words: str) -> bool:
        """Tell whether the document has some words; a name, not as a part of a longer one."""
        if not _NAME.fullmatch(words):
            return self.has(words)
        return re.search(rf"(?<![\w$]){re.escape(words)}(?![\w$])", self._text, re.IGNORECASE) is not None

    def quotes_code(self, name: str) -> bool:
        """Tell whether the document has a name in backticks."""
        return any(name in re.findall(r"[\w$]+", span) for span in self._spans)


def has_number(quote: str, number: int) -> bool:
    """Tell whether a quotation gives a number, in figures or in words."""
    words = re.findall(r"\w+", _GROUPS.sub("", quote.casefold()))
    spelled = {*_ALSO.get(number, ()), *([_NUMBERS[number]] if number < len(_NUMBERS) else ())}
    return str(number) in words or not spelled.isdisjoint(words)


def last_part(text: str) -> str:
    """Return the part of a place or name that the plan has to have: the name, or the file's own."""
    path, _, symbol = text.partition("::")
    if symbol or "/" not in text:
        bare = re.sub(r":\d.*", "", symbol or text).partition("(")[0].strip()
        is_file = not symbol and re.fullmatch(r"[\w-]+\.[a-z]{1,5}", bare)
        parts = () if is_file else split_symbol(bare)
        return parts[-1] if parts else bare.partition(".")[0]
    name = re.sub(r"[:#]L?\d.*", "", path.rstrip("/")).rpartition("/")[2]
    return name.partition(".")[0] or name


def _fold(text: str) -> tuple[str, list[int]]:
    """Return a text without what a copy may lose, and where each of its letters was."""
    kept: list[str] = []
    at: list[int] = []
    end = 0
    for mark in (*_MARKS.finditer(text), None):
        start = mark.start() if mark else len(text)
        for number in range(end, start):
            same = text[number].translate(_SAME)
            kept.append(same)
            at += [number] * len(same)
        end = mark.end() if mark else start
    return "".join(kept), at
