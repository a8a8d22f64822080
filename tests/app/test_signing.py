"""Signatures with real keys made by the real ssh-keygen."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from groundplan.app.plans import signing
from groundplan.app.plans.signing import KEY_VARIABLE, NAMESPACE, default_key, sign, verify
from groundplan.plan.errors import Unavailable

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = pytest.mark.skipif(
    shutil.which("ssh-keygen") is None,
    reason="`ssh-keygen` (OpenSSH) is not installed, so no key can be made",
)

PAYLOAD = b'{"checkpoint":"design","kind":"approval"}'
SOURCE = Path(__file__).parents[2] / "src"


@pytest.fixture(autouse=True)
def nothing_remembered() -> None:
    signing.verify.cache_clear()
    signing._principals.cache_clear()
    signing._rejected.clear()


@pytest.fixture(scope="session")
def keys(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("keys")
    for name, passphrase in (("ann", ""), ("ben", ""), ("locked", "secret")):
        argv = ["ssh-keygen", "-q", "-t", "ed25519", "-N", passphrase, "-C", name, "-f", str(folder / name)]
        subprocess.run(argv, check=True)
    return folder


def _line(key: Path, principal: str = "ann@example.org", options: str = "") -> bytes:
    kind, text, *_ = key.with_suffix(".pub").read_text().split()
    return f"{principal} {options + ' ' if options else ''}{kind} {text}\n".encode()


def _sign_elsewhere(key: Path, namespace: str, folder: Path) -> str:
    (folder / "text").write_bytes(PAYLOAD)
    argv = ["ssh-keygen", "-q", "-Y", "sign", "-n", namespace, "-f", str(key), str(folder / "text")]
    subprocess.run(argv, check=True)
    return (folder / "text.sig").read_text()


def test_what_a_listed_key_signed_is_theirs(keys: Path) -> None:
    signature = sign(PAYLOAD, keys / "ann")
    assert signature.startswith("-----BEGIN SSH SIGNATURE-----")
    assert verify(PAYLOAD, signature, _line(keys / "ann")) == "ann@example.org"


def test_payload_bytes_of_any_kind_are_signed(keys: Path) -> None:
    for payload in (b"", b"\0\xff\r\n", b"x" * 1_000_000):
        assert verify(payload, sign(payload, keys / "ann"), _line(keys / "ann")) == "ann@example.org"


def test_one_changed_byte_makes_the_signature_worthless(keys: Path) -> None:
    signature = sign(PAYLOAD, keys / "ann")
    for tampered in (PAYLOAD + b" ", PAYLOAD[:-1], PAYLOAD.replace(b"design", b"Design"), b""):
        assert verify(tampered, signature, _line(keys / "ann")) is None


def test_another_key_is_not_the_listed_one(keys: Path) -> None:
    assert verify(PAYLOAD, sign(PAYLOAD, keys / "ben"), _line(keys / "ann")) is None


def test_a_key_signs_under_its_own_name_only(keys: Path) -> None:
    signers = _line(keys / "ann") + _line(keys / "ben", "ben@example.org")
    assert verify(PAYLOAD, sign(PAYLOAD, keys / "ben"), signers) == "ben@example.org"


@pytest.mark.parametrize("namespace", ["git", "file", "groundplan2"])
def test_a_signature_made_for_something_else_does_not_count(
    keys: Path, tmp_path: Path, namespace: str
) -> None:
    signature = _sign_elsewhere(keys / "ann", namespace, tmp_path)
    assert verify(PAYLOAD, signature, _line(keys / "ann")) is None
    (tmp_path / "text.sig").unlink()
    assert verify(PAYLOAD, _sign_elsewhere(keys / "ann", NAMESPACE, tmp_path), _line(keys / "ann"))


@pytest.mark.parametrize(
    ("options", "is_good"),
    [
        ('namespaces="groundplan"', True),
        ('namespaces="git,groundplan"', True),
        ('valid-after="20200101Z",namespaces="groundplan"', True),
        ('valid-before="20991231Z"', True),
        ('namespaces="git"', False),
        ('namespaces="git,file"', False),
        ('valid-before="20200101"', False),
        ('valid-after="20991231"', False),
        ('valid-before="20200101",namespaces="groundplan"', False),
        ("cert-authority", False),
    ],
)
def test_the_options_of_a_signer_hold(keys: Path, options: str, is_good: bool) -> None:  # noqa: FBT001
    signers = b"# who may approve\n\n" + _line(keys / "ann", options=options)
    expected = "ann@example.org" if is_good else None
    assert verify(PAYLOAD, sign(PAYLOAD, keys / "ann"), signers) == expected


def test_a_key_listed_twice_counts_where_it_is_allowed(keys: Path) -> None:
    elsewhere = _line(keys / "ann", "bot@example.org", 'namespaces="git"')
    here = _line(keys / "ann", "ann@example.org", 'namespaces="groundplan"')
    signature = sign(PAYLOAD, keys / "ann")
    assert verify(PAYLOAD, signature, elsewhere + here) == "ann@example.org"
    assert verify(PAYLOAD, signature, here + elsewhere) == "ann@example.org"
    assert verify(PAYLOAD, signature, elsewhere + elsewhere) is None


def test_several_names_of_one_key_give_the_first(keys: Path) -> None:
    signers = _line(keys / "ann", "ann@example.org,ann@example.net")
    assert verify(PAYLOAD, sign(PAYLOAD, keys / "ann"), signers) == "ann@example.org"


@pytest.mark.parametrize("principal", ["*", "*@example.org", "?nn", "!ann", "-Oprint-pubkey"])
def test_a_pattern_names_nobody(keys: Path, principal: str) -> None:
    assert verify(PAYLOAD, sign(PAYLOAD, keys / "ann"), _line(keys / "ann", principal)) is None


@pytest.mark.parametrize("signers", [b"", b"\n \n", b"# nobody yet\n", b"garbage", b"\0\xff" * 100])
def test_without_allowed_signers_nobody_signed(keys: Path, signers: bytes) -> None:
    assert verify(PAYLOAD, sign(PAYLOAD, keys / "ann"), signers) is None


@pytest.mark.parametrize(
    "signature",
    [
        "",
        "garbage",
        "-----BEGIN SSH SIGNATURE-----\n-----END SSH SIGNATURE-----\n",
        "-----BEGIN SSH SIGNATURE-----\nAAAA\n-----END SSH SIGNATURE-----\n",
        "\u202e",
        "\udcff",
        "x" * 100_000,
        "-n\nfile",
    ],
)
def test_garbage_is_no_signature(keys: Path, signature: str) -> None:
    assert verify(PAYLOAD, signature, _line(keys / "ann")) is None


def test_a_cut_or_flipped_signature_is_none(keys: Path) -> None:
    signature = sign(PAYLOAD, keys / "ann")
    middle = len(signature) // 2
    flipped = signature[:middle] + ("A" if signature[middle] != "A" else "B") + signature[middle + 1 :]
    for bad in (signature[:middle], flipped, signature.replace("SSH", "PGP")):
        assert verify(PAYLOAD, bad, _line(keys / "ann")) is None


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """Return what ssh-keygen is asked from now on."""
    words_of: list[list[str]] = []
    real = signing._ask

    def noting(program: str, words: list[str], payload: bytes) -> str | None:
        words_of.append(words)
        return real(program, words, payload)

    monkeypatch.setattr(signing, "_ask", noting)
    return words_of


def test_a_key_that_nobody_listed_costs_no_process(keys: Path, asked: list[list[str]]) -> None:
    signature = sign(PAYLOAD, keys / "ben")
    for bad in (signature, "garbage", signature.replace("SSH", "PGP"), signature[:80]):
        assert verify(PAYLOAD, bad, _line(keys / "ann") * 50) is None
    assert asked == []


def test_signatures_that_prove_nothing_cost_little_whatever_is_listed(
    keys: Path, asked: list[list[str]]
) -> None:
    signers = b"".join(_line(keys / "ann", f"ann{n}@example.org") for n in range(100))
    signature = sign(b"something else", keys / "ann")
    assert verify(PAYLOAD, signature, signers) is None
    assert len(asked) <= 12


@pytest.fixture
def agent(keys: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Run a real agent that holds Ben's key, and give the public half alone."""
    if shutil.which("ssh-agent") is None or shutil.which("ssh-add") is None:
        pytest.skip("`ssh-agent` is not installed")
    socket = tmp_path / "agent"
    with subprocess.Popen(["ssh-agent", "-D", "-a", str(socket)], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        process.stdout.readline()
        monkeypatch.setenv("SSH_AUTH_SOCK", str(socket))
        subprocess.run(["ssh-add", "-q", str(keys / "ben")], check=True, capture_output=True)
        public = tmp_path / "only.pub"
        shutil.copy(keys / "ben.pub", public)
        yield public
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=10)


