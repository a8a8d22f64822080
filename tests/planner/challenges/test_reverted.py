"""What was tried and taken back, or waits on a branch, is said with its commits."""

from __future__ import annotations

from typing import TYPE_CHECKING

from made_pack import make_pack
from worktree import IndexedWorktree

from groundplan.evidence.kinds import Past
from groundplan.planner.challenges.reverted import detect
from groundplan.survey.history.attempts import previous_attempts
from groundplan.survey.history.facts import Attempt, PastCommit
from groundplan.survey.history.past import load_history

if TYPE_CHECKING:
    from pathlib import Path

    from groundplan.planner.challenge import Challenge

GOAL = "Cache the parsed templates between requests"


def commit(letter: str, subject: str, author: str = "Ada") -> PastCommit:
    return PastCommit(letter * 40, 1_700_000_000, author, "ada@example.org", subject, 3)


TRIED = commit("a", "Cache parsed templates between requests")
TAKEN = commit("b", 'Revert "Cache parsed templates between requests"', "Grace")


def found(*attempts: Attempt) -> list[Challenge]:
    pack = make_pack(GOAL, {}, past=Past(attempts=attempts))
    pack.history = object()  # type: ignore[assignment]  # it is only asked whether there is one
    return list(detect(pack))


def test_a_commit_that_was_taken_back_is_said_with_who_took_it_back() -> None:
    (challenge,) = found(Attempt(TRIED, 1.0, (), reverted_by=TAKEN))

    assert "`aaaaaaaaaa` “Cache parsed templates between requests” (2023-11-14)" in challenge.claim
    assert "by `bbbbbbbbbb` (2023-11-14, Grace)" in challenge.claim
    assert challenge.question is not None
    assert challenge.question.subject == "reverted:aaaaaaaaaa"


def test_a_revert_in_a_real_history_is_found_by_either_of_its_commits(tmp_path: Path) -> None:
    worktree = IndexedWorktree(tmp_path / "repo", tmp_path / "cache")
    worktree.root.mkdir()
    worktree.git("init", "-q")
    for text, message in (("a = 1\n", "Start"), ("a = 2\n", "Cache parsed templates between requests")):
        worktree.put("app.py", text)
        worktree.git("add", "-A")
        worktree.git("commit", "-q", "-m", message)
    worktree.git("revert", "--no-edit", "HEAD")
    with load_history(worktree.index()) as history:
        attempts = tuple(previous_attempts(history, GOAL))
        pack = make_pack(GOAL, {}, past=Past(attempts=attempts))
        pack.history = history

        (challenge,) = detect(pack)

    assert challenge.claim.startswith("This was tried: ")
    assert "“Cache parsed templates between requests”" in challenge.claim
    worktree.close()


def test_what_landed_again_is_not_held_against_the_goal() -> None:
    again = commit("c", "Cache parsed templates between requests")

    assert found(Attempt(TRIED, 1.0, (), reverted_by=TAKEN, landed_again=again)) == []


def test_a_commit_about_something_else_is_not_the_same() -> None:
    other = commit("a", "Cache the list of parsed users in the session store")

    assert found(Attempt(other, 1.0, (), reverted_by=TAKEN)) == []


def test_work_on_an_unmerged_branch_is_offered() -> None:
    (challenge,) = found(Attempt(TRIED, 1.0, (), branch="ada/template-cache"))

    assert "unmerged branch “ada/template-cache”" in challenge.claim
    assert challenge.question is not None
    assert [each.name for each in challenge.question.choices] == ["continue", "new"]


def test_a_commit_that_is_simply_there_is_no_challenge() -> None:
    assert found(Attempt(TRIED, 1.0, ())) == []


def test_a_revert_that_was_taken_back_itself_is_no_challenge() -> None:
    again = commit("c", 'Revert "Revert "Cache parsed templates between requests""')

    assert found(Attempt(TAKEN, 1.0, (), reverted_by=again)) == []


def test_what_was_done_again_in_other_words_is_not_held_against_the_goal() -> None:
    later = PastCommit(
        "d" * 40, 1_700_009_999, "Ada", "ada@example.org", "Keep parsed templates in a cache, safely", 2
    )

    assert found(Attempt(TRIED, 1.0, (), reverted_by=TAKEN), Attempt(later, 0.5, ())) == []
