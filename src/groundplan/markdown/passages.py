"""The words of a section with what they are about to do: make something, or state what is there."""

from __future__ import annotations

import enum
import re
from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import accumulate
from typing import TYPE_CHECKING

from groundplan.markdown.blocks import LISTS, Kind, Span, parse_blocks, walk
from groundplan.markdown.inline import code_spans, joined
from groundplan.plan.finding import Place
from groundplan.plan.late_regex import late_regex

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from groundplan.markdown.blocks import Block
    from groundplan.plan.document import Section


class Aim(enum.StrEnum):
    """What words are about to do with the code they name."""

    PLAIN = "plain"
    MAKES = "makes"  # what they name need not be there yet
    CLAIMS = "claims"  # what they name is there
    EXAMPLE = "example"  # what they name may be anything
    WITHIN = "within"  # they make something in what they name: In `src/a.py`, add …
    BEHIND = "behind"  # a verb that claims follows the name: it may be about something else


_EXAMPLES = (
    r"e\.?g\.? for\ example for\ instance such\ as example hypothetical would\ look\ like placeholder "
    r"suppose imagine (?:files?|paths?|names?|folders?)\ like "
    r"alternatives? instead\ of rather\ than"
)
_MAKES = (
    r"creat\w{1,4} add(?:s|ed|ing|itions?)? introduc\w{1,4} implement\w{0,6} writ(?:e|es|ing|ten) "
    r"extract\w{0,3} scaffold\w{0,3} generat\w{1,4} defin(?:e|es|ed|ing) buil(?:d|ds|t|ding) provid\w{1,3} "
    r"set\ ?up new(?:ly)? mov(?:e|es|ed|ing) renam\w{1,3} split\w{0,4} convert\w{0,3} port(?:ed|ing)? "
    r"cop(?:y|ied|ies) migrat\w{1,4} install\w{0,3} register\w{0,3} expos\w{1,3} wrap\w{0,4} becomes? "
    r"turn\w{0,3}\ into will\ (?:be|have|live|hold|contain) should\ (?:be|have|live) "
    r"propos\w{1,4} design\w{0,3} draft\w{0,3} output\w{0,3} produc\w{1,3} emit\w{0,4} "
    r"sav(?:e|es|ed|ing) stor(?:e|es|ed|ing) export\w{0,3}"
)
_CLAIMS = (
    r"updat\w{1,3} modif\w{1,4} chang\w{1,3} fix\w{0,3} refactor\w{0,3} edit\w{0,3} extend\w{0,3} "
    r"remov\w{1,3} delet\w{1,4} drop\w{0,4} replac\w{1,3} adjust\w{0,3} adapt(?:s|ed|ing)? patch\w{0,3} "
    r"existing current(?:ly)? today already reus\w{1,3} inspect\w{0,3} review\w{0,3} keep\w{0,3} kept "
    r"call(?:s|ed)? follow\w{0,3}"
)


def either(words: str) -> str:
    """Return a pattern of any of the words, which blanks part; a backslash keeps a blank inside one."""
    return "|".join(re.split(r"(?<!\\) +", words.strip()))


