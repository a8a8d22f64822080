"""Plans renamed and put away: documents move together, the ledger stays, nothing is lost."""

from __future__ import annotations

import os
import stat
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from groundplan.app.changes.writing import write
from groundplan.app.lifecycle.approving import approve, prepare_approval
from groundplan.app.lifecycle.keeping import _archived_path, archive, move
from groundplan.app.talk.talking import say
from groundplan.app.work.waiving import waive
from groundplan.plan.errors import GroundplanError, Misused, NotFound, Refused
from groundplan.store.layout import split_path

if TYPE_CHECKING:
    from conftest import Office


def finish(office: Office) -> None:
    """Take a plan to its last checkpoint."""
    office.begin()
    for key, text in (("context", "2 % of uploads fail.\n"), ("implementation-plan", "1. Add `retry()`.\n")):
        say(office.open(), "How often?", caller=office.agent, speaker="planner", kind="question")
        say(office.open(), "Often.", caller=office.ann)
        write(office.open(), {key: text}, caller=office.agent)
    approve(office.open(), prepare_approval(office.open(), "ready"), caller=office.ann, word="ready")


# ---------------------------------------------------------------------------------------------- paths


@pytest.mark.req("S2-21")
@pytest.mark.parametrize(
    ("path", "archived"),
    [
        ("plans/retry.md", "plans/archive/retry.md"),
        ("plans/retry/PLANNING.md", "plans/archive/retry/PLANNING.md"),
        ("requirements/vector-search/prd.md", "requirements/archive/vector-search/prd.md"),
    ],
)
def test_an_archived_document_lies_in_the_archive_of_its_folder(path: str, archived: str) -> None:
    assert _archived_path(path) == archived


@pytest.mark.req("S2-21")
def test_a_document_at_the_top_of_the_repository_has_no_archive() -> None:
    with pytest.raises(Misused, match="is at the top of the repository"):
        _archived_path("PLANNING.md")


@given(st.lists(st.from_regex(r"[a-z][a-z0-9-]{0,10}", fullmatch=True), min_size=2, max_size=4))
def test_an_archived_path_is_as_safe_as_the_path_was(parts: list[str]) -> None:
    path = "/".join(parts)
    assert split_path(_archived_path(path)) == (parts[0], "archive", *parts[1:])


# ------------------------------------------------------------------------------------------------- move


def test_a_moved_plan_keeps_its_ledger_its_words_and_its_standing(office: Office) -> None:
    finish(office)
    before = office.open()
    office.pass_time(24 * 60)
    moved = move(before, "Upload retries!", caller=office.ann)
    assert (moved.slug, moved.paths) == (
        "upload-retries",
        {"plans/retry-failed-uploads.md": "plans/upload-retries.md"},
    )
    assert not (office.root / "plans/retry-failed-uploads.md").exists()
    after = office.open("upload-retries")
    assert after.known.id == before.known.id
    assert after.plan.fingerprints() == before.plan.fingerprints()
    assert after.judgement.standing.stage == "ready for implementation"
    assert after.judgement.findings == (), "what is computed is computed anew"


@pytest.mark.req("S1-33")
@pytest.mark.parametrize("playbook", ["design", "product"])
def test_a_move_brings_every_header_up_to_date(office: Office, playbook: str) -> None:
    office.begin(playbook=playbook, slug="retry")
    before = office.codes()
    office.pass_time(24 * 60)
    move(office.open(), "again", caller=office.agent)
    assert office.codes("again") == before
    assert not (office.root / "plans/retry").exists()
    assert not (office.root / "requirements/retry").exists()


@pytest.mark.skipif(os.name != "posix", reason="POSIX modes and links")
@pytest.mark.parametrize("mode", [0o755, 0o600])
def test_what_lies_beside_a_plan_moves_with_its_mode(office: Office, mode: int) -> None:
    office.begin(playbook="design", slug="retry")
    script = office.root / "plans/retry/measure.sh"
    script.write_text("true\n")
    for path in (script, office.root / "plans/retry/PLANNING.md"):
        path.chmod(mode)
    move(office.open(), "again", caller=office.agent)
    for name in ("measure.sh", "PLANNING.md"):
        assert stat.S_IMODE((office.root / "plans/again" / name).stat().st_mode) == mode


