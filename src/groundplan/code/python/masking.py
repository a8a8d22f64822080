"""Python text with its strings and comments blanked, so that plain patterns see nothing but code."""

from __future__ import annotations

import re

# Each sign can be taken in one way only, and an end is always found: no text makes this slower than linear.
_QUIET = re.compile(
    rb"#[^\n]*+"
    rb"|\"(?:\"\"[^\"\\]*+(?:(?:\\.|\"(?!\"\"))[^\"\\]*+)*(?:\"\"\"|\Z|\\\Z)|[^\"\\\n]*+(?:\\.[^\"\\\n]*+)*\"?)"
    rb"|'(?:''[^'\\]*+(?:(?:\\.|'(?!''))[^'\\]*+)*(?:'''|\Z|\\\Z)|[^'\\\n]*+(?:\\.[^'\\\n]*+)*'?)",
    re.DOTALL,
)
# Where a string ends; no sign of the language, so the closing quotes of a long string begin no statement.
END = b"`"
_BLANK = bytes(byte if byte in b"\n" else 32 for byte in range(256))
# What an f-string holds between braces; a doubled brace is a brace.
_HOLE = re.compile(rb"\{\{|\{([^{}]*+(?:\{[^{}]*+\}[^{}]*+)*)")
_PREFIX = re.compile(rb"(?<![\w\x80-\xff])(?:[fFtT][rR]?|[rR][fFtT])\Z")
# Where the expression in a hole ends: a conversion or a format, outside brackets.
_END = re.compile(rb"[(\[{]|[)\]}]|![rsa]\b|:(?!=)")


def mask(text: bytes) -> bytes:
    """Return text of the same length and lines: only code is left, and holes of f-strings."""

    def blank(found: re.Match[bytes]) -> bytes:
        quiet = found.group()
        if quiet[0] == 35:  # 35 is `#`
            return quiet.translate(_BLANK)
        if len(quiet) < 2:
            return b'"'
        start = found.start()
        if text[start - 1 : start] in b"fFrRtT" and start and _PREFIX.search(text, max(0, start - 3), start):
            return _keep_holes(quiet)
        return b'"' + quiet[1:-1].translate(_BLANK) + END

    return _QUIET.sub(blank, text)


def _keep_holes(quiet: bytes) -> bytes:
    kept = bytearray(b'"' + quiet[1:-1].translate(_BLANK) + END)
    for hole in _HOLE.finditer(quiet):
        if inside := hole[1]:
            words = _QUIET.sub(lambda found: found.group().translate(_BLANK), inside)
            end = _end_of_expression(words)
            start = hole.start(1)
            # a format may hold holes of its own: `{price:{width}}`
            kept[start : start + len(words)] = words[:end] + _keep_holes(inside[end:])[: len(inside) - end]
    return bytes(kept)


def _end_of_expression(words: bytes) -> int:
    depth = 0
    for found in _END.finditer(words):
        sign = found.group()
        if sign in b"([{":
            depth += 1
        elif sign in b")]}":
            depth -= 1
        elif depth <= 0:
            return found.start()
    return len(words)
