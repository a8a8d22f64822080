"""What cannot be an answer: a way out, a call for help, no choice, a scope, an objection."""

from __future__ import annotations

import pytest
from made_index import MadeIndex

from groundplan.evidence.mentions import names_meant
from groundplan.planner.answers.fit import Unfit, adds_place, find_misfit, without_denied
from groundplan.planner.answers.understanding import understand
from groundplan.planner.question import Choice, Question

CRITERION = Question("criterion", "How is success measured?", "", recommended="`pytest` passes")
CACHE = Question(
    "option",
    "Which cache?",
    "",
    (Choice("local", "The disk cache"), Choice("redis", "A Redis server")),
    recommended="local",
)
OWNERS = Question(
    "assumption:owners",
    "Is Ann the right owner?",
    "",
    (Choice("as-written", "As written"), Choice("other", "No: others, which I name")),
    recommended="as-written",
)
LEFT_OUT = Question(
    "left-out",
    "Which of these?",
    "",
    (Choice("all", "All of them"), Choice("other", "Not all: I name those that are out of scope")),
    recommended="all",
)
SURE = Question("flag", "Does it need a flag?", "", (Choice("yes", "Yes"), Choice("no", "No, at once")))
UNMEASURED = Question("criterion", "How will we know that it is done?", "")
WHICH = Question("option", "Which cache?", "", CACHE.choices)
OPEN = Question("", "How many servers are there?", "")
INDEX = MadeIndex({"app/config.py": "def load_config(): ...\n", "app/cli.py": "def main(): ...\n"})


def kind_of(question: Question, said: str) -> Unfit | None:
    misfit = find_misfit(question, said, names_meant(INDEX, said))
    return misfit.kind if misfit else None


@pytest.mark.parametrize("question", [CRITERION, CACHE, OWNERS, SURE, OPEN])
@pytest.mark.parametrize(
    "said", ["quit", "Quit.", "exit", "exit()", ":q", ":q!", "q", ":wq", "bye", "`quit`"]
)
def test_a_way_out_answers_no_question(question: Question, said: str) -> None:
    assert kind_of(question, said) is Unfit.LEAVES


@pytest.mark.parametrize("question", [CRITERION, CACHE, OWNERS, SURE, OPEN])
@pytest.mark.parametrize(
    "said", ["help", "?", "??", "why", "why?", "Why not?", "what?", "explain", "what do you mean?"]
)
def test_a_call_for_help_answers_no_question(question: Question, said: str) -> None:
    assert kind_of(question, said) is Unfit.ASKS


@pytest.mark.parametrize("question", [CRITERION, CACHE, OWNERS, SURE, OPEN])
@pytest.mark.parametrize(
    "said",
    [
        *("idk", "IDK.", "dunno", "i don't know", "I don’t know yet", "I do not know", "no idea", "not sure"),
        *("I'm not sure", "tbd", "to be decided", "unknown", "don't know", "we'll see", "no clue"),
    ],
)
def test_what_is_not_known_answers_no_question(question: Question, said: str) -> None:
    assert kind_of(question, said) is Unfit.UNKNOWN


WHERE = Question("place", "Which file is to be changed?", "", (Choice("file-1", "In `app/config.py`"),))


@pytest.mark.parametrize("said", ["I don't know", "skip", "not sure yet", "no idea", "later", "unknown"])
def test_a_place_that_nobody_knows_yet_stays_open_and_the_plan_goes_on(said: str) -> None:
    assert kind_of(WHERE, said) is None
    assert understand(WHERE, said).choice == ""


@pytest.mark.parametrize("question", [CRITERION, CACHE, OWNERS, SURE, OPEN])
@pytest.mark.parametrize(
    "said", ["asdf", "asdfasdf", "qwerty", "sdfsdf", "blah", "bla bla", "aaaa", "...", "-", "!!", "jkl;"]
)
def test_keys_struck_at_random_answer_no_question(question: Question, said: str) -> None:
    assert kind_of(question, said) is Unfit.EMPTY


@pytest.mark.parametrize(
    "said",
    [
        *("It is not sure to work: a test shows it", "I don't know of any but the login test passes"),
        *("Unknown keys raise `KeyError`", "the asdf plugin is listed", "blah.py prints nothing", "www", "9"),
    ],
)
def test_words_that_hold_such_a_word_are_an_answer(said: str) -> None:
    assert kind_of(OPEN, said) is None


def test_what_is_not_known_may_be_one_of_the_choices() -> None:
    question = Question("x", "Who owns it?", "", (Choice("ann", "Ann"), Choice("open", "Not known yet")))
    assert kind_of(question, "not known yet") is None


@pytest.mark.parametrize(
    ("question", "said"),
    [(CRITERION, "2"), (CRITERION, "b"), (CRITERION, "option 3"), (CACHE, "3"), (CACHE, "z"), (CACHE, "(9)")],
)
def test_a_number_that_names_no_choice_answers_nothing(question: Question, said: str) -> None:
    misfit = find_misfit(question, said)
    assert misfit is not None
    assert misfit.kind is Unfit.NO_CHOICE
    assert f"`{said}`" in misfit.message


