from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from groundplan.code.nearest import distance, find_slips, nearest, nearest_paths

NAMES = (
    "fetch",
    "fetch_data",
    "fetch_page",
    "Model",
    "ModelAdmin",
    "render",
    "get_queryset",
    "QuerySet",
    "id",
)


@pytest.mark.parametrize(
    ("slip", "meant"),
    [
        ("Modle", "Model"),
        ("model", "Model"),
        ("fetch_dta", "fetch_data"),
        ("fetch_all", "fetch"),
        ("get_querysets", "get_queryset"),
        ("Queryset", "QuerySet"),
        ("rendr", "render"),
        ("data_fetch", "fetch_data"),
    ],
)
def test_the_nearest_name_is_what_was_meant(slip: str, meant: str) -> None:
    assert nearest(slip, NAMES)[0] == meant


@pytest.mark.parametrize("name", ["", "zzzz", "x" * 500, "42"])
def test_nothing_is_offered_where_nothing_is_near(name: str) -> None:
    assert nearest(name, NAMES) == ()


@pytest.mark.parametrize(
    ("one", "other", "slips"),
    [
        ("ab", "ab", 0),
        ("ab", "ba", 1),
        ("abc", "abd", 1),
        ("abc", "ab", 1),
        ("abc", "", 3),
        ("kitten", "sitting", 3),
    ],
)
def test_a_swap_of_neighbours_is_one_slip(one: str, other: str, slips: int) -> None:
    assert distance(one, other, 4) == slips


def plain_distance(one: str, other: str) -> int:
    rows = [
        [row + column if not row * column else 0 for column in range(len(other) + 1)]
        for row in range(len(one) + 1)
    ]
    for row in range(1, len(one) + 1):
        for column in range(1, len(other) + 1):
            rows[row][column] = min(
                rows[row - 1][column] + 1,
                rows[row][column - 1] + 1,
                rows[row - 1][column - 1] + (one[row - 1] != other[column - 1]),
            )
            if (
                row > 1
                and column > 1
                and one[row - 1] == other[column - 2]
                and one[row - 2] == other[column - 1]
            ):
                rows[row][column] = min(rows[row][column], rows[row - 2][column - 2] + 1)
    return rows[-1][-1]


@given(st.text("abc", max_size=9), st.text("abc", max_size=9), st.integers(0, 4))
def test_the_bounded_distance_is_the_plain_one_up_to_its_limit(one: str, other: str, limit: int) -> None:
    assert distance(one, other, limit) == min(plain_distance(one, other), limit + 1)


PATHS = (
    "src/app/__init__.py",
    "src/app/cart.py",
    "src/app/views/cart.py",
    "src/app/views/order.py",
    "src/lib/client.py",
    "tests/test_cart.py",
)


@pytest.mark.parametrize(
    ("slip", "meant"),
    [
        ("src/app/card.py", "src/app/cart.py"),
        ("src/ap/cart.py", "src/app/cart.py"),
        ("src/app/view/cart.py", "src/app/cart.py"),
        ("views/app/order.py", "src/app/views/order.py"),
        ("src/app/Cart.py", "src/app/cart.py"),
        ("src/lib/clients.py", "src/lib/client.py"),
        ("lib/client.py", "src/lib/client.py"),
        ("tests/cart_test.py", "tests/test_cart.py"),
    ],
)
def test_the_nearest_path_is_what_was_meant(slip: str, meant: str) -> None:
    assert meant in nearest_paths(slip, PATHS)[:2]


def test_thirty_thousand_paths_are_searched_in_a_blink() -> None:
    paths = [f"src/package_{number % 300}/module_{number}/views.py" for number in range(30_000)]
    paths.append("src/package_7/module_special/handlers.py")
    start = time.process_time()
    assert nearest_paths("src/package_7/module_special/handler.py", paths)[0].endswith("handlers.py")
    assert time.process_time() - start < 2


@given(
    st.text("abA_", min_size=4, max_size=9), st.lists(st.text("abA_", max_size=9), max_size=30, unique=True)
)
def test_slips_are_all_names_that_one_slip_leads_to(name: str, known: list[str]) -> None:
    found = find_slips(name, tuple(known))
    is_long = [each for each in sorted(known) if min(len(each), len(name)) >= 6]
    assert found == tuple(each for each in is_long if distance(name.lower(), each.lower(), 1) <= 1)
