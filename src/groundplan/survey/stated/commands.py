"""Commands that a plan tells its reader to run: whether what they name is here."""

from __future__ import annotations

import posixpath
import re
import shlex
from dataclasses import replace
from typing import TYPE_CHECKING

from groundplan.plan.statement import Topic, Verdict
from groundplan.survey.manifest.yaml_tree import read_tree
from groundplan.survey.stated.cargo import judge_cargo
from groundplan.survey.stated.here import has_word, holds, no_file, unknown, values_of, words_of
from groundplan.survey.stated.jvm import judge_dotnet, judge_gradle, judge_maven
from groundplan.survey.stated.runners import NODE, judge_npm, judge_target, judge_task
from groundplan.survey.stated.test_ids import TITLED, judge_go, judge_ruby, judge_tests, judge_unittest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from groundplan.plan.statement import Answer, Statement
    from groundplan.survey.stated.here import Here

    Judge = Callable[[Here, Statement, str, list[str]], Answer]


_RAKE_GIVES = (
    ("bundler/gem_tasks", "build install release clean clobber"),
    ("standard/rake", "standard"),
    ("rubocop/rake_task", "rubocop"),
    ("rake/clean", "clean clobber"),
    ("yard", "yard"),
    ("rdoc/task", "rdoc rerdoc clobber_rdoc"),
    ("rake/extensiontask", "compile"),
    ("rspec/core/rake_task", "spec"),
    ("rake/testtask", "test"),
    ("minitest/test_task", "test"),
    ("cucumber", "cucumber features"),
    ("rails", ""),
)
_REQUIRE = re.compile(
    r"""^\s*(?:require|load|import|require_relative)\b\s*\(?["']?([^"'\n]*)""", re.MULTILINE
)
_COMPOSER = tuple(
    (  # noqa: SIM905  (a page of quotes would hide the words)
        "about archive audit browse bump check-platform-reqs clear-cache config create-project depends "
        "diagnose dump-autoload exec fund global help home init install licenses list outdated prohibits "
        "reinstall remove require run-script search self-update show status suggests update upgrade "
        "validate why why-not"
    ).split()
)
_COMPOSE_FILE = re.compile(r"(?:.*/)?(?:docker-)?compose[\w.-]*\.ya?ml")
_ONE_SERVICE = frozenset({"run", "exec"})
_MANY_SERVICES = frozenset(
    {"up", "build", "logs", "restart", "stop", "start", "pull", "push", "rm", "kill", "create"}
)
_COMPOSE_VALUES = frozenset(
    (  # noqa: SIM905  (a page of quotes would hide the words)
        "-f --file -p --project-name --profile --env-file -e --env -u --user -w --workdir --scale -t "
        "--timeout "
        "--tail -n --name --entrypoint -v --volume --publish --build-arg --exit-code-from --since --until"
    ).split()
)
# What comes before a command and runs it.
_RUNNERS = (
    *((tool, "run") for tool in ("uv", "poetry", "pipenv", "hatch", "pdm", "rye")),
    *(("pnpm", "exec"), ("npm", "exec"), ("bundle", "exec"), ("pnpm", "dlx")),
    *(("npx",), ("bunx",), ("time",), ("sudo",), ("python", "-m"), ("python3", "-m"), ("yarn", "exec")),
)
_VALUES_OF_RUNNERS = frozenset({"--with", "--group", "--extra", "--python", "-p", "--package"})
_STARTED = frozenset({"python", "python3", "node", "bash", "sh", "tsx", "ts-node", "php"})
_INSTALLERS = frozenset({"pip", "pip3"})


# Tasks of Rake, scripts of Composer and services of Docker Compose that a command names.


