"""What a claim rests on, held against real code: facts that an advisor gives, and places that it cites."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from worktree import opened_worktree

from groundplan.app.consult.checking import check_claim
from groundplan.consult.answer import Claim, read_answer
from groundplan.consult.claims import Standing
from groundplan.consult.fact import FACTS, Fact

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.app.judgement.codebase import Codebase
    from groundplan.consult.claims import Checked

STORE = """\
import time


class Store:
    def load(self, key, timeout=None):
        value = self._read(
            key,
            timeout=timeout,
        )
        return value or self.default  # never None

    def forget(self, key):
        self.loaded_at = None
        self.rows.pop(key)

    def stamp(self):
        # retry is left to the caller
        self.loaded_at = time.monotonic()
        return "shutdown"


def open_store(path):
    return Store().load(path)
"""
TEST = "from src.store import open_store\n\n\ndef test_open():\n    assert open_store('a')\n"
MANIFEST = '[project]\nname = "shop"\nversion = "1"\ndependencies = ["httpx>=0.27,<1"]\n'
GO = """\
package shop

func Total(n int) int {
	return Price(n) * 2
}

func Price(n int) int { return n }
"""


TWO = """\
class Memory:
    def load(self, key):
        return self.rows[key]


class Disk:
    def load(self, key):
        return self.path.joinpath(key).read_text()
