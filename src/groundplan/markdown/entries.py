"""A section's blocks as people read them: headings, lines that may start with a label, lists."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.markdown.blocks import Kind, Span
from groundplan.markdown.inline import plain, read_label
from groundplan.markdown.lines import fold
from groundplan.plan.dataclass import dataclass

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from groundplan.markdown.blocks import Block
    from groundplan.markdown.inline import Label


@dataclass(frozen=True, slots=True)
class Entry:
    """A block, or a line of a paragraph with the lines that continue it."""

    block: Block
    spans: tuple[Span, ...] = ()
    label: Label | None = None

    @property
    def is_heading(self) -> bool:
        """Whether it is a heading inside the section."""
        return self.block.kind is Kind.HEADING

    @property
    def is_line(self) -> bool:
        """Whether it is words, not a heading, list, table or fence."""
        return self.block.kind is Kind.PARAGRAPH

    @property
    def is_lead(self) -> bool:
        """Whether it is bold words that lead over to what stands below."""
        return self.is_line and self.label is not None and self.label.is_lead

    @property
    def title(self) -> str:
        """Return the words of a heading or lead, without emphasis and colon."""
        return self.label.text if self.is_lead and self.label else self.block.text.removesuffix(":")

    @property
    def value_spans(self) -> tuple[Span, ...]:
        """Return the words behind the label."""
        if self.label is None:
            return self.spans
        first = self.spans[0]
        at = min(self.label.value_at, len(first.text))
        rest = Span(first.line, first.column + at, first.text[at:])
        return (rest, *self.spans[1:]) if rest.text or len(self.spans) == 1 else self.spans[1:]

    @property
    def value(self) -> str:
        """Return the words behind the label, emphasis removed and white space folded."""
        return plain("\n".join(span.text for span in self.value_spans))

    def is_labelled(self, label: str) -> bool:
        """Tell whether the line starts with that label."""
        return self.label is not None and same_label(self.label.text, label)


def same_label(one: str, two: str) -> bool:
    """Tell whether two labels are the same but for case, white space and a colon at the end."""
    return label_key(one) == label_key(two)


def label_key(label: str) -> str:
    """Return what labels are compared by."""
    return fold(label).removesuffix(":").rstrip().casefold()


def entries_of(blocks: Iterable[Block], labels: Collection[str] = ()) -> Iterator[Entry]:
    """Yield the entries of blocks; a plain `Label:` starts a line only if it is among `labels`."""
    known = {label_key(label) for label in labels}
    for block in blocks:
        if block.kind is Kind.PARAGRAPH:
            yield from _lines(block, known)
        else:
            yield Entry(block)


def item_entry(item: Block, labels: Collection[str] = ()) -> Entry | None:
    """Return the words an item starts with as one entry, its checkbox left out."""
    if item.paragraph is None or not item.paragraph.spans:
        return None
    spans = item.paragraph.spans
    if item.checkbox is not None:
        first = spans[0]
        text = first.text[3:].lstrip()
        spans = (Span(first.line, first.end - len(text), text), *spans[1:])
    label = _label(spans[0].text, {label_key(label) for label in labels})
    return Entry(item.paragraph, spans, label)


def lead_spans(paragraph: Block, line: int) -> tuple[Span, ...]:
    """Return the lead on a line of a paragraph, without its bold markers; empty if there is none."""
    for entry in entries_of([paragraph]):
        first = entry.spans[0]
        if first.line == line and entry.is_lead:
            end = first.text.index(first.text[:2], 2)
            inner = first.text[2:end].rstrip().removesuffix(":")
            return (Span(line, first.column + 2, inner),)
    return ()


def _lines(paragraph: Block, known: set[str]) -> Iterator[Entry]:
    spans: list[Span] = []
    label: Label | None = None
    for span in paragraph.spans:
        found = _label(span.text, known)
        if found is not None and spans:
            yield Entry(paragraph, tuple(spans), label)
            spans = []
        if not spans:
            label = found
        spans.append(span)
    if spans:
        yield Entry(paragraph, tuple(spans), label)


def _label(text: str, known: set[str]) -> Label | None:
    label = read_label(text)
    if label is None or (not label.is_bold and label_key(label.text) not in known):
        return None
    return label
