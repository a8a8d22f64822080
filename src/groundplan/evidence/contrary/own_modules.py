"""Modules of a repository's own that serve a purpose: named for it, and defining what such modules define."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.code.outline import NAMES, Kind
from groundplan.code.test_paths import is_test
from groundplan.evidence.contrary.kinds import OwnModule
from groundplan.evidence.contrary.wanted import roots
from groundplan.plan.late_regex import late_regex
from groundplan.survey.sources import is_own_code
from groundplan.survey.spot import Spot

if TYPE_CHECKING:
    from groundplan.code.outline import Outline
    from groundplan.evidence.contrary.purposes import Purpose
    from groundplan.evidence.pack import EvidencePack

FEWEST_VERBS = 2
# Beside a key these say nothing of what a function is for: `retry_on_exception`, `with_backoff`.
_BESIDE = roots(
    "with on exception error failure exponential async call function request decorator wrapper do"
)
_ALONE = frozenset({Kind.CLASS, Kind.FUNCTION})
_HUMP = late_regex(r"(?<=[a-z0-9])(?=[A-Z])")
_HOLDERS = frozenset({Kind.CLASS, Kind.INTERFACE, Kind.TYPE})


def own_modules(pack: EvidencePack, purpose: Purpose) -> list[OwnModule]:
    """Return the modules that serve a purpose, the most used first."""
    found = []
    for path in pack.index.paths():
        if _is_named(path, purpose) and is_own_code(path):
            outline = pack.index.outline(path)
            module = _judge(pack, path, outline, purpose) if outline else None
            if module:
                found.append(module)
    known = {each.path for each in found}
    found += [each for each in _by_name(pack, purpose) if each.path not in known]
    return sorted(found, key=lambda each: (-each.users, each.path.count("/"), each.path))


def _by_name(pack: EvidencePack, purpose: Purpose) -> list[OwnModule]:
    """Return the functions and classes that a key of the purpose names and nothing else does."""
    names = [
        name
        for name in (pack.index.names() if purpose.keys else ())
        if any(key in name.lower() for key in purpose.keys)
        and not roots(name).isdisjoint(purpose.keys)
        and roots(name) <= purpose.keys | _BESIDE
    ]
    found: dict[str, OwnModule] = {}
    for symbol in [each for name in names for each in pack.index.symbols(name)]:
        one = symbol.definition
        if one.kind in _ALONE and not one.parent and one.size > 2 and is_own_code(symbol.path):
            users = len(importers(pack, symbol.path))
            served = OwnModule(symbol.path, one, (one,), None, one.is_async, is_plain_dict=False, users=users)
            found.setdefault(symbol.path, served)
    return list(found.values())


def _is_named(path: str, purpose: Purpose) -> bool:
    folder, _, name = path.rpartition("/")
    stem = name.partition(".")[0].lower().lstrip("_") or name
    if stem in {"init__", "index", "mod"}:
        stem = folder.rpartition("/")[2].lower()
    return stem in purpose.stems


def _judge(pack: EvidencePack, path: str, outline: Outline, purpose: Purpose) -> OwnModule | None:
    offers = [
        each
        for each in outline.definitions
        if each.kind not in NAMES and _HUMP.sub("_", each.name).lower() in purpose.verbs
    ]
    if len({each.name for each in offers}) < FEWEST_VERBS:
        return None
    # A class that offers most of it speaks for the module; otherwise its first function does.
    counts: dict[str, int] = {}
    for each in offers:
        counts[each.parent] = counts.get(each.parent, 0) + 1
    best = max(counts, key=lambda parent: counts[parent])
    holder = next((each for each in outline.find(best) if each.kind in _HOLDERS), None) if best else None
    text = (pack.index.text(path) or b"").decode("utf-8", "replace")
    shown = [each for each in offers if not holder or each.parent == holder.qualified] or offers
    return OwnModule(
        path,
        holder or offers[0],
        tuple({each.name: each for each in reversed(shown)}.values())[::-1],
        _hook(path, text, purpose),
        any(each.is_async for each in shown),
        re.search(r"=\s*(?:\{\}|dict\(\)|new Map\b|make\(map)", text) is not None,
        len(importers(pack, path)),
    )


def _hook(path: str, text: str, purpose: Purpose) -> Spot | None:
    for number, line in enumerate(text.split("\n"), 1):
        if any(re.search(rf"\b{hook}\b", line[:500]) for hook in purpose.hooks):
            return Spot(path, number)
    return None


def importers(pack: EvidencePack, path: str) -> tuple[str, ...]:
    """Return the files of code, tests left out, that import a file."""
    found = {edge.source: None for edge in pack.graph.importers_of(path) if not is_test(edge.source)}
    return tuple(found)
