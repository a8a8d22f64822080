"""A reader's claims about a plan: the code confirms, contradicts or leaves each, and believes no reader."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from worktree import opened_worktree

from groundplan.app.judgement.claimed.parameters import split_parameters
from groundplan.app.judgement.documents import Written, check_document
from groundplan.app.models.reading import read_given

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.app.judgement.codebase import Codebase
    from groundplan.app.judgement.documents import DocumentChecked

STORE = '''\
"""Where records are kept."""

import os

LIMIT = 3


class Store:
    def __init__(self, path, limit=LIMIT):
        self.path = path
        self.limit = limit

    def load_record(self, key, *, retries=2):
        for _ in range(retries):
            return self._read_record(key)

    def _read_record(self, key):
        return os.path.join(self.path, key)

    def close(self):
        return None


def fetch_records(store):
    return store.load_record("all")


def drop_records(store):
    return fetch_records(store)


def never_called_here(store):
    return getattr(store, "path")
'''
PAGE = """\
from src.store import Store, fetch_records


def show_page():
    store = Store("pages")
    if store:
        return fetch_records(store)


def show_other():
    return show_page()
"""
TESTS = """\
from src.store import Store, fetch_records


def test_load_record():
    assert Store("x").load_record("y")


def test_fetch_records():
    assert fetch_records(Store("x"))
"""
QUEUE = """\
import {readFileSync} from 'node:fs';

const MOST_JOBS = 20;

export class JobQueue {
\tconstructor(options) {
\t\tthis.options = options;
\t}

\taddJob(job, priority = 1) {
\t\treturn this.runJob(job);
\t}

\trunJob(job) {
\t\treturn job();
\t}
}

export function makeQueue(options) {
\treturn new JobQueue(options);
}
"""
QUEUE_TESTS = """\
import {makeQueue} from '../web/queue.js';

test('runs a job at once', () => {
\tmakeQueue({}).addJob(() => 1);
});

test('keeps the order', () => {});
"""
GO = """\
package pool

type Pool struct {
\tsize int
}

func NewPool(size int) *Pool {
\treturn &Pool{size: size}
}

func (p *Pool) Acquire(name string) int {
\treturn p.grow(name)
}

