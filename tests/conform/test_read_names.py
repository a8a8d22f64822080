"""Names that a reader finds: told only where they are definitions of code, once, and matched as written."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from changed_branch import LOAD, make_branch

if TYPE_CHECKING:
    from pathlib import Path

    from changed_branch import Branch

CONFIG = """\
class Config:
    _limit: int = 1

    def read(self, path):
        return path

    def close(self):
        return 1
"""
PLAN = """\
# Plan

- `src/store.py`: retry once
- `src/config.py`: `_limit` becomes a set, an `encoder` option for Config.read
- README: a short section; the fenced image fixture and the page too
- Default stays `JSON.parse`
"""


@pytest.fixture
def branch(tmp_path: Path) -> Branch:
    branch = make_branch(tmp_path, {"src/config.py": CONFIG, "README.md": "# Store\n"})
    branch.change("src/store.py", *LOAD).change("README.md", new="# Store\n\nTwice.\n")
    return branch.change("src/config.py", "_limit: int = 1", "_limit: set[int] = {1}")


def told(branch: Branch, *claims: dict[str, str], plan: str = PLAN) -> set[tuple[str, str, str]]:
    """Return what a reading adds."""
    place = branch.desk.path("../reading.json")
    place.write_text(json.dumps({"by": "ana", "claims": list(claims)}))
    return branch.told(plan, "--reading", str(place)) - branch.told(plan)


def claim(kind: str, at: str = "", value: str = "", quote: str = "") -> dict[str, str]:
    line = next(each for each in PLAN.split("\n") if (value or at).rpartition("::")[2].split(".")[-1] in each)
    return {"quote": quote or line.removeprefix("- "), "kind": kind, "at": at, "value": value}


@pytest.mark.parametrize(
    "said",
    [
        claim("changes", "src/config.py", "_limit"),
        claim("changes", "src/config.py::Config", "_limit"),
        claim("changes", "README"),
        claim("changes", "", "README"),
        claim("changes", "fenced image fixture"),
        claim("creates", "fenced image fixture"),
        claim("changes", "page"),
        claim("creates", "page"),
        claim("leaves", "", "JSON.parse"),
        claim("leaves", "JSON", "parse"),
    ],
)
def test_what_is_no_definition_is_neither_missing_nor_left_out(branch: Branch, said: dict[str, str]) -> None:
    branch.change("src/parsers.py", new="class Json:\n    def parse(self, text):\n        return text\n")
    assert told(branch, said) == set()


def test_an_option_key_that_a_file_has_now_is_there(branch: Branch) -> None:
    said = claim("creates", "src/config.py", "encoder")
    assert told(branch, said) == {("warning", "GP405", "src/config.py::encoder")}
    branch.change("src/config.py", "return path", "return path['encoder']")
    assert told(branch, said) == set()


def test_a_name_that_is_left_alone_is_matched_as_it_is_written(branch: Branch) -> None:
    branch.change("src/parsers.py", new="class JSON:\n    def parse(self, text):\n        return text\n")
    assert told(branch, claim("leaves", "", "JSON.parse")) == {
        ("warning", "GP403", "src/parsers.py::JSON.parse")
    }


def test_a_promise_in_a_changed_file_says_what_is_not_there(branch: Branch) -> None:
    plan = f"{PLAN}- `src/store.py`: a method `Store.drop_all`\n"
    quote = "`src/store.py`: a method `Store.drop_all`"
    said = {"quote": quote, "kind": "creates", "at": "src/store.py::Store", "value": "drop_all"}
    place = branch.desk.path("../reading.json")
    place.write_text(json.dumps({"by": "ana", "claims": [said]}))
    found = branch.conform(plan, "--reading", str(place))["findings"]
    about = [each["message"] for each in found if "drop_all" in each["message"]]  # type: ignore[attr-defined]
    line = "Line 7 of the plan creates `src/store.py::Store.drop_all`, as ana reads it"
    assert about == [f"{line}: `Store` does not have it"]  # once, with the file


def test_a_promised_test_is_told_once(branch: Branch) -> None:
    plan = f"{PLAN}- Extend `tests/test_store.py` with `test_retries`\n"
    branch.change("tests/test_store.py", "== 1", "in {1, 2}")
    said = {
        "quote": "Extend `tests/test_store.py` with `test_retries`",
        "kind": "creates",
        "at": "tests/test_store.py",
        "value": "test_retries",
    }
    assert ("error", "GP406", "tests/test_store.py::test_retries") in branch.told(plan)
    assert told(branch, said, plan=plan) == set()


def test_what_the_plan_describes_beside_a_readers_names_is_not_unplanned_and_nothing_an_error(
    branch: Branch,
) -> None:
    steps = "1. `src/store.py`: no `read` is needed there, nor its helper"
    plan = f"# Plan\n\n## Background\n\nReading lives in src/config.py.\n\n## Steps\n\n{steps}\n"
    quote = "no `read` is needed there, nor its helper"
    branch.change("src/config.py", CONFIG.partition("    def read")[2], "").change(
        "src/config.py", "    def read", ""
    )
    said = {"quote": quote, "kind": "removes", "at": "src/config.py", "value": "read"}
    assert told(branch, said, plan=plan) == set()
