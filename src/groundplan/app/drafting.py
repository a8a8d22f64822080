"""A plan drafted by a model: asked, its questions to the code answered, its words judged, mended, handed in.

What the model says is data under its own name. Until a draft is handed in nothing is changed, and what it is
asked follows from the plan and its answers alone: cut off and begun again, it pays for no answer twice.
"""

from __future__ import annotations

import json
from dataclasses import dataclass as mutable
from dataclasses import field, replace
from typing import TYPE_CHECKING, Any

from groundplan.app.assigning import assign
from groundplan.app.callers import Caller
from groundplan.app.draft_judging import judge_draft
from groundplan.app.handing_in import HandedIn, hand_in
from groundplan.app.model_answers import read_answer
from groundplan.app.previewing import find_waiting
from groundplan.app.turn_given import How, Lines, take
from groundplan.app.wire.turn import reply
from groundplan.models.model import BROKEN, ModelFailed, Prompt, Watch
from groundplan.plan.dataclass import dataclass
from groundplan.plan.errors import GroundplanError, Misused
from groundplan.plan.hint import Hint, run
from groundplan.plan.objection import plain_name
from groundplan.planner.brains.drafter import LOOKS, REPAIRS, Progress, write_prompt
from groundplan.planner.brains.turn import Turn
from groundplan.rules.secrets import leave_out_secrets
from groundplan.wording.tokens import count_tokens

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from groundplan.app.draft_judging import Judged
    from groundplan.app.opened import OpenPlan
    from groundplan.app.turn_given import Reply
    from groundplan.models.asking import Allowed, Asker, Spent
    from groundplan.plan.hint import Run
    from groundplan.planner.brains.brief import Mend
    from groundplan.planner.brains.drafter import Assignment
    from groundplan.planner.brains.turn import Lookup

_SECONDS = 900.0  # for one answer: an agent reads code first
_MOST_LOOKED = 160_000  # letters of all answers of the code together
_LEFT = "not answered: the answers so far are as long as they may be"


@dataclass(frozen=True, slots=True)
class Heard:
    """Whom to call while a model works: with what it is about, and again and again while it is at it."""

    step: Callable[[str], None] = lambda _: None
    tick: Callable[[], None] = lambda: None


@dataclass(frozen=True, slots=True)
class Order:
    """A draft that is ready to be asked for: by whom, from what, and what it may take."""

    asker: Asker
    assignment: Assignment
    sections: tuple[str, ...] = ()

    @property
    def model(self) -> str:
        """Return what the user calls the model."""
        return self.asker.model.name

    @property
    def allowed(self) -> Allowed:
        """Return what asking may take."""
        return self.asker.allowed

    @property
    def prompt(self) -> str:
        """Return what would be sent first."""
        return leave_out_secrets(write_prompt(self.assignment, Progress()))

    @property
    def tokens(self) -> int:
        """Return about how much that is."""
        return count_tokens(self.prompt)

    def again(self, opened: OpenPlan) -> Run:
        """Return the command that goes on where this one was cut off."""
        return run("write", {"with": self.model}, *self.sections).on(opened.known.handle)


@dataclass(frozen=True, slots=True)
class Drafted:
    """A draft as far as it came: what was handed in, what went back and was mended, what it took."""

    opened: OpenPlan
    model: str
    model_id: str
    handed: HandedIn
    went_back: int
    mended: int
    spent: Spent
    again: Run  # the command that goes on with what is open still
    trouble: GroundplanError | None = None  # why the model was not asked to the end
    is_interrupted: bool = False


def prepare(opened: OpenPlan, asker: Asker, sections: Sequence[str] = ()) -> Order:
    """Put together what a model would be asked; nothing is sent."""
    root = str(opened.workspace.root) if asker.model.reads_code else ""
    assignment = assign(opened, asker.model.name, root=root, sections=sections)
    return Order(asker, assignment, tuple(sections))


