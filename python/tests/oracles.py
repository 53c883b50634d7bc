"""Observations by other means: every piece worked out from the JSON of a view and the options, by its meaning."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import Any

Json = Any
Options = Mapping[str, str]
#: The numbers of each piece, in lists of its shape.
Pieces = dict[str, Any]

NAN = float("nan")


def share(value: float, most: float) -> float:
    return max(-1.0, min(1.0, value / most))


def one_of(names: Iterable[object], chosen: object) -> list[bool]:
    return [name is not None and name == chosen for name in names]


def named(sum_type: Json) -> str:
    """The name of a variant, with or without something in it."""
    return next(iter(sum_type)) if isinstance(sum_type, dict) else sum_type


def around(first: str, players: int, most: int) -> list[str | None]:
    """The seats from one on, and nobody where the table is smaller than it could be."""
    seats = [f"P{(int(first[1:]) + step) % players}" for step in range(players)]
    return seats + [None] * (most - players)


def geister(view: Json, options: Options) -> Pieces:
    own, enemy, stage, recent = view["own"], view["enemy"], view["stage"], view["recent"]
    ghosts = "ABCDEFGH"

    def square(fate: Json) -> list[list[bool]]:
        x, y = map(int, fate["on-board"]) if isinstance(fate, dict) else (9, 9)
        if view["seat"] == "P1":
            x, y = 5 - x, 5 - y
        return [[(column, row) == (x, y) for column in range(6)] for row in range(6)]

    def fate(fate: Json) -> list[bool]:
        return one_of(["on-board", "captured", "escaped"], named(fate))

    def among(some: Sequence[str] | None) -> list[bool]:
        return [ghost in (some or ()) for ghost in ghosts]

    table = stage["negotiation"]["on_table"] if named(stage) == "negotiation" else {}
    asked, answer = table.get("asked"), table.get("named")
    word = ("named" if answer else "asked") if table else stage
    return {
        "own-squares": [square(own["fates"][ghost]) for ghost in ghosts],
        "enemy-squares": [square(enemy["fates"][ghost]) for ghost in ghosts],
        "own-fates": [fate(own["fates"][ghost]) for ghost in ghosts],
        "enemy-fates": [fate(enemy["fates"][ghost]) for ghost in ghosts],
        "own-bad": among(own["bad"]),
        "own-shown": among(own["shown"]),
        "enemy-good": among([it for it in enemy["known"] if it not in enemy["known_bad"]]),
        "enemy-bad": among(enemy["known_bad"]),
        "enemy-shown": among(enemy["shown"]),
        "unknown-bad": [share(4 - len(enemy["known_bad"]), 4)],
        "stage": one_of(["set-up", "request", "asked", "named", "speak", "move"], word),
        "asked": one_of(ghosts, asked),
        "named": one_of(ghosts, answer),
        "is-mover": [view["mover"] == view["seat"]],
        "plies": [share(view["plies"], int(options["cap"]))],
        "repetitions": [share(recent.count(recent[-1]) if recent else 0, 4)],
    }


RESOURCES = {"W": "wood", "B": "brick", "S": "sheep", "H": "wheat", "O": "ore"}
CARDS = ["knight", "victory-point", "road-building", "year-of-plenty", "monopoly"]


def ends_of_edges() -> list[list[int]]:
    """The nodes of each edge: nodes are counted line by line, edges hex by hex, clockwise from its top."""
    around_hex = [(0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1)]
    hexes = [
        [(2 * column - length + dx, 3 * row + dy) for dx, dy in around_hex]
        for row, length in enumerate([3, 4, 5, 4, 3])
        for column in range(length)
    ]
    nodes = sorted({point for corners in hexes for point in corners}, key=lambda it: it[::-1])
    sides = [
        frozenset((corners[side], corners[(side + 1) % 6])) for corners in hexes for side in range(6)
    ]
    return [[nodes.index(point) for point in side] for side in dict.fromkeys(sides)]


ENDS = ends_of_edges()


def counts(hand: str | None) -> list[int]:
    return [(hand or "").count(letter) for letter in RESOURCES]


def catan(view: Json, options: Options) -> Pieces:
    players, board, offer = view["players"], view["board"], view["offer"]
    seats = around(view["seat"], len(players), 4)
    at_table = [seat and players[int(seat[1:])] for seat in seats]
    kinds = list(RESOURCES.values())

    def built(what: str, places: Sequence[str]) -> list[list[bool]]:
        return [[place in (it[what] if it else ()) for place in places] for it in at_table]

    def hand(cards: str | None, most: int) -> list[float]:
        return [share(count, most) for count in counts(cards)]

    def player(seat: str | None, it: Json) -> list[float]:
        if seat is None:
            return [0.0] * 10
        awards = [view["longest_road"] == seat, view["largest_army"] == seat]
        roads, settlements, cities = (len(it[what]) for what in ("roads", "settlements", "cities"))
        return [
            share(it["hand_size"], 19),
            share(it["card_count"], 10),
            share(it["knights"], 14),
            share(it["road_length"], 15),
            share(settlements + 2 * cities + 2 * sum(awards), int(options["target"])),
            *map(float, awards),
            share(15 - roads, 15),
            share(5 - settlements, 5),
            share(int(options["cities"]) - cities, int(options["cities"])),
        ]

    def known(seat: str | None, it: Json) -> list[list[float]]:
        """Expected, least and most; what was sampled does not tell the least and the most."""
        if seat is None:
            return [[0.0] * 3] * 5
        if it["hand"] is not None:
            return [[share(count, 19)] * 3 for count in counts(it["hand"])]
        knowledge = view["knowledge"]
        rows = knowledge["possibilities"]
        weights = [row["weight"] for row in rows]
        hands = [counts(row["hands"][int(seat[1:])]) for row in rows]
        is_complete = knowledge["precision"] != "sampled"
        return [
            [
                share(sum(map(operator.mul, weights, some)) / sum(weights), 19),
                share(min(some), 19) if is_complete else NAN,
                share(max(some), 19) if is_complete else NAN,
            ]
            for some in zip(*hands, strict=True)
        ]

    def development(cards: Json) -> list[float]:
        return [share(cards[card], 14) for card in CARDS]

    harbours = {
        end: it["harbour"] for it in board["harbours"] for end in ENDS[int(it["edge"][1:])]
    }
    stage = named(view["stage"])
    chance, over = ["deal", "dice", "theft", "draw"], ["won", "undecided"]
    partners = around(view["mover"], len(players), 4)[1:]
    gives, gets = offer["terms"].split(">") if offer else ("", "")
    counters = {it["seat"]: it["terms"].split(">") for it in offer["counters"]} if offer else {}
    return {
        "terrain": [one_of([*kinds, "desert"], it["terrain"]) for it in board["hexes"]],
        "number": [one_of([2, 3, 4, 5, 6, 8, 9, 10, 11, 12], it["number"]) for it in board["hexes"]],
        "robber": one_of([f"h{hex}" for hex in range(19)], view["robber"]),
        "harbour": [one_of([*kinds, "any"], harbours.get(node)) for node in range(54)],
        "roads": built("roads", [f"e{edge}" for edge in range(72)]),
        "settlements": built("settlements", [f"n{node}" for node in range(54)]),
        "cities": built("cities", [f"n{node}" for node in range(54)]),
        "hand": hand(at_table[0]["hand"], 19),
        "laid-aside": hand(view["laid_aside"], 19),
        "players": list(map(player, seats, at_table)),
        "hands-of-others": list(map(known, seats[1:], at_table[1:])),
        "cards": development(view["cards"]),
        "bought": development(view["bought"]),
        "played": development(view["played"]),
        "bank": [share(view["bank"][kind], 19) for kind in kinds],
        "deck": [share(view["deck_size"], 25)],
        "stage": one_of(
            ["found", "first-road", "begin", "discard", "robber", "act", "free-roads", "answer",
             "choose", "speak", "chance", "over"],
            "chance" if stage in chance else "over" if stage in over else stage,
        ),
        "mover": one_of(seats, view["mover"]),
        "last-roll": one_of(range(2, 13), view["last_roll"]),
        "has-rolled": [view["has_rolled"]],
        "has-played": [view["has_played"]],
        "offers": [share(view["offers"], int(options["offers"]))],
        "turn": [share(view["turns"], int(options["turn-cap"]))],
        "free-roads": [share(view["stage"]["free-roads"] if stage == "free-roads" else 0, 2)],
        "bought-count": [share(view["bought_count"], 5)],
        "offer-gives": hand(gives, 5),
        "offer-gets": hand(gets, 5),
        "offer-partners": [bool(offer) and seat in offer["partners"] for seat in partners],
        "offer-accepted": [bool(offer) and seat in offer["accepted"] for seat in partners],
        "counter-gives": [hand(counters.get(seat, [""])[0], 5) for seat in partners],
        "counter-gets": [hand(counters.get(seat, [""])[-1], 5) for seat in partners],
    }


PILES = ["chance", "chest"]


def monopoly(view: Json, options: Options) -> Pieces:
    players, turn, deal, auction = view["players"], view["turn"], view["offer"], view["auction"]
    seats = around(view["seat"], len(players), 8)
    at_table = [seat and players[int(seat[1:])] for seat in seats]
    deeds = [it["square"]["number"] for it in view["deeds"]]

    def player(it: Json) -> list[float]:
        if it is None:
            return [0.0] * 7
        return [
            float(it["is_playing"]),
            share(it["cash"], 5000),
            share(it["unpaid"], 5000),
            float(it["failed_jail_throws"] is not None),
            share(it["failed_jail_throws"] or 0, 3),
            *(float(pile in it["jail_cards"]) for pile in PILES),
        ]

    def stands(it: Json) -> list[bool]:
        return one_of(range(40), it["square"]["number"] if it and it["is_playing"] else None)

    def among(places: Json) -> list[bool]:
        numbers = [it["number"] for it in places]
        return [deed in numbers for deed in deeds]

    def next_cards(deck: Json, letter: str) -> list[bool]:
        top = deck["from_top"][0] if deck["from_top"] else None
        candidates = [top] if top else deck["unseen"]
        if options["deck-order"] == "replaced":
            return [True] * 16
        return [f"{letter}{number}" in candidates for number in range(1, 17)]

    stage = named(view["stage"])
    chance, over = ["dice", "draw", "utility-dice"], ["won", "undecided"]
    sides = [deal["gives"], deal["gets"]] if deal else [{"deeds": [], "jail_cards": [], "cash": 0}] * 2
    return {
        "players": list(map(player, at_table)),
        "squares": list(map(stands, at_table)),
        "owners": [
            [it["owner"] is None, *one_of(seats, it["owner"])] for it in view["deeds"]
        ],
        "mortgaged": [it["is_mortgaged"] for it in view["deeds"]],
        "levels": [
            one_of(range(6), 5 if it["has_hotel"] else it["houses"])
            for it in view["deeds"] if named(it["family"]) == "street"
        ],
        "lots": among(view["lots"]),
        "inherited": among(view["inherited"]),
        "stage": one_of(
            ["pause", "manage", "chance", "buy", "debt", "auction", "answer", "inherit", "place", "over"],
            "chance" if stage in chance else "over" if stage in over else stage,
        ),
        "mover": one_of(seats, view["mover"]),
        "dice": [share(die, 6) for die in turn["dice"] or [0, 0]],
        "doubles": [share(turn["doubles"], 3)],
        "has-thrown": [turn["has_thrown"]],
        "houses": [share(view["bank"]["houses"], 32)],
        "hotels": [share(view["bank"]["hotels"], 12)],
        "turn": [share(view["turns"], 1000)],
        "auction-deed": one_of(deeds, auction and auction["square"]["number"]),
        "auction-building": [bool(auction) and auction["is_building"]],
        "auction-bid": [share(auction["bid"] if auction else 0, 5000)],
        "auction-holder": [
            bool(auction) and auction["holder"] is None,
            *one_of(seats, auction and auction["holder"]),
        ],
        "auction-bidders": [bool(auction) and seat in auction["bidders"] for seat in seats],
        "deal-proposer": one_of(seats, deal and deal["proposer"]),
        "deal-partner": one_of(seats, deal and deal["partner"]),
        "deal-gives": among(sides[0]["deeds"]),
        "deal-gets": among(sides[1]["deeds"]),
        "deal-cash": [share(sides[0]["cash"] - sides[1]["cash"], 5000)],
        "deal-cards": [pile in side["jail_cards"] for side in sides for pile in PILES],
        "may-counter": [bool(deal) and deal["counters_left"] > 0],
        "chance-cards": next_cards(view["decks"][0], "C"),
        "chest-cards": next_cards(view["decks"][1], "K"),
        "offers": [share(turn["offers"], int(options["offers"]))],
    }


ROLES = ["BODYGUARD", "MEDIUM", "POSSESSED", "SEER", "VILLAGER", "WEREWOLF"]
SPECIES = ["HUMAN", "WEREWOLF"]
#: How many have each role in the villages of the tests, by their rules and size.
VILLAGES = {
    ("aiwolf-0.6", "5"): [0, 0, 1, 1, 2, 1],
    ("aiwolf-0.6", "15"): [1, 1, 1, 1, 8, 3],
    ("aiwolf-0.6", "18"): [1, 1, 1, 1, 11, 3],
    ("aiwolf-nlp", "9"): [1, 1, 1, 1, 3, 2],
}


@cache
def asserted(sentence: str, speaker: str) -> list[list[str]]:
    """The words of what a sentence says for certain, without its subject, of the speaker itself.

    Who gives a reason says it and what follows from it; alternatives, requests, questions and denials say
    nothing for certain.
    """
    words = sentence.split()
    if words[0].startswith(("Agent[", "ANY")):
        if agent(words[0]) != speaker:
            return []
        sentence, words = sentence[len(words[0]) + 1 :], words[1:]
    if "(" not in sentence:
        return [words]
    if words[0] not in ("AND", "BECAUSE", "DAY"):
        return []
    clauses = re.findall(r"\(([^()]*)\)", sentence)  # The tests put no operator into another.
    return [found for clause in clauses for found in asserted(clause, speaker)]


def agent(word: str) -> str:
    """The seat of a player: `Agent[01]` is P0."""
    return f"P{int(word[6:8]) - 1}" if word.startswith("Agent[") else word


def werewolf(view: Json, options: Options) -> Pieces:
    seats = around(view["seat"], int(options["village"]), 18)
    events, floor = view["events"], view["floor"]
    claimed: dict[str, str] = {}
    divined, identified = set(), set()
    estimates: dict[tuple[str, str], str] = {}
    declared: dict[str, str] = {}
    proposed: dict[str, str] = {}
    for it in events:
        if it["event"] != "said":
            continue
        speaker, is_today = it["speaker"], it["day"] == view["day"]
        for verb, *rest in asserted(it["sentence"], speaker):
            target = agent(rest[0]) if rest else ""
            if verb == "COMINGOUT" and target == speaker:
                claimed[speaker] = rest[1]
            elif verb == "ESTIMATE":
                estimates[speaker, target] = rest[1]
            elif verb == "DIVINED":
                divined.add((speaker, target, rest[1]))
            elif verb == "IDENTIFIED":
                identified.add((speaker, target, rest[1]))
            elif verb == "VOTE" and is_today:
                declared[speaker] = target
            elif verb == "ATTACK" and it["channel"] == "WHISPER" and is_today:
                proposed[speaker] = target
    ballots = [it["votes"] for it in events if it["event"] in ("ballot", "revealed") and it["votes"]]

    def those(players: Iterable[str | None]) -> list[bool]:
        some = set(players) - {None}
        return [seat in some for seat in seats]

    def told(event: str, field: str) -> list[Any]:
        return [it[field] for it in events if it["event"] == event]

    def results(event: str) -> list[list[bool]]:
        found = list(zip(told(event, "target"), told(event, "species"), strict=True))
        return [[(seat, species) in found for species in SPECIES] for seat in seats]

    def said(results: set[tuple[str, str, str]]) -> list[list[list[bool]]]:
        return [[[(by, of, it) in results for it in SPECIES] for of in seats] for by in seats]

    def targets(chosen: Mapping[str, str]) -> list[list[bool]]:
        return [one_of(seats, chosen.get(by) if by else None) for by in seats]

    def of_floor(field: str, most: int) -> list[float]:
        return [share(floor[field][seat] if floor and seat else 0, most) for seat in seats]

    turns = options["max-whisper-turn" if view["phase"] == "whisper" else "max-talk-turn"]
    return {
        "role": one_of(ROLES, view["role"]),
        "alive": those(view["alive"]),
        "executed": those(told("executed", "target")),
        "found-dead": those(told("dawn", "victim")),
        "phase": one_of(
            ["deal", "talk", "vote", "tie", "night", "divine", "whisper", "guard", "attack", "over"],
            "tie" if view["phase"] == "attack-tie" else view["phase"],
        ),
        "day": [share(view["day"], 60)],
        "turn": [share(floor["turn"] if floor else 0, int(turns))],
        "round": [share(view["round"], 3)],
        "is-asked": [view["is_asked"]],
        "own-utterances": of_floor("remaining", 10)[:1],
        "speaker": one_of(seats, floor and floor["speaker"]),
        "has-spoken": those(floor["spoken"] if floor else []),
        "utterances": of_floor("remaining", 10),
        "skips": of_floor("skips", 3),
        "claimed": [one_of(ROLES, claimed.get(seat) if seat else None) for seat in seats],
        "said-divined": said(divined),
        "said-identified": said(identified),
        "suspects": [[estimates.get((by, of)) == "WEREWOLF" for of in seats] for by in seats],
        "declared-vote": targets(declared),
        "last-ballot": targets(ballots[-1] if ballots else {}),
        "whispered-attack": targets(proposed),
        "own-divined": results("divine-result"),
        "own-identified": results("medium-result"),
        "fellows": those(view["wolves"]),
        "own-vote": one_of(seats, view["vote"]),
        "own-target": one_of(seats, view["night_target"]),
        "agreed-victim": one_of(seats, view["attacked"]),
        "tied": those(view["tied"]),
        "executed-today": one_of(seats, view["executed"]),
        "village": [share(count, 18) for count in VILLAGES[options["rules"], options["village"]]],
    }


ORACLES: dict[str, Callable[[Json, Options], Pieces]] = {
    "geister": geister,
    "negogeister": geister,
    "catan": catan,
    "monopoly": monopoly,
    "werewolf": werewolf,
}
