"""Approving decides what is recommended, with its reason, and binds what was shown alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import retry_design

from groundplan.app.changes.writing import write
from groundplan.app.lifecycle import approving
from groundplan.app.lifecycle.approving import approve, prepare_approval
from groundplan.app.objections.given import read_objections
from groundplan.app.objections.objecting import object_to
from groundplan.app.setup.playbooks import begin_playbook
from groundplan.app.talk.talking import answer
from groundplan.plan.errors import GroundplanError

if TYPE_CHECKING:
    from collections.abc import Callable

    from conftest import Office


@pytest.mark.req("S0-12")
@pytest.mark.parametrize(
    ("said", "option", "rejected"),
    [
        ("Option B", "Option B", "Option A"),
        ("Option B rather than Option A", "Option B", "Option A"),
        ("Option A, because Option B is too much", "Option A", "Option B"),
    ],
)
def test_the_option_that_is_recommended_is_the_one_that_is_decided(
    office: Office, said: str, option: str, rejected: str
) -> None:
    office.begin(retry_design.GOAL, "design", "retry")
    text = retry_design.ALTERNATIVES.replace("**Recommendation:** Option B", f"**Recommendation:** {said}")
    write(office.open(), {**retry_design.RESEARCH, "3": text}, caller=office.agent)
    approve(office.open(), prepare_approval(office.open(), "3"), caller=office.ann, word="Approved")
    [decision] = office.open().judgement.promises.live_decisions
    assert decision.option == option
    assert [name for name, _ in decision.rejected] == [rejected]
    assert all(why for _, why in decision.rejected)
    assert "GP209" not in office.codes()


def test_a_plan_stays_approved_when_the_guidance_of_its_playbook_is_rewritten(office: Office) -> None:
    begin_playbook(office.workspace, "ours")
    office.begin("Retry failed uploads", "ours")
    steps = "- [ ] T1: Retry `send` in `src/upload.py`\n  - Verification: `python -m pytest tests` passes\n"
    for key, words in {
        "goal": "Uploads survive a timeout.\n",
        "questions": "None.\n",
        "steps": steps,
    }.items():
        write(office.open(), {key: words}, caller=office.ann)
    approve(office.open(), prepare_approval(office.open(), "ready"), caller=office.ann, word="Approved")
    path = office.root / ".groundplan/playbooks/ours/playbook.toml"
    before = path.read_text()
    advice = 'guidance = "What will be true."\nwords = 80\nmodel = "strong"\n'
    path.write_text(before.replace('key = "goal"\n', f'key = "goal"\n{advice}'))
    opened = office.open()
    goal = opened.playbook.section("goal")
    assert goal is not None
    assert goal.words == 80
    assert [str(each.state) for each in opened.judgement.standing.checkpoints] == ["passed"]
    # The same place with a demand instead: the test can fail.
    path.write_text(before.replace('key = "goal"\n', 'key = "goal"\naliases = ["Aim"]\n'))
    assert [str(each.state) for each in office.open().judgement.standing.checkpoints] == ["stale"]


def ready(office: Office) -> None:
    office.begin()
    write(
        office.open(), {"context": "Uploads fail.\n", "implementation-plan": "1. Retry.\n"}, caller=office.ann
    )
    for question in office.open().judgement.promises.open_questions:
        answer(office.open(), question.id, "Yes", caller=office.ann)


def objecting(office: Office) -> None:
    says = {"section": "goal", "quote": "Retry", "because": "it is wrong", "change": "leave it"}
    told = {"objections": [{**says, "evidence": ["src/upload.py:1"]}]}
    object_to(office.open(), read_objections(told, "r"), caller=office.agent)


def setting(text: str) -> Callable[[Office], object]:
    return lambda office: (office.root / ".groundplan/config.toml").write_text(f"version = 1\n{text}")


MEANWHILE: dict[str, Callable[[Office], object]] = {
    "an objection": objecting,
    "a suppression": setting('[[suppress]]\nrule = "GP304"\nreason = "not now"\n'),
    "the policy": setting('[policy]\nrelayed = "refuse"\n'),
}


@pytest.mark.parametrize("what", MEANWHILE)
def test_what_came_while_the_approver_read_is_not_approved(office: Office, what: str) -> None:
    ready(office)
    opened = office.open()
    request = prepare_approval(opened, "ready")
    MEANWHILE[what](office)
    with pytest.raises(GroundplanError, match="changed while the approval was shown"):
        approve(opened, request, caller=office.ann, word="ready")
    assert not office.open().judgement.promises.approvals


def test_what_comes_between_the_last_look_and_the_entry_is_not_approved(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    ready(office)
    opened = office.open()
    request = prepare_approval(opened, "ready")
    real = approving.add_recommended

    def meanwhile(*words: object) -> None:
        objecting(office)
        real(*words)  # type: ignore[arg-type]

    monkeypatch.setattr(approving, "add_recommended", meanwhile)
    with pytest.raises(GroundplanError, match="An entry was added to the ledger meanwhile"):
        approve(opened, request, caller=office.ann, word="ready")
    assert not office.open().judgement.promises.approvals
