//! What a player cannot know changes nothing that it can see (line 13.3).
//!
//! Random games are stopped again and again, and the hidden facts are put in another order by
//! hand, not by the rules' own sampling: other hands that fit all that a player has seen, and the
//! development cards of the others and of the deck dealt anew.

use kakehiki_catan::{Action, Card, Catan, Chance, Hand, Knowledge, Precision, State};
use kakehiki_core::{Awaited, Game, GameRng, Observed, OngoingGame, Reply, Seat, Seed, Turn};
use rand::RngExt;

use crate::common::{PROFILES, catan};

/// How many steps are taken between two looks.
const STRIDE: usize = 7;
/// How many other orders are tried at each look.
const TRIES: usize = 3;

/// How often something happened, so that a test can see that it did.
#[derive(Debug, Default)]
struct Examined {
    thefts: u32,
    monopolies: u32,
    discards: u32,
    other_hands: u32,
    other_cards: u32,
}

/// A position as the words of its snapshot, whose hidden parts can be changed.
struct Words {
    words: Vec<String>,
    players: usize,
}

impl Words {
    /// The words before those of the first player.
    const BOARD: usize = 4;
    /// The places of a player's hand and development cards in its word.
    const HAND: usize = 3;
    const CARDS: usize = 4;

    fn of(game: &Catan, state: &State) -> Self {
        let words = game.snapshot(state).split(' ').map(str::to_owned).collect();
        Self { words, players: game.seats() }
    }

    fn set_part(&mut self, seat: Seat, part: usize, text: &str) {
        let word = &mut self.words[Self::BOARD + seat.index()];
        let mut parts: Vec<&str> = word.split('/').collect();
        parts[part] = text;
        *word = parts.join("/");
    }

    fn set_hands(&mut self, hands: &[Hand]) {
        for (seat, hand) in Seat::all(self.players).zip(hands) {
            self.set_part(seat, Self::HAND, &hand.to_string());
        }
    }

    /// Shuffles the cards of the deck and of all but one player, and deals as many as before to
    /// each. Those that the player on turn bought in it are any of its new ones.
    fn shuffle_cards(&mut self, state: &State, viewer: Seat, rng: &mut GameRng) {
        let others = || Seat::all(self.players).filter(|seat| *seat != viewer);
        let mut pool: Vec<Card> = Vec::new();
        let held = others().map(|seat| state.cards(seat));
        for cards in held.chain([state.deck()]) {
            for card in Card::ALL {
                pool.extend(vec![card; usize::from(cards.count(card))]);
            }
        }
        for last in (1..pool.len()).rev() {
            pool.swap(last, rng.random_range(0..=last));
        }
        let deck = Self::BOARD + self.players;
        let bought: usize =
            self.words[deck + 2].split(',').map(|count| count.parse::<usize>().unwrap()).sum();
        for seat in others().collect::<Vec<_>>() {
            let cards = pool.split_off(pool.len() - state.cards(seat).total() as usize);
            self.set_part(seat, Self::CARDS, &counts(&cards));
            if seat == state.mover() {
                self.words[deck + 2] = counts(&cards[cards.len() - bought..]);
            }
        }
        self.words[deck] = counts(&pool);
    }

    /// The position, if the rules allow it.
    fn restore(&self, game: &Catan) -> Option<State> {
        game.restore(&self.words.join(" ")).ok()
    }
}

fn counts(cards: &[Card]) -> String {
    let count = |kind: Card| cards.iter().filter(|card| **card == kind).count().to_string();
    Card::ALL.map(count).join(",")
}

/// All that a player can see: its view in bytes, its picture, and its menu if it has to act.
#[expect(clippy::ref_option, reason = "the type of memories is an option")]
fn appearance(game: &Catan, state: &State, memory: &Option<Knowledge>, seat: Seat) -> [String; 3] {
    let view = game.view(state, memory, seat);
    let mut menu = Vec::new();
    if game.turn(state) == Turn::Seat(seat) {
        game.menu(state, &mut menu);
    }
    [serde_json::to_string(&view).unwrap(), game.view_picture(&view), format!("{menu:?}")]
}

