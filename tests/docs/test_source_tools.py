"""The page on the tools that the source prompts ask for: a row for each, and commands that are there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from desk import Desk

PAGE = Path(__file__).parents[2] / "docs/reference/source-tools.md"
# The front matter of the collaborative planner prompt, the tools of one host together.
ASKED = """
edit runNotebooks search new runCommands runTasks github/* usages vscodeAPI problems changes testFailure
openSimpleBrowser fetch githubRepo extensions todos runTests
"""


def rows() -> dict[str, str]:
    cells = [line.strip("| ").split(" | ") for line in PAGE.read_text("utf-8").splitlines() if "|" in line]
    return {each[0]: each[1] for each in cells[2:]}


@pytest.mark.req("S0-17")
def test_every_tool_that_is_asked_for_has_a_row() -> None:
    named = {name for asked in rows() for name in re.findall(r"`([^`]+)`", asked)}
    assert named == set(ASKED.split())
    assert all(rows().values())


@pytest.mark.req("S0-17")
def test_every_command_on_the_page_is_there(tmp_path: Path) -> None:
    commands = re.findall(r"`groundplan ([a-z -]+)", PAGE.read_text("utf-8"))
    assert len(commands) > 8
    desk = Desk.clear(tmp_path / "repo")
    for words in commands:
        assert desk.pipe(*words.split(), "--help").code == 0, words
