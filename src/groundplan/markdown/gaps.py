"""Blocks that are nothing but a placeholder: a section that holds only one says nothing yet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.markdown.blocks import Kind
from groundplan.markdown.brackets import is_bracketed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundplan.markdown.blocks import Block


def is_gap(block: Block) -> bool:
    """Tell whether a block is nothing but a placeholder, such as `<to be developed>`."""
    if block.kind is Kind.PARAGRAPH:
        return is_bracketed(block.source)
    return block.kind is Kind.HTML and is_bracketed(block.content)


def is_one_gap(blocks: Sequence[Block]) -> bool:
    """Tell whether the blocks below a heading are one placeholder, rules around it left aside."""
    words = [block for block in blocks if block.kind is not Kind.RULE]
    return len(words) == 1 and is_gap(words[0])
