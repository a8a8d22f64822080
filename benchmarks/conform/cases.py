"""Labelled cases for `conform`, made from real commits: a plan with the commit's files, then one thing off.

What a commit changed is told by git (`--name-status -M`) and by universal-ctags (which definition a changed
line lies in), not by groundplan. Each case says which findings are due, as code and subject; any other is
wrong.
"""

from __future__ import annotations

import ast
import json
import re
import subprocess
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Iterator

CODE = {".py", ".go", ".ts", ".js", ".rs", ".java", ".rb"}
TEST = re.compile(
    r"(^|/)(tests?|spec|__tests__|testdata|fixtures?)/|_test\.go$|[._](test|spec)(-d)?\.[jt]s$|(^|/)test_|Test\.java$"
)
NO_STEP = re.compile(
    r"(^|/)(CHANGELOG|CHANGES|HISTORY|NEWS|RELEASE|vendor/|node_modules/|package-lock|Cargo\.lock|go\.sum|Gemfile\.lock|"
    r"poetry\.lock|yarn\.lock|uv\.lock)"
)
FEWEST, MOST = 2, 8  # files of a commit


@dataclass(frozen=True)
class Case:
    """A plan, the change it is held against, and the findings that are due."""

    kind: str
    repo: Path
    base: str
    head: str
    plan: str
    due: frozenset[tuple[str, str]] = frozenset()


@dataclass(frozen=True)
class Commit:
    """What git says of a commit: status and paths, and for each code file the definitions touched and not."""

    oid: str
    changed: dict[str, str]  # path -> status letter
    old: dict[str, str]  # new path -> old path of a rename
    touched: dict[str, list[str]] = field(default_factory=dict)
    untouched: dict[str, list[str]] = field(default_factory=dict)


def git(repo: Path, *words: str) -> str:
    """Return what git says in a repository."""
    done = subprocess.run(["git", *words], cwd=repo, capture_output=True, check=True)
    return done.stdout.decode("utf-8", "replace")


def is_code(path: str) -> bool:
    """Tell whether a file is code that a plan has to name."""
    return Path(path).suffix in CODE and not TEST.search(path) and not NO_STEP.search(path)


def commits(repo: Path, most: int, chance: random.Random) -> Iterator[Commit]:
    """Give commits of a size that a plan is written for, in random order."""
    ids = git(repo, "rev-list", "--no-merges", "--max-count=1500", "HEAD").split()
    chance.shuffle(ids)
    given = 0
    for oid in ids:
        commit = read(repo, oid)
        if commit is not None:
            yield commit
            given += 1
        if given == most:
            return


def read(repo: Path, oid: str) -> Commit | None:
    """Return what git and ctags say of a commit, or None where no plan would be written for it."""
    changed: dict[str, str] = {}
    old: dict[str, str] = {}
    for line in git(repo, "diff-tree", "-r", "-M", "--no-commit-id", "--name-status", oid).splitlines():
        status, *paths = line.split("\t")
        changed[paths[-1]] = status[0]
        if status[0] == "R":
            old[paths[-1]] = paths[0]
    own = [path for path in changed if is_code(path)]
    if not FEWEST <= len(changed) <= MOST or not own or any('"' in path for path in changed):
        return None
    commit = Commit(oid, changed, old)
    for path in own:
        if changed[path] == "M":
            spans = definitions(repo, oid, path)
            if {name for name, _, _ in spans} != {name for name, _, _ in definitions(repo, f"{oid}^", path)}:
                continue  # what came, went or was renamed has no name on both sides
            lines = changed_lines(repo, oid, path)
            hit = {innermost(spans, line) for line in lines} - {""}
            commit.touched[path] = sorted(hit)
            inside = {name for name, first, last in spans if any(first <= line <= last for line in lines)}
            commit.untouched[path] = sorted({name for name, _, _ in spans} - hit - inside)
    return commit


def definitions(repo: Path, oid: str, path: str) -> list[tuple[str, int, int]]:
    """Return functions and methods of a file as ctags has them: bare name, first and last line."""
    text = git(repo, "show", f"{oid}:{path}")
    scratch = Path("/tmp") / f"conform-case{Path(path).suffix}"
    scratch.write_text(text)
    words = ["ctags", "--output-format=json", "--fields=+neK", "-f", "-", str(scratch)]
    listed = subprocess.run(words, capture_output=True, check=True).stdout.decode("utf-8", "replace")
    found = []
    for line in listed.splitlines():
        tag = json.loads(line)
        if tag.get("kind") in {"function", "method", "func", "member", "singletonMethod"} and "end" in tag:
            found.append((tag["name"].partition("(")[0], tag["line"], tag["end"]))
    return found


