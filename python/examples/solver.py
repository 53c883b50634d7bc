"""OpenSpiel's searches and regret methods: IS-MCTS in Geister, and CFR in a village of three that can be solved."""

import numpy
import pyspiel
from open_spiel.python.algorithms import cfr, exploitability, ismcts, mcts

import kakehiki.openspiel

village = pyspiel.load_game("kakehiki_werewolf(village=3,max-talk-turn=0,max-revote=0)")
solver = cfr.CFRSolver(village)
print("Werewolf of three without talk, how much could be won against the average policy:")
for iteration in range(1, 5):
    solver.evaluate_and_update_policy()
    gap = exploitability.nash_conv(village, solver.average_policy())
    print(f"  after {iteration} iterations {gap:.3f}")
print(f"  information sets: {len(solver.average_policy().state_lookup)}")

geister = pyspiel.load_game("kakehiki_geister(cap=24)")
generator = numpy.random.RandomState(1)
search = ismcts.ISMCTSBot(
    geister, mcts.RandomRolloutEvaluator(1, generator), uct_c=2.0, max_simulations=20, random_state=generator
)
bots = [search, kakehiki.openspiel.Bot(geister, "charge", 1)]
state = geister.new_initial_state()
while not state.is_terminal():
    state.apply_action(bots[state.current_player()].step(state))
print(f"Geister, IS-MCTS against charge: {state.returns()} after {len(state.history())} steps")
