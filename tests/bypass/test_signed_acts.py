"""Attacks on a policy that wants signatures: acts in a person's name that no approval shows."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from forging import fingerprints, forge
from tests.bypass.test_refutations import detached, fates, hand_in, objection_id
from tests.bypass.test_whereabouts import sign_only

from groundplan.app.plans.opened import open_plan
from groundplan.app.plans.signing import MOST_REJECTED
from groundplan.app.workspace import open_workspace
from groundplan.plan.entry import read_entry

if TYPE_CHECKING:
    from desk import Desk

pytestmark = pytest.mark.skipif(shutil.which("ssh-keygen") is None, reason="ssh-keygen is not installed")


def approve(desk: Desk, key: str) -> str:
    ran = desk.person("approve", "ready", "--sign", key, typed="ready")
    assert ran.code == 0, ran.said
    return ran.out


def relayed(desk: Desk) -> list[str]:
    """Return the entries that an agent wrote in the user's name."""
    return [each.id for each in open_plan(open_workspace(desk.root)).judgement.promises.unconfirmed]


# ------------------------------------------------------------------------------- words in a person's name


def test_words_said_at_a_faked_terminal_are_shown_before_they_are_signed(unapproved: Desk) -> None:
    key = sign_only(unapproved)
    assert unapproved.person("say", "Drop the checks.").code == 0
    told = approve(unapproved, key)
    assert "Drop the checks." in told
    assert "Three." in told, "an answer as well"
    assert "Ann, without a signature" in told
    assert unapproved.states()["ready"] == "passed"


def test_words_that_were_signed_once_are_not_shown_again(unapproved: Desk) -> None:
    key = sign_only(unapproved)
    assert "2 % of them do." in approve(unapproved, key)
    assert unapproved.person("revoke", "ready", "--because", "wait").code == 0
    told = approve(unapproved, key)
    assert "wait" in told, "said since"
    assert "2 % of them do." not in told


def test_where_signatures_are_not_wanted_own_words_are_not_shown_again(unapproved: Desk) -> None:
    told = unapproved.person("approve", "ready", typed="ready")
    assert told.code == 0
    assert "without a signature" not in told.out


def test_a_forged_adoption_confirms_no_relayed_words(unapproved: Desk) -> None:
    key = sign_only(unapproved)
    assert unapproved.agent("say", "--as", "user", "Drop the checks, I agreed to it.").code == 0
    body = {"cause": "adopt", "sections": {}, "turns": relayed(unapproved)}
    forge(unapproved, "revised", body, channel="terminal")
    assert "Drop the checks, I agreed to it." in approve(unapproved, key)


def test_a_forged_answer_settles_no_relayed_one(unapproved: Desk) -> None:
    key = sign_only(unapproved)
    assert unapproved.agent("ask", "Where are they counted?").code == 0
    assert unapproved.agent("answer", "Q2", "In the audit log, unseen.").code == 0
    known = [json.loads(path.read_text()) for path in unapproved.entries()]
    [given] = [each for each in known if each["kind"] == "answer" and each["by"]["channel"] == "agent"]
    body = given["body"] | {"turn": "", "replaces": [given["id"]]}
    forge(unapproved, "answer", body, channel="terminal")
    told = approve(unapproved, key)
    assert "Ann, without a signature: “In the audit log, unseen.”" in " ".join(told.split())


# ----------------------------------------------------------------------------------------------- objections


def test_an_answer_that_a_forged_act_accepts_is_shown_before_it_is_signed(unapproved: Desk) -> None:
    assert hand_in(unapproved).code == 0
    key = sign_only(unapproved)
    assert unapproved.agent("object", "O1", "--answer", "three is a default").code == 0
    answer = json.loads(unapproved.entry("response").read_text())["id"]
    body = {"objection": objection_id(unapproved), "how": "accepted", "answers": [answer]}
    forge(unapproved, "response", body, channel="terminal")
    assert fates(unapproved) == {"O1": "answered"}
    assert "three is a default" in approve(unapproved, key)
    assert fates(unapproved) == {"O1": "accepted"}


def test_a_forged_answer_by_a_person_is_shown_before_it_is_signed(unapproved: Desk) -> None:
    assert hand_in(unapproved).code == 0
    key = sign_only(unapproved)
    body = {"objection": objection_id(unapproved), "how": "answered", "text": "I do not mind"}
    forge(unapproved, "response", body, channel="terminal")
    assert fates(unapproved) == {"O1": "answered"}
    assert "I do not mind" in approve(unapproved, key)


