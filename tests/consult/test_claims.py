"""Claims of advisors held against real code: lies are struck, what is true is not, the rest is not judged."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from worktree import IndexedWorktree

from groundplan.app.consult.checking import check_answers, check_claim
from groundplan.app.judgement.codebase import open_codebase
from groundplan.consult.answer import CANCELLED, Answer, Claim
from groundplan.consult.claims import Standing

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from groundplan.app.judgement.codebase import Codebase

STORE = """\
import httpx

LIMIT = 3


class Store:
    def load(self, key):
        return httpx.get(key)

    def forget(self, key):
        return None


def fetch_records(store):
    return store.load("all")


def drop_records(store):
    return store.forget("all")
"""
USER = """\
from src.store import fetch_records


def show():
    return fetch_records(None)


def show_twice():
    return fetch_records(None), fetch_records(1)
"""
TEST = "from src.store import fetch_records\n\n\ndef test_fetch():\n    assert fetch_records(None)\n"
MANIFEST = (
    '[project]\nname = "shop"\nversion = "1"\nrequires-python = ">=3.11"\ndependencies = ["httpx>=0.27,<1"]\n'
)
GO = """\
package shop

func Price(n int) int {
	return n
}

func Total(n int) int {
	return Price(n) + Price(1)
}
"""
GO_TEST = """\
package shop

import "testing"

func TestTotal(t *testing.T) {
	if Total(1) != 2 {
		t.Fatal()
	}
}
"""
RUST = """\
pub fn draw_shape(side: u8) -> u8 {
    side
}

pub fn draw_all() -> u8 {
    draw_shape(1) + draw_shape(2)
}
"""
SCRIPT = """\
export function parseRange(text: string) {
  return text
}

