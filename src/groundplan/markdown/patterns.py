"""Patterns of a playbook, such as `Phase {n}: {name}`, matched in linear time without regular expressions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True)
class Pattern:
    """A compiled pattern: literal texts and captures in their order."""

    source: str

    @property
    def names(self) -> tuple[str, ...]:
        """Return the names of the captures."""
        raise NotImplementedError

    def match(self, text: str) -> dict[str, str] | None:
        """Return what the captures caught if the whole text matches."""
        raise NotImplementedError

    def fill(self, values: Mapping[str, str]) -> str:
        """Return the pattern's text with the captures filled in."""
        raise NotImplementedError


def compile_pattern(source: str, id_pattern: str = "") -> Pattern:
    """Compile a pattern; `{id}` in it stands for `id_pattern`. Raises `Misused` for a broken one."""
    raise NotImplementedError
