"""Agents that are written in Python, in matches and in the arena."""

from __future__ import annotations

import contextlib
import pickle
import subprocess
import sys

import numpy
import pytest
from conftest import GAMES, LINEUPS, ROOT

import kakehiki


class First:
    """Takes the first of the menu, or another one by luck."""

    def __init__(self, luck: bool = True, name: str = "first"):
        self.luck = luck

    def decide(self, view, menu, rng):
        return rng.choice(menu) if self.luck else menu[0]


class Noting(First):
    """Notes what it sits at, sees and draws."""

    def __init__(self):
        super().__init__()
        self.sat, self.heard, self.drawn = [], [], []

    def sit(self, seat):
        self.sat.append(seat)

    def hear(self, view, sight):
        self.heard.append((view.seat, view.json(), str(sight)))

    def decide(self, view, menu, rng):
        self.drawn.append((rng.random(), rng.randrange(5, 9)))
        return super().decide(view, menu, rng)

    def explain(self, view):
        return kakehiki.Explanation((kakehiki.Candidate("x", 0.5, len(self.heard)),))


class Broken(First):
    """Raises after some decisions."""

    left = 3

    def decide(self, view, menu, rng):
        if not self.left:
            raise ZeroDivisionError("it is broken")
        self.left -= 1
        return super().decide(view, menu, rng)


class Cheat:
    """Answers what is no action."""

    def decide(self, view, menu, rng):
        return "no such thing"


class Saying(First):
    """Answers something else than an action after some decisions."""

    left = 3

    def __init__(self, what: str = "nothing"):
        super().__init__()
        self.what = what

    def decide(self, view, menu, rng):
        if not self.left:
            return NONSENSE[self.what][0]
        self.left -= 1
        return super().decide(view, menu, rng)


#: Answers that are none, each with what it raises.
NONSENSE = {
    "nothing": (None, TypeError), "a-number": (3.5, TypeError), "too-small": (-1, kakehiki.CodingError),
    "too-large": (10**30, kakehiki.CodingError), "not-listed": (130, kakehiki.CodingError),
    "an-object": (object(), TypeError), "an-array": (numpy.zeros(2, int), TypeError),
}


class Raising(First):
    """Raises where it is told to."""

    def __init__(self, where: str = "sit"):
        super().__init__()
        self.where = where

    def _raise(self, where):
        if self.where == where:
            raise ZeroDivisionError(f"it cannot {where}")

    def sit(self, seat):
        self._raise("sit")

    def hear(self, view, sight):
        self._raise("hear")

    def explain(self, view):
        self._raise("explain")


class Numbered:
    """Answers by ids, as NumPy has them."""

    def decide(self, view, menu, rng):
        return numpy.flatnonzero(menu.mask())[0]


kakehiki.register_agent("geister", "first", First)
kakehiki.register_agent("geister", "saying", Saying)
kakehiki.register_agent("geister", "raising", Raising)
kakehiki.register_agent("geister", "broken", Broken)
kakehiki.register_agent("geister", "cheat", Cheat)
kakehiki.register_agent("geister", "noting", Noting)


@pytest.mark.parametrize("name", GAMES)
def test_python_agents_sit_beside_named_ones(name):
    options, agents = LINEUPS[name]
    game = kakehiki.Game(name, **options)
    notes, logs = [], []
    for _ in range(2):
        agent = Noting()
        match = game.new_match(seed=2, agents=[*agents[:-1], agent])
        match.advance()
        assert match.is_over and agent.sat == [game.seats - 1]
        notes.append((agent.heard, agent.drawn))
        logs.append(match.log())
        assert match.explain(game.seats - 1).candidates[0].samples == len(agent.heard)
    assert notes[0] == notes[1] and logs[0] == logs[1]
    sights = [str(sight) for _, sight in match.sights(game.seats - 1)]
    assert [sight for _, _, sight in agent.heard] == sights
    assert agent.heard[-1][1] == match.view(game.seats - 1).json()


