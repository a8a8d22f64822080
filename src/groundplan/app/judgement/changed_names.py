"""The names that a document renames, removes or reshapes, and those of their users that it leaves out."""

from __future__ import annotations

import posixpath
import re
from collections import Counter
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

from groundplan.code.languages import FOLLOWED, language_of
from groundplan.code.outline import Kind
from groundplan.code.test_paths import is_test
from groundplan.code.usage import UsageKind
from groundplan.code.usages import find_usages
from groundplan.markdown.listed_users import find_listed_users, says_none, step_at
from groundplan.plan.late_regex import late_regex

if TYPE_CHECKING:
    from collections.abc import Mapping

    from groundplan.app.judgement.looking import Looking
    from groundplan.code.index import Symbol
    from groundplan.code.usage import Usage
    from groundplan.plan.evidence import Occurrences
    from groundplan.plan.mention import NameChange, Sayings

# What these verbs do to a name, every user of the name feels.
_BREAKING = frozenset(
    (  # noqa: SIM905  (a page of quotes would hide the words)
        "rename renamed remove removed delete deleted drop dropped change alter narrow reshape replace "
        "inline becomes called move"
    ).split()
)
# These need not: a new argument may have a default.
_RESHAPING = frozenset({"change", "alter", "narrow", "reshape"})
_TYPES = frozenset({Kind.CLASS, Kind.INTERFACE, Kind.TYPE, Kind.ENUM})
_ALONG = frozenset({UsageKind.IMPORT, UsageKind.EXPORT, UsageKind.STRING})
_SHORTEST = 6
_RARE = 10  # letters of a name of several words that no library is likely to have as well
_DEFINED = frozenset({Kind.CLASS, Kind.FUNCTION, Kind.METHOD, Kind.INTERFACE, Kind.TYPE, Kind.ENUM})
_USERS = (
    r"(?:callers?|call[- ]?sites?|usages?|uses|users?|references|imports?|importers|consumers?|occurrences|"
    r"places)"
)
# Behind a colon they are listed, and then the list counts.
_NO_LIST = r"\b(?![^.`\n]{0,40}:\s)"
_ALL_USERS = late_regex(
    rf"\b(?:all|every|each|any|remaining|other|existing)\s+(?:of\s+)?(?:the\s+|its\s+)?"
    rf"(?:\w+\s+)?{_USERS}{_NO_LIST}|"
    rf"\b(?:update|fix|adjust|change|migrate|move|port)\s+(?:the\s+|its\s+|their\s+)?{_USERS}{_NO_LIST}|"
    r"\b(?:grep|rg|search|find) (?:for|and replace)\b",
    re.IGNORECASE,
)
_NO_USERS = late_regex(
    rf"\bno (?:other )?{_USERS}\b|\bunused\b|\bdead code\b|\b(?:alias|wrapper|shim|re-?export)\w*\b|"
    r"\bbackwards?\b",
    re.IGNORECASE,
)
_HARMLESS = late_regex(
    r"\b(?:optional\w*|defaults?\s(?:to|value|argument)|with\s(?:an?\s)?default|defaulting|keyword-only|overload\w*|internal\w*)\b|\s=\s",
    re.IGNORECASE,
)


def kept_changes(code: Looking, sayings: Sayings, text: str) -> tuple[NameChange, ...]:
    """Return the changes of names whose users must be named: of one definition here, unless all are meant."""
    if _ALL_USERS.search(text):
        return ()
    return tuple(
        each
        for each in sayings.changes
        if each.verb in _BREAKING and _is_felt(each, text) and _is_defined_once(code, each)
    )


def _is_felt(change: NameChange, text: str) -> bool:
    """Tell whether users feel a change, by the words of its own step."""
    line = change.place.line
    if find_listed_users(text, line) or says_none(text, line):
        return True
    is_harmless, is_unused = _is_unfelt(step_at(text, line))
    return not (change.verb in _RESHAPING and is_harmless) and not is_unused


@lru_cache(maxsize=8)  # a step may change a thousand names
def _is_unfelt(step: str) -> tuple[bool, bool]:
    """Tell whether a step says that its changes are harmless, and that nothing uses what it changes."""
    return _HARMLESS.search(step) is not None, _NO_USERS.search(step) is not None


