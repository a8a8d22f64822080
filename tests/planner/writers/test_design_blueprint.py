"""Options, blueprint and commits of a design: from the code's own headers, failures and runner."""

from __future__ import annotations

import re

import pytest
from made_brief import make_brief, write
from made_pack import make_goal

from groundplan.evidence.kinds import Command, Failure, NewFile, TestPlace
from groundplan.planner.answers import Understood
from groundplan.planner.question import Choice, Question
from groundplan.survey.spot import Spot

FILES = {
    "app/paths.py": "def clean(path: str) -> str:\n    return path\n",
    "app/load.py": """
        from app.paths import clean


        class Loader:
            def load(self, path: str) -> bytes:
                if not path:
                    raise ValueError(path)
                return b""

            def save(self, path, times=3): ...
        """,
    "web/load.ts": "export function load(path: string): void {\n}\nexport function keep(path) {\n}\n",
    "go/load.go": "package load\n\nfunc Load(path string) error {\n\treturn nil\n}\n",
}
LOAD = "app/load.py::Loader.load"
TEST = TestPlace("tests/test_load.py", exists=True, why="", command="pytest tests/test_load.py")
FAILS = (Failure("Loader.load", "if not path", "raises ValueError", Spot("app/load.py", 6)),)
CANONICAL = "**No alternatives considered. This is the canonical approach per existing patterns.**"


@pytest.mark.req("S1-16")
def test_a_change_of_what_is_there_is_canonical() -> None:
    assert write(make_brief("Load it", FILES, [LOAD]), "3") == CANONICAL


@pytest.mark.req("S1-16")
def test_a_new_file_is_weighed_against_the_one_beside_it() -> None:
    question = Question(
        "option",
        "Where should it go?",
        "",
        (Choice("new-module", "A new file"), Choice("in-place", "Inside")),
        "new-module",
    )
    new = (NewFile("app/zip.py", "app/load.py", "nothing is named for it"),)
    given = {"is_new": True, "new_files": new, "questions": (question,)}
    text = write(make_brief("Add a zip module", FILES, [LOAD], **given), "3")
    assert re.findall(r"\*\*Option ([AB]): (.+)\*\*", text) == [
        ("A", "New module zip.py"),
        ("B", "Inside load.py"),
    ]
    assert "- **Cons:** `app/load.py` has 10 lines and 3 definitions." in text
    assert "#### **Recommendation:** Option A" in text
    taken = write(
        make_brief(
            "Add a zip module", FILES, [LOAD], settled={"option": Understood("B", choice="in-place")}, **given
        ),
        "3",
    )
    assert "#### **Recommendation:** Option B\n**Rationale:** The user chose it." in taken


def test_a_file_the_user_decided_against_is_not_planned() -> None:
    brief = make_brief(
        "Add a zip module",
        FILES,
        [LOAD],
        is_new=True,
        new_files=(NewFile("app/zip.py", "app/load.py", "why"),),
        settled={"option": Understood("B", choice="in-place")},
    )
    assert "app/zip.py" not in write(brief, "4.1") + write(brief, "5")


@pytest.mark.req("S1-17")
def test_the_file_map_lists_leaves_first_with_arrows_to_what_is_imported() -> None:
    brief = make_brief(
        "Load it",
        FILES,
        [LOAD, "app/paths.py::clean"],
        file_map=(("app/paths.py", ()), ("app/load.py", ("app/paths.py",))),
        tests=(TEST,),
    )
    text = write(brief, "4.1")
    assert text.startswith(
        "```\n[app/paths.py::clean]\n[app/load.py::Loader.load] → imports [app/paths.py]\n```\n"
    )
    assert "- `app/load.py` – Requirement 1 in `Loader.load`" in text
    assert "- `app/paths.py` – follows the change in `app/load.py` where needed (it matches the goal)" in text
    assert "- `tests/test_load.py` – add `test_load`" in text


