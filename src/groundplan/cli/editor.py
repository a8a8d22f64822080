"""A text written in the person's own editor, in a private file that is kept until the text is safe."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import tempfile
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from groundplan.plan.errors import Misused, Unavailable
from groundplan.plan.playbook import Shape

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from groundplan.app.plans.opened import OpenPlan
    from groundplan.plan.document import Section
    from groundplan.plan.playbook import SectionSpec

USUAL = ("sensible-editor", "nano", "vi", "notepad")
STEP = """\
1. `src/cart.py`: `total()` raises `ValueError` if a price is negative.
   Verify: `python3 -m pytest tests/test_cart.py` passes.
2. Say so in `README.md`."""
_END = "end of groundplan's note -->"


@dataclass(frozen=True, slots=True)
class Sheet:
    """A private file with a text in it and a note above, which is not part of the text."""

    path: Path
    initial: str
    note: str = ""  # as it was laid out; what else stands there was typed

    def edit(self, environ: Mapping[str, str]) -> str:
        """Let the person edit it and return the text as it is afterwards."""
        words = find_editor(environ)
        try:
            code = subprocess.call([*words, str(self.path)])
        except OSError as error:
            raise Unavailable(
                f"The editor `{words[0]}` cannot be started: {error.strerror}",
                hint="Set `EDITOR`, or use `--file`",
            ) from error
        if code:
            raise Unavailable(
                f"The editor `{words[0]}` ended with code {code}", hint=f"Your text is in `{self.path}`"
            )
        try:
            return without_note(self.path.read_bytes().decode("utf-8"), self.note)
        except FileNotFoundError as error:
            raise Unavailable(
                f"The editor `{words[0]}` left no text behind", hint="Nothing was written"
            ) from error
        except UnicodeDecodeError as error:
            raise Misused(
                f"The text is not UTF-8: byte {error.start}", hint=f"It is in `{self.path}`"
            ) from error

    def discard(self) -> None:
        """Remove the file and its folder."""
        shutil.rmtree(self.path.parent, ignore_errors=True)


def open_sheet(text: str, note: str) -> Sheet:
    """Make a private file (mode 0600 in a folder of mode 0700) with the note and the text."""
    folder = Path(tempfile.mkdtemp(prefix="groundplan-"))
    path = folder / "section.md"
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        above = f"<!-- {note}\n     "
        file.write(f"{above}{_END}\n{text}".encode())
    return Sheet(path, text, above)


def guide(opened: OpenPlan, parts: Iterable[Section]) -> str:
    """Return what belongs into the sections, for the note above their text; no words of it end the note."""
    found = []
    for part in parts:
        spec = opened.playbook.section(part.declared)
        if spec is not None and spec.guidance:
            # The rest of it is for a model that writes the whole of a plan.
            first = spec.guidance.strip().split("\n", 1)[0]
            found.append(f"\n\n{part.title}\n{first}{_example(spec)}".replace("--", "- -"))
    return "".join(found)


def _example(spec: SectionSpec) -> str:
    """Return what a step looks like, where the section has steps in no other form than a list."""
    is_free = any(
        each.kind == "task" and each.shape is Shape.LIST and not each.label for each in spec.records
    )
    return f"\n\nFor example:\n{STEP}" if is_free else ""


def without_note(text: str, note: str = "") -> str:
    """Return the text below the note; a person may have taken the note out, or typed inside it."""
    head, found, rest = text.partition(_END)
    if not found or not head.lstrip("\ufeff").startswith("<!--"):
        return text
    known, typed = Counter(line.strip() for line in note.splitlines()), []
    for line in head.splitlines() if note else ():
        known[line.strip()] -= 1
        if line.strip() and known[line.strip()] < 0:  # the note has it no more often
            typed.append(line)
    rest = rest.removeprefix("\r\n").removeprefix("\n")
    return "".join(f"{line}\n" for line in typed) + rest


def find_editor(environ: Mapping[str, str]) -> list[str]:
    """Return the words that start the editor; never one that a repository names."""
    for name in ("VISUAL", "EDITOR"):
        said = environ.get(name, "").strip()
        if said:
            try:
                return shlex.split(said, posix=os.name != "nt")
            except ValueError as error:
                raise Misused(
                    f"`{name}` is `{said}`: {error}", hint="Set it to a program and its options"
                ) from error
    for program in USUAL:
        found = shutil.which(program)
        if found:
            return [found]
    raise Misused("There is no editor", hint="Set `EDITOR`, or give the text with `--file`")
