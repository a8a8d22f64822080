"""Signatures by ssh keys: what turns an approval from "somebody attended a terminal" into proof of a key.

All of it is `ssh-keygen -Y` under a namespace of our own: a signature made for git or for a file never counts
here, and ours never counts there.
"""

from __future__ import annotations

import base64
import functools
import os
import re
import subprocess
import tempfile
from collections import Counter
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING

from groundplan.git.command import find_program
from groundplan.plan.errors import Unavailable
from groundplan.plan.late_regex import late_regex

if TYPE_CHECKING:
    from collections.abc import Mapping

NAMESPACE = "groundplan"
_MAGIC = b"SSHSIG\0\0\0\1"
_ARMOUR = late_regex(
    r"-----BEGIN SSH SIGNATURE-----\n([A-Za-z0-9+/=\n]*)\n-----END SSH SIGNATURE-----", re.ASCII
)
KEY_VARIABLE = "GROUNDPLAN_SIGNING_KEY"
_SIGN_SECONDS = 120.0  # a person looks for their security key
_VERIFY_SECONDS = 10.0
_LONGEST_SIGNATURE = 64 * 1024
# One signature costs a few processes: lines of its key, and names on each, that are tried.
_MOST_LINES, _MOST_PRINCIPALS = 3, 3
# Signatures that proved nothing: after so many, the rest of a ledger, or of all, is not worth a process each.
MOST_REJECTED, MOST_OF_ALL = 200, 1_000
_rejected: Counter[str] = Counter()
# Keys that want a touch come first: they prove that a person was there, not only that a file was readable.
_USUAL_KEYS = ("id_ed25519_sk", "id_ecdsa_sk", "id_ed25519", "id_ecdsa", "id_rsa")
_LITERALS = ("key::", "ssh-", "sk-", "ecdsa-")
_INSTALL = "Install OpenSSH 8.2 or newer: https://www.openssh.com/"


