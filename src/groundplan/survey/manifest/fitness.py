"""Whether a call may be offered as a check: it runs as typed, ends by itself and changes nothing."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.survey.manifest.facts import Role
from groundplan.survey.manifest.recognising import bare_call, environment_of, recognise

if TYPE_CHECKING:
    from groundplan.survey.manifest.tool_table import Known

VALUE = "holds a value that only its own file or the build server knows"
SHELL = "holds signs that a shell may read"
REWRITES = "rewrites files"
WATCHES = "watches and does not end"
RELEASES = "releases or deploys"
UNBUILT = "needs what an earlier step built"
FUZZES = "tries random input for a while, and is no run of the tests"
MEASURES = "measures, and is no run of the tests"
SERVICE = "needs an outside service"
ELSEWHERE = "may be bound to another machine, target or toolchain"

_VALUE = re.compile(r"\$[A-Za-z_{(]|\{\{|\{[a-z_]{2,40}(?::[^}]{0,200})?\}")
_REWRITING = frozenset(
    (  # noqa: SIM905  (a page of quotes would hide the words)
        "--fix --fix-only --unsafe-fixes --write --in-place --autocorrect --autocorrect-all --auto-correct "
        "--autofix --apply --apply-unsafe --update-snapshots --updateSnapshot --snapshot-update --update"
    ).split()
)
# One letter means different things to different tools.
_REWRITING_LETTERS = {
    "-w": frozenset(("gofmt", "gofumpt", "goimports", "prettier")),
    "-i": frozenset(("yapf", "autopep8")),
    "-a": frozenset(("rubocop",)),
    "-A": frozenset(("rubocop",)),
    "-u": frozenset(("jest", "vitest", "ava")),
}
_CHECKING = frozenset(
    (  # noqa: SIM905
        "--check --check-only --diff --list-different --dry-run --verify-no-changes --test check -l -d -c"
    ).split()
)
_WATCHING = frozenset(("--watch", "--watchAll", "--watch-all", "--ui", "--inspect-brk", "watch"))
_WATCHING_LETTERS = {"-w": frozenset(("tsc", "mocha", "ava", "vue-tsc", "vitest"))}
_WATCHERS = frozenset(("nodemon", "ptw", "pytest-watch", "watchexec", "entr", "guard"))
_RELEASERS = frozenset(
    (  # noqa: SIM905
        "npm pnpm yarn bun cargo mvn gradle docker gem git gh poetry uv hatch flit twine dotnet lerna "
        "changeset goreleaser semantic-release np release-it"
    ).split()
)
_RELEASING = frozenset(("publish", "deploy", "release", "upload", "push", "semantic-release", "goreleaser"))
_TARGETS = frozenset(
    ("GOOS", "GOARCH", "CARGO_BUILD_TARGET", "CROSS_COMPILE", "RUSTUP_TOOLCHAIN", "MIRIFLAGS", "RUSTFLAGS")
)
_SERVICES = re.compile(
    r"(?<![a-z])(?:sauce(?:labs)?|browserstack|lambdatest|testingbot|percy|chromatic)(?![a-z])", re.IGNORECASE
)
_BENCHMARK = "--benchmark-"
_PLACE = re.compile(r"~/|/(?!dev/)[\w.-]+(?:/|$)")  # not `/^test:/`, which names scripts


def harm_of(argv: tuple[str, ...]) -> str:
    """Return why a call must not be run as a check, wherever it is written; empty: it may be."""
    bare = bare_call(argv)
    head, rest = (bare[0], bare[1:]) if bare else ("", ())
    known = recognise(argv)
    flags = {each.partition("=")[0] for each in rest if each.startswith("-")}
    if _rewrites(known, head, rest, flags):
        return REWRITES
    if _watches(head, rest, flags):
        return WATCHES
    if any(flag.startswith(("-fuzz", "--fuzz")) for flag in flags) or rest[:1] == ("fuzz",):
        return FUZZES
    if head == "pytest" and any(
        flag.startswith(_BENCHMARK) for flag in flags - {"--benchmark-disable", "--benchmark-skip"}
    ):
        return MEASURES
    if head in _RELEASERS and _RELEASING.intersection((head, *rest[:2])):
        return RELEASES
    if any(map(_SERVICES.search, argv)):
        return SERVICE
    if head == "ctest" or (head == "meson" and rest[:1] == ("test",)):
        return UNBUILT
    return ELSEWHERE if _is_bound(argv, head, rest) else ""


def _rewrites(known: Known | None, head: str, rest: tuple[str, ...], flags: set[str]) -> bool:
    if flags & _REWRITING or any(head in _REWRITING_LETTERS.get(each, ()) for each in flags):
        return True
    is_format = known is not None and known.role is Role.FORMAT
    return is_format and not _CHECKING.intersection((*flags, *rest))


def _watches(head: str, rest: tuple[str, ...], flags: set[str]) -> bool:
    if "--watch=false" in rest or "--no-watch" in rest:
        return False
    if head in _WATCHERS or flags & _WATCHING or rest[:1] == ("watch",):
        return True
    # In a terminal a bare `vitest` stays and watches.
    is_open = head == "vitest" and "run" not in rest and "--run" not in rest
    return is_open or any(head in _WATCHING_LETTERS.get(each, ()) for each in flags)


def _is_bound(argv: tuple[str, ...], head: str, rest: tuple[str, ...]) -> bool:
    if head == "cargo" and any(
        each.startswith(("+", "--target")) and each != "--target-dir" for each in rest
    ):
        return True
    if _TARGETS & {each.partition("=")[0] for each in environment_of(argv)}:
        return True
    return any(map(_PLACE.match, argv))


_PARTS = {
    "cargo": (
        "-p",
        "--package",
        "--lib",
        "--doc",
        "--test",
        "--bin",
        "--bins",
        "--example",
        "--manifest-path",
        "--no-default-features",
    ),
    "gradle": ("-P", "-x", "--tests"),
    "mvn": ("-pl", "-P", "-Dtest", "-D", "--settings", "-f", "--file"),
    "dotnet": ("--filter", "-f", "--framework"),
    "go": ("-run", "-tags", "-bench"),
}


def is_part(argv: tuple[str, ...]) -> bool:
    """Whether a call picks out a part of the suite, or a setting for it."""
    bare = bare_call(argv)
    wanted = _PARTS.get(bare[0], ()) if bare else ()
    return any(
        each.partition("=")[0] in wanted or (each.startswith(("-P", "-D")) and "-P" in wanted)
        for each in bare[1:]
    )


def gap_of(argv: tuple[str, ...]) -> str:
    """Return why a call cannot be typed as it is written: a value is missing, or the shell has to fill it."""
    # A shell reader parts `$(shell …)` and subshells into their signs.
    if any(_VALUE.search(each) or each == "$" for each in argv):
        return VALUE
    if any("`" in each or each in {"(", ")"} or each.count("'") % 2 for each in argv):
        return SHELL
    known = recognise(argv)
    expands = known is not None and known.ecosystem == "npm"  # these read patterns themselves
    return "" if expands or not any("*" in each and "/" in each for each in argv) else SHELL
