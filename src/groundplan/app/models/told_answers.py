"""What the code says to a model's question, as text: a line for each place, with the code that is there.

Whoever reads an answer needs where something is and what it says, not the columns and digests of the data.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from groundplan.app.brains.lookups import Files, Lines
from groundplan.app.queries.retracing import WordsHistory
from groundplan.app.wire.turn import reply
from groundplan.code.citations.texts import split_lines
from groundplan.code.occurrences import Occurrences
from groundplan.planner.brains.turn import LIMITED
from groundplan.rules.secrets import leave_out_secrets
from groundplan.survey.installed.facts import PackageDocs

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.app.brains.lookups import Reply
    from groundplan.code.view import CitedCode

# What says nothing to a reader of code: columns, digests, shares, how an answer was come by.
_NOISE = frozenset(
    (
        "email",
        "score",
        "column",
        "begin",
        "source",
        "time",
        "last",
        "looked_in",
        "searched",
        "unseen",
        "uses",
        "has_doc",
        "known",
        "ownership",
    )
) | {"confidence", "backward", "status", "now", "until", "followed", "in_tests", "asked"}
_LISTS = frozenset(("places", "resolved", "dependents", "attempts", "symbols", "steps"))  # what was asked for
_ON_ONE_LINE = frozenset(("files", "mentions", "elsewhere"))  # paths with a number each
_INSIDE = ("inside", "within", "qualified")
_WHOLE = ("definition", "commit", "first")  # parts of an entry that say what it is
_USUAL = frozenset(("reference", "call"))  # kinds of use that go without saying
_FILES = 10  # that are named with what was left out of them
_LONGEST = 160  # letters of a line of code
_OID = 10


def has_nothing(each: Reply) -> bool:
    """Tell whether the code has nothing to say to a question."""
    found = each.found
    match found:
        case PackageDocs():
            return found.installed is None
        case Occurrences():
            return not found.places
        case WordsHistory():
            return not found.attempts
    return bool(each.trouble)


def tell_answer(each: Reply, index: CitedCode) -> str:
    """Return what the code says as a model reads it."""
    found = each.found
    if isinstance(found, Lines):
        shown = "\n".join(f"{n} {line}" for n, line in enumerate(found.lines, found.first))
        return f"{found.path}, lines {found.first} to {found.last} of {found.total}\n{shown}"
    if isinstance(found, Files):
        rest = found.total - len(found.paths)
        rows = [f"{path}  {_length(index, path)}" for path in found.paths]
        return "\n".join([*rows, *([f"and {rest} more"] if rest else [])])
    if each.trouble:
        return each.trouble
    if isinstance(found, Occurrences) and not found.places:
        aside = f"; {len(found.unsearched)} files were not searched" if found.unsearched else ""
        where = f" in `{each.lookup.inside}`" if each.lookup.inside else ""
        return f"found nowhere{where} as whole words{aside}"
    told = reply(each)
    if isinstance(found, PackageDocs) and found.installed is None:
        return f"{found.name} is not installed here, so nothing of its documentation can be read."
    lookup = each.lookup
    limited = f"only the places in `{lookup.inside}`; totals are of all files" if lookup.inside else ""
    head = [limited] if limited and not isinstance(found, Occurrences) else []
    return "\n".join([*head, *_rows(told["answer"], index), *_tell_left_out(each, told)])


def _tell_left_out(each: Reply, told: dict[str, Any]) -> Iterator[str]:
    """Yield how much was left out, and how to see it."""
    if not (count := told["left_out"]):
        return
    how = ": limit the question with `in`, a folder or file" if f"`{each.lookup.ask}`" in LIMITED else ""
    yield f"{count} more were left out{how}"
    if isinstance(each.found, Occurrences):
        some = Counter(place.path for place in each.found.places[len(told["answer"]["places"]) :])
        most = [f"{path} {number}" for path, number in some.most_common(_FILES)]
        more = len(some) - len(most)
        yield f"most of them: {', '.join(most)}{f' and {more} more files' if more > 0 else ''}"


def _rows(value: Any, index: CitedCode) -> Iterator[str]:  # noqa: ANN401 - any tree of plain values
    """Yield an entry: a line with its place and plain values, and below it what it has more than one of."""
    if not isinstance(value, dict):
        yield " ".join(map(str, value)) if isinstance(value, list) else str(value)
        return
    if calls := value.get("calls"):
        yield from (row for one in calls for row in _rows(one, index))
        return
    lead, told = _lead(value, index)
    shown = {name: each for name, each in value.items() if name not in _NOISE and name not in told}
    if value.get("kind") in _USUAL:
        del shown["kind"]
    plain = {name: each for name, each in shown.items() if _is_plain(each)}
    said = [_said(name, each) for name, each in plain.items() if each not in (None, False, "")]
    if head := "  ".join(filter(None, (lead, ", ".join(said)))):
        yield head
    for name, each in shown.items():
        if name in plain:
            continue
        rows = (row for one in (each if isinstance(each, list) else [each]) for row in _rows(one, index))
        inner = (
            list(dict.fromkeys(rows)) if isinstance(each, list) else list(rows)
        )  # a line may have two uses
        if (isinstance(each, dict) and len(inner) == 1) or name in _ON_ONE_LINE:
            yield f"  {name.replace('_', ' ')}: {'; '.join(map(str.strip, inner))}"
        elif inner:
            yield from [f"  {name.replace('_', ' ')}:", *(f"    {row}" for row in inner)]
        elif name in _LISTS:
            yield f"  {name}: none found"


def _lead(value: dict[str, Any], index: CitedCode) -> tuple[str, frozenset[str]]:
    """Return what an entry begins with, its place or its commit, and the names of what that says."""
    whole = next((name for name in _WHOLE if isinstance(value.get(name), dict)), "")
    if whole == "definition":
        one = value[whole]
        lines = f"{value.get('path', '')}:{one['first']}-{one['last']}"
        return f"{lines}  {one['kind']}: {one.get('header') or one['qualified']}", frozenset(("path", whole))
    if whole:
        lead, _ = _lead(value[whole], index)
        return lead, frozenset(("path", "line", *_INSIDE, whole))
    if "oid" in value:
        by = f"({value['author']})" if value.get("author") else ""
        words = (value["oid"][:_OID], value.get("date"), value.get("subject"), by)
        return "  ".join(filter(None, words)), frozenset(("oid", "date", "subject", "author", "files"))
    path, line = value.get("path"), value.get("line")
    if not isinstance(path, str):
        return "", frozenset()
    inside = next((value[name] for name in _INSIDE if value.get(name)), "")
    said = frozenset(("path", "line", "text", *_INSIDE))
    if not isinstance(line, int):
        return (f"{path}::{inside}" if inside else path), said
    text = str(value.get("text") or _line(index, path, line)).strip()
    return "".join(
        (f"{path}:{line}", f"  in {inside}" if inside else "", f": {text[:_LONGEST]}" if text else "")
    ), said


def _is_plain(value: Any) -> bool:  # noqa: ANN401 - any tree of plain values
    if isinstance(value, list):
        return bool(value) and all(isinstance(each, str | int) for each in value)
    return not isinstance(value, dict)


def _said(name: str, value: Any) -> str:  # noqa: ANN401 - any plain value
    if value is True:
        return name.removeprefix("is_").replace("_", " ")
    if name == "unsearched":
        return f"{len(value)} files unsearched"
    if name == "other" and isinstance(value, list):
        return f"other: {len(value)}"
    if isinstance(value, float):
        value = f"{value:.2f}".rstrip("0").rstrip(".")
    shown = ", ".join(map(str, value)) if isinstance(value, list) else value
    return f"{name.replace('_', ' ')}: {shown}"


def _length(index: CitedCode, path: str) -> str:
    text = index.text(path)
    number = len(split_lines(text)) if text is not None else 0
    return f"{number:,} line{'' if number == 1 else 's'}" if text is not None else "not text"


def _line(index: CitedCode, path: str, number: int) -> str:
    """Return a line of a file without its secrets; nothing where there is none."""
    lines = split_lines(index.text(path) or b"")
    if not 0 < number <= len(lines):
        return ""
    return leave_out_secrets(lines[number - 1].decode("utf-8", "replace"))
