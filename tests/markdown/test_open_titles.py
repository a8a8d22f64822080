"""Titles that still hold a skeleton's placeholder: their sections make room, misspelt ones are named."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from groundplan.markdown.reading import read_plan
from groundplan.markdown.splice import splice

if TYPE_CHECKING:
    from collections.abc import Callable

    from groundplan.plan.document import Document
    from groundplan.plan.playbook import Playbook, SectionSpec

TEXT = "## Notes (from {Advisor})\n\n- {Note}\n\n## End\n\nWords.\n"
NEW = "## Notes (from Ada)\n\n- Mind the gap\n"


@pytest.fixture(scope="module")
def advice(build: Callable[..., Playbook], declare: Callable[..., SectionSpec]) -> Playbook:
    return build(
        "advice",
        declare("notes-{advisor}", "Notes (from {advisor})"),
        declare("end", "End"),
    )


def read(text: str, playbook: Playbook) -> Document:
    return read_plan("gp-1", "one", playbook, {"plan": ("plan.md", text)}).documents[0]


@pytest.mark.parametrize("key", ["notes-ada", "notes-advisor"])
def test_a_section_without_a_title_of_its_own_makes_room(key: str, advice: Playbook) -> None:
    assert splice(read(TEXT, advice), advice, {key: NEW}) == TEXT.replace("{Advisor}", "Ada").replace(
        "{Note}", "Mind the gap"
    )


def test_a_section_with_a_title_of_its_own_stays(advice: Playbook) -> None:
    text = splice(read(TEXT, advice), advice, {"notes-ada": NEW})
    text = splice(read(text, advice), advice, {"notes-bob": NEW.replace("Ada", "Bob")})
    assert [section.key for section in read(text, advice).sections] == ["notes-ada", "notes-bob", "end"]


def test_new_sections_of_one_kind_keep_the_order_they_came_in(advice: Playbook) -> None:
    new = {f"notes-{name.lower()}": NEW.replace("Ada", name) for name in ("Zoe", "Ada", "Mia")}
    keys = [section.key for section in read(splice(read(TEXT, advice), advice, new), advice).sections]
    assert keys == ["notes-zoe", "notes-ada", "notes-mia", "end"]


def test_a_heading_that_leaves_the_source_out_is_named(advice: Playbook) -> None:
    plan = read_plan(
        "gp-1", "one", advice, {"plan": ("plan.md", NEW + "\n## Notes\n\n- Mind it\n\n## End\n")}
    )
    (found,) = [finding for finding in plan.findings if finding.code == "GP502"]
    assert found.message == "Heading `Notes` does not fit `Notes (from {advisor})`"
    assert found.place.line == 5
