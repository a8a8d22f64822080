"""A language that is not parsed is said to be not parsed, never to define nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from groundplan.code.callers import find_callers
from groundplan.code.naming import find_symbols, pick_symbol
from groundplan.code.unparsed import unparsed_with, why_unparsed
from groundplan.code.usages import find_usages
from groundplan.plan.errors import Unknown
from groundplan.survey.where.kinds import Part, part_of

if TYPE_CHECKING:
    from worktree import IndexedWorktree


def test_a_name_in_a_file_that_is_not_parsed_is_not_called_undefined(tree: IndexedWorktree) -> None:
    tree.put("shop.lua", "function sell_item() end\n")
    tree.put("notes.md", "sell_item sells\n")
    with pytest.raises(Unknown) as refused:
        pick_symbol(tree.index(), "sell_item")
    assert "not parsed: `shop.lua` (Lua)" in str(refused.value)
    assert "notes.md" not in str(refused.value)


@pytest.mark.parametrize("name", ["shop.cppm", "shop.ixx"])
def test_a_module_of_cpp_is_code_that_is_not_parsed(tree: IndexedWorktree, name: str) -> None:
    tree.put(name, "export module shop;\nexport int sell_item();\n")
    assert why_unparsed(tree.index(), name) == "C++ modules"
    assert part_of(name) is Part.CODE


def test_a_name_that_is_nowhere_is_not_defined(tree: IndexedWorktree) -> None:
    tree.put("shop.lua", "function sell_item() end\n")
    with pytest.raises(Unknown, match="No definition named `buy_item` was found by parsing"):
        pick_symbol(tree.index(), "buy_item")


def test_a_file_that_is_not_parsed_is_named_for_what_is_asked_of_it(tree: IndexedWorktree) -> None:
    tree.put("shop.swift", "func sell() {}\n")
    with pytest.raises(Unknown, match=r"`shop.swift` is not parsed \(Swift\)"):
        pick_symbol(tree.index(), "shop.swift::sell")


def test_uses_and_callers_name_the_code_that_was_not_looked_into(tree: IndexedWorktree) -> None:
    tree.put("shop.rs", "pub fn sell_item() {}\n")
    tree.put("Shop.swift", "sell_item()\n")
    tree.put("README.md", "sell_item()\n")
    index = tree.index()
    symbol = pick_symbol(index, "sell_item")
    assert [each.path for each in find_usages(index, symbol).coverage.unparsed] == ["Shop.swift"]
    assert [each.path for each in find_callers(index, symbol).coverage.unparsed] == ["Shop.swift"]


def test_a_parsed_language_without_an_outline_says_why(tree: IndexedWorktree) -> None:
    tree.put("lib/pressed.min.js", "function sell_item(){return 1};" * 1000)
    tree.put("shop.py", "def sell_item(): ...\n")
    assert [str(each) for each in unparsed_with(tree.index(), "sell_item")] == [
        "lib/pressed.min.js (it is minified)"
    ]
    assert not why_unparsed(tree.index(), "shop.py")


@pytest.mark.parametrize("said", ["Shop::sell", "shop.rs::Shop::sell", "Shop.sell", "Shop#sell"])
def test_a_name_may_be_written_as_its_language_writes_it(tree: IndexedWorktree, said: str) -> None:
    tree.put("shop.rs", "struct Shop;\nimpl Shop { fn sell(&self) {} }\n")
    assert [each.definition.qualified for each in find_symbols(tree.index(), said)] == ["Shop.sell"]


def test_a_class_is_found_by_its_package(tree: IndexedWorktree) -> None:
    tree.put("src/main/java/com/example/Shop.java", "class Shop {}\n")
    assert len(find_symbols(tree.index(), "com.example.Shop")) == 1
    assert not find_symbols(tree.index(), "com.other.Shop")


def test_the_definition_comes_before_its_declaration_and_is_the_one_meant(tree: IndexedWorktree) -> None:
    tree.put("include/shop.h", "int sell(int count);\n")
    tree.put("src/shop.c", '#include "shop.h"\nint sell(int count) { return count; }\n')
    index = tree.index()
    found = index.symbols("sell")
    assert [(each.path, each.definition.is_declared) for each in found] == [
        ("src/shop.c", False),
        ("include/shop.h", True),
    ]
    assert pick_symbol(index, "sell").path == "src/shop.c"
