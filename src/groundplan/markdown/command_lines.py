"""Commands that a section tells its reader to run: code spans, and the lines of shell fences."""

from __future__ import annotations

import posixpath
import re
import shlex
from dataclasses import replace
from typing import TYPE_CHECKING

from groundplan.markdown.inline import code_spans
from groundplan.markdown.passages import Aim, fences_of, find_passages, masked
from groundplan.plan.finding import Place
from groundplan.plan.late_regex import late_regex
from groundplan.plan.statement import Statement, Topic

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.markdown.blocks import Block
    from groundplan.markdown.passages import Passage
    from groundplan.plan.document import Section

_SHELLS = frozenset({"sh", "bash", "shell", "console", "zsh", "shell-session", "sh-session", "terminal"})
_PROGRAMS = frozenset(
    (  # noqa: SIM905  (a page of quotes would hide the words)
        "npm yarn pnpm bun make gmake just task pytest py.test python python3 uv poetry pipenv hatch "
        "pdm rye go "
        "mvn mvnw gradle gradlew cargo npx bunx vitest jest mocha ava node tsx bash sh tox nox poe "
        "bundle rake "
        "ruby rspec composer php phpunit dotnet docker docker-compose deno pip pip3"
    ).split()
)
_TOOLS = frozenset(
    (  # noqa: SIM905  (a page of quotes would hide the words)
        "git gofmt gofumpt golangci-lint staticcheck rustfmt ruff black mypy pyright eslint prettier tsc "
        "biome echo ls cat grep rg sed awk find rm cp mv mkdir touch export source diff test curl sleep"
    ).split()
)
_JOINT = late_regex(r"\s*(?:&&|\|\||;)\s*")
_UNREADABLE = late_regex(r"[<>{}?]|(?<!/)\.\.\.|…|\$\(")
_QUOTED = late_regex(r"\"[^\"]*\"|'[^']*'")
# A script of the repository with its words, or one that a shell's line starts.
_SCRIPT = late_regex(r"(?:[\w-][\w.-]*/)+[\w-]+(?:\.(?:sh|bash|py|rb|js|mjs|php|pl))?")
_RUN = late_regex(
    r"(?:^|[.;,:)*]\s+|\band |\bthen |[-*]\s+)\s*(?:re-?run|run|verify with|check with)\s+(?:the\s+)?`?$",
    re.IGNORECASE,
)
# `Verify: `, also before the second command behind it.
_VERIFIED_BY = late_regex(
    r"\b(?:verify|verified(?: by)?|verification|proof|check)[*_]{0,3}:[*_]{0,3}\s+"
    r"(?:`[^`\n]*`(?:\s+passes|\s+pass)?[,;]?\s+(?:(?:and|then)\s+)?){0,6}`?$",
    re.IGNORECASE,
)
_RUN_LABEL = late_regex(r"\b(?:run|commands?|tests?)[*_]{0,3}:[*_]{0,3}\s+$", re.IGNORECASE)
_FIRST = late_regex(r"(?:\W|\b(?:and|then|or|plus)\b)*", re.IGNORECASE)  # only commands are before it
_IS_MADE = late_regex(
    r"`?\s*(?:[(,–—-]\s*)?(?:which\s+|that\s+)?(?:(?:is|are|will be|gets|to be)\s+)"
    r"(?:added|created|introduced|new|defined|wired|made)\b|`?\s*\((?:new|added|from step)\b",
    re.IGNORECASE,
)
_REMARKED_NEW = late_regex(r"#*\s*\(?(?:new|added|to be (?:added|written|created))\b", re.IGNORECASE)
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
            if is_command(text) and not passage.is_quoted(start):
                made = "made" if is_made_command(passage, start, end) else ""
                place = passage.place(start, section.document)
                sure = _is_to_run(passage, start)
                said = Statement(Topic.COMMAND, "", "", section.key, place, made, is_sure=sure)
                yield from split_commands(text, said)