@pytest.mark.parametrize("question", [CRITERION, CACHE])
@pytest.mark.parametrize("said", ["no", "No.", "nope", "n", "no thanks"])
def test_no_to_a_recommended_answer_does_not_say_what_instead(question: Question, said: str) -> None:
    assert kind_of(question, said) is Unfit.REFUSES


@pytest.mark.parametrize("question", [UNMEASURED, WHICH])
@pytest.mark.parametrize(
    "said", ["as recommended", "As recommended.", "the recommended one", "as you suggested"]
)
def test_what_is_recommended_is_no_answer_where_nothing_is(question: Question, said: str) -> None:
    misfit = find_misfit(question, said, names_meant(INDEX, said))
    assert misfit is not None
    assert "no answer is recommended" in misfit.message


@pytest.mark.parametrize("said", ["no", "No.", "nope", "none", "yes", "ok"])
def test_yes_or_no_does_not_say_how_success_is_measured(said: str) -> None:
    assert kind_of(UNMEASURED, said) in {Unfit.REFUSES, Unfit.EMPTY}


@pytest.mark.parametrize("question", [OWNERS, LEFT_OUT])
@pytest.mark.parametrize("said", ["2", "no", "No: others", "no, others", "others", "b"])
def test_others_without_their_names_answer_nothing(question: Question, said: str) -> None:
    assert kind_of(question, said) is Unfit.NAMES_NONE


@pytest.mark.parametrize(
    ("question", "said"),
    [
        (OWNERS, "No: Ben and Cleo"),
        (OWNERS, "2, Ben"),
        (OWNERS, "1"),
        (OWNERS, "as written"),
        (LEFT_OUT, "all"),
        (LEFT_OUT, "All of them"),
        (LEFT_OUT, "not the reports"),
        (SURE, "no"),
        (SURE, "2"),
        (CACHE, "2"),
        (CACHE, "no cache at all: make the queries faster"),
        (CACHE, "leave the CLI out"),
        (OPEN, "2"),
        (OPEN, "no"),
        (CRITERION, "1"),
        (CRITERION, "yes"),
        (CRITERION, "As recommended"),
        (CRITERION, "The page answers within 200 ms"),
        (CRITERION, "No upload is lost"),
        (CRITERION, "quit leaves the shell at once"),
        (CRITERION, "`help` prints the new option"),
        (CRITERION, "A test in `app/config.py` fails today and passes afterwards"),
        (CRITERION, "Leave the CLI out. It is done when `pytest` passes"),
        (CRITERION, "All tests pass without changing the public API"),
        (CRITERION, "The output stays the same"),
        (CRITERION, "That's wrong: it is done when the old name is gone"),
        (UNMEASURED, "`grep -n FIFO README.md` finds a line"),
        (UNMEASURED, "The log of `app/cli.py` has a line for it"),
        (UNMEASURED, "Ten short tasks in a row without BulkheadFullException"),
        (UNMEASURED, "No BulkheadFullException for ten tasks, never two at once"),
        (UNMEASURED, "env.render('main.njk') throwing \"template not found\""),
        (UNMEASURED, "peek() == peek()"),
        (UNMEASURED, "1 entry, the link"),
        (OPEN, "yes"),
        (Question("", "Is Redis fine? I recommend it", ""), "as recommended"),
    ],
)
def test_words_that_may_answer_are_left_alone(question: Question, said: str) -> None:
    assert find_misfit(question, said, names_meant(INDEX, said)) is None


SCOPES = [
    "the CLI stays out of scope",
    "The CLI and the tests are out of scope.",
    "the CLI is not in scope",
    "The CLI is not part of this",
    "The CLI stays out",
    "The CLI stays as it is.",
    "app/config.py stays untouched",
]


@pytest.mark.parametrize("said", [*SCOPES, "Keep the CLI out of scope", "leave the tests out"])
def test_what_only_leaves_something_out_is_a_scope_and_no_criterion(said: str) -> None:
    for question in (CRITERION, UNMEASURED):
        assert kind_of(question, said) is Unfit.SCOPE


@pytest.mark.parametrize(
    "said",
    [
        "The tests pass and the CLI stays out of scope",
        "It prints 5 without changing app/cli.py",
        "It is done when `pytest` passes; the CLI stays out of scope",
    ],
)
def test_what_measures_beside_a_scope_is_a_criterion(said: str) -> None:
    assert kind_of(UNMEASURED, said) is None


