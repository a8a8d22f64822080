"""Single-file components: only their scripts are code, and these keep the line numbers of the file."""

from __future__ import annotations

import re

SINGLE_FILE = frozenset({"vue", "svelte"})
_OPENING = re.compile(rb"<script\b([^>]{0,2000})>", re.IGNORECASE)
_CLOSING = re.compile(rb"</script\s*>", re.IGNORECASE)
_COMMENT = re.compile(rb"<!--.*?(?:-->|\Z)", re.DOTALL)
_LANGUAGE = re.compile(rb"\blang\s*=\s*[\"']?(tsx|ts|typescript|jsx)\b", re.IGNORECASE)


def cut_scripts(text: bytes) -> tuple[str, bytes]:
    """Return the language of a component's scripts and their text, each line where it stands in the file."""
    language, kept, at = "javascript", [], 0
    text = _COMMENT.sub(lambda found: b"\n" * found[0].count(b"\n"), text) if b"<!--" in text else text
    while opening := _OPENING.search(text, at):
        closing = _CLOSING.search(text, opening.end())
        end = closing.start() if closing else len(text)
        kept += [b"\n" * text.count(b"\n", at, opening.end()), text[opening.end() : end]]
        named = _LANGUAGE.search(opening[1])
        if named and named[1].lower() in {b"ts", b"typescript"} and language != "tsx":
            language = "typescript"
        elif named and named[1].lower() == b"tsx":
            language = "tsx"
        at = end
        if closing is None:
            break
    return language, b"".join(kept)
