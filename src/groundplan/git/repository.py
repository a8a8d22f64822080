"""A git repository as groundplan sees it: where it lies, what is checked out, what it answers."""

from __future__ import annotations

import os
from dataclasses import field
from pathlib import Path, PurePosixPath
from shlex import quote
from typing import TYPE_CHECKING

from groundplan.git.command import Answer, run_git, run_git_twice, silence_drivers
from groundplan.git.commits import ask_for_commits, read_commits
from groundplan.git.gaps import PARTIAL, SHALLOW, expect, is_partial
from groundplan.git.ignoring import excludes_setting, find_ignored
from groundplan.git.naming import demand_one_meaning
from groundplan.git.pipes import demand_no_pipe
from groundplan.git.question import Inquiry, is_object_id, is_settled
from groundplan.git.roots import check_root
from groundplan.git.streaming import stream_git
from groundplan.git.texts import past_texts, read_blobs
from groundplan.git.worktree import find_worktree
from groundplan.plan.dataclass import dataclass
from groundplan.plan.errors import Misused, NotFound
from groundplan.plan.late_regex import late_regex

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from groundplan.git.commits import Commit
    from groundplan.plan.ignored import Ignored

# What a question itself is asked with is listed too, and would hide a person's own list of patterns.
_OURS = ("core.excludesfile", "/dev/null")
_MOST_VALUES = 60  # revisions in one question
_MOST_KNOWN = 32 * 1024 * 1024  # bytes of answers that are kept
_CHECKED_OUT = frozenset({"HEAD", "@"})  # git looks for these nowhere else
_COUNTED = late_regex(r"[~^]|\A[0-9a-f]{7,64}\Z")  # no name of a branch that somebody mistyped


@dataclass(frozen=True, slots=True)
class Entry:
    """What is committed under a path: git's mode, which tells files, links and submodules apart, and id."""

    mode: str
    oid: str

    @property
    def is_file(self) -> bool:
        """Whether it is a regular file."""
        return self.mode.startswith("100")

    @property
    def is_link(self) -> bool:
        """Whether it is a symbolic link."""
        return self.mode == "120000"

    @property
    def is_submodule(self) -> bool:
        """Whether it is a commit of another repository."""
        return self.mode == "160000"

    @property
    def is_program(self) -> bool:
        """Whether it is a file that may be run."""
        return self.mode == "100755"


