"""What the survey computes from one text alone is kept in the index's database, so it is computed once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.code.languages import PLAIN

if TYPE_CHECKING:
    from collections.abc import Callable

    from groundplan.code.index import Index
    from groundplan.code.outline import Outline

    Make = Callable[[bytes, Outline], bytes]

_SELECT = """
    SELECT place.path, place.text, record FROM place JOIN text ON text.id = place.text
    LEFT JOIN {name}_text ON {name}_text.id = place.text
    WHERE place.worktree = ? AND text.language != ?
"""
_INSERT = "INSERT OR REPLACE INTO {name}_text VALUES (?, ?)"
_CHUNK = 200  # texts between two commits: another process never waits long


def keep_records(
    index: Index, name: str, version: str, make: Make, *, only: Callable[[str], bool] | None = None
) -> dict[str, bytes]:
    """Return the record of every file that has an outline and is asked for; new texts alone are computed.

    A record may hang on nothing but the text and its outline: equal texts share one.
    """
    schema = (f"CREATE TABLE {name}_text(id INTEGER PRIMARY KEY, record BLOB NOT NULL)",)
    database = index.derived(name, version, schema)
    rows = database.execute(_SELECT.format(name=name), (index.worktree, PLAIN)).fetchall()
    found: dict[str, bytes] = {}
    missing: dict[int, list[str]] = {}
    for path, text, record in rows:
        name_of = path.decode("utf-8", "surrogateescape") if isinstance(path, bytes) else str(path)
        if only is not None and not only(name_of):
            continue
        if record is None:
            missing.setdefault(text, []).append(name_of)
        else:
            found[name_of] = record
    waiting: list[tuple[int, bytes]] = []
    for number, (text, paths) in enumerate(missing.items(), 1):
        body, outline = index.text(paths[0]), index.outline(paths[0])
        if body is not None and outline is not None:
            record = make(body, outline)
            waiting.append((text, record))
            found.update(dict.fromkeys(paths, record))
        if waiting and (len(waiting) >= _CHUNK or number == len(missing)):
            with index.writing():
                database.executemany(_INSERT.format(name=name), waiting)
            waiting = []
    return dict(sorted(found.items()))
