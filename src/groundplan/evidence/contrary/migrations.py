"""Finds the table that a goal changes and the migrations that keep it, where the goal names none."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.code.outline import Kind
from groundplan.code.test_paths import is_test
from groundplan.evidence.contrary.introduced import prose_of
from groundplan.evidence.contrary.kinds import Unmigrated
from groundplan.plan.dataclass import dataclass
from groundplan.plan.late_regex import late_regex
from groundplan.survey.sources import is_own_code

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.code.outline import Definition, Outline
    from groundplan.code.view import CodeView
    from groundplan.evidence.pack import EvidencePack

_THING = (
    r"(?:fields?|columns?|foreign keys?|primary keys?|unique constraints?|(?:check |database "
    r"|db )constraints?"
    r"|(?:db|database) index(?:es)?)"
)
_CHANGE = late_regex(
    r"(?<!not )(?<!n't )(?<!never )\b(?P<verb>add(?:s|ed|ing)?|introduc(?:e|es|ed|ing)|remov(?:e|es|ed"
    r"|ing)|drop(?:s|ped|ping)?"
    r"|delet(?:e|es|ed|ing)"
    r"|renam(?:e|es|ed|ing)|replac(?:e|es|ed|ing)|mak(?:e|es|ing)|made|increas(?:e|ed|ing)|extend(?:ed|ing)?"
    r"|rais(?:e|ed|ing)|chang(?:e|ed|ing)|alter(?:ed|ing)?|convert(?:ed|ing)?)\b(?P<between>[^.;\n]{0,70}?)"
    rf"\b(?P<thing>{_THING}|nullable|non-null|not null|max_length)\b(?! \w+ing\b)(?P<after>[^.;\n]{{0,80}})",
    re.IGNORECASE,
)
# A form's, a serializer's, a query's or a page's field is no column.
_ELSEWHERE = late_regex(
    r"\bmigrat(?:e|ions?|ing)\b|\bbackfill|\bproperty\b|@property|\bin memory\b|\bforms?\b"
    r"|\bserializers?\b|\bGraphQL\b|\bsearch\b|\badmin\b|\bAPI\b"
    r"|\b(?:filter|list|search|API|REST|bulk|view|template|UI|import|export|admin|custom|computed"
    r"|annotated?|read-only"
    r"|display|editable)(?: view)?(?: |-)(?:fields?|columns?)\b|\bfilter ?sets?\b|\btests?\b|\b(?:docs?"
    r"|documentation"
    r"|help[_ ]text|label|verbose[_ ]name|docstring|changelog|release notes?|template|widget|endpoint"
    r"|validation"
    r"|error message|listing|chooser|bulk edit\w{0,3}|user interface|dashboard|report)\b",
    re.IGNORECASE,
)
_PAGES = late_regex(r"\b(?:pages|views?|UI|menus?|index view)\b")
# What stands between the verb and the field belongs to it: not so in `remove the link from a field`.
_APART = late_regex(
    r"\b(?:from|to|of|in|on|for|as|with|by|when|if|before|after|that|reference|example|(?!missing"
    r"|existing)\w+ing)\b",
    re.IGNORECASE,
)
_ADDS = ("add", "introduc")
_NAMED = late_regex(r"\b((?:[A-Z][A-Za-z0-9]+)(?: [A-Z][A-Za-z0-9]+){0,2})\b")
_TABLE = late_regex(
    r"\b([a-z]\w{2,40}(?: [a-z]\w{2,40})?)(?:'s)? (?:models?|tables?|records?|entit(?:y|ies))\b"
)
_DJANGO = late_regex(r"(?:models|gis_models)\.(?:\w{1,40}Field|ForeignKey)|(?:\w{1,30}\.)?ManyToManyField")
_ALCHEMY = late_regex(r"(?:(?:sa|db|orm|sqlalchemy)\.)?(?:mapped_column|Column|relationship)")
_DJANGO_FILE = late_regex(r"(?:^|/)migrations/\d{4}_[^/]{1,200}\.py$")
_ALEMBIC_FILE = late_regex(r"(?:^|/)versions/[^/]{1,200}\.py$")
_SCRIPT_FILE = late_regex(r"(?:^|/)migrations/(?:[^/]{1,200}/)?[^/]{1,200}\.(?:sql|ts|js)$")


def find_unmigrated(pack: EvidencePack) -> Unmigrated | None:
    """Return a model that the goal names and whose columns it changes, with its migrations."""
    prose = prose_of(pack.goal.text)
    match = next((each for each in _CHANGE.finditer(prose) if not _APART.search(each["between"])), None)
    if match is None or _ELSEWHERE.search(prose) or _PAGES.search(prose):
        return None
    for name in _names(match):
        if re.search(r"\btables?\b", match["after"]) and pack.index.symbols(f"{name}Table"):
            continue  # a table on a page
        model = _only(list(models_named(pack.index, name)))
        migrations = migrations_of(pack.index, model) if model else ()
        if model and migrations:
            is_added = match["verb"].lower().startswith(_ADDS)
            return Unmigrated(
                model.citation, model.fields, len(migrations), migrations[-1], is_added=is_added
            )
    return None


def _names(match: re.Match[str]) -> Iterator[str]:
    """Return the classes whose field it may be, the surest first: `field to Rack`, then `User ID column`."""
    parts = (
        [match["after"]] if match["verb"].lower().startswith(_ADDS) else [match["after"], match["between"]]
    )
    for part in parts:
        for words in _NAMED.findall(part):
            several = words.split()
            yield "".join(several)
            if len(several) > 1:
                yield several[-1] if part is match["after"] else several[0]
        for words in _TABLE.findall(part):
            yield from dict.fromkeys((_as_class(words), _as_class(words.split()[-1])))


def _only(models: list[Model]) -> Model | None:
    """Return the one model of a name; one among the tests' own apps counts only where there is no other."""
    kept = [each for each in models if "test" not in each.path] or models
    return kept[0] if len(kept) == 1 else None


def _as_class(words: str) -> str:
    """Return the name that a class for some words has: `order item` is `OrderItem`."""
    return "".join(each[:1].upper() + each[1:] for each in words.replace("_", " ").split())


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


def migrations_of(index: CodeView, model: Model) -> tuple[str, ...]:
    """Return the migrations of a model, the newest last: of its app in Django, else of the repository."""
    paths = [path for path in index.paths() if not is_test(path)]
    if model.framework == "django":
        folder = model.path.rpartition("/")[0]
        found = [path for path in paths if _DJANGO_FILE.search(path)]
        while True:
            near = [path for path in found if path.startswith(f"{folder}/migrations/")]
            if near or not folder:
                return tuple(sorted(near))
            folder = folder.rpartition("/")[0] if folder.endswith("/models") else ""
    pattern = _ALEMBIC_FILE if model.framework == "sqlalchemy" else _SCRIPT_FILE
    found = [path for path in paths if pattern.search(path) and not path.endswith("__init__.py")]
    if model.framework == "sqlalchemy":
        found = [path for path in found if b"down_revision" in (index.text(path) or b"")]
        found = _in_order(index, found)
    return tuple(found)


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
