"""Lines and code that a section gives without joining them: their sentence says what they are of."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from groundplan.markdown.blocks import Kind, parse_blocks, walk
from groundplan.markdown.citations import citations_in
from groundplan.markdown.command_lines import is_command
from groundplan.markdown.creations import is_created, with_marks
from groundplan.markdown.inline import code_spans
from groundplan.markdown.passages import find_passages, masked, sentence_at
from groundplan.markdown.stated_counts import PLAIN_NUMBER, read_number
from groundplan.markdown.told import words_of_today
from groundplan.plan.citation import KNOWN_ENDINGS, parse_citation
from groundplan.plan.dataclass import dataclass
from groundplan.plan.finding import Place
from groundplan.plan.late_regex import late_regex
from groundplan.plan.statement import AROUND, LISTED, LOOSE, RIGHT_BEFORE, TABLED, Statement, Topic

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from groundplan.markdown.citations import Found
    from groundplan.markdown.passages import Passage
    from groundplan.plan.document import Section

_NAME = late_regex(r"(?:[^\W\d][\w$]{0,80}(?:\.|::|#|->)){0,4}[^\W\d][\w$]{2,80}[!?]?(?:\([^()\n]{0,40}\))?")
_LINES = late_regex(
    r"(?<![\w~≈-])lines?\s(?P<first>\d{1,6})(?:\s?[-–]\s?(?P<last>\d{1,6}))?"
    r"(?:(?:,\s|\sand\s|,\sand\s)\d{1,6}(?![\w.-]))*",
    re.IGNORECASE,
)
_NUMBER = late_regex(r"\d{1,6}")
_NUMBERS = late_regex(r"(?:lines?\s)?[`~\s]*\d{1,6}(?:\s*(?:,|and)\s*\d{1,6})*[`\s]*")
# A file and its lines without a word between them: server.go 127, 131
_PATH_LINES = late_regex(
    rf"(?<![\w./-])`?(?P<path>[\w@][\w@./-]{{0,120}}\.(?:{'|'.join(sorted(KNOWN_ENDINGS))}))`?\s"
    r"(?P<lines>\d{1,5}(?:,\s\d{1,5}){0,12})(?=\s*(?:$|[(;.]|,\s[`\w]))",
    re.MULTILINE,
)
_CHANGES = late_regex(r"\b(?:renam|remov|delet|drop|replac|deprecat)\w*|->|→", re.IGNORECASE)
_OF_FILE = late_regex(r"\s(?:of|in)\s(?:the\s)?(?:file\s)?")
_FEW_WORDS = late_regex(r"(?:\s[\w-]{1,20}){0,2}(?:\s?\(|,?\s(?:on|at|in|from)\s)(?:the\s)?")
_BEHIND = late_regex(r"\s?(?:\(|,\s|\sat\s|\son\s|\sin\s)?")
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
_SHORT = 5
_SHORTEST = 8  # letters of code that is told from any other
_LONGEST = 200
_REACH = 40  # letters before lines that may say they are those of a place to be
_SOUGHT = late_regex(r"(?:git\s)?(?:grep|rg|ag)\s(?:-\w+\s)*[\"']?(\w{4,60})[\"']?(?:\s--?.*)?")
_SUM = late_regex(
    rf"\W*(?:(?:that\sis|that\smakes|so|in\sall|in\stotal|altogether|these\sare|total:?)\s)?(?P<number>{PLAIN_NUMBER})\s"
    r"(?:[a-z-]+\s){0,1}(?:calls|call\ssites|places|lines|uses|usages|occurrences|sites|references)\b",
    re.IGNORECASE,
)
_MOST_NAMES = 40  # that may be what a list of lines is about
_MOST = 12  # names and files around


@dataclass(frozen=True, slots=True)
class Reference:
    """Lines that words give: where they do, the file or nothing, and the lines as written."""

    start: int
    end: int
    path: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Row:
    """A row of a table: its line, the file or class it is about, the numbers it gives, other names."""

    line: int
    of: str
    lines: tuple[str, ...]
    names: tuple[str, ...]
    is_of_lines: bool  # the head of the column says so


def find_places(passage: Passage, section: Section) -> Iterator[Statement]:
    """Yield the lines of a passage with what is nearest to them, and its code with the files around it."""
    source = passage.source
    if "`" not in source:
        return
    spans = code_spans(source)
    cited = tuple(each for each in citations_in(passage.spans, bare=True) if not each.citation.is_link)
    names = [(start, source[start:end].strip("`")) for start, end in spans if _is_shown(source[start:end])]
    starts = [start for start, _ in names]
    stops = dict(spans)
    hidden = with_marks(source)
    for each in find_references(source, cited):
        first, last = sentence_at(source, each.start)
        # "It is in line 3" is said of what the sentence before names.
        since = 0 if _IT.match(source, first) else first
        here = bisect_left(starts, each.start)
        nearest = names[here - 1] if here and names[here - 1][0] >= since else None
        if nearest is None and here < len(names) and _JOINED.fullmatch(source, each.end, names[here][0]):
            nearest = names[here]
        if nearest is None or _BESIDE.search(source, max(first, each.start - _REACH), each.start):
            continue
        end = stops[nearest[0]]
        if not _is_name(nearest[1]) and is_created(source, hidden, nearest[0], end):
            continue
        if not each.path and (end > each.start or not _BEHIND.fullmatch(source, end, each.start)):
            continue  # of no file, only what the lines are right behind
        place = passage.place(nearest[0], section.document)
        # A sentence may name a thousand things: the nearest are enough.
        around = names[max(0, here - _MOST) : here + _MOST]
        said = [nearest[1], *(name for start, name in around if first <= start < last)]
        is_right_before = end <= each.start and _FEW_WORDS.fullmatch(source, end, each.start) is not None
        for one in _statements(each, nearest[1], said, (section, place)):
            yield replace(one, number=RIGHT_BEFORE) if is_right_before and one.citation else one
    yield from _code(passage, section, cited)


def find_rows(section: Section) -> Iterator[Statement]:
    """Yield what rows of tables put on the line that a column of theirs gives."""
    for row in _rows(section):
        if len(row.lines) == 1 and row.names and row.is_of_lines and _is_path(row.of):
            place = Place(section.document, row.line, 1)
            lines = Reference(0, 0, row.of, row.lines)
            for each in _statements(lines, row.names[0], row.names, (section, place)):
                yield replace(each, is_sure=len(row.names) == 1)


def _rows(section: Section) -> Iterator[_Row]:
    """Yield the rows of tables that give one file or class and, in one cell, nothing but numbers."""
    for table in walk(parse_blocks(section.text, section.line)):
        rows = [each for each in table.children if each.kind is Kind.ROW] if table.kind is Kind.TABLE else []
        heads = [cell.source for cell in rows[0].cells] if rows else []
        for row in rows[1:]:
            cells = [cell.source.strip() for cell in row.cells]
            column = next((at for at, cell in enumerate(cells) if at and _NUMBERS.fullmatch(cell)), None)
            if column is None:
                continue
            spans = [cell[start:end].strip("`") for cell in cells for start, end in code_spans(cell)]
            paths = [each for each in spans if _is_path(each)] or [each for each in cells if _is_path(each)]
            names = [each for each in spans if each not in paths and _is_name(each)]
            is_of_lines = column < len(heads) and _LINE_COLUMN.fullmatch(heads[column]) is not None
            if len(paths) == 1 or (not paths and names and cells[0].startswith(f"`{names[0]}")):
                lines = tuple(_NUMBER.findall(cells[column]))
                yield _Row(row.line, (paths or names)[0], lines, tuple(names), is_of_lines)


def find_line_lists(section: Section) -> Iterator[Statement]:
    """Yield the lists of lines in several places, whose one subject nobody need name beside each of them.

    The text is the names that may be that subject, nearest first.
    """
    tables: list[list[tuple[str, int]]] = []
    last = -2
    for row in _rows(section):
        tables += [] if row.line == last + 1 else [[]]
        tables[-1] += [(f"{row.of}:{line}", row.line) for line in row.lines]
        last = row.line
    groups = [(each, TABLED) for each in tables]
    named: list[tuple[int, str]] = []
    for passage in find_passages(section):
        source = passage.source
        for one, two in code_spans(source) if "`" in source else ():
            text = source[one:two].strip("`")
            line = passage.place(one, section.document).line
            sought = _SOUGHT.fullmatch(text)
            named += [(line, sought[1])] if sought else [(line, text)] if _is_name(text) else []
        cited = tuple(each for each in citations_in(passage.spans, bare=True) if not each.citation.is_link)
        run = [
            (f"{each.path}:{number}", passage.place(each.start, section.document).line)
            for each in find_references(source, cited)
            for number in each.lines
            if each.path
        ]
        groups.append((run, LISTED))
    yield from _sums(section, tables)
    changing = "\n".join(line for line in section.text.split("\n") if _CHANGES.search(line))
    for refs, said in groups:
        if len(refs) > 1:
            line = refs[0][1]
            at = bisect_left(named, (line, ""))
            near = named[max(0, at - 2 * _MOST_NAMES) : at + 2 * _MOST_NAMES]
            near.sort(key=lambda each: abs(each[0] - line))
            names = list(dict.fromkeys(name for _, name in near))[:_MOST_NAMES]
            by = "\n".join(f"{place}@{at}" for place, at in refs)
            changed = "\n".join(_changed(changing, names))
            place = Place(section.document, line, 1)
            yield Statement(Topic.USERS, "\n".join(names), changed, section.key, place, said, by=by)


def _sums(section: Section, tables: Sequence[Sequence[tuple[str, int]]]) -> Iterator[Statement]:
    """Yield the numbers that the words right below a table of lines begin with: they count its lines."""
    ends = {table[-1][1]: len(table) for table in tables if len(table) > 2}
    for passage in find_passages(section):
        line = passage.spans[0].line if passage.spans else 0
        match = _SUM.match(passage.source)
        there = next((many for last, many in ends.items() if 0 < line - last <= 2), 0)
        number = read_number(match["number"]) if match else 0
        if match and there:
            is_near = number == there + 1  # with the definition
            place = passage.place(match.start("number"), section.document)
            text = match[0].strip()
            said = str(number if is_near else there)
            yield Statement(Topic.LIST, text, "lines", section.key, place, said, number)


def _changed(text: str, names: Sequence[str]) -> Iterator[str]:
    """Yield the names in lines that rename, remove or replace something, without what leads to them."""
    for name in names:
        if f"`{name}`" in text:
            yield re.split(r"\.|::|#|->", name.partition("(")[0])[-1]


def _statements(
    lines: Reference, name: str, names: Sequence[str], where: tuple[Section, Place]
) -> Iterator[Statement]:
    section, place = where
    by = "\n".join(dict.fromkeys(names))
    for line in lines.lines:
        cited = parse_citation(f"{lines.path}:{line}") if lines.path else None
        if cited is not None and cited.first:
            yield Statement(Topic.QUOTE, name, cited.text, section.key, place, AROUND, citation=cited, by=by)
        elif not lines.path:
            number = int(line.partition("-")[0])
            yield Statement(Topic.QUOTE, name, f"line {line}", section.key, place, AROUND, number, by=by)


def find_references(source: str, cited: Sequence[Found]) -> Iterator[Reference]:
    """Yield where lines are given, of which file where one is named for them, and which lines."""
    several = Counter((found.start, found.end) for found in cited)
    for found in cited:
        # Of several lines, `src/a.py:3,9`, nobody can tell which one a name is beside.
        is_one = several[found.start, found.end] == 1
        if found.citation.first and not found.citation.symbol and is_one:
            _, _, lines = found.citation.text.rpartition(":")
            yield Reference(found.start, found.end, found.citation.path, (lines,))
    for match in _PATH_LINES.finditer(source):
        yield Reference(match.start(), match.end(), match["path"], tuple(_NUMBER.findall(match["lines"])))
    starts = [found.start for found in cited]
    plain = masked(source)
    for match in _LINES.finditer(plain):
        first, last = sentence_at(source, match.start())
        here = {
            each.citation.path for each in cited[bisect_left(starts, first) :][:_MOST] if each.start < last
        }
        behind = cited[bisect_left(starts, match.end()) :][:1]
        of = next((each for each in behind if _OF_FILE.fullmatch(source, match.end(), each.start)), None)
        paths = {of.citation.path} if of else here or {each.citation.path for each in cited[:_MOST]}
        if len(paths) < 2:
            one = f"{match['first']}-{match['last']}" if match["last"] else match["first"]
            more = _NUMBER.findall(match[0])[2 if match["last"] else 1 :]
            yield Reference(match.start(), match.end(), paths.pop() if paths else "", (one, *more))


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
        if not is_created(source, hidden, start, end) and words_of_today(source, start):
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


def _is_shown(span: str) -> bool:
    """Tell what a line of code can show: a name, or a piece of code."""
    text = span.strip("`").strip()
    is_code = _SHORT <= len(text) <= _LONGEST and _IDENTIFIER.search(text) is not None
    is_code = is_code and _CODE.search(text) is not None and not is_command(text) and "…" not in text
    return _is_name(span) or (is_code and not _is_path(text) and "..." not in text)


def _is_name(span: str) -> bool:
    text = span.strip("`").strip()
    return _NAME.fullmatch(text) is not None and not _is_path(text)


def _is_path(text: str) -> bool:
    cited = parse_citation(text)
    return cited is not None and not cited.symbol
