"""The typed faces of an attack on a plan: objections, responses to them, the refutation as a whole."""

from __future__ import annotations

import unicodedata
from dataclasses import field
from typing import TYPE_CHECKING

from groundplan.plan.dataclass import dataclass
from groundplan.plan.late_regex import late_regex
from groundplan.plan.unseen import is_unseen

if TYPE_CHECKING:
    from collections.abc import Mapping

    from groundplan.plan.entry import Entry

OBJECTION_ID = late_regex(r"O[1-9][0-9]{0,5}")
# What may be done about an objection. Only a person accepts an answer, only its reader withdraws it.
MENDING, ANSWERING, ACCEPTING, WITHDRAWING = "mended", "answered", "accepted", "withdrawn"
HOWS = frozenset({MENDING, ANSWERING, ACCEPTING, WITHDRAWING})


@dataclass(frozen=True, slots=True)
class Objection:
    """What a reader holds against words of the plan, and what bears it out."""

    entry: Entry
    id: str  # two branches may give the same one to two objections
    reader: str
    section: str
    fingerprint: str  # of the section when the objection was made
    quote: str
    because: str
    evidence: tuple[str, ...]
    change: str
    touches: tuple[str, ...] = ()  # other sections that the reader expects the change in
    read: Mapping[str, str] = field(default_factory=dict)  # the other sections then: key -> fingerprint
    receipts: tuple[str, ...] = ()  # ids of the entries of probes that the evidence cites
    claim: str = ""  # what its reader said that the plan states, as JSON: the code contradicts it

    @property
    def is_found_by_code(self) -> bool:
        """Whether the code contradicts a claim of the plan, and no reader's word is taken for it."""
        return bool(self.claim)


@dataclass(frozen=True, slots=True)
class Response:
    """An objection marked as mended, answered with a reason, its answer accepted, or withdrawn."""

    entry: Entry
    objection: str  # id of its entry
    how: str  # one of HOWS
    text: str = ""
    sections: Mapping[str, str] = field(default_factory=dict)  # as mended: section key -> fingerprint
    answers: tuple[str, ...] = ()  # entries of the answers that a person accepts
    reader: str = ""  # who withdraws it


@dataclass(frozen=True, slots=True)
class Refutation:
    """A reader's word that the plan was attacked, and with which words it was."""

    entry: Entry
    reader: str
    sections: Mapping[str, str]  # key -> fingerprint of what was read
    tried: str
    objections: tuple[str, ...] = ()  # ids of the entries that came of it
    keeps: tuple[str, ...] = ()  # what the reader found right


def plain_name(name: str) -> str:
    """Return a name as it is recorded: on one line, without letters that are not seen."""
    spaced = " ".join(name.split())
    return "".join(letter for letter in spaced if letter == " " or not _is_unseen(letter)).strip()


def fold_name(name: str) -> str:
    """Return a name without what makes no other of it: case, spacing, letters that are not seen."""
    plain = unicodedata.normalize("NFKC", name).casefold()
    return "".join(letter for letter in plain if not _is_unseen(letter))


def _is_unseen(letter: str) -> bool:
    return unicodedata.category(letter)[0] in "ZC" or letter == "\ufe0f" or is_unseen(letter)


def fold_words(text: str) -> str:
    """Return a text with its spacing folded, as quotes are compared."""
    return " ".join(text.split())
