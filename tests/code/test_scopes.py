"""Made files: each place marked `/*u*/` is a use, and every other place of the name is none."""

from __future__ import annotations

import random
import re

import pytest
from made_index import MadeIndex

from groundplan.code.index import Symbol
from groundplan.code.usages import find_usages

_GO = """
func a{n}() int { limit := limit/*u*/(); return limit }

func a{n}() int { x := limit/*u*/(); if x > 2 { limit := 5; _ = limit }; return x + limit/*u*/() }

func a{n}(cs []int) int {
    for _, limit := range cs {
        _ = limit
    }
    return limit/*u*/()
}

func a{n}() int {
    if limit := limit/*u*/(); limit > 2 {
        return limit
    } else if limit > 1 {
        return limit
    }
    return limit/*u*/()
}

func a{n}(x int) int {
    switch x {
    case 1:
        limit := 2
        _ = limit
    case limit/*u*/():
        return limit/*u*/()
    }
    return 0
}

func a{n}() int {
    f := func(limit int) int { return limit }
    return f(limit/*u*/())
}

func a{n}(limit, other int) int { return limit + other }

func a{n}() int {
    var limit = limit/*u*/()
    return limit
}

func a{n}() int {
    x := max(limit/*u*/() * 2, 1)
    limit := x
    return limit
}

func a{n}(f func(limit int) int) int { return limit/*u*/() }

func a{n}() struct{} {
    {
        limit := 3
        _ = limit
    }
    _ = limit/*u*/
    return struct{}{}
}
"""
_GO_TYPES = """
func b{n}(limit limit/*u*/) int { return limit.n }

func b{n}(cs []limit/*u*/) int {
    for _, limit := range cs {
        _ = limit
    }
    return 0
}

func (limit limit/*u*/) b{n}() limit/*u*/ { return limit }

func b{n}() { limit := limit/*u*/{n: 1}; _ = limit }

func b{n}() (limit *limit/*u*/) { return limit }

func b{n}() {
    var (
        limit limit/*u*/
    )
    _ = limit
}
"""
_SCRIPT = """
function a{n}(a = limit/*u*/()) { const limit = a; return limit }

function a{n}() { const x = limit/*u*/(); if (x) { const limit = 2; return limit } return x }

function a{n}() { for (const limit of [1]) { use(limit) } return limit/*u*/() }

function a{n}(limit) { return limit + 1 }

const a{n} = limit => limit + 1, b{n} = limit/*u*/()

const a{n} = [1].map((limit) => limit * 2).concat(limit/*u*/())

const a{n} = (limit = 1) => { return limit }

function a{n}({ limit }) { return limit }

function a{n}() { if (limit) { var limit = 1 } return limit }

function a{n}() { { function limit() { return 1 } limit() } return limit/*u*/() }

function a{n}() { try { return limit/*u*/() } catch (limit) { return limit } }

function a{n}() { const x = function limit() { return limit }; return limit/*u*/(x) }

function a{n}() { if (limit/*u*/()) { return 1 } return foo(limit/*u*/) ? 1 : 2 }

class A{n} { m(limit) { return limit } n() { return limit/*u*/() } }
"""
_TYPESCRIPT_TYPES = """
function b{n}(limit: limit/*u*/): number { return limit.n }

function b{n}(): limit/*u*/ { const limit: limit/*u*/ = { n: 1 }; return limit }

const b{n} = (limit: limit/*u*/): limit/*u*/ => limit

const b{n} = (x: unknown): x is limit/*u*/ => !!x

function b{n}(x: unknown) { const limit = x as limit/*u*/; return limit }

function b{n}() { interface limit { m: number } let x: limit; return x }
"""


def _file(heads: str, pieces: str, seed: int) -> str:
    drawn = random.Random(seed).choices(pieces.strip().split("\n\n"), k=8)
    rows = (each.replace("{n}", str(n)) for n, each in enumerate(drawn))
    return heads + "\n".join(rows) + "\n"


def _check(path: str, text: str) -> None:
    clean = re.sub(r"/\*u\*/", "", text)
    marked, at = [], 0
    for each in re.finditer(r"/\*u\*/", text):
        at = len(re.sub(r"/\*u\*/", "", text[: each.start()])) - len("limit")
        marked.append((clean.count("\n", 0, at) + 1, at - clean.rfind("\n", 0, at)))
    index = MadeIndex({path: clean, **({"go.mod": "module p\n"} if path.endswith(".go") else {})})
    outline = index.outline(path)
    assert outline is not None
    found = find_usages(index, Symbol(path, outline.find("limit")[0]))
    assert [(each.line, each.column) for each in found.resolved] == marked, clean
    assert found.coverage.is_complete or found.possible, clean


