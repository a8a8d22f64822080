"""What decides between what is there and something new: a purpose's questions, and what deployment says."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.code.outline import Kind
from groundplan.plan.dataclass import dataclass
from groundplan.plan.late_regex import late_regex
from groundplan.planner.challenge import Challenge
from groundplan.planner.challenges.wanted import interval, routes
from groundplan.planner.phrases import cite, code, counted
from groundplan.planner.question import Choice, Question
from groundplan.survey.flow.following import sink_kind
from groundplan.survey.sources import is_own_code, root_of
from groundplan.survey.spot import Spot

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.code.outline import Definition, Outline
    from groundplan.code.view import CodeView
    from groundplan.planner.challenges.own_modules import OwnModule
    from groundplan.planner.challenges.purposes import Ask, Named, Purpose
    from groundplan.planner.pack import EvidencePack

_SLOW = late_regex(
    r"\b(?:slow\w*|latency|performance|speed(?:s|ing)? up|faster|response times?)\b", re.IGNORECASE
)
_MEASURED = late_regex(r"\b\d+(?:[.,]\d+)?\s?(?:ms|milliseconds?|s|secs?|seconds?)\b", re.IGNORECASE)
MOST_FILES = 200
MOST_BYTES = 200_000
_FILE = late_regex(r"\.(?:ya?ml|toml|tf)$|(?:^|/)Procfile$")
_HELD_OUT = late_regex(
    r"(?:^|/)(?:tests?|examples?|fixtures|testdata|docs?|node_modules|vendor)/", re.IGNORECASE
)
_COUNT = late_regex(
    r"^\s{0,60}(?:- )?(replicas|minReplicas|replicaCount|min_machines_running|minInstances)\s?[:=]"
    r"\s?(\d{1,5})\b"
)
_MOST_CALLED = 50
_FUNCTIONS = frozenset({Kind.FUNCTION, Kind.METHOD})
_STORES = frozenset({"database"})


@dataclass(frozen=True, slots=True)
class Handler:
    """What answers a route: the function, and the lines where it asks a store."""

    path: str
    definition: Definition
    queries: tuple[Spot, ...]

    @property
    def citation(self) -> str:
        """Return it as a plan cites it."""
        return f"{self.path}::{self.definition.qualified}"


@dataclass(frozen=True, slots=True)
class Instances:
    """How many instances a deployment file asks for, and the line that says so."""

    count: int
    at: Spot


def too_many_instances(pack: EvidencePack, purpose: Purpose, module: OwnModule | None) -> Instances | None:
    """Return the instances the deployment runs, where there are several and a module keeps values in each."""
    if module is None or not any(each.counts for each in purpose.asks):
        return None
    found = find_instances(pack.index)
    return found if found and found.count > 1 else None


def deciding_questions(
    pack: EvidencePack, detector: str, named: Named | None, purpose: Purpose, module: OwnModule | None
) -> Iterator[Challenge]:
    """Return what has to be known first; what the deployment says is not asked."""
    if module is None:
        return
    instances = too_many_instances(pack, purpose, module)
    spoken = named.spoken if named else ""
    for ask in purpose.asks:
        if ask.counts and instances:
            yield _answered(detector, purpose, module, instances)
        elif _has_cause(pack, ask, named):
            yield _asked(pack, detector, (spoken, purpose, module), ask)


def _has_cause(pack: EvidencePack, ask: Ask, named: Named | None) -> bool:
    """Whether a question is to the point: not every goal about a cache is about a slow page."""
    text = pack.goal.text
    if ask.when == "slow":
        return not _MEASURED.search(text) and bool(_SLOW.search(text) or routes(text))
    if ask.when == "served":
        return (named is not None and named.needs_server) or bool(routes(text))
    return True


def _answered(detector: str, purpose: Purpose, module: OwnModule, instances: Instances) -> Challenge:
    return Challenge(
        detector,
        f"{purpose.name}:instances",
        f"{code(instances.at)} asks for {instances.count} instances. {code(module.path)} lives in one, "
        f"so there would be {instances.count} of it, and after a change they would answer differently.",
        (str(instances.at), module.citation),
        {"instances": instances.count},
        advice="Share it between the instances, or let every write drop the value in all of them.",
        mitigation="A test with two instances of it that expects both to see one write.",
        risk="operational",
        weight=2.5,
    )


def _asked(pack: EvidencePack, detector: str, about: tuple[str, Purpose, OwnModule], ask: Ask) -> Challenge:
    spoken, purpose, _ = about
    when = interval(pack.goal.text) or "on time"
    claim, evidence, numbers = _ground(pack, about, ask, when)
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


def _ground(
    pack: EvidencePack, about: tuple[str, Purpose, OwnModule], ask: Ask, when: str
) -> tuple[str, tuple[str, ...], dict[str, int | float]]:
    """Return why a question decides: what the code shows, its citations, its numbers."""
    spoken, _, module = about
    if ask.subject == "freshness":
        for route in routes(pack.goal.text):
            handler = find_handler(pack.index, route)
            if handler and handler.queries:
                spots = [str(each) for each in handler.queries]
                asks = counted(len(spots), "call to the database", "calls to the database")
                claim = (
                    f"{code(handler.citation)} makes {asks} ({cite(spots, 4)}); how long they take is not "
                )
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


def find_instances(index: CodeView) -> Instances | None:
    """Return the highest number of instances that the deployment files ask for, or None."""
    found: list[Instances] = []
    paths = {
        path
        for word in ("replicas", "minReplicas", "replicaCount", "min_machines_running", "minInstances")
        for path in index.files_with(word)
    }
    for path in sorted(paths)[:MOST_FILES]:
        if not _FILE.search(path) or _HELD_OUT.search(path):
            continue
        text = (index.text(path) or b"")[:MOST_BYTES].decode("utf-8", "replace")
        for number, line in enumerate(text.split("\n"), 1):
            match = _COUNT.match(line[:200])
            if match and int(match[2]):
                found.append(Instances(int(match[2]), Spot(path, number)))
    return max(found, key=lambda each: each.count, default=None)


def find_handler(index: CodeView, route: str) -> Handler | None:
    """Return the one function that answers a route, known by the route's own text beside it; else None."""
    steps = [each for each in route.split("/") if each]
    if not steps:
        return None
    found = []
    for path in index.files_with(steps[0].strip("{}<>:"))[:_MOST_CALLED]:
        outline = index.outline(path) if is_own_code(path) else None
        if outline is None:
            continue
        text = (index.text(path) or b"").decode("utf-8", "replace")
        # The whole route, or the rest of it where the file sets its first step as a prefix.
        rest = "/" + "/".join(steps[1:]) if len(steps) > 1 else ""
        wanted = [route] if f'"{route}"' in text or f"'{route}'" in text else []
        if not wanted and rest and (f'"/{steps[0]}"' in text or f"'/{steps[0]}'" in text):
            wanted = [rest]
        for number, line in enumerate(text.split("\n"), 1):
            if any(f'"{each}"' in line or f"'{each}'" in line for each in wanted):
                definition = _around(outline, number)
                if definition:
                    found.append(Handler(path, definition, _queries(path, outline, definition)))
    return found[0] if len({each.citation for each in found}) == 1 else None


def _around(outline: Outline, line: int) -> Definition | None:
    return next((e for e in outline.definitions if e.kind in _FUNCTIONS and e.first <= line <= e.last), None)


def _queries(path: str, outline: Outline, definition: Definition) -> tuple[Spot, ...]:
    roots = frozenset(root_of(each.module) for each in outline.imports)
    lines = {
        line
        for words, places in outline.calls.items()
        if sink_kind(outline.language, words, roots) in _STORES
        for line in places
        if definition.first <= line <= definition.last
    }
    return tuple(Spot(path, line) for line in sorted(lines))
