"""What a write costs: each text of a plan is read once, and judged once unless it changes again."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from groundplan.app.changes import changing
from groundplan.app.changes.writing import write
from groundplan.app.talk.talking import answer, ask, say
from groundplan.markdown.sections import _remembered, cut
from groundplan.plan.errors import Refused
from groundplan.playbooks.shelf import Shelf

if TYPE_CHECKING:
    from conftest import Office

    from groundplan.plan.document import Plan


def test_a_write_reads_each_text_of_the_plan_once(office: Office) -> None:
    office.begin()
    say(office.open(), "How often?", caller=office.agent, speaker="planner", kind="question")
    say(office.open(), "Often.", caller=office.ann)
    opened = office.open()
    before = _remembered.cache_info().misses
    write(opened, {"context": "2 % of uploads fail.\n"}, caller=office.agent)
    # The words as drafted, and the same with what is computed from them; the refused half-way forms are none.
    assert _remembered.cache_info().misses - before <= 2


def test_a_change_that_leaves_the_text_alone_is_judged_once(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    office.begin()
    say(office.open(), "How often?", caller=office.agent, speaker="planner", kind="question")
    opened = office.open()
    texts: list[object] = []
    judge = changing.judge
    monkeypatch.setattr(
        changing, "judge", lambda plan, *rest: texts.append(plan.documents) or judge(plan, *rest)
    )
    say(opened, "Often.", caller=office.ann)
    assert len(texts) == 1


@pytest.mark.parametrize("playbook", ["collaborate", "design", "product"])
def test_a_question_and_its_answer_are_judged_once_each(
    office: Office, monkeypatch: pytest.MonkeyPatch, playbook: str
) -> None:
    office.begin(playbook=playbook)
    judged: list[Plan] = []
    judge = changing.judge
    monkeypatch.setattr(changing, "judge", lambda plan, *rest: judged.append(plan) or judge(plan, *rest))
    ask(office.open(), "How often?", caller=office.agent)
    assert len(judged) == 1
    answer(office.open(), "1", "Three times.", caller=office.ann)
    assert len(judged) == 2
    assert office.open().plan.documents == judged[1].documents, "what was judged is what was saved"


def test_the_same_text_under_another_playbook_is_read_anew() -> None:
    shelf = Shelf()
    text = "# Plan\n\n## Context\n\nWords.\n"
    as_one, as_other = (
        cut(text, shelf.find(name), "plan", "plans/a.md") for name in ("collaborate", "design")
    )
    assert [section.key for section in as_one.sections] == ["context"]
    assert as_other.sections == ()


def test_a_write_that_adds_only_a_row_to_the_change_log_is_judged_once(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    office.begin(playbook="design")
    write(office.open(), {"1": "Uploads that fail are retried.\n"}, caller=office.ann)
    opened = office.open()
    judged: list[Plan] = []
    judge = changing.judge
    monkeypatch.setattr(changing, "judge", lambda plan, *rest: judged.append(plan) or judge(plan, *rest))
    write(opened, {"1": "Uploads that fail are retried three times.\n"}, caller=office.ann)
    assert len(judged) == 1
    assert office.open().plan.documents == judged[0].documents, "what was judged is what was saved"


def test_a_refused_write_names_the_lines_as_they_are_without_its_row_in_the_change_log(
    office: Office,
) -> None:
    office.begin(playbook="design")
    with pytest.raises(Refused) as refused:
        write(office.open(), {"2.2": "Uploads fail.\n"}, caller=office.agent)
    section = office.open().plan.section("2.2")
    assert section is not None
    assert {each.place.line for each in refused.value.findings} == {section.line}
