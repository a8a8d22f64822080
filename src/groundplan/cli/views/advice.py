"""What advisors answered: a few lines for each, or all of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.app.consult.weighing import as_recorded
from groundplan.app.judgement.computed import one_line
from groundplan.cli.views.findings import count
from groundplan.cli.wrapping import Whole
from groundplan.consult.answer import ANSWERED, CANCELLED, FAILED, RUNNING
from groundplan.plan.hint import run
from groundplan.wording.tokens import take_within

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from groundplan.app.consult.answers import AdvisorJob
    from groundplan.app.plans.opened import OpenPlan
    from groundplan.cli.look import Screen
    from groundplan.consult.answer import Answer
    from groundplan.plan.advice import Claimed

_MARKS = {ANSWERED: ("✓", "ok"), RUNNING: ("…", "accent"), CANCELLED: ("-", "dim"), FAILED: ("✗", "bad")}
_SHOWN, _IN_FULL = 300, 4_000  # letters of an approach
_CENT = 0.01


def show_answers(screen: Screen, answers: Sequence[Answer]) -> None:
    """Put out each advisor's approach and top risk, and who is absent."""
    for each in answers:
        _show_head(screen, each)
        if each.state in {FAILED, CANCELLED}:
            screen.prose(one_line(each.why, _SHOWN), indent=6, tone="dim")
            continue
        _show_labelled(screen, "approach", each.approach)
        _show_labelled(screen, "top risk", each.top_risk)
        if each.state == ANSWERED and not (each.approach or each.top_risk):
            screen.prose(one_line(each.text, _SHOWN), indent=6)
    arrived = sum(each.state == ANSWERED for each in answers)
    known = [each.dollars for each in answers if each.dollars is not None]
    told = f"{arrived} of {len(answers)} answered"
    told += f", {spell_dollars(sum(known))}" if known else ""
    screen.line((told, "dim"))


def show_jobs(screen: Screen, opened: OpenPlan, found: Sequence[AdvisorJob]) -> None:
    """Put out the jobs of a plan, a line each."""
    if not found:
        screen.line("Nobody was asked about this plan on this machine.")
    for each in found:
        _show_head(screen, each.answer, each.id)
        if each.on:
            screen.line((f"about {each.on}", "dim"), indent=6)
        if each.answer.state == FAILED:
            screen.prose(one_line(each.answer.why, _SHOWN), indent=6, tone="dim")
    running = [each for each in found if each.answer.state == RUNNING]
    if running:
        screen.labelled("wait:", "accent", run("consult fetch", {"wait": True}).on(opened.known.handle))
        logs = dict.fromkeys(each.log for each in running if each.log)
        for log in logs:
            screen.line(("log: ", "dim"), Whole(log), indent=2)


def show_in_full(screen: Screen, opened: OpenPlan, found: Sequence[AdvisorJob], *, limit: int | None) -> None:
    """Put out what advisors answered, as it was read: each the same share of what may be put out."""
    share = limit // len(found) if limit and found else None
    judged = {(of.advisor, of.text): of for held in opened.judgement.promises.advice for of in held.claims}
    for job in found:
        each = job.answer
        _show_head(screen, each)
        if each.state != ANSWERED:
            screen.prose(one_line(each.why, _SHOWN) or "not yet", indent=6, tone="dim")
            continue
        _show_labelled(screen, "approach", each.approach, _IN_FULL)
        _show_labelled(screen, "top risk", each.top_risk, _IN_FULL)
        lines = list(_full_lines(each, judged))
        shown = take_within([text for text, _, _ in lines], share)
        for text, indent, tone in lines[:shown]:
            screen.prose(text, indent=indent, tone=tone)
        if shown < len(lines):
            rest = run("consult fetch", job.id, *([{"all": True}] if len(found) == 1 else []))
            left = count(len(lines) - shown, "more line")
            screen.line((f"… {left}: ", "dim"), rest.on(opened.known.handle), indent=6)


def _full_lines(each: Answer, judged: Mapping[tuple[str, str], Claimed]) -> Iterator[tuple[str, int, str]]:
    """Yield the claims and the work of an answer, each line with its indent and its tone."""
    for claim in each.claims:
        cites = f" ({', '.join(claim.cites)})" if claim.cites else ""
        of = judged.get((each.advisor, as_recorded(claim.text)))
        verdict = f"{of.id} [{of.standing}{f': {of.found}' if of.is_struck else ''}] " if of else ""
        yield f"- {verdict}{one_line(claim.text, 1_000)}{cites}", 6, ""
    for number, item in enumerate(each.items, 1):
        yield f"{number}. {one_line(item.title, 300)}", 6, ""
        for words in filter(None, (item.what, item.verify and f"Verify: {item.verify}")):
            yield one_line(words, 1_000), 9, "dim"


def _show_head(screen: Screen, each: Answer, name: str = "") -> None:
    mark, tone = _MARKS[each.state]
    taken = f"{each.seconds:.0f} s" if each.seconds else ""
    dollars = spell_dollars(each.dollars) if each.dollars is not None else ""
    found = [count(len(each.claims), "claim")] if each.claims else []
    found += [count(len(each.items), "item")] if each.items else []
    state = "" if each.state == ANSWERED else each.state
    told = "  ".join(filter(None, (each.lens, state, taken, dollars, ", ".join(found))))
    screen.line((mark, tone), " ", (name or each.advisor, "bold"), "  ", (told, "dim"), indent=2)


def _show_labelled(screen: Screen, label: str, words: str, most: int = _SHOWN) -> None:
    if words:
        screen.prose(f"{label}: {one_line(words, most)}", indent=6)


def spell_dollars(dollars: float) -> str:
    """Return an amount as people read it."""
    return f"${dollars:.2f}" if dollars >= _CENT or not dollars else f"${dollars:.4f}"
