"""What evidence is gathered about: a goal, the places it goes to, and the code and history at hand."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from groundplan.code.files import NO_TEXT
from groundplan.code.index import Symbol
from groundplan.code.languages import FOLLOWED
from groundplan.code.usages import usages_in
from groundplan.evidence.asked import read_ask
from groundplan.evidence.clues import find_clues
from groundplan.evidence.commands import CodeAtHand
from groundplan.evidence.confidence import judge
from groundplan.plan.fact import CodePlace, Gap, Missing
from groundplan.survey.where.corpus import definitions_of
from groundplan.survey.where.places import load_weights, look_up_read, rank
from groundplan.survey.where.telling import telling_words

if TYPE_CHECKING:
    from groundplan.code.outline import Definition
    from groundplan.code.usage import Usages
    from groundplan.code.view import CodeView
    from groundplan.evidence.asked import Ask
    from groundplan.evidence.clues import Clue
    from groundplan.evidence.kinds import OtherPlan, Region, Verdict
    from groundplan.plan.config import Config
    from groundplan.survey.allowed.github import Issue
    from groundplan.survey.history.past import History
    from groundplan.survey.where.evidence import Evidence
    from groundplan.survey.where.goal import Goal
    from groundplan.survey.where.places import Places

LOOKED_AT = 12  # ranked files that may become places
MOST_FILES = 1_500  # a name in more files than this says nothing, and takes seconds


@dataclass
class Subject(CodeAtHand):
    """A goal and the places that were given with it; every gatherer takes one and returns facts."""

    text: str  # the goal as it was written
    goal: Goal
    index: CodeView
    history: History | None
    config: Config
    given: tuple[Region, ...] = ()  # by whoever asked: then nothing comes from the ranking
    given_files: tuple[str, ...] = ()
    others: tuple[OtherPlan, ...] = ()
    own_plans: frozenset[str] = frozenset()
    issues: tuple[Issue, ...] | None = None  # None: nobody asked for them

    @cached_property
    def ask(self) -> Ask | None:
        """Return what the goal asks for that shall be new or other; None where it reports or tidies."""
        return read_ask(self.text)

    @cached_property
    def words(self) -> tuple[str, ...]:
        """Return the telling words, as stems."""
        return telling_words(self.goal)

    @cached_property
    def spelled(self) -> tuple[str, ...]:
        """Return the telling words as the goal writes them."""
        return tuple(self.goal.spelling.get(word, word) for word in self.words)

    @cached_property
    def verdict(self) -> Verdict:
        """Return whether the places are found."""
        return judge(self)

    @cached_property
    def clues(self) -> tuple[Clue, ...]:
        """Return who raises what the goal names, and whose message it quotes, where it reports a fault."""
        return find_clues(self)

    @property
    def is_given(self) -> bool:
        """Whether the places were given."""
        return bool(self.given or self.given_files)

    @cached_property
    def looked_up(self) -> Evidence:
        """Return what code and history hold about the goal's words and names."""
        return look_up_read(self.index, self.goal, self.history, without=self.own_plans)

    @cached_property
    def ranked(self) -> Places:
        """Return the ranking; filler in the goal has no part in it."""
        return rank(self.index, self.looked_up, load_weights(), limit=LOOKED_AT)

    @property
    def file_count(self) -> int:
        """Return how many files are searched: groundplan's own are no part of the project."""
        return len(self.index.paths()) - len(self.own_plans)

    def definitions(self, path: str) -> tuple[Definition, ...]:
        """Return the definitions of a file, sketched from its lines where its language is not parsed."""
        text = self.index.text(path)
        return tuple(definitions_of(self.index, path, text)) if text is not None else ()

    def is_parsed(self, path: str) -> bool:
        """Whether the index reads the language of a file."""
        return self.index.outline(path) is not None

    def language(self, path: str) -> str:
        """Return the language of a file, or its ending where it is not parsed."""
        outline = self.index.outline(path)
        return outline.language if outline is not None else path.rpartition(".")[2].lower()

    def usages(self, region: Region) -> Usages | None:
        """Return the uses of a definition; None where they are not resolved, or its name is everywhere."""
        key = (region.path, region.definition.qualified)
        if key not in self._usages:
            symbol = Symbol(region.path, region.definition)
            is_asked = self.language(region.path) in FOLLOWED and not self.is_everywhere(
                symbol.definition.name
            )
            self._usages[key] = usages_in(self.inference, symbol) if is_asked else None
        return self._usages[key]

    def is_everywhere(self, name: str) -> bool:
        """Whether so many files have a name that following it would say nothing."""
        return len(self.index.files_with(name)) > MOST_FILES

    @cached_property
    def _usages(self) -> dict[tuple[str, str], Usages | None]:
        return {}

    def line(self, path: str, number: int) -> str:
        """Return one line of a file without the blanks around it, cut where it is long."""
        lines = self._lines.get(path)
        if lines is None:
            lines = self._lines[path] = (self.index.text(path) or b"").decode("utf-8", "replace").split("\n")
        return lines[number - 1].strip()[:LONGEST_QUOTE] if 0 < number <= len(lines) else ""

    @cached_property
    def _lines(self) -> dict[str, list[str]]:
        return {}

    def place(self, path: str, line: int, symbol: str = "") -> CodePlace:
        """Return one line of a file as a place, quoted."""
        return CodePlace(path, line, line, symbol, self.line(path, line))


LONGEST_QUOTE = 160


def unsearched(subject: Subject) -> tuple[Gap, ...]:
    """Return the gap that files with text leave which could not be read: too large, or forbidden."""
    searched = set(subject.index.paths())
    missed = [each for each in subject.index.skipped() if each.path not in searched]
    count = sum(each.reason not in NO_TEXT for each in missed)
    return (Gap(Missing.NOT_SEARCHED, "", count),) if count else ()
