//! What an observer knows of a game of Catan, read from JSON.

use std::collections::BTreeMap;

use kakehiki_catan::{Edge, Hex, Node};
use kakehiki_core::Seat;
use kakehiki_games::Observer;
use serde_json::Value;

use crate::{
    Scene,
    json::{case, items, number, seat, text, texts},
};

/// How many kinds of resources there are.
pub(crate) const KINDS: usize = 5;

/// The letters of the resources in the notation.
pub(crate) const LETTERS: [char; KINDS] = ['W', 'B', 'S', 'H', 'O'];
/// The words of the resources in JSON.
pub(crate) const WORDS: [&str; KINDS] = ["wood", "brick", "sheep", "wheat", "ore"];
/// The names of their symbols and colours.
pub(crate) const SYMBOLS: [&str; KINDS] = ["lumber", "brick", "wool", "grain", "ore"];

/// Resource cards, counted by kind.
pub(crate) type Cards = [u8; KINDS];

/// Reads cards from their letters.
pub(crate) fn read_cards(text: &str) -> Cards {
    let mut cards = Cards::default();
    for letter in text.chars() {
        if let Some(kind) = LETTERS.iter().position(|known| *known == letter) {
            cards[kind] = cards[kind].saturating_add(1);
        }
    }
    cards
}

/// Reads what one side gives and gets.
pub(crate) fn read_terms(text: &str) -> (Cards, Cards) {
    let (give, get) = text.split_once('>').unwrap_or((text, ""));
    (read_cards(give), read_cards(get))
}

/// How many cards there are.
pub(crate) fn total(cards: Cards) -> u32 {
    cards.iter().map(|count| u32::from(*count)).sum()
}

/// The kinds of development cards: their words in JSON and the names of their symbols.
pub(super) const CARDS: [(&str, &str); 5] = [
    ("knight", "dev-knight"),
    ("road-building", "dev-roads"),
    ("year-of-plenty", "dev-plenty"),
    ("monopoly", "dev-monopoly"),
    ("victory-point", "dev-point"),
];

/// A player as the observer knows it.
#[derive(Clone, Debug, Default)]
pub(super) struct Player {
    pub(super) roads: Vec<Edge>,
    pub(super) settlements: Vec<Node>,
    pub(super) cities: Vec<Node>,
    pub(super) hand: Option<Cards>,
    pub(super) hand_size: u64,
    pub(super) card_count: u64,
    pub(super) knights: u64,
    pub(super) road_length: u64,
    pub(super) points: Option<u64>,
}

/// A hex with what lies on it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Land {
    pub(super) hex: Hex,
    /// The kind of resource; nothing for the desert.
    pub(super) resource: Option<usize>,
    pub(super) is_dealt: bool,
    pub(super) number: Option<u64>,
}

/// An open offer.
#[derive(Clone, Debug)]
pub(super) struct Offer {
    pub(super) terms: (Cards, Cards),
    pub(super) partners: Vec<Seat>,
    pub(super) accepted: Vec<Seat>,
    pub(super) counters: Vec<(Seat, (Cards, Cards))>,
}

/// One way the hands may be, with its weight.
#[derive(Clone, Debug)]
pub(super) struct World {
    pub(super) weight: f64,
    pub(super) hands: Vec<Cards>,
}

/// A game of Catan as an observer knows it.
pub(super) struct Model {
    pub(super) lands: Vec<Land>,
    pub(super) harbours: Vec<(Edge, Option<usize>)>,
    pub(super) robber: Option<Hex>,
    pub(super) mover: Seat,
    pub(super) stage: String,
    /// The seat that a stage is about.
    pub(super) stage_seat: Option<Seat>,
    pub(super) free_roads: u64,
    pub(super) turns: u64,
    pub(super) offers_made: u64,
    pub(super) players: Vec<Player>,
    pub(super) bank: Cards,
    pub(super) has_open_bank: bool,
    pub(super) deck_size: u64,
    pub(super) longest_road: Option<Seat>,
    pub(super) largest_army: Option<Seat>,
    pub(super) last_roll: Option<u64>,
    pub(super) offer: Option<Offer>,
    /// The observer's own development cards by their words, and those bought in this turn.
    pub(super) cards: BTreeMap<String, u64>,
    pub(super) bought: BTreeMap<String, u64>,
    pub(super) laid_aside: Cards,
    /// The ways in which the hands may be, for a seat where they are hidden.
    pub(super) worlds: Vec<World>,
    pub(super) is_exact: bool,
}

impl Model {
    pub(super) fn read(scene: &Scene<'_>) -> Self {
        let is_analyst = scene.observer == Observer::Analyst;
        let view = scene.view;
        let table = if is_analyst { &view["public"] } else { view };
        let mut players: Vec<Player> = items(&table["players"]).iter().map(read_player).collect();
        if is_analyst {
            for (place, (player, seen)) in players.iter_mut().zip(items(&view["views"])).enumerate()
            {
                player.hand = seen["players"][place]["hand"].as_str().map(read_cards);
            }
        }
        let (stage, inner) = case(&table["stage"]);
        let knowledge = &view["knowledge"];
        Self {
            lands: items(&table["board"]["hexes"]).iter().filter_map(read_land).collect(),
            harbours: items(&table["board"]["harbours"]).iter().filter_map(read_harbour).collect(),
            robber: text(table, "robber").parse().ok(),
            mover: seat(&table["mover"]).unwrap_or(Seat::new(0)),
            stage: stage.to_owned(),
            stage_seat: seat(inner),
            free_roads: inner.as_u64().unwrap_or_default(),
            turns: number(table, "turns"),
            offers_made: number(table, "offers"),
            players,
            bank: WORDS.map(|word| number(&table["bank"], word) as u8),
            has_open_bank: table["has_open_bank"].as_bool().unwrap_or_default(),
            deck_size: number(table, "deck_size"),
            longest_road: seat(&table["longest_road"]),
            largest_army: seat(&table["largest_army"]),
            last_roll: table["last_roll"].as_u64(),
            offer: read_offer(&table["offer"]),
            cards: read_counts(&view["cards"]),
            bought: read_counts(&view["bought"]),
            laid_aside: read_cards(text(view, "laid_aside")),
            worlds: items(&knowledge["possibilities"]).iter().map(read_world).collect(),
            is_exact: text(knowledge, "precision") == "exact",
        }
    }

