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
        ("src/lib.rs", b"", "rust"),
        ("Shop.java", b"", "java"),
        ("Shop.cs", b"", "csharp"),
        ("Shop.kt", b"", "kotlin"),
        ("build.gradle.kts", b"", "kotlin"),
        ("shop.php", b"", "php"),
        ("shop.rb", b"", "ruby"),
        ("Rakefile", b"", "ruby"),
        ("bin/rails", b"#!/usr/bin/env ruby\n", "ruby"),
        ("shop.c", b"", "c"),
        ("shop.cc", b"", "cpp"),
        ("shop.h", b"#include <stdio.h>\nint sell(int);\n", "c"),
        ("shop.h", b"/*\nclass Shop {\n*/\nint sell(int);\n", "c"),
        ("shop.h", b'#ifdef __cplusplus\nextern "C" {\n#endif\nint sell(int);\n', "c"),
        ("shop.h", b"class Shop {\n};\n", "cpp"),
        ("shop.h", b"#include <vector>\n", "cpp"),
        ("shop.h", b"std::string name();\n", "cpp"),
        ("shop.h", b"@interface Shop : NSObject\n@end\n", PLAIN),
        ("shop.swift", b"", PLAIN),
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
