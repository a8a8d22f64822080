"""`conform --reading`: what a reader finds a plan to order is believed with its quotation, and only warns."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from box_model import Box
from changed_branch import LOAD, make_branch

if TYPE_CHECKING:
    from pathlib import Path

    from changed_branch import Branch

PROSE = "# Plan\n\nLoads are tried twice in src/store.py.\nThe page docs/store.md tells that.\n"
PAGE = {"quote": "The page docs/store.md tells that", "kind": "changes", "at": "docs/store.md"}


@pytest.fixture
def branch(tmp_path: Path) -> Branch:
    return make_branch(tmp_path).change("src/store.py", *LOAD)


def given(branch: Branch, *claims: dict[str, Any]) -> tuple[str, str]:
    place = branch.desk.path("../reading.json")
    place.write_text(json.dumps({"by": "ana", "claims": list(claims)}))
    return "--reading", str(place)


def dropped(branch: Branch, plan: str, *claims: dict[str, Any]) -> list[str]:
    reading = branch.conform(plan, *given(branch, *claims))["reading"]
    return [each["why"] for each in reading["dropped"]]  # type: ignore[index]


def test_a_file_that_only_a_reader_finds_ordered_is_asked_for(branch: Branch) -> None:
    assert branch.told(PROSE) == set()
    assert branch.told(PROSE, *given(branch, PAGE)) == {("warning", "GP402", "docs/store.md")}
    (found,) = branch.conform(PROSE, *given(branch, PAGE))["findings"]  # type: ignore[misc]
    told = "Line 4 of the plan changes `docs/store.md`, as ana reads it: the change does not touch it"
    assert found["message"] == told
    branch.change("docs/store.md", new="# Store\n\nTwice.\n")
    assert branch.told(PROSE, *given(branch, PAGE)) == set()


def test_what_a_file_is_planned_by_names_the_reader(branch: Branch) -> None:
    branch.change("docs/store.md", new="# Store\n\nTwice.\n")
    done = branch.conform(PROSE, *given(branch, PAGE))
    reasons = {each["path"]: each["reason"] for each in done["files"]}  # type: ignore[attr-defined]
    assert reasons["docs/store.md"] == "line 4, as ana reads it"
    (order,) = done["reading"]["orders"]  # type: ignore[index]
    assert order == {**order, "act": "changes", "path": "docs/store.md", "name": "", "line": 4}


@pytest.mark.parametrize(
    ("claim", "why"),
    [
        ({"quote": "The page docs/store.md is rewritten"}, "the plan does not say so"),
        ({"at": "docs/guide.md"}, "the plan does not say `docs/guide.md`"),
        ({"at": "", "value": "retries"}, "the plan does not say `retries`"),
        ({"at": ""}, "it names no file and nothing in one"),
        ({"kind": "leaves", "at": "src/web.py"}, "the plan does not say `src/web.py`"),
        ({"kind": "leaves", "at": "src/store.py"}, "a step works on it"),
    ],
)
def test_what_the_plan_does_not_say_is_dropped(branch: Branch, claim: dict[str, str], why: str) -> None:
    plan = f"{PROSE}\n## Steps\n\n1. `src/store.py`: retry once\n"
    assert dropped(branch, plan, {**PAGE, **claim}) == [why]
    assert branch.told(plan, *given(branch, {**PAGE, **claim})) == set()


def test_a_claim_about_today_is_no_order(branch: Branch) -> None:
    done = branch.conform(PROSE, *given(branch, {**PAGE, "kind": "file"}))
    assert done["reading"] == {"by": "ana", "orders": [], "dropped": []}


def test_a_new_file_and_a_new_name_that_only_a_reader_finds_are_asked_for(branch: Branch) -> None:
    plan = "# Plan\n\nLoads retry by then. That is the job of src/twice.py and its again_please.\n"
    new = {"quote": "the job of src/twice.py", "kind": "creates", "at": "src/twice.py"}
    name = {"quote": "src/twice.py and its again_please", "kind": "creates", "value": "again_please"}
    assert branch.told(plan, *given(branch, new, name)) >= {
        ("warning", "GP402", "src/twice.py"),
        ("warning", "GP405", "again_please"),
    }
    branch.change("src/twice.py", new="def again_please():\n    return 2\n")
    assert not {code for _, code, _ in branch.told(plan, *given(branch, new, name))} & {"GP402", "GP405"}


def test_a_name_in_a_file_that_only_a_reader_finds_ordered_is_asked_for(branch: Branch) -> None:
    plan = "# Plan\n\nIn src/store.py the loader and fetch are given another try.\n"
    claim = {
        "quote": "fetch are given another try",
        "kind": "changes",
        "at": "src/store.py",
        "value": "fetch",
    }
    assert ("warning", "GP405", "src/store.py::fetch") in branch.told(plan, *given(branch, claim))
    branch.change("src/store.py", "store.load(1)", "store.load(1) or store.load(2)")
    assert not any(code == "GP405" for _, code, _ in branch.told(plan, *given(branch, claim)))


@pytest.mark.parametrize(
    ("claim", "subject"),
    [
        ({"kind": "removes", "at": "src/legacy/old.py"}, "src/legacy/old.py"),
        ({"kind": "removes", "at": "src/legacy/old.py", "value": "old"}, "src/legacy/old.py::old"),
        ({"kind": "removes", "at": "", "value": "old"}, "old"),
    ],
)
def test_what_a_reader_finds_removed_and_is_still_there_is_told(
    branch: Branch, claim: dict[str, str], subject: str
) -> None:
    plan = "# Plan\n\nLoads are tried twice. By then src/legacy/old.py with its old is history.\n"
    quoted = {"quote": "By then src/legacy/old.py with its old is history", **claim}
    branch.change("src/legacy/old.py", "return 1", "return 2")
    told = branch.told(plan, *given(branch, quoted))
    assert {each for each in told if each[1] in {"GP402", "GP405"}} in (
        {("warning", "GP402", subject)},
        {("warning", "GP405", subject)},
    )
    branch.remove("src/legacy/old.py")
    assert not any(code in {"GP402", "GP405"} for _, code, _ in branch.told(plan, *given(branch, quoted)))


@pytest.mark.parametrize(
    ("claim", "subject"),
    [
        ({"at": "src/web.py"}, "src/web.py"),
        ({"at": "src/web.py", "value": "show"}, "src/web.py::show"),
        ({"value": "show()"}, "src/web.py::show"),
    ],
)
def test_what_a_reader_finds_left_alone_and_is_changed_is_told(
    branch: Branch, claim: dict[str, str], subject: str
) -> None:
    plan = "# Plan\n\n- `src/store.py`: retry once\n- src/web.py with `show` belongs to another team\n"
    left = {"quote": "src/web.py with `show` belongs to another team", "kind": "leaves", **claim}
    assert branch.told(plan, *given(branch, left)) <= {("warning", "GP402", "src/web.py")}
    branch.change("src/web.py", "return fetch", "return 1 and fetch")
    assert ("warning", "GP403", subject) in branch.told(plan, *given(branch, left))


def test_a_file_that_a_reader_finds_left_alone_in_its_own_line_is_not_asked_for(branch: Branch) -> None:
    plan = "# Plan\n\n- `src/store.py`: retry once\n- src/web.py belongs to another team\n"
    left = {"quote": "src/web.py belongs to another team", "kind": "leaves", "at": "src/web.py"}
    assert branch.told(plan) == {("warning", "GP402", "src/web.py")}
    assert branch.told(plan, *given(branch, left)) == set()


def test_a_name_that_a_reader_finds_kept_may_change_and_not_go(branch: Branch) -> None:
    plan = "# Plan\n\n- `src/store.py`: retry once\n- everybody calls load, that much is sure\n"
    kept = {
        "quote": "everybody calls load, that much is sure",
        "kind": "leaves",
        "value": "load",
        "of": "name",
    }
    assert branch.told(plan, *given(branch, kept)) == set()
    branch.change("src/store.py", "def load(", "def obtain(")
    assert ("warning", "GP403", "src/store.py::Store.load") in branch.told(plan, *given(branch, kept))


def test_a_reading_takes_no_error_away(branch: Branch) -> None:
    branch.change("src/queue.py", new="queue = 1\n").change("src/web.py", "fetch(", "1 and fetch(")
    steps = "# Plan\n\n1. `src/store.py`: retry once\n2. `src/legacy/old.py`: the same\n"
    plan = f"{steps}\nOut of scope: `src/web.py`.\n"
    due = {("GP401", "src/queue.py"), ("GP402", "src/legacy/old.py"), ("GP403", "src/web.py")}
    assert branch.found(plan) == due
    claims = (
        {"quote": "retry once", "kind": "changes", "at": "src/queue.py"},
        {"quote": "retry once", "kind": "changes", "at": "src/web.py"},
        {"quote": "`src/legacy/old.py`: the same", "kind": "leaves", "at": "src/legacy/old.py"},
        {"quote": "`src/legacy/old.py`: the same", "kind": "changes", "at": "src/legacy/old.py"},
    )
    assert branch.found(plan, *given(branch, *claims)) == due
    assert len(branch.told(plan, *given(branch, *claims))) == len(due)


def test_where_a_plan_lists_no_files_a_reader_may_tell_which_file_its_words_mean(branch: Branch) -> None:
    plan = "# Plan\n\nLoads are tried twice. Say so on the page about it.\n"
    page = {"quote": "Say so on the page about it", "kind": "changes", "at": "docs/store.md"}
    assert ("warning", "GP402", "docs/store.md") not in branch.told(plan, *given(branch, page))
    branch.change("docs/store.md", new="# Other\n")
    assert ("note", "GP401", "docs/store.md") in branch.told(plan)
    assert not any(subject == "docs/store.md" for *_, subject in branch.told(plan, *given(branch, page)))


def test_nothing_that_a_reader_says_ends_with_exit_code_1(branch: Branch) -> None:
    plan = f"{PROSE}\nsrc/web.py, src/legacy/old.py and tests/test_store.py are there, too.\n"
    quote = "src/web.py, src/legacy/old.py and tests/test_store.py are there, too"
    paths = ("src/web.py", "src/legacy/old.py", "tests/test_store.py", "docs/store.md", "src/legacy/")
    kinds = ("changes", "removes", "creates", "leaves")
    claims = [{"quote": quote, "kind": kind, "at": path} for kind in kinds for path in paths]
    claims += [{"quote": quote, "kind": kind, "value": "fetch"} for kind in kinds]
    branch.change("src/web.py", "fetch(", "1 and fetch(").remove("src/legacy/old.py")
    assert branch.found(plan, *given(branch, *claims)) == set()


def test_a_model_reads_a_plan_for_conform_and_its_answer_serves_check(branch: Branch) -> None:
    plan = branch.desk.path("../plan.md")
    plan.write_text(PROSE)
    box = Box(branch.desk.root.parent / "home")
    box.answer(json.dumps({"claims": [PAGE]}))
    words = ("conform", "--base", "main", "--plan-file", str(plan))
    brief = branch.desk.pipe(*words, "--brief")
    assert (brief.code, box.asked) == (0, [])
    assert "- `leaves`:" in brief.out
    assert f"groundplan conform --base main --plan-file {plan} --reading reading.json" in " ".join(
        brief.err.split()
    )
    ran = branch.desk.pipe(*words, "--with", "box")
    assert (ran.code, len(box.asked)) == (0, 1), ran.said
    assert "Line 4 of the plan changes `docs/store.md`, as box reads it" in " ".join(ran.out.split())
    assert "Read by box: 1 order." in ran.out
    box.answer(json.dumps({"claims": []}), first=2)
    checked = branch.desk.pipe("check", str(plan), "--with", "box")
    assert (checked.code, len(box.asked)) == (0, 2), checked.said
    assert "looks at what no program can judge" in box.asked[1] or PAGE["quote"] in box.asked[1]


def test_a_reader_is_for_any_document_and_alone(branch: Branch) -> None:
    both = branch.desk.pipe("conform", "--base", "main", "--plan-file", "x.md", "--brief", "--with", "box")
    ours = branch.desk.pipe("conform", "--base", "main", "--brief")
    assert (both.code, ours.code) == (2, 2)
    assert "exclude each other" in both.err
    assert "no plan of this repository" in ours.err