"""
FILES = {
    "src/two.py": TWO,
    "src/store.py": STORE,
    "tests/test_store.py": TEST,
    "pyproject.toml": MANIFEST,
    "shop/price.go": GO,
    ".groundplan/ledger/a.jsonl": '{"claim": "there is no deadline"}\n',
}


@pytest.fixture(scope="module")
def code(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Codebase]:
    with opened_worktree(tmp_path_factory.mktemp("evidence"), FILES) as opened:
        yield opened


def check(code: Codebase, text: str, *facts: tuple[str, str, str], cites: tuple[str, ...] = ()) -> Checked:
    return check_claim(code, "gemini", Claim(text, "code", cites, tuple(Fact(*each) for each in facts)))


HOLDING = (
    ("`load` falls back to `default`.", ("quote", "src/store.py:10", "return value or self.default")),
    ("`load` hands `timeout` on.", ("quote", "src/store.py:6", "value = self._read(key, timeout=timeout,)")),
    ("`load` takes a `timeout`.", ("quote", "src/store.py:5", "def load(self, timeout=None)")),
    ("`load` hands `timeout` on.", ("quote", "src/store.py::Store.load", "self._read(...timeout=timeout")),
    ("`load` falls back to `default`.", ("quote", "src/store.py:6", "return value or self.default")),
    ("`forget` keeps no `timeout`.", ("absent", "src/store.py::Store.forget", "timeout")),
    ("Nothing here knows a `deadline`.", ("absent", "", "deadline")),
    ("`src/` never uses `threading`.", ("absent", "src/", "threading")),
    ("`Store` keeps the rows.", ("defined", "src/store.py", "Store")),
    ("`Store` keeps the rows.", ("defined", "src/store.py:9", "Store")),
    ("`open_store` reads at once.", ("calls", "src/store.py::open_store", "load")),
    ("`Total` doubles what `Price` says.", ("calls", "shop/price.go::Total", "Price")),
    ("`Price` is easily changed.", ("callers", "shop/price.go::Price", "1")),
    ("`forget` can break unseen.", ("untested", "src/store.py::Store.forget", "")),
    ("`httpx` speaks HTTP here.", ("depends", "", "httpx")),
    ("`httpx` speaks HTTP here.", ("depends", "pyproject.toml", "httpx>=0.27")),
)
FALSE = (
    ("`load` falls back to `spare`.", ("quote", "src/store.py:10", "return value or self.spare")),
    ("`load` returns `False`.", ("quote", "src/store.py:10", "return value or False")),
    ("`forget` sets the clock.", ("quote", "src/store.py:13", "self.loaded_at = time.monotonic()")),
    ("`forget` sets the clock.", ("quote", "src/store.py::Store.forget", "time.monotonic()")),
    ("`load` knows no `timeout`.", ("absent", "src/store.py::Store.load", "timeout")),
    ("`monotonic` is used nowhere.", ("absent", "", "monotonic")),
    ("`Store` is the test's own.", ("defined", "tests/test_store.py", "Store")),
    ("`open_store` forgets first.", ("calls", "src/store.py::open_store", "forget")),
    ("`Price` is hard to change.", ("callers", "shop/price.go::Price", "7")),
    ("`open_store` can break unseen.", ("untested", "src/store.py::open_store", "")),
    ("`redis` is here anyway.", ("depends", "", "redis")),
    ("`httpx` is an old one.", ("depends", "", "httpx 0.13")),
)
UNDECIDED = (
    # In a comment or a string only: nobody knows whether such words were meant.
    ("`stamp` does not retry.", ("absent", "src/store.py::Store.stamp", "retry")),
    ("`stamp` has no `shutdown`.", ("absent", "src/store.py::Store.stamp", "shutdown")),
    # True code of another function than the miscounted line, and the claim is about both.
    ("`forget` and `stamp` set it.", ("quote", "src/store.py:13", "self.loaded_at = time.monotonic()")),
    # A true line beside words that it has nothing to do with.
    ("`load` is slow.", ("quote", "shop/price.go:4", "return Price(n) * 2")),
    # Places that are not there are for the citations to tell.
    ("`load` is slow.", ("quote", "src/nowhere.py:3", "load()")),
    ("`load` is slow.", ("callers", "src/store.py::Store.load", "many")),
    ("`load` is slow.", ("calls", "src/store.py::open_store", "not a name")),
    # Two classes of the file have such a member, and one of them is meant.
    ("`load` reads a file.", ("calls", "src/two.py::load", "read_text")),
)


@pytest.mark.parametrize(("text", "fact"), HOLDING)
@pytest.mark.req("S3-04")
def test_evidence_that_is_there_is_verified_and_named(
    code: Codebase, text: str, fact: tuple[str, str, str]
) -> None:
    checked = check(code, text, fact)
    assert checked.standing is Standing.GROUNDED
    assert checked.found


@pytest.mark.parametrize(("text", "fact"), FALSE)
@pytest.mark.req("S3-07")
def test_a_claim_with_false_evidence_is_struck(code: Codebase, text: str, fact: tuple[str, str, str]) -> None:
    checked = check(code, text, fact)
    assert checked.standing is Standing.REFUTED
    assert checked.found


@pytest.mark.parametrize(("text", "fact"), UNDECIDED)
def test_evidence_nobody_can_judge_decides_nothing(
    code: Codebase, text: str, fact: tuple[str, str, str]
) -> None:
    assert check(code, text, fact).standing is Standing.UNCHECKED


def test_every_kind_of_fact_is_seen_to_hold_and_to_fail() -> None:
    assert {fact[0] for _, fact in HOLDING} == {fact[0] for _, fact in FALSE} == set(FACTS)


def test_one_false_fact_strikes_a_claim_whatever_else_holds(code: Codebase) -> None:
    holding = ("quote", "src/store.py:10", "return value or self.default")
    checked = check(code, "`load` is fine, `redis` helps.", holding, ("depends", "", "redis"))
    assert checked.is_struck


def test_miscounted_lines_come_back_right(code: Codebase) -> None:
    checked = check(code, "`load` falls back.", ("quote", "src/store.py:6", "return value or self.default"))
    assert checked.at == ("src/store.py:10",)
    assert check(code, "`Store` is one.", ("defined", "src/store.py:9", "Store")).at == ("src/store.py:4",)


def test_a_place_that_shows_the_names_is_a_place_and_no_proof(code: Codebase) -> None:
    checked = check(code, "`forget` empties `rows`, so it is slow.", cites=("src/store.py:12-14",))
    assert checked.standing is Standing.PLACED
    assert checked.found == "`src/store.py:12-14` shows `forget`, `rows`"


def test_names_that_the_places_do_not_show_are_said(code: Codebase) -> None:
    checked = check(code, "`forget` resets `timeout`.", cites=("src/store.py:12-14",))
    assert checked.standing is Standing.PLACED
    assert checked.found.endswith("none of them shows `timeout`")


def test_a_place_that_shows_none_of_the_names_verifies_nothing(code: Codebase) -> None:
    assert check(code, "`Price` is cheap.", cites=("src/store.py:12-14",)).standing is Standing.UNCHECKED


def test_several_places_belong_to_a_claim_as_a_whole(code: Codebase) -> None:
    """A place for the second half of a sentence does not make its first half false."""
    cites = ("src/store.py::Store.forget", "src/store.py:23")
    assert not check(code, "`forget` pops a row, and opening a store reads.", cites=cites).is_struck


def test_code_that_a_claim_quotes_is_found_at_the_place_it_cites(code: Codebase) -> None:
    checked = check(code, "`load` ends in `return value or self.default`.", cites=("src/store.py:5-10",))
    assert checked.standing is Standing.GROUNDED
    assert "`src/store.py:10` has" in checked.found


def test_code_that_a_claim_says_is_missing_is_no_evidence_for_it(code: Codebase) -> None:
    checked = check(code, "`load` has no `value or self.default`.", cites=("src/store.py:5-10",))
    assert checked.standing is not Standing.GROUNDED


def test_code_in_words_that_is_not_there_strikes_nothing(code: Codebase) -> None:
    checked = check(code, "`load` is better as `return value or {}`.", cites=("src/store.py:5-10",))
    assert not checked.is_struck


def test_facts_of_the_wrong_shape_are_left_out() -> None:
    wrong = [
        "text",
        {"kind": "rumour"},
        {"kind": ["quote"]},
        {"kind": "callers", "at": "`a.py::f`", "value": 3},
    ]
    given = {"claims": [{"text": "It is so.", "about": "code", "facts": wrong}, {"text": "b", "facts": "x"}]}
    one, other = read_answer(json.dumps(given)).claims
    assert one.facts == (Fact("callers", "a.py::f", "3"),)
    assert other.facts == ()
