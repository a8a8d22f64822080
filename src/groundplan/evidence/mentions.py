"""The files and definitions of a repository that a person's words name."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.code.naming import cite, inherited_in, symbols_meant
from groundplan.code.outline import NAMES
from groundplan.code.test_paths import is_test
from groundplan.plan.late_regex import late_regex

if TYPE_CHECKING:
    from groundplan.code.view import CodeView

_LONGEST = 4_000  # characters looked at: what follows is pasted
_MOST_NAMED = 10
_MOST_LOOKED_UP = 60
_TOKEN = late_regex(r"`[^`\n]{1,200}`|[\w./@+-]{2,200}(?:::[\w.]{1,120})?(?:\(\))?")


def names_meant(index: CodeView, text: str) -> tuple[str, ...]:
    """Return files and folders as their paths and definitions as `path::name`, where words mean one alone."""
    said = "\n".join(" ".join(line.split()) for line in text[:_LONGEST].splitlines())
    tokens = list(dict.fromkeys(_TOKEN.findall(said)))[:_MOST_LOOKED_UP]
    wanted = [(each.strip("`").strip(), each.startswith("`")) for each in tokens]
    paths = index.paths() if any(_is_like_path(each) or quoted for each, quoted in wanted) else ()
    found: list[str] = []
    for each, is_quoted in wanted:
        name = each.removesuffix("()").rstrip(".,:;").removeprefix("./")
        named = _file(paths, name) or _definition(index, name, is_quoted=is_quoted or each.endswith("()"))
        if named:
            found.append(named)
    return tuple(dict.fromkeys(found))[:_MOST_NAMED]


def _is_like_path(word: str) -> bool:
    return "/" in word or "." in word


def _file(paths: tuple[str, ...], name: str) -> str:
    if not _is_like_path(name) or "::" in name:
        return ""
    if name in paths:
        return name
    folder = f"{name.strip('/')}/"
    if any(path.startswith(folder) for path in paths):
        return folder
    ends = [path for path in paths if path.endswith(f"/{name}")]
    return ends[0] if len(ends) == 1 else ""


def _definition(index: CodeView, name: str, *, is_quoted: bool) -> str:
    """Return the one definition of a name that is written as code: a plain word names nothing."""
    path, separator, qualified = name.partition("::")
    if separator:
        outline = index.outline(path)
        above = inherited_in(index, path, qualified) if outline is not None else ()
        if outline is not None and outline.find(qualified):
            return name
        return cite(above[0]) if len(above) == 1 else ""
    is_code = is_quoted or "_" in name or "." in name or re.search(r"[a-z][A-Z]", name) is not None
    if not is_code or not re.fullmatch(r"[A-Za-z_$][\w$.]{1,120}", name):
        return ""
    parts = name.split(".")
    found = symbols_meant(index, parts)
    product = [each for each in found if not is_test(each.path)] or list(found)
    distinct = {f"{each.path}::{each.definition.qualified}": each for each in product}
    bodies = {cite: each for cite, each in distinct.items() if each.definition.kind not in NAMES} or distinct
    return next(iter(bodies)) if len(bodies) == 1 else ""
