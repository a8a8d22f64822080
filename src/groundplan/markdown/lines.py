"""Lines as Markdown and git count them: only `\\r\\n`, `\\r` and `\\n` end one, and no byte is lost."""

from __future__ import annotations

BOM = "\ufeff"


def split_lines(text: str) -> list[str]:
    """Return the lines with their ends; joining them gives the text back."""
    raise NotImplementedError


def dominant_line_end(text: str) -> str:
    """Return the line end most lines have, `\\n` where there is none."""
    raise NotImplementedError
