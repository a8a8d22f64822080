"""A type that its file imports by a path, or whose namespace it is in, is no mere name."""

from __future__ import annotations

import pytest
from made_index import MadeIndex

from groundplan.code.index import Symbol
from groundplan.code.usages import find_usages


def uses(files: dict[str, str], path: str, name: str) -> tuple[list[str], list[str]]:
    index = MadeIndex(files)
    outline = index.outline(path)
    assert outline is not None
    found = find_usages(index, Symbol(path, outline.find(name)[0]))
    return tuple(  # type: ignore[return-value]
        [f"{each.path}:{each.line}" for each in places] for places in (found.resolved, found.possible)
    )


RUST = {
    "a/src/ptr.rs": "pub struct Mut {}\nimpl Mut {}\nfn f(m: x::Mut) {}\n",
    "b/src/ptr.rs": "",
}


@pytest.mark.parametrize(
    ("path", "text", "known"),
    [
        ("a/src/error.rs", "use crate::ptr::Mut;\nfn f(m: Mut) {}\n", [1, 2]),
        ("a/src/error.rs", "use super::ptr::Mut;\nfn f(m: Mut) {}\n", [1, 2]),
        ("a/src/deep/mod.rs", "use crate::{ptr::{Mut, Own}};\nfn f(m: x::Mut) {}\n", [1]),
        ("a/src/lib.rs", "pub use self::ptr::Mut;\n", [1]),
        ("b/src/error.rs", "use crate::ptr::Mut;\nfn f(m: Mut) {}\n", []),
        ("a/src/error.rs", "use crate::other::Mut;\nfn f(m: Mut) {}\n", []),
        ("a/src/error.rs", "use other::ptr::Mut;\nfn f(m: Mut) {}\n", []),
        ("a/src/error.rs", "mod inner {\n    use crate::ptr::Mut;\n}\nfn f(m: Mut) {}\n", []),
        ("a/src/error.rs", "use crate::ptr::Mut;\nenum E { Mut }\n", []),
        ("a/src/error.rs", "fn f(m: Mut) {}\n", []),
    ],
)
def test_a_type_of_rust_is_used_where_a_path_of_its_crate_brings_it_in(
    path: str, text: str, known: list[int]
) -> None:
    resolved, _ = uses({**RUST, path: text}, "a/src/ptr.rs", "Mut")
    assert resolved == sorted(["a/src/ptr.rs:2", *(f"{path}:{line}" for line in known)])


CART = "namespace Shop.Parts\n{\n    public class Cart { public Cart() {} }\n}\n"


@pytest.mark.parametrize(
    ("text", "is_known"),
    [
        ("using Shop.Parts;\nclass A { object b = new Cart(); }\n", True),
        ("namespace Shop.Parts.Deep;\nclass A { object b = new Cart(); }\n", True),
        ("namespace Shop;\nclass A { object b = new Cart(); }\n", False),
        ("using Shop.Parts;\nclass A { object b = new Other.Cart(); }\n", False),
        ("using Shop.Parts;\nclass A { object b = new Other { Cart = 3 }; }\n", False),
        ("using Shop.Parts;\nusing Cart = Other.Thing;\nclass A { object b = new Cart(); }\n", False),
        ("using Shop.Parts;\nclass A { object b = new Cart(); }\nenum E { Cart }\n", False),
    ],
)
def test_a_type_of_csharp_is_used_where_its_namespace_is_seen_and_nothing_else_has_the_name(
    text: str, *, is_known: bool
) -> None:
    resolved, possible = uses({"Cart.cs": CART, "A.cs": text}, "Cart.cs", "Cart")
    assert any(each.startswith("A.cs") for each in resolved) is is_known
    assert resolved or possible


def test_a_constructor_makes_a_rare_name_of_its_class_no_other_thing() -> None:
    files = {"A.java": "class CartKeeper { CartKeeper() {} }\n", "B.java": "class B { CartKeeper a; }\n"}
    assert uses(files, "A.java", "CartKeeper")[0] == ["B.java:1"]
