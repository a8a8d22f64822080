"""Programs named like coding agents: they answer in their form and write down how they were called."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pathlib import Path

_PROGRAM = """\
#!{python}
import json, os, sys
called = {{"argv": sys.argv[1:], "environ": dict(os.environ), "folder": os.getcwd(),
           "files": os.listdir("."), "given": sys.stdin.read()}}
with open({record!r}, "w") as file:
    json.dump(called, file)
sys.stdout.write({out!r})
sys.stderr.write({err!r})
sys.exit({code})
"""
_SAYS = {
    "claude": lambda text: json.dumps(
        {
            "type": "result",
            "result": text,
            "usage": {"input_tokens": 10, "output_tokens": 2},
            "modelUsage": {"claude-x": {}},
            "total_cost_usd": 0.0123,
        }
    ),
    "codex": lambda text: "\n".join(
        map(
            json.dumps,
            (
                {"type": "item.completed", "item": {"type": "agent_message", "text": text}},
                {"type": "turn.completed", "usage": {"input_tokens": 10, "output_tokens": 2}},
            ),
        )
    ),
    "gemini": lambda text: json.dumps({"response": text, "stats": {"models": {"gemini-x": {}}}}),
}


def lay_agent(folder: Path, name: str, text: str = "ready") -> None:
    """Put a program into a folder that answers as this agent does."""
    lay_program(folder, name, out=_SAYS[name](text))


def lay_program(folder: Path, name: str, *, out: str = "", err: str = "", code: int = 0) -> None:
    """Put a program into a folder that prints this and ends with that code."""
    folder.mkdir(exist_ok=True)
    program = folder / name
    record = str(folder / f"{name}.called")
    program.write_text(_PROGRAM.format(python=sys.executable, record=record, out=out, err=err, code=code))
    program.chmod(0o755)


def how_called(folder: Path, name: str) -> dict[str, Any] | None:
    """Return argv, environment, folder and standard input of the last call, None where there was none."""
    record = folder / f"{name}.called"
    return json.loads(record.read_text("utf-8")) if record.exists() else None
