"""Actions as whole numbers."""

from __future__ import annotations

import pickle
import random

import numpy
import pytest
from conftest import GAMES, LINEUPS, ROOT

import kakehiki

LARGEST = {"catan": {"players": 4}, "monopoly": {"players": 8}, "werewolf": {"village": 18}}


@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_played_by_ids_alone(name):
    options, _ = LINEUPS[name]
    game = kakehiki.Game(name, **options)
    coding, listed = game.coding(), game.coding(legal="listed")
    match, chooser = game.new_match(seed=4), random.Random(4)
    match.advance()
    for _ in range(300):
        if match.is_over:
            break
        menu, view = match.menu(), match.view(match.awaiting)
        ids = match.ids()
        assert ids == sorted(menu.ids()) and len(ids) == len(menu)
        assert (match.mask() == menu.mask()).all()
        assert match.mask().dtype == numpy.int8 and match.mask().sum() == len(ids)
        assert set(ids) <= set(match.ids(listed)) or match.steps % 7
        chosen = chooser.choice(ids)
        assert coding.decode(view, chosen) in menu
        match.act(chosen)
        match.advance()
    assert match.steps > 20


@pytest.mark.parametrize("name", GAMES)
def test_every_id_that_is_told_is_taken(name):
    """Those of the menu and those of all that is listed, each in a game of its own that goes on."""
    options, _ = LINEUPS[name]
    game = kakehiki.Game(name, **options)
    listed = game.coding(legal="listed")
    match, chooser, taken = game.new_match(seed=2), random.Random(2), 0
    match.advance()
    for turn in range(60):
        if match.is_over:
            break
        if turn % 6 == 0:
            for coding in (game.coding(), listed):
                ids = match.ids(coding)
                for id in chooser.sample(ids, min(len(ids), 40)):
                    other = match.clone()
                    other.act(id, coding)
                    taken += 1
                    assert other.steps == match.steps + 1
        match.act(chooser.choice(match.ids()))
        match.advance()
    assert taken > 40


@pytest.mark.parametrize("name", GAMES)
def test_ids_are_those_that_are_written_down(name):
    coding = kakehiki.Game(name, **LARGEST.get(name, {})).coding()
    path = ROOT / "crates" / "kakehiki-games" / "codings" / f"{name}-v{coding.version}.tsv"
    ids, _ = path.read_text().split("# ", 2)[1:]
    lines = ids.splitlines()[1:]
    table = coding.table()
    rows = zip(table["id"], table["kind"], table["template"], strict=True)
    assert lines == ["\t".join(map(str, row)) for row in rows]
    assert coding.size == len(lines)


def test_ids_that_mean_nothing_are_refused_and_change_nothing():
    match = kakehiki.Game("geister").new_match()
    before = match.log()
    with pytest.raises(kakehiki.CodingError, match="0 to 109"):
        match.act(110)
    with pytest.raises(kakehiki.IllegalAction):
        match.act(109)
    with pytest.raises(kakehiki.CodingError):
        match.act(-1)
    assert match.log() == before
    coding = match.game.coding()
    view = match.view(0)
    assert coding.encode(view, "set:ABC") is None
    with pytest.raises(kakehiki.NotationError):
        coding.encode(view, "no such thing")
    with pytest.raises(kakehiki.CodingError, match="another game"):
        coding.decode(kakehiki.Game("catan").new_match().view(0), 1)
    with pytest.raises(kakehiki.CodingError, match="pickled"):
        coding.decode(pickle.loads(pickle.dumps(view)), 1)
    for outside in (-1, coding.size, 10**30):
        with pytest.raises(kakehiki.CodingError, match=f"id {outside}"):
            coding.decode(view, outside)
        with pytest.raises(kakehiki.CodingError, match=f"id {outside}"):
            match.act(outside)
    for what in (3.5, None):
        with pytest.raises(TypeError, match="not (float|NoneType)"):
            coding.decode(view, what)
    with pytest.raises(kakehiki.CodingError, match="an action such as"):
        kakehiki.Game("catan").coding(extra=["offer:?"])
    with pytest.raises(ValueError, match="listed"):
        kakehiki.Game("catan").coding(legal="all")


def test_codings_travel_with_their_own_notations():
    coding = kakehiki.Game("catan").coding(extra=["offer:WWW>O@{1}{2}"], legal="listed")
    again = pickle.loads(pickle.dumps(coding))
    assert (again.size, again.legal, again.extra) == (coding.size, "listed", coding.extra)
    assert coding.table()["kind"][-1] == "extra"


@pytest.mark.parametrize(
    ("name", "options", "extra", "played"),
    [
        # Three cards for one, to either of two.
        ("catan", {}, "offer:WWW>O@{1}{2}", "offer:WWW>O@"),
        # A price that is none of those in the list.
        ("monopoly", {"players": 3}, "propose:{0}:$33>{1}:5", "propose:P"),
        (
            "werewolf", {"village": 5}, "say:XOR (ESTIMATE {1} WEREWOLF) (ESTIMATE {2} WEREWOLF)",
            "say:XOR (ESTIMATE Agent[",
        ),
    ],
)
def test_notations_of_ones_own_are_played(name, options, extra, played):
    game = kakehiki.Game(name, **options)
    coding = game.coding(extra=[extra])
    match, chooser = game.new_match(seed=3), random.Random(3)
    own = game.coding().size
    match.advance()
    while own not in match.ids(coding):
        match.act(chooser.choice(match.ids()))
        match.advance()
        assert not match.is_over, "it is never legal"
    with pytest.raises(kakehiki.CodingError, match=f"0 to {own - 1}"):
        match.act(own)
    assert (match.observe(0, coding) == match.view(0).observe()).all()
    view = match.view(match.awaiting)
    notation = coding.decode(view, own)
    assert notation.startswith(played) and coding.encode(view, notation) == own
    match.act(own, coding)
    assert notation in match.log().splitlines()[-1]


def test_agents_may_answer_by_ids():
    class ById:
        def decide(self, view, menu, rng):
            return rng.choice(menu.ids())

    match = kakehiki.Game("geister", cap=30).new_match(agents=[ById(), "random"])
    match.advance()
    assert match.is_over
    kakehiki.register_agent("geister", "by-id", ById)
    assert kakehiki.arena.run("geister", ["py-by-id", "random"], 3).table()["ending"].count("forfeited") == 0
