"""The first reading of a repository: its history is read while its code is, which takes about as long."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.survey.history.early import begin_reading
from groundplan.survey.where.corpus import cut_texts

if TYPE_CHECKING:
    from groundplan.app.evidence import Codebase
    from groundplan.code.view import CodeView


def read_for_the_first_time(code: Codebase, index: CodeView) -> None:
    """Read code and history side by side where the history was never read; else do nothing."""
    reading = begin_reading(index)
    if reading is None:
        return
    try:
        index.refresh()
        code.step("Reading the words of the code")
        cut_texts(index)
        code.step("Reading the history")
        reading.wait(code.on_history)
    finally:
        reading.close()
