"""What a foreign plan asserts of the code as it is, told from what it plans, proposes or merely names."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from worktree import opened_worktree

from groundplan.app.judgement.documents import Written, check_document

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.app.judgement.codebase import Codebase

QUEUE = """\
package queue

import "math"

const MaxFrame = 10 * 1024 * 1024

func retryLimit(mult, n int) int {
	nodeScale := math.Ceil(math.Log10(n + 1))
	limit := mult * int(nodeScale)
	return limit
}

func drainQueue(n int) int {
	a := retryLimit(3, n)
	b := retryLimit(4, n)
	return a + b
}
"""
USER = "package queue\n\nfunc flushAll() int {\n\treturn retryLimit(1, 2) + drainQueue(1)\n}\n"
TESTS = "package queue\n\nfunc TestRetryLimit(t *testing.T) {\n\tretryLimit(1, 1)\n}\n"


FILES = {
    "internal/queue.go": QUEUE,
    "internal/flush.go": USER,
    "internal/queue_test.go": TESTS,
    "go.mod": "module example.com/q\n\ngo 1.22\n\nrequire github.com/google/btree v1.1.3\n",
    "package.json": json.dumps({"scripts": {"test": "x"}, "dependencies": {"react": "^18.2.0"}}),
    ".gitmodules": '[submodule "evals"]\n\tpath = evals\n\turl = ../evals\n',
    "web/queue.test.ts": (
        'const longName = makeQueue({\n  size: 3,\n});\ntest("drains the queue", () => {});\n'
    ),
    "schemas/triage.v1.json": "{}\n",
    "tasks.py": "A = 1\n",
    "tool/tasks.py": "A = 1\n" * 40,
    "config/tools.yaml": "a: 1\n",
}
MOVED = {"config/tools.yaml": None, "services/agent/config/tools.yaml": "a: 1\n" * 9}


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Codebase]:
    with opened_worktree(tmp_path_factory.mktemp("asserted"), FILES, MOVED) as opened:
        yield opened


def check(base: Codebase, text: str, *, strict: bool = False) -> list[tuple[str, int, str]]:
    done = check_document(base, Written("plan.md", text), strict=strict)
    return [(each.code, each.place.line, each.message) for each in done.findings]


SILENT = {
    "the id of a document": "`internal/SPEC-02:18` commits to a list.",
    "a file in a submodule": "- Modify: `evals/drill/backend.py`",
    "a branch": "**Branch:** work on a fresh `internal/readme-revamp`.",
    "a file that a test role names": "**Files:** Modify `internal/queue.go`; Test `internal/flush_test.go`",
    "a file to be made in another language": "**Fix:** Skapa internal/reference.go.",
    "the next version of a file": "**Build:** `prompts/triage/v2.md` + `schemas/triage.v2.json`, 3 kinds",
    "a path from a sub-project": "Two unused tools | `config/tools.yaml:2-3`.",
    "a bare name that another file fits": "It is built in `tasks.py:33`.",
    "a file that is said not to exist": "First write tests (`internal/settings_test.go`, none exist).",
    "a value in words": "`MaxFrame = 10MB` (`internal/queue.go:5`).",
    "the other callers": "`flushAll` calls it. The other two callers of `retryLimit` are in one function.",
    "a version that differs in two files": "`react: 17.0` is pinned there, `package.json` requires 18.2.0.",
    "a name in a column of changes": "| `internal/queue.go`: `checkArgv()`, `displayArgv()` |",
    "a command that is described": "`npm run types:check` runs them all in CI.",
    "a quote that is right": "Currently `retryLimit` (`internal/queue.go:7-11`) reads:\n\n```go\n"
    "nodeScale := math.Ceil(math.Log10(n + 1))\nlimit := mult * int(nodeScale)  // too high!\n```",
    "a proposed block": "Change `internal/queue.go:8-9` to:\n\n```go\n"
    "nodeScale := math.Ceil(math.Log2(n + 1))\nlimit := mult * int(nodeScale)\n```",
    "a block below words of a step": "Compute it once:\n\n```go\n"
    "nodeScale := math.Ceil(math.Log2(n + 1))\nlimit := mult * int(nodeScale)\n```",
    "a call into a library": "The page calls `useLayoutEffect`.",
    "a name that a sentence proposes": "`drainQueue` should be called by `pumpQueueOnce`.",
    "a name on several lines": "`drainQueue` calls `pumpQueueOnce`.\n\nThe loop of `pumpQueueOnce` ends.",
    "calls that are counted right": "`retryLimit` is called twice in `internal/queue.go`.",
    "the only callers": "`retryLimit` is only called by `drainQueue` and `flushAll`.",
    "a user of a deleted name": "- **One truth.** Delete `retryLimit`; the rest reads it from status.",
    "what an interface rejected": "## Steps\n\n1. Continue with `append_part`.\n\n## Alternatives\n\n"
    "- `append_part`: rejected",
    "what a ticked item did": "- [x] replace `internal/sync.go` with a placeholder\n- [ ] keep it",
    "a name that a list of work describes": "1. `keyStatus()` in `internal/queue.go`: returns a map.\n"
    "2. `GET /status` gives `keyStatus()`.",
    "lines of a quote in one": "Currently, in `internal/queue.go`:\n\n```go\n"
    "func retryLimit(mult, n int) int {\na := retryLimit(3, n) b := retryLimit(4, n)\n```",
    "a range that ends behind the last line": "`internal/flush.go:3-6` adds both.",
    "a call that the file breaks": "Currently, in `web/queue.test.ts`:\n\n```ts\n"
    'const longName = makeQueue({ size: 3 });\ntest("drains the queue", () => {});\n```',
    "a method of a variable": "`items.drainQueue()` is never called.",
    "a file beside a file": "- `web/tsconfig.build.json` extends `./tsconfig.json`.",
    "a command or another": "1. `make check` (or an equivalent target)",
    "a step with what is added": (
        "## Steps\n\n1. Extend `TestRetryLimit` in `internal/queue_test.go` with `A/J`."
    ),
}


@pytest.mark.parametrize("name", SILENT)
def test_what_a_plan_does_not_assert_is_no_finding(base: Codebase, name: str) -> None:
    assert check(base, SILENT[name]) == []


FOUND = {
    "a file to modify": ("GP101", "- Modify: `internal/sync.go`"),
    "a file to delete": ("GP101", "Delete `internal/sync.go`."),
    "lines of a file": ("GP101", "It is read in `internal/sync.go:30`."),
    "a name whose file is another": ("GP101", "`retryLimit` (`internal/sync.go`) computes it."),
    "a file that does something": ("GP101", "`internal/deep/queue.go` keeps the items."),
    "a line where the name is not": (
        "GP111",
        "`retryLimit` is defined in `internal/queue.go` at `internal/queue.go:1`.",
    ),
    "a name that something is said to call": ("GP112", "`drainQueue` calls `computeRetryLimit`."),
    "a name that something is returned by": (
        "GP112",
        "In `drainQueue`, lower the value returned by `computeRetryLimit`.",
    ),
    "a name to be kept": ("GP112", "Keep `measureBytes()`, the helper, as it is."),
    "calls in a file": ("GP113", "`retryLimit` is called five times in `internal/queue.go`."),
    "callers that are not the only ones": (
        "GP113",
        "`retryLimit` is only used by `drainQueue` and `drainQueue`.",
    ),
    "the only user": ("GP113", "It is computed by `retryLimit`; `drainQueue` is its only user."),
    "a test by its title": (
        "GP115",
        'Add a test modelled on "drains the queue twice" in `web/queue.test.ts`.',
    ),
    "a version as a manifest has it": (
        "GP116",
        'It is written against `"react": "^17.0.1"` (`package.json`).',
    ),
}


# Each could be read otherwise, so it is told strictly only.
STRICTLY = frozenset(
    {
        "a line where the name is not",
        "a name that something is said to call",
        "a name that something is returned by",
        "a name to be kept",
    }
)


@pytest.mark.parametrize("name", FOUND)
def test_what_a_plan_asserts_wrongly_is_found(base: Codebase, name: str) -> None:
    wanted, text = FOUND[name]
    assert [code for code, _, _ in check(base, text)] == ([] if name in STRICTLY else [wanted])
    assert name not in STRICTLY or [code for code, _, _ in check(base, text, strict=True)] == [wanted]


def test_the_one_line_of_a_quoted_block_that_differs_is_found_with_the_line_that_is_there(
    base: Codebase,
) -> None:
    block = "nodeScale := math.Ceil(math.Log2(n + 1))\nlimit := mult * int(nodeScale)"
    found = check(
        base,
        f"## Background\n\n`retryLimit` is in `internal/queue.go`. It computes\n\n```go\n{block}\n```",
        strict=True,
    )
    right = "the line reads `nodeScale := math.Ceil(math.Log10(n + 1))`"
    wrong = "`internal/queue.go:8` does not show `nodeScale := math.Ceil(math.Log2(n + 1))`"
    assert found == [("GP111", 6, f"{wrong}: {right}")]


@pytest.mark.parametrize("mark", ["go new", "diff", "patch"])
def test_a_block_that_says_it_is_new_is_no_quotation(base: Codebase, mark: str) -> None:
    block = "nodeScale := math.Ceil(math.Log2(n + 1))\nlimit := mult * int(nodeScale)"
    text = f"## Background\n\n`retryLimit` is in `internal/queue.go`. It computes\n\n```{mark}\n{block}\n```"
    assert check(base, text, strict=True) == []


def test_code_behind_the_word_new_is_no_quotation(base: Codebase) -> None:
    line = "nodeScale := math.Ceil(math.Log2(n + 1))"
    assert "GP111" in [code for code, _, _ in check(base, f"- `internal/queue.go:8`: `{line}`", strict=True)]
    assert check(base, f"- At `internal/queue.go:8`, new: `{line}`", strict=True) == []
