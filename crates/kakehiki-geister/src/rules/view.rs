//! What a player may know: everything but the colours of the other's ghosts that were neither
//! captured nor shown.

use arrayvec::ArrayVec;
use kakehiki_core::{Ending, GameRng, Observed, Seat, Step};
use rand::RngExt;
use serde::Serialize;

use super::{
    action::Action,
    ghost::{Fate, GHOSTS, Ghost, GhostSet, OF_A_COLOUR},
    notation::{caption, grid},
    rules::Geister,
    state::{Exchange, Recent, Side, Stage, State, on_board, opponent},
};

/// The most colourings of the other's ghosts that can fit a view.
pub const MAX_WORLDS: usize = 70;

/// All that one player may know.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct View {
    seat: Seat,
    stage: Stage,
    /// The player who moves next; the first player as long as set-ups are chosen, whoever is
    /// choosing.
    mover: Seat,
    plies: u16,
    own: Own,
    enemy: Enemy,
    #[serde(skip_serializing_if = "Recent::is_empty")]
    recent: Recent,
    ending: Option<Ending>,
}

/// The own ghosts as their owner knows them.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
struct Own {
    fates: [Fate; GHOSTS],
    bad: Option<GhostSet>,
    shown: GhostSet,
}

/// The other player's ghosts as far as they are known.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
struct Enemy {
    fates: [Fate; GHOSTS],
    /// The ghosts that were captured, shown, or that escaped.
    known: GhostSet,
    known_bad: GhostSet,
    shown: GhostSet,
}

impl View {
    /// Whose view it is.
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// What the next choice is about.
    pub fn stage(&self) -> Stage {
        self.stage
    }

    /// Whether it is the viewer who moves next (and who asks, in a negotiation).
    pub fn is_mover(&self) -> bool {
        self.mover == self.seat
    }

    /// The number of moves made by both players together.
    pub fn plies(&self) -> u16 {
        self.plies
    }

    /// What has become of an own ghost.
    pub fn own_fate(&self, ghost: Ghost) -> Fate {
        self.own.fates[ghost.index()]
    }

    /// What has become of one of the other player's ghosts.
    pub fn enemy_fate(&self, ghost: Ghost) -> Fate {
        self.enemy.fates[ghost.index()]
    }

    /// The own bad ghosts, none before the set-up.
    pub fn own_bad(&self) -> GhostSet {
        self.own.bad.unwrap_or_default()
    }

    /// The own ghosts on the board.
    pub fn own_on_board(&self) -> GhostSet {
        on_board(&self.own.fates)
    }

    /// The other player's ghosts on the board.
    pub fn enemy_on_board(&self) -> GhostSet {
        on_board(&self.enemy.fates)
    }

    /// The own ghosts that the other player may still ask to see.
    pub fn own_unshown(&self) -> GhostSet {
        self.own_on_board().without(self.own.shown)
    }

    /// The other player's ghosts that may still be asked for.
    pub fn enemy_unshown(&self) -> GhostSet {
        self.enemy_on_board().without(self.enemy.shown)
    }

    /// The other player's ghosts whose colour is not known from a capture or a showing.
    pub fn unknown(&self) -> GhostSet {
        GhostSet::ALL.without(self.enemy.known)
    }

    /// The other player's bad ghosts that are known from a capture or a showing.
    pub fn known_bad(&self) -> GhostSet {
        self.enemy.known_bad
    }

    /// How many of the [`unknown`](Self::unknown) ghosts are bad.
    pub fn unknown_bad_count(&self) -> u32 {
        OF_A_COLOUR - self.enemy.known_bad.len()
    }

    /// Every set of bad ghosts the other player may have: the worlds that fit the view.
    pub fn worlds(&self) -> ArrayVec<GhostSet, MAX_WORLDS> {
        let fits = |set: &GhostSet| set.intersection(self.enemy.known) == self.enemy.known_bad;
        GhostSet::setups().filter(fits).collect()
    }

    /// The full state in which the other player's bad ghosts are these.
    pub fn world(&self, enemy_bad: GhostSet) -> State {
        let own = Side { fates: self.own.fates, bad: self.own.bad, shown: self.own.shown };
        let enemy_bad = Some(enemy_bad);
        let enemy = Side { fates: self.enemy.fates, bad: enemy_bad, shown: self.enemy.shown };
        let sides = if self.seat.index() == 0 { [own, enemy] } else { [enemy, own] };
        let mut state = State {
            sides,
            stage: self.stage,
            mover: self.mover,
            plies: self.plies,
            recent: self.recent.clone(),
            ending: self.ending,
        };
        if self.stage == Stage::SetUp {
            // The first player chooses first, so a second player who is asked to choose finds a
            // secret made.
            if self.seat.index() == 0 {
                state.sides[1].bad = None;
            }
            let is_first_done = state.sides[0].bad.is_some();
            state.mover = Seat::new(usize::from(is_first_done));
        }
        state
    }
}

