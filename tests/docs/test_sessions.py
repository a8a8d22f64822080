"""Every command that the documentation shows runs and prints what is shown; UPDATE_SNAPSHOTS=1 renews it.

A `console` block is a person's session at a terminal: where output is shown, that is all of it. An `sh` block
is what a script runs: each line ends with exit code 0. A page's blocks run in order in one repository.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
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
# The repository that a page makes with its first commands, as a reader does who has nothing yet.
MAKES = {"docs/start.md": "uploads"}
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
    desk.git("clone", "-q", str(desk.root), str(folder / "flask"))
    desk.path("context.md").write_text("2 % of uploads fail; `src/client.py` sends three times.\n")
    desk.path("steps.md").write_text("1. Send each upload once more after a timeout, in `src/client.py`.\n")
    desk.path("issue.md").write_text("Uploads that time out are lost.\n")
    return desk


def make(page: str, folder: Path) -> tuple[Desk, list[re.Match[str]]]:
    """Return a desk with what the page's first block made in an empty folder, and the blocks after it."""
    desk = Desk(folder / MAKES[page], width=100)
    first, *others = fenced(page)
    subprocess.run(["sh", "-ec", first["body"]], cwd=folder, env=desk.environ, check=True)
    return desk, others


def begin_plan(desk: Desk) -> None:
    """Let a draft be committed and pushed, as pages about checks take for granted."""
    assert desk.pipe("plan", "Retry uploads that time out").code == 0
    desk.commit("Begin a plan")
    desk.git("fetch", "-q", "origin")


def run(desk: Desk, line: str, *, by: Callable[..., Ran]) -> Ran | None:
    """Run one line; nothing of a shell is needed."""
    match shlex.split(line, comments=True):
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
    desk, blocks = make(page, tmp_path) if page in MAKES else (set_up(tmp_path), fenced(page))
    if page in NEED_A_PLAN:
        begin_plan(desk)
    if page in HANDS_IN:
        shown = next(block["body"] for block in fenced(page) if block["language"] == "markdown")
        (desk.root / HANDS_IN[page]).write_text(shown, "utf-8")
    for block in blocks:
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


def test_the_talk_that_the_first_page_shows_goes_as_shown(tmp_path: Path) -> None:
    desk, blocks = make("docs/start.md", tmp_path)
    (steps,) = [each["body"] for each in blocks if each["language"] == "markdown"]
    (talk,) = [each["body"] for each in blocks if each["language"] == "text"]
    (desk.root / "steps.md").write_text(steps, "utf-8")
    desk.git("config", "user.name", "Ann")
    editor = tmp_path / "editor.sh"
    editor.write_text('#!/bin/sh\ncp steps.md "$1"\n', "utf-8")
    editor.chmod(0o755)
    call, *shown = talk.splitlines()
    typed = [re.split("› |approve: ", line)[1] for line in shown if re.search("› |approve: ", line)]
    words = shlex.split(call.removeprefix("$ groundplan "))
    said = desk.person(*words, typed="\n".join(typed), EDITOR=str(editor)).out
    at = 0
    for line in shown:
        at = said.find(line, at)
        assert at >= 0, f"{line}\n{said}"
        at += len(line)


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


def lines_at(**shown: str) -> str:
    """Return a text that has each of these at its line, and nothing else."""
    at = {int(number.removeprefix("at")): line for number, line in shown.items()}
    return "".join(f"{at.get(number, '#')}\n" for number in range(1, max(at) + 1))


def test_the_example_of_a_foreign_plan_has_the_errors_that_the_pages_show(tmp_path: Path) -> None:
    """A stand-in for Flask 3.1.3: what the example speaks of, in the lines where it is there."""
    desk = Desk.clear(tmp_path)
    lay(
        desk.root,
        {
            "src/flask/helpers.py": "def get_load_dotenv(default=True):\n    return default\n",
            "src/flask/cli.py": lines_at(
                at25="from .helpers import get_load_dotenv", at322="wanted = get_load_dotenv(True)"
            ),
            "src/flask/app.py": lines_at(
                at42="from .helpers import get_load_dotenv",
                at281="def get_send_file_max_age(name): ...",
                at323="get_send_file_max_age(1)",
                at325="get_send_file_max_age(2)",
                at623="get_load_dotenv(True)",
            ),
            "docs/config.rst": "Settings\n",
            "tests/test_helpers.py": "class TestSendfile:\n    def test_send(self): ...\n",
        },
    )
    desk.commit("Stand in for Flask")
    (desk.root / "tasks.md").write_bytes((ROOT / "docs/examples/tasks.md").read_bytes())
    ran = desk.person("check", "tasks.md")
    for page in ("README.md", "docs/guides/check.md"):
        (block,) = [each["body"] for each in fenced(page) if "4 errors. (exit 1)" in each["body"]]
        assert (ran.code, ran.said) == (1, block)
