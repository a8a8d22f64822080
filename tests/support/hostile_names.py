"""Repositories whose names and words are commands to a terminal or a shell, or too much for a reader."""

from __future__ import annotations

import ast
import os
import shutil
import subprocess
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from hostile_site import Site

    Trip = Callable[[], bool]

CODE = "def fetch_data(url):\n    return url\n"
ESCAPE = "\x1b]0;owned\x07\x1b[2J\x1b[31m"
LINK = "\x1b]8;;https://evil.example\x07click\x1b]8;;\x07"
PASTE = "\x1b]52;c;cm0gLXJmIH4=\x07"
BIDI = "\u202e\u2066\u200b"


def _listing(site: Site) -> str:
    return "\n".join(path.name for path in (site.root / "src").iterdir())


def _named(site: Site, *names: str) -> Trip:
    for name in names:
        site.write(f"src/{name}", CODE)
    site.commit("Names")
    letters = {letter for name in names for letter in name if not letter.isprintable()}
    return lambda: any(letter in _listing(site) for letter in letters)


def names_that_command_a_terminal(site: Site) -> Trip:
    return _named(site, f"fetch{ESCAPE}.py", f"fetch{LINK.replace('/', '')}.py", f"fetch{PASTE}.py")


def names_that_turn_around(site: Site) -> Trip:
    return _named(site, f"fetch{BIDI}yp.exe", "fetch\u200d\ufeff.py")


def names_with_line_breaks(site: Site) -> Trip:
    return _named(site, "fetch\nerror: all is well.py", "fetch\r.py", "fetch\x08\x08.py", "fetch\t.py")


def names_that_are_options(site: Site) -> Trip:
    for name in (f"--upload-pack={site.trap.name}", "-rf", "--help", "--exec=x.py", "-"):
        site.write(name, CODE)
    site.commit("Names")

    def trip() -> bool:
        done = subprocess.run(["sh", "-c", "ls *"], cwd=site.root, capture_output=True, check=False)
        return b"README.md" not in done.stdout

    return trip


def names_that_are_shell(site: Site) -> Trip:
    shutil.copy(site.trap, site.folder / "sprung")  # `trap` is a word of the shell itself
    name = "$(sprung)`sprung`;sprung|sprung.py"
    site.write(f"src/{name}", CODE)
    site.commit("Names")
    return site.by_run("sh", "-c", f"cat src/{name}", PATH=f"{site.folder}{os.pathsep}{site.environ['PATH']}")


def names_that_are_not_text(site: Site) -> Trip:
    name = os.fsdecode(b"fetch\xff\xfe.py")
    site.write(f"src/{name}", CODE)
    site.commit("Names")

    def trip() -> bool:
        try:
            _listing(site).encode()
        except UnicodeEncodeError:
            return True
        return False

    return trip


def names_that_differ_in_case(site: Site) -> Trip:
    for name in ("src/Fetch.py", "src/fetch.py", "SRC/fetch.py", "src/CON.py", "src/aux", "src/nul .py"):
        site.write(name, CODE)
    site.commit("Names")
    names = site.git("ls-files").split("\n")
    return lambda: len({name.lower() for name in names}) < len(names)


def branch_that_turns_around(site: Site) -> Trip:
    site.git("checkout", "-q", "-b", f"main{BIDI}")
    return lambda: BIDI in site.git("branch", "--show-current")


def commit_that_commands_a_terminal(site: Site) -> Trip:
    who = {"GIT_AUTHOR_NAME": f"Eve {ESCAPE}{BIDI} E", "GIT_AUTHOR_EMAIL": f"e{ESCAPE}@example.org"}
    site.write("src/app.py", CODE)
    site.commit(f"Fetch all {ESCAPE}{LINK}{PASTE}{BIDI}\n\nBody {ESCAPE}", **who)
    return lambda: "\x1b]0;" in site.git("log", "-1", "--format=%an %s")


def lines_that_command_a_terminal(site: Site) -> Trip:
    site.write(
        "src/lines.py", f"fetch_data = 1  # {ESCAPE}{LINK}{PASTE}{BIDI}\r\x1b[A\x1b[K\x9b31m\n".encode()
    )
    site.write("src/trojan.py", f"def fetch_data(url='{BIDI}'): pass  # {BIDI}\n")
    site.write("README.md", f"# {ESCAPE}\n\nfetch_data {BIDI}\n")
    site.write(
        "pyproject.toml", '[project]\nname = "\\u001b[2Jx"\ndependencies = ["a\\u001b]0;x\\u0007>=1"]\n'
    )
    site.write("package.json", '{"name": "\\u001b[2J\\u202e", "scripts": {"\\u001b[31m": "\\u001b[31m"}}\n')
    site.commit("Lines")
    return lambda: "\x1b" in site.git("grep", "-h", "fetch_data", "--", "src/lines.py")


def plan_that_commands_a_terminal(site: Site) -> Trip:
    text = f"# Plan {ESCAPE}\n\n## Context {BIDI}\n\n`src/{ESCAPE}.py` {LINK}{PASTE}\n"
    site.write("plans/evil.md", text)
    site.write(".groundplan/config.toml", '[profile]\nname = "\\u001b[2J"\n')
    return lambda: "\x1b" in (site.root / "plans/evil.md").read_text()


def text_nested_too_deep(site: Site) -> Trip:
    deep = 50_000
    site.write("src/deep.py", f"fetch_data = {'(' * deep}1{')' * deep}\n")
    site.write("web/deep.ts", f"const fetchData = {'[' * deep}{']' * deep}\n")
    site.write("web/deep.js", f"fetchData({'{a:' * deep}{'}' * deep})\n")
    site.write("deep.go", f"package x\nvar fetchData = {'(' * deep}1{')' * deep}\n")

    def trip() -> bool:
        try:
            ast.parse((site.root / "src/deep.py").read_text())
        except (SyntaxError, RecursionError, MemoryError):
            return True
        return False

    return trip


def text_in_one_line(site: Site) -> Trip:
    site.write("src/long.py", "fetch_data = '" + "a" * 3_000_000 + "'\n")
    site.write("src/words.py", "fetch_data " * 20_000)
    site.write("web/min.js", "function fetchData(){}" * 20_000)
    return lambda: len((site.root / "src/long.py").read_text().split("\n", 1)[0]) > 10**6


def text_that_patterns_choke_on(site: Site) -> Trip:
    """Starts without ends, over and over: a pattern that looks for the end from each start is quadratic."""
    many = 60_000
    site.write("src/quotes.py", "'\\" * many + '"""' * many)
    site.write("src/decorators.py", "@a(\n" * many + "class A(\n" * many)
    site.write("src/imports.py", "from . import (\n" * many + "import a as " * many)
    site.write("web/templates.ts", "`${" * 20_000)
    site.write("README.md", "[" * many + "`" * many + "](" * many)
    site.write("plans/evil.md", "# Evil\n\n## Context\n\n" + "`src/app.py::" * 5_000 + "[" * 5_000)
    site.write("requirements.txt", "a[" * many + ";" * many)

    def trip() -> bool:
        import re
        import time

        start = time.process_time()
        re.search(r"(\s|\\)*$x", " \\" * 9)  # the shape of a naive pattern
        re.search(r"(a+)+$", "a" * 20 + "b")
        return time.process_time() - start > 0.001

    return trip
