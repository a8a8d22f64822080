"""Bad places, bad files, bad names: each gets a clear message, the right code, and nothing is lost."""

from __future__ import annotations

import os
import re
import subprocess
from typing import TYPE_CHECKING

import pytest

from groundplan.cli.catalogue import COMMANDS

if TYPE_CHECKING:
    from pathlib import Path

    from .conftest import Desk, Ran

# A call of every command that needs a repository, or a plan.
WANT_REPOSITORY: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(
        ("init", "undo", "check", "approve", "show", "diff", "log", "resume", "brief", "archive", "adopt"), ()
    ),
    "talk": (),
    "new": ("x",),
    "status": (),
    "list": (),
    "plan": ("x",),
    "say": ("x",),
    "ask": ("x",),
    "answer": ("x",),
    "decide": ("x", "--because", "y"),
    "supersede": ("D1", "x", "--because", "y"),
    "write": ("context", "-"),
    "revoke": ("ready", "--because", "x"),
    "request-changes": ("--because", "x"),
    "refute": (),
    "consult": (),
    "object": (),
    **dict.fromkeys(("next", "start", "done", "dry-run"), ()),
    "waive": ("T1", "--reason", "x"),
    "move": ("x",),
    "install": ("claude", "--yes"),
    "where": ("x",),
    "context": ("x",),
    "code": ("find", "x"),
    "probe": ("--", "true"),
    "conform": ("--base", "HEAD"),
    "pr": ("--base", "HEAD"),
    "drift": (),
    "rebase": (),
    "tasks": (),
    "report": ("progress",),
}
WANT_PLAN = sorted(
    set(WANT_REPOSITORY)
    - {
        "status",
        "list",
        "check",  # nothing to check
        "init",
        "new",
        "plan",
        "where",
        "context",
        "code",
        "install",
        "probe",
        "conform",
        "pr",
    }
)
WANT_NONE = {
    "cite",
    "compare",
    "explain",
    "playbook",
    "profile",
    "doctor",
    "completion",
    "help",
    "hook",
    "models",
}


def error(ran: Ran) -> str:
    """The message of a failed call: one line, no trace, nothing on stdout."""
    assert ran.out == ""
    assert ran.err.startswith("error:")
    assert "Traceback" not in ran.err
    assert "groundplan failed" not in ran.err
    return " ".join(ran.err.partition("\n\n")[0].split()).removeprefix("error: ")


def test_every_command_is_tried() -> None:
    assert set(WANT_REPOSITORY) | WANT_NONE == set(COMMANDS)


@pytest.fixture
def nowhere(desk: Desk, tmp_path: Path) -> Desk:
    desk.folder = tmp_path / "plain"
    desk.folder.mkdir()
    return desk


@pytest.mark.parametrize("name", WANT_REPOSITORY)
def test_outside_of_a_repository(nowhere: Desk, name: str) -> None:
    ran = nowhere.run(name, *WANT_REPOSITORY[name], stdin="text")
    assert ran.code == 5
    assert error(ran) == "`.` is not inside a git repository"
    assert ran.err.endswith("hint: Make one here: `git init`\n")
    assert list(nowhere.folder.iterdir()) == []


@pytest.mark.parametrize("name", WANT_PLAN)
def test_without_a_plan(desk: Desk, name: str) -> None:
    ran = desk.run(name, *WANT_REPOSITORY[name], stdin="text")
    assert ran.code == 5
    assert error(ran) == "There is no plan in this repository yet"
    assert ran.err.endswith('hint: Start one: `groundplan plan "<goal>"`\n')


@pytest.mark.parametrize("name", WANT_PLAN)
def test_with_a_plan_that_is_not_there(begun: Desk, name: str) -> None:
    ran = begun.run(name, *WANT_REPOSITORY[name], "--plan", "retry-upload", stdin="text")
    assert ran.code == 2
    assert error(ran) == "There is no plan `retry-upload`"
    assert "`retry-uploads`" in ran.err


def test_the_doctor_and_the_playbooks_work_anywhere(nowhere: Desk) -> None:
    ran = nowhere.run("doctor")
    assert ran.code == 1
    assert "is not inside a git repository" in ran.out
    assert nowhere.run("playbook", "list").code == 0
    assert nowhere.run("explain", "GP201").code == 0


def test_a_bare_repository(desk: Desk, tmp_path: Path) -> None:
    desk.git("init", "-q", "--bare", str(tmp_path / "bare.git"))
    desk.folder = tmp_path / "bare.git"
    ran = desk.run("new", "Retry failed uploads")
    assert ran.code == 5
    assert "is a bare repository" in error(ran)


def test_a_folder_that_is_not_there(desk: Desk) -> None:
    ran = desk.run("show", "--repo", "/no/such/folder")
    assert ran.code == 5
    assert error(ran) == "`/no/such/folder` is not there"


