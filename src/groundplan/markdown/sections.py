"""A document cut into its declared sections, so that joining them gives every character back."""

from __future__ import annotations

from dataclasses import field
from functools import lru_cache
from typing import TYPE_CHECKING

from groundplan.markdown.blocks import Kind, Span, parse_blocks
from groundplan.markdown.entries import entries_of
from groundplan.markdown.found import Desk
from groundplan.markdown.front_matter import read_front_matter
from groundplan.markdown.gaps import is_one_gap
from groundplan.markdown.headings import declarations, find_declared
from groundplan.markdown.lines import bare, fold, fold_words, split_bom, split_lines
from groundplan.markdown.record_fields import collect_fields
from groundplan.markdown.records import find_records
from groundplan.plan.dataclass import dataclass
from groundplan.plan.document import Document, Section
from groundplan.plan.errors import Unreadable
from groundplan.plan.finding import Place
from groundplan.plan.playbook import HeaderSpec, RecordSpec, Shape, Tick

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from groundplan.markdown.blocks import Block
    from groundplan.markdown.found import Found
    from groundplan.markdown.front_matter import FrontMatter
    from groundplan.markdown.headings import DeclaredHeading
    from groundplan.markdown.record_fields import Fields
    from groundplan.plan.finding import Finding
    from groundplan.plan.playbook import Playbook

LARGEST = 5_000_000
MOST_SECTIONS = 2_000
_MOST_REMEMBERED = 200_000  # letters; one command reads the same text many times, a huge one is rare
TICK_MASK = "·"


def cut(text: str, playbook: Playbook, document_name: str, path: str) -> Document:
    """Cut a document into header and sections, with records and normal forms; joined, these are its text.

    Raises `Unreadable` for a text over 5 MB.
    """
    return cut_with_findings(text, playbook, document_name, path)[0]


def cut_with_findings(
    text: str, playbook: Playbook, document_name: str, path: str
) -> tuple[Document, list[Finding]]:
    """Cut a document and return the findings about records that cannot be read as well."""
    check_size(text, path)
    cut_once = _cut if len(text) > _MOST_REMEMBERED else _remembered
    document, findings = cut_once(text, _Same(playbook), document_name, path)
    return document, list(findings)


class _Same:
    """A playbook as a key: one object is one key, since its tables cannot be hashed."""

    __slots__ = ("playbook",)

    def __init__(self, playbook: Playbook) -> None:
        self.playbook = playbook

    def __hash__(self) -> int:
        return id(self.playbook)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and other.playbook is self.playbook


def _cut(text: str, same: _Same, document_name: str, path: str) -> tuple[Document, tuple[Finding, ...]]:
    playbook = same.playbook
    mark, rest = split_bom(text)
    front = read_front_matter(rest)
    lines = split_lines(rest)
    blocks = parse_blocks("".join(lines[front.lines :]), front.lines + 1)
    headings = find_declared(blocks, declarations(playbook, document_name))
    if len(headings) > MOST_SECTIONS:
        raise Unreadable(
            f"Document `{path}` has more than {MOST_SECTIONS:,} sections",
            hint="Each heading of the playbook begins one: take those out that do not belong there",
            place=path,
        )
    starts = [heading.block.line for heading in headings] + [len(lines) + 1]
    desk = _Cutting(path, lines, _sliced(blocks, starts))
    sections = [desk.section(at, heading, starts[at + 1]) for at, heading in enumerate(headings)]
    spec = next((known.header for known in playbook.documents if known.name == document_name), HeaderSpec())
    body = mark + "".join(lines[: starts[0] - 1])
    fields = read_header_fields(desk.slices[0], front, spec, path)
    key = f"{document_name}#header"
    normal = normal_header(body, desk.slices[0], front, spec)
    header = Section(key, key, "", path, 1, heading="", body=body, normal=normal)
    return Document(document_name, path, text, header, tuple(sections), fields), tuple(desk.findings)


# Held for one process: a splice re-reads what it made, and then the rules, the save and the next write do.
_remembered = lru_cache(maxsize=16)(_cut)


