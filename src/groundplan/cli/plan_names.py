"""Which plan a call means, where its name may stand before the command's own words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.app.plans.known import find_plan, list_plans
from groundplan.plan.errors import Ambiguous, Misused, NotFound, Unknown
from groundplan.plan.hint import Hint, run

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundplan.app.plans.known import Known
    from groundplan.cli.session import Session


def take_plan(
    session: Session, words: Sequence[str], *, most: int, archived: bool = False, sections: bool = False
) -> list[str]:
    """Take a leading plan name off the words, remember it, and return the rest, at most `most` of them.

    `sections` says that the rest names sections: a word that is neither is said to be none.
    """
    rest = list(words)
    if rest and not session.plan and (len(rest) > most or is_plan(session, rest[0], archived=archived)):
        # With more words than the command has, the first one must be a plan: then its absence is the error.
        session.plan = find_plan(session.workspace, rest.pop(0), archived=archived).id
    elif rest and not session.plan:
        _demand_one(session, rest[0], sections=sections)
    if len(rest) > most:
        raise Misused(f"Unexpected argument `{rest[most]}`", hint="Quote words that belong together")
    return rest


def _demand_one(session: Session, word: str, *, sections: bool) -> None:
    """Refuse a word that names no plan where there are several to choose from."""
    plans = [plan for plan in list_plans(session.workspace) if not plan.archived]
    if len(plans) > 1 and sections and not any(_has_section(session, plan, word) for plan in plans):
        raise Unknown(
            f"There is no plan `{word}`, and no plan has a section of that name",
            name=word,
            known=[plan.slug for plan in plans],
            hint=Hint(run("list"), " shows the plans"),
        )
    if len(plans) > 1:
        names = ", ".join(f"`{plan.slug}`" for plan in plans[:6])
        raise Ambiguous(
            f"There are {len(plans)} plans, and none is called `{word}`: {names}",
            hint="Name one: `--plan <name>`",
            names=[plan.handle for plan in plans],
        )


def _has_section(session: Session, plan: Known, word: str) -> bool:
    """Tell whether a plan's playbook has a section that a word may mean, by its key or its title."""
    book, _ = session.workspace.shelf.examine(plan.playbook)
    said = word.casefold()
    return book is None or any(
        spec.key.split("{", 1)[0] and said.startswith(spec.key.split("{", 1)[0].casefold())
        if spec.repeats
        else said in {spec.key.casefold(), spec.title.casefold(), *(each.casefold() for each in spec.aliases)}
        for spec in book.sections
    )


def is_plan(session: Session, name: str, *, archived: bool = False) -> bool:
    """Tell whether a plan goes by that name."""
    try:
        find_plan(session.workspace, name, archived=archived)
    except (NotFound, Misused):
        return False
    return True
