"""Commits that places and versions of a goal lead to: who brought the lines, what came with a release."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from groundplan.code.outline import Kind
from groundplan.evidence.places import choose_regions, shown_in
from groundplan.plan.errors import GroundplanError
from groundplan.plan.late_regex import late_regex
from groundplan.survey.history.attempts import explain_commits
from groundplan.survey.history.line_history import commits_of_lines

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.evidence.kinds import Region
    from groundplan.evidence.subject import Subject
    from groundplan.survey.history.facts import Attempt
    from groundplan.survey.history.past import History

    Led = tuple[Attempt, str, str]  # the commit, what leads to it (`lines`, `release`), and of what

MOST_REGIONS = 3
MOST_OF_LINES = 2  # commits of one definition
MOST_OF_RELEASE = 3
MOST_PATHS = 3
_LOOKED_AT = 8_000  # letters of a goal
_VERSION = late_regex(
    r"\b(?:before|since|after|until|till|from|in|to|and|with|version|release|of|as of|between|\d) "
    r"v?(\d{1,4}(?:\.\d{1,5}){1,3})(?![\w.]*\d)",
    re.IGNORECASE,
)
# The release that brought it; `fine in 1.7` says of none that it did.
_BROKE_IN = late_regex(
    r"\b(?:before|since|as of|starting (?:with|from|in)|"
    r"(?:introduced|regress\w+|br(?:o|ea)k\w*|fails?|wrong) (?:in|with))"
    r" (?:version |release )?v?(\d{1,4}(?:\.\d{1,5}){1,3})(?![\w.]*\d)",
    re.IGNORECASE,
)
_TAG = late_regex(r"^(?:[A-Za-z][\w.@/-]*?[-_/@]?)??v?(\d{1,4}(?:\.\d{1,5}){1,3})$")


def find_leading_commits(subject: Subject, history: History) -> list[Led]:
    """Return the commits that brought the lines of the foremost places, and those of a release named."""
    found: dict[str, Led] = {}
    for each in (*_of_release(subject, history), *_of_lines(subject, history)):
        found.setdefault(each[0].commit.oid, each)
    return list(found.values())


def _of_lines(subject: Subject, history: History) -> Iterator[Led]:
    for region in _regions(subject):
        lines = (subject.index.text(region.path) or b"").decode("utf-8", "replace").split("\n")
        definition = region.definition
        brought = commits_of_lines(history, region.path, lines[definition.first - 1 : definition.last])
        scored = [(commit, float(count)) for commit, count in brought]
        scored = [each for each in scored if each[0].files <= MOST_FILES][:MOST_OF_LINES]
        newest = sorted(explain_commits(history, scored), key=lambda each: -each.commit.time)
        yield from ((each, "lines", definition.qualified) for each in newest)


def _regions(subject: Subject) -> list[Region]:
    """Return the definitions that the goal is most about: given ones, those that clues lead to, the best."""
    found = subject.given or shown_in(subject) or choose_regions(subject)
    functions = (each for each in found if each.definition.kind in {Kind.FUNCTION, Kind.METHOD})
    return list(dict.fromkeys(functions))[:MOST_REGIONS]


def _of_release(subject: Subject, history: History) -> Iterator[Led]:
    """Yield the commits to the places that came with a release which the goal names."""
    tags = _tags(history)
    said = dict.fromkeys(map(_numbers, _VERSION.findall(subject.text[:_LOOKED_AT])))
    named = sorted(each for each in said if each in tags)
    if not named:
        return
    order = sorted(tags)
    ranges = [(named[0], named[-1])] if len(named) > 1 else []
    broke = set(map(_numbers, _BROKE_IN.findall(subject.text[:_LOOKED_AT])))
    if len(said) == 1 and named[0] in broke:
        ranges = [pair for pair in pairwise(order) if pair[1] == named[0]]
    led = tuple(dict.fromkeys(each.path for each in subject.clues))
    paths = (subject.verdict.sure or led or subject.verdict.likely)[:MOST_PATHS]
    for old, new in ranges if paths else ():
        known = frozenset(history.repository.commits_touching(paths, head=tags[old]))
        came = history.repository.commits_touching(paths, head=tags[new])
        wanted = [oid for oid in came if oid not in known]
        commits = [(commit, 0.0) for oid in wanted if (commit := history.find(oid)) is not None]
        kept = [each for each in commits if each[0].files <= MOST_FILES][:MOST_OF_RELEASE]
        for each in explain_commits(history, kept):
            yield each, "release", f"{tags[old]}..{tags[new]}"


def _tags(history: History) -> dict[tuple[int, ...], str]:
    try:
        names = history.repository.tags()
    except GroundplanError:
        return {}
    return {_numbers(found[1]): name for name in names if (found := _TAG.match(name))}


def _numbers(version: str) -> tuple[int, ...]:
    parts = [int(each) for each in version.split(".")]
    return tuple((*parts, 0, 0, 0)[: max(3, len(parts))])


MOST_FILES = 30  # of a commit: one of more is a sweep
