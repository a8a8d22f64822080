"""A place for a hostile repository: a trap that leaves a mark, a secret outside, plain tools to trip it."""

from __future__ import annotations

import os
import pty
import shutil
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path  # noqa: TC003  (fields are made of it)
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

SECRET = "TOP-SECRET-4f1c9"  # stands outside the repository only; seen in our words, it was read
FORGED = "FORGED-7d02"  # what only a reader that believes the repository's settings shows
FILES = {
    "README.md": "# Demo\n\nFetches data.\n",
    "src/app.py": "import client\n\n\ndef fetch_data(url):\n    return client.get(url)\n",
    "src/client.py": "def get(url):\n    return url\n",
    "tests/test_app.py": "from app import fetch_data\n\n\ndef test_fetch():\n    assert fetch_data('a')\n",
    "web/index.ts": "export function fetchData(url: string) { return url }\n",
    "pyproject.toml": '[project]\nname = "demo"\nversion = "1"\ndependencies = ["click>=8"]\n',
    "package.json": '{"name": "demo", "scripts": {"test": "true"}}\n',
    "go.mod": "module example.org/demo\n\ngo 1.21\n",
}


@dataclass
class Site:
    """One hostile repository and its surroundings. `trap` is a program that marks that it was run."""

    folder: Path
    environ: dict[str, str] = field(default_factory=dict)
    caller: dict[str, str] = field(default_factory=dict)  # what the user's environment has besides
    starts: tuple[tuple[str, ...], ...] = ()  # commands that must be started as processes of their own
    forbidden: list[str] = field(default_factory=list)  # what must not be said

    def __post_init__(self) -> None:
        self.root = self.folder / "repo"
        self.outside = self.folder / "outside"
        self.home = self.folder / "home"
        self.cache = self.folder / "cache"
        self.mark = self.folder / "mark"
        self.trap = self.folder / "trap"
        self.environ = {
            "PATH": os.environ.get("PATH", os.defpath),
            "HOME": str(self.home),
            "LANG": "C.UTF-8",
            "GIT_CONFIG_NOSYSTEM": "1",
        }

    @classmethod
    def build(cls, folder: Path, template: Path) -> Site:
        """Make a site around a copy of an honest repository with one file changed and not committed."""
        site = cls(folder)
        shutil.copytree(template, site.root, symlinks=True)
        for made in (site.outside, site.home, site.cache):
            made.mkdir(mode=0o700)
        (site.outside / "secret.txt").write_text(f"{SECRET}\n")
        (site.home / ".gitconfig").write_text("[user]\n\tname = Ann\n\temail = ann@example.org\n")
        site.trap.write_text(f'#!/bin/sh\necho "$0 $*" >> "{site.mark}"\nexit 1\n')
        site.trap.chmod(0o755)
        site.write("src/client.py", "def get(url):\n    return url + '/'\n")
        return site

    @classmethod
    def make_template(cls, folder: Path) -> Path:
        """Make the honest repository every site starts from."""
        site = cls(folder)
        site.root.mkdir(parents=True)
        site.home.mkdir()
        (site.home / ".gitconfig").write_text("[user]\n\tname = Ann\n\temail = ann@example.org\n")
        site.git("init", "-q", "-b", "main")
        for name, text in FILES.items():
            site.write(name, text)
        site.commit("Begin")
        site.write("src/app.py", FILES["src/app.py"] + "\n\ndef fetch_all(urls):\n    return urls\n")
        site.commit("Fetch all of them")
        return site.root

    # ------------------------------------------------------------------------------- building

    def write(self, name: str, text: str | bytes, *, mode: int = 0o644) -> Path:
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode() if isinstance(text, str) else text)
        path.chmod(mode)
        return path

    def plant(self, name: str) -> Path:
        """Put the trap into the repository under a name."""
        return self.write(name, self.trap.read_text(), mode=0o755)

    def python(self) -> str:
        """Return Python that leaves the mark."""
        return f"open({str(self.mark)!r}, 'a').write(__file__ + '\\n')\n"

    def set(self, name: str, value: str | None = None) -> None:
        """Set something in the repository's git configuration: the trap, unless told otherwise."""
        self.git("config", name, str(self.trap) if value is None else value)

    def attribute(self, words: str) -> None:
        (self.root / ".git/info").mkdir(exist_ok=True)
        (self.root / ".git/info/attributes").write_text(f"* {words}\n")

    def git(self, *words: str, check: bool = True, stdin: str = "", **environ: str) -> str:
        done = subprocess.run(
            ["git", *words], cwd=self.root, env=self.environ | environ, input=stdin.encode(),
            capture_output=True, check=False, timeout=30,
        )  # fmt: skip
        assert not check or done.returncode == 0, done.stderr
        return (done.stdout + (b"" if check else done.stderr)).decode("utf-8", "surrogateescape").strip()

    def commit(self, message: str, **environ: str) -> None:
        self.git("add", "-A")
        self.git("commit", "-q", "--allow-empty", "-m", message, **environ)

    # ------------------------------------------------------------------------------- tripping

    def has_sprung(self) -> bool:
        """Tell whether the trap was run, and take the mark away."""
        sprung = self.mark.exists()
        self.mark.unlink(missing_ok=True)
        return sprung

    def by_git(self, *words: str, stdin: str = "", **environ: str) -> Callable[[], bool]:
        """Return the plain git command that runs the trap."""

        def trip() -> bool:
            self.git(*words, check=False, stdin=stdin, **environ)
            return self.has_sprung()

        return trip

    def by_git_at_a_terminal(self, *words: str) -> Callable[[], bool]:
        """Return the git command that runs the trap when its words go to a terminal."""

        def trip() -> bool:
            master, terminal = pty.openpty()
            subprocess.run(
                ["git", *words], cwd=self.root, env=self.environ | {"TERM": "xterm"}, check=False, timeout=30,
                stdin=subprocess.DEVNULL, stdout=terminal, stderr=subprocess.DEVNULL,
            )  # fmt: skip
            os.close(terminal)
            os.close(master)
            return self.has_sprung()

        return trip

    def by_run(self, *argv: str, **environ: str) -> Callable[[], bool]:
        """Return a plain command, run in the repository, that runs the trap."""

        def trip() -> bool:
            subprocess.run(
                argv, cwd=self.root, env=self.environ | environ, check=False, capture_output=True, timeout=60
            )
            return self.has_sprung()

        return trip

    def by_python(self, code: str, **environ: str) -> Callable[[], bool]:
        """Return a naive Python tool, standing in the repository, that runs the trap."""
        return self.by_run(sys.executable, "-c", code, **environ)

    def by_telling(self, told: Callable[[], Any], wanted: str = SECRET) -> Callable[[], bool]:
        """Return a naive reader that says what it should not."""
        return lambda: wanted in str(told())

    # ------------------------------------------------------------------------------- looking

    def surroundings(self) -> dict[str, bytes]:
        """Return all that lies beside the repository, the cache apart."""
        found = {}
        for folder in (self.outside, self.home):
            for path in sorted(folder.rglob("*")):
                name = str(path.relative_to(self.folder))
                if path.is_symlink() or not path.is_file():
                    found[name] = b"(no file)"
                elif not name.startswith("home/.cache"):
                    found[name] = path.read_bytes()
        return found

    def kept(self) -> bytes:
        """Return every byte that we keep: the cache, and what we wrote into the repository."""
        folders = (self.cache, self.root / "plans", self.root / ".groundplan")
        files = [
            path for folder in folders if not folder.is_symlink() for path in folder.rglob("*")
            if path.is_file() and not path.is_symlink()
        ]  # fmt: skip
        return b"".join(path.read_bytes() for path in files)
