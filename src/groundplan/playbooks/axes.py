"""Skeleton lines that name a profile axis, written once per value: one playbook for projects that differ."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.plan.late_regex import late_regex

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from groundplan.plan.config import Profile

_NAMED = late_regex(r"(?<!\{)\{([a-z][a-z0-9_]*)\.([a-z][a-z0-9_]*)\}(?!\})")
_LABEL = late_regex(r"^\s*(?:[-*+]\s+)?[\w /*-]+:")
_GAP = late_regex(r"\{[^{}]*\}")
# The number an item starts with: `3. …`, `- [ ] 4.1 …`; of several, joined by dots, the last.
_COUNT = late_regex(r"(\s*(?:[-*+]\s+(?:\[[ xX]\]\s+)?(?:\d+\.)*)?)(\d+)(?=[.)]?\s)")


def axis_rows(profile: Profile) -> dict[str, list[dict[str, str]]]:
    """Return each axis of a profile as rows: the value as `name`, and what the profile says about it."""
    rows = {
        axis: [{"name": value, **_details(profile, axis, value)} for value in values]
        for axis, values in profile.axes.items()
    }
    if profile.standards:
        rows["standards"] = [{"name": standard.id, "text": standard.text} for standard in profile.standards]
    if profile.commands:
        rows["commands"] = [dict(profile.commands)]
    return rows


def write_axes(skeleton: str, rows: Mapping[str, Sequence[Mapping[str, str]]]) -> str:
    """Return the skeleton with each line that holds `{axis.field}` written once per row of that axis.

    A number at the start of such an item counts on. What the rows do not say stays a placeholder.
    """
    lines = skeleton.splitlines(keepends=True)
    return "".join(written for line in lines for written in _write_line(line, rows))


def write_sentences(skeleton: str, rows: Mapping[str, Sequence[Mapping[str, str]]]) -> str:
    """Return the lines in which the skeleton has a sentence of its own about each value, as they are written.

    `- {databases.name}` gives the profile's words alone; `- Test with {tools.name}` says more.
    """
    lines = [line for line in skeleton.splitlines(keepends=True) if _NAMED.search(line) and _says_more(line)]
    return write_axes("".join(lines), rows)


def _says_more(line: str) -> bool:
    own = _NAMED.sub("", _LABEL.sub("", line))
    return any(map(str.isalpha, _GAP.sub("", own)))


def _write_line(line: str, rows: Mapping[str, Sequence[Mapping[str, str]]]) -> list[str]:
    axis = next((match[1] for match in _NAMED.finditer(line) if rows.get(match[1])), "")
    if not axis:
        return [line]
    others = {name: values for name, values in rows.items() if name != axis}
    return [
        written
        for place, row in enumerate(rows[axis])
        for written in _write_line(_count_on(_write_row(line, axis, row), place), others)
    ]


def _write_row(line: str, axis: str, row: Mapping[str, str]) -> str:
    return _NAMED.sub(lambda match: row.get(match[2], match[0]) if match[1] == axis else match[0], line)


def _count_on(line: str, place: int) -> str:
    match = _COUNT.match(line)
    return f"{match[1]}{int(match[2]) + place}{line[match.end() :]}" if match else line


def _details(profile: Profile, axis: str, value: str) -> dict[str, str]:
    about = profile.data.get(axis, {})
    details = about.get(value, {}) if isinstance(about, dict) else {}
    if not isinstance(details, dict):
        return {}
    return {
        key: ", ".join(map(str, said)) if isinstance(said, list) else str(said)
        for key, said in details.items()
    }
