"""The file in which a reader hands objections in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.app.objections.given import SHAPE, read_objections
from groundplan.cli.texts import read_file, read_stdin, without_controls
from groundplan.plan.errors import Misused
from groundplan.plan.json_text import read_json

if TYPE_CHECKING:
    from groundplan.app.objections.objecting import HandedIn

LARGEST = 500_000  # bytes: more than anybody reads


def read_handed_in(path: str, by: str) -> HandedIn:
    """Return what a file hands in for the reader that the call names."""
    text = read_stdin() if path == "-" else read_file(path)
    if len(text) > LARGEST:
        raise Misused(f"`{path}` is larger than {LARGEST // 1000} kB", hint="Leave out long outputs")
    try:
        data = read_json(text)
    except (ValueError, RecursionError) as error:
        raise Misused(f"`{path}` is not JSON: {error}", hint=SHAPE) from error
    return read_objections(data, by, clean=without_controls)
