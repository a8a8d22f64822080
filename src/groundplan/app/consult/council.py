"""A council put together before anything is sent: who is asked, through which lens, what, at which price."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Final

from groundplan.app.changes.previewing import copies_to_read
from groundplan.app.changes.writing import resolve_key
from groundplan.app.lifecycle.approving import fill_message
from groundplan.app.objections.brief import tell_decided
from groundplan.app.plans.goal import read_goal_text
from groundplan.consult.advisor import SHARED, seat
from groundplan.consult.answer import SCHEMA
from groundplan.consult.brief import Matter, write_brief
from groundplan.models.model import Prompt
from groundplan.plan.dataclass import dataclass
from groundplan.plan.errors import Refused
from groundplan.plan.hint import WORDS, Hint, run
from groundplan.plan.playbook import CONSULT
from groundplan.plan.standing import INCOMPLETE, State
from groundplan.wording.tokens import count_tokens

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from groundplan.app.plans.opened import OpenPlan
    from groundplan.consult.advisor import Advisor
    from groundplan.models.asking import Allowed, Asker
    from groundplan.plan.hint import Run
    from groundplan.plan.playbook import CheckpointSpec

SECONDS: Final = 900.0  # for one answer: an agent reads code first


@dataclass(frozen=True, slots=True)
class Wanted:
    """What advice is wanted on: the whole, or one part; a question of the person's own; how long to wait."""

    on: str = ""  # a section or a decision
    question: str = ""
    seconds: float = SECONDS


@dataclass(frozen=True, slots=True)
class Seat:
    """An advisor, who asks it, and what it is sent; the same thing sent again is the same job."""

    advisor: Advisor
    asker: Asker
    prompt: Prompt

    @property
    def digest(self) -> str:
        """Return what an answer is bound to: model and words."""
        model = getattr(self.asker.model, "model", "")
        told = [self.advisor.model, model, self.prompt.text, str(self.prompt.repository or "")]
        return hashlib.sha256(json.dumps(told).encode()).hexdigest()

    @property
    def job(self) -> str:
        """Return the name of its job."""
        return f"{self.advisor.slug}-{self.digest[:8]}"

    @property
    def tokens(self) -> int:
        """Return about how much is sent."""
        return count_tokens(self.prompt.text)

    @property
    def dollars(self) -> float | None:
        """Return about what an answer costs; None where the price is unknown."""
        return self.asker.estimate(self.prompt)


@dataclass(frozen=True, slots=True)
class Council:
    """All who are asked at once."""

    seats: tuple[Seat, ...]
    models: tuple[str, ...]  # in the order in which they were named
    wanted: Wanted

    @property
    def allowed(self) -> Allowed:
        """Return what all of it may take."""
        return self.seats[0].asker.allowed

    def again(self, opened: OpenPlan) -> Run:
        """Return the command that asks the same again."""
        words: list[str | dict[str, str]] = [self.wanted.question] if self.wanted.question else []
        words += [{"with": model} for model in self.models]
        words += [{"on": self.wanted.on}] if self.wanted.on else []
        return run(CONSULT, *words).on(opened.known.handle)


def demand_brief(opened: OpenPlan, *, asks_all: bool) -> None:
    """Refuse where the brief is not complete; which sections it is, the playbook says."""
    for spec in _guards(opened):
        _demand_passed(opened, spec, asks_all=asks_all)


def prepare_council(opened: OpenPlan, askers: Sequence[Asker], wanted: Wanted) -> Council:
    """Put together what each advisor would be sent, or refuse where the brief is not complete.

    Which lenses there are, the playbook says. Nothing is sent.
    """
    demand_brief(opened, asks_all=not wanted.on)
    guards = _guards(opened)
    lenses = opened.playbook.lenses
    if not (wanted.on or lenses):
        raise Refused(
            f"Playbook `{opened.playbook.name}` has no lenses to ask for advice on the whole plan",
            hint=Hint("Ask about one part: ", run(CONSULT, {"on": "<section>"}).on(opened.known.handle)),
        )
    matter = _matter(opened, guards, wanted)
    by_name = {asker.model.name: asker for asker in askers}
    # A second opinion is on all of a part: a lens would hide what is outside it.
    advisors = seat({} if wanted.on else lenses, tuple(by_name))
    core = lenses.get(SHARED, "")
    root = opened.workspace.root

    def prompt(advisor: Advisor) -> Prompt:
        reads_code = by_name[advisor.model].model.reads_code
        text = write_brief(matter, advisor, core=core, root=str(root) if reads_code else "")
        return Prompt(text, schema=SCHEMA, repository=root, seconds=wanted.seconds)

    seats = tuple(Seat(each, by_name[each.model], prompt(each)) for each in advisors)
    return Council(seats, tuple(by_name), wanted)


