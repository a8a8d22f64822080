"""A plan that the policy wants attacked is attacked, as it is now, before its last approval."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.plan.finding import Finding
from groundplan.plan.hint import WORDS, Hint, run
from groundplan.rules.registry import rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.plan.case import Case

_MOST_NAMED = 6
NOT_REFUTED = "GP219"


@rule("GP219", "not-refuted", always=True, progress=True)
def not_refuted(case: Case) -> Iterator[Finding]:
    """Where the policy requires it, somebody else has attacked the plan and no objection is open."""
    final = case.playbook.final
    if case.config.policy.refutation != "required" or final is None:
        return
    # Whoever approved under this policy saw the attack; later objections are shown and take nothing back.
    if any(state.holds for state in case.promises.approvals_of(final.id)):
        return
    told = _missing(case)
    if told:
        hint = Hint("Give the brief to somebody who did not write the plan: ", run("refute"))
        yield Finding(NOT_REFUTED, told, subject="refutation", hint=hint)
    names = [state.name for state in case.promises.attacks.open]
    if names:
        rest = f" and {len(names) - _MOST_NAMED} more" if len(names) > _MOST_NAMED else ""
        counted = "1 objection is open" if len(names) == 1 else f"{len(names)} objections are open"
        yield Finding(
            NOT_REFUTED,
            f"{counted}: {', '.join(names[:_MOST_NAMED])}{rest}",
            subject="objections",
            hint=Hint(
                "Change the plan, then ",
                run("object", names[0], {"mended": True}),
                ", or ",
                run("object", names[0], {"answer": WORDS}),
            ),
        )


def _missing(case: Case) -> str:
    """Return why no refutation counts; empty: one does."""
    attacks = case.promises.attacks
    newest = attacks.newest
    if newest is not None and newest.holds:
        return ""
    if newest is not None:
        keys = ", ".join(f"`{key}`" for key in newest.changed[:_MOST_NAMED])
        return f"`{newest.refutation.reader}` attacked the plan before {keys} changed"
    if attacks.refutations:
        weakness = attacks.refutations[-1].weakness
        return f"The attack by `{attacks.refutations[-1].refutation.reader}` does not count: {weakness}"
    return "The policy requires that somebody attacks the plan before it is approved, and nobody has"
