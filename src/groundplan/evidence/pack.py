"""The evidence pack: everything the code says about a goal, each part computed when first asked for."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING

from groundplan.code.bodies import without_overloads
from groundplan.code.pairs import find_pairs
from groundplan.evidence.commands import CodeAtHand, find_commands
from groundplan.evidence.contrary.implied import implied_edges
from groundplan.evidence.freezing import freeze
from groundplan.evidence.gathering import gather
from groundplan.evidence.kinds import Past, Region, Replacement
from groundplan.evidence.mentions import names_meant
from groundplan.evidence.plan_files import find_plan_files
from groundplan.evidence.subject import Subject
from groundplan.evidence.targets.constraints import find_constraints
from groundplan.evidence.targets.newness import find_missing, find_new_files
from groundplan.evidence.targets.reach import find_reach
from groundplan.evidence.targets.replacement import find_replacement
from groundplan.evidence.targets.where import choose_targets, locate, order_regions
from groundplan.plan.fact import FactKind
from groundplan.plan.goal import GoalKind
from groundplan.plan.late_regex import late_regex
from groundplan.survey.history.attempts import previous_attempts, unmerged_attempts
from groundplan.survey.sources import is_own_code
from groundplan.survey.where.goal import read_goal

if TYPE_CHECKING:
    from groundplan.code.pairs import Pair
    from groundplan.code.view import CodeView
    from groundplan.evidence.contrary.kinds import NewEdge
    from groundplan.evidence.facts import Facts
    from groundplan.evidence.kinds import (
        Command,
        Constraint,
        Gathered,
        NewFile,
        OtherPlan,
        Reach,
        Target,
        Verdict,
    )
    from groundplan.evidence.targets.where import Located
    from groundplan.plan.config import Config
    from groundplan.plan.goal import Goal
    from groundplan.survey.history.facts import Attempt
    from groundplan.survey.history.past import History

MOST_IN_FOLDER = 8
MOST_ATTEMPTS = 6
MOST_BRANCHES = 3  # reading the commits of more takes as long as the rest of the pack
_MANIFESTS = ("pyproject.toml", "package.json", "Cargo.toml", "go.mod", "composer.json")
_NAME = late_regex(r"^\s*(?:\"?name\"?\s*[=:]\s*\"|module\s+)(?P<name>[\w@./-]{1,100})", re.MULTILINE)
_HEAD = 20_000
_CITED = late_regex(r"[\w./@+-]{1,200}::[\w.]{1,120}")
_PLACE = late_regex(r"^Place: (`[^\n]{1,2000})$", re.MULTILINE)  # as `plan --at` writes it
_SPAN = late_regex(r"`([^`\n]{1,300})`")
_SUBJECT = late_regex(  # `README.md should say how`
    r"(?:^|[.!?]\s)\s*(?:the )?`?([\w./@+-]{1,200}\.\w{1,8})`? "
    r"(?:should|must|shall|needs? to|has to|does not|doesn't|ought to)\b",
    re.MULTILINE | re.IGNORECASE,
)


@dataclass
class EvidencePack(CodeAtHand):
    """What the code says about one goal. Every part is cited; what could not be computed is a notice."""

    goal: Goal
    index: CodeView
    history: History | None
    config: Config
    others: tuple[OtherPlan, ...] = ()  # other open plans and the files they work on
    extra: tuple[str, ...] = ()  # files the user named in answers: targets whatever the ranking says
    is_more: bool = False  # they belong to the change beside the places of the goal itself
    notices: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Take the places that the goal cites, unless an answer names others; say where nothing is there."""
        self.named = self.extra or self.cited
        self.extra = (*self._own_places(), *self.extra) if self.is_more else self.named
        if not self.index.paths():
            self.notices.append("This repository holds no text files, so nothing can be said about its code")

    def _own_places(self) -> tuple[str, ...]:
        """Return the places that the goal alone has for sure."""
        own = replace(self, extra=(), is_more=False, notices=[])
        facts = (each for each in own.gathered.facts if each.kind is FactKind.PLACE and not each.is_absence)
        sure = (place for each in facts if each.subject in own.verdict.sure for place in each.places)
        return tuple(dict.fromkeys(f"{each.path}::{each.symbol}".removesuffix("::") for each in sure))

    @cached_property
    def cited(self) -> tuple[str, ...]:
        """Return the places that the goal gives: by `--at`, as `path::name`, or as a sentence's subject."""
        text = self.goal.text
        given = [each for line in _PLACE.findall(text) for each in _SPAN.findall(line)]
        known = set(self.index.paths())
        said = given or _CITED.findall(text) or [each for each in _SUBJECT.findall(text) if each in known]
        meant = ((each,) if each in known else names_meant(self.index, f"`{each}`") for each in said)
        return tuple(dict.fromkeys(each for some in meant for each in some))

    @cached_property
    def facts(self) -> Facts:
        """Return everything that challenges, questions and sections are made of, computed now and frozen."""
        return freeze(self)

    @property
    def verdict(self) -> Verdict:
        """Return how the places are known: the one answer that questions, screen and plan go by."""
        return self.subject.verdict

    @cached_property
    def gathered(self) -> Gathered:
        """Return every fact about the goal, as `context` gives them, and whether its places are found."""
        return gather(self.subject)

    @cached_property
    def subject(self) -> Subject:
        """Return what evidence is gathered about, with the places that the user named."""
        named = [each.partition("::") for each in self.extra]
        regions = [
            Region(path, without_overloads(found, self.index.text(path) or b"", outline.language)[0])
            for path, _, symbol in named
            if symbol and (outline := self.index.outline(path)) and (found := outline.find(symbol))
        ]
        return Subject(
            self.goal.text,
            read_goal(self.goal.text),
            self.index,
            self.history,
            self.config,
            given=tuple(regions),
            given_files=tuple(each for path, _, symbol in named if not symbol for each in self._files(path)),
            others=self.others,
            own_plans=find_plan_files(self.index),
        )

    def _files(self, path: str) -> tuple[str, ...]:
        """Return a file, or the files of code in a folder."""
        if not path.endswith("/"):
            return (path,)
        inside = (each for each in self.index.paths() if each.startswith(path) and is_own_code(each))
        return tuple(islice(inside, MOST_IN_FOLDER))

    @cached_property
    def located(self) -> Located:
        """Return the whole ranking of the goal's places, before any cut, and what the goal names outright."""
        return locate(self)

    @cached_property
    def targets(self) -> tuple[Target, ...]:
        """Return the files to modify, best first: those the evidence is strong for, not a fixed number."""
        return choose_targets(self)

    @cached_property
    def new_files(self) -> tuple[NewFile, ...]:
        """Return the files to add, where the goal adds something of its own."""
        return find_new_files(self)

    @cached_property
    def missing(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """Return what the goal names and is not there, with the nearest names."""
        return find_missing(self)

    @cached_property
    def regions(self) -> tuple[Region, ...]:
        """Return the definitions to change, best first, over all targets."""
        return order_regions(self.targets)

    @cached_property
    def reach(self) -> tuple[Reach, ...]:
        """Return what changing the foremost definitions reaches."""
        return find_reach(self)

    @cached_property
    def replacement(self) -> Replacement:
        """Return the package that the goal replaces; nothing where it replaces none."""
        return find_replacement(self) if self.goal.kind is GoalKind.MIGRATION else Replacement()

    @cached_property
    def pairs(self) -> tuple[Pair, ...]:
        """Return the async modules with their sync twins."""
        return tuple(find_pairs(self.index))

    @cached_property
    def implied(self) -> tuple[NewEdge, ...]:
        """Return the imports that the goal implies."""
        return tuple(dict.fromkeys(implied_edges(self.index, self.goal.text)))

    @cached_property
    def constraints(self) -> tuple[Constraint, ...]:
        """Return what deploying the change has to mind."""
        return find_constraints(self)

    @cached_property
    def past(self) -> Past:
        """Return what the history says about the targets and the goal's words."""
        return find_past(self)

    @cached_property
    def commands(self) -> tuple[Command, ...]:
        """Return the repository's own calls of its tools."""
        return find_commands(self)


def find_past(pack: EvidencePack) -> Past:
    """Return what was tried before about the goal."""
    return Past(_attempts(pack.history, pack.goal.title)) if pack.history is not None else Past()


def _attempts(history: History, words: str) -> tuple[Attempt, ...]:
    found = previous_attempts(history, words, limit=MOST_ATTEMPTS)
    branches = history.repository.other_branches()
    if len(branches) <= MOST_BRANCHES:
        found += unmerged_attempts(history, words, branches, limit=MOST_ATTEMPTS)
    return tuple(found)


def own_names(index: CodeView) -> frozenset[str]:
    """Return what the project calls itself at the top of its manifests."""
    found = set()
    for path in _MANIFESTS:
        text = (index.text(path) or b"") if path in index.paths() else b""
        if named := _NAME.search(text[:_HEAD].decode("utf-8", "replace")):
            found.add(named["name"].rpartition("/")[2])
    return frozenset(found)
