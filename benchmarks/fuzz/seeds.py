"""Real plans to start from: one repository with a plan of each playbook, made by the planner itself."""

from __future__ import annotations

import json
import os
import subprocess
from typing import TYPE_CHECKING

from groundplan.app.analyst.answering import answer_led
from groundplan.app.analyst.planning import Start, plan_goal
from groundplan.app.callers import Caller
from groundplan.app.plans.opened import open_plan
from groundplan.app.talk.deciding import Choice, decide
from groundplan.app.talk.talking import say
from groundplan.app.workspace import open_workspace
from groundplan.planner.answers.fit import PLACE

if TYPE_CHECKING:
    from pathlib import Path

ANN = Caller("Ann", "terminal", ("zsh",))
GOALS = {
    "collaborate": "Retry uploads that fail with a timeout",
    "design": "Retry uploads that fail with a timeout",
    "product": "Retry uploads that fail with a timeout",
    "roadmap": "Pay back the debt in uploading",
    "migration": "Replace httpx by requests in uploading",
    "council": "Retry uploads that fail with a timeout",
}
FILES = {
    "src/uploading.py": '''\
"""Uploads."""

import httpx

LIMIT = 3


def upload(data, timeout=5):
    """Send data once."""
    # TODO: retry after a timeout
    return httpx.post("https://example.org", data=data, timeout=timeout)


def upload_all(many):
    """Send all."""
    return [upload(each) for each in many]
''',
    "tests/test_uploading.py": "from uploading import upload\n\n\ndef test_upload():\n    assert upload(1)\n",
    "pyproject.toml": '[project]\nname = "demo"\nversion = "1"\ndependencies = ["httpx>=0.2"]\n',
    "README.md": "# Demo\n",
}
CONFIG = """\
version = 1

[plans]
folder = "plans"

[policy]
approvals = "attended"
talk = "local"
relayed = "confirm"

[profile]
name = "demo"
roles = ["developer", "reviewer"]
launch = 2026-01-01

[profile.axes]
databases = ["sqlite", "postgres"]

[profile.commands]
test = "pytest"

[[profile.standards]]
id = "S1"
text = "Log what is retried"
require = ["log"]
forbid = ["print"]

[[suppress]]
rule = "GP603"
reason = "the vendor's own wording"
"""


def plant(folder: Path, playbook: str) -> Path:
    """Make a repository with a configured plan of a playbook, talked about, and return its root."""
    root = folder / playbook
    for path, text in {**FILES, ".groundplan/config.toml": CONFIG}.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text)
    _git(root, "init", "-q", "-b", "main")
    _git(root, "add", "-A")
    _git(root, "commit", "-q", "-m", "Begin")
    plan_goal(open_workspace(root), GOALS[playbook], caller=ANN, playbook=playbook, start=Start("retry"))
    say(_opened(root), "Two of a hundred uploads fail.", caller=ANN)
    for question in [each for each in _opened(root).judgement.promises.questions if each.is_open][:1]:
        is_place = question.asked is not None and question.asked.subject == PLACE
        words = "src/uploading.py" if is_place else "`pytest tests/test_uploading.py` passes"
        answer_led(_opened(root), question.id, words, caller=ANN)
    decide(_opened(root), Choice("Retry three times", "two were too few"), caller=ANN)
    return root


def heads(entries: list[Path]) -> dict[str, str]:
    """Return what a new entry follows: the entries nothing follows yet, with their digests."""
    known = [json.loads(path.read_text()) for path in entries]
    followed = {target for entry in known for target in entry["follows"]}
    return {entry["id"]: entry["digest"] for entry in known if entry["id"] not in followed}


def _opened(root: Path):  # noqa: ANN202
    return open_plan(open_workspace(root), "retry")


def _git(root: Path, *words: str) -> None:
    settings = ["-c", "user.name=Ann", "-c", "user.email=ann@example.org"]
    environ = os.environ | {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
    subprocess.run(["git", *settings, *words], cwd=root, env=environ, check=True, capture_output=True)
