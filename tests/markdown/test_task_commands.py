"""Verification commands are read as exact words, with what is expected of each and why it cannot run."""

from __future__ import annotations

import pytest

from groundplan.markdown.task_commands import commands_of_fence, commands_of_lines


def read(line: str, *, is_prose: bool = False) -> list[tuple[str, str, str]]:
    found = commands_of_lines([line], is_prose=is_prose)
    return [(each.shown, each.expected, each.trouble) for each in found]


@pytest.mark.req("S4-22")
@pytest.mark.parametrize(
    ("line", "commands"),
    [
        ("`pytest tests/test_a.py` passes", [("pytest tests/test_a.py", "passes", "")]),
        ("`cd web && npm test` → `3 passed`", [("cd web && npm test", "→ `3 passed`", "")]),
        ("`ruff check . && mypy` passes", [("ruff check .", "", ""), ("mypy", "passes", "")]),
        ("`A=1 pytest` passes", [("env A=1 pytest", "passes", "")]),
        (
            "`pytest -q` passes; `ruff check .` prints nothing",
            [("pytest -q", "passes", ""), ("ruff check .", "prints nothing", "")],
        ),
        ("`pycodestyle src/` passes", [("pycodestyle src/", "passes", "")]),
        ("`GET /price` returns 503", []),
        ("Upload a file on staging", []),
        ("", []),
    ],
)
def test_a_line_is_read_as_the_commands_it_holds(line: str, commands: list[tuple[str, str, str]]) -> None:
    assert read(line) == commands


@pytest.mark.parametrize(
    "command",
    [
        "pytest || true",
        "pytest; true",
        "pytest | tee log",
        "pytest > log",
        "pytest &",
        "pytest tests/*.py",
        "pytest $HOME",
        "true",
        "echo ok",
        "cd /tmp && pytest",
        "cd .. && pytest",
    ],
)
def test_what_needs_a_shell_or_cannot_fail_is_in_trouble(command: str) -> None:
    [(_, _, trouble)] = read(f"`{command}` passes")
    assert trouble


def test_in_prose_only_what_is_said_to_run_is_a_command() -> None:
    assert read("Add a `make docs` target", is_prose=True) == []
    assert read("Verify with `make docs`", is_prose=True) == [("make docs", "", "")]


def test_a_fence_gives_each_command_the_remark_behind_or_below_it() -> None:
    text = "```bash\n# Run the tests\npytest -q\n# Returns: 3 passed\n\ncd web\nnpm test # passes\n```"
    found = [(each.shown, each.expected) for each in commands_of_fence(text.split("\n"))]
    assert found == [("pytest -q", "Returns: 3 passed"), ("cd web && npm test", "passes")]


UNSEEN = "\ufe0f\u200d\u200c\u200b\u00ad\u2066\u3164\u00a0\u3000\U000e0041"


@pytest.mark.parametrize("letter", UNSEEN)
def test_a_command_with_a_letter_that_is_not_seen_is_in_trouble_and_shown_with_it(letter: str) -> None:
    told = f"U+{ord(letter):04X}"
    for line in (f"`python3 check{letter}.py` passes", f"`cd we{letter}b && npm test` passes"):
        [command] = commands_of_lines([line])
        assert told in command.trouble
        assert letter not in command.shown
        assert f"‹{told}›" in command.shown


@pytest.mark.parametrize("word", ["prüfe.py", "größe and naïve", "tests/日本.py"])
def test_letters_of_other_scripts_are_no_trouble(word: str) -> None:
    [found] = commands_of_lines([f"`pytest '{word}'` passes"])
    assert (found.trouble, found.shown) == ("", f"pytest '{word}'")
