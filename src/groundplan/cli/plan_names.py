"""Which plan a call means, where its name may stand before the command's own words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.app.plans.known import find_plan, list_plans
from groundplan.plan.errors import Ambiguous, Misused, NotFound

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundplan.cli.session import Session


def take_plan(session: Session, words: Sequence[str], *, most: int, archived: bool = False) -> list[str]:
    """Take a leading plan name off the words, remember it, and return the rest, at most `most` of them."""
    rest = list(words)
    if rest and not session.plan and (len(rest) > most or is_plan(session, rest[0], archived=archived)):
        # With more words than the command has, the first one must be a plan: then its absence is the error.
        session.plan = find_plan(session.workspace, rest.pop(0), archived=archived).id
    elif rest and not session.plan:
        _demand_one(session, rest[0])
    if len(rest) > most:
        raise Misused(f"Unexpected argument `{rest[most]}`", hint="Quote words that belong together")
    return rest


def _demand_one(session: Session, word: str) -> None:
    """Refuse a word that names no plan where there are several to choose from."""
    plans = [plan for plan in list_plans(session.workspace) if not plan.archived]
    if len(plans) > 1:
        names = ", ".join(f"`{plan.slug}`" for plan in plans[:6])
        raise Ambiguous(
            f"There are {len(plans)} plans, and none is called `{word}`: {names}",
            hint="Name one: `--plan <name>`",
            names=[plan.handle for plan in plans],
        )


def is_plan(session: Session, name: str, *, archived: bool = False) -> bool:
    """Tell whether a plan goes by that name."""
    try:
        find_plan(session.workspace, name, archived=archived)
    except (NotFound, Misused):
        return False
    return True
