"""From a goal to the last approval in a handful of commands, whichever the playbook."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from lending_desk import lay_desk

from groundplan.playbooks.shelf import Shelf

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from desk import Ran
    from story import Story, Voice

KINDS = [
    *("collaborate", "council", "design", "design-short", "migration", "migration-short"),
    *("product", "product-short", "roadmap", "roadmap-short"),
]
MOST_COMMANDS = 6


@pytest.mark.parametrize("name", KINDS)
def test_a_goal_is_approved_with_at_most_six_commands(
    begin: Callable[[str], Story], tmp_path: Path, name: str
) -> None:
    story = begin(name)
    lay_desk(story.desk.root)
    story.desk.commit("Lay the lending desk")
    used: set[str] = set()

    def run(voice: Voice, *words: str, **more: Any) -> Ran:
        used.add(words[0])
        return voice(*words, **more)

    run(story.agent, "plan", "Two desks share one shelf of books", "--playbook", name, "--name", "desk")
    run(story.agent, "brief")
    if lenses := Shelf().find(name).lenses:
        answers = [tmp_path / f"{each}.md" for each in lenses]
        for answer in answers:
            answer.write_text("Keep the loans in SQLite.\n", "utf-8")
        run(story.agent, "compare", *map(str, answers), "--save")
    for text in Shelf().example(name).values():
        run(story.agent, "write", "--all", "-", "--propose", stdin=text)
    if "GP204" in story.desk.codes():
        run(story.ann, "answer", "1", "As the default says.")
    if name == "collaborate":
        assert "now in the plan" in run(story.ann, "say", "Yes, write it.").said
    for spec in Shelf().find(name).checkpoints:
        # What the work itself opens, such as a gate of quality, is nobody's to approve.
        if spec.person and story.desk.states()[spec.id] != "passed":
            run(story.ann, "approve", spec.id, typed=spec.id)
    passed = {each for each, state in story.desk.states().items() if state == "passed"}
    assert {spec.id for spec in Shelf().find(name).checkpoints if spec.person} <= passed
    assert len(used) <= MOST_COMMANDS, used


def test_an_agent_that_reads_the_code_is_not_asked_where_the_change_goes(
    begin: Callable[[str], Story],
) -> None:
    story = begin("place")
    lay_desk(story.desk.root)
    story.desk.commit("Lay the lending desk")
    where = "Which file, folder or symbol is to be changed?"
    goal = "Two desks share one shelf of books"
    assert where not in story.agent("plan", goal, "--name", "theirs").said
    assert where in story.desk.pipe("plan", goal, "--name", "mine").said
