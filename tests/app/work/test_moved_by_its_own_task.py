"""A task that moves or removes code: what it cites stays as it was, or the task would be open again."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from groundplan.app.changes.checking import check
from groundplan.app.changes.reanchoring import reanchor

if TYPE_CHECKING:
    from collections.abc import Callable

    from work_bench import Bench

CART, OTHER = "shop/cart.py", "shop/basket.py"
MOVE = (
    "- [ ] T1: Move `{}` to `shop/basket.py`\n  - Files: `shop/cart.py` (modify)\n"
    "  - Verification: `python3 -m compileall -q shop` passes\n"
)
LATER = (
    "- [ ] T2: Count in `shop/cart.py::count`\n  - Files: `shop/cart.py` (modify)\n"
    "  - Verification: `python3 -m compileall -q shop` passes\n"
)


def do_move(bench: Bench) -> None:
    bench.git("mv", CART, OTHER)
    bench.commit("Move the cart")


@pytest.mark.parametrize("cited", ["shop/cart.py", "shop/cart.py:1-2"])
def test_what_a_done_task_cites_is_not_led_to_the_new_place(lay: Callable[..., Bench], cited: str) -> None:
    bench = lay(MOVE.format(cited))
    bench.start()
    do_move(bench)
    bench.done()
    assert "GP102" not in bench.codes()
    assert reanchor(bench.open(), bench.agent) is None
    check(bench.open(), caller=bench.agent, fix=True)
    assert bench.state() == "done"


def test_what_an_open_task_cites_is_led_there_beside_a_done_one(lay: Callable[..., Bench]) -> None:
    bench = lay(MOVE.format(CART) + LATER)
    bench.start()
    do_move(bench)
    bench.done()
    check(bench.open(), caller=bench.agent, fix=True)
    assert (bench.state("T1"), bench.state("T2")) == ("done", "open")
    assert "GP102" not in bench.codes()
    assert "shop/basket.py::count" in bench.text()


REMOVE = (
    "- [ ] T1: Delete `shop/old.py` with `shop/old.py::LEGACY`\n  - Files: `shop/old.py` (remove)\n"
    "  - Verification: `python3 -m compileall -q shop` passes\n"
)


def test_what_a_done_task_removed_is_not_missed(lay: Callable[..., Bench]) -> None:
    bench = lay(REMOVE)
    bench.start()
    bench.put({"shop/old.py": None}, "Remove it")
    bench.done()
    assert not {"GP101", "GP105"} & bench.codes()


def test_what_is_gone_before_its_task_is_closed_is_missed(lay: Callable[..., Bench]) -> None:
    bench = lay(REMOVE)
    bench.put({"shop/old.py": None}, "Remove it")
    assert {"GP101", "GP105"} <= bench.codes()


REWORK = (
    "- [ ] T1: Rework `all_of` in `shop/cart.py`: it appears once, at `shop/cart.py:1`\n"
    "  - Files: `shop/cart.py` (modify)\n"
    "  - Verification: `python3 -m compileall -q shop` passes\n"
)


def test_what_a_done_task_quotes_is_not_held_against_its_own_change(lay: Callable[..., Bench]) -> None:
    bench = lay(REWORK, files={CART: "def all_of(prices):\n    return sum(prices)\n"})
    bench.start()
    bench.put({CART: "def every(prices):\n    return sum(prices)\n\n\nall_of = every\n"}, "Rework it")
    bench.done()
    before = bench.text()
    check(bench.open(), caller=bench.agent, fix=True)
    assert bench.text() == before
    assert bench.state() == "done"
    assert not {"GP101", "GP102", "GP111", "GP112"} & bench.codes()
