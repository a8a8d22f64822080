"""What a name means in git: anybody who may push a tag could else say what a branch's name means.

git takes the first ref that a short name fits, and a tag before a branch: a tag called `origin/main` would be
the base that policy and signers are read from.
"""

from __future__ import annotations

from shlex import quote
from typing import TYPE_CHECKING

from groundplan.plan.errors import Misused, NotFound
from groundplan.plan.late_regex import late_regex

if TYPE_CHECKING:
    from collections.abc import Callable

_SUFFIX = late_regex(r"(?s)(?:[~^:]|@\{).*\Z")  # `main~2`, `main^{commit}`, `main@{1}`
# `2ea96ead`, what `git describe` says, and what git keeps beside its refs, as `FETCH_HEAD`: they are no refs
_NO_REF = late_regex(r"(?:.*-g)?[0-9a-f]{4,63}\Z|[A-Z_]*HEAD\Z")
_FORMS = ("refs/{}", "refs/remotes/{}", "refs/heads/{}", "refs/tags/{}", "refs/remotes/{}/HEAD")


def demand_one_meaning(
    rev: str, find_refs: Callable[[tuple[str, ...]], tuple[str, ...]], setting: Callable[[str], str]
) -> None:
    """Refuse a revision that git could take for something else than who wrote it meant."""
    if rev.startswith(":") or "{/" in rev:
        raise Misused(
            f"`{rev}` looks for a commit by its words, which anybody can write", hint="Name a branch"
        )
    name = _SUFFIX.sub("", rev)
    if name in {"", "@", "HEAD"} or name.startswith("-") or any(ord(letter) <= 32 for letter in name):
        return  # never the name of a ref
    if name.startswith("refs/"):
        if not find_refs((name,)):  # git would go on to `refs/tags/refs/…`
            raise NotFound(f"`{name}` is not a ref of this repository", name=name)
        return
    found = find_refs(tuple(form.format(name) for form in _FORMS))
    named = " or ".join(f"`{each}`" for each in found)
    remote, _, below = name.partition("/")
    is_remote = bool(below) and (remote == "origin" or bool(setting(f"remote.{remote}.url")))
    if is_remote and found and not any(each.startswith("refs/remotes/") for each in found):
        raise NotFound(
            f"`{name}` is not a branch of `{remote}` here, but {named}",
            name=name,
            hint=f"Fetch the branch: `git fetch {quote(remote)} {quote(below)}`, or write the name in full",
        )
    if len(found) > 1 or (found and _NO_REF.match(name)):
        raise Misused(f"`{name}` can mean more than one commit", hint=f"Write it in full: {named}")
