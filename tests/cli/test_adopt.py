"""A person takes responsibility: for hand edits, for relayed words, for a document from elsewhere."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from .conftest import Desk

pytestmark = pytest.mark.skipif(os.name == "nt", reason="terminals of this kind exist on Linux and macOS")

ASKED = "Type `adopt` to accept it: "
TYPED = [(ASKED, "adopt\n")]
FOREIGN = """\
---
title: Cache the grades
status: ready for implementation
---
## Goal
Cache the grades.

## Context
Every request computes them anew.

## Implementation Plan
- T1: Put a cache in front.
"""


@pytest.fixture
def edited(written: Desk) -> Desk:
    """A plan whose context somebody edited with another tool."""
    assert written.run("ask", "Who pays?", "--not-blocking").code == 0
    text = written.document().read_text("utf-8")
    written.document().write_text(text.replace("posts", "sends"), "utf-8")
    return written


def codes(desk: Desk) -> set[str]:
    return {found["code"] for plan in desk.run("check", "--json").json["plans"] for found in plan["findings"]}


def test_hand_edits_are_seen_and_then_adopted(edited: Desk) -> None:
    assert "GP206" in codes(edited)
    ran = edited.attend("adopt", script=TYPED)
    assert ran.code == 0
    before, _, after = ran.out.partition(ASKED)
    assert "+The uploader in `src/upload.py` sends" in before
    assert "✓ Adopted context and 2 relayed messages" in after
    assert codes(edited) == set()


def test_any_other_word_adopts_nothing(edited: Desk) -> None:
    before = edited.ledger()
    ran = edited.attend("adopt", script=[(ASKED, "yes\n")])
    assert (ran.code, "error:" in ran.out) == (130, False)
    assert edited.ledger() == before
    assert "GP206" in codes(edited)


def test_nobody_adopts_through_a_pipe(edited: Desk) -> None:
    ran = edited.run("adopt", stdin="adopt\n")
    assert (ran.code, ran.out) == (3, "")
    assert "Only a person at a terminal may adopt text" in ran.err
    assert edited.run("adopt", "--json").complaint["kind"] == "refused"


def test_a_plan_may_be_named_by_its_document(edited: Desk) -> None:
    assert edited.attend("adopt", "plans/retry-uploads.md", script=TYPED).code == 0


def test_nothing_to_adopt_is_said(desk: Desk) -> None:
    desk.run("new", "Retry failed uploads")
    ran = desk.run("adopt")
    assert ran.code == 2
    assert "has nothing to adopt" in ran.err


class TestForeign:
    @pytest.fixture
    def strange(self, desk: Desk) -> Desk:
        (desk.folder / "docs").mkdir()
        (desk.folder / "docs/cache.md").write_text(FOREIGN)
        return desk

    def test_a_document_is_taken_in_unapproved(self, strange: Desk) -> None:
        ran = strange.attend("adopt", "docs/cache.md", script=[*TYPED, ("Stage: ", "\n")])
        assert ran.code == 0, ran.out
        assert "stage in its header: ready for implementation" in ran.out
        assert "✓ Adopted docs/cache.md as plan" in ran.out
        shown = strange.run("show", "--json").json
        assert shown["checkpoints"][0]["state"] != "passed"
        assert (
            FOREIGN.partition("status")[0].partition("\n")[2]
            in (strange.folder / "docs/cache.md").read_text()
        )

    def test_what_its_header_claims_is_approved_by_typing_it(self, strange: Desk) -> None:
        script = [*TYPED, ("Stage: ", "ready for implementation\n"), ("to approve: ", "ready\n")]
        assert strange.attend("adopt", "docs/cache.md", script=script).code == 0
        assert strange.run("show", "--json").json["checkpoints"][0]["state"] == "passed"

    def test_what_its_header_claims_is_approved_under_the_projects_profile(self, strange: Desk) -> None:
        (strange.folder / ".groundplan").mkdir(exist_ok=True)
        (strange.folder / ".groundplan/config.toml").write_text('version = 1\n[profile]\nroles = ["lead"]\n')
        script = [*TYPED, ("Stage: ", "ready for implementation\n"), ("to approve: ", "ready\n")]
        assert strange.attend("adopt", "docs/cache.md", script=script).code == 0
        assert strange.run("show", "--json").json["checkpoints"][0]["state"] == "passed"

    def test_only_a_person_takes_a_document_in(self, strange: Desk) -> None:
        assert strange.run("adopt", "docs/cache.md").code == 3
        assert strange.run("adopt", "docs/cache.md", "--json").complaint["kind"] == "refused"
        assert (strange.folder / "docs/cache.md").read_text() == FOREIGN

    @pytest.mark.parametrize(
        ("words", "code"),
        [
            (("docs/none.md",), 5),
            (("../outside.md",), 2),
            (("docs/cache.md", "--playbook", "nonsense"), 2),
            (("docs",), 3),
            (("--playbook", "nonsense"), 2),
        ],
    )
    def test_a_file_that_cannot_be_taken_in_is_refused(
        self, strange: Desk, words: tuple[str, ...], code: int
    ) -> None:
        ran = strange.run("adopt", *words)
        assert ran.code == code, ran.err
        assert ran.err.startswith("error: ")
