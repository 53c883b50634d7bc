"""Every piece of an observation against the view that it tells of."""

from __future__ import annotations

import json
import random
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import chain
from typing import NamedTuple

import numpy
import pytest
from conftest import GAMES
from oracles import ORACLES, Json, Options

import kakehiki

#: Options under which views differ, and the seeds of games.
TABLES: dict[str, list[tuple[dict[str, str | int], Iterable[int]]]] = {
    "geister": [({"repetition": 2}, range(9))],
    "negogeister": [({}, range(9)), ({"speaking": "on", "repetition": 3, "cap": 20}, range(9))],
    "catan": [
        ({}, [0, 3]),
        ({"players": 2, "trading": "one"}, [0]),
        ({"players": 3, "counters": "on", "hands": "open"}, [2]),
        ({"speaking": "on", "counters": "on", "turn_cap": 60}, [3]),
        ({"rules": "jsettlers", "turn_cap": 200, "offers": 5, "target": 8, "cities": 3}, [0]),
        ({"trading": "off"}, [2]),
    ],
    "monopoly": [
        ({"players": 2}, range(4)),
        # Buildings run short there, and others than those who wanted to build win them.
        ({"players": 6, "max_turns": 300, "offers": 7}, [26]),
        ({"rules": "moyer2020", "players": 3, "deck_order": "skipping", "offers": 2}, [0, 1]),
        ({"speaking": "on", "players": 4, "deck_order": "replaced"}, [0]),
    ],
    "werewolf": [
        ({"village": 5, "max_talk_turn": 12, "role_requests": "on"}, range(4)),
        ({"village": 15, "delivery": "turn", "max_whisper_turn": 8}, [0]),
        ({"village": 18, "language": "2.01"}, [0]),
        ({"village": 9, "rules": "aiwolf-nlp", "max_talk_turn": 20}, [0, 1]),
    ],
}

#: How gladly actions of a kind are chosen, so that games get on and come to what is rare.
GLADLY = {
    "build": 20, "road-building": 20, "road": 5, "settlement": 5, "city": 5, "buy": 5, "accept": 3, "lift": 3,
    "propose": 0.3, "offer": 0.3, "mortgage": 0.02, "sell": 0.01, "sell-down": 0.01, "bankrupt": 0.01,
}

#: What menus do not hold: sentences of several parts, about others, and that leave open what is so.
SENTENCES = [
    "AND (ESTIMATE {1} WEREWOLF) (IDENTIFIED {2} HUMAN)",
    "BECAUSE (DIVINED {1} WEREWOLF) (VOTE {1})",
    "DAY 1 (DIVINED {1} HUMAN)",
    "ESTIMATE {1} VILLAGER",
    "COMINGOUT {1} SEER",
    "{1} VOTE {2}",
    "NOT (COMINGOUT {0} SEER)",
    "XOR (ESTIMATE {1} WEREWOLF) (ESTIMATE {2} WEREWOLF)",
    "REQUEST ANY (VOTE {1})",
    "INQUIRE {1} (VOTE {2})",
]

#: Pieces that are the same in all of these games: plain Geister has no exchanges.
STILL = {"geister": {"own-shown", "enemy-shown", "asked", "named"}}

#: Pieces that follow from the options alone.
NOT_IN_VIEWS = {"werewolf": {"village"}}

