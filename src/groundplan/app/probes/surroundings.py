"""What a probe finds around the code: the system's programs, the user's tools and caches, and no more.

Nothing here is named by the repository. Of the home folder only tools and downloaded packages are shown,
never the files beside them that may hold a key, such as `~/.cargo/credentials.toml` or `~/.m2/settings.xml`.
"""

from __future__ import annotations

import contextlib
import os
import re
from pathlib import Path
from typing import TYPE_CHECKING

from groundplan.app.probes.permits import OWN_PROGRAMS
from groundplan.process.job import Mount, Walls

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from groundplan.app.probes.copying import Copy

_SYSTEM = (
    *("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/opt", "/nix", "/snap", "/sys"),
    *("/home/linuxbrew/.linuxbrew", "/var/lib/snapd/snap"),
)
_SETTINGS = (
    *("alternatives", "ca-certificates", "ca-certificates.conf", "debian_version", "fonts", "gai.conf"),
    *("group", "host.conf", "hostname", "hosts", "ld.so.cache", "ld.so.conf", "ld.so.conf.d", "localtime"),
    *("login.defs", "machine-id", "magic", "maven", "mime.types", "nsswitch.conf", "os-release", "passwd"),
    *("pki/ca-trust", "pki/tls/certs", "profile", "protocols", "resolv.conf", "services", "ssl/certs"),
    *("ssl/openssl.cnf", "system-release", "terminfo", "timezone"),
)
_SETTINGS_OF = re.compile(r"(?:java|python|perl|ruby|php|dotnet).*")
# Folders of the home: programs of version managers, and packages that were downloaded before.
_AT_HOME = (
    *(".asdf/installs", ".bun/bin", ".bun/install", ".deno/bin", ".fnm", ".gem", ".local/share/fnm"),
    *(".local/share/mise/installs", ".local/share/pnpm", ".local/share/uv/python", ".local/share/uv/tools"),
    *(".local/lib", ".local/pipx/venvs", ".local/share/pipx/venvs", ".nvm/versions"),
    *(".rye/py", ".sdkman/candidates", ".volta/tools", ".volta/bin", ".nuget/packages"),
    *(".gradle/caches", ".gradle/wrapper", ".m2/repository", ".m2/wrapper", ".pub-cache", ".hex", ".mix"),
)
_KEPT = re.compile(r"LANG|LANGUAGE|LC_\w+|TZ|USER|LOGNAME|JAVA_HOME|GOROOT|RUSTUP_TOOLCHAIN")


# There is no network, so what would ask there says so at once; nobody watches, so nothing waits for a key.
_UNATTENDED = {
    "CI": "true",
    "NO_COLOR": "1",
    "TERM": "dumb",
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_TERMINAL_PROMPT": "0",
    "CARGO_NET_OFFLINE": "true",
    "GOPROXY": "off",
    "GOTOOLCHAIN": "local",
    "MAVEN_ARGS": "-o",
    "UV_OFFLINE": "1",
    "npm_config_offline": "true",
    "npm_config_update_notifier": "false",
}
_SCRATCH = Path("/tmp")  # noqa: S108 - the command's own


def own_home(environ: Mapping[str, str]) -> str:
    """Return the home folder that the system knows of the user, or else what HOME says."""
    try:
        import pwd  # noqa: PLC0415 - not on Windows

        home = pwd.getpwuid(os.getuid()).pw_dir
    except (ImportError, KeyError):
        home = ""
    return home if Path(home).is_dir() and Path(home).is_absolute() else environ.get("HOME", "")


def find_walls(copy: Copy, environ: Mapping[str, str]) -> Walls:
    """Return what a confined command may touch: the copy in place of the user's files, tools to read."""
    home = _home(environ)
    mounts = [Mount(copy.scratch, _SCRATCH, is_writable=True), *copy.mounts]
    if home is not None:
        mounts.append(Mount(copy.home, home, is_writable=True))
    return Walls((), _find_readable(copy, environ), tuple(mounts), are_required=True)


def find_environment(copy: Copy, environ: Mapping[str, str], *, is_confined: bool) -> dict[str, str]:
    """Return all the variables that the command gets."""
    home = (_home(environ) if is_confined else None) or copy.home
    programs = own_programs(copy.root)
    kept = {name: value for name, value in environ.items() if _KEPT.fullmatch(name)}
    venv = next((str(Path(each).parent) for each in programs if Path(each, "../pyvenv.cfg").is_file()), "")
    return {
        **kept,
        **_UNATTENDED,
        **({"VIRTUAL_ENV": venv} if venv else {}),
        "HOME": str(home),
        "TMPDIR": str(_SCRATCH if is_confined else copy.scratch),
        "PATH": os.pathsep.join([*programs, *absolute_folders(environ)]),
        **{name: str(path) for name, path in _tool_folders(environ).items() if path.is_dir()},
    }


