"""Occurrences of the names a plan changes, counted in the code and held against the files the plan covers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.code.occurrences import find_occurrences
from groundplan.markdown.name_changes import bare_name
from groundplan.plan.evidence import Occurrences
from groundplan.plan.mention import Intent, NameChange
from groundplan.plan.path_pattern import matches
from groundplan.rules.occurrences import fault_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from groundplan.app.looking import Looking
    from groundplan.plan.config import Config
    from groundplan.plan.document import Plan
    from groundplan.plan.evidence import Worked
    from groundplan.plan.mention import Account, Sayings

_MOST_NAMES = 100
_SOFT = frozenset({Intent.MODIFIES, Intent.TOUCHES})


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
        files = {
            path: count for path, count in _files(code, change.term).items() if _is_code(path, plan, config)
        }
        accounts = tuple(account for account in sayings.accounts if account.term == change.term)
        if files or accounts:
            covered = frozenset(path for path in files if any(matches(each, path) for each in covering))
            found.append(Occurrences(change, files, covered, _dismissed(files, accounts), accounts))
    return tuple(found)


def names_in_play(sayings: Sayings) -> list[NameChange]:
    """Return the names a plan changes, each once: by its verbs, by an account, or by what it works on."""
    found: dict[str, NameChange] = {}
    for change in sayings.changes:
        found.setdefault(change.term, change)
    for account in sayings.accounts:
        told = NameChange(account.term, account.term, "account", account.section, account.place)
        found.setdefault(account.term, told)
    for mention in sayings.mentions:
        term = bare_name(mention.citation.text) if mention.citation.symbol else ""
        if term and mention.intent in _SOFT and term not in sayings.new_names.get(mention.path, ()):
            found.setdefault(
                term, NameChange(term, mention.citation.text, "", mention.section, mention.place)
            )
    return list(found.values())


def _files(code: Looking, term: str) -> dict[str, int]:
    if term not in code.occurrences:
        code.occurrences[term] = find_occurrences(code.index, term).files
    return code.occurrences[term]


def _is_code(path: str, plan: Plan, config: Config) -> bool:
    """Tell whether a file is anything but a plan: what plans say about a name is no use of it."""
    folders = (".groundplan/", f"{config.folder.strip('/')}/")
    return not path.startswith(folders) and all(path != document.path for document in plan.documents)


def _dismissed(files: dict[str, int], accounts: Iterable[Account]) -> dict[str, str]:
    good = [each for account in accounts for each in account.dismissals if not fault_of(each, None)]
    return {
        path: dismissal.reason for dismissal in good for path in files if matches(dismissal.pattern, path)
    }