@pytest.mark.req("S1-18")
def test_signatures_are_the_codes_own_and_untyped_ones_are_said_in_words() -> None:
    changes = [LOAD, "app/load.py::Loader.save", "web/load.ts::load", "web/load.ts::keep", "go/load.go::Load"]
    text = write(make_brief("Do it", FILES, changes), "4.2")
    assert (
        "```python\n# app/load.py:5-8\nclass Loader:\n    def load(self, path: str) -> bytes: ...\n```"
        in text
    )
    assert "```typescript\n// web/load.ts:1-2\nexport function load(path: string): void;\n```" in text
    assert "```go\n// go/load.go:3-5\nfunc Load(path string) error\n```" in text
    assert "no type in the code: path and times (int by its default)" in text
    assert "web/load.ts:3-4  export function keep(path)" in text


@pytest.mark.req("S1-19", "S1-20", "S1-36")
def test_failure_paths_of_the_code_and_of_the_goal_become_edge_cases() -> None:
    goal = make_goal("Load zips", demands=("load should return 404 when the archive is missing",))
    brief = make_brief(goal, FILES, [LOAD], failures=FAILS, tests=(TEST,))
    flow = write(brief, "4.3")
    assert "**Happy Path:**\n1. Whoever calls it → `app/load.py::Loader.load` → Requirement 1 met" in flow
    assert "- the archive is missing (Requirement 1) → “return 404”" in flow
    assert "- `not path` in `Loader.load` (`app/load.py:6`) → raises `ValueError`" in flow
    cases = write(brief, "4.4")
    assert (
        "**If the archive is missing (Requirement 1)** → “return 404” → the caller sees “return 404”" in cases
    )
    assert "**If `not path` in `Loader.load` (`app/load.py:6`)** → raises `ValueError`, as today → " in cases
    for why in ("Realistic: ", "Explicit handling: ", "User-facing: "):
        assert cases.count(why) == 2


def test_code_without_failure_paths_says_so() -> None:
    brief = make_brief("Clean it", FILES, ["app/paths.py::clean"])
    assert "An error inside `app/paths.py:1-2` → not caught there today" in write(brief, "4.3")
    assert write(brief, "4.4").startswith("No edge case: no failure path was found in `app/paths.py:1-2`")


@pytest.mark.req("S1-21", "S1-31")
def test_tests_are_named_for_success_and_failure_in_the_repositorys_own_style() -> None:
    text = write(make_brief("Load zip archives", FILES, [LOAD], failures=FAILS, tests=(TEST,)), "4.5")
    assert "  - `test_load_zip_archives` in `tests/test_load.py` for Requirement 1" in text
    assert "  - `test_load_raises_value_error_not_path` in `tests/test_load.py` for the failure path" in text
    go = TestPlace("go/load_test.go", exists=True, why="", command="go test ./go/", prefix="Test")
    assert "`TestLoadZipArchives`" in write(
        make_brief("Zip archives", FILES, ["go/load.go::Load"], tests=(go,)), "4.5"
    )
    script = TestPlace("web/load.test.ts", exists=True, why="", command="vitest run", prefix="")
    assert "`load: Zip archives`" in write(
        make_brief("Zip archives", FILES, ["web/load.ts::load"], tests=(script,)), "4.5"
    )