#[expect(clippy::ref_option, reason = "the type of memories is an option")]
fn look(
    game: &Catan,
    state: &State,
    seat: Seat,
    memory: &Option<Knowledge>,
    examined: &mut Examined,
    rng: &mut GameRng,
) {
    let Some(knowledge) = memory else { return };
    let truth: Vec<Hand> = Seat::all(game.seats()).map(|seat| state.hand(seat)).collect();
    let is_possible = knowledge.possibilities().any(|(hands, _)| hands.as_slice() == truth);
    assert!(is_possible || knowledge.precision() == Precision::Sampled);
    let seen = appearance(game, state, memory, seat);
    for _ in 0..TRIES {
        let mut words = Words::of(game, state);
        words.shuffle_cards(state, seat, rng);
        let choice = rng.random_range(0..knowledge.count());
        let (hands, _) = knowledge.possibilities().nth(choice).unwrap();
        words.set_hands(&hands);
        // Cards that would have won, or hands without what was laid aside, are refused.
        let Some(other) = words.restore(game) else { continue };
        assert_eq!(appearance(game, &other, memory, seat), seen, "{}", game.snapshot(&other));
        examined.other_hands += u32::from(hands.as_slice() != truth);
        examined.other_cards += u32::from(other.deck() != state.deck());
    }
}

fn play(options: &[(&str, &str)], games: u64, examined: &mut Examined) {
    let game = catan(options);
    let mut menu = Vec::new();
    for index in 0..games {
        let mut rng = Seed::experiment(41).rng_at(index);
        let mut table = OngoingGame::new(game, Seed::experiment(41));
        for count in 0.. {
            match table.awaited() {
                // What a winner turns over is no secret any more.
                Awaited::Nobody(_) => break,
                Awaited::Chance => {
                    let chance = game.draw(table.state(), &mut rng);
                    examined.thefts += u32::from(matches!(chance, Chance::Stolen(_)));
                    table.resolve(chance).unwrap();
                }
                Awaited::Seat(_) => {
                    table.menu(&mut menu);
                    let action = menu[rng.random_range(0..menu.len())];
                    examined.monopolies += u32::from(matches!(action, Action::Monopoly(_)));
                    examined.discards += u32::from(matches!(action, Action::Discard(_)));
                    table.answer(Reply::Action(action));
                }
            }
            // One player after the other looks.
            if count % STRIDE == 0 && !matches!(table.awaited(), Awaited::Nobody(_)) {
                let seat = Seat::new(count / STRIDE % game.seats());
                let memory = table.view(seat).knowledge().cloned();
                look(&game, table.state(), seat, &memory, examined, &mut rng);
            }
        }
    }
}

/// Line 13.3.
#[test]
fn hidden_facts_change_nothing_that_can_be_seen() {
    for rules in PROFILES.into_iter().filter(|rules| *rules != "nakazawa2018") {
        for rest in [("trading", "off"), ("bank", "closed"), ("trading", "many")] {
            let mut examined = Examined::default();
            play(&[("rules", rules), rest, ("turn-cap", "120")], 3, &mut examined);
            let Examined { thefts, discards, other_hands, other_cards, .. } = examined;
            assert!(thefts > 10 && discards > 10, "{rules}, {rest:?}: {examined:?}");
            assert!(other_hands > 30 && other_cards > 100, "{rules}, {rest:?}: {examined:?}");
        }
    }
    // Monopolies are rare: long games of the printed rules.
    let mut examined = Examined::default();
    play(&[("trading", "off"), ("turn-cap", "300")], 3, &mut examined);
    assert!(examined.monopolies > 0 && examined.other_hands > 100, "{examined:?}");
}
