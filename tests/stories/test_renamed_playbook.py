"""A playbook whose every heading, label, key and checkpoint its user renamed, from goal to approval."""

from __future__ import annotations

import json
from importlib import resources
from typing import TYPE_CHECKING

import pytest
from grown_repos import ANN, grow
from seed_repos import NOTIFYING

if TYPE_CHECKING:
    from pathlib import Path

    from desk import Desk

GOAL = (
    "I think we should add a background scheduler with APScheduler to send periodic email notifications. "
    "We could have it run every hour and check new assignments."
)
# Longer ones first, where one is part of another.
NAMES = {
    'name = "collaborate"': 'name = "absprache"',
    "Risks / Tradeoffs": "Was schiefgehen kann",
    "Implementation Plan": "Schritte",
    '"implementation-plan"': '"schritte"',
    "Open Questions": "Offene Fragen",
    '"questions"': '"fragen"',
    "Next Steps": "Danach",
    '"next-steps"': '"danach"',
    '"Decisions"': '"Beschlossen"',
    '"decisions"': '"beschlossen"',
    '"Goal"': '"Ziel"',
    '"goal"': '"ziel"',
    '"Context"': '"Lage"',
    '"context"': '"lage"',
    '"Deferred"': '"Vertagt"',
    '"deferred"': '"vertagt"',
    "Option {n}": "Weg {n}",
    '"option-{n}"': '"weg-{n}"',
    '"risks"': '"gefahren"',
    '"Pros"': '"Dafür"',
    '"Cons"': '"Dagegen"',
    '"Reason"': '"Weil"',
    '"Rejected"': '"Verworfen"',
    '"Supersedes"': '"Ersetzt"',
    '"Mitigation"': '"Abhilfe"',
    '"Answer"': '"Antwort"',
    '"Revisit if"': '"Wieder, wenn"',
    '"D{n}"': '"B{n}"',
    '"Q{n}"': '"F{n}"',
    "ready for implementation": "kann losgehen",
    '"ready"': '"fertig"',
    'name = "draft"': 'name = "entwurf"',
    'title = "", status = "stage", last_updated': 'titel = "", stand = "stage", zuletzt',
    'id = "id"': 'kennung = "id"',
    '"Approved", "Proceed"': '"Einverstanden"',
    '"Revise"': '"Nochmal"',
}
SKELETON = """\
---
titel: {{title}}
stand: entwurf
zuletzt: {{date}}
kennung: {{id}}
---
## Ziel
{{goal}}

## Lage
<unknown>

## Schritte
<to be developed>
"""
STEPS = """\
## Schritte

1. Dispatch once an hour through `school/event_bus.py::EventBus` (B1).
2. Send the mails from `school/notifications.py`.

## Vertagt

- Exact timing.
  - Wieder, wenn: somebody misses a mail
"""
FOLDER = ".groundplan/playbooks/absprache"


def lay_playbook(desk: Desk) -> str:
    """Put the renamed playbook into a repository and return its text."""
    library = resources.files("groundplan.playbooks").joinpath("library/collaborate")
    text = library.joinpath("playbook.toml").read_text("utf-8")
    for old, new in NAMES.items():
        assert old in text, old
        text = text.replace(old, new)
    folder = desk.root / FOLDER
    folder.mkdir(parents=True)
    (folder / "playbook.toml").write_text(text, "utf-8")
    (folder / "plan.md").write_text(SKELETON, "utf-8")
    return text


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return grow(tmp_path, [(ANN, "2025-10-06", "Begin", NOTIFYING)])


def test_a_playbook_with_every_name_changed_goes_from_goal_to_approval(desk: Desk) -> None:
    lay_playbook(desk)
    assert desk.person("playbook", "check", "absprache").code == 0
    begun = desk.person("plan", GOAL, "--playbook", "absprache", "--name", "mails", "--no-talk")
    assert begun.code == 0, begun.said
    plan = desk.read("plans/mails.md")
    assert "## Lage\n- **" in plan, "the facts are where the renamed section wants them"
    assert "F1: " in plan.partition("## Offene Fragen")[2]

    for _ in range(8):
        shown = json.loads(desk.person("show", "--json").out)["questions"]
        waiting = [each["id"] for each in shown if each["open"]]
        if not waiting:
            break
        if desk.person("answer", waiting[0], "1").code:
            assert desk.person("answer", waiting[0], "`python -m pytest tests` passes").code == 0
    plan = desk.read("plans/mails.md")
    assert "**Antwort:** Build on `school/event_bus.py`" in plan
    assert "B1: " in plan.partition("## Beschlossen")[2]
    assert "**Verworfen:** " in plan

    (desk.root / "steps.md").write_text(STEPS, "utf-8")
    written = desk.person("write", "--all", "--file", "steps.md")
    assert written.code == 0, written.said
    records = json.dumps({"gefahren": [{"kind": "risk", "text": "Mails twice", "mitigation": "one loop"}]})
    (desk.root / "risks.json").write_text(records, "utf-8")
    written = desk.person("write", "--records", "risks.json")
    assert written.code == 0, written.said
    plan = desk.read("plans/mails.md")
    assert "## Was schiefgehen kann" in plan
    assert "**Abhilfe:** one loop" in plan
    checked = desk.person("check")
    assert "nothing wrong" in checked.said, checked.said
    approved = desk.person("approve", "fertig", typed="fertig")
    assert approved.code == 0, approved.said
    assert desk.states() == {"fertig": "passed"}
    assert "stand: kann losgehen" in desk.read("plans/mails.md")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('facts = ["already"', 'facts = ["alredy"'),
        ("GP204 = {}", "GP2044 = {}"),
        ('kind = "question"', 'kind = "questoin"'),
        ('covers = ["*"]', 'covers = ["lage", "lagee"]'),
        ('required = ["title", "reason"]', 'required = ["title", "raeson"]'),
        ('answer = "Antwort" }', 'answr = "Antwort" }'),
    ],
)
def test_a_name_that_nothing_knows_is_a_fault_of_the_playbook(desk: Desk, old: str, new: str) -> None:
    text = lay_playbook(desk)
    assert old in text
    (desk.root / FOLDER / "playbook.toml").write_text(text.replace(old, new), "utf-8")
    ran = desk.person("playbook", "check", "absprache")
    wrong = next(each.strip("[],{}=") for each in new.replace('"', " ").split() if each not in old)
    assert ran.code == 1, ran.said
    assert wrong in ran.said
