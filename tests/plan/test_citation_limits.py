"""Odd, hostile and random texts are read as citations in a moment, or not at all."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from groundplan.plan.citation import Citation, parse_citation


@pytest.mark.parametrize(
    ("text", "path", "first", "last", "symbol"),
    [
        ("src/api.py", "src/api.py", 0, 0, ""),
        ("./src/api.py", "src/api.py", 0, 0, ""),
        ("../src/api.py", "../src/api.py", 0, 0, ""),
        (" src/api.py ", "src/api.py", 0, 0, ""),
        ("api.py", "api.py", 0, 0, ""),
        ("Makefile", "Makefile", 0, 0, ""),
        (".env", ".env", 0, 0, ""),
        (".gitignore", ".gitignore", 0, 0, ""),
        ("src/", "src/", 0, 0, ""),
        ("src/api", "src/api", 0, 0, ""),
        ("conf/.json", "conf/.json", 0, 0, ""),
        ("src/grüße.py", "src/grüße.py", 0, 0, ""),
        ("src/api.py:10", "src/api.py", 10, 10, ""),
        ("src/api.py:10-24", "src/api.py", 10, 24, ""),
        ("src/api.py#L10", "src/api.py", 10, 10, ""),
        ("src/api.py#L10-L24", "src/api.py", 10, 24, ""),
        ("docs/guide.md#retries", "docs/guide.md", 0, 0, ""),
        ("docs/guide.md#Later", "docs/guide.md", 0, 0, ""),
        ("src/api.py::fetch", "src/api.py", 0, 0, "fetch"),
        ("src/api.py::Client.fetch()", "src/api.py", 0, 0, "Client.fetch"),
        ("src/api.rs::Client::fetch", "src/api.rs", 0, 0, "Client::fetch"),
    ],
)
def test_a_file_its_lines_and_its_symbols_are_read(
    text: str, path: str, first: int, last: int, symbol: str
) -> None:
    assert parse_citation(text) == Citation(path, first, last, symbol, text.strip())


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        ".",
        "..",
        ".json",
        "time.sleep",
        "retry policy",
        "node.js",
        "Vue.js",
        "text/html",
        "application/json",
        "1/2",
        "10/20/30",
        "/etc/passwd",
        "@scope/package",
        "-r/x.txt",
        "src/*.py",
        "https://example.org/a.py",
        "https://example.org/a.py#L3",
        "C:\\a.py",
        "src\\a.py",
        "src//a.py",
        "a.py:",
        "a.py:x",
        "a.py:1:2:3",
        "a.py:1-2:3",
        "a.py::f(a)(b)",
        "a.py::",
        "a.py::1x",
        "::fetch",
        "src/a.py\0",
        "src/a.py\nrm",
    ],
)
def test_what_names_no_file_is_no_citation(text: str) -> None:
    assert parse_citation(text) is None


@given(st.text("./a1:#L-@~é \\", max_size=30) | st.text(max_size=30))
def test_any_text_is_a_citation_or_none(text: str) -> None:
    citation = parse_citation(text)
    if citation is not None:
        assert citation.path
        has_claim = bool(citation.first or citation.symbol or citation.trouble)
        assert has_claim or citation.path.startswith(("/home/", "/Users/")) or citation.path[0] != "/"
        assert citation.path in citation.text
        assert citation.text == text.strip()


@pytest.mark.parametrize(
    "part", ["./", "../", "a/", "a", ".", "a.", "a.py::a.", "a.py::a:", "a.py:1", "text/a", "a.py::a("]
)
def test_no_text_takes_more_than_a_moment(part: str) -> None:
    hostile = part * (20_000 // len(part)) + "!"
    start = time.process_time()
    assert parse_citation(hostile) is None
    assert time.process_time() - start < 1.0
