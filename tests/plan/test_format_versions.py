"""What version 1 wrote is read forever; what a newer version wrote gets a clear message."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from groundplan.plan.config import Config, Policy, Suppression, read_config
from groundplan.plan.document import fingerprint
from groundplan.plan.entry import ENTRY_VERSION, Author, Entry, digest_json, read_entry
from groundplan.plan.errors import Unreadable
from groundplan.plan.history import read_history
from groundplan.plan.promise import Approval, question_digest
from groundplan.plan.promise_reading import read_promise
from groundplan.plan.record import Record

FIXTURES = Path(__file__).parent / "fixtures"


@pytest.mark.parametrize(
    ("name", "digest"),
    [
        ("entry-v1-turn.json", "486590975bf9b2a216ab554938848f337d536143fccea2efc4d6ec437a2d1bb7"),
        ("entry-v1-approval.json", "801ebd7b10d775d21a90585034769b337473ed4d1acc1f3edacb6a787c43c0e9"),
    ],
)
def test_a_file_of_version_1_is_read_and_written_back_byte_for_byte(name: str, digest: str) -> None:
    text = (FIXTURES / name).read_bytes().decode("utf-8")
    entry = read_entry(text, place=name)
    assert entry.version == 1
    assert entry.digest == digest
    assert entry.to_json() == text


def test_the_fields_of_version_1_mean_what_they_meant() -> None:
    turn = read_entry((FIXTURES / "entry-v1-turn.json").read_text("utf-8"))
    assert turn == Entry(
        id="01JCF3Z8Q0V7W2N4R6T8Y0A2C4",
        plan="01JCF3Z8N0PLANPLANPLANPLAN",
        kind="turn",
        at="2026-03-01T09:00:00Z",
        by=Author("user", "Ann Exämple", "terminal", ("zsh", "tmux")),
        body={"kind": "reply", "digest": "0f" * 32},
    )
    signed = read_entry((FIXTURES / "entry-v1-approval.json").read_text("utf-8"))
    promise = read_promise(signed)
    assert isinstance(promise, Approval)
    assert promise.checkpoint == "3"
    assert promise.sections == {"1": "v1:" + "ab" * 32, "3": "v1:" + "cd" * 32}
    assert promise.confirms == (turn.id,)
    assert signed.signature.startswith("-----BEGIN SSH SIGNATURE-----\n")
    assert signed.follows == {turn.id: turn.digest}


def test_entries_of_version_1_still_follow_each_other() -> None:
    entries = [read_entry(path.read_text("utf-8")) for path in sorted(FIXTURES.glob("entry-v1-*.json"))]
    history = read_history(entries, plan="01JCF3Z8N0PLANPLANPLANPLAN")
    assert history.damage == ()
    assert [entry.kind for entry in history.latest(history.entries)] == ["approval"]


@pytest.mark.parametrize("version", [ENTRY_VERSION + 1, 99, 10**30])
def test_a_newer_entry_says_that_a_newer_groundplan_is_needed(version: int) -> None:
    with pytest.raises(Unreadable) as raised:
        read_entry(json.dumps({"version": version, "shape": "unlike ours"}), place="ledger/x.json")
    message = f"Ledger entry `ledger/x.json` has format version {version}, newer than {ENTRY_VERSION}"
    assert raised.value.message == message
    assert raised.value.hint == "Install a newer groundplan: `pip install -U groundplan`"
    assert raised.value.exit_code == 5


def test_a_newer_configuration_says_that_a_newer_groundplan_is_needed() -> None:
    with pytest.raises(Unreadable, match="has format version `2`, newer than 1") as raised:
        read_config({"version": 2, "unknown": {}}, place=".groundplan/config.toml")
    assert "pip install -U groundplan" in raised.value.hint


# Ledgers in the world hold these values: to change how one is made voids every approval, receipt or answer.


def test_fingerprints_of_version_1_stay_what_they_are() -> None:
    assert fingerprint("") == "v1:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    assert fingerprint("Grüße\n") == "v1:b1de61b8108f15d9913e0fa2e6371ed737fbe2be84e63a89ca8ae7a370322371"


def test_what_an_answer_binds_stays_what_it_is() -> None:
    assert (
        question_digest("Q1", "Which  retry\npolicy?")
        == "80a1b6be54137c93f293fa371ea0fcfc5f90e56f37e518100f5a276e82224fd0"
    )


def test_what_an_approval_binds_stays_what_it_is() -> None:
    assert Policy().digest == "36771aa21dd6bc611c10f1f330b1e193da56da79260d203f9c3efddfc023d390"
    assert Config().suppressions_digest == digest_json([])
    silenced = Config(suppressions=(Suppression("GP603", "house word", "2"),))
    assert silenced.suppressions_digest == "3d42729f33eb996ad19b71b58ff509990df06d3d1ccf5ec612fad5c3bedb1745"


def test_what_a_receipt_binds_stays_what_it_is() -> None:
    record = Record("task", "5", "T1", "Add retries", {"owner": "Ann"}, {"files": ("a.py", "b.py")})
    assert record.digest == "7cef1026305fb7c638f74f8f3a49e2607d9712623a9401cdccfc886057308671"
