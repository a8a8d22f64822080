"""Code that moved under a plan: which composed sections it touches, and whether to compose them anew."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.app.leading import DRIFT
from groundplan.app.talking import Put, ask_all
from groundplan.plan.dataclass import dataclass

if TYPE_CHECKING:
    from groundplan.app.callers import Caller
    from groundplan.app.opened import OpenPlan

# A citation whose place is gone, has moved, or reads otherwise than when it was cited.
_DRIFT = frozenset({"GP101", "GP102", "GP103"})
REWRITE, KEEP = "rewrite", "keep"


@dataclass(frozen=True, slots=True)
class Drift:
    """Sections of the analyst's own whose cited code has changed, at one commit."""

    subject: str
    keys: tuple[str, ...]
    words: tuple[str, ...]  # what was found, one sentence each
    is_asked: bool


def find_drift(opened: OpenPlan) -> Drift | None:
    """Return which composed sections no longer agree with the code, where there are any."""
    promises = opened.judgement.promises
    ours = {key for revision in promises.revisions if revision.is_composed for key in revision.sections}
    found = [f for f in opened.judgement.findings if f.code in _DRIFT and f.section in ours]
    if not found:
        return None
    keys = tuple(dict.fromkeys(finding.section for finding in found))
    subject = f"{DRIFT}{opened.workspace.code.commit[:12]}:{','.join(keys)}"
    is_asked = any(q.asked is not None and q.asked.subject == subject for q in promises.questions)
    return Drift(subject, keys, tuple(dict.fromkeys(finding.message for finding in found)), is_asked)


def ask_about_drift(opened: OpenPlan, drift: Drift, *, caller: Caller) -> OpenPlan:
    """Say what moved, and offer to compose just those sections again."""
    titles = [section.title for section in opened.plan.sections if section.key in drift.keys]
    named = ", ".join(titles[:4]) + (f" and {len(titles) - 4} more" if len(titles) > 4 else "")
    more = f" (and {len(drift.words) - 2} more)" if len(drift.words) > 2 else ""
    these = "it" if len(titles) == 1 else "them"
    put = Put(
        f"The code moved under {named}: compose {these} again from the code as it is?",
        blocking=False,
        subject=drift.subject,
        choices={REWRITE: f"Compose {named} again", KEEP: "Keep the words as they are"},
        recommended=REWRITE,
        why="; ".join(drift.words[:2]) + more + ".",
    )
    return ask_all(opened, [put], caller=caller)[-1].outcome.opened
