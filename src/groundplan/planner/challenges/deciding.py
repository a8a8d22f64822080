"""What decides between what is there and something new: a purpose's questions, and what deployment says."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.evidence.contrary.wanted import interval, routes
from groundplan.plan.dataclass import dataclass
from groundplan.plan.late_regex import late_regex
from groundplan.planner.challenge import Challenge
from groundplan.planner.phrases import cite, code, counted
from groundplan.planner.question import Choice, Question

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.evidence.contrary.kinds import Instances, OwnModule, Served
    from groundplan.evidence.contrary.purposes import Ask, Purpose

_SLOW = late_regex(
    r"\b(?:slow\w*|latency|performance|speed(?:s|ing)? up|faster|response times?)\b", re.IGNORECASE
)
_MEASURED = late_regex(r"\b\d+(?:[.,]\d+)?\s?(?:ms|milliseconds?|s|secs?|seconds?)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Weighed:
    """A module that is there, weighed against something new: the goal, what for, what the code says."""

    goal: str
    purpose: Purpose
    module: OwnModule
    served: Served
    spoken: str = ""  # the package that the goal would bring in, as it writes it
    needs_server: bool = False


def deciding_questions(detector: str, weighed: Weighed) -> Iterator[Challenge]:
    """Return what has to be known first; what the deployment says is not asked."""
    instances = weighed.served.instances
    for ask in weighed.purpose.asks:
        if ask.counts and instances:
            yield _answered(detector, weighed, instances)
        elif _has_cause(weighed, ask):
            yield _asked(detector, weighed, ask)


def shown_offers(module: OwnModule) -> str:
    """Return what a module offers as the end of a clause; nothing where it is one function."""
    names = [each.name for each in module.offers if each != module.main or len(module.offers) > 1]
    return f" with {'async ' if module.is_async else ''}{cite(names, 3)}" if names else ""


def _has_cause(weighed: Weighed, ask: Ask) -> bool:
    """Whether a question is to the point: not every goal about a cache is about a slow page."""
    text = weighed.goal
    if ask.when == "slow":
        return not _MEASURED.search(text) and bool(_SLOW.search(text) or routes(text))
    if ask.when == "served":
        return weighed.needs_server or bool(routes(text))
    return True


def _answered(detector: str, weighed: Weighed, instances: Instances) -> Challenge:
    module = weighed.module
    return Challenge(
        detector,
        f"{weighed.purpose.name}:instances",
        f"{code(instances.at)} asks for {instances.count} instances. {code(module.path)} lives in one, "
        f"so there would be {instances.count} of it, and after a change they would answer differently.",
        (str(instances.at), module.citation),
        {"instances": instances.count},
        advice="Share it between the instances, or let every write drop the value in all of them.",
        mitigation="A test with two instances of it that expects both to see one write.",
        weight=2.5,
    )


def _asked(detector: str, weighed: Weighed, ask: Ask) -> Challenge:
    spoken, purpose = weighed.spoken, weighed.purpose
    when = interval(weighed.goal) or "on time"
    claim, evidence, numbers = _ground(weighed, ask, when)
    question = Question(
        f"{purpose.name}:{ask.subject}",
        ask.text.replace("{when}", when),
        claim,
        tuple(Choice(name, text.replace("{when}", when)) for name, text in ask.choices),
        ask.takes,
        weight=3.2,
        assumption=ask.assumption.replace("{when}", when),
    )
    advice = f"Settle this before {code(spoken)} is added." if spoken else "Settle this first."
    return Challenge(
        detector,
        f"{purpose.name}:{ask.subject}",
        claim,
        evidence,
        numbers,
        advice,
        question=question,
        weight=2.0,
    )


def _ground(weighed: Weighed, ask: Ask, when: str) -> tuple[str, tuple[str, ...], dict[str, int | float]]:
    """Return why a question decides: what the code shows, its citations, its numbers."""
    spoken, module, handler = weighed.spoken, weighed.module, weighed.served.handler
    if ask.subject == "freshness" and handler is not None:
        spots = [str(each) for each in handler.queries]
        asks = counted(len(spots), "call to the database", "calls to the database")
        claim = f"{code(handler.citation)} makes {asks} ({cite(spots, 4)}); how long they take is not "
        claim += f"known here, and {ask.why}."
        return claim, (handler.citation, *spots[:4], module.citation), {"queries": len(spots)}
    if ask.why:
        return (
            f"What {code(module.path)} can do here is not decided by the code alone: {ask.why}.",
            (module.citation,),
            {},
        )
    at = f" (a listener on its startup, {code(module.hook)})" if module.hook else ""
    new = code(spoken) if spoken else "something new"
    claim = f"A loop over {code(module.path)}{at} runs roughly {when}; what needs {new} is exact timing."
    return claim, (module.citation, *((str(module.hook),) if module.hook else ())), {}
