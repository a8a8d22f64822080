"""Sections handed in before their time: kept beside the plan, promoted when the way is open, never more."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
import retry_design

from groundplan.app.analyst.planning import plan_goal, take_turn
from groundplan.app.changes.changing import Outcome
from groundplan.app.changes.promoting import _told, promote
from groundplan.app.changes.proposing import find_proposals, propose, rehearse
from groundplan.app.changes.writing import write
from groundplan.app.lifecycle.approving import approve, prepare_approval
from groundplan.app.talk.talking import say
from groundplan.plan.errors import Misused, NotFound, Refused
from groundplan.store.proposals import read_proposals

if TYPE_CHECKING:
    from conftest import Office

WHOLE = {
    **retry_design.RESEARCH,
    "3": retry_design.ALTERNATIVES,
    **retry_design.BLUEPRINT,
    "5": retry_design.COMMITS,
}
WAITING = [*retry_design.BLUEPRINT, "5"]


def files(office: Office) -> dict[str, bytes]:
    paths = (path for path in office.root.rglob("*") if path.is_file())
    return {str(path): path.read_bytes() for path in paths if "index" not in path.name}


def go_on(office: Office) -> Outcome:
    """Do what a surface does after a person's word."""
    opened = office.open()
    return promote(Outcome(opened.judgement, opened, (), (), ()))


def open_checkpoint(office: Office, name: str) -> None:
    approve(office.open(), prepare_approval(office.open(), name), caller=office.ann, word="Approved")


def proposed(office: Office) -> list[str]:
    return [each.key for each in find_proposals(office.open())]


def body(office: Office, key: str) -> str:
    section = office.open().plan.section(key)
    assert section is not None
    return section.body


@pytest.fixture
def handed(office: Office) -> Office:
    """A whole design handed in by an agent at once; the person has not looked yet."""
    office.begin(retry_design.GOAL, "design", "retry")
    propose(office.open(), WHOLE, caller=office.agent)
    return office


class TestHandedIn:
    def test_what_may_be_written_is_and_the_rest_waits_for_its_checkpoint(self, handed: Office) -> None:
        opened = handed.open()
        assert "Option B" in body(handed, "3")
        assert "src/retry.py" not in body(handed, "4.1")
        assert proposed(handed) == WAITING
        assert {each.waits_for for each in find_proposals(opened)} == {("checkpoint 3",), ("checkpoint 4",)}
        assert {(each.by, each.channel) for each in find_proposals(opened)} == {("claude", "agent")}

    def test_a_proposal_counts_neither_as_written_nor_as_approved(self, handed: Office) -> None:
        judged = handed.open().judgement
        written = {key for revision in judged.promises.revisions for key in revision.sections}
        assert written.isdisjoint(WAITING)
        assert not judged.promises.approvals
        assert {each.spec.id: str(each.state) for each in judged.standing.checkpoints} == {
            "1": "passed",
            "2": "passed",
            "3": "ready",
            "4": "blocked",
            "5": "blocked",
        }

    def test_it_is_checked_when_it_is_handed_in(self, office: Office) -> None:
        office.begin(retry_design.GOAL, "design", "retry")
        text = retry_design.EDGE_CASES + "- **If the disk is full** → TBD → TBD\n"
        done = propose(office.open(), {**WHOLE, "4.4": text}, caller=office.agent)
        assert "4.4" in {each.section for each in done.findings}
        assert not {each.code for each in done.findings} & {"GP203", "GP213"}

    def test_one_section_with_a_functions_body_keeps_no_other_from_being_taken(self, office: Office) -> None:
        opened = office.begin(playbook="design", slug="retry")
        body = retry_design.TYPES.replace("    ...\n", "    for attempt in range(3):\n        send()\n")
        done = propose(opened, WHOLE | {"4.2": body}, caller=office.agent)
        assert proposed(office) == [key for key in WAITING if key != "4.2"]
        (found,) = [each for each in done.findings if each.code == "GP605"]
        assert found.message.startswith("Section `4.2` was not taken: ")
        with pytest.raises(Refused):
            propose(office.open(), {"4.2": body}, caller=office.agent)

    def test_a_secret_is_kept_nowhere(self, office: Office) -> None:
        office.begin(retry_design.GOAL, "design", "retry")
        secret = "AKIA" + "IOSFODNN7EXAMPLF"
        text = retry_design.COMMITS.replace("Add the retry function", f"Use {secret}")
        before = files(office)
        with pytest.raises(Refused, match="blocked by"):
            propose(office.open(), {**WHOLE, "5": text}, caller=office.agent)
        assert files(office) == before

    def test_a_second_proposal_for_a_section_takes_the_place_of_the_first(self, handed: Office) -> None:
        text = retry_design.TYPES.replace("attempts", "tries")
        propose(handed.open(), {"4.2": text}, caller=handed.agent)
        found = {each.key: each.text for each in find_proposals(handed.open())}
        assert sorted(found) == sorted(WAITING)
        assert "tries" in found["4.2"]


