"""Odd repositories, clocks and hand moves: each is named or worked around, none is a crash or a dead end."""

from __future__ import annotations

import subprocess
from collections import Counter
from typing import TYPE_CHECKING

import pytest
from desk import Desk

from groundplan.app.plans import signing

if TYPE_CHECKING:
    from pathlib import Path

FAILED = "groundplan failed"
PLAN = "plans/retry-failed-uploads.md"


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    made = Desk.clear(tmp_path)
    for ran in (
        made.person("new", "Retry failed uploads", "--playbook", "collaborate"),
        made.agent("say", "--as", "planner", "--kind", "question", "How often do uploads fail?"),
        made.person("say", "2 % of them do."),
        made.agent("write", "context", "-", stdin="2 % of uploads fail.\n"),
    ):
        assert ran.code == 0, ran.said
    return made


def test_a_write_to_a_plan_that_was_renamed_since_is_undone(desk: Desk) -> None:
    desk.path(PLAN).rename(desk.path("plans/renamed.md"))
    ran = desk.person("undo")
    assert FAILED not in ran.said
    assert ran.code == 0, ran.said
    assert "2 % of uploads fail." not in desk.read("plans/renamed.md")


def test_hand_edits_of_a_plan_that_was_renamed_are_undone(desk: Desk) -> None:
    desk.edit(PLAN, "2 % of uploads", "3 % of uploads")
    desk.path(PLAN).rename(desk.path("plans/renamed.md"))
    ran = desk.person("undo")
    assert FAILED not in ran.said
    assert ran.code == 0, ran.said
    assert "2 % of uploads fail." in desk.read("plans/renamed.md")


@pytest.mark.parametrize(
    "now", ["0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59Z", "9999-12-31T23:59:59-14:00", "nonsense"]
)
def test_a_clock_that_no_date_can_tell_is_refused(desk: Desk, now: str) -> None:
    ran = desk.pipe("say", "--as", "planner", "Hello.", GROUNDPLAN_NOW=now)
    assert FAILED not in ran.said
    assert ran.code == 2, ran.said


def test_a_broken_playbook_nobody_named_is_only_mentioned(desk: Desk) -> None:
    folder = desk.path(".groundplan/playbooks/a-quick")
    folder.mkdir(parents=True)
    (folder / "playbook.toml").write_text("format = 1\nnonsense = true\n")
    ran = desk.pipe("plan", "Log every upload")
    assert ran.code in {0, 1}, ran.said
    assert "playbook `a-quick` has faults" in " ".join(ran.said.split())
    assert desk.pipe("plan", "Log every download", "--playbook", "a-quick").code == 5


@pytest.mark.parametrize("date", ["0 -9999", "99999999999999999999 +0000", "-5 +0000"])
def test_a_branch_with_an_absurd_date_stops_no_plan(desk: Desk, date: str) -> None:
    tree = desk.git("rev-parse", "HEAD^{tree}").strip()
    raw = f"tree {tree}\nauthor A <a@b> {date}\ncommitter A <a@b> {date}\n\nRetry uploads\n"
    made = subprocess.run(
        ["git", "hash-object", "-t", "commit", "-w", "--stdin", "--literally"],
        cwd=desk.root, env=desk.environ, input=raw, capture_output=True, text=True, check=True,
    )  # fmt: skip
    desk.path(".git/refs/heads/odd").write_text(made.stdout)
    ran = desk.pipe("plan", "Retry every download")
    assert ran.code in {0, 1}, ran.said
    assert "graft" not in ran.said


def test_a_replayed_signature_is_looked_up_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    keys = []
    for name in ("ann", "ben"):
        made = subprocess.run(
            ["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(tmp_path / name)], check=False
        )
        if made.returncode:
            pytest.skip("there is no ssh-keygen")
        keys.append(f"{name}@example.org {(tmp_path / f'{name}.pub').read_text()}")
    signature = signing.sign(b"the one", tmp_path / "ann")
    asked: list[list[str]] = []
    ask = signing._ask

    def noting(program: str, words: list[str], payload: bytes) -> str | None:
        asked.append(words)
        return ask(program, words, payload)

    monkeypatch.setattr(signing, "_ask", noting)
    monkeypatch.setattr(signing, "_rejected", Counter())
    signers = "".join(keys).encode()
    assert signing.verify(b"the one", signature, signers) == "ann@example.org"
    for _ in range(2):
        assert signing.verify(b"another", signature, signers) is None
    assert sum("find-principals" in words for words in asked) == 1
    assert sum("verify" in words for words in asked) == 2
    for number in range(signing.MOST_REJECTED):
        assert signing.verify(b"%d" % number, signature, signers) is None
    before = len(asked)
    assert signing.verify(b"yet another", signature, signers) is None
    assert len(asked) == before
    assert signing.verify(b"the one", signature, signers, ledger="of another plan") == "ann@example.org"


def test_a_file_too_large_for_a_plan_beside_the_plans_stops_nothing(desk: Desk) -> None:
    before = desk.pipe("check").code
    desk.path("plans/log.md").write_text("# A log\n" + "words\n" * 1_000_000)
    assert desk.pipe("check").code == before
    assert desk.pipe().code == 0