def is_remark(repo: Path, oid: str, path: str) -> bool:
    """Tell whether a commit changed nothing of a file but white space, comment lines and docstrings."""
    if path.endswith(".py"):
        sides = [
            git(repo, "show", f"{rev}:{path}") if has(repo, rev, path) else "" for rev in (f"{oid}^", oid)
        ]
        return without_docstrings(sides[0]) == without_docstrings(sides[1])
    lines = git(repo, "show", "-U0", "-w", "--ignore-blank-lines", "--format=", oid, "--", path).splitlines()
    own = [line[1:].strip() for line in lines if line[:1] in "+-" and line[:3] not in {"+++", "---"}]
    return all(not line or line.startswith(("//", "#", "/*", "*")) for line in own)


def has(repo: Path, rev: str, path: str) -> bool:
    """Tell whether a revision has a file."""
    return bool(git(repo, "ls-tree", "--name-only", rev, "--", path))


def without_docstrings(text: str) -> str:
    """Return what Python reads, docstrings left out; the text where it cannot be parsed."""
    try:
        tree = ast.parse(text)
    except SyntaxError:
        return text
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        if isinstance(body, list) and body and isinstance(body[0], ast.Expr):
            is_text = isinstance(body[0].value, ast.Constant) and isinstance(body[0].value.value, str)
            node.body = body[1:] if is_text else body  # type: ignore[attr-defined]
    return ast.dump(tree)


def changed_lines(repo: Path, oid: str, path: str) -> set[int]:
    """Return the lines of the new file that a commit changed."""
    lines: set[int] = set()
    for hunk in re.finditer(
        r"^@@ -\S+ \+(\d+)(?:,(\d+))? @@", git(repo, "show", "-U0", oid, "--", path), re.MULTILINE
    ):
        first, count = int(hunk[1]), int(hunk[2] or 1)
        lines.update(range(first, first + max(count, 1)))
    return lines


def innermost(spans: list[tuple[str, int, int]], line: int) -> str:
    """Return the smallest definition around a line, or nothing."""
    around = [(last - first, name) for name, first, last in spans if first <= line <= last]
    return min(around)[1] if around else ""


# A plan in the ways in which people write them.

VERBS = {"M": "Change", "A": "Create", "D": "Delete", "T": "Change"}


def write_plan(
    commit: Commit, style: int, *, without: str = "", also: tuple[str, ...] = (), end: str = ""
) -> str:
    """Return a plan for a commit in one of four styles."""
    rows = [
        (VERBS.get(status, "Change"), path, commit.old.get(path, ""))
        for path, status in commit.changed.items()
        if path != without
    ]
    return [listed, tabled, by_label, by_step][style % 4](rows, also) + (f"\n{end}\n" if end else "")


def listed(rows: list[tuple[str, str, str]], also: tuple[str, ...]) -> str:
    """Return a plan as a numbered list."""
    lines = [f"{n}. {told(*row)}" for n, row in enumerate(rows, 1)]
    lines += [f"{n}. {each}" for n, each in enumerate(also, len(rows) + 1)]
    return "# Plan\n\n## Implementation Steps\n\n" + "\n".join(lines) + "\n"


def told(verb: str, path: str, old: str) -> str:
    """Return a step."""
    return f"Move `{old}` to `{path}`." if old else f"{verb} `{path}` as described above."


def tabled(rows: list[tuple[str, str, str]], also: tuple[str, ...]) -> str:
    """Return a plan as a table of files."""
    verbs = {"Change": "modify", "Create": "create", "Delete": "delete"}
    lines = [
        f"| `{path}` | {verbs[verb]} |" if not old else f"| `{old}` | delete |\n| `{path}` | create |"
        for verb, path, old in rows
    ]
    more = "\n".join(f"- {each}" for each in also)
    return (
        "# Plan\n\n## Files to change\n\n| File | Action |\n|--|--|\n"
        + "\n".join(lines)
        + f"\n\n## Tasks\n\n{more}\n"
    )


def by_label(rows: list[tuple[str, str, str]], also: tuple[str, ...]) -> str:
    """Return a plan as labelled lists of files."""
    labels = {"Change": "Modified Files", "Create": "New Files", "Delete": "Removed Files"}
    parts = [
        f"**{label}:**\n" + "\n".join(f"- `{path}`" for path in chosen)
        for verb, label in labels.items()
        if (
            chosen := [
                p
                for v, path, old in rows
                for p, w in (((path, "Create"), (old, "Delete")) if old else ((path, v),))
                if w == verb
            ]
        )
    ]
    more = "\n".join(f"- [ ] {each}" for each in also)
    return "# Implementation plan\n\n" + "\n\n".join(parts) + f"\n\n## Tasks\n\n{more}\n"


