"""Challenges a new dependency where an equal one is installed, or a module or the standard library serves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.evidence.contrary.purposes import purpose_named, short_name
from groundplan.plan.dataclass import dataclass
from groundplan.planner.challenge import Challenge
from groundplan.planner.challenges.deciding import Weighed, deciding_questions, shown_offers
from groundplan.planner.phrases import cite, code, counted
from groundplan.planner.question import Choice, Question
from groundplan.survey.manifest.facts import normal_name

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.evidence.contrary.kinds import Declared, NewPackage, OwnModule, Standard
    from groundplan.evidence.contrary.purposes import Purpose
    from groundplan.evidence.facts import Facts

NAME = "installed"


@dataclass(frozen=True, slots=True)
class Instead:
    """What serves instead of a new package: words for it, where it stands, and how surely."""

    noun: str  # as a choice names it: `app/cache.py`
    clause: str  # as a sentence begins with it
    evidence: tuple[str, ...]
    weight: float


def detect(facts: Facts) -> Iterator[Challenge]:
    """Return a challenge for each new package that something here already stands in for."""
    for found in facts.contrary.new_packages:
        purpose = purpose_named(found.purpose)
        yield _challenge(found, purpose, _instead(found, purpose))
        if found.module:
            about = (purpose, found.module, found.served, found.spoken)
            weighed = Weighed(facts.goal.text, *about, needs_server=found.needs_server)
            yield from deciding_questions(NAME, weighed)


def _instead(found: NewPackage, purpose: Purpose) -> Instead:
    if found.declared:
        return _package(purpose, found.declared)
    if found.module:
        return _own(purpose, found.module, found.idle)
    assert found.standard is not None
    return _standard(found.standard)


def _package(purpose: Purpose, each: Declared) -> Instead:
    # a package's address would read as a path of this repository
    name = code(short_name(each.name))
    shown = f"{name}{' ' + each.version if each.version and len(each.version) < 20 else ''}"
    where = f", imported at {cite(each.used, 2)}" if each.used else ""
    return Instead(
        name,
        f"We already depend on {shown} ({code(each.at)}{where}), which serves to {purpose.does} as well",
        (str(each.at), *map(str, each.used[:3])),
        3.0 if each.used else 2.0,
    )


def _own(purpose: Purpose, module: OwnModule, idle: Declared | None) -> Instead:
    used = f", imported in {counted(module.users, 'file')}" if module.users else ""
    kept = (
        ", a dictionary inside the process"
        if module.is_plain_dict and any(e.counts for e in purpose.asks)
        else ""
    )
    hook = f" A listener on its startup (`{module.hook}`) could do the work." if module.hook else ""
    told = (
        f" {code(short_name(idle.name))} is declared already ({code(idle.at)}) and could serve with it."
        if idle
        else ""
    )
    return Instead(
        code(module.path),
        f"We already have {code(module.citation)}{shown_offers(module)}{kept}{used}.{hook}{told}",
        tuple(str(each) for each in (module.citation, module.hook, idle.at if idle else None) if each),
        3.0,
    )


def _standard(found: Standard) -> Instead:
    clause = f"The standard library has {found.words}, and {code(found.at)} asks for no older one"
    return Instead(found.words.partition(" (")[0], clause, (str(found.at),), 2.0)


def _challenge(found: NewPackage, purpose: Purpose, instead: Instead) -> Challenge:
    brings = f" and bring {purpose.server_cost if found.needs_server else purpose.cost}"
    new = f"{code(found.spoken)} is declared nowhere here: it would be a new dependency{brings}."
    instances = found.served.instances
    over = ""
    if instances and found.needs_server:
        over = f" But {code(instances.at)} asks for {instances.count} instances, each with values of its own."
    clause = instead.clause if instead.clause.endswith(".") else f"{instead.clause}."
    return Challenge(
        NAME,
        f"installed:{normal_name(found.spoken)}",
        f"{clause} {new}{over}",
        (*instead.evidence, *([str(instances.at)] if over and instances else []), *found.manifests),
        {"declared": found.dependencies, "instances": instances.count if instances else 0},
        advice=f"Extend {instead.noun} first and add {code(found.spoken)} only for what it cannot do."
        if not over
        else f"Keep {instead.noun} as an option for one instance; several need a shared store.",
        question=_question(found, purpose, instead, over),
        weight=instead.weight,
    )


def _question(found: NewPackage, purpose: Purpose, instead: Instead, over: str) -> Question:
    spoken = code(found.spoken)
    asks = purpose.asks if found.module else ()
    server = ", with the service it needs" if found.needs_server else ""
    return Question(
        f"installed:{normal_name(found.spoken)}",
        f"Is {instead.noun} enough for this, or do we add {spoken}?",
        over.strip() or instead.clause,
        (Choice("reuse", f"Build on {instead.noun}"), Choice("new", f"Add {spoken}{server}")),
        "new" if over else "reuse",
        weight=instead.weight,
        after=tuple(f"{purpose.name}:{each.subject}" for each in asks),
        sways={f"{purpose.name}:{each.subject}={each.sways}": "new" for each in asks if each.sways},
        assumption=f"{spoken} is added" if over else f"the change builds on {instead.noun}, without {spoken}",
    )
