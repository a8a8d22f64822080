"""Any Markdown document held against real code: what it contradicts is found, what may be right is not."""

from __future__ import annotations

import json
import shutil
from typing import TYPE_CHECKING

import pytest
from worktree import IndexedWorktree, lay_worktree

from groundplan.app.judgement.codebase import open_codebase
from groundplan.app.judgement.documents import Written, check_document, cite_document

if TYPE_CHECKING:
    from pathlib import Path

STORE = '''\
"""Where records are kept."""

LIMIT = 3


class Store:
    def load(self, key):
        return self._read(key)

    def _read(self, key):
        return LIMIT


def fetch_records(store):
    return store.load("all")
'''
OTHER = "class Cache:\n    def load(self, key):\n        return key\n"
USER = "from src.store import fetch_records\n\n\ndef show():\n    return fetch_records(None)\n"
KINDS = """\
from enum import Enum


class Kind(Enum):
    PLAIN = 1
    RICH = 2


def parse_kind(text, limit):
    names = set(text) - set(limit)
    return names


def read_kinds(texts):
    return [parse_kind(each, 3) for each in texts]


def show_kinds(texts):
    return read_kinds(texts) or parse_kind("", 1)
"""
RUST = """\
pub enum Shape {
    Round(u8),
    Square { side: u8 },
    Flat,
}

pub struct Canvas;

pub fn draw_shape(shape: Shape) -> Canvas {
    Canvas
}
"""
PACKAGE = {"scripts": {"test": "vitest", "lint": "eslint ."}, "dependencies": {"react": "^18.2.0"}}


FILES = {
    "src/store.py": STORE,
    "src/cache.py": OTHER,
    "src/page.py": USER,
    "src/report.py": USER.replace("show", "report") + "\n\ndef list_all_of_kinds():\n    pass\n",
    "tests/test_store.py": "def test_load():\n    assert True\n",
    "src/kinds.py": KINDS,
    "src/shape.rs": RUST,
    "src/paint.rs": "use crate::shape::Canvas;\n\nfn paint(canvas: Canvas) {}\n",
    "tests/test_kinds.py": "def test_one():\n    pass\n\n\ndef test_two():\n    pass\n",
    "package.json": json.dumps(PACKAGE),
    "Makefile": "build:\n\ttrue\n",
    "pkg/server/main.go": "package main\n",
    "src/gone.py": "GONE = 1\n",
}


@pytest.fixture(scope="module")
def laid_once(tmp_path_factory: pytest.TempPathFactory) -> IndexedWorktree:
    return lay_worktree(tmp_path_factory.mktemp("documents"), FILES, {"src/gone.py": None})


@pytest.fixture
def untouched(laid_once: IndexedWorktree, monkeypatch: pytest.MonkeyPatch) -> IndexedWorktree:
    """The code that no test changes, so that all of them share one index of it."""
    monkeypatch.setenv("HOME", str(laid_once.root.parent))
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    return laid_once


