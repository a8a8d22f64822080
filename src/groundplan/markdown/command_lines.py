"""Commands that a section tells its reader to run: code spans, and the lines of shell fences."""

from __future__ import annotations

import posixpath
import re
import shlex
from dataclasses import replace
from typing import TYPE_CHECKING

from groundplan.markdown.inline import code_spans
from groundplan.markdown.passages import Aim, fences_of, find_passages
from groundplan.plan.finding import Place
from groundplan.plan.late_regex import late_regex
from groundplan.plan.statement import Statement, Topic

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.plan.document import Section

SHELLS = frozenset({"sh", "bash", "shell", "console", "zsh", "shell-session", "sh-session", "terminal"})
_PROGRAMS = frozenset(
    (  # noqa: SIM905  (a page of quotes would hide the words)
        "npm yarn pnpm bun make just task pytest py.test python python3 uv poetry pipenv hatch go "
        "mvn cargo npx bunx vitest jest node bash sh"
    ).split()
)
_JOINT = late_regex(r"\s*(?:&&|\|\||;)\s*")
_UNREADABLE = late_regex(r"[<>{}*?]|(?<!/)\.\.\.|…|\$\(")
_CHANGE = late_regex(r"cd\s+(\S+)")
_REDIRECTED = late_regex(r"\||\s\d?>")
_LONGEST = 300
_VARIABLE = late_regex(r"[A-Z_][A-Z0-9_]*=\S*")


def find_commands(section: Section) -> tuple[Statement, ...]:
    """Return the commands of a section in their order, each with the folder it changes to first."""
    return (*_in_spans(section), *_in_fences(section))


def _in_spans(section: Section) -> Iterator[Statement]:
    for passage in find_passages(section):
        source = passage.source
        for start, end in code_spans(source):
            text = source[start:end].strip("`").strip()
            if text.partition(" ")[0] in _PROGRAMS or text.startswith(("./", "cd ")):
                made = "made" if passage.aim_at(start, end) in {Aim.MAKES, Aim.EXAMPLE} else ""
                place = passage.place(start, section.document)
                said = Statement(Topic.COMMAND, "", "", section.key, place, made)
                yield from _commands(text, said)


def _in_fences(section: Section) -> Iterator[Statement]:
    for block in fences_of(section):
        if block.info.split(" ")[0].strip().casefold() not in SHELLS:
            continue
        folder = ""
        for number, line in enumerate(block.content.split("\n"), block.line + 1):
            text = re.sub(r"^\s*[$>%]\s+", "", line).split(" #")[0].strip()
            place = Place(section.document, number, 1)
            yield from _commands(text, Statement(Topic.COMMAND, "", "", section.key, place, folder=folder))
            moved = _CHANGE.fullmatch(text)
            folder = _joined(folder, moved[1]) if moved else folder


def _commands(text: str, said: Statement) -> Iterator[Statement]:
    """Yield the commands of a line, each with the folder that those before it changed to."""
    folder = said.folder
    for part in _JOINT.split(text):
        words = _REDIRECTED.split(part)[0].strip()
        moved = _CHANGE.fullmatch(words)
        folder = _joined(folder, moved[1]) if moved else folder
        argv = [] if moved or _UNREADABLE.search(words) or len(words) > _LONGEST else _split(words)
        while argv and _VARIABLE.fullmatch(argv[0]):
            argv = argv[1:]
        if argv and (argv[0] in _PROGRAMS or argv[0].startswith("./")):
            yield replace(said, text=words, subject=shlex.join(argv), folder=folder)


def _split(words: str) -> list[str]:
    try:
        return shlex.split(words)
    except ValueError:
        return []


def _joined(folder: str, to: str) -> str:
    """Return the folder that a `cd` leads to; `?` for one that nobody can tell."""
    if to.startswith(("/", "~", "$", "-")) or folder == "?":
        return "?"
    return posixpath.normpath(posixpath.join(folder, to)).removeprefix("./")
