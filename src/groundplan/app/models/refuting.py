"""A plan attacked by a model: asked with a fresh context, its objections checked, recorded under its name.

The model sees the plan and the code, never the talk. What it says is data: an objection whose quote or
citation does not hold goes back once and is then struck.
"""

from __future__ import annotations

from dataclasses import dataclass as mutable
from dataclasses import field, replace
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING

from groundplan.app.brains.turn_given import Struck
from groundplan.app.changes.previewing import find_waiting
from groundplan.app.judgement.documents import Written, check_document, cite_document
from groundplan.app.models.answers import read_object
from groundplan.app.models.choice import is_model
from groundplan.app.models.rounds import Heard, ModelRounds, Said
from groundplan.app.objections.attack_runs import only_attack, recording
from groundplan.app.objections.brief import LIMIT, read_material
from groundplan.app.objections.checks import check_all, shorten
from groundplan.app.objections.contradicted import hold_against_code
from groundplan.app.objections.given import read_objections
from groundplan.app.objections.objecting import (
    LONGEST,
    MOST_AT_ONCE,
    HandedIn,
    object_to,
    read_now,
    refuse_amounts,
)
from groundplan.app.plans.opened import open_plan
from groundplan.app.probes.attempts import list_allowed, recount
from groundplan.consult.jobs import DONE, FAILED, either
from groundplan.consult.reading import JUDGED, Reading, read_reading
from groundplan.models.configured import list_usable
from groundplan.models.model import BROKEN, ModelFailed
from groundplan.plan.dataclass import dataclass
from groundplan.plan.errors import GroundplanError, Misused, Refused, Unknown
from groundplan.plan.hint import run
from groundplan.plan.late_regex import late_regex
from groundplan.plan.objection import fold_name, fold_words
from groundplan.plan.probe import find_claims
from groundplan.planner.brains.attacker import REPAIRS, Attack, Faults, write_attack
from groundplan.planner.brains.rounds import LOOKS, Rounds
from groundplan.planner.brains.turn import read_turn
from groundplan.process.side_by_side import side_by_side
from groundplan.rules.secrets import leave_out_secrets
from groundplan.wording.inert import spell_out

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

    from groundplan.app.callers import Caller
    from groundplan.app.objections.checks import ObjectionDraft
    from groundplan.app.objections.objecting import Objected
    from groundplan.app.plans.opened import OpenPlan
    from groundplan.models.asking import Asker, Spent
    from groundplan.plan.hint import Run

# How a reader is recorded whose model wrote a part of the plan: another run, not another mind.
SAME = "the same model in a fresh run"
_CALLS = LOOKS + REPAIRS + 1
_OUTPUT = "$ "
_CODE_SPAN = late_regex(r"`[^`\n]*`")  # words of the plan that an argument quotes
_SEARCHES = frozenset({"cat", "find", "git", "grep", "head", "ls", "rg", "tail", "wc"})
_TRIED = "`tried` names no place in the code that was looked at, such as `src/app.py:10-24`"


@dataclass(frozen=True, slots=True)
class AttackOrder:
    """An attack that is ready to be asked for: by whom, on what, and which words that is about."""

    asker: Asker
    attack: Attack
    read: Mapping[str, str]  # section -> fingerprint

    @property
    def model(self) -> str:
        """Return what the user calls the model."""
        return self.asker.model.name

    @property
    def prompt(self) -> str:
        """Return what would be sent first."""
        return leave_out_secrets(write_attack(self.attack, Rounds(), Faults()))

    def again(self, opened: OpenPlan) -> Run:
        """Return the command that goes on where this one was cut off."""
        return run("refute", {"with": self.model}).on(opened.known.handle)


@dataclass(frozen=True, slots=True)
class Attacked:
    """An attack as far as it came: what was recorded, what was struck, what it took."""

    opened: OpenPlan
    model: str
    model_id: str
    reader: str  # the name it is recorded under
    objected: Objected | None  # None: nothing was recorded
    tried: int
    struck: tuple[Struck, ...]
    withdrawn: tuple[str, ...]  # quotes of objections that did not hold and that it left out then
    spent: Spent
    again: Run
    trouble: GroundplanError | None = None  # why the model was not asked to the end, or what it failed in
    is_interrupted: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        """Return the objections that were recorded."""
        return self.objected.names if self.objected else ()

    @property
    def is_same_model(self) -> bool:
        """Whether the model that attacked also wrote."""
        return self.reader.endswith(SAME)


