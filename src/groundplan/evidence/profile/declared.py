"""What manifests declare for a profile: the name, databases, frameworks, extras and pytest markers."""

from __future__ import annotations

from importlib import resources
from typing import TYPE_CHECKING

from groundplan.code.test_paths import is_test
from groundplan.evidence.profile.files import Value, is_aside
from groundplan.plan.dataclass import dataclass
from groundplan.plan.late_regex import late_regex
from groundplan.plan.toml_text import read_toml
from groundplan.survey.manifest.facts import normal_name
from groundplan.survey.manifest.lines import Nonsense, dig, texts

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from groundplan.evidence.profile.files import Profiled
    from groundplan.survey.manifest.facts import Dependency, Manifest
    from groundplan.survey.manifest.lines import Lines
    from groundplan.survey.spot import Spot

_ECOSYSTEMS = ("pypi", "npm", "go", "cargo", "maven", "gem", "composer")
# Groups under which a package ships with the project, or is offered to whoever installs it.
_SHIPPED = {"npm": ("", "peer", "optional"), "maven": ("", "runtime", "provided")}
_TOOLING = late_regex(
    r"(?:^|[-_:.])(?:dev\w*|tests?|testing|docs?|lint\w*|typing|types|ci|bench\w*|check\w*|build)(?:$|[-_:.])"
)
_SIDE = late_regex(
    r"(?:^|[/_-])(?:sites?|website|www|docs?|bench\w*|examples?|samples?|demos?|playground|sandbox|e2e|tests?|tools|integrations?)"
    r"(?:$|[/_-])"
)
_ASIDE = {
    "go": "imported by no file of the product",
    "gem": "in a Gemfile beside a gemspec, which is for developers",
    "pypi": "in a requirements file beside a package, which is for developers",
}
_UNNAMED = frozenset({"(root)", "root", "monorepo", "workspace", "workspaces"})
_MARKER = late_regex(r"[A-Za-z_]\w*")
_ADDED = late_regex(r"addinivalue_line\(\s{0,80}[\"']markers[\"'],\s{0,80}[\"']([A-Za-z_]\w{0,80})")
_INI = {"pytest.ini": "pytest", "tox.ini": "pytest", "setup.cfg": "tool:pytest"}


# Databases and frameworks known by the packages that speak to them: so a project need not declare them.


@dataclass(frozen=True, slots=True)
class Technology:
    """One database or framework: the packages that show it is used, and the words code calls it by."""

    name: str
    packages: Mapping[str, tuple[str, ...]]  # by ecosystem, as manifests name them
    words: tuple[str, ...] = ()  # as code names it: a dialect, a module, a folder
    also: str = ""  # what else its packages are declared for, so that their being declared does not tell

    def has(self, package: str, ecosystem: str) -> bool:
        """Tell whether a package is one of its own; a Go module's path may go on with a version."""
        name = normal_name(package)
        return any(
            name == known or ("/" in known and name.startswith(f"{known}/"))
            for known in map(normal_name, self.packages.get(ecosystem, ()))
        )


def _load() -> tuple[tuple[Technology, ...], ...]:
    text = resources.files("groundplan.planner").joinpath("technologies.toml").read_text("utf-8")
    table = read_toml(text)
    return tuple(
        tuple(
            Technology(
                row["name"],
                {each: tuple(row[each].split()) for each in _ECOSYSTEMS if each in row},
                tuple(row["words"].split()),
                row.get("also", ""),
            )
            for row in table[kind]
        )
        for kind in ("databases", "frameworks")
    )


DATABASES, FRAMEWORKS = _load()


def find_name(code: Profiled) -> Iterator[Value]:
    """Return the name of the project at the top of the repository; of several, none is the one."""
    found = {
        each.name: each
        for each in code.manifest.projects
        if not each.folder and each.name.lower() not in _UNNAMED
    }
    for name, each in found.items():
        yield Value(("name",), name, each.at, is_on=len(found) == 1)


def find_technologies(code: Profiled) -> Iterator[Value]:
    """Return databases and frameworks whose packages are declared; tools of developers only as remarks."""
    ours = code.manifest.projects
    for axis, known in (("databases", DATABASES), ("frameworks", FRAMEWORKS)):
        for technology in known:
            if not any(technology.has(each.name, each.ecosystem) for each in ours):
                yield from _declared(code, axis, technology)


def _declared(code: Profiled, axis: str, technology: Technology) -> Iterator[Value]:
    found = [
        each
        for each in _own_dependencies(code.manifest)
        if technology.has(each.name, each.ecosystem) and not is_test(each.at.path)
    ]
    shipped = [
        each
        for each in found
        if _is_of_product(code, each) and (_is_shipped(code, each) or _is_for(each, technology))
    ]
    first = next(iter(shipped or found), None)
    if first is None:
        return
    doubt = technology.also or ("" if shipped else _why_not(code, first))
    told = f"{first.name}, {doubt}" if doubt else first.name
    yield Value(("axes", axis), technology.name, first.at, told, is_on=not doubt)
    seen = set()
    for each in shipped if axis == "databases" else ():
        if normal_name(each.name) not in seen:
            seen.add(normal_name(each.name))
            yield Value((axis, technology.name, "drivers"), each.name, each.at)


def _is_for(each: Dependency, technology: Technology) -> bool:
    """Tell whether a dependency group is named after the technology: the project then works with it."""
    group = each.group.lower()
    return each.ecosystem == "pypi" and (group in technology.words or technology.has(group, "pypi"))


def _why_not(code: Profiled, dependency: Dependency) -> str:
    if not _is_of_product(code, dependency):
        return f"in `{dependency.project}/` only"
    if dependency.group:
        return f"declared for `{dependency.group}` only"
    return _ASIDE.get(dependency.ecosystem, "for developers")


