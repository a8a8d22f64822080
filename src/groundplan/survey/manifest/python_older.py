"""What Python's older manifests say: setup.cfg, setup.py (read, never run), requirements files, Pipfile."""

from __future__ import annotations

import ast
import configparser
from typing import TYPE_CHECKING

from groundplan.survey.manifest.facts import Dependency, Part, Project, Runtime, Script
from groundplan.survey.manifest.lines import Nonsense, table, words
from groundplan.survey.manifest.python_project import parse_requirement

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.survey.manifest.lines import Lines

MOST_SETUP_BYTES = 300_000
# Brackets inside brackets cost the parser memory in steps; no real setup.py comes near.
MOST_NESTING = 80


def read_requirements(source: Lines) -> Part:
    """Return the packages of a requirements or constraints file; the file's name gives the group."""
    stem = source.name.rpartition(".")[0].lower()
    inside = source.folder.rpartition("/")[2].lower() in {"requirements", "reqs"}
    group = (
        "" if stem in {"requirements", "requirements.in"} else stem.removeprefix("requirements").strip("-_.")
    )
    if inside:
        group = "" if stem in {"base", "prod", "production", "main"} else stem
        top = source.folder.partition("/")[0].lower()
        group = f"{top}:{group}" if top in {"tests", "test", "docs"} else group
    found = []
    others = 0
    for number, line in enumerate(source.lines, 1):
        entry = line.partition(" #")[0].strip().rstrip("\\").strip()
        if not entry or entry[0] in "#-" or "://" in entry.partition("@")[0]:
            continue
        parsed = parse_requirement(entry.partition(" --")[0])
        if parsed:
            name, declared, marker = parsed
            spot = source.spot(number)
            found.append(Dependency(name, "pypi", declared, spot, group, marker, project=source.folder))
        else:
            others += 1
    # A page of prose may bear the name, too; its lines are no requirements.
    return Part(dependencies=tuple(found)) if others <= len(found) // 10 else Part()


def read_setup_cfg(source: Lines) -> Part:
    """Return what a `setup.cfg` declares."""
    parser = read_ini(source)
    found: list[Dependency] = []
    after = source.header("options")
    found += _rows(source, parser.get("options", "install_requires", fallback=""), "", after)
    if parser.has_section("options.extras_require"):
        after = source.header("options.extras_require")
        for group, body in parser.items("options.extras_require"):
            found += _rows(source, body, group, after)
    runtimes, projects, scripts = [], [], []
    declared = parser.get("options", "python_requires", fallback="")
    if declared:
        runtimes.append(
            Runtime("Python", declared, source.spot(source.line_of("python_requires")), source.folder)
        )
    name = parser.get("metadata", "name", fallback="")
    if name:
        line = source.line_of("name", after=source.header("metadata"))
        projects.append(Project(source.folder, name, "pypi", source.spot(line)))
    for row in parser.get("options.entry_points", "console_scripts", fallback="").split("\n"):
        command, _, target = row.partition("=")
        if target.strip():
            line = source.line_of(row.strip())
            scripts.append(Script(command.strip(), "console", source.spot(line), target.strip()))
    return Part(tuple(projects), tuple(found), runtimes=tuple(runtimes), scripts=tuple(scripts))


def _rows(source: Lines, body: str, group: str, after: int) -> Iterator[Dependency]:
    for row in body.split("\n"):
        parsed = parse_requirement(row) if row.strip() and not row.strip().startswith("#") else None
        if parsed:
            spot = source.spot(source.line_of(row.strip(), after=after))
            yield Dependency(parsed[0], "pypi", parsed[1], spot, group, parsed[2], project=source.folder)


def read_ini(source: Lines) -> configparser.RawConfigParser:
    """Return an INI file read without interpolation, or raise `Nonsense`."""
    parser = configparser.RawConfigParser(strict=False, allow_no_value=True)
    try:
        parser.read_string(source.text)
    except configparser.Error as error:
        raise Nonsense(f"not INI: {error.message.splitlines()[0]}") from error
    except AttributeError as error:  # how Python before 3.13 takes a continued line under a key without value
        raise Nonsense("not INI: a line continues a key that has no value") from error
    return parser


