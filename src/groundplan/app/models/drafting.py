"""A plan drafted by a model: asked, its questions to the code answered, its words judged, mended, handed in.

What the model says is data under its own name. Until a draft is handed in nothing is changed, and what it is
asked follows from the plan and its answers alone: cut off and begun again, it pays for no answer twice.
"""

from __future__ import annotations

import json
from dataclasses import dataclass as mutable
from dataclasses import field, replace
from typing import TYPE_CHECKING

from groundplan.app.changes.previewing import find_waiting
from groundplan.app.models.answers import read_answer
from groundplan.app.models.assigning import assign, assign_talk, to_mend
from groundplan.app.models.draft_judging import judge_draft
from groundplan.app.models.handing_in import HandedIn, hand_in
from groundplan.app.models.manners import Behaved, behave
from groundplan.app.models.rounds import Heard, ModelRounds, Said
from groundplan.app.plans.unfinished import find_turn, saved_turn
from groundplan.plan.dataclass import dataclass
from groundplan.plan.hint import run
from groundplan.planner.brains.brief import Mend
from groundplan.planner.brains.drafter import REPAIRS, Assignment, Progress, write_prompt
from groundplan.planner.brains.turn import Turn, write_turn
from groundplan.rules.secrets import leave_out_secrets
from groundplan.wording.tokens import count_tokens

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

    from groundplan.app.callers import Caller
    from groundplan.app.models.draft_judging import Judged
    from groundplan.app.plans.opened import OpenPlan
    from groundplan.models.asking import Asker, Spent
    from groundplan.plan.errors import GroundplanError
    from groundplan.plan.hint import Run
    from groundplan.planner.brains.rounds import Rounds


@dataclass(frozen=True, slots=True)
class Order:
    """A draft that is ready to be asked for: by whom, from what, and what it may take."""

    asker: Asker
    assignment: Assignment
    sections: tuple[str, ...] = ()
    unfinished: tuple[Turn, str] | None = None  # a turn of its that is there already, and its own name

    @property
    def model(self) -> str:
        """Return what the user calls the model."""
        return self.asker.model.name

    @property
    def prompt(self) -> str:
        """Return what would be sent first."""
        return leave_out_secrets(write_prompt(self.assignment, Progress()))

    @property
    def tokens(self) -> int:
        """Return about how much that is; a turn that is there already needs none."""
        return 0 if self.unfinished else count_tokens(self.prompt)

    def again(self, opened: OpenPlan) -> Run:
        """Return the command that goes on where this one was cut off."""
        if self.assignment.talk:
            return run("talk", {"with": self.model}).on(opened.known.handle)
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


def prepare(
    opened: OpenPlan,
    asker: Asker,
    sections: Sequence[str] = (),
    *,
    talks: bool = False,
    leaves: Collection[str] = (),
) -> Order:
    """Put together what a model would be asked for, a draft or its turn of a talk; nothing is sent.

    What it `leaves` is for another model to write.
    """
    root = str(opened.workspace.root) if asker.model.reads_code else ""
    unfinished = find_turn(opened, asker)
    if unfinished:
        return Order(asker, Assignment(""), tuple(sections), unfinished)
    if talks:
        return Order(asker, assign_talk(opened, root=root))
    assignment = assign(opened, asker.model.name, root=root, sections=sections, leaves=leaves)
    return Order(asker, assignment, tuple(sections))


def draft(opened: OpenPlan, order: Order, *, caller: Caller, heard: Heard | None = None) -> Drafted:
    """Have the model draft, and hand in what it wrote, under its name.

    Cut off by Ctrl-C or a fault of the model, what was judged until then is handed in.
    """
    rounds = ModelRounds(opened, order.asker, caller, heard or Heard(), REPAIRS)
    work = _Draft(rounds, order)
    trouble, is_interrupted = None, False
    if order.unfinished:
        work.turn, rounds.model_id = order.unfinished
        work.judge()
    else:
        trouble, is_interrupted = rounds.carry_out(work)
    opened = rounds.opened  # with the receipts of what was tried
    done = HandedIn(opened)
    if work.judged:
        with saved_turn(opened, order.asker, work.turn, rounds.model_id):
            done = hand_in(opened, work.judged, caller=rounds.author)
    if trouble and not trouble.hint:
        trouble.hint = rounds.how_to_go_on(order.again(opened))
    left = _identities(work.judged.mends) if work.judged else set()
    return Drafted(
        done.opened,
        order.model,
        rounds.model_id,
        done,
        len(work.returned),
        len(work.returned - left),
        order.asker.spent,
        order.again(opened),
        trouble,
        is_interrupted,
    )


