"""Patterns for paths, as the runners of scripts read them: `src/**/*.{test,spec}.ts`."""

from __future__ import annotations

import re

MOST_PARTS = 15
_SIGNS = {"**/": r"(?:.*/)?", "**": r".*", "*": r"[^/]*"}
_BRACES = re.compile(r"\{([^{}]{1,200})\}")


def takes(inner: str, word: str) -> bool:
    """Whether a word of a call is a pattern for a file, or a folder it stands in."""
    plain = word.removeprefix("./").rstrip("/")
    is_folder = bool(plain) and inner.startswith(f"{plain}/")
    return is_folder or ("/" in plain and matches(inner, plain))


def matches(inner: str, pattern: str) -> bool:
    """Whether a pattern is one for a path."""
    plain = pattern.removeprefix("<rootDir>/").removeprefix("./")
    return any(re.fullmatch(_expression(each), inner) for each in _spread(plain))


def _expression(pattern: str) -> str:
    """Return a pattern as an expression: `**/` is any folders, `*` no slash, an extended group any name."""
    parts = re.split(r"(\*\*/|\*\*|[?@+*!]\([^)]{0,200}\)|\*)", pattern)
    if len(parts) > MOST_PARTS:
        return r"(?!)"
    return "".join(_SIGNS.get(part, r"[^/]*" if part[1:2] == "(" else re.escape(part)) for part in parts)


def _spread(pattern: str) -> list[str]:
    """Return the patterns that braces stand for, a few at most."""
    found = [pattern]
    for _ in range(3):
        spread = []
        for each in found:
            brace = _BRACES.search(each)
            choices = brace[1].split(",") if brace else [""]
            spread += (
                [each[: brace.start()] + one + each[brace.end() :] for one in choices] if brace else [each]
            )
        found = spread[:50]
    return found
