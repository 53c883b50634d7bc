//! What the tests share: tables, random play and positions made by hand.

use kakehiki_catan::{
    Action, CATAN_OPTIONS, Card, Catan, Chance, Edge, Hand, Knowledge, Node, Resource, State, View,
};
use kakehiki_core::{Game, GameRng, Observed, Seat, Settings, Step, Turn};
use rand::RngExt;

/// The sets of rules, by name.
pub(crate) const PROFILES: [&str; 5] =
    ["printed", "jsettlers", "catanatron", "catanatron-3.2", "nakazawa2018"];

/// Catan with options.
pub(crate) fn catan(options: &[(&str, &str)]) -> Catan {
    Catan::new(&Settings::new("catan", &CATAN_OPTIONS, options.iter().copied()).unwrap())
}

/// One uniformly random step; `None` when the game is over.
pub(crate) fn random_step(
    game: &Catan,
    state: &mut State,
    menu: &mut Vec<Action>,
    rng: &mut GameRng,
) -> Option<()> {
    match game.turn(state) {
        Turn::Over(_) => return None,
        Turn::Chance => {
            let outcome = game.draw(state, rng);
            game.resolve(state, &outcome).unwrap();
        }
        Turn::Seat(_) => {
            game.menu(state, menu);
            let action = menu[rng.random_range(0..menu.len())];
            game.play(state, &action).unwrap();
        }
    }
    Some(())
}

/// Plays actions and lets chance fall, given in their notations; what is illegal panics.
pub(crate) fn run(game: &Catan, state: &mut State, steps: &[&str]) {
    for step in steps {
        let result = match (step.parse::<Action>(), step.parse::<Chance>()) {
            (Ok(action), _) => game.play(state, &action),
            (_, Ok(chance)) => game.resolve(state, &chance),
            (Err(error), Err(_)) => panic!("{error}"),
        };
        result.unwrap_or_else(|error| panic!("{step}: {error} in {}", game.snapshot(state)));
    }
}

/// Whether an action is legal; the menu must say the same where it is complete.
pub(crate) fn is_legal(game: &Catan, state: &State, action: &str) -> bool {
    let action: Action = action.parse().unwrap();
    let is_legal = game.check(state, &action).is_ok();
    let mut menu = Vec::new();
    game.menu(state, &mut menu);
    if game.menu_is_complete(state) || menu.contains(&action) {
        assert_eq!(menu.contains(&action), is_legal, "{action}");
    }
    is_legal
}

/// The seat with a number.
pub(crate) fn seat(index: usize) -> Seat {
    Seat::new(index)
}

/// A hand from its letters.
pub(crate) fn hand(letters: &str) -> Hand {
    letters.chars().fold(Hand::EMPTY, |hand, letter| {
        hand.plus(Hand::one(Resource::from_letter(letter).unwrap()))
    })
}

/// The edge between two nodes.
pub(crate) fn edge(one: usize, other: usize) -> Edge {
    let ends = |edge: &Edge| {
        let mut ends = edge.ends().map(Node::index);
        ends.sort_unstable();
        ends == [one.min(other), one.max(other)]
    };
    Edge::all().find(ends).unwrap_or_else(|| panic!("n{one} and n{other} are no neighbours"))
}

/// The notation of a road between two nodes.
pub(crate) fn road(one: usize, other: usize) -> String {
    format!("road:{}", edge(one, other))
}

#[derive(Clone, Default)]
struct Player {
    roads: u128,
    settlements: u64,
    cities: u64,
    hand: String,
    cards: [u8; 5],
    knights: u8,
}

/// A position set up by hand: the first player acts in its first turn, after the dice, on a board
/// whose hexes are, row by row, W5 S2 H6, B3 O8 W10 S9, H12 B11 O4 D W8, S10 H9 B4 O5, W6 S3 H11.
#[derive(Clone)]
pub(crate) struct Position {
    players: Vec<Player>,
    harbours: String,
    robber: usize,
    stage: &'static str,
    marks: &'static str,
    awards: [String; 2],
    bought: [u8; 5],
    played: [u8; 5],
    turns: u16,
}

impl Position {
    pub(crate) fn new(players: usize) -> Self {
        Self {
            players: vec![Player { hand: "-".to_owned(), ..Player::default() }; players],
            harbours: "3WB33S3OH".to_owned(),
            robber: 10,
            stage: "act",
            marks: "r-",
            awards: ["-".to_owned(), "-".to_owned()],
            bought: [0; 5],
            played: [0; 5],
            turns: 1,
        }
    }

    /// Roads along nodes that are neighbours one after the other.
    pub(crate) fn path(mut self, player: usize, nodes: &[usize]) -> Self {
        for pair in nodes.windows(2) {
            self.players[player].roads |= 1 << edge(pair[0], pair[1]).index();
        }
        self
    }

    pub(crate) fn settlements(mut self, player: usize, nodes: &[usize]) -> Self {
        for node in nodes {
            self.players[player].settlements |= 1 << node;
        }
        self
    }

    pub(crate) fn cities(mut self, player: usize, nodes: &[usize]) -> Self {
        for node in nodes {
            self.players[player].cities |= 1 << node;
        }
        self
    }

