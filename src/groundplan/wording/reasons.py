"""Why a place was ranked, in words: one sentence for each kind of reason, with its values quoted."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from groundplan.plan.fact import Value

_SHOWN_SUBJECT = 72
_BECAUSE = "because-"
CLUES = ("raises", "says", "traced")  # what leads to a place that a report of a fault does not name


def say_reason(kind: str, values: Sequence[str]) -> str:
    """Return a reason of the ranking as a clause about a file: `defines `x`, named in your goal`."""
    return _CLAUSES[kind](values)


def say_best_reason(values: Iterable[tuple[str, Value]]) -> Iterator[str]:
    """Yield of a fact's reasons the one that says most: what the goal names before what it sounds like."""
    reasons = {
        name.removeprefix(_BECAUSE): [str(each) for each in value]
        for name, value in values
        if name.startswith(_BECAUSE) and isinstance(value, tuple)
    }
    best = next((kind for kind in _CLAUSES if kind in reasons), "")
    if best:
        yield say_reason(best, reasons[best])


def _shown(subject: str) -> str:
    return subject if len(subject) <= _SHOWN_SUBJECT else subject[: _SHOWN_SUBJECT - 1] + "…"


def _in_lines(numbers: Sequence[str]) -> str:
    return f"line {numbers[0]}" if len(numbers) == 1 else f"lines {', '.join(numbers)}"


# In the order of how much they say.
_CLAUSES: dict[str, Callable[[Sequence[str]], str]] = {
    "path": lambda _: "your goal names this path",
    "traced": lambda said: f"is on the way of the traceback in your goal, in `{said[0]}`",
    "frame": lambda _: "the traceback in your goal passes through it",
    "raises": lambda said: f"raises `{said[0]}` in {_in_lines(said[1:])}",
    "says": lambda said: f"has “{said[0]}”, which your goal quotes, in {_in_lines(said[1:])}",
    "message": lambda _: "contains words of a message quoted in your goal",
    "defines": lambda said: f"defines `{said[0]}`, which your goal has",
    "declares": lambda said: f"declares `{said[0]}`, which your goal has",
    "leads-here": lambda said: f"`{said[0]}` in your goal leads here",
    "module": lambda _: "your goal names this module",
    "words": lambda said: "contains " + ", ".join(f"`{each}`" for each in said),
    "file-name": lambda said: f"its name, `{said[0]}`, has words like those of your goal",
    "folder": lambda said: f"is in `{said[0]}/`, whose name has words like those of your goal",
    "commit": lambda said: f'touched by a commit with words like those of your goal: "{_shown(said[0])}"',
    "tests": lambda _: "tests that match your goal import it",
    "imported-by": lambda said: f"imported by `{said[0]}`, which matches your goal",
    "together": lambda said: f"changed together with `{said[0]}` in {said[1]} commits, large ones left out",
}


def say_certainty(certainty: str, named: Sequence[str] = ()) -> str:
    """Return how the places of a goal are known, in the one way that every surface says it."""
    names = ", ".join(f"`{each}`" for each in named[:3])
    return {
        "given": "Places",
        "found": f"Places: the goal names {names}" if names else "Places",
        "named": f"Named by the goal: {names}; the change may go elsewhere",
        "candidates": "Candidates: no single place was found that the goal names; its words point here",
    }[certainty]