def _is_defined_once(code: Looking, change: NameChange) -> bool:
    found = _definitions(code, change.term)
    # An overload is the same name in the same place.
    is_one = len({(each.path, each.definition.qualified) for each in found}) == 1
    return is_one and found[0].definition.kind in _DEFINED


def _definitions(code: Looking, name: str) -> tuple[Symbol, ...]:
    """Return the definitions of a name; a test or a fixture that has one of its own does not count."""
    found = code.index.symbols(name)
    # A constructor bears the name of its class, and is the same to whoever calls it.
    found = tuple(each for each in found if each.definition.parent.rpartition(".")[2] != name)
    return tuple(each for each in found if not is_test(each.path)) or found


def weigh_users(code: Looking, seen: Occurrences, sayings: Sayings, text: str) -> Occurrences:
    """Return the uses that are known to be of the definition; where it is, the step is already."""
    defined = _definitions(code, seen.change.term)
    homes = {each.path for each in defined}
    uses = _known_uses(code, defined)
    listed = find_listed_users(text, seen.change.place.line)
    if lists_users(seen, text):
        return _weigh_listed(replace(seen, covered=frozenset(homes)), uses, sayings, listed)
    named = {posixpath.basename(mention.path) for mention in sayings.mentions}
    files = Counter(each.path for each in uses if each.path not in homes)
    covered = frozenset(path for path in files if path in seen.covered or posixpath.basename(path) in named)
    return replace(seen, files=files, covered=covered, swept={}, is_users=True)


def lists_users(seen: Occurrences, text: str) -> bool:
    """Tell whether the step lists the users of the name that it changes, or says that there are none."""
    line = seen.change.place.line
    return bool(find_listed_users(text, line)) or says_none(text, line)


def names_users(code: Looking, seen: Occurrences, sayings: Sayings, text: str) -> bool:
    """Tell whether a step names a file besides the one it changes a name in, or one that uses the name."""
    line = seen.change.place.line
    step = range(line, line + 1 + step_at(text, line).count("\n"))
    named = [each for each in sayings.mentions if each.place.line in step and not each.citation.symbol]
    homes = {each.path for each in _definitions(code, seen.change.term)}
    beside = [each.path for each in named if each.place.line == line and each.is_file]
    return any(not any(f"/{home}".endswith(f"/{path}") for home in homes) for path in beside) or any(
        f"/{user}".endswith(f"/{each.path}") for each in named for user in seen.files
    )


def _weigh_listed(
    seen: Occurrences, uses: tuple[Usage, ...], sayings: Sayings, listed: Mapping[str, frozenset[int]]
) -> Occurrences:
    """Return the uses that a step which lists them leaves out, unless other words name file and name."""
    term = f"{seen.change.term}`"
    named = {each.path for each in sayings.mentions if term in each.words and not each.citation.first}
    files: Counter[str] = Counter()
    covered: set[str] = set()
    for path in sorted({each.path for each in uses}):
        own = [each for each in uses if each.path == path]
        lines = next((at for file, at in listed.items() if f"/{path}".endswith(f"/{file}")), None)
        left = [each for each in own if lines and not _is_at(each, lines)]
        is_left = bool(left) if lines is not None else path not in named and path not in seen.covered
        files[path] = len(left) or len(own)
        if not is_left or len(left) == len(own):  # lines of something else: none is a use
            covered.add(path)
    return replace(seen, files=files, covered=frozenset(covered), swept={})


def _is_at(usage: Usage, lines: frozenset[int]) -> bool:
    """Tell whether a use is at a listed line; imports and exports go with the uses they are for."""
    return usage.kind in _ALONG or any(abs(usage.line - each) <= 1 for each in lines)


def _known_uses(code: Looking, defined: tuple[Symbol, ...]) -> tuple[Usage, ...]:
    """Return the uses that a rule knows; elsewhere those of a type or function with no namesake."""
    if not defined:
        return ()
    found = find_usages(code.index, defined[0])
    if language_of(defined[0].path, b"") in FOLLOWED:
        return found.resolved
    definition = defined[0].definition
    # A method may be called by the same name on a class of a library; a type or function is imported.
    is_plain = definition.kind in _TYPES or (definition.kind is Kind.FUNCTION and not definition.parent)
    is_rare = len(definition.name) >= _RARE and "_" in definition.name.strip("_")
    return (
        (*found.resolved, *found.possible)
        if is_rare or (is_plain and len(definition.name) >= _SHORTEST)
        else ()
    )
