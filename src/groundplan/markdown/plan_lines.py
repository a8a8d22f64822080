"""The lines of a plan, whoever wrote it: steps, scope, options and criteria by their headings and labels."""

from __future__ import annotations

import functools
import re
from dataclasses import replace
from typing import TYPE_CHECKING

from groundplan.markdown.blocks import LISTS, Kind, parse_blocks, walk
from groundplan.markdown.inline import plain, read_label
from groundplan.markdown.left_out import find_left_out
from groundplan.plan.finding import Place
from groundplan.plan.late_regex import late_regex
from groundplan.plan.line import Line, Role

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.markdown.blocks import Block
    from groundplan.plan.document import Plan, Section

# A heading that is itself the step: `Step 3: Move the parser`, `Commit 2 — …`.
_STEP_HEADING = late_regex(r"(?:step|task|commit)\s+#?(\d+(?:\.\d+)*)\s*[:.–—-]\s*(\S.*)", re.IGNORECASE)
_NUMBERED_TITLE = late_regex(r"\A(?:section\s+)?\d+(?:\.\d+)*[.):]?\s+(?=\S)", re.IGNORECASE)
_ID = late_regex(
    r"\W*(?:\[[ xX]\]\s*)?[*_]{0,2}"
    r"((?:T|R|FR|NFR|AC|SC|REQ|US|Task|Requirement|Step)[- ]?\d+(?:\.\d+)*|\d+(?:\.\d+)+)\b",
)
_TASK_COLUMN = late_regex(r"(?:task|step|work item|item|id|#)s?", re.IGNORECASE)
_PARALLEL = late_regex(r"\[P\]")
_HEADING_NOISE = late_regex(r"^[^\w`(\[]+|[\s:*_]+$")
# The first that fits counts, so what is rejected is no step, whatever else the heading says.
_SAYINGS: dict[Role, tuple[str, ...]] = {
    Role.EXCLUDED: (
        r"(?:explicitly )?(?:out[- ]of[- ]scope|not in scope|exclusions|excluded|deferred)\b.*",
        r"non[- ]?goals?\b.*",
        (
            r"not (?:in|part of|for|within) (?:this|the) (?:change|pr|pull request|plan|release|iteration|"
            r"patch|commit|ticket|issue|task|step|work|version|round)\b.{0,40}"
        ),
        r"not (?:now|yet|here|covered|planned|addressed)|later|future work",
        r"(?:\w+ ){0,2}for later|not to be (?:changed|touched|edited)",
        r"follow[- ]?ups?|postponed|parked|(?:leave|left) (?:as (?:it )?is|untouched)",
        r"(?:won'?t do|not (?:included|doing))\b.*",
        r"(?:what )?(?:we are|this is) not (?:doing|changing)\b.*",
        (
            r"(?:files |code )?(?:not (?:changed|touched|changing|touching|affected)|unchanged|untouched|"
            r"unaffected)\b.{0,40}"
        ),
        r"(?:what )?(?:stays|is|is left|we leave|remains) out\b.{0,20}",
        r"(?:files |code |what )?(?:must|may|should) not (?:be )?(?:change|touch|modif|edit)\w{0,3}\b.{0,30}",
        r"(?:out|leave alone|left alone|do not touch|don['’]t touch|hands off|off[- ]limits|out of bounds)",
        (
            r"(?:what )?(?:stays|remains) (?:as (?:it )?is|unchanged|the same)|what (?:does|do|will) not "
            r"change\b.*"
        ),
    ),
    Role.REJECTED: (
        r"(?:rejected|discarded|ruled out)(?: (?:alternatives?|options?|approach(?:es)?|ideas))?",
        r"(?:alternatives?|options?|approaches)(?: considered)?(?: and| that were)? (?:rejected|not chosen)",
        r".{0,80}[(\[—–-]\s*(?:rejected|not chosen|discarded)\s*[)\]]?",
    ),
    Role.CHOSEN: (
        r"(?:chosen|selected) (?:option|approach|strategy|solution)\b.*",
        r"(?:migration )?strategy: .+",
        r".{0,80}[(\[—–-]\s*(?:chosen|selected)\s*[)\]]?",
    ),
    Role.CRITERION: (
        r"(?:acceptance|success|completion|exit) criteria(?: \(.{0,60}\))?",
        r"done when|definition of done|success metrics",
    ),
    Role.REQUIREMENT: (r"(?:functional |non-functional |specific |technical )?requirements",),
    Role.STEP: (
        r"(?:detailed |proposed )?implementation (?:plan|steps|tasks|order|phases|breakdown)",
        r"(?:work|execution|action|migration|refactoring|rollout) (?:plan|steps|tasks|order|items|breakdown)",
        r"tasks?|task list|(?:the )?steps|(?:next|concrete) steps|to-?dos?|plan|plan of work|phases",
        r"changes|implementation|(?:the )?work|work items",
        r"commits|order of (?:work|changes)|sequence|what to do",
        r"(?:phase|milestone|stage|step) \d+\b.*",
    ),
    Role.OTHER: (
        r"(?:deliverables?|verification|validation|monitoring|rollback|checklist|checkpoints?)\b.*",
        r"(?:risks?|mitigations?|dependencies|(?:open )?questions|notes?|references?|rationale)\b.*",
        r"(?:context|background|overview|summary|goals?|architecture|format|path conventions)\b.*",
        r"(?:owner|effort|estimates?|timeline|milestones)\b.*",
        r"parallel (?:example|execution|opportunit(?:y|ie))s?\b.*",
        r"files? (?:to (?:change|modify)|map)\b.*",
    ),
}


