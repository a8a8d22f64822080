"""The versions of Python and SQLite that the tests have run with; any other is worth a note."""

from __future__ import annotations

import platform

# Kept by hand: docs/benchmarks/pythons.md says when and how each was tested.
PYTHONS = ("3.11", "3.12", "3.13")
SQLITES = ("3.40",)


def running() -> dict[str, str]:
    """Return the versions that groundplan runs on."""
    import sqlite3  # noqa: PLC0415 - only the doctor asks

    return {"Python": platform.python_version(), "SQLite": sqlite3.sqlite_version}


def note_untested(versions: dict[str, str]) -> str:
    """Name what the tests have not run with, or nothing."""
    tested = {"Python": PYTHONS, "SQLite": SQLITES}
    notes = [
        f"{program} {version} (tested: {', '.join(tested[program])})"
        for program, version in versions.items()
        if ".".join(version.split(".")[:2]) not in tested[program]
    ]
    return f"Not tested with {' or '.join(notes)}" if notes else ""
