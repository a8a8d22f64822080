"""Text with what its strings and comments say blanked, in any language the index reads."""

from __future__ import annotations

import re

from groundplan.code.python.masking import END, mask

# Each sign can be taken in one way only: no text makes this slower than linear.
_QUIET = re.compile(
    rb"//[^\n]*+|/\*[^*]*+(?:\*(?!/)[^*]*+)*(?:\*/)?"
    rb"|\"[^\"\\\n]*+(?:\\.[^\"\\\n]*+)*\"?|'[^'\\\n]*+(?:\\.[^'\\\n]*+)*'?|`[^`\\]*+(?:\\.[^`\\]*+)*`?",
    re.DOTALL,
)
_BLANK = bytes(10 if byte == 10 else 32 for byte in range(256))


def quieten(language: str, text: bytes) -> bytes:
    """Return a text of the same length and lines with what strings and comments say blanked."""
    if language == "python":
        return mask(text).replace(END, b'"')
    return _QUIET.sub(_blank, text)


def _blank(found: re.Match[bytes]) -> bytes:
    quiet = found[0].translate(_BLANK)
    return quiet if found[0].startswith(b"/") else b'"' + quiet[1:]