def sign(payload: bytes, key: Path, *, outside: Path | None = None) -> str:
    """Return the armoured signature of the payload; a passphrase or a touch is asked for at the terminal."""
    place = key.expanduser().absolute()
    if not place.is_file():
        raise Unavailable(
            f"The signing key `{key}` is not there",
            hint=f"Make one: `ssh-keygen -t ed25519-sk -f {quote(str(place))}`",
        )
    # ssh-keygen asks for the touch on its standard error, and only if that is a terminal
    speaks_to_person = os.isatty(2)
    with tempfile.TemporaryDirectory(prefix="groundplan-") as folder:
        text = Path(folder, "payload")
        text.write_bytes(payload)
        argv = [_program(outside), "-q", "-Y", "sign", "-n", NAMESPACE, "-f", str(place), str(text)]
        try:
            done = subprocess.run(
                argv,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=None if speaks_to_person else subprocess.PIPE,
                timeout=_SIGN_SECONDS,
                check=False,
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            raise _no_signature(place, str(error)) from error
        made = Path(folder, "payload.sig")
        if done.returncode != 0 or not made.is_file():
            raise _no_signature(place, os.fsdecode(done.stderr or b""))
        return made.read_text(encoding="ascii")


@functools.lru_cache(maxsize=4096)  # one command reads a ledger several times
def verify(
    payload: bytes, signature: str, allowed_signers: bytes, *, outside: Path | None = None, ledger: str = ""
) -> str | None:
    """Return the allowed signer who signed exactly this payload for groundplan, or None."""
    listings = _listings(allowed_signers, _key_of(signature))
    if not listings or is_given_up(ledger):
        return None
    program = _program(outside)
    for listed in listings:
        for principal in _principals(program, signature, listed)[:_MOST_PRINCIPALS]:
            words = ["verify", "-n", NAMESPACE, "-I", principal]
            if _ask_about(program, words, (signature, listed), payload) is not None:
                return principal
    _rejected[ledger] += 1
    return None


def is_given_up(ledger: str) -> bool:
    """Tell whether so many signatures proved nothing that no more of a ledger are looked at."""
    return _rejected[ledger] >= MOST_REJECTED or _rejected.total() >= MOST_OF_ALL


def _key_of(signature: str) -> bytes:
    """Return the public key that a signature names as its own, as signers are listed; empty: it is none."""
    if not signature.isascii() or not 0 < len(signature) <= _LONGEST_SIGNATURE:
        return b""
    armour = _ARMOUR.fullmatch(signature.strip())
    try:
        blob = base64.b64decode(armour[1]) if armour else b""
    except ValueError:
        return b""
    size = int.from_bytes(blob[len(_MAGIC) : len(_MAGIC) + 4])
    key = blob[len(_MAGIC) + 4 :][:size]
    return base64.b64encode(key) if blob.startswith(_MAGIC) and len(key) == size else b""


@functools.lru_cache(maxsize=4096)  # a signature that was copied to many entries is looked up once
def _principals(program: str, signature: str, listed: bytes) -> tuple[str, ...]:
    """Return the names that a listing has for the key of a signature."""
    found = _ask_about(program, ["find-principals"], (signature, listed), b"")
    return tuple(filter(_is_name, (found or "").splitlines()))


def _ask_about(program: str, words: list[str], held: tuple[str, bytes], payload: bytes) -> str | None:
    """Ask ssh-keygen about a signature and a listing of signers, which it wants as files."""
    with tempfile.TemporaryDirectory(prefix="groundplan-") as folder:
        proof, signers = Path(folder, "signature"), Path(folder, "allowed_signers")
        proof.write_text(held[0], encoding="ascii", newline="")
        signers.write_bytes(held[1])
        return _ask(program, ["-Y", *words, "-s", str(proof), "-f", str(signers)], payload)


def default_key(environ: Mapping[str, str], configured: str = "") -> Path:
    """Return the key to sign with: our variable's, git's `user.signingkey`, or a usual one in `~/.ssh`."""
    home = Path(environ.get("HOME") or environ.get("USERPROFILE") or Path.home())
    named = environ.get(KEY_VARIABLE, "")
    if named:
        return _expand(named, home)
    if configured.startswith(_LITERALS):
        return _file_of(configured.removeprefix("key::"), home)
    if configured and _expand(configured, home).is_file():  # else it is the name of a key for gpg
        return _expand(configured, home)
    for name in _USUAL_KEYS:
        for place in (home / ".ssh" / name, home / ".ssh" / f"{name}.pub"):
            if place.is_file():
                return place
    raise Unavailable(
        "There is no ssh key to sign with",
        hint=f"Make one: `ssh-keygen -t ed25519-sk`, or name one: `{KEY_VARIABLE}=<path>`",
    )


def _listings(allowed_signers: bytes, key: bytes) -> tuple[bytes, ...]:
    """Return the lines of a key, each alone, as `find-principals` stops at the first one.

    A certificate is of no listed key: where the file has an authority, it is asked as a whole.
    """
    lines = [
        line for line in allowed_signers.splitlines() if line.strip() and not line.lstrip().startswith(b"#")
    ]
    own = tuple(line + b"\n" for line in lines if key and key in line.split())
    if not own and key and any(b"cert-authority" in line for line in lines):
        return (allowed_signers,)
    return own[:_MOST_LINES]


def _is_name(principal: str) -> bool:
    """Tell whether this names one signer: a pattern names nobody in particular."""
    return principal.isprintable() and principal[:1] not in {"", "-", "!"} and not set(principal) & set("*?,")


def _ask(program: str, words: list[str], payload: bytes) -> str | None:
    """Return what ssh-keygen said, or None when it said no."""
    # nothing of the caller's environment plays a part in whether a signature is good
    environ = {name: os.environ[name] for name in ("PATH", "SYSTEMROOT") if name in os.environ} | {
        "LC_ALL": "C"
    }
    try:
        done = subprocess.run(
            [program, *words],
            input=payload,
            capture_output=True,
            timeout=_VERIFY_SECONDS,
            env=environ,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise Unavailable(f"`ssh-keygen` does not answer: {error}", hint=_INSTALL) from error
    if (
        b"unknown option" in done.stderr
        or b"illegal option" in done.stderr
        or b"Unsupported operation" in done.stderr
    ):
        raise Unavailable("This `ssh-keygen` is too old to check signatures", hint=_INSTALL)
    return done.stdout.decode("utf-8", "replace") if done.returncode == 0 else None


def _program(outside: Path | None) -> str:
    found = find_program("ssh-keygen", os.environ, outside=outside)
    if found is None:
        raise Unavailable("The program `ssh-keygen` is not on PATH", hint=_INSTALL)
    return str(found)


def _no_signature(key: Path, complaint: str) -> Unavailable:
    said = "".join(letter for letter in complaint.strip().rpartition("\n")[2] if letter.isprintable())
    return Unavailable(
        f"`ssh-keygen` made no signature with `{key}`" + (f": {said}" if said else ""),
        hint="Try the key: `ssh-keygen -y -f <key>`; for one in an agent: `ssh-add -l`",
    )


def _expand(text: str, home: Path) -> Path:
    return home / text[2:] if text.startswith("~/") else Path(text)


def _file_of(literal: str, home: Path) -> Path:
    """Return the public key file that holds a key git knows by its text."""
    wanted = literal.split()[1:2]
    for place in sorted((home / ".ssh").glob("*.pub")):
        if wanted and place.read_text(encoding="utf-8", errors="replace").split()[1:2] == wanted:
            return place
    raise Unavailable(
        "git knows the signing key by its text, and no file in `~/.ssh` holds it",
        hint=f"Write it into a file and name that: `{KEY_VARIABLE}=<path>`",
    )
