"""What part a path plays, told from its name alone: code, tests, documentation, examples, machinery."""

from __future__ import annotations

import enum
import re
from functools import lru_cache
from importlib import resources

from groundplan.code.test_paths import is_test
from groundplan.plan.toml_text import read_toml


class Part(enum.StrEnum):
    """What a file is there for."""

    CODE = "code"
    TEST = "test"
    EXAMPLE = "example"
    DOCS = "docs"
    CONFIG = "config"
    MACHINERY = "machinery"  # scripts, builds, benchmarks, vendored code
    DATA = "data"


def listed(table: str, name: str) -> frozenset[str]:
    """Return one list of `parts.toml`."""
    return frozenset(_PARTS[table][name])


_PARTS: dict[str, dict[str, list[str]]] = read_toml(
    resources.files("groundplan.survey.where").joinpath("parts.toml").read_text(encoding="utf-8")
)
CODE_ENDINGS = listed("endings", "code")
_DOCS_ENDINGS = listed("endings", "docs")
_CONFIG_ENDINGS = listed("endings", "config")
_EXAMPLE_FOLDERS = listed("folders", "example")
_FOREIGN_FOLDERS = listed("folders", "foreign")
_DOCS_TOPS = listed("top", "docs")
_MACHINERY_TOPS = listed("top", "machinery")
_MACHINERY_NAMES = listed("names", "machinery")
_DOCS_NAMES = listed("names", "docs")  # without an ending
# Issue templates among them: every issue matches the template it was written in.
_NEVER = re.compile(
    r"(?:\.lock|-lock\.(?:json|yaml)|go\.sum|\.min\.(?:js|css)|\.bundle\.js|\.map|\.snap)$"
    r"|(?:^|/)(?:issue_template|pull_request_template)"
)

_HISTORY = re.compile(
    r"(?:^|/)(?:change[-_ ]?s?(?:log)?|(?:version[-_ ]?)?history|news|release[-_ ]?notes?)(?:/|(?:\.\w+)?$)"
    r"|(?:^|/)(?:changelog\.d|newsfragments|\.changeset|whats?[-_ ]?new)(?:/|\.\w+$)",
    re.IGNORECASE,
)


@lru_cache(maxsize=100_000)
def part_of(path: str) -> Part:
    """Return what a file is there for, as its path tells."""
    lowered = path.lower()
    *folders, name = lowered.split("/")
    ending = name.rpartition(".")[2] if "." in name else ""
    if _NEVER.search(lowered):
        return Part.DATA
    if is_test(path):
        return Part.TEST
    if not _EXAMPLE_FOLDERS.isdisjoint(folders):
        return Part.EXAMPLE
    if ending in _DOCS_ENDINGS or name in _DOCS_NAMES or (folders and folders[0] in _DOCS_TOPS):
        return Part.DOCS
    if name in _MACHINERY_NAMES or not _FOREIGN_FOLDERS.isdisjoint(folders):
        return Part.MACHINERY
    if folders and folders[0] in _MACHINERY_TOPS:
        return Part.MACHINERY
    if ending in CODE_ENDINGS:
        return Part.CODE
    return Part.CONFIG if ending in _CONFIG_ENDINGS else Part.DATA


def is_release_history(path: str) -> bool:
    """Whether a file says what was released: names in it stay as they were."""
    return part_of(path) not in {Part.CODE, Part.TEST} and bool(_HISTORY.search(path))
