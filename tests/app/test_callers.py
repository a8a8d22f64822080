"""Who calls: only a terminal or a page is a person's own, and acts of a person are refused to others."""

from __future__ import annotations

import pytest

from groundplan.app.callers import Caller, demand_person
from groundplan.app.use_cases import USE_CASES, Who
from groundplan.plan.errors import Refused


@pytest.mark.req("S1-25")
@pytest.mark.parametrize("channel", ["terminal", "web"])
def test_a_terminal_and_a_page_are_a_persons(channel: str) -> None:
    caller = Caller("Ann", channel)
    assert caller.is_person
    demand_person(caller, "approve a checkpoint", hint="Run it in a terminal")


@pytest.mark.req("S1-25")
@pytest.mark.parametrize("channel", ["agent", "pipe", "signed", "", "Terminal"])
def test_nothing_else_is_and_an_act_of_a_person_is_refused(channel: str) -> None:
    caller = Caller("Ann", channel)
    assert not caller.is_person
    with pytest.raises(Refused) as refused:
        demand_person(caller, "approve a checkpoint", hint="Run it in a terminal")
    assert refused.value.message == (
        "Only a person at a terminal may approve a checkpoint: "
        f"this call came through the channel `{channel}`"
    )
    assert refused.value.hint == "Run it in a terminal"


def test_a_refusal_says_how_the_caller_was_known() -> None:
    with pytest.raises(Refused, match="may undo: `CLAUDECODE` is set"):
        demand_person(Caller("Ann", "agent", reason="`CLAUDECODE` is set"), "undo", hint="")


def test_a_caller_is_a_pipe_until_shown_otherwise() -> None:
    assert Caller("Ann").channel == "pipe"


def test_an_entry_names_its_author_channel_and_nearest_processes() -> None:
    author = Caller("Ann", "terminal", tuple(f"p{n}" for n in range(20))).author("user")
    assert (author.speaker, author.name, author.channel) == ("user", "Ann", "terminal")
    assert author.via == tuple(f"p{n}" for n in range(8))
    assert Caller("Ann", "terminal").author("user", channel="signed").channel == "signed"


@pytest.mark.req("S1-25")
def test_the_table_of_use_cases_says_which_are_a_persons() -> None:
    persons = {case.name for case in USE_CASES if case.who is Who.PERSON}
    approving = {"approve", "revoke", "request-changes", "object-accept"}
    assert persons == {"supersede", "adopt", "adopt-file", "restore", "models-use", "waive", *approving}
    assert all(case.changes for case in USE_CASES if case.who is not Who.ANYONE)
    assert len({case.name for case in USE_CASES}) == len(USE_CASES)