def by_step(rows: list[tuple[str, str, str]], also: tuple[str, ...]) -> str:
    """Return a plan with a heading for each step."""
    steps = [
        f"### Step {n}: {told(*row)}\n\nKeep the behaviour of everything else.\n"
        for n, row in enumerate(rows, 1)
    ]
    more = [f"### Step {n}: {each}\n" for n, each in enumerate(also, len(rows) + 1)]
    return "# Plan\n\n" + "\n".join([*steps, *more])


# The kinds of cases.


def cases(repo: Path, commit: Commit, chance: random.Random) -> Iterator[Case]:
    """Give every kind of case that a commit allows."""
    base, style = f"{commit.oid}^", chance.randrange(4)

    def case(kind: str, plan: str, *due: tuple[str, str], head: str = "") -> Case:
        return Case(
            kind, repo, git(repo, "rev-parse", base).strip(), head or commit.oid, plan, frozenset(due)
        )

    yield case("as planned", write_plan(commit, style))
    own = [path for path in commit.changed if is_code(path) and not is_remark(repo, commit.oid, path)]
    if not own:
        return
    extra = chance.choice(own)
    yield case("extra file", write_plan(commit, style, without=extra), ("GP401", extra))
    others = [
        p
        for p in git(repo, "ls-tree", "-r", "--name-only", commit.oid).splitlines()
        if p not in commit.changed
    ]
    code = [p for p in others if is_code(p) and p not in commit.old.values()]
    tests = [
        p
        for p in others
        if TEST.search(p) and Path(p).suffix in CODE and re.search(r"test|spec", Path(p).name, re.IGNORECASE)
    ]
    if code:
        lacking = chance.choice(code)
        yield case(
            "missing file",
            write_plan(commit, style, also=(f"Change `{lacking}` accordingly.",)),
            ("GP402", lacking),
        )
        plan = write_plan(commit, style, end=f"## Out of scope\n\n- `{chance.choice(code)}`")
        yield case("scope kept", plan)
        named = f"The cache in `{lacking}` is read by it and stays as it is."
        yield case("named as context", write_plan(commit, style, end=f"## Context\n\n{named}"))
    if tests:
        test = chance.choice(tests)
        plan = write_plan(commit, style, also=(f"Extend `{test}` with the new cases.",))
        yield case("missing test", plan, ("GP406", test))
    plan = write_plan(commit, style, without=extra, end=f"## Out of scope\n\n- `{extra}`")
    yield case("out of scope", plan, ("GP403", extra))
    touched_test = [
        p for p in commit.changed if TEST.search(p) and Path(p).suffix in CODE and commit.changed[p] == "A"
    ]
    if touched_test:
        yield case("extra test", write_plan(commit, style, without=touched_test[0]))
    yield from by_name(commit, own, style, chance, case)
    yield from made(repo, commit, style, chance, code, case)


def by_name(
    commit: Commit, own: list[str], style: int, chance: random.Random, case: Callable[..., Case]
) -> Iterator[Case]:
    """Give cases in which the plan says which definition changes."""
    for path, names in commit.touched.items():
        wrong = [each for each in commit.untouched[path] if each not in names and each != Path(path).stem]
        if len(names) != 1 or not wrong or path not in own:
            continue
        right = f"Change `{path}::{names[0]}`: do it there."
        yield case("right name", write_plan(commit, style, without=path, also=(right,)))
        name = chance.choice(wrong)
        plan = write_plan(commit, style, without=path, also=(f"Change `{path}::{name}`: do it there.",))
        yield case("wrong name", plan, ("GP405", f"{path}::{name}"), ("GP404?", f"{path}::{names[0]}"))
        return


