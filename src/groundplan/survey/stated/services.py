"""Tasks of Rake, scripts of Composer and services of Docker Compose that a command names."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.survey.manifest.yaml_tree import read_tree
from groundplan.survey.stated.here import has_word, holds, no_file, unknown, values_of, words_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.plan.statement import Answer, Statement
    from groundplan.survey.stated.here import Here

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


_COMPOSER = tuple(
    (  # noqa: SIM905  (a page of quotes would hide the words)
        "about archive audit browse bump check-platform-reqs clear-cache config create-project depends "
        "diagnose dump-autoload exec fund global help home init install licenses list outdated prohibits "
        "reinstall remove require run-script search self-update show status suggests update upgrade "
        "validate why why-not"
    ).split()
)


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
