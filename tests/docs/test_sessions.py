"""Every command that the documentation shows runs and prints what is shown; UPDATE_SNAPSHOTS=1 renews it.

A `console` block is a person's session at a terminal: where output is shown, that is all of it. An `sh` block
is what a script runs: each line ends with exit code 0. A page's blocks run in order in one repository.
"""

from __future__ import annotations

import os
import re
import shlex
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from desk import Desk
from seed_repos import lay

from groundplan.cli.catalogue import CODE_COMMANDS, COMMANDS

if TYPE_CHECKING:
    from collections.abc import Callable

    from desk import Ran

ROOT = Path(__file__).parents[2]
# Benchmarks run for hours over repositories elsewhere, and examples show what came of such a run.
PAGES = ["README.md"] + [
    page
    for page in (path.relative_to(ROOT).as_posix() for path in sorted((ROOT / "docs").rglob("*.md")))
    if not page.startswith(("docs/benchmarks", "docs/examples"))
]
RULE_PAGES = sorted((ROOT / "src/groundplan/rules/pages").glob("GP*.md"))
BLOCK = re.compile(r"^```(?P<language>\w*)\n(?P<body>.*?)^```$", re.MULTILINE | re.DOTALL)
NEED_A_PLAN = ("docs/guides/ci.md", "docs/concepts/approvals.md")
# The text that a page shows is the file that it hands in.
HANDS_IN = {"docs/guides/agent.md": "plan.md", "docs/start.md": "steps.md"}
# What a person types at the prompts of a command.
TYPED = {"groundplan approve ready": "ready"}
CODE = {
    "src/client.py": '''\
"""Send files to the service."""

from flask import Flask
import requests

app = Flask(__name__)
retry_limit = 3


class Client:
    """Talks to the service."""

    def fetch(self, url: str) -> bytes:
        """Return what stands at an address."""
        return requests.get(url, timeout=5).content

    def upload(self, url: str, data: bytes) -> None:
        """Send data, once more where it times out."""
        for _ in range(retry_limit):
            requests.post(url, data=data, timeout=5)


@app.post("/upload")
def upload() -> str:
    Client().fetch("https://example.org")
    return "done"
''',
    "tests/test_client.py": "from src.client import Client\n\n\ndef test_fetch():\n    Client().fetch('x')\n",
    "requirements.txt": "flask==3.0\nrequests==2.31\n",
    "pyproject.toml": '[project]\nname = "demo"\nversion = "1"\n\n[tool.pytest.ini_options]\n',
}


def fenced(page: str) -> list[re.Match[str]]:
    return list(BLOCK.finditer((ROOT / page).read_text("utf-8")))


def has_commands(page: str) -> bool:
    return any(block["language"] in {"console", "sh", "yaml"} for block in fenced(page))


def set_up(folder: Path) -> Desk:
    """Return a desk with all that a page takes for granted: code, texts, a remote, another checkout."""
    desk = Desk.clear(folder, width=100)
    lay(desk.root, CODE)
    desk.commit("Retry uploads")
    desk.git("remote", "add", "origin", str(desk.root))
    desk.git("fetch", "-q", "origin")
    other = Path(desk.environ["HOME"]) / "src/flask"
    other.parent.mkdir(parents=True)
    desk.git("clone", "-q", str(desk.root), str(other))
    desk.path("context.md").write_text("2 % of uploads fail; `src/client.py` sends three times.\n")
    desk.path("steps.md").write_text("1. Send each upload once more after a timeout, in `src/client.py`.\n")
    desk.path("issue.md").write_text("Uploads that time out are lost.\n")
    return desk


def begin_plan(desk: Desk) -> None:
    """Let a draft be committed and pushed, as pages about checks take for granted."""
    assert desk.pipe("plan", "Retry uploads that time out").code == 0
    desk.commit("Begin a plan")
    desk.git("fetch", "-q", "origin")


