"""What was reverted, or waits on a branch, is said with its commits."""

from __future__ import annotations

from typing import TYPE_CHECKING

from made_pack import gather_pack, make_facts
from worktree import IndexedWorktree

from groundplan.evidence.kinds import Past
from groundplan.planner.challenges.reverted import detect
from groundplan.survey.history.facts import Attempt, PastCommit
from groundplan.survey.history.past import load_history

if TYPE_CHECKING:
    from pathlib import Path

    from groundplan.planner.challenge import Challenge

GOAL = "Cache the parsed templates between requests"
TRIED = "Cache parsed templates between requests"


def committed(folder: Path, *subjects: str) -> list[Challenge]:
    """Return the challenges after commits with these subjects; `revert` takes back the last one."""
    worktree = IndexedWorktree(folder / "repo", folder / "cache")
    worktree.root.mkdir()
    worktree.git("init", "-q")
    for number, subject in enumerate(("Start", *subjects)):
        if subject == "revert":
            worktree.git("revert", "--no-edit", "HEAD")
            continue
        worktree.put("app.py", f"a = {number}\n")
        worktree.git("add", "-A")
        worktree.git("commit", "-q", "-m", subject)
    index = worktree.index()
    with load_history(index) as history:
        found = list(detect(gather_pack(index, history, GOAL).facts))
    worktree.close()
    return found


def test_a_commit_that_was_reverted_is_said_with_who_reverted_it(tmp_path: Path) -> None:
    (challenge,) = committed(tmp_path, TRIED, "revert")

    assert challenge.claim.startswith("This was tried: ")
    assert f"“{TRIED}”" in challenge.claim
    assert "was reverted by" in challenge.claim
    assert challenge.question is not None
    assert challenge.question.subject == f"reverted:{challenge.subject}"


def test_what_landed_again_is_not_held_against_the_goal(tmp_path: Path) -> None:
    assert committed(tmp_path, TRIED, "revert", TRIED) == []


def test_a_revert_that_was_reverted_itself_is_no_challenge(tmp_path: Path) -> None:
    assert committed(tmp_path, TRIED, "revert", "revert") == []


def test_a_commit_about_something_else_is_not_the_same(tmp_path: Path) -> None:
    assert committed(tmp_path, "Cache the list of parsed users in the session store", "revert") == []


def test_a_commit_that_is_simply_there_is_no_challenge(tmp_path: Path) -> None:
    assert committed(tmp_path, TRIED) == []


def test_work_on_an_unmerged_branch_is_offered() -> None:
    commit = PastCommit("a" * 40, 1_700_000_000, "2023-11-14", "Ada", "ada@example.org", TRIED, 3)
    attempts = (Attempt(commit, 1.0, (), (), branch="ada/template-cache"),)
    pack = make_facts(GOAL, {}, past=Past(attempts=attempts))
    (challenge,) = detect(pack)

    assert "unmerged branch “ada/template-cache”" in challenge.claim
    assert challenge.question is not None
    assert [each.name for each in challenge.question.choices] == ["continue", "new"]
