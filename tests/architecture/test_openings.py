"""Files are opened for reading by `files/plain.py`; the other places are listed, each with its reason."""

from __future__ import annotations

import ast

import pytest

OPENING = {"open", "read_text", "read_bytes", "copyfile", "copytree"}
# module -> why it opens what it opens by itself
MAY_OPEN = {
    "src/groundplan/files/plain.py": "the one way",
    "src/groundplan/app/judgement/explaining.py": "pages that are installed with groundplan",
    "src/groundplan/app/plans/signing.py": "the person's own key, and files in a folder just made",
    "src/groundplan/app/probes/copying.py": "writes files of a copy just made",
    "src/groundplan/app/probes/permits.py": "a lock in the user's configuration, for writing",
    "src/groundplan/cli/editor.py": "a file in a folder just made, which the editor wrote",
    "src/groundplan/cli/look.py": "the null device",
    "src/groundplan/cli/presence.py": "/proc, and the controlling terminal",
    "src/groundplan/cli/terminal.py": "the terminal",
    "src/groundplan/code/database.py": "the installed package, for its digest",
    "src/groundplan/code/grammars/grammar.py": "queries that are installed with groundplan",
    "src/groundplan/code/working.py": "/proc",
    "src/groundplan/consult/jobs.py": "a lock in the user's cache, for writing",
    "src/groundplan/hosts/pieces.py": "texts that are installed with groundplan",
    "src/groundplan/playbooks/shelf.py": "playbooks that are installed with groundplan",
    "src/groundplan/process/background.py": "writes the log of a process",
    "src/groundplan/process/launch.py": "/proc, folders to confine, and a descriptor that it was given",
    "src/groundplan/process/running.py": "/proc, and what a command is to read",
    "src/groundplan/process/usage.py": "/proc, and folders to count",
    "src/groundplan/store/lock.py": "a lock, for writing, once it is known to be a file",
    "src/groundplan/store/paths.py": "folders, without following links",
    "src/groundplan/store/system.py": "writes files that are new",
}


def opened(tree: ast.Module) -> set[str]:
    """Name what a module calls that opens a file; what is installed with groundplan is its own."""
    return {name for node in ast.walk(tree) if isinstance(node, ast.Call) and (name := _opens(node))}


def _opens(node: ast.Call) -> str:
    if isinstance(node.func, ast.Name):
        return node.func.id if node.func.id == "open" else ""
    if not isinstance(node.func, ast.Attribute) or node.func.attr not in OPENING:
        return ""
    spelled = ast.unparse(node.func.value)
    if node.func.attr == "open" and spelled in {"session", "Folder", "_session(ctx)"}:
        return ""
    return "" if "resources.files(" in spelled else node.func.attr


def test_files_are_read_in_one_way_or_for_a_listed_reason(sources: dict[str, ast.Module]) -> None:
    found = {path: opened(tree) for path, tree in sources.items() if opened(tree) and path not in MAY_OPEN}
    assert found == {}


def test_the_list_names_no_module_that_opens_nothing(sources: dict[str, ast.Module]) -> None:
    assert {path for path in MAY_OPEN if path not in sources or not opened(sources[path])} == set()


@pytest.mark.parametrize(
    "line",
    ["open(name)", "os.open(name, 0)", "path.open('rb')", "Path(name).read_text('utf-8')", "a.read_bytes()"],
)
def test_an_opening_is_seen(line: str) -> None:
    assert opened(ast.parse(line))
