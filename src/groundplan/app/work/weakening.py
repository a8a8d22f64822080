"""Signs that a green verification proves less than before: tests removed or skipped, runners rewired."""

from __future__ import annotations

import ast
import re
import warnings
from typing import TYPE_CHECKING

from groundplan.app.work.steering import RUNNERS, is_loaded, is_steering, programs_of, rewires
from groundplan.code.test_paths import is_test
from groundplan.plan.late_regex import late_regex
from groundplan.plan.toml_text import BadToml, read_toml

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator

    from groundplan.app.plans.tasks import WorkTask
    from groundplan.app.work.comparing import Work

# A Go file with a build constraint may be left out of the run.
_COMMENT = late_regex(r"^\s*(?:#(?!\[)|//(?!go:build)|--\s|\*).*$", re.MULTILINE)
_TESTS = late_regex(
    r"^\s*(?:async\s+)?def test|\b(?:it|test|specify)(?:\.each\([^)]*\))?\s*[(\"']|\bfunc (?:Test|Fuzz)\w|"
    r"#\[(?:\w+::)?test|@Test\b|@ParameterizedTest|function test|\bTEST(?:_[FP])?\(|\[(?:Fact|Theory|Test)\b",
    re.MULTILINE,
)
_NAMED = late_regex(
    r"^[ \t]*(?:async\s+)?def (test\w*)|\bfunc (Test\w+)|\b(?:it|test|specify)\s*\(\s*[\"'`]([^\"'`\n]+)",
    re.MULTILINE,
)
_ASSERTS = late_regex(
    r"\bassert\w*\b|\bself\.(?:fail|assert)\w*|\bexpect\w*\s*\(|\.should\b|\bt\.(?:Error|Fatal|Fail)\w*|"
    r"\brequire\.\w+\(|\bpytest\.(?:raises|fail)\b|\bEXPECT_\w+|\bASSERT_\w+|\bmust_\w+"
)
# Compares what is written with itself, so it holds whatever the code does.
_TRIVIAL = late_regex(
    r"\bassert\s+(?:True|1|not False|(\d+|'[^'\n]*'|\"[^\"\n]*\")\s*==\s*\1)\s*$|"
    r"\bassert\w*\(\s*(?:True|true|1|(\d+|'[^'\n]*'|\"[^\"\n]*\"|True|False|None),\s*\2)\s*\)|"
    r"\bexpect\(\s*(\d+|true|'[^'\n]*'|\"[^\"\n]*\")\s*\)\.to\w+\(\s*\3\s*\)",
    re.MULTILINE,
)
_SKIPS = late_regex(
    r"\bdef test\w*\([^)\n]*\)[^\n]*:\n\s+return\b|\bif\s+(?:False|0|false)\b|\bif\s*\(\s*(?:false|0)\s*\)|"
    r"^//go:build|\bload_tests\b|\bos\._exit\b|\bprocess\.exit\b|"
    r"\bskip\w*\b|\bxfail\b|@Ignore\b|@Disabled\b|#\[ignore|\bt\.Skip\w*|\b(?:it|test|describe)\.(?:only|todo|skip)\b|"
    r"\bx(?:it|describe|test)\b|\bf(?:it|describe)\b|\bpytest\.exit\b|\b__test__\s*=\s*False|\bcollect_ignore\w*",
    re.IGNORECASE | re.MULTILINE,
)
# Words of a task that say why a test may go, or become fewer.
_ABOUT_TESTS = late_regex(
    r"(?i)\b(?:remov|delet|drop|merg|parametri|consolidat|dedupl|simplif|replac|renam|mov|split|rewrit|obsolete|skip)"
)
_HOOKS = late_regex(
    r"\bpytest_(?:collection|runtest|sessionfinish|pyfunc|ignore)\w*|\bexitstatus\b|\bos\._exit\b|\bcollect_ignore|"
    r"\bpytest_cmdline_main|\bsys\.exit\b"
)
_RUNNER_FILES = frozenset(f"{name}.py" for name in RUNNERS)


def is_same_code(path: str, before: bytes, after: bytes) -> bool:
    """Tell whether two texts of a file differ in form alone: spacing, and for Python comments as well."""
    if path.endswith((".py", ".pyi")):
        trees = [_dump(text) for text in (before, after)]
        if all(trees):
            return trees[0] == trees[1]
    return b"".join(before.split()) == b"".join(after.split())


def _dump(text: bytes) -> str:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.dump(ast.parse(text))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return ""


def find_weakened(task: WorkTask, work: Work, named: Collection[str]) -> Iterator[str]:
    """Yield how the change makes its own verification weaker than what the plan was approved with.

    `named` are the files that any task of the plan names.
    """
    if not task.commands:
        return
    yield from _tests(task, work)
    yield from find_rewired(task, work, named)


