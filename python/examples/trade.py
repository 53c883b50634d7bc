# %% [markdown]
# # Who trades, and what comes of it
#
# Four agents of Catan, two of which move alike: one trades and the other does not. Every seat of every game is a row of the table of results, and
# what was counted in it is a column.

# %%
import polars
from matplotlib import pyplot

import kakehiki

agents = ["greedy+rule", "greedy", "weighted", "random"]
run = kakehiki.arena.run("catan", agents, 10, rotate=True, options={"turn_cap": 80}, seed=7)
table = polars.DataFrame(run.table())
print(run)

# %% [markdown]
# How many offers each of them makes in a game, how many of those are taken, and how often it says yes itself.

# %%
trade = (
    table.group_by("agent", maintain_order=True)
    .agg(
        polars.len().alias("games"),
        polars.col("count_offers").mean().alias("offers"),
        (polars.col("count_offers_taken").sum() / polars.col("count_offers").sum()).alias("taken"),
        (polars.col("count_accepted").sum() / polars.col("count_offers_received").sum()).alias("says yes"),
        polars.col("outcome").mean().alias("outcome"),
    )
    .sort("offers", descending=True)
)
print(trade)

# %%
figure, axes = pyplot.subplots(1, 2, figsize=(9, 3.5), layout="constrained")
axes[0].barh(trade["agent"], trade["offers"])
axes[0].set_xlabel("offers in a game")
axes[1].scatter(trade["says yes"], trade["outcome"])
for agent, share, outcome in trade.select("agent", "says yes", "outcome").iter_rows():
    axes[1].annotate(agent, (share, outcome))
axes[1].set_xlabel("share of offers that it accepts")
axes[1].set_ylabel("mean outcome")
figure.savefig("trade.svg")
