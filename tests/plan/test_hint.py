"""A hint is words with commands in them, which each surface spells in its own way."""

from __future__ import annotations

import pickle
import shlex

import pytest
from hypothesis import given
from hypothesis import strategies as st

from groundplan.plan.errors import Misused
from groundplan.plan.hint import WORDS, Hint, about, commands_in, run


def test_a_hint_reads_as_text_with_its_commands_in_backticks() -> None:
    hint = Hint("Ask first: ", run("say", {"as": "planner", "kind": "question"}, WORDS), "; then wait")
    assert hint == 'Ask first: `groundplan say --as planner --kind question "…"`; then wait'


def test_its_commands_are_data() -> None:
    (command,) = commands_in(Hint("Try ", run("decide", "Use jitter", {"because": WORDS, "fix": True})))
    assert (command.command, command.arguments) == ("decide", ("Use jitter",))
    assert command.options == {"because": WORDS, "fix": True}


def test_plain_words_name_no_command() -> None:
    assert commands_in("Run `groundplan check`") == ()
    assert about("Save it as UTF-8", "uploads") == "Save it as UTF-8"


def test_hints_within_a_hint_keep_their_commands() -> None:
    inner = Hint(run("show"), " lists them")
    assert commands_in(Hint(inner, "\nYour text is saved in `a.md`")) == (run("show"),)


def test_a_hint_survives_pickling_alone_and_in_an_error() -> None:
    hint = Hint("Look: ", run("diff", {"since": "ready"}))
    error = pickle.loads(pickle.dumps(Misused("x", hint=hint)))
    assert commands_in(pickle.loads(pickle.dumps(hint))) == commands_in(error.hint) == commands_in(hint)
    assert error.hint == hint


@pytest.mark.parametrize(
    ("words", "typed"),
    [
        (("write", "context"), "gp write context"),
        (("adopt", "<file>", {"playbook": "<name>"}), "gp adopt <file> --playbook <name>"),
        (("plan", "<goal>"), 'gp plan "<goal>"'),
        (("plan", "<what should change>"), "gp plan <what should change>"),
        (("plan", "Retry uploads"), 'gp plan "Retry uploads"'),
        (("plan", 'Say "no" to $HOME'), """gp plan 'Say "no" to $HOME'"""),
        (("plan", "it's `x`"), """gp plan 'it'"'"'s `x`'"""),
        (("plan", ""), 'gp plan ""'),
        (("approve", {"sign": "~/.ssh/id_ed25519"}), "gp approve --sign ~/.ssh/id_ed25519"),
        (("code find", "--json", {"files": True}), "gp code find --files -- --json"),
        (("playbook check", "house"), "gp playbook check house"),
        (("", {"help": True}), "gp --help"),
    ],
)
def test_a_command_is_spelled_as_a_shell_takes_it(words: tuple[str, ...], typed: str) -> None:
    assert run(*words).spelled("gp") == typed


@given(st.text(st.characters(exclude_categories=("Cs",)), max_size=20))
def test_whatever_an_argument_holds_a_shell_gives_it_back(text: str) -> None:
    if not (text.startswith("<") and text.endswith(">")):
        typed = run("code find", text).spelled()
        assert [word for word in shlex.split(typed) if word != "--"][-1] == text or text == "--"


def test_a_plan_is_named_only_where_it_is_known_and_taken() -> None:
    command = run("answer", "Q1", WORDS)
    assert command.on("").spelled(takes_plan=True) == 'groundplan answer Q1 "…"'
    assert command.on("uploads").spelled(takes_plan=True) == 'groundplan answer Q1 "…" -p uploads'
    assert command.on("uploads").spelled() == 'groundplan answer Q1 "…"'
    assert command.on("uploads").on("grades").plan == "uploads"


def test_a_hint_about_a_plan_names_it_in_every_command() -> None:
    hint = about(Hint(run("diff"), ", then ", run("approve", "ready")), "uploads")
    assert [command.plan for command in commands_in(hint)] == ["uploads", "uploads"]