@pytest.mark.parametrize(
    ("said", "kind", "understood"),
    [
        ("leave the CLI out", Unfit.SCOPE, "the CLI"),
        ("Please leave out the reports.", Unfit.SCOPE, "the reports"),
        ("Don't touch the tables", Unfit.SCOPE, "the tables"),
        ("app/config.py", Unfit.PLACE, "app/config.py"),
        ("`app/config.py::load_config`", Unfit.PLACE, "app/config.py::load_config"),
        ("src/not/there.py", Unfit.NAMES_NONE, "src/not/there.py"),
        ("In app/config.py", Unfit.PLACE, "app/config.py"),
        ("only in `app/config.py` and `app/cli.py`.", Unfit.PLACE, "app/cli.py"),
        ("drop option 2", Unfit.DROPS, "Option 2"),
        (
            "This is the wrong place. It belongs in `load_config`, not in the time zone code.",
            Unfit.PLACE,
            "app/config.py::load_config",
        ),
        ("That's not what I want", Unfit.OBJECTS, "names no file"),
        ("It belongs in app/cli.py", Unfit.PLACE, "app/cli.py"),
        ("It belongs in app/cli.py, not in app/config.py", Unfit.PLACE, "place to change: app/cli.py"),
        ("make it fast", Unfit.UNMEASURED, "No test, command, exception, value or count"),
        ("It is faster", Unfit.UNMEASURED, "No test, command, exception, value or count"),
        ("Ben is happy", Unfit.UNMEASURED, "No test, command, exception, value or count"),
        ("it should work", Unfit.UNMEASURED, "command"),
        ("tests", Unfit.UNMEASURED, "command"),
        ("The unit tests.", Unfit.UNMEASURED, "command"),
        ("when the code is merged", Unfit.UNMEASURED, "command"),
        ("It is done when it is done", Unfit.UNMEASURED, "command"),
        ("once everything works", Unfit.UNMEASURED, "command"),
        ("the place is app/cli.py", Unfit.PLACE, "app/cli.py"),
        ("The place is only app/cli.py", Unfit.PLACE, "app/cli.py"),
        ("app/cli.py is wrong", Unfit.OBJECTS, ""),
        ("it works", Unfit.UNMEASURED, "No test, command, exception, value or count"),
    ],
)
def test_what_measures_nothing_is_no_criterion(said: str, kind: Unfit, understood: str) -> None:
    misfit = find_misfit(CRITERION, said, names_meant(INDEX, without_denied(said)))
    assert misfit is not None
    assert misfit.kind is kind
    assert misfit.kind.is_said
    assert understood in misfit.message


TWICE = Question("", "May an upload be stored twice?", "", recommended="no")


@pytest.mark.parametrize(
    "question",
    [
        TWICE,
        Question("", "If it fails, should it be tried again?", "", recommended="three times"),
        Question("", "Uploads twice?", "", recommended="No, never"),
    ],
)
@pytest.mark.parametrize("said", ["no", "No.", "n", "nope", "yes", "Yes, but only small ones"])
def test_a_question_that_no_answers_is_answered_by_it(question: Question, said: str) -> None:
    assert kind_of(question, said) is None


@pytest.mark.parametrize(
    "text",
    ["Which cache is used?", "How long is it kept?", "What goes first?", "Is it Redis or the disk?"],
)
def test_no_alone_does_not_answer_which_what_or_how(text: str) -> None:
    assert kind_of(Question("", text, "", recommended="the disk"), "no") is Unfit.REFUSES


def test_what_is_recommended_is_an_answer_whatever_it_looks_like() -> None:
    for words in ("None", "n/a", "tbd", "2"):
        assert kind_of(Question("", "Which limit?", "", recommended=words), words) is None


@pytest.mark.parametrize(
    ("said", "is_place"),
    [
        ("python3 app/cli.py prints nothing", False),
        ("`pytest app/cli.py`", False),
        ("app/cli.py, where Python reads it", True),
        ("Make app/cli.py retry", True),
    ],
)
def test_a_command_is_no_place_although_it_names_a_file(said: str, is_place: bool) -> None:  # noqa: FBT001
    question = Question("place", "Which file, folder or symbol is to be changed?", "")
    assert (find_misfit(question, said, names_meant(INDEX, said)) is None) is is_place


def test_what_is_only_put_off_is_no_criterion() -> None:
    for said in ("The CLI can wait", "the CLI will follow later"):
        assert kind_of(CRITERION, said) is Unfit.UNMEASURED


@pytest.mark.parametrize(
    "said",
    [
        "src/a.py belongs to it, too",
        "src/a.py belongs to it",
        "src/a.py is part of this change",
        "and src/a.py",
        "plus `src/a.py` and `src/b.py`.",
        "don't forget src/a.py",
        "src/a.py needs the same",
    ],
)
def test_a_place_that_belongs_to_it_is_added_to_the_others(said: str) -> None:
    assert adds_place(said)


@pytest.mark.parametrize(
    "said", ["It belongs in src/a.py", "In src/a.py", "and then put it into src/a.py", "it is too slow there"]
)
def test_a_place_that_takes_the_turn_of_another_is_not_added(said: str) -> None:
    assert not adds_place(said)