def made(  # noqa: PLR0913, PLR0917 - all that a case is made of
    repo: Path, commit: Commit, style: int, chance: random.Random, code: list[str], case: Callable[..., Case]
) -> Iterator[Case]:
    """Cases in which something is added to the commit: what a tool wrote, another layout, a rename."""
    if not code:
        return
    plan = write_plan(commit, style)
    chance.shuffle(code)
    for path in code[:12]:
        text = git(repo, "show", f"{commit.oid}:{path}")
        other = laid_out(path, text)
        if other and other != text:
            yield case("layout only", plan, head=commit_with(repo, commit.oid, {path: other}))
            changed = re.sub(r"^(\s+)(return|if)\b", r"\1zz();\1\2", other, count=1, flags=re.MULTILINE)
            if changed != other:
                head = commit_with(repo, commit.oid, {path: changed})
                yield case("layout and more", plan, ("GP401", path), head=head)
            break
    sign = {".py": "#", ".rb": "#"}.get(Path(code[0]).suffix, "//")
    remark = f"{git(repo, 'show', f'{commit.oid}:{code[0]}').rstrip()}\n{sign} A remark.\n"
    yield case("comment only", plan, head=commit_with(repo, commit.oid, {code[0]: remark}))
    tool = f"{Path(code[0]).parent}/made_by_tool{Path(code[0]).suffix}".removeprefix("./")
    text = f"{sign} Code generated by tool. DO NOT EDIT.\n"
    # A header counts where it was there before the change: whoever adds a file may put any words at its top.
    added = commit_with(repo, commit.oid, {tool: text})
    yield case("new file that calls itself generated", plan, ("GP401", tool), head=added)
    before = commit_with(repo, f"{commit.oid}^", {tool: text})
    head = commit_with(repo, before, {tool: f"{text}made = 1\n"})
    nothing = Commit(commit.oid, {"marker.txt": "A"}, {})
    yield Case("generated file", repo, before, head, write_plan(nothing, style, without="marker.txt"))
    files = {"package-lock.json": "{}\n", "third_party/lib/code.c": "int x;\n"}
    # a folder is vendored where it was there before
    before = commit_with(repo, f"{commit.oid}^", {"third_party/lib/other.c": "int y;\n"})
    head = commit_with(repo, before, files)
    yield Case("lock and vendored", repo, before, head, write_plan(nothing, style, without="marker.txt"))
    attributes = commit_with(repo, f"{commit.oid}^", {".gitattributes": "made/** linguist-generated\n"})
    head = commit_with(repo, attributes, {"made/schema.sql": "create table a (b int);\n"})
    yield Case("attributes", repo, attributes, head, write_plan(nothing, style, without="marker.txt"))
    goes = code[-1]
    there = str(Path(goes).with_name(f"moved_{Path(goes).name}"))
    head = commit_with(repo, commit.oid, {there: git(repo, "show", f"{commit.oid}:{goes}"), goes: None})
    yield case("unplanned rename", plan, ("GP401", there), head=head)
    plan = write_plan(commit, style, also=(f"Move `{goes}` to `{there}`.",))
    yield case("planned rename", plan, head=head)


def laid_out(path: str, text: str) -> str:
    """Return a text in another layout that means the same, by the language's own tools if there are any."""
    match Path(path).suffix:
        case ".py":
            try:
                return ast.unparse(ast.parse(text)) + "\n"
            except SyntaxError:
                return ""
        case ".rs":
            words = [
                "rustfmt",
                "--edition",
                "2021",
                "--config",
                "max_width=70,hard_tabs=true,reorder_imports=false",
            ]
            done = subprocess.run(words, input=text.encode(), capture_output=True, check=False)
            return done.stdout.decode() if done.returncode == 0 else ""
        case ".go" | ".java" | ".js" | ".ts":
            if "`" in text:
                return ""
            return re.sub(r"^([ \t]+)(?![ \t*])", r"\1\1", text, flags=re.MULTILINE).replace(
                " {\n", "\n{\n" if path.endswith(".java") else " {\n\n"
            )
        case ".rb":
            return (
                re.sub(r"^( +)(?=\w)", r"\1\1", text, flags=re.MULTILINE)
                if "<<" not in text and "=begin" not in text
                else ""
            )
    return ""


def commit_with(repo: Path, parent: str, files: dict[str, str | None]) -> str:
    """Return a commit on top of another, made without a worktree."""
    index = repo / ".git" / "conform-index"
    environ = {"GIT_INDEX_FILE": str(index), "PATH": "/usr/bin:/bin", "HOME": "/nonexistent"}

    def run(*words: str, told: str = "") -> str:
        done = subprocess.run(
            ["git", *words], cwd=repo, env=environ, input=told.encode(), capture_output=True, check=True
        )
        return done.stdout.decode().strip()

    run("read-tree", parent)
    for path, text in files.items():
        if text is None:
            run("update-index", "--force-remove", path)
        else:
            oid = run("hash-object", "-w", "--stdin", told=text)
            mode = run("ls-files", "--stage", "--", path).partition(" ")[0] or "100644"
            run("update-index", "--add", "--cacheinfo", f"{mode},{oid},{path}")
    who = ("-c", "user.name=a", "-c", "user.email=a@example.org")
    return run(*who, "commit-tree", run("write-tree"), "-p", parent, "-m", "More")