def test_a_detached_head_works(begun: Desk) -> None:
    begun.git("add", "-A")
    begun.git("commit", "-qm", "A plan")
    begun.git("checkout", "-q", "--detach")
    assert begun.run().code == 0
    assert begun.run("answer", "1", "All of them").code == 0


def test_a_submodule_works(begun: Desk, tmp_path: Path) -> None:
    begun.git("add", "-A")
    begun.git("commit", "-qm", "A plan")
    outer = tmp_path / "outer"
    begun.git("init", "-q", str(outer))
    inner, begun.folder = begun.folder, outer
    begun.git("submodule", "--quiet", "add", str(inner), "inner")
    begun.folder = outer / "inner"
    assert begun.run("answer", "1", "All of them").code == 0
    begun.folder = outer
    assert begun.run("show").code == 5  # the plan is the inner repository's


def test_a_worktree_works(begun: Desk, tmp_path: Path) -> None:
    begun.git("add", "-A")
    begun.git("commit", "-qm", "A plan")
    begun.git("worktree", "add", "-q", str(tmp_path / "other"))
    begun.folder = tmp_path / "other"
    assert begun.run("show").code == 0


@pytest.mark.skipif(
    os.name == "nt" or os.geteuid() == 0, reason="whoever may do anything is stopped by no mode"
)
def test_a_read_only_tree(begun: Desk) -> None:
    folders = [begun.folder / ".groundplan", *begun.folder.rglob("*/"), begun.folder]
    for folder in folders:
        folder.chmod(0o555)
    try:
        assert begun.run("show").code == 0
        ran = begun.run("say", "x")
    finally:
        for folder in folders:
            folder.chmod(0o755)
    assert ran.code == 5
    assert "error: " in ran.err


def test_a_file_where_a_folder_should_be(desk: Desk) -> None:
    (desk.folder / "plans").write_text("not a folder")
    ran = desk.run("new", "Retry failed uploads")
    assert ran.code in {3, 5}
    assert "plans" in error(ran)
    assert (desk.folder / "plans").read_text() == "not a folder"


def test_a_plan_that_is_not_utf8(begun: Desk) -> None:
    begun.document().write_bytes(begun.document().read_bytes() + b"caf\xe9\n")
    ran = begun.run("show")
    assert ran.code == 5
    assert "is not UTF-8" in error(ran)
    home = begun.run()
    assert home.code == 5
    assert "is not UTF-8" in home.err
    assert begun.run("check", "--json").code == 5


def test_a_plan_of_five_megabytes(begun: Desk) -> None:
    begun.document().write_bytes(begun.document().read_bytes() + b"x" * 5_000_001)
    ran = begun.run("show")
    assert ran.code == 5
    assert "is larger than" in error(ran)


def test_a_plan_that_was_deleted_or_renamed(begun: Desk) -> None:
    begun.document().rename(begun.folder / "elsewhere.md")
    assert begun.run("show").code == 0
    (begun.folder / "elsewhere.md").unlink()
    ran = begun.run("show")
    assert ran.code == 5
    assert error(ran) == "Document `plans/retry-uploads.md` of plan `retry-uploads` is gone"
    assert "git checkout -- plans/retry-uploads.md" in ran.err


def test_a_plan_in_conflict(begun: Desk) -> None:
    text = begun.document().read_text()
    ours = text.replace("## Context\n", "<<<<<<< ours\n## Context\n=======\n## Context\n>>>>>>> theirs\n", 1)
    begun.document().write_text(ours)
    checked = begun.run("check")
    assert checked.code == 1
    assert begun.run("write", "context", "-", stdin="text\n").code in {2, 3}
    assert begun.document().read_text() == ours


@pytest.mark.parametrize(
    ("config", "message"),
    [
        ("version = 2\n", "newer than 1"),
        ("not toml", "is not TOML"),
        ('[policy]\napprovals = "maybe"\n', "policy `approvals` is `maybe`"),
        ("[policyy]\n", "unknown table, `policyy`"),
    ],
)
def test_a_configuration_that_makes_no_sense(begun: Desk, config: str, message: str) -> None:
    (begun.folder / ".groundplan/config.toml").write_text(config)
    ran = begun.run("show")
    assert ran.code == 5
    assert message in error(ran)
    assert begun.run("doctor").code == 1


