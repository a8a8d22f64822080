"""The one configured Markdown parser, which notes for each block the column at which it starts."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from markdown_it import MarkdownIt
    from markdown_it.rules_block import StateBlock
    from markdown_it.token import Token

# The parser drops what is nested deeper, and goes down by recursion: `blocks` keeps what is deep verbatim.
MAX_NESTING = 60
COLUMNS = "columns"
_WORDS = frozenset({"paragraph_open", "heading_open"})


@functools.cache
def parser() -> MarkdownIt:
    """Return the parser: CommonMark and tables, HTML as tokens, blocks only; link definitions stay visible text."""
    # Heavy, and not needed to show help or list plans.
    from markdown_it import MarkdownIt  # noqa: PLC0415

    markdown = MarkdownIt("commonmark", {"maxNesting": MAX_NESTING})
    markdown.enable("table").disable("reference")
    # A target is shown as it was written; nothing here is rendered as HTML.
    markdown.normalizeLink = _as_written  # type: ignore[method-assign]
    markdown.validateLink = _is_any  # type: ignore[method-assign]
    ruler = markdown.block.ruler
    for rule in ruler.__rules__:
        ruler.at(rule.name, _noting_columns(rule.fn), {"alt": list(rule.alt)})
    return markdown


def block_tokens(source: str) -> list[Token]:
    """Return the block tokens of a text; each with a map has the column, from 0, of each of its lines in `meta`."""
    markdown = parser()
    tokens: list[Token] = []
    # The line ends become `\\n`, one for one, so line numbers hold; NUL would become U+FFFD, as CommonMark asks.
    normal = source.replace("\r\n", "\n").replace("\r", "\n").replace("\0", "\ufffd")
    markdown.block.parse(normal, markdown, {}, tokens)
    return tokens


def inline_tokens(source: str) -> list[Token]:
    """Return the inline tokens of a heading's, paragraph's or cell's source."""
    markdown = parser()
    tokens: list[Token] = []
    markdown.inline.parse(source, markdown, {}, tokens)
    return tokens


def _as_written(url: str) -> str:
    return url


def _is_any(url: str) -> bool:
    return bool(url) or True


def _noting_columns(
    rule: Callable[[StateBlock, int, int, bool], bool],
) -> Callable[[StateBlock, int, int, bool], bool]:
    """Wrap a block rule: the parser knows columns only while it stands inside the containers of a line."""

    def noting(state: StateBlock, start: int, end: int, silent: bool) -> bool:  # noqa: FBT001  (the parser's call)
        before = len(state.tokens)
        if not rule(state, start, end, silent):
            return False
        for token in state.tokens[before:]:
            if token.map and COLUMNS not in token.meta:
                # Only words need the columns of all their lines; for a container that would be quadratic.
                lines = range(*token.map) if token.type in _WORDS else token.map[:1]
                token.meta[COLUMNS] = [_column(state, line) for line in lines]
        return True

    return noting


def _column(state: StateBlock, line: int) -> int:
    position = state.bMarks[line] + state.tShift[line]
    return position - (state.src.rfind("\n", 0, position) + 1)
