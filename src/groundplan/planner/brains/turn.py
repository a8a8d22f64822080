"""What a brain gives back for a brief: questions to the code and to the user, challenges, sections, doubts.

It is plain JSON, read by the schema that is published. A key that the schema does not name, such as an answer
or an approval, is refused by name: those are a person's.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from groundplan.plan.dataclass import dataclass
from groundplan.plan.errors import Misused
from groundplan.planner.challenge import Challenge
from groundplan.planner.question import Choice, Question

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

ASKS = ("files", "lines", "find", "symbol", "usages", "callers", "impact", "history", "docs")
LIMITED = "`find`, `usages` and `callers`"  # what may be asked of a folder or a file alone
PROBES = 5  # commands that are tried at once
PROBE_SECONDS = 120  # for each of them
PROBE_WORD = 20_000  # letters of one word of a command: a script may be one
_MOST = {
    "code": 20,
    "keep": 60,
    "edits": 60,
    "challenges": 7,
    "questions": 7,
    "decisions": 20,
    "unsure": 20,
    "options": 7,
    "probes": PROBES,
    "objections": 40,
}
_KINDS = {"object": dict, "array": list, "string": str, "boolean": bool}
_NOUNS = {"object": "an object", "array": "a list", "string": "a text", "boolean": "true or false"}


def _text(says: str, most: int = 2_000) -> dict[str, Any]:
    return {"type": "string", "description": says, "minLength": 1, "maxLength": most}


def _object(required: tuple[str, ...], **fields: dict[str, Any]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": fields,
        "required": list(required),
        "additionalProperties": False,
    }


def _list(name: str, says: str, item: dict[str, Any]) -> dict[str, Any]:
    return {"type": "array", "description": says, "maxItems": _MOST.get(name, 20), "items": item}


_PLACE = _text("a place in the code: `path`, `path:10-24`, `path::Name`", 300)
SCHEMA: dict[str, Any] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "What whoever fills a plan hands in",
    **_object(
        (),
        say=_text("what you say to the user, in a few sentences; never the plan's text"),
        code=_list(
            "code",
            "questions to the code, answered in the output",
            _object(
                ("ask", "about"),
                ask={"type": "string", "enum": list(ASKS)},
                about=_text(
                    "a term, a name or a place; for `history` a file, words, or a commit; "
                    "for `docs` an installed package, or `package.member`",
                    300,
                ),
                **{"in": _text(f"for {LIMITED}: a folder or a file whose places alone are wanted", 300)},
            ),
        ),
        keep=_list(
            "keep",
            "for a model that is asked in rounds: what it still needs of the code's answers so far, places "
            "and questions as they were asked; the rest is left out of its next prompts",
            _text("such as `src/app.py:10-24` or `callers load`", 300),
        ),
        challenges=_list(
            "challenges",
            "what speaks against the goal",
            _object(("text",), text=_text("one or two sentences"), evidence=_list("", "", _PLACE)),
        ),
        questions=_list(
            "questions",
            "questions to the user, recorded as `ask` does",
            _object(
                ("text",),
                text=_text("one sentence"),
                options=_list("options", "the answers there are; none: free text", _text("", 500)),
                default=_text("the answer you would take: one of the options, or words of your own"),
                why=_text("what depends on it"),
                blocking={"type": "boolean", "description": "whether checkpoints wait for it; default: true"},
            ),
        ),
        decisions=_list(
            "decisions",
            "decisions of your own, which a person has not confirmed",
            _object(
                ("title", "reason"),
                title=_text("what is decided", 300),
                reason=_text("because"),
                rejected=_list(
                    "",
                    "what was not taken, and why",
                    _object(("option", "reason"), option=_text("", 300), reason=_text("")),
                ),
            ),
        ),
        objections=_list(
            "objections",
            "what became of open objections: mended by the sections given, or answered with a reason",
            _object(
                ("name",),
                name=_text("such as `O1`", 20),
                mended={"type": "boolean", "description": "its section says something else now"},
                answer=_text("why the plan stays as it is; a person accepts that, or does not"),
            ),
        ),
        sections={
            "type": "object",
            "description": "sections by key: words or records, as `playbook show NAME --schema` prints them. "
            "Give it, if only empty: without it a name above may mean a section of the playbook",
        },
        edits=_list(
            "edits",
            "changes of a few words in sections that are there; the rest of each stays as it is",
            _object(
                ("section", "old", "new"),
                section=_text("the section's key", 300),
                old=_text("words that it has once, copied exactly", 20_000),
                new={**_text("the words instead; empty: none", 20_000), "minLength": 0},
            ),
        ),
        probes=_list(
            "probes",
            "commands to try over a copy of the code; a section then cites the receipt as (measured: P1). "
            "What the user has not allowed comes back untried",
            _object(
                ("argv",),
                argv=_list("", "the command, word by word, never a line for a shell", _text("", PROBE_WORD)),
                patch=_text("a patch, as `git diff` prints it, to apply to the copy first", 200_000),
                on=_text(
                    "a receipt (`P4`) whose patch is applied first, or `before`: that of the probe before "
                    "in the list; so that nothing is written twice",
                    20,
                ),
            ),
        ),
        unsure=_list("unsure", "what you are not sure of, said in the talk", _text("one sentence")),
    ),
}
NAMES = frozenset(SCHEMA["properties"])
_BEFORE = "before"


@dataclass(frozen=True, slots=True)
class Lookup:
    """A question to the code: of which kind, and about what."""

    ask: str
    about: str
    inside: str = ""  # a folder or a file


@dataclass(frozen=True, slots=True)
class Attempt:
    """A command to try, the patch to try it with, and the receipt whose patch comes before."""

    argv: tuple[str, ...]
    patch: str = ""
    on: str = ""


@dataclass(frozen=True, slots=True)
class Edit:
    """A change of a few words in a section that is there."""

    section: str
    old: str
    new: str


@dataclass(frozen=True, slots=True)
class Settled:
    """What became of an objection: answered, or, without words, mended."""

    name: str
    answer: str = ""


@dataclass(frozen=True, slots=True)
class Turn:
    """All that is handed in at once. `sections` are as given: their playbook says what they may hold."""

    sections: Mapping[str, Any]
    lookups: tuple[Lookup, ...] = ()
    keep: tuple[str, ...] | None = None  # None: all of it
    challenges: tuple[Challenge, ...] = ()
    questions: tuple[Question, ...] = ()
    decisions: tuple[Mapping[str, Any], ...] = ()
    unsure: tuple[str, ...] = ()
    probes: tuple[Attempt, ...] = ()
    objections: tuple[Settled, ...] = ()
    edits: tuple[Edit, ...] = ()  # until the sections are known that they change
    said: str = ""

    @property
    def is_sections_alone(self) -> bool:
        """Whether it only writes."""
        spoken = (self.said, self.challenges, self.questions, self.decisions, self.unsure)
        return not any((self.lookups, self.probes, self.objections, *spoken))


def read_turn(data: Mapping[str, Any]) -> Turn:
    """Return the turn that JSON data holds; anything that its schema does not know is refused by name."""
    _check(data, SCHEMA, "")
    return Turn(
        sections=data.get("sections", {}),
        lookups=tuple(
            Lookup(each["ask"], each["about"], each.get("in", "")) for each in data.get("code", ())
        ),
        keep=tuple(data["keep"]) if "keep" in data else None,
        challenges=tuple(
            Challenge("", "", each["text"], tuple(each.get("evidence", ())))
            for each in data.get("challenges", ())
        ),
        questions=tuple(map(_question, data.get("questions", ()))),
        decisions=tuple(data.get("decisions", ())),
        unsure=tuple(data.get("unsure", ())),
        probes=tuple(_attempts(data.get("probes", ()))),
        objections=tuple(map(_settled, data.get("objections", ()))),
        edits=tuple(Edit(each["section"], each["old"], each["new"]) for each in data.get("edits", ())),
        said=data.get("say", ""),
    )


def write_turn(turn: Turn) -> dict[str, Any]:
    """Return a turn as the JSON data that it is read from; questions to the code and probes are over."""
    told: dict[str, Any] = {
        "say": turn.said,
        "challenges": [
            {"text": each.claim} | ({"evidence": list(each.evidence)} if each.evidence else {})
            for each in turn.challenges
        ],
        "questions": [_told(each) for each in turn.questions],
        "decisions": [dict(each) for each in turn.decisions],
        "unsure": list(turn.unsure),
        "objections": [
            {"name": each.name, "answer": each.answer} if each.answer else {"name": each.name, "mended": True}
            for each in turn.objections
        ],
        "sections": dict(turn.sections),
    }
    return {name: rows for name, rows in told.items() if rows}


def _told(question: Question) -> dict[str, Any]:
    options = {each.name: each.text for each in question.choices}
    told = {
        "text": question.text,
        "options": list(options.values()),
        "default": options.get(question.recommended, question.recommended),
        "why": question.why,
    }
    return {name: value for name, value in told.items() if value} | {"blocking": question.blocking}


def _settled(given: Mapping[str, Any]) -> Settled:
    answer = given.get("answer", "")
    if bool(answer) == given.get("mended", False):
        raise Misused(f"Objection `{given['name']}` is either `mended` or has an `answer`")
    return Settled(given["name"], answer)


def _question(given: Mapping[str, Any]) -> Question:
    """Return a question whose options are named by letters, as a person names them."""
    choices = tuple(Choice(chr(ord("a") + at), words) for at, words in enumerate(given.get("options", ())))
    default = given.get("default", "")
    taken = next((each.name for each in choices if each.text == default), default)
    return Question("", given["text"], given.get("why", ""), choices, taken, given.get("blocking", True))


def _check(value: object, schema: Mapping[str, Any], at: str) -> None:
    """Refuse a value that is not of its schema, and say where; of JSON Schema this is what ours uses."""
    kind = schema["type"]
    if not isinstance(value, _KINDS[kind]):
        told = "neither true nor false" if kind == "boolean" else f"not {_NOUNS[kind]}"
        raise Misused(f"`{at}` is {told}", hint="`brief --schema turn` prints the form")
    if isinstance(value, dict):
        _check_keys(value, schema, at)
    elif isinstance(value, list):
        if len(value) > schema["maxItems"]:
            raise Misused(f"`{at}` has {len(value)} items, at most {schema['maxItems']} are taken")
        for number, each in enumerate(value):
            _check(each, schema["items"], f"{at}[{number}]")
    elif isinstance(value, str):
        _check_text(value, schema, at)


def _check_keys(value: dict[str, Any], schema: Mapping[str, Any], at: str) -> None:
    named = f"`{at}`" if at else "A turn"
    known = schema.get("properties")
    for name in value:
        if known is not None and name not in known:
            hint = f"It may have {', '.join(known)}; answers and approvals are a person's"
            raise Misused(f"{named} has no `{name}`", hint=hint)
    for name in schema.get("required", ()):
        if name not in value:
            raise Misused(f"{named} has no `{name}`", hint="`brief --schema turn` prints the form")
    for name, inner in (known or {}).items():
        if name in value:
            _check(value[name], inner, f"{at}.{name}" if at else name)


def _check_text(value: str, schema: Mapping[str, Any], at: str) -> None:
    if "enum" in schema:
        if value not in schema["enum"]:
            raise Misused(f"`{at}` is `{value[:40]}`", hint=f"One of {', '.join(schema['enum'])}")
    elif not value.strip() and schema["minLength"]:
        raise Misused(f"`{at}` is empty")
    elif len(value) > schema["maxLength"]:
        raise Misused(f"`{at}` has {len(value):,} letters, at most {schema['maxLength']:,} are taken")


def _attempts(rows: Iterable[Mapping[str, Any]]) -> Iterator[Attempt]:
    """Yield the commands to try; one that builds on the one before has its patch."""
    before = Attempt(())
    for row in rows:
        patch, on = row.get("patch", ""), row.get("on", "")
        if on == _BEFORE:
            patch, on = join_patches(before.patch, patch), before.on
        before = Attempt(tuple(row["argv"]), patch, on)
        yield before


def join_patches(*patches: str) -> str:
    """Return patches as one that applies them in their order; models leave out the end of the last line."""
    return "".join(f"{each.rstrip()}\n".lstrip("\n") for each in patches if each.strip())
