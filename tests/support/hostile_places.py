"""Repositories that lie where they seem not to, link out of themselves, or bring a cache along."""

from __future__ import annotations

import os
import sqlite3
from typing import TYPE_CHECKING

from hostile_site import FORGED, SECRET

if TYPE_CHECKING:
    from collections.abc import Callable

    from hostile_site import Site

    Trip = Callable[[], bool]


def buried_bare_repository(site: Site) -> Trip:
    site.git("init", "-q", "--bare", "docs/assets")
    config = f"[core]\n\trepositoryformatversion = 0\n\tworktree = ..\n\tfsmonitor = {site.trap}\n"
    site.write("docs/assets/config", config)
    site.commit("Assets")
    return site.by_git("-C", "docs/assets", "status")


def repository_among_the_files(site: Site) -> Trip:
    site.git("init", "-q", "vendor/lib")
    site.write("vendor/lib/lib.py", "def fetch_data(): pass\n")
    site.git("-C", "vendor/lib", "config", "core.fsmonitor", str(site.trap))
    return site.by_git("-C", "vendor/lib", "status")


def _move_git_directory(site: Site) -> None:
    site.set("core.fsmonitor")
    (site.root / ".git").rename(site.outside / "evil.git")


def git_file_pointing_elsewhere(site: Site) -> Trip:
    _move_git_directory(site)
    site.write(".git", f"gitdir: {site.outside}/evil.git\n")
    return site.by_git("status")


def git_directory_by_a_link(site: Site) -> Trip:
    _move_git_directory(site)
    (site.root / ".git").symlink_to(site.outside / "evil.git")
    return site.by_git("status")


def common_directory_elsewhere(site: Site) -> Trip:
    _move_git_directory(site)
    site.write(".git/HEAD", "ref: refs/heads/main\n")
    site.write(".git/commondir", f"{site.outside}/evil.git\n")
    return site.by_git("status")


def worktree_elsewhere(site: Site) -> Trip:
    site.set("core.worktree", str(site.outside))
    return site.by_telling(lambda: site.git("ls-files", "--others"), "secret.txt")


def file_by_a_link(site: Site) -> Trip:
    (site.root / "src/linked.py").symlink_to(site.outside / "secret.txt")
    site.commit("Link")
    return site.by_telling((site.root / "src/linked.py").read_text)


def link_by_a_relative_way(site: Site) -> Trip:
    (site.root / "src/linked.py").symlink_to("../../outside/secret.txt")
    site.commit("Link")
    return site.by_telling((site.root / "src/linked.py").read_text)


def manifest_by_a_link(site: Site) -> Trip:
    (site.root / "pyproject.toml").unlink()
    (site.outside / "project.toml").write_text(f'[project]\nname = "{SECRET}"\n')
    (site.root / "pyproject.toml").symlink_to(site.outside / "project.toml")
    return site.by_telling((site.root / "pyproject.toml").read_text)


def folder_by_a_link(site: Site) -> Trip:
    (site.outside / "lib.py").write_text(f"def fetch_data():\n    return '{SECRET}'\n")
    (site.root / "vendor").symlink_to(site.outside)
    return site.by_telling((site.root / "vendor/lib.py").read_text)


def tracked_file_behind_a_link(site: Site) -> Trip:
    """The index says `lib/secret.txt` is a file; on disk `lib` is a link to the outside."""
    site.write("lib/secret.txt", "fetch_data\n")
    site.commit("Library")
    (site.root / "lib/secret.txt").unlink()
    (site.root / "lib").rmdir()
    (site.root / "lib").symlink_to(site.outside)
    return site.by_telling((site.root / "lib/secret.txt").read_text)


def plans_by_a_link(site: Site) -> Trip:
    (site.root / "plans").symlink_to(site.outside)
    return site.by_telling((site.root / "plans/secret.txt").read_text)


def our_folder_by_a_link(site: Site) -> Trip:
    (site.root / ".groundplan").symlink_to(site.outside)
    return site.by_telling((site.root / ".groundplan/secret.txt").read_text)


