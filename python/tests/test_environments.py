"""The environments under the tests of those who defined their interfaces."""

from __future__ import annotations

import importlib
import warnings

import numpy
import pytest
from conftest import GAMES

import kakehiki

pytest.importorskip("pettingzoo")
gymnasium = pytest.importorskip("gymnasium")

from gymnasium.utils.env_checker import check_env  # noqa: E402
from pettingzoo.test import api_test, parallel_api_test, render_test, seed_test  # noqa: E402
from pettingzoo.utils.conversions import turn_based_aec_to_parallel  # noqa: E402

#: Options of tables that are quickly played.
SMALL = {
    "geister": {"cap": 30},
    "negogeister": {"cap": 15},
    "catan": {"players": 3, "turn_cap": 12},
    "monopoly": {"players": 3, "max_turns": 12},
    "werewolf": {"village": 5},
}


def module(name):
    return importlib.import_module(f"kakehiki.pettingzoo.{name}_v0")


def play(env, choose):
    """Plays until everybody is out; gives the rewards of all agents."""
    total = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, info = env.last()
        total[agent] += reward
        if terminated or truncated:
            env.step(None)
        else:
            mask = info.get("action_mask")
            env.step(choose(observation["action_mask"] if mask is None else mask))
    return total


def random_choice(seed):
    generator = numpy.random.default_rng(seed)
    return lambda mask: int(generator.choice(numpy.flatnonzero(mask)))


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("mask", ["observation", "info"])
def test_the_owners_tests_pass(name, mask):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        api_test(module(name).env(mask=mask, **SMALL[name]), num_cycles=1000)
    texts = {str(warning.message) for warning in caught}
    if mask == "info":
        assert texts == set()
    else:
        # Those that PettingZoo has for every environment that is not on its own list.
        assert len(texts) <= 2, texts
        assert all("bservation" in text for text in texts)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("mask", ["observation", "info"])
def test_seeds_and_pictures_pass_the_owners_tests(name, mask):
    def make(render_mode="ansi"):
        return module(name).env(render_mode=render_mode, mask=mask, **SMALL[name])

    seed_test(make, num_cycles=100)
    render_test(make)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("mask", ["observation", "info"])
def test_turns_as_rounds_pass_the_owners_tests(name, mask):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        env = turn_based_aec_to_parallel(module(name).env(mask=mask, **SMALL[name]))
        parallel_api_test(env, num_cycles=200)


@pytest.mark.parametrize("name", GAMES)
def test_an_episode_is_match_zero_of_its_seed(name):
    env = module(name).raw_env(**SMALL[name])
    logs, totals = [], []
    for _ in range(2):
        env.reset(seed=11)
        totals.append(play(env, random_choice(1)))
        logs.append(env.match.log())
    assert logs[0] == logs[1] and totals[0] == totals[1]
    replayed = kakehiki.replay(logs[0])
    assert (replayed.header["seed"], replayed.header["match"]) == (11, 0)
    env.reset()
    assert kakehiki.replay(env.match.log()).header["match"] == 1


def test_rewards_are_those_of_how_the_game_came_out():
    env = module("catan").raw_env(players=3, turn_cap=300, target=3)
    env.reset(seed=1)
    total = play(env, random_choice(2))
    [winner] = env.match.result.winners
    assert total == {
        agent: 1.0 if agent == f"seat_{winner}" else -0.5 for agent in env.possible_agents
    }
    env = module("geister").raw_env(reward="win", cap=1)
    env.reset(seed=1)
    assert play(env, random_choice(1)) == {"seat_0": 0.5, "seat_1": 0.5}


def test_long_games_are_cut_off_and_illegal_actions_end_them():
    env = module("monopoly").env(players=3, max_steps=5)
    env.reset(seed=1)
    total = dict.fromkeys(env.possible_agents, 0.0)
    cut = []
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, _ = env.last()
        total[agent] += reward
        if truncated or terminated:
            cut.append((terminated, truncated))
            env.step(None)
        else:
            env.step(int(numpy.flatnonzero(observation["action_mask"])[0]))
    assert cut == [(False, True)] * 3 and set(total.values()) == {0.0}

    env = module("catan").env(players=4)
    env.reset(seed=1)
    observation, *_ = env.last()
    culprit = env.agent_selection
    env.step(int(numpy.flatnonzero(observation["action_mask"] == 0)[0]))
    rewards = {agent: env.rewards[agent] for agent in env.agents}
    assert rewards.pop(culprit) == pytest.approx(-1 / 3) and set(rewards.values()) == {0.0}
    raw = module("geister").raw_env()
    raw.reset(seed=1)
    with pytest.raises(kakehiki.IllegalAction):
        raw.step(100)