def _tests(task: WorkTask, work: Work) -> Iterator[str]:
    changed = [path for path in work.changed if task.is_its_test(path)]
    gone = [
        path
        for path in changed
        if path not in work.after
        and not work.went_where(path)
        and _count(_TESTS, work.texts(path)[0])
        and str(task.files.get(path, "")) != "removes"
    ]
    may_shrink = _ABOUT_TESTS.search(task.prose) is not None
    if gone and not may_shrink:
        yield f"test file `{gone[0]}` was removed"
    sums = {name: [0, 0] for name in ("test", "assertion", "skip")}
    for path in changed:
        for side, text in enumerate(work.texts(path)):
            for name, pattern in (("test", _TESTS), ("assertion", _ASSERTS), ("skip", _SKIPS)):
                sums[name][side] += _count(pattern, text)
    if sums["skip"][1] > sums["skip"][0] and not re.search(r"(?i)\bskip|\bxfail|\bignor", task.prose):
        yield f"tests are skipped now that were not before ({_told(changed)})"
    thinned = [] if may_shrink else list(_thinned(work, changed))
    if thinned:
        yield f"test `{thinned[0]}` asserts less than at the start"
    for name in ("test", "assertion"):
        before, after = sums[name]
        if after < before and not may_shrink and not gone:
            lost = f"{before - after} {name}{'s' if before - after > 1 else ''}"
            yield f"{lost} fewer than at the start ({_told(changed)})"


def _thinned(work: Work, changed: list[str]) -> Iterator[str]:
    """Yield the names of tests that are still there and assert less, whichever file they are in."""
    asserted: list[dict[str, int]] = [{}, {}]
    for path in changed:
        for side, text in enumerate(work.texts(path)):
            bare = _bare(text)
            found = list(_NAMED.finditer(bare))
            ends = [*(each.start() for each in found[1:]), len(bare)]
            for each, end in zip(found, ends, strict=False):
                name = next(filter(None, each.groups()))
                known = asserted[side].get(name, 0)
                asserted[side][name] = known + len(_ASSERTS.findall(bare[each.start() : end]))
    before, after = asserted
    yield from (name for name, many in before.items() if after.get(name, many) < many)


def _told(paths: list[str]) -> str:
    more = f" and {len(paths) - 2} more" if len(paths) > 2 else ""
    return ", ".join(f"`{path}`" for path in paths[:2]) + more


def _count(pattern: re.Pattern[str], text: bytes) -> int:
    return len(pattern.findall(_bare(text)))


def _bare(text: bytes) -> str:
    """Return a text without comments, and without assertions that cannot fail."""
    return _TRIVIAL.sub("", _COMMENT.sub("", text.decode("utf-8", "replace")))


def find_rewired(task: WorkTask, work: Work, named: Collection[str]) -> Iterator[str]:
    """Yield files that decide what the commands do, changed though no task of the plan names them."""
    programs = {word for command in task.commands for word in command.argv}
    work.read_ahead()
    for path in (*work.changed, *work.relinked):
        if path in named or not _steers(path, programs, work):
            continue
        yield f"`{path}` decides what its command does, changed, and no task names it"


def _steers(path: str, programs: set[str], work: Work) -> bool:
    name = path.rpartition("/")[2]
    if path in programs or f"./{path}" in programs:
        return not is_test(path)
    if path in work.relinked:  # what it leads to may be changed without a word in a commit
        return is_steering(path) or path in RUNNERS
    if read_by := programs_of(path):
        return bool(programs & read_by)
    if name == "package.json":
        return bool(programs & {"npm", "yarn", "pnpm", "bun", "npx"}) and _differs(_scripts, path, work)
    if name == "pyproject.toml":
        return _differs(_tool_settings, path, work)
    before, after = work.texts(path)
    if rewires(path, before.decode("utf-8", "replace"), after.decode("utf-8", "replace")):
        return True
    if is_loaded(path) and name not in _RUNNER_FILES:
        return _count(_HOOKS, after) > _count(_HOOKS, before)
    is_runner = path.rpartition("/__init__.")[0] in RUNNERS or path.rpartition("/__main__.")[0] in RUNNERS
    return name in _RUNNER_FILES or name == "pytest" or is_runner


def _differs(read: Callable[[bytes], object], path: str, work: Work) -> bool:
    before, after = work.texts(path)
    return read(before) != read(after)


def _scripts(text: bytes) -> str:
    found = re.search(rb'"scripts"\s*:\s*\{[^}]*\}', text)
    return found[0].decode("utf-8", "replace") if found else ""


def _tool_settings(text: bytes) -> object:
    try:
        tool = read_toml(text.decode("utf-8", "replace")).get("tool", {})
    except BadToml:
        return text
    wanted = ("pytest", "tox", "nox", "coverage", "poe", "taskipy", "hatch")
    return {name: tool.get(name) for name in wanted} if isinstance(tool, dict) else {}
