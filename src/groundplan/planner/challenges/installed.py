"""Challenges a new dependency where an equal one is installed, or a module or the standard library serves."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from groundplan.plan.dataclass import dataclass
from groundplan.plan.late_regex import late_regex
from groundplan.planner.challenge import Challenge
from groundplan.planner.challenges.deciding import deciding_questions, too_many_instances
from groundplan.planner.challenges.own_modules import own_modules
from groundplan.planner.challenges.purposes import named_packages, short_name
from groundplan.planner.phrases import cite, code, counted
from groundplan.planner.question import Choice, Question
from groundplan.survey.manifest.facts import normal_name
from groundplan.survey.sources import is_own_code, root_of
from groundplan.survey.spot import Spot

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.planner.challenges.own_modules import OwnModule
    from groundplan.planner.challenges.purposes import Named, Purpose
    from groundplan.planner.pack import EvidencePack
    from groundplan.survey.manifest.facts import Dependency

NAME = "installed"
_RUNS = frozenset(("", "default", "main", "dependencies", "prod", "production"))
_SINCE = late_regex(r"since (?:Python|Go|Node) (\d+)(?:\.(\d+))?")
_LOWEST = late_regex(r"(?:>=?|~=|\^|==|~)?\s{0,3}v?(\d+)(?:\.(\d+))?")
_LANGUAGES = {"pypi": "python", "go": "go", "npm": "node.js"}


@dataclass(frozen=True, slots=True)
class Instead:
    """What serves instead of a new package: words for it, where it stands, and how surely."""

    noun: str  # as a choice names it: `app/cache.py`
    clause: str  # as a sentence begins with it
    evidence: tuple[str, ...]
    weight: float
    module: OwnModule | None = None


def detect(pack: EvidencePack) -> Iterator[Challenge]:
    """Return a challenge for each new package that something here already stands in for."""
    for named in named_packages(pack.goal.text):
        ecosystem = _ecosystem(pack, named)
        if not ecosystem or _is_known(pack, named):
            continue
        for purpose in named.purposes:
            instead = _instead(pack, purpose, ecosystem)
            if instead:
                yield from _challenges(pack, named, purpose, instead)
                break


def _ecosystem(pack: EvidencePack, named: Named) -> str:
    """Return the ecosystem of this repository in which the package would be added, or nothing."""
    projects = [each.ecosystem for each in pack.manifest.projects if not each.is_example]
    here = projects or [each.ecosystem for each in pack.manifest.dependencies]
    return next((each for each in here if each in named.ecosystems), "")


def _meant(named: Named) -> frozenset[str]:
    """Return every package that the goal's word may mean."""
    word = normal_name(named.spoken)
    return frozenset(
        package
        for purpose in named.purposes
        for packages in purpose.packages.values()
        for package in packages
        if word in {normal_name(package), normal_name(short_name(package))}
        or word in normal_name(package).split("-")
    )


def _is_known(pack: EvidencePack, named: Named) -> bool:
    """Whether the package is declared or imported already: then it is no new dependency."""
    names = {normal_name(each) for each in _meant(named)} | {normal_name(named.spoken)}
    if any(not found.is_indirect for each in names for found in pack.manifest.find(each)):
        return True
    wanted = {each.replace("-", "_") for each in names} | names
    return any(
        root_of(each.module).lower() in wanted
        for path, imports in pack.index.imports()
        for each in imports
        if not each.module.startswith(".")
    )


def _instead(pack: EvidencePack, purpose: Purpose, ecosystem: str) -> Instead | None:
    found = _equal(pack, purpose, ecosystem) or _own(pack, purpose)
    if found is None:
        return _standard(pack, purpose, ecosystem)
    return _with_idle(pack, purpose, ecosystem, found) if found.module else found


def _with_idle(pack: EvidencePack, purpose: Purpose, ecosystem: str, found: Instead) -> Instead:
    """Add a package of the purpose that is declared and that nothing imports yet: it costs nothing new."""
    peers = {normal_name(each) for each in purpose.packages[ecosystem]}
    for each in pack.manifest.dependencies:
        is_peer = normal_name(each.name) in peers and each.ecosystem == ecosystem and each.group in _RUNS
        if is_peer and not each.is_indirect and not _imported_at(pack, each):
            name = code(short_name(each.name))
            told = f" {name} is declared already ({code(each.at)}) and could serve with it."
            return replace(found, clause=f"{found.clause}{told}", evidence=(*found.evidence, str(each.at)))
    return found


def _equal(pack: EvidencePack, purpose: Purpose, ecosystem: str) -> Instead | None:
    """Return the installed package of the same purpose that own code imports."""
    said = normal_name(pack.goal.text)
    examples = {each.folder for each in pack.manifest.projects if each.is_example}
    own = {normal_name(each.name) for each in pack.manifest.projects}
    peers = {normal_name(each) for each in purpose.packages[ecosystem]} - own
    found: list[tuple[bool, int, Dependency, list[Spot]]] = []
    for each in pack.manifest.dependencies:
        name = normal_name(each.name)
        if name not in peers or each.ecosystem != ecosystem or each.is_indirect or each.project in examples:
            continue
        if not purpose.is_dev and each.group not in _RUNS:
            continue
        if re.search(rf"(?<![\w-]){re.escape(normal_name(short_name(each.name)))}(?![\w-])", said):
            return None  # the goal speaks of it: whoever wrote it knows
        used = [spot for spot in _imported_at(pack, each) if spot.path.startswith(each.project)]
        if used or purpose.is_dev:
            found.append((not _is_near(pack, each), -len(used), each, used))
    if not found:
        return None
    _, _, best, used = min(found, key=lambda one: one[:2])
    return _as_package(purpose, best, used)