_VERB = late_regex(
    rf"\b(?:(?P<example>{either(_EXAMPLES)})|(?P<makes>{either(_MAKES)})|(?P<claims>{either(_CLAIMS)}))\b",
    re.IGNORECASE,
)
_SENTENCE = late_regex(r"(?<!\be\.g)(?<!\bi\.e)(?<!\bcf)[.;!?](?=\s)|\n(?=\s*[-*|])")
# What a heading says of all that is below it: it is there, or it is to be.
_STATES = late_regex(r"\b(?:existing|current(?:ly)?|today(?!['’]s)|already|as-is)\b", re.IGNORECASE)
_TO_BE = late_regex(r"\b(?:targets?|proposed|desired|future|planned|to-be)\b", re.IGNORECASE)
# What stands behind these is there already, whatever the verb before them makes.
_OF_WHAT_IS = late_regex(
    r"\b(?:for|of|from|like|see|via|using|by|mirrors?|matching|against)\s+(?:the\s+)?`?$"
)
# What something is changed to need not be there.
_TOWARDS = late_regex(r"(?:\b(?:to|into|with|as|use|uses|using)|→|->)\s+(?:the\s+|a\s+|an\s+)?`?$")
# A step that begins with its test writes it: `[RED] tests/test_a.py`, `Test: tests/test_a.py`.
_TEST_FIRST = late_regex(r"\bRED\b|\A\W*[Tt]ests?\s*[*_]{0,2}:[*_]{0,2}")
# Behind what is named: it is new, or it need not be there.
# The same in other languages, where no verb is told from another.
_MAKES_ELSEWHERE = late_regex(
    r"新增|新建|创建|創建|建立|添加|新規|作成|追加|생성|추가|созда|добав|\b(?:crear|criar|cr[ée]er|a[ñn]adir|agregar|ajouter|"
    r"erstell\w*|anlegen|hinzuf\w*|nuev[oa]|nov[oa]|nouveau|nouvelle)\b",
    re.IGNORECASE,
)
_MARKED_NEW = late_regex(
    r"`?\s*[*_]{0,2}[(\[]\s*[*_]{0,2}(?:new|create|to be (?:created|added)|planned|optional)\b|"
    r"`?,?\s*\(?if (?:present|it exists|exists|any|needed|available)\b",
    re.IGNORECASE,
)
# `Router` (`a.go:3`) wraps `Handle()` says what the code does, not what a step makes.
_OF_CODE = late_regex(r"`[^`\n]{2,80}`(?:\s*\((?!new\b)[^()\n]{0,200}\))?\s+$")
_OF_CODE_LONG = 400  # letters before a verb within which such a name ends
_PLACE_BEFORE = late_regex(
    r"[\s*_]*(?:\d+[.)]\s+)?[*_]*(?P<in>(?:in|inside|within|(?:add|append)\s+to)\s+(?:the\s+file\s+)?)?`?",
    re.IGNORECASE,
)
# A thing nobody has heard of yet begins its sentence: `A script scripts/same.sh compares both.`
_BROUGHT_IN = late_regex(
    r"(?:\A|[.;:*)]\s)\s*[*_]{0,2}(?:An?|One)\s+(?:[\w-]+\s+){0,3}"
    r"(?:script|helper|target|test|fixture|job|workflow|module|file)\s+(?:in\s+)?`?\Z"
)
_BROUGHT_IN_LONG = 80  # letters before a name within which it begins
_PLACE_BEHIND = late_regex(r"`?[*_]{0,2}(?:(?P<colon>\s*(?::|[–—-])\s)|,?\s)")
_PATHS = late_regex(r"(?<![\w.@-])[\w.@-]{1,200}(?:/[\w.@-]{1,200})+")
_QUOTATION = late_regex(r"“(?P<words>(?:[^“”]|“[^“”]{1,80}”){1,400})”")
_SOURCE = late_regex(r"(?:\b[0-9a-f]{7,40}|\d{4}-\d\d-\d\d|`)[\s:,(]{1,3}$")
_SOURCE_LONG = 60  # letters before a quotation within which its source is
_REMEMBERED = 512  # passages: a few readers go through all of a plan's
_SENTENCE_LONG = 3  # words from which quotation marks hold a statement, not a term


