"""Where a change goes is asked when the code does not tell."""

from __future__ import annotations

from made_pack import make_facts, make_goal

from groundplan.code.outline import Definition, Kind
from groundplan.evidence.kinds import NewFile, Region, Target
from groundplan.planner.questions.place import ask

ONE = {"app.py": "def run():\n    return 1\n"}


def test_an_empty_repository_is_told_from_one_that_says_nothing() -> None:
    (question,) = ask(make_facts("Make it blue", {}, targets=(), new_files=()), ())

    assert question.why == "There is no file in this repository yet."
    assert question.choices == ()


def test_nothing_is_asked_where_a_file_is_found_or_would_be_added() -> None:
    found = make_facts("Make it blue", ONE, targets=(Target("app.py", 9.0, ("named",)),), new_files=())
    added = make_facts("Make it blue", ONE, targets=(), new_files=(NewFile("blue.py", "new"),))

    assert list(ask(found, ())) == []
    assert list(ask(added, ())) == []


HEADERS = "def custom_headers():\n    return ['custom header']\n"
MANY = {f"src/part{number}.py": f"def part{number}():\n    return {number}\n" for number in range(60)}


def test_a_file_with_one_word_of_the_goal_is_no_choice() -> None:
    files = MANY | {"src/args.py": HEADERS}
    (question,) = ask(make_facts("Email customers a header with their voucher receipt", files), ())

    assert question.choices == ()
    assert question.text == "Which file, folder or symbol is to be changed?"


def test_files_with_several_words_of_the_goal_are_choices_and_none_is_recommended() -> None:
    voucher = "def redeem(voucher, receipt):\n    return voucher, receipt\n"
    files = MANY | {"src/shop.py": voucher, "src/till.py": voucher.replace("redeem", "print")}
    (question,) = ask(make_facts("Email customers the receipt of a voucher", files), ())

    assert {each.text for each in question.choices} == {"In `src/shop.py`", "In `src/till.py`"}
    assert question.recommended == ""


LICENCE = "# Shop. Copyright 2020 by A. Author.\n# The voucher receipt is released under a licence.\n\n"
COMMON = {f"src/kind{number}.py": f"def kind{number}(parcel):\n    return parcel\n" for number in range(60)}


def test_words_of_a_licence_or_of_most_files_are_told_as_no_reason() -> None:
    goal = "Email customers the receipt of a voucher with their parcel"
    told = "def redeem(voucher, receipt, parcel):\n    return voucher, receipt, parcel\n"
    (question,) = ask(make_facts(goal, COMMON | {"src/shop.py": told}), ())
    assert "`src/shop.py` contains `receipt`, `voucher` (see `redeem`)." in question.why

    (question,) = ask(
        make_facts(goal, COMMON | {"src/shop.py": LICENCE + "def pay(parcel):\n    return 1\n"}), ()
    )
    assert question.why == "No single place could be told from the goal."


def test_a_name_with_one_word_of_the_goal_and_a_name_of_the_platform_are_told_as_no_reason() -> None:
    goal = "Bound the time in which the process answers a voucher"
    sql = "VOUCHER = 'CURRENT_TIME'\n\n\ndef answers(voucher):\n    return voucher\n"
    script = "exports.answers = voucher => typeof process === 'object' && process.platform === voucher;\n"
    (question,) = ask(make_facts(goal, MANY | {"src/sql.py": sql, "src/answers.js": script}), ())
    assert "`src/answers.js`" in question.why
    assert "CURRENT_TIME" not in question.why
    assert "`process`" not in question.why


def test_the_place_is_asked_for_in_a_small_repository_too() -> None:
    client = "class Client:\n    def upload(self, path):\n        return path\n"
    files = {"src/client.py": client, "src/upload.py": "def upload_all(client):\n    client.upload(1)\n"}
    for goal in ("Retry failed uploads", "Log failed uploads", "Retry uploads", "Count failed uploads"):
        (question,) = ask(make_facts(goal, files), ())

        assert question.text == "Which file, folder or symbol is to be changed?", goal


def test_what_is_not_there_is_said_with_the_nearest_names() -> None:
    facts = make_facts("Fix `uplaod`", ONE, missing=(("uplaod", ("upload",)),), targets=(), new_files=())
    (question,) = ask(facts, ())

    assert question.text == "Which file, folder or symbol is meant by `uplaod`?"
    assert question.why == "It is not in this repository."
    assert [each.text for each in question.choices] == ["In `upload`"]
    assert question.recommended == ""


def test_a_name_with_two_definitions_offers_both_and_recommends_none() -> None:
    files = {"app/one.py": "def load_all():\n    return 1\n", "web/two.py": "def load_all():\n    return 2\n"}
    goal = make_goal("`load_all` is slow", names=("load_all",))
    (question,) = ask(make_facts(goal, files), ())

    assert question.text == "Which `load_all` is to be changed?"
    assert {each.text for each in question.choices} == {
        "In `app/one.py::load_all`",
        "In `web/two.py::load_all`",
    }
    assert question.recommended == ""


def test_a_candidate_that_defines_a_word_of_the_goal_does_not_stand_beside_a_goal_that_names_none() -> None:
    likely = (Target("src/add.py", 1.0, ("defines `add`, which your goal has",)),)
    (question,) = ask(make_facts("zoxide add should skip", ONE, targets=(), new_files=(), likely=likely), ())

    assert question.why.startswith("No single place could be told from the goal. Found by its words: ")


def test_a_candidate_names_what_in_it_is_as_likely() -> None:
    inside = (Region("src/add.py", Definition("add", "Store.add", Kind.METHOD, 2, 5, 2)),)
    likely = (Target("src/add.py", 1.0, ("contains `add`",), inside),)
    (question,) = ask(make_facts("skip what is there", ONE, targets=(), new_files=(), likely=likely), ())
    assert question.why.endswith("`src/add.py` contains `add` (see `Store.add`).")


def test_a_member_of_a_base_is_offered_there_and_in_the_class_that_is_named() -> None:
    base = "class Middleware:\n    def handle(self, request):\n        return request\n"
    policy = "from cors.base import Middleware\n\n\nclass Policy(Middleware):\n    allowed = ()\n"
    goal = make_goal("Make Policy.handle log the request", names=("Policy.handle",))
    files = {"cors/__init__.py": "", "cors/base.py": base, "cors/policy.py": policy}
    (question,) = ask(make_facts(goal, files), ())

    assert question.text == "Which `Policy.handle` is to be changed?"
    assert [each.text for each in question.choices] == [
        "In `cors/base.py::Middleware.handle`",
        "In `cors/policy.py::Policy`",
    ]
    assert question.why.startswith("It is inherited: ")