func (p *Pool) grow(name string) int {
\treturn len(name) + p.size
}
"""
PROJECT = """\
[project]
name = "shop"
version = "1.4.0"
requires-python = ">=3.10"
dependencies = ["httpx>=0.25,<1", "attrs"]
"""
PACKAGE = {
    "name": "web",
    "scripts": {"build": "tsc", "test:unit": "vitest"},
    "dependencies": {"react": "^18.2.0"},
}
FILES = {
    "src/store.py": STORE,
    "src/page.py": PAGE,
    "src/report.py": PAGE.replace("show_", "report_"),
    "tests/test_store.py": TESTS,
    "tests/test_page.py": "def test_page_is_shown():\n    assert True\n",
    "web/queue.js": QUEUE,
    "web/queue.test.js": QUEUE_TESTS,
    "pool/pool.go": GO,
    "other/pool.go": "package other\n\ntype Pool struct {\n\tsize int\n\tnext int\n}\n",
    "go.mod": "module example.org/shop\n\ngo 1.21\n",
    "pyproject.toml": PROJECT,
    "package.json": json.dumps(PACKAGE),
    "src/looped.py": "class Looped(Looped):\n    pass\n",
    "Makefile": "bench:\n\ttrue\n",
}


@pytest.fixture(scope="module")
def code(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Codebase]:
    with opened_worktree(tmp_path_factory.mktemp("readings"), FILES) as opened:
        yield opened


def read(code: Codebase, text: str, *claims: dict[str, Any], path: str = "plan.md") -> DocumentChecked:
    given = {"by": "Ann", "claims": [{"quote": text, **each} for each in claims]}
    return check_document(code, Written(path, text), reading=read_given(given))


def verdict(code: Codebase, text: str, *claims: dict[str, Any]) -> str:
    """Return what the code says to the last claim."""
    done = read(code, text, *claims).read
    assert done is not None
    assert not done.dropped
    return done.claims[-1].verdict


def says(kind: str, **more: Any) -> dict[str, Any]:
    return {"kind": kind, **more}


S, P, Q, G = "src/store.py", "src/page.py", "web/queue.js", "pool/pool.go"
CONFIRMED: list[tuple[str, dict[str, Any]]] = [
    ("Records are in `src/store.py`.", says("file", at=S)),
    ("`fetch_records` is at `src/store.py:24`.", says("lines", at=f"{S}:24", value="fetch_records")),
    ("`runJob` is in `web/queue.js:14-16`.", says("lines", at=f"{Q}:14-16", value="runJob")),
    ("`Store.load_record` reads.", says("defined", at=f"{S}::Store", value="load_record")),
    ("`JobQueue` has `addJob`.", says("defined", at="JobQueue", value="addJob")),
    ("`Pool.grow` grows.", says("defined", at=f"{G}::Pool", value="grow")),
    (
        "`load_record(key, retries=2)`",
        says("defined", at="Store", value="load_record", names=["key", "retries=2"]),
    ),
    ("It says `LIMIT = 3` in `src/store.py`.", says("quote", at=S, value="LIMIT = 3")),
    ("`show_page` calls `fetch_records`.", says("calls", at=f"{P}::show_page", value="fetch_records")),
    (
        "`runJob` is only called by `addJob`.",
        says("callers", at=f"{Q}::JobQueue.runJob", names=["addJob"], how="only"),
    ),
    ("`fetch_records` has 3 callers.", says("callers", at="fetch_records", number=3)),
    ("`grow` is called once.", says("callers", at="Pool.grow", number=1)),
    ("`tests/test_store.py` has two tests.", says("count", of="tests", at="tests/test_store.py", number=2)),
    ("`Store` has 4 methods.", says("count", of="methods", at=f"{S}::Store", number=4)),
    ("There are four files in `src`.", says("count", of="files", at="src", value="*.py", number=4)),
    ("Run `make bench`.", says("command", value="make bench")),
    ("Run `npm run test:unit`.", says("command", value="npm run test:unit")),
    ("`test_load_record` covers it.", says("test", value="test_load_record", at="tests/test_store.py")),
    ("See the test `keeps the order`.", says("test", value="keeps the order", at="web/queue.test.js")),
    (
        "`tests/test_store.py` tests it.",
        says("tested", at=f"{S}::fetch_records", names=["tests/test_store.py"]),
    ),
    ("It needs `httpx>=0.25`.", says("depends", value="httpx >=0.25")),
    ("Python 3.10 is the floor.", says("depends", value="Python 3.10")),
    ("react 18 is used.", says("depends", value="react 18")),
    (
        "`Store.load_record` takes `self`, `key` and `retries`.",
        says("defined", at=f"{S}::Store", value="load_record", names=["self", "key", "retries"], how="all"),
    ),
    ("There is no `RetryPolicy` yet.", says("absent", of="name", value="RetryPolicy")),
    ("Nothing calls `never_called_here`.", says("callers", at="never_called_here", how="none")),
    ("There is no `src/retry.py`.", says("absent", of="file", value="src/retry.py")),
]
CONTRADICTED: list[tuple[str, str, dict[str, Any]]] = [
    ("GP101", "Records are in `src/stores.py`.", says("file", at="src/stores.py")),
    ("GP101", "Pages are in `web/page.py`.", says("file", at="web/page.py")),
    ("GP101", "It ends at `src/page.py:70`.", says("lines", at=f"{P}:70")),
    ("GP111", "`drop_records` is at `src/store.py:9`.", says("lines", at=f"{S}:9", value="drop_records")),
    ("GP111", "`makeQueue` is in `web/queue.js:10-12`.", says("lines", at=f"{Q}:10-12", value="makeQueue")),
    ("GP112", "`Store.load_all` reads.", says("defined", at=f"{S}::Store", value="load_all")),
    ("GP112", "`JobQueue.removeJob` removes.", says("defined", at=f"{Q}::JobQueue", value="removeJob")),
    ("GP112", "`Pool.Release` gives back.", says("defined", at=f"{G}::Pool", value="Release")),
    ("GP112", "`show_page` is in `src/store.py`.", says("defined", at=S, value="show_page")),
    (
        "GP118",
        "`Store.load_record(key, attempts)`",
        says("defined", at="Store", value="load_record", names=["attempts"]),
    ),
    (
        "GP118",
        "`JobQueue.addJob(job, priority = 5)`",
        says("defined", at="JobQueue", value="addJob", names=["priority=5"]),
    ),
    ("GP111", "It says `LIMIT = 5` in `src/store.py`.", says("quote", at=S, value="LIMIT = 5")),
    (
        "GP111",
        "`web/queue.js` says `const MOST_JOBS = 200;`.",
        says("quote", at=Q, value="const MOST_JOBS = 200;"),
    ),
    ("GP113", "`show_page` calls `drop_records`.", says("calls", at=f"{P}::show_page", value="drop_records")),
    ("GP113", "Nothing calls `show_page`.", says("callers", at="show_page", how="none")),
    (
        "GP113",
        "Only `show_page` calls `fetch_records`.",
        says("callers", at=f"{S}::fetch_records", names=[f"{P}::show_page"], how="only"),
    ),
    ("GP113", "`NewPool` calls `grow`.", says("callers", at=f"{G}::Pool.grow", names=[f"{G}::NewPool"])),
    ("GP113", "`fetch_records` has 12 callers.", says("callers", at="fetch_records", number=12)),
    (
        "GP113",
        "`tests/test_store.py` has five tests.",
        says("count", of="tests", at="tests/test_store.py", number=5),
    ),
    ("GP113", "`JobQueue` has 9 methods.", says("count", of="methods", at=f"{Q}::JobQueue", number=9)),
    ("GP111", "`Store` begins at `src/store.py:16`.", says("lines", at=f"{S}:16", value="Store")),
    ("GP113", "There are 8 files in `src`.", says("count", of="files", at="src", value="*.py", number=8)),
    ("GP114", "Run `make benches`.", says("command", value="make benches")),
    ("GP114", "Run `npm run test:e2e`.", says("command", value="npm run test:e2e")),
    (
        "GP115",
        "`test_drop` in `tests/test_store.py` covers it.",
        says("test", value="test_drop", at="tests/test_store.py"),
    ),
    (
        "GP115",
        "The test `runs a job later` of `web/queue.test.js`.",
        says("test", value="runs a job later", at="web/queue.test.js"),
    ),
    ("GP116", "It needs `httpx>=0.23`.", says("depends", value="httpx >=0.23")),
    ("GP116", "It needs `httpx>=0.25.4`.", says("depends", value="httpx >=0.25.4")),
    ("GP116", "Python 3.8 is the floor.", says("depends", value="Python 3.8")),
    ("GP116", "react 17 is used.", says("depends", value="react 17")),
    ("GP118", "It has `tenacity` already.", says("depends", value="tenacity")),
    ("GP118", "No test uses `fetch_records`.", says("untested", at=f"{S}::fetch_records")),
    ("GP118", "There is no `drop_records`.", says("absent", of="name", value="drop_records")),
    ("GP118", "There is no `src/page.py`.", says("absent", of="file", value=P)),
    ("GP118", "`Store` has no `close`.", says("absent", of="name", at="Store", value="close")),
]
# Steps that make one thing say nothing about another that merely shares a word with it.
MADE_ELSE = "Step 1 makes `load_all` beside `fetch_records` in `src/store.py`. `Store.load_every` is there."
LEFT: list[tuple[str, dict[str, Any]]] = [
    ("It is in `../shop/main.py`.", says("file", at="../shop/main.py")),
    ("`asyncio.Semaphore` limits it.", says("defined", value="asyncio.Semaphore")),
    ("Nothing uses `nobody_knows`.", says("users", at="nobody_knows", how="none")),
    ("`Store` has some methods.", says("count", of="methods", at=f"{S}::Store", number=9)),
    ("Run `terraform plan`.", says("command", value="terraform plan")),
    ("`load_record` is tried three times.", says("count", of="retries", at="load_record", number=3)),
    ("It uses logging.", says("absent", of="text", value="os")),
    ("`src/store.py:14` sets the `retries`.", says("lines", at=f"{S}:19", value="retries")),
    (
        "What it does is in `src/store.py`.",
        says("lines", at=f"{S}:1-4000"),
    ),  # a range that only the reader gives
    ("There is a word on slow disks.", says("count", of="text", at=S, value="slow disks", number=1)),
    ("`Nobody` reads it twice.", says("count", of="text", at="Nobody", value="read_record", number=2)),
    ("`JobQueue` has no `load_record`.", says("absent", of="name", at="JobQueue", value="load_record")),
    (
        "It needs `left-pad`, a thing of `web/other`.",
        says("count", of="dependencies", at="web/other", number=2),
    ),
]
# What a reader easily takes for a statement about today, or one word for another.
MISREAD: list[tuple[str, dict[str, Any]]] = [
    ("Change `LIMIT = 3` to `LIMIT = 30` in `src/store.py`.", says("quote", at=S, value="LIMIT = 30")),
    ("`fetch_records` is `src/store.py:28-29`.", says("lines", at=f"{S}:28-29", value="fetch_records")),
    (
        "`def load_record(self, key, *, retries >= 2):` is at `src/store.py:13`.",
        says("lines", at=f"{S}:13", value="def load_record(self, key, *, retries >= 2):"),
    ),
    ("Sessions are kept in `memcached`.", says("depends", value="memcached")),
    ("It imports `zoneinfo`, a module.", says("depends", value="zoneinfo")),
    (
        "Add a test, then run `pytest tests/test_retry.py`.",
        says("command", value="pytest tests/test_retry.py"),
    ),
    ("It will have `RetryQueue` in `web/queue.js`.", says("defined", at=Q, value="RetryQueue")),
    ("See `src/STORE.py`.", says("file", at="src/STORE.py")),
    ("`Store` (`src/store.py:16`) reads.", says("lines", at=f"{S}:16", value="Store")),
    ("`Store` (`src/store.py:8`) calls `_read_record`.", says("lines", at=f"{S}:8", value="_read_record")),
    ("There is no `close` of the page.", says("absent", of="name", value="close")),
    ("`show_other` calls `Store`, through the page.", says("calls", at=f"{P}::show_other", value="Store")),
    ("`Looped.missing` is there.", says("defined", at="Looped", value="missing")),
    ("It lists the `generated` file `src/made.py`.", says("file", at="src/made.py")),
]
MADE: list[tuple[str, dict[str, Any], dict[str, Any]]] = [
    ("Step 1 makes `src/retry.py`.", says("creates", at="src/retry.py"), says("file", at="src/retry.py")),
    (
        "Step 1 puts `retry_load` into `src/store.py`.",
        says("creates", at=S, value="retry_load"),
        says("defined", at=S, value="retry_load"),
    ),
    (
        "Step 1 gives `JobQueue` a `removeJob`.",
        says("creates", at=f"{Q}::JobQueue", value="removeJob"),
        says("defined", at=f"{Q}::JobQueue", value="removeJob"),
    ),
    (
        "Step 1 brings `make smoke`.",
        says("creates", at="Makefile", value="smoke"),
        says("command", value="make smoke"),
    ),
    (
        "Step 1 writes `test_drop`.",
        says("creates", at="tests/test_store.py", value="test_drop"),
        says("test", at="tests/test_store.py", value="test_drop"),
    ),
    ("Step 1 brings in `tenacity`.", says("creates", value="tenacity"), says("depends", value="tenacity")),
]


@pytest.mark.parametrize(("text", "claim"), CONFIRMED)
def test_what_the_code_shows_is_confirmed(code: Codebase, text: str, claim: dict[str, Any]) -> None:
    assert verdict(code, text, claim) == "confirmed"


@pytest.mark.parametrize(("rule", "text", "claim"), CONTRADICTED)
def test_what_fails_in_every_reading_is_contradicted(
    code: Codebase, rule: str, text: str, claim: dict[str, Any]
) -> None:
    done = read(code, text, claim)
    assert done.read is not None
    assert [each.verdict for each in done.read.claims] == ["contradicted"]
    assert rule in {each.code for each in done.findings}
    assert not done.is_clean


@pytest.mark.parametrize(("text", "claim"), LEFT)
def test_what_nothing_here_can_tell_is_left(code: Codebase, text: str, claim: dict[str, Any]) -> None:
    assert verdict(code, text, claim) == "not judged"


@pytest.mark.parametrize(("text", "claim"), MISREAD)
def test_what_may_be_misread_is_not_contradicted(code: Codebase, text: str, claim: dict[str, Any]) -> None:
    assert verdict(code, text, claim) == "not judged"


@pytest.mark.parametrize(("text", "made", "claim"), MADE)
def test_what_a_step_makes_is_not_contradicted(
    code: Codebase, text: str, made: dict[str, Any], claim: dict[str, Any]
) -> None:
    assert verdict(code, text, claim) in {"contradicted", "not judged"}
    assert verdict(code, text, made, claim) == "not judged"


def test_a_claim_that_the_plan_does_not_make_is_dropped(code: Codebase) -> None:
    done = read(
        code, "Records are kept.", {"quote": "Records are lost.", **says("file", at="src/none.py")}
    ).read
    assert done is not None
    assert (done.counts["dropped"], done.claims) == (1, ())


def test_a_quotation_is_found_without_its_marks_and_line_breaks(code: Codebase) -> None:
    text = "# Plan\n\n- The **records** are\n  in `src/stores.py` today.\n"
    claim = {"quote": "The records are in src/stores.py", **says("file", at="src/stores.py")}
    done = read(code, text, claim)
    assert done.read is not None
    (judged,) = done.read.claims
    assert (judged.verdict, judged.place.line, judged.place.column, judged.last) == ("contradicted", 3, 3, 4)
    assert [found.code for found in done.findings] == ["GP101"]


@pytest.mark.parametrize(
    ("text", "claim"),
    [
        ("`Store` has some methods.", says("count", of="methods", at=f"{S}::Store", number=9)),
        ("Records are kept in a file.", says("file", at="src/stores.py")),
        ("Something calls it.", says("callers", at="fetch_records", names=["NewPool"])),
        ("Add `test_zero_returns` to the tests.", says("test", value="test_zero")),
        ("Its test is `test_load_record_twice`.", says("test", value="test_load_record_tw")),
    ],
)
def test_a_reader_may_add_nothing_to_the_plans_words(
    code: Codebase, text: str, claim: dict[str, Any]
) -> None:
    assert not read(code, text, claim).findings


def test_two_statements_that_a_reader_holds_against_each_other_are_its_objection(
    code: Codebase,
) -> None:
    text = "Out of scope: the page cache.\n\n1. Change the page cache to keep less.\n"
    clash = says("conflict", quote="Out of scope: the page cache", value="Change the page cache to keep less")
    done = read(code, text, {**clash, "names": ["page cache"]})
    (found,) = done.findings
    assert (found.code, str(found.severity), done.is_clean) == ("GP910", "warning", True)
    assert "Ann holds that against it" in found.message
    assert "in line 3" in found.message
    unshared = read(code, text, {**clash, "names": ["the worker"]}).read
    assert unshared is not None
    assert unshared.counts["dropped"] == 1


def test_a_fault_that_the_patterns_find_as_well_is_told_once(code: Codebase) -> None:
    text = "Change `src/store.py::Store.lod`, then run `make benches`.\n"
    alone = [each.code for each in read(code, text).findings]
    claims = [says("defined", at=f"{S}::Store", value="lod"), says("command", value="make benches")]
    assert [each.code for each in read(code, text, *claims).findings] == alone == ["GP101", "GP114"]


def test_nothing_is_held_against_a_plan_that_was_carried_out(code: Codebase) -> None:
    text = "Records are in `src/stores.py`.\n"
    done = read(code, text, says("file", at="src/stores.py"), path="archive/plan.md")
    assert (done.is_done, done.findings) == (True, ())


def test_a_ticked_step_tells_of_what_was(code: Codebase) -> None:
    text = "- [x] Take `drop_all_records` out of `src/store.py`.\n- [ ] Next.\n- [ ] Last.\n"
    claim = {
        "quote": "Take `drop_all_records` out of `src/store.py`",
        **says("defined", at=S, value="drop_all_records"),
    }
    assert verdict(code, text, claim) == "not judged"


def test_a_version_beside_the_one_that_is_there_is_the_new_one(code: Codebase) -> None:
    text = "Go from react 18.2.0 to react 19.1.0."
    assert verdict(code, text, says("depends", value="react 19.1.0")) == "not judged"


def test_what_a_reader_says_is_made_counts_and_not_every_word_beside_it(code: Codebase) -> None:
    made = says("creates", at=S, value="load_all")
    assert verdict(code, MADE_ELSE, made, says("defined", at="Store", value="load_all")) == "not judged"
    gone = says("defined", at=f"{S}::Store", value="load_every")
    assert verdict(code, MADE_ELSE, made, gone) == "contradicted"


def test_fields_of_a_type_are_those_of_its_own_file(code: Codebase) -> None:
    text = "The only field of `Pool` is `size`."
    assert verdict(code, text, says("count", of="fields", at=f"{G}::Pool", number=1)) == "confirmed"


def test_the_arrow_of_a_functions_type_closes_no_bracket() -> None:
    text = "c: () => T, m: WeakMap<object, unknown>, k: object"
    assert [each.partition(":")[0] for each in split_parameters(text)] == ["c", "m", "k"]
    assert len(split_parameters("f: Callable[[int], str], x: dict[str, int] = {}")) == 2


def test_a_count_in_a_class_that_is_named_without_its_file_is_of_that_class(code: Codebase) -> None:
    claim = says("count", of="text", at="JobQueue.addJob", value="job", number=2)
    assert verdict(code, "`JobQueue.addJob` says `job` twice.", claim) == "confirmed"
