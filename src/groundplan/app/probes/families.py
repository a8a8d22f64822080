"""What an `always` allows together: a test runner with any further words, all else word for word."""

from __future__ import annotations

import re

from groundplan.plan.dataclass import dataclass
from groundplan.plan.task_command import show_argv

# Runners of what the repository itself holds. Anything else, shells and `make test` among it, is a family of
# its own: a second target or an option there means another command.
_RUNNERS = (
    *("pytest", "tox", "nox", "jest", "vitest", "mocha", "ava", "tsc", "mypy", "pyright", "eslint", "rspec"),
    *("phpunit", "ctest"),
    *("go test", "go build", "go vet", "cargo test", "cargo build", "cargo check", "cargo clippy"),
    *(
        "npm test",
        "pnpm test",
        "yarn test",
        "bun test",
        "deno test",
        "node --test",
        "dotnet test",
        "mix test",
    ),
    *("swift test", "ruff check", "ruff format"),
)
_KNOWN = frozenset(tuple(line.split()) for line in _RUNNERS)
_MODULES = frozenset({"pytest", "unittest", "tox", "nox", "mypy", "doctest"})  # behind `python -m`
_WRAPPERS = frozenset({("uv", "run"), ("poetry", "run"), ("pdm", "run"), ("bundle", "exec")})
_PYTHON = re.compile(r"python(?:3(?:\.\d+)?)?")


@dataclass(frozen=True, slots=True)
class Family:
    """The first words of a command, and whether others may follow them."""

    words: tuple[str, ...]
    is_open: bool = False

    def __str__(self) -> str:
        return f"{show_argv(self.words)} …" if self.is_open else show_argv(self.words)

    def holds(self, other: Family) -> bool:
        """Tell whether whatever another family allows is allowed here, too."""
        return self == other or (self.is_open and other.words[: len(self.words)] == self.words)


def find_family(argv: tuple[str, ...]) -> Family:
    """Return the family of a command."""
    size = _runner_size(argv)
    return Family(argv[:size], is_open=True) if size else Family(argv)


def _runner_size(argv: tuple[str, ...]) -> int:
    """Return how many words name a known runner; 0: they name none."""
    if argv[:2] in _WRAPPERS:
        inner = _runner_size(argv[2:])
        return inner + 2 if inner else 0
    if len(argv) > 2 and _PYTHON.fullmatch(argv[0]) and argv[1] == "-m" and argv[2] in _MODULES:
        return 3
    if argv[1:2] == ("run",) and argv[0] in {"npm", "pnpm", "yarn", "bun"} and len(argv) > 2:
        return 0 if argv[2].startswith("-") else 3
    return next((size for size in (1, 2) if argv[:size] in _KNOWN and len(argv) >= size), 0)
