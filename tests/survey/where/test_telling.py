"""Verbs of a request tell nothing; everyday words of programs do where a goal says little else."""

from __future__ import annotations

from made_index import MadeIndex

from groundplan.survey.where.goal import read_goal
from groundplan.survey.where.places import find_places
from groundplan.survey.where.telling import telling_words

ROUTER = {
    "mux.go": "package mux\n\nfunc Method(method string) {\n\thttp.Handle(method)\n}\n",
    "sunset.go": "package mux\n\n// Sunset follows an RFC.\nfunc Sunset() {}\n",
    "strip.go": "package mux\n\nfunc Strip(path string) {}\n",
}


def test_everyday_words_find_the_place_of_a_short_goal() -> None:
    found = find_places(MadeIndex(ROUTER), "Support the http PROPFIND method")
    assert found.files[0].path == "mux.go"


def test_verbs_of_the_request_never_tell() -> None:
    assert telling_words(read_goal("Please add support and make it work better")) == ()


def test_everyday_words_tell_nothing_beside_five_others() -> None:
    short = telling_words(read_goal("Report the error of a cart"))
    whole = telling_words(
        read_goal("Report the error of a cart whose invoice, discount, voucher and total differ")
    )
    assert {"report", "error"} <= set(short)
    assert "cart" in whole
    assert not {"report", "error"} & set(whole)


def test_an_everyday_word_written_as_code_tells_in_any_goal() -> None:
    goal = "Let `report` list the cart, invoice, discount, voucher and total"
    assert "report" in telling_words(read_goal(goal))
