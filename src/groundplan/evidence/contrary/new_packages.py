"""Finds what may serve instead of a package that the goal would bring in: another one, or own code."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.evidence.contrary.deployed import find_served
from groundplan.evidence.contrary.kinds import Declared, NewPackage, Standard
from groundplan.evidence.contrary.own_modules import own_modules
from groundplan.evidence.contrary.purposes import named_packages, short_name
from groundplan.plan.late_regex import late_regex
from groundplan.survey.manifest.facts import normal_name
from groundplan.survey.sources import is_own_code, root_of
from groundplan.survey.spot import Spot

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.evidence.contrary.kinds import OwnModule
    from groundplan.evidence.contrary.purposes import Named, Purpose
    from groundplan.evidence.pack import EvidencePack
    from groundplan.survey.manifest.facts import Dependency

_RUNS = frozenset(("", "default", "main", "dependencies", "prod", "production"))
_SINCE = late_regex(r"since (?:Python|Go|Node) (\d+)(?:\.(\d+))?")
_LOWEST = late_regex(r"(?:>=?|~=|\^|==|~)?\s{0,3}v?(\d+)(?:\.(\d+))?")
_LANGUAGES = {"pypi": "python", "go": "go", "npm": "node.js"}


def find_new_packages(pack: EvidencePack) -> Iterator[NewPackage]:
    """Return each new package that something here already stands in for, with that."""
    for named in named_packages(pack.goal.text):
        ecosystem = _ecosystem(pack, named)
        if ecosystem and not _is_known(pack, named):
            found = (_instead(pack, named, purpose, ecosystem) for purpose in named.purposes)
            yield from [each for each in (next(filter(None, found), None),) if each]


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


def _instead(pack: EvidencePack, named: Named, purpose: Purpose, ecosystem: str) -> NewPackage | None:
    declared = _equal(pack, purpose, ecosystem)
    module = _own(pack, purpose) if declared is None else None
    standard = _standard(pack, purpose, ecosystem) if declared is None and module is None else None
    if not (declared or module or standard):
        return None
    return NewPackage(
        named.spoken,
        purpose.name,
        named.needs_server,
        tuple(each.at.path for each in pack.manifest.projects if not each.is_example)[:1],
        len(pack.manifest.dependencies),
        declared,
        module,
        _idle(pack, purpose, ecosystem) if module else None,
        standard,
        find_served(pack, purpose, module),
    )


def _idle(pack: EvidencePack, purpose: Purpose, ecosystem: str) -> Declared | None:
    """Return a package of the purpose that is declared and that nothing imports yet: it costs nothing new."""
    peers = {normal_name(each) for each in purpose.packages[ecosystem]}
    for each in pack.manifest.dependencies:
        is_peer = normal_name(each.name) in peers and each.ecosystem == ecosystem and each.group in _RUNS
        if is_peer and not each.is_indirect and not _imported_at(pack, each):
            return _declared(each, [])
    return None


def _equal(pack: EvidencePack, purpose: Purpose, ecosystem: str) -> Declared | None:
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
    return _declared(best, used)


def _is_near(pack: EvidencePack, dependency: Dependency) -> bool:
    """Whether a dependency is declared by the project that the foremost target stands in."""
    return bool(pack.targets) and pack.targets[0].path.startswith(dependency.project)


def _declared(each: Dependency, used: list[Spot]) -> Declared:
    return Declared(each.name, each.locked or each.declared, each.at, tuple(used))


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


def _own(pack: EvidencePack, purpose: Purpose) -> OwnModule | None:
    modules = own_modules(pack, purpose) if purpose.stems or purpose.keys else []
    return modules[0] if modules else None


def _standard(pack: EvidencePack, purpose: Purpose, ecosystem: str) -> Standard | None:
    """Return what the standard library has, where the repository's oldest version has it too."""
    words = purpose.standard.get(ecosystem, "")
    since = _SINCE.search(words)
    floors = [each for each in pack.manifest.runtimes if each.language.lower() == _LANGUAGES[ecosystem]]
    if not words or not floors or since is None:
        return None
    lowest, at = min(((_version(each.declared), each.at) for each in floors), key=lambda pair: pair[0])
    if lowest < (int(since[1]), int(since[2] or 0)):
        return None
    return Standard(words, at)


def _version(declared: str) -> tuple[int, int]:
    match = _LOWEST.search(declared)
    return (int(match[1]), int(match[2] or 0)) if match else (0, 0)
