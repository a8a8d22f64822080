"""True citations to start from, found without groundplan: Python by `ast`, the others by plain patterns."""

from __future__ import annotations

import ast
import re
import subprocess
import warnings
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

_LANGUAGES = {"py": "py", "ts": "ts", "tsx": "ts", "js": "js", "go": "go"}
_SCRIPT_TOP = re.compile(
    r"(?m)^(?:export )?(?:default )?(?:async )?(?:abstract )?(?:declare )?"
    r"(?:function\*?|class|interface|enum|type|const) ([A-Za-z_$][\w$]*)"
)
_SCRIPT_METHOD = re.compile(
    r"^  (?:(?:async|static|private|protected|public|readonly) )*([a-zA-Z_]\w*)\(.*\{$"
)
_GO_TOP = re.compile(r"(?m)^(?:func|type) ([A-Za-z_]\w*)")
_GO_METHOD = re.compile(r"(?m)^func \(\w+ \*?([A-Za-z_]\w*)(?:\[[^\]]*\])?\) ([A-Za-z_]\w*)\(")
_NOT_METHODS = frozenset({"if", "for", "while", "switch", "catch", "function", "return", "constructor"})


@dataclass(frozen=True, slots=True)
class True_:  # noqa: N801  (`True` is taken)
    """A symbol that stands in a file, with its lines."""

    path: str
    qualified: str
    first: int
    last: int

    @property
    def name(self) -> str:
        """Return the last of its names."""
        return self.qualified.rpartition(".")[2]


@dataclass(slots=True)
class Source:
    """A file of code: its text, its symbols, and its classes that have no base, each with its members."""

    path: str
    text: str
    symbols: list[True_]
    plain_classes: dict[str, set[str]]

    @property
    def language(self) -> str:
        """Return the language, by the ending."""
        return _LANGUAGES[self.path.rpartition(".")[2]]


def tracked(root: Path) -> list[str]:
    """Return the files git tracks, links left out."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--stage"], cwd=root, capture_output=True, check=True
    ).stdout.decode("utf-8", "surrogateescape")
    found = []
    for item in filter(None, listed.split("\0")):
        facts, _, path = item.partition("\t")
        if facts.startswith("100") and re.fullmatch(r"[\w.@+~/-]+", path):
            found.append(path)
    return found


def read_sources(root: Path, paths: list[str]) -> list[Source]:
    """Return the files of code in languages we can tell symbols of."""
    found = []
    for path in paths:
        if path.rpartition(".")[2] in _LANGUAGES and "/" in path:
            try:
                text = (root / path).read_text("utf-8")
            except (UnicodeDecodeError, OSError):
                continue
            if 3 < text.count("\n") < 5000:
                source = Source(path, text, [], {})
                _READERS[source.language](source)
                found.append(source)
    return found


def _read_python(source: Source) -> None:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(source.text)
    except (SyntaxError, ValueError, RecursionError):
        return
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            _add(source, node.name, node)
        elif isinstance(node, ast.ClassDef):
            _add(source, node.name, node)
            members = set()
            for part in node.body:
                if isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                    _add(source, f"{node.name}.{part.name}", part)
                    members.add(part.name)
                for name in _assigned(part):
                    _add(source, f"{node.name}.{name}", part)
            if not node.bases and not node.keywords and not node.decorator_list:
                inside = set(re.findall(r"\w+", ast.unparse(node)))
                source.plain_classes[node.name] = inside
        for name in _assigned(node):
            _add(source, name, node)


def _assigned(node: ast.stmt) -> list[str]:
    targets = (
        node.targets
        if isinstance(node, ast.Assign)
        else [node.target]
        if isinstance(node, ast.AnnAssign)
        else []
    )
    return [each.id for each in targets if isinstance(each, ast.Name)]


def _add(source: Source, qualified: str, node: ast.stmt) -> None:
    decorators = getattr(node, "decorator_list", [])
    first = min([node.lineno, *(each.lineno for each in decorators)])
    source.symbols.append(True_(source.path, qualified, first, node.end_lineno or node.lineno))


def _read_script(source: Source) -> None:
    lines = source.text.split("\n")
    for match in _SCRIPT_TOP.finditer(source.text):
        line = source.text.count("\n", 0, match.start()) + 1
        last = _block_end(lines, line)
        source.symbols.append(True_(source.path, match[1], line, last))
        if " class " in f" {match[0]}":
            inside = lines[line : last - 1]
            if not re.search(r"\b(?:extends|implements)\b", " ".join(lines[line - 1 : line + 3])):
                source.plain_classes[match[1]] = set(re.findall(r"\w+", "\n".join(inside)))
            for number, text in enumerate(inside, line + 1):
                found = _SCRIPT_METHOD.match(text)
                if found and found[1] not in _NOT_METHODS:
                    end = _block_end(lines, number)
                    source.symbols.append(True_(source.path, f"{match[1]}.{found[1]}", number, end))


def _read_go(source: Source) -> None:
    lines = source.text.split("\n")
    for match in _GO_TOP.finditer(source.text):
        line = source.text.count("\n", 0, match.start()) + 1
        source.symbols.append(True_(source.path, match[1], line, _block_end(lines, line)))
    types: dict[str, set[str]] = {}
    for match in _GO_METHOD.finditer(source.text):
        line = source.text.count("\n", 0, match.start()) + 1
        source.symbols.append(True_(source.path, f"{match[1]}.{match[2]}", line, _block_end(lines, line)))
        types.setdefault(match[1], set()).add(match[2])
    for match in re.finditer(r"(?m)^type ([A-Za-z_]\w*) struct \{([^}]*)\}", source.text):
        # a field without a name embeds another type, whose methods it has
        is_plain = all(len(line.split()) != 1 for line in match[2].split("\n"))
        if is_plain:
            source.plain_classes[match[1]] = types.get(match[1], set()) | set(re.findall(r"\w+", match[2]))


def _block_end(lines: list[str], line: int) -> int:
    margin = len(lines[line - 1]) - len(lines[line - 1].lstrip())
    for number in range(line, len(lines)):
        text = lines[number]
        if text.strip() and len(text) - len(text.lstrip()) <= margin:
            if text.strip()[0] not in "})]":
                return number
            if not text.rstrip().endswith(("{", "(", "=>")):
                return number + 1
    return len(lines)


_READERS = {"py": _read_python, "ts": _read_script, "js": _read_script, "go": _read_go}
