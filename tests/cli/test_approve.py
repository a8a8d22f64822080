"""What only a person does: at a real terminal, seen first and typed then; everyone else is refused."""

from __future__ import annotations

import os
import shutil
import subprocess
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from .conftest import Desk

pytestmark = pytest.mark.skipif(os.name == "nt", reason="terminals of this kind exist on Linux and macOS")

ASKED = "Type `ready` to approve: "
TYPED = [(ASKED, "ready\n")]


def state(desk: Desk, checkpoint: str = "ready") -> str:
    shown = desk.run("show", "--json").json
    return next(each["state"] for each in shown["checkpoints"] if each["id"] == checkpoint)


@pytest.mark.req("S1-15")
def test_typing_the_checkpoint_after_seeing_it_approves(written: Desk) -> None:
    ran = written.attend("approve", script=TYPED)
    assert (ran.code, ran.left) == (0, ())
    before, _, after = ran.out.partition(ASKED)
    assert "To be approved\n" in before
    assert "✓ Approved by Ada" in after
    assert state(written) == "passed"
    approval = written.run("log", "--json").json["entries"][-1]
    assert (approval["kind"], approval["channel"], approval["name"]) == ("approval", "terminal", "Ada")


@pytest.mark.parametrize("word", ["Ready", "READY"])
def test_the_checkpoints_word_counts_however_it_is_spelled(written: Desk, word: str) -> None:
    assert written.attend("approve", script=[(ASKED, f"{word}\n")]).code == 0
    assert state(written) == "passed"


def test_an_open_question_is_answered_before_anything_is_written(begun: Desk) -> None:
    ran = begun.run("approve")
    assert ran.code == 3
    assert 'hint: `groundplan answer Q1 "…"`' in ran.err


@pytest.mark.parametrize(
    "words", [("retry-uploads", "ready"), ("retry-uploads",), ("-p", "retry-uploads", "ready")]
)
def test_the_plan_may_be_named_before_the_checkpoint(written: Desk, words: tuple[str, ...]) -> None:
    assert written.attend("approve", *words, script=TYPED).code == 0


@pytest.mark.parametrize("word", ["", "y", "approve", "ready now", "\x04"])
def test_any_other_word_records_nothing(written: Desk, word: str) -> None:
    before = written.ledger()
    ran = written.attend("approve", script=[(ASKED, word if word == "\x04" else f"{word}\n")])
    assert ran.code == 130
    assert "Not approved" in ran.out
    assert "Nothing was recorded." in ran.out
    assert "error:" not in ran.out, "to think better of it is no error"
    assert written.ledger() == before
    assert state(written) == "ready"


def test_the_word_for_changes_sends_the_checkpoint_back_with_its_reason(written: Desk) -> None:
    ran = written.attend(
        "approve", script=[(ASKED, "Revise\n"), ("What should change? ", "Say how long it waits\n")]
    )
    assert ran.code == 0
    assert "Changes requested at ready: Say how long it waits" in ran.out
    entries = written.run("log", "--json").json["entries"]
    assert [entry["kind"] for entry in entries[-2:]] == ["changes", "turn"]
    assert entries[-1]["text"] == "Say how long it waits"


def test_asking_for_changes_without_saying_which_records_nothing(written: Desk) -> None:
    before = written.ledger()
    ran = written.attend("approve", script=[(ASKED, "revise\n"), ("change? ", "\n")])
    assert ran.code == 130
    assert "No changes requested: nothing was said to change" in " ".join(ran.out.split())
    assert written.ledger() == before


def test_words_typed_ahead_approve_nothing(written: Desk) -> None:
    # the word is there before the difference is: it is dropped, and the question still waits
    ran = written.attend("approve", script=[("", "ready\n"), (ASKED, "no\n")])
    assert (ran.code, ran.left) == (130, ())


@pytest.mark.parametrize("words", [("approve",), ("approve", "ready"), ("approve", "--brief")])
def test_a_pipe_approves_nothing(written: Desk, words: tuple[str, ...]) -> None:
    before = written.ledger()
    ran = written.run(*words, stdin="ready\n")
    assert (ran.code, ran.out) == (3, "")
    assert "Only a person at a terminal may approve a checkpoint" in ran.err
    assert written.ledger() == before


def test_a_pipe_into_a_command_at_a_terminal_approves_nothing(written: Desk, tmp_path: Path) -> None:
    typed = tmp_path / "typed"
    typed.write_text("ready\nready\n")
    ran = written.attend("approve", redirect={0: str(typed)})
    assert ran.code == 3
    assert "standard input is not a terminal" in " ".join(ran.out.split())


def test_a_screen_nobody_sees_approves_nothing(written: Desk, tmp_path: Path) -> None:
    unseen = tmp_path / "unseen"
    unseen.write_text("")
    ran = written.attend("approve", redirect={1: str(unseen)})
    assert ran.code == 3
    assert "standard output is not a terminal" in " ".join(ran.out.split())


