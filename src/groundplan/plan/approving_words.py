"""Which words can approve: a playbook comes with the repository, and makes no "no" of a reader's a "yes"."""

from __future__ import annotations

import unicodedata

from groundplan.plan.unseen import is_unseen

_SHORTEST = 2  # letters: with a single key people leave or refuse, in most programs
# What people type to say no, to leave, to wait or to have something else, in languages that they do it in.
_NOES = frozenset(
    (  # noqa: SIM905  (a page of quotes would hide the words)
        "n no nop nope nah nay never not none nothing negative dont don't cannot can't wont "
        "won't non nein nicht nee nej ne nie nei não nao niet nu nem ei ingen hayır hayir όχι "
        "oxi нет не ні いいえ いや だめ 否 不 不是 不要 아니 아니요 नहीं لا q quit quitter exit bye leave end "
        "stop halt abort cancel canceled cancelled cancelar annuler abbrechen close back esc "
        "escape kill skip pass later wait hold pause postpone defer help reject rejected "
        "refuse refused decline declined deny denied disagree disagreed disapprove "
        "disapproved disapproval unapprove unapproved object veto revoke withdraw undo redo "
        "revert revise revision change changes edit all"
    ).split()
)


def may_approve(word: str, *, is_name: bool = False) -> bool:
    """Tell whether a word can mean yes: none that says no or leaves, and none of a single key.

    A checkpoint's own id or name may be short, or begin with any word: the reader is asked to type it.
    """
    parts = _words(word)
    if not parts or not all(map(_is_typed, word)):
        return False
    if is_name:
        return not all(part in _NOES for part in parts)
    return parts[0] not in _NOES and sum(map(len, parts)) >= _SHORTEST


def _words(text: str) -> list[str]:
    plain = unicodedata.normalize("NFKC", text).casefold().replace("’", "'")
    return "".join(each if each == "'" or _is_letter(each) else " " for each in plain).split()


def _is_letter(letter: str) -> bool:
    return unicodedata.category(letter)[0] in "LNM" and _is_seen(letter)


def _is_typed(letter: str) -> bool:
    return letter == " " or (unicodedata.category(letter)[0] in "LNMPS" and _is_seen(letter))


def _is_seen(letter: str) -> bool:
    return letter != "\ufe0f" and not is_unseen(letter)
