"""The goal changes a table of the database, the repository keeps migrations, and the goal names none."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.planner.challenge import Challenge
from groundplan.planner.challenges.introduced import prose_of
from groundplan.planner.challenges.models import migrations_of, models_named
from groundplan.planner.question import Choice, Question
from groundplan.planner.writers.phrases import code, counted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.planner.challenges.models import Migrations, Model
    from groundplan.planner.pack import EvidencePack

NAME = "schema"
_THING = (
    r"(?:fields?|columns?|foreign keys?|primary keys?|unique constraints?|(?:check |database "
    r"|db )constraints?"
    r"|(?:db|database) index(?:es)?)"
)
_CHANGE = re.compile(
    r"\b(?P<verb>add(?:s|ed|ing)?|introduc(?:e|es|ed|ing)|remov(?:e|es|ed|ing)|drop(?:s|ped|ping)?"
    r"|delet(?:e|es|ed|ing)"
    r"|renam(?:e|es|ed|ing)|replac(?:e|es|ed|ing)|mak(?:e|es|ing)|made|increas(?:e|ed|ing)|extend(?:ed|ing)?"
    r"|rais(?:e|ed|ing)|chang(?:e|ed|ing)|alter(?:ed|ing)?|convert(?:ed|ing)?)\b(?P<between>[^.;\n]{0,70}?)"
    rf"\b(?P<thing>{_THING}|nullable|non-null|not null|max_length)\b(?P<after>[^.;\n]{{0,80}})",
    re.IGNORECASE,
)
# A form's, a serializer's, a query's or a page's field is no column.
_ALREADY = re.compile(
    r"\bmigrat(?:e|ions?|ing)\b|\bbackfill|\bproperty\b|@property|\bin memory\b|\bforms?\b|\bserializers?\b"
    r"|\b(?:filter|list|table|search|API|REST|GraphQL|bulk|view|template|UI|import|export|admin|custom"
    r"|computed"
    r"|annotated?|read-only|display|form)(?: view)?(?: |-)(?:fields?|columns?)\b|\bfilter ?sets?\b|\btests?\b"
    r"|\b(?:docs?|documentation|help[_ ]text|label|verbose_name|docstring|changelog|release notes?"
    r"|template|widget"
    r"|endpoint|validation|error message)\b",
    re.IGNORECASE,
)
_ADDS = ("add", "introduc")
_NAMED = re.compile(r"\b([A-Z][a-z0-9]+(?:[A-Z][a-z0-9]*)*)\b")
_TABLE = re.compile(
    r"\b([a-z]\w{2,40}(?: [a-z]\w{2,40})?)(?:'s)? (?:models?|tables?|records?|entit(?:y|ies))\b"
)
_MOST_NAMED = 6


def detect(pack: EvidencePack) -> Iterator[Challenge]:
    """Return a challenge for a model that the goal names and whose columns it changes."""
    prose = prose_of(pack.goal.text)
    match = _CHANGE.search(prose)
    if match is None or _ALREADY.search(prose):
        return
    sentence = f"{match['between']} {match['thing']}{match['after']}"
    names = dict.fromkeys((*_NAMED.findall(sentence), *map(_as_class, _TABLE.findall(sentence))))
    for model in models_named(pack.index, list(names)[:_MOST_NAMED]):
        migrations = migrations_of(pack.index, model)
        if migrations is not None:
            yield _challenge(model, migrations, match)
            return


def _as_class(words: str) -> str:
    """Return the name that a class for some words has: `order item` is `OrderItem`."""
    return "".join(each[:1].upper() + each[1:] for each in words.replace("_", " ").split())


def _challenge(model: Model, migrations: Migrations, match: re.Match[str]) -> Challenge:
    number = len(migrations.paths)
    kept = f"{counted(number, 'migration')} {'keeps' if number == 1 else 'keep'} its schema"
    claim = (
        f"{code(model.citation)} is a table ({counted(model.fields, 'column')}), and {kept}, the newest "
        f"{code(migrations.newest)}: a changed column needs another one, which the goal does not name."
    )
    is_added = match["verb"].lower().startswith(_ADDS)
    return Challenge(
        detector=NAME,
        subject=model.citation,
        claim=claim,
        evidence=(model.citation, migrations.newest),
        numbers={"migrations": number, "columns": model.fields},
        advice=f"Put a migration after {code(migrations.newest)} into the same commit as the model.",
        mitigation=f"a migration after {code(migrations.newest)}, tried forwards and backwards",
        risk="operational",
        question=_question(model, claim) if is_added else None,
        weight=0.9,
    )


def _question(model: Model, claim: str) -> Question:
    return Question(
        f"schema:{model.citation}",
        f"What do rows of {code(model.citation)} that exist already get in the new column?",
        claim,
        (
            Choice("empty", "Nothing: the column may be empty"),
            Choice("default", "A default value"),
            Choice("backfill", "A value computed for each row by the migration"),
        ),
        recommended="empty",
        weight=0.8,
        assumption="the new column may be empty in rows that exist already",
    )