@pytest.mark.parametrize("name", ["CLAUDECODE", "AI_AGENT", "CI"])
def test_an_agents_environment_approves_nothing(written: Desk, name: str) -> None:
    before = written.ledger()
    ran = written.attend("approve", script=TYPED, environ={name: "1"})
    assert ran.code == 3
    assert f"`{name}`" in ran.out
    assert written.ledger() == before


def test_json_never_asks_and_so_never_approves(written: Desk) -> None:
    for words in (("approve", "--json"), ("adopt", "--json")):
        ran = written.attend(*words)
        assert ran.code == 3
        assert '"kind": "refused"' in ran.out
        assert "Type " not in ran.out


def test_what_blocks_is_said_before_anybody_is_asked(begun: Desk) -> None:
    ran = begun.attend("approve", script=TYPED)
    assert (ran.code, len(ran.left)) == (3, 1)
    assert "cannot be approved yet" in ran.out


def test_an_interrupt_leaves_everything_as_it_is(written: Desk) -> None:
    before = written.ledger()
    ran = written.attend("approve", script=[(ASKED, "\x03")])
    assert ran.code == 130
    assert "Interrupted. Everything saved so far is safe." in ran.out
    assert written.ledger() == before


def test_a_document_that_changes_while_it_is_shown_is_not_approved(written: Desk) -> None:
    before = written.ledger()
    changed = written.document().read_text("utf-8").replace("posts", "sends")
    ran = written.attend("approve", script=TYPED, edits={ASKED: (str(written.document()), changed)})
    assert ran.code == 4
    assert written.ledger() == before
    assert written.document().read_text("utf-8") == changed


@pytest.mark.parametrize("command", ["revoke", "request-changes"])
def test_taking_back_wants_a_reason_and_a_person(written: Desk, command: str) -> None:
    assert written.attend("approve", script=TYPED).code == 0
    without = written.attend(command, "ready")
    assert without.code == 2
    assert f'hint: `groundplan {command} ready "…"`' in without.out
    unattended = written.run(command, "ready", "--because", "I was wrong")
    assert unattended.code == 3
    assert state(written) == "passed"
    done = written.attend(command, "retry-uploads", "ready", "--because", "I was wrong")
    assert done.code == 0
    assert state(written) == "ready"


def test_revoking_wants_a_checkpoint(written: Desk) -> None:
    assert written.run("revoke", "--because", "x").code == 2
    assert written.attend("revoke", "ready", "--because", "x").code == 2


def test_superseding_is_a_persons_act(written: Desk) -> None:
    assert written.run("decide", "Full jitter", "--because", "it spreads the load").code == 0
    words = ("supersede", "D1", "Equal jitter", "--because", "it waits less")
    assert written.run(*words).code == 3
    ran = written.attend(*words)
    assert ran.code == 0
    assert "supersedes D1" in ran.out


@pytest.fixture
def key(written: Desk) -> Path:
    if shutil.which("ssh-keygen") is None:
        pytest.skip("no ssh-keygen")
    path = written.home / "signing"
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(path)], check=True)
    signers = written.folder / ".groundplan/allowed_signers"
    signers.write_text(f"ada@example.org {path.with_suffix('.pub').read_text()}")
    return path


class TestSigned:
    def test_a_signed_approval_carries_its_signer(self, written: Desk, key: Path) -> None:
        ran = written.attend("approve", "--sign", str(key), script=TYPED)
        assert ran.code == 0, ran.out
        assert "signed as ada@example.org" in ran.out
        assert written.run("log", "--json").json["entries"][-1]["signer"] == "ada@example.org"

    def test_a_policy_that_wants_signatures_takes_the_usual_key(self, written: Desk, key: Path) -> None:
        (written.folder / ".groundplan/config.toml").write_text('[policy]\napprovals = "signed"\n')
        ran = written.attend("approve", script=TYPED, environ={"GROUNDPLAN_SIGNING_KEY": str(key)})
        assert ran.code == 0, ran.out
        assert state(written) == "passed"

    def test_a_key_nobody_allowed_approves_nothing(self, written: Desk, key: Path) -> None:
        (written.folder / ".groundplan/allowed_signers").write_text("")
        before = written.ledger()
        ran = written.attend("approve", "--sign", str(key), script=TYPED)
        assert ran.code == 3
        assert "is not among the allowed signers" in ran.out
        assert written.ledger() == before

    def test_a_key_in_an_agents_hands_approves_nothing(self, written: Desk, key: Path) -> None:
        ran = written.attend("approve", "--sign", str(key), script=TYPED, environ={"CLAUDECODE": "1"})
        assert ran.code == 3

    def test_a_signature_without_a_terminal_to_type_at_approves_nothing(
        self, written: Desk, key: Path
    ) -> None:
        before = written.ledger()
        ran = written.spawn("approve", "--sign", str(key), stdin=b"ready\n")
        assert ran.returncode == 3
        assert written.ledger() == before
