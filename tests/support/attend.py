"""Run groundplan at a terminal of its own, as a person does, in a fork of the process that runs the tests.

It gives up its parents first, so that whoever runs the tests (an editor, an agent) is not seen above it.
"""

from __future__ import annotations

import fcntl
import json
import os
import pty
import re
import select
import struct
import termios
import time
from pathlib import Path
from typing import Any, NoReturn

from desk import become_groundplan

PATIENCE = 30.0


def run_at_terminal(order: dict[str, Any]) -> dict[str, Any]:
    """Return how a command ended, what its screen showed, and what was to be typed and never asked for."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        _give_up_parents(order, writing)
    os.close(writing)
    os.waitpid(child, 0)
    with os.fdopen(reading) as told:
        result: dict[str, Any] = json.load(told)
    return result


def _give_up_parents(order: dict[str, Any], writing: int) -> NoReturn:
    try:
        parent = os.getpid()
        if not os.fork():
            while os.getppid() == parent:
                time.sleep(0.001)
            os.write(writing, json.dumps(_attend(order)).encode())
    finally:
        os._exit(0)


def _attend(order: dict[str, Any]) -> dict[str, Any]:
    pid, terminal = pty.fork()
    if pid == 0:
        size = struct.pack("HHHH", 40, order["columns"], 0, 0)
        fcntl.ioctl(0, termios.TIOCSWINSZ, size)
        os.chdir(order["folder"])
        for number, path in order["redirect"].items():  # input or output that is not the terminal
            os.dup2(os.open(path, os.O_RDWR), int(number))
        if order["script"] and not order["script"][0][0]:  # typed ahead: it is there before the command is
            select.select([0], [], [], PATIENCE)
        become_groundplan(order["words"], order["environ"])
    seen, waits = b"", list(order["script"])
    mark, end = 0, time.monotonic() + PATIENCE
    while time.monotonic() < end:
        ready, _, _ = select.select([terminal], [], [], 0.1)
        if ready:
            try:
                piece = os.read(terminal, 65536)
            except OSError:  # the command has ended and its terminal is gone
                piece = b""
            if not piece:
                break
            seen += piece
        if waits and waits[0][0].encode() in seen[mark:]:
            if waits[0][0] and select.select([terminal], [], [], 0.03)[0]:
                continue  # a person types once the screen has come to rest: what is typed ahead is dropped
            mark = len(seen)
            if waits[0][0] in order["edits"]:
                path, text = order["edits"][waits[0][0]]
                Path(path).write_text(text, "utf-8")
            os.write(terminal, waits.pop(0)[1].encode())
    else:
        os.kill(pid, 9)
    _, status = os.waitpid(pid, 0)
    code = os.waitstatus_to_exitcode(status)
    screen = seen.decode("utf-8", "replace").replace("\r\n", "\n")
    # progress is written over: how long work takes is another matter
    screen = re.sub(r"\r[^\r\n]*(?=\r)", "", screen).replace("\r", "")
    return {"code": code, "screen": screen, "left": waits}
