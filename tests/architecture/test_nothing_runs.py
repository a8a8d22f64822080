"""Few modules may start a process, load a module by name or speak to a network; none runs text or unpickles.

What a repository holds is data. The modules below are the whole list of places where something starts, so
that a review of them is a review of what can be started.
"""

from __future__ import annotations

import ast

import pytest

# module of the standard library or method -> the places that may use it, and what for
MAY_USE = {
    "subprocess": {
        "src/groundplan/git/command.py": "git, by the closed table of questions",
        "src/groundplan/process/running.py": "the launcher of jobs that a person has allowed",
        "src/groundplan/process/background.py": "groundplan itself, to go on without its terminal",
        "src/groundplan/app/plans/signing.py": "ssh-keygen, with the person's own key",
        "src/groundplan/survey/allowed/ask_mcp.py": "a server of the user's own, inside of such a job",
        "src/groundplan/cli/editor.py": "the editor the person chose",
        "src/groundplan/cli/pager.py": "the pager the person chose",
        "src/groundplan/cli/presence.py": "ps, where there is no /proc",
    },
    "multiprocessing": {
        "src/groundplan/code/workers.py": "readers of outlines: groundplan's own functions",
        "src/groundplan/code/working.py": "what such a reader does",
        "src/groundplan/survey/history/early.py": "a copy of this process that reads the history",
    },
    "import_module": {
        "src/groundplan/app/use_cases.py": "groundplan's own use cases, by the table",
        "src/groundplan/cli/group.py": "groundplan's own commands, by the catalogue",
        "src/groundplan/code/grammars/grammar.py": "the grammars of its own table",
    },
    "ctypes": {
        "src/groundplan/store/system.py": "the exchange of two files",
        "src/groundplan/process/launch.py": "namespaces and Landlock, which confine a job",
    },
    "socket": {
        "src/groundplan/process/launch.py": "the loopback interface of a confined job",
        "src/groundplan/testing/server.py": "a connection that breaks off, in the test kit",
    },
    "http": {"src/groundplan/testing/server.py": "the test kit's server on the loopback address"},
    "os.fork": {"src/groundplan/process/launch.py": "a job, behind its walls"},
    "os.execvpe": {"src/groundplan/process/launch.py": "a job, behind its walls"},
}
NEVER_IMPORTED = {
    "asyncio", "cloudpickle", "code", "codeop", "commands", "concurrent", "dill", "doctest", "ftplib", "http",
    "imp", "joblib", "marshal", "pdb", "pickle", "popen2", "pty", "pydoc", "requests", "runpy", "shelve",
    "smtplib", "socket", "socketserver", "ssl", "tarfile", "telnetlib", "webbrowser", "xmlrpc", "yaml",
    "zipimport", "zipfile",
}  # fmt: skip
# Of these only a part is harmless: `importlib.resources` reads our own files, `urllib.parse` splits words,
# `expat` by itself opens nothing that a document names.
ONLY_PART = {"importlib": {"resources"}, "urllib": {"parse"}, "xml": {"parsers"}}
NEVER_CALLED = {"eval", "exec", "compile", "__import__", "input", "breakpoint", "execfile"}
NEVER_OF_OS = ("system", "popen", "exec", "spawn", "posix_spawn", "fork", "startfile")


def started(tree: ast.Module) -> set[str]:
    """Name what a module uses that starts, loads or speaks."""
    return {use for node in ast.walk(tree) for use in _uses(node)}


def _uses(node: ast.AST) -> list[str]:
    if isinstance(node, ast.Import):
        return [use for alias in node.names for use in _imported(alias.name, [])]
    if isinstance(node, ast.ImportFrom) and node.module and not node.level:
        return _imported(node.module, [alias.name for alias in node.names])
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        if node.value.id == "os" and node.attr.startswith(NEVER_OF_OS):
            return [f"os.{node.attr}"]
        if node.value.id in {"importlib", "loader"} and node.attr != "resources":
            return [node.attr]
    if isinstance(node, ast.Call):
        return _called(node)
    return []


