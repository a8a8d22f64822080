"""Verification commands as they can be run: exact words without a shell, and what is expected of each."""

from __future__ import annotations

import posixpath
import re
import shlex
from typing import TYPE_CHECKING

from groundplan.markdown.inline import code_spans
from groundplan.markdown.meant_commands import find_bare, is_meant, is_tied_to_run
from groundplan.plan.late_regex import late_regex
from groundplan.plan.task_command import TaskCommand
from groundplan.plan.unseen import find_unseen

if TYPE_CHECKING:
    from collections.abc import Iterable

_CANNOT_FAIL = frozenset({"true", ":", "echo", "printf", "ls", "cat"})
_SHELL_WORDS = frozenset({"if", "for", "while", "source", "export", "eval", "."})
_BARE = "it is not in backticks, so where it ends is not known"
_AND = late_regex(r"\s+&&\s+")
_ENVIRONMENT = late_regex(r"[A-Za-z_]\w*=.*", re.DOTALL)
_SHELL = late_regex(r"\|\||\||;|(?<!&)&(?!&)|>|<|\$\(|\$\{|\$\w|`|\*|\?(?=\S*\s|$)")
_QUOTED = late_regex(r"\"[^\"]*\"|'[^']*'")
_PROMPT = late_regex(r"^\s*[$>%]\s+")


def commands_of_lines(lines: Iterable[str], *, is_prose: bool = False) -> tuple[TaskCommand, ...]:
    """Return the commands in the code spans of some lines; in prose only those that are said to be run."""
    found: list[TaskCommand] = []
    for line in lines:
        spans = [(a, b) for a, b in code_spans(line) if is_meant(line, a, b, is_prose=is_prose)]
        ends = [*(start for start, _ in spans[1:]), len(line)]
        for (start, end), following in zip(spans, ends, strict=False):
            after = line[end:following].strip(" .;,")
            if not is_prose or is_tied_to_run(line[:start], after):
                found += read_line(line[start:end].strip("`").strip(), after)
        text = "" if is_prose or spans else find_bare(line)
        found += [TaskCommand(text, (), trouble=_BARE)] if text else []
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
    unseen = find_unseen(f"{part}{folder}")
    if unseen:
        return f"it has a letter that is not seen, `U+{ord(unseen):04X}`"
    if "||" in bare:
        return "`||` hides that it fails"
    shell = _SHELL.search(bare)
    if shell:
        return f"`{shell[0]}` needs a shell, and commands are run without one"
    if not words:
        return "its quotes do not match"
    if words[0] in _CANNOT_FAIL or (words[0] == "exit" and words[1:] == ["0"]):
        return f"`{words[0]}` cannot fail, so it proves nothing"
    if "\\" in words[0] or "\\" in part.split(maxsplit=1)[0]:
        return "a path is written with `/`"
    if words[0].startswith("~"):
        return "`~` needs a shell, and commands are run without one"
    if words[0] in _SHELL_WORDS:
        return f"`{words[0]}` needs a shell, and commands are run without one"
    if folder.startswith(("/", "..", "~")):
        return f"`{folder}` is outside the repository"
    return ""


def _words(text: str) -> list[str]:
    try:
        return shlex.split(text)
    except ValueError:
        return []
