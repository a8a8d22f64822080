"""A plan read a second time, with the code at hand: what no program could judge, a model looks up.

It shows lines that speak against the plan's words; whether both are there is checked like any claim.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.app.judgement.readings import CONFIRMED, CONTRADICTED, OBJECTION, UNJUDGED
from groundplan.app.models.answers import read_object
from groundplan.app.models.looked import Looked
from groundplan.consult.reading import SHOWN, STATED, read_reading
from groundplan.models.model import BROKEN, ModelFailed, Prompt, Watch
from groundplan.plan.dataclass import dataclass
from groundplan.plan.errors import Misused
from groundplan.planner.brains.reader import Doubted, write_doubter
from groundplan.planner.brains.turn import read_turn
from groundplan.wording.inert import spell_out

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from groundplan.app.judgement.codebase import Codebase
    from groundplan.app.judgement.readings import Judged, Read
    from groundplan.consult.reading import Reading
    from groundplan.models.asking import Asker

LOOKS = 4  # rounds of questions to the code
_ROOM = 150_000  # letters of all its answers together: its yield was measured with that
_SECONDS = 900.0  # for one answer: an agent reads code first
_VERDICTS = (CONFIRMED, CONTRADICTED, OBJECTION, UNJUDGED)
_LONGEST = 300  # letters of a quotation that is listed


@dataclass(frozen=True, slots=True)
class Look:
    """Who looks again, into which code, and whom to call meanwhile."""

    asker: Asker
    code: Codebase
    step: Callable[[str], None]
    is_cancelled: Callable[[], bool]


def look_again(look: Look, text: str, read: Read) -> Reading:
    """Return what a model holds against a plan that was read once; ModelFailed where it hands in nothing."""
    root = look.code.repository.root
    plan = _doubted(text, read, str(root) if look.asker.model.reads_code else "")
    looked = Looked(look.code, _ROOM)
    looks = max(min(LOOKS, look.asker.allowed.calls - 2), 0)
    unread, tries = ("", ""), 2
    while True:
        rounds = looked.rounds(0 if plan.root else looks, unread=unread)
        said = _ask(look, write_doubter(plan, {**STATED, **SHOWN}, rounds), root)
        try:
            data = read_object(said)
            asked = read_turn({name: data.pop(name) for name in ("code", "keep") if name in data})
            wanted = asked.lookups
            if not (wanted and looks):
                return read_reading(data, look.asker.model.name, clean=spell_out)
        except Misused as error:
            tries -= 1
            if not tries:
                told = f"`{look.asker.model.name}` looked into the code, and wrote nothing that can be read: "
                raise ModelFailed(told + error.message, why=BROKEN) from error
            unread = (error.message, said)
            continue
        unread, looks = ("", ""), looks - 1
        look.step("Looking into the code")
        looked.keep(asked.keep)
        looked.ask(wanted)


def _ask(look: Look, prompt: str, root: Path) -> str:
    look.step(f"{look.asker.model.name} looks at what no program can judge")
    watch = Watch(is_cancelled=look.is_cancelled)
    return look.asker.ask(Prompt(prompt, repository=root, seconds=_SECONDS), watch).text


def _doubted(text: str, read: Read, root: str) -> Doubted:
    """Return what became of the claims whose words are in this part of a plan."""
    here = [each for each in read.claims if each.claim.text in text]
    said = {verdict: [each for each in here if each.verdict == verdict] for verdict in _VERDICTS}
    wrong = [f"{_quoted(each)}: {each.answer.found or each.fact.kind}" for each in said[CONTRADICTED]]
    wrong += [f"{_quoted(each)} and “{_short(each.fact.value)}”" for each in said[OBJECTION]]
    left = [_claimed(each) for each in said[UNJUDGED] if not each.is_order]
    sure = map(_claimed, said[CONFIRMED])
    confirmed, refuted, unjudged = (tuple(dict.fromkeys(each)) for each in (sure, wrong, left))
    dropped = tuple(f"“{_short(each.quote)}”: {each.why}" for each in read.dropped if each.quote in text)
    return Doubted(text, root, confirmed, refuted, unjudged, dropped)


def _quoted(each: Judged) -> str:
    return f"“{_short(each.claim.text)}”"


def _claimed(each: Judged) -> str:
    """Return a claim with what of its words was looked up: the rest of them may still be wrong."""
    fact = each.fact
    said = (fact.kind, fact.at, _short(fact.value), str(fact.number or ""), fact.how, ", ".join(fact.names))
    return f"{_quoted(each)} ({' '.join(filter(None, said))})"


def _short(text: str) -> str:
    return " ".join(text.split())[:_LONGEST]