def draft(opened: OpenPlan, order: Order, *, caller: Caller, heard: Heard | None = None) -> Drafted:
    """Have the model draft, and hand in what it wrote, under its name.

    Cut off by Ctrl-C or a fault of the model, what was judged until then is handed in.
    """
    work = _Work(opened, order, caller, heard or Heard())
    trouble: GroundplanError | None = None
    is_interrupted = False
    try:
        work.run()
    except ModelFailed as failure:
        trouble = failure
    except KeyboardInterrupt:
        is_interrupted = True
    done = hand_in(opened, work.judged, caller=work.author) if work.judged else HandedIn(opened)
    if trouble and not trouble.hint:
        trouble.hint = Hint("What it answered is saved; go on: ", order.again(opened))
    left = _identities(work.judged.mends) if work.judged else set()
    return Drafted(
        done.opened,
        order.model,
        work.model_id,
        done,
        len(work.returned),
        len(work.returned - left),
        order.asker.spent,
        order.again(opened),
        trouble,
        is_interrupted,
    )


@mutable
class _Work:
    """One draft in the making; nothing of it is in the plan."""

    opened: OpenPlan
    order: Order
    caller: Caller
    heard: Heard
    turn: Turn = field(default_factory=lambda: Turn({}))
    judged: Judged | None = None
    returned: set[tuple[str, ...]] = field(default_factory=set)
    looked: dict[Lookup, str] = field(default_factory=dict)
    looks: int = LOOKS
    repairs: int = REPAIRS
    model_id: str = ""

    @property
    def author(self) -> Caller:
        """Return the model as whoever hands in: never a person, whoever had it asked."""
        channel = "agent" if self.caller.is_person else self.caller.channel
        return Caller(self.order.model, channel, (self.model_id,) if self.model_id else ())

    def run(self) -> None:
        """Ask until the draft is sound, or as often as it may be mended."""
        unread = ("", "")
        while True:
            said = self._ask(unread)
            try:
                turn = read_answer(self.opened, said)
            except GroundplanError as error:
                if unread[0] or not self.repairs:
                    self._give_up(error)
                    return
                self.repairs -= 1
                unread = (" ".join(filter(None, (error.message, str(error.hint)))), said)
                continue
            unread = ("", "")
            before = self.turn
            self.turn = _merged(self.turn, turn)
            if turn.lookups and self.looks:
                self._look(turn.lookups)
                if turn.sections:
                    self._judge()
                continue
            if not turn.sections and turn.lookups:
                if not self.repairs:
                    self._give_up(Misused("it only asks the code"))
                    return
                self.repairs -= 1
                unread = ("No rounds of questions to the code are left: write the sections now", said)
                continue
            if self.judged and self.turn == before:  # it sees no fault in what was found
                return
            self._judge()
            if self.judged is None or not self.judged.mends or not self.repairs:
                return
            self.repairs -= 1
            self.returned |= _identities(self.judged.mends)

    def _ask(self, unread: tuple[str, str]) -> str:
        progress = Progress(
            looked=tuple((f"{each.ask} {each.about}", answer) for each, answer in self.looked.items()),
            looks_left=self.looks,
            draft="\n\n".join(self._spelled()),
            mends=self.judged.mends if self.judged else (),
            unread=unread,
        )
        self.heard.step(self._step())
        prompt = Prompt(
            write_prompt(self.order.assignment, progress),
            repository=self.opened.workspace.root,
            seconds=_SECONDS,
        )
        answer = self.order.asker.ask(prompt, Watch(is_cancelled=self._is_cancelled))
        self.model_id = plain_name(answer.model)[:80] or self.model_id
        return answer.text

    def _is_cancelled(self) -> bool:
        self.heard.tick()
        return False

    def _step(self) -> str:
        if self.judged:
            count = len(self.judged.mends)
            return f"{self.order.model} mends {count} finding{'' if count == 1 else 's'}"
        return f"{self.order.model} {'writes' if self.looked else 'reads the code'}"

    def _spelled(self) -> Iterator[str]:
        """Yield the sections so far, and the block beside them, as the model is to write them."""
        for key, text in self.turn.sections.items():
            section = self.opened.plan.section(key)
            bare = text.strip()
            is_headed = bare.startswith("#") or section is None
            yield bare if is_headed else f"{section.text.splitlines()[0]}\n\n{bare}"  # type: ignore[union-attr]
        beside = _beside(self.turn)
        if beside:
            yield f"```json\n{json.dumps(beside, indent=1, ensure_ascii=False)}\n```"

    def _look(self, lookups: Sequence[Lookup]) -> None:
        self.looks -= 1
        self.heard.step("Looking into the code")
        fresh = tuple(each for each in dict.fromkeys(lookups) if each not in self.looked)
        asked = Turn({}, lookups=fresh)
        for each in take(self.opened, asked, How(only_judged=True), caller=self.author).replies:
            room = _MOST_LOOKED - sum(map(len, self.looked.values()))
            answer = _answer(each)
            self.looked[each.lookup] = answer if len(answer) <= room else _LEFT

    def _judge(self) -> None:
        self.heard.step("Checking the draft")
        waiting = {each.key: each.text for each in find_waiting(self.opened)[0]}
        beside = {key: text for key, text in waiting.items() if key not in self.turn.sections}
        judged = judge_draft(self.opened, self.turn, beside, caller=self.author)
        # What was struck is gone unless it comes back mended; a section is the model's until it is replaced.
        self.turn = replace(judged.turn, sections=self.turn.sections)
        earlier = self.judged.struck if self.judged else ()
        self.judged = replace(judged, struck=tuple(dict.fromkeys((*earlier, *judged.struck))))

    def _give_up(self, error: GroundplanError) -> None:
        """End with the draft there is; where there is none, the model failed."""
        if self.judged is None:
            told = f"`{self.order.model}` wrote nothing that can be read: {error.message}"
            raise ModelFailed(told, why=BROKEN) from error