def prepare_attack(opened: OpenPlan, asker: Asker, *, limit: int = LIMIT) -> AttackOrder:
    """Put together what a model would be asked; nothing is sent."""
    asker.allowed = replace(asker.allowed, calls=min(asker.allowed.calls, _CALLS))
    root = str(opened.workspace.root) if asker.model.reads_code else ""
    material = read_material(opened).material
    cited = {name for text in material.documents.values() for name in find_claims(text)}
    known = [each for each in opened.judgement.promises.probes if each.id in cited]
    measured = tuple((each.id, recount(each, known[:at])) for at, each in enumerate(known))
    task = Attack(material, limit, root, list_allowed(opened), measured, JUDGED)
    return AttackOrder(asker, task, read_now(opened))


def attack(opened: OpenPlan, order: AttackOrder, *, caller: Caller, heard: Heard | None = None) -> Attacked:
    """Have the model try to prove the plan wrong, and record what holds, under its name.

    Cut off by Ctrl-C or a fault of the model, what was checked until then is recorded. Where the plan was
    rewritten meanwhile, objections to words that are gone are struck.
    """
    heard = heard or Heard()
    with only_attack(opened, order.model) as work:
        heard = replace(heard, is_cancelled=either(heard.is_cancelled, work.is_cancelled))
        done = _attack(opened, order, caller, heard)
        told = str(done.trouble or ("interrupted" if done.is_interrupted else ""))
        work.end(FAILED if told else DONE, {"objections": list(done.names), "trouble": told})
    return done


def attack_side_by_side(
    opened: OpenPlan, orders: Sequence[AttackOrder], *, caller: Caller, meanwhile: Callable[[], None]
) -> tuple[tuple[Attacked | GroundplanError, ...], bool]:
    """Have several models attack at once; return what came of each, and whether they were interrupted."""

    def carry_out(order: AttackOrder, is_stopped: Callable[[], bool]) -> Attacked | GroundplanError:
        try:
            return attack(opened, order, caller=caller, heard=Heard(is_cancelled=is_stopped))
        except GroundplanError as error:  # of one: the others go on
            return error

    done, is_interrupted = side_by_side([partial(carry_out, order) for order in orders], meanwhile)
    return tuple(done), is_interrupted


def _attack(opened: OpenPlan, order: AttackOrder, caller: Caller, heard: Heard) -> Attacked:
    rounds = ModelRounds(opened, order.asker, caller, heard, REPAIRS)
    work = _Reading(rounds, order)
    trouble, is_interrupted = rounds.carry_out(work)
    with recording(opened):
        now = open_plan(opened.workspace, opened.known.id)
        handed = work.hand_in(now, _reader(now, order.model, rounds.model_id))
        done = object_to(now, handed, caller=rounds.author) if handed else None
    trouble = trouble or (None if handed or is_interrupted else _fault(order, work))
    if trouble and not trouble.hint:
        trouble.hint = rounds.how_to_go_on(order.again(opened))
    return Attacked(
        done.outcome.opened if done else now,
        order.model,
        rounds.model_id,
        handed.reader if handed else order.model,
        done,
        len(work.tried),
        tuple(work.struck),
        work.withdrawn,
        order.asker.spent,
        order.again(opened),
        trouble,
        is_interrupted,
    )


