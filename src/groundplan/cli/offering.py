"""The one question whether a model that is installed may draft plans; asked once, at a terminal only."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.app.models.choice import find_offer, use_model
from groundplan.cli.conversation import can_talk
from groundplan.cli.terminal import open_terminal
from groundplan.models.configured import NONE
from groundplan.plan.errors import GroundplanError

if TYPE_CHECKING:
    from groundplan.cli.session import Session

_YES = {"y", "yes"}


def offer_model(session: Session) -> None:
    """Offer the agents that are installed, where the user never chose; any answer is remembered, a no too."""
    found = find_offer(session.workspace.root) if can_talk(session) else ()
    if not found:
        return
    names = [each.name for each in found]
    reads = ", and reads the code itself" if any(each.reads_code for each in found) else ""
    with open_terminal(session) as terminal:
        screen = terminal.screen
        are = f"{' and '.join(names)} {'are' if len(names) > 1 else 'is'} installed."
        who, choices = ("it", "y") if len(names) == 1 else ("one of them", "/".join(names))
        screen.prose(f"{are} Let {who} draft plans, in this and other repositories?")
        sent = f"It is sent the goal and what groundplan found (`--show-brief` prints that){reads}."
        screen.prose(sent, tone="dim")
        said = terminal.ask(f"[{choices}/N] ").lower()
        if terminal.is_ended:  # no answer at all is asked for again
            return
        chosen = names[0] if said in _YES else said if said in names else NONE
        try:
            done = use_model(chosen, caller=session.caller)
        except GroundplanError as error:  # a plan needs no model: it goes on without
            screen.labelled("note:", "warn", error.message)
            return
        drafts = f"{chosen} drafts your plans" if chosen != NONE else "No model is asked"
        screen.prose(f"{drafts}. Saved in {session.shorten(done.file)}; `models use` changes it.", tone="dim")
        screen.blank()
