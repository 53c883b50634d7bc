"""Threads, signals, forks and mistakes of our own."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import time

import pytest

import kakehiki

#: An experiment that would take minutes, of games that take milliseconds.
LONG = ("geister", ["flat(playouts=30)", "flat(playouts=30)"], 100_000)

#: A decision of many seconds.
DEEP = "isuct(playouts=2000000)"


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


def test_ctrl_c_stops_a_batch_whose_step_ends_by_itself():
    batch = kakehiki.Game("geister", cap=4).batch(2, agents={1: "isuct(playouts=400000)"}, threads=1)
    batch.step([0, 0])
    before = batch.obs.copy()
    assert interrupted(lambda: batch.step([-1, -1]), after=0.3) < 0.5
    assert (batch.obs == before).all()
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        try:
            batch.refresh()
            break
        except kakehiki.BusyError:
            time.sleep(0.05)
    assert (batch.obs != before).any(1).all()


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


def play_in_child(answers):
    match = kakehiki.Game("geister", cap=4).new_match(agents=["flat(playouts=200)", "random"])
    match.advance()
    run = kakehiki.arena.run("geister", ["random", "charge"], 20)
    answers.put((match.log(), run.table().to_dict()))


@pytest.mark.parametrize("how", ["spawn", "fork"])
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_children_of_this_process_play_the_same(how):
    here = multiprocessing.get_context(how)
    expected = here.SimpleQueue()
    play_in_child(expected)
    answers = here.SimpleQueue()
    child = here.Process(target=play_in_child, args=(answers,))
    child.start()
    assert answers.get() == expected.get()
    child.join(60)
    assert child.exitcode == 0
