"""What the user allows to be asked: `sources.toml` in the user's own configuration, in no repository."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping  # noqa: TC003 - a field's type
from dataclasses import field
from typing import TYPE_CHECKING

from groundplan.files.plain import read_plain
from groundplan.models.configured import models_file
from groundplan.plan.dataclass import dataclass
from groundplan.plan.errors import Misused
from groundplan.plan.toml_text import BadToml, read_toml
from groundplan.survey.allowed import ask_mcp

if TYPE_CHECKING:
    from pathlib import Path

_KEYS = {"command", "environment", "tool", "argument"}
_FORM = (
    "It may hold `github = true`, and `[source.NAME]` with `command` and `environment`, lists of words; with "
    "`tool`, and `argument` if that is not `query`, the command is an MCP server"
)


@dataclass(frozen=True, slots=True)
class Source:
    """A command that reads a query from its standard input and prints text."""

    argv: tuple[str, ...]
    environment: tuple[str, ...] = ()  # names of the variables that it needs


@dataclass(frozen=True, slots=True)
class Allowed:
    """What may be asked; nothing unless the user's file says so."""

    file: str
    github: bool = False
    sources: Mapping[str, Source] = field(default_factory=dict)


def read_allowed(environ: Mapping[str, str] | None = None) -> Allowed:
    """Return what the user's own file allows."""
    models = models_file(os.environ if environ is None else environ)
    if models is None:
        return Allowed("")
    file = models.with_name("sources.toml")
    try:
        read = read_toml(read_plain(file, follows=True).decode("utf-8"))
    except FileNotFoundError:
        return Allowed(str(file))
    except (BadToml, OSError, UnicodeDecodeError) as error:
        raise Misused(f"`{file}` cannot be read: {error}", hint=_FORM) from error
    github, tables = read.get("github", False), read.get("source", {})
    if set(read) - {"github", "source"} or not isinstance(github, bool) or not isinstance(tables, dict):
        raise Misused(f"`{file}` is not a list of sources", hint=_FORM)
    return Allowed(str(file), github, {name: _source(file, name, table) for name, table in tables.items()})


def _source(file: Path, name: str, table: object) -> Source:
    if isinstance(table, dict) and not set(table) - _KEYS:
        argv, environment = (_words(table.get(key, [])) for key in ("command", "environment"))
        tool, argument = table.get("tool", ""), table.get("argument", "query")
        if argv and environment is not None and isinstance(tool, str) and isinstance(argument, str):
            asks = (sys.executable, "-I", "-S", ask_mcp.__file__, tool, argument) if tool else ()
            return Source((*asks, *argv), environment)
    raise Misused(f"`[source.{name}]` in `{file}` is not a command", hint=_FORM)


def _words(value: object) -> tuple[str, ...] | None:
    if isinstance(value, list) and all(isinstance(each, str) for each in value):
        return tuple(value)
    return None
