"""Many games side by side."""

from __future__ import annotations

import numpy
import pytest
from conftest import GAMES
from test_environments import SMALL

import kakehiki


def play(batch, steps):
    """Random entries of the menus; gives all arrays after every step."""
    seen = []
    for _ in range(steps):
        batch.step(numpy.full(batch.n, -1))
        arrays = (batch.obs, batch.mask, batch.seat, batch.reward, batch.done, batch.truncated)
        seen.append([array.copy() for array in arrays])
    return seen


@pytest.mark.parametrize("name", GAMES)
def test_threads_change_nothing_and_lanes_are_matches(name):
    game = kakehiki.Game(name, **SMALL[name])
    runs = [play(game.batch(6, seed=2, threads=threads), 60) for threads in (1, 2, 4)]
    for one, two, four in zip(*runs, strict=True):
        for arrays in zip(one, two, four, strict=True):
            assert (arrays[0] == arrays[1]).all() and (arrays[0] == arrays[2]).all()

    batch = game.batch(3, seed=2)
    matches = [game.new_match(seed=2, match=number) for number in range(3)]
    for _ in range(20):
        chosen = []
        for lane, match in enumerate(matches):
            match.advance()
            if match.is_over:
                match = matches[lane] = None
                break
            assert batch.seat[lane] == match.awaiting
            assert (batch.obs[lane] == match.view(match.awaiting).observe()).all()
            assert (batch.mask[lane] == match.mask()).all()
            chosen.append(match.ids()[-1])
            match.act(chosen[-1])
        if None in matches:
            break
        batch.step(chosen)


def test_ends_are_paid_and_named_agents_play_inside():
    game = kakehiki.Game("geister", cap=40)
    batch = game.batch(8, agents={1: "charge"}, seed=1)
    paid = numpy.zeros(2)
    for _ in range(100):
        batch.step(numpy.full(8, -1))
        assert set(batch.seat) == {0}
        assert (batch.reward[~batch.done] == 0).all()
        paid += batch.reward[batch.done].sum(0)
    assert paid[1] > 0 and paid.sum() == 0
    with pytest.raises(kakehiki.TurnError):
        batch.snapshot()


def test_what_is_not_legal_plays_nothing_and_snapshots_go_back():
    batch = kakehiki.Game("geister").batch(4)
    before = batch.obs.copy()
    with pytest.raises(kakehiki.IllegalAction, match="lane 2"):
        batch.step([0, 0, 109, 0])
    assert (batch.obs == before).all()
    for actions in ([0], [[0], [0], [0], [0]], 0, []):
        with pytest.raises(kakehiki.IllegalAction, match="lanes"):
            batch.step(actions)
    for actions in ([0.0, 0, 0, 0], [2**64 - 1] * 4, [10**30] * 4, [None] * 4, ["0"] * 4):
        with pytest.raises(TypeError):
            batch.step(actions)
    for actions in ([-3, 0, 0, 0], [0, 0, 0, 2**62]):
        with pytest.raises(kakehiki.IllegalAction, match="lane"):
            batch.step(actions)
    assert (batch.obs == before).all()
    snapshot = batch.snapshot()
    first = play(batch, 10)
    batch.restore(snapshot)
    assert (batch.obs == before).all()
    for one, other in zip(first, play(batch, 10), strict=True):
        assert all((a == b).all() for a, b in zip(one, other, strict=True))
    kept = batch.obs.copy()
    batch.step(numpy.full(4, -1), obs=False)
    assert (batch.obs == kept).all()
    with pytest.raises(kakehiki.OptionError):
        kakehiki.Game("geister").batch(2, agents={0: "random", 1: "random"})
    with pytest.raises(kakehiki.AgentNameError):
        kakehiki.Game("geister").batch(2, agents={0: "rndom"})
    with pytest.raises(ValueError, match="lane"):
        kakehiki.Game("geister").batch(0)
