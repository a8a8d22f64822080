"""Commands that a plan tells its reader to run: whether what they name is here."""

from __future__ import annotations

import posixpath
import shlex
from dataclasses import replace
from typing import TYPE_CHECKING

from groundplan.code.nearest import nearest
from groundplan.plan.dataclass import dataclass
from groundplan.plan.statement import Answer, Topic, Verdict
from groundplan.survey.stated.test_ids import judge_tests

if TYPE_CHECKING:
    from groundplan.code.view import CodeView
    from groundplan.plan.statement import Statement
    from groundplan.survey.manifest.facts import Manifest

# What stands before a command and runs it.
_RUNNERS = (
    *((tool, "run") for tool in ("uv", "poetry", "pipenv", "hatch", "pdm", "rye")),
    *(("pnpm", "exec"), ("npm", "exec"), ("npx",), ("bunx",), ("time",), ("sudo",)),
)
_STARTED = frozenset({"python", "python3", "node", "bash", "sh", "ruby"})
_LIFECYCLE = frozenset({"test", "start", "stop", "restart"})
_WITH_VALUE = frozenset(
    {"-C", "--prefix", "--filter", "-w", "--workspace", "-F", "--dir", "--cwd", "-f", "--file"}
)
_NODE = frozenset({"npm", "yarn", "pnpm", "bun"})


@dataclass(frozen=True, slots=True)
class Here:
    """What commands are held against: the code, its manifests, and the words that steps of the plan make."""

    index: CodeView
    manifest: Manifest
    made: frozenset[str]

    def is_made(self, *names: str) -> bool:
        """Tell whether a step of the plan may make one of the names."""
        return any(name in self.made or posixpath.basename(name) in self.made for name in names if name)

    def has_path(self, path: str, folder: str) -> bool:
        """Tell whether a path is there, from the root, from a folder, or as the end of a longer one."""
        wanted = posixpath.normpath(path)
        whole = posixpath.normpath(posixpath.join(folder, path))
        return any(
            each == whole
            or f"/{each}".endswith(f"/{wanted}")
            or f"/{each}".startswith(f"/{wanted}/")
            or f"/{wanted}/" in f"/{each}"
            for each in self.index.paths()
        )


def judge_command(here: Here, statement: Statement) -> Answer:
    """Tell whether what a command names is here; a program that is not known to us is unknown."""
    argv = shlex.split(statement.subject)
    for runner in _RUNNERS:
        if tuple(argv[: len(runner)]) == runner:
            argv = argv[len(runner) :]
    argv = argv[2:] if argv[:2] in (["python", "-m"], ["python3", "-m"]) and argv[2:3] == ["pytest"] else argv
    if not argv or statement.folder == "?":
        return Answer(statement, Verdict.UNKNOWN)
    program, rest = argv[0], argv[1:]
    if program in _NODE:
        answer = _judge_script(here, statement, program, rest)
    elif program in {"make", "just", "task"}:
        answer = _judge_target(here, statement, program, rest)
    elif program == "cargo":
        answer = _judge_crate(here, statement, rest)
    elif program in {"pytest", "py.test", "vitest", "jest", "go"}:
        is_test = program != "go" or rest[:1] == ["test"]
        return judge_tests(
            here, replace(statement, topic=Topic.TEST) if is_test else statement, program, rest
        )
    elif program in {"mvn", "./mvnw"}:
        answer = _judge_maven(statement, rest)
    elif program in _STARTED or program.startswith("./"):
        answer = _judge_file(here, statement, program, rest)
    else:
        return Answer(statement, Verdict.UNKNOWN)
    if answer.verdict is Verdict.FALSE and statement.said == "made":
        return replace(answer, verdict=Verdict.PLANNED)
    return answer


def _judge_script(here: Here, statement: Statement, program: str, rest: list[str]) -> Answer:
    words = _words(rest)
    if words[:1] == ["run"] or words[:1] == ["run-script"]:
        name = words[1] if len(words) > 1 else ""
    elif program == "npm" and words[:1] and words[0] in _LIFECYCLE:
        name = words[0]
    else:
        return Answer(statement, Verdict.UNKNOWN)
    known = {script.name for script in here.manifest.scripts if script.kind == "npm"}
    if (
        not name
        or "/" in name
        or "." in name
        or any(each.path.endswith("package.json") for each in here.manifest.unread)
    ):
        return Answer(statement, Verdict.UNKNOWN)
    if name in known:
        return Answer(statement, Verdict.HOLDS)
    if here.is_made(name):
        return Answer(statement, Verdict.PLANNED)
    # Two of them also run what a package installs.
    if program in {"bun", "yarn"} and any(name in each.name for each in here.manifest.dependencies):
        return Answer(statement, Verdict.UNKNOWN)
    found = f"no `package.json` has a script `{name}`" if known else "no `package.json` here has scripts"
    return Answer(statement, Verdict.FALSE, found, nearest(name, sorted(known)))


