"""Text somebody answers for: unwitnessed words, a damaged ledger, another playbook, computed text edited."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.plan.finding import Finding, Place
from groundplan.rules.registry import rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.plan.case import Case


@rule("GP205", "header-differs", always=True, fixable=True, after_standing=True)
def header_differs(case: Case) -> Iterator[Finding]:
    """What groundplan computes into the document is what it computed."""
    for document in case.plan.documents:
        for label, (value, place) in document.header_fields.items():
            wanted = case.header.get(f"{document.name}#{label}")
            if wanted is not None and value.strip() != wanted:
                yield Finding(
                    "GP205",
                    f"`{label}` says `{value.strip()}`, computed `{wanted}`",
                    place=place,
                    section=document.header.key,
                    subject=f"{document.name}#{label}",
                    hint="`groundplan check --fix` rewrites it",
                )
    for section in case.plan.sections:
        wanted = case.computed.get(section.key)
        if wanted is not None and section.body.split() != wanted.split():
            yield Finding(
                "GP205",
                f"Section `{section.key}` is computed, and somebody edited it",
                place=section.place,
                section=section.key,
                subject=section.key,
                hint="`groundplan check --fix` rewrites it",
            )


@rule("GP206", "unwitnessed", always=True)
def unwitnessed(case: Case) -> Iterator[Finding]:
    """Every word of the plan is accounted for by a ledger entry."""
    parts = {part.key: part for part in case.plan.parts}
    for key, part in parts.items():
        if part.fingerprint not in case.promises.witnessed.get(key, ()):
            yield Finding(
                "GP206",
                f"Section `{key}` was edited outside groundplan"
                if not key.endswith("#header")
                else "The text before the first section was edited outside groundplan",
                place=part.place,
                section=key,
                subject=key,
                hint="A person keeps it with `groundplan adopt`, or goes back with `groundplan undo`",
            )
    for key, accounted in case.promises.witnessed.items():
        if key not in parts and "" not in accounted:
            yield Finding(
                "GP206",
                f"Section `{key}` was removed outside groundplan",
                place=Place(case.path_of(key)),
                section=key,
                subject=key,
                hint="A person confirms it with `groundplan adopt`, or goes back with `groundplan undo`",
            )


@rule("GP210", "damaged-ledger", always=True)
def damaged_ledger(case: Case) -> Iterator[Finding]:
    """The ledger is whole: no entry is torn, altered, removed or from another plan."""
    for damage in case.promises.damage:
        yield Finding(
            "GP210",
            damage.message,
            place=Place(damage.place),
            subject=f"{damage.entry}{damage.message}",
            hint=damage.hint or "Restore it from git: `git log -- .groundplan/ledger`",
        )


@rule("GP212", "playbook-changed", always=True)
def playbook_changed(case: Case) -> Iterator[Finding]:
    """The plan is judged by the playbook it pinned."""
    pinned = case.promises.pinned
    if pinned is not None and pinned.playbook_digest != case.playbook.digest:
        yield Finding(
            "GP212",
            f"Playbook `{case.playbook.name}` is not the one this plan pinned "
            f"(version {pinned.version} then, {case.playbook.version} now)",
            subject=case.playbook.name,
            hint="A person accepts the new one with `groundplan adopt`; approvals become stale",
        )
