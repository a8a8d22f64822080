"""Whatever stands in a file, reading it ends soon and says nothing that is not there."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from groundplan.code.grammars.grammar import GRAMMARS, Grammar, Public
from groundplan.code.grammars.reading import SINGLE_FILE, read_with_grammar

DEEP = 20_000
DEFINES = {
    "go": b"package a\nfunc F() {}\n",
    "rust": b"fn f() {}\n",
    "kotlin": b"fun f() {}\n",
    "php": b"<?php\nfunction f() {}\n",
    "ruby": b"def f; end\n",
    "java": b"class F {}\n",
    "csharp": b"class F {}\n",
    "c": b"int f(void) {}\n",
    "cpp": b"int f() {}\n",
}
PIECES = st.sampled_from(
    [
        *(
            "function f() {",
            "class A {",
            "}",
            "{",
            "(",
            ")",
            "=>",
            "const a = ",
            "`",
            "${",
            "'",
            '"',
            "/",
            "/*",
            "*/",
        ),
        *(
            "//",
            "\n",
            "\r\n",
            "\r",
            "\0",
            "\\",
            "é",
            "\ufeff",
            "@a ",
            "import ",
            "from 'x'",
            "export ",
            "default ",
        ),
        *(
            "fn f() {",
            "impl A for B {",
            "pub ",
            "#[test]",
            "#if X\n",
            "#endif\n",
            "#define A ",
            "def x\n",
            "end\n",
            "module M\n",
            "private\n",
            "<?php ",
            "namespace a {",
            "a::b",
            "template <T> ",
            "fun f() ",
            "object : A {",
            "func (",
            "type A struct",
            "interface",
            "package a\n",
            "<a>",
            "</script>",
            "<script>",
            "async ",
            "this.x = ",
        ),
        *(
            "a.b",
            "?.",
            "require('y')",
            "if (",
            "case 1:",
            "static ",
            "#x",
            ";",
            ",",
            ":",
            "*",
            "=",
            "enum E",
            " ",
        ),
    ]
)


@given(st.sampled_from(sorted({*GRAMMARS, *SINGLE_FILE})), st.lists(PIECES, max_size=40).map("".join))
def test_any_text_is_read_and_all_lines_are_its_own(language: str, text: str) -> None:
    data = text.encode()
    outline = read_with_grammar(language, data)
    assert outline.lines == len(data.split(b"\n")) - (data.endswith(b"\n") or not data)
    for each in outline.definitions:
        assert 1 <= each.first <= each.line <= each.last <= max(1, outline.lines)
        assert each.qualified == each.name or each.qualified.endswith(f".{each.name}")
        assert len(each.header) <= 300
    assert [each.first for each in outline.definitions] == sorted(each.first for each in outline.definitions)
    assert all(1 <= line <= max(1, outline.lines) for lines in outline.calls.values() for line in lines)
    assert all(1 <= each.line <= max(1, outline.lines) for each in outline.imports)


@given(st.sampled_from(sorted(GRAMMARS)), st.binary(max_size=200))
def test_any_bytes_are_read(language: str, data: bytes) -> None:
    assert read_with_grammar(language, data).lines <= data.count(b"\n") + 1


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("typescript", b"f(" * DEEP + b")" * DEEP),
        ("typescript", b"a" + b".b()" * DEEP),
        ("typescript", b"function f(){" * DEEP + b"}" * DEEP),
        ("typescript", b"class A{m(){" * DEEP + b"}}" * DEEP),
        ("typescript", b"const f = () => {" * 5000 + b"}" * 5000),
        ("typescript", b"x = [" + b"[" * DEEP + b"]" * DEEP),
        ("tsx", b"x = " + b"<a>" * DEEP + b"</a>" * DEEP),
        ("javascript", b"`${" * DEEP + b"}`" * DEEP),
        ("javascript", b"x = '" + b"a" * 1_000_000),
        ("javascript", b"x = `" + b"a" * 1_000_000),
        ("javascript", b"/*" + b"*" * 1_000_000),
        ("javascript", b"import {" + b", ".join(b"a%d as b%d" % (n, n) for n in range(DEEP)) + b"} from 'x'"),
        ("javascript", b"const {" + b", ".join(b"a%d" % n for n in range(DEEP)) + b"} = require('x')"),
        ("go", b"package a\nvar a = " + b"func() { b := " * 5000 + b"}" * 5000),
        ("go", b"package a\nvar a = " + b"(" * 5000 + b")" * 5000),
        ("vue", b"<script>" * DEEP),
        ("rust", b"mod a {" * 5000 + b"}" * 5000),
        ("rust", b"use a::{" * 5000 + b"}" * 5000 + b";"),
        ("rust", b"fn f() { " * 5000 + b"}" * 5000),
        ("java", b"class A { void f() { new B() {" * 2500 + b"}}}" * 2500),
        ("java", b"class A { int x = a" + b".b()" * DEEP + b"; }"),
        ("csharp", b"class A {" * 5000 + b"}" * 5000),
        ("csharp", b"class A { [B] " * 5000),
        ("kotlin", b"class A { val x = {" * 2500 + b"}}" * 2500),
        ("kotlin", b"fun f() { " * 5000 + b"}" * 5000),
        ("php", b"<?php function f() {" * 5000 + b"}" * 5000),
        ("php", b"<?php $a" + b"->b()" * DEEP + b";"),
        ("ruby", b"module A\n" * 5000 + b"end\n" * 5000),
        ("ruby", b"class A\nprivate\ndef f\n" * 2500),
        ("c", b"int " + b"(*" * 5000 + b"f" + b")" * 5000 + b"(void) {}"),
        ("c", b"#if A\n" * DEEP + b"int f(void) {}\n"),
        ("c", b"#if A\nint f(\n#else\n" * 2500 + b"#endif\n" * 2500),
        ("c", b"struct a {" * 5000 + b"}" * 5000),
        ("cpp", b"namespace a {" * 5000 + b"}" * 5000),
        ("cpp", b"class A { private: " * 5000 + b"};" * 5000),
        ("cpp", b"template <class T> " * 2500 + b"void f() {}"),
        ("cpp", b"A<" * 5000 + b">" * 5000 + b" x;"),
        ("cpp", b"EXPORT_WORD " * DEEP),
        ("cpp", b"a::" * 5000 + b"f() {}"),
    ],
    ids=lambda value: value[:18].decode() if isinstance(value, bytes) else value,
)
def test_texts_without_measure_end_within_the_time_a_worker_has(language: str, text: bytes) -> None:
    began = time.process_time()
    read_with_grammar(language, text)
    assert time.process_time() - began < 8


def test_names_nested_without_end_do_not_grow_without_end() -> None:
    outline = read_with_grammar("javascript", b"function name(){" * 2000 + b"}" * 2000)
    assert len(outline.definitions) == 2000
    assert max(len(each.qualified) for each in outline.definitions) < 500


@pytest.mark.parametrize("language", sorted(GRAMMARS))
def test_mixed_line_ends_count_as_line_feeds_alone(language: str) -> None:
    text = b"// a\r\n// b\r// c\n" + DEFINES.get(language, b"function F() {}\n")
    outline = read_with_grammar(language, text)
    assert outline.lines == text.count(b"\n")
    assert outline.definitions[0].line == text.count(b"\n")


def test_a_mark_of_byte_order_is_no_part_of_the_first_name() -> None:
    outline = read_with_grammar("javascript", b"\xef\xbb\xbffunction first() {}\n")
    assert outline.definitions[0].header == "function first()"
    assert not outline.is_broken


def test_another_language_is_a_line_in_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GRAMMARS, "golike", Grammar("tree_sitter_go", ("go",), Public.ALL, (b"//",)))
    outline = read_with_grammar("golike", b"package a\n\n// run runs.\nfunc run() {}\n")
    assert [(each.name, each.is_exported, each.has_doc) for each in outline.definitions] == [
        ("run", True, True)
    ]
