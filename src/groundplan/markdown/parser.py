"""The one configured Markdown parser, which notes for each block the column at which it starts."""

from __future__ import annotations

import functools
import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from markdown_it import MarkdownIt
    from markdown_it.rules_block import StateBlock
    from markdown_it.rules_inline import StateInline
    from markdown_it.token import Token

# The parser goes down by recursion, and drops what is nested deeper than its limit together with the rest of
# the document. So a rule of our own takes what is this deep, verbatim, well before that.
DEEPEST = 40
DEEP = "deep"
COLUMNS = "columns"
_BRACKETS = re.compile(r"[\[!]{60,}")
_LAST_TARGET = "last target"
_WORDS = frozenset({"paragraph_open", "heading_open"})


@functools.cache
def parser() -> MarkdownIt:
    """Return the parser: CommonMark and tables, HTML as tokens; link definitions stay visible text."""
    # Heavy, and not needed to show help or list plans.
    from markdown_it import MarkdownIt  # noqa: PLC0415

    markdown = MarkdownIt("commonmark", {"maxNesting": DEEPEST + 20})
    markdown.enable("table").disable("reference")
    # A target is shown as it was written; nothing here is rendered as HTML.
    markdown.normalizeLink = _as_written  # type: ignore[method-assign]
    markdown.validateLink = _is_any  # type: ignore[method-assign]
    ruler = markdown.block.ruler
    for rule in ruler.__rules__:
        ruler.at(rule.name, _noting_columns(rule.fn), {"alt": list(rule.alt)})
    ruler.before("table", DEEP, _noting_columns(_take_deep))
    markdown.inline.ruler.before("link", "brackets", _take_brackets)
    return markdown


def block_tokens(source: str) -> list[Token]:
    """Return the block tokens of a text; each that has lines has their columns, from 0, in `meta`."""
    markdown = parser()
    tokens: list[Token] = []
    # Each line end becomes one `\n`, so line numbers hold; NUL becomes U+FFFD, as CommonMark asks.
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


def _take_deep(state: StateBlock, start: int, end: int, silent: bool) -> bool:  # noqa: FBT001  (the parser's call)
    """Take the lines of a container that is nested too deep as one block."""
    if silent or state.level < DEEPEST:
        return False
    line = start + 1
    while line < end and (state.isEmpty(line) or state.sCount[line] >= state.blkIndent):
        line += 1
    token = state.push(DEEP, "", 0)
    token.map = [start, line]
    state.line = line
    return True


def _take_brackets(state: StateInline, silent: bool) -> bool:  # noqa: FBT001  (the parser's call)
    """Take brackets that no target follows, and a long run of them, as text.

    The parser would look for a link behind each, once per level; links are followed by their targets here.
    """
    if state.src[state.pos] not in "[!":
        return False
    if _LAST_TARGET not in state.env:
        state.env[_LAST_TARGET] = state.src.rfind("](")
    run = _BRACKETS.match(state.src, state.pos, state.posMax)
    end = run.end() if run else state.pos + 1
    if run is None and state.pos < state.env[_LAST_TARGET]:
        return False
    if not silent:
        state.pending += state.src[state.pos : end]
    state.pos = end
    return True


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
