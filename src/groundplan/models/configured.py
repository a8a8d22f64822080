"""The models that a user has: those found on this machine, and those of the user's own file.

The file lies outside every repository: `models.toml` in the user's configuration. A repository can name a
model, never define one.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from groundplan.models.api import PROVIDERS, api
from groundplan.models.claude import CLAUDE
from groundplan.models.codex import CODEX
from groundplan.models.gemini import GEMINI
from groundplan.models.plain import plain
from groundplan.plan.errors import Misused, Unknown
from groundplan.plan.toml_text import BadToml, read_toml

if TYPE_CHECKING:
    from collections.abc import Mapping

    from groundplan.models.runner import Runner

FOUND = {each.name: each for each in (CLAUDE, CODEX, GEMINI)}  # on this machine, without a word of the user
_NAME = re.compile(r"[a-z0-9][a-z0-9._-]{0,40}")
_KEYS = {"command", "environment", "provider", "model", "url", "key"}
_EXAMPLE = "See `groundplan models --help` for its form: [model.local] with `url` and `model`, or `command`"


def models_file(environ: Mapping[str, str]) -> Path | None:
    """Return where the user's own models are listed."""
    folder = environ.get("XDG_CONFIG_HOME", "")
    if not Path(folder).is_absolute():
        home = environ.get("HOME", "")
        if not Path(home).is_absolute():
            return None
        folder = str(Path(home) / ".config")
    return Path(folder) / "groundplan" / "models.toml"


def read_models(environ: Mapping[str, str] | None = None) -> tuple[dict[str, Runner], str]:
    """Return the models by name, and the name of the one that is taken unless another is named."""
    file = models_file(os.environ if environ is None else environ)
    known = dict(FOUND)
    if file is None or not file.is_file():
        return known, ""
    try:
        read = read_toml(file.read_text("utf-8"))
    except (BadToml, OSError, UnicodeDecodeError) as error:
        raise Misused(f"`{file}` cannot be read: {error}") from error
    tables = read.get("model", {})
    if not isinstance(tables, dict) or set(read) - {"model", "default"}:
        raise Misused(f"`{file}` has other keys than `default` and `[model.NAME]`", hint=_EXAMPLE)
    known |= {name: _model(file, name, table) for name, table in tables.items()}
    default = str(read.get("default", ""))
    if default and default not in known:
        raise Unknown(
            f"`{file}` takes `{default}` as default, and there is no such model", name=default, known=known
        )
    return known, default


def _model(file: Path, name: str, table: object) -> Runner:
    if not _NAME.fullmatch(name) or not isinstance(table, dict) or set(table) - _KEYS:
        raise Misused(f"`[model.{name}]` in `{file}` is not the description of a model", hint=_EXAMPLE)
    if "command" in table:
        argv, variables = _words(file, name, table, "command"), _words(file, name, table, "environment")
        if not argv:
            raise Misused(f"`[model.{name}]` in `{file}` has an empty command", hint=_EXAMPLE)
        return plain(name, argv, variables)
    provider, model = str(table.get("provider", "openai")), str(table.get("model", ""))
    if provider not in PROVIDERS or not model:
        raise Misused(
            f"`[model.{name}]` in `{file}` needs `model`, and a `provider` of {', '.join(PROVIDERS)}",
            hint=_EXAMPLE,
        )
    return api(name, provider, model, url=str(table.get("url", "")), key=str(table.get("key", "")))


def _words(file: Path, name: str, table: dict[str, Any], key: str) -> list[str]:
    value = table.get(key, [])
    if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
        raise Misused(f"`{key}` of `[model.{name}]` in `{file}` is not a list of words", hint=_EXAMPLE)
    return value
