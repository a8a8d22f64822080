"""A fact as one line of Markdown: what is known, with citations that the plan's own check follows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.plan.fact import FactKind
from groundplan.wording.fact_gaps import say_broken
from groundplan.wording.facts import say_fact

if TYPE_CHECKING:
    from groundplan.plan.fact import CodePlace, Fact

_SHOWN = 4  # places in one line
LABELS = {
    FactKind.ALREADY: "May be there already",
    FactKind.AGAINST: "Said against it",
    FactKind.WORDS: "Not found",
    FactKind.PLACE: "Where",
    FactKind.DEFINITION: "Defined",
    FactKind.CALLERS: "Used",
    FactKind.TEST: "Test",
    FactKind.DOCUMENT: "Document",
    FactKind.COMMIT: "Commit",
    FactKind.OCCURRENCES: "Occurrences",
    FactKind.DEPENDENCY: "Dependency",
    FactKind.ENTRY_POINT: "Entry point",
    FactKind.SIMILAR: "Similar",
    FactKind.FAMILY: "Same base",
    FactKind.STANDARDS: "Standards",
    FactKind.OPEN_PLAN: "Other plan",
    FactKind.ISSUE: "Issue",
    FactKind.ENVIRONMENT: "Environment",
}


def as_line(fact: Fact) -> str:
    """Return a fact as a line of a plan: its label, its words, the first places, what limits it."""
    return f"**{LABELS[fact.kind]}:** {as_clause(fact)}"


def as_clause(fact: Fact) -> str:
    """Return a fact as part of a line."""
    said = say_fact(fact)
    head = _led(fact, _quoting(fact, said.head))
    # Why a file was ranked helps who looks for the place, and nobody who reads the plan.
    told = tuple(filter(None, [say_broken(fact.coverage)])) if fact.kind is FactKind.PLACE else said.notes
    notes = "; ".join(note for note in told if not note.startswith("…"))
    if fact.kind is FactKind.PLACE and any(each.first for each in fact.places):
        limits = f" ({notes})" if notes else ""
        return ", ".join(map(_place, fact.places[:_SHOWN])) + limits + _near(fact)  # each says its file
    parts = (head, _cited(fact, head), f"({notes})" if notes else "")
    return " ".join(part for part in parts if part) + _near(fact)


def _near(fact: Fact) -> str:
    """Return what was a candidate before a place was given: what it calls, what is in it."""
    told = ""
    for name, words in (("calls", "; it calls"), ("inside", "; candidates in it")):
        pairs = fact.value(name, ()) if fact.kind is FactKind.PLACE else ()
        listed = ", ".join(
            f"`{cited}` ({say_symbol(symbol)})" for cited, symbol in zip(pairs[::2], pairs[1::2], strict=True)
        )
        told += f"{words} {listed}" if listed else ""
    return told


def _quoting(fact: Fact, head: str) -> str:
    """Return the words with what others wrote in quotation marks: the plan claims none of it."""
    words = fact.value("subject", "") or fact.value("title", "")
    start, found, end = head.partition(words) if words else (head, "", "")
    return f"{start}“{_plain(words)}”{end}" if found else head


def _plain(words: str) -> str:
    """Return quoted words without marks that would end the quotation, or cite what was there once."""
    return words.replace("“", "‘").replace("”", "’").replace("`", "")


def _led(fact: Fact, head: str) -> str:
    """Return the words with the path at their start as a citation."""
    lead = next((each.cited for each in fact.places if head.startswith(each.cited)), "")
    lead = lead or (fact.subject if fact.subject and head.startswith(fact.subject) else "")
    return f"`{lead}`{head[len(lead) :]}" if lead and fact.kind is not FactKind.COMMIT else head


def _cited(fact: Fact, head: str) -> str:
    places = [each for each in fact.places if each.first and f"`{each.cited}`" not in head]
    if fact.kind in {FactKind.COMMIT, FactKind.WORDS} or not places:
        return ""
    shown = ", ".join(map(_place, places[:_SHOWN]))
    left = max(fact.total, len(fact.places)) - min(len(places), _SHOWN)
    more = f" and {left:,} more" if left > 0 and len(places) > _SHOWN else ""
    return f"at {shown}{more}"


def _place(place: CodePlace) -> str:
    return f"`{place.cited}`" + (f" ({say_symbol(place.symbol)})" if place.symbol else "")


def say_symbol(qualified: str) -> str:
    """Return a name as code; a constructor that has the name of its class says that it is one."""
    owner, _, name = qualified.rpartition(".")
    is_made = name and name == owner.rpartition(".")[2]
    return f"constructor of `{owner}`" if is_made else f"`{qualified}`"
