"""Comments that a tool obeys are code, wherever they stand; all others stay words."""

from __future__ import annotations

import pytest

from groundplan.conform.change import FileChange
from groundplan.conform.obeyed import Effect
from groundplan.plan.conformance import Form, How

GO = "package a\n\n{}\nfunc f() {{}}\n"
CGO = 'package a\n\n// #include <{}>\n{}import "C"\n'
RUST = "/// Adds.\n///\n/// ```\n/// assert_eq!({}, 2);\n/// ```\n/// {}\npub fn f() {{}}\n"
DOC = 'def f():\n    """{}\n\n    >>> f()\n    {}\n    """\n'

CODE = [
    ("a.py", "def f():\n    pass\n", "# coding: latin-1\ndef f():\n    pass\n"),
    ("a.py", "# coding: utf-8\nx = 1\n", "# coding: unicode_escape\nx = 1\n"),
    ("a.py", "# coding: utf-8\nx = 1\n", "x = 1\n"),
    ("a.py", "# coding: utf-7\n# a\nx = 1\n", "# coding: utf-7\n# b\nx = 1\n"),
    ("a.py", "#!/usr/bin/python\nx = 1\n", "#!/tmp/python\nx = 1\n"),
    ("a.py", "# a\nx = 1\n", "# a\rprint(1)\nx = 1\n"),
    ("a.py", "x = 1\n", "x = 1  # type: ignore\n"),
    ("a.py", "x = 1\n", "x = 1  # noqa: S101\n"),
    ("a.py", "x = 1  # pragma: no cover\ny = 2\n", "x = 1\ny = 2  # pragma: no cover\n"),
    (
        "a.py",
        "# /// script\n# dependencies = ['a']\n# ///\n",
        "# /// script\n# dependencies = ['b']\n# ///\n",
    ),
    ("a.py", DOC.format("Do.", "1"), DOC.format("Do.", "2")),
    ("a.py", '"""Usage: a."""\nf(__doc__)\n', '"""Usage: b."""\nf(__doc__)\n'),
    ("a.go", GO.format("// f"), GO.format("//go:noinline")),
    ("a.go", GO.format("//go:noinline") + "func g() {}\n", GO.format("") + "//go:noinline\nfunc g() {}\n"),
    ("a.go", "package a\n", "// +build linux\n\npackage a\n"),
    ("a.go", CGO.format("a.h", ""), CGO.format("b.h", "")),
    ("a.go", CGO.format("a.h", ""), CGO.format("a.h", "\n")),
    ("a.ts", "f();\n", "// @ts-ignore\nf();\n"),
    ("a.ts", "f();\n", "// eslint-disable-next-line\nf();\n"),
    ("a.ts", "f();\n", '/// <reference path="x.d.ts" />\nf();\n'),
    ("a.js", "f();\n", "/*! kept */\nf();\n"),
    ("a.js", "f();\n", "/** @jest-environment jsdom */\nf();\n"),
    ("a.js", "x = import('a');\n", "x = import(/* webpackIgnore: true */ 'a');\n"),
    ("a.js", "x = a\n", "x = a\n//# sourceMappingURL=evil.map\n"),
    ("a.js", "// a\n", "// a\u2028evil()\n"),
    ("a.rb", "x = 1\n", "# frozen_string_literal: true\nx = 1\n"),
    ("a.rb", "x = 1\n", "# encoding: ascii\nx = 1\n"),
    ("a.rb", "#!/usr/bin/ruby\nx = 1\n", "#!/tmp/ruby\nx = 1\n"),
    ("a.php", "<?php\n#[A]\nfunction f() {}\n", "<?php\n#[B]\nfunction f() {}\n"),
    (
        "a.php",
        "<?php\n/** @Route('/a') */\nfunction f() {}\n",
        "<?php\n/** @Route('/b') */\nfunction f() {}\n",
    ),
    ("a.rs", "#![allow(a)]\nfn f() {}\n", "#![allow(b)]\nfn f() {}\n"),
    ("a.rs", RUST.format("1 + 1", "So."), RUST.format("1 + 2", "So.")),
    ("a.rs", "/** ```\nf();\n``` */\nfn f() {}\n", "/** ```\ng();\n``` */\nfn f() {}\n"),
    ("a.c", "// a\nf();\n", "// a ??/\nf();\n"),
    ("a.c", "// a\nf();\n", "// a \\ \nf();\n"),
    ("a.java", "// a\nclass A {}\n", "// a \\u000a class B {}\nclass A {}\n"),
    ("a.java", "// a\nclass A {}\n", "// a\rclass B {}\nclass A {}\n"),
    ("a.cs", "// a\nclass A {}\n", "// a\u0085class B {}\nclass A {}\n"),
    ("a.java", "class A { /* /* */ int f; /* */ }\n", "class A { /* /* */ int g; /* */ }\n"),
    # not comments at all, but once taken for layout
    ("a.cs", "#if A\nclass B {}\n#endif\n", "#if C\nclass B {}\n#endif\n"),
    ("a.c", "#if 0\nf();\n#endif\n", "#if 0\ng();\n#endif\n"),
    ("a.js", 'x.split(" ")\n', 'x.split("")\n'),
    ("a.go", 'package a\n\nvar x = " a"\n', 'package a\n\nvar x = "a"\n'),
    ("a.rb", "x = / a/\n", "x = /a/\n"),
    ("a.rs", 'fn f() { r#"\n a"# }\n', 'fn f() { r#" \n a"# }\n'),
    ("a.jsx", "x = <p>a <b/></p>\n", "x = <p>a<b/></p>\n"),
    ("a.jsx", "x = <p><!-- a --></p>\n", "x = <p><!-- b --></p>\n"),
    ("a.json", '{"a": 1, "a": 2}\n', '{"a": 2}\n'),
    ("Makefile", "a: b \\\n  c\n", "a: b \\ \n  c\n"),
]
WORDS = [
    ("a.py", DOC.format("Do.", "1"), DOC.format("Do it.", "1")),
    ("a.py", "# type checks come later\nx = 1\n", "# the type: none of it\nx = 1\n"),
    ("a.py", "# coding: utf-8\n# a\nx = 1\n", "# coding: utf-8\n# b\nx = 1\n"),
    ("a.py", "x = 1  # noqa\n", "# Why: see https://example.org\nx = 1  # noqa\n"),
    ("a.go", GO.format("// f does"), GO.format("// f does it. Line numbers: see g. TODO: more")),
    (
        "a.go",
        CGO.format("a.h", "") + "\n// f\nfunc f() {}\n",
        CGO.format("a.h", "") + "\n// F\nfunc f() {}\n",
    ),
    (
        "a.ts",
        "/** Sends. @param a what */\nf();\n",
        "/**\n * Sends it.\n * @param a what\n * @returns none\n */\nf();\n",
    ),
    ("a.rs", RUST.format("1 + 1", "So."), RUST.format("1 + 1", "Thus.")),
    (
        "a.php",
        "<?php\n/** @param int $a */\nfunction f($a) {}\n",
        "<?php\n/** @return int */\nfunction f($a) {}\n",
    ),
    (
        "a.java",
        "/** Sends. */\nclass A {}\n",
        "/**\n * Sends it, re-reading what is left.\n */\nclass A {}\n",
    ),
    ("a.c", "/* a */\nf();\n", "/* Note: export of all that is left */\nf();\n"),
    ("a.kt", "fun f() { /* /* */ a() */ }\n", "fun f() { /* /* */ b() */ }\n"),
]


