"""Skeleton documents: filled in at creation, and the source of what counts as a placeholder later."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.markdown.blocks import Kind, Span, walk
from groundplan.markdown.brackets import find_brackets, is_bracketed, written
from groundplan.markdown.edits import sheet_of
from groundplan.markdown.front_matter import front_matter_value, read_front_matter
from groundplan.markdown.lines import bare, fold, split_bom, split_lines
from groundplan.plan.errors import Misused
from groundplan.plan.late_regex import late_regex

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from groundplan.markdown.blocks import Block

_WHOLE_VALUE = late_regex(r"([^:]+:\s+)\{\{([a-z_]+)\}\}\s*")
# A fence may be code, in which brackets mean something: there only a whole line or value is a gap.
_BEHIND = late_regex(r"\s*(?:(?:[-*+#]|//|\d{1,9}[.)]) )?(?:[\w /]{1,40}: )?\s*(\S.*?)\s*")
_FIELD = late_regex(r"\{\{([a-z_]+)\}\}")


def render(skeleton: str, fields: Mapping[str, str]) -> str:
    """Return the skeleton with each `{{name}}` filled in; `Misused` for a field that is not given."""
    missing = sorted({name for name in _FIELD.findall(skeleton) if name not in fields})
    if missing:
        named = ", ".join(f"`{{{{{name}}}}}`" for name in missing)
        raise Misused(f"The skeleton has fields that nothing fills: {named}")
    lines = split_lines(skeleton)
    for at in range(1, read_front_matter(skeleton).lines):
        # A title with a colon in it must not break the front matter for other readers.
        value = _WHOLE_VALUE.fullmatch(bare(lines[at]))
        if value:
            end = lines[at][len(bare(lines[at])) :]
            lines[at] = f"{value[1]}{front_matter_value(fields[value[2]])}{end}"
    return "".join(_FIELD.sub(lambda found: fold(fields[found[1]]), line) for line in lines)


def placeholders(text: str) -> frozenset[str]:
    """Return the placeholders of a skeleton's text, white space folded: `<unknown>`, `[Name]`, `{What …}`."""
    return frozenset(placeholder for placeholder, _, _ in find_placeholders(text))


def find_placeholders(text: str) -> list[tuple[str, int, int]]:
    """Return each bracketed placeholder of a text with its line and column, both from 1."""
    found = []
    for spans in _words(text):
        source = "\n".join(span.text for span in spans)
        for start, end in find_brackets(source):
            above = source.count("\n", 0, start)
            column = start - (source.rfind("\n", 0, start) + 1) + spans[above].column
            found.append((written(source, (start, end)), spans[above].line, column + 1))
    return sorted(found, key=lambda one: one[1:])


def _words(text: str) -> Iterator[tuple[Span, ...]]:
    rest = split_bom(text)[1]
    for number, line in enumerate(split_lines(rest)[: read_front_matter(rest).lines], 1):
        yield (Span(number, 0, bare(line)),)
    boxes = set()
    for block in walk(sheet_of(text).blocks):
        if block.checkbox is not None:
            boxes.add(block.checkbox.line)
        if block.spans:
            yield _without_box(block.spans) if block.spans[0].line in boxes else block.spans
        elif block.kind is Kind.ROW:
            yield from ((Span(block.line, cell.start, cell.source),) for cell in block.cells)
        elif block.kind is Kind.HTML or (block.kind is Kind.FENCE and is_bracketed(block.content)):
            yield _lines_of(block)
        elif block.kind is Kind.FENCE:
            yield from _whole_lines(block)


def _without_box(spans: tuple[Span, ...]) -> tuple[Span, ...]:
    first = spans[0]
    return (Span(first.line, first.column + 3, first.text[3:]), *spans[1:])


def _lines_of(block: Block) -> tuple[Span, ...]:
    first = block.line + (block.kind is Kind.FENCE)
    lines = block.content.rstrip("\n").split("\n")
    return tuple(Span(first + at, block.column, line) for at, line in enumerate(lines))


def _whole_lines(fence: Block) -> Iterator[tuple[Span, ...]]:
    """Yield the lines of a fence that are a placeholder behind their marker, comment sign or label."""
    for span in _lines_of(fence):
        match = _BEHIND.fullmatch(span.text)
        if match and is_bracketed(match[1]):
            yield (Span(span.line, span.column + match.start(1), match[1]),)
