"""The short digest beside a text of ours, by which words that somebody changed since are told from ours."""

from __future__ import annotations

import hashlib

from groundplan.markdown.lines import with_line_end

LENGTH = 16


def seal(text: str) -> str:
    """Return the digest of a text, whatever its line ends: git may have changed those."""
    return hashlib.sha256(with_line_end(text, "\n").encode("utf-8", "surrogatepass")).hexdigest()[:LENGTH]
