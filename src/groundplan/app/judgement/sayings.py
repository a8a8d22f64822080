"""What a plan says about code, section by section; a skeleton's words and computed ones are no claims."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from groundplan.app.judgement.judging import skeleton_facts
from groundplan.markdown.accounts import find_accounts
from groundplan.markdown.command_lines import find_commands
from groundplan.markdown.loose import find_made_words, find_named_words
from groundplan.markdown.mentions import find_mentions
from groundplan.markdown.name_changes import find_name_changes, find_new_names
from groundplan.markdown.statements import find_statements
from groundplan.plan.dataclass import dataclass
from groundplan.plan.mention import Intent, NameChange, Sayings
from groundplan.plan.statement import places_of_tests

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from groundplan.markdown.name_changes import NewNames
    from groundplan.plan.config import Profile
    from groundplan.plan.document import Plan, Section
    from groundplan.plan.mention import Account, Mention
    from groundplan.plan.playbook import Playbook
    from groundplan.plan.record import Record
    from groundplan.plan.statement import Statement


def read_sayings(plan: Plan, playbook: Playbook, profile: Profile) -> Sayings:
    """Return the files, names and occurrences that the plan's own words speak of."""
    skeletons, _ = skeleton_facts(playbook, profile)
    mentions: list[Mention] = []
    changes: list[NameChange] = []
    accounts: list[Account] = []
    new_names: dict[str, frozenset[str]] = {}
    maps: list[Record] = []
    statements: list[Statement] = []
    made: frozenset[str] = frozenset()
    whole: frozenset[str] = frozenset()
    named: frozenset[str] = frozenset()
    for section in _spoken(plan, playbook):
        skeleton = skeletons.get(section.key, skeletons.get(section.declared, ""))
        said = _read(_Same(section))
        found = [each for each in said.mentions if each.citation.text not in skeleton]
        mentions += found
        changes += said.changes
        accounts += said.accounts
        statements += said.statements
        made |= said.made_words
        whole |= said.made_whole
        named |= said.named_words
        for path, names in _added(said.new_names, found):
            new_names[path] = new_names.get(path, frozenset()) | names
        maps += [record for record in section.records if _is_drawn(record, skeleton)]
    made = made.union(*new_names.values())
    return Sayings(
        tuple(mentions),
        tuple(changes),
        tuple(accounts),
        new_names,
        tuple(maps),
        tuple(statements),
        made_words=made,
        made_whole=whole,
        named_words=named,
    )


def names_in_play(sayings: Sayings) -> list[NameChange]:
    """Return the names a plan changes, each once: by its verbs, or by an account."""
    found: dict[str, NameChange] = {}
    for change in sayings.changes:
        found.setdefault(change.term, change)
    for account in sayings.accounts:
        told = NameChange(account.term, account.term, "account", account.section, account.place)
        found.setdefault(account.term, told)
    return list(found.values())


class _Same:
    """A section as a key: its tables cannot be hashed, yet equal ones say the same."""

    __slots__ = ("section",)

    def __init__(self, section: Section) -> None:
        self.section = section

    def __hash__(self) -> int:
        return hash((self.section.document, self.section.line, self.section.body))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and other.section == self.section


@dataclass(frozen=True, slots=True)
class _Said:
    """What one section says, whatever its skeleton says too."""

    mentions: tuple[Mention, ...]
    changes: tuple[NameChange, ...]
    accounts: tuple[Account, ...]
    statements: tuple[Statement, ...]
    new_names: tuple[NewNames, ...]
    made_words: frozenset[str]
    made_whole: frozenset[str]
    named_words: frozenset[str]


@lru_cache(maxsize=256)  # a write changes one section, and has the plan read before and after it
def _read(same: _Same) -> _Said:
    section = same.section
    stated = find_statements(section)
    return _Said(
        find_mentions(section),
        find_name_changes(section),
        find_accounts(section),
        (*stated, *find_commands(section)),
        find_new_names(section),
        find_made_words(section),
        find_made_words(section, in_parts=False),
        find_named_words(section, but=places_of_tests(stated)),
    )


def _spoken(plan: Plan, playbook: Playbook) -> Iterator[Section]:
    """Yield the sections that people write; a text without a backtick or link says nothing about code."""
    for section in plan.sections:
        spec = playbook.section(section.declared)
        if (spec is None or not spec.computed) and ("`" in section.body or "](" in section.body):
            yield section


def _is_drawn(record: Record, skeleton: str) -> bool:
    """Tell whether somebody drew this file map; an example of the skeleton is none."""
    return record.kind == "file-map" and any(
        f"|{line.rstrip()}" not in skeleton for line in record.text.split("\n") if line.strip()
    )


def _added(new_names: Sequence[NewNames], mentions: list[Mention]) -> Iterator[tuple[str, frozenset[str]]]:
    """Yield the names that each task or listed file adds, with each file it works on."""
    for new in new_names:
        for mention in mentions:
            if new.first <= mention.place.line <= new.last and mention.intent is not Intent.NAMES:
                yield mention.path, new.names