def find_lines(plan: Plan) -> tuple[Line, ...]:
    """Return the lines of all documents that play a part, in their order."""
    return tuple(line for document in plan.documents for line in _Reader().read(document.sections))


class _Reader:
    """Goes through one document with the headings above the current block."""

    def __init__(self) -> None:
        self.stack: list[tuple[int, Role | None, str]] = []
        self.heading_line = 0
        self.section: Section | None = None
        self.step: Line | None = None  # the one that a heading began
        self.below: list[str] = []

    def read(self, sections: tuple[Section, ...]) -> Iterator[Line]:
        """Yield the lines of sections that follow each other."""
        for section in sections:
            self.section = section
            lead = ""
            for block in parse_blocks(section.text, section.line):
                yield from self._read(block, lead)
                lead = block.text if block.kind is Kind.PARAGRAPH else ""
        yield from self._close()

    def _read(self, block: Block, lead: str) -> Iterator[Line]:
        if block.kind is Kind.HEADING:
            yield from self._close()
            yield from self._open(block, title_of(block.text))
        elif block.kind is Kind.PARAGRAPH and (title := _bold_title(block)):
            yield from self._close()
            self._begin(block, title)
        elif self.step is not None:
            self.below += _words_of(block)
        elif block.kind is Kind.PARAGRAPH:
            yield from self._labelled(block)
        elif block.kind in LISTS:
            role = role_of(title_of(lead)) if lead.endswith(":") else None
            for item in block.children:
                yield from self._item(item, role or self._role(), is_led=lead.endswith(":") and role is None)
        elif block.kind is Kind.TABLE and self._role() is Role.STEP:
            yield from self._rows(block)
        elif block.kind is Kind.QUOTE:
            for child in block.children:
                yield from self._read(child, "")

    def _rows(self, table: Block) -> Iterator[Line]:
        """Yield the rows of a table of tasks; its first row names the columns."""
        rows = [row for row in table.children if row.kind is Kind.ROW]
        if rows and any(_TASK_COLUMN.fullmatch(plain(cell.source)) for cell in rows[0].cells):
            for row in rows[1:]:
                yield self._line(Role.STEP, row, " | ".join(plain(cell.source) for cell in row.cells))

    def _open(self, block: Block, title: str) -> Iterator[Line]:
        while self.stack and self.stack[-1][0] >= block.level:
            self.stack.pop()
        role = role_of(title) or self._role()
        self.stack.append((block.level, role, title))
        self.heading_line = block.line
        if role is Role.CHOSEN:
            yield self._line(role, block, title)
        self._begin(block, title)

    def _begin(self, block: Block, title: str) -> None:
        """Begin a step that has a heading of its own; what follows is about it."""
        found = _STEP_HEADING.fullmatch(title)
        if found:
            self.step = self._line(Role.STEP, block, found[2], number=found[1])
            self.below = []

    def _close(self) -> Iterator[Line]:
        if self.step is not None:
            yield replace(self.step, details="\n".join(self.below))
            self.step = None

    def _labelled(self, block: Block) -> Iterator[Line]:
        """Yield the value of a label (`Out of scope: the CLI`), and what sentences leave out."""
        if self._role() is Role.STEP:
            # Among steps, a label may say that what follows is none; whatever else it says, it is work.
            excluded = [each for each in self._values(block) if each.role is Role.EXCLUDED]
            yield from excluded or (self._line(Role.WORK, block, block.text),)
            return
        if self._role() is Role.EXCLUDED:
            yield self._line(Role.EXCLUDED, block, block.text)
        yield from self._left_out(block)
        yield from self._values(block)

    def _values(self, block: Block) -> Iterator[Line]:
        for span in block.spans:
            label = read_label(span.text)
            role = role_of(title_of(label.text)) if label is not None else None
            value = span.text[label.value_at :].strip() if label is not None else ""
            if role is not None and value:
                place = Place(self._section.document, span.line, span.column + 1)
                yield Line(role, plain(value), place, self._section.key, self._heading(), self.heading_line)

    def _left_out(self, block: Block) -> Iterator[Line]:
        for role, words in find_left_out(block.text):
            yield self._line(role, block, words)

    def _item(self, item: Block, role: Role | None, *, is_led: bool) -> Iterator[Line]:
        own = item.paragraph
        if own is None:
            return
        # Under a heading that says nothing about its list, what can be ticked off is a step.
        role = role or (Role.STEP if item.checkbox is not None else Role.OTHER)
        label = read_label(own.spans[0].text) if own.spans else None
        labelled = role_of(title_of(label.text)) if label is not None else None
        if labelled is not None and labelled is not Role.STEP:
            assert label is not None
            value = plain(own.source[label.value_at :])
            nested = [child for inner in item.lists() for child in inner.children]
            if value:
                yield self._line(labelled, own, value)
            for child in nested:
                yield from self._item(child, labelled, is_led=False)
        elif role is not Role.STEP:
            for block in walk((item,)):
                if block.kind is Kind.PARAGRAPH:
                    yield from self._left_out(block)
        if labelled is not None and labelled is not Role.STEP:
            return
        if role is not Role.OTHER and not (is_led and role is Role.STEP):
            details = "\n".join(_words_below(item))
            number = item.ordinal.rstrip(".)") if item.ordinal else ""
            yield self._line(role, own, own.text, number=number, details=details)

    def _line(self, role: Role, block: Block, text: str, *, number: str = "", details: str = "") -> Line:
        found = _ID.match(text)
        return Line(
            role,
            text,
            Place(self._section.document, block.line, block.column + 1),
            self._section.key,
            self._heading(),
            self.heading_line,
            found[1] if found else number,
            details,
            _PARALLEL.search(text) is not None,
        )

    @property
    def _section(self) -> Section:
        assert self.section is not None
        return self.section

    def _role(self) -> Role | None:
        return self.stack[-1][1] if self.stack else None

    def _heading(self) -> str:
        return self.stack[-1][2] if self.stack else ""


