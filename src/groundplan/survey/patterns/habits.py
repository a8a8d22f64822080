"""What is counted: which notes make which pattern, over which files, in which words (`habits.toml`)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib import resources

from groundplan.plan.toml_text import read_toml
from groundplan.survey.patterns.facts import Topic


@dataclass(frozen=True, slots=True)
class Habit:
    """One line of the answer: the notes it sums, where they count, and how a practice reads."""

    notes: str
    topic: Topic
    what: str
    words: dict[str, str]  # practice -> how the sentence says it; empty: a listing of names
    over: str = "code"  # `code`, `tests`, `all`
    fewest: int = 3


@cache
def _table() -> dict[str, object]:
    text = resources.files("groundplan.survey.patterns").joinpath("habits.toml").read_text("utf-8")
    return read_toml(text)


@cache
def habits() -> tuple[Habit, ...]:
    """Return every habit there is, in the order of the answer."""
    rows = _table()["habit"]
    assert isinstance(rows, list)
    return tuple(
        Habit(
            row["notes"],
            Topic(row["topic"]),
            row["what"],
            row.get("words", {}),
            row.get("over", "code"),
            row.get("fewest", 3),
        )
        for row in rows
    )


@cache
def libraries() -> dict[str, frozenset[str]]:
    """Return what packages are for, and the packages that are for it."""
    rows = _table()["libraries"]
    assert isinstance(rows, dict)
    return {purpose: frozenset(names.split()) for purpose, names in rows.items()}
