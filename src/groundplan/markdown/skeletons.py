"""Skeleton documents: filled in at creation, and the source of what counts as a placeholder later."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping


def render(skeleton: str, fields: Mapping[str, str]) -> str:
    """Return the skeleton with each `{{name}}` of `fields` filled in; `Misused` for a field that is not given."""
    raise NotImplementedError


def placeholders(text: str) -> frozenset[str]:
    """Return the placeholders of a skeleton's text, white space folded: `<unknown>`, `[Name]`, `{What …}`."""
    raise NotImplementedError


def remaining_placeholders(text: str, known: frozenset[str]) -> list[tuple[str, int, int]]:
    """Return the known placeholders a section's text still holds, each with line and column in it."""
    raise NotImplementedError
