"""A playbook on one screen: documents, sections, checkpoints, stages, rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from groundplan.cli.look import Part, Screen
    from groundplan.plan.playbook import Playbook


def show_playbook(screen: Screen, playbook: Playbook) -> None:
    """Put out everything a plan of this kind holds and where it stops."""
    screen.line((playbook.title, "bold"), "   ", (f"{playbook.name} {playbook.version}", "dim"), indent=2)
    screen.prose(playbook.summary, indent=2)
    for trigger in playbook.triggers:
        screen.prose(f"· {trigger}", indent=2, tone="dim")
    _heading(screen, "Documents")
    screen.table([[spec.name, (spec.path, "dim")] for spec in playbook.documents], indent=4)
    _heading(screen, "Sections")
    rows: list[list[Part]] = []
    for spec in playbook.sections:
        kind = "computed" if spec.computed else "" if spec.required else "optional"
        rows.append([spec.key, spec.title, (kind, "dim")])
    screen.table(rows, indent=4, flexible=1)
    _heading(screen, "Checkpoints")
    who = {True: ("a person approves", "accent"), False: ("no approval needed", "dim")}
    screen.table([[c.id, c.name, who[c.person]] for c in playbook.checkpoints], indent=4, flexible=1)
    _heading(screen, "Stages")
    screen.prose(" → ".join(stage.name for stage in playbook.stages), indent=4)
    _heading(screen, "Rules")
    screen.prose(", ".join(sorted(playbook.rules)) or "those that hold for every plan", indent=4)


def _heading(screen: Screen, text: str) -> None:
    screen.blank()
    screen.line((text, "bold"), indent=2)
