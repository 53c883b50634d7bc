"""Views as numbers."""

from __future__ import annotations

import numpy
import pytest
from conftest import GAMES, LINEUPS, ROOT
from test_matches import play_on

import kakehiki

WIDTHS = {"geister": 690, "negogeister": 690, "catan": 1562, "monopoly": 1027, "werewolf": 3033}


@pytest.mark.parametrize("name", GAMES)
def test_numbers_are_bounded_and_follow_from_the_view(name):
    options, _ = LINEUPS[name]
    game = kakehiki.Game(name, **options)
    coding = game.coding()
    assert coding.width == WIDTHS[name]
    match = play_on(game.new_match(seed=1), steps=60)
    for seat in range(game.seats):
        view = match.view(seat)
        numbers = view.observe()
        assert numbers.shape == (coding.width,) and numbers.dtype == numpy.float32
        assert numpy.isfinite(numbers).all() and abs(numbers).max() <= 1 and numbers.any()
        assert (numbers == view.observe(coding)).all()
        for seed in range(3):
            world = match.world(seat, seed)
            assert (world.view(seat).observe() == numbers).all()
    numbers[0] = 0.5  # It belongs to the caller.


@pytest.mark.parametrize("name", GAMES)
def test_pieces_are_those_that_are_written_down(name):
    coding = kakehiki.Game(name).coding()
    path = ROOT / "crates" / "kakehiki-games" / "codings" / f"{name}-v{coding.version}.tsv"
    pieces, chances = path.read_text().split(" numbers\n")[1].split("# ")
    ours = [
        f"{it.offset}\t{it.name}\t{'x'.join(map(str, it.shape))}\t{it.meaning}" for it in coding.pieces
    ]
    assert pieces.splitlines() == ours
    assert chances.startswith(f"{coding.chance_size} ids of chance")
    assert sum(int(numpy.prod(it.shape)) for it in coding.pieces) == coding.width


def test_a_village_tells_what_was_claimed():
    game = kakehiki.Game("werewolf", village=5)
    match = game.new_match(seed=1)
    match.advance()
    claim = next((it for it in game.coding().pieces if it.name == "claimed"))
    before = None
    while before is None and not match.is_over:
        seat, menu = match.awaiting, match.menu()
        claims = [action for action in menu if "COMINGOUT" in action and "SEER" in action]
        if claims:
            listener = (seat + 1) % game.seats
            before = match.view(listener).observe()
            match.act(claims[0])
        else:
            match.act(menu[0])
        match.advance()
    while match.view(listener).observe()[claim.offset :][: 18 * 6].sum() == 0:
        match.act(match.menu()[0])
        match.advance()
    said = match.view(listener).observe()[claim.offset :][: 18 * 6].reshape(18, 6)
    assert said[(seat - listener) % game.seats].tolist() == [0, 0, 0, 1, 0, 0]
