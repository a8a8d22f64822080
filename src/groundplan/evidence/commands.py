"""The repository's own calls of its tools, and the call that runs one test file."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

from groundplan.evidence.kinds import Command
from groundplan.plan.path_pattern import matches
from groundplan.survey.manifest.facts import Role, Source

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.evidence.at_hand import CodeAtHand
    from groundplan.survey.manifest.facts import Call, Manifest, Tool

MOST_OF_ROLE = 2
LONGEST_LINE = 300
CHANGES = frozenset({"--fix", "--unsafe-fixes", "--write", "-w", "--in-place", "-i"})
_SCRIPTS = ("js", "jsx", "mjs", "cjs", "ts", "tsx", "mts", "cts", "vue", "svelte")
_ECOSYSTEMS = {"py": "python", "pyi": "python", "go": "go", "rs": "rust"} | dict.fromkeys(_SCRIPTS, "script")
_RUNNERS = {
    "python": ("pytest", "runtests.py", "django test runner", "unittest", "nose2", "ward", "trial", "stestr"),
    "script": ("vitest", "jest", "mocha", "node:test", "bun test", "ava", "tap", "react-scripts", "qunit"),
    "go": ("go test", "gotestsum"),
    "rust": ("cargo test",),
}

_LABELLED = {
    "runtests.py": "runtests.py",
    "django test runner": "manage.py test",
}
_STARTED = {
    "pytest": ("pytest", "python -m pytest"),
    "vitest": ("vitest", "npx vitest"),
    "jest": ("jest", "npx jest"),
    "mocha": ("mocha", "npx mocha"),
    "ava": ("ava", "npx ava"),
    "node:test": ("", "node --test"),
    "bun test": ("", "bun test"),
}
_STARTERS = {
    "pnpm-lock.yaml": "pnpm exec",
    "yarn.lock": "yarn",
    "bun.lock": "bunx",
    "bun.lockb": "bunx",
    "package-lock.json": "npx",
}


def find_commands(code: CodeAtHand) -> tuple[Command, ...]:
    """Return how tests, linters, type checkers and formatters are called; the profile's words first."""
    said = [Command(role, line, None) for role, line in sorted(code.config.profile.commands.items()) if line]
    roles = {each.role for each in said}
    found = [*said]
    for role in Role:
        if role.value not in roles:
            found += _of_role(code.manifest, role)
    return tuple({(each.role, each.line): each for each in reversed(found)}.values())[::-1]


def _of_role(manifest: Manifest, role: Role) -> Iterator[Command]:
    count = 0
    for tool in manifest.tools_for(role):
        ready = [each for each in tool.calls if not each.is_template and _is_whole(each.argv)]
        # A check must not change files: what only fixes is taken where there is nothing else.
        call = next((each for each in ready if not CHANGES.intersection(each.argv)), next(iter(ready), None))
        if call is None or count >= MOST_OF_ROLE:
            continue
        line = line_of(call)
        if len(line) <= LONGEST_LINE and "\n" not in line:
            count += 1
            yield Command(role.value, line, call.at, is_usual=call.source is Source.CONFIG)


def _is_whole(argv: tuple[str, ...]) -> bool:
    """Tell whether a call can be typed as it is: `$(FLAGS)` of a Makefile, cut into words, cannot."""
    return not any(word in {"$", "(", ")"} or "$(" in word or "${" in word for word in argv)


def line_of(call: Call) -> str:
    """Return a call as typed in a shell at the root of the repository."""
    line = shlex.join(call.argv)
    return f"cd {shlex.quote(call.folder)} && {line}" if call.folder else line


def command_for(code: CodeAtHand, path: str) -> str:
    """Return the repository's own call that runs one test file, or nothing where no runner is known."""
    language = _ECOSYSTEMS.get(path.rpartition(".")[2].lower(), "")
    tools = {each.name: each for each in reversed(code.manifest.tools_for(Role.TEST))}
    for name in _RUNNERS.get(language, ()):
        if name in tools:
            if not _takes(tools[name], path):
                return ""
            return _run_one(tools[name], path, _root_of(code, path), _script_starter(code))
    if call := _by_manifest(code, path):
        return call
    if language == "go" and "go.mod" in code.index.paths():
        return f"go test {_package_of(path)}"
    if language == "python" and code.index.paths():
        return _plain_python(code, path)
    return next((each.line for each in find_commands(code) if each.role == "test"), "")


