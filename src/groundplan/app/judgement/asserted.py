"""Whether a document asserts that a file is there: what it plans, proposes or merely names is no error."""

from __future__ import annotations

import posixpath
import re
from functools import lru_cache
from typing import TYPE_CHECKING

from groundplan.code.citations.texts import split_lines
from groundplan.plan.late_regex import late_regex
from groundplan.plan.mention import Intent

if TYPE_CHECKING:
    from groundplan.app.judgement.looking import Looking
    from groundplan.plan.citation import Citation
    from groundplan.plan.evidence import Seen
    from groundplan.plan.mention import Mention

_LISTED = r"(?:`[^`\n]{1,200}`(?:,\s|\sand\s|,\sand\s|\s\+\s)){0,6}"
_KIND = r"(?:(?:existing|current|file|module|script|component|class|workflow|config|header|page)\s){0,2}"
# The verb or word right before a path that only fits a file which is there.
_WORKED_ON = late_regex(
    r"\b(?:updat(?:e|es|ing)|modif(?:y|ies|ying)|edit(?:s|ing)?|refactor(?:s|ing)?|extend(?:ing)?|"
    r"delet(?:e|es|ing)|remov(?:e|es|ing)|chang(?:e|es|ing)|fix(?:es|ing)?|replac(?:e|es|ing)|existing)\**[:\s]\**\s?(?:the\s)?"
    rf"{_KIND}{_LISTED}`?$",
    re.IGNORECASE,
)
# The name whose place a path is said to be: `load` is defined in `src/a.py`, `load` (`src/a.py`).
_HOME_OF = late_regex(
    r"(?:(?P<first>\A|[.;,:(*]\s{1,3}|\band\s))?`(?P<name>[\w$.:#]{2,80})(?:\(\))?`(?:(?(first)\sin\s|(?!))|\s?\(|,\sin\s|\s(?:is|are|lives?|sits?)\s(?:(?:defined|declared|implemented|"
    r"located)\s)?in\s)(?:the\sfile\s)?`?$"
)
_DOES = late_regex(
    r"`?\s(?:reads|holds|keeps|has|defines|contains|exports|implements|handles|calls|declares)\b"
)
_SHORTEST = 3  # letters of a name that may be any word
_ENDS = late_regex(r"the file ends at line (\d{1,9})")
_BEYOND = 2
_REACH = 240  # letters before a path within which such words are
# The role that a list of files gives the path behind it; only the last one counts.
_ROLE = late_regex(
    r"\b(?:(?P<there>modify|update|edit|change|delete|remove)|test|create|add|new|write|build)\b",
    re.IGNORECASE,
)
_PROPOSING = late_regex(
    r"\b(?:will|would|should|could|may|might|must|shall|propos\w{1,4}|plan(?:s|ned)?|creat\w{1,4}|add(?:s|ed|ing)?|"
    r"new|move[sd]?|moving|extract\w{0,3}|split\w{0,4}|introduc\w{1,4}|renam\w{1,3}|becomes?|instead|if|once)\b|→|->",
    re.IGNORECASE,
)
_WITHOUT_ENDING = frozenset(
    ("makefile", "dockerfile", "justfile", "rakefile", "gemfile", "procfile", "license", "readme", "brewfile")
)


def may_be_meant_otherwise(code: Looking, seen: Seen) -> bool:
    """Tell whether a path that is not there may be no path of this repository, or one that is there."""
    cited = seen.citation
    path = posixpath.normpath(cited.path.replace("\\", "/"))
    name = posixpath.basename(path)
    ends = _ENDS.search(seen.reason)
    if ends and cited.first <= int(ends[1]) and cited.last - int(ends[1]) <= _BEYOND:
        return True  # the lines are there, counted with the empty one behind the last
    has_ending = "." in name or name.lower() in _WITHOUT_ENDING
    is_beside = cited.path.startswith("./") and not cited.first  # what a file names beside itself
    return is_beside or not has_ending or _is_in_submodule(code, path) or _is_another(code, cited, path)


def asserts(seen: Seen, mention: Mention, before: str) -> bool:
    """Tell whether words say that what they cite is there: by lines, or by a verb that works on it.

    A path with neither is one that the plan may make, in whatever words and whatever language.
    """
    cited = seen.citation
    if cited.first or cited.symbol or cited.trouble:
        return True
    near = before[-_REACH:]
    if mention.intent in {Intent.MODIFIES, Intent.REMOVES}:
        roles = list(_ROLE.finditer(_without_code(near)))
        return not roles or roles[-1]["there"] is not None
    return _WORKED_ON.search(near) is not None


def places_a_name(code: Looking, before: str, behind: str, path: str) -> bool:
    """Tell whether words say that something which the code has elsewhere is in a file that is not there."""
    near = before[-_REACH:]
    if _PROPOSING.search(_without_code(near)) or _PROPOSING.search(_without_code(behind[:_REACH])):
        return False
    home = _HOME_OF.search(near)
    if home is not None:
        name = re.split(r"\.|::|#", home["name"])[-1]
        return len(name) > _SHORTEST and bool(code.index.symbols(name))
    is_subject = _DOES.match(behind) and not _without_code(before).strip(" \n*_-`")
    return bool(is_subject) and len(_namesakes(code, path)) == 1


def _namesakes(code: Looking, path: str) -> list[str]:
    name = posixpath.basename(path)
    return [each for each in code.index.paths() if posixpath.basename(each) == name]


def _without_code(words: str) -> str:
    return re.sub(r"`[^`\n]{1,200}`", "", words)


def _is_in_submodule(code: Looking, path: str) -> bool:
    """Tell whether a path leads into another repository that git mounts here: it need not be checked out."""
    mounted = re.findall(
        rb"^\s{0,8}path\s?=\s?(\S{1,300})", code.index.text(".gitmodules") or b"", re.MULTILINE
    )
    return any(f"{path}/".startswith(f"{each.decode('utf-8', 'replace').strip('/')}/") for each in mounted)


def _is_another(code: Looking, cited: Citation, path: str) -> bool:
    """Tell whether a file whose path ends so has what is cited: paths are often given from a sub-project."""
    ends = [each for each in code.index.paths() if each != path and each.endswith(f"/{path}")]
    if cited.symbol:
        return False
    return any(_lines(code, each) >= cited.last for each in ends) if cited.first else bool(ends)


@lru_cache(maxsize=64)
def _count(text: bytes) -> int:
    return len(split_lines(text))


def _lines(code: Looking, path: str) -> int:
    return _count(code.index.text(path) or b"")
