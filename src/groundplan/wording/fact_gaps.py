"""What a fact does not cover, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.plan.fact import Missing

if TYPE_CHECKING:
    from groundplan.plan.fact import Coverage, Gap


def counted(number: int, word: str, plural: str = "") -> str:
    """Return a number with its word: `1 file`, `1,200 files`."""
    return f"{number:,} {word if number == 1 else plural or word + 's'}"


def _gap(gap: Gap) -> str:
    if gap.reason is Missing.NOT_PARSED:
        return "this language is not parsed, its text was searched"
    if gap.reason is Missing.NOT_RESOLVED:
        return f"most uses in {gap.about} are matched by name"
    if gap.reason is Missing.NOT_SEARCHED:
        return f"{counted(gap.count, 'file or folder', 'files or folders')} not searched"
    if gap.reason is Missing.BROKEN:
        more = f" and {counted(gap.count - 1, 'other file')}" if gap.count > 1 else ""
        return f"`{gap.about}`{more} could be parsed only in part"
    if gap.reason is Missing.HISTORY:
        return "the history is not complete"
    if gap.reason is Missing.LIMIT:
        return f"not counted: the name is in {counted(gap.count, 'file')}"
    return ""


def say_broken(coverage: Coverage) -> str:
    """Return that a file could be parsed only in part, or nothing."""
    return next((_gap(gap) for gap in coverage.gaps if gap.reason is Missing.BROKEN), "")


def say_gaps(coverage: Coverage) -> tuple[str, ...]:
    """Return what was not looked at, in words."""
    unparsed = [gap.about for gap in coverage.gaps if gap.reason is Missing.NOT_PARSED and gap.about]
    said = [_gap(gap) for gap in coverage.gaps if gap.about not in unparsed]
    if unparsed:
        verb, whose = ("is", "its") if len(unparsed) == 1 else ("are", "their")
        names = ["files without an ending" if each == "no-ending" else each for each in unparsed]
        verb, whose = ("are", "their") if names[0].startswith("files ") else (verb, whose)
        said.insert(0, f"{' and '.join(names)} {verb} not parsed, {whose} text was searched")
    return tuple(each for each in said if each)