def _is_to_run(passage: Passage, start: int) -> bool:
    """Tell whether the reader is to run a command: in a step, behind a verb for it, or first of its words."""
    before = passage.source[max(0, start - _LONGEST) : start]
    if passage.is_cell:
        return False
    is_told = any(each.search(before) for each in (_RUN, _RUN_LABEL, _VERIFIED_BY))
    return passage.is_step or is_told or _FIRST.fullmatch(masked(passage.source)[:start]) is not None


def _in_fences(section: Section) -> Iterator[Statement]:
    for block in fences_of(section):
        if not is_shell(block):
            continue
        folder = ""
        for number, line in enumerate(block.content.split("\n"), block.line + 1):
            written, _, remark = re.sub(r"^\s*[$>%]\s+", "", line).partition(" #")
            text = written.strip()
            place = Place(section.document, number, 1)
            made = "made" if _REMARKED_NEW.match(remark) else ""
            text = f"./{text}" if _SCRIPT.fullmatch(text) else text
            said = Statement(Topic.COMMAND, "", "", section.key, place, made, folder=folder, is_sure=True)
            yield from split_commands(text, said)
            moved = _CHANGE.fullmatch(text)
            folder = _joined(folder, moved[1]) if moved else folder


def split_commands(text: str, said: Statement) -> Iterator[Statement]:
    """Yield the commands of a line, each with the folder that those before it changed to."""
    folder = said.folder
    for part in _split_at(_JOINT, text):
        words = next(_split_at(_REDIRECTED, part)).strip()
        moved = _CHANGE.fullmatch(words)
        folder = _joined(folder, moved[1]) if moved else folder
        is_pattern = "*" in words and "--tests" not in words
        is_readable = not (moved or is_pattern or _UNREADABLE.search(words) or len(words) > _LONGEST)
        argv = _split(words) if is_readable else []
        while argv and _VARIABLE.fullmatch(argv[0]):
            argv = argv[1:]
        if _is_started(argv):
            yield replace(said, text=words, subject=shlex.join(argv), folder=folder)


def is_shell(block: Block) -> bool:
    """Tell whether a fence holds commands: by its name, or because each of its lines is one."""
    name = block.info.split(" ")[0].strip().casefold()
    if name:
        return name in _SHELLS
    lines = [line.strip() for line in block.content.split("\n")]
    lines = [line for line in lines if line and not line.startswith("#")]
    argvs = [re.sub(r"^[$>%]\s+|^(?:[A-Z_]+=\S*\s+)+", "", line).split(" ") for line in lines]
    is_run = [_is_started(argv) or argv[0] == "cd" for argv in argvs]
    # Among commands, a line that is but a script or another tool is one too.
    is_like = [_SCRIPT.fullmatch(argv[0]) or argv[0] in _TOOLS for argv in argvs]
    return any(is_run) and all(one or other for one, other in zip(is_run, is_like, strict=True))


def is_command(text: str) -> bool:
    """Tell whether a code span is a command that is known to us."""
    return _is_started(text.split(" ")) or text.startswith("cd ")


def is_made_command(passage: Passage, start: int, end: int) -> bool:
    """Tell whether the words around a command say that what it runs is still to be made."""
    source = passage.source
    if _IS_MADE.match(source, end):
        return True
    if _VERIFIED_BY.search(source[max(0, start - _LONGEST) : start]):
        return False  # a step that adds something is not said to add what verifies it
    aim = passage.aim_at(start, end, ahead=False)
    return aim is Aim.EXAMPLE or (aim is Aim.MAKES and not _RUN.search(source[:start]))


def _is_started(argv: list[str]) -> bool:
    if not argv or not argv[0]:
        return False
    if argv[0] in _PROGRAMS or argv[0].startswith("./"):
        return True
    is_script = _SCRIPT.fullmatch(argv[0]) is not None
    return is_script and len(argv) > 1 and ("." in argv[0] or argv[0].startswith(("bin/", "vendor/bin/")))


def _split_at(mark: re.Pattern[str], text: str) -> Iterator[str]:
    """Yield the parts of a line between marks that no quotes hold."""
    bare = _QUOTED.sub(lambda match: "_" * len(match[0]), text)
    at = 0
    for match in mark.finditer(bare):
        yield text[at : match.start()]
        at = match.end()
    yield text[at:]


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
