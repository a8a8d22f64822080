"""A file's language is told by its name, or by its first line."""

from __future__ import annotations

import pytest

from groundplan.code.languages import PLAIN, language_of


@pytest.mark.parametrize(
    ("path", "text", "language"),
    [
        ("a.py", b"", "python"),
        ("a/b.PYI", b"", "python"),
        ("a.test.tsx", b"", "tsx"),
        ("a.d.ts", b"", "typescript"),
        ("a.mjs", b"", "javascript"),
        ("cmd/main.go", b"", "go"),
        ("App.vue", b"", "vue"),
        ("README.md", b"#!/usr/bin/python\n", PLAIN),
        (".py", b"", PLAIN),
        ("manage", b"#!/usr/bin/env python3\nimport os\n", "python"),
        ("manage", b"#!/usr/bin/python3.12 -u\n", "python"),
        ("manage", b"#!/usr/bin/env -S node --harmony\n", "javascript"),
        ("manage", b"#!/usr/bin/env pythonic\n", PLAIN),
        ("manage", b"#!python3", PLAIN),
        ("manage", b"import os\n", PLAIN),
        ("py", b"", PLAIN),
        ("folder.py/notes", b"", PLAIN),
    ],
)
def test_the_language_of_a_file(path: str, text: bytes, language: str) -> None:
    assert language_of(path, text) == language