#: The fields of a view, and the pieces that tell of each: none where numbers leave something out, `~` where
#: they sum it up, so that some changes leave them as they are. Geister's are those of NEGOGeister.
TELLS: dict[str, dict[str, str]] = {
    "negogeister": {
        "stage": "stage asked named ~",
        "mover": "is-mover",
        "plies": "plies",
        "said": "",
        "own/fates/*": "own-squares own-fates",
        "own/bad": "own-bad",
        "own/shown": "own-shown",
        "enemy/seat": "",
        "enemy/fates/*": "enemy-squares enemy-fates",
        "enemy/known": "enemy-good ~",
        "enemy/known_bad": "enemy-good enemy-bad unknown-bad",
        "enemy/shown": "enemy-shown",
        "recent": "repetitions ~",
        "ending": "",
    },
    "catan": {
        "board/hexes/*/hex": "",
        "board/hexes/*/terrain": "terrain",
        "board/hexes/*/number": "number",
        "board/harbours/*/edge": "",
        "board/harbours/*/harbour": "harbour",
        "robber": "robber",
        "mover": "mover offer-partners offer-accepted counter-gives counter-gets",
        "stage": "stage free-roads ~",
        "turns": "turn",
        "founded": "",
        "has_rolled": "has-rolled",
        "has_played": "has-played",
        "last_roll": "last-roll",
        "offers": "offers",
        "said": "",
        "players/*/roads": "roads players",
        "players/*/settlements": "settlements players",
        "players/*/cities": "cities players",
        "players/*/hand": "hand hands-of-others ~",
        "players/*/hand_size": "players",
        "players/*/card_count": "players",
        "players/*/knights": "players",
        "players/*/road_length": "players",
        "players/*/points": "",
        "longest_road": "players",
        "largest_army": "players",
        "bought_count": "bought-count",
        "bank": "bank ~",
        "has_open_bank": "",
        "deck_size": "deck",
        "played": "played",
        "offer": "offer-gives offer-gets offer-partners offer-accepted counter-gives counter-gets",
        "offer/terms": "offer-gives offer-gets",
        "offer/partners": "offer-partners ~",
        "offer/accepted": "offer-accepted ~",
        "offer/counters": "counter-gives counter-gets ~",
        "revealed": "",
        "cards": "cards",
        "bought": "bought",
        "laid_aside": "laid-aside",
        "knowledge/observer": "",
        "knowledge/precision": "",
        "knowledge/possibilities": "hands-of-others ~",
    },
    "monopoly": {
        "players/*/seat": "",
        "players/*/is_playing": "players squares",
        "players/*/cash": "players",
        "players/*/square": "squares ~",
        "players/*/failed_jail_throws": "players",
        "players/*/jail_cards": "players",
        "players/*/is_debtor": "",
        "players/*/creditor": "",
        "players/*/unpaid": "players",
        "players/*/has_proposed": "",
        "deeds/*/square": "",
        "deeds/*/family": "",
        "deeds/*/owner": "owners",
        "deeds/*/is_mortgaged": "mortgaged",
        "deeds/*/houses": "levels ~",
        "deeds/*/has_hotel": "levels ~",
        "bank/houses": "houses",
        "bank/hotels": "hotels",
        "decks": "chance-cards chest-cards",
        "mover": "mover",
        "to_act": "",
        "stage": "stage ~",
        "ending": "",
        "turns": "turn",
        "turn/dice": "dice",
        "turn/doubles": "doubles",
        "turn/has_thrown": "has-thrown",
        "turn/is_moved_by_card": "",
        "turn/is_ending": "",
        "turn/steps_due": "",
        "turn/spree": "",
        "turn/offers": "offers",
        "turn/said": "",
        "turn/pause_of": "",
        "auction": "auction-deed auction-building auction-bid auction-holder auction-bidders",
        "auction/square": "auction-deed",
        "auction/is_building": "auction-building",
        "auction/bid": "auction-bid",
        "auction/holder": "auction-holder",
        "auction/bidders": "auction-bidders",
        "auction/builder": "",
        "auction/speaker": "",
        "offer": "deal-proposer deal-partner deal-gives deal-gets deal-cash deal-cards may-counter",
        "offer/proposer": "deal-proposer",
        "offer/partner": "deal-partner",
        "offer/gives/deeds": "deal-gives",
        "offer/gives/cash": "deal-cash",
        "offer/gives/jail_cards": "deal-cards",
        "offer/gets/deeds": "deal-gets",
        "offer/gets/cash": "deal-cash",
        "offer/gets/jail_cards": "deal-cards",
        "offer/notation": "",
        "offer/to_answer": "",
        "offer/counters_left": "may-counter ~",
        "lots": "lots",
        "inherited": "inherited",
        "round": "",
        "snapshot": "",
    },
    "werewolf": {
        "phase": "phase turn ~",
        "is_asked": "is-asked",
        "day": "day declared-vote whispered-attack",
        "round": "round",
        "alive": "alive",
        "role": "role",
        "wolves": "fellows",
        "request": "",
        "floor": "turn own-utterances speaker has-spoken utterances skips",
        "floor/turn": "turn",
        "floor/spoken": "has-spoken",
        "floor/speaker": "speaker",
        "floor/said": "",
        "floor/is_lively": "",
        "floor/remaining/*": "own-utterances utterances",
        "floor/skips/*": "skips",
        "floor/recorded": "",
        "floor/places": "",
        "vote": "own-vote",
        "tied": "tied",
        "executed": "executed-today",
        "night_target": "own-target",
        "attacked": "agreed-victim",
        "roles": "",
        "events/dawn": "found-dead ~",
        "events/executed": "executed",
        "events/ballot": "last-ballot ~",
        "events/revealed": "last-ballot ~",
        "events/divine-result": "own-divined ~",
        "events/medium-result": "own-identified",
        "events/COMINGOUT": "claimed ~",
        "events/ESTIMATE": "suspects ~",
        "events/DIVINED": "said-divined ~",
        "events/IDENTIFIED": "said-identified ~",
        "events/VOTE": "declared-vote ~",
        "events/ATTACK": "whispered-attack ~",
        "events/AND": "suspects said-identified ~",
        "events/BECAUSE": "said-divined declared-vote ~",
        "events/DAY": "said-divined ~",
        **dict.fromkeys(
            ["events/of-others", "events/NOT", "events/XOR", "events/REQUEST", "events/INQUIRE", "events/Skip",
             "events/Over", "events/dealt", "events/requested", "events/spoke", "events/voted",
             "events/divined", "events/guarded", "events/voted-attack", "events/attack-ballot", "events/attacked",
             "events/ended"],
            "",
        ),
    },
}
#: What has such fields in it.
HOLDERS = {
    name: {field[: slash.start()] for field in fields for slash in re.finditer("/", field)}
    for name, fields in TELLS.items()
}
#: The names of seats and ghosts.
ONE_OF_MANY = re.compile(r"P\d+|[A-H]").fullmatch
#: How often a field is changed at a table, and how often until all its pieces have changed.
TRIES, MOST_TRIES = 5, 40


