"""Tells English from other languages by its small words, because wording rules know English alone."""

from __future__ import annotations

import functools

from groundplan.plan.late_regex import late_regex

_WORD = late_regex(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
_LETTER = late_regex(r"[^\W\d_]")
_PLAIN_LETTER = late_regex(r"[A-Za-z]")
_SEEN = 10_000  # characters: a section's start tells its language
_ENOUGH_WORDS = 20  # below this a share of small words says little


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_ENGLISH = _words("""
    a about after all also an and any are as at be because been before but by can does each every for
    from had has have how if in instead into is it its may must no not of on only or our out over same
    shall should so such than that the their then there these they this those to up use used uses using
    via was we were what when where which while who why will with without would you your
""")
# Small words of languages written in Latin letters that English does not share.
_GERMANIC = _words("""
    aber als auch auf aus bei bis das dass dem den der des die durch ein eine einem einen einer eines
    für gegen haben ihre ist kann keine mit nach nicht noch nur oder ohne sein sich sie sind über und
    unter vom von vor welche wenn werden wie wird wurde zu zum zur zwischen aan bij deze dit een geen
    het maar met naar niet ook om onder uit van voor wordt worden zijn att av det eller enligt en ett
    från för hos inte kan med och på samt som till vid är af efter ikke og til blir skal
""")
_ROMANCE = _words("""
    alors au aux avec ce cette ces chaque comme dans de depuis donc du elle elles en est et être il ils
    la le les leur lorsque mais ne nous ou où par pas pour que qui sans ses sont sous sur un une vers
    vous al ante como con cuando cuya del desde donde el ella entre es esta este está están hacia hasta
    las lo los más mediante para pero por puede según ser si sobre su sus también y ao aos às com da das
    dos ela ele em foi isso mais mas na não nas nos num os pela pelo quando são se sem seu sua um uma
    che chi ci degli dei della delle di gli ha loro nel nella non nuovo più questa questo sono tra viene
""")
_OTHER = _words("""
    dla jest lub nie oraz przez się są że aby jako jsou nebo podle při až ei että ja jos joka kun mutta
    myös niin ovat sekä tai vain bir bu çok daha gibi için ile olan olarak ve veya adalah dan dari
    dengan ini itu ke oleh pada untuk yang các cho có của được không là một những và với hogy és nem az
    egy
""")
_FOREIGN = frozenset(word for word in _GERMANIC | _ROMANCE | _OTHER if len(word) > 1) - _ENGLISH


@functools.lru_cache(maxsize=512)  # several rules ask about the same section
def is_english(text: str) -> bool:
    """Tell whether a text reads as English; one too short to tell counts as English if its letters could."""
    start = text[:_SEEN]
    letters = len(_LETTER.findall(start))
    if not letters:
        return False
    plain = len(_PLAIN_LETTER.findall(start)) / letters
    if plain < 0.9:  # another script, or a language rich in accents
        return False
    words = [word.casefold() for word in _WORD.findall(start)]
    english = sum(word in _ENGLISH for word in words)
    foreign = sum(word in _FOREIGN for word in words)
    if foreign > english:
        return False
    if len(words) < _ENOUGH_WORDS:
        return english > 0 or plain == 1.0 or foreign == 0
    # English with a foreign quotation still has several small words of its own for each foreign one.
    return english >= len(words) * 0.05 or (foreign == 0 and plain == 1.0)
