"""A request for changes: who asked is named, an approval ends it, and only what changed is shown again."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

import pytest
from forging import forge

if TYPE_CHECKING:
    from desk import Desk

STEPS = "1. Add `retry()` to `client.py`.\n"


def words(text: str) -> str:
    return " ".join(text.split())


def rewrite(desk: Desk, text: str) -> None:
    desk.path("steps.md").write_text(text)
    assert desk.person("write", "implementation-plan", "--file", "steps.md").code == 0


def test_a_replaced_answer_is_no_request_for_changes(ready: Desk) -> None:
    assert ready.person("answer", "1", "Four.").code == 0
    home = words(ready.person().out)
    assert "changes" not in home
    assert ready.states() == {"ready": "ready"}
    assert "groundplan approve ready" in home


def test_an_approval_ends_the_requests_before_it(ready: Desk) -> None:
    assert ready.person("request-changes", "ready", "Say the unit").code == 0
    assert ready.person("approve", "ready", typed="ready").code == 0
    for call in ((), ("resume",)):
        assert "asked for changes" not in words(ready.person(*call).out)


def test_who_asked_for_changes_is_named_and_nothing_waits_for_approval(ready: Desk) -> None:
    assert ready.person("request-changes", "ready", "Say the unit").code == 0
    home = words(ready.person().out)
    assert "Ann asked for changes: “Say the unit”" in home
    assert "Sections:" not in home
    assert "approval ◐ changes requested" in home


@pytest.mark.parametrize(
    "call",
    [
        ("ready", "Say the unit"),
        ("Say the unit",),
        ("ready for implementation", "Say the unit"),
        ("retry-failed-uploads", "ready", "Say the unit"),
        ("ready", "--because", "Say the unit"),
        ("--because", "Say the unit"),
    ],
)
def test_changes_are_requested_in_words(ready: Desk, call: tuple[str, ...]) -> None:
    ready.person("revoke", "ready", "not yet")
    ran = ready.person("request-changes", *call)
    assert ran.code == 0, ran.said
    assert "Changes requested at ready: Say the unit" in ran.out


@pytest.mark.parametrize(("call", "code"), [(("ready",), 2), (("redy",), 2), (("redy", "Say the unit"), 2)])
def test_without_words_or_with_a_wrong_name_nothing_is_recorded(
    ready: Desk, call: tuple[str, ...], code: int
) -> None:
    before = ready.entries()
    ran = ready.person("request-changes", *call)
    assert ran.code == code, ran.said
    assert ready.entries() == before


def test_revoke_takes_its_reason_as_words_too(ready: Desk) -> None:
    assert "Approval revoked at ready: too early" in ready.person("revoke", "ready", "too early").out


def test_approving_again_shows_what_changed_since_the_approval_and_all_on_request(ready: Desk) -> None:
    assert ready.person("request-changes", "ready", "Say the file").code == 0
    rewrite(ready, STEPS + "2. Call it in `client.py`.\n")
    ran = ready.person("approve", "ready", typed="all\nready")
    assert ran.code == 0, ran.said
    before, _, after = ran.out.partition("to approve: all")
    assert "The same has changed since it was last approved" in before
    assert "2 % of uploads fail" not in before
    assert "2. Call it in" in before
    assert "2 % of uploads fail" in after


@pytest.mark.parametrize("channel", ["agent", "terminal"])
def test_a_forged_request_hides_no_words_from_the_person(unapproved: Desk, channel: str) -> None:
    text = unapproved.path("plans/retry-failed-uploads.md").read_bytes()  # as it is now: nothing would differ
    documents = {"plan": hashlib.sha256(text).hexdigest()}
    forge(
        unapproved, "changes", {"checkpoint": "ready", "reason": "x", "documents": documents}, channel=channel
    )
    assert "To be approved" in unapproved.person("approve", "ready", typed="no").out


def test_a_revoked_approval_is_read_again_in_full(ready: Desk) -> None:
    assert ready.person("revoke", "ready", "too early").code == 0
    assert "2 % of uploads fail" in ready.person("approve", "ready", typed="no").out


def test_after_a_revoke_no_earlier_approval_is_what_the_person_knows(ready: Desk) -> None:
    assert ready.person("request-changes", "ready", "Say the file").code == 0
    rewrite(ready, STEPS + "2. Call it in `client.py`.\n")
    assert ready.person("approve", "ready", typed="ready").code == 0
    assert ready.person("revoke", "ready", "too early").code == 0
    out = ready.person("approve", "ready", typed="no").out
    assert "Changed since" not in out
    assert "2 % of uploads fail" in out


@pytest.mark.parametrize("typed", ["ready", "Ready for implementation", "ready-for-implementation"])
def test_the_label_of_a_checkpoint_is_typed_as_well_as_its_word(unapproved: Desk, typed: str) -> None:
    ran = unapproved.person("approve", "ready-for-implementation", typed=typed)
    assert ran.code == 0, ran.said
    assert "Type `ready` to approve: " in ran.out


def test_a_checkpoint_has_one_name_on_every_screen(unapproved: Desk) -> None:
    assert "your approval  The plan can be executed" in unapproved.person().out
    assert "◐  ready  waiting for your approval" in unapproved.person("show").out
    assert "ready: waiting for approval" in unapproved.person("resume").out
    assert "Type `ready` to approve: " in unapproved.person("approve", typed="no").out


def test_a_first_approval_names_no_setting(unapproved: Desk) -> None:
    out = unapproved.person("approve", typed="no").out
    for word in ("policy", "profile", "suppression", "playbook", "plan header", "freezes", "tokens", "brief"):
        assert word not in out, word


def test_the_request_and_what_changed_since_are_shown_beside_all_that_nobody_approved(
    unapproved: Desk,
) -> None:
    assert unapproved.person("request-changes", "Say the file in the implementation plan").code == 0
    assert "Sections: implementation-plan" in words(unapproved.person().out)
    rewrite(unapproved, STEPS + "2. Call it in `client.py`.\n")
    out = unapproved.person("approve", "ready", typed="no").out
    asked, _, after = out.partition("Changed since that request")
    assert "Ann asked for changes: “Say the file in the implementation plan”" in words(asked)
    since, _, whole = after.partition("To be approved")
    assert "2. Call it in" in since
    assert "2 % of uploads fail" not in since
    assert "2 % of uploads fail" in whole
    assert "2. Call it in" in whole


def test_an_approval_ends_the_request_it_shows(ready: Desk) -> None:
    assert ready.person("request-changes", "Say the unit").code == 0  # the only checkpoint, already approved
    out = words(ready.person("approve", typed="ready").out)
    assert "asked for changes: “Say the unit” Nothing has changed since that request" in out
    assert ready.person("answer", "1", "Four.").code == 0
    assert "asked for changes" not in ready.person("approve", typed="no").out