def title_of(text: str) -> str:
    """Return a heading's own words: without number, emphasis and signs."""
    text = _HEADING_NOISE.sub("", text.replace("*", "").strip())
    return _HEADING_NOISE.sub("", _NUMBERED_TITLE.sub("", text, count=1))


def _bold_title(block: Block) -> str:
    """Return the words of a paragraph that is one bold line and names a step."""
    source = block.source.strip()
    is_bold = source.startswith("**") and source.rstrip(":").endswith("**") and "\n" not in source
    title = title_of(block.text) if is_bold else ""
    return title if _STEP_HEADING.fullmatch(title) else ""


def _words_below(item: Block) -> Iterator[str]:
    for child in item.children[1:]:
        yield from _words_of(child)


def _words_of(top: Block) -> Iterator[str]:
    for block in walk((top,)):
        if block.kind in {Kind.PARAGRAPH, Kind.HEADING}:
            yield block.text
        elif block.kind in {Kind.FENCE, Kind.CODE}:
            yield f"`{' '.join(block.content.split())}`"


@functools.lru_cache(maxsize=1024)
def role_of(title: str) -> Role | None:
    """Return the part that lines under this title play; None where it says nothing about them."""
    return next((role for role, pattern in _patterns() if pattern.fullmatch(title)), None)


@functools.cache
def _patterns() -> tuple[tuple[Role, re.Pattern[str]], ...]:
    return tuple((role, re.compile("|".join(said), re.IGNORECASE)) for role, said in _SAYINGS.items())
