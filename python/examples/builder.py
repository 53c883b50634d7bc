"""An agent of Catan in Python that never trades, measured beside agents that are written in Rust."""

import kakehiki

BEST_FIRST = ("city:", "settlement:", "buy", "bank:", "road:")


class Builder:
    """Builds the best thing it can afford, and refuses every offer."""

    def decide(self, view, menu, rng):
        for word in BEST_FIRST:
            fitting = [action for action in menu if action.startswith(word)]
            if fitting:
                return rng.choice(fitting)
        quiet = [action for action in menu if not action.startswith("offer:")]
        return "refuse" if "refuse" in menu else rng.choice(quiet)


kakehiki.register_agent("catan", "builder", Builder)

if __name__ == "__main__":
    agents = ["py-builder", "random", "random"]
    print(kakehiki.arena.run("catan", agents, 4, rotate=True, threads=1))
