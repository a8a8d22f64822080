"""What each citation named when somebody last looked: the digests that later changes are measured against."""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING

from groundplan.plan.anchors import Reanchoring
from groundplan.plan.dataclass import dataclass
from groundplan.plan.promise import Approval, Revision
from groundplan.plan.promise_reading import read_promise

if TYPE_CHECKING:
    from collections.abc import Mapping

    from groundplan.plan.history import History

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


def read_baselines(history: History) -> Baselines:
    """Follow the ledger: writing or approving a section looks at its citations, re-anchoring moves them."""
    digests: dict[str, dict[str, str]] = {}
    commits: dict[str, str] = {}
    approvals: list[Approval] = []
    reanchorings: list[Reanchoring] = []
    for entry in history.told():
        if entry.kind not in _KINDS:
            continue
        try:
            promise = read_promise(entry)
        except TypeError:
            continue  # damage, which has a rule of its own
        if isinstance(promise, Approval) and promise.entry.is_a_persons:
            approvals.append(promise)
        if isinstance(promise, Revision) or (isinstance(promise, Approval) and promise.entry.is_a_persons):
            for key in promise.sections:
                if key in promise.citations or isinstance(promise, Revision):
                    digests[key] = dict(promise.citations.get(key, {}))
                    commits[key] = promise.commit
        elif isinstance(promise, Reanchoring):
            reanchorings.append(promise)
            for key, spans in promise.spans.items():
                known = digests.get(key, {})
                digests[key] = known | {span.new: known[span.old] for span in spans if span.old in known}
    return Baselines(digests, commits, tuple(approvals), tuple(reanchorings))
