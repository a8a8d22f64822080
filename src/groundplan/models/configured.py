"""The models that a user has: those found on this machine, and those of the user's own file.

The file lies outside every repository: `models.toml` in the user's configuration. A repository can name a
model, never define one. Keys are no part of it: it names the variable that holds one.
"""

from __future__ import annotations

import os
import re
from dataclasses import field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from groundplan.files.plain import read_plain
from groundplan.models.api import PROVIDERS, api
from groundplan.models.asking import Allowed
from groundplan.models.claude import CLAUDE
from groundplan.models.codex import CODEX
from groundplan.models.gemini import GEMINI
from groundplan.models.plain import plain
from groundplan.plan.dataclass import dataclass
from groundplan.plan.errors import GroundplanError, Misused, Unknown
from groundplan.plan.hint import Hint, run
from groundplan.plan.toml_text import BadToml, read_toml
from groundplan.rules.secrets import find_secrets

if TYPE_CHECKING:
    from collections.abc import Mapping

    from groundplan.models.runner import Runner

NONE: Final = "none"  # the word for no model at all
ROLES: Final = ("strong", "fast")  # what a section of a playbook may ask for
_RESERVED = {NONE, "use", "list"}
FOUND = {each.name: each for each in (CLAUDE, CODEX, GEMINI)}  # on this machine, without a word of the user
_NAME = re.compile(r"[a-z0-9][a-z0-9._-]{0,40}")
_API_MODEL = re.compile(rf"({'|'.join(PROVIDERS)}):([A-Za-z0-9][\w./:-]{{0,80}})")
_VARIABLE = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,80}")
_TABLES = {"default", "for", "limits", "model"}
_KEYS = {"command", "environment", "provider", "model", "url", "key"}
_LIMITS = {"calls", "minutes", "dollars"}
_EXAMPLE = Hint("See the form of the file: ", run("models", {"help": True}))
_NO_KEYS = 'Set a variable in your shell, and name it in the file: `key = "OPENAI_API_KEY"`'


@dataclass(frozen=True, slots=True)
class Models:
    """The user's models by name, which of them is asked for what, and how much asking may take."""

    known: Mapping[str, Runner]
    default: str = ""  # empty: nobody chose yet; `none`: the user wants no model
    uses: Mapping[str, str] = field(default_factory=dict)  # `strong`, `fast` or a playbook: a model
    allowed: Allowed = Allowed()

    def find(self, name: str) -> Runner:
        """Return the model of that name; `anthropic:<model>` needs no entry in the file."""
        if name in self.known:
            return self.known[name]
        found = _API_MODEL.fullmatch(name)
        if found is None:
            raise Unknown(f"There is no model `{name}`", name=name, known=self.known)
        return api(name, found[1], found[2])

    def choose(self, name: str = "", *, playbook: str = "", role: str = "") -> str:
        """Return which model is asked, empty for none: the one named, else the user's own choice.

        What a section asks for goes before what its playbook asks for. Both may come from a repository, so
        they only pick among what the user has set for them.
        """
        of_role = self.uses.get(role, "") if role in ROLES else ""
        chosen = name or of_role or self.uses.get(playbook, "") or self.default
        return "" if chosen == NONE else chosen


def models_file(environ: Mapping[str, str]) -> Path | None:
    """Return where the user's own models are listed."""
    folder = environ.get("XDG_CONFIG_HOME", "")
    if not Path(folder).is_absolute():
        home = environ.get("HOME", "")
        if not Path(home).is_absolute():
            return None
        folder = str(Path(home) / ".config")
    return Path(folder) / "groundplan" / "models.toml"


def read_models(environ: Mapping[str, str] | None = None) -> Models:
    """Return the user's models, or say what is wrong with the file that lists them."""
    file = models_file(os.environ if environ is None else environ)
    known = dict(FOUND)
    if file is None:
        return Models(known)
    try:
        text = read_plain(file, follows=True).decode("utf-8")
    except FileNotFoundError:
        return Models(known)
    except (OSError, UnicodeDecodeError) as error:
        raise Misused(f"`{file}` cannot be read: {error}") from error
    return parse_models(text, file)


