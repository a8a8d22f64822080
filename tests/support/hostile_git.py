"""Repositories whose git settings name programs, or make git tell lies."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hostile_site import FORGED, SECRET

if TYPE_CHECKING:
    from collections.abc import Callable

    from hostile_site import Site

    Trip = Callable[[], bool]

MISSING = "1234567890" * 4


def fsmonitor(site: Site) -> Trip:
    site.set("core.fsmonitor")
    return site.by_git("status")


def fsmonitor_of_one_worktree(site: Site) -> Trip:
    site.set("extensions.worktreeConfig", "true")
    site.git("config", "--worktree", "core.fsmonitor", str(site.trap))
    return site.by_git("status")


def _hook(site: Site, name: str) -> None:
    (site.root / ".git/hooks").mkdir(exist_ok=True)
    site.plant(f".git/hooks/{name}")


def hook_on_the_index(site: Site) -> Trip:
    _hook(site, "post-index-change")
    return site.by_git("update-index", "--force-write-index")


def hook_on_commits(site: Site) -> Trip:
    _hook(site, "pre-commit")
    return site.by_git("commit", "--allow-empty", "-m", "x")


def hook_on_references(site: Site) -> Trip:
    _hook(site, "reference-transaction")
    return site.by_git("update-ref", "refs/heads/x", "HEAD")


def hook_on_checkouts(site: Site) -> Trip:
    _hook(site, "post-checkout")
    return site.by_git("checkout", "-q", "HEAD")


def hooks_in_the_files(site: Site) -> Trip:
    site.plant(".husky/post-index-change")
    site.set("core.hooksPath", ".husky")
    return site.by_git("update-index", "--force-write-index")


def textconv(site: Site) -> Trip:
    site.set("diff.evil.textconv")
    site.attribute("diff=evil")
    return site.by_git("diff")


def textconv_in_the_past(site: Site) -> Trip:
    site.write(".gitattributes", "* diff=evil\n")
    site.commit("Attributes")
    site.set("diff.evil.textconv")
    return site.by_git("log", "-p", "-2")


def diff_driver(site: Site) -> Trip:
    site.set("diff.evil.command")
    site.attribute("diff=evil")
    return site.by_git("diff")


def external_diff(site: Site) -> Trip:
    site.set("diff.external")
    return site.by_git("diff")


def difftool(site: Site) -> Trip:
    site.set("diff.tool", "evil")
    site.set("difftool.evil.cmd")
    return site.by_git("difftool", "--no-prompt")


def filter_clean(site: Site) -> Trip:
    site.set("filter.evil.clean")
    site.attribute("filter=evil")
    return site.by_git("diff")


def filter_smudge(site: Site) -> Trip:
    site.set("filter.evil.smudge")
    site.set("filter.evil.required", "true")
    site.attribute("filter=evil")
    return site.by_git("cat-file", "--filters", "HEAD:src/app.py")


def filter_process(site: Site) -> Trip:
    site.set("filter.evil.process")
    site.set("filter.evil.required", "true")
    site.attribute("filter=evil")
    return site.by_git("status")


def filter_in_an_include(site: Site) -> Trip:
    site.write("hidden", f'[filter "evil"]\n\tclean = {site.trap}\n')
    site.set("include.path", str(site.root / "hidden"))
    site.attribute("filter=evil")
    return site.by_git("diff")


def filter_in_a_conditional_include(site: Site) -> Trip:
    site.write("hidden", f'[filter "evil"]\n\tclean = {site.trap}\n')
    site.set(f"includeIf.gitdir:{site.root}/.path", str(site.root / "hidden"))
    site.attribute("filter=evil")
    return site.by_git("diff")


def filter_by_committed_attributes(site: Site) -> Trip:
    site.write(".gitattributes", "* text=auto eol=crlf ident filter=evil diff=evil merge=evil export-subst\n")
    site.write("src/.gitattributes", "*.py filter=evil diff=evil working-tree-encoding=UTF-16\n")
    for name in ("filter.evil.clean", "filter.evil.smudge", "diff.evil.textconv", "merge.evil.driver"):
        site.set(name)
    return site.by_git("diff")


def filter_by_an_attributes_file(site: Site) -> Trip:
    site.set("core.attributesFile", str(site.write("attributes", "* filter=evil\n")))
    site.set("filter.evil.clean")
    return site.by_git("diff")


def merge_driver(site: Site) -> Trip:
    site.git("checkout", "-q", "--", ".")
    for branch, text in (("left", "1"), ("right", "2")):
        site.git("checkout", "-q", "-b", branch, "main")
        site.write("README.md", text)
        site.commit(branch)
    site.set("merge.evil.driver")
    site.attribute("merge=evil")

    def trip() -> bool:
        site.git("merge", "left", check=False)
        site.git("merge", "--abort", check=False)
        return site.has_sprung()

    return trip


def pager(site: Site) -> Trip:
    site.set("core.pager")
    return site.by_git_at_a_terminal("log")


def pager_of_one_command(site: Site) -> Trip:
    site.set("pager.rev-list")
    return site.by_git_at_a_terminal("rev-list", "HEAD")


def editor(site: Site) -> Trip:
    site.set("core.editor")
    return site.by_git("commit", "--allow-empty", TERM="xterm")


def sequence_editor(site: Site) -> Trip:
    site.git("checkout", "-q", "--", ".")
    site.set("sequence.editor")
    return site.by_git("rebase", "-i", "HEAD~1", TERM="xterm")


def ask_pass(site: Site) -> Trip:
    site.set("core.askPass")
    return site.by_git("credential", "fill", stdin="protocol=https\nhost=example.org\n\n")


def credential_helper(site: Site) -> Trip:
    site.set("credential.helper")
    return site.by_git(
        "credential", "fill", stdin="protocol=https\nhost=example.org\n\n", GIT_TERMINAL_PROMPT="0"
    )


def alias(site: Site) -> Trip:
    for name in ("st", "rev-liste", "where"):
        site.set(f"alias.{name}", f"!{site.trap}")
    return site.by_git("st")


def _signed(site: Site, kind: str) -> None:
    text = site.git("cat-file", "commit", "HEAD")
    head, _, rest = text.partition("\n\n")
    block = f"gpgsig -----BEGIN {kind} SIGNATURE-----\n \n AAAA\n -----END {kind} SIGNATURE-----"
    forged = site.git("hash-object", "-t", "commit", "-w", "--stdin", stdin=f"{head}\n{block}\n\n{rest}\n")
    site.git("update-ref", "refs/heads/main", forged)


def signature_program(site: Site) -> Trip:
    _signed(site, "PGP")
    site.set("gpg.program")
    site.set("log.showSignature", "true")
    return site.by_git("log", "-1")


def ssh_signature_program(site: Site) -> Trip:
    _signed(site, "SSH")
    site.set("gpg.ssh.program")
    site.set("gpg.ssh.allowedSignersFile", "/dev/null")
    site.set("log.showSignature", "true")
    return site.by_git("log", "-1")


def signature_in_a_format(site: Site) -> Trip:
    _signed(site, "PGP")
    site.set("gpg.program")
    site.set("format.pretty", "%GG")
    return site.by_git("log", "-1")


def _promisor(site: Site, url: str) -> None:
    site.set("core.repositoryFormatVersion", "1")
    site.set("extensions.partialClone", "origin")
    site.set("remote.origin.promisor", "true")
    site.set("remote.origin.url", url)


def lazy_fetch_from_a_folder(site: Site) -> Trip:
    _promisor(site, str(site.root))
    site.set("remote.origin.uploadpack")
    site.set("protocol.file.allow", "always")
    return site.by_git("cat-file", "-p", MISSING)


def lazy_fetch_by_ssh(site: Site) -> Trip:
    _promisor(site, "ssh://localhost/x")
    site.set("core.sshCommand")
    site.set("protocol.ssh.allow", "always")
    return site.by_git("cat-file", "-p", MISSING)


def lazy_fetch_by_a_command(site: Site) -> Trip:
    _promisor(site, f"ext::{site.trap}")
    site.set("protocol.ext.allow", "always")
    return site.by_git("cat-file", "-p", MISSING)


def lazy_fetch_of_a_text_in_the_past(site: Site) -> Trip:
    """The texts of a renamed file are missing, so that telling how alike they are would fetch them."""
    text = "".join(f"line {number}\n" for number in range(50))
    site.write("old.py", text)
    site.commit("Old")
    lost = site.git("rev-parse", "HEAD:old.py")
    (site.root / "old.py").unlink()
    site.write("new.py", f"{text}more\n")
    site.commit("New")
    (site.root / ".git/objects" / lost[:2] / lost[2:]).unlink()
    lazy_fetch_from_a_folder(site)
    return site.by_git("log", "-M", "--name-status", "-1")


def lazy_fetch_for_a_branch(site: Site) -> Trip:
    lazy_fetch_from_a_folder(site)
    (site.root / ".git/refs/heads/lost").write_text(f"{MISSING}\n")
    return site.by_git("rev-parse", "--verify", "lost^{commit}")


def address_rewritten_to_a_command(site: Site) -> Trip:
    site.set(f"url.ext::{site.trap} .insteadOf", "https://example.org/")
    site.set("protocol.ext.allow", "always")
    site.set("remote.origin.url", "https://example.org/x")
    return site.by_git("ls-remote", "origin")


def proxy_program(site: Site) -> Trip:
    site.set("core.gitProxy")
    return site.by_git("ls-remote", "git://localhost/x")


def alternate_references(site: Site) -> Trip:
    other = site.folder / "other"
    site.git("clone", "-q", "--bare", str(site.root), str(other))
    (site.root / ".git/objects/info").mkdir(exist_ok=True)
    (site.root / ".git/objects/info/alternates").write_text(f"{other}/objects\n")
    site.set("core.alternateRefsCommand")
    return site.by_git("fetch", str(other), "main")


def trailer_command(site: Site) -> Trip:
    site.set("trailer.evil.key", "Evil")
    site.set("trailer.evil.command")
    return site.by_git("interpret-trailers", stdin="subject\n")


def interactive_filter(site: Site) -> Trip:
    site.set("interactive.diffFilter")
    return site.by_git_at_a_terminal("add", "-p")


def submodule_update(site: Site) -> Trip:
    site.write(".gitmodules", '[submodule "lib"]\n\tpath = lib\n\turl = ./lib\n')
    (site.root / "lib").mkdir()
    head = site.git("rev-parse", "HEAD")
    site.git("update-index", "--add", "--cacheinfo", f"160000,{head},lib")
    site.git("commit", "-q", "-m", "Submodule")
    site.set("submodule.lib.url", str(site.root))
    site.set("submodule.lib.update", f"!{site.trap}")
    return site.by_git("-c", "protocol.file.allow=always", "submodule", "update")


def settings_of_a_submodule(site: Site) -> Trip:
    site.git("-c", "protocol.file.allow=always", "submodule", "add", "-q", str(site.root), "lib")
    site.commit("Submodule")
    site.git("-C", "lib", "config", "core.fsmonitor", str(site.trap))
    return site.by_git("status")


def blame_list_outside(site: Site) -> Trip:
    site.set("blame.ignoreRevsFile", str(site.outside / "secret.txt"))
    return site.by_telling(lambda: site.git("blame", "src/app.py", check=False))


def mailmap_outside(site: Site) -> Trip:
    (site.outside / "people").write_text(f"{SECRET} <ann@example.org>\n")
    site.set("mailmap.file", str(site.outside / "people"))
    return site.by_telling(lambda: site.git("log", "-1"))


def mailmap_in_the_files(site: Site) -> Trip:
    site.write(".mailmap", f"{FORGED} <ann@example.org>\n")
    site.forbidden.append(FORGED)
    return site.by_telling(lambda: site.git("log", "-1"), FORGED)


def order_file_outside(site: Site) -> Trip:
    site.set("diff.orderFile", str(site.outside / "nothing-there"))
    return site.by_telling(lambda: site.git("diff", check=False), "read orderfile")


def replaced_commit(site: Site) -> Trip:
    text = site.git("cat-file", "commit", "HEAD").replace("Fetch all of them", FORGED)
    forged = site.git("hash-object", "-t", "commit", "-w", "--stdin", stdin=f"{text}\n")
    site.git("replace", "HEAD", forged)
    site.forbidden.append(FORGED)
    return site.by_telling(lambda: site.git("log", "-1"), FORGED)


def grafted_commit(site: Site) -> Trip:
    site.git("checkout", "-q", "--orphan", "other")
    site.commit(FORGED)
    forged = site.git("rev-parse", "HEAD")
    site.git("checkout", "-q", "-f", "main")
    site.git("branch", "-q", "-D", "other")
    (site.root / ".git/info").mkdir(exist_ok=True)
    (site.root / ".git/info/grafts").write_text(f"{site.git('rev-parse', 'HEAD')} {forged}\n")
    site.forbidden.append(FORGED)
    return site.by_telling(lambda: site.git("log", check=False), FORGED)


def notes_on_a_commit(site: Site) -> Trip:
    site.git("notes", "add", "-m", FORGED)
    site.forbidden.append(FORGED)
    return site.by_telling(lambda: site.git("log", "-1"), FORGED)


def driver_that_cannot_be_named(site: Site) -> Trip:
    """`-c` splits at the first `=`, so this one can only be met by refusing the repository."""
    with (site.root / ".git/config").open("a") as file:
        file.write(f'[filter "a=b"]\n\tclean = {site.trap}\n')
    site.attribute("filter=a=b")
    return site.by_git("diff")
