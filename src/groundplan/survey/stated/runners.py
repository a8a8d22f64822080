"""Scripts, targets and tasks that a command names: npm, make, just, tox, nox, poe."""

from __future__ import annotations

import fnmatch
import posixpath
import re
from typing import TYPE_CHECKING

from groundplan.plan.statement import Answer, Verdict
from groundplan.survey.stated.here import has_word, holds, no_file, unknown, values_of, words_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.plan.statement import Statement
    from groundplan.survey.stated.here import Here

NODE = frozenset({"npm", "yarn", "pnpm", "bun"})
_LIFECYCLE = frozenset({"test", "start", "stop", "restart"})
_WITH_VALUE = frozenset(
    {"-C", "--prefix", "--filter", "-w", "--workspace", "-F", "--dir", "--cwd", "-f", "--file", "--directory"}
)
# Without `run`, yarn and pnpm run scripts, programs and their own commands: these words are only scripts.
_SCRIPT_WORDS = frozenset(
    {
        "lint",
        "build",
        "dev",
        "typecheck",
        "type-check",
        "format",
        "coverage",
        "e2e",
        "storybook",
        "bench",
        "docs",
    }
)


def judge_npm(here: Here, statement: Statement, program: str, rest: list[str]) -> Answer:
    """Tell whether some `package.json` has the script that a package manager is to run."""
    words = words_of(rest, _WITH_VALUE)
    if words[:1] == ["run"] or words[:1] == ["run-script"]:
        name = words[1] if len(words) > 1 else ""
    elif (program == "npm" and words[:1] and words[0] in _LIFECYCLE) or (
        program in {"yarn", "pnpm"} and words[:1] and (words[0] in _SCRIPT_WORDS or ":" in words[0])
    ):
        name = words[0]
    else:
        return unknown(statement)
    is_unread = any(each.path.endswith("package.json") for each in here.manifest.unread)
    if not name or "/" in name or "." in name or is_unread:
        return unknown(statement)
    scripts = [each for each in here.manifest.scripts if each.kind == "npm"]
    place = posixpath.normpath(
        posixpath.join(statement.folder, *values_of(rest, "--prefix", "-C", "--cwd", "--dir"))
    )
    inside = {each.name for each in scripts if each.folder == place and place != "."}
    known = inside or {each.name for each in scripts}
    if name in known:
        return holds(statement)
    # Two of them also run what a package installs.
    if program in {"bun", "yarn"} and any(name in each.name for each in here.manifest.dependencies):
        return unknown(statement)
    if not known:
        return unknown(statement)  # where nothing has scripts yet, some plan brings them in
    where = f"`{place}/package.json`" if inside else "no `package.json`"
    found = f"{where} has {'no' if inside else 'a'} script `{name}`"
    return here.gone(statement, name, found, known)


_MAKEFILES = ("Makefile", "makefile", "GNUmakefile")
_FILES = {
    "make": _MAKEFILES,
    "just": ("justfile", "Justfile", ".justfile"),
    "task": ("Taskfile.yml", "Taskfile.yaml", "taskfile.yml"),
}
_INCLUDED = re.compile(r"^-?s?include\s+(.+)$", re.MULTILINE)
_MADE_BY_TOOLS = (
    "CMakeLists.txt",
    "configure",
    "configure.ac",
    "Makefile.am",
    "Makefile.in",
    "Makefile.PL",
    "meson.build",
)
_RULE = re.compile(r"^((?!\t)[^#:=\n]{1,400}?)\s*::?(?!=)", re.MULTILINE)
_PLAIN_TARGET = re.compile(r"[\w.-]+(?:/[\w.-]+)*")


def judge_target(here: Here, statement: Statement, program: str, rest: list[str]) -> Answer:
    """Tell whether a makefile, a justfile or a Taskfile has the targets of a command."""
    program = "make" if program == "gmake" else program
    targets = [word for word in words_of(rest, _WITH_VALUE | {"-j"}) if "=" not in word]
    targets = [each for each in targets if _PLAIN_TARGET.fullmatch(each) and not each.isdecimal()]
    files = here.files(*_FILES[program])
    if not files:
        return _judgeno_file(here, statement, program, targets)
    known = here.scripts(program)
    patterns = []
    if program == "make":
        read = _read_rules(here, files)
        if read is None:
            return unknown(statement)
        known |= {each for each in read if "%" not in each}
        patterns = [each.replace("%", "*") for each in read if "%" in each]
    elif _is_open(here, program, files):
        return unknown(statement)
    gone = [each for each in targets[: 1 if program == "just" else None] if each not in known]
    gone = [each for each in gone if not any(fnmatch.fnmatch(each, pattern) for pattern in patterns)]
    if not gone:
        return holds(statement) if targets else unknown(statement)
    if any(here.has_path(each, statement.folder) for each in gone):
        return Answer(statement, Verdict.PLANNED)
    return here.gone(statement, gone[0], f"`{files[0]}` has no target `{gone[0]}`", known)


