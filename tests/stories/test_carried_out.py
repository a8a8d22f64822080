"""Every playbook carried out: commits, receipts, an unplanned change caught, a drift followed, put away."""

from __future__ import annotations

import json
import re
import sys
from typing import TYPE_CHECKING, Any

import pytest
from lending_desk import FILES, lay_desk

from groundplan.playbooks.shelf import Shelf

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from story import Story

# Each with its last stage; the story of `design` is a file of its own.
KINDS = {
    "collaborate": "complete",
    "council": "Complete",
    "migration": "Complete",
    "product": "Archive",
    "roadmap": "Complete",
}
LOOKED_AT = {"6.1", "T7", "T8"}  # no command proves them, or nothing here changes: a person looks at them
PROMISED = "test_a_second_run_sends_nothing"  # one of the plans names it
RED = "\n\ndef test_two_processes_keep_both_loans():\n    assert [1, 2] == [2]\n"
GREEN = RED.replace("== [2]", "== [1, 2]")
REMIND = '\n\ndef remind() -> None:\n    print("0 mails")\n'
# What a step is that is more than one further function, test or line in each of its files.
WORK = {
    ("council", "1"): {"tests/test_store.py": FILES["tests/test_store.py"] + RED},
    ("council", "2"): {
        "tests/test_store.py": FILES["tests/test_store.py"] + GREEN,
        "lend/store.py": FILES["lend/store.py"] + REMIND,
    },
    ("product", "2.1"): {"requirements/desk/research/lock.md": "It waits for 5 seconds.\n"},
    ("roadmap", "T5"): {"lend/cli.py": FILES["lend/cli.py"] + REMIND},
}


def set_up(story: Story) -> None:
    """Lay the project that the examples are about, with the programs that their commands name."""
    desk = story.desk
    lay_desk(desk.root)
    programs = {
        "python": f'PYTEST_DISABLE_PLUGIN_AUTOLOAD=1 exec {sys.executable} -B "$@" -p no:cacheprovider',
        "lend": f"exec {sys.executable} -B -c \"from lend import cli; getattr(cli, '$1')()\"",
    }
    for name, line in programs.items():
        program = desk.path(f".venv/bin/{name}")
        program.parent.mkdir(parents=True, exist_ok=True)
        # A receipt's commands read nothing that was compiled before: each would compile pytest anew.
        program.write_text(f"#!/bin/sh\nunset PYTHONPYCACHEPREFIX\n{line}\n")
        program.chmod(0o755)
    desk.path(".gitignore").write_text(".venv\n__pycache__\n")
    desk.commit("Lay the lending desk")


def plan_it(story: Story, folder: Path) -> None:
    """Plan by the playbook's own example, and let a person approve it."""
    ann, agent, name = story.ann, story.agent, story.name
    agent("plan", "Two desks share one shelf of books", "--playbook", name, "--name", "desk")
    if lenses := Shelf().find(name).lenses:
        answers = [folder / f"{each}.md" for each in lenses]
        for answer in answers:
            answer.write_text("Keep the loans in SQLite.\n", "utf-8")
        agent("compare", *map(str, answers), "--save")
    for text in Shelf().example(name).values():
        agent("write", "--all", "-", "--propose", stdin=text)
    if name == "collaborate":
        ann("say", "Yes, write it.")
    last = Shelf().find(name).final
    assert last is not None
    ann("approve", last.id, typed=last.id)
    story.desk.commit("Plan it")
    ann("dry-run")


def follow_drift(story: Story) -> None:
    """Somebody else moves the code that the plan cites; the plan follows, and stays approved."""
    desk, before = story.desk, story.desk.states()
    desk.path("lend/store.py").write_text(
        FILES["lend/store.py"].replace("import json\n", "import json\n\n\n")
    )
    desk.commit("Space the imports")
    assert "lend/store.py" in story.agent("drift", code=1).said
    assert "citations along" in story.agent("rebase").said
    assert "nothing found" in story.agent("drift").said
    assert desk.states() == before
    desk.commit("Follow it in the plan")


def catch_unplanned(story: Story) -> None:
    """A change that no task names is caught by its file."""
    desk = story.desk
    desk.path("lend/mail.py").write_text(FILES["lend/mail.py"].replace("localhost", "mail.example.org"))
    desk.commit("Send through another server")
    said = story.agent("conform", "--base", "HEAD^", code=1).said
    assert re.search(r"lend/mail\.py:\d+:\d+ +error GP401 unplanned-file", said)
    desk.git("revert", "--no-edit", "HEAD")


def work_on(story: Story, task: dict[str, Any], number: int) -> None:
    """Do a task: its own work, or one more function, test or line in each of its files."""
    desk = story.desk
    files = WORK.get((story.name, task["id"]), {})
    for path in [] if files else [each["path"] for each in task["files"]]:
        before = desk.read(path) if desk.path(path).exists() else ""
        name = f"test_step_{number}" if PROMISED in before else PROMISED
        check = f"\n\ndef {name}():\n    assert {number} == {number}\n"
        added = {
            "py": f"\n\ndef step_{number}():\n    return {number}\n",
            "md": f"\nChoose a database, {number}.\n",
        }
        files[path] = before + (
            check if path.startswith("tests/") else added.get(path.rpartition(".")[2], "")
        )
    for path, text in files.items():
        desk.path(path).write_text(text)
    desk.commit(f"Do it\n\nPlan: desk#{task['id']}")


def carry_out(story: Story) -> int:
    """Start, work on and close whatever is ready; return how many tasks were closed on a receipt."""
    agent, found = story.agent, story.desk.pipe("next", "--json").json()
    tasks = [*found["ready"], *found["blocked"]]
    if found["blocked"]:
        agent.refused("", "start", found["blocked"][-1]["id"], says="waits for")
    for number, task in enumerate(tasks, 1):
        agent("start", task["id"])
        if number == 1:
            refused = story.desk.agent("done", task["id"])
            assert refused.code == 3, "nothing was done yet"
        if task["files"] or (story.name, task["id"]) in WORK:
            work_on(story, task, number)
        (story.ann if task["id"] in LOOKED_AT else agent)("done", task["id"])
    return len(tasks)


@pytest.mark.req("S2-20")
@pytest.mark.req("S4-22", part="from approval to the archive, whichever the playbook")
@pytest.mark.slow
@pytest.mark.parametrize("name", KINDS)
def test_a_plan_is_carried_out_on_receipts_alone(
    begin: Callable[[str], Story], tmp_path: Path, name: str
) -> None:
    story = begin(name)
    desk = story.desk
    set_up(story)
    plan_it(story, tmp_path)
    follow_drift(story)
    base = desk.git("rev-parse", "HEAD").strip()
    catch_unplanned(story)
    story.ann.refused("", "archive", says="not done")
    closed = carry_out(story)
    kinds = [json.loads(entry.read_text())["kind"] for entry in desk.entries()]
    assert (kinds.count("receipt"), kinds.count("waived")) == (closed, 0)
    assert story.stage == KINDS[name]
    assert desk.codes() == set()
    story.agent("conform", "--base", base)
    story.ann("archive")
    story.ann("archive", "--restore", "desk")
    assert story.stage == KINDS[name]
