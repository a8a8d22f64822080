"""What a plan is called: the first sentence of its goal, without the words that only lead up to it."""

from __future__ import annotations

import re

from groundplan.plan.late_regex import late_regex

LONGEST = 100
_SHORTEST = 20  # a clause that is shorter says too little

# How people begin to say what they want; the want itself comes after.
_PREAMBLE = late_regex(
    r"(?:(?:hi|hello|hey)[,!.]? )?(?:i (?:(?:would|['’]d) like|want|need|plan) (?:to |us to )?"
    r"|i ?(?:think|believe|suggest|['’]m thinking|am thinking)(?: that)? "
    r"(?:we )?(?:should |could |need to |might )?"
    r"|(?:we|you) (?:should|could|must|need to|want to|have to) "
    r"|let['’]?s |please |can (?:we|you) |could (?:we|you) )",
    re.IGNORECASE,
)

# After an abbreviation no sentence ends.
_SENTENCE_END = late_regex(r"(?<=[.!?])(?<!\be\.g\.)(?<!\bi\.e\.)(?<!\bvs\.)(?<!\betc\.)(?<!\bcf\.)\s")
# Where a long sentence may end and still be true. A comma may be inside a list, and "unless" changes it all.
_CLAUSE_END = late_regex(
    r"[;:](?=\s)|\s[–—]|,?\s(?:so that|because|although|whereas|instead of|rather than)\s"
    r"|,\s(?:so|since|while|which|but|when|if)\s",
    re.IGNORECASE,
)
_QUOTED = late_regex(
    r"`[^`\n]{1,300}`|[\w.]\([^()\n]{1,200}\)|(?<![\w\"])\"(?=\S)[^\"\n]{1,300}\"(?!\w)|“[^”\n]{1,300}”"
)
_BRACKETS = late_regex(r"\s\([^()]{1,200}\)")
_LOOSE_END = late_regex(
    r"(?:,?\s(?:and|or|but|to|of|the|an?|with|in|on|for|from|that)){1,4}\Z", re.IGNORECASE
)
_ENDS = (*".!?:;,…>|*_。！？", "```")  # after a colon a list goes on; marks are no words


def without_preamble(line: str) -> str:
    """Return a line without "I think we should" and the like before what is wanted."""
    match = _PREAMBLE.match(line)
    return line[match.end() :] or line if match else line


def make_title(goal: str, longest: int = LONGEST) -> str:
    """Return the first sentence of a goal on one line, without the words that only lead up to it."""
    # An issue's title stands in a paragraph of its own, without a full stop.
    line = " ".join(re.split(r"\n\s*\n", goal.strip(), maxsplit=1)[0].lstrip("#").split())
    bare = without_preamble(line)
    line = bare if bare == line else bare[:1].upper() + bare[1:]
    end = _SENTENCE_END.search(_masked(line))
    first = (line[: end.start()] if end else line).rstrip(".")
    if len(first) <= longest:
        return first
    first = _BRACKETS.sub("", first)  # what is in brackets may be left out, what follows them may not
    if len(first) <= longest:
        return first
    clause = _CLAUSE_END.search(_masked(first), _SHORTEST, longest)
    if clause:
        return first[: clause.start()]
    head = first[: longest - 1]
    quoted = next((each for each in _QUOTED.finditer(first) if each.start() < len(head) < each.end()), None)
    if quoted is not None and quoted.start() >= _SHORTEST:
        head = first[: quoted.start()]  # half of a quotation is none
    return _LOOSE_END.sub("", head.rpartition(" ")[0] or head).rstrip(" ,;:") + "…"


def _masked(line: str) -> str:
    """Return a line with other letters in its quotations: what ends there ends no sentence of the line."""
    return _QUOTED.sub(lambda quoted: "x" * len(quoted[0]), line)


def end_paragraphs(text: str) -> str:
    """Return a text of which every paragraph but the last ends as a sentence does, to stand on one line."""
    *before, last = re.split(r"\n[ \t]*\n", text.strip())
    plain = [each.rstrip() for each in before]
    return "\n\n".join((*(each if not each or each.endswith(_ENDS) else f"{each}." for each in plain), last))