@pytest.mark.req("S1-24", "S1-31", "S1-35")
def test_commits_come_in_phases_each_with_files_changes_verification_and_tests() -> None:
    missing = TestPlace("tests/test_load.py", exists=False, why="none", command="pytest tests/test_load.py")
    commands = (Command("lint", "ruff check", None), Command("types", "tsc --noEmit", None))
    brief = make_brief("Load zips", FILES, [LOAD], failures=FAILS, tests=(missing,), commands=commands)
    text = write(brief, "5")
    assert re.findall(r"### \*\*(Phase .+)\*\*", text) == [
        "Phase 1: Foundation (No Behavior Change)",
        "Phase 2: New Behavior",
        "Phase 3: Edge Cases",
    ]
    commits = re.split(r"\*\*Commit \d: ", text)[1:]
    assert len(commits) == 3
    for commit in commits:
        assert "- **Files:** `" in commit
        assert "- **Changes:**\n  - " in commit
        assert "`pytest tests/test_load.py` passes" in commit
        assert "- **Tests:** Add `" in commit
    assert "`tests/test_load.py` (new)" in commits[0]
    assert "`app/load.py` (modify), `tests/test_load.py` (modify)" in commits[1]
    assert "Load zips (Requirement 1)" in commits[1]
    assert "If `not path` in `Loader.load` (`app/load.py:6`): raises `ValueError`, as today" in commits[2]
    assert "`ruff check` passes" in text
    assert "tsc" not in text, "a tool of another language verifies nothing here"


@pytest.mark.req("S1-35")
def test_a_phase_with_nothing_to_do_is_left_out() -> None:
    text = write(make_brief("Clean it", FILES, ["app/paths.py::clean"], tests=(TEST,)), "5")
    assert re.findall(r"### \*\*(Phase .+)\*\*", text) == ["Phase 1: New Behavior"]


def test_many_files_are_many_commits() -> None:
    files = {f"app/m{n}.py": f"def f{n}() -> int:\n    return {n}\n" for n in range(5)}
    text = write(make_brief("Count anew", files, [f"app/m{n}.py::f{n}" for n in range(5)]), "5")
    assert text.count("**Commit ") == 5
    assert "py_compile" not in text, "that a file compiles proves nothing about it"


@pytest.mark.parametrize("key", ["3", "4.1", "4.2", "4.3", "4.4", "4.5", "5"])
@pytest.mark.req("S1-13", "S1-15")
def test_nothing_past_the_questions_is_designed_for_an_unknown_place(key: str) -> None:
    assert write(make_brief("Translate the moon", FILES), key) == ""


@pytest.mark.req("S1-15")
def test_what_is_designed_waits_for_every_blocking_question() -> None:
    from groundplan.planner.writers.registry import find_writer

    asked = (Question("limit", "How large?", ""), Question("later", "When?", "", blocking=False))
    brief = make_brief("Load it", FILES, [LOAD], questions=asked)
    for spec in brief.playbook.sections:
        for draft in find_writer(spec.writer)(brief, spec) if spec.writer else ():
            assert draft.is_evidence == spec.evidence, spec.key
            assert draft.waits_for == (() if spec.evidence else ("limit",)), spec.key


def test_what_a_tool_writes_is_regenerated_after_its_source() -> None:
    files = {
        "app/_sync.py": "# Do not edit this file directly. It has been autogenerated from\n# app/_async.py\n"
        "\n\ndef load() -> int:\n    return 1\n",
        "app/_async.py": "async def load() -> int:\n    return 1\n",
    }
    brief = make_brief("Load twice", files, ["app/_sync.py::load", "app/_async.py::load"])
    assert "- `app/_sync.py` – regenerated from `app/_async.py`, not edited by hand" in write(brief, "4.1")
    commits = write(brief, "5")
    assert "`app/_async.py` (modify), `app/_sync.py` (modify) – regenerated" in commits
    assert "`load` (`app/_async.py:1-2`): Load twice (Requirement 1)" in commits


def test_the_reading_the_user_means_is_the_one_that_changes() -> None:
    question = Question(
        "reading",
        "Which `load` does the goal mean?",
        "",
        (Choice(LOAD, "in app"), Choice("web/load.ts::load", "in web"), Choice("go/load.go::Load", "in go")),
    )
    brief = make_brief(
        "Let `load` take a list",
        FILES,
        [LOAD, "web/load.ts::load", "go/load.go::Load"],
        questions=(question,),
        settled={"reading": Understood("the second", choice="web/load.ts::load")},
    )
    assert write(brief, "4.1").startswith("```\n[web/load.ts::load]\n```")