def our_ledger_by_a_link(site: Site) -> Trip:
    (site.root / ".groundplan").mkdir()
    (site.root / ".groundplan/ledger").symlink_to(site.outside)
    return site.by_telling((site.root / ".groundplan/ledger/secret.txt").read_text)


def configuration_by_a_link(site: Site) -> Trip:
    (site.root / ".groundplan").mkdir()
    (site.root / ".groundplan/config.toml").symlink_to(site.outside / "secret.txt")
    return site.by_telling((site.root / ".groundplan/config.toml").read_text)


def plan_by_a_link(site: Site) -> Trip:
    (site.root / "plans").mkdir()
    for name in ("add-retries-to-fetch-data", "add-retries-to-fetch_data", "plan"):
        (site.root / f"plans/{name}.md").symlink_to(site.outside / "secret.txt")
    return site.by_telling((site.root / "plans/plan.md").read_text)


def links_in_a_ring(site: Site) -> Trip:
    (site.root / "a").symlink_to("b")
    (site.root / "b").symlink_to("a")
    (site.root / "src/up").symlink_to("..")
    return site.by_telling(lambda: list((site.root / "src/up/src/up/src/up").iterdir()), "README.md")


def device_and_pipe_by_links(site: Site) -> Trip:
    (site.root / "zero.py").symlink_to("/dev/zero")
    (site.root / "environ.py").symlink_to("/proc/self/environ")
    os.mkfifo(site.root / "pipe.py")
    site.environ["HIDDEN_VALUE"] = SECRET

    def told() -> bytes:
        with (site.root / "zero.py").open("rb") as endless:
            return endless.read(3)

    return site.by_telling(told, "\\x00")


def database_in_the_repository(site: Site) -> Trip:
    """A cache whose rows would be believed; the environment names it as well."""
    places = (".cache/groundplan/code/x/index-1.sqlite", ".groundplan/index.sqlite", ".git/groundplan.sqlite")
    for place in places:
        (site.root / place).parent.mkdir(parents=True, exist_ok=True)
        with sqlite3.connect(site.root / place) as database:
            database.execute("CREATE TABLE about(name TEXT, value TEXT)")
            database.execute("INSERT INTO about VALUES('lie', ?)", (FORGED,))
        database.close()
    site.caller = {"XDG_CACHE_HOME": ".cache", "GROUNDPLAN_CACHE_DIR": str(site.root / ".cache/groundplan")}

    def told() -> str:
        with sqlite3.connect(site.root / places[0]) as database:
            found = database.execute("SELECT value FROM about").fetchone()[0]
        database.close()
        return str(found)

    site.forbidden.append(FORGED)
    return site.by_telling(told, FORGED)


def citations_of_the_outside(site: Site) -> Trip:
    cited = [
        "../outside/secret.txt:1-1", str(site.outside / "secret.txt"), "src/../../outside/secret.txt",
        "~/.gitconfig", ".git/config:1-3", "file:///etc/passwd", "src/linked.py:1",
    ]  # fmt: skip
    (site.root / "src/linked.py").symlink_to(site.outside / "secret.txt")
    lines = "".join(f"- `{path}` and [see]({path}#L1-L2)\n" for path in cited)
    site.write("plans/evil.md", f"# Evil\n\n## Context\n\n{lines}")
    return site.by_telling((site.root / cited[0].partition(":")[0]).read_text)


def path_that_climbs_in_a_commit(site: Site) -> Trip:
    """A tree with an entry named `..`, which no honest git writes."""
    blob = site.git("hash-object", "-w", "--stdin", stdin=f"{SECRET}\n")
    climbing = site.git("mktree", stdin=f"100644 blob {blob}\tclimbed.py\n")
    tree = site.git("ls-tree", "HEAD") + f"\n040000 tree {climbing}\t..\n"
    head = site.git("commit-tree", site.git("mktree", stdin=tree), "-p", "HEAD", "-m", "Climb")
    site.git("update-ref", "refs/heads/main", head)

    def told() -> str:
        names = site.git("ls-tree", "-r", "--name-only", "HEAD").split("\n")
        return str([os.path.normpath(site.root / name.strip('"')) for name in names])

    return site.by_telling(told, f"{site.folder}/climbed.py")
