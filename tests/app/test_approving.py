"""Approving a recommendation decides it: the option that is named first, with what was rejected and why."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import retry_design

from groundplan.app.changes.writing import write
from groundplan.app.lifecycle.approving import approve, prepare_approval
from groundplan.app.setup.playbooks import begin_playbook

if TYPE_CHECKING:
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
