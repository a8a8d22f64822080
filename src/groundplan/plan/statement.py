"""What a plan states about the code beside its citations, and what the code answers to it."""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING

from groundplan.plan.dataclass import dataclass
from groundplan.plan.finding import Place

if TYPE_CHECKING:
    from collections.abc import Iterable

    from groundplan.plan.citation import Citation

OWN_VERSION = "(own version)"  # the subject of a version that a plan states of its own project
BARE = "bare"  # by: no word says that the version is the one in use
MOVED_TO = "(moved to)"  # what is said of a version that the plan brings a package to
WRITTEN = "written "  # what is said, before its number, of a version in one piece of code with its name
TESTED_ON = "tested on"  # what is said of the versions that a pipeline runs, which are `by`
DEFINED = "defined"  # what is said of a name whose definition is at the cited place
PLACED = "placed"  # what is said of one that is defined in a file, on whatever line
EXACT = "exact"  # what is said of a quote that is all of a line
AROUND = "around"  # what is said of a name in the sentence of some lines; the other names there are `by`
TABLED = "tabled"  # what is said of lines in a table; `by` has each with the line of the plan it is in
LISTED = "listed"  # the same of lines in one passage
RIGHT_BEFORE = -1  # the number of what its line is right behind
LOOSE = "loose"  # what is said of code without lines; the files and names around it are `by`
TOTAL = "total"  # what is said of a number whose words may count in any way; the files beside it are `by`
BLOCK = "block"  # what is said of a quote that is a fenced block
ASSERTED = "asserted"  # what is said of a name that the words say the code has
TOLD = "told"  # what is said of a name that a sentence of today leads to; those beside it are `by`
NEAR = "near"  # what is said of a name that is merely named: it is wrong only where another is near it
ANYWHERE = "*"  # beside a name that needs nothing beside it
COUNTED = "counted"  # what is said of dependencies that are only counted
REJECTED = "rejected"  # by: the plan set it apart as an option that was weighed
NAMED_TEST = "named"  # what is said of a test that no command selects


class Topic(enum.StrEnum):
    """What a statement is about."""

    QUOTE = "quote"  # code in backticks beside the lines it is said to be in
    NAME = "name"  # a function, class or member
    COUNT = "count"  # callers, uses or files of a name
    LIST = "list"  # how many items the list behind it has
    COMMAND = "command"  # a script, a make target, a package of a build tool
    TEST = "test"  # a test that a command selects
    VERSION = "version"  # of a dependency
    PRESENCE = "presence"  # a file or name is there, or is not
    DEPENDENCY = "dependency"  # a package is needed, or is not
    TESTED = "tested"  # some test covers a name or file, or none does
    SCOPE = "scope"  # a step on what the plan sets apart
    USERS = "users"  # lines that are all of one name, or all the users of it
    FILES = "files"  # how many files a folder has
    STATED = "stated"  # anything else that a reader of the plan found it to say
    OBJECTED = "objected"  # two statements that a reader of the plan holds against each other
    REFUTED = "refuted"  # a statement that a reader holds code against


class Verdict(enum.StrEnum):
    """What the code says to a statement."""

    HOLDS = "holds"
    FALSE = "false"
    PLANNED = "planned"  # not there yet: the plan makes it
    UNKNOWN = "unknown"  # nothing here can tell


@dataclass(frozen=True, slots=True)
class Statement:
    """One statement: the words that make it, and what they say in a form that can be compared."""

    topic: Topic
    text: str  # as written
    subject: str  # the name, command or package it is about
    section: str = ""
    place: Place = Place()
    said: str = ""  # the number, version or unit that is stated of the subject
    number: int = 0
    citation: Citation | None = None  # the lines or file that are named with it
    folder: str = ""  # of a command: where it runs
    is_denied: bool = False  # the words say that it is not so
    is_open: bool = False  # more is said of it than can be read: true as far as it goes is not true
    is_sure: bool = False  # its words leave no other reading, so it counts in anybody's document
    by: str = ""  # of a relation: the callers it names, line by line; of an asserted name: those beside it


def places_of_tests(statements: Iterable[Statement]) -> frozenset[Place]:
    """Return where tests are said to be there."""
    return frozenset(each.place for each in statements if each.said == NAMED_TEST)


@dataclass(frozen=True, slots=True)
class Answer:
    """A statement with its verdict; `found` is what is there instead, as a clause, `near` what was meant."""

    statement: Statement
    verdict: Verdict
    found: str = ""
    near: tuple[str, ...] = ()
    at: tuple[str, ...] = ()  # places that show it, as `path:line`
