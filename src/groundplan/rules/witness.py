"""Text somebody answers for: unwitnessed words, a damaged ledger, another playbook, computed text edited."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.plan.finding import Finding, Place
from groundplan.plan.hint import Hint, run
from groundplan.rules.registry import rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.plan.case import Case
    from groundplan.plan.ignored import Ignored

IGNORED = "GP218"


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
                    hint=Hint(run("check", {"fix": True}), " rewrites it"),
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
                hint=Hint(run("check", {"fix": True}), " rewrites it"),
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
                hint=Hint("A person accepts it with ", run("adopt"), ", or goes back with ", run("undo")),
            )
    for key, accounted in case.promises.witnessed.items():
        if key not in parts and "" not in accounted:
            yield Finding(
                "GP206",
                f"Section `{key}` was removed outside groundplan",
                place=Place(case.path_of(key)),
                section=key,
                subject=key,
                hint=Hint("A person confirms it with ", run("adopt"), ", or goes back with ", run("undo")),
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
            hint=damage.hint
            or "Restore it from git: `git log -- .groundplan/ledger`; if it was never committed, whoever has "
            "it runs `git add -f .groundplan/ledger`",
        )


@rule("GP218", "git-ignored", always=True)
def git_ignored(case: Case) -> Iterator[Finding]:
    """Git takes the plan's documents and its ledger along."""
    yield from map(ignored_finding, case.ignored)


def ignored_finding(each: Ignored) -> Finding:
    """Return the finding for one ignored file; it stands where the pattern does."""
    return Finding(IGNORED, str(each), place=Place(each.source, each.line), subject=each.path, hint=each.hint)


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
            hint=Hint("A person accepts the new one with ", run("adopt"), "; approvals become stale"),
        )
