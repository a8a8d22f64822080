"""What a reader lists as stated by the plan, and the code contradicts: objections that need no reader's word.

Only the code judges. A claim is kept with its objection, and judged again when somebody says it is mended.
"""

from __future__ import annotations

import json
from dataclasses import field
from typing import TYPE_CHECKING

from groundplan.app.changes.previewing import copies_to_read, plan_to_read
from groundplan.app.judgement.computed import one_line
from groundplan.app.judgement.documents import Written, find_contradicted
from groundplan.app.judgement.readings import UNJUDGED
from groundplan.app.objections.checks import ObjectionDraft
from groundplan.consult.reading import read_reading, write_claim
from groundplan.plan.dataclass import dataclass
from groundplan.plan.objection import fold_words
from groundplan.plan.refutation import Fate, fold_plan
from groundplan.rules.secrets import leave_out_secrets
from groundplan.wording.inert import spell_out

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from groundplan.app.judgement.readings import Judged
    from groundplan.app.plans.opened import OpenPlan
    from groundplan.consult.reading import Reading
    from groundplan.plan.document import Plan
    from groundplan.plan.refutation import ObjectionState

_LONGEST = 600  # letters of a quote that is recorded
_MOST = 40  # that one reading brings


@dataclass(frozen=True, slots=True)
class Contradicted:
    """What the code says to a reading of a plan."""

    objections: tuple[ObjectionDraft, ...] = ()
    counts: Mapping[str, int] = field(default_factory=dict)  # claims by what became of them
    known: int = 0  # contradicted, and objected to before
    unjudged: tuple[str, ...] = ()  # the words of claims that no code can tell


def hold_against_code(opened: OpenPlan, reading: Reading) -> Contradicted:
    """Return an objection for each claim of a reading that the code contradicts, as far as none is there."""
    plan = plan_to_read(opened)
    before = {
        each.objection.claim
        for each in opened.judgement.promises.attacks.objections
        if each.fate in {Fate.OPEN, Fate.ANSWERED, Fate.ACCEPTED}
    }
    made: dict[str, ObjectionDraft] = {}
    counts: dict[str, int] = {}
    known, words, unjudged = 0, fold_plan(plan), []
    documents = copies_to_read(opened, plan)
    for path, text in documents.items():
        read, wrong = find_contradicted(opened.workspace.code, Written(path, text), reading)
        for name, number in read.counts.items():
            counts[name] = counts.get(name, 0) + number
        unjudged += [one_line(each.claim.text, 160) for each in read.claims if each.verdict == UNJUDGED]
        for claim, told in wrong:
            raised = _objection(claim, told, text, words)
            if raised.claim in before:
                known += 1
            elif raised.section:
                made.setdefault(raised.claim, raised)
    # A claim about one document is dropped in the others.
    every = len(reading.claims) + len(reading.dropped)
    judged = sum(counts[name] for name in counts if name not in {"claims", "dropped"})
    counts |= {"claims": every, "dropped": max(every - judged, 0)}
    return Contradicted(tuple(made.values())[:_MOST], counts, known, tuple(unjudged))


def still_contradicted(opened: OpenPlan, state: ObjectionState, read: Plan) -> str:
    """Return what the code says against a claim whose words a plan that reads like that still has."""
    if not state.objection.is_found_by_code:
        return ""
    try:
        row = json.loads(state.objection.claim)
    except ValueError:
        return ""
    reading = read_reading({"claims": [row]}, state.objection.reader, clean=spell_out)
    for path, text in copies_to_read(opened, read).items():
        _, wrong = find_contradicted(opened.workspace.code, Written(path, text), reading)
        for _, told in wrong:
            return told
    return ""


def _objection(claim: Judged, told: str, text: str, words: Mapping[str, str]) -> ObjectionDraft:
    quote, section = next(_found(claim, text, words), ("", ""))
    answer = claim.answer
    shown = tuple(dict.fromkeys(answer.at))[:5]
    said = leave_out_secrets(spell_out(told))
    near = f" Nearest: {', '.join(f'`{each}`' for each in answer.near[:3])}." if answer.near else ""
    return ObjectionDraft(
        quote,
        f"The code contradicts this: {said}"[:1_500],
        (f"looked up in the code as `{claim.fact.kind}`", *shown),
        f"What the code shows, or nothing of it.{near}"[:1_500],
        section,
        claim=json.dumps(write_claim(claim.claim), ensure_ascii=False, sort_keys=True),
    )


def _found(claim: Judged, text: str, words: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Yield the claim's words, else its lines, as a section of the plan has them."""
    lines = text.split("\n")[claim.place.line - 1 : claim.last]
    for quote in (claim.claim.text, "\n".join(lines), *lines):
        wanted = fold_words(quote)[:_LONGEST]
        for key, section in words.items():
            if wanted and wanted in section:
                yield wanted, key
