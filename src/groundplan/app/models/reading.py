"""A model that reads a plan: asked for typed claims, then for code against them, and believed in neither."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.app.judgement.documents import check_document
from groundplan.app.models.answers import read_object
from groundplan.app.models.rounds import Heard
from groundplan.app.models.second_look import Look, look_again
from groundplan.consult.reading import SHOWN, STATED, Reading, read_reading
from groundplan.models.model import BROKEN, ModelFailed, Prompt, Watch
from groundplan.plan.dataclass import dataclass
from groundplan.plan.errors import Misused
from groundplan.plan.hint import Hint, run
from groundplan.plan.objection import plain_name
from groundplan.planner.brains.reader import cut_plan, write_reader
from groundplan.wording.inert import spell_out
from groundplan.wording.tokens import count_tokens

if TYPE_CHECKING:
    from pathlib import Path

    from groundplan.app.judgement.codebase import Codebase
    from groundplan.app.judgement.documents import Written
    from groundplan.models.asking import Asker, Spent

_SECONDS = 900.0  # for one answer
_NOBODY = "the reader"  # of a reading that nobody signed
_LONGEST_NAME = 80
_TRIES = 2  # one for an answer that cannot be read


@dataclass(frozen=True, slots=True)
class ReadingOrder:
    """A reading that is ready to be asked for: by whom, of what, and whether the code is looked into then."""

    asker: Asker
    document: Written
    parts: tuple[str, ...]
    code: Codebase
    looks: bool

    @property
    def prompts(self) -> tuple[str, ...]:
        """Return what would be sent."""
        return tuple(write_reader(part, STATED) for part in self.parts)

    @property
    def tokens(self) -> int:
        """Return how much that is."""
        return sum(map(count_tokens, self.prompts))


@dataclass(frozen=True, slots=True)
class Done:
    """What a model read, and what that took."""

    reading: Reading
    model: str
    model_id: str
    spent: Spent
    trouble: ModelFailed | None = None  # why it did not look into the code


def read_given(data: object) -> Reading:
    """Return the reading that JSON data holds, under the name it gives itself."""
    by = data.get("by") if isinstance(data, dict) else ""
    name = " ".join(by.split())[:_LONGEST_NAME] if isinstance(by, str) else ""
    return read_reading(data, spell_out(name) or _NOBODY, clean=spell_out)


def brief_reader(text: str, *, looks: bool) -> str:
    """Return what whoever reads a document in the model's place is asked."""
    return write_reader(text, {**STATED, **(SHOWN if looks else {})}, has_code=looks)


def prepare_reading(asker: Asker, document: Written, code: Codebase, *, looks: bool) -> ReadingOrder:
    """Put together what a model would be asked; nothing is sent."""
    return ReadingOrder(asker, document, cut_plan(document.text), code, looks)


def read_with(order: ReadingOrder, heard: Heard | None = None) -> Done:
    """Have the model read a document; one answer without the form may be mended, then ModelFailed.

    What no program can judge it looks up afterwards; where that fails, the reading so far holds.
    """
    heard, name = heard or Heard(), order.asker.model.name
    reading, model_id = Reading(name), ""
    for number, part in enumerate(order.parts, 1):
        of_all = f", part {number} of {len(order.parts)}" if len(order.parts) > 1 else ""
        heard.step(f"{name} reads {order.document.path}{of_all}")
        said, model_id = _read_part(order, part, heard)
        reading = reading.plus(said)
    trouble = None
    try:
        reading = reading.plus(_look(order, reading, heard)) if order.looks else reading
    except ModelFailed as failure:
        trouble = failure
    return Done(reading, name, model_id, order.asker.spent, trouble)


def _look(order: ReadingOrder, reading: Reading, heard: Heard) -> Reading:
    """Return what the model holds against the document, after what the code says to its reading."""
    read = check_document(order.code, order.document, reading=reading).read
    look = Look(order.asker, order.code, heard.step, lambda: _is_cancelled(heard))
    assert read is not None
    found = Reading(reading.by)
    for part in order.parts:
        found = found.plus(look_again(look, part, read))
    return found


def _read_part(order: ReadingOrder, part: str, heard: Heard) -> tuple[Reading, str]:
    asker, why, answer = order.asker, "", ""
    useless: list[Path] = []
    watch = Watch(is_cancelled=lambda: _is_cancelled(heard))
    for _ in range(_TRIES):
        asked = write_reader(part, STATED, unread=(why, answer))
        said = asker.ask(Prompt(asked, outside=order.code.repository.root, seconds=_SECONDS), watch)
        try:
            reading = read_reading(read_object(said.text), asker.model.name, clean=spell_out)
        except Misused as error:
            why, answer = error.message, said.text
            useless += [asker.last] if asker.last else []
        else:
            return reading, plain_name(said.model)
    aside = asker.set_aside(useless)
    told = f"`{asker.model.name}` wrote nothing that can be read: {why}"
    again = Hint(
        f"Its answer is in `{aside}`; " if aside else "",
        "without a model: ",
        run("check", order.document.path),
    )
    raise ModelFailed(told, why=BROKEN, hint=again)


def _is_cancelled(heard: Heard) -> bool:
    heard.tick()
    return heard.is_cancelled()