def check_size(text: str, path: str) -> None:
    """Raise `Unreadable` for a text too large to be a plan."""
    if len(text) > LARGEST or len(text.encode("utf-8", "surrogatepass")) > LARGEST:
        raise Unreadable(
            f"Document `{path}` is larger than {LARGEST // 1_000_000} MB",
            hint="A plan is read by people: move logs and data out of it",
            place=path,
        )


def _sliced(blocks: Sequence[Block], starts: list[int]) -> list[list[Block]]:
    """Return the blocks before the first declared heading, then those of each section."""
    slices: list[list[Block]] = [[] for _ in starts]
    at = 0
    for block in blocks:
        while block.line >= starts[at]:
            at += 1
        slices[at].append(block)
    return slices


def find_comments(blocks: Sequence[Block]) -> Iterator[str]:
    """Yield the comments that are blocks of their own: what is quoted, code or an attribute is no comment."""
    for block in blocks:
        if block.kind is Kind.HTML and block.content.lstrip().startswith("<!--"):
            yield block.content.strip()
        elif block.kind is not Kind.QUOTE:
            yield from find_comments(block.children)


@dataclass(slots=True)
class _Cutting:
    """One document while it is cut."""

    path: str
    lines: list[str]
    slices: list[list[Block]]
    findings: list[Finding] = field(default_factory=list)

    def section(self, at: int, heading: DeclaredHeading, end: int) -> Section:
        """Return one section with its records and normal form."""
        start, last = heading.block.line, heading.block.last
        blocks = self.slices[at + 1]
        found, masks = self._records(heading, blocks)
        return Section(
            key=heading.key,
            declared=heading.spec.key,
            title=heading.block.text,
            document=self.path,
            line=start,
            heading="".join(self.lines[start - 1 : last]),
            body="".join(self.lines[last : end - 1]),
            normal=normal_form(blocks[:1] if heading.spec.computed else blocks, masks),
            captures=heading.captures,
            records=tuple(one.record for one in found),
            comments=tuple(find_comments(blocks)),
            is_gap=is_one_gap(blocks[1:]),
        )

    def _records(self, heading: DeclaredHeading, blocks: list[Block]) -> tuple[list[Found], Masks]:
        masks = Masks()
        found: list[Found] = []
        for spec in heading.spec.records:
            desk = Desk(spec, heading.key, self.path, self.findings)
            others = [other for other in heading.spec.records if other is not spec]
            for one in find_records(blocks, desk, others=others, captures=heading.captures):
                masks.hide_record(one, spec)
                found.append(one)
        return found, masks


def read_header_fields(
    blocks: Sequence[Block], front: FrontMatter, spec: HeaderSpec, path: str
) -> dict[str, tuple[str, Place]]:
    """Return each field with its value and place; where both forms name one, the declared form counts."""
    in_front = {
        name: (known.value, Place(path, known.line, known.start + 1)) for name, known in front.fields.items()
    }
    labelled = read_labels(blocks, spec)
    in_labels = {
        label: (value, Place(path, labelled.spots[label][0].line, labelled.spots[label][0].column + 1))
        for label, value in labelled.values.items()
    }
    return {**in_front, **in_labels} if spec.form == "labels" else {**in_labels, **in_front}


def normal_header(body: str, blocks: Sequence[Block], front: FrontMatter, spec: HeaderSpec) -> str:
    """Return the header's normal form, the values of its computed fields left out."""
    computed = [label for label, name in spec.fields.items() if name]
    masks = Masks()
    labelled = read_labels(blocks, spec)
    for label in computed:
        if label in labelled.values:
            masks.hide_on_line(labelled.spots[label], labelled.lines[label])
    parts = [normal_front_matter(body, front, computed) if front.lines else "", normal_form(blocks, masks)]
    return "\n".join(part for part in parts if part)


def read_labels(blocks: Sequence[Block], spec: HeaderSpec) -> Fields:
    """Return the declared `**Label:** value` lines of a header."""
    labels = RecordSpec(kind="header", shape=Shape.FIELDS, fields={label: label for label in spec.fields})
    return collect_fields(tuple(entries_of(blocks, spec.fields)), Desk(labels, "", ""))


