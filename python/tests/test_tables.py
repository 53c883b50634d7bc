"""Tables of results in the tools that read Arrow."""

from __future__ import annotations

import pickle

import pytest

import kakehiki

polars = pytest.importorskip("polars")
pyarrow = pytest.importorskip("pyarrow")

NUMBERS = ["match", "round", "arrangement", "game", "seat", "agent_index", "outcome", "steps"]


@pytest.fixture(scope="module")
def run():
    return kakehiki.arena.run("negogeister", ["charge", "random"], 30, rotate=True)


def test_tools_read_the_numbers_where_they_are(run):
    table = run.table()
    once, twice = pyarrow.table(table), pyarrow.table(table)
    frame = polars.DataFrame(table)
    for name in NUMBERS:
        [address] = {it[name].chunk(0).buffers()[1].address for it in (once, twice)}
        assert frame[name].to_numpy(allow_copy=False).ctypes.data == address
    assert frame["agent"].to_list() == once["agent"].to_pylist() == table["agent"]
    assert frame.columns == once.column_names == table.column_names
    assert frame.rows() == list(zip(*table.to_dict().values(), strict=True))


def test_a_table_outlives_its_run(run):
    frame = polars.DataFrame(kakehiki.arena.run("geister", ["charge", "random"], 5).table())
    assert frame["win"].sum() == 5
    assert pyarrow.schema(run.table()).field("outcome").type == pyarrow.float64()
    with pytest.raises(KeyError, match="possible: plan"):
        run.table()["nothing"]


def test_a_result_file_holds_the_same_rows(run, tmp_path):
    kept = run.plan.run(out=tmp_path)
    [path] = tmp_path.glob("*.parquet")
    assert polars.read_parquet(path).equals(polars.DataFrame(kept.table()))
    assert kept.table().to_dict() == run.table().to_dict()


def test_void_games_have_no_outcome():
    class Cheat:
        def decide(self, view, menu, rng):
            return "no such thing"

    kakehiki.register_agent("geister", "cheating", Cheat)
    table = kakehiki.arena.run("geister", ["py-cheating", "random"], 3).table()
    assert table["outcome"] == [0.0, None] * 3
    assert polars.DataFrame(table)["outcome"].null_count() == 3


def test_plans_travel(run):
    plan = pickle.loads(pickle.dumps(run.plan))
    assert plan.hash == run.plan.hash and plan.games == 60
    tested = kakehiki.arena.Spec("geister", ["charge", "random"], 100, sprt=(0.5, 0.6)).plan()
    assert pickle.loads(pickle.dumps(tested)).hash == tested.hash
    assert "`charge`" in run._repr_markdown_()
