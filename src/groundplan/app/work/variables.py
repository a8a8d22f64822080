"""The variables that a verification command gets: listed ones, as no list of those that steer is ever whole.

Whoever starts `done` sets the variables, and nobody sees them in a commit: `LD_AUDIT`, `HOME` or
`npm_config_script_shell` make a command that fails succeed. A plan that wants one writes `env NAME=…`; what
a machine needs is named in the user's own configuration.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from groundplan.app.probes.permits import read_variables
from groundplan.app.probes.surroundings import is_lent, own_home
from groundplan.app.work.steering import names_above
from groundplan.plan.late_regex import late_regex

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

# They say where one is and what one reads, and not what runs.
_HARMLESS = late_regex(
    r"PATH|LANG|LANGUAGE|LC_\w+|TERM|TZ|TMPDIR|TEMP|TMP|USER|LOGNAME|USERNAME|SHELL|CI|DISPLAY|WAYLAND_DISPLAY|"
    r"XDG_RUNTIME_DIR|XDG_CACHE_HOME|SSH_AUTH_SOCK|(?i:(?:https?|ftp|all|no)_proxy)|SSL_CERT_(?:FILE|DIR)|REQUESTS_CA_BUNDLE|"
    r"NODE_EXTRA_CA_CERTS|RUSTUP_TOOLCHAIN|PYENV_VERSION|RBENV_VERSION|CONDA_DEFAULT_ENV|DOCKER_HOST|"
    r"(?i:SystemRoot|SystemDrive|ComSpec|PathExt|WinDir|AppData|LocalAppData|UserProfile|Program\w+|"
    r"Number_Of_Processors|Processor_\w+)"
)
# Folders of tools: named in the receipt where they are not where tools usually are.
_FOLDERS = frozenset(
    (  # noqa: SIM905  (a page of quotes would hide the words)
        "VIRTUAL_ENV CONDA_PREFIX JAVA_HOME GOROOT GOPATH GOCACHE GOMODCACHE CARGO_HOME RUSTUP_HOME "
        "PYENV_ROOT RBENV_ROOT NVM_DIR VOLTA_HOME PNPM_HOME BUN_INSTALL DENO_DIR GEM_HOME GEM_PATH "
        "DOTNET_ROOT SDKMAN_DIR ASDF_DIR ASDF_DATA_DIR ANDROID_HOME ANDROID_SDK_ROOT "
        "XDG_DATA_HOME"
    ).split()
)
# Honest work needs them, and they change what runs: a receipt names those that are set.
_LED_BY = ("PYTHONPATH", "NODE_PATH", "CLASSPATH", "LD_LIBRARY_PATH")
# Of what is not passed on, a receipt names what tools read; others are a person's own and are counted.
_STEERING = late_regex(
    r"(?i)_?(?:HOME|ENV|BASH|LD_|DYLD_|PY|NODE|NPM|YARN|PNPM|DENO|BUN|TS_|JEST|JAVA|JDK|MAVEN|GRADLE|SBT|KOTLIN|GO|"
    r"CGO|CARGO|RUST|RUBY|GEM|BUNDLE|RSPEC|RAKE|PERL|PROVE|PHP|COMPOSER|LUA|ERL|ELIXIR|MIX|R_|JULIA|DOTNET|MSBUILD|"
    r"CMAKE|CTEST|MAKE|MFLAGS|GNUMAKE|CC|CXX|CFLAGS|LDFLAGS|CPATH|LIBRARY_PATH|GCONV|LOCPATH|MALLOC|GLIBC|TEST|TOX|"
    r"NOX|COVERAGE|UV|PIP|POETRY|CONDA|XDG_|GIT_)\w*"
)
USUAL = ("/usr/", "/bin/", "/sbin/", "/opt/", "/nix/", "/snap/", "/Library/", "/System/", "/Applications/")
_UNATTENDED = {"CI": "true", "NO_COLOR": "1", "TERM": "dumb", "GIT_TERMINAL_PROMPT": "0"}


def pass_on(environ: Mapping[str, str], repository: str) -> dict[str, str]:
    """Return the variables that a command gets: those of the lists, and those that the user's file names."""
    wanted = read_variables(repository, environ)
    kept = {
        name: value
        for name, value in environ.items()
        if name in wanted or name in _FOLDERS or name in _LED_BY or _HARMLESS.fullmatch(name)
    }
    home = {} if "HOME" in wanted or not own_home(environ) else {"HOME": own_home(environ)}
    return kept | home | _UNATTENDED


def find_dropped(environ: Mapping[str, str], repository: str) -> list[str]:
    """Return the names of variables that are set and that a command does not get, or not with that value."""
    passed = pass_on(environ, repository)
    return sorted(
        name for name, value in environ.items() if passed.get(name) != value and name not in _UNATTENDED
    )


def tell_dropped(environ: Mapping[str, str], repository: str) -> list[str]:
    """Return for a receipt which variables were not passed on: what tools read by name, the rest counted."""
    dropped = find_dropped(environ, repository)
    named = [name for name in dropped if _STEERING.fullmatch(name)]
    others = len(dropped) - len(named)
    return [*named[:100], *([f"{others} others"] if others else [])]


def tell_lent(environ: Mapping[str, str], repository: str) -> Iterator[str]:
    """Yield in words the variables that lead a confined command to tools in unusual places."""
    yield from tell_leading({name: value for name, value in environ.items() if is_lent(name)}, repository)


def tell_leading(environ: Mapping[str, str], repository: str) -> Iterator[str]:
    """Yield in words the variables that a command gets and that say what runs."""
    wanted = read_variables(repository, environ)
    places = (*USUAL, f"{repository}/", f"{own_home(environ)}/")
    for name, value in sorted(environ.items()):
        is_far = name in _FOLDERS and not all(
            f"{part}/".startswith(places) for part in value.split(os.pathsep)
        )
        is_home = name == "HOME" and value != own_home(environ)
        is_asked = name in wanted and name != "HOME" and _STEERING.fullmatch(name) is not None
        if value and (name in _LED_BY or is_far or (name in wanted and is_home) or is_asked):
            yield f"variable `{name}`"


def tell_above(root: Path) -> Iterator[str]:
    """Yield in words the settings above the repository that test runners read."""
    for steps, folder in enumerate(root.parents, 1):
        for name in names_above():
            if (folder / name).is_file():
                yield f"`{'../' * steps}{name}`, above the repository"