    pub(crate) fn hand(mut self, player: usize, letters: &str) -> Self {
        self.players[player].hand = hand(letters).to_string();
        self
    }

    pub(crate) fn cards(mut self, player: usize, card: Card, count: u8) -> Self {
        self.players[player].cards[card.index()] = count;
        self
    }

    pub(crate) fn bought(mut self, card: Card, count: u8) -> Self {
        self.bought[card.index()] = count;
        self
    }

    pub(crate) fn played(mut self, card: Card, count: u8) -> Self {
        self.played[card.index()] = count;
        self
    }

    pub(crate) fn knights(mut self, player: usize, count: u8) -> Self {
        self.players[player].knights = count;
        self.played[Card::Knight.index()] += count;
        self
    }

    pub(crate) fn robber(mut self, hex: usize) -> Self {
        self.robber = hex;
        self
    }

    pub(crate) fn longest_road(mut self, player: usize) -> Self {
        self.awards[0] = format!("P{player}");
        self
    }

    pub(crate) fn largest_army(mut self, player: usize) -> Self {
        self.awards[1] = format!("P{player}");
        self
    }

    /// The number of the turn.
    pub(crate) fn turns(mut self, turns: u16) -> Self {
        self.turns = turns;
        self
    }

    /// Before the dice.
    pub(crate) fn begin(mut self) -> Self {
        self.stage = "begin";
        self.marks = "--";
        self
    }

    pub(crate) fn state(&self, game: &Catan) -> State {
        let counts = |counts: [u8; 5]| counts.map(|count| count.to_string()).join(",");
        let mut deck = Card::COUNTS;
        let held = self.players.iter().map(|player| player.cards);
        for cards in held.chain([self.played]) {
            for (left, count) in deck.iter_mut().zip(cards) {
                *left -= count;
            }
        }
        let players: Vec<String> = self
            .players
            .iter()
            .map(|player| {
                let Player { roads, settlements, cities, hand, cards, knights } = player;
                let cards = counts(*cards);
                format!("{roads:x}/{settlements:x}/{cities:x}/{hand}/{cards}/{knights}/0,0,0,0,0")
            })
            .collect();
        let text = format!(
            "WSHBOWSHBODWSHBOWSH 52638a9cb4.8a94563b {} h{} {} {} {} {} P0 {} {} {} 0 0 {} {} {} -",
            self.harbours,
            self.robber,
            players.join(" "),
            counts(deck),
            counts(self.played),
            counts(self.bought),
            self.stage,
            2 * self.players.len(),
            self.marks,
            self.awards[0],
            self.awards[1],
            self.turns,
        );
        game.restore(&text).unwrap_or_else(|error| panic!("{error}"))
    }
}

/// The board of [`Position`], dealt by chance; needs `numbers=free` and `harbours=fixed`.
pub(crate) fn dealt(game: &Catan) -> State {
    let mut state = game.start();
    let terrain = "WSHBOWSHBODWSHBOWSH".chars().map(|letter| format!("terrain:{letter}"));
    let numbers = [5, 2, 6, 3, 8, 10, 9, 12, 11, 4, 0, 8, 10, 9, 4, 5, 6, 3, 11];
    let tokens = numbers
        .iter()
        .enumerate()
        .filter(|(_, number)| **number > 0)
        .map(|(hex, number)| format!("token:h{hex},{number}"));
    for step in terrain.chain(tokens) {
        run(game, &mut state, &[&step]);
    }
    state
}

/// A table whose players remember what they see.
pub(crate) struct Table {
    pub(crate) game: Catan,
    pub(crate) state: State,
    pub(crate) memories: Vec<Option<Knowledge>>,
}

impl Table {
    /// Hands are empty at first and are then dealt in the open, so that all know them.
    pub(crate) fn new(options: &[(&str, &str)], position: &Position, hands: &[&str]) -> Self {
        let game = catan(options);
        let mut dealt = position.clone();
        for (index, letters) in hands.iter().enumerate() {
            dealt = dealt.hand(index, letters);
        }
        let state = dealt.state(&game);
        let memories = (0..game.seats())
            .map(|observer| {
                let mut knowledge = Knowledge::new(game.seats(), seat(observer));
                for (index, letters) in hands.iter().enumerate() {
                    knowledge.gain(seat(index), hand(letters));
                }
                Some(knowledge)
            })
            .collect();
        Self { game, state, memories }
    }

    pub(crate) fn run(&mut self, steps: &[&str]) {
        for text in steps {
            let before = self.state.clone();
            run(&self.game, &mut self.state, &[text]);
            let step = match (text.parse::<Action>(), self.game.turn(&before)) {
                (Ok(action), Turn::Seat(seat)) => Step::Action(seat, action),
                _ => Step::Chance(text.parse::<Chance>().unwrap()),
            };
            for (index, memory) in self.memories.iter_mut().enumerate() {
                if let Some(sight) = self.game.sight(&before, &step, &self.state, seat(index)) {
                    self.game.remember(memory, seat(index), &sight);
                }
            }
        }
    }

    pub(crate) fn view(&self, index: usize) -> View {
        self.game.view(&self.state, &self.memories[index], seat(index))
    }
}
