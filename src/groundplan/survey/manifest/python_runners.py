"""Named commands of Python's own runners: tox, nox (read, never run), pre-commit."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.survey.manifest.facts import Part, Script
from groundplan.survey.manifest.make import MOST_TARGETS
from groundplan.survey.manifest.python_older import read_ini
from groundplan.survey.manifest.shell import split_script, without_marks
from groundplan.survey.manifest.yaml_tree import read_tree

if TYPE_CHECKING:
    from groundplan.survey.manifest.lines import Lines

_SESSION = re.compile(r"@(?:nox\.)?session\b")
_FUNCTION = re.compile(r"def ([A-Za-z_]\w{0,100})\(")
_RUN = re.compile(r"\s{1,40}session\.run(?:_always|_install)?\(")
_TEXT = re.compile(r""""([^"\\\n]{0,300})"|'([^'\\\n]{0,300})'""")
_KEYWORD = re.compile(r"[,(]\s{0,40}[a-z_]{1,40}=")
_POSITIONAL = re.compile(r"\{posargs(?::([^}]{0,200}))?\}|\{env(?:python|bindir)\}|\[\]")


def read_tox_ini(source: Lines) -> Part:
    """Return the environments of a `tox.ini` (or the tox part of `setup.cfg`) that have commands."""
    parser = read_ini(source)
    found = []
    for section in parser.sections()[:MOST_TARGETS]:
        kind, _, name = section.partition(":")
        if kind not in {"testenv", "tox", "env_run_base"} or kind == "tox":
            continue
        commands = parser.get(section, "commands", fallback="") or ""
        text = _POSITIONAL.sub(_default, commands)
        calls = tuple(argv for _, argv in split_script(without_marks(text, "-!")))
        if calls:
            line = source.line_of("commands", after=source.header(section))
            folder = (
                (parser.get(section, "changedir", fallback="") or "").replace("{toxinidir}", "").strip("/")
            )
            folder = "/".join(part for part in (source.folder, folder) if part)
            found.append(
                Script(name, "tox", source.spot(line), commands.strip()[:2_000], calls, folder=folder)
            )
    return Part(scripts=tuple(found))


def _default(match: re.Match[str]) -> str:
    return "python" if match[0] == "{envpython}" else match[1] or ""


def read_noxfile(source: Lines) -> Part:
    """Return the sessions of a `noxfile.py` and the texts each hands to `session.run`."""
    found: list[Script] = []
    is_session, name, line = False, "", 0
    calls: list[tuple[str, ...]] = []
    lines = [each[:1_000] for each in source.lines]
    for number, row in enumerate(lines, 1):
        if _SESSION.match(row):
            is_session = True
        elif row.startswith("def "):
            if name:
                found.append(_session(source, name, line, calls))
            function = _FUNCTION.match(row)
            name, line, calls = (function[1], number, []) if is_session and function else ("", 0, [])
            is_session = False
        elif name and (run := _RUN.match(row)):
            body = row[run.end() :]
            following = number
            while (
                body.count("(") + 1 > body.count(")") and following < len(lines) and following < number + 40
            ):
                body = f"{body} {lines[following][:300]}"
                following += 1
            keyword = _KEYWORD.search(body)
            body = body[: keyword.start()] if keyword else body
            argv = tuple(text[1] or text[2] for text in _TEXT.finditer(body))
            if argv:
                calls.append(argv)
    if name:
        found.append(_session(source, name, line, calls))
    return Part(scripts=tuple(found))


def _session(source: Lines, name: str, line: int, calls: list[tuple[str, ...]]) -> Script:
    text = "\n".join(" ".join(argv) for argv in calls)
    return Script(name, "nox", source.spot(line), text, tuple(calls), folder=source.folder)


def read_pre_commit(source: Lines) -> Part:
    """Return the hooks of a `.pre-commit-config.yaml`."""
    found = []
    repos = read_tree(source.text).child("repos")
    for repo in repos.items if repos else []:
        hooks = repo.child("hooks")
        for hook in hooks.items if hooks else []:
            name = (hook.child("id") or hook).text
            entry = (hook.child("entry") or hook).text
            arguments = hook.child("args")
            words = tuple(arguments.words()) if arguments else ()
            calls = tuple(argv for _, argv in split_script(entry)) if entry else ((name, *words),)
            if name:
                found.append(Script(name, "hook", source.spot(hook.line), entry, calls, folder=source.folder))
    return Part(scripts=tuple(found))
