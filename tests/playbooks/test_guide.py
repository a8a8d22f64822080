"""The guide's own example is a playbook, and its tables name what the reader knows."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from groundplan.plan.playbook import Shape
from groundplan.playbooks.shelf import Shelf
from groundplan.playbooks.specs import BODIES, GUARDED, HEADER_VALUES

GUIDE = (Path(__file__).parents[2] / "docs" / "guides" / "playbooks.md").read_text("utf-8")


def block(language: str) -> str:
    match = re.search(rf"^```{language}\n(.*?)^```$", GUIDE, re.MULTILINE | re.DOTALL)
    assert match
    return match[1]


def test_the_guides_example_works() -> None:
    shelf = Shelf(
        {"spike/playbook.toml": block("toml").encode(), "spike/plan.md": block("markdown").encode()}
    )
    assert shelf.faults("spike") == ()
    assert [stage.name for stage in shelf.find("spike").stages] == ["draft", "running"]


@pytest.mark.parametrize("word", [*Shape, *BODIES, *GUARDED, *HEADER_VALUES])
def test_the_guide_names_every_word_of_a_closed_set(word: str) -> None:
    assert re.search(rf"[`\"({{]{re.escape(word)}[`\")}}]", GUIDE), word
