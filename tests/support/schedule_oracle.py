"""Schedules by trying everything, and a checker that counts quarter days: what the engine is held against."""

from __future__ import annotations

import itertools
import random
from typing import TYPE_CHECKING

from groundplan.schedule.decoupling import find_decouplings
from groundplan.schedule.levelling import Crew, Workload, join_needs, level
from groundplan.schedule.order import find_critical_path, order_tasks, time_tasks

if TYPE_CHECKING:
    from collections.abc import Sequence

    from groundplan.schedule.levelling import Levelled

QUARTERS = 4
LENGTHS = (0.25, 0.5, 1.0, 1.5, 2.0, 5.0)

Chain = tuple[int, ...]


def draw_needs(draw: random.Random, most: int = 8) -> list[set[int]]:
    """Draw a graph without cycles, its tasks in any order."""
    count = draw.randint(1, most)
    places = draw.sample(range(count), count)
    needs: list[set[int]] = [set() for _ in places]
    density = draw.random()
    for at, place in enumerate(places):
        needs[place] = {earlier for earlier in places[:at] if draw.random() < density}
    return needs


def draw_workload(draw: random.Random, most: int = 8) -> Workload:
    """Draw tasks with lengths and owners, and owners who are several people or away at times."""
    needs = draw_needs(draw, most)
    names = ("Ada", "Ben", "Eve")
    owners = [tuple(draw.sample(names, draw.choice((0, 1, 1, 1, 2)))) for _ in needs]
    crews = {name: Crew(draw.randint(1, 2), _draw_absence(draw)) for name in names if draw.random() < 0.7}
    return Workload(needs, [draw.choice(LENGTHS) for _ in needs], owners, crews)


def _draw_absence(draw: random.Random) -> tuple[tuple[float, float], ...]:
    days = sorted(draw.sample(range(20), 2 * draw.choice((0, 0, 1, 2))))
    return tuple((float(days[at]), float(days[at + 1])) for at in range(0, len(days), 2))


def chains_of(needs: Sequence[set[int]]) -> list[Chain]:
    """List every chain in which each task waits for the one before, by trying all."""
    found: list[Chain] = [(task,) for task in range(len(needs))]
    for chain in found:
        found += [(*chain, task) for task in range(len(needs)) if chain[-1] in needs[task]]
    return found


def compare_order(needs: list[set[int]], days: Sequence[float]) -> list[str]:
    """Name what the engine says otherwise than the list of all chains does; nothing: they agree."""
    chains = chains_of(needs)
    lengths = {chain: sum(days[task] for task in chain) for chain in chains}
    longest = max(lengths.values())
    wrong = []
    waves = {task: at for at, wave in enumerate(order_tasks(needs).waves, 1) for task in wave}
    path = find_critical_path(needs, days)
    if path.days != longest or lengths.get(path.tasks) != longest:
        wrong.append(f"critical path {path}, {longest} days by hand")
    timings = time_tasks(needs, days)
    begins = [max(lengths[c] for c in chains if c[-1] == t) - days[t] for t in range(len(needs))]
    for task, timing in enumerate(timings):
        followers = [begins[each] for each, needed in enumerate(needs) if task in needed]
        by_hand = (
            begins[task],
            begins[task] + days[task],
            longest - max(lengths[chain] for chain in chains if task in chain),
            min(followers, default=longest) - begins[task] - days[task],
        )
        if timing is None or (timing.start, timing.finish, timing.slack, timing.free) != by_hand:
            wrong.append(f"task {task} {timing}, by hand {by_hand}")
        if waves[task] != max(len(chain) for chain in chains if chain[-1] == task):
            wrong.append(f"task {task} is in wave {waves[task]}")
    return wrong + _compare_decouplings(needs, days, longest)


def _compare_decouplings(needs: list[set[int]], days: Sequence[float], longest: float) -> list[str]:
    by_hand = {}
    for task, needed in enumerate(needs):
        for each in needed:
            without = [needed - {each} if at == task else other for at, other in enumerate(needs)]
            left = max(sum(days[at] for at in chain) for chain in chains_of(without))
            if left < longest:
                by_hand[task, each] = longest - left
    found = {(each.task, each.needed): each.saved for each in find_decouplings(needs, days)}
    return [] if found == by_hand else [f"decouplings {found}, by hand {by_hand}"]


def check_levelled(work: Workload, found: Levelled) -> list[str]:
    """Name what makes a schedule impossible, quarter day by quarter day; nothing: it can be done."""
    wrong = []
    busy: dict[tuple[str, int], int] = {}
    for task, timing in enumerate(found.timings):
        if timing is None:
            wrong.append(f"task {task} is not planned")
            continue
        late = [found.timings[each] for each in work.needs[task]]
        if any(each is None or each.finish > timing.start for each in late):
            wrong.append(f"task {task} starts before what it needs is finished")
        worked = [
            quarter
            for quarter in range(round(timing.start * QUARTERS), round(timing.finish * QUARTERS))
            if not any(_is_away(work.crew(owner), quarter) for owner in work.owners[task])
        ]
        if len(worked) != work.days[task] * QUARTERS:
            wrong.append(f"task {task} gets {len(worked)} quarters of {work.days[task]} days")
        for owner, quarter in itertools.product(work.owners[task], worked):
            busy[owner, quarter] = busy.get((owner, quarter), 0) + 1
    wrong += [
        f"{owner} does {count} at once"
        for (owner, _), count in busy.items()
        if count > work.crew(owner).people
    ]
    end = max((each.finish for each in found.timings if each), default=0.0)
    if found.days != end or end < found.least:
        wrong.append(f"says {found.days} days, at least {found.least}, and ends on {end}")
    return wrong


def _is_away(crew: Crew, quarter: int) -> bool:
    return any(first * QUARTERS <= quarter < last * QUARTERS for first, last in crew.away)


def check_slack(work: Workload, found: Levelled) -> list[str]:
    """Name tasks whose slack is not the most they may slip: start each that late, then later."""
    chain = join_needs(work.needs, found.after)
    wrong = []
    for task, timing in enumerate(found.timings):
        for more, is_later in ((0.0, False), (0.25, True)):
            held = [*chain, ()]
            held[task] = {*chain[task], len(chain)}
            if timing is None:
                continue
            pause = timing.start + timing.slack + more
            away = [*work.absences, ()]
            days = [*work.days, pause]
            end = max(each.finish for each in time_tasks(held, days, away)[:-1] if each)
            if (end > found.days) != is_later and not (is_later and _starts_away(work, task, pause)):
                wrong.append(f"task {task} with slack {timing.slack} started {more} later ends on {end}")
    return wrong


def _starts_away(work: Workload, task: int, day: float) -> bool:
    """Tell whether a later start falls into an absence: then the work begins no later than before."""
    return any(first < day <= last for owner in work.owners[task] for first, last in work.crew(owner).away)


def find_faults(count: int, seed: int) -> tuple[list[str], list[Levelled]]:
    """Hold the engine against the oracle on so many drawn graphs and workloads."""
    draw = random.Random(seed)
    faults: list[str] = []
    levelled = []
    for _ in range(count):
        needs = draw_needs(draw)
        faults += compare_order(needs, [draw.choice(LENGTHS) for _ in needs])
        work = draw_workload(draw)
        found = level(work)
        levelled.append(found)
        faults += check_levelled(work, found) + check_slack(work, found)
    return faults, levelled
