"""Lines and code that a section gives without joining them: their sentence says what they are of."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from typing import TYPE_CHECKING

from groundplan.markdown.blocks import Kind, parse_blocks, walk
from groundplan.markdown.citations import citations_in
from groundplan.markdown.command_lines import is_command
from groundplan.markdown.creations import is_created, with_marks
from groundplan.markdown.inline import code_spans
from groundplan.markdown.passages import masked, sentence_at
from groundplan.plan.citation import parse_citation
from groundplan.plan.finding import Place
from groundplan.plan.late_regex import late_regex
from groundplan.plan.statement import AROUND, LOOSE, Statement, Topic

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from groundplan.markdown.citations import Found
    from groundplan.markdown.passages import Passage
    from groundplan.plan.document import Section

_NAME = late_regex(r"(?:[^\W\d][\w$]{0,80}(?:\.|::|#|->)){0,4}[^\W\d][\w$]{2,80}[!?]?(?:\([^()\n]{0,40}\))?")
_LINES = late_regex(
    r"(?<![\w~≈-])lines?\s(?P<first>\d{1,6})(?:\s?[-–]\s?(?P<last>\d{1,6}))?"
    r"(?P<more>(?:,\s|\sand\s|,\sand\s)\d{1,6}(?![\w.-]))*",
    re.IGNORECASE,
)
_NUMBER = late_regex(r"\d{1,6}")
# Where something goes, or how long it is, is not where something is.
_BESIDE = late_regex(
    r"(?:\b(?:after|before|below|above|near|around|about|behind|between|until|from|to|roughly|approx\w*|under|over|than|"
    r"insert\w*|append\w*|add\w*)\s(?:the\s)?(?:\w+\s)?|[~≈]\s?)[`(]{0,2}$",
    re.IGNORECASE,
)
_CODE = late_regex(r"[=(<>{};+*\[]|\breturn\b|\s(?:not|in|is)\s")
_IDENTIFIER = late_regex(r"[^\W\d][\w$]+")
_IT = late_regex(r"\W{0,4}(?:it|this|both|they|these)\b", re.IGNORECASE)
_JOINED = late_regex(r"[)\s]{0,3}[:–—-][\s(]{0,3}")
_LINE_COLUMN = late_regex(r"\W*(?:at\s)?lines?\W*", re.IGNORECASE)
_SHORTEST = 8  # letters of code that is told from any other
_LONGEST = 200
_REACH = 40  # letters before lines that may say they are those of a place to be
_MOST = 12  # names and files around


def find_places(passage: Passage, section: Section) -> Iterator[Statement]:
    """Yield the lines of a passage with the name nearest to them, and its code with the files around it."""
    source = passage.source
    if "`" not in source:
        return
    spans = code_spans(source)
    cited = tuple(each for each in citations_in(passage.spans, bare=True) if not each.citation.is_link)
    names = [(start, source[start:end].strip("`")) for start, end in spans if _is_name(source[start:end])]
    starts = [start for start, _ in names]
    for at, end, path, lines in _references(source, cited):
        first, last = sentence_at(source, at)
        # "It is in line 3" is said of what the sentence before names.
        since = 0 if _IT.match(source, first) else first
        here = bisect_left(starts, at)
        nearest = names[here - 1] if here and names[here - 1][0] >= since else None
        if nearest is None and here < len(names) and _JOINED.fullmatch(source, end, names[here][0]):
            nearest = names[here]
        if nearest is not None and not _BESIDE.search(source, max(first, at - _REACH), at):
            place = passage.place(nearest[0], section.document)
            # A sentence may name a thousand things: the nearest are enough.
            around = names[max(0, here - _MOST) : here + _MOST]
            said = [nearest[1], *(name for start, name in around if first <= start < last)]
            yield from _statements(path, lines, nearest[1], said, (section, place))
    yield from _code(passage, section, cited)


def find_rows(section: Section) -> Iterator[Statement]:
    """Yield what rows of tables put on the line that a column of theirs gives."""
    for table in walk(parse_blocks(section.text, section.line)):
        rows = [each for each in table.children if each.kind is Kind.ROW] if table.kind is Kind.TABLE else []
        heads = [cell.source for cell in rows[0].cells] if rows else []
        column = next((at for at, head in enumerate(heads) if _LINE_COLUMN.fullmatch(head)), None)
        for row in rows[1:] if column is not None else ():
            cells = [cell.source.strip() for cell in row.cells]
            if column is None or column >= len(cells) or not _NUMBER.fullmatch(cells[column].strip("`~ ")):
                continue
            spans = [cell[start:end].strip("`") for cell in cells for start, end in code_spans(cell)]
            paths = [each for each in spans if _is_path(each)]
            names = [each for each in spans if each not in paths and _is_name(each)]
            if len(paths) == 1 and names and cells[column].strip("`").isdigit():
                place = Place(section.document, row.line, 1)
                yield from _statements(
                    paths[0], [cells[column].strip("`")], names[0], names, (section, place)
                )


def _statements(
    path: str, lines: Sequence[str], name: str, names: Sequence[str], where: tuple[Section, Place]
) -> Iterator[Statement]:
    section, place = where
    for line in lines:
        cited = parse_citation(f"{path}:{line}")
        if cited is not None and cited.first:
            by = "\n".join(dict.fromkeys(names))
            yield Statement(Topic.QUOTE, name, cited.text, section.key, place, AROUND, citation=cited, by=by)


def _references(source: str, cited: Sequence[Found]) -> Iterator[tuple[int, int, str, list[str]]]:
    """Yield where lines are given, of which file, and which lines."""
    several = Counter((found.start, found.end) for found in cited)
    for found in cited:
        # Of several lines, `src/a.py:3,9`, nobody can tell which one a name is beside.
        is_one = several[found.start, found.end] == 1
        if found.citation.first and not found.citation.symbol and is_one:
            _, _, lines = found.citation.text.rpartition(":")
            yield found.start, found.end, found.citation.path, [lines]
    starts = [found.start for found in cited]
    for match in _LINES.finditer(masked(source)):
        first, last = sentence_at(source, match.start())
        here = {
            each.citation.path for each in cited[bisect_left(starts, first) :][:_MOST] if each.start < last
        }
        paths = here or {each.citation.path for each in cited[:_MOST]}
        if len(paths) == 1:
            one = f"{match['first']}-{match['last']}" if match["last"] else match["first"]
            more = _NUMBER.findall(match[0])[2 if match["last"] else 1 :]
            yield match.start(), match.end(), paths.pop(), [one, *more]


def _code(passage: Passage, section: Section, cited: Sequence[Found]) -> Iterator[Statement]:
    source = passage.source
    written = [
        (start, end) for start, end in code_spans(source) if _is_written(source[start:end].strip("`").strip())
    ]
    if not written:
        return
    hidden = with_marks(source)
    around = [each.citation.path for each in cited[:_MOST]]
    around += [
        source[one:two].strip("`") for one, two in code_spans(source)[:_MOST] if _is_name(source[one:two])
    ]
    by = "\n".join(dict.fromkeys(around[:_MOST]))
    for start, end in written:
        if not is_created(source, hidden, start, end):
            text = source[start:end].strip("`").strip()
            place = passage.place(start, section.document)
            yield Statement(Topic.QUOTE, text, text, section.key, place, LOOSE, by=by)


def _is_written(text: str) -> bool:
    """Tell a line of code from a name, a path, a command and a shape of something."""
    is_plain = (
        _NAME.fullmatch(text)
        or is_command(text)
        or _is_path(text)
        or re.search(r"…|\.\.\.|[<{]\w+[>}]", text)
    )
    is_long = _SHORTEST <= len(text) <= _LONGEST and len(_IDENTIFIER.findall(text)) > 1
    return is_long and not is_plain and _CODE.search(text) is not None and " " in text


def _is_name(span: str) -> bool:
    text = span.strip("`").strip()
    return _NAME.fullmatch(text) is not None and not _is_path(text)


def _is_path(text: str) -> bool:
    cited = parse_citation(text)
    return cited is not None and not cited.symbol