def _judge_target(here: Here, statement: Statement, program: str, rest: list[str]) -> Answer:
    targets = [word for word in _words(rest) if "=" not in word]
    files = [script.at.path for script in here.manifest.scripts if script.kind == program]
    known = {script.name for script in here.manifest.scripts if script.kind == program}
    if not targets or not files or _is_dynamic(here, program):
        return Answer(statement, Verdict.UNKNOWN)
    gone = [each for each in targets if each not in known]
    if not gone:
        return Answer(statement, Verdict.HOLDS)
    if here.is_made(*gone) or any(here.has_path(each, statement.folder) for each in gone):
        return Answer(statement, Verdict.PLANNED)
    return Answer(
        statement, Verdict.FALSE, f"`{files[0]}` has no target `{gone[0]}`", nearest(gone[0], sorted(known))
    )


def _is_dynamic(here: Here, program: str) -> bool:
    """Tell whether targets may come from elsewhere: an include, a pattern, an import."""
    names = {"make": ("Makefile", "makefile", "GNUmakefile"), "just": ("justfile", "Justfile", ".justfile")}
    paths = [
        path
        for path in here.index.paths()
        if path.rpartition("/")[2] in names.get(program, ("Taskfile.yml",))
    ]
    texts = [here.index.text(path) or b"" for path in paths]
    return any(
        mark in text
        for text in texts
        for mark in (b"include", b"%:", b"import", b"mod ", b"$(foreach", b"$(eval")
    )


def _judge_crate(here: Here, statement: Statement, rest: list[str]) -> Answer:
    name = ""
    for at, word in enumerate(rest):
        if word in {"-p", "--package"} and at + 1 < len(rest):
            name = rest[at + 1]
        elif word.startswith("--package="):
            name = word.partition("=")[2]
    known = {project.name for project in here.manifest.projects if project.ecosystem == "cargo"}
    locked = {name for lock in here.manifest.locks if lock.ecosystem == "cargo" for name in lock.pins}
    if not name or not known:
        return Answer(statement, Verdict.UNKNOWN)
    if name.partition("@")[0] in known | locked:
        return Answer(statement, Verdict.HOLDS)
    if here.is_made(name):
        return Answer(statement, Verdict.PLANNED)
    return Answer(statement, Verdict.FALSE, f"no crate here is called `{name}`", nearest(name, sorted(known)))


def _judge_maven(statement: Statement, rest: list[str]) -> Answer:
    """Maven takes phases and goals; a file among them is taken for a phase that is not there."""
    files = [word for word in rest if not word.startswith("-") and word.endswith((".java", ".kt", ".groovy"))]
    if not files:
        return Answer(statement, Verdict.UNKNOWN)
    name = posixpath.basename(files[0]).partition(".")[0]
    return Answer(statement, Verdict.FALSE, f"Maven has no phase `{files[0]}`", (f"mvn test -Dtest={name}",))


def _judge_file(here: Here, statement: Statement, program: str, rest: list[str]) -> Answer:
    words = [program.removeprefix("./"), *rest] if program.startswith("./") else _words(rest)
    path = words[0] if words else ""
    has_ending = "." in posixpath.basename(path)
    if not has_ending or path.startswith(("-", "/", "~", "$")) or rest[:1] in (["-c"], ["-e"], ["-m"]):
        return Answer(statement, Verdict.UNKNOWN)
    if here.has_path(path, statement.folder):
        return Answer(statement, Verdict.HOLDS)
    if here.is_made(path) or not _is_folder_here(here, path, statement.folder):
        return Answer(statement, Verdict.PLANNED)
    return Answer(statement, Verdict.FALSE, f"there is no `{path}`")


def _is_folder_here(here: Here, path: str, folder: str) -> bool:
    """Tell whether a path leads into a folder that git knows: builds and installs make others."""
    parent = posixpath.dirname(posixpath.normpath(posixpath.join(folder, path)))
    return bool(parent) and any(each.startswith(f"{parent}/") for each in here.index.paths())


def _words(rest: list[str]) -> list[str]:
    """Return the words of a command that are no options."""
    kept, is_value = [], False
    for word in rest:
        if word == "--":
            break
        if is_value:
            is_value = False
        elif word.startswith("-"):
            is_value = word in _WITH_VALUE
        else:
            kept.append(word)
    return kept