@mutable
class _Draft:
    """One draft in the making; nothing of it is in the plan."""

    rounds: ModelRounds
    order: Order
    turn: Turn = field(default_factory=lambda: Turn({}))
    judged: Judged | None = None
    returned: set[tuple[str, ...]] = field(default_factory=set)

    @property
    def opened(self) -> OpenPlan:
        return self.rounds.opened

    @property
    def is_judged(self) -> bool:
        return self.judged is not None

    def step(self, rounds: Rounds) -> str:
        reads = self.order.asker.model.reads_code and not rounds.has_looked
        if self.order.assignment.talk:
            return f"{self.order.model} {'reads the code' if reads and not self.judged else 'thinks'}"
        if self.judged:
            count = len(self.judged.mends)
            return f"{self.order.model} mends {count} finding{'' if count == 1 else 's'}"
        return f"{self.order.model} {'reads the code' if reads else 'writes'}"

    def prompt(self, rounds: Rounds) -> str:
        mends = self.judged.mends if self.judged else ()
        self.returned |= _identities(mends)
        task, keys = self.order.assignment, {each.section for each in mends if each.section}
        progress = Progress(rounds, "\n\n".join(self._spelled()), mends)
        return write_prompt(to_mend(task, keys) if mends else task, progress)

    def read(self, said: str) -> Said:
        turn = read_answer(self.opened, said, self.turn.sections)
        before, self.turn = self.turn, _merged(self.turn, turn)
        asks = bool(turn.lookups or turn.probes)
        has_words = bool(turn.sections) or not asks
        return Said(turn.lookups, turn.probes, turn.keep, has_words, is_new=self.turn != before)

    def judge(self) -> bool:
        talk = self.order.assignment.talk
        behaved = behave(self.turn, talk) if talk else Behaved(self.turn)
        self.turn = behaved.turn
        waiting = {each.key: each.text for each in find_waiting(self.opened)[0]}
        beside = {key: text for key, text in waiting.items() if key not in self.turn.sections}
        judged = behaved.on(judge_draft(self.opened, self.turn, beside, caller=self.rounds.author))
        # What was struck is gone unless it comes back mended; a section is the model's until it is replaced.
        self.turn = replace(judged.turn, sections=self.turn.sections)
        earlier = self.judged.struck if self.judged else ()
        self.judged = replace(
            judged,
            struck=tuple(dict.fromkeys((*earlier, *judged.struck))),
            mends=(*judged.mends, *self._forgotten()),
        )
        return bool(self.judged.mends)

    def _forgotten(self) -> Iterator[Mend]:
        """Yield the objections of which nothing is said, where the whole plan is drafted."""
        settled = {each.name for each in self.turn.objections}
        for each in () if self.order.sections else self.order.assignment.objections:
            if each.name not in settled:
                told = f"It is not said whether objection {each.name} is mended or answered"
                yield Mend("", each.section, each.quote, told)

    def _spelled(self) -> Iterator[str]:
        """Yield the sections so far, and the block beside them, as the model is to write them."""
        for key, text in self.turn.sections.items():
            section = self.opened.plan.section(key)
            bare = text.strip()
            is_headed = bare.startswith("#") or section is None
            yield bare if is_headed else f"{section.text.splitlines()[0]}\n\n{bare}"  # type: ignore[union-attr]
        beside = write_turn(replace(self.turn, sections={}))
        if beside:
            yield f"```json\n{json.dumps(beside, indent=1, ensure_ascii=False)}\n```"


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
        said=new.said or old.said,
        objections=tuple({each.name: each for each in (*old.objections, *new.objections)}.values()),
    )
