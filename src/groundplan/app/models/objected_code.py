"""The code and the receipts that objections cite, shown before whoever mends has to ask for them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.app.brains.lookups import look_up
from groundplan.app.models.told_answers import tell_answer
from groundplan.app.probes.attempts import recount
from groundplan.plan.citation import parse_citation
from groundplan.planner.brains.turn import Lookup

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from groundplan.app.judgement.codebase import Codebase
    from groundplan.plan.probe import Probe
    from groundplan.plan.refutation import ObjectionState

_AROUND = 15  # lines before and behind those that are cited
_MOST = 20_000  # letters of code, and of receipts: who mends has the plan besides


def show_cited(code: Codebase, evidence: Iterable[str]) -> tuple[tuple[str, str], ...]:
    """Return the lines that evidence cites and those around them, with how the code is asked for them."""
    shown: dict[str, str] = {}
    for lookup in _lookups(evidence):
        told = look_up(code, lookup)
        answer = "" if told.trouble else tell_answer(told, code.index)
        if answer and sum(map(len, shown.values())) + len(answer) <= _MOST:
            shown[f"{lookup.ask} {lookup.about}"] = answer
    return tuple(shown.items())


def show_measured(objections: Iterable[ObjectionState]) -> tuple[tuple[str, str], ...]:
    """Return what the receipts show that objections cite, each once, by name."""
    cited = {each.entry.id: each for state in objections for each in state.receipts}
    printed: list[Probe] = []
    shown: list[tuple[str, str]] = []
    for each in cited.values():
        told = recount(each, printed)
        if sum(len(text) for _, text in shown) + len(told) <= _MOST:
            shown.append((each.id, told))
            printed.append(each)
    return tuple(shown)


def _lookups(evidence: Iterable[str]) -> Iterator[Lookup]:
    ranges: dict[str, list[list[int]]] = {}
    for text in evidence:
        cited = parse_citation(re.split(r"[\s,;]", text.strip().lstrip("`"), maxsplit=1)[0].strip("`"))
        if cited is not None and cited.symbol:
            yield Lookup("lines", f"{cited.path}::{cited.symbol}")
        elif cited is not None and cited.first:
            first = max(cited.first - _AROUND, 1)
            ranges.setdefault(cited.path, []).append([first, (cited.last or cited.first) + _AROUND])
    for path, found in ranges.items():
        joined: list[list[int]] = []
        for first, last in sorted(found):
            if joined and first <= joined[-1][1] + 1:
                joined[-1][1] = max(joined[-1][1], last)
            else:
                joined.append([first, last])
        yield from (Lookup("lines", f"{path}:{first}-{last}") for first, last in joined)
