"""`doctor`: everything groundplan depends on, looked at."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.app.setup.diagnosis import Diagnosis, examine, examine_installation
from groundplan.app.wire import faults
from groundplan.cli.group import command
from groundplan.cli.views.findings import count
from groundplan.plan.errors import GroundplanError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundplan.cli.look import Part, Screen
    from groundplan.cli.session import Session

GLYPHS: dict[str, Part] = {"ok": ("✓", "ok"), "warn": ("○", "warn"), "bad": ("✗", "bad")}


@command("doctor")
def doctor_command(session: Session) -> int:
    """Diagnose the installation, the repository, every ledger and every playbook; change nothing."""
    found = _examine(session)
    rows = [
        {"state": d.state, "subject": d.subject, "seen": d.seen, **faults.hint(d.hint, "")} for d in found
    ]
    worst = "bad" if any(d.state == "bad" for d in found) else "ok"
    session.give("doctor", {"state": worst, "diagnoses": rows}, lambda screen: _show(screen, session, found))
    return 1 if worst == "bad" else 0


def _examine(session: Session) -> tuple[Diagnosis, ...]:
    """Examine the repository; without one that can be opened, that is what is wrong."""
    try:
        found = examine(session.workspace)
    except GroundplanError as error:
        return examine_installation(), Diagnosis("bad", "repository", error.message, error.hint)
    seen = session.presence
    told = f"{seen.channel}: {seen.reason}"
    here = Diagnosis(
        "ok", "terminal", told, "" if seen.channel == "terminal" else "Nobody can approve from here"
    )
    return *found, here


def _show(screen: Screen, session: Session, found: Sequence[Diagnosis]) -> None:
    rows: list[list[Part]] = []
    for diagnosis in found:
        rows.append([GLYPHS[diagnosis.state], diagnosis.subject, session.shorten(diagnosis.seen)])
        if diagnosis.hint:
            rows.append(["", "", (diagnosis.hint, "dim")])
    screen.table(rows, indent=2, flexible=2)
    bad = sum(d.state == "bad" for d in found)
    screen.blank()
    screen.line(f"{count(bad, 'problem')} found." if bad else "No problems found.", indent=2)
