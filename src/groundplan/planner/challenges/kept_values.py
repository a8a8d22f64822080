"""Says that what a goal would read from a file is kept as a value in the code, and who keeps it in step."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.evidence.contrary.kinds import KeptValue
from groundplan.planner.challenge import Challenge
from groundplan.planner.phrases import code, counted
from groundplan.planner.question import Choice, Question

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.evidence.contrary.kinds import FileReader
    from groundplan.evidence.facts import Facts

NAME = "reuse"


def kept_values(facts: Facts) -> Iterator[Challenge]:
    """Return a challenge for what the goal would read from a file and the code keeps already."""
    yield from (_kept(each) if isinstance(each, KeptValue) else _read(each) for each in facts.contrary.kept)


def _kept(found: KeptValue) -> Challenge:
    name, path, file, at = found.name, found.path, found.file, f"{found.path}:{found.line}"
    writers, users = found.writers, found.users
    if writers:
        first = writers[0]
        keeps = (
            f"{code(first.path)} reads {code(file)} (`{first.path}:{first.reads_at}`) and writes it "
            f"there (`{first.path}:{first.writes_at}`)"
        )
    elif users:
        keeps = f"{counted(users, 'other file')} of the code {'name' if users != 1 else 'names'} it"
    else:
        keeps = "it is the package's own"
    evidence = (at, *(f"{each.path}:{line}" for each in writers for line in (each.reads_at, each.writes_at)))
    return Challenge(
        NAME,
        f"{path}::{name}",
        f"We already have {code(name)} in `{at}`, and {keeps}. Instead of reading {code(file)} "
        f"again we could import {code(name)} from there: one source, no parsing.",
        evidence,
        {"writers": len(writers), "users": users},
        advice=f"Import {code(name)} from {code(path)}.",
        question=Question(
            f"reuse:{path}::{name}",
            f"Do we take {code(name)} from {code(path)} instead of reading {code(file)}?",
            f"{code(name)} is defined in `{at}`, and {keeps}.",
            (
                Choice("reuse", f"Import {code(name)} from {code(path)}"),
                Choice("new", f"Read {code(file)} again"),
            ),
            "reuse",
            weight=3.0,
            assumption=f"{code(name)} is imported from {code(path)}, not read again",
        ),
        weight=3.0,
    )


def _read(found: FileReader) -> Challenge:
    at = f"{found.path}:{found.line}"
    cited = f"{found.path}::{found.qualified}"
    # As the code names it: which file of that name it finds is told when it runs.
    named = f"“{found.file.rpartition('/')[2]}”"
    return Challenge(
        NAME,
        cited,
        f"{code(cited)} already reads {named} (`{at}`), and no other function does. You could reuse it.",
        (cited, at),
        {"readers": 1},
        advice=f"Go through {code(cited)} so that the file is read in one place.",
        question=Question(
            f"reuse:{cited}",
            f"Does {named} keep being read in one place, {code(cited)}?",
            f"{code(cited)} is the only function of the code that reads it (`{at}`).",
            (
                Choice("reuse", f"Go through {code(cited)}"),
                Choice("new", f"Read {named} separately"),
            ),
            "reuse",
            weight=2.5,
            assumption=f"{named} is read through {code(cited)}",
        ),
        weight=2.5,
    )