@mutable
class _Reading:
    """One reader at work; nothing of it is recorded."""

    rounds: ModelRounds
    order: AttackOrder
    shown: frozenset[str] = frozenset()  # receipts that the model had before it when it answered
    given: HandedIn = field(default_factory=lambda: HandedIn(()))
    sound: dict[str, ObjectionDraft] = field(default_factory=dict)  # folded quote -> objection
    struck: list[Struck] = field(default_factory=list)
    claims: Reading = field(
        default_factory=lambda: Reading("")
    )  # what it lists as stated by the plan, for the code to judge
    tried: list[str] = field(default_factory=list)
    keeps: list[str] = field(default_factory=list)
    returned: list[str] = field(default_factory=list)  # quotes of what went back
    is_judged: bool = False
    goes_back: bool = True  # what does not hold goes back once

    @property
    def opened(self) -> OpenPlan:
        return self.rounds.opened

    def step(self, rounds: Rounds) -> str:
        if self.is_judged:
            return f"{self.order.model} looks again at what did not hold"
        reads = f"reads the plan{' and the code' * self.order.asker.model.reads_code}"
        return f"{self.order.model} {'weighs the plan' if rounds.has_looked else reads}"

    def prompt(self, rounds: Rounds) -> str:
        self.shown = frozenset({*self.rounds.receipts, *(name for name, _ in self.order.attack.measured)})
        wrong = tuple(f"“{shorten(each.text)}”: {'. '.join(each.why)}" for each in self.struck)
        return write_attack(self.order.attack, rounds, Faults(tuple(self.sound), wrong))

    def read(self, said: str) -> Said:
        data = read_object(said)
        asked = read_turn({name: data.pop(name) for name in ("code", "keep", "probes") if name in data})
        if "claims" in data:
            claims = read_reading({"claims": data.pop("claims")}, self.order.model, clean=spell_out)
            self.claims = self.claims.plus(claims)
        self.given = read_objections(data)
        has_words = any(data.values()) or bool(self.claims.claims)
        return Said(asked.lookups, asked.probes, asked.keep, has_words=has_words)

    def judge(self) -> bool:
        self.is_judged = True
        self.struck = []
        for raised in self.given.objections:
            key = fold_words(raised.quote)
            if key in self.sound:
                continue
            if len(self.sound) >= self.order.attack.limit:
                told = f"At most {self.order.attack.limit} objections were asked for"
                self.struck.append(Struck("objections", raised.quote, (told,)))
                continue
            why = self._fault(self.opened, raised)
            if why:
                self.struck.append(Struck("objections", raised.quote, why))
            else:
                self.sound[key] = raised
        self.tried += self._holding("tried", self.given.tried.splitlines(), self.tried)
        self.keeps += self._holding("keeps", self.given.keeps, self.keeps)
        if not (self.sound or self.struck or self._has_looked()):
            self.struck.append(Struck("tried", self.given.tried, (_TRIED,)))
        if not (self.goes_back and self.struck):
            return False
        self.goes_back = False
        self.returned = [each.text for each in self.struck if each.at == "objections"]
        return True

    @property
    def withdrawn(self) -> tuple[str, ...]:
        known = {*self.sound, *(fold_words(each.text) for each in self.struck)}
        return tuple(quote for quote in self.returned if fold_words(quote) not in known)

    def hand_in(self, now: OpenPlan, reader: str) -> HandedIn | None:
        """Return what can be recorded in the plan as it is now, where anything can."""
        held = []
        for raised in self.sound.values():
            why = self._fault(now, raised)
            self.struck += [Struck("objections", raised.quote, why)] if why else []
            held += [] if why else [raised]
        said = {fold_words(each.quote) for each in held}
        judged = hold_against_code(now, self.claims).objections if self.claims.claims else ()
        found = (each for each in judged if each.quote not in said and not self._fault(now, each))
        held += islice(found, MOST_AT_ONCE - len(held))
        is_refutation = bool(self.tried) and bool(held or not self.struck)
        if not (held or is_refutation):
            return None
        tried = _within(self.tried, LONGEST["tried"]) if is_refutation else ""
        return HandedIn(tuple(held), reader, tried, tuple(self.keeps), self.order.read)

    def _fault(self, plan: OpenPlan, raised: ObjectionDraft) -> tuple[str, ...]:
        """Return why an objection does not hold; nothing where it does."""
        try:
            refuse_amounts(HandedIn((raised,)))
            _refuse_outputs(raised, reads_code=bool(self.order.attack.root))
            argued = (_CODE_SPAN.sub("", text) for text in (raised.because, raised.change))
            _refuse_unmeasured("\n".join((*raised.evidence, *argued)), self.shown)
            check_all(plan, [raised])
        except (Misused, Refused, Unknown) as error:
            return (error.message, *filter(None, [str(error.hint)]))
        return ()

    def _holding(self, what: str, texts: Iterable[str], known: list[str]) -> Iterator[str]:
        """Yield what is said of the code and not contradicted by it."""
        for text in dict.fromkeys(each.strip() for each in texts):
            if not text or text in known:
                continue
            if len(text) > LONGEST["keeps"]:
                self.struck.append(Struck(what, text, (f"It has {len(text)} characters",)))
                continue
            found = check_document(self.opened.workspace.code, Written("", text), strict=True).findings
            wrong = tuple(each.message for each in found if each.blocks and each.code.startswith("GP1"))
            try:
                _refuse_unmeasured(text, self.shown)
            except Misused as error:
                wrong = (error.message, *wrong)
            if wrong:
                self.struck.append(Struck(what, text, wrong))
            else:
                yield text

    def _has_looked(self) -> bool:
        """Tell whether a reader who objects to nothing names a place that is there."""
        code = self.opened.workspace.code
        return any(each.lines for each in cite_document(code, Written("", "\n\n".join(self.tried))))


