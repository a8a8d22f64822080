"""Completion in real shells, under each name that people call groundplan by."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from .conftest import Desk

PROGRAM = Path(sys.executable).parent / "groundplan"
ASKED = {
    "groundplan pla": {"plan", "playbook"},
    "gp pla": {"plan", "playbook"},
    "./gp pla": {"plan", "playbook"},
    "gp new --playbook d": {"design", "design-short"},
    "gp plan 'two words' -k m": {"migration", "migration-short"},
    "groundplan explain GP10": {f"GP10{n}" for n in range(1, 10)},
    "./gp write cont": {"context"},
    "groundplan help che": {"check"},
    "gp profile show adv": {"advanced-alchemy"},
    "gp profile use prop": {"proposed"},
    "gp install cl": {"claude"},
}
needs_program = pytest.mark.skipif(
    not PROGRAM.exists(), reason="groundplan is not installed beside this Python"
)


def script(desk: Desk, shell: str) -> str:
    done = subprocess.run(
        [PROGRAM, "completion", shell],
        cwd=desk.folder,
        env=desk.world(80, None),
        capture_output=True,
        text=True,
        check=True,
    )
    assert f"{PROGRAM}" in done.stdout, "it is called by its path"
    return done.stdout


def offered(desk: Desk, shell: str, lines: list[str]) -> list[set[str]]:
    """Let a shell without start files complete what was typed, line by line."""
    asks = {
        "bash": """
COMP_WORDS=({words}); COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1))
call=$(complete -p "${{COMP_WORDS[0]##*/}}" | sed 's/.*-F \\([^ ]*\\).*/\\1/')
$call; printf '%s\\n' "${{COMPREPLY[@]}}"; echo '=='
""",
        "zsh": """
words=({words}); CURRENT=${{#words}}; ${{_comps[${{words[1]:t}}]}}; echo '=='
""",
        "fish": """
complete -C{line}; echo '=='
""",
    }
    before = {
        "zsh": 'autoload -Uz compinit && compinit -u -d "$HOME/.zcompdump"\n',
    }.get(shell, "")
    after = {"zsh": "compadd() { print -l -- ${(P)2} }\n"}.get(shell, "")
    program = before + script(desk, shell) + after
    program += "".join(asks[shell].format(words=escaped(line), line=quote(line)) for line in lines)
    start = {"bash": ["--norc", "--noprofile"], "zsh": ["-f"], "fish": ["--no-config"]}[shell]
    # Another `gp` stands first on PATH, as where PARI is installed: completion may not run it.
    other = desk.home / "other"
    other.mkdir()
    (other / "gp").write_text("#!/bin/sh\ntouch ran-pari\n")
    (other / "gp").chmod(0o755)
    world = desk.world(80, None) | {"PATH": f"{other}{os.pathsep}{os.environ['PATH']}"}
    done = subprocess.run(
        [shell, *start],
        input=program,
        cwd=desk.folder,
        env=world,
        capture_output=True,
        text=True,
        check=False,
    )
    assert not (desk.folder / "ran-pari").exists()
    answers = done.stdout.split("==\n")[: len(lines)]
    return [{line.partition("\t")[0] for line in answer.splitlines() if line} for answer in answers]


def quote(text: str) -> str:
    return "'" + text.replace("'", "'\\''") + "'"


def escaped(typed: str) -> str:
    """Return the words as an array's elements that keep their quotes, as a shell hands them over."""
    parts, word, inside = [], "", False
    for letter in typed:
        inside ^= letter == "'"
        if letter == " " and not inside:
            parts, word = [*parts, word], ""
        else:
            word += letter
    return " ".join(quote(part) for part in [*parts, word])


@needs_program
@pytest.mark.slow
@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_shell_completes(begun: Desk, shell: str) -> None:
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed")
    # What is offered does not depend on the shell: one is asked for all, the others for each way to call it.
    lines = list(ASKED) if shell == "bash" else list(ASKED)[:5]
    assert offered(begun, shell, lines) == [ASKED[line] for line in lines]
