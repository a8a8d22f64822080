"""Bare `groundplan` and `list`: what they call a draft, a merge conflict, and a repository put away."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from .conftest import Desk

OURS = "- [ ] Q1: Which errors"


def conflict(desk: Desk) -> None:
    """Leave the plan as a merge does that could not be done."""
    text = desk.document().read_text()
    assert OURS in text
    begun = text.replace(OURS, f"<<<<<<< HEAD\n{OURS}", 1)
    desk.document().write_text(f"{begun}=======\n- [ ] Q1: Other words?\n>>>>>>> topic\n")


def test_a_draft_in_which_nothing_is_wrong_shows_what_is_next_and_no_verdict(begun: Desk) -> None:
    for ran in (begun.run(), begun.run("status")):
        assert "complete" not in ran.out, "of a plan that is approved once the section that is next says all"
        assert "unfinished" not in ran.out
        assert "  check " not in ran.out


def test_show_says_of_an_unfinished_draft_what_check_says(begun: Desk) -> None:
    assert "nothing wrong, 3 unfinished." in begun.run("check").out
    told = begun.run("show").out
    assert "3 unfinished" in told
    assert "finding" not in told


# What somebody who has never seen groundplan need not know before the first approval.
UNASKED = re.compile(r"checkpoint|playbook|ledger|finding|GP\d|brief|refute|receipt|profile|standing|stage")


@pytest.mark.parametrize("command", ["", "check"])
def test_a_first_plan_is_shown_in_plain_words_to_a_person(begun: Desk, command: str) -> None:
    told = begun.attend(*command.split()).out
    assert "groundplan answer Q1" in told
    assert not UNASKED.search(told), told


def test_the_only_approval_of_a_plan_needs_no_name(begun: Desk, written: Desk) -> None:
    assert "approval" not in begun.run().out, "what comes first waits below"
    assert "your approval" in written.run().out
    assert "checkpoint" not in written.run().out


def test_where_drafts_are_judged_strictly_they_are_called_wrong_here_too(begun: Desk) -> None:
    (begun.folder / ".groundplan/config.toml").write_text('[policy]\ndrafts = "strict"\n')
    assert "  check     3 errors\n" in begun.run().out


def test_a_conflict_in_a_plan_is_named_and_none_of_its_questions_is_asked(begun: Desk) -> None:
    conflict(begun)
    for call in ((), ("show",), ("list",)):
        told = begun.run(*call).out
        assert "=======" not in told
        assert "Other words?" not in told
    told = begun.run(columns=120).out
    assert "±  merge conflict" in told
    assert "plans/retry-uploads.md has conflict markers" in told
    waiting = begun.run("--json").json["plans"][0]["waiting"]
    assert [each["kind"] for each in waiting] == ["conflict"]


def test_a_change_of_a_plan_in_conflict_says_to_resolve_it_first(begun: Desk) -> None:
    conflict(begun)
    ran = begun.run("answer", "Q1", "Only timeouts")
    assert ran.code == 3
    assert "hint: Resolve the conflict and remove its markers" in ran.err
    assert "hint: Resolve the conflict and remove its markers" in begun.run("approve").err
    assert begun.run("talk").code == 3


def test_where_every_plan_is_archived_each_is_named(begun: Desk) -> None:
    begun.run("new", "Cache the grades", "--name", "grades")
    for slug in ("grades", "retry-uploads"):
        assert begun.run("archive", slug, "--abandon", "later").code == 0
    for call in ((), ("list",)):
        told = begun.run(*call).out
        assert "No open plans" in told
        assert "2 archived: retry-uploads, grades" in told
        assert "groundplan archive --restore <name>" in told
        assert "groundplan plan" in told
    assert begun.run("list", "--archived").out.count("archived") == 2


def test_list_archived_lists_no_open_plan(begun: Desk) -> None:
    assert begun.run("list", "--archived").out == "  No archived plans\n"
    assert begun.run("list", "--archived", "--json").json["plans"] == []
    begun.run("new", "Cache the grades", "--name", "grades")
    begun.run("archive", "grades", "--abandon", "not now")
    assert begun.run("list", "--archived").out.split()[:2] == ["grades", "archived"]
    assert "retry-uploads" not in begun.run("list", "--archived").out


def test_a_name_that_is_not_there_is_answered_with_those_that_are(begun: Desk) -> None:
    assert "hint: Choose from `retry-uploads`" in begun.run("status", "-p", "nope").err
    told = begun.run("show", "nope").err
    assert "has no section `nope`" in told
    assert "hint: Choose from `goal`, `context`" in told
