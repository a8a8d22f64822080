"""Occurrences of the names a plan changes, counted in the code and held against the files the plan covers."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from groundplan.app.judgement.sayings import names_in_play
from groundplan.code.occurrences import find_occurrences
from groundplan.code.usages import find_usages
from groundplan.evidence.plan_files import is_plan_file
from groundplan.plan.evidence import Occurrences
from groundplan.plan.late_regex import late_regex
from groundplan.plan.path_pattern import matches
from groundplan.rules.occurrences import fault_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from groundplan.app.judgement.looking import Looking
    from groundplan.plan.config import Config
    from groundplan.plan.document import Plan
    from groundplan.plan.evidence import Worked
    from groundplan.plan.mention import Account, NameChange, Sayings

_MOST_NAMES = 100
_DISTINCT = late_regex(r"\w_\w|[a-z0-9][A-Z]|[A-Z]{2}|[a-z]\d")  # what no word of a language looks like


def count_occurrences(
    code: Looking, plan: Plan, config: Config, sayings: Sayings, worked: Iterable[Worked]
) -> tuple[Occurrences, ...]:
    """Return where each name in play stands, which of these files are covered, and which are dismissed."""
    changes = names_in_play(sayings)
    if not changes:
        return ()
    covering = {each.path for each in worked}
    found = []
    for change in changes[:_MOST_NAMES]:
        accounts = tuple(account for account in sayings.accounts if account.term == change.term)
        is_counted = bool(accounts) or _DISTINCT.search(change.term)
        counted = _files(code, change.term) if is_counted else _uses(code, change)
        files = {path: count for path, count in counted.items() if _is_code(code, path, plan, config)}
        if files or accounts:
            covered = frozenset(path for path in files if any(matches(each, path) for each in covering))
            dismissed, swept = _dismissed(files, accounts), _swept(files, covering)
            found.append(Occurrences(change, files, covered, dismissed, accounts, swept))
    return tuple(found)


def _files(code: Looking, term: str) -> dict[str, int]:
    if term not in code.occurrences:
        code.occurrences[term] = find_occurrences(code.index, term).files
    return code.occurrences[term]


def _uses(code: Looking, change: NameChange) -> dict[str, int]:
    """Return the known uses of the one definition that a plain word such as `reload` means, and its file."""
    shown = change.shown.partition("::")[2] or change.shown
    qualified = re.sub(r"\(.*|`", "", shown).replace("::", ".").replace("#", ".")
    found = [
        each
        for each in code.index.symbols(change.term)
        if f".{each.definition.qualified}".endswith(f".{qualified}")
    ]
    if len({(each.path, each.definition.qualified) for each in found}) != 1:
        return {}
    uses = Counter(each.path for each in find_usages(code.index, found[0]).resolved)
    return {found[0].path: 1} | uses


def _is_code(code: Looking, path: str, plan: Plan, config: Config) -> bool:
    """Tell whether a file is anything but a plan: what plans say about a name is no use of it."""
    is_own = any(path == document.path for document in plan.documents)
    return not is_own and not is_plan_file(code.index, path, config)


def _swept(files: dict[str, int], covering: set[str]) -> dict[str, int]:
    """Return how many files are covered by naming no more than a folder of theirs."""
    unnamed = [path for path in files if path not in covering]
    counts = {folder: sum(matches(folder, path) for path in unnamed) for folder in covering - files.keys()}
    return {folder: count for folder, count in sorted(counts.items()) if count}


def _dismissed(files: dict[str, int], accounts: Iterable[Account]) -> dict[str, str]:
    good = [each for account in accounts for each in account.dismissals if not fault_of(each, None)]
    return {
        path: dismissal.reason for dismissal in good for path in files if matches(dismissal.pattern, path)
    }
