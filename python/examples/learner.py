"""A small policy for Geister that learns with scikit-learn to move as an agent does, and then plays by itself."""

import numpy
from sklearn.neural_network import MLPClassifier

import kakehiki

game = kakehiki.Game("geister", cap=200)
coding = game.coding()


def lessons(games):
    """What the agent in the first seat saw and did."""
    for number in range(games):
        match = game.new_match(match=number, agents=["charge", "random"])
        match.advance()
        view = game.new_match().view(0)
        for event, position in kakehiki.replay(match.log()):
            if event.get("action", {}).get("seat") == "P0":
                yield view.observe(coding), coding.encode(view, event["action"]["play"])
            view = position.view(0)


seen, done = zip(*lessons(400), strict=True)
policy = MLPClassifier((64,), tol=1e-2, n_iter_no_change=2, random_state=1)
policy.fit(numpy.array(seen), done)
generator = numpy.random.default_rng(1)

batch = game.batch(400, seed=2, agents={1: "random"}, autoreset=False)
won = numpy.zeros(batch.n)
while (batch.seat >= 0).any():
    likely = numpy.zeros(batch.mask.shape)
    likely[:, policy.classes_] = policy.predict_proba(batch.obs)
    # The most likely of the legal ids; a little chance keeps ghosts from going back and forth.
    weights = (likely + 0.01 * generator.random(likely.shape)) * batch.mask
    batch.step(weights.argmax(1))
    won += batch.reward[:, 0]

share = (won > 0).mean() + (won == 0).mean() / 2
error = 1.96 * (share * (1 - share) / batch.n) ** 0.5
print(f"learned from {len(done)} moves; against random {share:.3f} ± {error:.3f} of {batch.n} games")