def refuse_over_budget(
    opened: OpenPlan, council: Council, seats: Sequence[Seat], budget: float | None
) -> None:
    """Refuse before anything is sent what is sure to take more than was allowed."""
    allowed = council.allowed
    most = allowed.dollars if budget is None else budget
    if len(seats) > allowed.calls:
        raise Refused(
            f"{len(seats)} advisors are to be asked, and {allowed.calls} calls are allowed",
            hint=_cheaper(opened, council),
        )
    known = [dollars for each in seats if (dollars := each.dollars) is not None]
    if sum(known) > most:
        raise Refused(
            f"Asking them costs about ${sum(known):.2f}, and ${most:.2f} is allowed",
            hint=_cheaper(opened, council),
        )


def _guards(opened: OpenPlan) -> list[CheckpointSpec]:
    return [spec for spec in opened.playbook.checkpoints if CONSULT in spec.guards]


def _cheaper(opened: OpenPlan, council: Council) -> Hint:
    again = run(CONSULT, {"with": council.seats[0].advisor.model}).on(opened.known.handle)
    return Hint("Ask fewer: ", again, ", or raise the limits in your models.toml")


def _demand_passed(opened: OpenPlan, spec: CheckpointSpec, *, asks_all: bool) -> None:
    standing = opened.judgement.standing.checkpoint(spec.id)
    handle = opened.known.handle
    if standing.state is not State.PASSED:
        keys = dict.fromkeys(f"`{each.section}`" for each in standing.findings if each.section)
        is_unfinished = all(each.code in INCOMPLETE for each in standing.findings)
        named = f": see {', '.join(keys)}" if keys else ""
        raise Refused(
            f"Nobody is asked before checkpoint `{spec.id}` has passed{named}",
            findings=standing.findings[:10],
            hint=Hint("What belongs there: ", run("brief").on(handle)) if is_unfinished else "",
        )
    # One part may be looked at because something is open; a plan is made of what is settled.
    waiting = opened.judgement.promises.open_questions
    if asks_all and spec.blocked_message and waiting:
        raise Refused(
            fill_message(opened, standing), hint=Hint(run("answer", waiting[0].id, WORDS).on(handle))
        )


def _matter(opened: OpenPlan, guards: Sequence[CheckpointSpec], wanted: Wanted) -> Matter:
    goal = "" if guards else read_goal_text(opened)
    if guards:
        covered = {key for spec in guards for key in opened.plan.covered(spec.covers)}
        sections = [(each.title, each.body) for each in opened.plan.sections if each.key in covered]
        decided = "\n".join(f"- {each}" for each in tell_decided(opened))
        sections += [("Decided", decided)] if decided else []
        asked = "\n".join(_open_questions(opened))
        sections += [("Open questions, and what holds until somebody answers", asked)] if asked else []
    else:
        copies = copies_to_read(opened, opened.plan)
        sections = [(f"The plan: {path}", text) for path, text in copies.items()]
    return Matter(goal, tuple(sections), _part(opened, wanted.on), wanted.question)


def _open_questions(opened: OpenPlan) -> Iterator[str]:
    for each in (each for each in opened.judgement.promises.questions if each.is_open):
        default = each.asked.recommended if each.asked else ""
        yield f"- {each.text}" + (f" Default: {default}" if default else "")


def _part(opened: OpenPlan, name: str) -> tuple[str, str] | None:
    """Return the title and the words of a decision or a section."""
    if not name:
        return None
    for decision in opened.judgement.promises.decisions:
        if decision.id.casefold() == name.casefold():
            lines = [f"Decided: {decision.title}", f"Because: {decision.reason}"]
            lines += [f"Rejected: {option}: {why}" for option, why in decision.rejected]
            return f"decision {decision.id}", "\n".join(lines)
    section = opened.plan.section(resolve_key(opened, name))
    if section is None or section.key not in opened.judgement.standing.complete:
        raise Refused(
            f"Section `{name}` is not written yet, so there is nothing to ask about",
            hint=Hint("Write it: ", run("write", name).on(opened.known.handle)),
        )
    return section.title, section.body


def tell_shared(council: Council) -> Iterator[str]:
    """Yield a sentence for each model that takes several lenses, and for each lens that several take."""
    of_model: dict[str, list[str]] = {}
    of_lens: dict[str, list[str]] = {}
    for each in council.seats:
        lens = each.advisor.lens.name if each.advisor.lens else ""
        of_model.setdefault(each.advisor.model, []).append(lens)
        of_lens.setdefault(lens, []).append(each.advisor.model)
    for model, lenses in of_model.items():
        if len(lenses) > 1:
            yield f"{model} takes {len(lenses)} lenses ({', '.join(lenses)}): its answers are not independent"
    for lens, models in of_lens.items():
        if lens and len(models) > 1:
            yield f"{', '.join(models)} look through the same lens: {lens}"
