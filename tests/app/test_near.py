"""What a foreign plan gets wrong next to what is there: nearness tells, whatever the words are."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from worktree import IndexedWorktree

from groundplan.app.judgement.codebase import open_codebase
from groundplan.app.judgement.documents import Written, check_document

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

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
USER = "from src.cached_method import drop_oldest_entry\n\n\ndef run():\n    return drop_oldest_entry(1)\n"


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Codebase]:
    folder: Path = tmp_path_factory.mktemp("near")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HOME", str(folder))
        patch.delenv("XDG_CACHE_HOME", raising=False)
        made = IndexedWorktree(folder / "repo", folder / "cache")
        made.root.mkdir()
        made.git("init", "-q")
        made.put("src/cached_method.py", CACHE)
        made.put("src/worker.py", USER)
        made.put("src/other_worker.py", USER)
        made.put("docs/guide/localization.md", "# Words\n")
        made.put("tests/test_cache.py", "def test_a():\n    pass\n\n\ndef test_b():\n    pass\n")
        made.put("package.json", json.dumps({"dependencies": {"react": "^18.2.0"}}))
        made.commit()
        with open_codebase(made.root) as opened:
            yield opened


def found(base: Codebase, text: str) -> list[str]:
    return [each.code for each in check_document(base, Written("plan.md", text)).findings]


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


@pytest.mark.parametrize("name", WRONG)
def test_what_is_next_to_something_that_is_there_is_found(base: Codebase, name: str) -> None:
    code, text = WRONG[name]
    assert found(base, text) == [code]


@pytest.mark.parametrize("name", RIGHT)
def test_what_may_be_meant_as_it_is_written_is_not_found(base: Codebase, name: str) -> None:
    assert found(base, RIGHT[name]) == []