@dataclass(frozen=True)  # without slots, so that what is asked of it thousands of times is computed once
class Passage:
    """One paragraph, heading, item or cell; `around` is what the item or heading above it is about to do."""

    spans: tuple[Span, ...]
    around: Aim = Aim.PLAIN
    level: int = 0  # of a heading
    below: Block | None = None  # the list that a paragraph leads to
    is_cell: bool = False  # of a table
    is_step: bool = False  # a numbered item, or one with a box

    @property
    def is_heading(self) -> bool:
        """Whether it is a heading."""
        return self.level > 0

    @cached_property
    def source(self) -> str:
        """Return the words as written."""
        return joined(span.text for span in self.spans)

    @cached_property
    def _lines(self) -> list[int]:
        return list(accumulate((len(span.text) + 1 for span in self.spans), initial=0))

    @cached_property
    def quotations(self) -> tuple[tuple[int, int], ...]:
        """Return where others are quoted: whole statements, or words behind what they are quoted from.

        What a commit or a document says is evidence of what was said, not a claim of the plan. A term in
        quotation marks is still the plan's own: `we run on “Python 3.8”`.
        """
        return tuple(
            match.span()
            for match in _QUOTATION.finditer(self.source)
            if len(match["words"].split()) >= _SENTENCE_LONG
            or _SOURCE.search(self.source, max(0, match.start() - _SOURCE_LONG), match.start())
        )

    def is_quoted(self, at: int) -> bool:
        """Tell whether a position is inside words of others."""
        return any(start < at < end for start, end in self.quotations)

    def place(self, at: int, document: str) -> Place:
        """Return where in the document a position of the source is."""
        lines = self._lines
        above = max(0, bisect_right(lines, at) - 1)
        above = min(above, len(self.spans) - 1)
        return Place(document, self.spans[above].line, self.spans[above].column + at - lines[above] + 1)

    def aim_at(self, at: int, end: int | None = None, *, ahead: bool = True) -> Aim:
        """Return what the sentence around a position is about to do with what is named there.

        Without `ahead` only the words before it count: what follows a command is about what it does.
        """
        source = self.source
        if _MARKED_NEW.match(source, end if end is not None else at) or _BROUGHT_IN.search(
            source[max(0, at - _BROUGHT_IN_LONG) : at]
        ):
            return Aim.MAKES
        start, stop = sentence_at(source, at)
        sentence = _read_sentence(source, start, stop)
        if sentence.makes_elsewhere:
            return Aim.MAKES
        behind = bisect_left(sentence.places, at)
        if sentence.first_example < at:
            return Aim.EXAMPLE
        last = sentence.aims[behind - 1] if behind else None
        if last is Aim.MAKES and _OF_WHAT_IS.search(source[max(start, at - 30) : at]):
            return Aim.PLAIN
        if last is Aim.CLAIMS and _TOWARDS.search(source[max(start, at - 30) : at]):
            return Aim.PLAIN
        after = sentence.aim_after(at) if ahead and last is None else None
        if after is Aim.CLAIMS:
            return Aim.BEHIND
        if last is None and sentence.first_test < at:
            return Aim.MAKES
        # An item's own words are also what is around it.
        is_own = not ahead and self.around in sentence.kinds
        aim = last or after or (Aim.PLAIN if is_own else self.around)
        return Aim.WITHIN if aim is Aim.MAKES and _is_place(source, start, at, end) else aim


@dataclass(frozen=True)
class _Sentence:
    """The verbs of a sentence: where they begin and what they are about to do."""

    places: list[int]
    aims: list[Aim]
    makes_elsewhere: bool
    first_example: int
    first_test: int  # where a test that a step begins with ends

    @cached_property
    def kinds(self) -> frozenset[Aim]:
        return frozenset(self.aims)

    def aim_after(self, at: int) -> Aim | None:
        behind = bisect_right(self.places, at)
        return self.aims[behind] if behind < len(self.aims) else None


@lru_cache(maxsize=_REMEMBERED)
def _read_sentence(source: str, start: int, stop: int) -> _Sentence:
    """Read a sentence once, however many names it has: a paragraph may be one sentence of 100 KB."""
    verbs = [
        (match.start(), Aim(str(match.lastgroup)))
        for match in _VERB.finditer(masked(source), start, stop)
        if not (
            match[0].endswith("s")
            and _OF_CODE.search(source, max(start, match.start() - _OF_CODE_LONG), match.start())
        )
    ]
    test = _TEST_FIRST.search(source, start, stop)
    return _Sentence(
        [where for where, _ in verbs],
        [aim for _, aim in verbs],
        bool(_MAKES_ELSEWHERE.search(source, start, stop)),
        next((where for where, aim in verbs if aim is Aim.EXAMPLE), len(source)),
        test.end() - 1 if test else len(source),
    )


def _is_place(source: str, start: int, at: int, end: int | None) -> bool:
    """Tell whether a sentence begins with the place it works in: `In src/a.py, add` or `src/a.py: add`."""
    before = _PLACE_BEFORE.fullmatch(source, start, at)
    behind = _PLACE_BEHIND.match(source, end) if end is not None else None
    return bool(before and behind and (before["in"] or behind["colon"]))


def makes_elsewhere(source: str, start: int, stop: int) -> bool:
    """Tell whether a sentence makes something in the words of another language."""
    return _read_sentence(source, start, stop).makes_elsewhere


def sentence_at(source: str, at: int) -> tuple[int, int]:
    """Return where the sentence around a position starts and ends."""
    starts, ends = _sentence_marks(source)
    before = bisect_right(ends, at)
    after = max(before, bisect_left(starts, at))
    return (ends[before - 1] if before else 0), (ends[after] if after < len(ends) else len(source))


