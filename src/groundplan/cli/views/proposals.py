"""How proposals look: words that stand outside the plan, each with what it waits for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.cli.views.markdown import show_markdown

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from groundplan.cli.look import Screen
    from groundplan.store.proposals import Proposal


def show_proposals(
    screen: Screen, proposals: Sequence[Proposal], outdated: Mapping[str, str] | None = None
) -> None:
    """Put out every proposal whole: what it would be called, whose it is, what it waits for, its words."""
    if not proposals:
        screen.line("No proposals: everything that was handed in is in the plan.")
    for number, proposal in enumerate(proposals):
        if number:
            screen.blank()
        screen.line((proposal.title, "bold"), (f"  {_tell(proposal)}", "dim"))
        rewritten = (outdated or {}).get(proposal.key, "")
        if rewritten:
            screen.line((f"`{rewritten}` was rewritten since, so it will be dropped", "warn"), indent=2)
        show_markdown(screen, proposal.text.rstrip("\n") + "\n")


def _tell(proposal: Proposal) -> str:
    if proposal.kind == "brief":
        return "ready to be sent"
    through = f" ({proposal.channel})" if proposal.channel else ""
    whose = f"proposed by {proposal.by}{through}, " if proposal.by else ""
    return whose + (f"waits for {', '.join(proposal.waits_for)}" if proposal.waits_for else "ready")
