"""One test class of a Java, Kotlin, Groovy or Scala module, through Maven or Gradle."""

from __future__ import annotations

import re
import shlex
from typing import TYPE_CHECKING

from groundplan.survey.manifest.java import read_modules
from groundplan.survey.manifest.lines import Lines, Nonsense
from groundplan.survey.manifest.members import folders_above
from groundplan.survey.manifest.xml_elements import read_elements
from groundplan.survey.running.ground import Run, below, folder_of
from groundplan.survey.spot import Spot

if TYPE_CHECKING:
    from groundplan.survey.manifest.java import Pom
    from groundplan.survey.running.ground import Ground

_CLASS = re.compile(r"^[ \t]*((?:[a-z]+[ \t]+){0,5})class[ \t]+(\w{1,120})", re.MULTILINE)
_CASE = re.compile(
    r"@(?:\w+\.)*(?:Test|ParameterizedTest|RepeatedTest|TestFactory|RunWith|Property|Theory)\b"
    r"|extends (?:TestCase|\w*Spec)\b"
)
_GROUPS = re.compile(r"<(?:excludedGroups|groups)>|\b(?:excludeTags|includeTags|excludeCategories)\b")
_TAG = re.compile(r"^\s*@(?:\w+\.)*(?:Tags?|Category)\b", re.MULTILINE)
_EXTENDS = re.compile(r"\bclass\s+\w+(?:<[^>{]{0,200}>)?\s+extends\s+(?:\w+\.)*(\w{1,120})")
MOST_BASES = 8
_PACKAGE = re.compile(r"^\s*package\s+([\w.]{1,200})", re.MULTILINE)
_INCLUDED = re.compile(r"""["']:?([\w.-]+(?::[\w.-]+)*)["']""")
_INCLUDE = re.compile(
    r"""^[ \t]*include(?:Build)?[\s(]+((?:["'][^"'\n]{1,200}["'][\s,]*){1,200})""", re.MULTILINE
)
_RENAMED = re.compile(r"""\bproject\s*\(\s*["']:?([^"'\n]{1,200})["']\s*\)\.name\s*=""")
_BUILDS = ("build.gradle.kts", "build.gradle")
_SETTINGS = ("settings.gradle.kts", "settings.gradle")
# Without one of these, beside a build of Gradle, a pom only tells what the project is called.
_BUILT = re.compile(r"<(?:build|dependencies|modules|parent|profiles)>")
_MULTIPLATFORM = re.compile(r"""multiplatform["'`)]|kotlin-multiplatform""")
_ANDROID = re.compile(r"com\.android\.(?:application|library)")
_SETS = {"test": "test", "jvmTest": "jvmTest", "commonTest": "jvmTest"}


def run_jvm(ground: Ground, path: str, test: str) -> Run | None:
    """Return the call of one test class; an abstract class, or one without a test, runs nothing."""
    text = ground.text(path)
    stem = path.rpartition("/")[2].partition(".")[0]
    if text and (not _CASE.search(text) or not _is_concrete(text, stem)):
        return None
    if _is_left_out(ground, path):
        return None
    method = test.rpartition(".")[2]
    wanted = (stem, method if method.isidentifier() and method != stem else "")
    pom = ground.nearest(path, "pom.xml")
    if pom and (_BUILT.search(ground.text(pom)) or not ground.inside(folder_of(pom), *_BUILDS)):
        return _maven(ground, path, wanted)
    return _gradle(ground, path, wanted)


def _is_left_out(ground: Ground, path: str) -> bool:
    """Whether a class may be in a group that the build leaves out, by its own tag or by one it inherits."""
    names = ("pom.xml", *_BUILDS)
    builds = [found for folder in folders_above(path) if (found := ground.inside(folder, *names))]
    if not any(_GROUPS.search(ground.text(each)) for each in builds):
        return False
    for _ in range(MOST_BASES):
        text = ground.text(path)
        if _TAG.search(text):
            return True
        base = _EXTENDS.search(text)
        path = _file_of(ground, base[1], path) if base else ""
        if not path:
            return False
    return True


def _file_of(ground: Ground, name: str, near: str) -> str:
    """Return the file of a class that another one derives from: of its own folder, or the one of its name."""
    ending = near.rpartition(".")[2]
    if own := ground.inside(folder_of(near), f"{name}.{ending}"):
        return own
    return min((each for each in ground.paths if each.endswith(f"/{name}.{ending}")), default="")


def _is_concrete(text: str, stem: str) -> bool:
    return any(name == stem and "abstract" not in words.split() for words, name in _CLASS.findall(text))


