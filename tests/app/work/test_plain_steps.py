"""A plan of plain steps, to which the playbook gives no ids."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from work_bench import COUNT, FIXED, SHOP, Bench

from groundplan.app.changes.writing import write
from groundplan.app.plans.tasks import find_task, list_tasks
from groundplan.app.schedule.tasks import list_tasks as list_planned
from groundplan.plan.record import Record, as_task, name_tasks

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path


@pytest.fixture
def sketch(lay: object, tmp_path: Path) -> Callable[[str], Bench]:
    """Return what lays a bench with a plan of plain steps."""
    del lay  # it sets the home folder
    return lambda steps: Bench.sketch(tmp_path / "plain", steps)


@pytest.fixture(scope="module")
def planned(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bench]:
    """Return a bench whose plan is still being written."""
    folder = tmp_path_factory.mktemp("planned")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HOME", str(folder))
        patch.delenv("XDG_CACHE_HOME", raising=False)
        patch.delenv("XDG_CONFIG_HOME", raising=False)
        bench = Bench.sketch(folder / "repo", "1. Mend `shop/cart.py`.\n", is_approved=False)
        yield bench
        bench.close_all()


def test_a_step_goes_by_the_id_it_begins_with_and_by_its_number(sketch: Callable[[str], Bench]) -> None:
    bench = sketch(
        "- [ ] T1: Reject negative prices in `shop/cart.py`\n- [ ] T2: Describe it in `docs/cart.md`\n"
    )
    opened = bench.open()
    assert [(task.name, task.title) for task in list_tasks(opened)] == [
        ("T1", "Reject negative prices in `shop/cart.py`"),
        ("T2", "Describe it in `docs/cart.md`"),
    ]
    assert {find_task(opened, name).name for name in ("T2", "t2", "2", "#2")} == {"T2"}
    planned = list_planned(opened.judgement.case)
    assert planned.names == ("T1", "T2")
    assert {planned.find(name) for name in ("T2", "2", "#2")} == {1}
    bench.start("T1")
    bench.put({"shop/cart.py": FIXED + COUNT}, "Reject")
    assert bench.done("1").task.name == "T1"
    bench.waive("T2")
    assert all(task.state.is_closed for task in list_tasks(bench.open()))
    bench.close_all()


def test_an_id_that_two_steps_begin_with_names_neither() -> None:
    words = ("T1: Add a field", "T1: Drop a field", "**T2:** Test it", "HTTP: answer 404", "Log it")
    records = [Record("task", "steps", text=each) for each in words]
    assert name_tasks(records) == ("1", "2", "T2", "4", "5")
    assert as_task(records[2]).title == "Test it"


@pytest.mark.parametrize(
    ("step", "files"),
    [
        ("Refuse them in `shop/cart.py`, because `LEGACY` (`shop/old.py:1`) lets them in.", ["shop/cart.py"]),
        ("Refuse them in `shop/cart.py`, because `shop/old.py` lets them in.", ["shop/cart.py"]),
        ("Refuse them in `shop/cart.py` like `shop/old.py` and `README.md`.", ["shop/cart.py"]),
        ("Refuse them in `shop/cart.py` (see `docs/cart.md`).", ["shop/cart.py"]),
        ("Change `shop/old.py:1` to refuse them.", ["shop/old.py"]),
        ("Because `shop/old.py` is wrong, refuse them in `shop/cart.py`.", ["shop/cart.py"]),
        (
            "Refuse them in `shop/cart.py` and describe it in `docs/cart.md`.",
            ["shop/cart.py", "docs/cart.md"],
        ),
        ("Do what `shop/old.py:1` needs.", ["shop/old.py"]),
    ],
)
def test_a_file_that_a_step_merely_cites_is_none_of_its_files(
    planned: Bench, step: str, files: list[str]
) -> None:
    write(planned.open(), {"implementation-plan": f"1. {step}\n"}, caller=planned.ann)
    assert list(list_tasks(planned.open())[0].files) == files


def test_a_step_is_done_without_a_change_of_what_it_cites(sketch: Callable[[str], Bench]) -> None:
    bench = sketch("1. Refuse them in `shop/cart.py`, because `LEGACY` (`shop/old.py:1`) lets them in.\n")
    bench.start("1")
    bench.put({"shop/cart.py": FIXED + COUNT}, "Reject")
    assert bench.done("1").left == ()
    bench.close_all()


def test_commits_to_a_test_that_is_only_run_are_in_the_receipt(sketch: Callable[[str], Bench]) -> None:
    bench = sketch("1. Test negative prices: `python3 -m unittest tests/test_cart.py` passes.\n")
    bench.start("1", caller=bench.ann)
    bench.put({"README.md": "# Carts\n"}, "Describe")
    bench.put({"tests/test_cart.py": SHOP["tests/test_cart.py"] + "\n"}, "Test")
    assert bench.done("1", caller=bench.ann).commits == (bench.git("rev-parse", "HEAD"),)
    bench.close_all()
