"""A model that answers from a script and remembers what it was asked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.models.model import Answer

if TYPE_CHECKING:
    from groundplan.models.model import Prompt, Watch


class Scripted:
    """Answers with one line of its script after the other; an exception in it is raised."""

    def __init__(self, *script: str | BaseException, reads_code: bool = False) -> None:
        self.name = "scripted"
        self.reads_code = reads_code
        self.asked: list[Prompt] = []
        self._script = list(script)

    def ask(self, prompt: Prompt, watch: Watch) -> Answer:
        watch.is_cancelled()
        self.asked.append(prompt)
        said = self._script.pop(0)
        if isinstance(said, BaseException):
            raise said
        return Answer(said, model="scripted-1", asked_tokens=1_000, answered_tokens=100, seconds=2.0)

    @property
    def left(self) -> int:
        return len(self._script)
