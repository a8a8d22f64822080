"""Figures that a section states: how many callers a name has, how long a list is, which version is used."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.markdown.passages import Aim, either, masked, sentence_at
from groundplan.markdown.stated_counts import find_counts
from groundplan.plan.late_regex import late_regex
from groundplan.plan.statement import Statement, Topic

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.markdown.passages import Passage
    from groundplan.plan.document import Section

_PACKAGE = r"[A-Z][\w+#]*(?:[.-][A-Za-z]\w*)?(?:\s(?:Router|Query|Native|Boot|CSS|UI|SDK))?"
_VERSION = late_regex(
    rf"(?<![\w/.-])(?P<name>{_PACKAGE})\s+v?(?P<version>\d{{1,4}}(?:\.\d{{1,4}}){{0,3}})(?P<plus>\+|\.x\b)?"
    r"(?![\w.]*\d|\s*(?:%|ms|s\b|x\b|hours|days|files|tests|tasks|steps|phases))"
)
_CHANGES = (
    r"upgrad\w* migrat\w* bump\w* mov\w+\ to switch\w* from instead support\w* minimum at\ least require\w* "
    r"compatib\w* since introduced or\ (?:later|newer|higher) until before target\w* drop\w* will new"
)
# Then the version is one that was, that will be, or that is the least.
_OTHER_VERSION = late_regex(rf"\b(?:{either(_CHANGES)})\b|→|->", re.IGNORECASE)


def find_figures(passage: Passage, section: Section) -> Iterator[Statement]:
    """Yield the counts, list lengths and versions that a passage states."""
    yield from find_counts(passage, section)
    yield from _versions(passage, section)


def _versions(passage: Passage, section: Section) -> Iterator[Statement]:
    source = passage.source
    for match in () if passage.is_heading else _VERSION.finditer(masked(source)):
        start, stop = sentence_at(source, match.start())
        is_used = passage.aim_at(match.start()) not in {Aim.MAKES, Aim.EXAMPLE}
        if is_used and not _OTHER_VERSION.search(source[start:stop]):
            place = passage.place(match.start(), section.document)
            said = match["version"] + ("+" if match["plus"] == "+" else "")
            yield Statement(Topic.VERSION, match[0].strip(), match["name"], section.key, place, said)
