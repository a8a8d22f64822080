"""The ledger as a person reads it: when, who, through which channel, what."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundplan.app.opened import OpenPlan
    from groundplan.app.viewing import LogLine
    from groundplan.cli.look import Part, Screen

CHANNELS = {"terminal": "dim", "web": "dim", "signed": "ok", "agent": "warn", "pipe": "warn"}

NAMED = {"question": "question", "reply": "answer"}  # kind of a turn -> kind of the entry that names it


_READERS = {"objection", "refutation"}  # kinds of entries that name who read the plan


def show_log(screen: Screen, opened: OpenPlan, lines: Sequence[LogLine]) -> None:
    """Put out one row per entry, then what is wrong with the ledger itself."""
    lines = _once(lines)
    rows = [_row(line) for line in lines]
    if screen.is_narrow:
        for row, line in zip(rows, lines, strict=True):
            at, who, channel, kind, _ = row
            screen.line(at, "  ", who, "  ", channel, "  ", kind)
            screen.prose(line.text, indent=4)
    else:
        screen.table(rows, indent=0, flexible=4)
    for damage in opened.history.damage:
        screen.labelled("damaged:", "bad", damage.message)


def _once(lines: Sequence[LogLine]) -> list[LogLine]:
    """Leave out the turns whose words the next entry has under a name: Q1 is asked and answered once."""
    shown = []
    for line, after in zip(lines, [*lines[1:], None], strict=True):
        named = NAMED.get(str(line.entry.body.get("kind", ""))) if line.kind == "turn" else None
        if named is None or after is None or after.kind != named:
            shown.append(line)
    return shown


def _row(line: LogLine) -> list[Part]:
    by = line.entry.by
    channel = by.channel if not line.entry.signer else f"{by.channel} by {line.entry.signer}"
    channel += ", relayed" if line.is_relayed else ""
    who = "planner" if by.speaker == "planner" else by.name or by.speaker
    if line.kind in _READERS:
        who = str(line.entry.body.get("reader", who))
    at = line.entry.at[:16].replace("T", " ")
    kind = str(line.entry.body.get("kind", line.kind)) if line.kind == "turn" else line.kind
    return [(at, "dim"), who, (channel, CHANNELS.get(by.channel, "bad")), (kind, "bold"), line.text]
