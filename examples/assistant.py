"""An assistant without a model: plays a whole game of each kind by a few rules.

    pip install "mcp>=2"
    python3 examples/assistant.py path/to/kakehiki

It connects as assistants do, with the official client of the Model Context Protocol, and uses every
tool at least once. Whoever gives a model the same tools has a player.
"""

import asyncio
import json
import pathlib
import sys
import tempfile

from mcp import Client, StdioServerParameters, stdio_client

# The games, and who sits in the other seats.
GAMES = {
    "geister": ["charge"],
    "negogeister": ["random"],
    "catan": ["greedy", "random", "random"],
    "monopoly": ["moyer", "random"],
    "werewolf": ["finalist"],
}
MOST_ACTS = 5000


async def call(session, tool, **arguments):
    """The answer of a tool; an error of the tool is one here."""
    result = await session.call_tool(tool, arguments)
    if result.is_error:
        raise RuntimeError(f"{tool}: {result.content[0].text}")
    answer = json.loads(result.content[0].text)
    assert answer == result.structured_content, tool
    return answer


def by_verb(actions):
    """The first action of each kind, by its verb: offer, accept, say and so on."""
    verbs = {}
    for action in actions:
        verb, _, rest = action["action"].partition(":")
        verbs.setdefault(verb, (action, rest))
    return verbs


def choose(acts, actions):
    """The tool that is called next, and its arguments: deals and statements first, then this and that."""
    verbs = by_verb(actions)
    if "accept" in verbs or "agree" in verbs:
        return "answer", {"accept": acts % 2 == 0}
    if "confirm" in verbs:
        return "answer", {"accept": True, "partner": verbs["confirm"][1]}
    for verb in ("offer", "propose", "ask"):
        if verb in verbs and acts % 5 == 0:
            return "propose", {"terms": verbs[verb][1]}
    if "say" in verbs and acts % 4 == 0:
        return "say", {"statement": verbs["say"][1]}
    return "act", {"id": actions[acts * 7 % len(actions)]["id"]}


async def play(session, game, opponents):
    """Plays a game to its end; how it ended, and the tools that were used."""
    used = {"open_table"}
    report = await call(session, "open_table", game=game, opponents=opponents, seed=11, name="rules of thumb")
    table, acts = report["table"], 0
    while "outcome" not in report:
        assert report["waiting_for"] == "you" and acts < MOST_ACTS, report
        if acts % 50 == 0:
            for tool, more in (
                ("look", {"language": "ja"}),
                ("look", {"as": "json"}),
                ("menu", {}),
                ("log", {}),
                ("say", {"words": "let me think"}),
            ):
                used.add(tool)
                await call(session, tool, table=table, **more)
        tool, arguments = choose(acts, report["menu"]["actions"])
        used.add(tool)
        report = await call(session, tool, table=table, **arguments)
        acts += 1
    await call(session, "close_table", table=table)
    print(f"{game}: {report['outcome']['text']} after {acts} acts, log {report['log']}")
    return report, used | {"close_table"}


async def main(command):
    logs = pathlib.Path(tempfile.mkdtemp())
    server = StdioServerParameters(command=command, args=["mcp", "--logs", str(logs)])
    async with Client(stdio_client(server)) as session:
        used = {"list_games", "describe_game"}
        listed = await call(session, "list_games")
        assert {entry["game"] for entry in listed["games"]} == set(GAMES)
        for game, opponents in GAMES.items():
            await call(session, "describe_game", game=game)
            report, tools = await play(session, game, opponents)
            assert pathlib.Path(report["log"]).stat().st_size > 0
            used |= tools
        refused = await session.call_tool("look", {"table": "t99"})
        assert refused.is_error and "no table" in refused.content[0].text
        tools = {tool.name for tool in (await session.list_tools()).tools}
        assert tools == used, f"never used: {tools - used}"
    # A finished game is an ordinary log.
    for log in sorted(logs.iterdir()):
        replay = await asyncio.create_subprocess_exec(
            command, "replay", str(log), stdout=asyncio.subprocess.DEVNULL
        )
        assert await replay.wait() == 0, log


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1] if len(sys.argv) > 1 else "kakehiki"))
