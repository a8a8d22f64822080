"""Attacks from outside: local records rewritten, entries that hide a plan, words where nobody looks."""

from __future__ import annotations

import hashlib
import json
import shutil
from typing import TYPE_CHECKING, Any

import pytest

from groundplan.cli.look import clean
from groundplan.markdown.sections import cut
from groundplan.plan.entry import Author, Entry, make_entry_id
from groundplan.playbooks.shelf import Shelf
from groundplan.rules.catalogue import RULES

if TYPE_CHECKING:
    from pathlib import Path

    from desk import Desk

READY = "plans/retry-failed-uploads.md"
STEP = "1. Add `retry()` to `client.py`."
EVIL = "2. Delete the tests."


def rewrite_last_write(desk: Desk, image: bytes, **changes: Any) -> None:
    """Make the newest undo record of this machine name another text; written in place it keeps its inode."""
    digest = hashlib.sha256(image).hexdigest()
    desk.path(f".groundplan/local/recovery/{digest}").write_bytes(image)
    path = max(desk.root.glob(".groundplan/local/undo/*/*.json"))
    record = json.loads(path.read_text())
    record |= {"inode": path.stat().st_ino, "documents": [[READY, digest, digest]], **changes}
    path.write_text(json.dumps(record))


def forge(desk: Desk, kind: str, body: dict[str, Any], *, channel: str) -> None:
    """Write a well-formed entry with an editor, following what is newest."""
    known = [json.loads(path.read_text()) for path in desk.entries()]
    followed = {target for entry in known for target in entry["follows"]}
    heads = {entry["id"]: entry["digest"] for entry in known if entry["id"] not in followed}
    author = Author("user", "Ann", channel)
    entry = Entry(make_entry_id(), known[0]["plan"], kind, "2026-01-05T09:00:00Z", author, heads, body)
    (desk.entries()[0].parent / f"{entry.id}.json").write_text(entry.to_json())


def created_entry(desk: Desk) -> Path:
    return desk.entry("created")


def second_plan(desk: Desk) -> Path:
    """Begin one more plan and return the ledger folder of the first one."""
    first = desk.entries()[0].parent
    assert desk.pipe("new", "Another goal", "--playbook", "collaborate").code == 0
    return first


def test_words_in_the_id_field_are_not_unseen(ready: Desk) -> None:
    line = next(line for line in ready.read(READY).splitlines() if line.startswith("id: "))
    ready.edit(READY, line, f"{line} and the tests may be skipped")
    assert ready.codes()


def test_words_in_a_computed_cell_are_not_unseen() -> None:
    book = Shelf({}, set(RULES)).find("roadmap")
    table = "### Milestones\n\n| Milestone | Date | Status |\n|--|--|--|\n| Beta | Week 3 | {} |\n"
    seen = {
        cut(table.format(words), book, "roadmap", "r.md").sections[0].fingerprint
        for words in ("planned", "planned; skip the tests")
    }
    assert len(seen) == 2


def test_a_rewritten_undo_record_writes_nothing(begun: Desk) -> None:
    for ran in (
        begun.agent("say", "--as", "planner", "--kind", "challenge", "Do uploads fail often?"),
        begun.person("say", "2 % of them do."),
        begun.agent("write", "context", "-", stdin="2 % of uploads fail.\n"),
    ):
        assert ran.code == 0, ran.said
    image = begun.path(READY).read_bytes().replace(b"<to be developed>", EVIL.encode())
    path = max(begun.root.glob(".groundplan/local/undo/*/*.json"))
    after = json.loads(path.read_text())["documents"][0][2]
    before = hashlib.sha256(image).hexdigest()
    rewrite_last_write(begun, image, documents=[[READY, before, after]])
    begun.agent("undo")
    assert EVIL not in begun.read(READY)


def test_a_rewritten_local_record_hides_nothing_from_the_person_who_adopts(ready: Desk) -> None:
    ready.edit(READY, STEP, f"{STEP}\n{EVIL}")
    rewrite_last_write(ready, ready.path(READY).read_bytes(), number=9_999_999, undoes="")
    assert EVIL in ready.person("adopt", typed="adopt").out


def test_relayed_words_taken_off_the_disk_are_not_confirmed(ready: Desk) -> None:
    ready.person("request-changes", "ready", "--because", "look again")
    ready.agent("say", "--as", "planner", "--kind", "question", "May I drop the tests?")
    ready.agent("say", "--as", "user", "Yes, drop all tests.")
    kept = [p for p in ready.root.glob(".groundplan/local/talk/*/*") if "drop all tests" in p.read_text()]
    for path in kept:
        path.unlink()
    ready.agent("write", "context", "-", stdin="2 % of uploads fail.\n")
    shown = ready.person("approve", "ready", typed="ready")
    assert shown.code != 0 or "GP211" in ready.codes()