def _imported(module: str, names: list[str]) -> list[str]:
    first, _, rest = module.partition(".")
    if first in MAY_USE or first in NEVER_IMPORTED:
        return [first]
    if first == "os":
        return [f"os.{name}" for name in names if name.startswith(NEVER_OF_OS)]
    if first in ONLY_PART:
        parts = {rest.partition(".")[0]} if rest else set(names)
        return [part if part in MAY_USE else f"{first}.{part}" for part in parts - ONLY_PART[first] if part]
    return []


def _called(node: ast.Call) -> list[str]:
    uses = [f"{key.arg}=True" for key in node.keywords if key.arg == "shell" and _is_not_false(key.value)]
    if isinstance(node.func, ast.Name) and node.func.id in NEVER_CALLED:
        uses.append(f"{node.func.id}()")
    if isinstance(node.func, ast.Attribute) and node.func.attr in {"extractall", "load_extension"}:
        uses.append(f".{node.func.attr}()")
    return uses


def _is_not_false(node: ast.expr) -> bool:
    return not (isinstance(node, ast.Constant) and node.value is False)


def test_only_the_listed_modules_start_or_load_anything(sources: dict[str, ast.Module]) -> None:
    found = {
        (path, use)
        for path, tree in sources.items()
        for use in started(tree)
        if path not in MAY_USE.get(use, {})
    }
    assert found == set()


def test_the_list_names_nothing_that_is_gone(sources: dict[str, ast.Module]) -> None:
    listed = {(path, use) for use, places in MAY_USE.items() for path in places}
    assert {
        (path, use) for path, use in listed if path not in sources or use not in started(sources[path])
    } == set()


def test_git_is_started_by_one_function(sources: dict[str, ast.Module]) -> None:
    text = ast.unparse(sources["src/groundplan/git/command.py"])
    assert text.count("subprocess.Popen(") == 1
    assert not any(f"subprocess.{name}(" in text for name in ("run", "call", "check_call", "check_output"))


@pytest.mark.parametrize(
    ("line", "use"),
    [
        ("import subprocess", "subprocess"),
        ("def f():\n    from subprocess import run as r", "subprocess"),
        ("import multiprocessing.pool", "multiprocessing"),
        ("from concurrent.futures import ProcessPoolExecutor", "concurrent"),
        ("os.system('x')", "os.system"),
        ("from os import execvp", "os.execvp"),
        ("os.posix_spawn('x', [], {})", "os.posix_spawn"),
        ("eval(text)", "eval()"),
        ("exec(compile(text, name, 'exec'))", "exec()"),
        ("__import__(name)", "__import__()"),
        ("importlib.import_module(name)", "import_module"),
        ("from importlib import import_module", "import_module"),
        ("from importlib import util", "importlib.util"),
        ("importlib.util.spec_from_file_location('x', path)", "util"),
        ("import pickle", "pickle"),
        ("from yaml import load", "yaml"),
        ("import urllib.request", "urllib.request"),
        ("from xml.etree import ElementTree", "xml.etree"),
        ("start(words, shell=True)", "shell=True"),
        ("start(words, shell=is_windows)", "shell=True"),
        ("archive.extractall(folder)", ".extractall()"),
        ("connection.load_extension(path)", ".load_extension()"),
    ],
)
def test_whatever_starts_or_loads_is_seen_in_any_spelling(line: str, use: str) -> None:
    assert use in started(ast.parse(line))


@pytest.mark.parametrize(
    "line",
    [
        "re.compile('x')",
        "from importlib import resources",
        "from urllib.parse import quote",
        "from xml.parsers import expat",
        "os.path.exists(x)",
        "database.execute('SELECT 1')",
        "json.loads(text)",
        "from groundplan.code import naming",
    ],
)
def test_what_only_reads_is_no_start(line: str) -> None:
    assert started(ast.parse(line)) == set()
