"""Modules of a repository's own that serve a purpose: named for it, and defining what such modules define."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.code.outline import NAMES, Kind
from groundplan.code.test_paths import is_test
from groundplan.plan.dataclass import dataclass
from groundplan.plan.late_regex import late_regex
from groundplan.planner.challenges.wanted import roots
from groundplan.planner.phrases import cite
from groundplan.survey.sources import is_own_code
from groundplan.survey.spot import Spot

if TYPE_CHECKING:
    from groundplan.code.outline import Definition, Outline
    from groundplan.planner.challenges.purposes import Purpose
    from groundplan.planner.pack import EvidencePack

FEWEST_VERBS = 2
# Beside a key these say nothing of what a function is for: `retry_on_exception`, `with_backoff`.
_BESIDE = roots(
    "with on exception error failure exponential async call function request decorator wrapper do"
)
_ALONE = frozenset({Kind.CLASS, Kind.FUNCTION})
_HUMP = late_regex(r"(?<=[a-z0-9])(?=[A-Z])")
_HOLDERS = frozenset({Kind.CLASS, Kind.INTERFACE, Kind.TYPE})


@dataclass(frozen=True, slots=True)
class OwnModule:
    """A module that serves a purpose: the definition that does, what it offers, where it can be hooked."""

    path: str
    main: Definition
    offers: tuple[Definition, ...]
    hook: Spot | None
    is_async: bool
    is_plain_dict: bool  # it keeps its values in a dictionary of the process
    users: int  # files of own code that import it

    @property
    def citation(self) -> str:
        """Return it as a plan cites it: what serves, or the module where several functions do."""
        serves_together = self.main in self.offers and len(self.offers) > 1
        return self.path if serves_together else f"{self.path}::{self.main.qualified}"

    @property
    def shown_offers(self) -> str:
        """Return what it offers as the end of a clause; nothing where it is one function."""
        names = [each.name for each in self.offers if each != self.main or len(self.offers) > 1]
        return f" with {'async ' if self.is_async else ''}{cite(names, 3)}" if names else ""


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
