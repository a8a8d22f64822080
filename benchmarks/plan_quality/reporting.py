"""The tables of `docs/benchmarks/plan-quality.md`, written from readings and catches."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from catching import count_catches
from scoring import FALSE, OVERALL, PAIRS, average, compare, disagreement, mean_of_goals, prefer

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from catching import Catches, Hole
    from scoring import Reading


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a Markdown table whose first column is words and the others numbers."""
    lines = [head, ["--", *("--:" for _ in head[1:])], *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def report(readings: list[Reading], pairs: Sequence[str] = PAIRS) -> Iterator[str]:
    """Yield the tables of a comparison, each with its heading."""
    by_goal = average(readings, OVERALL)
    arms = sorted(mean_of_goals(by_goal))
    readers = len({each.reader for each in readings})
    yield f"{len(readings)} readings of {len(by_goal)} goals by {readers} readers.\n"
    yield "### Scores\n\n" + table(["goal", *arms], _goal_rows(by_goal, arms))
    yield "### Criteria\n\n" + table(["criterion", *arms], _criteria_rows(readings, arms))
    yield "### Paired differences\n\n" + table(
        [
            "pair",
            "mean",
            "95 % interval",
            "p (sign flips)",
            "goals",
            "preferred",
            "tied",
            "behind",
            "false statements",
        ],
        _pair_rows(readings, by_goal, pairs),
    )
    false = average(readings, FALSE)
    if false:
        yield "### False statements\n\n" + table(["goal", *arms], _goal_rows(false, arms))
    gap = disagreement(readings)
    if gap is not None:
        yield f"Two readers of the same plan differ by {gap:.2f} on average.\n"


def report_catches(holes: dict[str, list[Hole]], judged: list[dict[str, Any]]) -> str:
    """Return the planted holes that each refuter and all together caught, and what else they found."""
    names = sorted({each.get("refuter", "") for each in judged})
    lists = {name: [each for each in judged if each.get("refuter", "") == name] for name in names}
    found = [count_catches(holes, some) for some in (*lists.values(), judged)]
    rows = [[kind, *(_caught(each, kind) for each in found)] for kind in found[-1].by_kind]
    rows += [
        ["lists", *(str(each.lists) for each in found)],
        ["other real faults", *(str(each.real) for each in found)],
        ["false objections", *(str(each.false) for each in found)],
    ]
    return table(["planted", *names, "together"], rows)


def _caught(found: Catches, kind: str) -> str:
    caught, tried = found.by_kind.get(kind, (0, 0))
    return f"{caught} of {tried}" if tried else "–"


def _goal_rows(by_goal: dict[str, dict[str, float]], arms: list[str]) -> Iterator[list[str]]:
    for goal in sorted(by_goal):
        yield [goal, *(_figure(by_goal[goal].get(arm)) for arm in arms)]
    means = mean_of_goals(by_goal)
    yield ["**mean**", *(f"**{_figure(means.get(arm))}**" for arm in arms)]


def _criteria_rows(readings: list[Reading], arms: list[str]) -> Iterator[list[str]]:
    every = [name for each in readings for scores in each.scores.values() for name in scores]
    for criterion in dict.fromkeys(every):
        if criterion not in {OVERALL, FALSE}:
            means = mean_of_goals(average(readings, criterion))
            yield [criterion, *(_figure(means.get(arm)) for arm in arms)]


def _pair_rows(
    readings: list[Reading], by_goal: dict[str, dict[str, float]], pairs: Sequence[str]
) -> Iterator[list[str]]:
    for pair in pairs:
        found = compare(by_goal, pair)
        if found is None:
            continue
        better, tied, behind, goals = prefer(readings, pair)
        votes = [f"{better} of {goals}", str(tied), str(behind)] if goals else ["–"] * 3
        interval = f"{found.low:+.2f} to {found.high:+.2f}"
        false = compare(average(readings, FALSE), pair)
        figures = [f"{found.mean:+.2f}", interval, f"{found.p:.3f}", str(len(found.by_goal))]
        yield [pair.replace("-", "−"), *figures, *votes, f"{false.mean:+.2f}" if false else "–"]


def _figure(value: float | None) -> str:
    return "–" if value is None else f"{value:.2f}".removesuffix("0")