# The normal form a fingerprint is made over: it keeps every word and all structure, and no spacing.
# Re-wrapping, re-indenting, other list markers, table padding, line ends and rules at the end do not change
# it. What groundplan computes is masked, and nothing else is invisible to it.


@dataclass(slots=True)
class Masks:
    """Which characters are computed: line -> (first column, column behind the last, shown as)."""

    lines: dict[int, list[tuple[int, int, str]]] = field(default_factory=dict)

    def hide(self, span: Span, shown: str = "") -> None:
        """Hide the words of a span."""
        self.lines.setdefault(span.line, []).append((span.column, span.end, shown))

    def hide_record(self, found: Found, spec: RecordSpec) -> None:
        """Hide a record's checkbox and fields where its declaration says that they are computed."""
        if spec.tick is Tick.COMPUTED and found.tick is not None:
            self.hide(found.tick, TICK_MASK)
        for name in spec.computed:
            spans = found.spots.get(name, ())
            self.hide_on_line(spans, found.lines.get(name, spans[0].line if spans else 0))

    def hide_on_line(self, spans: Iterable[Span], line: int) -> None:
        """Hide a computed value on the line of its label: words below it are somebody's, and stay visible."""
        for span in spans:
            if span.line == line:
                self.hide(span)

    def words(self, spans: Iterable[Span]) -> str:
        """Return the folded words of spans with what is hidden left out."""
        return fold_words("\n".join(self._shown(span) for span in spans))

    def _shown(self, span: Span) -> str:
        text = span.text
        edge = span.end
        for first, after, shown in sorted(set(self.lines.get(span.line, ())), reverse=True):
            # What one declaration hides another may hide too, and then only once.
            if span.column <= first and after <= edge:
                text = text[: first - span.column] + shown + text[after - span.column :]
                edge = first
        return text


def normal_form(blocks: Sequence[Block], masks: Masks) -> str:
    """Return the normal form of a section's blocks."""
    end = len(blocks)
    while end and blocks[end - 1].kind is Kind.RULE:
        end -= 1
    return "\n".join(line for block in blocks[:end] for line in _emit(block, 0, masks))


def normal_front_matter(text: str, front: FrontMatter, computed: Iterable[str]) -> str:
    """Return the normal form of front matter: its lines, with the values of computed keys left out."""
    lines = [bare(line) for line in split_lines(split_bom(text)[1])[: front.lines]]
    for key in computed:
        known = front.fields.get(key)
        if known is not None:
            line = lines[known.line - 1]
            lines[known.line - 1] = line[: known.start].rstrip() + line[known.end :]
    return "\n".join(f"front {line.rstrip()}" for line in lines[1:-1])


def _emit(block: Block, depth: int, masks: Masks) -> Iterator[str]:
    pad = " " * depth
    if block.kind is Kind.HEADING:
        yield f"{pad}h{block.level} {masks.words(block.spans)}"
    elif block.kind is Kind.PARAGRAPH:
        if block.spans:
            yield f"{pad}p {masks.words(block.spans)}"
    elif block.kind in {Kind.FENCE, Kind.CODE, Kind.HTML, Kind.DEEP}:
        yield f"{pad}{block.kind} {fold(block.info)}".rstrip()
        for line in split_lines(
            block.content.rstrip("\n") if block.kind is not Kind.FENCE else block.content
        ):
            yield f"{pad}|{bare(line)}"
    elif block.kind is Kind.ROW:
        yield f"{pad}row"
        cells = [Span(block.line, cell.start, cell.source) for cell in block.cells]
        while cells and not cells[-1].text:
            cells.pop()
        yield from (f"{pad}cell {masks.words([cell])}".rstrip() for cell in cells)
    else:
        yield f"{pad}{block.kind} {block.ordinal}{' '.join(block.aligns)}".rstrip()
        for child in block.children:
            yield from _emit(child, depth + 1, masks)