@pytest.mark.parametrize("seed", range(25))
@pytest.mark.parametrize(
    ("path", "head", "pieces"),
    [
        ("a.go", "package p\n\nfunc limit() int { return 3 }\n", _GO),
        ("a.go", "package p\n\ntype limit struct{ n int }\n", _GO_TYPES),
        ("a.ts", "export function limit(): number { return 3 }\n", _SCRIPT),
        ("a.js", "export function limit() { return 3 }\n", _SCRIPT),
        ("a.ts", "export type limit = { n: number }\n", _TYPESCRIPT_TYPES),
    ],
    ids=["go", "go types", "typescript", "javascript", "typescript types"],
)
def test_a_variable_hides_a_name_in_its_scope_and_nowhere_else(
    path: str, head: str, pieces: str, seed: int
) -> None:
    _check(path, _file(head, pieces, seed))


_NAMED = {
    "a.rs": """
        fn limit_of() -> i32 { 3 }
        fn one() -> i32 { let limit_of = limit_of(); limit_of }
        fn two() -> i32 { let x = limit_of(); if x > 2 { let limit_of = 5; f(limit_of); } x + limit_of() }
    """,
    "a.c": """
        int limit_of(void) { return 3; }
        int one(int x) { if (x) { int limit_of = 5; use_it(limit_of); } return limit_of(); }
        int two(void) { int x = limit_of(); if (x > 2) { int limit_of = 5; use_it(limit_of); } return x; }
    """,
    "a.cpp": """
        int limit_of() { return 3; }
        int one() { auto f = [](int limit_of) { return limit_of; }; return f(limit_of()); }
        int two() { int x = limit_of(); if (x > 2) { int limit_of = 5; use_it(limit_of); } return x; }
    """,
    "a.kt": """
        fun limit_of(): Int = 3
        fun one(a: Int = limit_of()): Int { val limit_of = { 5 }; return limit_of() + a }
        fun two(): Int { val x = limit_of(); if (x > 2) { val limit_of = { 5 }; f(limit_of()) }; return x }
    """,
    "a.rb": """
        def limit_of; 3; end
        def one; limit_of = limit_of(); limit_of; end
        def two; x = limit_of(); x; end
    """,
    "a.php": """
        <?php
        function limit_of() { return 3; }
        function one($limit_of) { return $limit_of + limit_of(); }
        function two() { $x = limit_of(); if ($x) { $limit_of = 5; } return $x; }
    """,
}


@pytest.mark.parametrize("path", _NAMED)
def test_in_languages_that_are_matched_by_name_a_variable_hides_no_call_outside_its_block(path: str) -> None:
    index = MadeIndex({path: _NAMED[path]})
    outline = index.outline(path)
    assert outline is not None
    found = find_usages(index, Symbol(path, outline.find("limit_of")[0]))
    uses = sorted((*found.resolved, *found.possible), key=lambda each: (each.line, each.column))
    assert [each.inside for each in uses] == ["one", "two", "two"][: 3 if path == "a.rs" else 2]
    assert not found.coverage.is_complete


def test_a_variable_hides_a_package_or_a_module_of_its_name_in_its_scope_only() -> None:
    files = {
        "go.mod": "module m\n",
        "limit/limit.go": "package limit\n\nfunc Rare() int { return 1 }\n",
        "a.go": 'package m\n\nimport "m/limit"\n\nfunc a() int {\n\tx := limit.Rare()\n\tif x > 1 {\n'
        "\t\tlimit := other{}\n\t\t_ = limit.Rare()\n\t}\n\tlimit := limit.Rare()\n\treturn limit\n}\n"
        "\ntype other struct{}\n\nfunc (other) Rare() int { return 2 }\n",
        "lib.ts": "export function Rare() { return 1 }\n",
        "b.ts": "import * as limit from './lib'\nfunction a() {\n  const x = limit.Rare()\n"
        "  if (x) { const limit = other(); limit.Rare() }\n  return x\n}\n",
    }
    index = MadeIndex(files)
    for path, expected in (("limit/limit.go", ["a.go:6", "a.go:11"]), ("lib.ts", ["b.ts:3"])):
        outline = index.outline(path)
        assert outline is not None
        found = find_usages(index, Symbol(path, outline.find("Rare")[0]))
        assert [f"{each.path}:{each.line}" for each in found.resolved] == expected