def _by_manifest(code: CodeAtHand, path: str) -> str:
    """Return the call that runs one test file of a language whose runner is known by its manifest."""
    ending, name = path.rpartition(".")[2], path.rpartition("/")[2]
    known = set(code.index.paths())
    if ending in {"java", "kt"}:
        if folder := _nearest(known, path, ("pom.xml",)):
            module = "" if folder == "." else f" -pl {shlex.quote(folder)} -am"
            return f"{'./mvnw' if 'mvnw' in known else 'mvn'} test{module} -Dtest={name.partition('.')[0]}"
        if folder := _nearest(known, path, ("build.gradle", "build.gradle.kts")):
            task = ":test" if folder == "." else f":{folder.replace('/', ':')}:test"
            start = "./gradlew" if "gradlew" in known else "gradle"
            return f"{start} {task} --tests {shlex.quote('*' + name.partition('.')[0])}"
    if ending == "php" and code.manifest.find("phpunit/phpunit"):
        return f"vendor/bin/phpunit {shlex.quote(path)}"
    if ending == "rb" and name.endswith("_spec.rb") and (folder := _nearest(known, path, ("Gemfile",))):
        inner = path if folder == "." else path.removeprefix(f"{folder}/")
        start = "" if folder == "." else f"cd {shlex.quote(folder)} && "
        return f"{start}bundle exec rspec {shlex.quote(inner)}"
    return ""


def _nearest(known: set[str], path: str, names: tuple[str, ...]) -> str:
    """Return the nearest folder above a file that has one of some files; `.` is the top."""
    folder = path.rpartition("/")[0]
    while True:
        prefix = f"{folder}/" if folder else ""
        if any(f"{prefix}{name}" in known for name in names):
            return folder or "."
        if not folder:
            return ""
        folder = folder.rpartition("/")[0]


def _takes(tool: Tool, path: str) -> bool:
    """Tell whether the repository runs a file with a tool, where its own calls say which files it does."""
    said = [word for call in tool.calls if not call.folder for word in call.argv[1:] if _is_pattern(word)]
    return not said or any(matches(word, path) for word in said)


def _is_pattern(word: str) -> bool:
    return "/" in word and "*" in word and not word.startswith(("-", "http"))


def _plain_python(code: CodeAtHand, path: str) -> str:
    """Return the call where no manifest names a runner: by what the tests there import."""
    uses_pytest = any(test.endswith(".py") for test in code.index.files_with("pytest"))
    if uses_pytest or not code.index.files_with("unittest"):
        return f"python -m pytest {shlex.quote(path)}"
    return f"python -m unittest {_module_of(path, '')}"


def _run_one(tool: Tool, path: str, root: str, starter: str) -> str:
    if tool.name in {"go test", "gotestsum"}:
        return f"{tool.name} {_package_of(path)}"
    if tool.name == "cargo test":
        return tool.name
    if tool.name == "unittest":
        return f"python -m unittest {_module_of(path, '')}"
    if tool.name in _LABELLED:
        return f"python {root}{_LABELLED[tool.name]} {_module_of(path, root)}"
    word, plain = _STARTED.get(tool.name, (tool.name, tool.name))
    start = _prefix(tool, word, plain)
    if plain.startswith("npx ") and start == word:
        start = f"{starter} {word}"  # a script's own tools are not on the shell's path
    return f"{start}{' run' if word == 'vitest' else ''} {shlex.quote(path)}"


def _script_starter(code: CodeAtHand) -> str:
    # The lock at the root tells; one further down is an example's or a benchmark's.
    locks = [path for path in code.index.paths() if path.rpartition("/")[2] in _STARTERS]
    nearest = min(locks, key=lambda path: path.count("/"), default="package-lock.json")
    return _STARTERS[nearest.rpartition("/")[2]]


def _prefix(tool: Tool, word: str, plain: str) -> str:
    """Return how the tool is started here, `uv run pytest` out of `uv run pytest tests -n 4`, or plainly."""
    for call in tool.calls:
        if word in call.argv and not call.folder and call.source is not Source.CONFIG:
            words = call.argv[: call.argv.index(word) + 1]
            # flags before the tool are the runner's own, and may be the build server's: `uv run --extra ci`
            if len(words) <= 3 and not any(each.startswith("-") and each != "-m" for each in words):
                return shlex.join(words)
    return plain


def _package_of(path: str) -> str:
    folder = path.rpartition("/")[0]
    return f"./{folder}/" if folder else "."


def _module_of(path: str, root: str) -> str:
    return path.removeprefix(root).rpartition(".")[0].replace("/", ".")


def _root_of(code: CodeAtHand, path: str) -> str:
    """Return the folder, with its slash, in which `runtests.py` or `manage.py` stands above a test."""
    known = set(code.index.paths())
    folder = path.rpartition("/")[0]
    while folder:
        if f"{folder}/runtests.py" in known or f"{folder}/manage.py" in known:
            return f"{folder}/"
        folder = folder.rpartition("/")[0]
    return ""
