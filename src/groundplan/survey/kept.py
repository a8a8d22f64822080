"""What the survey computes from one text alone is kept in the index's database, so it is computed once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.code.kept_records import KeptRecords

if TYPE_CHECKING:
    from collections.abc import Callable

    from groundplan.code.outline import Outline
    from groundplan.code.view import CodeView

    Make = Callable[[bytes, Outline], bytes]

_CHUNK = 200  # texts between two commits: another process never waits long


def keep_records(
    index: CodeView, name: str, version: str, make: Make, *, only: Callable[[str], bool] | None = None
) -> dict[str, bytes]:
    """Return the record of every file that has an outline and is asked for; new texts alone are computed.

    A record may hang on nothing but the text and its outline: equal texts share one.
    """
    kept = KeptRecords(index, name, version)
    found: dict[str, bytes] = {}
    missing: dict[int, list[str]] = {}
    for path, text, known in kept.standing():
        if only is not None and not only(path):
            continue
        if known is None:
            missing.setdefault(text, []).append(path)
        else:
            found[path] = known
    waiting: list[tuple[int, bytes]] = []
    for number, (text, paths) in enumerate(missing.items(), 1):
        body, outline = index.text(paths[0]), index.outline(paths[0])
        if body is not None and outline is not None:
            record = make(body, outline)
            waiting.append((text, record))
            found.update(dict.fromkeys(paths, record))
        if waiting and (len(waiting) >= _CHUNK or number == len(missing)):
            kept.add(waiting)
            waiting = []
    return dict(sorted(found.items()))
