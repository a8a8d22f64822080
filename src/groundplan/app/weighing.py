"""What the words of a document that follows no form surely claim: the rest is not held against it."""

from __future__ import annotations

import posixpath
import re
from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from groundplan.code.languages import FOLLOWED, language_of
from groundplan.code.nearest import distance
from groundplan.code.outline import Kind
from groundplan.code.test_paths import is_test
from groundplan.code.usages import find_usages
from groundplan.plan.evidence import CitationState
from groundplan.plan.late_regex import late_regex
from groundplan.plan.mention import MAKING, Intent

if TYPE_CHECKING:
    from groundplan.app.looking import Looking
    from groundplan.code.index import Symbol
    from groundplan.plan.evidence import Evidence, Occurrences, Seen
    from groundplan.plan.mention import Mention, NameChange, Sayings

_CLAIMING = frozenset({Intent.IN_TASK, Intent.MODIFIES, Intent.REMOVES})
_SHORTEST_SLIP = 6
# What these verbs do to a name, every user of the name feels; a new argument may have a default.
_BREAKING = frozenset(
    {
        "rename",
        "renamed",
        "remove",
        "removed",
        "delete",
        "deleted",
        "drop",
        "dropped",
    }
)
_DEFINED = frozenset({Kind.CLASS, Kind.FUNCTION, Kind.METHOD, Kind.INTERFACE, Kind.TYPE, Kind.ENUM})
_REMOVING = late_regex(r"\b(?:delet|remov|drop)\w*", re.IGNORECASE)
_USERS = (
    r"(?:callers?|call[- ]?sites?|usages?|uses|references|imports?|importers|consumers?|occurrences|places)"
)
_ALL_USERS = late_regex(
    rf"\b(?:all|every|each|any|remaining|other|existing|its)\s+(?:of\s+)?(?:the\s+|its\s+)?"
    rf"(?:\w+\s+)?{_USERS}\b|"
    rf"\b(?:update|fix|adjust|change)\s+(?:the\s+)?{_USERS}\b|"
    r"\b(?:grep|rg|search|find) (?:for|and replace)\b|"
    rf"\bno (?:other )?{_USERS}\b|\bunused\b|\bdead code\b",
    re.IGNORECASE,
)


def kept_changes(code: Looking, sayings: Sayings, text: str) -> tuple[NameChange, ...]:
    """Return the changes of names whose users must be named: of one definition here, unless all are meant."""
    if _ALL_USERS.search(text):
        return ()
    return tuple(each for each in sayings.changes if each.verb in _BREAKING and _is_defined_once(code, each))


def _is_defined_once(code: Looking, change: NameChange) -> bool:
    found = _definitions(code, change.term)
    # An overload is the same name in the same place.
    is_one = len({(each.path, each.definition.qualified) for each in found}) == 1
    return is_one and found[0].definition.kind in _DEFINED and found[0].definition.is_exported


def _definitions(code: Looking, name: str) -> tuple[Symbol, ...]:
    """Return the definitions of a name; a test or a fixture that has one of its own does not count."""
    found = code.index.symbols(name)
    return tuple(each for each in found if not is_test(each.path)) or found


def weigh(code: Looking, evidence: Evidence, sayings: Sayings) -> Evidence:
    """Return the evidence without what the words need not mean."""
    intents = {mention.place: mention for mention in sayings.mentions}
    named = {posixpath.basename(mention.path) for mention in sayings.mentions}
    return replace(
        evidence,
        citations=tuple(
            _weigh(code, seen, intents.get(seen.citation.place), sayings.made_words)
            for seen in evidence.citations
        ),
        worked=(),
        pairs=(),
        occurrences=tuple(_users(code, each, named) for each in evidence.occurrences),
    )


def _weigh(code: Looking, seen: Seen, mention: Mention | None, made: frozenset[str]) -> Seen:
    if seen.state is CitationState.OUTSIDE:
        return replace(seen, state=CitationState.UNCLEAR)
    if seen.state is not CitationState.MISSING or mention is None:
        return seen
    path = posixpath.normpath(seen.citation.path.replace("\\", "/"))
    bare = path.replace("../", "")
    if path != bare and code.index.text(bare) is not None:
        return replace(seen, state=CitationState.EXISTS)  # the link is counted from another folder
    if path + "/" == seen.citation.path and "." not in posixpath.basename(path):
        return replace(seen, state=CitationState.UNCLEAR)  # a folder may be of anywhere, and made by a run
    if seen.was_there:
        is_done = mention.intent is Intent.REMOVES or _REMOVING.search(mention.words)
        return replace(seen, state=CitationState.UNCLEAR) if is_done else seen
    if code.index.text(path) is not None or seen.citation.trouble:
        return seen  # the file is there, what is cited of it is not
    is_claim = mention.intent in _CLAIMING or seen.citation.first or seen.citation.symbol
    # A file that is still to be made has no lines yet.
    is_made = not seen.citation.first and (
        mention.intent in MAKING or not made.isdisjoint((path, posixpath.basename(path)))
    )
    if not is_made and ((is_claim and _is_around(code, path)) or _is_slip(code, path)):
        return seen
    return replace(seen, state=CitationState.UNCLEAR)


def _is_around(code: Looking, path: str) -> bool:
    """Tell whether a path leads into a folder of this repository; a mere name may be a file of anywhere."""
    folder = f"/{posixpath.dirname(path)}"
    return folder != "/" and any(
        f"/{each}".rpartition("/")[0].endswith(folder) for each in code.index.paths()
    )


def _is_slip(code: Looking, path: str) -> bool:
    """Tell whether a path is a slip of the pen away from a file in the same folder."""
    folder, name = posixpath.split(path)
    stem, ending = posixpath.splitext(name)
    if len(stem) < _SHORTEST_SLIP:
        return False
    for each in code.index.paths():
        there, other = posixpath.split(each)
        if (
            f"/{there}".endswith(f"/{folder}")
            and other.endswith(ending)
            and distance(stem.lower(), posixpath.splitext(other)[0].lower(), 1) <= 1
        ):
            return True
    return False


def _users(code: Looking, seen: Occurrences, named: set[str]) -> Occurrences:
    """Return the uses that are known to be of the definition; where it is, the step is already."""
    defined = _definitions(code, seen.change.term)
    homes = {each.path for each in defined}
    followed = [each for each in defined if language_of(each.path, b"") in FOLLOWED]
    uses = find_usages(code.index, followed[0]).resolved if followed else ()
    used = Counter(each.path for each in uses)
    files = {path: count for path, count in used.items() if path not in homes}
    covered = frozenset(path for path in files if path in seen.covered or posixpath.basename(path) in named)
    return replace(seen, files=files, covered=covered, swept={})
