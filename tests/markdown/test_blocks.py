from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from groundplan.markdown.blocks import Kind, parse_blocks, walk
from groundplan.markdown.lines import bare, split_lines

ODD = """\
Underlined *title*
==================
> - quoted
>   item
lazy line
> 1. [x] numbered
>
>    ~~~py
>    a
>     b
>    ~~~

| a | b |
|:--|--:|
| x \\| y | `p|q` | extra
## Closed ##
- - [ ] twice
\t- tabbed
* other
<!-- a

b -->
"""


def test_every_word_knows_its_line_and_column() -> None:
    lines = [bare(line) for line in split_lines(ODD)]
    words = [span for block in walk(parse_blocks(ODD)) for span in block.spans]
    assert [span.text for span in words[:6]] == [
        "Underlined *title*",
        "quoted",
        "item",
        "lazy line",
        "[x] numbered",
        "Closed",
    ]
    for span in words:
        assert lines[span.line - 1][span.column : span.end] == span.text


@given(
    st.lists(
        st.sampled_from([*ODD.split("\n"), "\u2028x", "\x0b", "\tcode", "  a\t", "> > b", "1) c", "\0"]),
        max_size=12,
    )
)
def test_words_are_slices_of_their_lines_in_any_document(lines: list[str]) -> None:
    for block in walk(parse_blocks("\n".join(lines))):
        for span in block.spans:
            line = lines[span.line - 1].replace("\0", "\ufffd")
            assert line[span.column : span.end] == span.text


def test_all_cells_of_a_row_are_kept_also_those_without_a_header() -> None:
    row = next(block for block in walk(parse_blocks(ODD)) if block.kind is Kind.ROW and block.line == 15)
    assert [cell.words for cell in row.cells] == ["x | y", "`p", "q`", "extra"]
    assert ODD.split("\n")[14][row.cells[0].start : row.cells[0].end] == "x \\| y"


def test_checkboxes_are_found_in_nested_and_quoted_items() -> None:
    boxes = [block.checkbox for block in walk(parse_blocks(ODD)) if block.checkbox]
    assert [(box.line, box.column, box.text) for box in boxes] == [(6, 6, "x"), (17, 5, " ")]


def test_a_link_definition_stays_visible_text() -> None:
    (block,) = parse_blocks("[hidden]: https://x.y 'words'\n")
    assert block.source == "[hidden]: https://x.y 'words'"


def test_what_is_nested_too_deep_is_kept_verbatim() -> None:
    text = "> " * 200 + "words far inside\n"
    deep = [block for block in walk(parse_blocks(text)) if block.kind is Kind.DEEP]
    assert [block.content for block in deep] == [text.rstrip("\n")]
    assert [block.kind for block in parse_blocks(text + "\nafter\n")] == [Kind.QUOTE, Kind.PARAGRAPH]


def test_an_open_fence_is_told_from_a_closed_one() -> None:
    fences = [
        parse_blocks(text)[0].is_closed for text in ("```\na\n```", "```\na\n", "```\n```", "```", "```\n\n")
    ]
    assert fences == [True, False, True, False, False]


def test_line_numbers_count_from_the_given_line() -> None:
    assert parse_blocks("\n\n# a\r\rb\r\n", 10)[1].line == 14
