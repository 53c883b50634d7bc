"""What Python plays, writes and prints is what the command line plays, writes and prints."""

from __future__ import annotations

import json

import pytest
from conftest import GAMES, LINEUPS, sets

import kakehiki


def timeless(document: str) -> dict:
    read = json.loads(document)
    del read["core_seconds"]
    return read


@pytest.mark.parametrize("name", GAMES)
def test_logs_are_those_of_the_arena(name, kakehiki_command, tmp_path):
    options, agents = LINEUPS[name]
    kakehiki_command(
        "arena", "run", name, "--agents", ",".join(agents), "--games", "4", "--series", "2",
        "--seed", "7", "--logs", tmp_path, *sets(options),
    )
    for number in range(2):
        match = kakehiki.Game(name, **options).new_match(
            seed=7, match=number, games=2, agents=agents
        )
        for game in range(2):
            if game:
                match.next_game()
            match.advance()
            [path] = tmp_path.glob(f"*-match-{number}-game-{game}.jsonl")
            assert match.log() == path.read_text()


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("threads", [1, 2])
def test_documents_are_those_of_the_arena(name, threads, kakehiki_command):
    options, agents = LINEUPS[name]
    printed = kakehiki_command(
        "arena", "run", name, "--agents", ",".join(agents), "--games", "6", "--rotate", "--json",
        *sets(options),
    )
    run = kakehiki.arena.run(name, agents, 6, rotate=True, options=options, threads=threads)
    assert timeless(run.json()) == timeless(printed)
    assert list(json.loads(run.json())) == list(json.loads(printed))


def test_tables_and_tests_are_those_of_the_arena(kakehiki_command):
    words = ["arena", "run", "geister", "--agents", "charge,random,flat(playouts=5)", "--games", "4",
             "--round-robin", "--rotate", "--counters"]
    printed = kakehiki_command(*words)
    agents = ["charge", "random", "flat(playouts=5)"]
    run = kakehiki.arena.run("geister", agents, 4, pairing="round-robin", rotate=True)
    without_time = lambda text: text.split("\n", 1)[1].rstrip()
    assert without_time(str(run) + run.counters()) == without_time(printed)
    tested = kakehiki.arena.run("geister", ["charge", "random"], 5000, sprt=(0.5, 0.55))
    printed = kakehiki_command("arena", "run", "geister", "--agents", "charge,random", "--games",
                               "5000", "--sprt", "0.5,0.55", "--json")
    assert timeless(tested.json()) == timeless(printed)
    assert tested.games < 5000


SPEC = 'game = "negogeister"\nagents = ["random", "charge"]\ngames = 10\nrotate = true\nseed = 3\n'


def test_shards_are_byte_equal_and_merge_either_way(kakehiki_command, tmp_path):
    spec = tmp_path / "spec.toml"
    spec.write_text(SPEC)
    plan = kakehiki.arena.Spec.read(spec).plan()
    plan.save(tmp_path / "ours.json")
    kakehiki_command("arena", "plan", spec, "--out", tmp_path / "theirs.json")
    assert (tmp_path / "ours.json").read_bytes() == (tmp_path / "theirs.json").read_bytes()
    plan = kakehiki.arena.Plan.read(tmp_path / "theirs.json")
    ours, theirs = tmp_path / "ours", tmp_path / "theirs"
    for index in (1, 2, 3):
        plan.run_shard(index, 3, out=ours)
        kakehiki_command("arena", "run-shard", tmp_path / "ours.json", "--shard", f"{index}/3",
                         "--out", theirs)
    files = sorted(path.name for path in ours.glob("*.parquet"))
    assert len(files) == 3
    for name in files:
        assert (ours / name).read_bytes() == (theirs / name).read_bytes()
    merged = kakehiki.arena.merge(theirs)
    assert timeless(merged.json()) == timeless(kakehiki_command("arena", "merge", ours, "--json"))
    whole = plan.run()
    assert timeless(merged.json()) == timeless(whole.json())
    assert merged.table().to_dict() == whole.table().to_dict()
    again = plan.run_shard(1, 3, out=theirs)
    assert (again.played, again.resumed) == (0, 6)
    assert again.table()["seat"] == [0, 1] * 6


