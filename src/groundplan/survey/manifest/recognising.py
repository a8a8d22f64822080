"""What an argument list calls: the tool behind `uv run python -m`, the script behind `make` or `npm run`."""

from __future__ import annotations

import re
from itertools import takewhile
from typing import TYPE_CHECKING

from groundplan.survey.manifest.tool_table import TOOLS

if TYPE_CHECKING:
    from groundplan.survey.manifest.tool_table import Known

# The verbs after which a runner's own words end; none: the tool follows at once.
_RUNNERS = {
    **dict.fromkeys(("uv", "poetry", "pdm", "hatch", "rye", "pipenv", "pixi", "pipx", "coverage"), ("run",)),
    **dict.fromkeys(
        ("npx", "bunx", "uvx", "xvfb-run", "cross-env", "dotenv", "timeout", "env", "c8", "nyc"), ()
    ),
    **dict.fromkeys(("pnpm", "yarn"), ("exec", "dlx")),
    **dict.fromkeys(("npm", "bundle"), ("exec",)),
}
# What these do with such an option is no run of the tests: they list them, or send a whole build somewhere.
_LISTING = {
    "ctest": frozenset("-N --show-only --print-labels -S -SP --script -D --dashboard -M -T".split()),  # noqa: SIM905
    "pytest": frozenset(("--collect-only", "--co", "--fixtures", "--markers")),
}
_WRAPPED = {"mvnw": "mvn", "gradlew": "gradle"}
_ELSEWHERE = frozenset(("--prefix", "--cwd", "--dir", "-C", "-w", "--workspace", "--filter", "-F"))
_SETTING = re.compile(r"[A-Za-z_][A-Za-z0-9_]*=")
_TAKES_VALUE = frozenset(
    (  # noqa: SIM905  (a page of quotes would hide the words)
        "--with --group --extra --python -p --package --project --directory --only-group --no-group --filter "
        "--with-requirements --env-file --from -C --source --rcfile"
    ).split()
)


def bare_call(argv: tuple[str, ...]) -> tuple[str, ...]:
    """Return a call without the runners before it: `uv run --group x python -m pytest` is `pytest`."""
    for _ in range(6):
        if not argv:
            return ()
        head = argv[0].rpartition("/")[2]
        if head in _RUNNERS:
            rest = _without_options(argv[1:])
            verbs = _RUNNERS[head]
            if verbs and (not rest or rest[0] not in verbs):
                return (head, *argv[1:])
            argv = _without_settings(_without_options(rest[1:] if verbs else rest))
            if head in {"coverage", "npm"} and argv[:1] == ("-m",):
                argv = argv[1:]
        elif head.startswith(("python", "pypy", "py")) and head.rstrip("0123456789.t") in {
            "python",
            "pypy",
            "py",
        }:
            rest = argv[1:]
            while rest and rest[0].startswith("-") and rest[0] != "-m":
                rest = rest[2:] if rest[0] in {"-X", "-W"} else rest[1:]
            if not rest:
                return ("python",)
            argv = rest[1:] if rest[0] == "-m" else rest
        else:
            return (_WRAPPED.get(head, head), *argv[1:])
    return argv


def _without_options(argv: tuple[str, ...]) -> tuple[str, ...]:
    place = 0
    while place < len(argv) and argv[place].startswith("-"):
        if argv[place] == "-m":
            break
        place += 2 if argv[place] in _TAKES_VALUE else 1
    return argv[place:]


def _without_settings(argv: tuple[str, ...]) -> tuple[str, ...]:
    place = 0
    while place < len(argv) and _SETTING.match(argv[place]):
        place += 1
    return argv[place:]


def environment_of(argv: tuple[str, ...]) -> tuple[str, ...]:
    """Return what a call sets for itself: `TZ=UTC` of `env TZ=UTC jest` and of `cross-env TZ=UTC jest`."""
    found: list[str] = []
    for place, each in enumerate(argv[:20]):
        if _SETTING.match(each):
            found.append(each)
        elif place and each not in _RUNNERS:
            break
    return tuple(found)


def is_question(argv: tuple[str, ...]) -> bool:
    """Whether a call only asks a tool about itself or lists its tests, and so checks nothing."""
    if not {"--version", "--help"}.isdisjoint(argv):
        return True
    asked = _LISTING.get(next(iter(bare_call(argv)), ""), frozenset())
    return any(each.partition("=")[0] in asked for each in argv)


def recognise(argv: tuple[str, ...]) -> Known | None:
    """Return the tool an argument list calls, or None."""
    bare = bare_call(argv)
    if bare == ("ruff",) or is_question(argv):
        return None
    if bare[:1] == ("node",) and "--test" in bare:
        bare = ("node", "--test")
    for known in TOOLS:
        if bare[: len(known.words)] == known.words or (
            len(known.words) > 1 and bare[:1] == known.words[:1] and _second(bare) == known.words[1]
        ):
            return None if {"install", "--install-types"} & set(bare[1:3]) else known
    return None


def _second(bare: tuple[str, ...]) -> str:
    """Return the first argument that is no option: `golangci-lint --fast run` runs."""
    return next((each for each in bare[1:] if not each.startswith("-")), "")


def _is_elsewhere(head: str, rest: tuple[str, ...]) -> bool:
    """Tell whether a package manager is sent to another package: its script of that name may do anything."""
    # behind a script's name, npm alone still reads options of its own
    own = takewhile(
        lambda each: each != "--" if head == "npm" else each == "run" or each.startswith("-"), rest
    )
    return any(each.partition("=")[0] in _ELSEWHERE for each in own)


def named_script(argv: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the kinds and names of scripts an argument list runs: `make test` is (make,), (test,)."""
    bare = bare_call(argv)
    head, rest = (bare[0], bare[1:]) if bare else ("", ())
    names = [each for each in rest if not each.startswith("-") and "=" not in each]
    if head in {"make", "gmake"}:
        return ("make",), tuple(names)
    if head in {"just", "task", "poe", "composer"}:
        return (head,), tuple(names[:1])
    if head in {"npm", "pnpm", "yarn", "bun"}:
        if _is_elsewhere(head, rest):
            return (), ()
        names = [each for each in names if each != "run"]
        return ("npm",), tuple("test" if each == "t" else each for each in names[:1])
    if head in {"run-s", "run-p", "npm-run-all", "npm-run-all2", "concurrently"}:
        return ("npm",), tuple(each.removeprefix("npm:") for each in names)
    if head in {"tox", "nox", "hatch", "pdm"}:
        flags = {"-e", "-s", "--session", "--sessions", "run"}
        named = [rest[place + 1] for place, each in enumerate(rest[:-1]) if each in flags]
        split = [name for each in named for name in each.split(",")]
        return (head,), tuple(split) or ("",)
    return (), ()
