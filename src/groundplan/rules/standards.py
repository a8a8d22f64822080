"""What the project itself demands of its plans: house standards and the roles that work is given to."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from groundplan.plan.finding import Finding, Place
from groundplan.plan.late_regex import late_regex
from groundplan.rules.figures import read_label
from groundplan.rules.prose import split_lines
from groundplan.rules.registry import rule
from groundplan.rules.written import option_flag, option_texts, quoted, says_nothing, written

if TYPE_CHECKING:
    from collections.abc import Iterator

    from groundplan.plan.case import Case
    from groundplan.plan.config import Standard
    from groundplan.plan.document import Section

# Forbidden words may be named in order to forbid them.
_FORBIDDING = late_regex(
    r"\b(?:no|not|never|avoid|without|don't|instead of|rather than|forbidden|remove|drop|replace)\b"
    r"\W*(?:\w+\W+){0,3}$",
    re.IGNORECASE,
)
# A repository's own patterns could take for ever; these cannot, and say enough for the wording of messages.
_BLANKS = {"{Capital}": "(?-i:[A-Z])", "{name}": r"\w{1,60}"}
_BRACKET = late_regex(r"\(([^()]*)\)\W*$")
_AND = late_regex(r"\s*(?:,|;|/|\+|&|\band\b)\s*", re.IGNORECASE)


@rule("GP804", "standard")
def standard(case: Case) -> Iterator[Finding]:
    """The plan keeps the house standards that the project profile defines."""
    for wanted in case.config.profile.standards:
        sections = [section for section in case.plan.sections if _applies(case, wanted, section)]
        for section in sections:
            yield from _forbidden(wanted, section)
        if wanted.section or _is_all_written(case):
            yield from _required(wanted, sections)


def _applies(case: Case, wanted: Standard, section: Section) -> bool:
    spec = case.playbook.section(section.declared)
    if not case.has_words(section) or (spec is not None and spec.computed):
        return False
    return not wanted.section or wanted.section in {section.key, section.declared, section.title}


def _is_all_written(case: Case) -> bool:
    """Words that may stand anywhere are missed once there is no section left to write them in."""
    return all(
        any(case.has_words(section) for section in case.plan.sections_of(spec.key))
        for spec in case.playbook.sections
        if spec.required and not spec.computed and not spec.container
    )


def _forbidden(wanted: Standard, section: Section) -> Iterator[Finding]:
    for text in wanted.forbid:
        pattern = _words(text)
        for number, line in enumerate(split_lines(section.text)):
            for match in pattern.finditer(line):
                if _FORBIDDING.search(line[: match.start()].replace("`", "")):
                    continue
                yield Finding(
                    "GP804",
                    f"{quoted(match[0])} breaks the standard {quoted(wanted.id or wanted.text)}",
                    Place(section.document, section.line + number, match.start() + 1),
                    section.key,
                    wanted.text or "Leave it out",
                    subject=f"{wanted.id} {text}".strip(),
                )


def _required(wanted: Standard, sections: list[Section]) -> Iterator[Finding]:
    for text in wanted.require:
        if sections and not any(_words(text).search(section.text) for section in sections):
            first = sections[0] if wanted.section else None
            yield Finding(
                "GP804",
                f"{quoted(text)} is missing, which the standard {quoted(wanted.id or wanted.text)} wants",
                first.place if first else Place(),
                first.key if first else "",
                wanted.text or f"Write {quoted(text)}",
                subject=f"{wanted.id} {text}".strip(),
            )


def _words(text: str) -> re.Pattern[str]:
    """Match a text as whole words, whatever its case and spacing; its blanks stand for a letter or a name."""
    body = r"\s+".join(re.escape(word) for word in text.split())
    for blank, meant in _BLANKS.items():
        body = body.replace(re.escape(blank), meant)
    before, after = (r"(?<!\w)" if text[:1].isalnum() else ""), (r"(?!\w)" if text[-1:].isalnum() else "")
    return re.compile(f"{before}{body}{after}" if body else r"(?!)", re.IGNORECASE)


@rule("GP807", "role-unknown")
def role_unknown(case: Case) -> Iterator[Finding]:
    """Work is given to roles that the playbook or the project profile knows."""
    known = {_fold(role): role for role in (*case.playbook.roles, *case.config.profile.roles)}
    if not known:
        return
    fields = option_texts(case, "GP807", "fields", "task.owner")
    for name in fields:
        kind, _, field = name.partition(".")
        for found in written(case, kind):
            given = _without_label(found.says(field))
            unknown = _unknown(given, known)
            if unknown or (not given and option_flag(case, "GP807", "required")):
                said = f"is given to {quoted(unknown)}, which is no role" if unknown else "is given to nobody"
                yield found.finding("GP807", f"{found.name} {said}", _one_of(known), about=unknown)
    for section in case.plan.sections:
        if section.declared in option_texts(case, "GP807", "titles"):
            unknown = _unknown(_title_role(section), known)
            if unknown:
                yield Finding(
                    "GP807",
                    f"{quoted(section.title)} is given to {quoted(unknown)}, which is no role",
                    section.place,
                    section.key,
                    _one_of(known),
                    subject=unknown,
                )


def _title_role(section: Section) -> str:
    bracket = _BRACKET.search(section.title)
    return section.captures.get("role", bracket[1] if bracket else "")


def _without_label(text: str) -> str:
    """Return an owner without the brackets that say where the name comes from."""
    bracket = _BRACKET.search(text)
    return text[: bracket.start()].strip() if bracket and read_label(text) else text


def _unknown(text: str, known: dict[str, str]) -> str:
    """Return the first name in a text that is no role; a role's own name may hold an `and`."""
    if says_nothing(text) or _fold(text) in known:
        return ""
    names = [name for name in _AND.split(text) if name]
    return next((name for name in names if _fold(name) not in known), "")


def _fold(text: str) -> str:
    return " ".join(re.sub(r"[`*_]", "", text).split()).casefold()


def _one_of(known: dict[str, str]) -> str:
    return "One of " + ", ".join(f"`{role}`" for role in known.values())
