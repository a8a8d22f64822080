"""An objection is checked like any claim: its quote is in the plan, and its citations hold."""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING

from groundplan.app.changes.previewing import plan_to_read
from groundplan.app.changes.writing import resolve_key
from groundplan.app.judgement.documents import Written, check_document
from groundplan.plan.citation import parse_citation
from groundplan.plan.dataclass import dataclass
from groundplan.plan.errors import Misused, Refused, Unknown
from groundplan.plan.evidence import CitationState
from groundplan.plan.hint import Hint, run
from groundplan.plan.objection import fold_words
from groundplan.plan.probe import find_claims
from groundplan.plan.refutation import fold_plan

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundplan.app.plans.opened import OpenPlan
    from groundplan.plan.citation import Citation
    from groundplan.plan.probe import Probe

_SHORTEST_QUOTE = 4  # letters: what is shorter is in every section
_OUTPUT = "$ "  # begins a command with its output: data, neither run nor checked
_MOST_LINES = 4_000  # of a plan that are searched for the nearest words
_SHOWN = 160
_ABSENCE = "That something is not there is shown by a command and its output: `$ ls src`"


@dataclass(frozen=True, slots=True)
class ObjectionDraft:
    """An objection as a reader words it; the section may be left out where one section has the words."""

    quote: str
    because: str
    evidence: tuple[str, ...]
    change: str = ""
    section: str = ""
    touches: tuple[str, ...] = ()
    claim: str = ""  # that the code contradicts, as JSON; its evidence is what the code says


def check_all(opened: OpenPlan, objections: Sequence[ObjectionDraft]) -> list[tuple[ObjectionDraft, str]]:
    """Return each objection with its section; refuse all, every fault named, where one does not hold."""
    placed: list[tuple[ObjectionDraft, str]] = []
    faults: list[str] = []
    hint = ""
    for number, raised in enumerate(objections, 1):
        try:
            placed.append((raised, _check(opened, raised)))
        except (Refused, Misused, Unknown) as error:
            if len(objections) == 1:
                raise
            faults.append(f"  {number}. {error.message}" + (f" ({error.hint})" if error.hint else ""))
            hint = hint or "Put these right and hand in all of them again"
    if faults:
        counted = f"Nothing was recorded: {len(faults)} of {len(objections)} objections failed the check"
        raise Refused("\n".join([counted, *faults]), hint=hint)
    return placed


def _check(opened: OpenPlan, raised: ObjectionDraft) -> str:
    """Return the section that an objection is about, or refuse it."""
    if not raised.because.strip():
        raise Misused(
            f"The objection to `{shorten(raised.quote)}` says no reason", hint='Add `--because "…"`'
        )
    if not any(item.strip() for item in raised.evidence):
        raise Misused(
            f"The objection to `{shorten(raised.quote)}` has no evidence",
            hint="Add `--evidence`: a citation such as `src/app.py:10-24`, or `$ command` with its output",
        )
    section = _find_section(opened, raised)
    for key in raised.touches:
        resolve_key(opened, key)
    for item in () if raised.claim else raised.evidence:
        _check_evidence(opened, item)
    return section


def _find_section(opened: OpenPlan, raised: ObjectionDraft) -> str:
    wanted = fold_words(raised.quote)
    if len(wanted) < _SHORTEST_QUOTE:
        raise Misused(f"`{wanted}` is too short to be found again", hint="Quote a few words of the plan")
    words = fold_plan(plan_to_read(opened))
    found = [key for key in words if wanted in words[key]]
    if raised.section:
        key = raised.section if raised.section in words else resolve_key(opened, raised.section)
        if key in found:
            return key
        where = f"; section `{found[0]}` does" if found else ""
        raise Refused(
            f"Section `{key}` does not say `{shorten(wanted)}`{where}", hint=_nearest(opened, wanted)
        )
    if len(found) > 1:
        named = ", ".join(f"`{key}`" for key in found)
        raise Misused(f"`{shorten(wanted)}` is in sections {named}", hint="Name one: `--section <key>`")
    if not found:
        raise Refused(f"The plan does not say `{shorten(wanted)}`", hint=_nearest(opened, wanted))
    return found[0]


def _nearest(opened: OpenPlan, wanted: str) -> str:
    lines = {
        fold_words(line): part.key
        for part in plan_to_read(opened).parts
        for line in part.text.splitlines()[:_MOST_LINES]
        if line.strip()
    }
    near = difflib.get_close_matches(wanted, list(lines)[:_MOST_LINES], n=1, cutoff=0.4)
    if not near:
        return Hint("Quote words of the plan as it is now: ", run("show", {"text": True, "proposed": True}))
    return f"Nearest, in section `{lines[near[0]]}`: `{shorten(near[0])}`"


def _check_evidence(opened: OpenPlan, item: str) -> None:
    """Refuse evidence whose citation does not hold; a command and its output are shown as they were said."""
    text = item.strip()
    if text.startswith(_OUTPUT):
        return
    known = {each.id for each in opened.judgement.promises.probes}
    for name in find_claims(text):
        if name and name not in known:
            raise Refused(
                f"There is no receipt `{name}`", hint=Hint("Those there are: ", run("probe", {"list": True}))
            )
    first, _, rest = text.partition(" ")
    bare = first.rstrip(":,;")
    citation = parse_citation(bare)
    if citation is not None:
        text = f"`{bare}`{first[len(bare) :]} {rest}".rstrip()
        _refuse_missing(opened, citation)
    checked = check_document(opened.workspace.code, Written("evidence.md", text), strict=True)
    wrong = [found for found in checked.findings if found.blocks and found.code.startswith("GP1")]
    if wrong:
        hint = _ABSENCE if wrong[0].code == "GP101" else wrong[0].hint
        raise Refused(f"Evidence `{shorten(item)}` does not hold: {wrong[0].message}", hint=hint)


def find_receipts(opened: OpenPlan, raised: ObjectionDraft) -> tuple[Probe, ...]:
    """Return the receipts that the evidence of an objection cites; a command's output cites nothing."""
    items = (item for item in raised.evidence if not item.strip().startswith(_OUTPUT))
    named = {name for item in items for name in find_claims(item)}
    return tuple(each for each in opened.judgement.promises.probes if each.id in named)


def _refuse_missing(opened: OpenPlan, citation: Citation) -> None:
    """Refuse a citation that leads evidence and names nothing here, also where a plan would be excused."""
    [seen] = opened.workspace.code.looking.look_up([(citation, "", "")])
    if seen.state is not CitationState.EXISTS:
        near = f"; nearest: {', '.join(f'`{each}`' for each in seen.near[:2])}" if seen.near else ""
        because = f": {seen.reason}" if seen.reason else ""
        told = f"Evidence `{shorten(citation.text)}` is not in the code{because}{near}"
        raise Refused(told, hint=_ABSENCE)


def shorten(text: str) -> str:
    """Return words for a message: on one line, not too long, and with no backticks to end its own."""
    folded = fold_words(text).replace("`", "'")
    return folded if len(folded) <= _SHOWN else f"{folded[: _SHOWN - 1].rstrip()}…"