export const both = () => parseRange('a')
"""


@pytest.fixture(scope="module")
def code(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Codebase]:
    folder = tmp_path_factory.mktemp("claims")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HOME", str(folder))
        patch.delenv("XDG_CACHE_HOME", raising=False)
        made = _make(folder)
        with open_codebase(made.root) as opened:
            yield opened


def _make(folder: Path) -> IndexedWorktree:
    made = IndexedWorktree(folder / "repo", folder / "cache")
    made.root.mkdir()
    made.git("init", "-q")
    made.put("src/old.py", "def once():\n    return 1\n")
    made.put("src/store.py", f"import os\nimport sys\nimport time\nimport json\n\n{STORE}")
    made.commit()
    (made.root / "src/old.py").unlink()
    made.put("src/store.py", STORE)
    made.put("src/user.py", USER)
    made.put("tests/test_store.py", TEST)
    made.put("pyproject.toml", MANIFEST)
    made.put("go.mod", "module example.org/shop\n\ngo 1.22\n\nrequire github.com/spf13/cobra v1.8.0\n")
    made.put("shop/price.go", GO)
    made.put("shop/price_test.go", GO_TEST)
    made.put("crate/shape.rs", RUST)
    made.put("web/range.ts", SCRIPT)
    made.commit()
    return made


def standing(code: Codebase, text: str, *cites: str) -> str:
    return check_claim(code, "gemini", Claim(text, "code", cites)).standing


LIES = (
    "There is a retry helper in `src/retry.py:12`.",
    "`src/cache.py` exists.",
    "The repository has a file called `src/cache.py`.",
    "`Store` lives in `src/user.py`.",
    "`fetch_records` is called from exactly seven places.",
    "fetch_records has 9 callers",
    "Currently, `fetch_records` is only called by `show`.",
    "Nothing calls `fetch_records`.",
    "`Price` has 6 callers.",
    "`draw_shape` is called in five places.",
    "`parseRange` is called from 4 places.",
    "The project depends on `redis`.",
    "We already depend on the `celery` package for background jobs.",
    "The project does not depend on httpx.",
    "`pyproject.toml` lists `sqlalchemy` as a dependency.",
    "There are no tests for `fetch_records`.",
    "`fetch_records` is untested, and it has no callers.",
    "No test covers `Total`.",
    "`drop_records` is defined at line 3 of `src/store.py`.",
    "`src/store.py` defines `drop_records` on line 90.",
    "`draw_all` is defined at `crate/shape.rs:1`.",
    "`src/store.py:3` reads `LIMIT = 5`.",
    "Line 1 of `src/user.py` reads `import asyncio`.",
    "The project uses httpx 0.13.",
    "There are 11 files in `src`.",
    "`show` calls `drop_records`.",
    "There is no `Store` class in `src/store.py`.",
    "`src/store.py` does not define `fetch_records`.",
    "`drop_records` (`src/store.py:3`) takes a store.",
)
TRUTHS = (
    "There is no `src/cache.py` in this repository.",
    "`src/store.py` exists.",
    "src/user.py is there",
    "`Store` is defined in `src/store.py`.",
    "As far as I can tell, `fetch_records` is defined at line 14 of `src/store.py`.",
    "`fetch_records` is called from three places outside the tests.",
    "`Price` is called twice.",
    "`show` calls `fetch_records`.",
    "The project depends on `httpx`.",
    "We don't use redis.",
    "There is no dependency on `celery`.",
    "The project uses httpx 0.27.",
    "There are no tests for `drop_records`.",
    "`drop_records` is untested.",
    "`fetch_records` is covered by `tests/test_store.py`.",
    "`Total` is tested in `shop/price_test.go`.",
    "`src/store.py:3` reads `LIMIT = 3`.",
    "There are 2 Python files in `src`.",
    "Nothing calls `drop_records`, and it has no tests.",
    "`draw_shape` has one caller, `draw_all`.",
    "`parseRange` is called once.",
    "The repo has no Makefile.",
    "`Store` has no `save` method.",
    "`github.com/spf13/cobra` is a dependency.",
)
BEYOND = (
    "`fetch_records` retries three times.",
    "`Store.load` is slow.",
    "The project depends on `httpx` for retries.",
    "We should add `src/cache.py`.",
    "There may be no tests for `fetch_records`.",
    "If `src/cache.py` does not exist, create it.",
    "There are no tests for `fetch_records` that cover timeouts.",
    "There are no integration tests for `fetch_records`.",
    "`src/store.py` is the right place for this.",
    "Redis keeps the bound.",
    "",
)


@pytest.mark.parametrize("text", LIES)
@pytest.mark.req("S3-07")
def test_a_lie_about_the_code_is_struck(code: Codebase, text: str) -> None:
    checked = check_claim(code, "gemini", Claim(text, "code"))
    assert checked.is_struck
    assert checked.found


@pytest.mark.parametrize("text", TRUTHS)
def test_what_is_true_is_never_struck(code: Codebase, text: str) -> None:
    assert standing(code, text) in {Standing.VERIFIED, Standing.UNCHECKED}


@pytest.mark.parametrize(
    "text", [each for each in TRUTHS if "outside" not in each and "caller, " not in each]
)
def test_what_is_true_and_plainly_said_is_verified_with_its_evidence(code: Codebase, text: str) -> None:
    checked = check_claim(code, "gemini", Claim(text, "code"))
    assert checked.standing is Standing.VERIFIED
    assert checked.found or checked.at


@pytest.mark.parametrize("text", BEYOND)
def test_what_is_not_understood_is_neither_verified_nor_struck(code: Codebase, text: str) -> None:
    assert standing(code, text) == Standing.UNCHECKED


def test_a_refuted_claim_says_what_the_code_says_instead(code: Codebase) -> None:
    checked = check_claim(code, "codex", Claim("`drop_records` is defined in `src/user.py`.", "code"))
    assert checked.found == "`src/user.py` has no `drop_records`; it is in `src/store.py:18`"
    assert checked.at == ("src/store.py:18",)


@pytest.mark.parametrize(
    "text",
    [
        "`src/old.py` exists.",
        "`LIMIT = 3` is on line 8 of `src/store.py`.",
        "`once` is defined in `src/old.py`.",
    ],
)
def test_what_was_true_in_an_earlier_commit_is_stale(code: Codebase, text: str) -> None:
    checked = check_claim(code, "claude", Claim(text, "code"))
    assert checked.standing is Standing.STALE
    assert "it was so in " in checked.found


def test_a_cite_that_resolves_does_not_verify_the_sentence(code: Codebase) -> None:
    assert standing(code, "The store retries three times.", "src/store.py:3") == Standing.UNCHECKED


def test_a_cite_that_leads_nowhere_refutes_a_sentence_nobody_can_check(code: Codebase) -> None:
    assert standing(code, "The store retries three times.", "src/store.py:900") == Standing.REFUTED


def test_a_cite_of_what_is_rightly_said_to_be_missing_refutes_nothing(code: Codebase) -> None:
    assert standing(code, "There is no `src/cache.py`.", "src/cache.py") == Standing.VERIFIED


def test_only_the_claims_of_those_who_answered_are_checked(code: Codebase) -> None:
    answers = [
        Answer("claude", "architecture", "c", claims=(Claim("`src/store.py` exists."),)),
        Answer("codex", "tasks", "o", claims=(Claim("`src/store.py` exists."),), state=CANCELLED),
    ]
    assert [each.advisor for each in check_answers(code, answers)] == ["claude"]
