"""`check FILE` and `cite FILE`: anybody's Markdown, in any repository, without adopting it."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest
from sample_code import lay_code

if TYPE_CHECKING:
    from .conftest import Desk

PLAN = "# Retry\n\n- [ ] Update `src/uplaod.py` to retry.\n- [ ] Keep `src/upload.py:1`.\n"


@pytest.fixture
def foreign(desk: Desk) -> Desk:
    lay_code(desk.folder)
    (desk.folder / "tasks.md").write_text(PLAN)
    return desk


def test_a_file_nobody_adopted_is_checked(foreign: Desk) -> None:
    ran = foreign.run("check", "tasks.md")
    assert ran.code == 1
    assert "tasks.md:3:14  error GP101 missing-citation" in ran.out
    assert "tasks.md: 1 error. (exit 1)" in ran.out
    assert "Checked 2 citations" in ran.out


def test_a_clean_file_says_what_was_looked_at(foreign: Desk) -> None:
    (foreign.folder / "tasks.md").write_text("Keep `src/upload.py:1`, and `feature/later`.\n")
    ran = foreign.run("check", "tasks.md")
    assert ran.code == 0
    assert "tasks.md: nothing found." in ran.out
    assert "Checked 1 citation; not judged: 1." in ran.out


def test_each_finding_says_its_severity_without_colour(foreign: Desk) -> None:
    (foreign.folder / "tasks.md").write_text(f"{PLAN}- [ ] Keep `src/upload.py` (2 lines).\n")
    lines = foreign.run("check", "tasks.md", "--strict").out.splitlines()
    found = [line for line in lines if " GP" in line]
    assert found
    assert all(re.match(r"tasks\.md:\d+:\d+  (error|warning|note) GP", line) for line in found)


def test_machines_get_the_same_findings_in_every_format(foreign: Desk) -> None:
    told = foreign.run("check", "tasks.md", "--json").json
    (document,) = told["documents"]
    assert (told["clean"], document["path"], document["clean"]) == (False, "tasks.md", False)
    assert [each["code"] for each in document["findings"]] == ["GP101"]
    assert document["looked"] == [{"noun": "citation", "checked": 2, "unknown": 0, "planned": 0}]
    assert foreign.run("check", "tasks.md", "--format", "github").out.startswith(
        "::error file=tasks.md,line=3"
    )
    log = json.loads(foreign.run("check", "tasks.md", "--format", "sarif").out)
    assert [each["ruleId"] for each in log["runs"][0]["results"]] == ["GP101"]


def test_several_files_are_checked_in_one_call(foreign: Desk) -> None:
    (foreign.folder / "other.md").write_text("Keep `src/upload.py:1`.\n")
    ran = foreign.run("check", "tasks.md", "other.md")
    assert ran.code == 1
    assert "other.md: nothing found." in ran.out


def test_nothing_is_written_into_the_repository(foreign: Desk) -> None:
    before = sorted(path for path in foreign.folder.rglob("*") if ".git/" not in str(path))
    foreign.run("check", "tasks.md")
    foreign.run("cite", "tasks.md")
    assert sorted(path for path in foreign.folder.rglob("*") if ".git/" not in str(path)) == before


def test_a_file_outside_is_held_against_the_named_repository(foreign: Desk) -> None:
    outside = foreign.home / "elsewhere.md"
    outside.write_text(PLAN)
    ran = foreign.run("check", str(outside), "--repo", str(foreign.folder))
    assert ran.code == 1
    assert "GP101" in ran.out


@pytest.mark.parametrize(
    ("name", "data", "says"),
    [
        ("nope.md", None, "There is no file `nope.md`"),
        ("picture.md", b"\x89PNG\0\0\0", "`picture.md` is not text"),
        ("old.md", b"caf\xe9\n", "Document `old.md` is not UTF-8"),
        ("src/", None, "`src/` is a folder"),
    ],
)
@pytest.mark.parametrize("command", ["check", "cite"])
def test_what_is_no_text_file_is_refused(
    foreign: Desk, command: str, name: str, data: bytes | None, says: str
) -> None:
    if data is not None:
        (foreign.folder / name).write_bytes(data)
    ran = foreign.run(command, name)
    assert ran.code == 2
    assert says in ran.err
    assert "hint:" in ran.err


@pytest.mark.parametrize("name", ["check", "cite"])
def test_a_link_to_what_never_ends_is_refused(foreign: Desk, name: str) -> None:
    (foreign.folder / "tasks.md").unlink()
    (foreign.folder / "tasks.md").symlink_to("/dev/zero")
    ran = foreign.run(name, "tasks.md")
    assert (ran.code, "a device, not a file" in ran.err) == (2, True)


def test_what_only_our_plans_have_is_refused_for_a_file(foreign: Desk) -> None:
    ran = foreign.run("check", "tasks.md", "--fix")
    assert ran.code == 2
    assert "Leave out --fix" in ran.err


def test_a_plan_of_ours_is_still_checked_by_its_path(begun: Desk) -> None:
    ran = begun.run("check", "plans/retry-uploads.md")
    assert "1 plan checked" in ran.out


def test_citations_are_shown_beside_the_code(foreign: Desk) -> None:
    ran = foreign.run("cite", "tasks.md", columns=80)
    assert ran.code == 1
    assert "tasks.md:4:12  src/upload.py:1  exists" in ran.out
    assert "2 citations: 1 found, 1 missing" in ran.out
    assert all(len(line) <= 80 for line in ran.out.splitlines())
    told = foreign.run("cite", "tasks.md", "--json").json
    assert [each["state"] for each in told["citations"]] == ["missing", "exists"]
    assert told["citations"][1]["lines"][0]["number"] == 1
