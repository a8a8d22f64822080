"""What Gradle, Maven and `dotnet` commands name: tasks, phases, modules, projects, tests."""

from __future__ import annotations

import posixpath
import re
from dataclasses import replace
from typing import TYPE_CHECKING

from groundplan.plan.statement import Answer, Topic, Verdict
from groundplan.survey.stated.here import holds, no_file, unknown, values_of, words_of
from groundplan.survey.stated.names import is_in_code
from groundplan.survey.stated.test_ids import judge_class

if TYPE_CHECKING:
    from groundplan.plan.statement import Statement
    from groundplan.survey.stated.here import Here

_GRADLE_FILES = (".gradle", ".gradle.kts", ".versions.toml", "gradle.properties")
_GRADLE_VALUES = frozenset(
    {"--tests", "-p", "--project-dir", "-x", "--exclude-task", "-b", "--init-script", "-I"}
)
_GRADLE_TASKS = frozenset(
    (  # noqa: SIM905  (a page of quotes would hide the words)
        "assemble build buildDependents buildNeeded check classes clean compileJava compileKotlin "
        "compileTestJava "
        "compileTestKotlin dependencies dependencyInsight dependencyUpdates distTar distZip help "
        "init install "
        "installDist jar javadoc javaToolchains kotlinSourcesJar outgoingVariants processResources "
        "processTestResources projects properties publish publishToMavenLocal "
        "publishAllPublicationsToMavenLocal "
        "run startScripts tasks test testClasses updateDaemonJvm war wrapper sourcesJar javadocJar "
        "components "
        "ktlintCheck ktlintFormat compileGroovy compileScala scaladoc groovydoc buildEnvironment "
        "allTests installDebug bootRun bootJar prepareKotlinBuildScriptModel resolveAll"
    ).split()
)


def judge_gradle(here: Here, statement: Statement, program: str, rest: list[str]) -> Answer:
    """Tell whether the modules, tasks and tests of a Gradle command are here."""
    builds = here.ending(".gradle", ".gradle.kts")
    if not builds:
        return no_file(here, statement, "build.gradle", "build.gradle.kts", "settings.gradle.kts")
    if program != "gradle" and not here.files("gradlew"):
        return unknown(statement)
    tasks = words_of(rest, _GRADLE_VALUES)
    is_checked = False
    for task in tasks:
        module, _, name = task.rpartition(":")
        answer = _judge_module(here, statement, builds, module) or _judge_task(here, statement, name)
        if answer is not None and answer.verdict is not Verdict.HOLDS:
            return answer
        is_checked = is_checked or answer is not None
    wanted = [each.strip("*") for each in values_of(rest, "--tests")]
    for each in wanted:
        answer = judge_class(here, replace(statement, topic=Topic.TEST), each)
        if answer.verdict is not Verdict.HOLDS:
            return answer
    return holds(statement) if wanted or is_checked else unknown(statement)


def _judge_module(here: Here, statement: Statement, builds: list[str], module: str) -> Answer | None:
    """Tell whether a module has a folder or is named by a settings file; None where it does."""
    last = module.strip(":").rpartition(":")[2]
    folder = module.strip(":").replace(":", "/")
    if not last or any(posixpath.dirname(path).endswith(folder) for path in builds):
        return None
    settings = here.files("settings.gradle", "settings.gradle.kts")
    if any(re.search(rf"[\"':]{re.escape(last)}[\"':]", text) for text in here.texts([*settings, *builds])):
        return None
    return here.gone(statement, last, f"no module here is called `{last}`")


def _judge_task(here: Here, statement: Statement, name: str) -> Answer | None:
    """Tell whether a task is Gradle's own or may come from what the build files name; None: unknown."""
    if name in _GRADLE_TASKS:
        return holds(statement)
    texts = list(here.texts(path for path in here.index.paths() if path.endswith(_GRADLE_FILES)))
    texts += here.texts(path for path in here.index.paths() if path.startswith(("buildSrc/", "build-logic/")))
    whole = "\n".join(texts).lower()
    first = re.match(r"[a-z]+|[A-Z][a-z]*", name)
    if re.search(r"com\.android|multiplatform|apply from", whole) or not first:
        return None
    # Plugins name their tasks after themselves, and build files their own.
    if len(first[0]) < 4 or first[0].lower() in whole or name.lower() in whole or len(name) < 4:
        return None
    if is_in_code(here.index, name):  # a plugin of this very project may register it
        return None
    return here.gone(statement, name, f"no build file here has a task `{name}`", _GRADLE_TASKS)


