"""Threads, signals, forks and mistakes of our own."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import sys
import threading
import time

import numpy
import pytest

import kakehiki

#: An experiment that would take minutes, of games that take milliseconds.
LONG = ("geister", ["flat(playouts=30)", "flat(playouts=30)"], 100_000)

#: A decision of many seconds.
DEEP = "isuct(playouts=2000000)"

#: A decision of a second or so from the first move on.
DEEP_IN_CATAN = "uct(playouts=4000)"


def interrupted(work, after=0.4):
    """Lets Ctrl-C fall into work; gives the seconds between the two."""
    sent = []

    def send():
        sent.append(time.monotonic())
        os.kill(os.getpid(), signal.SIGINT)

    def give_up(*_):
        raise TimeoutError("Ctrl-C was not noticed")

    # Some of this work would take hours.
    signal.signal(signal.SIGALRM, give_up)
    signal.alarm(60)
    try:
        timer = threading.Timer(after, send)
        timer.start()
        with pytest.raises(KeyboardInterrupt):
            work()
    finally:
        signal.alarm(0)
    return time.monotonic() - sent[0]


def test_python_goes_on_while_games_are_played():
    turns, is_over = 0, threading.Event()

    def count():
        nonlocal turns
        while not is_over.is_set():
            turns += 1
            time.sleep(0)

    counter = threading.Thread(target=count)
    counter.start()
    deadline = time.monotonic() + 2
    try:
        with pytest.raises(StopIteration):
            kakehiki.arena.run(*LONG, threads=1, progress=stop_at(deadline))
    finally:
        is_over.set()
        counter.join()
    assert turns >= 1000


def test_python_goes_on_while_a_match_is_looked_at():
    game = kakehiki.Game("werewolf", village=15)
    match = game.new_match(agents=["finalist", *[None] * 14])
    listed = game.coding(legal="listed")
    match.advance()
    seat = match.awaiting
    position = kakehiki._native._Position(listed, -1.0, 1000)
    while position.player < 0:
        position.apply(position.chances()[0][0])
    for look in (
        lambda: match.world(seat, 1), lambda: match.explain(0), lambda: match.ids(listed),
        lambda: match.mask(listed), lambda: position.world(0, 1), lambda: position.legal(),
    ):
        assert goes_on_during(look)


def goes_on_during(look):
    """Whether another thread comes to its turn while something is looked at again and again."""
    turns, is_over = 0, threading.Event()

    def count():
        nonlocal turns
        while not is_over.is_set():
            turns += 1
            time.sleep(0)

    counter, interval = threading.Thread(target=count), sys.getswitchinterval()
    # From now on a thread gives way only where it says so.
    sys.setswitchinterval(1000)
    try:
        counter.start()
        before, deadline = turns, time.monotonic() + 5
        while turns == before and time.monotonic() < deadline:
            look()
        return turns > before
    finally:
        sys.setswitchinterval(interval)
        is_over.set()
        counter.join()


def stop_at(deadline):
    def progress(done, total):
        if time.monotonic() > deadline:
            raise StopIteration

    return progress


def test_progress_is_told_in_the_thread_of_the_caller_and_may_stop_the_run(tmp_path):
    told = []

    def progress(done, total):
        told.append((done, total, threading.get_ident()))
        if done > 20:
            raise LookupError("enough")

    with pytest.raises(LookupError, match="enough"):
        kakehiki.arena.run(*LONG, threads=1, out=tmp_path, progress=progress)
    assert {(total, thread) for _, total, thread in told} == {(100_000, threading.get_ident())}
    done = told[-1][0]
    kept = []
    with pytest.raises(LookupError):
        kakehiki.arena.run(*LONG, threads=1, out=tmp_path,
                           progress=lambda now, _: kept.append(now) or fail())
    assert kept[0] >= done


def fail():
    raise LookupError


def test_ctrl_c_stops_a_run_and_loses_no_finished_game(tmp_path):
    seen = []
    took = interrupted(lambda: kakehiki.arena.run(
        *LONG, out=tmp_path, progress=lambda done, _: seen.append(done)))
    assert took < 0.2 + 0.3, "the machine may be busy, but not that busy"
    begun = []
    with pytest.raises(LookupError):
        kakehiki.arena.run(*LONG, out=tmp_path, progress=lambda now, _: begun.append(now) or fail())
    assert begun[0] >= seen[-1] > 0


def test_ctrl_c_stops_a_training_and_a_study(tmp_path):
    took = interrupted(lambda: kakehiki.train(
        "werewolf", opponents=["sample-0.4"], games=10_000_000, out=tmp_path / "model",
        options={"village": 11, "delivery": "turn"}))
    assert took < 0.5
    took = interrupted(lambda: kakehiki.study("mishio2015/upp").run(scale=100))
    assert took < 0.5


def test_ctrl_c_stops_a_thought_and_leaves_the_match_as_it_was():
    match = kakehiki.Game("geister").new_match(agents=[None, DEEP])
    match.act(match.menu()[0])
    # Nobody thinks long about the set-up.
    match.advance()
    match.act(match.menu()[0])
    before = match.log()
    assert interrupted(match.advance) < 0.5
    assert match.log() == before and not match.is_over
    assert match.awaiting is None and match.clone().log() == before


def press_ctrl_c(done, total):
    """Interrupts as soon as something is done."""
    if done:
        signal.raise_signal(signal.SIGINT)


def test_a_training_and_a_study_go_on_after_ctrl_c(tmp_path):
    def train(name, **how):
        # Twenty rounds of games that are learned from together.
        return kakehiki.train("werewolf", opponents=["sample-0.4"], games=800, out=tmp_path / name,
                              options={"village": 5}, learn={"round": 20}, workers=2, **how)

    with pytest.raises(KeyboardInterrupt):
        train("model", progress=press_ctrl_c)
    assert train("model").resumed > 0 == train("whole").resumed
    assert (tmp_path / "model").read_bytes() == (tmp_path / "whole").read_bytes()

    study = kakehiki.study("mishio2015/upp")
    with pytest.raises(KeyboardInterrupt):
        study.run(scale=0.02, out=tmp_path / "study", progress=press_ctrl_c)
    told = []
    report = study.run(scale=0.02, out=tmp_path / "study", progress=lambda *it: told.append(it))
    # Before it has looked into its folder it knows of nothing.
    assert next(done for done, total in told if total) > 0
    assert report.json() == study.run(scale=0.02).json()


def when_it_is_free(call):
    """What a call gives once a step that was interrupted has ended in the background."""
    deadline = time.monotonic() + 60
    while True:
        try:
            return call()
        except kakehiki.BusyError:
            assert time.monotonic() < deadline
            time.sleep(0.05)


def test_ctrl_c_stops_a_batch_whose_step_ends_by_itself():
    batch = kakehiki.Game("geister", cap=4).batch(2, agents={1: "isuct(playouts=400000)"}, threads=1)
    batch.step([0, 0])
    before = batch.obs.copy()
    assert interrupted(lambda: batch.step([-1, -1]), after=0.3) < 0.5
    assert (batch.obs == before).all()
    when_it_is_free(batch.refresh)
    assert (batch.obs != before).any(1).all()


def test_ctrl_c_stops_a_batch_that_agents_begin():
    game = kakehiki.Game("catan", players=2)
    assert interrupted(lambda: game.batch(2, agents={0: DEEP_IN_CATAN}, threads=1), after=0.1) < 0.5


def test_ctrl_c_stops_a_large_batch():
    game = kakehiki.Game("geister", cap=4)
    assert interrupted(lambda: game.batch(200_000, threads=1), after=0.1) < 0.5
    batch = game.batch(20_000, threads=1)

    def play():
        while True:
            batch.step(numpy.full(batch.n, -1), obs=False)

    assert interrupted(play) < 0.5
    when_it_is_free(batch.refresh)


def side_by_side(name, **how):
    """Environments of Gymnasium that are played in Rust."""
    gymnasium = pytest.importorskip("gymnasium")
    return gymnasium.make_vec(f"kakehiki.gym:kakehiki/{name}-v0", **how).unwrapped


def test_ctrl_c_stops_environments_side_by_side_which_can_begin_again():
    def make():
        return side_by_side("Catan", num_envs=2, opponents=[DEEP_IN_CATAN], players=2, seat=1, threads=2)

    env = make()
    assert interrupted(lambda: env.reset(seed=3), after=0.1) < 0.5
    seen, told = when_it_is_free(lambda: env.reset(seed=3))
    expected, same = make().reset(seed=3)
    assert (seen["observation"] == expected["observation"]).all()
    assert all((told[name] == same[name]).all() for name in told)


class Interrupted:
    """Games in which everything is interrupted once, and ends all the same."""

    def __init__(self, games):
        self._games, self._left = games, {"begin", "step"}

    def __getattr__(self, name):
        return getattr(self._games, name)

    def begin(self, matches):
        self._games.begin(matches)
        self._interrupt("begin")

    def step(self, ids):
        self._games.step(ids)
        self._interrupt("step")

    def _interrupt(self, what):
        if what in self._left:
            self._left.remove(what)
            raise KeyboardInterrupt


@pytest.mark.parametrize("autoreset_mode", ["NextStep", "SameStep", "Disabled"])
def test_what_came_of_a_step_that_was_interrupted_is_told_afterwards(autoreset_mode):
    env, other = (
        side_by_side("Geister", num_envs=6, opponents=["charge"], cap=3, autoreset_mode=autoreset_mode)
        for _ in range(2)
    )
    seen, _ = env.reset(seed=1)
    other.reset(seed=1)
    with pytest.raises(RuntimeError, match="step"):
        env.refresh()
    over, interruptions = numpy.zeros(6, bool), 0
    for _ in range(6):
        if autoreset_mode == "Disabled" and over.any():
            seen, _ = env.reset(options={"reset_mask": over})
            other.reset(options={"reset_mask": over})
        actions = seen["action_mask"].argmax(1)
        expected = other.step(actions)
        games = env._games
        env._games = Interrupted(games)
        found = None
        try:
            found = env.step(actions)
        except KeyboardInterrupt:
            while found is None:
                interruptions += 1
                with pytest.raises(RuntimeError, match="refresh"):
                    env.step(actions)
                with contextlib.suppress(KeyboardInterrupt):
                    found = env.refresh()
        env._games = games
        seen, over = found[0], found[2] | found[3]
        for name in seen:
            assert (seen[name] == expected[0][name]).all()
        for one, same in zip(found[1:4], expected[1:4], strict=True):
            assert (one == same).all()
        assert sorted(found[4]) == sorted(expected[4])
        assert (found[4]["match"] == expected[4]["match"]).all()
    assert found[4]["match"].min() > 0 and interruptions >= 6 + (autoreset_mode != "Disabled")


def test_a_match_belongs_to_one_thread_at_a_time():
    match = kakehiki.Game("geister").new_match(agents=["flat(playouts=3000)", "flat(playouts=3000)"])
    playing = threading.Thread(target=match.advance)
    playing.start()
    refused = 0
    while playing.is_alive():
        try:
            match.view(0)
        except kakehiki.BusyError:
            refused += 1
        time.sleep(0.001)
    playing.join()
    assert refused > 0 and match.is_over

    class Peeking:
        def decide(self, view, menu, rng):
            with pytest.raises(kakehiki.BusyError):
                held.view(0)
            return menu[0]

    held = kakehiki.Game("geister", cap=3).new_match(agents=[Peeking(), "random"])
    held.advance()
    assert held.is_over


@pytest.mark.skipif(
    not hasattr(kakehiki._native, "_provoke_panic"), reason="released packages cannot be told to break down"
)
def test_a_panic_is_an_exception_and_everything_stays_usable():
    for _ in range(2):
        with pytest.raises(kakehiki.Bug, match="it was told to; please report"):
            kakehiki._native._provoke_panic()
    assert kakehiki.arena.run("geister", ["random", "random"], 2).games == 2


def begin_side_by_side():
    batch = kakehiki.Game("geister", cap=4).batch(8, agents={1: "charge"}, threads=2)
    batch.step(numpy.full(8, -1))
    return batch


def play_in_child(answers, batch=None):
    match = kakehiki.Game("geister", cap=4).new_match(agents=["flat(playouts=200)", "random"])
    match.advance()
    run = kakehiki.arena.run("geister", ["random", "charge"], 20)
    batch = batch or begin_side_by_side()
    batch.step(numpy.full(8, -1))
    answers.put((match.log(), run.table().to_dict(), batch.obs.tolist()))


@pytest.mark.parametrize("how", ["spawn", "fork"])
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_children_of_this_process_play_the_same(how):
    here = multiprocessing.get_context(how)
    expected = here.SimpleQueue()
    play_in_child(expected)
    answers = here.Queue()
    # A fork inherits games side by side, but not the threads that play them.
    inherited = begin_side_by_side() if how == "fork" else None
    child = here.Process(target=play_in_child, args=(answers, inherited))
    child.start()
    try:
        assert answers.get(timeout=60) == expected.get()
        child.join(60)
        assert child.exitcode == 0
    finally:
        child.kill()
