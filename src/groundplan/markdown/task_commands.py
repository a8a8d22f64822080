"""Verification commands as they can be run: exact words without a shell, and what is expected of each."""

from __future__ import annotations

import posixpath
import re
import shlex
from typing import TYPE_CHECKING

from groundplan.markdown.command_lines import is_command
from groundplan.markdown.inline import code_spans
from groundplan.plan.late_regex import late_regex
from groundplan.plan.task_command import TaskCommand

if TYPE_CHECKING:
    from collections.abc import Iterable

_MORE_PROGRAMS = frozenset(
    (  # noqa: SIM905  (a page of quotes would hide the words)
        "ruff mypy pyright black flake8 pylint coverage mkdocs sphinx-build pre-commit lint-imports bandit "
        "tsc eslint prettier biome stylelint markdownlint shellcheck hadolint yamllint golangci-lint "
        "staticcheck gofmt rustfmt ctest cmake ninja bazel swift mix sbt terraform kubectl helm psql alembic "
        "curl grep rg diff cmp test git ls cat echo printf true false env"
    ).split()
)
_CANNOT_FAIL = frozenset({"true", ":", "echo", "printf", "ls", "cat"})
_AND = late_regex(r"\s+&&\s+")
_ENVIRONMENT = late_regex(r"[A-Za-z_]\w*=.*", re.DOTALL)
_SHELL = late_regex(r"\|\||\||;|(?<!&)&(?!&)|>|<|\$\(|\$\{|\$\w|`|\*|\?(?=\S*\s|$)")
_CHAINED = late_regex(r"\s*[;|&].*", re.DOTALL)
_QUOTED = late_regex(r"\"[^\"]*\"|'[^']*'")
_PROMPT = late_regex(r"^\s*[$>%]\s+")
_PROGRAM = late_regex(r"`+\s*[a-z][\w.+-]*\s+\S")
_LEADS = late_regex(
    r"\b(?:run(?:s|ning)?|verif(?:y|ied|ication)|prove[ns]?|check(?:ed|s)?|with|by|and|then|via)\b[\s:*_]*$",
    re.IGNORECASE,
)
_RESULTS = late_regex(
    r"\W*(?:passes|passed|succeeds|is green|stays green|exits|prints|shows|returns|reports|fails|lists|finds|"
    r"outputs|has no|→|->|=>|⇒)",
    re.IGNORECASE,
)


def commands_of_lines(lines: Iterable[str], *, is_prose: bool = False) -> tuple[TaskCommand, ...]:
    """Return the commands in the code spans of some lines; in prose only those that are said to be run."""
    found: list[TaskCommand] = []
    for line in lines:
        spans = [
            (a, b)
            for a, b in code_spans(line)
            if _is_command(line[a:b].strip("`").strip()) or (not is_prose and _is_said_to_run(line, a, b))
        ]
        ends = [*(start for start, _ in spans[1:]), len(line)]
        for (start, end), following in zip(spans, ends, strict=False):
            after = line[end:following].strip(" .;,")
            if not is_prose or _LEADS.search(line[:start]) or _RESULTS.match(after):
                found += read_line(line[start:end].strip("`").strip(), after)
    return tuple(dict.fromkeys(found))


def commands_of_fence(source: Iterable[str]) -> tuple[TaskCommand, ...]:
    """Return the commands of a fenced block, each with the remark behind or below it."""
    found: list[TaskCommand] = []
    folder = ""
    for line in source:
        text = _PROMPT.sub("", line).strip()
        if not text or text.startswith(("```", "~~~")):
            continue
        if text.startswith("#"):
            remark = text.lstrip("# ")
            if found and not found[-1].expected:
                found[-1] = _replaced(found[-1], remark)
            continue
        command, _, remark = text.partition(" # ")
        read = read_line(command.strip(), remark.strip(), folder)
        if command.strip().startswith("cd ") and not read:
            folder = posixpath.normpath(posixpath.join(folder, command.strip()[3:].strip()))
        found += read
    return tuple(dict.fromkeys(found))


def _replaced(command: TaskCommand, expected: str) -> TaskCommand:
    return TaskCommand(command.text, command.argv, command.folder, expected, command.trouble)


def read_line(text: str, expected: str = "", folder: str = "") -> list[TaskCommand]:
    """Return the commands that a line joins with `&&`; only the last one has the expected result."""
    parts = _AND.split(text)
    found: list[TaskCommand] = []
    for part in parts:
        words = _words(part)
        if words[:1] == ["cd"] and len(words) == 2:
            folder = posixpath.normpath(posixpath.join(folder, words[1]))
            continue
        trouble = _find_trouble(part, words, folder)
        if words and _ENVIRONMENT.fullmatch(words[0]):
            words = ["env", *words]
        found.append(TaskCommand(text, tuple(words), "" if folder == "." else folder, "", trouble))
    if found:
        found[-1] = _replaced(found[-1], expected)
    return found


def _find_trouble(part: str, words: list[str], folder: str) -> str:
    bare = _QUOTED.sub("_", part)
    if "||" in bare:
        return "`||` hides that it fails"
    shell = _SHELL.search(bare)
    if shell:
        return f"`{shell[0]}` needs a shell, and commands are run without one"
    if not words:
        return "its quotes do not match"
    if words[0] in _CANNOT_FAIL or (words[0] == "exit" and words[1:] == ["0"]):
        return f"`{words[0]}` cannot fail, so it proves nothing"
    if folder.startswith(("/", "..", "~")):
        return f"`{folder}` is outside the repository"
    return ""


def _is_command(text: str) -> bool:
    first = next(iter(_words(_AND.split(text)[0])), "")
    words = _CHAINED.sub("", text).split()
    while words and _ENVIRONMENT.fullmatch(words[0]):
        words = words[1:]
    plain = " ".join(words)
    is_named = bool(words) and words[0] in _MORE_PROGRAMS and len(words) > 1
    return bool(first) and (is_command(plain) or is_named or plain in {"true", ":", "exit 0"})


def _is_said_to_run(line: str, start: int, end: int) -> bool:
    """Tell whether a line is about what a span does when it is run, though its program is not known."""
    leads = not line[:start].strip(" -*") or _LEADS.search(line[:start]) is not None
    return leads and bool(_PROGRAM.match(line[start:end])) and bool(_RESULTS.match(line[end:]))


def _words(text: str) -> list[str]:
    try:
        return shlex.split(text)
    except ValueError:
        return []
