"""What is private is used nowhere but where its language lets it be named."""

from __future__ import annotations

import pytest
from found_uses import uses_of


@pytest.mark.parametrize(
    ("path", "qualified", "files", "expected"),
    [
        (
            "A.java",
            "A.run",
            {
                "A.java": "class A {\n  private void run() {}\n  void f() { run(); }\n}\n"
                "class C {\n void g() { x.run(); }\n}\n",
                "B.java": "class B { void g() { it.run(); } }\n",
            },
            ["A.java:3"],
        ),
        (
            "A.java",
            "A.run",
            {"A.java": "class A { void run() {} }\n", "B.java": "class B { void g() { it.run(); } }\n"},
            ["B.java:1"],
        ),
        (
            "A.java",
            "A.run",
            {
                "A.java": "class A {\n  private void run(int a) {}\n  void run() { }\n}\n",
                "B.java": "class B extends A {\n  void g() { run(); }\n}\n",
            },
            ["B.java:2"],
        ),
        (
            "a.cs",
            "A.Run",
            {
                "a.cs": "class A : I {\n  int I.Run() { return 1; }\n}\n",
                "c.cs": "class C { void g() { it.Run(); } }\n",
            },
            ["c.cs:1"],
        ),
        (
            "a.kt",
            "A.emit",
            {
                "a.kt": "class A {\n  private fun emit() {}\n  fun f() { emit() }\n}\n",
                "b.kt": "class B { fun g() { it.emit() } }\n",
            },
            ["a.kt:3"],
        ),
        (
            "a.cs",
            "A.run",
            {
                "a.cs": "partial class A {\n  void run() {}\n  void f() { run(); }\n}\n",
                "b.cs": "partial class A { void g() { run(); } }\n",
                "c.cs": "class C { void g() { it.run(); } }\n",
            },
            ["a.cs:3", "b.cs:1"],
        ),
        (
            "a.php",
            "A.run",
            {
                "a.php": "<?php\nclass A {\n  private function run() {}\n"
                "  function f() { $this->run(); }\n}\n",
                "b.php": "<?php\n$x->run();\n",
            },
            ["a.php:4"],
        ),
        (
            "a.php",
            "A.run",
            {"a.php": "<?php\ntrait A {\n  private function run() {}\n}\n", "b.php": "<?php\n$x->run();\n"},
            ["b.php:2"],
        ),
        (
            "a.c",
            "run",
            {
                "a.c": "static int run(void) { return 1; }\nint f(void) { return run(); }\n",
                "b.c": "int g(void) { return run(); }\n",
            },
            ["a.c:2"],
        ),
        (
            "src/set.rs",
            "A.run",
            {
                "src/set.rs": "pub struct A;\nimpl A {\n  fn run(&self) {}\n"
                "  fn f(&self) { self.run() }\n}\n",
                "src/set/inner.rs": "fn g(a: &A) { a.run() }\n",
                "src/lib.rs": "fn h(a: &B) { a.run() }\n",
            },
            ["src/set.rs:4", "src/set/inner.rs:1"],
        ),
        (
            "src/set.rs",
            "T.run",
            {"src/set.rs": "pub trait T {\n  fn run(&self);\n}\n", "src/lib.rs": "fn h(a: &B) { a.run() }\n"},
            ["src/lib.rs:1"],
        ),
        (
            "a.ts",
            "A.run",
            {
                "a.ts": "export class A {\n  private run () {}\n  f () { this.run() }\n}\n",
                "b.ts": "function g (x) { x.run() }\n",
            },
            ["a.ts:3"],
        ),
        (
            "a.ts",
            "A.run",
            {
                "a.ts": "export class A {\n  private run () {}\n}\n",
                "a.test.ts": "// @ts-nocheck\nit().run()\n",
                "b.ts": "(x as any).run()\n",
                "c.js": "x.run()\n",
                "d.ts": "it().run()\n",
            },
            ["a.test.ts:2", "b.ts:1", "c.js:1"],
        ),
        (
            "a/a.go",
            "A.run",
            {
                "go.mod": "module m\n",
                "a/a.go": "package a\ntype A struct{}\nfunc (a A) run() {}\nfunc f(x I) { x.run() }\n",
                "b/b.go": "package b\nfunc g() { it().run() }\n",
            },
            ["a/a.go:4"],
        ),
    ],
)
def test_a_private_definition_is_used_only_where_it_may_be_named(
    path: str, qualified: str, files: dict[str, str], expected: list[str]
) -> None:
    known, possible = uses_of(files, path, qualified)
    assert sorted([*known, *possible]) == expected
