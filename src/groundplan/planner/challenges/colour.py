"""Sync and async meet badly: work that blocks a coroutine, a function made async under sync callers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.evidence.contrary.kinds import SYNC_CALL
from groundplan.planner.challenge import Challenge
from groundplan.planner.phrases import cite, code, counted, listing
from groundplan.planner.question import Choice, Question

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.evidence.contrary.kinds import Blocking, MadeAsync
    from groundplan.evidence.facts import Facts
    from groundplan.evidence.kinds import Region

NAME = "colour"
_INSTEAD = {
    "requests": "an async HTTP client",
    "time.sleep": "`asyncio.sleep`",
    "subprocess": "`asyncio.create_subprocess_exec`",
    "urllib": "an async HTTP client",
    "open": "a thread (`asyncio.to_thread`)",
    "sqlite3": "an async driver, or a thread",
    "psycopg2": "an async driver",
    "smtplib": "an async client, or a thread",
    "boto3": "an async client, or a thread",
    SYNC_CALL: "the call without `Sync`",
}


def detect(facts: Facts) -> Iterator[Challenge]:
    """Return where the goal brings blocking work into async code, or makes async what sync code calls."""
    yield from map(_blocks, facts.contrary.blocking)
    for each in facts.contrary.made_async:
        yield _exists(each.region, each.twin) if each.twin else _colours(each)


def _blocks(found: Blocking) -> Challenge:
    region, coroutines, functions = found.region, found.coroutines, found.functions
    instead = _INSTEAD[found.work]
    said = "a `…Sync` call" if found.work == SYNC_CALL else code(found.work)
    place = f"{code(region.lines)} is async, as {coroutines} of {functions} functions of its file are"
    claim = f"{said[0].upper()}{said[1:]} blocks, and {code(region.citation)} is a coroutine: {place}."
    return Challenge(
        detector=NAME,
        subject=region.citation,
        claim=claim,
        evidence=(region.lines,),
        numbers={"async": coroutines, "functions": functions},
        advice=f"Use {instead}: while {said} waits, nothing else in the loop runs.",
        mitigation=f"use {instead} instead of {said}",
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


def _colours(found: MadeAsync) -> Challenge:
    region, sync, total = found.region, found.sync, found.callers
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
