from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from made_index import MadeIndex

from groundplan.code.imports import find_imports, would_close

if TYPE_CHECKING:
    from groundplan.code.imports import ImportGraph

SHOP = {
    "shop/__init__.py": "",
    "shop/cart.py": "import json\nfrom shop.item import Item\nfrom requests import get\n",
    "shop/item.py": """
        from typing import TYPE_CHECKING

        if TYPE_CHECKING:
            from shop.cart import Cart

        class Item:
            def cart(self):
                from shop import price
    """,
    "shop/price.py": "",
    "tests/test_cart.py": "from shop import cart\n",
}


def graph(files: dict[str, str]) -> ImportGraph:
    return find_imports(MadeIndex(files))  # it answers as the index does


def test_edges_say_line_rule_and_when_they_hold() -> None:
    found = {(edge.source, edge.target): edge for edge in graph(SHOP).edges}
    edge = found["shop/cart.py", "shop/item.py"]
    assert (edge.line, edge.how, edge.is_run) == (2, "absolute import", True)
    assert found["shop/item.py", "shop/cart.py"].is_typing
    assert found["shop/item.py", "shop/price.py"].is_inner


def test_packages_outside_are_listed_per_file() -> None:
    assert graph(SHOP).packages["shop/cart.py"] == ("json", "requests")


def test_importers_are_found_over_any_number_of_steps() -> None:
    found = graph(SHOP)
    assert [edge.source for edge in found.importers_of("shop/item.py")] == ["shop/cart.py"]
    assert found.all_importers_of("shop/item.py") == {"shop/cart.py": 1, "tests/test_cart.py": 2}
    assert found.all_imports_of("tests/test_cart.py") == {
        "shop/cart.py": 1,
        "shop/item.py": 2,
        "shop/price.py": 3,
    }


@pytest.mark.req("S1-14")
def test_a_cycle_that_only_types_close_is_told_from_one_that_runs() -> None:
    found = graph(SHOP)
    assert [cycle.paths for cycle in found.cycles()] == [("shop/cart.py", "shop/item.py")]
    assert found.cycles(only_run=True) == ()
    assert would_close(found.graph(only_run=True), "shop/item.py", "tests/test_cart.py") != ()


def test_an_import_of_a_file_that_is_not_there_is_listed() -> None:
    (missing,) = graph({"pkg/__init__.py": "", "pkg/a.py": "from .gone import x\n"}).unresolved
    assert (missing.path, missing.module, missing.line) == ("pkg/a.py", ".gone", 1)