@dataclass(frozen=True, slots=True)
class Repository:
    """A worktree and its repository; `head` is None before the first commit."""

    root: Path
    git_dir: Path
    common_dir: Path
    is_submodule: bool = False
    head: str | None = None
    settings: Mapping[str, str] = field(default_factory=dict, repr=False, compare=False)
    silenced: tuple[str, ...] = field(default=(), repr=False, compare=False)
    known: dict[Inquiry, Answer] = field(default_factory=dict, repr=False, compare=False)

    @property
    def branch(self) -> str | None:
        """Return the branch that is checked out, or None on a detached HEAD."""
        answer = self._ask(Inquiry("symbolic-ref", ("--quiet",), ("HEAD",)))
        return _line(answer).removeprefix("refs/heads/") if answer.code == 0 else None

    def setting(self, name: str) -> str:
        """Return a value of the git configuration, or nothing; the name as git lists it, in lower case."""
        return self.settings.get(name, "")

    def user_name(self) -> str:
        """Return the name git would put on a commit, or nothing."""
        return self.setting("user.name")

    def user_email(self) -> str:
        """Return the address git would put on a commit, or nothing."""
        return self.setting("user.email")

    def resolve(self, rev: str) -> str:
        """Return the commit a revision names, or raise `NotFound` with near names."""
        if rev == self.head:  # git was asked when the repository was found
            return rev
        if rev not in _CHECKED_OUT and not is_object_id(rev):
            demand_one_meaning(rev, self._refs_named, self.setting)
        answer = self._ask(Inquiry("rev-parse", ("--verify", "--quiet"), (f"{rev}^{{commit}}",)))
        if answer.code != 0 or not _line(answer).isalnum():  # `^main` would answer `^<hash>`
            raise NotFound(
                f"`{rev}` is not a commit of `{self.root}`",
                name=rev,
                known=self._ref_names(),
                hint=f"Fetch it first: `git fetch {' '.join(map(quote, rev.split('/', 1)))}`"
                if rev.startswith("origin/")
                else SHALLOW
                if _COUNTED.search(rev) and self.is_shallow()
                else "",
            )
        return _line(answer)

    def _refs_named(self, names: tuple[str, ...]) -> tuple[str, ...]:
        """Return those of some full names that are refs here."""
        listed = self._expected(
            Inquiry("for-each-ref", ("--format=%(refname):%(symref)",), names), "the refs"
        )
        found = {line.partition(":")[0] for line in os.fsdecode(listed.out).split("\n")}
        return tuple(name for name in names if name in found)

    def merge_base(self, a: str, b: str) -> str | None:
        """Return the commit both revisions grew from, or None when their histories never meet."""
        return next(iter(self.merge_bases(a, b)), None)

    def merge_bases(self, a: str, b: str) -> tuple[str, ...]:
        """Return the commits both revisions grew from: several where they merged each other.

        Which of these git names first depends on the dates of commits, and anybody can date a commit.
        """
        answer = self._ask(Inquiry("merge-base", ("--all",), (self.resolve(a), self.resolve(b))))
        return tuple(os.fsdecode(answer.out).split()) if answer.code == 0 else ()

    def read_file_at(self, rev: str, path: str) -> bytes | None:
        """Return a regular file's content as committed in a revision, or None when there is no such file."""
        # a full id needs no resolving, and git takes it for the object even where a branch is named so
        commit = rev if len(rev) in {40, 64} and set(rev) <= set("0123456789abcdef") else self.resolve(rev)
        inside = _inside(path)
        listed = self._ask(Inquiry("ls-tree", ("-z", "--full-tree"), (commit,), (inside,)))
        if listed.code != 0:
            self.resolve(rev)  # says so where there is no such commit
        files = _regular_files(expect(listed, commit))
        if inside not in files:
            return None
        return self.read_blob(files[inside], f"{rev}:{path}")

    def read_blob(self, oid: str, what: str) -> bytes:
        """Return the content of a file by its id; `what` is said where it is not here."""
        return expect(self._ask(_content(oid)), what)

    def read_ahead(self, ids: Iterable[str], *, largest: int) -> None:
        """Read contents that `read_blob` will be asked for, as far as there is room."""
        wanted = dict.fromkeys(oid for oid in ids if _content(oid) not in self.known)
        for oid, text in read_blobs(self._ask, wanted, largest=largest) if len(wanted) > 1 else ():
            if not self._keep(_content(oid), Answer(0, text, "")):
                return

    def list_files(self, rev: str) -> tuple[str, ...]:
        """Return the regular files (no links, no submodules) committed in a revision, in git's order."""
        return tuple(self.file_ids(rev))

    def file_ids(self, rev: str) -> dict[str, str]:
        """Return the ids of the regular files committed in a revision, by path."""
        listed = self._ask(Inquiry("ls-tree", ("-r", "-z", "--full-tree"), (self.resolve(rev),)))
        return _regular_files(expect(listed, rev))

    def tree(self, rev: str) -> dict[str, Entry]:
        """Return everything committed in a revision by path, links and submodules among them."""
        listed = self._ask(Inquiry("ls-tree", ("-r", "-z", "--full-tree"), (self.resolve(rev),)))
        return _entries(expect(listed, rev))

    def tracked_files(self) -> tuple[str, ...]:
        """Return the regular files git tracks in this worktree, each once, in git's order."""
        listed = expect(self._ask(Inquiry("ls-files", ("-z", "--stage", "--full-name"))), "the index")
        return tuple(_regular_files(listed))

    def commits(self, since: str | None = None, limit: int | None = None) -> Iterator[Commit]:
        """Give the commits HEAD has and `since` has not, newest first; at most `limit` of them."""
        return self.read_commits(self.commit_ids(("HEAD",), () if since is None else (since,), limit=limit))

    def commit_ids(
        self, reached: Iterable[str], but_not: Iterable[str] = (), *, limit: int | None = None
    ) -> tuple[str, ...]:
        """Return the commits that lead to some revisions and not to others, newest first."""
        values = (*map(self.resolve, reached), *(f"^{self.resolve(rev)}" for rev in but_not))
        question = Inquiry("rev-list", () if limit is None else (f"--max-count={limit}",), values)
        return tuple(os.fsdecode(expect(self._ask(question), "the history")).split())

    def read_commits(self, ids: Iterable[str], *, renames: bool = True) -> Iterator[Commit]:
        """Give these commits with their words and changes, in the order of the ids, as git tells them."""
        if wanted := tuple(ids):
            question = ask_for_commits(wanted, renames=renames)
            yield from read_commits(stream_git(self.root, question, silenced=self.silenced))

    def commits_touching(
        self, paths: Iterable[str], *, limit: int | None = None, head: str = "HEAD"
    ) -> tuple[str, ...]:
        """Return the commits of a revision's whole history that changed one of the paths, newest first."""
        wanted = tuple(_inside(path) for path in paths)
        if not wanted:
            return ()
        # without `--full-history` a file made and removed on one branch would never have been
        most = () if limit is None else (f"--max-count={limit}",)
        question = Inquiry(
            "rev-list", ("--full-history", "--no-merges", *most), (self.resolve(head),), wanted
        )
        return tuple(_line(self._expected(question, "the history")).split())

    def find_unreached(self, ids: Iterable[str], head: str) -> frozenset[str]:
        """Return those of some commit ids that do not lead to a commit, unknown ones among them."""
        wanted = tuple(sorted({each for each in ids if is_object_id(each)}))
        listed = self._expected(Inquiry("cat-file", ("--batch-check",), told=wanted), "the commits")
        told = (line.split(" ") for line in os.fsdecode(listed.out).splitlines())
        there = [each[0] for each in told if each[1:2] == ["commit"]]
        away = set(ids) - set(there)
        for start in range(0, len(there), _MOST_VALUES):
            some = tuple(there[start : start + _MOST_VALUES])
            listed = self._expected(Inquiry("rev-list", (), (*some, f"^{head}")), "the history")
            away |= set(os.fsdecode(listed.out).split()) & set(some)
        return frozenset(away)

    def past_ids(self, paths: Iterable[str]) -> frozenset[str]:
        """Return the ids of all contents that some paths had on the way to HEAD."""
        wanted = tuple(sorted(_inside(path) for path in paths))
        if not wanted or not self.head:
            return frozenset()
        question = Inquiry("rev-list", ("--objects", "--full-history"), (self.head,), wanted)
        listed = self._expected(question, "the history")
        return frozenset(line.split(" ")[0] for line in os.fsdecode(listed.out).splitlines())

    def last_touch(self, path: str) -> str | None:
        """Return the newest commit of HEAD's history that made, changed or removed a path, or None."""
        return next(iter(self.commits_touching((path,), limit=1)), None)

    def last_commit_with(self, path: str) -> str | None:
        """Return the newest commit of HEAD's history that has a path, or None where none ever had."""
        if self._has("HEAD", path):
            return self.resolve("HEAD")
        touch = self.last_touch(path)
        if touch is None or self._has(touch, path):
            return touch
        asked = self._expected(Inquiry("rev-list", ("--max-count=1", "--parents"), (touch,)), "the history")
        _, *parents = _line(asked).split()
        return next((parent for parent in parents if self._has(parent, path)), None)

    def past_texts(self, paths: Iterable[str], *, largest: int) -> Iterator[tuple[str, bytes]]:
        """Give path and text of every version that some paths had on the way to HEAD, newest first."""
        wanted = tuple(_inside(path) for path in paths)
        if self.head and wanted:
            yield from past_texts(self._ask, self.head, wanted, largest=largest)

    def read_blobs(self, ids: Iterable[str], *, largest: int) -> dict[str, bytes]:
        """Return the contents of files by the ids that `file_ids` gives; what is larger is left out."""
        return dict(read_blobs(self._ask, ids, largest=largest))

    def find_lacking(self, ids: Iterable[str]) -> frozenset[str]:
        """Return those of some ids that a partial clone does not have."""
        wanted = tuple(sorted(set(ids)))
        if not wanted or not is_partial(self.settings):
            return frozenset()
        listed = self._expected(Inquiry("cat-file", ("--batch-check",), told=wanted), "the files")
        lines = (line.split(" ") for line in os.fsdecode(listed.out).splitlines())
        return frozenset(oid for oid, kind, *_ in lines if kind == "missing")

    def find_ignored(self, paths: Iterable[str]) -> tuple[Ignored, ...]:
        """Return those of some paths that git leaves out of a commit, each with the line that says so."""
        wanted = tuple(_inside(path) for path in paths)
        excludes = excludes_setting(self.setting("core.excludesfile"), os.environ)
        silenced = (*self.silenced, "core.quotePath=false", *excludes)
        return find_ignored(lambda question: run_git(self.root, question, silenced=silenced), wanted)

    def is_shallow(self) -> bool:
        """Return whether the history ends where a clone was cut off."""
        return _line(self._ask(Inquiry("rev-parse", ("--is-shallow-repository",)))) == "true"

    def gap(self) -> str:
        """Say in which way the history is not all here, and what brings the rest; nothing: it is."""
        if self.is_shallow():
            return SHALLOW
        return PARTIAL if is_partial(self.settings) else ""

    def _has(self, rev: str, path: str) -> bool:
        question = Inquiry("ls-tree", ("-z", "--full-tree"), (self.resolve(rev),), (_inside(path),))
        return bool(self._expected(question, rev).out)

    def _expected(self, question: Inquiry, what: str) -> Answer:
        expect(answer := self._ask(question), what)
        return answer

    def other_branches(self) -> tuple[str, ...]:
        """Return the full names of the branches that are here and hold work of their own, the newest first.

        A remote's copy of the current branch, and its main branch, hold what landed and is not pulled yet.
        """
        options = ("--format=%(refname):%(symref)", "--sort=-committerdate")
        refs = ("refs/heads", "refs/remotes")
        listed = self._ask(Inquiry("for-each-ref", options, refs))
        if listed.code:  # git sorts nothing at all where one commit has a date it cannot read
            listed = self._expected(Inquiry("for-each-ref", options[:1], refs), "the branches")
        found = dict(line.split(":", 1) for line in os.fsdecode(listed.out).split("\n") if line)
        current = self.branch or ""
        remote, merged = (self.setting(f"branch.{current}.{key}") for key in ("remote", "merge"))
        upstream = f"refs/remotes/{remote}/{merged.removeprefix('refs/heads/')}"
        landed = {*found.values(), f"refs/heads/{current}", upstream}
        same = [f"refs/remotes/{each.split('/')[2]}/{current}" for each in found]
        return tuple(name for name, target in found.items() if not target and name not in {*landed, *same})

    def tags(self) -> tuple[str, ...]:
        """Return the names of the tags."""
        return tuple(filter(None, self._ref_names("refs/tags")))

    def _ref_names(self, *kinds: str) -> tuple[str, ...]:
        wanted = kinds or ("refs/heads", "refs/remotes", "refs/tags")
        asked = Inquiry("for-each-ref", ("--format=%(refname:short)",), wanted)
        return tuple(os.fsdecode(self._ask(asked).out).split("\n"))

    def _ask(self, question: Inquiry) -> Answer:
        """Put a question to git, and one about objects that never change only once."""
        known = self.known.get(question)
        if known is not None:
            return known
        answer = run_git(self.root, question, silenced=self.silenced)
        if answer.code == 0 and is_settled(question):
            self._keep(question, answer)
        return answer

    def _keep(self, question: Inquiry, answer: Answer) -> bool:
        """Keep an answer, and tell whether there is room for it."""
        room = _MOST_KNOWN - sum(len(each.out) for each in self.known.values())
        if len(answer.out) <= room:
            self.known[question] = answer
        return len(answer.out) <= room