def run(desk: Desk, line: str, *, by: Callable[..., Ran]) -> Ran | None:
    """Run one line; nothing of a shell is needed but the home folder."""
    words = [word.replace("~/", f"{desk.environ['HOME']}/", 1) for word in shlex.split(line, comments=True)]
    match words:
        case ["git", *rest]:
            desk.git(*rest)
            return None
        case ["groundplan", *rest]:
            return by(*rest, typed=TYPED[line]) if line in TYPED else by(*rest)
    raise AssertionError(f"the documentation shows `{line}`, which no test runs")


def played(desk: Desk, body: str, *, by: Callable[..., Ran]) -> str:
    """Play a session and return it as it went: output only where some is shown."""
    steps = re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", body, re.MULTILINE)
    assert "".join(f"$ {line}\n{shown}" for line, shown in steps) == body
    lines = []
    for line, shown in steps:
        ran = run(desk, line, by=by)
        lines.append(f"$ {line}\n")
        if not shown:
            assert ran is None or ran.code == 0, f"{line}\n{ran}"
        elif ran is not None:
            lines.append("".join(f"{each.rstrip()}\n" for each in ran.said.strip("\n").splitlines()))
    return "".join(lines)


@pytest.mark.parametrize("page", [page for page in PAGES if has_commands(page)])
def test_what_a_page_shows_happens_as_shown(page: str, tmp_path: Path) -> None:
    desk = set_up(tmp_path)
    if page in NEED_A_PLAN:
        begin_plan(desk)
    if page in HANDS_IN:
        shown = next(block["body"] for block in fenced(page) if block["language"] == "markdown")
        (desk.root / HANDS_IN[page]).write_text(shown, "utf-8")
    for block in fenced(page):
        if block["language"] == "console":
            now = played(desk, block["body"], by=desk.agent if page == "README.md" else desk.person)
            if os.environ.get("UPDATE_SNAPSHOTS"):
                text = (ROOT / page).read_text("utf-8")
                (ROOT / page).write_text(text.replace(block["body"], now), "utf-8")
            else:
                assert now == block["body"]
        for line in _script(block):
            ran = run(desk, line, by=desk.pipe)
            assert ran is None or ran.code == 0, f"{line}\n{ran}"


def _script(block: re.Match[str]) -> list[str]:
    """Return the lines of a script, or those of a pipeline's steps that run groundplan."""
    if block["language"] == "sh":
        return block["body"].splitlines()
    if block["language"] == "yaml":
        steps = re.findall(r"^\s*- run: (groundplan .*)$", block["body"], re.MULTILINE)
        return [step.replace("${{ github.base_ref }}", "main") for step in steps]
    return []


def test_enough_is_shown_to_be_worth_running() -> None:
    assert sum(has_commands(page) for page in PAGES) >= 6


@pytest.mark.parametrize("page", PAGES)
def test_a_block_says_what_it_is(page: str) -> None:
    assert [block["body"] for block in fenced(page) if not block["language"]] == []


@pytest.mark.parametrize("page", [*PAGES, *(path.relative_to(ROOT).as_posix() for path in RULE_PAGES)])
def test_a_page_names_only_commands_that_exist(page: str) -> None:
    text = (ROOT / page).read_text("utf-8")
    shown = re.findall(r"(?:`|^\$ )(?:groundplan|\./gp) (code )?([a-z][a-z-]+)(?=[\s`])", text, re.MULTILINE)
    unknown = {name for code, name in shown if name not in (CODE_COMMANDS if code else COMMANDS)}
    assert unknown == set()


def test_the_pages_for_users_call_it_by_one_name() -> None:
    for page in (
        "docs/start.md",
        *(page for page in PAGES if page.startswith(("docs/guides", "docs/concepts"))),
    ):
        text = (ROOT / page).read_text("utf-8").replace("that is `./gp`", "")
        assert not re.search(r"`(?:\./)?gp[ `]", text), page