def _maven(ground: Ground, path: str, wanted: tuple[str, str]) -> Run | None:
    """Return `mvn test -Dtest=…`, with the module picked out where the build has several."""
    module = ground.nearest(path, "pom.xml")
    if not below(path, folder_of(module)).startswith("src/test/"):
        return None
    root = _reactor(ground, module)
    own = _pom(ground, module)
    spot = _shown(ground, module, root)
    if own is None or spot is None:
        return None
    maven = "./mvnw" if ground.inside(folder_of(root), "mvnw") else "mvn"
    name, method = wanted
    words = [maven, "-q", "test"]
    if root != module:
        words += ["-pl", below(folder_of(module), folder_of(root))]
        if own.artifacts & _siblings(ground, root):
            # The modules it needs are built along with it, and none of them holds this test.
            words += ["-am", "-Dsurefire.failIfNoSpecifiedTests=false"]
    words.append(f"-Dtest={name}#{method}" if method else f"-Dtest={name}")
    folder = folder_of(root)
    line = " ".join(map(shlex.quote, words))
    return Run(f"cd {shlex.quote(folder)} && {line}" if folder else line, spot)


def _shown(ground: Ground, module: str, root: str) -> Spot | None:
    """Return the line that shows the build of a module: where the reactor lists it, else its own name."""
    for folder in folders_above(module)[1:] if module != root else ():
        above = ground.inside(folder, "pom.xml")
        name = re.escape(below(folder_of(module), folder))
        if above and (spot := ground.spot(above, rf"<module>\s*{name}(?:/pom\.xml)?/?\s*</module>")):
            return spot
    try:
        found = read_elements(Lines(module, ground.text(module)))
    except Nonsense:
        return None
    line = next((each.line for each in found if each.path == "project/artifactId"), 0)
    return Spot(module, line) if line else ground.spot(module, r"<project\b")


def _reactor(ground: Ground, module: str) -> str:
    """Return the topmost pom that builds a module, by way of the modules each names."""
    found = module
    for folder in folders_above(module)[1:] if folder_of(module) else ():
        above = ground.inside(folder, "pom.xml")
        pom = _pom(ground, above) if above else None
        if pom and below(folder_of(found), folder) in pom.modules:
            found = above
    return found


def _siblings(ground: Ground, root: str) -> set[str]:
    return {
        each.name
        for each in ground.manifest.projects
        if each.ecosystem == "maven" and each.at.path.startswith(folder_of(root))
    }


def _pom(ground: Ground, path: str) -> Pom | None:
    try:
        return read_modules(Lines(path, ground.text(path)))
    except Nonsense:
        return None


def _gradle(ground: Ground, path: str, wanted: tuple[str, str]) -> Run | None:
    """Return `gradlew :module:test --tests …` for a module that the settings include."""
    settings = ground.nearest(path, *_SETTINGS)
    build = ground.nearest(path, *_BUILDS, *(f"{name}.gradle.kts" for name in _folder_names(path)))
    root = folder_of(settings or build)
    if not build or not folder_of(build).startswith(root):
        return None
    module = below(folder_of(build), root) if folder_of(build) != root else ""
    project = ":" + module.replace("/", ":") if module else ""
    if module and project.removeprefix(":") not in _included(ground.text(settings)):
        return None
    task = _task(ground, build, path)
    spot = (
        ground.spot(settings, re.escape(project.rpartition(":")[2])) if module else ground.spot(build, r"\S")
    )
    package = _PACKAGE.search(ground.text(path))
    if not task or spot is None:
        return None
    name = ".".join(each for each in ((package[1] if package else ""), *wanted) if each)
    gradle = "./gradlew" if ground.inside(root, "gradlew") else "gradle"
    line = f"{gradle} {project}:{task}" if module else f"{gradle} {task}"
    line = f"{line} --tests {shlex.quote(name)}"
    return Run(f"cd {shlex.quote(root)} && {line}" if root else line, spot)


def _folder_names(path: str) -> tuple[str, ...]:
    return tuple(folder.rpartition("/")[2] for folder in folders_above(path) if folder)


def _included(settings: str) -> set[str]:
    """Return the projects that go by the name of their folder."""
    found = {name for block in _INCLUDE.findall(settings) for name in _INCLUDED.findall(block)}
    return found - set(_RENAMED.findall(settings))


def _task(ground: Ground, build: str, path: str) -> str:
    """Return the task that runs a source set, or nothing where the build file does not tell."""
    parts = below(path, folder_of(build)).split("/")
    source_set = parts[1] if parts[0] == "src" and len(parts) > 2 else ""
    text = ground.text(build)
    if _ANDROID.search(text):
        return "testDebugUnitTest" if source_set == "test" else ""
    is_multi = bool(_MULTIPLATFORM.search(text))
    if is_multi:
        return _SETS.get(source_set, "") if source_set != "test" and re.search(r"\bjvm\b", text) else ""
    return "test" if source_set == "test" else ""
