"""Approvals that bind: locked sections, stale and weak approvals, relayed words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.plan.finding import Finding
from groundplan.plan.hint import WORDS, Hint, run
from groundplan.plan.identity import archive_weakness, find_put_away, find_restorings
from groundplan.plan.promise import MENDED, needs_person
from groundplan.rules.registry import rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.plan.case import Case
    from groundplan.plan.entry import Entry
    from groundplan.plan.objection import Response
    from groundplan.plan.promise import Approval, Revision, Withdrawal

_MOST_QUOTED = 6
_LONGEST_QUOTE = 60
_LOCKED_CAUSES = frozenset({"write", "undo", MENDED})


@rule("GP207", "locked", always=True)
def locked(case: Case) -> Iterator[Finding]:
    """What a person approved is not rewritten until a person asks for changes."""
    for revision in case.promises.revisions:
        if revision.cause not in _LOCKED_CAUSES:
            continue
        for approval in _newest_before(case, revision):
            touched = _locked_keys(case, approval, revision)
            if touched:
                yield Finding(
                    "GP207",
                    f"Section `{touched[0]}` is rewritten after checkpoint `{approval.checkpoint}` "
                    "was approved",
                    section=touched[0],
                    subject=revision.entry.id,
                    hint=Hint(
                        "A person re-opens it: ",
                        run("request-changes", approval.checkpoint, {"because": WORDS}),
                    ),
                )
                break


def _newest_before(case: Case, revision: Revision) -> list[Approval]:
    """Return the approvals in sight of a revision, without those that a later one of the same words repeats.

    Whatever re-opens the later one re-opens the earlier one too, so a long ledger costs no more for it.
    """
    is_before = case.promises.history.is_before
    newest: dict[tuple[object, ...], list[Approval]] = {}
    for state in reversed(case.promises.approvals):
        approval = state.approval
        if state.weakness or not is_before(approval.entry, revision.entry):
            continue
        taken = newest.setdefault((approval.checkpoint, *sorted(approval.sections)), [])
        if not any(is_before(approval.entry, later.entry) for later in taken):
            taken.append(approval)
    return [approval for group in newest.values() for approval in group]


def _locked_keys(case: Case, approval: Approval, revision: Revision) -> list[str]:
    """Return the sections of the revision that were approved in its sight and not re-opened since."""
    is_before = case.promises.history.is_before
    reopened: set[str] = set()
    for withdrawal in case.promises.withdrawals:
        if (
            withdrawal.entry.is_a_persons
            and not is_before(withdrawal.entry, approval.entry)
            and is_before(withdrawal.entry, revision.entry)
        ):
            reopened |= _reopened(case, withdrawal, approval)
    return [key for key in revision.sections if key in approval.sections and key not in reopened]


def _reopened(case: Case, withdrawal: Withdrawal, approval: Approval) -> set[str]:
    """Return what a person's request opens: changes asked for at a later checkpoint leave this one closed."""
    if withdrawal.checkpoint == approval.checkpoint:
        return set(approval.sections)
    ids = [spec.id for spec in case.playbook.checkpoints]
    spec = case.playbook.checkpoint(withdrawal.checkpoint)
    approved = case.playbook.checkpoint(approval.checkpoint)
    if spec is None or approved is None or ids.index(spec.id) > ids.index(approved.id):
        return set()
    return set(case.plan.covered(spec.covers))


@rule("GP208", "stale-approval", always=True)
def stale_approval(case: Case) -> Iterator[Finding]:
    """An approval holds only for the words and rules it was given for."""
    for checkpoint in case.playbook.checkpoints:
        states = case.promises.approvals_of(checkpoint.id)
        stale = [state for state in states if state.is_stale]
        if stale and not any(state.holds for state in states):
            changed = ", ".join(f"`{key}`" for key in stale[-1].changed[:4])
            yield Finding(
                "GP208",
                f"The approval of checkpoint `{checkpoint.id}` is stale: {changed} changed since",
                subject=checkpoint.id,
                hint=Hint(run("diff", {"since": checkpoint.id}), ", then ", run("approve", checkpoint.id)),
            )


