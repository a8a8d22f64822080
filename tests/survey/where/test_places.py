from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from made_index import MadeIndex

from groundplan.survey.where.features import FEATURES, measure
from groundplan.survey.where.places import find_places, load_weights, look_up, read_weights

if TYPE_CHECKING:
    from pathlib import Path

SHOP: dict[str, str | bytes] = {
    "src/shop/__init__.py": """
        from shop.fetching import fetch_data
        """,
    "src/shop/fetching.py": '''
        """Getting data from the network."""

        from shop.clock import wait

        def fetch_data(url):
            """Read a page, once."""
            return open_connection(url).read()

        def open_connection(url):
            raise ConnectionError("could not reach the remote server in time")
        ''',
    "src/shop/clock.py": """
        def wait(seconds):
            sleep(seconds)
        """,
    "src/shop/orders.py": """
        class Order:
            def total(self):
                return sum(item.price for item in self.items)

            def cancel(self):
                self.is_cancelled = True
        """,
    "src/shop/billing.py": """
        class Invoice:
            def total(self):
                return self.order.total()
        """,
    "tests/test_fetching.py": """
        from shop import fetch_data

        def test_fetch_data_retries_on_timeout():
            fetch_data("x")
        """,
    "docs/fetching.md": "# Fetching data\n\nCall `fetch_data` to fetch data, with a retry.\n",
    "web/cart.ts": """
        export class Cart {
          addItem(item: Item): void {
            this.items.push(item)
          }
        }
        """,
    "cmd/serve.go": """
        package main

        func listenAndServe(address string) error {
            return nil
        }
        """,
    "core/parser.rs": """
        impl Parser {
            pub fn parse_token(&mut self) -> Token {
                self.next()
            }
        }
        """,
}


def _places(goal: str) -> tuple[list[str], list[tuple[str, str]], dict[str, tuple[str, ...]]]:
    found = find_places(MadeIndex(SHOP), goal)
    return (
        [each.path for each in found.files],
        [(each.path, each.name) for each in found.regions],
        {each.path: each.why for each in found.files},
    )


@pytest.mark.req("S1-10")
def test_a_named_function_leads_to_its_file_and_region() -> None:
    files, regions, why = _places("Retry `fetch_data` when the network times out")
    assert files[0] == "src/shop/fetching.py"
    assert regions[0] == ("src/shop/fetching.py", "fetch_data")
    assert "defines `fetch_data`, which your goal has" in why["src/shop/fetching.py"]


def test_tests_are_no_candidates_unless_named_by_path() -> None:
    files, _, _ = _places("Retry fetch_data on timeout")
    assert "tests/test_fetching.py" not in files
    files, _, _ = _places("Speed up tests/test_fetching.py")
    assert "tests/test_fetching.py" in files


def test_documents_stand_behind_code() -> None:
    files, _, _ = _places("fetch data with a retry")
    assert files.index("src/shop/fetching.py") < files.index("docs/fetching.md")


def test_a_traceback_leads_to_the_code_that_ran() -> None:
    trace = 'It fails:\n  File "/x/site-packages/shop/orders.py", line 6, in cancel\n    boom'
    files, regions, why = _places(trace)
    assert files[0] == "src/shop/orders.py"
    assert ("src/shop/orders.py", "Order.cancel") in regions
    assert "the traceback in your goal passes through it" in why["src/shop/orders.py"]


def test_class_and_method_together_tell_two_methods_apart() -> None:
    _, regions, _ = _places("`Invoice.total` is wrong")
    assert regions[0] == ("src/shop/billing.py", "Invoice.total")


def test_a_quoted_message_leads_to_the_code_that_holds_it() -> None:
    files, _, why = _places('Users see "could not reach the remote server in time" too often')
    assert files[0] == "src/shop/fetching.py"
    assert "contains words of a message quoted in your goal" in why["src/shop/fetching.py"]


def test_lines_in_a_link_point_at_the_region_around_them() -> None:
    _, regions, _ = _places("See https://github.com/acme/shop/blob/main/src/shop/orders.py#L5-L6")
    assert regions[0] == ("src/shop/orders.py", "Order.cancel")


@pytest.mark.parametrize(
    ("goal", "region"),
    [
        ("addItem of the cart should merge equal items", ("web/cart.ts", "Cart.addItem")),
        ("listenAndServe ignores the address", ("cmd/serve.go", "listenAndServe")),
        ("the parser loses a token in parse_token", ("core/parser.rs", "Parser.parse_token")),
    ],
)
def test_other_languages_are_ranked_by_the_same_code(goal: str, region: tuple[str, str]) -> None:
    files, regions, _ = _places(goal)
    assert files[0] == region[0]
    assert regions[0] == region


def test_every_file_has_a_reason() -> None:
    for goal in ("Retry fetch_data", "total of an order", "cart"):
        _, _, why = _places(goal)
        assert why
        assert all(why.values())


@pytest.mark.parametrize("goal", ["", "   \n", "zzzz qqqq", "???", "the of and"])
def test_a_goal_that_says_nothing_finds_nothing(goal: str) -> None:
    assert find_places(MadeIndex(SHOP), goal).files == ()


def test_an_empty_repository_has_no_places() -> None:
    assert find_places(MadeIndex({}), "Retry fetch_data").files == ()


def test_every_feature_lies_between_0_and_1() -> None:
    vectors = measure(look_up(MadeIndex(SHOP), "Retry `fetch_data` in fetching.py, shop.fetching times out"))
    assert all(set(vector) == set(FEATURES) for vector in vectors.values())
    assert all(0.0 <= value <= 1.0 for vector in vectors.values() for value in vector.values())


def test_weights_name_only_features() -> None:
    assert set(load_weights().files) <= set(FEATURES)
    with pytest.raises(KeyError, match="no feature"):
        read_weights("[files]\nmoon = 1\n[regions]\n")


def test_the_same_goal_is_answered_the_same() -> None:
    assert find_places(MadeIndex(SHOP), "total of orders") == find_places(MadeIndex(SHOP), "total of orders")


def test_no_file_of_the_repository_is_run(tmp_path: Path) -> None:
    canary = tmp_path / "canary"
    trap = f"open({str(canary)!r}, 'w').close()\n\ndef fetch_data(): ...\n"
    find_places(MadeIndex({"shop.py": trap, "conftest.py": trap}), "fetch_data")
    assert not canary.exists()


def test_a_reason_says_words_of_the_file_and_not_their_stems() -> None:
    files = {
        "src/purge.py": "def purge_cache(name):\n    return name\n",
        "src/other.py": "def other():\n    pass\n",
    }
    found = find_places(MadeIndex(files), "purging caches by names").files[0]
    assert "contains `purge_cache`, `name`" in found.why
