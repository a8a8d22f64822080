"""What looks like a definition in files that are not parsed: by the shape of lines, never known for sure."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from groundplan.plan.fact import CodePlace, Gap, Missing
from groundplan.survey.where.corpus import sketch_definitions
from groundplan.survey.where.kinds import Part, part_of

if TYPE_CHECKING:
    from groundplan.code.outline import Definition
    from groundplan.evidence.subject import Subject

MOST_FILES = 300  # with a name, in which its definitions are looked for
NO_ENDING = "no-ending"
# Texts that define nothing: prose, data, settings, markup.
_NO_CODE = frozenset(
    (  # noqa: SIM905  (a page of quotes would hide the words)
        "cfg conf config css csv htm html in ini json jsonl less lock map md po pot prebuilt properties rst "
        "scss snap svg toml tpl tsv txt xml yaml yml"
    ).split()
)
# What languages begin a definition with; a line that begins so and goes on with the name looks like one.
_BEGINS = (
    r"(?:[\w@#.]+[ \t]+){0,4}(?:def|defn|defp|defmodule|define|function|func|fun|fn|sub|proc|procedure"
    r"|class|struct|enum|union|trait|interface|module|type|typedef|let|val|var|const|macro|message|service"
    r"|table|view)[ \t(]+"
)


def sketch_name(subject: Subject, name: str) -> tuple[tuple[CodePlace, ...], tuple[Gap, ...]]:
    """Return what looks like a definition of a name in files that are not parsed, and their languages."""
    places: list[CodePlace] = []
    languages: dict[str, int] = {}
    for path in subject.index.files_with(name)[:MOST_FILES]:
        if subject.is_parsed(path):
            continue
        if part_of(path) is not Part.DOCS and path not in subject.own_plans:
            language = language_of(path)
            if language in _NO_CODE:
                continue
            languages[language] = languages.get(language, 0) + 1
            places += _in_text(path, subject.index.text(path) or b"", name)
    gaps = tuple(Gap(Missing.NOT_PARSED, language, count) for language, count in sorted(languages.items()))
    return tuple(places), gaps


def language_of(path: str) -> str:
    """Return what tells the language of a file that is not parsed: its ending, or that it has none."""
    name = path.rpartition("/")[2]
    return name.rpartition(".")[2].lower() if "." in name.lstrip(".") else NO_ENDING


def _in_text(path: str, text: bytes, name: str) -> list[CodePlace]:
    found = [place_of(path, each) for each in sketch_definitions(path, text) if each.name == name]
    known = {each.first for each in found}
    begins = _beginning(name)
    for number, line in enumerate(text.decode("utf-8", "replace").split("\n"), 1):
        if name in line and number not in known and begins.match(line[:400].lstrip()):
            found.append(CodePlace(path, number, number, name, line.strip()[:160]))
    return found


@lru_cache(maxsize=100)
def _beginning(name: str) -> re.Pattern[str]:
    return re.compile(rf"{_BEGINS}{re.escape(name)}(?!\w)")


def place_of(path: str, definition: Definition) -> CodePlace:
    """Return a definition as a place."""
    return CodePlace(path, definition.first, definition.last, definition.qualified, definition.header)