def test_a_key_held_by_an_agent_signs_by_its_public_half(agent: Path) -> None:
    signature = sign(PAYLOAD, agent)
    assert verify(PAYLOAD, signature, _line(agent, "ben@example.org")) == "ben@example.org"


def test_a_public_key_that_nobody_holds_cannot_sign(
    keys: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SSH_AUTH_SOCK", raising=False)
    shutil.copy(keys / "ann.pub", tmp_path / "only.pub")
    with pytest.raises(Unavailable, match="made no signature") as caught:
        sign(PAYLOAD, tmp_path / "only.pub")
    assert os.isatty(2) or "No private key found" in str(caught.value)
    assert "ssh-add" in caught.value.hint


def test_a_locked_key_without_a_terminal_fails_at_once(keys: Path) -> None:
    code = (
        "import sys\nfrom pathlib import Path\nfrom groundplan.app.plans.signing import sign\n"
        "from groundplan.plan.errors import Unavailable\n"
        "try:\n    sign(b'x', Path(sys.argv[1]))\nexcept Unavailable as error:\n    print(error)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(keys / "locked")],
        env=os.environ | {"PYTHONPATH": str(SOURCE), "SSH_ASKPASS": "", "DISPLAY": ""},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        start_new_session=True,
        timeout=30,
        check=True,
    )
    assert "made no signature" in done.stdout, done


def _sign_at_a_terminal(key: Path, into: Path, cue: bytes, typed: bytes) -> bytes:
    """Sign in a process with a terminal of its own, type something at the cue, and return what was shown."""
    code = (
        "import fcntl, sys, termios\nfrom pathlib import Path\n"
        "from groundplan.app.plans.signing import sign\n"
        "fcntl.ioctl(0, termios.TIOCSCTTY, 0)\n"
        "Path(sys.argv[2]).write_text(sign(b'x', Path(sys.argv[1])))"
    )
    master, slave = os.openpty()
    argv = [sys.executable, "-c", code, str(key), str(into)]
    environ = os.environ | {"PYTHONPATH": str(SOURCE)}
    ends = {"stdin": slave, "stdout": slave, "stderr": slave}
    with subprocess.Popen(argv, env=environ, start_new_session=True, **ends) as process:
        os.close(slave)
        shown = b""
        while cue not in shown:
            chunk = os.read(master, 1024)
            assert chunk, shown
            shown += chunk
        os.write(master, typed)
        assert process.wait(20) == 0
    os.close(master)
    return shown


@pytest.mark.skipif(os.name == "nt", reason="terminals of this kind exist on Linux and macOS")
def test_the_passphrase_is_asked_for_at_the_persons_terminal(keys: Path, tmp_path: Path) -> None:
    _sign_at_a_terminal(keys / "locked", tmp_path / "signature", b"passphrase", b"secret\n")
    signature = (tmp_path / "signature").read_text()
    assert verify(b"x", signature, _line(keys / "locked")) == "ann@example.org"


@pytest.mark.skipif(os.name == "nt", reason="terminals of this kind exist on Linux and macOS")
def test_the_touch_is_asked_for_at_the_persons_terminal(
    keys: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = shutil.which("ssh-keygen")  # which asks for a touch only if its standard error is a terminal
    _fake(tmp_path, monkeypatch, f'[ -t 2 ] && echo "Confirm user presence" >&2; exec {real} "$@"')
    _sign_at_a_terminal(keys / "ann", tmp_path / "signature", b"Confirm user presence", b"")


@pytest.mark.parametrize("body", ["exit 0", 'for last; do :; done; echo x > "$last.sig"; exit 1'])
def test_a_failed_signing_gives_no_signature(
    keys: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, body: str
) -> None:
    _fake(tmp_path, monkeypatch, body)
    with pytest.raises(Unavailable, match="made no signature"):
        sign(PAYLOAD, keys / "ann")


def test_the_callers_environment_has_no_say_in_whether_a_signature_is_good(
    keys: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    signature = sign(PAYLOAD, keys / "ann")
    real = shutil.which("ssh-keygen")
    _fake(tmp_path, monkeypatch, f'env >> "{tmp_path}/log"; exec {real} "$@"')
    monkeypatch.setenv("TZ", "Etc/GMT+12")  # `valid-before` is read in local time
    assert verify(PAYLOAD, signature, _line(keys / "ann")) == "ann@example.org"
    names = {line.partition("=")[0] for line in (tmp_path / "log").read_text().splitlines()}
    assert "PATH" in names
    assert not names & {"TZ", "HOME", "SSH_AUTH_SOCK"}


def test_a_key_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(Unavailable, match="is not there") as caught:
        sign(PAYLOAD, tmp_path / "gone")
    assert "ssh-keygen -t ed25519-sk" in caught.value.hint


def test_without_ssh_keygen_the_program_is_named(
    keys: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    signature = sign(PAYLOAD, keys / "ann")
    monkeypatch.setenv("PATH", str(tmp_path))
    for ask in (lambda: sign(PAYLOAD, keys / "ann"), lambda: verify(PAYLOAD, signature, _line(keys / "ann"))):
        with pytest.raises(Unavailable, match="`ssh-keygen` is not on PATH") as caught:
            ask()
        assert "Install OpenSSH" in caught.value.hint


def test_an_ssh_keygen_without_signatures_is_named(
    keys: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    signature = sign(PAYLOAD, keys / "ann")
    _fake(tmp_path, monkeypatch, "echo 'ssh-keygen: unknown option -- Y' >&2; exit 1")
    with pytest.raises(Unavailable, match="too old"):
        verify(PAYLOAD, signature, _line(keys / "ann"))


def test_an_ssh_keygen_of_the_repository_decides_nothing(
    keys: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    forged = sign(b"something else", keys / "ann")
    _fake(tmp_path, monkeypatch, "echo ann@example.org")
    assert (
        verify(PAYLOAD, forged, _line(keys / "ann")) == "ann@example.org"
    )  # what a planted program would say
    assert verify(PAYLOAD, forged, _line(keys / "ann"), outside=tmp_path) is None


def test_neither_payload_nor_signature_stands_on_a_command_line(
    keys: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = shutil.which("ssh-keygen")
    log = tmp_path / "log"
    _fake(tmp_path, monkeypatch, f'echo "$@" >> "{log}"; env >> "{log}"; exec {real} "$@"')
    secret = b"the-words-of-the-plan"
    signature = sign(secret, keys / "ann")
    assert verify(secret, signature, _line(keys / "ann")) == "ann@example.org"
    seen = log.read_text()
    assert "find-principals" in seen
    assert secret.decode() not in seen
    assert signature.splitlines()[1][:20] not in seen


def test_the_files_in_between_are_private_and_gone_afterwards(
    keys: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = shutil.which("ssh-keygen")
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(temporary))
    _fake(tmp_path, monkeypatch, f'ls -l "{temporary}" >> "{tmp_path}/log"; exec {real} "$@"')
    assert verify(PAYLOAD, sign(PAYLOAD, keys / "ann"), _line(keys / "ann"))
    modes = {line.split()[0] for line in (tmp_path / "log").read_text().splitlines() if "groundplan-" in line}
    assert {mode[:10] for mode in modes} == {"drwx------"}
    assert list(temporary.iterdir()) == []


def test_our_variable_names_the_key_before_git_does(tmp_path: Path) -> None:
    environ = {"HOME": str(tmp_path), KEY_VARIABLE: "~/keys/mine"}
    assert default_key(environ, str(tmp_path / "other")) == tmp_path / "keys/mine"


def test_the_key_git_signs_with_is_taken(keys: Path, tmp_path: Path) -> None:
    (tmp_path / ".ssh").mkdir()
    shutil.copy(keys / "ann.pub", tmp_path / ".ssh/work.pub")
    environ = {"HOME": str(tmp_path)}
    text = (keys / "ann.pub").read_text()
    for configured in ("~/.ssh/work.pub", str(tmp_path / ".ssh/work.pub"), text, f"key::{text}"):
        assert default_key(environ, configured) == tmp_path / ".ssh/work.pub"


def test_a_key_that_git_knows_by_text_only_must_be_named(tmp_path: Path) -> None:
    with pytest.raises(Unavailable, match="no file in") as caught:
        default_key({"HOME": str(tmp_path)}, "ssh-ed25519 AAAA")
    assert KEY_VARIABLE in caught.value.hint


def test_a_key_that_wants_a_touch_is_preferred(tmp_path: Path) -> None:
    (tmp_path / ".ssh").mkdir()
    for name in ("id_rsa", "id_ed25519", "id_ed25519_sk"):
        (tmp_path / ".ssh" / name).touch()
    environ = {"HOME": str(tmp_path)}
    assert default_key(environ).name == "id_ed25519_sk"
    assert default_key(environ, "3AA5C34371567BD2").name == "id_ed25519_sk"  # git signs by gpg here
    (tmp_path / ".ssh/id_ed25519_sk").unlink()
    assert default_key(environ).name == "id_ed25519"


def test_without_any_key_the_way_to_one_is_shown(tmp_path: Path) -> None:
    with pytest.raises(Unavailable, match="no ssh key to sign with") as caught:
        default_key({"HOME": str(tmp_path)})
    assert "ssh-keygen -t ed25519-sk" in caught.value.hint


def _fake(folder: Path, monkeypatch: pytest.MonkeyPatch, body: str) -> None:
    (folder / "bin").mkdir()
    program = folder / "bin/ssh-keygen"
    program.write_text(f"#!/bin/sh\n{body}\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}/bin{os.pathsep}{os.environ['PATH']}")