def _judgeno_file(here: Here, statement: Statement, program: str, targets: list[str]) -> Answer:
    by_tools = program == "make" and here.files(*_MADE_BY_TOOLS)
    if not targets or by_tools or here.is_made(*_FILES[program], *targets) or statement.folder:
        return unknown(statement)
    return Answer(statement, Verdict.FALSE, f"there is no `{_FILES[program][0]}`")


def _is_open(here: Here, program: str, files: list[str]) -> bool:
    """Tell whether recipes may come from elsewhere."""
    mark = r"^\s*(?:import|mod)\b" if program == "just" else r"^\s*includes\s*:"
    return any(re.search(mark, text, re.MULTILINE) for text in here.texts(files))


def _read_rules(here: Here, files: list[str]) -> set[str] | None:
    """Return the targets of makefiles and of what they include; None where some are made while it runs."""
    found: set[str] = set()
    queue, seen = list(files), set(files)
    while queue:
        path = queue.pop()
        text = next(here.texts([path]), "").replace("\\\n", " ")
        if re.search(r"\$\(eval\b|\$\(call\b.*:|^\s*[$][({][^)}]*[)}]\s*:(?!=)", text, re.MULTILINE):
            return None
        for match in _RULE.finditer(text):
            found.update(match[1].split())
        for match in _INCLUDED.finditer(text):
            for name in match[1].partition("#")[0].split():
                wanted = posixpath.normpath(posixpath.join(posixpath.dirname(path), name))
                paths = [each for each in here.index.paths() if fnmatch.fnmatch(each, wanted)]
                paths = paths or [each for each in here.index.paths() if fnmatch.fnmatch(each, name)]
                if not paths or "$" in name:
                    return None
                queue += [each for each in paths if each not in seen]
                seen.update(paths)
    return found


def judge_task(here: Here, statement: Statement, program: str, rest: list[str]) -> Answer:
    """Tell whether the environments of tox, the sessions of nox and the tasks of poe and deno are here."""
    if program == "tox":
        names = [each for value in values_of(rest, "-e", "--env") for each in value.split(",")]
        return _judge_named(here, statement, names, _tox_names(here), "tox has no environment")
    if program == "nox":
        names = values_of(rest, "-s", "--session", "--sessions", "-e")
        texts = list(here.texts(here.files("noxfile.py")))
        known = here.scripts("nox")
        names = [re.sub(r"-\d+(?:\.\d+)*$|\(.*", "", each) for each in names]
        known |= {each for each in names if has_word(texts, each) or has_word(texts, each.replace("-", "_"))}
        return (
            _judge_named(here, statement, names, known, "nox has no session")
            if texts
            else no_file(here, statement, "noxfile.py")
        )
    if program == "deno":
        known = {
            name
            for text in here.texts(here.files("deno.json", "deno.jsonc"))
            for name in re.findall(r'"([\w:-]+)"\s*:', text)
        }
        return _judge_named(here, statement, rest[:1], known | here.scripts("npm"), "deno has no task")
    names = words_of(rest, _WITH_VALUE)[:1]
    return _judge_named(here, statement, names, here.scripts("poe"), "poe has no task")


def _judge_named(here: Here, statement: Statement, names: list[str], known: set[str], what: str) -> Answer:
    if not names or not known:
        return unknown(statement)
    for name in names:
        if name not in known and not (what.startswith("tox") and _has_factors(name, known)):
            return here.gone(statement, name, f"{what} `{name}`", known)
    return holds(statement)


def _tox_names(here: Here) -> set[str]:
    """Return the environments of tox, and the factors that they are made of."""
    found = {each for each in here.scripts("tox") if each}
    for text in here.texts(here.files("tox.ini", "tox.toml", "setup.cfg", "pyproject.toml")):
        found.update(
            re.findall(r"^\[(?:tool\.tox\.|tox:)?(?:testenv:|env\.)\"?([\w.,{}-]+)\"?\]", text, re.MULTILINE)
        )
        listed = re.search(r"^\s*env_?list\s*=\s*((?:.*\n)(?:[ \t]+.*\n|\].*\n)*)", text, re.MULTILINE)
        for word in re.findall(r"[\w.{},-]+", listed[1]) if listed else ():
            found.add(word)
        found.update(re.findall(r"^\s+!?([\w.-]+(?:,[\w.-]+)*)\s*:\s", text, re.MULTILINE))
    return {part for each in found for part in _expanded(each) if part}


def _expanded(word: str) -> Iterator[str]:
    """Yield what braces stand for, and the factors between dashes: `py{39,310}-a` has `py39` and `a`."""
    pieces = [word]
    for _ in range(4):
        pieces = [
            piece[: brace.start()] + choice + piece[brace.end() :]
            for piece in pieces
            for brace in [re.search(r"\{([^{}]*)\}", piece)]
            if brace
            for choice in brace[1].split(",")
        ] + [piece for piece in pieces if "{" not in piece]
    for piece in pieces:
        for name in piece.strip(",").split(","):
            yield name
            yield from name.split("-")


def _has_factors(name: str, known: set[str]) -> bool:
    return all(
        factor in known or re.fullmatch(r"(?:py|pypy|cpython|graalpy)?\d*(?:\.\d+)?t?|py", factor)
        for factor in name.split("-")
    )
