"""Where a file is given, its commits come first, and what changes with it is said."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from made_pack import make_pack
from worktree import IndexedWorktree

from groundplan.evidence.gathering import gather
from groundplan.evidence.subject import Subject
from groundplan.plan.config import Config
from groundplan.plan.fact import FactKind
from groundplan.survey.history.past import load_history
from groundplan.survey.where.goal import read_goal
from groundplan.wording.facts import say_fact

if TYPE_CHECKING:
    from pathlib import Path

    from groundplan.plan.fact import Fact

GOAL = "Count offline processors in the meter"
COMMITS = (
    ("Start", ("meter.c", "panel.c", "other.c")),
    ("Draw offline processors in the meter panel", ("panel.c",)),
    ("Tidy", ("meter.c", "other.c")),
    ("Count processors in the meter", ("meter.c", "other.c")),
    ("Show the meter of offline processors", ("panel.c",)),
)


def facts_at(folder: Path, *files: str) -> tuple[Fact, ...]:
    worktree = IndexedWorktree(folder / "repo", folder / "cache")
    worktree.root.mkdir()
    worktree.git("init", "-q")
    for number, (subject, paths) in enumerate(COMMITS):
        for path in paths:
            worktree.put(path, f"int a{number};\n")
        worktree.git("add", "-A")
        worktree.git("commit", "-q", "-m", subject)
    index = worktree.index()
    with load_history(index) as history:
        facts = gather(Subject(GOAL, read_goal(GOAL), index, history, Config(), given_files=files)).facts
    worktree.close()
    return facts


def test_the_commits_of_a_given_file_come_first(tmp_path: Path) -> None:
    found = [each.value("subject") for each in facts_at(tmp_path, "meter.c") if each.kind is FactKind.COMMIT]
    assert found[0] == "Count processors in the meter"
    assert set(found[1:3]) == {"Tidy", "Start"}
    assert "Draw offline processors in the meter panel" in found[3:]


def test_what_changes_together_with_a_given_file_is_said(tmp_path: Path) -> None:
    (place,) = [each for each in facts_at(tmp_path, "meter.c") if each.kind is FactKind.PLACE]
    assert say_fact(place).notes[1] == "changed in the same commits, large ones left out: other.c (3)"


@pytest.mark.parametrize("goal", ["Let cors.Options have a default", "Make cors.New refuse empty options"])
def test_a_name_behind_its_package_is_a_place_also_in_plain_words(goal: str) -> None:
    files = {
        "handler.go": "package cors\n\ntype Options struct{}\n\nfunc New(o Options) {}\n",
        "wrapper/gin.go": "package gin\n\ntype Options = cors.Options\n\nfunc New(o Options) {}\n",
    }
    verdict = make_pack(goal, files).verdict
    assert verdict.sure == ("handler.go",)
    assert verdict.named == (goal.split()[1],)
