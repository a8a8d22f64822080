"""Sync and async meet badly: work that blocks a coroutine, a function made async under sync callers."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.code.outline import Kind
from groundplan.evidence.kinds import Region
from groundplan.plan.late_regex import late_regex
from groundplan.planner.challenge import Challenge
from groundplan.planner.challenges.introduced import find_introduced, prose_of
from groundplan.planner.phrases import cite, code, counted, listing
from groundplan.planner.question import Choice, Question

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.evidence.kinds import CallSite
    from groundplan.planner.pack import EvidencePack

NAME = "colour"
SYNC_CALL = "sync-call"  # of Node.js; all others are of Python
_BLOCKING = {
    "requests": (
        r"`requests\b|\brequests\.(?:get|post|put|patch|delete|head|request|Session)\b",
        "an async HTTP client",
    ),
    "time.sleep": (r"\btime\.sleep\b", "`asyncio.sleep`"),
    "subprocess": (r"\bsubprocess(?:\.\w{1,20})?\b", "`asyncio.create_subprocess_exec`"),
    "urllib": (r"\burllib\.request\b|\burlopen\b", "an async HTTP client"),
    "open": (r"`open\(|\bopen\(\)|\bPath\.(?:read|write)_(?:text|bytes)\b", "a thread (`asyncio.to_thread`)"),
    "sqlite3": (r"`sqlite3\b|\bsqlite3\.\w", "an async driver, or a thread"),
    "psycopg2": (r"\bpsycopg2\b", "an async driver"),
    "smtplib": (r"\bsmtplib\b", "an async client, or a thread"),
    "boto3": (r"\bboto3\b", "an async client, or a thread"),
    SYNC_CALL: (
        r"\b(?:read|write|exec|spawn|append|mkdir|stat|exists|unlink)\w{0,12}Sync\b",
        "the call without `Sync`",
    ),
}  # fmt: skip
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


def detect(pack: EvidencePack) -> Iterator[Challenge]:
    """Return where the goal brings blocking work into async code, or makes async what sync code calls."""
    yield from _blocking(pack)
    yield from _made_async(pack)


def _blocking(pack: EvidencePack) -> Iterator[Challenge]:
    for work, (pattern, instead) in _BLOCKING.items():
        if not find_introduced(pack.goal.text, re.compile(pattern)):
            continue
        region = next((each for each in pack.regions[:_MOST_REGIONS] if each.definition.is_async), None)
        if region is not None and _is_for_language(work, region.path):
            yield _blocks(pack, work, instead, region)


def _is_for_language(work: str, path: str) -> bool:
    return path.endswith((".py", ".pyi")) is (work != SYNC_CALL)


def _blocks(pack: EvidencePack, work: str, instead: str, region: Region) -> Challenge:
    outline = pack.index.outline(region.path)
    functions = [
        each for each in (outline.definitions if outline else ()) if each.kind in {Kind.FUNCTION, Kind.METHOD}
    ]
    coroutines = sum(each.is_async for each in functions)
    said = "a `…Sync` call" if work == SYNC_CALL else code(work)
    place = f"{code(region.lines)} is async, as {coroutines} of {len(functions)} functions of its file are"
    claim = f"{said[0].upper()}{said[1:]} blocks, and {code(region.citation)} is a coroutine: {place}."
    return Challenge(
        detector=NAME,
        subject=region.citation,
        claim=claim,
        evidence=(region.lines,),
        numbers={"async": coroutines, "functions": len(functions)},
        advice=f"Use {instead}: while {said} waits, nothing else in the loop runs.",
        mitigation=f"use {instead} instead of {said}",
        risk="performance",
        question=Question(
            f"colour:{region.citation}",
            f"May {said} stop the event loop in {code(region.citation)}, or should it be {instead}?",
            claim,
            (Choice("async", f"Use {instead}"), Choice("blocking", f"{said} is fine here")),
            recommended="async",
            weight=0.7,
            assumption=f"{instead} is used",
        ),
        weight=0.8,
    )


def _made_async(pack: EvidencePack) -> Iterator[Challenge]:
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
            yield _exists(reach.region, twin)
            return
        sync = tuple(each for each in reach.callers if _is_sync(pack, each))
        if sync:
            yield _colours(reach.region, sync, len(reach.callers))


def _twin(pack: EvidencePack, region: Region) -> Region | None:
    """Return the async function beside a sync one that bears its name: `acount`, `count_async`."""
    outline = pack.index.outline(region.path)
    name, parent = region.definition.name, region.definition.parent
    names = {f"a{name}", f"async_{name}", f"{name}_async", f"a_{name}", f"{name}Async"}
    for each in outline.definitions if outline else ():
        if each.name in names and each.parent == parent and each.is_async:
            return Region(region.path, each)
    return None


def _exists(region: Region, twin: Region) -> Challenge:
    claim = f"{code(region.citation)} has an async twin already: {code(twin.citation)} ({code(twin.lines)})."
    return Challenge(
        detector=NAME,
        subject=region.citation,
        claim=claim,
        evidence=(twin.lines, region.lines),
        numbers={"twins": 1},
        advice=f"Call {code(twin.definition.name)} where the result is awaited.",
        question=Question(
            f"colour:{region.citation}",
            f"What is missing in {code(twin.citation)}?",
            claim,
            weight=0.9,
            assumption=f"{code(twin.citation)} is what callers await",
        ),
        weight=1.0,
    )


def _is_sync(pack: EvidencePack, caller: CallSite) -> bool:
    outline = pack.index.outline(caller.path)
    found = outline.find(caller.inside) if outline and caller.inside else ()
    return not any(each.is_async for each in found)


def _colours(region: Region, sync: tuple[CallSite, ...], total: int) -> Challenge:
    listed = cite([each.citation for each in sync], 3)
    claim = (
        f"{code(region.citation)} is called from {counted(len(sync), 'place')} in sync code ({listed})"
        f"{f', of {total} callers' if total > len(sync) else ''}: once it is async they get a coroutine "
        "instead of its result."
    )
    files = len({each.path for each in sync})
    return Challenge(
        detector=NAME,
        subject=region.citation,
        claim=claim,
        evidence=(region.lines, *(each.citation for each in sync[:5])),
        numbers={"sync": len(sync), "callers": total, "files": files},
        advice=f"Keep {code(region.definition.name)} and add an async twin, or change all {len(sync)} too.",
        mitigation=f"change {listing([code(each.citation) for each in sync], 3)} in the same commit",
        risk="regression",
        question=Question(
            f"colour:{region.citation}",
            f"What becomes of the {counted(len(sync), 'sync caller')} of {code(region.citation)}?",
            claim,
            (
                Choice("twin", f"{region.definition.name} stays, an async twin is added beside it"),
                Choice("callers", "The callers become async as well"),
                Choice("bridge", "The callers run it to its end, as with asyncio.run"),
            ),
            recommended="twin",
            weight=0.8,
            assumption=f"{region.definition.name} stays as it is and gets an async twin",
        ),
        weight=0.9,
    )
