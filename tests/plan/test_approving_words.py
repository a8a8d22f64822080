"""A playbook comes with the repository: no word of it makes an approval of a reader's no."""

from __future__ import annotations

from typing import Any

import pytest

from groundplan.plan.approving_words import may_approve
from groundplan.plan.playbook import CheckpointSpec

NOES = (
    "no",
    "N",
    "nein",
    "Não",
    "not yet",
    "no, thanks",
    "\uff4e\uff4f",
    "don’t",
    "q",
    "Quit",
    "cancel",
    "all",
    "exit!",
)
NO_WORDS = ("", " ", "-", "y", "1", "\u200d", "ok\ufe0f", "ok\u200b", "\u3164\u3164")
YESES = (
    "Approved",
    "Proceed",
    "Yes",
    "ok",
    "LGTM",
    "Go ahead",
    "I approve.",
    "Nobody objects",
    "Freigegeben",
    "ठीक है",
)


def checkpoint(**more: Any) -> CheckpointSpec:
    given = {"id": "3", "name": "design", "message": "", "covers": ("*",), "person": True, **more}
    return CheckpointSpec(**given)


@pytest.mark.parametrize("word", [*NOES, *NO_WORDS])
def test_what_says_no_or_is_no_word_approves_nothing(word: str) -> None:
    assert not may_approve(word)
    spec = checkpoint(words=(word,))
    assert not spec.is_approved_by(word)
    assert spec.approving == ("design",)


@pytest.mark.parametrize("word", YESES)
def test_a_word_of_the_playbook_that_can_mean_yes_approves_and_is_named(word: str) -> None:
    spec = checkpoint(words=(word,))
    assert spec.is_approved_by(word.upper())
    assert spec.approving == ("design", word)


@pytest.mark.parametrize("name", ["no", "No!", "q", "cancel", "", "\u200d", "no no"])
def test_a_checkpoint_that_is_called_no_is_approved_by_no_such_word(name: str) -> None:
    assert not checkpoint(id=name, name=name).is_approved_by(name)


@pytest.mark.parametrize("name", ["3", "B", "x", "Change plan", "Go/No-go (final)", "Edit: part 2"])
def test_a_checkpoint_is_approved_by_its_own_name(name: str) -> None:
    assert checkpoint(id=name).is_approved_by(name)
    assert checkpoint(name=name).is_approved_by(name)
