"""The repository a command works in: its settings are read exactly, or refused with the reason."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone
from typing import TYPE_CHECKING

import pytest

from groundplan.app.workspace import CONFIG_PATH, open_workspace, parse_config
from groundplan.plan.config import Config
from groundplan.plan.errors import GroundplanError, Unreadable

if TYPE_CHECKING:
    from pathlib import Path

    from conftest import Office

BROKEN = {
    "not UTF-8": (b"\xff\xfe", "is not TOML"),
    "not TOML": (b"policy", "is not TOML"),
    "a key given twice": (b"version = 1\nversion = 1\n", "is not TOML"),
    "lists without end": (b"a = " + b"[" * 50_000, "is not TOML"),
    "tables in tables": (b"a" + b".a" * 500 + b" = 1", "a key has more than 64 parts"),
    "a table nobody knows": (b"[policies]\n", "unknown table, `policies`"),
    "a policy nobody knows": (b'[policy]\napproval = "signed"\n', "unknown policy, `approval`"),
    "a value nobody knows": (b'[policy]\napprovals = "none"\n', "policy `approvals` is `none`"),
    "a list for a policy": (b"[policy]\napprovals = []\n", "policy `approvals` is `[]`"),
    "a newer version": (b"version = 2\n", "has format version `2`, newer than 1"),
    "a version in words": (b'version = "1"\n', "`version` must be 1"),
    "a version that is true": (b"version = true\n", "`version` must be 1"),
    "a number for a folder": (b"[plans]\nfolder = 3\n", "`folder` must be text"),
    "a text for a table": (b'plans = "plans"\n', "`plans` must be a table"),
    "a table for a list": (b"[suppress]\nrule = 'GP602'\n", "`suppress` must be a list of tables"),
    "a suppression of nothing": (b"[[suppress]]\nreason = 'x'\n", "a suppression has no `rule`"),
    "a standard without words": (b"[[profile.standards]]\nid = 'x'\n", "a standard has no `text`"),
    "a role that is a number": (b"[profile]\nroles = [1]\n", "`roles` must be a list of texts"),
}


@pytest.mark.parametrize(("data", "said"), BROKEN.values(), ids=BROKEN)
def test_broken_settings_are_refused_with_the_reason_and_the_place(data: bytes, said: str) -> None:
    with pytest.raises(Unreadable) as refused:
        parse_config(data, place="main:.groundplan/config.toml")
    assert "`main:.groundplan/config.toml`" in refused.value.message
    assert said in refused.value.message
    assert refused.value.place == "main:.groundplan/config.toml"
    assert len(refused.value.message) < 2_000


@pytest.mark.parametrize("data", [None, b"", b"# nothing\n", b"version = 1\n"])
def test_settings_that_say_nothing_are_the_default_ones(data: bytes | None) -> None:
    assert parse_config(data, place="x") == Config()


def test_settings_say_what_they_say() -> None:
    config = parse_config(
        b'[policy]\napprovals = "signed"\n[plans]\nfolder = "docs/plans"\n'
        b'[[suppress]]\nrule = "GP602"\nreason = " theirs "\nsection = "goal"\n',
        place="x",
    )
    assert config.policy.approvals == "signed"
    assert config.folder == "docs/plans"
    assert [(s.code, s.reason, s.section) for s in config.suppressions] == [("GP602", "theirs", "goal")]


def test_broken_settings_in_the_repository_stop_every_command(office: Office) -> None:
    (office.root / ".groundplan").mkdir()
    (office.root / CONFIG_PATH).write_bytes(BROKEN["lists without end"][0])
    with pytest.raises(Unreadable, match="is not TOML"):
        open_workspace(office.root)


def test_a_workspace_is_found_from_any_folder_in_it(office: Office) -> None:
    deep = office.root / "src" / "deep"
    deep.mkdir(parents=True)
    assert open_workspace(deep).root == office.root.resolve()


def test_no_repository_is_a_clear_refusal(tmp_path: Path) -> None:
    with pytest.raises(GroundplanError):
        open_workspace(tmp_path)


def test_with_a_base_the_settings_are_those_of_that_commit(office: Office) -> None:
    (office.root / ".groundplan").mkdir()
    (office.root / CONFIG_PATH).write_text('[policy]\napprovals = "signed"\n')
    (office.root / ".groundplan/allowed_signers").write_text("ann ssh-ed25519 AAAA\n")
    office.commit()
    (office.root / CONFIG_PATH).write_text('[policy]\napprovals = "attended"\n')
    (office.root / ".groundplan/allowed_signers").write_text("mallory ssh-ed25519 AAAA\n")
    (office.root / ".groundplan/playbooks/ours").mkdir(parents=True)
    (office.root / ".groundplan/playbooks/ours/playbook.toml").write_text("x = 1\n")
    here, base = open_workspace(office.root), open_workspace(office.root, base="main")
    assert (here.config.policy.approvals, base.config.policy.approvals) == ("attended", "signed")
    assert (here.allowed_signers[:3], base.allowed_signers[:3]) == (b"mal", b"ann")
    assert "ours" in here.shelf.names()
    assert "ours" not in base.shelf.names()


def test_a_base_that_is_not_there_is_refused(office: Office) -> None:
    with pytest.raises(GroundplanError):
        open_workspace(office.root, base="nowhere")


def test_the_time_of_entries_is_universal(office: Office) -> None:
    away = timezone(timedelta(hours=-7))
    workspace = open_workspace(office.root, clock=lambda: datetime(2026, 1, 5, 22, 30, 1, tzinfo=away))
    assert workspace.now() == "2026-01-06T05:30:01Z"
