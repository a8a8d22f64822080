"""The handover: status and change log first, everything in at most 1,500 tokens, however long the story."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest

from groundplan.app.changes.changing import Draft, save_text
from groundplan.app.changes.writing import write
from groundplan.app.lifecycle.approving import approve, prepare_approval
from groundplan.app.talk.talking import answer, ask, say
from groundplan.app.views.handover import TOKENS, Handover, resume

if TYPE_CHECKING:
    from conftest import Office

    from groundplan.app.plans.opened import OpenPlan

ENGLISH = "the uploads fail whenever the upstream server is restarted during the night " * 40
CHINESE = "上传在夜间重启服务器时总是失败" * 200


def crowd(office: Office, opened: OpenPlan, words: str, count: int) -> OpenPlan:
    """Add entries of every kind that a handover tells, each with long words."""
    draft = Draft(opened, office.called(words))
    for number in range(count):
        office.pass_time()
        if number % 5 == 0:
            draft.add(
                "decision",
                {"id": f"D{number}", "title": words, "reason": words, "option": ""},
                speaker="user",
            )
        elif number % 5 == 1:
            body = {"id": f"Q{number} {words[:80]}", "text": words, "section": ""}
            draft.add("question", body, speaker="planner")
        elif number % 5 == 2:
            body = {"task": f"T{number} {words}", "digest": ""}
            start = draft.add("started", body, speaker="user")
            draft.add("receipt", body | {"started": start.id, "commits": ["c"]}, speaker="user")
        elif number % 5 == 3:
            draft.add("changes", {"checkpoint": words, "reason": words}, speaker="user")
        else:
            draft.add("answer", {"question": words, "digest": "", "text": words}, speaker="user")
    return save_text(draft, label="crowd").opened


@pytest.mark.req("S2-17")
@pytest.mark.req("S1-27")
@pytest.mark.parametrize("playbook", ["collaborate", "product"])
@pytest.mark.parametrize("words", [ENGLISH, CHINESE], ids=["english", "chinese"])
def test_four_hundred_entries_with_long_words_fit(office: Office, playbook: str, words: str) -> None:
    opened = crowd(office, office.begin("Retry. " + words, playbook), words, 400)
    start = time.process_time()
    given = resume(opened)
    assert time.process_time() - start < 5
    assert given.tokens <= TOKENS
    assert len(given.text) <= TOKENS * 4
    lines = given.text.splitlines()
    assert lines[0].startswith("# Retry")
    assert lines[2].startswith("Status: ")
    assert lines[4].startswith("Read, in this order: ")
    assert lines[-1].startswith("Next: ")
    titles = [line for line in lines if line.startswith("## ")]
    assert titles[0] == "## Change log"
    assert titles[1] == "## Decided, not to be re-opened"
    assert "## Done" in titles
    assert "## Waiting for a person" in titles


@pytest.mark.req("S2-17")
def test_what_is_left_out_is_counted(office: Office) -> None:
    given = resume(crowd(office, office.begin(), ENGLISH, 400))
    decided = given.text.partition("## Decided, not to be re-opened\n")[2].partition("\n\n")[0].splitlines()
    [gap] = [line for line in decided if "more, see `groundplan log`" in line]
    left_out = int(gap.split()[2])
    assert left_out + len(decided) - 1 == 80
    assert decided[0].startswith("- D0 ")
    assert decided[-1].startswith("- D395 "), "the first and the last stay"


@pytest.mark.req("S1-27")
def test_a_plan_with_nothing_but_forged_lengths_fits(office: Office) -> None:
    opened = office.begin()
    draft = Draft(opened, office.called("x" * 10_000))
    draft.add("question", {"id": "Q" + "9" * 100_000, "text": "y" * 100_000}, speaker="planner")
    given = resume(save_text(draft, label="forge").opened)
    assert given.tokens <= TOKENS


@pytest.mark.req("S1-27")
def test_a_handover_tells_status_log_checkpoints_and_what_waits(office: Office) -> None:
    office.begin()
    ask(office.open(), "How many attempts?", caller=office.agent)
    given = resume(office.open())
    assert given.text.startswith(
        "# Retry failed uploads\n\nStatus: draft. Phase: Context. Playbook: collaborate.\n\n"
        "Read, in this order: plans/retry-failed-uploads.md\n\n"
    ), "lines that follow each other would be one paragraph"
    assert "- ready: not reached\n" in given.text
    assert "## Waiting for a person\n- Q1: How many attempts?\n" in given.text
    assert "(GP204)" in given.text.partition("## Blocking")[2]
    assert "## Done" not in given.text
    assert "## Decided" not in given.text
    assert given.text.endswith('Next: `groundplan answer Q1 "…"`\n')
    assert "more, see" not in given.text


@pytest.mark.req("S1-27")
def test_a_plan_that_is_ready_is_handed_over_with_its_first_task(office: Office) -> None:
    office.begin()
    for key, text in (("context", "2 % of uploads fail.\n"), ("implementation-plan", "1. Add `retry()`.\n")):
        say(office.open(), "How often?", caller=office.agent, speaker="planner", kind="question")
        say(office.open(), "Often.", caller=office.ann)
        write(office.open(), {key: text}, caller=office.agent)
    approve(office.open(), prepare_approval(office.open(), "ready"), caller=office.ann, word="ready")
    given = resume(office.open())
    assert "Status: ready for implementation." in given.text
    assert "The plan is ready for implementation: start with" in given.text
    assert "## Blocking" not in given.text
    assert given.text.endswith("Next: Add `retry()`.\n")


@pytest.mark.req("S2-17")
def test_a_handover_follows_every_change(office: Office) -> None:
    office.begin()
    asked = ask(office.open(), "How many attempts?", caller=office.agent)
    before = resume(office.open()).text
    answer(office.open(), asked.id, "Three.", caller=office.ann)
    after = resume(office.open()).text
    assert "Ann answered Q1: Three." not in before
    assert "Ann answered Q1: Three." in after


@pytest.mark.parametrize(
    ("text", "tokens"), [("", 0), ("abc", 1), ("abcd", 1), ("abcde", 2), ("重试", 2), ("a…", 2)]
)
def test_a_token_is_four_letters_or_one_other_sign(office: Office, text: str, tokens: int) -> None:
    assert Handover(None, text).tokens == tokens  # type: ignore[arg-type]
