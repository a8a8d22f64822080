"""Functions that do something, apart from those of which only the signature is there."""

from __future__ import annotations

from textwrap import dedent

import pytest

from groundplan.code.bodies import functions_with_body
from groundplan.code.extracting import extract

FILES = {
    "a.go": """
        package a
        type T interface {
            M(a interface{}) int
        }
        func (t X) yes1() {}
        func yes2() {}
        """,
    "a.ts": """
        interface A { m(): void }
        declare function f(): void;
        function yes1(a: string): void;
        function yes1(a: any) {}
        abstract class B {
          abstract m(): void;
          yes2(): number[] {}
        }
        const yes3 = (a) => 1;
        """,
    "A.java": """
        interface A { void m() throws X; default void yes1() {} }
        abstract class B {
          abstract int[] n();
          void yes2() {}
        }
        """,
    "A.cs": """
        interface A { void M(); }
        abstract class B {
          public abstract void N();
          void yes1() => x();
          void yes2()
          {
          }
        }
        """,
    "a.rs": """
        trait A {
          fn m(&self) -> [u8; 3];
          fn yes1<F: Fn(i32) -> i32>(&self) -> [u8; 3] { x }
        }
        macro_rules! yes2 { ($a:expr) => { $a } }
        """,
    "a.kt": """
        interface A {
          fun m(a: Int = 3): Int
          fun yes1() = 3
          fun yes2() {}
        }
        """,
    "a.php": """
        <?php
        interface A { function m($a = 1); }
        abstract class B {
          abstract function n(): ?string;
          function yes1() {}
        }
        """,
    "a.hpp": """
        #include <a>
        #define yes1(a, b) ((a) + (b))
        class A {
          virtual void m() = 0;
          A() = default;
          void yes2() const {}
        };
        """,
    "a.py": "class A(Protocol):\n    def yes1(self): ...\n",
}


@pytest.mark.parametrize("path", FILES)
def test_a_signature_is_no_function_with_a_body(path: str) -> None:
    text = dedent(FILES[path]).lstrip("\n").encode()
    outline = extract(path, text)
    assert outline is not None
    expected = sorted({each.name for each in outline.definitions if each.name.startswith("yes")})
    assert [each.name for each in functions_with_body(text, outline)] == expected