@pytest.fixture
def code(laid_once: IndexedWorktree, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> IndexedWorktree:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    shutil.copytree(laid_once.root, tmp_path / "repo")
    return IndexedWorktree(tmp_path / "repo", tmp_path / "cache")


def findings(code: IndexedWorktree, text: str, *beside: str, strict: bool = False) -> list[tuple[str, str]]:
    with open_codebase(code.root) as base:
        done = check_document(base, Written("plan.md", text, beside), strict=strict)
    return [(found.code, found.message) for found in done.findings]


def codes(code: IndexedWorktree, text: str, *, strict: bool = False) -> list[str]:
    return [found for found, _ in findings(code, text, strict=strict)]


FALSE = {
    "a path beside one that is there": ("GP101", "Update src/stores.py to cache."),
    "a path in backticks": ("GP101", "Change `src/stroe.py`."),
    "lines behind the end": ("GP101", "See `src/store.py:90`."),
    "one of several lines": ("GP101", "See `src/store.py:3,90`."),
    "a symbol the file lacks": ("GP101", "See `src/store.py::Store.lod`."),
    "a name in lines that do not show it": ("GP111", "It is read by `_read` (`src/store.py:3`)."),
    "a line that reads otherwise": ("GP111", "`src/store.py:3`: `LIMIT = 5`"),
    "a function one letter off": ("GP112", "It calls `fetch_record()` today."),
    "a member the class lacks": ("GP112", "It calls `Store.forget()` today."),
    "a name the file lacks": ("GP112", "It calls `forget_it()` in `src/store.py` today."),
    "callers": ("GP113", "There are 7 callers of `fetch_records()`."),
    "nobody calls it": ("GP113", "Nothing in this repository calls `fetch_records`."),
    "a file given to Maven": ("GP114", "Run `mvn test src/test/java/shop/StoreTest.java`."),
    "a variable left in": ("GP114", "Run `go vet '$' '(' VETPACKAGES ')'`."),
    "files": ("GP113", "`fetch_records` is used in 5 files."),
    "a list": ("GP113", "Two cases:\n\n- a\n- b\n- c\n"),
    "a list in words": ("GP113", "The 3 names (`a`, `b`) change."),
    "a script": ("GP114", "Run `npm run tests`."),
    "a script in a fence": ("GP114", "```sh\nnpm run tests\n```\n"),
    "a make target": ("GP114", "Run `make bild`."),
    "a file that is started": ("GP114", "Run `python src/main.py`."),
    "a test file": ("GP115", "Run `pytest tests/test_stores.py`."),
    "a test": ("GP115", "Run `pytest tests/test_store.py::test_lod`."),
    "a package of Go": ("GP115", "Run `go test ./pkg/client/...`."),
    "a version": ("GP116", "We use React 17 here."),
    "a line of a file that is not there, beside a verb that makes": (
        "GP101",
        "Add a check for None (`src/stores.py:30`).",
    ),
    "a user of a name a numbered step removes": (
        "GP121",
        "- [ ] T012 [P] 1.2 Remove `fetch_records`, and `src/page.py`.",
    ),
    "a name that the cited file has nowhere": ("GP111", "`forget_all` (`src/store.py:6`) does it."),
    "a whole class at other lines": ("GP111", "`Kind` (`src/kinds.py:9-11`) has both."),
    "code right before which something goes": (
        "GP111",
        "Add a check right before `return self._read(key)` (`src/store.py:14`).",
    ),
    "code with its parts swapped": ("GP111", "It is `names = set(limit) - set(text)` (`src/kinds.py:10`)."),
    "a name behind which its place is told": ("GP111", "`parse_kind`, which starts at `src/kinds.py:2`."),
    "a function that its module lacks": ("GP112", "`shape::draw_round` is called by the canvas."),
    "a private member": ("GP112", "In `Store._write`, return early."),
    "a name that a step works in": ("GP112", "Extend the helper `parse_kinds_of`. Update `read_all_kinds`."),
    "what code is said to wrap": ("GP112", "`Store` (`src/store.py:6`) wraps `Store.hold`."),
    "a name that a step renames": ("GP112", "- Rename `parse_one_kind` to `read_one`."),
    "a name that is given something else": ("GP111", "It is `names = set(limit)` (`src/kinds.py:10`)."),
    "a file that a step adds to": ("GP101", "- Add to `tests/tests_kinds.py`, at its end."),
    "callers that a definition made more": ("GP113", "`read_kinds` has two callers."),
    "a number of calls": ("GP113", "`parse_kind` is called five times."),
    "a number of calls, after its place": (
        "GP113",
        "`parse_kind` (`src/kinds.py:9`) is short and has 4 callers.",
    ),
    "places in a list": ("GP113", "It is called three times: `src/kinds.py:15` and `src/kinds.py:19`."),
    "tests of a file": ("GP113", "`tests/test_kinds.py` has 5 tests."),
    "members of an enum": ("GP113", "`Kind` is an enum (`src/kinds.py:4`) with three members."),
    "variants of an enum": ("GP113", "`Shape` (`src/shape.rs:1-5`) has 4 variants."),
    "code that a file repeats": ("GP113", "`return LIMIT` occurs twice in `src/store.py`."),
    "a caller by its name": ("GP113", "`parse_kind` is called by `fetch_records`."),
    "the only caller": ("GP113", "`fetch_records` is only called from `src/page.py`."),
    "a file of another folder": ("GP101", "Extend `src/tests/report.py` by a line."),
    "a caller that a list leaves out": (
        "GP121",
        "- Rename `fetch_records` to `fetch_all`; callers: `src/page.py:5`.\n\n`src/report.py` is long.",
    ),
    "a name that nothing else is said to use": (
        "GP121",
        "- Rename `fetch_records` to `fetch_all`, nothing else uses it.\n\n`src/page.py`, `src/report.py`.",
    ),
    "a user of a changed return": (
        "GP121",
        "- Change `fetch_records` to return a tuple, in `src/page.py` too.",
    ),
    "a user of a removed name": ("GP121", "- Remove `fetch_records` from `src/store.py`, and `src/page.py`."),
}


# No word asserts these: a step may make the file, or mean all users.
LIKELY = {
    "a file named for its folder": ("GP101", "In `src/kinds/index.py`, add a parser."),
    "a test by its short name": ("GP101", "`tests/kinds.py`: add a case."),
    "a user of a name where no user is named": ("GP121", "- Rename `Canvas` to `Sheet` in `src/shape.rs`."),
}


@pytest.mark.parametrize("name", LIKELY)
def test_what_is_likely_wrong_is_found_strictly_only(untouched: IndexedWorktree, name: str) -> None:
    wanted, text = LIKELY[name]
    assert codes(untouched, text) == []
    assert codes(untouched, text, strict=True) == [wanted]


# Each could be read otherwise, so it is told strictly only.
STRICTLY = frozenset(
    {
        "a function one letter off",
        "a member the class lacks",
        "a name the file lacks",
        "a name behind which its place is told",
        "a private member",
        "a name that a step works in",
        "what code is said to wrap",
        "a name that a step renames",
        "a list",
        "a list in words",
    }
)


@pytest.mark.parametrize("name", FALSE)
def test_what_the_code_contradicts_is_found(untouched: IndexedWorktree, name: str) -> None:
    wanted, text = FALSE[name]
    assert codes(untouched, text) == ([] if name in STRICTLY else [wanted])
    assert name not in STRICTLY or codes(untouched, text, strict=True) == [wanted]


@pytest.mark.parametrize(
    ("step", "told"),
    [
        ("Call `forget_all()` in `src/store.py:6`.", False),
        ("When it is full, log it, then call `forget_all()` at `src/store.py:6`.", False),
        ("Pass `forget_all` at `src/store.py:6`.", False),
        ("Document `Store.forget_all` in `src/store.py:6`.", False),
        ("Mention `Store.forget_all` (`src/store.py:6`).", False),
        ("Call `forget_all()` (`src/store.py:6`) once.", True),
        ("Check `forget_all()` in `src/store.py:6`.", True),
        ("It has calls of `forget_all()` in `src/store.py:6`.", True),
    ],
)
def test_what_a_step_orders_to_write_at_lines_is_no_quotation_of_them(
    code: IndexedWorktree, step: str, *, told: bool
) -> None:
    assert ("GP111" in codes(code, f"## Steps\n\n1. {step}\n", strict=True)) is told


@pytest.mark.parametrize(
    ("above", "told"),
    [
        ("## New tests\n\n- ", False),
        ("## Added unit tests\n\n### Cart\n\n- ", False),
        ("## Tests\n\nTests to add:\n\n1. ", False),
        ("## Planned tests\n\n- ", False),
        ("## Tests\n\nAdditional tests:\n\n- ", False),
        ("## Planned tests\n\n- Extend ", True),
        ("## Existing tests, planned tests\n\n- ", True),
        ("## New tests\n\nOne.\n\n## Other tests\n\n- ", True),
        ("# New tests\n\n## Today\n\n- ", True),
    ],
)
def test_tests_below_a_heading_that_says_they_are_new_are_not_missed(
    code: IndexedWorktree, above: str, *, told: bool
) -> None:
    text = f"{above}`test_forget_all` covers it.\n\n## Later\n\nNothing.\n"
    assert ("GP115" in codes(code, text, strict=True)) is told


RIGHT = {
    "what is there": "`src/store.py:3`: `LIMIT = 3`. `Store.load()` in `src/store.py`.",
    "the lines of a function": "`load()` (`src/store.py:7-8`).",
    "a line of its body": "`Store.load()` (`src/store.py:8`) reads.",
    "a file to come": "Create `src/stores.py`, then update `src/stores.py`.",
    "a file marked new": "- `src/stores.py` (new)",
    "a file marked new in Chinese": "- `src/stores.py` (新增)",
    "a file to come in Spanish": "Crear archivo `src/stores.py`.",
    "a file that looks like a member": "Change `Program.cs` today.",
    "how many tests a class has": "`Store` has 4 tests.",
    "a version that the manifest writes in full": "We use React 18.2 here.",
    "a user of a name that gets an argument": "- Add a parameter to `fetch_records` in `src/store.py`.",
    "a file of a drawn tree": "```\nsrc/\n  stores.py\n```\nUpdate `src/stores.py`.",
    "a file that may be there": "Update `src/stores.py` if present.",
    "a file of elsewhere": "See https://example.org/src/stores.py and `other/place/x.py` and docs/x.md.",
    "a renamed file": "Rename `src/store.py` to `src/stores.py`.",
    "an example": "For example, update `src/stores.py`.",
    "a placeholder": "Change `path/to/file.py`, `<name>.py`, `src/*.py`, `foo/bar`.",
    "a branch, a package, a route": "On `origin/main`, `@scope/name`, `/api/users`, `feature/stores`.",
    "code to come beside a line": "At `src/store.py:3` insert `fetch_records()`.",
    "code instead of a line": "Replace `src/store.py:6` with `LIMIT`.",
    "a function to come": "Add `fetch_record()` to `src/store.py`. It calls `fetch_record()` today.",
    "a function in proposed code": "```py\ndef fetch_record(): ...\n```\n`fetch_record()` is called.",
    "a function of the library": "It calls `json.dumps()` and `useEffect()` today.",
    "callers counted otherwise": "There are 2 callers of `fetch_records()`, in 2 files.",
    "nobody calls what nobody calls": "Nothing calls `show`.",
    "the calls of a namesake": "```py\n```\nNothing calls `Store.load`.",
    "about so many": "There are about 7 callers of `fetch_records()`.",
    "a number of a phase": "Generate from Phase 3 artifacts:\n\n- a\n- b\n",
    "what is declared": "We use React 18.2.0 here.",
    "an adapter to come": "- Implement an adapter for it in src/stores.py",
    "a number of no list": "Within two days:\n\n- a\n- b\n- c\n",
    "a script that is there": "Run `npm run lint`, `npm test`, `make build` and `make -j4`.",
    "a script to come": 'Add a script `"tests"` to `package.json`. Run `npm run tests`.',
    "a command with a gap": "Run `npm run <name>`, `make ...`, `pytest tests/<x>.py`.",
    "tests to come": "Write `tests/test_page.py`. Run `pytest tests/test_page.py::test_show`.",
    "tests that are there": "Run `pytest tests/test_store.py::test_load` and `go test ./pkg/...`.",
    "an upgrade": "Upgrade to React 19. We need React 17 or later. Phase 2, Python 3.9.",
    "the version": "We use React 18 and React 18.2.",
    "a name to come beside lines": "Add `forget_all` to it. `forget_all` (`src/store.py:6`) does it.",
    "lines of a body": "`parse_kind` (`src/kinds.py:10-11`) and `Kind` (`src/kinds.py:4-6`).",
    "code before which something goes": "Add one right before `return self._read(key)` (`src/store.py:8`).",
    "another spelling of a setting": "`fetchRecords` (`src/store.py:14`) is the script's name for it.",
    "code that is not there": "There is no `LIMIT = 9` (`src/store.py:3`).",
    "a library's function": "`fmt::Display` and `std::mem::swap` are used.",
    "callers that call themselves or are tests": "`parse_kind` has two callers. `read_kinds` has one caller.",
    "what several places do once": "Compute the rows once (`src/store.py:8`, `src/store.py:14`).",
    "calls in one place": "`parse_kind` is called once by `read_kinds` and once by `show_kinds`.",
    "places that are listed": "It is called twice: `src/kinds.py:15` and `src/kinds.py:19`.",
    "tests and members that are there": "`tests/test_kinds.py` has two tests. `Shape` has three variants.",
    "tests that will be there": "After this, `tests/test_kinds.py` has 5 tests.",
    "a list that names no import": "- Rename `read_kinds` to `x`; used in: `src/kinds.py:19`.",
    "who calls it": "`parse_kind` is called by `read_kinds` and `show_kinds`.",
    "a new file that a step works in": "In `src/colors.py`, add a parser. `src/paints.py`: add `Paint`.",
    "a file with a word more": "`src/kindsTopics.py`: done. 建立 (`src/storeTopics.py`)",
    "an alias is left": "- Rename `fetch_records` to `fetch_all`, with a deprecated alias.",
    "a default": "- Change `fetch_records` to take an optional `limit`.",
    "all users in a list": "- Rename `fetch_records` to `x`; callers: `src/page.py:5`, `src/report.py`.",
    "users by their names": "- Remove `fetch_records`; `page.py` and `report.py` follow.",
    "all users": "- Remove `fetch_records` and update all callers.",
    "a part about another repository": "## Shop\n\nIn `/home/ann/shop`, update `src/stroe.py`.\n",
    "a folder of elsewhere": "Clean up `tmp/` and update `build/`.",
    "an absolute path": "It was run in `/Users/ann/repo` and `/home/ann/repo/src/a.py`.",
    "a test that is written first": "- [ ] 1.1 [RED] `src/paints.py` — it throws after an update.",
    "a test in a list of files": "- Test: `tests/test_paints.py` (or extend existing), `x.py` untouched",
    "a file below a target": "## Target modules\n\n1. `src/kinds/mod.py` + parts that update it\n",
    "a file below a split": "**Proposed split:**\n\n1. `src/shape/mod.rs` — existing trait\n",
    "a file of a crate that grows": "Extend `src`:\n\n- `src/keys.py` — from words to keys.\n",
    "a file that a French table makes": "| `src/colors.py` | Créer | Updates |\n|--|--|--|\n"
    "| `src/paints.py` | Créer | Modifies all |\n",
    "a file that may be merged": "1. `src/colors.py` (or merged into existing modules).",
    "a file of which there are two": "2. Update `src/colors.py` or `src/store.py`.",
    "a file below a folder that moves": "- Move: `src/old/` → `src/sub/kinds/`\n"
    "- Modify (imports only): `src/sub/kinds/report.py`\n",
    "a file that is said to be missing": "The file does not exist at `src/stores.py`.",
    "a removed file that the plan removes": "Update `src/gone.py`.\n\nThen delete `src/gone.py`.",
    "code without what its language asks for": "`src/shape.rs:9`: `fn draw_shape(shape: &Shape) -> Canvas {`",
    "what a file is replaced by": "Change the imports to use `src/colors.py`.",
    "a name that the plan defines": "- `parse_some_kind` uint, the key\n\nUpdate `parse_some_kind`.",
    "a number of a task": "- [x] 4.5 Tests in `tests/test_kinds.py` verify it.",
    "a number of a clause": "- Clause 15 condition gates:\n  - a\n  - b\n",
    "a list of what is new": "Add eleven tests to the existing fourteen tests:\n\n- a\n- b\n",
    "items that are two": "Three strings:\n\n- `a`\n- `b` (both occurrences)\n",
    "an item that is none": "Two edits:\n\n- a\n- b\n- Do not touch the rest\n",
    "items in braces": "The 4 places (`benchmarks/{cpp,python,tools}/`, `bindings/`) stay.",
    "what a test asserts": "Verify that `parse_kind` is called once.",
    "a command on a condition": "1. `make fuzz` (if gated)",
    "commands of another repository": "Run `cd portal && npm run typecheck`, then `npm run dev`.",
    "a command that a report says is missing": "- `npm run typecheck`\n  - Result: script not found\n",
    "tests that a plan writes": "Write failing tests.\n\nRun: `pytest tests/test_views.py`",
    "a call that goes": "- [ ] 1.1 Remove the `fetch_records()` call after it, in `src/page.py`",
    "a field that goes": "- Remove the `side?: u8` field from `Canvas`.",
    "some tests of a file": "Five tests of `tests/test_kinds.py` fail here.",
    "a count that is narrowed": "`tests/test_kinds.py` has 5 tests that fail. `Shape` has 4 variants for it.",
    "results below a number": "Ten small samples:\n\n- plain text: works\n- a table: hangs\n",
    "two names at two lines": "`LIMIT`/`fetch_records` (`src/store.py:3,14`) are cached.",
    "the end that names share": "The two existing `_of_kinds` tests stay.",
    "what a run never calls": "| request | refused (because `fetch_records()` is never called) |\n|--|--|\n",
    "a script with a remark that it is new": "```sh\npython src/graph.py src   # new: prints 0\n```\n",
    "a test that a row of tasks names": "### Phase 0: pin today's behaviour\n\n| task | size |\n|--|--|\n"
    "| T0.1 `tests/test_parity.py`: a corpus by hand, compared with a file | M |\n",
    "tests of a class named before": "`tests/test_kinds.py`: `TestKind.test_one` (the class has 9 tests).",
    "tests that are to go": "`tests/test_kinds.py` - Delete 7 tests, refactor 2 tests",
    "a number of a document": "It is what react 7 asked for (spec 3).",
    "a new file named before its place": "- [ ] Create stores.yml configuration file at src/stores.yml.",
    "files into which nothing goes": "Out of scope: copying all repositories into `src/`.\n\n## Steps\n\n"
    "1. Change `src/page.py`, so that it asks twice.",
    "a file that two steps mirror": "- [ ] T001 [P] Write `src/a1.py`. Reference patterns: `src/page.py`\n"
    "- [ ] T002 [P] Write `src/a2.py`; mirror the shapes used by `src/page.py`\n",
    "uses in a file named before": "See `src/page.py`: one of 9 uses of `fetch_records` in that file.",
    "code that a box puts at a line": "- [ ] `src/store.py:3`: `fetch_records(store)`. It is cheap.",
    "what a part leaves": "PR2 does not touch `src/page.py`.\n\n## Steps\n\n1. Let `src/page.py` go on.",
}


@pytest.mark.parametrize("name", RIGHT)
def test_what_may_be_right_is_not_found(untouched: IndexedWorktree, name: str) -> None:
    assert findings(untouched, RIGHT[name]) == []


def test_what_a_document_beside_it_creates_is_not_missing(code: IndexedWorktree) -> None:
    text = "Run `pytest tests/test_page.py`."
    assert codes(code, text) == ["GP115"]
    assert findings(code, text, "Create `tests/test_page.py`.") == []


def test_a_plan_that_was_carried_out_is_not_asked_for_what_it_removed(code: IndexedWorktree) -> None:
    text = "- [{0}] Update `src/gone.py` to call it.\n- [{0}] Update `read_all_kinds` in it.\n"
    assert codes(code, text.format(" "), strict=True) == ["GP101", "GP112"]
    with open_codebase(code.root) as base:
        ticked = check_document(base, Written("plan.md", text.format("x")))
        archived = check_document(base, Written("changes/archive/a/tasks.md", text.format(" ")))
        made = check_document(
            base, Written("plan.md", f"{text}\n- Create: `src/store.py`\n- Create: `src/page.py`\n")
        )
    assert [each.findings for each in (ticked, archived, made)] == [(), (), ()]
    assert all(each.is_done for each in (ticked, archived, made))


def test_a_path_from_a_folder_of_a_workspace_is_not_said_to_have_moved(code: IndexedWorktree) -> None:
    text = "Update `libs/models.py` and `libs/views.py` to say so.\n"
    for name in ("models", "views"):
        code.put(f"libs/{name}.py", f"{name.upper()} = 1\n" * 9)
    code.commit()
    code.git("mv", "libs", "old")
    (code.root / "core").mkdir()
    code.git("mv", "old", "core/libs")
    code.commit()
    code.git("mv", "core/libs/views.py", "core/screens.py")
    code.commit()
    told = findings(code, text)
    assert [code for code, _ in told] == ["GP102"]
    assert "core/screens.py" in told[0][1]
    assert len(findings(code, text, strict=True)) == 2


def test_a_file_that_goes_in_the_commit_of_its_plan_is_not_missing(code: IndexedWorktree) -> None:
    text = "Update `src/late.py` to say so.\n"
    code.put("src/late.py", "LATE = 1\n")
    code.commit()
    (code.root / "src/late.py").unlink()
    code.put("plan.md", text)
    code.commit()
    assert codes(code, text) == []
    with open_codebase(code.root) as base:
        other = check_document(base, Written("another.md", text))
    assert [found.code for found in other.findings] == ["GP101"]


def test_a_plan_whose_commit_did_its_work_is_not_asked_for_what_was_before(code: IndexedWorktree) -> None:
    text = "- [ ] Update `src/early.py`, `src/soon.py`.\n- [ ] Drop `drop_all_kinds()`, see `make kinds`.\n"
    code.put("src/early.py", "def drop_kinds() -> None: ...\n")
    code.put("Makefile", "test:\n\ttrue\n")
    code.commit()
    assert "GP114" in codes(code, text)
    code.put("src/early.py", "EARLY = 1\n")
    code.put("src/soon.py", "SOON = 1\n")
    code.put("plan.md", text)
    code.commit()
    with open_codebase(code.root) as base:
        done = check_document(base, Written("plan.md", text))
        other = check_document(base, Written("another.md", text))
    assert done.is_done
    assert done.findings == ()
    assert not other.is_done
    assert other.findings


def test_a_command_on_a_file_that_git_ignores_may_run(code: IndexedWorktree) -> None:
    assert codes(code, "Run `python src/main.py`.") == ["GP114"]
    code.put("src/.gitignore", "*.py\n")
    assert codes(code, "Run `python src/main.py`.") == []


def test_a_test_that_is_a_slip_away_is_found_in_a_plan_that_writes_tests(code: IndexedWorktree) -> None:
    text = "Write failing tests.\n\nRun: `pytest tests/test_stores.py`"
    assert codes(code, text) == ["GP115"]


def test_what_was_looked_at_is_counted_and_what_could_not_be_is_too(code: IndexedWorktree) -> None:
    text = "`src/store.py:3`, `other/place/x.py`, `Store.load()`, `npm run lint`, `make x y=$(z)`.\n\nTwo:\n"
    with open_codebase(code.root) as base:
        done = check_document(base, Written("plan.md", text))
    assert done.is_clean
    assert [(each.noun, each.checked, each.unknown) for each in done.looked] == [
        ("citation", 1, 1),
        ("name", 1, 0),
        ("command", 1, 0),
    ]


def test_citations_come_with_the_lines_they_name(code: IndexedWorktree) -> None:
    text = "The limit is at `src/store.py:3`; see `src/store.py::Store.load` and `src/nope.py:1`.\n"
    with open_codebase(code.root) as base:
        limit, load, gone = cite_document(base, Written("plan.md", text))
    assert (limit.path, limit.lines) == ("src/store.py", ((3, "LIMIT = 3"),))
    assert [number for number, _ in load.lines] == [7, 8]
    assert (gone.seen.state, gone.lines) == ("missing", ())
    assert limit.words == text.strip()


def test_a_check_writes_nothing_into_the_repository(code: IndexedWorktree) -> None:
    findings(code, "Change `src/stroe.py`. There are 7 callers of `fetch_records()`.")
    assert code.git("status", "--porcelain", "--ignored") == ""
