"""What a foreign plan gets wrong next to what is there: nearness tells, whatever the words are."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from worktree import opened_worktree

from groundplan.app.judgement.documents import Written, check_document

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.app.judgement.codebase import Codebase

CACHE = """\
MAX_SIZE = 128
KINDS = ["hot", "warm", "cold"]


class TimedCache:
    def expire_entries(self):
        return drop_oldest_entry(self)

    def clear(self):
        self.size = MAX_SIZE - 1


def drop_oldest_entry(cache):
    return cache


def lookup_strategy(name):
    return drop_oldest_entry(name)
"""
STORE = """\
package store

type Filed struct{}

func NewFiled(path string) *Filed {
	if path == "" {
		path = "sessions"
	}
	return nil
}

func (f *Filed) save() error {
	return nil
}

func (f *Filed) Save() error {
	return f.save()
}

func forget(path string) error {
	limit := 3
	return remove(path, limit)
}
"""
USER = "from src.cached_method import drop_oldest_entry\n\n\ndef run():\n    return drop_oldest_entry(1)\n"
FILES = {
    "src/cached_method.py": CACHE,
    "src/worker.py": USER,
    "src/other_worker.py": USER,
    "src/store.go": STORE,
    "docs/guide/localization.md": "# Words\n",
    "tests/test_cache.py": "def test_a():\n    pass\n\n\ndef test_cold_start():\n    pass\n",
    "package.json": json.dumps({"dependencies": {"react": "^18.2.0"}}),
}


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Codebase]:
    with opened_worktree(tmp_path_factory.mktemp("near"), FILES) as opened:
        yield opened


def found(base: Codebase, text: str, *, strict: bool = False) -> list[str]:
    return [each.code for each in check_document(base, Written("plan.md", text), strict=strict).findings]


WRONG = {
    "a respelled file": ("GP101", "The wrapper is picked in `src/cachedmethod.py`."),
    "a file in another folder": ("GP101", "Say so in `docs/localization.md` too."),
    "a word of a name": ("GP112", "`src/cached_method.py` is old.\n\n`drop_newest_entry` finds it."),
    "a slip of the pen": ("GP112", "See `drop_oldest_entri` for the rest."),
    "lines in words": ("GP111", "`drop_oldest_entry` starts at line 2 of `src/cached_method.py`."),
    "lines of what the sentence before names": (
        "GP111",
        "`lookup_strategy` is the way in. It is at `src/cached_method.py:2`.",
    ),
    "lines in a column": (
        "GP111",
        "| file | name | line |\n|--|--|--|\n| `src/cached_method.py` | `drop_oldest_entry` | 2 |\n",
    ),
    "code that is nearly a line": (
        "GP111",
        "`TimedCache.clear` ends with `self.size = MAX_SIZE + 1` in the usual way.",
    ),
    "a number of uses": ("GP113", "`drop_oldest_entry` is fine. It is called at nine spots."),
    "a number of tests": ("GP113", "`pytest tests/test_cache.py`: 9 tests, all pass"),
    "a number of entries": ("GP113", "`KINDS` has five entries."),
    "a version in a list": ("GP116", "Versions: react 16, whatever else."),
    "a line of a table that does not show its name": (
        "GP111",
        (
            "All of `drop_oldest_entry`, and `src/cached_method.py` goes on.\n\n| file | where |\n|--|--|\n"
            "| `src/cached_method.py` | 7, 13 |\n| `src/worker.py` | 5 |\n| `src/other_worker.py` | 3 |\n"
        ),
    ),
    "a file that a list of lines leaves out": (
        "GP121",
        "Remove `drop_oldest_entry`: it is in `src/cached_method.py:13` and `src/worker.py:5`.",
    ),
    "a name that a sentence of today leads to": (
        "GP112",
        "`src/worker.py` goes on. The loop falls back to `forget_all_rows` there.",
    ),
    "a name without backticks": ("GP112", "Both are chosen by the existing pick_best_row helper."),
    "code right before its line": (
        "GP111",
        "The size `self.size = MAX_SIZE - 1` on line 2 of `src/cached_method.py` is odd.",
    ),
    "code that no file has, of some file": (
        "GP111",
        "`src/cached_method.py` is old.\n\nThe size is odd: `self.size = MAX_SIZE - 1` (line 2).",
    ),
    "a single line in a fence": (
        "GP111",
        "The size in `src/cached_method.py` is odd:\n\n```python\nself.size = MAX_SIZE + 10\n```\n",
    ),
    "lines that no file has": ("GP101", "It is read in `src/cache/worker.py:3`."),
    "a span over the end of a line": ("GP114", "At the end run `make\ncheck-types` for it."),
    "a requirement in one piece of code": ("GP116", "Nothing changes for `react ^17.0.1` here."),
    "a sum below a table": (
        "GP113",
        (
            "`drop_oldest_entry` is in:\n\n| file | lines |\n|--|--|\n| `src/cached_method.py` | 7, 13 |\n"
            "| `src/worker.py` | 5 |\n| `src/other_worker.py` | 5 |\n\nThat is nine places.\n"
        ),
    ),
    "a number of dependencies": ("GP113", "It is not among our 23 runtime dependencies."),
    "a rejected option": (
        "GP901",
        "`strings.EqualFold` is rejected: it folds too much.\n\n1. The body becomes `strings.EqualFold`.",
    ),
    "a test among others that are there": (
        "GP115",
        "Two tests read it, `test_cold_start` and `test_after_all`, both in `tests/test_cache.py`.",
    ),
    "a user left out": (
        "GP121",
        "- [ ] Rename the awkward `drop_oldest_entry`; `src/worker.py` follows.",
    ),
    "a step on what is set apart": (
        "GP901",
        "- [ ] Let `src/worker.py` report it.\n\nOut of scope: the worker (`src/worker.py`), the docs.\n",
    ),
}
RIGHT = {
    "a part left as it is of what most steps change": (
        "- [ ] Let `src/worker.py` report it.\n- [ ] Let `src/worker.py` wait.\n"
        "- [ ] Let `src/worker.py` stop.\n- [ ] Let `src/worker.py` log it.\n\n"
        "Out of scope: the loop (`src/worker.py`), the docs.\n"
    ),
    "a table that is right": (
        "Rename `drop_oldest_entry`.\n\n| file | where |\n|--|--|\n| `src/cached_method.py` | 7, 13 |\n"
        "| `src/worker.py` | 1, 5 |\n| `src/other_worker.py` | 1, 5 |\n\nSix lines in all.\n"
    ),
    "numbers that are no lines": (
        "`drop_oldest_entry`:\n\n| file | uses |\n|--|--|\n"
        "| `src/cached_method.py` | 3 |\n| `src/worker.py` | 2 |\n"
    ),
    "a name that is led to and new": "`src/worker.py` would fall back to `forget_all_rows` there.",
    "an order that leads to a name": "Route what `src/worker.py` has through `forget_all_rows`.",
    "a name that is led to twice": (
        "`src/worker.py` falls back to `forget_all_rows`.\n\n`forget_all_rows` goes through all of it."
    ),
    "a line cited for another name of its sentence": (
        "`MAX_SIZE` is needed by `lookup_strategy()` (`src/cached_method.py:1`)."
    ),
    "a proposed line in a fence": (
        "The size in `src/cached_method.py` becomes:\n\n```python\nself.size = MAX_SIZE + 10\n```\n"
    ),
    "a requirement that is to come": "Move to `react ^19.0.1` here.",
    "a rejected option that a step avoids": (
        "`strings.EqualFold` is rejected: it folds too much.\n\n1. Compare without `strings.EqualFold`."
    ),
    "tests that are new together": "Two tests read it, `test_over_all` and `test_after_all`.",
    "files of a folder that is new": "- `src/rows/worker.py`\n- `src/rows/state.py`\n",
    "a level": "`drop_oldest_entry` (`src/cached_method.py`) is of the agentic (L1) lane.",
    "lines of a sentence that names nothing": (
        "`drop_oldest_entry` is the way in. The root is bound once (`src/cached_method.py:2`), at the start."
    ),
    "several lines": "`drop_oldest_entry` and what it needs (`src/cached_method.py:1-2,13-14`).",
    "a rule with a number in it": "`tests/test_cache.py` follows “one test file per source file”.",
    "a method of a library": "`src/cached_method.py` is old.\n\n`fs.drop_newest_entry` frees it.",
    "a symbol that is set apart": "- [ ] Change `drop_oldest_entry`.\n\n`drop_oldest_entry` is unchanged.\n",
    "a respelled file that is made": "Create `src/cachedmethod.py` for it.",
    "a file that two lines name": "See `docs/localization.md`.\n\n`docs/localization.md` stays short.",
    "a file that something is made in": "Implement the adapter in `src/cachedmethod.py`.",
    "a name that is made": "Add `drop_newest_entry` beside it.",
    "a name that may come": "`drop_newest_entry` would be better.",
    "a name in other capitals": "`timedCache` is what others call it.",
    "a name of another language": "`dropOldestEntry` is what the script calls it.",
    "a name in a plan that names no file": "`drop_newest_entry` finds it without a change.",
    "names that are new together": (
        "`src/cached_method.py` is old.\n\n`drop_newest_entry` and `keep_newest_entry` share it."
    ),
    "a name of a new file": "Create `src/evict.py` with `drop_newest_entry` beside `src/cached_method.py`.",
    "lines of a place to be": "`drop_oldest_entry` moves below line 2 of `src/cached_method.py`.",
    "lines inside what is named": "`TimedCache` (line 9 of `src/cached_method.py`) clears itself.",
    "code that a line becomes": "`self.size = MAX_SIZE - 1` becomes `self.size = MAX_SIZE + 1`.",
    "some of the tests": "Nine tests that fail are in `tests/test_cache.py`.",
    "a number that is to be": "`lookup_strategy` should be called seven times.",
    "a version that something else is about": "react 16 had no hooks, as the guide says.",
    "a user that another step names": (
        "- [ ] Rename `drop_oldest_entry`; `src/worker.py` follows.\n- [ ] Update `src/other_worker.py`.\n"
    ),
    "what is set apart is only that it goes": (
        "- [ ] Update `src/cached_method.py`.\n\n## Out of scope\n\n- Removing `src/cached_method.py`\n"
    ),
    "what is set apart with a limit": (
        "- [ ] Let `src/worker.py` report it.\n\nOut of scope: `src/worker.py` beyond that.\n"
    ),
    "a part of what is set apart": (
        "- [ ] Let `src/worker.py` report it.\n\nOut of scope: the retries of `src/worker.py`.\n"
    ),
    "what is told below a heading": (
        "- [ ] Let `src/worker.py` report it.\n\n## Not part of this\n\n`src/worker.py` holds 9 rows.\n"
    ),
    "what a step looks at": (
        "- [ ] Write it like `src/worker.py`.\n\nOut of scope: the worker (`src/worker.py`).\n"
    ),
}


# Each could be read otherwise, so it is told strictly only.
STRICTLY = frozenset(
    {
        "a number of uses",
        "a number of tests",
        "a number of entries",
        "a word of a name",
        "a slip of the pen",
        "lines in words",
        "lines of what the sentence before names",
        "code that is nearly a line",
        "a name that a sentence of today leads to",
        "a name without backticks",
        "code right before its line",
        "code that no file has, of some file",
        "a single line in a fence",
        "a span over the end of a line",
    }
)


@pytest.mark.parametrize("name", WRONG)
def test_what_is_next_to_something_that_is_there_is_found(base: Codebase, name: str) -> None:
    code, text = WRONG[name]
    assert found(base, text) == ([] if name in STRICTLY else [code])
    assert name not in STRICTLY or found(base, text, strict=True) == [code]


@pytest.mark.parametrize("name", RIGHT)
def test_what_may_be_meant_as_it_is_written_is_not_found(base: Codebase, name: str) -> None:
    assert found(base, RIGHT[name]) == []


@pytest.mark.parametrize(
    "text",
    [
        "Defaults for `Filed` (`src/store.go:6-8`) stay.",
        "It comes from the last `Save` (`src/store.go:12-14`).",
    ],
)
def test_lines_may_be_about_what_their_function_is_named_for(base: Codebase, text: str) -> None:
    assert found(base, text) == []
    assert found(base, text.replace("6-8", "21-22").replace("12-14", "21-22")) == ["GP111"]