def test_what_an_agent_raises_comes_through_with_its_traceback():
    match = kakehiki.Game("geister").new_match(agents=[Broken(), "random"])
    with pytest.raises(ZeroDivisionError, match="it is broken") as raised:
        match.advance()
    assert raised.traceback[-1].name == "decide"
    steps = match.steps
    with pytest.raises(ZeroDivisionError):
        match.advance()
    assert match.steps == steps
    with pytest.raises(kakehiki.NotationError, match="P1 answered 'no such thing'|P1 answered"):
        kakehiki.Game("geister").new_match(agents=["random", Cheat()]).advance()


def test_the_rules_answer_for_an_agent_that_fails_if_they_should():
    for agent, problem in ((Broken(), "it raised ZeroDivisionError"), (Cheat(), "illegal")):
        match = kakehiki.Game("geister").new_match(agents=["random", agent], errors="rules")
        match.advance()
        assert match.result.text == "forfeited by P1" and problem in match.log()
    options, agents = LINEUPS["werewolf"]
    match = kakehiki.Game("werewolf", **options).new_match(
        agents=[*agents[:-1], Cheat()], errors="rules"
    )
    match.advance()
    assert '"fallback"' in match.log() and "forfeit" not in match.result.text


def test_ids_may_be_those_of_numpy():
    match = kakehiki.Game("geister", cap=10).new_match(agents=[Numbered(), "random"])
    match.advance()
    assert match.is_over


@pytest.mark.parametrize("what", NONSENSE)
def test_nonsense_is_refused_and_the_match_goes_on(what):
    _, error = NONSENSE[what]
    agent = Saying(what)
    match = kakehiki.Game("geister", cap=10).new_match(agents=["random", agent])
    for _ in range(2):
        with pytest.raises(error):
            match.advance()
        assert match.steps == 7 and not match.is_over
    agent.left = 100
    match.advance()
    assert match.is_over
    match = kakehiki.Game("geister", cap=10).new_match(agents=["random", Saying(what)], errors="rules")
    match.advance()
    assert match.result.text == "forfeited by P1"
    with pytest.raises(error):
        kakehiki.arena.run("geister", [f"py-saying(what={what})", "random"], 4, threads=2)
    assert kakehiki.arena.run("geister", ["py-first", "random"], 4, threads=2).games == 4


@pytest.mark.parametrize("where", ["sit", "hear", "explain"])
def test_an_agent_may_raise_wherever_it_is_called(where):
    game = kakehiki.Game("geister", cap=10)

    def play(**how):
        match = game.new_match(agents=["random", Raising(where)], **how)
        match.advance()
        match.explain(1)
        return match

    with pytest.raises(ZeroDivisionError, match=where):
        play()
    with pytest.raises(ZeroDivisionError, match=where) if where != "hear" else contextlib.nullcontext():
        assert play(errors="rules").result.text == "forfeited by P1"
    # Nobody asks there what an agent thinks.
    with pytest.raises(ZeroDivisionError, match=where) if where != "explain" else contextlib.nullcontext():
        assert kakehiki.arena.run("geister", [f"py-raising(where={where})", "random"], 4).games == 4
    assert kakehiki.arena.run("geister", ["py-first", "random"], 4, threads=2).games == 4


def test_agents_that_are_none_are_refused():
    game = kakehiki.Game("geister")
    for agents, error in [
        ([First], TypeError), ([object()], TypeError), ("random", TypeError),
        (["random"] * 3, kakehiki.AgentNameError), ({5: "random"}, IndexError),
        (["py-unknown"], kakehiki.AgentNameError), (["charje"], kakehiki.AgentNameError),
        (["py-first(lucky=on)"], kakehiki.AgentNameError),
    ]:
        with pytest.raises(error):
            game.new_match(agents=agents)
    with pytest.raises(TypeError, match="default"):
        kakehiki.register_agent("geister", "wrong", lambda depth: First())
    with pytest.raises(kakehiki.AgentNameError):
        kakehiki.register_agent("geister", "no name", First)
    with pytest.raises(kakehiki.UnknownGame):
        kakehiki.register_agent("chess", "first", First)


