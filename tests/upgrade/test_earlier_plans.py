"""Plans that an earlier release began and approved open, check, stay approved and can be finished."""

from __future__ import annotations

import re
import shutil
import tarfile
from pathlib import Path

import pytest
from desk import Desk

from groundplan.app.lifecycle import starting

EARLIER = Path(__file__).parents[1] / "fixtures/earlier/b1a758b.tar.xz"
LATER = "2026-02-02T09:00:00Z"
# As the release that made them computed it.
STATES = {
    "carrier-name": {"ready": "passed"},
    "retry": {"1": "passed", "2": "passed", "3": "passed", "4": "passed", "5": "ready"},
    "csv": {"plan": "passed", "quality": "blocked"},
    "webhooks": {"goal": "blocked", "roadmap": "blocked"},
    "httpx": {"goal": "blocked", "migration": "blocked"},
    "cache": {"ready": "blocked"},
    "uploads": {"1": "blocked", "2": "blocked", "3": "blocked", "4": "blocked", "5": "blocked"},
}
# Nothing but what is open was found then: damage, stale approvals or unwitnessed text are news.
CODES = {"GP204", "GP504"}
STEPS = """\
1. Keep each answer of `parcels/carriers.py::fetch_status` in a dictionary with the time it came.
2. Return it while it is younger than a minute; `pytest tests/test_carriers.py` passes.
"""


@pytest.fixture(scope="session")
def unpacked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("earlier") / "repo"
    with tarfile.open(EARLIER) as packed:
        # The filter is safer where it exists, and 3.11.2 has none.
        safe = {"filter": "data"} if hasattr(tarfile, "data_filter") else {}
        packed.extractall(folder, **safe)  # type: ignore[arg-type]
    return folder


@pytest.fixture
def desk(unpacked: Path, tmp_path: Path) -> Desk:
    shutil.copytree(unpacked, tmp_path / "repo")
    return Desk(tmp_path / "repo", now=LATER)


def states(desk: Desk, plan: str) -> dict[str, str]:
    shown = desk.pipe("show", plan, "--json").json()
    return {checkpoint["id"]: checkpoint["state"] for checkpoint in shown["checkpoints"]}


def expect_unharmed(desk: Desk) -> None:
    assert {plan: states(desk, plan) for plan in STATES} == STATES
    assert desk.codes() == CODES
    assert desk.pipe("check").code == 0, "drafts may be unfinished"
    assert desk.pipe("doctor").code == 0


def test_earlier_plans_open_check_and_stay_approved(desk: Desk) -> None:
    expect_unharmed(desk)
    assert desk.git("status", "--short") == "", "looking at plans changes none"


def test_a_teammate_who_clones_earlier_plans_sees_the_same(desk: Desk, tmp_path: Path) -> None:
    desk.git("clone", "-q", ".", str(tmp_path / "clone"))
    clone = Desk(tmp_path / "clone", now=LATER)
    expect_unharmed(clone)


def test_an_earlier_approval_still_notices_a_changed_word(desk: Desk) -> None:
    desk.edit("plans/carrier-name.md", "carrier", "courier")
    assert states(desk, "carrier-name") == {"ready": "stale"}


def test_an_earlier_approval_can_be_revoked_and_given_again(desk: Desk) -> None:
    assert desk.person("revoke", "carrier-name", "ready", "--because", "one more thought").code == 0
    assert states(desk, "carrier-name") == {"ready": "ready"}
    assert desk.person("approve", "carrier-name", "ready", typed="ready").code == 0
    assert states(desk, "carrier-name") == {"ready": "passed"}


def test_a_design_approved_half_way_is_approved_to_the_end(desk: Desk) -> None:
    assert desk.person("approve", "retry", "5", typed="5").code == 0
    assert set(states(desk, "retry").values()) == {"passed"}


@pytest.mark.slow
@pytest.mark.parametrize(("plan", "checkpoint"), [("webhooks", "roadmap"), ("httpx", "migration")])
def test_questions_asked_by_an_earlier_release_are_answered_to_the_end(
    desk: Desk, plan: str, checkpoint: str
) -> None:
    # The place, which nothing recommends, is chosen; the rest is taken as proposed.
    assert desk.person("talk", plan, typed="\n" * 8 + "1\n" + "\n" * 4 + "q\n").code == 0
    assert desk.person("approve", plan, checkpoint, typed=checkpoint).code == 0
    assert set(states(desk, plan).values()) == {"passed"}


def test_a_plan_written_by_hand_is_written_to_the_end(desk: Desk) -> None:
    assert desk.person("-p", "cache", "answer", "Q1", "No, each keeps its own.").code == 0
    assert desk.agent("-p", "cache", "write", "implementation-plan", "-", stdin=STEPS).code == 0
    assert desk.person("approve", "cache", "ready", typed="ready").code == 0
    assert states(desk, "cache") == {"ready": "passed"}


def test_a_plan_that_was_only_begun_takes_its_first_section(desk: Desk) -> None:
    goal = "- **User Story/Goal:** Uploads survive a passing fault.\n"
    assert desk.agent("-p", "uploads", "write", "1", "-", stdin=goal).code == 0
    assert "Uploads survive" in desk.read("plans/uploads/PLANNING.md")


@pytest.mark.parametrize("playbook", ["design", "product", "roadmap"])
def test_a_draft_that_holds_its_whole_form_is_no_more_wrong_than_it_was(
    playbook: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Earlier releases wrote the form into the plan and ticked its planning phase."""
    monkeypatch.setattr(starting, "begin", lambda form, *_: form)
    desk = Desk.clear(tmp_path)
    assert desk.pipe("new", "Retry failed uploads", "-k", playbook).code == 0
    monkeypatch.undo()
    documents = [*desk.root.glob("plans/**/*.md"), *desk.root.glob("requirements/**/*.md")]
    for path in documents:
        path.write_text(path.read_text().replace("- [ ] 1.", "- [x] 1."))
    assert any(re.search(r"\[Title\]|\{Name\}|\{Core change\}", path.read_text()) for path in documents)
    ran = desk.pipe("check")
    assert ran.code == 0, ran.said
    shown = {each["key"]: each["complete"] for each in desk.pipe("show", "--json").json()["sections"]}
    assert not shown.get("databases")
    assert not shown.get("solution/assumptions")
