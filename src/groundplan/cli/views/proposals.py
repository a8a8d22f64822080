"""How proposals look: words that stand outside the plan, each with what it waits for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.cli.views.markdown import show_markdown

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundplan.cli.look import Screen
    from groundplan.store.proposals import Proposal


def show_proposals(screen: Screen, proposals: Sequence[Proposal]) -> None:
    """Put out every proposal whole: what it would be called, what it waits for, its words."""
    if not proposals:
        screen.line("No proposals: everything the planner has is in the plan.")
    for number, proposal in enumerate(proposals):
        if number:
            screen.blank()
        waits = f"  waits for {', '.join(proposal.waits_for)}" if proposal.waits_for else "  ready"
        told = "  ready to be sent" if proposal.kind == "brief" else waits
        screen.line((proposal.title, "bold"), (told, "dim"))
        show_markdown(screen, proposal.text.rstrip("\n") + "\n")
