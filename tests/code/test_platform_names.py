"""Names that objects have from the platform, and words of the language, say nothing of what has them here."""

from __future__ import annotations

import pytest
from found_uses import uses_of
from made_index import MadeIndex

from groundplan.code.callers import find_callers
from groundplan.code.impact import find_impact
from groundplan.code.index import Symbol
from groundplan.code.resolution.families import is_distinctive


@pytest.mark.parametrize(
    "name",
    [
        *("constructor", "propertyIsEnumerable", "computeIfAbsent", "get_or_insert_with"),
        *("assert_called_with", "each_with_object", "firstOrNull", "SelectMany", "ServeHTTP"),
        *("getArrayCopy", "stopPropagation"),
    ],
)
def test_a_name_of_the_platform_is_not_taken_for_a_rare_one(name: str) -> None:
    assert not is_distinctive(name)
    assert is_distinctive(f"{name}_of_cart")


def test_a_method_with_a_name_of_the_platform_is_only_possible_on_an_unknown_receiver() -> None:
    files = {
        "a.ts": "export class Map2 {\n  computeIfAbsent () {}\n}\nfunction f (x) { x.computeIfAbsent() }\n"
    }
    assert uses_of(files, "a.ts", "Map2.computeIfAbsent") == ([], ["a.ts:4"])


CART = {
    "cart.ts": "export class Cart {\n  constructor () {}\n}\nfunction g (v) { return v.constructor === X }\n",
    "main.ts": "import { Cart } from './cart'\nexport function f () { return new Cart() }\n"
    "const key = 'constructor'\n",
    "Cart.java": "class Cart {\n  Cart() {}\n}\n",
    "Main.java": "class Main {\n  Cart f() { return new Cart(); }\n}\n",
    "cart.php": "<?php\nclass Cart {\n  function __construct() {}\n}\nfunction f() { return new Cart(); }\n",
    "cart.rb": "class Cart\n  def initialize; end\nend\ndef f\n  Cart.new\nend\n",
    "cart.py": "class Cart:\n    def __init__(self): ...\n\n\ndef f():\n    return Cart()\n",
}


@pytest.mark.parametrize(
    ("path", "qualified", "used"),
    [
        ("cart.ts", "Cart.constructor", "main.ts:2"),
        ("Cart.java", "Cart.Cart", "Main.java:2"),
        ("cart.php", "Cart.__construct", "cart.php:5"),
        ("cart.rb", "Cart.initialize", "cart.rb:5"),
        ("cart.py", "Cart.__init__", "cart.py:6"),
    ],
)
def test_what_makes_an_instance_uses_the_constructor_in_each_answer(
    path: str, qualified: str, used: str
) -> None:
    index = MadeIndex(dict(CART))
    outline = index.outline(path)
    assert outline is not None
    symbol = Symbol(path, outline.find(qualified)[0])
    known, possible = uses_of(CART, path, qualified)
    called = find_callers(index, symbol)
    called_at = [f"{each.path}:{each.calls[0].line}" for each in (*called.resolved, *called.possible)]
    reached = find_impact(index, symbol)
    reached_at = [
        f"{each.path}:{each.first.line}"
        for each in (*reached.dependents, *reached.possible)
        if each.steps == 1
    ]
    assert [*known, *possible] == called_at == reached_at == [used]


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("readonly", "interface A { readonly kind: string; b: readonly string[]; c: readonly (A | B)[] }"),
        ("get", "class A { get total () { return 1 } static get [Symbol.x] () { return 1 } }"),
        ("type", "type Pair = [A, B]"),
        ("async", "const f = async (x) => x, g = async function () {}"),
        ("declare", "declare const shop: Shop"),
        ("infer", "type Item<T> = T extends (infer U)[] ? U : never"),
    ],
)
def test_a_word_of_the_language_is_no_use_of_a_function_of_its_name(name: str, line: str) -> None:
    files = {
        "a.ts": f"export function {name} (x) {{ return x }}\n",
        "b.ts": f"import {{ {name} }} from './a'\n{line}\n{name}(1)\n",
        "c.ts": f"{line}\n",
    }
    known, possible = uses_of(files, "a.ts", name)
    assert (sorted(set(known)), possible) == (["b.ts:1", "b.ts:3"], [])
