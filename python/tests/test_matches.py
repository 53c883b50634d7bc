"""Matches that Python holds: turns, errors, copies, worlds, pickles and replays."""

from __future__ import annotations

import copy
import pickle
import random
import subprocess
import sys

import pytest
from conftest import GAMES, LINEUPS

import kakehiki


def choose(match):
    """A choice that follows from what the seat sees alone."""
    return random.Random(match.view(match.awaiting).json()).choice(match.menu())


def play_on(match, steps=None):
    match.advance()
    while not match.is_over and (steps is None or match.steps < steps):
        match.act(choose(match))
        match.advance()
    return match


def begun(name, seed=3):
    """A match in which Python answers for the first seat."""
    options, agents = LINEUPS[name]
    return kakehiki.Game(name, **options).new_match(seed=seed, agents=[None, *agents[1:]])


GOES_ON = """
import pickle, sys
sys.path.insert(0, sys.argv[1])
from test_matches import play_on
sys.stdout.write(play_on(pickle.load(sys.stdin.buffer)).log())
"""


@pytest.mark.parametrize("name", GAMES)
def test_a_match_goes_on_in_another_process_as_if_nothing_had_happened(name):
    whole = play_on(begun(name))
    cut = play_on(begun(name), steps=whole.steps // 2)
    assert not cut.is_over
    done = subprocess.run(
        [sys.executable, "-c", GOES_ON, __file__.rsplit("/", 1)[0]],
        input=pickle.dumps(cut), capture_output=True, check=True,
    )
    assert done.stdout.decode() == whole.log()
    loaded = cut.game.load(cut.log())
    assert play_on(loaded).log() == whole.log()
    assert play_on(cut).log() == whole.log()


@pytest.mark.parametrize("name", GAMES)
def test_a_clone_goes_on_by_itself(name):
    match = play_on(begun(name), steps=20)
    log = match.log()
    for other in (match.clone(), copy.copy(match), copy.deepcopy(match)):
        assert play_on(other).is_over
        assert match.log() == log
    assert play_on(match).log() == other.log()


def test_everything_is_known_before_and_after_a_game():
    game = kakehiki.Game("geister", cap=20)
    assert (game.name, game.seats, game.options["cap"]) == ("geister", 2, "20")
    match = game.new_match()
    assert match.awaiting == 0 and not match.is_chance and match.result is None
    assert match.menu().is_complete and len(match.menu()) == 70
    assert match.view(0)["seat"] == "P0"
    play_on(match)
    assert match.awaiting is None and match.is_over
    result = match.result
    assert result.steps == match.steps and len(result.rewards) == 2
    assert "P0" in match.picture(0) or match.picture()
    assert match.sights(0)[0][0] == 0 and not match.sights(0, since=match.steps)
    counted = play_on(kakehiki.Game("catan", turn_cap=5).new_match()).result.counters
    assert len(counted) == 4 and all(name in counted[0] for name in kakehiki.Game("catan").counters)


@pytest.mark.parametrize("name", GAMES)
def test_what_is_refused_leaves_the_match_as_it_was(name):
    match = play_on(begun(name), steps=15)
    before = match.log()
    with pytest.raises(kakehiki.NotationError):
        match.act("no such thing")
    with pytest.raises(kakehiki.TurnError):
        match.chance()
    with pytest.raises(kakehiki.TurnError):
        match.next_game()
    with pytest.raises(IndexError):
        match.view(18)
    assert match.log() == before
    play_on(match)
    over = match.log()
    with pytest.raises(kakehiki.TurnError, match="over"):
        match.act("no such thing")
    with pytest.raises(kakehiki.TurnError):
        match.missing("gone")
    with pytest.raises(kakehiki.TurnError, match="games"):
        match.next_game()
    match.advance()
    assert match.log() == over


def test_illegal_actions_are_told_from_unreadable_ones():
    match = kakehiki.Game("geister").new_match()
    set_up = match.menu()[0]
    for _ in range(2):
        match.act(set_up)
    before = match.log()
    with pytest.raises(kakehiki.IllegalAction):
        match.act(set_up)
    assert match.log() == before


def test_chance_is_drawn_or_handed_in():
    asked = kakehiki.Game("catan", turn_cap=5).new_match(chance="ask")
    asked.advance()
    assert asked.is_chance and asked.awaiting is None
    outcomes = asked.outcomes()
    assert sum(probability for _, probability in outcomes) == pytest.approx(1.0)
    assert asked.chance(outcomes[0][0]) == outcomes[0][0]
    with pytest.raises(kakehiki.NotationError):
        asked.chance("no such thing")
    assert asked.chance() in dict(asked.outcomes()) or not asked.is_chance or asked.steps == 2
    drawn = kakehiki.Game("catan", turn_cap=5).new_match()
    drawn.advance()
    assert not drawn.is_chance and drawn.outcomes() == []
    assert '"given":true' in asked.log() and '"given":true' not in drawn.log()


def test_chance_is_handed_in_by_its_id():
    asked = kakehiki.Game("catan", turn_cap=5).new_match(chance="ask")
    asked.advance()
    outcomes = [outcome for outcome, _ in asked.outcomes()]
    fell = [asked.clone().chance(id) for id in range(6)]
    assert fell == outcomes, "terrains have the first ids"
    for wrong, error in ((6, kakehiki.CodingError), (-1, kakehiki.CodingError), (0.5, TypeError)):
        with pytest.raises(error):
            asked.chance(wrong)
    assert asked.steps == 0


def test_a_missing_answer_is_the_rules_or_forfeits():
    match = begun("werewolf")
    match.advance()
    match.missing("it fell asleep")
    assert "it fell asleep" in match.log()
    lost = kakehiki.Game("geister").new_match()
    lost.missing("gone")
    assert lost.is_over and lost.result.rewards == (0.0, None)


@pytest.mark.parametrize("name", GAMES)
def test_nothing_tells_two_truths_apart_that_the_seat_cannot(name):
    options, agents = LINEUPS[name]
    differed = False
    listed = kakehiki.Game(name, **options).coding(legal="listed")
    for seed in range(4):
        match = kakehiki.Game(name, **options).new_match(seed=seed)
        play_on(match, steps=30 + 40 * seed)
        if match.is_over:
            continue
        seat = match.awaiting
        one, other = match.world(seat, 1), match.world(seat, 2)
        differed |= one.picture() != other.picture()
        for world in (one, other):
            assert world.view(seat).json() == match.view(seat).json()
            assert world.menu() == match.menu()
            assert world.picture(seat) == match.picture(seat)
            assert (world.mask() == match.mask()).all()
            assert world.mask(listed).tobytes() == match.mask(listed).tobytes()
            assert world.view(seat).observe().tobytes() == match.view(seat).observe().tobytes()
            assert world.sights(seat) == match.sights(seat)
        # Every kind of action, legal or not.
        attempts = range(seed % 7, listed.size, 7 if listed.size < 500 else 29)
        for attempt in ["no such thing", *list(one.menu())[:3], *agents, *attempts]:
            errors = []
            for world in (one, other):
                try:
                    world.clone().act(attempt)
                    errors.append(None)
                except kakehiki.Error as error:
                    errors.append((type(error), str(error)))
            assert errors[0] == errors[1]
    assert differed or name == "monopoly"


def test_worlds_are_played_on_and_pickled():
    match = play_on(kakehiki.Game("catan", turn_cap=10).new_match(seed=2), steps=150)
    world = match.world(1, 5)
    with pytest.raises(kakehiki.LogError):
        world.log()
    inner = play_on(world.clone(), steps=world.steps + 5).world(0, 6)
    for other in (world, inner):
        again = pickle.loads(pickle.dumps(other))
        assert play_on(again).picture() == play_on(other).picture()
    assert match.world(1, 7).picture() == match.world(1, 7).picture()


def test_a_replay_shows_every_position(tmp_path):
    match = play_on(begun("catan"))
    path = tmp_path / "game.jsonl"
    path.write_text(match.log())
    for source in (match.log(), match.log().encode(), path, str(path)):
        replay = kakehiki.replay(source)
        assert replay.header["game"] == "catan" and not replay.is_torn
        assert len(replay.events) == len(replay) == match.log().count("\n") - 1
    seen = [(event, shown.steps) for event, shown in replay]
    assert [event for event, _ in seen] == replay.events
    assert seen[-1][1] == match.steps
    positions = [shown.clone() for _, shown in replay]
    assert positions[-1].log() == match.log()
    assert pickle.loads(pickle.dumps(positions[40])).log() == positions[40].log()
    torn = kakehiki.replay(match.log()[:-10])
    assert torn.is_torn
    lines = match.log().splitlines(keepends=True)
    with pytest.raises(kakehiki.LogError, match="line 3"):
        list(kakehiki.replay("".join([*lines[:2], lines[-1]])))
    with pytest.raises(kakehiki.LogError):
        kakehiki.replay("{}")
    with pytest.raises(FileNotFoundError):
        kakehiki.replay(tmp_path / "nothing.jsonl")
    with pytest.raises(kakehiki.LogError, match="another game"):
        kakehiki.Game("geister").load(match.log())


def test_games_are_values():
    game = kakehiki.Game("catan", players=3, **{"turn-cap": 50})
    assert game == kakehiki.Game("catan", players="3", turn_cap=50)
    assert game != kakehiki.Game("catan", players=3)
    assert len({game, pickle.loads(pickle.dumps(game))}) == 1
    assert repr(game) == 'Game("catan", players="3", turn_cap="50")'
    preset = kakehiki.Game("catan", rules="nakazawa2018")
    assert pickle.loads(pickle.dumps(preset)).seats == preset.seats == 2
    assert kakehiki.Game("catan", trading=False).options["trading"] == "off"
    with pytest.raises(kakehiki.UnknownGame, match="did you mean"):
        kakehiki.Game("catn")
    with pytest.raises(TypeError, match="players"):
        kakehiki.Game("catan", players=[3])


def test_named_agents_explain_what_they_think():
    match = kakehiki.Game("geister").new_match(agents=["flat(playouts=50)", None])
    match.advance()
    match.act(match.menu()[0])
    match.advance()
    thoughts = match.explain(0)
    assert thoughts is None or all(0 <= it.value <= 1 for it in thoughts.candidates)
    assert match.explain(1) is None