def judge_rake(here: Here, statement: Statement, _program: str, rest: list[str]) -> Answer:
    """Tell whether a Rakefile has the tasks of a command; one that loads tasks from elsewhere cannot tell."""
    files = [*here.files("Rakefile", "rakefile", "Rakefile.rb"), *here.ending(".rake")]
    names = [re.sub(r"\[.*", "", each) for each in words_of(rest, frozenset({"-f", "-C"})) if "=" not in each]
    if not files:
        return no_file(here, statement, "Rakefile")
    texts = list(here.texts(files))
    given: set[str] = set()
    is_open = False
    for required in (each for text in texts for each in _REQUIRE.findall(text)):
        found = next((gives for library, gives in _RAKE_GIVES if library in required), None)
        given.update((found or "").split())
        is_open = (
            is_open
            or found == ""
            or (found is None and re.search(r"rake|task|\*|Dir|config", required) is not None)
        )
    for name in names:
        last = name.rpartition(":")[2]
        if name.partition(":")[0] in given or last in given or has_word(texts, last):
            continue
        if is_open:
            return unknown(statement)
        return here.gone(statement, name, f"`{files[0]}` has no task `{name}`", given | here.scripts("rake"))
    return holds(statement) if names else unknown(statement)


def judge_composer(here: Here, statement: Statement, _program: str, rest: list[str]) -> Answer:
    """Tell whether a `composer.json` has the script that is to run."""
    words = words_of(rest, frozenset({"-d", "--working-dir"}))
    is_run = words[:1] in (["run"], ["run-script"])
    name = words[1] if is_run and len(words) > 1 else words[0] if words and not is_run else ""
    known = here.scripts("composer")
    if not name or not here.files("composer.json"):
        return unknown(statement)
    # Composer takes any start of a name that fits one only.
    if name in known or (not is_run and any(each.startswith(name) for each in (*_COMPOSER, *known))):
        return holds(statement)
    return here.gone(statement, name, f"`composer.json` has no script `{name}`", known)


def judge_compose(here: Here, statement: Statement, _program: str, rest: list[str]) -> Answer:
    """Tell whether the files and services that `docker compose` is given are here."""
    for name in values_of(rest[:8], "-f", "--file") if rest[:1] != ["logs"] else ():
        if re.search(r"\.ya?ml$", name) and not here.has_path(name, statement.folder):
            return here.gone(statement, name, f"there is no `{name}`")
    words = words_of(rest, _COMPOSE_VALUES)
    files = [path for path in here.index.paths() if _COMPOSE_FILE.fullmatch(path)]
    texts = list(here.texts(files))
    if (
        not words
        or words[0] not in _ONE_SERVICE | _MANY_SERVICES
        or not files
        or any(re.search(r"^include:", each, re.MULTILINE) for each in texts)
    ):
        return unknown(statement)
    known = {name for text in texts for name in _services(text)}
    services = words[1:2] if words[0] in _ONE_SERVICE else words[1:]
    for name in services if known else ():
        if name not in known:
            return here.gone(statement, name, f"no compose file has a service `{name}`", known)
    return holds(statement) if services and known else unknown(statement)


def _services(text: str) -> Iterator[str]:
    services = read_tree(text).child("services")
    yield from services.children if services else ()


def judge_command(here: Here, statement: Statement) -> Answer:
    """Tell whether what a command names is here; a program that is not known to us is unknown."""
    argv = _unwrapped(shlex.split(statement.subject))
    if not argv or statement.folder == "?":
        return unknown(statement)
    program, rest = argv[0].removeprefix("./vendor/bin/").removeprefix("vendor/bin/"), argv[1:]
    if program == "docker" and rest[:1] == ["compose"]:
        program, rest = "docker-compose", rest[1:]
    judge = _JUDGES.get(program)
    if judge is None and program == "uv" and rest[:1] == ["pip"]:
        judge, rest = _judge_extras, rest[1:]
    if judge is None:
        is_started = program in _STARTED or program.startswith("./") or "/" in program
        judge = _judge_file if is_started else _judge_nothing
    answer = judge(here, statement, program, rest)
    if answer.verdict is Verdict.FALSE and statement.said == "made":
        return replace(answer, verdict=Verdict.PLANNED)
    return answer


