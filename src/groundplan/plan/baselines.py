"""What each citation named when somebody last looked: the digests that later changes are measured against."""

from __future__ import annotations

import contextlib
from dataclasses import field, replace
from typing import TYPE_CHECKING

from groundplan.plan.anchors import Reanchoring
from groundplan.plan.dataclass import dataclass
from groundplan.plan.promise import Approval, Revision
from groundplan.plan.promise_reading import read_promise

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from groundplan.plan.config import Policy
    from groundplan.plan.history import History
    from groundplan.plan.promise import Promise

_KINDS = ("revised", "approval", "reanchored")


@dataclass(frozen=True, slots=True)
class Baselines:
    """Digests by section and citation, the commit they were seen at, and what bears on re-anchoring."""

    digests: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    commits: Mapping[str, str] = field(default_factory=dict)  # section -> commit
    approvals: tuple[Approval, ...] = ()
    reanchorings: tuple[Reanchoring, ...] = ()

    def digest(self, section: str, text: str) -> str:
        """Return the digest of what a citation named, or nothing where nobody kept it."""
        return self.digests.get(section, {}).get(text, "")


@dataclass(frozen=True, slots=True)
class _Look:
    """What the citations of some words named, and at which commit; an approval's look stays."""

    digests: Mapping[str, str]
    commit: str
    is_approved: bool = False


def read_baselines(history: History, prints: Mapping[str, str], policy: Policy) -> Baselines:
    """Follow the ledger: writing or approving a section looks at its citations, re-anchoring moves them.

    Each look is at certain words, and those count that the words as they are now (`prints`) had: an entry
    about other words, made up or not, says nothing about these.
    """
    looks: dict[str, dict[str, _Look]] = {}
    approvals: list[Approval] = []
    reanchorings: list[Reanchoring] = []
    for promise in _read(history):
        if isinstance(promise, Approval) and policy.is_a_persons(promise.entry):
            approvals.append(promise)
            for key in promise.sections.keys() & promise.citations.keys():
                look = _Look(dict(promise.citations[key]), promise.commit, is_approved=True)
                looks.setdefault(key, {})[promise.sections[key]] = look
        elif isinstance(promise, Revision):
            for key, (_, after) in promise.sections.items():
                known = looks.setdefault(key, {}).pop(after, None)
                fresh = _Look(dict(promise.citations.get(key, {})), promise.commit)
                looks[key][after] = known if known and known.is_approved else fresh
        elif isinstance(promise, Reanchoring):
            reanchorings.append(promise)
            for key, (before, after) in promise.sections.items():
                if (known := looks.get(key, {}).get(before)) is not None:
                    spans = promise.spans.get(key, ())
                    moved = {each.new: known.digests[each.old] for each in spans if each.old in known.digests}
                    looks[key].setdefault(after, replace(known, digests={**known.digests, **moved}))
    # Where somebody edited the words, the newest look is the nearest.
    found = {key: seen.get(prints.get(key, "")) or list(seen.values())[-1] for key, seen in looks.items()}
    return Baselines(
        {key: look.digests for key, look in found.items()},
        {key: look.commit for key, look in found.items()},
        tuple(approvals),
        tuple(reanchorings),
    )


def _read(history: History) -> Iterator[Promise]:
    for entry in history.told():
        if entry.kind in _KINDS:
            with contextlib.suppress(TypeError):  # damage, which has a rule of its own
                yield read_promise(entry)
