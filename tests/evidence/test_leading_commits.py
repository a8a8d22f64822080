"""Commits that brought the lines of a place, and those of a release that a goal names, come first."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from worktree import IndexedWorktree

from groundplan.evidence.commits import count_shared
from groundplan.evidence.gathering import gather
from groundplan.evidence.subject import Subject
from groundplan.plan.config import Config
from groundplan.plan.fact import FactKind
from groundplan.survey.history.past import load_history
from groundplan.survey.where.goal import read_goal

if TYPE_CHECKING:
    from pathlib import Path

    from groundplan.plan.fact import Fact

TAGS = 'def read_tag(tag):\n    raise ValueError(f"duplicate tag {tag}")\n'
SHORT = f"SHORT = 1\n\n\n{TAGS}"
GOAL = 'Two pages fail with "Page: duplicate tag -f". It worked before v1.2.0.'


def commits_of(folder: Path, goal: str) -> tuple[Fact, ...]:
    worktree = IndexedWorktree(folder / "repo", folder / "cache")
    worktree.root.mkdir()
    worktree.git("init", "-q")
    steps = (
        ("Read what pages say", "tags.py", TAGS.replace("{tag}", "tag"), ""),
        ("Quote the tag", "tags.py", TAGS, "v1.0.0"),
        ("Sort the menu", "menu.py", "def sort_menu(): ...\n", "v1.1.0"),
        ("Cut long ones", "tags.py", SHORT, ""),
        ("Draw the menu", "menu.py", "def draw_menu(): ...\n", "v1.2.0"),
    )
    for subject, path, text, tag in steps:
        worktree.put(path, text)
        worktree.git("add", "-A")
        worktree.git("commit", "-q", "-m", subject)
        if tag:
            worktree.git("tag", tag)
    index = worktree.index()
    with load_history(index) as history:
        facts = gather(Subject(goal, read_goal(goal), index, history, Config())).facts
    worktree.close()
    return tuple(each for each in facts if each.kind is FactKind.COMMIT and not each.is_absence)


def test_commits_of_a_release_and_of_the_lines_come_first(tmp_path: Path) -> None:
    first, second = commits_of(tmp_path, GOAL)[:2]
    assert (first.value("subject"), first.value("release")) == ("Cut long ones", "v1.1.0..v1.2.0")
    assert (second.value("subject"), second.value("lines")) == ("Quote the tag", "read_tag")


@pytest.mark.parametrize("goal", [GOAL.replace("1.2.0", "9.9.9"), GOAL.replace("before v1.2.0", "once")])
def test_a_version_without_a_tag_leads_to_no_commit(tmp_path: Path, goal: str) -> None:
    assert not any(each.value("release") for each in commits_of(tmp_path, goal))


def test_parts_of_one_name_are_one_word_shared(tmp_path: Path) -> None:
    worktree = IndexedWorktree(tmp_path / "repo", tmp_path / "cache")
    worktree.root.mkdir()
    worktree.git("init", "-q")
    worktree.put("a.py", "def wait_time(): ...\n")
    goal = "A gate with a wait time reports full"
    subject = Subject(goal, read_goal(goal), worktree.index(), None, Config())
    assert count_shared(subject, "Rename getWaitTime to getDelay") == 1
    assert count_shared(subject, "Wait for the gate") == 2
    worktree.close()
