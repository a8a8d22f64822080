"""Kotlin's soft keywords and one-line declarations do not hide the rest of a file."""

from __future__ import annotations

import pytest
from growth import assert_linear

from groundplan.code.grammars.grammar import mend_soft_words
from groundplan.code.grammars.reading import read_with_grammar


@pytest.mark.parametrize(
    "text",
    [
        "class A {\n    fun f() {\n        final = true\n    }\n}\n",
        "@Target(CLASS)\nannotation class A\n",
        "class A\ninternal actual constructor(val x: Int) {\n    fun f() {}\n}\n",
        "interface A { fun f() }\n",
        "class A {\n    val x = suspend { 1 }\n}\n",
        "class A\n@Inject internal constructor(val x: Int) {\n    fun f() {}\n}\n",
        'class A {\n    val size\n        @JvmName("size")\n        get() = 1\n}\n',
    ],
)
def test_what_follows_is_still_defined(text: str) -> None:
    found = [
        each.qualified
        for each in read_with_grammar("kotlin", f"{text}\nfun last() {{}}\n".encode()).definitions
    ]
    assert found[0] == "A"
    assert found[-1] == "last"


def test_a_call_with_a_type_argument_is_a_call() -> None:
    outline = read_with_grammar("kotlin", b"fun f(a: Int) = Basket<Item>(a < 3, b > 4)\n")
    assert list(outline.calls) == ["Basket"]


def test_no_byte_moves() -> None:
    text = b"final = 1\nannotation class A\ninterface B { fun f() }\nval x = Basket<Item>(1)\n"
    assert len(mend_soft_words(text)) == len(text)


@pytest.mark.parametrize("piece", [b"@a(", b"@a(b)\n", b"fun f(", b"B<A", b"final ", b"@a get("])
def test_the_cost_grows_with_the_text(piece: bytes) -> None:
    assert_linear(lambda count: mend_soft_words(piece * count), 2000)
