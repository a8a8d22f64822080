"""Finds what the goal would make and the code has: modules of the same purpose, parameters taken already."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.code.outline import Kind
from groundplan.code.test_paths import is_test
from groundplan.evidence.contrary.deployed import find_served
from groundplan.evidence.contrary.kinds import SamePurpose, Taken
from groundplan.evidence.contrary.own_modules import own_modules
from groundplan.evidence.contrary.purposes import all_purposes, named_packages
from groundplan.evidence.contrary.wanted import additions, sentences, telling_roots
from groundplan.plan.fact import CodePlace
from groundplan.plan.goal import GoalKind
from groundplan.plan.late_regex import late_regex
from groundplan.survey.sources import is_own_code

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.evidence.contrary.purposes import Purpose
    from groundplan.evidence.contrary.wanted import Addition
    from groundplan.evidence.pack import EvidencePack

MOST_FILES = 60
# A name that many functions take says nothing about one of them.
MOST_TAKERS = 4
_ADDS = late_regex(r"\b(?:add|give|introduce|provide|accept|take|support|offer|expose)\b", re.IGNORECASE)
_NAMED = (
    late_regex(r"`([a-z_]\w{2,40}) ?=[^`\n]{0,40}`"),
    late_regex(r"`([a-z_]\w{2,40})` (?:keyword )?(?:argument|parameter|kwarg)\b"),
    late_regex(r"\b(?:argument|parameter|kwarg) `([a-z_]\w{2,40})`"),
)
_FUNCTIONS = frozenset({Kind.FUNCTION, Kind.METHOD})


def find_same_purpose(pack: EvidencePack) -> SamePurpose | None:
    """Return the modules of own code that serve the purpose of a thing which the goal adds.

    A goal that names a package for the purpose is challenged with the package, not here.
    """
    wanted = additions(pack.goal.text)
    spoken = {purpose.name for each in named_packages(pack.goal.text) for purpose in each.purposes}
    for purpose in all_purposes():
        added = next((each for each in wanted if _speaks_of(each, purpose)), None)
        if purpose.name in spoken or not purpose.stems or added is None:
            continue
        modules = own_modules(pack, purpose)
        if modules:
            served = find_served(pack, purpose, modules[0])
            return SamePurpose(purpose.name, added.phrase, tuple(modules), served)
    return None


def _speaks_of(addition: Addition, purpose: Purpose) -> bool:
    """Whether what is added is, word for word, one of the ways to call a thing of the purpose."""
    said = addition.roots
    return bool(said) and any(said == telling_roots(words) for words in purpose.words)


def find_taken(pack: EvidencePack) -> Iterator[Taken]:
    """Return each parameter that the goal adds and few functions take already."""
    if pack.goal.kind is GoalKind.FIX:
        return
    for name in _added(pack.goal.text):
        takers = _takers(pack, name)
        if 0 < len(takers) <= MOST_TAKERS:
            yield Taken(name, takers)


def _added(text: str) -> list[str]:
    found = [
        match[1]
        for sentence in sentences(text)
        if _ADDS.search(sentence)
        for pattern in _NAMED
        for match in pattern.finditer(sentence)
    ]
    return list(dict.fromkeys(found))


def _takers(pack: EvidencePack, name: str) -> tuple[CodePlace, ...]:
    """Return the public functions of own code with a parameter of the name."""
    paths = [each for each in pack.index.files_with(name) if is_own_code(each) and not is_test(each)]
    if len(paths) > MOST_FILES:
        return ()
    parameter = re.compile(rf"[(,]\s*(?:\*,\s*)?{re.escape(name)}\s*[:=,)]")
    return tuple(
        CodePlace(path, each.line, each.line, each.qualified)
        for path in paths
        if (outline := pack.index.outline(path)) is not None
        for each in outline.definitions
        if each.kind in _FUNCTIONS and parameter.search(each.header)
    )
