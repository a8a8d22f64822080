"""The tests of a Rust file: an integration test by its target, a unit test by its module."""

from __future__ import annotations

import re
import shlex
from typing import TYPE_CHECKING

from groundplan.plan.toml_text import BadToml, read_toml
from groundplan.survey.manifest.lines import dig, table, texts, words
from groundplan.survey.manifest.members import folders_above, matches
from groundplan.survey.running.ground import Run, below, folder_of, in_folder

if TYPE_CHECKING:
    from groundplan.survey.running.ground import Ground
    from groundplan.survey.spot import Spot

_GATE = re.compile(r"^#!\[cfg\(([^\]]{1,300})\)\]", re.MULTILINE)
_FEATURES = re.compile(r'(?:all\()?\s*(?:feature\s*=\s*"[^"]+"\s*,?\s*)+\)?')
_FEATURE = re.compile(r'feature\s*=\s*"([^"]+)"')
_DECLARED = (
    r"((?:#\[[^\]\n]{{1,300}}\]\s{{1,40}}){{0,8}})(?:pub(?:\([^)]{{1,40}}\))?\s+)?mod\s+{}\s*(?:;|(\{{))"
)
_TESTS = re.compile(r"#\[(?:[a-z_]+::)?test\b|#\[cfg\(test\)\]")
_MODULE = re.compile(r"#\[cfg\(test\)\]\s{1,20}(?:pub )?mod (\w{1,60})\s{0,5}[{;]")


def run_rust(ground: Ground, path: str, test: str) -> Run | None:
    """Return `cargo test` for the crate and the target or module of a file that holds tests."""
    crate = _crate(ground, path)
    if crate is None or (
        path in ground.paths and not _TESTS.search(ground.text(path)) and "/tests/" not in f"/{path}"
    ):
        return None
    manifest, data, spot = crate
    chosen = _target(ground, below(path, folder_of(manifest)), folder_of(manifest), data)
    if chosen is None:
        return None
    name = test.rpartition(".")[2]
    if name.isidentifier():
        is_filtered = "--test" not in chosen and bool(chosen) and "::" in chosen[-1]
        chosen = [*chosen[:-1], f"{chosen[-1]}::{name}"] if is_filtered else [*chosen, name]
    root = _workspace(ground, manifest)
    package = ["-p", words(dig(data, "package").get("name"))] if root is not None else []
    line = shlex.join(["cargo", "test", *package, *chosen])
    return Run(in_folder(root if root is not None else folder_of(manifest), line), spot)


def _crate(ground: Ground, path: str) -> tuple[str, dict[str, object], Spot] | None:
    for folder in folders_above(path):
        manifest = ground.inside(folder, "Cargo.toml")
        data = _toml(ground, manifest) if manifest else {}
        spot = ground.spot(manifest, r"^\s*name\s*=") if manifest else None
        if spot and words(dig(data, "package").get("name")):
            return manifest, data, spot
    return None


def _toml(ground: Ground, path: str) -> dict[str, object]:
    try:
        return read_toml(ground.text(path))
    except BadToml:
        return {}


def _workspace(ground: Ground, manifest: str) -> str | None:
    """Return the folder of the workspace a crate is a member of, or None where it is in none."""
    own = folder_of(manifest)
    for folder in (own, *folders_above(manifest)[1:]):
        found = ground.inside(folder, "Cargo.toml")
        workspace = dig(_toml(ground, found), "workspace") if found else {}
        if not workspace and "[workspace" not in ground.text(found):
            continue
        inside = below(own, folder)
        left_out = any(matches(inside, each) for each in texts(workspace.get("exclude")))
        is_member = own == folder or any(
            matches(inside, each.removeprefix("./")) for each in texts(workspace.get("members"))
        )
        return folder if is_member and not left_out else None
    return None


