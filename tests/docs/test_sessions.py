"""The sessions that the documentation shows happen as shown."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from desk import Desk

ROOT = Path(__file__).parents[2]


def sessions(page: str) -> list[list[tuple[str, list[str]]]]:
    """Return each console block of a page as commands with the lines they print."""
    found = []
    for block in re.findall(
        r"^```console\n(.*?)^```", (ROOT / page).read_text("utf-8"), re.MULTILINE | re.DOTALL
    ):
        steps: list[tuple[str, list[str]]] = []
        for line in block.splitlines():
            if line.startswith("$ "):
                steps.append((line[2:], []))
            elif line.strip():
                steps[-1][1].append(line)
        found.append(steps)
    return found


def test_the_readme_session_happens_as_shown(tmp_path: Path) -> None:
    desk = Desk.clear(tmp_path, width=140)
    desk.path("context.md").write_text("2 % of uploads fail; `client.py` sends once.\n")
    [session] = sessions("README.md")
    assert len(session) >= 4
    for command, expected in session:
        words = shlex.split(command)
        assert words[0] == "./gp"
        ran = desk.agent(*words[1:])
        for line in expected:
            assert line in ran.said, f"{command} does not say {line!r}:\n{ran.said}"


@pytest.mark.parametrize("code", ["GP201", "GP204"])
def test_the_sessions_on_a_rule_page_use_commands_that_exist(code: str, tmp_path: Path) -> None:
    desk = Desk.clear(tmp_path)
    known = desk.pipe("--help").out
    for session in sessions(f"src/groundplan/rules/pages/{code}.md"):
        for command, _ in session:
            assert f"\n  {shlex.split(command)[1]} " in known
