"""Run a command at a terminal of its own, as a person does: reads one JSON order, writes one JSON result.

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
import sys
import termios
import time
from pathlib import Path

PATIENCE = 30.0


def main() -> None:
    order = json.load(sys.stdin)
    if os.fork():
        os._exit(0)
    while os.getppid() == order["parent"]:
        time.sleep(0.001)
    json.dump(attend(order), sys.stdout)


def attend(order: dict) -> dict:
    pid, terminal = pty.fork()
    if pid == 0:
        size = struct.pack("HHHH", 40, order["columns"], 0, 0)
        fcntl.ioctl(0, termios.TIOCSWINSZ, size)
        os.chdir(order["folder"])
        if order["redirect"]:  # standard input or output that is not the terminal
            for number, path in order["redirect"].items():
                os.dup2(os.open(path, os.O_RDWR), int(number))
        os.execve(order["argv"][0], order["argv"], order["environ"])
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


if __name__ == "__main__":
    main()