class Look(NamedTuple):
    """What one seat sees of a position, in both forms."""

    options: Options
    fields: Json
    numbers: numpy.ndarray


def act(match: kakehiki.Match, rng: random.Random) -> None:
    menu = match.menu()
    if "say:Over" in menu and rng.random() < 0.2:
        others = [seat for seat in range(match.game.seats) if seat != match.awaiting]
        agents = [f"Agent[{seat + 1:02}]" for seat in (match.awaiting, *rng.sample(others, 2))]
        try:
            return match.act("say:" + rng.choice(SENTENCES).format(*agents))
        except kakehiki.IllegalAction:
            pass  # The language of this village does not have it.
    match.act(rng.choices(menu, [GLADLY.get(it.split(":")[0], 1) for it in menu])[0])


def kind(match: kakehiki.Match) -> frozenset[str]:
    """What may happen next, by kinds."""
    if match.is_over:
        return frozenset()
    next_ones = [it for it, _ in match.outcomes()] if match.is_chance else match.menu()
    return frozenset(re.match("[a-z-]*", it)[0] for it in next_ones)


def played(game: kakehiki.Game, seed: int) -> Iterator[kakehiki.View]:
    """Views of a game, also while nobody is asked; what comes up again and again is looked at now and then."""
    match, rng = game.new_match(seed=seed), random.Random(seed)
    met: Counter[frozenset[str]] = Counter()
    while True:
        met[kind(match)] += 1
        if met[kind(match)].bit_count() == 1:
            yield from map(match.view, range(game.seats))
        if match.is_over:
            return
        match.chance() if match.is_chance else act(match, rng)


@cache
def looks(name: str) -> list[list[Look]]:
    """For each table of a game positions that come up there."""

    def at(table: kakehiki.Game, seeds: Iterable[int]) -> list[Look]:
        options = kakehiki.Game(name).options | table.options
        views = (view for seed in seeds for view in played(table, seed))
        return [Look(options, json.loads(view.json()), view.observe()) for view in views]

    return [at(kakehiki.Game(name, **options), seeds) for options, seeds in TABLES[name]]


