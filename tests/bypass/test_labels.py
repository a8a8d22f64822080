"""Attacks on labels: an agent that writes `person` or `confirmed` beside its own figures."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import roadmap_texts as jwt
from desk import Desk
from forging import approval_body, fingerprints, forge

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def roadmap(tmp_path: Path) -> Desk:
    """Return a roadmap that an agent wrote, its figures taken from history."""
    desk = Desk.clear(tmp_path)
    assert desk.person("new", jwt.GOAL, "--playbook", "roadmap", "--name", "jwt").code == 0
    ran = desk.agent("write", "--all", "-", stdin=jwt.ANALYSIS)
    assert ran.code == 0, ran.said
    return desk


def phase(label: str) -> str:
    return jwt.PHASE_0.replace("Figures: history", f"Figures: {label}")


@pytest.mark.req("S4-24")
@pytest.mark.parametrize(("label", "code"), [("person", "GP706"), ("default, confirmed", "GP707")])
def test_a_label_in_an_agents_text_confirms_nothing(roadmap: Desk, label: str, code: str) -> None:
    for run in (roadmap.agent, roadmap.pipe):
        assert run("write", "--all", "-", stdin=phase(label)).code in {0, 2}
        told = roadmap.pipe("check").out
        assert code in told
        assert "(default, confirmed)`" not in told, "no hint invites an agent to confirm itself"


@pytest.mark.parametrize(("label", "code"), [("person", "GP706"), ("default, confirmed", "GP707")])
def test_the_same_label_counts_where_a_person_wrote_it(roadmap: Desk, label: str, code: str) -> None:
    (roadmap.root / "phase.md").write_text(phase(label))
    ran = roadmap.person("write", "--all", "--file", "phase.md")
    assert ran.code == 0, ran.said
    assert code not in roadmap.pipe("check").out


@pytest.mark.parametrize(("label", "code"), [("person", "GP706"), ("default, confirmed", "GP707")])
def test_a_label_put_in_by_hand_counts_once_a_person_adopted_it(roadmap: Desk, label: str, code: str) -> None:
    assert roadmap.agent("write", "--all", "-", stdin=jwt.PHASE_0).code == 0
    roadmap.edit("plans/jwt/roadmap.md", "Figures: history", f"Figures: {label}")
    assert code in roadmap.pipe("check").out, "words that nobody answers for confirm nothing"
    assert roadmap.person("adopt", typed="adopt").code == 0
    assert code not in roadmap.pipe("check").out


@pytest.mark.parametrize(("label", "code"), [("person", "GP706"), ("default, confirmed", "GP707")])
def test_a_forged_approval_answers_for_no_label(roadmap: Desk, label: str, code: str) -> None:
    assert roadmap.agent("write", "--all", "-", stdin=phase(label)).code in {0, 2}
    forge(roadmap, "approval", approval_body(roadmap, "roadmap", "plans/jwt/roadmap.md"))
    assert code in roadmap.pipe("check").out


@pytest.mark.parametrize(("label", "code"), [("person", "GP706"), ("default, confirmed", "GP707")])
def test_a_forged_entry_that_calls_itself_composed_answers_for_no_label(
    roadmap: Desk, label: str, code: str
) -> None:
    assert roadmap.agent("write", "--all", "-", stdin=jwt.PHASE_0).code == 0
    roadmap.edit("plans/jwt/roadmap.md", "Figures: history", f"Figures: {label}")
    sections = {key: {"before": "", "after": now} for key, now in fingerprints(roadmap).items()}
    body = {"cause": "write", "sections": sections, "turns": [], "composed": True}
    forge(roadmap, "revised", body, channel="agent")
    assert code in roadmap.pipe("check").out