@rule("GP211", "relayed", always=True, progress=True)
def relayed(case: Case) -> Iterator[Finding]:
    """Words an agent relays as the user's are confirmed by a person before a checkpoint passes."""
    waiting = case.promises.relayed
    if not waiting:
        return
    own = sum(entry.kind == "decision" and entry.by.speaker != "user" for entry in waiting)
    kinds = (("relayed message", len(waiting) - own), ("decision of an agent", own))
    told = " and ".join(_count(noun, number) for noun, number in kinds if number)
    counted = f"{told} {'waits' if len(waiting) == 1 else 'wait'}"
    named = ", ".join(f"“{_words(entry, case)}”" for entry in waiting[:_MOST_QUOTED])
    rest = f" and {len(waiting) - _MOST_QUOTED} more" if len(waiting) > _MOST_QUOTED else ""
    yield Finding(
        "GP211",
        f"{counted} for a person to confirm: {named}{rest}",
        subject="relayed",
        hint=_how_confirmed(case),
    )


def _how_confirmed(case: Case) -> Hint:
    """Return what confirms relayed words: an approval as well, as long as one is still to come."""
    adopts = ("A person confirms them with ", run("adopt"))
    asked = [each.id for each in case.playbook.checkpoints if each.person]
    if all(any(state.holds for state in case.promises.approvals_of(each)) for each in asked):
        return Hint(*adopts)
    return Hint(*adopts, " or on ", run("approve"))


def _count(noun: str, number: int) -> str:
    first, _, rest = noun.partition(" of ")
    return f"{number} {first}{'' if number == 1 else 's'}{f' of {rest}' if rest else ''}"


def _words(entry: Entry, case: Case) -> str:
    """Return relayed words on one short line, or where they came from if their text is elsewhere."""
    said = case.talk.get(entry.id) or str(entry.body.get("text") or entry.body.get("title") or "")
    folded = " ".join(said.split()) or f"a {entry.kind} through `{entry.by.channel}`"
    return folded if len(folded) <= _LONGEST_QUOTE else f"{folded[: _LONGEST_QUOTE - 1].rpartition(' ')[0]} …"


def _channel(entry: Entry) -> str:
    return f"channel `{entry.by.channel}`" + (f" (`{entry.by.via[0]}`)" if entry.by.via else "")


@rule("GP214", "weak-approval", always=True)
def weak_approval(case: Case) -> Iterator[Finding]:
    """An approval or archiving comes through a channel, or with a signature, that the policy accepts."""
    for state in case.promises.approvals:
        if state.weakness and not state.is_settled:
            yield Finding(
                "GP214",
                f"Approval `{state.approval.entry.id}` of `{state.approval.checkpoint}` does not count: "
                f"{state.weakness}",
                subject=state.approval.entry.id,
                hint=Hint(
                    "A person withdraws it, then approves: ",
                    run("revoke", state.approval.checkpoint, {"because": WORDS}),
                ),
            )
    yield from _unattended(case)


def _unattended(case: Case) -> Iterator[Finding]:
    """Yield other acts of a person that no person did, until one approves the plan with them in sight."""
    promises = case.promises
    approved = [state.approval.entry for state in promises.approvals if not state.weakness]
    for entry, told in _other_acts(case):
        if not any(promises.history.is_before(entry, later) for later in approved):
            hint = Hint("A person looks at it: ", run("log"), ", then approves or archives the plan")
            yield Finding("GP214", told, subject=entry.id, hint=hint)


def _other_acts(case: Case) -> Iterator[tuple[Entry, str]]:
    policy = case.config.policy
    for entry in find_restorings(case.promises.history):
        if entry.is_a_persons and not policy.is_a_persons(entry):
            yield entry, f"Restoring `{entry.id}` does not count: it has no signature by an allowed signer"
    for archived in find_put_away(case.promises.history, case.promises.archivings, policy):
        weakness = archive_weakness(archived.entry, case.promises.history, policy)
        if weakness:
            yield archived.entry, f"Archiving `{archived.entry.id}` does not count: {weakness}"
    promises = case.promises
    acts: tuple[Withdrawal | Revision | Response, ...] = (
        *promises.withdrawals,
        *promises.revisions,
        *promises.responses,
    )
    for act in acts:
        if needs_person(act) and not act.entry.is_a_persons:
            told = f"Entry `{act.entry.id}` is a person's act, and came through {_channel(act.entry)}"
            yield act.entry, told