def _unwrapped(argv: list[str]) -> list[str]:
    """Return a command without what only starts it: `uv run`, `bundle exec`, `pnpm` before a test runner."""
    argv = argv[1:] if argv[:1] and argv[0] in NODE and argv[1:2] and argv[1] in TITLED else argv
    for _ in range(3):
        for runner in _RUNNERS:
            if tuple(argv[: len(runner)]) == runner:
                argv = argv[len(runner) :]
                while argv and argv[0].startswith("-"):
                    argv = argv[2:] if argv[0] in _VALUES_OF_RUNNERS else argv[1:]
    return argv


def _judge_nothing(_here: Here, statement: Statement, _program: str, _rest: list[str]) -> Answer:
    return unknown(statement)


def _tests(here: Here, statement: Statement, program: str, rest: list[str]) -> Answer:
    return judge_tests(here, replace(statement, topic=Topic.TEST), program, rest)


def _judge_extras(here: Here, statement: Statement, _program: str, rest: list[str]) -> Answer:
    """Tell whether the extras that `pip install -e .[name]` asks for are declared."""
    wanted = [
        name.strip()
        for word in rest
        if rest[:1] == ["install"] and word.startswith((".[", "./["))
        for name in word.partition("[")[2].rstrip("]").split(",")
    ]
    files = here.files("pyproject.toml", "setup.py", "setup.cfg")
    if not wanted or not files:
        return unknown(statement)
    for name in wanted:
        if not has_word(here.texts(files), name):
            return here.gone(statement, name, f"no extra is called `{name}`")
    return holds(statement)


def _judge_file(here: Here, statement: Statement, program: str, rest: list[str]) -> Answer:
    is_itself = "/" in program
    words = [program.removeprefix("./"), *rest] if is_itself else words_of(rest, frozenset())
    path = words[0] if words else ""
    has_ending = "." in posixpath.basename(path)
    if (
        not path
        or path.startswith(("-", "/", "~", "$", "@", ".."))
        or rest[:1] in (["-c"], ["-e"], ["-m"], ["-r"])
    ):
        return unknown(statement)
    if here.has_path(path, statement.folder):
        return holds(statement)
    if not has_ending and not is_itself:
        return unknown(statement)
    if not path.endswith((".sh", ".bash")) and not _is_folder_here(here, path, statement.folder):
        return replace(unknown(statement), verdict=Verdict.PLANNED)
    return here.gone(statement, path, f"there is no `{path}`")


def _is_folder_here(here: Here, path: str, folder: str) -> bool:
    """Tell whether a path leads into a folder that git knows: builds and installs make others."""
    parent = posixpath.dirname(posixpath.normpath(posixpath.join(folder, path)))
    return bool(parent) and any(each.startswith(f"{parent}/") for each in here.index.paths())


def _judge_run(here: Here, statement: Statement, program: str, rest: list[str]) -> Answer:
    """Judge `deno task`, `hatch run env:name` and the like: what is left once the runner is off."""
    if program == "deno" and rest[:1] == ["task"]:
        return judge_task(here, statement, program, rest[1:])
    if program == "deno" and rest[:1] == ["test"]:
        return _tests(here, statement, program, rest[1:])
    return unknown(statement)


_JUDGES: dict[str, Judge] = {
    **dict.fromkeys(NODE, judge_npm),
    **dict.fromkeys(("make", "gmake", "just", "task"), judge_target),
    **dict.fromkeys(("tox", "nox", "poe"), judge_task),
    **dict.fromkeys(("docker-compose",), judge_compose),
    **dict.fromkeys(
        ("pytest", "py.test", "vitest", "jest", "mocha", "ava", "phpunit", "rspec", "playwright"), _tests
    ),
    **dict.fromkeys(("gradle", "./gradlew", "gradlew"), judge_gradle),
    **dict.fromkeys(("mvn", "./mvnw", "mvnw"), judge_maven),
    **dict.fromkeys(_INSTALLERS, _judge_extras),
    "cargo": judge_cargo,
    "rake": judge_rake,
    "ruby": judge_ruby,
    "go": judge_go,
    "composer": judge_composer,
    "dotnet": judge_dotnet,
    "unittest": judge_unittest,
    "deno": _judge_run,
}