def test_an_entry_from_the_future(begun: Desk) -> None:
    entry = max((begun.folder / ".groundplan/ledger").rglob("*.json"))
    entry.write_text(entry.read_text().replace('"version": 1', '"version": 99'))
    ran = begun.run("doctor")
    assert ran.code == 1
    assert "newer than 1" in ran.out


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (("new", "x", "--playbook", "colaborate"), 2, "There is no playbook `colaborate`"),
        (("new", ""), 2, "The goal is empty"),
        (("new", "-"), 2, "The goal is empty"),
        (("say", "  "), 2, "The message is empty"),
        (("say", "x", "--kind", "nonsense"), 2, "Invalid value for '--kind'"),
        (("say", "x", "--kind", "challenge"), 2, "A user's turn cannot be of kind `challenge`"),
        (("ask", ""), 2, "The question is empty"),
        (("answer", "1", ""), 2, "The answer is empty"),
        (("answer", "99", "x"), 2, "There is no question `99`"),
        (("decide", "x"), 2, "A decision needs its reason"),
        (("decide", "", "--because", "y"), 2, "The decision is empty"),
        (("decide", "x", "--because", "y", "--reject", "A"), 2, "`--reject` takes an option and a reason"),
        (("show", "nonsense"), 2, "has no section `nonsense`"),
        (("show", "a", "b", "c"), 2, "There is no plan `a`"),
        (("diff", "--since", "nonsense"), 2, "There is no checkpoint `nonsense`"),
        (("diff", "--since", "ready"), 5, "Checkpoint `ready` was never approved"),
        (("check", "nonsense"), 2, "There is no plan `nonsense`"),
        (("check", "--base", "nonsense"), 5, "`nonsense` is not a commit"),
        (("check", "--format", "xml"), 2, "Invalid value for '--format'"),
        (("explain", "GP999"), 2, "There is no rule `GP999`"),
        (("approve", "nonsense"), 2, "There is no checkpoint `nonsense`"),
        (("approve", "retry-uploads", "ready", "now"), 2, "Unexpected argument `now`"),
        (("revoke", "--because", "x"), 2, "The checkpoint is missing"),
        (("move", " "), 2, "The new name is empty"),
        (("playbook", "show", "nonsense"), 2, "There is no playbook `nonsense`"),
        (("playbook", "check", "nonsense"), 2, "There is no playbook `nonsense`"),
        (("playbook", "new", "Bad Name"), 2, "is not a valid playbook name"),
        (("playbook", "new", "collaborate"), 2, "There is a playbook `collaborate` already"),
        (("playbook", "new", "x", "--from", "nonsense"), 2, "There is no playbook `nonsense`"),
        (("completion", "tcsh"), 2, "Invalid value"),
        (("archive",), 3, "is not finished"),
        (("log", "one", "two"), 2, "There is no plan `one`"),
    ],
)
def test_words_that_make_no_sense(begun: Desk, words: tuple[str, ...], code: int, message: str) -> None:
    before = begun.document().read_bytes(), begun.ledger()
    ran = begun.run(*words)
    assert ran.code == code, ran.err
    assert message in error(ran)
    assert (begun.document().read_bytes(), begun.ledger()) == before


def test_a_name_from_a_hostile_repository_reaches_no_terminal(begun: Desk) -> None:
    begun.git("config", "user.name", "Eve \x1b]0;owned\x07\u202e")
    begun.run("say", "hello \x1b[2J\u202e there")
    for words in (("log",), ("show",), ("doctor",), (), ("check",)):
        shown = begun.run(*words, environ={"FORCE_COLOR": "1"})
        unpainted = re.sub(r"\x1b\[[0-9]+m", "", shown.out + shown.err)
        assert not set(unpainted) & set("\x1b\x07\u202e")


def test_no_command_runs_what_the_repository_names(begun: Desk) -> None:
    trap = begun.folder / "trap.sh"
    trap.write_text(f"#!/bin/sh\ntouch {begun.folder}/sprung\n")
    trap.chmod(0o755)
    for name in (
        "core.editor",
        "core.pager",
        "core.fsmonitor",
        "core.sshCommand",
        "diff.external",
        "gpg.program",
    ):
        begun.git("config", name, str(trap))
    hooks = begun.folder / ".git/hooks"
    hooks.mkdir(exist_ok=True)
    for hook in ("post-checkout", "pre-commit", "post-index-change"):
        subprocess.run(["cp", str(trap), str(hooks / hook)], check=True)
    for words in ((), ("show",), ("check",), ("say", "x"), ("doctor",), ("diff",), ("log",)):
        begun.run(*words)
    assert not (begun.folder / "sprung").exists()


@pytest.mark.parametrize("words", [("answer", "Q1"), ("answer", "Q1", "…"), ("say", "…")], ids=" ".join)
def test_what_only_stands_for_words_is_not_recorded(begun: Desk, words: tuple[str, ...]) -> None:
    begun.run("ask", "Which errors are retried?")
    before = sorted((begun.folder / ".groundplan/ledger").rglob("*.json"))
    assert begun.run(*words).code == 2
    assert sorted((begun.folder / ".groundplan/ledger").rglob("*.json")) == before