def _is_near(pack: EvidencePack, dependency: Dependency) -> bool:
    """Whether a dependency is declared by the project that the foremost target stands in."""
    return bool(pack.targets) and pack.targets[0].path.startswith(dependency.project)


def _as_package(purpose: Purpose, each: Dependency, used: list[Spot]) -> Instead:
    version = each.locked or each.declared
    # a package's address would read as a path of this repository
    name = code(short_name(each.name))
    shown = f"{name}{' ' + version if version and len(version) < 20 else ''}"
    where = f", imported at {cite(used, 2)}" if used else ""
    return Instead(
        name,
        f"We already depend on {shown} ({code(each.at)}{where}), which serves to {purpose.does} as well",
        (str(each.at), *map(str, used[:3])),
        3.0 if used else 2.0,
    )


def _imported_at(pack: EvidencePack, dependency: Dependency) -> list[Spot]:
    plain = dependency.name.lower()
    wanted = {plain, plain.replace("-", "_"), plain.removeprefix("py"), plain.removeprefix("python-")}
    is_go = dependency.ecosystem == "go"
    return [
        Spot(path, each.line)
        for path, imports in pack.index.imports()
        if is_own_code(path)
        for each in imports
        if root_of(each.module).lower() in wanted or (is_go and each.module.lower().startswith(plain))
    ]


def _own(pack: EvidencePack, purpose: Purpose) -> Instead | None:
    modules = own_modules(pack, purpose) if purpose.stems or purpose.keys else []
    if not modules:
        return None
    module = modules[0]
    used = f", imported in {counted(module.users, 'file')}" if module.users else ""
    kept = (
        ", a dictionary inside the process"
        if module.is_plain_dict and any(e.counts for e in purpose.asks)
        else ""
    )
    hook = f" A listener on its startup (`{module.hook}`) could do the work." if module.hook else ""
    return Instead(
        code(module.path),
        f"We already have {code(module.citation)}{module.shown_offers}{kept}{used}.{hook}",
        (module.citation, *((str(module.hook),) if module.hook else ())),
        3.0,
        module,
    )


def _standard(pack: EvidencePack, purpose: Purpose, ecosystem: str) -> Instead | None:
    """Return what the standard library has, where the repository's oldest version has it too."""
    words = purpose.standard.get(ecosystem, "")
    since = _SINCE.search(words)
    floors = [each for each in pack.manifest.runtimes if each.language.lower() == _LANGUAGES[ecosystem]]
    if not words or not floors or since is None:
        return None
    lowest, at = min(((_version(each.declared), each.at) for each in floors), key=lambda pair: pair[0])
    if lowest < (int(since[1]), int(since[2] or 0)):
        return None
    name = words.partition(" (")[0]
    return Instead(
        name, f"The standard library has {words}, and {code(at)} asks for no older one", (str(at),), 2.0
    )


def _version(declared: str) -> tuple[int, int]:
    match = _LOWEST.search(declared)
    return (int(match[1]), int(match[2] or 0)) if match else (0, 0)


def _challenges(pack: EvidencePack, named: Named, purpose: Purpose, instead: Instead) -> Iterator[Challenge]:
    manifests = [each.at.path for each in pack.manifest.projects if not each.is_example][:1]
    brings = f" and bring {purpose.server_cost if named.needs_server else purpose.cost}"
    new = f"{code(named.spoken)} is declared nowhere here: it would be a new dependency{brings}."
    instances = too_many_instances(pack, purpose, instead.module)
    over = ""
    if instances and named.needs_server:
        over = f" But {code(instances.at)} asks for {instances.count} instances, each with values of its own."
    clause = instead.clause if instead.clause.endswith(".") else f"{instead.clause}."
    subject = f"installed:{normal_name(named.spoken)}"
    yield Challenge(
        NAME,
        subject,
        f"{clause} {new}{over}",
        (*instead.evidence, *([str(instances.at)] if over and instances else []), *manifests),
        {"declared": len(pack.manifest.dependencies), "instances": instances.count if instances else 0},
        advice=f"Extend {instead.noun} first and add {code(named.spoken)} only for what it cannot do."
        if not over
        else f"Keep {instead.noun} as an option for one instance; several need a shared store.",
        question=_question(named, purpose, instead, over),
        weight=instead.weight,
    )
    yield from deciding_questions(pack, NAME, named, purpose, instead.module)


def _question(named: Named, purpose: Purpose, instead: Instead, over: str) -> Question:
    spoken = code(named.spoken)
    asks = purpose.asks if instead.module else ()
    server = ", with the service it needs" if named.needs_server else ""
    return Question(
        f"installed:{normal_name(named.spoken)}",
        f"Is {instead.noun} enough for this, or do we add {spoken}?",
        over.strip() or instead.clause,
        (Choice("reuse", f"Build on {instead.noun}"), Choice("new", f"Add {spoken}{server}")),
        "new" if over else "reuse",
        weight=instead.weight,
        after=tuple(f"{purpose.name}:{each.subject}" for each in asks),
        sways={f"{purpose.name}:{each.subject}={each.sways}": "new" for each in asks if each.sways},
        assumption=f"{spoken} is added" if over else f"the change builds on {instead.noun}, without {spoken}",
    )