class TestPromotion:
    def test_an_approval_brings_in_all_that_waited_for_it(self, handed: Office) -> None:
        open_checkpoint(handed, "3")
        done = go_on(handed)
        assert [each.kind for each in done.notices] == ["promoted", "promoted"]
        assert "src/retry.py" in body(handed, "4.1")
        assert "Commit 3" in body(handed, "5")
        assert proposed(handed) == []
        states = {each.spec.id: str(each.state) for each in handed.open().judgement.standing.checkpoints}
        assert states["3"] == states["4"] == "passed"
        assert states["5"] == "ready"

    def test_it_is_entered_as_its_authors_and_not_as_the_approvers(self, handed: Office) -> None:
        open_checkpoint(handed, "3")
        go_on(handed)
        last = handed.open().judgement.promises.revisions[-1].entry
        assert (last.by.speaker, last.by.name, last.by.channel) == ("planner", "claude", "agent")

    def test_without_the_approval_nothing_goes_in(self, handed: Office) -> None:
        before = files(handed)
        assert go_on(handed).notices == ()
        assert files(handed) == before

    def test_it_is_dropped_and_said_so_when_what_it_rests_on_was_rewritten(self, handed: Office) -> None:
        text = retry_design.REQUIREMENTS.replace("3 times", "5 times")
        write(handed.open(), {"1": text}, caller=handed.ann)
        open_checkpoint(handed, "3")
        done = go_on(handed)
        assert proposed(handed) == []
        assert {each.kind for each in done.notices} == {"outdated"}
        assert "`1` was rewritten since" in done.notices[0].message
        assert "src/retry.py" not in body(handed, "4.1")

    def test_it_never_overwrites_what_a_person_wrote_later(self, handed: Office) -> None:
        open_checkpoint(handed, "3")
        mine = retry_design.FILE_MAP.replace("the retry function and its backoff", "mine")
        write(handed.open(), {"4.1": mine}, caller=handed.ann)
        done = go_on(handed)
        assert "mine" in body(handed, "4.1")
        assert any("`4.1`" in each.message for each in done.notices if each.kind == "outdated")

    def test_it_never_overwrites_a_hand_edit(self, handed: Office) -> None:
        open_checkpoint(handed, "3")
        path = handed.root / "plans/retry/PLANNING.md"
        path.write_text(
            path.read_text().replace("Interaction Map**\n", "Interaction Map**\n\nby_hand.py first\n")
        )
        go_on(handed)
        assert "by_hand.py" in body(handed, "4.1")
        assert "src/retry.py" not in path.read_text().partition("4.2 Data")[0].partition("4.1 File")[2]

    def test_what_is_approved_is_not_changed_by_it(self, office: Office) -> None:
        office.begin()
        text = "- T1: Retry the request in `src/upload.py`.\n"
        for key, words in {"goal": "Uploads survive.\n", "context": "`src/upload.py` sends once.\n"}.items():
            write(office.open(), {key: words}, caller=office.ann)
        write(office.open(), {"implementation-plan": text}, caller=office.ann)
        propose(office.open(), {"implementation-plan": text + "- T2: Delete it.\n"}, caller=office.agent)
        open_checkpoint(office, "ready")
        say(office.open(), "Shall I?", caller=office.agent, speaker="planner", kind="question")
        say(office.open(), "No.", caller=office.ann)
        go_on(office)
        assert "T2" not in body(office, "implementation-plan")
        assert [str(each.state) for each in office.open().judgement.standing.checkpoints] == ["passed"]

    def test_where_talk_comes_first_it_waits_for_the_reply(self, office: Office) -> None:
        office.begin()
        done = propose(office.open(), {"context": "It sends each file once.\n"}, caller=office.agent)
        assert done.written is None
        assert [each.waits_for for each in done.proposals] == [("your reply",)]
        say(office.open(), "Retry how often?", caller=office.agent, speaker="planner", kind="question")
        go_on(office)
        assert "sends each file once" not in body(office, "context")
        say(office.open(), "Three times.", caller=office.ann)
        go_on(office)
        assert "sends each file once" in body(office, "context")

    def test_the_analysts_turn_leaves_the_proposals_of_others_alone(self, office: Office) -> None:
        plan_goal(office.workspace, "Retry failed uploads", caller=office.ann, playbook="design")
        propose(office.open(), {"4.2": retry_design.TYPES}, caller=office.agent)
        assert take_turn(office.open(), caller=office.ann) is not None
        [kept] = [each for each in find_proposals(office.open()) if each.key == "4.2"]
        assert (kept.by, kept.text) == ("claude", retry_design.TYPES)


