"""Front matter kept apart from Markdown: only `key: value` lines are read, every other byte is left alone."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True)
class FrontMatter:
    """What stands between the `---` lines: how many lines it takes, and each plain `key: value`."""

    lines: int = 0  # lines it takes, both fences included; 0: there is none
    fields: Mapping[str, tuple[str, int, int]] = field(default_factory=dict)  # key -> value, line, column


def read_front_matter(text: str) -> FrontMatter:
    """Read the front matter of a document, empty where it has none."""
    raise NotImplementedError


def set_front_matter(text: str, key: str, value: str) -> str:
    """Return the document with one key set; every other byte stays. Adds the key, or the block, if missing."""
    raise NotImplementedError
