"""A model of the user's own that is asked and answers through a folder, as a process of its own."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

MODEL = """\
import pathlib, sys, time

box = pathlib.Path(sys.argv[1])
prompt = sys.stdin.read()
number = len(list(box.glob("in-*"))) + 1
(box / f"in-{number}").write_text(prompt)
answer = box / f"out-{number}"
for _ in range(400):
    if answer.exists():
        break
    time.sleep(0.05)
print(answer.read_text())
"""


class Box:
    """A folder through which a model is asked and answers."""

    def __init__(self, home: Path, name: str = "box") -> None:
        self.folder = home / name
        self.folder.mkdir()
        program = self.folder / "model.py"
        program.write_text(MODEL)
        settings = home / ".config/groundplan/models.toml"
        settings.parent.mkdir(parents=True, exist_ok=True)
        command = [sys.executable, str(program), str(self.folder)]
        before = settings.read_text() if name != "box" else ""  # the first takes the place of any choice
        settings.write_text(f"{before}[model.{name}]\ncommand = {json.dumps(command)}\n")

    def answer(self, *texts: str, first: int = 1) -> None:
        for number, text in enumerate(texts, first):
            (self.folder / f"out-{number}").write_text(text)

    @property
    def asked(self) -> list[str]:
        paths = sorted(self.folder.glob("in-*"), key=lambda path: int(path.name[3:]))
        return [path.read_text() for path in paths]
