"""Whether a package is among what the project needs, where words say that it is or is not."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from groundplan.plan.statement import Answer, Topic, Verdict
from groundplan.survey.manifest.facts import normal_name
from groundplan.survey.stated.here import settle
from groundplan.survey.stated.versions import find_declared

if TYPE_CHECKING:
    from groundplan.plan.statement import Statement
    from groundplan.survey.stated.here import Here

_PARTS = re.compile(r"[\w@-]+")


def judge_dependency(here: Here, statement: Statement) -> Answer:
    """Tell whether some manifest asks for a package, by its exact name."""
    return settle(statement, _judge(here, statement))


def _judge(here: Here, statement: Statement) -> Answer:
    name, file = statement.subject, statement.citation
    declared = find_declared(here.manifest, name)
    if file is not None:
        declared = tuple(each for each in declared if f"/{each.at.path}".endswith(f"/{file.path}"))
    if declared:
        places = tuple(dict.fromkeys(f"{each.at.path}:{each.at.line}" for each in declared))
        range_ = next((each.declared for each in declared if each.declared), "")
        found = f"`{places[0]}` asks for `{name}`{f' {range_}' if range_ else ''}"
        is_indirect = all(each.is_indirect for each in declared)
        return Answer(statement, Verdict.UNKNOWN if is_indirect else Verdict.HOLDS, found, at=places[:3])
    if statement.said and not statement.is_denied and here.index.symbols(name.rpartition("/")[2]):
        return Answer(statement, Verdict.UNKNOWN)  # "uses `cache`" may be about the project's own
    if not _is_surely_absent(here, name):
        return Answer(statement, Verdict.UNKNOWN)
    manifests = sorted(
        {each.at.path for each in here.manifest.projects}
        | {each.at.path for each in here.manifest.dependencies}
    )
    return Answer(statement, Verdict.FALSE, f"no manifest asks for `{name}`", at=tuple(manifests[:3]))


def _is_surely_absent(here: Here, name: str) -> bool:
    """Tell whether every manifest was read, no lock file has the package, and nothing imports its name."""
    manifest = here.manifest
    if not (manifest.projects or manifest.dependencies) or manifest.unread:
        return False
    wanted = normal_name(name)
    if any(wanted in lock.pins or wanted in lock.several for lock in manifest.locks):
        return False
    if any(normal_name(each.name) == wanted for each in manifest.projects):
        return False
    known = {wanted, *(part for part in re.split(r"[-/.:@]", wanted) if len(part) > 3)}
    written = (each.module for _, imports in here.index.imports() for each in imports)
    return all(known.isdisjoint(map(normal_name, _PARTS.findall(module))) for module in written)


def judge_number(here: Here, statement: Statement) -> Answer:
    """Count what each manifest declares, by group and in all; only a number that fits none is false."""
    declared = [each for each in here.manifest.dependencies if not each.is_indirect]
    by_group: Counter[tuple[str, str]] = Counter()
    for each in declared:
        by_group.update({(each.at.path, each.group), (each.at.path, "*")})
    numbers = set(by_group.values()) | {len(declared), len({each.name for each in declared})}
    numbers |= {sum(not each.group for each in declared), sum(bool(each.group) for each in declared)}
    counted = replace(statement, topic=Topic.COUNT)
    if not declared or statement.number in numbers:
        return Answer(counted, Verdict.HOLDS if declared else Verdict.UNKNOWN)
    path = declared[0].at.path
    own = by_group[path, ""] or by_group[path, "*"]
    return Answer(counted, Verdict.FALSE, f"`{path}` declares {own}")