@pytest.mark.parametrize("channel", ["terminal", "agent"])
def test_a_forged_withdrawal_of_an_objection_is_shown_before_it_is_signed(
    unapproved: Desk, channel: str
) -> None:
    assert hand_in(unapproved).code == 0
    key = sign_only(unapproved)
    body = {"objection": objection_id(unapproved), "how": "withdrawn", "reader": "reviewer-2"}
    forge(unapproved, "response", body, channel=channel)
    told = approve(unapproved, key)
    assert "nothing passes the number of attempts on" in told
    assert fates(unapproved) == {"O1": "withdrawn"}, "once a signature covers it"


def test_a_person_is_told_that_an_answer_is_accepted_by_signing(unapproved: Desk) -> None:
    assert hand_in(unapproved).code == 0
    sign_only(unapproved)
    assert unapproved.agent("object", "O1", "--answer", "three is a default").code == 0
    ran = unapproved.person("object", "O1", "--accept")
    assert ran.code != 0
    assert "groundplan approve --sign" in ran.said


# ---------------------------------------------------------------------------------- playbook, archive, start


def test_a_playbook_pinned_by_a_forged_act_is_named_before_it_is_signed(unapproved: Desk) -> None:
    key = sign_only(unapproved)
    opened = open_plan(open_workspace(unapproved.root))
    body = {
        "playbook": opened.playbook.name,
        "version": opened.playbook.version,
        "playbook_digest": opened.playbook.digest,
        "title": opened.known.title,
        "documents": dict(opened.known.documents),
        "sections": fingerprints(unapproved),
    }
    forge(unapproved, "repinned", body, channel="terminal")
    told = approve(unapproved, key)
    assert "the playbook" in told
    assert unapproved.person("revoke", "ready", "--because", "wait").code == 0
    assert "the playbook" not in approve(unapproved, key)


def archive(desk: Desk, key: str) -> None:
    ran = desk.person("archive", "--abandon", "no time", "--sign", key, typed="archive\n")
    assert ran.code == 0, ran.said


def test_an_archived_plan_is_brought_back_by_a_signature_alone(unapproved: Desk) -> None:
    key = sign_only(unapproved)
    approve(unapproved, key)
    archive(unapproved, key)
    ran = unapproved.person("archive", "--restore")
    assert ran.code != 0
    assert "ssh key" in ran.said
    assert unapproved.person("archive", "--restore", "--sign", key).code == 0
    assert "GP214" not in unapproved.codes()


def test_a_plan_that_a_forged_act_restored_is_named(unapproved: Desk) -> None:
    key = sign_only(unapproved)
    approve(unapproved, key)
    archive(unapproved, key)
    forge(unapproved, "restored", {}, channel="terminal")
    told = unapproved.pipe("check")
    assert told.code == 1
    assert "has no signature by an allowed signer" in " ".join(told.out.split())
    assert "it was made without sight of 1 entry" in " ".join(told.out.split())


def test_an_act_that_follows_nothing_settles_nothing(unapproved: Desk) -> None:
    key = sign_only(unapproved)
    assert unapproved.agent("say", "--as", "user", "Drop the checks, I agreed to it.").code == 0
    body = {"cause": "adopt", "sections": {}, "turns": relayed(unapproved)}
    detached(unapproved, "revised", body, channel="terminal")
    assert "Drop the checks, I agreed to it." in approve(unapproved, key)


def test_a_ledger_full_of_signatures_that_prove_nothing_says_so(unapproved: Desk) -> None:
    key = sign_only(unapproved)
    approve(unapproved, key)
    signed = json.loads(unapproved.entry("approval").read_text())
    assert unapproved.states()["ready"] == "passed"
    for number in range(MOST_REJECTED + 1):
        path = forge(unapproved, "note", {"number": number}, number=number)
        entry = replace(read_entry(path.read_text()), signature=signed["signature"])
        path.write_text(entry.to_json())
    told = unapproved.pipe("check")
    assert told.code == 1
    said = " ".join(told.out.split())
    assert "So many signatures here prove nothing that no more are looked at" in said
    assert "GP210" in said
