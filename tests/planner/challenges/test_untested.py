"""Code that no test imports or names is spoken of before it is changed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from made_pack import make_facts, make_goal

from groundplan.planner.challenges.untested import detect

if TYPE_CHECKING:
    from groundplan.planner.challenge import Challenge

CODE = {
    "app/__init__.py": "",
    "app/ledger.py": """
        def post_entry(entry):
            if not entry:
                return None
            return entry
        """,
    "app/main.py": "from app.ledger import post_entry\n\npost_entry(1)\n",
    "tests/test_other.py": "def test_nothing():\n    assert 1 + 1 == 2\n",
}
GOAL = "Refuse an entry without an amount in `app/ledger.py`"


def found(files: dict[str, str], goal: str = GOAL) -> list[Challenge]:
    return list(detect(make_facts(make_goal(goal, paths=("app/ledger.py",)), files)))


@pytest.mark.req("S1-29")
def test_a_file_that_no_test_names_is_said_without_a_number_of_tests() -> None:
    (challenge,) = found(CODE)

    assert challenge.subject == "app/ledger.py"
    assert "No test was found that imports" in challenge.claim
    assert "looked at" not in challenge.claim
    assert "1 function with 1 branch" in challenge.claim
    assert "reached only through `app/main.py`" in challenge.claim
    assert challenge.numbers == {"tests": 1, "functions": 1, "branches": 1}


def test_a_file_that_a_test_imports_is_not_spoken_of() -> None:
    tests = {
        "tests/test_ledger.py": "from app.ledger import post_entry\n\ndef test_it():\n    post_entry(1)\n"
    }

    assert found(CODE | tests) == []


def test_a_file_that_a_test_patches_by_name_is_not_spoken_of() -> None:
    tests = {"tests/test_main.py": "def test_it(patch):\n    patch('app.ledger.post_entry')\n"}

    assert found(CODE | tests) == []


def test_a_repository_without_tests_is_said_once() -> None:
    files = {path: text for path, text in CODE.items() if not path.startswith("tests/")}

    (challenge,) = found(files)

    assert challenge.subject == "tests"
    assert "3 files of code" in challenge.claim


def test_a_file_without_a_function_needs_no_test() -> None:
    assert found(CODE | {"app/ledger.py": "LIMIT = 3\n"}) == []