def find_repository(start: Path) -> Repository:
    """Return the repository around a folder, without running anything that the repository names."""
    place = find_worktree(start)
    demand_no_pipe(place)
    asked = Inquiry("rev-parse", ("--show-toplevel", "--verify", "--quiet"), ("HEAD^{commit}",))
    found, listed = run_git_twice(place.root, asked, Inquiry("config", ("--list", "-z")))
    # git names the worktree before it looks for a commit, which a new or damaged repository has not
    top, _, head = _line(found).rpartition("\n") if found.code == 0 else (_line(found), "", None)
    check_root(place.root, Path(top) if top else None, found.complaint)
    settings = _read_settings(listed)
    return Repository(
        root=place.root,
        git_dir=place.git_dir,
        common_dir=place.common_dir,
        is_submodule=place.is_submodule,
        head=head,
        settings=settings,
        silenced=silence_drivers(settings),
    )


def _read_settings(answer: Answer) -> dict[str, str]:
    """Return every setting in force, from whichever file or include; the last one of a name counts."""
    settings = {}
    for item in os.fsdecode(expect(answer, "the git configuration")).split("\0"):
        name, _, value = item.partition("\n")
        if name and (name, value) != _OURS:
            settings[name] = value
    return settings


def _content(oid: str) -> Inquiry:
    return Inquiry("cat-file", (), ("blob", oid))


def _regular_files(listed: bytes) -> dict[str, str]:
    """Return path -> hash of what `ls-tree -z` or `ls-files -z --stage` lists, regular files only."""
    return {path: each.oid for path, each in _entries(listed).items() if each.is_file}


def _entries(listed: bytes) -> dict[str, Entry]:
    found = {}
    for item in os.fsdecode(listed).split("\0"):
        facts, _, path = item.partition("\t")
        words = facts.split(" ")
        if path:
            found[path] = Entry(words[0], words[2] if words[1] in {"blob", "commit", "tree"} else words[1])
    return found


def _inside(path: str) -> str:
    clean = PurePosixPath(path)
    if clean.is_absolute() or ".." in clean.parts or not clean.parts:
        raise Misused(f"`{path}` is not a path inside the repository")
    return str(clean)


def _line(answer: Answer) -> str:
    return os.fsdecode(answer.out).removesuffix("\n")
