"""What a goal names outright: identifiers and files, the plainest first."""

from __future__ import annotations

import builtins
import re
from typing import TYPE_CHECKING

from groundplan.evidence.sketched import sketch_name
from groundplan.evidence.ways_in import NearIndex
from groundplan.plan.late_regex import late_regex
from groundplan.survey.entry_points.facts import Entry
from groundplan.survey.entry_points.finding import find_entry_points
from groundplan.survey.where.named import PathLookup
from groundplan.survey.where.words import identifiers_in, names_in_span

if TYPE_CHECKING:
    from groundplan.evidence.subject import Subject
    from groundplan.survey.entry_points.facts import EntryPoint

MOST_NAMES = 10
MOST_FILES = 10
MOST_DEFINING = 10  # files that define a name: a dotted name that ends in one of more names none of them
_OBJECTS = frozenset({"self", "this", "cls"})
LEAST_WORTH = 0.8  # written as code, or a compound word outside of code blocks
_BUILT_IN = frozenset(dir(builtins))  # `ValueError` is everywhere and nobody's
_SPAN = late_regex(r"`([^`\n]{1,200})`")
_CODE_LIKE = late_regex(r"_|^[a-z]+[A-Z]|\d")  # `snake_case`, `camelCase`; `GitHub` may be a product
_METHOD = late_regex(r"\.([A-Za-z_]\w{1,80})\(")  # `z.string().email()`
_OPTION = late_regex(r"(?<![\w-])--[a-z][a-z0-9-]{1,40}\b")
# The object of an order: `Move Client to app.py`, `rename the method upload to put`.
_ORDERED = late_regex(
    r"\b(?:move|rename|delete|remove|extract|inline|split)\s+(?:the\s+|our\s+)?"
    r"(?P<kind>(?:class|function|method|constant|struct|type|interface|enum)\s+)?"
    r"(?P<name>[A-Za-z_]\w{2,80})(?![\w./:(-])",
    re.IGNORECASE,
)
_ORDERED_FILE = late_regex(
    r"\b(?:move|rename|delete|remove)\s+(?:the\s+)?(?:(?:file|module)\s+)?`?(?P<path>[\w./-]{1,120}\.\w{1,8})\b",
    re.IGNORECASE,
)
_LOOKED_AT = 4_000  # letters of a goal: what comes after them is pasted
_FENCE = late_regex(r"^[ \t]*(```|~~~).*?(?:^[ \t]*\1|\Z)", re.DOTALL | re.MULTILINE)


def named_identifiers(subject: Subject) -> tuple[str, ...]:
    """Return the identifiers that the goal names, and those of the places that were given."""
    spans = {name for span in _SPAN.findall(_FENCE.sub("\n", subject.text)) for name in names_in_span(span)}
    given = [each.definition.name for each in subject.given]
    calls = _METHOD.findall(_FENCE.sub("\n", subject.text))
    given += [name for name in calls if subject.index.symbols(name)]
    given += [last for dotted in subject.goal.dotted if (last := _meant_by(subject, dotted))]
    given += [name for name in ordered_names(subject) if name not in given]
    found = [
        name
        for name, worth in sorted(subject.goal.names.items(), key=lambda item: -item[1])
        if worth >= LEAST_WORTH
        and (name not in _BUILT_IN or subject.index.symbols(name))
        and not _is_in_path(subject, name)
        # a word with humps outside of backticks counts where the code defines it
        and (name in spans or _CODE_LIKE.search(name) or _is_defined(subject, name))
    ]
    return tuple(dict.fromkeys((*given, *found)))[:MOST_NAMES]


def ordered_names(subject: Subject) -> list[str]:
    """Return the plain words that are the object of an order, and the name of one definition alone.

    A word without a kind before it has to be spelled as a type is: with a capital.
    """
    said = subject.text.strip().partition("\n")[0]
    return [
        each["name"]
        for each in _ORDERED.finditer(said[:_LOOKED_AT])
        if each["kind"] or each["name"][0].isupper()
        if len({one.path for one in subject.index.symbols(each["name"])}) == 1
    ]


def ordered_files(subject: Subject) -> tuple[str, ...]:
    """Return the files that the goal orders away: who imports one has to follow."""
    said = subject.text.strip().partition("\n")[0][:_LOOKED_AT]
    lookup = PathLookup(subject.index.paths())
    found = [lookup.find(each["path"]) for each in _ORDERED_FILE.finditer(said)]
    return tuple(paths[0] for paths in found if len(paths) == 1)


def _meant_by(subject: Subject, dotted: str) -> str:
    """Return the last part of a dotted name, unless it is an attribute of an object or defined all over."""
    first, last = dotted.partition(".")[0], dotted.rpartition(".")[2]
    files = {each.path for each in subject.index.symbols(last)}
    return last if first not in _OBJECTS and 0 < len(files) <= MOST_DEFINING else ""


def _is_defined(subject: Subject, name: str) -> bool:
    return bool(subject.index.symbols(name) or sketch_name(subject, name)[0])


def _is_in_path(subject: Subject, name: str) -> bool:
    """Tell whether a word is only part of a path in the goal: `request` of `django/http/request.py`."""
    paths = " ".join(each.path for each in subject.goal.mentions)
    if name not in identifiers_in(paths):
        return False
    rest = subject.text
    for each in subject.goal.mentions:
        rest = rest.replace(each.path, " ")
    return name not in identifiers_in(rest)


def named_options(subject: Subject) -> tuple[str, ...]:
    """Return the command-line options that the goal names, outside of code blocks."""
    return tuple(dict.fromkeys(_OPTION.findall(_FENCE.sub("\n", subject.text))))[:MOST_FILES]


def named_files(subject: Subject) -> dict[str, tuple[str, ...]]:
    """Return the paths that the goal names, as written, each with the files it can mean."""
    lookup = PathLookup(subject.index.paths())
    found = {each.path: lookup.find(each.path) for each in subject.goal.mentions[:50]}
    # `Node.js` and `e.g` look like files as well: only what is there, or has a folder, was meant as one.
    kept = {said: paths for said, paths in found.items() if paths or "/" in said}
    return dict(list(kept.items())[:MOST_FILES])


def named_handlers(subject: Subject) -> dict[str, list[str]]:
    """Return the files with the handler of a command or route that the goal names, and its name."""
    said = " ".join(subject.text[:_LOOKED_AT].split()).lower()
    programs = {each.name.lower() for each in subject.manifest.scripts if each.kind == "console"}
    programs |= {each.name.lower() for each in subject.manifest.projects if each.name and not each.is_example}
    if "/" not in said and not any(each in said for each in programs):
        return {}
    near = NearIndex(subject.index, [each.path for each in subject.ranked.files])
    found: dict[str, list[str]] = {}
    for each in find_entry_points(near, manifest=subject.manifest).found:
        if each.handler and each.handler_at and _is_spoken(each, said, programs):
            found.setdefault(each.handler_at.path, []).append(each.name)
    return found


def _is_spoken(entry: EntryPoint, said: str, programs: set[str]) -> bool:
    name = entry.name.lower()
    if entry.kind is Entry.HTTP:
        return len(name) > 2 and name in said
    if entry.kind is not Entry.CLI or not name:
        return False
    called = re.escape(name)
    return any(re.search(rf"(?<![\w-]){re.escape(each)} {called}(?![\w-])", said) for each in programs)