_PHASES = frozenset(
    (  # noqa: SIM905  (a page of quotes would hide the words)
        "validate initialize generate-sources process-sources generate-resources process-resources compile "
        "process-classes generate-test-sources process-test-sources generate-test-resources "
        "process-test-resources test-compile process-test-classes test prepare-package package "
        "pre-integration-test integration-test post-integration-test verify install deploy pre-clean clean "
        "post-clean pre-site site post-site site-deploy"
    ).split()
)
_MAVEN_VALUES = frozenset(
    {"-pl", "--projects", "-f", "--file", "-P", "-s", "-T", "-rf", "-l", "--threads", "-D"}
)


def judge_maven(here: Here, statement: Statement, _program: str, rest: list[str]) -> Answer:
    """Tell whether the phases, modules and tests of a Maven command are here."""
    words = words_of(rest, _MAVEN_VALUES)
    files = [word for word in words if word.endswith((".java", ".kt", ".groovy"))]
    if files:
        name = posixpath.basename(files[0]).partition(".")[0]
        near = (f"mvn test -Dtest={name}",)
        return Answer(statement, Verdict.FALSE, f"Maven has no phase `{files[0]}`", near)
    poms = here.files("pom.xml")
    if not poms:
        return no_file(here, statement, "pom.xml")
    phases = [word for word in words if ":" not in word and re.fullmatch(r"[a-z-]+", word)]
    for word in phases:
        if word not in _PHASES:
            return here.gone(statement, word, f"Maven has no phase `{word}`", _PHASES)
    modules = [
        each.strip("!+") for value in values_of(rest, "-pl", "--projects") for each in value.split(",")
    ]
    for module in modules:
        artifact = f"<artifactId>{module.rpartition(':')[2]}</artifactId>"
        is_there = (
            any(artifact in text for text in here.texts(poms))
            if ":" in module
            else f"{module}/pom.xml" in poms
        )
        if not is_there and not here.has_path(module, statement.folder):
            return here.gone(statement, module, f"no module here is called `{module}`")
    tests = [
        each
        for word in rest
        if re.match(r"-D(?:it\.)?test=", word)
        for each in word.partition("=")[2].split(",")
    ]
    for each in tests:
        answer = judge_class(here, replace(statement, topic=Topic.TEST), each.strip("!*").replace("#", "."))
        if answer.verdict is not Verdict.HOLDS:
            return answer
    return holds(statement) if tests or modules or phases else unknown(statement)


_PROJECT = re.compile(r".*\.(?:cs|fs|vb)proj|.*\.slnx?")


def judge_dotnet(here: Here, statement: Statement, _program: str, rest: list[str]) -> Answer:
    """Tell whether the projects that `dotnet` is given are here, and the tests that a filter names."""
    if rest[:1] not in (["test"], ["run"], ["build"], ["publish"], ["pack"], ["restore"], ["watch"]):
        return unknown(statement)
    values = values_of(rest, "--project", "-p") if rest[0] in {"run", "watch"} else []
    wanted = [*(word for word in rest[1:] if _PROJECT.fullmatch(word)), *values]
    wanted = [word.replace("\\", "/") for word in wanted if not word.startswith(("/", "~", "$", "-"))]
    for path in wanted:
        if not here.has_path(path.rstrip("/"), statement.folder):
            return here.gone(statement, path, f"there is no `{path}`")
    names = [
        name for value in values_of(rest, "--filter") for name in re.findall(r"(?:^|[~=])([\w.]+)$", value)
    ]
    for name in names:
        answer = judge_class(here, replace(statement, topic=Topic.TEST), name)
        if answer.verdict is not Verdict.HOLDS:
            return answer
    return holds(statement) if wanted or names else unknown(statement)
