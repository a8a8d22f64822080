"""Skeleton lines that name a profile axis, written once per value: one playbook for projects that differ."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from groundplan.plan.config import Profile

_NAMED = re.compile(r"(?<!\{)\{([a-z][a-z0-9_]*)\.([a-z][a-z0-9_]*)\}(?!\})")


def axis_rows(profile: Profile) -> dict[str, list[dict[str, str]]]:
    """Return each axis of a profile as rows: the value as `name`, and what the profile says about it."""
    rows = {
        axis: [{"name": value, **_details(profile, axis, value)} for value in values]
        for axis, values in profile.axes.items()
    }
    if profile.commands:
        rows["commands"] = [dict(profile.commands)]
    return rows


def write_axes(skeleton: str, rows: Mapping[str, Sequence[Mapping[str, str]]]) -> str:
    """Return the skeleton with each line that holds `{axis.field}` written once per row of that axis.

    `{axis.n}` is the row's number. What the rows do not say stays a placeholder, which counts as empty.
    """
    return "".join(
        written for line in skeleton.splitlines(keepends=True) for written in _write_line(line, rows)
    )


def _write_line(line: str, rows: Mapping[str, Sequence[Mapping[str, str]]]) -> list[str]:
    axis = next((match[1] for match in _NAMED.finditer(line) if rows.get(match[1])), "")
    if not axis:
        return [line]
    return [_write_row(line, axis, {"n": str(count), **row}) for count, row in enumerate(rows[axis], 1)]


def _write_row(line: str, axis: str, row: Mapping[str, str]) -> str:
    return _NAMED.sub(lambda match: row.get(match[2], match[0]) if match[1] == axis else match[0], line)


def _details(profile: Profile, axis: str, value: str) -> dict[str, str]:
    about = profile.data.get(axis, {})
    details = about.get(value, {}) if isinstance(about, dict) else {}
    if not isinstance(details, dict):
        return {}
    return {
        key: ", ".join(map(str, said)) if isinstance(said, list) else str(said)
        for key, said in details.items()
    }
