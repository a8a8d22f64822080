"""A teammate's clone: no copies, no undo records, only what was committed."""

from __future__ import annotations

import json
import subprocess
from typing import TYPE_CHECKING

import pytest
from desk import Desk

if TYPE_CHECKING:
    from pathlib import Path

READY = "plans/retry-failed-uploads.md"
WORDS = "`client.py` sends once"


def clone(desk: Desk, folder: Path, *options: str) -> Desk:
    folder.mkdir()
    made = Desk(folder / "repo")
    made.root.mkdir()
    words = ["git", "clone", "-q", *options, f"file://{desk.root}", str(made.root)]
    subprocess.run(words, env=made.environ, check=True, capture_output=True)
    made.git("config", "user.name", "Ben")
    made.git("config", "user.email", "ben@example.org")
    return made


@pytest.fixture
def teammate(ready: Desk, tmp_path: Path) -> Desk:
    return clone(ready, tmp_path / "mate")


def changed_lines(out: str) -> list[str]:
    lines = (line.strip() for line in out.splitlines())
    return [line for line in lines if line[:1] in {"+", "-"} and line.strip("-")]


ONE_WORD = [f"-2 % of uploads fail; {WORDS}.", f"+2 % of uploads fail; {WORDS.replace('once', 'twice')}."]


@pytest.mark.parametrize("words", [("diff", "--since", "ready"), ("diff",)])
def test_a_clone_compares_with_the_text_that_was_promised(teammate: Desk, words: tuple[str, ...]) -> None:
    teammate.edit(READY, "sends once", "sends twice")
    teammate.commit("Edit by hand")
    ran = teammate.pipe(*words)
    assert (ran.code, changed_lines(ran.out)) == (0, ONE_WORD), ran.said


def test_a_clone_goes_back_to_the_accounted_text(teammate: Desk) -> None:
    before = teammate.read(READY)
    teammate.edit(READY, "sends once", "sends twice")
    assert teammate.person("undo").code == 0
    assert teammate.read(READY) == before
    assert (teammate.codes(), teammate.states()) == (set(), {"ready": "passed"})


def test_a_person_adopts_in_a_clone_after_seeing_the_one_word(teammate: Desk) -> None:
    teammate.edit(READY, "sends once", "sends twice")
    teammate.commit("Edit by hand")
    ran = teammate.person("adopt", typed="adopt")
    assert (ran.code, changed_lines(ran.out)) == (0, ONE_WORD), ran.said


def test_a_person_approves_in_a_clone_after_seeing_the_one_word(teammate: Desk) -> None:
    teammate.edit(READY, "sends once", "sends twice")
    assert teammate.person("adopt", typed="adopt").code == 0
    ran = teammate.person("approve", "ready", typed="ready")
    assert (ran.code, changed_lines(ran.out)) == (0, ONE_WORD), ran.said
    assert teammate.states() == {"ready": "passed"}


def test_the_text_is_found_under_the_name_it_had_then(teammate: Desk) -> None:
    assert teammate.person("move", "upload retries").code == 0
    teammate.commit("Move the plan")
    teammate.edit("plans/upload-retries.md", "sends once", "sends twice")
    teammate.commit("Edit by hand")
    assert changed_lines(teammate.pipe("diff", "--since", "ready").out) == ONE_WORD


def test_a_write_of_another_machine_is_taken_back_in_a_clone(begun: Desk, tmp_path: Path) -> None:
    for ran in (
        begun.agent("ask", "How often do uploads fail?"),
        begun.person("answer", "1", "2 % of them."),
        begun.agent("write", "context", "-", stdin="2 % of uploads fail.\n"),
        begun.agent("ask", "Which client?"),
        begun.person("answer", "2", "`client.py`."),
    ):
        assert ran.code == 0, ran.said
    begun.commit("One")
    before = begun.read(READY)
    assert begun.agent("write", "context", "-", stdin="Uploads fail often.\n").code == 0
    begun.commit("Two")
    mate = clone(begun, tmp_path / "mate")
    assert "-2 % of uploads fail." in changed_lines(mate.pipe("diff").out)
    ran = mate.person("undo")
    assert ran.code == 0, ran.said
    assert "2 % of uploads fail." in mate.read(READY)
    assert mate.read(READY).splitlines()[3:12] == before.splitlines()[3:12]
    assert "GP206" not in mate.codes()


def test_a_text_that_was_never_committed_is_not_made_up(ready: Desk, tmp_path: Path) -> None:
    # one commit holds the plan, and in it a word is not the approved one
    ready.edit(READY, "sends once", "sends never")
    ready.git("add", "-A")
    ready.git("commit", "-q", "--amend", "-m", "Plan the retries")
    mate = clone(ready, tmp_path / "mate")
    for words in (("diff", "--since", "ready"), ("diff",)):
        ran = mate.pipe(*words)
        assert ran.code == 5, ran.said
        assert "on this machine" in ran.err
        assert "in the history" in ran.err
        assert "never committed" in ran.err
    assert mate.person("undo").code == 5
    assert "sends never" in mate.read(READY)
    adopted = mate.person("adopt", typed="no")
    assert not any(line.startswith("-") for line in changed_lines(adopted.out)), adopted.out


