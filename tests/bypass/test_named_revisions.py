"""Whoever may push a tag does not say what the name of a branch means."""

from __future__ import annotations

import shutil
import subprocess
from typing import TYPE_CHECKING

import pytest

from groundplan.git.repository import find_repository
from groundplan.plan.errors import GroundplanError, Misused, NotFound

if TYPE_CHECKING:
    from pathlib import Path

    from desk import Desk

SIGNED = 'version = 1\n[policy]\napprovals = "signed"\n'
PLAN = "plans/retry-failed-uploads.md"
SIGNERS = ".groundplan/allowed_signers"


@pytest.fixture
def fetched(ready: Desk) -> Desk:
    """Return a clone as a build server has it: on a branch, with the remote's branches and tags."""
    ready.path(".groundplan/config.toml").write_text(SIGNED)
    ready.path(SIGNERS).write_text("")
    ready.commit("Policy")
    ready.git("update-ref", "refs/remotes/origin/main", "HEAD")
    ready.git("config", "remote.origin.url", "https://example.org/shop.git")
    ready.git("checkout", "-q", "-b", "evil")
    return ready


def commit_only_for_a_tag(desk: Desk, tag: str) -> None:
    desk.path(".groundplan/config.toml").write_text('version = 1\n[policy]\napprovals = "attended"\n')
    desk.commit("Policy of my own")
    desk.git("tag", tag)
    desk.git("reset", "-q", "--hard", "HEAD~1")


@pytest.mark.parametrize("words", [("check",), ("conform",), ("pr",)])
@pytest.mark.parametrize("base", ["origin/main", "main"])
def test_a_tag_is_not_the_base(fetched: Desk, base: str, words: tuple[str, ...]) -> None:
    commit_only_for_a_tag(fetched, base)
    ran = fetched.pipe(*words, "--base", base)
    assert ran.code == 2, ran.said
    assert f"refs/tags/{base}" in ran.err


def test_a_tag_is_not_the_base_where_the_branch_was_not_fetched(fetched: Desk) -> None:
    fetched.git("update-ref", "-d", "refs/remotes/origin/main")
    commit_only_for_a_tag(fetched, "origin/main")
    ran = fetched.pipe("check", "--base", "origin/main")
    assert ran.code not in {0, 1}, ran.said
    assert "git fetch origin main" in ran.err


def test_a_full_name_says_which(fetched: Desk) -> None:
    commit_only_for_a_tag(fetched, "origin/main")
    ran = fetched.pipe("check", "--base", "refs/remotes/origin/main")
    assert "signature" in ran.out, "the policy of the branch, which no approval meets"
    assert "signature" not in fetched.pipe("check", "--base", "refs/tags/origin/main").out


@pytest.mark.parametrize(
    ("name", "ref"),
    [
        ("main", "refs/tags/main"),
        ("main~0", "refs/tags/main"),
        ("heads/main", "refs/tags/heads/main"),
        ("remotes/origin/main", "refs/tags/remotes/origin/main"),
        ("origin", "refs/tags/origin"),
        ("origin/main", "refs/heads/origin/main"),
        ("main", "refs/main"),
        ("refs/heads/gone", "refs/tags/refs/heads/gone"),
        ("origin/gone", "refs/tags/origin/gone"),
        ("FETCH_HEAD", "refs/tags/FETCH_HEAD"),
        ("v1-3-g0123abcd", "refs/tags/v1-3-g0123abcd"),
    ],
)
def test_a_name_that_a_pushed_ref_could_answer_to_is_refused(fetched: Desk, name: str, ref: str) -> None:
    fetched.git("update-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/main")
    fetched.git("update-ref", ref, fetched.git("rev-parse", "main~1").strip())
    with pytest.raises((Misused, NotFound)) as caught:
        find_repository(fetched.root).resolve(name)
    assert "refs/" in f"{caught.value.message} {caught.value.hint}"


def test_a_short_id_is_no_tag(fetched: Desk) -> None:
    full = fetched.git("rev-parse", "main").strip()
    repository = find_repository(fetched.root)
    assert repository.resolve(full[:9]) == full
    fetched.git("tag", full[:9], "main~1")
    with pytest.raises(Misused, match="more than one commit"):
        repository.resolve(full[:9])
    fetched.git("update-ref", f"refs/tags/{full}", "main~1")
    assert repository.resolve(full) == full


@pytest.mark.parametrize("name", [":/Policy", "HEAD^{/Policy}", "-h", "--all"])
def test_words_of_a_commit_and_options_name_none(fetched: Desk, name: str) -> None:
    with pytest.raises(GroundplanError):
        find_repository(fetched.root).resolve(name)


@pytest.mark.parametrize(
    "name", ["main", "HEAD~1", "@", "v1", "release/2.0", "origin/main", "evil@{0}", "origin"]
)
def test_names_of_one_meaning_are_taken(fetched: Desk, name: str) -> None:
    for tag in ("v1", "release/2.0"):
        fetched.git("tag", tag)
    fetched.git("symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/main")
    assert find_repository(fetched.root).resolve(name) == fetched.git("rev-parse", name).strip()


@pytest.mark.skipif(shutil.which("ssh-keygen") is None, reason="needs ssh-keygen")
def test_a_pull_request_names_who_signed(ready: Desk, tmp_path: Path) -> None:
    key = tmp_path / "key"
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(key)], check=True)
    ready.path(".groundplan/config.toml").write_text(SIGNED)
    ready.path(SIGNERS).write_text(f"mallory@example.org {key.with_suffix('.pub').read_text()}")
    assert ready.pipe("check", "--fix").code in {0, 1}
    assert ready.person("approve", "ready", "--sign", str(key), typed="ready").code == 0
    ready.commit("Approve")
    told = ready.pipe("pr", "--base", "main", "--partial").out
    assert "approved by mallory@example.org" in told.replace("\\", "").replace("&#64;", "@"), told
