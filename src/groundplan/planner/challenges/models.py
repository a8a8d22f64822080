"""Database models and the migrations that keep their tables in step, for the ORMs the index can read."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.code.outline import Kind
from groundplan.code.test_paths import is_test
from groundplan.plan.dataclass import dataclass
from groundplan.plan.late_regex import late_regex
from groundplan.survey.sources import is_own_code

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.code.outline import Definition, Outline
    from groundplan.code.view import CodeView

_DJANGO = late_regex(r"(?:models|gis_models)\.(?:\w{1,40}Field|ForeignKey)|(?:\w{1,30}\.)?ManyToManyField")
_ALCHEMY = late_regex(r"(?:(?:sa|db|orm|sqlalchemy)\.)?(?:mapped_column|Column|relationship)")
_DJANGO_FILE = late_regex(r"(?:^|/)migrations/\d{4}_[^/]{1,200}\.py$")
_ALEMBIC_FILE = late_regex(r"(?:^|/)versions/[^/]{1,200}\.py$")
_SCRIPT_FILE = late_regex(r"(?:^|/)migrations/(?:[^/]{1,200}/)?[^/]{1,200}\.(?:sql|ts|js)$")


@dataclass(frozen=True, slots=True)
class Model:
    """A class whose fields are columns of a table."""

    path: str
    definition: Definition
    framework: str  # django, sqlalchemy, typeorm
    fields: int

    @property
    def citation(self) -> str:
        """Return it as a plan cites it."""
        return f"{self.path}::{self.definition.qualified}"


@dataclass(frozen=True, slots=True)
class Migrations:
    """The migrations that stand for a model's table, the newest last."""

    paths: tuple[str, ...]

    @property
    def newest(self) -> str:
        """Return the last one by its name."""
        return self.paths[-1]


def models_named(index: CodeView, name: str) -> Iterator[Model]:
    """Return the models of a name, product files only."""
    for path in dict.fromkeys(each.path for each in index.symbols(name)):
        outline = index.outline(path)
        if outline is not None and is_own_code(path):
            yield from (each for each in _models(path, outline) if each.definition.name == name)


def _models(path: str, outline: Outline) -> Iterator[Model]:
    columns = {
        "django": _lines(outline, _DJANGO),
        "sqlalchemy": _lines(outline, _ALCHEMY),
    }
    inherited: dict[str, tuple[str, int]] = {}
    for each in outline.definitions:
        if each.kind is not Kind.CLASS:
            continue
        if "Entity" in each.decorators:
            yield Model(path, each, "typeorm", _attributes(outline, each))
            continue
        own = {
            name: sum(each.first <= line <= each.last for line in lines) for name, lines in columns.items()
        }
        framework, fields = max(own.items(), key=lambda item: item[1])
        above = next((inherited[base] for base in each.bases if base in inherited), None)
        if fields or above:
            known = above or (framework, 0)
            inherited[each.qualified] = (known[0], known[1] + fields)
            yield Model(path, each, *inherited[each.qualified])


def _lines(outline: Outline, pattern: re.Pattern[str]) -> list[int]:
    return [line for words, lines in outline.calls.items() if pattern.fullmatch(words) for line in lines]


def _attributes(outline: Outline, owner: Definition) -> int:
    return sum(each.kind is Kind.ATTRIBUTE and each.parent == owner.qualified for each in outline.definitions)


def migrations_of(index: CodeView, model: Model) -> Migrations | None:
    """Return the migrations of a model: those of its own app in Django, else those of the repository."""
    paths = [path for path in index.paths() if not is_test(path)]
    if model.framework == "django":
        folder = model.path.rpartition("/")[0]
        found = [path for path in paths if _DJANGO_FILE.search(path)]
        while True:
            near = [path for path in found if path.startswith(f"{folder}/migrations/")]
            if near or not folder:
                return Migrations(tuple(sorted(near))) if near else None
            folder = folder.rpartition("/")[0] if folder.endswith("/models") else ""
    pattern = _ALEMBIC_FILE if model.framework == "sqlalchemy" else _SCRIPT_FILE
    found = [path for path in paths if pattern.search(path) and not path.endswith("__init__.py")]
    if model.framework == "sqlalchemy":
        found = [path for path in found if b"down_revision" in (index.text(path) or b"")]
        found = _in_order(index, found)
    return Migrations(tuple(found)) if found else None


def _in_order(index: CodeView, paths: list[str]) -> list[str]:
    """Return Alembic revisions in their own order: a revision nobody goes on from is the newest."""
    revision = re.compile(rb"^(down_)?revision\b[^=\n]{0,60}=\s{0,5}[\"']([\w-]{1,60})[\"']", re.MULTILINE)
    own: dict[bytes, str] = {}
    before: set[bytes] = set()
    for path in paths:
        for match in revision.finditer(index.text(path) or b""):
            if match[1]:
                before.add(match[2])
            else:
                own[match[2]] = path
    heads = {path for name, path in own.items() if name not in before}
    return sorted(path for path in paths if path not in heads) + sorted(heads)