/// What one player perceives of one step.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Sight {
    /// I have chosen my bad ghosts.
    SetUp(GhostSet),
    /// Both have chosen; play begins.
    Begun,
    /// A player moved, and perhaps captured.
    Moved {
        /// Who.
        seat: Seat,
        /// The move or escape.
        action: Action,
        /// The captured ghost of the other, and whether it was bad.
        captured: Option<(Ghost, bool)>,
    },
    /// A player asked, passed, named, refused or broke off.
    Said {
        /// Who.
        seat: Seat,
        /// What.
        action: Action,
    },
    /// The exchange was agreed: I saw a ghost and showed one.
    Exchanged {
        /// The other player's ghost that I saw.
        seen: Ghost,
        /// Whether it is bad.
        is_bad: bool,
        /// My ghost that the other player saw.
        shown: Ghost,
    },
}

impl Observed for Geister {
    type View = View;
    type Sight = Sight;
    type Memory = ();

    fn sight(&self, before: &State, step: &Step<Self>, after: &State, seat: Seat) -> Option<Sight> {
        let Step::Action(actor, action) = step else {
            return None;
        };
        let (actor, action) = (*actor, *action);
        Some(match action {
            Action::SetUp(bad) if actor == seat => Sight::SetUp(bad),
            Action::SetUp(_) if after.stage == Stage::SetUp => return None,
            Action::SetUp(_) => Sight::Begun,
            Action::Move(..) | Action::Escape(_) => {
                let victims = &before.sides[opponent(actor).index()];
                let survivors = after.sides[opponent(actor).index()].on_board();
                let lost = victims.on_board().without(survivors);
                let captured = lost.iter().next();
                let captured = captured.map(|ghost| (ghost, victims.bad().contains(ghost)));
                Sight::Moved { seat: actor, action, captured }
            }
            Action::Agree => {
                let Stage::Negotiation(session) = before.stage else {
                    return None;
                };
                let Exchange { asked, named, .. } = session.on_table()?;
                let (seen, shown) = if actor == seat { (asked, named?) } else { (named?, asked) };
                let is_bad = before.bad(opponent(seat)).contains(seen);
                Sight::Exchanged { seen, is_bad, shown }
            }
            Action::Request(_)
            | Action::Pass
            | Action::Name(_)
            | Action::Refuse
            | Action::BreakOff => Sight::Said { seat: actor, action },
        })
    }

    fn view(&self, state: &State, _memory: &(), seat: Seat) -> View {
        let own = &state.sides[seat.index()];
        let enemy = &state.sides[opponent(seat).index()];
        let known = GhostSet::ALL.without(enemy.on_board()).union(enemy.shown);
        let is_set_up = state.stage != Stage::SetUp;
        View {
            seat,
            stage: state.stage,
            mover: if is_set_up { state.mover } else { Seat::new(0) },
            plies: state.plies,
            own: Own { fates: own.fates, bad: own.bad, shown: own.shown },
            enemy: Enemy {
                fates: enemy.fates,
                known,
                known_bad: enemy.bad().intersection(known),
                shown: enemy.shown,
            },
            recent: state.recent.clone(),
            ending: state.ending,
        }
    }

    fn sample(&self, view: &View, rng: &mut GameRng) -> State {
        // Each unknown ghost in turn is bad with the share of bad ghosts among those still unknown.
        let mut bad = view.enemy.known_bad;
        let (mut left, mut left_bad) = (view.unknown().len(), view.unknown_bad_count());
        for ghost in view.unknown().iter() {
            if rng.random_range(0..left) < left_bad {
                bad = bad.union(GhostSet::only(ghost));
                left_bad -= 1;
            }
            left -= 1;
        }
        view.world(bad)
    }

    fn view_picture(&self, view: &View) -> String {
        let seat = view.seat;
        let mark = |square| {
            let stands = |fates: &[Fate; GHOSTS]| {
                Ghost::all().find(|ghost| fates[ghost.index()] == Fate::OnBoard(square))
            };
            if let Some(ghost) = stands(&view.own.fates) {
                let colour = match view.own.bad {
                    None => '?',
                    Some(bad) if bad.contains(ghost) => '-',
                    Some(_) => '+',
                };
                return Some((ghost.letter(), colour));
            }
            let ghost = stands(&view.enemy.fates)?;
            let colour = match (view.enemy.known.contains(ghost), view.known_bad().contains(ghost))
            {
                (false, _) => '?',
                (true, true) => '-',
                (true, false) => '+',
            };
            Some((ghost.letter().to_ascii_lowercase(), colour))
        };
        let mut text = grid(seat, mark);
        text += &caption(view.plies, view.mover, view.stage, view.ending);
        text
    }
}