def _refuse_outputs(raised: ObjectionDraft, *, reads_code: bool) -> None:
    """Refuse the output of a command that a reader who only reads cannot have run."""
    for item in raised.evidence:
        if not item.strip().startswith(_OUTPUT):
            continue
        command = (item.strip()[len(_OUTPUT) :].split() or [""])[0]
        if not reads_code or command not in _SEARCHES:
            raise Misused(f"`{shorten(item)}` is no evidence: nothing like it was run", hint="Cite the code")


def _refuse_unmeasured(text: str, shown: Collection[str]) -> None:
    """Refuse a measurement whose receipt the model did not have before it: it would be made up."""
    for name in find_claims(text):
        if name not in shown:
            told = (
                f"You were not shown a receipt `{name}` before you said that"
                if name
                else "`(measured)` names no receipt"
            )
            raise Misused(told, hint="Ask for the run among `probes` first, or argue from the code")


def _within(texts: list[str], most: int) -> str:
    """Return as many texts as may be recorded, a line each."""
    told = ""
    for text in texts:
        if len(told) + len(text) + 1 > most:
            break
        told += f"{text}\n"
    return told.strip()


def _reader(opened: OpenPlan, model: str, model_id: str) -> str:
    """Return the name that an attack is recorded under; a model that wrote reads in a fresh run."""
    wrote = {fold_name(each) for each in _writers(opened)}
    is_same = not wrote.isdisjoint(map(fold_name, filter(None, (model, model_id))))
    return f"{model}, {SAME}" if is_same else model


def find_writer(opened: OpenPlan) -> str:
    """Return the model that wrote last, as the user calls it; empty where none did."""
    wrote = [each.entry.by.name for each in opened.judgement.promises.revisions]
    wrote += [each.by for each in find_waiting(opened)[0]]
    return next((name for name in reversed(wrote) if is_model(name)), "")


def find_reader(opened: OpenPlan) -> str:
    """Return the model to attack a plan: one of the user's that did not write it, else any; empty: none."""
    wrote = {fold_name(each) for each in _writers(opened)}
    mine = list_usable()
    others = (name for name in mine if fold_name(name) not in wrote)
    # The ledger's writer is the repository's word: only what the user has chosen is offered.
    return next(others, "") or next(iter(mine), "")


def _writers(opened: OpenPlan) -> Iterator[str]:
    """Yield the names, programs and models of whoever wrote the plan, or what is proposed for it."""
    promises = opened.judgement.promises
    entries = [promises.created.entry] if promises.created else []
    for entry in (*entries, *(each.entry for each in promises.revisions)):
        yield entry.by.name
        yield from () if entry.is_a_persons else entry.by.via
    for proposal in find_waiting(opened)[0]:
        yield proposal.by
        yield from proposal.via


def _fault(order: AttackOrder, work: _Reading) -> ModelFailed:
    count = sum(each.at == "objections" for each in work.struck)
    told = f"none of its {count} objections holds" if count else "it named nothing that it looked at"
    return ModelFailed(f"`{order.model}` did not refute the plan: {told}", why=BROKEN)