class TestHostileFile:
    def rewrite(self, office: Office, **changes: object) -> None:
        """Change what is kept in place, as a local attacker could: the seal holds."""
        [path] = (office.root / ".groundplan/local").rglob("*proposals*")
        files = [path] if path.is_file() else [each for each in path.rglob("*") if each.is_file()]
        record = json.loads(files[0].read_text())
        for row in record["proposals"]:
            row.update(changes)
        with files[0].open("r+") as file:
            file.write(json.dumps(record))
            file.truncate()

    def test_one_that_came_with_the_repository_is_none(self, handed: Office) -> None:
        [path] = (handed.root / ".groundplan/local").rglob("*proposals*")
        path = path if path.is_file() else next(each for each in path.rglob("*") if each.is_file())
        data = path.read_bytes()
        path.rename(path.with_suffix(".gone"))
        path.write_bytes(data)
        open_checkpoint(handed, "3")
        assert go_on(handed).notices == ()
        with pytest.raises(NotFound):
            find_proposals(handed.open())

    def test_one_that_claims_to_be_a_persons_is_entered_as_nobodys_word(self, handed: Office) -> None:
        self.rewrite(handed, by="Ann", channel="terminal")
        open_checkpoint(handed, "3")
        go_on(handed)
        revisions = handed.open().judgement.promises.revisions[-2:]
        assert {each.entry.by.channel for each in revisions} == {"pipe"}
        assert {each.entry.by.speaker for each in revisions} == {"planner"}

    def test_it_opens_no_checkpoint_by_saying_that_nothing_is_waited_for(self, handed: Office) -> None:
        self.rewrite(handed, waits_for=[], rests_on={})
        go_on(handed)
        assert "src/retry.py" not in body(handed, "4.1")

    def test_a_text_that_poses_as_other_sections_is_refused_and_remains_a_proposal(
        self, handed: Office
    ) -> None:
        self.rewrite(handed, text="x\n\n### **1. Goal & Feature Requirements**\n\nHacked.\n")
        open_checkpoint(handed, "3")
        done = go_on(handed)
        assert "pending" in {each.kind for each in done.notices}
        assert "Hacked" not in (handed.root / "plans/retry/PLANNING.md").read_text()

    @pytest.mark.parametrize("rows", ["x", [1], [{"key": 1}], [["a"]], [{"waits_for": 3}], None])
    def test_what_makes_no_sense_is_none(self, handed: Office, rows: object) -> None:
        [path] = (handed.root / ".groundplan/local").rglob("*proposals*")
        path = path if path.is_file() else next(each for each in path.rglob("*") if each.is_file())
        record = json.loads(path.read_text()) | {"proposals": rows}
        with path.open("r+") as file:
            file.write(json.dumps(record))
            file.truncate()
        opened = handed.open()
        assert not read_proposals(opened.workspace.folder, opened.known.id)


def test_proposals_of_an_earlier_release_are_read(handed: Office) -> None:
    [path] = (handed.root / ".groundplan/local").rglob("*proposals*")
    path = path if path.is_file() else next(each for each in path.rglob("*") if each.is_file())
    row = ["4.1", "4.1 Map", "x", ["checkpoint 3"], "section"]
    record = json.loads(path.read_text()) | {"proposals": [row]}
    with path.open("r+") as file:
        file.write(json.dumps(record))
        file.truncate()
    [kept] = find_proposals(handed.open())
    assert (kept.key, kept.waits_for, kept.is_anothers) == ("4.1", ("checkpoint 3",), False)


def test_what_the_plan_says_already_is_not_proposed(handed: Office) -> None:
    with pytest.raises(Misused, match="already says"):
        propose(handed.open(), {"1": retry_design.REQUIREMENTS}, caller=handed.agent)


class TestRehearsal:
    def test_it_leaves_every_byte_alone_and_uses_up_no_round(self, office: Office) -> None:
        office.begin()
        say(office.open(), "Retry how often?", caller=office.agent, speaker="planner", kind="question")
        say(office.open(), "Three times.", caller=office.ann)
        before = files(office)
        seen = rehearse(office.open(), {"context": "It sends once.\n"}, caller=office.agent)
        assert seen.is_clean
        assert [diff.key for diff in seen.diffs] == ["context"]
        assert files(office) == before
        write(office.open(), {"context": "It sends once.\n"}, caller=office.agent)

    def test_it_says_for_what_a_write_would_be_refused(self, office: Office) -> None:
        office.begin(retry_design.GOAL, "design", "retry")
        seen = rehearse(office.open(), WHOLE, caller=office.agent)
        assert {each.code for each in seen.refusals} == {"GP213"}
        assert not seen.is_clean
        waits = rehearse(office.open(), WHOLE, caller=office.agent, proposing=True)
        assert list(waits.held) == WAITING
        assert waits.refusals == ()

    def test_it_finds_what_a_check_would_find(self, office: Office) -> None:
        office.begin(retry_design.GOAL, "design", "retry")
        text = retry_design.REQUIREMENTS + "\nSee `src/nowhere.py:3`.\n"
        seen = rehearse(office.open(), {"1": text}, caller=office.agent)
        assert "GP101" in {each.code for each in seen.findings}
        assert not seen.is_clean


def test_what_an_agent_wrote_under_a_persons_name_is_the_agents() -> None:
    assert _told("Tess Lead", "agent") == "an agent of Tess Lead"
    assert _told("Tess Lead", "pipe") == "Tess Lead"