    pub(super) fn player(&self, seat: Seat) -> Option<&Player> {
        self.players.get(seat.index())
    }

    /// The hand of a seat, where the observer knows it.
    pub(super) fn hand(&self, seat: Seat) -> Option<Cards> {
        self.player(seat)?.hand
    }

    /// The fewest and the most cards of a kind that a seat may hold, as far as the observer knows.
    pub(super) fn range(&self, seat: Seat, kind: usize) -> Option<(u8, u8)> {
        if let Some(hand) = self.hand(seat) {
            return Some((hand[kind], hand[kind]));
        }
        let counts =
            self.worlds.iter().filter_map(|world| Some(world.hands.get(seat.index())?[kind]));
        counts.fold(None, |range, count| match range {
            None => Some((count, count)),
            Some((least, most)) => Some((least.min(count), most.max(count))),
        })
    }

    /// How likely a seat holds 0, 1, 2 … cards of a kind.
    pub(super) fn distribution(&self, seat: Seat, kind: usize) -> Vec<f64> {
        let mut chances = Vec::new();
        let all: f64 = self.worlds.iter().map(|world| world.weight).sum();
        for world in &self.worlds {
            let Some(hand) = world.hands.get(seat.index()) else { continue };
            let count = usize::from(hand[kind]);
            if chances.len() <= count {
                chances.resize(count + 1, 0.0);
            }
            chances[count] += world.weight / all;
        }
        chances
    }

    /// How many equal cards the bank asks of a seat for one card.
    pub(super) fn rate(&self, seat: Seat, kind: usize) -> u8 {
        let Some(player) = self.player(seat) else { return 4 };
        let serves = |edge: &Edge| {
            edge.ends()
                .iter()
                .any(|end| player.settlements.contains(end) || player.cities.contains(end))
        };
        let own = self.harbours.iter().filter(|(edge, _)| serves(edge));
        own.map(|(_, what)| match what {
            Some(special) if *special == kind => 2,
            Some(_) => 4,
            None => 3,
        })
        .min()
        .unwrap_or(4)
    }

    /// Who owns what stands on a node, and whether it is a city.
    pub(super) fn building(&self, node: Node) -> Option<(Seat, bool)> {
        Seat::all(self.players.len()).zip(&self.players).find_map(|(seat, player)| {
            if player.cities.contains(&node) {
                return Some((seat, true));
            }
            player.settlements.contains(&node).then_some((seat, false))
        })
    }

    /// The land of a hex.
    pub(super) fn land(&self, hex: Hex) -> Option<&Land> {
        self.lands.iter().find(|land| land.hex == hex)
    }
}

fn places<T: std::str::FromStr>(value: &Value) -> Vec<T> {
    texts(value).filter_map(|text| text.parse().ok()).collect()
}

fn read_player(value: &Value) -> Player {
    Player {
        roads: places(&value["roads"]),
        settlements: places(&value["settlements"]),
        cities: places(&value["cities"]),
        hand: value["hand"].as_str().map(read_cards),
        hand_size: number(value, "hand_size"),
        card_count: number(value, "card_count"),
        knights: number(value, "knights"),
        road_length: number(value, "road_length"),
        points: value["points"].as_u64(),
    }
}

fn read_land(value: &Value) -> Option<Land> {
    let terrain = value["terrain"].as_str();
    Some(Land {
        hex: text(value, "hex").parse().ok()?,
        resource: terrain.and_then(|word| WORDS.iter().position(|known| *known == word)),
        is_dealt: terrain.is_some(),
        number: value["number"].as_u64(),
    })
}

fn read_harbour(value: &Value) -> Option<(Edge, Option<usize>)> {
    let what = text(value, "harbour");
    Some((text(value, "edge").parse().ok()?, WORDS.iter().position(|known| *known == what)))
}

fn read_offer(value: &Value) -> Option<Offer> {
    value.is_object().then(|| Offer {
        terms: read_terms(text(value, "terms")),
        partners: items(&value["partners"]).iter().filter_map(seat).collect(),
        accepted: items(&value["accepted"]).iter().filter_map(seat).collect(),
        counters: items(&value["counters"])
            .iter()
            .filter_map(|counter| {
                Some((seat(&counter["seat"])?, read_terms(text(counter, "terms"))))
            })
            .collect(),
    })
}

fn read_counts(value: &Value) -> BTreeMap<String, u64> {
    let counts = value.as_object().into_iter().flatten();
    counts.map(|(word, count)| (word.clone(), count.as_u64().unwrap_or_default())).collect()
}

fn read_world(value: &Value) -> World {
    World {
        weight: value["weight"].as_f64().unwrap_or_default(),
        hands: texts(&value["hands"]).map(read_cards).collect(),
    }
}
