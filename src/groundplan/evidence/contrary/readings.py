"""Finds the names of a goal that stand for several definitions which nothing in it tells apart."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.code.naming import symbols_meant
from groundplan.code.outline import NAMES
from groundplan.evidence.confidence import DECLARING
from groundplan.evidence.contrary.kinds import Readings
from groundplan.evidence.kinds import Region
from groundplan.plan.goal import GoalKind
from groundplan.plan.late_regex import late_regex
from groundplan.survey.sources import is_own_code
from groundplan.survey.where.words import STOP_WORDS, words_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from groundplan.code.index import Symbol
    from groundplan.evidence.pack import EvidencePack

_MOST_READINGS = 4  # more definitions of one name are a family, and the whole of it is meant
_MOST_NAMES = 5
_OLDER = late_regex(r"(?:^|/)(?:v\d{1,2}|legacy|deprecated|compat|old|_?vendor(?:ed)?|third_party)(?:/|\.)")
_WORD = late_regex(r"[A-Za-z_]\w*")


def find_readings(pack: EvidencePack) -> Iterator[Readings]:
    """Return each name that stands for two to four definitions which nothing in the goal tells apart."""
    if pack.goal.kind is GoalKind.DEBT:  # tests and documentation speak of all of them
        return
    for name in pack.goal.names[:_MOST_NAMES]:
        candidates = _candidates(pack, name)
        if not candidates and (inherited := _inherited(pack, name)):
            yield Readings(name, inherited, is_inherited=True)
            return
        if not 2 <= len(candidates) <= _MOST_READINGS or _is_family(candidates):
            continue
        if any(path in pack.goal.paths for path in (each.path for each in candidates)):
            continue
        said = _words_beside(pack.goal.text, name)
        scores = [_hints(each, said) for each in candidates]
        best = [each for each, score in zip(candidates, scores, strict=True) if score == max(scores)]
        if len(best) >= 2:
            yield Readings(name, tuple(best))
            return


def _words_beside(text: str, name: str) -> frozenset[str]:
    """Return the words of a goal apart from the name itself."""
    tokens = _WORD.findall(text[:8_000].replace(name, " "))
    return frozenset(word for each in tokens if each.lower() not in STOP_WORDS for word in words_of(each))


def _candidates(pack: EvidencePack, name: str) -> list[Region]:
    """Return the product definitions that a name means, each once, the current ones before older."""
    parts = name.split(".")
    found = {
        (each.path, each.definition.qualified): Region(each.path, each.definition)
        for each in pack.index.symbols(parts[-1])
        if each.definition.kind not in NAMES and is_own_code(each.path) and _ends(each, parts)
    }
    # What a header or a stub declares is what another file defines.
    defined = [each for each in found.values() if not each.path.endswith(DECLARING)] or list(found.values())
    return [each for each in defined if not _OLDER.search(each.path)] or defined


def _inherited(pack: EvidencePack, name: str) -> tuple[Region, ...]:
    """Return what a class has from a base under a dotted name, and the class, which could have its own."""
    parts = name.split(".")
    found = symbols_meant(pack.index, parts) if len(parts) > 1 else ()
    owners = [each for each in pack.index.symbols(parts[-2]) if is_own_code(each.path)] if found else []
    if len(found) != 1 or len(owners) != 1 or not is_own_code(found[0].path):
        return ()
    return tuple(Region(each.path, each.definition) for each in (*found, *owners))


def _ends(symbol: Symbol, parts: list[str]) -> bool:
    own = symbol.definition.qualified.split(".")
    if len(parts) <= len(own):
        return own[-len(parts) :] == parts
    folders = symbol.path.rpartition(".")[0].removesuffix("/__init__").split("/")
    before = parts[: -len(own)]
    return parts[-len(own) :] == own and folders[-len(before) :] == before


def _is_family(found: Sequence[Region]) -> bool:
    """Tell whether definitions belong together: twins, a package, methods, a front and its back."""
    plain = {
        re.sub(r"_?a?sync_?|aio", "", f"{each.path} {each.definition.qualified}".lower()) for each in found
    }
    folders = {each.path.rpartition("/")[0] for each in found}
    is_package = all(each.path.endswith(".go") for each in found) and len(folders) < len(found)
    is_method = any(each.definition.parent for each in found)
    is_front = any(each.path == f"{folder}/__init__.py" for each in found for folder in folders)
    is_derived = any(
        base.rpartition(".")[2].strip("_") == each.definition.name
        for each in found
        for base in each.definition.bases
    )
    return len(plain) < len(found) or is_package or is_method or is_front or is_derived


def _hints(region: Region, said: frozenset[str]) -> int:
    """Return how many words of the goal stand in a definition's path and owner."""
    tokens = _WORD.findall(f"{region.path.rpartition('.')[0]} {region.definition.parent}".replace("/", " "))
    return len({word for each in tokens for word in words_of(each)} & said)
