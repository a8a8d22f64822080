"""What a model reads when it has asked the code: places with their lines, and no columns or digests."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from worktree import opened_worktree

from groundplan.app.brains.lookups import look_up
from groundplan.app.models.told_answers import tell_answer
from groundplan.planner.brains.turn import Lookup

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from groundplan.app.judgement.codebase import Codebase

SHOP = """\
def price(cart):
    return cart


def total(cart):
    return price(cart)  # AKIAQ3EGVNB7XKLMWZPT
"""
FILES = {
    "shop.py": SHOP,
    "requirements.txt": "requests==2.31.0\n",
    ".groundplan/ledger/gp-a/e-1.json": "{}",
}


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Codebase]:
    with opened_worktree(tmp_path_factory.mktemp("told"), FILES) as opened:
        yield opened


def told(base: Codebase, ask: str, about: str) -> list[str]:
    return tell_answer(look_up(base, Lookup(ask, about)), base.index).split("\n")


def test_a_use_is_a_place_with_its_line(base: Codebase) -> None:
    lines = [each.strip() for each in told(base, "callers", "price")]
    assert "symbol: shop.py:1-2  function: def price(cart)" in lines
    (use,) = [each for each in lines if each.startswith("shop.py:6")]
    assert use.startswith("shop.py:6  in total: return price(cart)")
    assert not any(word in "\n".join(lines) for word in ("column", "begin", "AKIA"))


def test_nothing_found_is_said(base: Codebase) -> None:
    assert told(base, "find", "refund") == ["found nowhere as whole words"]
    assert "  resolved: none found" in told(base, "callers", "total")


def test_files_have_their_length_and_records_of_plans_are_none(base: Codebase) -> None:
    assert told(base, "files", ".") == ["requirements.txt  1 line", "shop.py  6 lines"]


def test_a_commit_that_is_named_is_told_with_what_it_changed(base: Codebase) -> None:
    oid = base.repository.resolve("HEAD")
    shown = told(base, "history", oid[:10])
    assert shown[0].startswith(f"commit {oid[:10]}, lines 1 to ")
    lines = [each.partition(" ")[2] for each in shown]
    assert {"A shop.py", "+def price(cart):", "A requirements.txt", "+requests==2.31.0"} <= set(lines)
    assert "AKIA" not in "\n".join(shown)


def test_a_word_that_could_be_a_commit_is_a_word(base: Codebase) -> None:
    assert "words: defaced" in told(base, "history", "defaced")


def test_a_commit_is_one_line(base: Codebase) -> None:
    (commit,) = [each.strip() for each in told(base, "history", "shop.py") if "(" in each]
    assert len(commit.split("  ")[0]) == 10


def test_documentation_that_is_not_there_is_said_to_be_missing(base: Codebase) -> None:
    (line,) = told(base, "docs", "requests")
    assert line == "requests is not installed here, so nothing of its documentation can be read."


class TestLimited:
    @pytest.fixture
    def two(self, tmp_path: Path) -> Iterator[Codebase]:
        more = {"jobs/night.py": "from shop import price\n\n\ndef run(cart):\n    return price(cart)\n"}
        with opened_worktree(tmp_path, FILES | more) as opened:
            yield opened

    @pytest.mark.parametrize("ask", ["find", "usages", "callers"])
    @pytest.mark.parametrize(
        ("inside", "seen"), [("jobs", False), ("./jobs/", False), ("shop.py", True), ("sho", None)]
    )
    def test_only_places_in_the_folder_or_file_are_told(
        self, two: Codebase, ask: str, inside: str, *, seen: bool | None
    ) -> None:
        text = tell_answer(look_up(two, Lookup(ask, "price", inside)), two.index)
        if seen is None:
            assert text == "No file is `sho` or below it"
            return
        assert ("shop.py:6  in total" in text) is seen
        assert ("jobs/night.py:5  in run" in text) is not seen

    @pytest.mark.parametrize("ask", ["usages", "callers"])
    def test_totals_beside_limited_places_are_said_to_be_of_all_files(self, two: Codebase, ask: str) -> None:
        text = tell_answer(look_up(two, Lookup(ask, "price", "jobs")), two.index)
        assert text.startswith("only the places in `jobs`; totals are of all files\n")

    def test_what_is_not_in_the_folder_is_not_said_to_be_nowhere(self, two: Codebase) -> None:
        text = tell_answer(look_up(two, Lookup("find", "total", "jobs")), two.index)
        assert text == "found nowhere in `jobs` as whole words"