def told(name: str, look: Look) -> dict[str, numpy.ndarray]:
    pieces = ORACLES[name](look.fields, look.options)
    return {piece: numpy.array(numbers, numpy.float32) for piece, numbers in pieces.items()}


def same(one: numpy.ndarray, other: numpy.ndarray) -> bool:
    return one.tobytes() == other.tobytes()


@pytest.mark.parametrize("name", GAMES)
def test_numbers_are_what_the_view_says(name):
    pieces = kakehiki.Game(name).coding().pieces
    ends = [it.offset for it in pieces[1:]]
    seen: dict[str, set[bytes]] = defaultdict(set)
    for look in chain(*looks(name)):
        ours = told(name, look)
        assert [(it.name, tuple(it.shape)) for it in pieces] == [(it, ours[it].shape) for it in ours]
        numbers = numpy.concatenate([it.ravel() for it in ours.values()])
        wrong = abs(numbers - look.numbers) > 1e-6  # Where our number is not known, it is not wrong.
        assert not [it for it, part in zip(ours, numpy.split(wrong, ends), strict=True) if part.any()], look
        for piece, part in zip(ours, numpy.split(look.numbers, ends), strict=True):
            seen[piece].add(part.tobytes())
    assert {piece for piece, values in seen.items() if len(values) == 1} == STILL.get(name, set())


class Place(NamedTuple):
    """Where a field stands in the JSON of a view."""

    field: str
    holder: Json
    key: str | int
    #: Among what is found here in other views the values are that it could have as well.
    address: str


def places(name: str, fields: Json, above: str = "", address: str = "") -> Iterator[Place]:
    """Where the fields of a view stand, all of which have to be listed."""
    for key, value in fields.items() if isinstance(fields, dict) else enumerate(fields):
        here = f"{address}/{key}"
        if here == "/seat":
            continue  # All is seen from there.
        word = "*" if isinstance(key, int) or ONE_OF_MANY(key) else key
        if isinstance(value, dict) and "event" in value:
            words = value["sentence"].split() if value["event"] == "said" else [value["event"]]
            here = word = "of-others" if words[0].startswith("Agent") else words[0]
        field = f"{above}/{word}" if above else word
        if field in TELLS[name]:
            yield Place(field, fields, key, here)
        if field in HOLDERS[name]:
            yield from places(name, value or {}, field, here)
        else:
            assert field in TELLS[name], f"{name}: which pieces tell of {field}?"


@pytest.mark.parametrize("name", TELLS)
def test_every_field_changes_its_pieces_and_no_others(name):
    changed: dict[str, set[str]] = {field: set() for field in TELLS[name]}
    rng = random.Random(1)
    for table in looks(name):
        values: dict[str, dict[str, Json]] = defaultdict(dict)
        found: dict[str, list[tuple[Look, Place]]] = defaultdict(list)
        for look in table:
            for place in places(name, look.fields):
                value = place.holder[place.key]
                values[place.address][repr(value)] = value
                found[place.field].append((look, place))
        for field, some in found.items():
            pieces = set(TELLS[name][field].split())
            for tried in range(MOST_TRIES):
                if tried >= TRIES and changed[field] >= pieces - {"~"}:
                    break
                look, place = rng.choice(some)
                value = place.holder[place.key]
                others = [it for it in values[place.address].values() if it != value]
                if others:
                    before = told(name, look)
                    place.holder[place.key] = rng.choice(others)
                    after = told(name, look)
                    place.holder[place.key] = value
                    differ = {it for it in after if not same(before[it], after[it])}
                    assert differ or not pieces or "~" in pieces, f"{name}: a change of {field} is not told"
                    changed[field] |= differ
    assert changed == {field: set(pieces.split()) - {"~"} for field, pieces in TELLS[name].items()}
    every_one = {it.name for it in kakehiki.Game(name).coding().pieces}
    assert every_one - set().union(*changed.values()) == NOT_IN_VIEWS.get(name, set())
