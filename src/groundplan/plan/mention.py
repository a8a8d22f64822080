"""What a plan says about code: files it names and works on, names it changes, places it accounts for."""

from __future__ import annotations

import enum
from dataclasses import field
from typing import TYPE_CHECKING

from groundplan.plan.dataclass import dataclass
from groundplan.plan.finding import Place
from groundplan.plan.statement import Topic

if TYPE_CHECKING:
    from groundplan.plan.citation import Citation
    from groundplan.plan.record import Record
    from groundplan.plan.statement import Statement


class Intent(enum.StrEnum):
    """What the plan means to do with a file it names."""

    NAMES = "names"  # nothing: it is only spoken of
    IN_TASK = "in task"  # a task speaks of it
    TOUCHES = "touches"  # a task lists it among its files, without saying what for
    MODIFIES = "modifies"
    CREATES = "creates"
    REMOVES = "removes"
    MAY_CREATE = "may create"  # `Add src/a.py`: it need not be there, and it may

    @property
    def is_work(self) -> bool:
        """Whether the plan works on the file."""
        return self is not Intent.NAMES


MAKING = frozenset({Intent.CREATES, Intent.MAY_CREATE})


@dataclass(frozen=True, slots=True)
class Mention:
    """A citation, what the plan means to do with it, and the words it stands in."""

    citation: Citation
    section: str
    intent: Intent = Intent.NAMES
    words: str = ""

    @property
    def path(self) -> str:
        """Return the file or folder that is named."""
        return self.citation.path

    @property
    def is_file(self) -> bool:
        """Whether the whole file is named, and not something in it."""
        return not self.citation.symbol and not self.citation.first

    @property
    def place(self) -> Place:
        """Return where the citation stands."""
        return self.citation.place


@dataclass(frozen=True, slots=True)
class NameChange:
    """A name in the code that the plan changes, or accounts for."""

    term: str  # the bare name
    shown: str  # as written, without backticks
    verb: str
    section: str
    place: Place = Place()


@dataclass(frozen=True, slots=True)
class Dismissal:
    """Files where a changed name stands and that the plan leaves alone, with the reason."""

    pattern: str
    reason: str
    place: Place = Place()


@dataclass(frozen=True, slots=True)
class Account:
    """What a plan says about the occurrences of a name: how many there are, and which it leaves alone."""

    term: str
    section: str
    place: Place = Place()
    count: int | None = None
    files: int | None = None
    dismissals: tuple[Dismissal, ...] = ()


@dataclass(frozen=True, slots=True)
class Sayings:
    """All that one plan says about code."""

    mentions: tuple[Mention, ...] = ()
    changes: tuple[NameChange, ...] = ()
    accounts: tuple[Account, ...] = ()
    new_names: dict[str, frozenset[str]] = field(default_factory=dict)  # path -> names the plan adds there
    maps: tuple[Record, ...] = ()  # file maps as drawn
    statements: tuple[Statement, ...] = ()
    made_words: frozenset[str] = frozenset()  # all that some step may make, by its words
    made_whole: frozenset[str] | None = None  # of those, not in parts of paths; None: nobody looked
    created_words: frozenset[str] = frozenset()  # all that some step surely makes
    beside_words: frozenset[str] = frozenset()  # all that the documents beside it name
    named_words: frozenset[str] = frozenset()  # named beside commands, without a word that it is there

    @property
    def is_anything(self) -> bool:
        """Whether the plan speaks of code at all; what a command alone needs, later steps may still make."""
        is_named = any(each.topic is Topic.NAME for each in self.statements)
        return is_named or bool(self.mentions or self.changes or self.accounts or self.maps)

    @property
    def created(self) -> frozenset[str]:
        """Return the files that the plan makes, or may make."""
        return frozenset(mention.path for mention in self.mentions if mention.intent in MAKING)
