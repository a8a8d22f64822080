"""What was tried before is told with what became of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from groundplan.survey.history.attempts import previous_attempts, unmerged_attempts
from groundplan.survey.history.reading import reverted_commit

if TYPE_CHECKING:
    from tests.survey.history.conftest import Past

    from groundplan.survey.history.facts import Attempt


def unmerged(past: Past, words: str) -> list[Attempt]:
    history = past.load()
    return unmerged_attempts(history, words, history.repository.other_branches())


@pytest.mark.req("S4-08")
def test_a_reverted_commit_comes_with_what_took_it_back(past: Past) -> None:
    past.commit("Add other things", {"b.py": "1"})
    tried = past.commit("Add retry policy to the client", {"client.py": "1"})
    back = past.commit(
        f'Revert "Add retry policy to the client"\n\nThis reverts commit {tried}.', {"client.py": None}
    )
    attempts = {attempt.commit.oid: attempt for attempt in previous_attempts(past.load(), "retry policy")}
    assert attempts[tried].was_taken_back
    assert attempts[tried].reverted_by is not None
    assert attempts[tried].reverted_by.oid == back
    assert attempts[back].reverts is not None
    assert attempts[back].reverts.oid == tried
    assert attempts[tried].paths == ("client.py",)
    assert set(attempts) == {tried, back}


def test_a_revert_is_known_by_its_subject_where_it_names_no_commit(past: Past) -> None:
    tried = past.commit("Add retry policy (#12)", {"client.py": "1"})
    back = past.commit('Reverted "Add retry policy (#12)" (#15)', {"client.py": "2"})
    attempts = {attempt.commit.oid: attempt for attempt in previous_attempts(past.load(), "retry")}
    assert attempts[tried].reverted_by is not None
    assert attempts[tried].reverted_by.oid == back
    assert attempts[back].reverts is not None
    assert attempts[back].reverts.oid == tried


@pytest.mark.parametrize("again", ["Add retry policy", 'Revert "Revert "Add retry policy""'])
def test_what_landed_again_was_not_given_up(past: Past, again: str) -> None:
    tried = past.commit("Add retry policy", {"client.py": "1"})
    past.commit(f'Revert "Add retry policy"\n\nThis reverts commit {tried[:10]}.', {"client.py": "2"})
    landed = past.commit(again, {"client.py": "1"})
    attempts = {attempt.commit.oid: attempt for attempt in previous_attempts(past.load(), "retry")}
    assert not attempts[tried].was_taken_back
    assert attempts[tried].landed_again is not None
    assert attempts[tried].landed_again.oid == landed


@pytest.mark.req("S4-08")
def test_commits_on_branches_that_were_never_merged_are_found(past: Past) -> None:
    past.commit("base", {"a.py": "1"})
    past.git("checkout", "-q", "-b", "try/retry")
    tried = past.commit("Try retries with backoff", {"client.py": "1"})
    past.git("checkout", "-q", "main")
    past.commit("Add a retry to main", {"b.py": "1"})
    (attempt,) = unmerged(past, "retry backoff")
    assert (attempt.commit.oid, attempt.branch, attempt.paths) == (tried, "try/retry", ("client.py",))
    assert unmerged(past, "nothing alike") == []
    assert previous_attempts(past.load(), "backoff") == []


def test_what_a_remote_has_of_the_current_and_the_main_branch_is_no_unmerged_work(past: Past) -> None:
    past.commit("Begin", {"a.py": "1"})
    past.git("checkout", "-q", "-b", "work")
    ahead = past.commit("Try retries with backoff", {"client.py": "1"})
    past.git("update-ref", "refs/remotes/origin/work", ahead)
    past.git("update-ref", "refs/remotes/origin/trunk", ahead)
    past.git("update-ref", "refs/remotes/origin/main", ahead)
    past.git("symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/main")
    past.git("reset", "-q", "--hard", "HEAD~1")
    past.git("config", "branch.work.remote", "origin")
    past.git("config", "branch.work.merge", "refs/heads/trunk")
    assert unmerged(past, "retry backoff") == []
    past.git("update-ref", "refs/remotes/origin/try/work", ahead)
    (attempt,) = unmerged(past, "retry backoff")
    assert attempt.branch == "origin/try/work"


@pytest.mark.parametrize(
    ("subject", "body", "target"),
    [
        ('Revert "X y"', "", ("", "X y")),
        ('Revert "X y"', "This reverts commit 0123456789abcdef.", ("0123456789abcdef", "X y")),
        ("Reverted 1234567 -- broke the build", "", ("1234567", "")),
        ("revert: 'X y'", "", ("", "X y")),
        ('revert(core): "X y"', "", ("", "X y")),
        ("Drop it", "Reverts commits abcdef1 and more", ("abcdef1", "")),
        ("Add a revert button", "", None),
        ("Revert button is blue", "", None),
        ("Fix", "the revert of a decade", None),
    ],
)
def test_what_a_commit_takes_back_is_read_from_its_words(
    subject: str, body: str, target: tuple[str, str] | None
) -> None:
    assert reverted_commit(subject, body) == target


def test_a_commit_that_shares_one_word_of_several_is_chance(past: Past) -> None:
    past.commit("Add a retry to the uploader", {"a.py": "1"})
    past.commit("Say more in the policy", {"b.py": "1"})
    both = past.commit("Read the policy of the retry", {"c.py": "1"})
    in_body = past.commit("Wait before each retry\n\nThe policy says how long.", {"d.py": "1"})
    found = previous_attempts(past.load(), "retry policy")
    assert {attempt.commit.oid for attempt in found} == {both, in_body}
