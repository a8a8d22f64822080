"""A promised name is looked up where it belongs: in the state that is compared, and in its own class."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from changed_branch import LOAD, make_branch

if TYPE_CHECKING:
    from pathlib import Path

    from changed_branch import Branch

STEP = "# Plan\n\n- `src/store.py`: retry once\n- Add `Store.load_all()`, which `src/store.py` needs\n"
METHOD = ("    def save(", "    def load_all(self):\n        return ()\n\n    def save(")


@pytest.fixture
def branch(tmp_path: Path) -> Branch:
    branch = make_branch(tmp_path).change("src/store.py", *LOAD)
    branch.desk.commit("Retry")
    return branch


def missing(branch: Branch, plan: str, *options: str) -> set[str]:
    return {subject for _, code, subject in branch.told(plan, *options) if code == "GP405"}


def reading(branch: Branch, *claims: dict[str, str]) -> tuple[str, str]:
    place = branch.desk.path("../reading.json")
    place.write_text(json.dumps({"by": "ana", "claims": list(claims)}))
    return "--reading", str(place)


def test_a_name_that_only_the_work_tree_has_is_not_in_the_head(branch: Branch) -> None:
    branch.change("src/store.py", *METHOD)
    assert missing(branch, STEP) == set()
    assert missing(branch, STEP, "--head", "HEAD") == {"Store.load_all"}
    branch.desk.commit("Load all")
    assert missing(branch, STEP, "--head", "HEAD") == set()
    assert missing(branch, STEP, "--head", "HEAD~1") == {"Store.load_all"}


def test_a_name_that_only_the_head_has_is_there(branch: Branch) -> None:
    branch.change("src/other.py", new="def load_all():\n    return ()\n").desk.commit("Load all")
    branch.remove("src/other.py").desk.commit("Do not")
    plan = STEP.replace("Store.load_all()", "load_all()")
    assert missing(branch, plan) == {"load_all"}
    assert missing(branch, plan, "--head", "HEAD~1") == set()


def test_a_reading_is_held_against_the_head_too(branch: Branch) -> None:
    branch.change("src/store.py", *METHOD).desk.commit("Load all")
    branch.change("src/store.py", METHOD[1], METHOD[0])
    claim = {"quote": "Add `Store.load_all()`", "kind": "creates", "at": "Store", "value": "load_all"}
    assert missing(branch, STEP, "--head", "HEAD", *reading(branch, claim)) == set()
    assert missing(branch, STEP, *reading(branch, claim)) == {"Store.load_all"}


OTHER = "class Cache:\n    def table(self):\n        return 1\n"
TABLE = "# Plan\n\n- `src/store.py`: retry once, `Store.table` likewise\n- `src/cache.py`: `Cache.table`\n"


def test_a_name_that_another_class_got_is_not_done(branch: Branch) -> None:
    branch.change("src/cache.py", new=OTHER).change("src/store.py", "class Store:", "class Store(object):")
    assert missing(branch, TABLE) == {"Store.table"}
    told = branch.conform(TABLE)["findings"]
    assert "names `Store.table`: `Store` does not have it" in told[0]["message"]  # type: ignore[index]
    branch.change("src/store.py", METHOD[0], METHOD[1].replace("load_all", "table"))
    assert missing(branch, TABLE) == set()


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("class Store:", "class Store(Cache):"),
        ("class Store:", "class Store(Elsewhere):"),
        ("class Store:", "class Store:\n    cache = Cache()\n"),
        ("class Store:", "class Shop:"),
        ("    def save(", "    table = save_all\n\n    def save("),
    ],
)
def test_a_name_that_a_class_may_have_from_elsewhere_is_not_missed(
    branch: Branch, old: str, new: str
) -> None:
    branch.change("src/cache.py", new=OTHER).change("src/store.py", old, new)
    assert missing(branch, TABLE) == set()


@pytest.mark.parametrize(
    "words", ["`JSON.parse` stays the parser", "uses `Path.resolve`", "drop `Store.gone`"]
)
def test_a_name_of_somebody_elses_class_or_one_that_goes_is_not_missed(branch: Branch, words: str) -> None:
    assert missing(branch, f"# Plan\n\n- `src/store.py`: retry once, {words}\n") == set()