@pytest.mark.parametrize(
    ("words", "attempt"),
    [
        (["chess", "--agents", "a,b"], lambda: kakehiki.arena.run("chess", ["a", "b"], 1)),
        (
            ["geister", "--agents", "charje,random"],
            lambda: kakehiki.arena.run("geister", ["charje", "random"], 1),
        ),
        (
            ["geister", "--agents", "flat(playout=3),random"],
            lambda: kakehiki.arena.run("geister", ["flat(playout=3)", "random"], 1),
        ),
        (
            ["catan", "--agents", "random,random,random", "--set", "target=999"],
            lambda: kakehiki.arena.run("catan", ["random"] * 3, 1, options={"target": 999}),
        ),
        (
            ["catan", "--agents", "random,random,random", "--set", "turncap=9"],
            lambda: kakehiki.arena.run("catan", ["random"] * 3, 1, options={"turncap": 9}),
        ),
        (["geister", "--agents", "random"], lambda: kakehiki.arena.run("geister", ["random"], 1)),
    ],
)
def test_wrong_names_are_told_what_is_possible_in_the_same_words(words, attempt, kakehiki_command):
    said = kakehiki_command("arena", "run", words[0], "--games", "1", *words[1:], fails=True)
    with pytest.raises(kakehiki.Error) as raised:
        attempt()
    message = str(raised.value).removeprefix("game: ")
    assert message in said
    assert isinstance(raised.value, ValueError)


def test_games_agents_and_studies_are_those_that_are_listed(kakehiki_command):
    listed = json.loads(kakehiki_command("games", "--json"))["games"]
    assert [game.name for game in kakehiki.games()] == [game["game"] for game in listed]
    for info, game in zip(kakehiki.games(), listed, strict=True):
        ours = [(it.name, it.default, it.values, it.help) for it in info.options]
        theirs = [tuple(it[key] for key in ("name", "default", "values", "help"))
                  for it in game["options"]]
        assert ours == theirs
        agents = json.loads(kakehiki_command("agents", info.name, "--json"))["agents"]
        ours = [(it.name, it.part, it.help) for it in kakehiki.Game(info.name).agents()
                if not it.name.startswith("py-")]
        assert ours == [(it["agent"], it["part"], it["help"]) for it in agents]
    studies = json.loads(kakehiki_command("study", "list", "--json"))["studies"]
    assert [study.id for study in kakehiki.studies()] == [study["study"] for study in studies]


def test_a_study_finds_the_same_figures(kakehiki_command, tmp_path):
    report = kakehiki.study("mishio2015/examples").run(scale=0.02, seed=5, out=tmp_path)
    printed = kakehiki_command("study", "run", "mishio2015/examples", "--scale", "0.02", "--seed",
                               "5", "--json")
    # Only the command knows the commit that it was built from.
    assert json.loads(report.json()) == {name: value for name, value in json.loads(printed).items() if name != "commit"}
    assert (tmp_path / "report.md").read_text() == report.markdown()
    assert report.svg().startswith("<svg")
    rows = json.loads(printed)["rows"]
    assert report.table()["measured"] == [row["measured"] for row in rows]
    with pytest.raises(kakehiki.OptionError, match="unknown study"):
        kakehiki.study("mishio2015/exmples")


def test_training_ends_with_the_same_bytes(kakehiki_command, tmp_path):
    rules = {"village": 11, "delivery": "turn"}
    ours, theirs = tmp_path / "ours", tmp_path / "theirs"
    training = kakehiki.train("werewolf", opponents=["sample-0.4"], games=300, out=ours,
                              options=rules, threads=2)
    kakehiki_command("train", "werewolf", "--opponents", "sample-0.4", "--games", "300", "--out",
                     theirs, *sets(rules))
    assert ours.read_bytes() == theirs.read_bytes()
    assert training.games == 300
    assert sum(training.curve()["played"]) == 300
    with pytest.raises(kakehiki.OptionError, match="no agent that learns"):
        kakehiki.train("monopoly", opponents=["random"], games=1, out=tmp_path / "x")