def test_the_arena_plays_registered_agents_the_same_on_any_number_of_threads(tmp_path):
    def run(threads, **how):
        agents = ["py-first(luck=on)", "flat(playouts=3)"]
        return kakehiki.arena.run("geister", agents, 6, rotate=True, threads=threads, **how)

    one, two = run(1, logs=tmp_path), run(2)
    assert one.table().to_dict() == two.table().to_dict()
    logs = sorted(tmp_path.glob("*.jsonl"))
    assert len(logs) == 12
    alone = kakehiki.Game("geister").new_match(agents=["py-first(luck=on)", "flat(playouts=3)"])
    alone.advance()
    [first] = tmp_path.glob("*-match-0-game-0.jsonl")
    assert alone.log() == first.read_text()
    info = {it.name: it for it in kakehiki.Game("geister").agents()}["py-first"]
    assert [(it.name, it.default) for it in info.parameters] == [("luck", "on"), ("name", "first")]


def test_the_arena_passes_on_what_an_agent_raises_and_keeps_what_is_finished(tmp_path):
    with pytest.raises(ZeroDivisionError, match="it is broken") as raised:
        kakehiki.arena.run("geister", ["py-broken", "random"], 5, threads=1, out=tmp_path)
    assert raised.traceback[-1].name == "decide"
    cheated = kakehiki.arena.run("geister", ["py-cheat", "random"], 5)
    assert set(cheated.table()["ending"]) == {"forfeited"}


def test_registered_agents_are_made_anew_and_hear_again():
    match = kakehiki.Game("geister").new_match(agents=["py-noting", None])
    match.advance()
    for _ in range(6):
        match.act(match.menu()[0])
        match.advance()
    again = pickle.loads(pickle.dumps(match))
    thoughts = [it.explain(0).candidates[0].samples for it in (match, again, match.clone())]
    assert thoughts[0] > 10 and len(set(thoughts)) == 1


OTHER_PROCESS = """
import sys
sys.path[:0] = [sys.argv[1]]
import kakehiki, test_agents
agent = test_agents.Noting()
kakehiki.Game("geister").new_match(seed=9, agents=["random", agent]).advance()
print(agent.drawn)
"""


def test_the_numbers_of_a_decision_are_the_same_in_another_process():
    agent = Noting()
    kakehiki.Game("geister").new_match(seed=9, agents=["random", agent]).advance()
    done = subprocess.run(
        [sys.executable, "-c", OTHER_PROCESS, str(ROOT / "python" / "tests")],
        capture_output=True, text=True, check=True,
    )
    assert done.stdout.strip() == str(agent.drawn)


def test_random_numbers_cover_what_they_should():
    class Drawing(First):
        def decide(self, view, menu, rng):
            self.numbers = [rng.randrange(6) for _ in range(600)]
            self.shares = [rng.random() for _ in range(600)]
            self.order = list(range(20))
            rng.shuffle(self.order)
            self.array = rng.numpy().integers(0, 100, 5).tolist()
            with pytest.raises(ValueError, match="no number"):
                rng.randrange(3, 3)
            with pytest.raises(IndexError):
                rng.choice([])
            return menu[0]

    one, other = Drawing(), Drawing()
    for agent in (one, other):
        match = kakehiki.Game("geister", cap=1).new_match(agents=[agent, "random"])
        match.advance()
    assert set(one.numbers) == set(range(6)) and all(0 <= it < 1 for it in one.shares)
    assert sorted(one.order) == list(range(20)) != one.order
    assert (one.array, one.order) == (other.array, other.order)


def test_a_plan_with_such_an_agent_says_elsewhere_why_it_cannot_be_played(
    kakehiki_command, tmp_path
):
    plan = kakehiki.arena.Spec("geister", ["py-first", "random"], 2).plan()
    plan.save(tmp_path / "plan.json")
    said = kakehiki_command("arena", "run-shard", tmp_path / "plan.json", "--shard", "1/1",
                            "--out", tmp_path, fails=True)
    assert "py-first" in said and "agents written in Python" in said
