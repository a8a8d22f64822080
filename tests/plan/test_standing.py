"""How a plan stands is computed from promises and findings: states, stages, phases, receipts, checklist."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from groundplan.plan.errors import NotFound
from groundplan.plan.playbook import ChecklistItem, CheckpointSpec, StageSpec
from groundplan.plan.record import Record
from groundplan.plan.standing import ABOUT_APPROVALS, INCOMPLETE, State

if TYPE_CHECKING:
    from tests.plan.conftest import Ledger, World

    from groundplan.plan.standing import Standing

DONE = (CheckpointSpec("done", "done", "", ("3",), person=False, receipts=True),)
TASKS = (Record("task", "3", "T1", "Add retries"), Record("task", "3", "T2", "Test retries"))


def states(standing: Standing) -> list[str]:
    return [checkpoint.state.value for checkpoint in standing.checkpoints]


# --- checkpoints


def test_a_stop_of_its_own_passes_and_a_persons_waits(world: World) -> None:
    standing = world.stand()
    assert states(standing) == ["passed", "ready", "blocked"]
    assert standing.checkpoint("3").waits_for == ("2",)
    assert standing.current is standing.checkpoint("2")


def test_approvals_open_one_checkpoint_after_the_other(world: World, ledger: Ledger) -> None:
    ledger.approve(world.plan(), "2")
    assert states(world.stand(ledger.entries)) == ["passed", "passed", "ready"]
    ledger.approve(world.plan(), "3")
    standing = world.stand(ledger.entries)
    assert states(standing) == ["passed", "passed", "passed"]
    assert standing.current is None


def test_an_approval_of_a_later_checkpoint_waits_for_the_earlier(world: World, ledger: Ledger) -> None:
    approval = ledger.approve(world.plan(), "3")
    standing = world.stand(ledger.entries)
    assert states(standing) == ["passed", "ready", "blocked"]
    waiting = standing.checkpoint("3").approval
    assert waiting is not None
    assert waiting.approval.entry == approval


def test_editing_an_approved_section_makes_its_checkpoints_stale(world: World, ledger: Ledger) -> None:
    ledger.approve(world.plan(), "2")
    ledger.approve(world.plan(), "3")
    assert states(world.stand(ledger.entries, world.plan(s2="other"))) == ["passed", "stale", "stale"]
    assert states(world.stand(ledger.entries, world.plan(s3="other"))) == ["passed", "passed", "stale"]


def test_approving_the_new_words_ends_the_staleness(world: World, ledger: Ledger) -> None:
    plan = world.plan(s2="other")
    ledger.approve(world.plan(), "2")
    again = ledger.approve(plan, "2")
    standing = world.stand(ledger.entries, plan)
    assert states(standing) == ["passed", "passed", "ready"]
    holding = standing.checkpoint("2").approval
    assert holding is not None
    assert holding.approval.entry == again


def test_an_older_approval_counts_again_when_its_words_are_back(world: World, ledger: Ledger) -> None:
    ledger.approve(world.plan(), "2")
    ledger.approve(world.plan(s2="other"), "2")
    assert world.stand(ledger.entries).checkpoint("2").state is State.PASSED


def test_a_revoked_checkpoint_is_ready_to_be_approved_anew(world: World, ledger: Ledger) -> None:
    ledger.approve(world.plan(), "2")
    ledger.revoke("2")
    standing = world.stand(ledger.entries)
    assert states(standing) == ["passed", "ready", "blocked"]
    assert standing.approved_by == ""
    ledger.approve(world.plan(), "2")
    assert states(world.stand(ledger.entries)) == ["passed", "passed", "ready"]


def test_an_approval_that_does_not_count_opens_nothing(world: World, ledger: Ledger) -> None:
    ledger.approve(world.plan(), "2", by=world.author(channel="agent"))
    standing = world.stand(ledger.entries)
    assert states(standing) == ["passed", "ready", "blocked"]
    assert standing.approved_by == ""


def test_a_finding_blocks_the_checkpoints_that_cover_its_section(world: World, ledger: Ledger) -> None:
    ledger.approve(world.plan(), "2")
    ledger.approve(world.plan(), "3")
    third, first = world.finding("GP701", "3"), world.finding("GP603", "1")
    assert states(world.stand(ledger.entries, None, third)) == ["passed", "passed", "blocked"]
    standing = world.stand(ledger.entries, None, first, third)
    assert states(standing) == ["blocked", "blocked", "blocked"]
    assert standing.checkpoint("2").findings == (first,)
    assert standing.checkpoint("3").findings == (first, third)


def test_a_finding_about_no_section_blocks_every_checkpoint(world: World) -> None:
    assert states(world.stand((), None, world.finding("GP210"))) == ["blocked"] * 3


def test_a_finding_in_a_repeated_section_blocks_by_its_declaration(world: World) -> None:
    plan = world.plan()
    (document,) = plan.documents
    repeated = world.section("phase-0/tasks", declared="2")
    plan = replace(plan, documents=(replace(document, sections=(*document.sections, repeated)),))
    standing = world.stand((), plan, world.finding("GP701", "phase-0/tasks"))
    assert states(standing) == ["passed", "blocked", "blocked"]


def test_a_finding_in_a_missing_section_blocks_by_its_declared_key(world: World) -> None:
    plan = world.plan()
    (document,) = plan.documents
    plan = replace(plan, documents=(replace(document, sections=document.sections[1:]),))
    assert states(world.stand((), plan, world.finding("GP501", "1"))) == ["blocked"] * 3
    assert states(world.stand((), plan, world.finding("GP501", "9"))) == ["passed", "ready", "blocked"]


def test_a_warning_blocks_nothing(world: World) -> None:
    standing = world.stand((), None, world.finding("GP603", "1", blocks=False), world.finding(blocks=False))
    assert states(standing) == ["passed", "ready", "blocked"]


@pytest.mark.parametrize("code", sorted(ABOUT_APPROVALS))
def test_what_an_approval_repairs_does_not_block_it(world: World, code: str) -> None:
    assert states(world.stand((), None, world.finding(code))) == ["passed", "ready", "blocked"]


def test_a_stale_checkpoint_says_so_even_while_findings_block_it(world: World, ledger: Ledger) -> None:
    ledger.approve(world.plan(), "2")
    standing = world.stand(ledger.entries, world.plan(s2="other"), world.finding("GP603", "2"))
    assert standing.checkpoint("2").state is State.STALE
    assert len(standing.checkpoint("2").findings) == 1


def test_an_approval_of_a_stop_of_its_own_changes_nothing(world: World, ledger: Ledger) -> None:
    ledger.approve(world.plan(s1="older"), "1")
    assert world.stand(ledger.entries).checkpoint("1").state is State.PASSED
    assert world.stand(ledger.entries, None, world.finding()).checkpoint("1").state is State.BLOCKED


def test_a_checkpoint_that_needs_an_unknown_one_never_opens(world: World) -> None:
    book = world.playbook(checkpoints=(CheckpointSpec("1", "goal", "", (), person=False, needs=("9",)),))
    assert states(world.stand(playbook=book)) == ["blocked"]


def test_an_unknown_checkpoint_offers_near_names(world: World) -> None:
    book = world.playbook(checkpoints=(CheckpointSpec("ready", "Ready", "", (), person=False),))
    with pytest.raises(NotFound) as raised:
        world.stand(playbook=book).checkpoint("raedy")
    assert raised.value.hint == "Nearest: `ready`"


# --- receipts


def receive(ledger: Ledger, *tasks: Record) -> None:
    for task in tasks:
        ledger.prove(task)


def test_a_checkpoint_that_wants_receipts_is_blocked_until_every_task_has_one(
    world: World, ledger: Ledger
) -> None:
    book, plan = world.playbook(checkpoints=DONE), world.plan(*TASKS)
    assert states(world.stand((), plan, playbook=book)) == ["blocked"]
    receive(ledger, TASKS[0])
    assert states(world.stand(ledger.entries, plan, playbook=book)) == ["blocked"]
    receive(ledger, TASKS[1])
    assert states(world.stand(ledger.entries, plan, playbook=book)) == ["passed"]


def test_a_receipt_for_other_words_under_the_same_id_proves_nothing(world: World, ledger: Ledger) -> None:
    book = world.playbook(checkpoints=DONE)
    receive(ledger, *TASKS)
    for changed in (
        replace(TASKS[1], text="Test all retries"),
        replace(TASKS[1], fields={"verification": "pytest"}),
        replace(TASKS[1], items={"files": ("a.py",)}),
    ):
        plan = world.plan(TASKS[0], changed)
        assert states(world.stand(ledger.entries, plan, playbook=book)) == ["blocked"]


def test_where_a_task_stands_and_whether_it_is_ticked_keeps_its_receipt(world: World, ledger: Ledger) -> None:
    book = world.playbook(checkpoints=DONE)
    receive(ledger, *TASKS)
    plan = world.plan(*(replace(task, ticked=True, last_line=9, part="Phase 1") for task in TASKS))
    assert states(world.stand(ledger.entries, plan, playbook=book)) == ["passed"]


def test_a_plan_without_tasks_is_never_done(world: World) -> None:
    book = world.playbook(checkpoints=DONE, stages=(StageSpec("done", receipts="all"),))
    standing = world.stand((), playbook=book)
    assert states(standing) == ["blocked"]
    assert standing.stage == ""


# --- stages and phases


def test_the_stage_is_the_last_one_whose_conditions_hold(world: World, ledger: Ledger) -> None:
    plan = world.plan(*TASKS)
    stages = [world.stand(ledger.entries, plan).stage]
    for checkpoint in ("2", "3"):
        ledger.approve(plan, checkpoint)
        stages.append(world.stand(ledger.entries, plan).stage)
    for task in TASKS:
        receive(ledger, task)
        stages.append(world.stand(ledger.entries, plan).stage)
    assert stages == ["draft", "chosen", "ready", "working", "done"]


def test_a_revoke_takes_the_stage_back(world: World, ledger: Ledger) -> None:
    plan = world.plan(*TASKS)
    ledger.approve(plan, "2")
    ledger.approve(plan, "3")
    receive(ledger, *TASKS)
    ledger.revoke("3")
    assert world.stand(ledger.entries, plan).stage == "chosen"
    ledger.revoke("2")
    assert world.stand(ledger.entries, plan).stage == "draft"


def test_a_stage_brings_its_phase_and_its_word_to_the_next_worker(world: World, ledger: Ledger) -> None:
    standing = world.stand()
    assert (standing.stage, standing.resume, standing.phase) == ("draft", "Talk first", "P3")
    ledger.approve(world.plan(), "2")
    standing = world.stand(ledger.entries)
    assert (standing.stage, standing.resume, standing.phase) == ("chosen", "", "Building")


@pytest.mark.parametrize("code", sorted(INCOMPLETE))
def test_the_phase_is_that_of_the_first_incomplete_section(world: World, code: str) -> None:
    standing = world.stand((), None, world.finding(code, "2"), world.finding(code, "3"))
    assert standing.phase == "P2"
    assert standing.complete == ("1",)


def test_a_section_without_a_phase_keeps_the_one_before_it(world: World) -> None:
    sections = tuple(
        replace(spec, phase="" if spec.key == "2" else spec.phase) for spec in world.playbook().sections
    )
    standing = world.stand((), None, world.finding("GP504", "2"), playbook=world.playbook(sections=sections))
    assert standing.phase == "P1"


def test_a_repeated_section_is_incomplete_by_its_own_key(world: World) -> None:
    plan = world.plan()
    (document,) = plan.documents
    repeated = tuple(world.section(f"phase-{number}", declared="2") for number in (0, 1))
    plan = replace(plan, documents=(replace(document, sections=repeated),))
    standing = world.stand((), plan, world.finding("GP504", "phase-1"))
    assert standing.complete == ("phase-0",)
    assert standing.phase == "P2"


def test_other_findings_leave_a_section_complete(world: World) -> None:
    assert world.stand((), None, world.finding("GP603", "2")).complete == ("1", "2", "3")


def test_a_playbook_without_stages_has_none(world: World) -> None:
    standing = world.stand(playbook=world.playbook(stages=(), sections=()))
    assert (standing.stage, standing.phase, standing.resume) == ("", "", "")


# --- what the header says


def test_who_approved_is_named_once_and_only_while_it_holds(world: World, ledger: Ledger) -> None:
    ledger.approve(world.plan(), "2")
    ledger.approve(world.plan(), "3")
    assert world.stand(ledger.entries).approved_by == "Ann"
    ledger.entries[1] = replace(ledger.entries[1], signer="bob@example.org")
    assert world.stand(ledger.entries).approved_by == "Ann, bob@example.org"
    assert world.stand(ledger.entries, world.plan(s3="other")).approved_by == "Ann"
    assert world.stand(ledger.entries, world.plan(s1="other")).approved_by == ""


def test_an_approval_without_a_name_adds_none(world: World, ledger: Ledger) -> None:
    ledger.approve(world.plan(), "2", by=replace(world.author(), name=""))
    assert world.stand(ledger.entries).approved_by == ""


def test_last_updated_is_the_latest_time_any_entry_carries(world: World, ledger: Ledger) -> None:
    assert world.stand().last_updated == ""
    ledger.add("turn", at="2026-05-01T00:00:00Z")
    ledger.add("turn", at="2026-03-01T00:00:00Z")
    assert world.stand(ledger.entries).last_updated == "2026-05-01T00:00:00Z"


# --- checklist


CHECKLIST = (
    ChecklistItem("No vague words", codes=("GP603", "GP602")),
    ChecklistItem("Risks of section 3", codes=("GP701",), sections=("3",)),
    ChecklistItem("Options approved", checkpoints=("2",)),
)


def ticks(standing: Standing) -> list[bool]:
    return [done for _, done in standing.checklist]


def test_a_checklist_item_is_true_while_nothing_breaks_it(world: World, ledger: Ledger) -> None:
    book = world.playbook(checklist=CHECKLIST)
    assert world.stand(playbook=book).checklist == (
        ("No vague words", True),
        ("Risks of section 3", True),
        ("Options approved", False),
    )
    ledger.approve(world.plan(), "2")
    assert ticks(world.stand(ledger.entries, playbook=book)) == [True, True, True]
    vague = world.finding("GP602", "3")
    assert ticks(world.stand(ledger.entries, None, vague, playbook=book)) == [False, True, True]
    warned = world.finding("GP602", "3", blocks=False)
    assert ticks(world.stand(ledger.entries, None, warned, playbook=book)) == [True, True, True]


def test_a_checklist_item_about_sections_looks_at_those_alone(world: World) -> None:
    book = world.playbook(checklist=CHECKLIST)
    assert ticks(world.stand((), None, world.finding("GP701", "2"), playbook=book))[1]
    assert not ticks(world.stand((), None, world.finding("GP701", "3"), playbook=book))[1]
    assert not ticks(world.stand((), None, world.finding("GP701"), playbook=book))[1]


def test_a_checkpoint_that_wants_the_checklist_waits_for_all_of_it(world: World, ledger: Ledger) -> None:
    guarded = CheckpointSpec("5", "commits", "", (), person=True, checklist=True)
    own = ChecklistItem("This very stop is open", checkpoints=("5",))
    checkpoints = (*world.playbook().checkpoints, guarded)
    book = world.playbook(checklist=(*CHECKLIST, own), checkpoints=checkpoints)
    plan = world.plan()
    ledger.approve(plan, "2")
    ledger.playbook = book
    ledger.approve(plan, "5")
    assert world.stand(ledger.entries, plan, playbook=book).checkpoint("5").state is State.PASSED
    vague = world.finding("GP603", "3")
    standing = world.stand(ledger.entries, plan, vague, playbook=book).checkpoint("5")
    assert (standing.state, standing.findings) == (State.BLOCKED, (vague,))
    elsewhere = world.finding("GP701", "2")
    assert world.stand(ledger.entries, plan, elsewhere, playbook=book).checkpoint("5").findings == ()
    ledger.revoke("2")
    standing = world.stand(ledger.entries, plan, playbook=book).checkpoint("5")
    assert (standing.state, standing.waits_for) == (State.BLOCKED, ("2",))


@pytest.mark.parametrize("code", sorted(ABOUT_APPROVALS))
def test_a_checklist_about_approvals_does_not_block_the_one_that_mends_it(world: World, code: str) -> None:
    guarded = CheckpointSpec("5", "commits", "", (), person=True, checklist=True)
    book = world.playbook(checklist=(ChecklistItem("Approved", codes=(code,)),), checkpoints=(guarded,))
    standing = world.stand((), None, world.finding(code), playbook=book)
    assert states(standing) == ["ready"]
    assert ticks(standing) == [False]
