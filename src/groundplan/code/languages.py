"""Which language a file is in: by the ending of its name, or by its first line where it has none."""

from __future__ import annotations

import re

_ENDINGS = {
    "py": "python",
    "pyi": "python",
    "pyw": "python",
    "js": "javascript",
    "jsx": "javascript",
    "mjs": "javascript",
    "cjs": "javascript",
    "ts": "typescript",
    "mts": "typescript",
    "cts": "typescript",
    "tsx": "tsx",
    "go": "go",
    "vue": "vue",
    "svelte": "svelte",
}
# A first line may name its program by path, through `env`, with a version: `#!/usr/bin/env -S python3.12 -u`.
_SHEBANG = re.compile(rb"#![^\n]{0,200}?[/ ](python|node|deno|bun)[0-9.]*(?=[ \n]|\Z)")
_PROGRAMS = {b"python": "python", b"node": "javascript", b"deno": "typescript", b"bun": "typescript"}
PLAIN = ""  # text that is searched, but has no outline


def language_of(path: str, text: bytes) -> str:
    """Return the language a file's outline is read in, or `PLAIN` where the index reads none of it."""
    name = path.rpartition("/")[2]
    stem, dot, ending = name.rpartition(".")
    if dot and stem:
        return _ENDINGS.get(ending.lower(), PLAIN)
    if not text.startswith(b"#!"):
        return PLAIN
    found = _SHEBANG.match(text[:256])
    return _PROGRAMS[found[1]] if found else PLAIN
