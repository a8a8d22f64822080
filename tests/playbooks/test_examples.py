"""The filled example of each bundled playbook: a plan of a small project that its own rules let pass."""

from __future__ import annotations

import subprocess
from typing import TYPE_CHECKING

import pytest
from lending_desk import lay_desk

from groundplan.app.brains.manuscript import cut_manuscript
from groundplan.app.callers import Caller
from groundplan.app.changes.proposing import rehearse
from groundplan.app.consult.weighing import record_advice, weigh
from groundplan.app.lifecycle.starting import new
from groundplan.app.plans.opened import open_plan
from groundplan.app.workspace import open_workspace
from groundplan.consult.answer import Answer
from groundplan.playbooks.shelf import Shelf, bundled_names

if TYPE_CHECKING:
    from pathlib import Path

    from groundplan.app.plans.opened import OpenPlan

ANN = Caller("Ann", "terminal", ("zsh",))
# What only a person can settle: a question, that a default counts, that a checkpoint is open.
PERSONS = {"GP204", "GP213", "GP707"}


def begin(folder: Path, playbook: str) -> OpenPlan:
    for words in (["init", "-q"], ["add", "-A"], ["commit", "-qm", "Begin"]):
        subprocess.run(["git", "-c", "user.name=A", "-c", "user.email=a@b.c", *words], cwd=folder, check=True)
    workspace = open_workspace(folder)
    opened = new(workspace, "Remind borrowers by mail", playbook=playbook, caller=ANN).opened
    if opened.playbook.lenses:
        answers = [Answer(name, "", "", "SQLite") for name in opened.playbook.lenses]
        record_advice(opened, weigh(workspace.code, answers), caller=ANN)
    return open_plan(workspace)


def manuscript(opened: OpenPlan, name: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for text in Shelf().example(name).values():
        cut = cut_manuscript(opened, text)
        assert cut.before == ""
        found |= cut.sections
    return found


@pytest.mark.parametrize("name", bundled_names())
def test_an_example_passes_the_rules_of_its_playbook(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    folder = tmp_path / "desk"
    folder.mkdir()
    lay_desk(folder)
    opened = begin(folder, name)
    seen = rehearse(opened, manuscript(opened, name), caller=ANN)
    raised = [
        f"{each.place} {each.code} {each.message}" for each in seen.findings if each.code not in PERSONS
    ]
    assert raised == []
    assert [each.message for each in seen.refusals if each.code not in PERSONS] == []


@pytest.mark.parametrize("name", bundled_names())
def test_an_example_fills_every_required_section(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    lay_desk(tmp_path)
    opened = begin(tmp_path, name)
    sections = manuscript(opened, name)
    required = {
        spec.key
        for spec in opened.playbook.sections
        if spec.required and not (spec.computed or spec.container or spec.given or spec.repeats)
    }
    assert required <= set(sections)
