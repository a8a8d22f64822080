"""A goal that departs from the habit of nearly all places is told so, with the count."""

from __future__ import annotations

import pytest
from made_pack import make_facts

from groundplan.evidence.kinds import Target
from groundplan.planner.challenges.departs import detect

LOGGED = "import logging\nlogger = logging.getLogger(__name__)\n" + "".join(
    f"def work_{number}():\n    logger.info('done')\n" for number in range(12)
)
TESTED = "".join(f"def test_{number}():\n    assert True\n" for number in range(12))
FILES = {"app/work.py": LOGGED, "app/cli.py": "def show():\n    print('x')\n", "tests/test_work.py": TESTED}
TARGETS = (Target("app/work.py", 1.0, ("named",)),)


def found(goal: str, files: dict[str, str] = FILES) -> list[str]:
    return [each.claim for each in detect(make_facts(goal, files, targets=TARGETS, new_files=()))]


@pytest.mark.req("S1-29")
def test_print_among_loggers_is_challenged_with_the_count() -> None:
    assert found("Report the progress with print() in work_3") == [
        (
            "The goal asks for `print`, but 12 of 13 messages here go to a logger (`app/work.py:4`); "
            "1 does as the goal asks."
        )
    ]


def test_a_testcase_among_plain_tests_is_challenged() -> None:
    (claim,) = found("Write unit tests for work_3 using unittest.TestCase")
    assert "12 of 12 tests here are plain pytest tests (`tests/test_work.py:1`)" in claim


@pytest.mark.parametrize(
    "goal",
    [
        "Replace print() with logging",
        "Log the progress of work_3",
        "Print the progress of work_3",
        "Write tests for work_3 with pytest fixtures",
        "Mock the clock with unittest.mock",
        "Convert the tests of work_3 to unittest.TestCase",
        "Switch the messages of work_3 to print()",
        "Add a unittest for work_3",
        "Remove the call to print()",
        "Report it with console.log",
    ],
)
def test_what_follows_the_habit_is_no_matter(goal: str) -> None:
    assert not found(goal)


def test_few_or_divided_places_are_no_habit() -> None:
    few = {"app/work.py": "def f(log):\n    log.info('a')\n    log.info('b')\n"}
    assert not found("Report it with print()", few)
    divided = {"app/work.py": LOGGED + "".join(f"def p_{n}():\n    print('x')\n" for n in range(8))}
    assert not found("Report it with print()", divided)


def test_a_package_used_once_beside_a_favourite_is_challenged() -> None:
    files = {f"app/m{number}.py": "import httpx\n\ndef get(): httpx.get('x')\n" for number in range(11)}
    files["app/work.py"] = "import requests\n\ndef old(): requests.get('x')\n"
    (claim,) = found("Fetch the rates using `requests`", files)
    assert "of 12 imports of HTTP clients 11 are `httpx`" in claim
    assert "and 1 `requests` (`app/work.py:1`)" in claim
    assert not found("Fetch the rates using `httpx`", files)
    assert not found("Fetch the rates using `niquests`", files), "a new package is another detector's subject"
    assert not found("Add more requests per second", files)


def test_shapes_that_only_hold_data_are_compared_with_each_other() -> None:
    models = "from pydantic import BaseModel\n" + "".join(
        f"class M{n}(BaseModel):\n    x: int\n" for n in range(11)
    )
    files = {"app/work.py": models + "from enum import Enum\nclass E(Enum):\n    a = 1\n"}
    (claim,) = found("Return the result as a dataclass, using dataclasses", files)
    assert "11 of 11 classes that only hold data here are pydantic models" in claim


def test_a_panic_among_error_values_is_challenged() -> None:
    body = "".join(f'func Load{n}() error {{ return errors.New("x") }}\n' for n in range(12))
    files = {"app/load.go": f'package app\n\nimport "errors"\n\n{body}'}
    pack = make_facts(
        "Add a panic when the name is empty", files, targets=(Target("app/load.go", 1.0, ()),), new_files=()
    )
    (challenge,) = detect(pack)
    assert "12 of 12 places that make an error here return an error value" in challenge.claim
