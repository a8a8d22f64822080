"""Which questions may be put to git: a closed table, and how a question becomes words of a command line."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from groundplan.plan.dataclass import dataclass
from groundplan.plan.errors import Misused
from groundplan.plan.late_regex import late_regex

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True)
class Inquiry:
    """One question to git: a subcommand of the table, its options, then revisions or hashes, then paths.

    What is told on standard input are object ids, one a line.
    """

    subcommand: str
    options: tuple[str, ...] = ()
    values: tuple[str, ...] = ()
    paths: tuple[str, ...] = ()
    told: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Form:
    """Which options a subcommand may have, which it must have, and how many values it takes.

    An option that ends in `=` takes a whole number.
    """

    options: frozenset[str]
    must: frozenset[str] = frozenset()
    most_values: int = 0
    takes_paths: bool = False


def _form(options: str, must: str = "", *, values: int = 0, paths: bool = False) -> _Form:
    return _Form(frozenset(options.split()) | frozenset(must.split()), frozenset(must.split()), values, paths)


# One commit in ten fields between NULs; what a person typed can hold anything but a NUL. The names are as
# committed: `%aN` would read the repository's mailmap.
COMMIT_FORMAT = "--format=tformat:%x00%H%x00%P%x00%at%x00%ad%x00%an%x00%ae%x00%s%x00%b%x00"
_LISTENS = frozenset({"--batch", "--batch-check", "--stdin"})
_COUNT = late_regex(r"(?<=[a-z])=[0-9]{1,9}\Z")
_OBJECT_ID = late_regex(r"[0-9a-f]{40}(?:[0-9a-f]{24})?")

# Everything that may be asked. A second value to `symbolic-ref`, or `config` without `--list`, would write;
# `hash-object` without `--no-filters`, `ls-files -m`, `cat-file --textconv` start programs of the repository,
# and so may `log`, `show` and `diff`: `diff-tree` heeds none of the settings those have.
FORMS: Mapping[str, _Form] = MappingProxyType(
    {
        "cat-file": _form("-e -s -t --batch --batch-check", values=2),
        "check-ignore": _form("", "-v -n", paths=True),
        "config": _form("", "--list -z"),
        "diff-tree": _form(
            f"-M -M100% -l1000 --no-renames --root --always --stdin --encoding=UTF-8 "
            f"--date=raw {COMMIT_FORMAT}",
            "-r -z --name-status --no-ext-diff --no-textconv --no-color --ignore-submodules=all",
            values=2,
        ),
        "for-each-ref": _form(
            "--format=%(refname):%(symref) --format=%(refname:short) --format=%(objectname)%20%(refname) "
            "--sort=-committerdate",
            values=8,
        ),
        "hash-object": _form("", "--no-filters", paths=True),
        "ls-files": _form(
            "--cached --others --directory --exclude-standard --stage --full-name", "-z", paths=True
        ),
        "ls-tree": _form("-r -t --name-only", "-z --full-tree", values=1, paths=True),
        "merge-base": _form("--all --is-ancestor", values=2),
        "rev-list": _form(
            "--count --first-parent --full-history --max-count= --missing=allow-any --no-merges --objects "
            "--parents",
            values=64,
            paths=True,
        ),
        "rev-parse": _form("--verify --quiet --show-toplevel --is-shallow-repository", values=1),
        "show-ref": _form("--quiet", "--verify", values=8),
        "symbolic-ref": _form("--short", "--quiet", values=1),
    }
)


def is_object_id(text: str) -> bool:
    """Tell whether a text is the full id of an object in git."""
    return _OBJECT_ID.fullmatch(text) is not None


def is_settled(question: Inquiry) -> bool:
    """Tell whether git would say the same for ever: what objects hold that are named by their full id."""
    if question.subcommand not in {"cat-file", "ls-tree", "rev-parse"} or question.told:
        return False
    ids = [value.removesuffix("^{commit}") for value in question.values if value != "blob"]
    return bool(ids) and all(map(is_object_id, ids))


def word_question(question: Inquiry) -> list[str]:
    """Return the words of a question, or raise `Misused` for one that the table does not hold."""
    form = FORMS.get(question.subcommand)
    if form is None:
        raise Misused(f"`git {question.subcommand}` is not a question groundplan asks")
    options = frozenset(question.options)
    plain = {_COUNT.sub("=", option) if option[-1:] != "=" else "=" for option in options}
    unknown = sorted(plain - form.options) + sorted(form.must - plain)
    if unknown:
        raise Misused(f"`git {question.subcommand}` is not asked with or without `{unknown[0]}`")
    if len(question.values) > form.most_values or (question.paths and not form.takes_paths):
        raise Misused(f"`git {question.subcommand}` is not asked with that many values")
    for value in question.values:
        if not value or value.startswith("-") or any(ord(letter) < 32 for letter in value):
            raise Misused(
                f"`{_shown(value)}` cannot name anything in git", hint="A name does not start with `-`"
            )
    if question.told and not options & _LISTENS:
        raise Misused(f"`git {question.subcommand}` is not told anything")
    for line in question.told:
        if _OBJECT_ID.fullmatch(line) is None:
            raise Misused(f"`{_shown(line)}` is not the id of an object in git")
    for path in question.paths:
        if not path or "\0" in path:
            raise Misused(f"`{_shown(path)}` cannot be a path in git")
    words = [question.subcommand, *question.options]
    if question.values:
        words += ["--end-of-options", *question.values]
    return [*words, "--", *question.paths] if question.paths else words


def _shown(value: str) -> str:
    return ascii(value)[1:-1]  # a refused value may hold what a terminal would obey