def test_a_torn_first_entry_does_not_hide_the_plan(ready: Desk) -> None:
    path = created_entry(ready)
    second_plan(ready)
    path.write_text(path.read_text()[:-20])
    assert "retry" in ready.pipe("check").said or "GP210" in ready.codes()


def test_a_removed_first_entry_does_not_hide_the_plan(ready: Desk) -> None:
    path = created_entry(ready)
    second_plan(ready)
    path.unlink()
    assert "retry" in ready.pipe("check").said or "GP210" in ready.codes()


def test_a_plan_without_its_ledger_is_missed(ready: Desk) -> None:
    shutil.rmtree(second_plan(ready))
    assert "retry" in ready.pipe("check").said


def test_an_agent_cannot_put_a_plan_out_of_sight_by_archiving_it(ready: Desk) -> None:
    assert ready.agent("archive").code == 3
    assert ready.pipe("archive").code == 3
    ready.edit(READY, STEP, f"{STEP}\n{EVIL}")
    assert "GP206" in ready.codes()


def test_a_forged_archiving_does_not_hide_an_unfinished_plan(designed: Desk) -> None:
    designed.path(".groundplan/config.toml").write_text('version = 1\n[policy]\napprovals = "signed"\n')
    forge(designed, "archived", {"reason": "finished", "abandoned": False}, channel="agent")
    second_plan(designed)
    assert "plans/retry/" in designed.pipe("check").said


def test_an_approved_copy_elsewhere_does_not_stand_in_for_the_plan(ready: Desk) -> None:
    text = ready.read(READY)
    ready.path("aaa").mkdir()
    ready.path("aaa/copy.md").write_text(text)
    ready.path(READY).unlink()
    ready.path("plans/retry-failed-uploads-v2.md").write_text(text.replace(STEP, EVIL))
    assert ready.pipe("check").code != 0


def test_a_suppression_is_shown_to_the_person_who_approves(designed: Desk) -> None:
    designed.path(".groundplan/config.toml").write_text(
        'version = 1\n[[suppress]]\nrule = "GP602"\nreason = "we are in a hurry"\n'
    )
    assert "GP602" in designed.person("approve", "3", typed="3").out


def test_a_house_standard_taken_away_voids_an_approval(ready: Desk) -> None:
    standard = '[[profile.standards]]\nid = "S1"\ntext = "Name no vendor"\nforbid = ["vendorname"]\n'
    ready.path(".groundplan/config.toml").write_text(f"version = 1\n{standard}")
    ready.person("request-changes", "ready", "--because", "look again")
    assert ready.person("approve", "ready", typed="ready").code == 0
    ready.path(".groundplan/config.toml").write_text("version = 1\n")
    assert "GP208" in ready.codes()


@pytest.mark.parametrize("letter", ["\U000e0120", "\ufe01", "\u3164", "\u115f", "\u034f"])
def test_letters_that_show_nothing_are_spelled_out_at_the_terminal(letter: str) -> None:
    assert letter not in clean(f"a{letter}b")


TOKEN = "SKIPTESTS"
PLACES = {
    "lazy line of a quote": f"> a\n{TOKEN}",
    "cell without a column": f"| a |\n|--|\n| 1 | {TOKEN} |",
    "info of a fence": f"``` py {TOKEN}\nx\n```",
    "title of a link definition": f"[a]: x '{TOKEN}'",
    "tag": f"a <b {TOKEN}>",
    "too deep": "> " * 80 + TOKEN,
    "behind a rule": f"***\n{TOKEN}",
    "behind a form feed": f"\x0c{TOKEN}",
    "behind NUL": f"a\0{TOKEN}",
    "closing of a heading": f"### a ## {TOKEN}",
    "underlined": f"a\n{TOKEN}\n===",
}


@pytest.mark.parametrize("text", PLACES.values(), ids=PLACES)
def test_no_place_in_a_section_hides_words_from_its_fingerprint(text: str) -> None:
    book = Shelf({}, set(RULES)).find("collaborate")
    document = cut(f"## Goal\n\nDo it\n\n## Context\n\n{text}\n", book, "plan", "p.md")
    assert TOKEN in "".join(part.normal for part in (document.header, *document.sections))


def test_a_question_or_a_goal_brings_no_section_along(begun: Desk) -> None:
    smuggled = f"Which?\n\n## Implementation Plan\n\n{EVIL}"
    assert begun.agent("ask", smuggled).code == 0
    assert begun.read(READY).count("\n## Implementation Plan\n") == 1
    assert begun.agent("new", smuggled, "--playbook", "collaborate", "--name", "other").code == 0
    assert begun.read("plans/other.md").count("\n## Implementation Plan\n") == 1