def form(path: str, old: str, new: str) -> Form:
    return FileChange(path, How.CHANGED, old.encode(), new.encode()).form


@pytest.mark.parametrize(("path", "old", "new"), CODE)
def test_what_can_change_what_runs_is_code(path: str, old: str, new: str) -> None:
    assert form(path, old, new) is Form.CODE


@pytest.mark.parametrize(("path", "old", "new"), WORDS)
def test_other_comments_are_words(path: str, old: str, new: str) -> None:
    assert form(path, old, new) is Form.COMMENTS


def test_bytes_that_are_no_utf_8_are_compared_as_they_are() -> None:
    assert FileChange("a.js", How.CHANGED, b'x = "\xe9"\n', b'x = "\xe8"\n').form is Form.CODE


@pytest.mark.parametrize(
    ("text", "effect"),
    [
        (b"x = '\xe9'\n", Effect.ENCODING),
        (b"\n\nx = '\xe9'\n", Effect.ENCODING),
        (b"# coding: utf-8\nx = 1\n# \xe9\n", Effect.ENCODING),
        (b"x = 1  # a\n\n\xc2", Effect.ENCODING),
        (b"x = '\0'\n# coding: latin-1\n", Effect.NONE),
    ],
)
def test_what_an_encoding_does_is_told_alike_by_every_python(text: bytes, effect: Effect) -> None:
    assert FileChange("a.py", How.CHANGED, b"x = 1\n", text).effect is effect


def test_the_text_of_an_element_may_be_laid_out_anew() -> None:
    old, new = "x = <p>\n  a\n  <b/></p>\n", "x = <p>\n    a\n    <b/>\n</p>\n"
    assert form("a.jsx", old, new) is Form.LAYOUT