@lru_cache(maxsize=_REMEMBERED)
def _sentence_marks(source: str) -> tuple[list[int], list[int]]:
    """Return where the gaps between sentences start and end: they are asked for once per name in a text."""
    spans = [match.span() for match in _SENTENCE.finditer(source)]
    return [start for start, _ in spans], [end for _, end in spans]


@lru_cache(maxsize=_REMEMBERED)
def masked(source: str) -> str:
    """Return words with their code spans and paths blanked: `create.ts` creates nothing."""
    letters = bytearray(len(source))
    for start, end in (*code_spans(source), *(match.span() for match in _PATHS.finditer(source))):
        letters[start:end] = b"\1" * (end - start)
    return "".join(" " if hidden else letter for letter, hidden in zip(source, letters, strict=True))


def find_passages(section: Section) -> tuple[Passage, ...]:
    """Return the passages of a section in their order."""
    return _find_passages(section.text, section.line)


@lru_cache(maxsize=64)  # each reader of a section asks for them
def _find_passages(text: str, line: int) -> tuple[Passage, ...]:
    return tuple(_read(parse_blocks(text, line), Aim.PLAIN))


def fences_of(section: Section) -> Iterator[Block]:
    """Yield the fenced and indented blocks of a section."""
    for block in walk(parse_blocks(section.text, section.line)):
        if block.kind in {Kind.FENCE, Kind.CODE}:
            yield block


def _read(blocks: Iterable[Block], around: Aim, *, is_step: bool = False) -> Iterator[Passage]:
    inside = around
    blocks = tuple(blocks)
    for at, block in enumerate(blocks):
        following = blocks[at + 1] if at + 1 < len(blocks) else None
        below = following if following is not None and following.kind in LISTS else None
        if block.kind is Kind.HEADING:
            # The title says what all of it is for, not what each line of it does.
            inside = around if block.level == 1 else _aim_below(block.source) or around
            yield Passage(block.spans, inside, level=block.level, below=below)
        elif block.kind is Kind.PARAGRAPH:
            yield Passage(block.spans, inside, below=below, is_step=is_step)
        elif block.kind in LISTS:
            lead = blocks[at - 1] if at and blocks[at - 1].kind is Kind.PARAGRAPH else None
            led = (_aim_below(lead.source) if lead is not None else None) or inside
            for item in block.children:
                own = item.paragraph
                aim = _aim_of(own.source) if own is not None else None
                passed = led if aim is None or aim is led else _passed_on(aim)
                yield from _read(item.children, passed, is_step=is_step or _is_step(block, item))
        elif block.kind is Kind.TABLE:
            yield from _read_table(block, inside)
        else:
            yield from _read(block.children, inside, is_step=is_step)


def _is_step(block: Block, item: Block) -> bool:
    return block.kind is Kind.NUMBERS or item.checkbox is not None


def _read_table(table: Block, around: Aim) -> Iterator[Passage]:
    head: list[Aim | None] = []
    for row in table.children:
        if row.kind is not Kind.ROW:
            continue
        aims = [_aim_of(cell.source) for cell in row.cells]
        of_row = next((_passed_on(aim) for aim in aims if aim is not None), None)
        for at, cell in enumerate(row.cells):
            column = head[at] if at < len(head) else None
            spans = (Span(row.line, cell.start, cell.source),)
            yield Passage(spans, of_row or column or around, is_cell=True)
        head = head or aims


def _passed_on(aim: Aim) -> Aim:
    """Return what words say of others beside them: to change one thing says nothing of the next."""
    return Aim.PLAIN if aim is Aim.CLAIMS else aim


def _aim_below(source: str) -> Aim | None:
    """Return what words above a list say of what it names: below `Extend the crate:` some of it is new."""
    if _STATES.search(masked(source)):
        return Aim.CLAIMS
    if _TO_BE.search(masked(source)):
        return Aim.MAKES
    aim = _aim_of(source)
    return None if aim is Aim.CLAIMS else aim


def _aim_of(source: str) -> Aim | None:
    if _MAKES_ELSEWHERE.search(masked(source)):
        return Aim.MAKES
    match = _VERB.search(masked(source))
    return Aim(str(match.lastgroup)) if match else None