def test_named_opponents_are_played_inside():
    env = module("catan").env(players=3, turn_cap=5, opponents={1: "greedy"}, text=True)
    assert env.possible_agents == ["seat_0", "seat_2"]
    env.reset(seed=1)
    info = env.infos[env.agent_selection]
    assert info["menu"] and info["view"].startswith("{")
    play(env, random_choice(3))
    assert env.state_space.shape == (3 * 1562,)


TITLES = {"geister": "Geister", "negogeister": "NEGOGeister", "catan": "Catan",
          "monopoly": "Monopoly", "werewolf": "Werewolf"}


def make(name, **how):
    return gymnasium.make(f"kakehiki.gym:kakehiki/{TITLES[name]}-v0", **{**SMALL[name], **how})


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("mask", ["observation", "info"])
def test_the_owners_check_passes(name, mask):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(make(name, mask=mask).unwrapped, skip_render_check=True)


def test_what_comes_of_illegal_actions_is_chosen():
    def illegal(env):
        return int(numpy.flatnonzero(env.unwrapped.action_masks() == 0)[0])

    env = make("geister")
    env.reset(seed=1)
    _, reward, terminated, _, _ = env.step(illegal(env))
    assert (reward, terminated) == (-1.0, True)
    env = make("geister", illegal="raise")
    env.reset(seed=1)
    with pytest.raises(kakehiki.IllegalAction):
        env.step(illegal(env))
    for outside in (-1, -env.unwrapped.coding.size, env.unwrapped.coding.size, 10**30):
        with pytest.raises(kakehiki.IllegalAction):
            env.step(outside)
    for what in (2.5, None, "roll"):
        with pytest.raises(TypeError):
            env.step(what)
    env = make("geister", illegal="menu", seat="rotate")
    seats = []
    for _ in range(3):
        _, info = env.reset(seed=1 if not seats else None)
        seats.append(info["seat"])
        terminated = truncated = False
        while not (terminated or truncated):
            _, _, terminated, truncated, _ = env.step(illegal(env))
    assert seats == [0, 1, 0]
    with pytest.raises(ValueError, match="opponents"):
        make("catan", opponents=["random"] * 3)


def test_vector_environments_play_the_same_games():
    vector = gymnasium.make_vec("kakehiki.gym:kakehiki/Geister-v0", num_envs=2, cap=10, illegal="menu")
    observations, _ = vector.reset(seed=5)
    for place in range(2):
        alone = make("geister", cap=10, illegal="menu")
        alone_observation, _ = alone.reset(seed=5 + place)
        assert (observations["observation"][place] == alone_observation["observation"]).all()
    vector.step(vector.action_space.sample())


class Preferences:
    """A learner with one number for each id: it plays more often what came before a won game's end."""

    def __init__(self, size, seed):
        self.weights = numpy.zeros(size)
        self.generator = numpy.random.default_rng(seed)

    def choose(self, mask):
        legal = numpy.flatnonzero(mask)
        chances = numpy.exp(self.weights[legal] - self.weights[legal].max())
        chances /= chances.sum()
        return legal, chances, int(self.generator.choice(legal, p=chances))

    def learn(self, steps, reward):
        share = 0.3 * reward
        for legal, chances, chosen in reversed(steps):
            self.weights[legal] -= share * chances
            self.weights[chosen] += share
            share *= 0.9


def games_won(env, learner, games, learns):
    won = 0
    for _ in range(games):
        observation, _ = env.reset()
        steps, done = [], False
        while not done:
            steps.append(learner.choose(observation["action_mask"]))
            observation, reward, terminated, truncated, _ = env.step(steps[-1][2])
            done = terminated or truncated
        won += reward > 0
        if learns:
            learner.learn(steps, reward)
    return won


