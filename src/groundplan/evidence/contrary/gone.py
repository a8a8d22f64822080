"""Finds what a goal takes away: every place of a name that goes, and names that others may know."""

from __future__ import annotations

import builtins
import re
from itertools import islice
from typing import TYPE_CHECKING

from groundplan.code.occurrences import find_occurrences
from groundplan.code.test_paths import is_test
from groundplan.evidence.contrary.kinds import OldName
from groundplan.evidence.contrary.wanted import TAKES_AWAY
from groundplan.evidence.documents import is_document
from groundplan.evidence.kinds import Standing
from groundplan.evidence.plan_files import is_plan_file
from groundplan.evidence.renames import is_alone, is_unmistakable
from groundplan.plan.errors import GroundplanError
from groundplan.plan.fact import FactKind
from groundplan.plan.late_regex import late_regex
from groundplan.survey.spot import Spot
from groundplan.survey.where.kinds import is_release_history

if TYPE_CHECKING:
    from groundplan.evidence.pack import EvidencePack

_BUILT_IN = frozenset(dir(builtins))  # `ValueError` stands everywhere and is nobody's
MOST_TERMS = 6
MOST_FILES = 2_000  # a word that stands in more files is no identifier in play

_CHANGES_NAME = late_regex(
    r"\b(?:renam(?:e|ing)|remov(?:e|ing)|drop(?:ping)?|delet(?:e|ing)|replac(?:e|ing)|mov(?:e|ing)"
    r"|chang(?:e|ing) the (?:signature|name"
    r"|return type|default)|deprecat(?:e|ing)|requir(?:e|ing) (?:a|an|the)|make .{1,40} (?:required"
    r"|mandatory|keyword-only))\b",
    re.IGNORECASE,
)
# What users know by a name: `the build-dir option`, `the --fast flag`.
_KNOWN = late_regex(
    r"\b(?:renam(?:e|ing)|remov(?:e|ing)|drop(?:ping)?|delet(?:e|ing)) (?:the |our |support for |all ){0,2}"
    r"`?(?P<term>-{0,2}[A-Za-z][\w.-]{2,60})`?(?:(?:, | and |, and )`?[\w.-]{2,60}`?){0,3} "
    r"(?:command.line )?(?:options?|flags?|settings?|(?:sub)?commands?|parameters?|keys?|fields?|endpoints?"
    r"|variables?|transports?|back-?ends?|drivers?|plugins?)\b",
    re.IGNORECASE,
)
# Who removes what is deprecated has warned already.
_WARNED = late_regex(
    r"\b(?:remov|drop|delet)\w{0,4} (?:the |our |all )?(?:old )?deprecated\b(?!.*\brenam)", re.IGNORECASE
)
_MOST_DOCUMENTS = 300
_LONGEST_LINE = 2_000


def find_gone(pack: EvidencePack) -> Standing | None:
    """Return where the one name stands that the goal takes away, unless others bear it as well.

    What the release history says of it stays. Where the goal says more, the name may, too.
    """
    if not is_alone(pack.goal.text):
        return None
    names = [each for each in pack.goal.names if _is_taken_away(pack.goal.title, each)]
    if not names or "." in names[0] or len(pack.index.symbols(names[0])) > 1:
        return None  # a name that others bear as well stays in their places
    about = [each for each in pack.gathered.facts if each.subject == names[0] and not each.is_absence]
    # What imports a package goes; that code or a document speaks of it may stay.
    if any(each.kind is FactKind.DEPENDENCY for each in about) or not any(map(is_unmistakable, about)):
        return None
    found = next((each for each in find_standings(pack) if each.term == names[0]), None)
    files = {path: n for path, n in found.files.items() if not is_release_history(path)} if found else {}
    return Standing(names[0], files) if files else None


def _is_taken_away(title: str, term: str) -> bool:
    """Tell `rename old to new` from `remove the check in new`: the name stands right behind the verb."""
    between = r"(?: (?:the|all|old|deprecated|unused|legacy|function|method|class|option|argument)){0,3}"
    pattern = rf"{TAKES_AWAY.pattern}{between} `?(?:\w+\.){{0,4}}{re.escape(term)}\b"
    return re.search(pattern, title, re.IGNORECASE) is not None


def find_standings(pack: EvidencePack) -> tuple[Standing, ...]:
    """Return every occurrence of the identifiers the goal names, a dotted one by its last part."""
    terms = dict.fromkeys(each.rpartition(".")[2] for each in pack.goal.names)
    found = []
    for term in [each for each in terms if each not in _BUILT_IN or pack.index.symbols(each)][:MOST_TERMS]:
        if len(pack.index.files_with(term)) > MOST_FILES:
            pack.notices.append(f"`{term}` was not counted: it appears in more than {MOST_FILES} files")
            continue
        try:
            files = find_occurrences(pack.index, term).files
        except GroundplanError:
            continue  # what the goal writes as code may be no term at all
        kept = {p: n for p, n in files.items() if not is_plan_file(pack.index, p, pack.config)}
        found.append(Standing(term, kept))
    return tuple(found)


def find_old_name(pack: EvidencePack) -> OldName | None:
    """Return a public or documented name that the goal renames, moves or takes away."""
    if not _CHANGES_NAME.search(pack.goal.title) or _WARNED.search(pack.goal.title):
        return None
    warned = tuple(path for path in pack.index.files_with("DeprecationWarning") if not is_test(path))
    names = {part for name in pack.goal.names for part in name.split(".")}
    for each in sorted(pack.reach, key=lambda one: one.region.definition.qualified not in pack.goal.names):
        if each.public and each.region.definition.name in names:
            return OldName(each.region.citation, each.public, len(each.callers), warned=warned)
    said = _KNOWN.search(pack.goal.title)
    line = _documented(pack, said["term"]) if said is not None else None
    return OldName(said["term"], documented=line[0], quote=line[1], warned=warned) if said and line else None


def _documented(pack: EvidencePack, term: str) -> tuple[Spot, str] | None:
    """Return the first line of a document that has a name."""
    sought = re.compile(rf"(?<![\w-]){re.escape(term)}(?![\w-])")
    documents = (path for path in pack.index.paths() if is_document(path))
    for path in islice(documents, _MOST_DOCUMENTS):
        if is_plan_file(pack.index, path, pack.config):
            continue
        text = (pack.index.text(path) or b"").decode("utf-8", "replace")
        for number, line in enumerate(text.split("\n"), 1):
            if sought.search(line):
                return Spot(path, number), line.replace("`", "").strip(" #*-|")[:_LONGEST_LINE]
    return None
