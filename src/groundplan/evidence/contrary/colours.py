"""Finds where sync and async meet badly: work that blocks a coroutine, async functions with sync callers."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.code.outline import Kind
from groundplan.evidence.contrary.introduced import find_introduced, prose_of
from groundplan.evidence.contrary.kinds import SYNC_CALL, Blocking, MadeAsync
from groundplan.evidence.kinds import Region
from groundplan.plan.late_regex import late_regex

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.evidence.kinds import CallSite
    from groundplan.evidence.pack import EvidencePack

_BLOCKING = {
    "requests": r"`requests\b|\brequests\.(?:get|post|put|patch|delete|head|request|Session)\b",
    "time.sleep": r"\btime\.sleep\b",
    "subprocess": r"\bsubprocess(?:\.\w{1,20})?\b",
    "urllib": r"\burllib\.request\b|\burlopen\b",
    "open": r"`open\(|\bopen\(\)|\bPath\.(?:read|write)_(?:text|bytes)\b",
    "sqlite3": r"`sqlite3\b|\bsqlite3\.\w",
    "psycopg2": r"\bpsycopg2\b",
    "smtplib": r"\bsmtplib\b",
    "boto3": r"\bboto3\b",
    SYNC_CALL: r"\b(?:read|write|exec|spawn|append|mkdir|stat|exists|unlink)\w{0,12}Sync\b",
}
_MAKE_ASYNC = late_regex(
    r"\b(?:mak(?:e|ing)|turn(?:ing)?|convert(?:ing)?|chang(?:e|ing)|rewrit(?:e|ing)|port(?:ing)?) "
    r"(?:the )?(?:function |method |coroutine )?`?(?P<name>[A-Za-z_][\w.]{1,80})(?:\(\))?`? "
    r"(?:function |method )?(?:(?:in)?to |to be |into )?(?:an? )?(?:fully )?`?(?:async(?:hronous)?"
    r"|coroutine|awaitable)\b",
    re.IGNORECASE,
)
_ALSO = late_regex(
    r"\b(?:async (?:version|variant|counterpart|twin|wrapper)|both sync and async|sync and async)\b",
    re.IGNORECASE,
)
_MOST_REGIONS = 3


def find_blocking(pack: EvidencePack) -> Iterator[Blocking]:
    """Return the blocking work that the goal brings into a coroutine."""
    for work, pattern in _BLOCKING.items():
        if not find_introduced(pack.goal.text, re.compile(pattern)):
            continue
        region = next((each for each in pack.regions[:_MOST_REGIONS] if each.definition.is_async), None)
        if region is not None and _is_for_language(work, region.path):
            yield _blocks(pack, work, region)


def _is_for_language(work: str, path: str) -> bool:
    return path.endswith((".py", ".pyi")) is (work != SYNC_CALL)


def _blocks(pack: EvidencePack, work: str, region: Region) -> Blocking:
    outline = pack.index.outline(region.path)
    functions = [
        each for each in (outline.definitions if outline else ()) if each.kind in {Kind.FUNCTION, Kind.METHOD}
    ]
    return Blocking(work, region, sum(each.is_async for each in functions), len(functions))


def find_made_async(pack: EvidencePack) -> Iterator[MadeAsync]:
    """Return the functions that the goal makes async though sync code calls them, or a twin is there."""
    prose = prose_of(pack.goal.text)
    match = _MAKE_ASYNC.search(prose)
    if match is None or _ALSO.search(prose):
        return
    name = match["name"].rpartition(".")[2]
    for reach in pack.reach:
        definition = reach.region.definition
        if definition.name != name or definition.is_async:
            continue
        twin = _twin(pack, reach.region)
        if twin is not None:
            yield MadeAsync(reach.region, twin)
            return
        sync = tuple(each for each in reach.callers if _is_sync(pack, each))
        if sync:
            yield MadeAsync(reach.region, None, sync, len(reach.callers))


def _twin(pack: EvidencePack, region: Region) -> Region | None:
    """Return the async function beside a sync one that bears its name: `acount`, `count_async`."""
    outline = pack.index.outline(region.path)
    name, parent = region.definition.name, region.definition.parent
    names = {f"a{name}", f"async_{name}", f"{name}_async", f"a_{name}", f"{name}Async"}
    for each in outline.definitions if outline else ():
        if each.name in names and each.parent == parent and each.is_async:
            return Region(region.path, each)
    return None


def _is_sync(pack: EvidencePack, caller: CallSite) -> bool:
    outline = pack.index.outline(caller.path)
    found = outline.find(caller.inside) if outline and caller.inside else ()
    return not any(each.is_async for each in found)