def parse_models(text: str, file: Path) -> Models:
    """Return what the text of `models.toml` says."""
    secrets = find_secrets(text)
    if secrets:
        told = f"`{file}` holds a secret in line {secrets[0].line} (`{secrets[0].kind}`)"
        raise Misused(told, hint=_NO_KEYS)
    try:
        read = read_toml(text)
    except BadToml as error:
        raise Misused(f"`{file}` cannot be read: {error}") from error
    for key in sorted(set(read) - _TABLES):
        raise Misused(f"`{file}` has an unknown key, `{key}`", hint=_EXAMPLE)
    tables, uses, limits = (_table(file, read, key) for key in ("model", "for", "limits"))
    known = dict(FOUND)
    known |= {name: _model(file, name, table) for name, table in tables.items()}
    models = Models(known, str(read.get("default", "")), uses, _allowed(file, limits))
    for use, name in {"default": models.default, **uses}.items():
        if not isinstance(name, str) or not (name in {"", NONE, *known} or _API_MODEL.fullmatch(name)):
            told = f"`{file}` sets `{use}` to `{name}`, and there is no such model"
            raise Unknown(told, name=str(name), known=known)
    return models


def _table(file: Path, read: dict[str, Any], key: str) -> dict[str, Any]:
    value = read.get(key, {})
    if not isinstance(value, dict):
        raise Misused(f"`{key}` in `{file}` is not a table", hint=_EXAMPLE)
    return value


def _allowed(file: Path, limits: dict[str, Any]) -> Allowed:
    for key, value in limits.items():
        if key not in _LIMITS or type(value) not in {int, float} or value < 0:
            told = f"`{key}` under `[limits]` in `{file}` is not a limit"
            raise Misused(told, hint="`calls`, `minutes` and `dollars` are numbers from 0")
    usual = Allowed()
    return Allowed(
        calls=int(limits.get("calls", usual.calls)),
        seconds=float(limits.get("minutes", usual.seconds / 60)) * 60,
        dollars=float(limits.get("dollars", usual.dollars)),
    )


def _model(file: Path, name: str, table: object) -> Runner:
    if not _NAME.fullmatch(name) or name in _RESERVED or not isinstance(table, dict):
        raise Misused(f"`[model.{name}]` in `{file}` is not the description of a model", hint=_EXAMPLE)
    for key in sorted(set(table) - _KEYS):
        hint = _NO_KEYS if "key" in key or "token" in key else _EXAMPLE
        raise Misused(f"`[model.{name}]` in `{file}` has an unknown key, `{key}`", hint=hint)
    if "command" in table:
        argv, variables = _words(file, name, table, "command"), _words(file, name, table, "environment")
        if not argv:
            raise Misused(f"`[model.{name}]` in `{file}` has an empty command", hint=_EXAMPLE)
        _check_variables(file, name, "environment", variables)
        return plain(name, argv, variables)
    provider, model, url, key = (str(table.get(each, "")) for each in ("provider", "model", "url", "key"))
    if (provider or "openai") not in PROVIDERS or not model:
        raise Misused(
            f"`[model.{name}]` in `{file}` needs `model`, and a `provider` of {', '.join(PROVIDERS)}",
            hint=_EXAMPLE,
        )
    # Variables that hold keys are written in capitals, and hardly a key is.
    _check_variables(file, name, "key", [key if key.isupper() else "-"] if key else [])
    if url and (not url.startswith(("http://", "https://")) or "@" in url):
        told = f"`url` of `[model.{name}]` in `{file}` is not the address of a server without a password"
        raise Misused(told, hint=_NO_KEYS)
    return api(name, provider or "openai", model, url=url, key=key)


def _check_variables(file: Path, name: str, key: str, variables: list[str]) -> None:
    """Refuse what is not the name of a variable, without repeating it: it may be the key itself."""
    if not all(map(_VARIABLE.fullmatch, variables)):
        told = f"`{key}` of `[model.{name}]` in `{file}` is not the name of an environment variable"
        raise Misused(told, hint=_NO_KEYS)


def _words(file: Path, name: str, table: dict[str, Any], key: str) -> list[str]:
    value = table.get(key, [])
    if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
        raise Misused(f"`{key}` of `[model.{name}]` in `{file}` is not a list of words", hint=_EXAMPLE)
    return value


def list_configured() -> tuple[str, ...]:
    """Return the models that the user chose or described: the default first, and none that was only found."""
    try:
        models = read_models()
    except GroundplanError:  # whoever names a model is told what is wrong
        return ()
    own = (name for name, how in models.known.items() if how is not FOUND.get(name))
    chosen = dict.fromkeys((models.default, *models.uses.values(), *own))
    return tuple(name for name in chosen if name not in {"", NONE})


def list_usable() -> tuple[str, ...]:
    """Return those of the user's models that could answer here: only they are offered.

    Who chose `none` is offered only what they chose for a playbook or a role beside it.
    """
    if not (mine := list_configured()):
        return ()
    models = read_models()
    offered = mine if models.default != NONE else [name for name in mine if name in models.uses.values()]
    return tuple(name for name in offered if not models.find(name).fault_seen()[0])
