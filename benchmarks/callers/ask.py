"""Draw symbols from repositories and write down what basedpyright and jedi say refers to them.

python benchmarks/callers/ask.py answers.json REPOSITORY… [--count 80] [--seed 7]
    --server "basedpyright-langserver --stdio" --python PYTHON_WITH_THE_DEPENDENCIES [--jedi PYTHON_WITH_JEDI]
"""

from __future__ import annotations

import argparse
import json
import random
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from language_server import LanguageServer

from groundplan.code.index import Symbol, open_index
from groundplan.code.outline import Kind
from groundplan.git.repository import find_repository

if TYPE_CHECKING:
    from groundplan.code.index import Index

_KINDS = {Kind.FUNCTION: "function", Kind.CLASS: "class", Kind.METHOD: "method"}
_ASIDE = re.compile(r"(^|/)(tests?|testing|docs?|examples?|benchmarks?|migrations?)/|(^|/)(test_|conftest)")


def main() -> int:
    """Ask both peers about every drawn symbol and save the answers, repository by repository."""
    parser = argparse.ArgumentParser()
    parser.add_argument("answers", type=Path)
    parser.add_argument("repositories", nargs="+", type=Path)
    parser.add_argument("--count", type=int, default=80)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--server", default="basedpyright-langserver --stdio")
    parser.add_argument("--python", default=sys.executable)
    parser.add_argument("--jedi", default="")
    parser.add_argument("--cache", type=Path, default=None)
    chosen = parser.parse_args()
    answers: dict[str, list[dict[str, Any]]] = {}
    if chosen.answers.exists():
        answers = json.loads(chosen.answers.read_text("utf-8"))
    for root in chosen.repositories:
        index = open_index(find_repository(root), cache=chosen.cache)
        index.refresh()
        drawn = answers.get(root.name) or draw(index, root, chosen.count, chosen.seed)
        with tempfile.TemporaryDirectory(prefix="callers-") as folder:
            copy = Path(folder).resolve()
            copy_files(index, copy)
            if chosen.server and not all("basedpyright" in each for each in drawn):
                ask_server(chosen.server.split(), chosen.python, copy, drawn)
            if chosen.jedi:
                ask_jedi(chosen.jedi, copy, drawn)
        answers[root.name] = drawn
        chosen.answers.write_text(json.dumps(answers, indent=1), "utf-8")
    return 0


def copy_files(index: Index, copy: Path) -> None:
    """Write the repository's Python files elsewhere, with settings that let the peers see all of them.

    A project's own settings often leave its tests out of the type check, and then out of every answer.
    """
    for path in index.paths():
        text = index.text(path) if path.endswith((".py", ".pyi", ".typed")) else None
        if text is not None:
            (copy / path).parent.mkdir(parents=True, exist_ok=True)
            (copy / path).write_bytes(text)
    roots = [each for each in ("src", "tests") if (copy / each).is_dir()]
    settings = {"include": ["."], "exclude": [], "extraPaths": roots, "typeCheckingMode": "off"}
    (copy / "pyrightconfig.json").write_text(json.dumps(settings), "utf-8")


def draw(index: Index, root: Path, count: int, seed: int) -> list[dict[str, Any]]:
    """Return as many functions as classes as methods, drawn by chance from code that is not a test."""
    by_kind: dict[str, list[Symbol]] = {name: [] for name in _KINDS.values()}
    for path, outline in index.outlines():
        if outline.language != "python" or _ASIDE.search(path) or not path.endswith(".py"):
            continue
        once = {each.qualified for each in outline.definitions if len(outline.find(each.qualified)) == 1}
        for each in outline.definitions:
            depth = each.qualified.count(".")
            is_wanted = each.kind in _KINDS and depth == (each.kind is Kind.METHOD) and each.qualified in once
            if is_wanted and not each.name.startswith("__"):
                by_kind[_KINDS[each.kind]].append(Symbol(path, each))
    chance = random.Random(seed)
    drawn = []
    for kind, symbols in by_kind.items():
        for each in chance.sample(symbols, min(len(symbols), -(-count // 3))):
            column = name_column(root, each)
            if column:
                drawn.append(
                    {
                        "path": each.path,
                        "qualified": each.definition.qualified,
                        "kind": kind,
                        "line": each.definition.line,
                        "column": column,
                    }
                )
    return drawn


def name_column(root: Path, symbol: Symbol) -> int:
    """Return the column of a definition's name in its line, from 1, or 0 where it is not there."""
    lines = (root / symbol.path).read_text("utf-8", "replace").split("\n")
    pattern = rf"\b(?:def|class)\s+({re.escape(symbol.definition.name)})\b"
    found = re.search(pattern, lines[symbol.definition.line - 1])
    return found.start(1) + 1 if found else 0


def ask_server(command: list[str], python: str, root: Path, drawn: list[dict[str, Any]]) -> None:
    """Add what the language server says to each symbol."""
    server = LanguageServer(command, root, python)
    try:
        for number, each in enumerate(drawn):
            started = time.monotonic()
            found = server.references(each["path"], each["line"], each["column"])
            each["basedpyright"] = sorted(found)
            each["basedpyright_seconds"] = round(time.monotonic() - started, 2)
            if number % 10 == 0:
                print(f"{root.name} {number}/{len(drawn)}", file=sys.stderr, flush=True)
    finally:
        server.close()


def ask_jedi(python: str, root: Path, drawn: list[dict[str, Any]]) -> None:
    """Add what jedi says to each symbol, asked in a process of its own."""
    script = Path(__file__).with_name("jedi_references.py")
    asked = json.dumps([[each["path"], each["line"], each["column"]] for each in drawn])
    ran = subprocess.run(
        [python, str(script), str(root)], input=asked, capture_output=True, text=True, check=False
    )
    for line in ran.stdout.splitlines():
        answer = json.loads(line)
        drawn[answer["number"]]["jedi"] = answer["places"]
        drawn[answer["number"]]["jedi_seconds"] = answer["seconds"]


if __name__ == "__main__":
    raise SystemExit(main())