def _target(ground: Ground, inner: str, folder: str, data: dict[str, object]) -> list[str] | None:
    """Return the words that pick a file's tests out of its crate, or None where nothing would be run."""
    text = ground.text(f"{folder}/{inner}" if folder else inner)
    parts = inner.removesuffix(".rs").split("/")
    if parts[0] == "tests" and len(parts) > 1:
        return _integration(ground, parts, folder, data)
    if parts[0] != "src" or parts[1] == "bin":
        return None
    modules = [each for each in parts[1:] if each not in {"lib", "main", "mod"}]
    place = f"{folder}/src/" if folder else "src/"
    features = _declared(ground, place, modules)
    own = _gated(text)
    if features is None or own is None:
        return None  # how the module is built is not told, so no command is known to build its tests
    inner_module = _MODULE.search(text)
    filters = [*modules, *([inner_module[1]] if inner_module else [])]
    is_library = f"{place}lib.rs" in ground.paths and f"{place}main.rs" not in ground.paths
    chosen = ["--lib"] if is_library else []
    return [*_with_features([*features, *own]), *chosen, *(["::".join(filters)] if filters else [])]


def _declared(ground: Ground, place: str, modules: list[str]) -> list[str] | None:
    """Return the features under which a module and its parents are declared; None where one is not."""
    found: list[str] = []
    text = ground.text(f"{place}lib.rs" if f"{place}lib.rs" in ground.paths else f"{place}main.rs")
    for module in modules:
        declared = re.search(_DECLARED.format(re.escape(module)), text)
        if declared is None or _is_in_macro(text, declared.start()):
            return None
        for gate in re.findall(r"#\[cfg\(([^\n]{1,300})\)\]", declared[1]):
            wanted = _FEATURE.findall(gate)
            if gate.strip() == "test":
                continue
            if "not(" in gate or not wanted or re.sub(r'[\s,()]|any|all|feature\s*=\s*"[^"]+"', "", gate):
                return None
            found += wanted[:1] if gate.strip().startswith("any") else wanted
        stem, place = f"{place}{module}", f"{place}{module}/"
        files = "\n".join(map(ground.text, (f"{stem}.rs", f"{stem}/mod.rs")))
        text = text[declared.end() :].partition("\n}")[0] if declared[2] else files
    return found


def _is_in_macro(text: str, at: int) -> bool:
    """Whether a module is declared inside a macro such as `cfg_if! { … }`, which decides if it is built."""
    opened = text.rfind("! {", 0, at)
    return opened >= 0 and "\n}" not in text[opened:at]


def _integration(ground: Ground, parts: list[str], folder: str, data: dict[str, object]) -> list[str] | None:
    """Return `--test name`: a file of `tests`, a folder there with a `main.rs`, or a declared one."""
    place = f"{folder}/" if folder else ""
    entries = data.get("test")
    for entry in entries if isinstance(entries, list) else []:
        body = table(entry)
        path = words(body.get("path")) or f"tests/{words(body.get('name'))}.rs"
        if "/".join(parts) + ".rs" == path or (len(parts) > 2 and folder_of(path) == "/".join(parts[:-1])):
            return [*_with_features(texts(body.get("required-features"))), "--test", words(body.get("name"))]
    root = f"{place}tests/{parts[1]}.rs" if len(parts) == 2 else f"{place}tests/{parts[1]}/main.rs"
    gate = _gated(ground.text(root))
    is_off = table(data.get("package")).get("autotests") is False
    if root not in ground.paths or gate is None or is_off:
        return None
    return [*_with_features(gate), "--test", parts[1]]


def _with_features(names: list[str] | tuple[str, ...]) -> list[str]:
    return ["--features", ",".join(names)] if names else []


def _gated(text: str) -> tuple[str, ...] | None:
    """Return the features a whole file is built with, or None where its condition is of another kind."""
    found: list[str] = []
    for gate in _GATE.finditer(text[:5_000]):
        if gate[1].strip() == "test":
            continue
        if not _FEATURES.fullmatch(gate[1].strip()):
            return None
        found += _FEATURE.findall(gate[1])
    return tuple(found)