def test_a_committed_text_in_which_a_section_is_missing_is_not_the_one_before(
    ready: Desk, tmp_path: Path
) -> None:
    text = ready.read(READY)
    start = text.index("## Implementation Plan")
    ready.path(READY).write_text(text[:start] + text[text.index("\n## ", start) + 1 :])
    ready.git("add", "-A")
    ready.git("commit", "-q", "--amend", "-m", "Plan the retries")
    mate = clone(ready, tmp_path / "mate")
    assert mate.pipe("diff").code == 5
    assert mate.person("undo").code == 5


def test_a_shallow_clone_says_that_it_is_one_and_works_once_it_is_whole(ready: Desk, tmp_path: Path) -> None:
    ready.edit(READY, "sends once", "sends twice")
    ready.commit("Edit by hand")
    mate = clone(ready, tmp_path / "mate", "--depth=1")
    ran = mate.pipe("diff", "--since", "ready")
    assert (ran.code, "`git fetch --unshallow`" in ran.err) == (5, True), ran.said
    mate.git("fetch", "-q", "--unshallow")
    assert changed_lines(mate.pipe("diff", "--since", "ready").out) == ONE_WORD


def test_a_checkout_with_other_line_ends_finds_the_text(ready: Desk, tmp_path: Path) -> None:
    mate = clone(ready, tmp_path / "mate", "-c", "core.autocrlf=true")
    assert b"\r\n" in mate.path(READY).read_bytes()
    mate.path(READY).write_bytes(mate.path(READY).read_bytes().replace(b"sends once", b"sends twice"))
    assert changed_lines(mate.pipe("diff", "--since", "ready").out) == ONE_WORD


def test_a_plan_of_several_documents_is_compared_in_a_clone(tmp_path: Path) -> None:
    (tmp_path / "own").mkdir()
    desk = Desk.clear(tmp_path / "own")
    assert desk.person("new", "Retry failed uploads", "--playbook", "council", "--name", "retry").code == 0
    desk.commit("Begin")
    mate = clone(desk, tmp_path / "mate")
    mate.edit("plans/retry/brief.md", "Retry failed uploads", "Retry all uploads")
    ran = mate.pipe("diff")
    assert (ran.code, len(changed_lines(ran.out))) == (0, 2), ran.said
    assert mate.person("undo").code == 0
    assert mate.git("status", "--short", "plans") == ""


# ------------------------------------------------------------------------------------- a ledger left behind


def test_a_clone_without_the_ledger_says_what_is_missing_and_who_has_it(ready: Desk, tmp_path: Path) -> None:
    plan = json.loads(ready.entry("created").read_text())["plan"]
    ready.git("rm", "-rq", "--cached", ".groundplan/ledger")
    ready.git("commit", "-q", "--amend", "-m", "Plan the retries")
    mate = clone(ready, tmp_path / "mate")
    for words in (("check",), ("show",), ("show", "retry-failed-uploads"), ("approve",)):
        ran = mate.pipe(*words)
        assert ran.code == 5, ran.said
        said = " ".join(ran.err.split())
        assert f"`{READY}` is plan `{plan}`, but its ledger `.groundplan/ledger/{plan}` is not here" in said
        assert "It was never committed; whoever has it (Ann committed the document)" in said
        assert f"`git add -f .groundplan/ledger/{plan}`" in ran.err
    assert mate.pipe("doctor").code == 1


def test_a_ledger_that_was_committed_once_is_restored_by_the_command_given(ready: Desk) -> None:
    ready.git("rm", "-rq", ".groundplan/ledger")
    ready.commit("Lose it")
    ran = ready.pipe("check")
    command = ran.err.split("Restore it: `")[1].split("`")[0]
    ready.git(*command.split()[1:])
    assert ready.pipe("check").code == 0


def test_entries_that_were_left_behind_are_named(ready: Desk, tmp_path: Path) -> None:
    gone = ready.entry("question")
    ready.git("rm", "-q", "--cached", str(gone.relative_to(ready.root)))
    ready.git("commit", "-q", "--amend", "-m", "Plan the retries")
    ran = clone(ready, tmp_path / "mate").pipe("check")
    assert gone.stem.removeprefix("e-") in ran.out
    assert "`git add -f .groundplan/ledger`" in ran.out


# ------------------------------------------------------------------------------------------- former names


def test_a_ledger_under_its_former_names_stays_approved_and_goes_on(ready: Desk) -> None:
    for path in ready.entries():
        path.rename(path.with_name(path.name.removeprefix("e-")))
    ready.commit("As it was")
    assert (ready.codes(), ready.states()) == (set(), {"ready": "passed"})
    assert ready.person("request-changes", "ready", "--because", "more").code == 0
    assert ready.agent("ask", "How long between attempts?").code == 0
    assert ready.person("answer", "2", "One second.").code == 0
    assert len({path.name[0] for path in ready.entries()}) == 2
    assert "GP210" not in ready.codes()
    told = [row["kind"] for row in ready.pipe("log", "--json").json()["entries"]]
    assert told[0] == "created"
    assert told.index("approval") < told.index("changes")