def own_programs(root: Path) -> list[str]:
    """Return the folders of programs that are installed in the project itself.

    Others below the root may look like an environment, and nobody allowed what is in them.
    """
    return [str(root / name) for name in OWN_PROGRAMS if (root / name).is_dir()]


def is_lent(name: str) -> bool:
    """Tell whether a variable says where a confined command finds its tools."""
    return name in {"JAVA_HOME", "GOROOT", "GOPATH", *_tool_folders({})}


def absolute_folders(environ: Mapping[str, str]) -> list[str]:
    """Return the folders of PATH but those that are another one in every folder."""
    return [each for each in environ.get("PATH", os.defpath).split(os.pathsep) if Path(each).is_absolute()]


def _home(environ: Mapping[str, str]) -> Path | None:
    """Return the user's home if the command's own can take its place."""
    home = Path(environ.get("HOME", ""))
    is_fit = home.is_absolute() and not any(Path(each).is_relative_to(home) for each in _SYSTEM)
    return home if is_fit else None


def _find_readable(copy: Copy, environ: Mapping[str, str]) -> tuple[Path, ...]:
    home = Path(environ.get("HOME", "/nonexistent"))
    lent = [_lending_home(environ) / name for name in _AT_HOME]
    tools = _tool_folders(environ)
    cargo = tools.pop("CARGO_HOME")
    wanted = [*map(Path, _SYSTEM), *_settings(), *lent, *tools.values()]
    wanted += [cargo / name for name in ("bin", "git", "registry")]
    wanted += [Path(entry) for entry in environ.get("PATH", "").split(os.pathsep)]
    wanted += _interpreters(copy)
    wanted += _environments(environ)
    hidden = (home, copy.root, copy.folder)
    found = dict.fromkeys(path for path in wanted if path.is_absolute() and path.exists())
    return tuple(path for path in found if str(path) in _SYSTEM or not _shows(path, hidden))


def _shows(path: Path, hidden: tuple[Path, ...]) -> bool:
    """Tell whether a folder would show too much: PATH may hold anything, the repository's folders too."""
    real = path.resolve()
    return any(each.resolve().is_relative_to(real) for each in hidden) or real.is_relative_to(
        hidden[1].resolve()
    )


def _lending_home(environ: Mapping[str, str]) -> Path:
    """Return the home whose tools are shown: one that only the caller calls so lends nothing."""
    home = environ.get("HOME", "")
    return Path(home if home and home == own_home(environ) else "/nonexistent")


def _settings() -> Iterator[Path]:
    yield from (Path("/etc", name) for name in _SETTINGS)
    with contextlib.suppress(OSError):
        yield from (path for path in Path("/etc").iterdir() if _SETTINGS_OF.fullmatch(path.name))


def _tool_folders(environ: Mapping[str, str]) -> dict[str, Path]:
    """Return where toolchains and module caches lie, by the variable that says so."""
    home = _lending_home(environ)
    go = environ.get("GOPATH", "").split(os.pathsep)[0]
    usual = {
        "CARGO_HOME": home / ".cargo",
        "RUSTUP_HOME": home / ".rustup",
        "PYENV_ROOT": home / ".pyenv",
        "RBENV_ROOT": home / ".rbenv",
        "GOMODCACHE": (Path(go) if go else home / "go") / "pkg/mod",
    }
    return {name: Path(environ.get(name) or path) for name, path in usual.items()}


def _is_venv(copy: Copy, name: str) -> bool:
    return (copy.root / name / "pyvenv.cfg").is_file()


def _interpreters(copy: Copy) -> Iterator[Path]:
    """Yield where Pythons of virtual environments are installed; a repository may name no other folder."""
    for name in copy.installed:
        if _is_venv(copy, name):
            yield from _interpreter(copy.root / name)


def _environments(environ: Mapping[str, str]) -> Iterator[Path]:
    """Yield the virtual environments that the user's own PATH names, and where their Pythons are."""
    for entry in environ.get("PATH", "").split(os.pathsep):
        folder = Path(entry).parent
        if entry and (folder / "pyvenv.cfg").is_file():
            yield folder
            yield from _interpreter(folder)


def _interpreter(environment: Path) -> Iterator[Path]:
    program = environment / "bin/python"
    if program.exists():
        prefix = program.resolve().parent.parent
        if any(prefix.glob("lib/python3*/os.py")):
            yield prefix