def _is_of_product(code: Profiled, each: Dependency) -> bool:
    """Tell whether a manifest is the project's own or a part's, not that of its website or its benchmarks."""
    if not each.project:
        return True
    if _SIDE.search(each.project.lower()):
        return False
    projects = code.manifest.projects
    has_root = any(not one.folder or one.is_member for one in projects)
    has_root = has_root or any(not one.project for one in code.manifest.dependencies)
    return not has_root or any(one.is_member and one.folder == each.project for one in projects)


def _is_shipped(code: Profiled, each: Dependency) -> bool:
    """Tell whether a package is needed by the product or offered with it, not only by its developers."""
    if each.ecosystem == "go":
        return _is_imported(code, each.name)
    if each.ecosystem in _SHIPPED:
        return each.group in _SHIPPED[each.ecosystem]
    if each.ecosystem == "gem":
        return not each.group and not _has_gemspec(code, each.project)
    if each.ecosystem == "pypi":
        name = each.at.path.rpartition("/")[2]
        if name.endswith((".txt", ".in")):  # beside a package, such a file serves its developers
            return not each.group and not _has_package(code, each.project)
        if each.group:
            extras = {extra for extra, _ in _extras(code, each.at.path)}
            return each.group in extras and not _TOOLING.search(each.group.lower())
    return not each.group


def _is_imported(code: Profiled, module: str) -> bool:
    """Tell whether a Go file of the product imports a module: `go.mod` lists what only tests need, too."""
    return any(
        path.endswith(".go")
        and not is_test(path)
        and any(each.module == module or each.module.startswith(f"{module}/") for each in imports)
        for path, imports in code.imports
    )


def _has_gemspec(code: Profiled, folder: str) -> bool:
    prefix = f"{folder}/" if folder else ""
    return any(
        path.startswith(prefix) and path.endswith(".gemspec") and "/" not in path[len(prefix) :]
        for path in code.paths
    )


def _has_package(code: Profiled, folder: str) -> bool:
    return any(each.ecosystem == "pypi" and folder.startswith(each.folder) for each in code.manifest.projects)


def find_extras(code: Profiled) -> Iterator[Value]:
    """Return the extras that a Python project at the top offers."""
    for path in ("pyproject.toml", "setup.cfg", "setup.py"):
        for extra, at in _extras(code, path):
            yield Value(("axes", "extras"), extra, at)


def _extras(code: Profiled, path: str) -> Iterator[tuple[str, Spot]]:
    name = path.rpartition("/")[2]
    if name in {"setup.cfg", "setup.py"}:
        seen = set()
        for each in code.manifest.dependencies:
            if each.at.path == path and each.group and each.group not in seen:
                seen.add(each.group)
                yield each.group, each.at
    elif name == "pyproject.toml" and (source := code.lines(path)):
        data = _toml(source)
        tables = {
            "project.optional-dependencies": dig(data, "project", "optional-dependencies"),
            "tool.poetry.extras": dig(data, "tool", "poetry", "extras"),
        }
        for header, extras in tables.items():
            start = source.header(header) or source.line_of("optional-dependencies")
            for extra in extras:
                yield extra, source.spot(source.key_line(extra, after=start))


def find_markers(code: Profiled) -> Iterator[Value]:
    """Return the pytest markers that are registered, in settings or by a `conftest.py`."""
    found: dict[str, Value] = {}
    for name, spot in (*_set_markers(code), *_added_markers(code)):
        found.setdefault(name, Value(("axes", "markers"), name, spot))
    yield from found.values()


def _set_markers(code: Profiled) -> Iterator[tuple[str, Spot]]:
    if source := code.lines("pyproject.toml"):
        pytest = dig(_toml(source), "tool", "pytest")
        listed = texts(dig(pytest, "ini_options").get("markers")) + texts(pytest.get("markers"))
        start = source.key_line("markers", after=source.header("tool.pytest.ini_options", "tool.pytest"))
        for text in (line for each in listed for line in each.splitlines()):
            if named := _MARKER.match(text.strip()):
                yield named[0], source.spot(source.line_of(text.strip().partition('"')[0], after=start))
    for path, header in _INI.items():
        if source := code.lines(path):
            yield from _ini_markers(source, header)


def _ini_markers(source: Lines, header: str) -> Iterator[tuple[str, Spot]]:
    start = source.header(header)
    is_inside = False
    for number, line in enumerate(source.lines[start:] if start else (), start + 1):
        key, equals, rest = line.partition("=")
        if line.startswith("["):
            return
        if not line[:1].isspace() and line.strip() and not line.startswith(("#", ";")):
            is_inside = bool(equals) and key.strip() == "markers"
        else:
            rest = line
        named = _MARKER.match(rest.strip()) if is_inside else None
        if named:
            yield named[0], source.spot(number)


def _added_markers(code: Profiled) -> Iterator[tuple[str, Spot]]:
    for path in code.paths:
        if path.rpartition("/")[2] == "conftest.py" and (source := code.lines(path)):
            for match in _ADDED.finditer(source.text):
                yield match[1], source.spot(source.text.count("\n", 0, match.start(1)) + 1)


def _toml(source: Lines) -> dict[str, object]:
    try:
        return source.toml()
    except Nonsense:
        return {}


def _own_dependencies(manifest: Manifest) -> tuple[Dependency, ...]:
    """Return what the project itself asks for: not what only its examples and their locks do."""
    aside = tuple(each.folder for each in manifest.projects if each.is_example)
    return tuple(
        each
        for each in manifest.dependencies
        if not each.is_indirect and each.project not in aside and not is_aside(each.at.path)
    )
