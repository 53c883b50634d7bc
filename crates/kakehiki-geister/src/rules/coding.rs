//! Actions of Geister and NEGOGeister as whole numbers.

use std::ops::Range;

use kakehiki_bargain::Statement;
use kakehiki_core::{Coded, Piece, Seat, Sheet, first_id, ids_between};

use super::{
    action::{Action, NoChance},
    fact::Fact,
    ghost::{Ghost, GhostSet},
    rules::Geister,
    speech::Intention,
    square::Direction,
    state::{Stage, opponent},
    tensor::{self, PIECES},
    view::View,
};

/// The ids of the moves, which both games have.
const MOVES: [(&str, usize); 3] = [("set-up", 70), ("move", 32), ("escape", 8)];

/// The ids of NEGOGeister.
const ALL: [(&str, usize); 15] = [
    MOVES[0],
    MOVES[1],
    MOVES[2],
    ("ask", 8),
    ("pass", 1),
    ("name", 8),
    ("refuse", 1),
    ("agree", 1),
    ("break-off", 1),
    ("quiet", 1),
    ("say-own-colour", 16),
    ("say-stay", 8),
    ("say-enemy-colour", 16),
    ("say-take", 8),
    ("say-agree", 1),
];

/// Directions are the mover's, and letters name ghosts, so that hardly anything depends on the seat.
impl Coded for Geister {
    const CODING_VERSION: u32 = 0;

    fn id_kinds(&self) -> &'static [(&'static str, usize)] {
        if self.negotiates() { &ALL } else { &MOVES }
    }

    fn listed(&self, actor: Seat) -> Vec<Option<Action>> {
        let moves = |ghost| Direction::ALL.map(|direction| Action::Move(ghost, direction));
        let mut list: Vec<Action> = GhostSet::setups().map(Action::SetUp).collect();
        list.extend(Ghost::all().flat_map(moves));
        list.extend(Ghost::all().map(Action::Escape));
        if self.negotiates() {
            let colours = |owner| {
                let facts = move |ghost| {
                    [false, true].map(|is_bad| Statement::Fact(Fact { owner, ghost, is_bad }))
                };
                Ghost::all().flat_map(facts).map(Action::Say)
            };
            let will = |intention| Action::Say(Statement::Intention(intention));
            list.extend(Ghost::all().map(Action::Request));
            list.push(Action::Pass);
            list.extend(Ghost::all().map(Action::Name));
            list.extend([Action::Refuse, Action::Agree, Action::BreakOff, Action::Quiet]);
            list.extend(colours(actor));
            list.extend(Ghost::all().map(|ghost| will(Intention::Stay(ghost))));
            list.extend(colours(opponent(actor)));
            list.extend(Ghost::all().map(|ghost| will(Intention::Take(ghost))));
            list.push(will(Intention::Agree));
        }
        list.into_iter().map(Some).collect()
    }

    fn possible(&self, view: &View, tell: &mut dyn FnMut(Range<usize>)) {
        match view.stage() {
            Stage::SetUp => tell(ids_between(&ALL, "set-up", "move")),
            Stage::Request => tell(ids_between(&ALL, "ask", "name")),
            Stage::Negotiation(_) => tell(ids_between(&ALL, "name", "quiet")),
            Stage::Speak => tell(ids_between(&ALL, "quiet", "say-own-colour")),
            Stage::Move => tell(ids_between(&ALL, "move", "ask")),
        }
        let speaks = matches!(view.stage(), Stage::Request | Stage::Speak | Stage::Move);
        if speaks && self.negotiates() {
            tell(first_id(&ALL, "say-own-colour")..self.list_size());
        }
    }

    fn chance_id(&self, chance: &NoChance) -> usize {
        match *chance {}
    }

    fn viewer(view: &View) -> Seat {
        view.seat()
    }

    fn pieces(&self) -> &'static [Piece] {
        &PIECES
    }

    fn observe(&self, view: &View, sheet: &mut Sheet<'_>) {
        tensor::observe(self, view, sheet);
    }
}