def read_setup_py(source: Lines) -> Part:
    """Return what the `setup(…)` call of a `setup.py` says in plain lists and texts; nothing is run."""
    if len(source.text) > MOST_SETUP_BYTES or _nesting(source.text) > MOST_NESTING:
        raise Nonsense("too large or too deeply nested to be a setup.py")
    try:
        tree = ast.parse(source.text)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise Nonsense(f"not Python: {error}") from error
    lists = {
        target.id: node.value
        for node in tree.body
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and _called(node.func) == "setup":
            return _setup_call(source, node, lists)
    return Part()


def _setup_call(source: Lines, node: ast.Call, lists: dict[str, ast.expr]) -> Part:
    found: list[Dependency] = []
    runtimes, projects, scripts = [], [], []
    for keyword in node.keywords:
        value = keyword.value
        if isinstance(value, ast.Name):
            value = lists.get(value.id, value)
        spot = source.spot(keyword.value.lineno)
        if keyword.arg == "name" and isinstance(value, ast.Constant):
            projects.append(Project(source.folder, words(value.value), "pypi", spot))
        elif keyword.arg == "python_requires" and isinstance(value, ast.Constant):
            runtimes.append(Runtime("Python", words(value.value), spot, source.folder))
        elif keyword.arg == "install_requires":
            found += _nodes(source, value, "")
        elif keyword.arg == "extras_require" and isinstance(value, ast.Dict):
            for key, entries in zip(value.keys, value.values, strict=True):
                group = words(key.value) if isinstance(key, ast.Constant) else "extra"
                found += _nodes(source, entries, group)
        elif keyword.arg == "entry_points" and isinstance(value, ast.Dict):
            for key, entries in zip(value.keys, value.values, strict=True):
                if isinstance(key, ast.Constant) and key.value == "console_scripts":
                    scripts += [
                        Script(
                            text.partition("=")[0].strip(),
                            "console",
                            source.spot(line),
                            text.partition("=")[2].strip(),
                        )
                        for text, line in _constants(entries)
                    ]
    return Part(tuple(projects), tuple(found), runtimes=tuple(runtimes), scripts=tuple(scripts))


def _nodes(source: Lines, node: ast.expr, group: str) -> Iterator[Dependency]:
    for text, line in _constants(node):
        parsed = parse_requirement(text)
        if parsed:
            yield Dependency(
                parsed[0], "pypi", parsed[1], source.spot(line), group, parsed[2], project=source.folder
            )


def _constants(node: ast.expr) -> list[tuple[str, int]]:
    entries = node.elts if isinstance(node, ast.List | ast.Tuple) else [node]
    return [
        (each.value, each.lineno)
        for each in entries
        if isinstance(each, ast.Constant) and isinstance(each.value, str)
    ]


def _called(function: ast.expr) -> str:
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""


def _nesting(text: str) -> int:
    depth = most = 0
    for letter in text:
        if letter in "([{":
            depth += 1
            most = max(most, depth)
        elif letter in ")]}":
            depth -= 1
    return most


def read_pipfile(source: Lines) -> Part:
    """Return the packages of a `Pipfile`."""
    data = source.toml()
    found = []
    for key, group in (("packages", ""), ("dev-packages", "dev")):
        after = source.header(key)
        for name, value in table(data.get(key)).items():
            declared = (words(value) or words(table(value).get("version"))).replace("*", "")
            spot = source.spot(source.key_line(name, after=after))
            found.append(Dependency(name, "pypi", declared, spot, group, project=source.folder))
    declared = words(table(data.get("requires")).get("python_version"))
    spot = source.spot(source.line_of("python_version"))
    runtimes = (Runtime("Python", declared, spot, source.folder),) if declared else ()
    return Part(dependencies=tuple(found), runtimes=runtimes)
