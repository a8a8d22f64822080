"""Break the project on purpose, one line at a time in a copy of it, and see that tests notice.

python benchmarks/mutations/run.py [--list attacks] [rule …]   # prints rows of docs/benchmarks/mutations.md
"""

from __future__ import annotations

import argparse
import os
import pathlib
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import tomllib
import venv
from dataclasses import dataclass, field
from typing import Any

ROOT = pathlib.Path(__file__).resolve().parents[2]
LISTS = pathlib.Path(__file__).parent
MEMORY = 4 << 30  # a mutant may take away what bounds a text's cost
SECONDS = 600


@dataclass
class Copy:
    """A copy of the project with a Python that knows no other, and the tests that failed in it."""

    folder: pathlib.Path
    noticed: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        for name in ("src", "tests"):
            shutil.copytree(ROOT / name, self.folder / name, ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copy(ROOT / "pyproject.toml", self.folder)
        venv.create(self.folder / "venv", symlinks=True)
        [packages] = self.folder.glob("venv/lib/*/site-packages")
        known = [path for path in sys.path if path.endswith("-packages")]
        (packages / "copy.pth").write_text("\n".join([str(self.folder / "src"), *known]))
        program = self.folder / "venv/bin/groundplan"
        program.write_text(
            f"#!{self.python}\nfrom groundplan.cli.main import main\nraise SystemExit(main())\n"
        )
        program.chmod(0o755)

    @property
    def python(self) -> pathlib.Path:
        """Return the interpreter that imports the copy."""
        return self.folder / "venv/bin/python"

    def run(self, *selection: str) -> tuple[int, str]:
        """Return how pytest ends on a selection of tests, and what it prints."""
        argv = [self.python, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *selection]
        ran = subprocess.run(
            argv,
            cwd=self.folder,
            env=os.environ | {"PYTHONDONTWRITEBYTECODE": ""},  # else every run compiles everything again
            capture_output=True,
            text=True,
            check=False,
            timeout=SECONDS,
            preexec_fn=_bound,
        )
        return ran.returncode, ran.stdout


def _bound() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def main() -> int:
    """Return 1 if a mutant survives, or a test that noticed one fails on the copy as it is."""
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("--list", default="process_rules", help="a file beside this one, without its ending")
    reader.add_argument("rules", nargs="*", help="the mutants to run: what stands in their first column")
    given = reader.parse_args()
    mutants = tomllib.loads((LISTS / f"{given.list}.toml").read_text("utf-8"))["mutant"]
    survived = 0
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        copy = Copy(pathlib.Path(folder))
        for mutant in mutants:
            if not given.rules or mutant["rule"] in given.rules:
                found = kill(copy, mutant)
                survived += any(test.startswith("**") for test in found)
                print(f"| {mutant['rule']} | {mutant['what']} | {' | '.join(found)} |", flush=True)
        code, said = copy.run(*sorted(copy.noticed)) if copy.noticed else (0, "")
    print(f"{survived} survived; unbroken: {said.strip().splitlines()[-1] if said else 'nothing ran'}")
    return 1 if survived or code else 0


def kill(copy: Copy, mutant: dict[str, Any]) -> list[str]:
    """Break the code, run each selection of tests, mend it, and return which tests noticed."""
    whole: dict[pathlib.Path, str] = {}
    try:
        for change in (mutant, mutant.get("second")):
            if change is not None:
                path = copy.folder / "src/groundplan" / change["file"]
                text = path.read_text("utf-8")
                whole.setdefault(path, text)
                if text.count(change["old"]) != 1:
                    return [f"**`{change['file']}` does not hold once: `{change['old']}`**"]
                path.write_text(text.replace(change["old"], change["new"]), "utf-8")
        return [first_failure(copy, selection) for selection in selections(mutant)]
    finally:
        for path, text in whole.items():
            path.write_text(text, "utf-8")


def selections(mutant: dict[str, Any]) -> list[list[str]]:
    """Return the tests that must fail: a unit test and an attack, or the one selection there is."""
    named = [mutant["test"]] if "test" in mutant else [mutant["unit"], f"bypass/{mutant['attack']}"]
    cut = [each.partition(" -k ") for each in named]
    return [[f"tests/{path}", *(["-k", words] if words else [])] for path, _, words in cut]


def first_failure(copy: Copy, selection: list[str]) -> str:
    """Return the first test that fails, or say that the mutant survives."""
    try:
        code, said = copy.run(*selection)
    except subprocess.TimeoutExpired:  # a mutant may take away what bounds a text's time
        return f"`{' '.join(selection)}` does not end"
    failed = re.search(r"^(?:FAILED|ERROR) (\S+?::(.+?))(?: - .*)?$", said, re.MULTILINE)
    if failed:
        copy.noticed.add(failed[1])
        return f"`{failed[2].partition('[')[0]}`"
    return "**survived**" if code == 0 else f"**no test ran** ({said.strip().splitlines()[-1]})"


if __name__ == "__main__":
    sys.exit(main())
