//! What a robot sends to a server.

use kakehiki_catan::{Action, Card, Hand, Hex, MAX_PLAYERS, Resource, Terms};

use super::{
    board::{RESOURCE_ORDER, edge_code, hex_code, node_code, resource_code},
    message::Chair,
};

/// An empty field.
const EMPTY: &str = "\t";

/// What is sent first: who we are, and that we play the classic game only.
pub(super) fn greeting(name: &str, cookie: &str) -> [String; 2] {
    [format!("9998|2700,2.7.00,-,{EMPTY}"), format!("1022|{name},{cookie},kakehiki.Robot")]
}

pub(super) fn join(game: &str, name: &str) -> String {
    format!("1013|{name},{EMPTY},{EMPTY},{game}")
}

pub(super) fn sit(game: &str, chair: Chair) -> String {
    format!("1012|{game},{EMPTY},{chair},true")
}

pub(super) fn leave(game: &str, name: &str) -> String {
    format!("1011|{name},-,{game}")
}

pub(super) fn place(game: &str, chair: Chair, action: &Action) -> Option<String> {
    let (kind, code) = match action {
        Action::Road(edge) => (0, edge_code(*edge)),
        Action::Settlement(node) => (1, node_code(*node)),
        Action::City(node) => (2, node_code(*node)),
        _ => return None,
    };
    Some(format!("1009|{game},{chair},{kind},{code}"))
}

pub(super) fn roll(game: &str) -> String {
    format!("1031|{game}")
}

pub(super) fn end_turn(game: &str) -> String {
    format!("1032|{game}")
}

pub(super) fn buy(game: &str) -> String {
    format!("1045|{game}")
}

/// Gives up the roads that may still be laid for free.
pub(super) fn forgo_roads(game: &str) -> String {
    format!("1044|{game},0")
}

pub(super) fn move_robber(game: &str, chair: Chair, hex: Hex) -> String {
    format!("1034|{game},{chair},{}", hex_code(hex))
}

pub(super) fn rob(game: &str, victim: Chair) -> String {
    format!("1035|{game},{victim}")
}

pub(super) fn discard(game: &str, cards: Hand) -> String {
    format!("1033|{game},{},0", counts(cards))
}

pub(super) fn play(game: &str, card: Card) -> String {
    let code = match card {
        Card::RoadBuilding => 1,
        Card::YearOfPlenty => 2,
        Card::Monopoly => 3,
        Card::VictoryPoint => 4,
        Card::Knight => 9,
    };
    format!("1049|{game},{code}")
}

pub(super) fn take(game: &str, cards: Hand) -> String {
    format!("1052|{game},{}", counts(cards))
}

pub(super) fn monopolise(game: &str, resource: Resource) -> String {
    format!("1053|{game},{}", resource_code(resource))
}

pub(super) fn exchange(game: &str, terms: Terms) -> String {
    format!("1040|{game},{},{}", counts(terms.give), counts(terms.get))
}

pub(super) fn offer(game: &str, chair: Chair, to: &[Chair], terms: Terms) -> String {
    let marks: Vec<String> =
        (0..MAX_PLAYERS).map(|chair| to.contains(&chair).to_string()).collect();
    let (give, get) = (counts(terms.give), counts(terms.get));
    format!("1041|{game},{chair},{},{give},{get}", marks.join(","))
}

pub(super) fn reject(game: &str, chair: Chair) -> String {
    format!("1037|{game},{chair}")
}

pub(super) fn clear(game: &str, chair: Chair) -> String {
    format!("1038|{game},{chair}")
}

pub(super) fn accept(game: &str, chair: Chair, offerer: Chair) -> String {
    format!("1039|{game},{chair},{offerer}")
}

/// Cards as the protocol writes them.
fn counts(cards: Hand) -> String {
    RESOURCE_ORDER.map(|resource| cards.count(resource).to_string()).join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cards(text: &str) -> Hand {
        let cards = text.chars().filter_map(Resource::from_letter).map(Hand::one);
        cards.fold(Hand::EMPTY, Hand::plus)
    }

    #[test]
    fn what_is_sent_is_as_recorded() {
        assert_eq!(sit("g", 1), "1012|g,\t,1,true");
        let terms = Terms { give: cards("SS"), get: cards("H") };
        let sent = "1041|g,1,true,false,true,true,0,0,2,0,0,0,0,0,1,0";
        assert_eq!(offer("g", 1, &[0, 2, 3], terms), sent);
        assert_eq!(discard("g", cards("BW")), "1033|g,1,0,0,0,1,0");
        assert_eq!(monopolise("g", Resource::Wood), "1053|g,5");
    }
}