def test_a_small_learner_comes_to_beat_random():
    env = make("geister", cap=200)
    env.reset(seed=3)
    learner = Preferences(env.unwrapped.coding.size, seed=3)
    games_won(env, learner, 150, learns=True)
    # Of equals one wins at most half of the games: 65 of 100 or more once in 500 times.
    assert games_won(env, learner, 100, learns=False) >= 65


def same(ours, theirs, where=""):
    """Compares what two environments told, whatever it is made of."""
    assert type(ours) is type(theirs) or not isinstance(ours, dict), where
    if isinstance(ours, dict):
        assert ours.keys() == theirs.keys(), where
        for name in ours:
            same(ours[name], theirs[name], f"{where}.{name}")
    elif isinstance(ours, numpy.ndarray) and ours.dtype == object:
        for one, other in zip(ours, theirs, strict=True):
            same(one, other, where)
    else:
        numpy.testing.assert_array_equal(ours, theirs, where)


@pytest.mark.parametrize("name", ["Geister", "NEGOGeister", "Catan", "Monopoly", "Werewolf"])
@pytest.mark.parametrize("mode", ["NextStep", "SameStep"])
@pytest.mark.parametrize("mask", ["observation", "info"])
def test_vectors_are_as_many_environments_one_by_one(name, mode, mask):
    short = {
        "Geister": {"cap": 12}, "NEGOGeister": {"cap": 5, "reward": "win"}, "Catan": {"turn_cap": 3},
        "Monopoly": {"max_turns": 3, "seat": 1}, "Werewolf": {"village": 5, "max_talk_turn": 1, "max_steps": 7},
    }
    how = {"num_envs": 5, "mask": mask, **short[name]}
    id = f"kakehiki.gym:kakehiki/{name}-v0"
    ours = gymnasium.make_vec(id, autoreset_mode=mode, threads=2, **how)
    theirs = gymnasium.make_vec(
        id, vectorization_mode="sync", vector_kwargs={"autoreset_mode": mode}, **how
    )
    assert ours.metadata["autoreset_mode"] == theirs.metadata["autoreset_mode"]
    assert ours.single_action_space == theirs.single_action_space
    assert ours.observation_space == theirs.observation_space
    generator = numpy.random.default_rng(3)
    told = [env.reset(seed=11) for env in (ours, theirs)]
    for one, other in zip(*told, strict=True):
        same(one, other)
    endings = 0
    for step in range(60):
        observation, infos = told[0][0], told[0][-1]
        masks = infos["action_mask"] if mask == "info" else observation["action_mask"]
        weights = numpy.where(masks == 1, generator.random(masks.shape), -1.0)
        actions = weights.argmax(1)
        if step % 9 == 8:
            actions[step % 5] = int(ours.single_action_space.n) - 1
        told = [env.step(actions) for env in (ours, theirs)]
        for one, other in zip(*told, strict=True):
            same(one, other)
        endings += int(told[0][2].sum() + told[0][3].sum())
    assert endings > 3
    same(ours.reset()[0], theirs.reset()[0])
    theirs.close()
    ours.close()


def test_vectors_say_what_they_cannot_do():
    id = "kakehiki.gym:kakehiki/Geister-v0"
    with pytest.raises(ValueError, match="sync"):
        gymnasium.make_vec(id, 2, seat="rotate")
    with pytest.raises(ValueError, match="draw"):
        gymnasium.make_vec(id, 2, render_mode="ansi")
    env = gymnasium.make_vec(id, 2, illegal="raise", autoreset_mode="Disabled")
    env.reset(seed=1)
    with pytest.raises(kakehiki.IllegalAction, match="environment 1"):
        env.step([0, 109])
    for actions in ([0], [[0], [0]], 0):
        with pytest.raises(ValueError, match="shape"):
            env.step(actions)
    with pytest.raises(TypeError):
        env.step([0.0, 5.0])
    observation, *_ = env.step([0, 5])
    assert observation["action_mask"].any(1).all()
    env = gymnasium.make_vec(id, 2, illegal="menu")
    env.reset(seed=1)
    assert not env.step([109, 109])[2].any()