@pytest.mark.skipif(os.name != "posix", reason="POSIX modes and links")
def test_a_plan_with_a_link_beside_it_is_not_torn_apart(office: Office) -> None:
    office.begin(playbook="design", slug="retry")
    link = office.root / "plans/retry/latest"
    link.symlink_to("PLANNING.md")
    with pytest.raises(Refused, match="`plans/retry/latest` is no plain file") as refused:
        move(office.open(), "again", caller=office.agent)
    assert "by hand" in refused.value.hint
    assert office.open().known.slug == "retry"
    link.unlink()
    assert move(office.open(), "again", caller=office.agent).slug == "again"


def test_a_plan_is_not_moved_onto_another(office: Office) -> None:
    office.begin(slug="one")
    office.begin(slug="two")
    assert move(office.open("one"), "two", caller=office.ann).slug == "two-2"
    (office.root / "plans/three.md").write_text("Mine.\n")
    with pytest.raises(GroundplanError):
        move(office.open("two"), "three", caller=office.ann)
    assert office.read("plans/three.md") == "Mine.\n"
    assert office.open("two").known.slug == "two"


def test_hand_edits_move_with_the_plan_and_stay_unwitnessed(office: Office) -> None:
    office.begin(slug="one")
    path = office.root / "plans/one.md"
    path.write_text(path.read_text().replace("## Context", "## Context\n\nMy own words."))
    move(office.open(), "two", caller=office.ann)
    assert "My own words." in office.read("plans/two.md")
    assert "GP206" in office.codes()


# ---------------------------------------------------------------------------------------------- archive


@pytest.mark.req("S2-21")
def test_a_finished_plan_is_put_away_with_its_ledger(office: Office) -> None:
    finish(office)
    with pytest.raises(Refused, match="1 task is not done"):
        archive(office.open(), caller=office.ann)
    waive(office.open(), (), caller=office.ann, reason="it was done before")
    office.pass_time(24 * 60)
    ledger = sorted((office.root / ".groundplan/ledger").rglob("*.json"))
    moved = archive(office.open(), caller=office.ann)
    assert dict(moved.paths) == {"plans/retry-failed-uploads.md": "plans/archive/retry-failed-uploads.md"}
    assert not (office.root / "plans/retry-failed-uploads.md").exists()
    kept = sorted((office.root / ".groundplan/ledger").rglob("*.json"))
    assert set(ledger) < set(kept)
    with pytest.raises(NotFound):
        office.open()
    archived = office.open(archived=True)
    assert archived.known.archived
    assert archived.judgement.standing.stage == "complete"
    assert archived.judgement.findings == ()


@pytest.mark.req("S2-20", part="an unfinished plan is not archived")
def test_an_unfinished_plan_is_not_put_away(office: Office) -> None:
    office.begin()
    with pytest.raises(Refused, match="is not finished: checkpoint `ready` has not passed") as refused:
        archive(office.open(), caller=office.ann)
    assert refused.value.findings
    assert (office.root / "plans/retry-failed-uploads.md").exists()


@pytest.mark.req("S2-20", part="only a person gives a plan up")
def test_only_a_person_gives_a_plan_up(office: Office) -> None:
    office.begin()
    with pytest.raises(Refused, match="Only a person at a terminal may archive a plan"):
        archive(office.open(), caller=office.agent, abandon="too hard")
    archive(office.open(), caller=office.ann, abandon="the vendor has it now")
    assert (office.root / "plans/archive/retry-failed-uploads.md").exists()


@pytest.mark.req("S2-01")
def test_the_name_of_an_archived_plan_is_not_given_again(office: Office) -> None:
    office.begin()
    archive(office.open(), caller=office.ann, abandon="later")
    assert office.begin().known.slug == "retry-failed-uploads-2"


@pytest.mark.req("S2-21")
def test_every_document_of_a_plan_is_put_away_together(office: Office) -> None:
    office.begin(playbook="product", slug="search")
    (office.root / "requirements/search/research").mkdir(exist_ok=True)
    (office.root / "requirements/search/research/finding.md").write_text("It works.\n")
    archive(office.open(), caller=office.ann, abandon="later")
    assert not (office.root / "requirements/search").exists()
    kept = {
        path.relative_to(office.root / "requirements/archive/search").as_posix()
        for path in (office.root / "requirements/archive/search").rglob("*.md")
    }
    assert {"prd.md", "tasks.md", "recovery.md", "progress.md", "research/finding.md"} <= kept