def _identities(mends: Iterable[Mend]) -> set[tuple[str, ...]]:
    """Return what tells findings apart, wherever their words went meanwhile."""
    return {(each.code, each.section, each.message) for each in mends}


def _merged(old: Turn, new: Turn) -> Turn:
    """Return what holds now: sections are replaced one by one, lists as wholes where they are given again."""
    return Turn(
        sections={**old.sections, **new.sections},
        challenges=new.challenges or old.challenges,
        questions=new.questions or old.questions,
        decisions=new.decisions or old.decisions,
        unsure=new.unsure or old.unsure,
    )


def _beside(turn: Turn) -> dict[str, object]:
    told: dict[str, object] = {
        "challenges": [{"text": each.claim, "evidence": list(each.evidence)} for each in turn.challenges],
        "questions": [{"text": each.text, "why": each.why} for each in turn.questions],
        "decisions": [dict(each) for each in turn.decisions],
        "unsure": list(turn.unsure),
    }
    return {name: rows for name, rows in told.items() if rows}


def _answer(each: Reply) -> str:
    """Return what the code says as a model reads it: lines with their numbers, the rest as plain data."""
    if isinstance(each.found, Lines):
        return "\n".join(f"{n} {line}" for n, line in enumerate(each.found.lines, each.found.first))
    if each.trouble:
        return each.trouble
    told = reply(each)
    left = f"\n{told['left_out']} more entries were left out" if told["left_out"] else ""
    return json.dumps(_slim(told["answer"]), ensure_ascii=False) + left


def _slim(value: Any) -> Any:  # noqa: ANN401 - any tree of plain values
    """Return plain data without what says nothing, and without addresses of people."""
    if isinstance(value, dict):
        return {
            name: _slim(each)
            for name, each in value.items()
            if each is not None and each is not False and each not in ("", [], {}) and name != "email"
        }
    return [_slim(each) for each in value] if isinstance(value, list) else value
