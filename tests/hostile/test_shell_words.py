"""Nothing of a repository runs because a person pressed Tab, or pasted the command of a hint."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from desk import Desk

from groundplan.plan.entry import Author, Entry, make_entry_id

HOSTILE = (
    "retry;touch${IFS}pwned;#",
    "retry$(touch pwned)",
    "retry`touch pwned`",
    "-x;touch pwned",
    "re try",
)
# What bash does at Tab and Enter: the function of the script is asked, then its answer is the line.
PRESS = """
eval "$(groundplan completion bash 2>/dev/null)"
COMP_WORDS=(groundplan "$@" ""); COMP_CWORD=$(( $# + 1 ))
_groundplan_complete groundplan
for word in "${COMPREPLY[@]}"; do printf '%s\\n' "$word"; eval ": $word"; done
"""


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    script = Path(sys.executable).with_name("groundplan")
    if shutil.which("bash") is None or not script.exists():
        pytest.skip("there is no bash, or groundplan is not installed beside this Python")
    made = Desk.clear(tmp_path)
    made.environ["PATH"] = f"{script.parent}:{made.environ['PATH']}"
    assert made.pipe("new", "Retry failed uploads", "--playbook", "collaborate").code == 0
    return made


def press_tab(desk: Desk, *words: str) -> list[str]:
    done = subprocess.run(
        ["bash", "--norc", "-c", PRESS, "bash", *words],
        cwd=desk.root, env=desk.environ, capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip
    return done.stdout.splitlines()


@pytest.mark.parametrize("slug", HOSTILE)
def test_a_plan_s_name_does_not_run_when_it_is_completed(desk: Desk, slug: str) -> None:
    assert "retry-failed-uploads" in press_tab(desk, "check"), (
        "completion does not work, so this would prove nothing"
    )
    plan = json.loads(desk.entries()[0].read_text())["plan"]
    heads = {
        entry["id"]: entry["digest"] for entry in map(json.loads, (e.read_text() for e in desk.entries()))
    }
    body = {"documents": {}, "slug": slug}
    entry = Entry(
        make_entry_id(), plan, "moved", "2026-01-05T09:00:00Z", Author("user", "Ann", "terminal"), heads, body
    )
    (desk.entries()[0].parent / f"{entry.id}.json").write_text(entry.to_json())
    assert slug not in press_tab(desk, "check")
    assert not desk.path("pwned").exists()


@pytest.mark.parametrize("name", HOSTILE)
def test_a_playbook_s_name_does_not_run_when_it_is_completed(desk: Desk, name: str) -> None:
    folder = desk.path(f".groundplan/playbooks/{name}")
    folder.mkdir(parents=True)
    (folder / "playbook.toml").write_text("format = 1\n")
    offered = press_tab(desk, "playbook", "show")
    assert "collaborate" in offered
    assert name not in offered
    assert not desk.path("pwned").exists()


@pytest.mark.parametrize("name", HOSTILE)
def test_the_command_of_a_hint_quotes_a_path(desk: Desk, name: str) -> None:
    bare = desk.root.parent / name
    subprocess.run(["git", "init", "-q", "--bare", "--", str(bare)], check=True)
    said = Desk(bare).pipe("check").said
    command = re.search(r"`git clone (.*) <folder>`", said)
    assert command, said
    subprocess.run(["bash", "-c", f"ls {command[1]}"], cwd=desk.root, capture_output=True, check=True)
    assert not desk.path("pwned").exists()
