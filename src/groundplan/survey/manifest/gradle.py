"""What Gradle's build files and version catalogs say; of a build file, a program, only plain lines."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from groundplan.survey.manifest.facts import Dependency, Part, Project, Runtime
from groundplan.survey.manifest.lines import table, words

if TYPE_CHECKING:
    from groundplan.survey.manifest.lines import Lines

_GROUPS = {
    **dict.fromkeys(("implementation", "api", "compile", "runtimeOnly"), ""),
    **dict.fromkeys(("compileOnly", "compileOnlyApi"), "compile only"),
    **dict.fromkeys(
        ("testImplementation", "testRuntimeOnly", "testCompileOnly", "testApi", "androidTestImplementation"),
        "test",
    ),
    **dict.fromkeys(("annotationProcessor", "kapt", "ksp"), "build"),
}
_LINE = re.compile(
    r"\s{0,60}(" + "|".join(_GROUPS) + r")[\s(]{1,10}(?:platform\()?"
    r"""(?:["']([\w.-]{1,200}):([\w.-]{1,200})(?::([^"'@]{1,100}))?["'@]|(libs\.[\w.]{1,200}))"""
)
_TESTS = re.compile(r"\b(?:test|\w{1,60}Test)\b")  # a source set of tests: `jvmTest`, `val commonTest by`
_NAME = re.compile(r"""\s{0,20}rootProject\.name\s{0,5}=\s{0,5}["']([^"']{1,200})["']""")
_RENAMED = re.compile(
    r"""\s{0,20}project\(\s{0,5}["']([^"']{1,300})["']\s{0,5}\)\.name\s{0,5}=\s{0,5}["']([^"']{1,200})["']"""
)
_CATALOG = "catalog"
_JAVA = re.compile(
    r"""JavaLanguageVersion\.of\((?:["'])?(\d{1,2})|jvmToolchain\((\d{1,2})\)|"""
    r"""(?:source|target)Compatibility\s{0,5}=?\s{0,5}(?:JavaVersion\.VERSION_)?["']?(?:1[._])?(\d{1,2})|"""
    r"""\bjvmTarget\s{0,5}(?:=|\.set\()\s{0,5}(?:JvmTarget\.JVM_)?["']?(?:1[._])?(\d{1,2})|"""
    r"""\brelease(?:\s{0,5}=\s{0,5}|\.set\()(\d{1,2})\b"""
)


def read_gradle(source: Lines) -> Part:
    """Return the dependencies a `build.gradle` writes out; `fill_aliases` turns aliases into names."""
    found, runtimes = [], []
    blocks: list[str] = []  # what opened each block around a line: `commonTest {`
    for number, line in enumerate(source.lines, 1):
        if java := _JAVA.search(line[:1_000]):
            version = next(each for each in java.groups() if each)
            runtimes.append(Runtime("Java", version, source.spot(number), source.folder))
        match = _LINE.match(line[:1_000])
        blocks += [line] * max(0, line.count("{") - line.count("}"))
        del blocks[len(blocks) - max(0, line.count("}") - line.count("{")) :]
        if match:
            name = match[5] or f"{match[2]}:{match[3]}"
            declared = match[4] if match[4] and "$" not in match[4] else ""
            spot = source.spot(number)
            group = "test" if any(_TESTS.search(each) for each in blocks) else _GROUPS[match[1]]
            found.append(Dependency(name, "maven", declared, spot, group, project=source.folder))
    name = source.folder.rpartition("/")[2] or "(root)"
    project = Project(source.folder, name, "gradle", source.spot(1))
    return Part((project,), tuple(found), runtimes=tuple(runtimes))


def read_gradle_settings(source: Lines) -> Part:
    """Return the name that a `settings.gradle` gives the build; those of its projects are in `values`."""
    found = [
        (number, match) for number, line in enumerate(source.lines, 1) if (match := _NAME.match(line[:500]))
    ]
    projects = tuple(
        Project(source.folder, match[1], "gradle", source.spot(number)) for number, match in found[:1]
    )
    named = (match for line in source.lines if (match := _RENAMED.match(line[:1_000])))
    above = f"{source.folder}/" if source.folder else ""
    renamed = tuple((f"{above}{match[1].strip(':').replace(':', '/')}", match[2]) for match in named)
    return Part(projects, values=renamed)


def read_catalog(source: Lines) -> Part:
    """Return the libraries of a version catalog with their versions, named by their aliases in `values`."""
    data = source.toml()
    versions = table(data.get("versions"))
    after = source.header("libraries")
    found, aliases = [], []
    for alias, value in table(data.get("libraries")).items():
        name, declared = _library(value, versions)
        if name:
            spot = source.spot(source.key_line(alias, after=after))
            found.append(Dependency(name, "maven", declared, spot, _CATALOG, project=source.folder))
            aliases.append((_alias(alias), name))
    return Part(dependencies=tuple(found), values=tuple(aliases))


def _library(value: object, versions: dict[str, object]) -> tuple[str, str]:
    if isinstance(value, str):
        name, _, written = value.rpartition(":")
        return (name, written) if ":" in name else (value, "")
    body = table(value)
    name = words(body.get("module")) or f"{words(body.get('group'))}:{words(body.get('name'))}"
    version = body.get("version")
    referred = words(table(version).get("ref"))
    given: object = versions.get(referred) if referred else version
    return (name if name != ":" else ""), words(given) or words(table(given).get("strictly"))


def _alias(name: str) -> str:
    return "libs." + re.sub(r"[-_]", ".", name)


def fill_aliases(parts: list[tuple[str, Part]]) -> list[tuple[str, Part]]:
    """Give each alias of a catalog its library and version; one that no catalog names is left out."""
    catalogs = [part for path, part in parts if path.endswith(".versions.toml")]
    names = {alias: name for part in catalogs for alias, name in part.values}
    versions = {each.name: each.declared for part in catalogs for each in part.dependencies}
    called = {folder: name for path, part in parts if _is_settings(path) for folder, name in part.values}
    return [
        (
            path,
            replace(
                part,
                dependencies=tuple(_named(part.dependencies, names, versions)),
                projects=tuple(_called(each, called) for each in part.projects),
            ),
        )
        for path, part in parts
    ]


def _is_settings(path: str) -> bool:
    return path.rpartition("/")[2].startswith("settings.gradle")


def _called(project: Project, called: dict[str, str]) -> Project:
    """Give a project the name that the settings of its build give it."""
    is_renamed = project.ecosystem == "gradle" and project.folder in called
    return replace(project, name=called[project.folder]) if is_renamed else project


def _named(
    dependencies: tuple[Dependency, ...], names: dict[str, str], versions: dict[str, str]
) -> list[Dependency]:
    found = []
    for each in dependencies:
        if each.ecosystem != "maven" or not each.name.startswith("libs."):
            found.append(each)
        elif name := names.get(each.name.removesuffix(".get")):
            found.append(replace(each, name=name, declared=versions.get(name, "")))
    return found
