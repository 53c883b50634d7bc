//! What a player may know: everything but the colours of the other's ghosts that were neither
//! captured nor shown.

use arrayvec::ArrayVec;
use kakehiki_core::{Ending, GameRng, Observed, Seat, Step};
use schemars::JsonSchema;
use serde::Serialize;

use super::{
    action::Action,
    fact::Fact,
    follow::{self, draw_bad},
    ghost::{Fate, Fates, Ghost, GhostSet, OF_A_COLOUR},
    notation::{caption, grid},
    public::{Ghosts, Public, known_mover},
    rules::Geister,
    sight::Sight,
    state::{Recent, Side, Stage, State, on_board, opponent},
};

/// The most colourings of the other's ghosts that can fit a view.
pub const MAX_WORLDS: usize = 70;

/// All that one player may know.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct View {
    /// Whose view it is.
    seat: Seat,
    stage: Stage,
    /// The player who moves next; P0 as long as set-ups are chosen, whoever is choosing.
    mover: Seat,
    /// The number of moves made by both players together.
    plies: u16,
    /// How many statements the mover has made since the last move.
    said: u8,
    own: Own,
    enemy: Ghosts,
    recent: Recent,
    ending: Option<Ending>,
}

/// The own ghosts as their owner knows them.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
struct Own {
    fates: Fates,
    /// The bad ones; nothing before the set-up.
    bad: Option<GhostSet>,
    /// The ghosts that an exchange has shown to the other player.
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

    /// The player who moves next; P0 as long as set-ups are chosen, whoever is choosing.
    pub(super) fn mover(&self) -> Seat {
        self.mover
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
        self.own.fates.0[ghost.index()]
    }

    /// What has become of one of the other player's ghosts.
    pub fn enemy_fate(&self, ghost: Ghost) -> Fate {
        self.enemy.fates.0[ghost.index()]
    }

    /// The own bad ghosts, none before the set-up.
    pub fn own_bad(&self) -> GhostSet {
        self.own.bad.unwrap_or_default()
    }

    /// The own ghosts that an exchange has shown.
    pub(super) fn own_shown(&self) -> GhostSet {
        self.own.shown
    }

    /// The other player's ghosts that an exchange has shown.
    pub(super) fn enemy_shown(&self) -> GhostSet {
        self.enemy.shown
    }

    /// How often the position stood on the board lately, where that is watched.
    pub(super) fn occurrences(&self) -> usize {
        self.recent.occurrences()
    }

    /// The own ghosts on the board.
    pub fn own_on_board(&self) -> GhostSet {
        on_board(&self.own.fates.0)
    }

    /// The other player's ghosts on the board.
    pub fn enemy_on_board(&self) -> GhostSet {
        on_board(&self.enemy.fates.0)
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

    /// The other ones.
    pub(super) fn known(&self) -> GhostSet {
        self.enemy.known
    }

    /// The other player's bad ghosts that are known from a capture or a showing.
    pub fn known_bad(&self) -> GhostSet {
        self.enemy.known_bad
    }

    /// How many of the [`unknown`](Self::unknown) ghosts are bad.
    pub fn unknown_bad_count(&self) -> u32 {
        OF_A_COLOUR - self.enemy.known_bad.len()
    }

    /// How likely one of the other player's ghosts is bad by the counts alone.
    pub fn chance_of_bad(&self, ghost: Ghost) -> f64 {
        if self.enemy.known.contains(ghost) {
            return f64::from(u8::from(self.enemy.known_bad.contains(ghost)));
        }
        f64::from(self.unknown_bad_count()) / f64::from(self.unknown().len())
    }

    /// Every set of bad ghosts the other player may have: the worlds that fit the view.
    pub fn worlds(&self) -> ArrayVec<GhostSet, MAX_WORLDS> {
        let fits = |set: &GhostSet| set.intersection(self.enemy.known) == self.enemy.known_bad;
        GhostSet::setups().filter(fits).collect()
    }

    /// The full state in which the other player's bad ghosts are these.
    pub fn world(&self, enemy_bad: GhostSet) -> State {
        let own = Side { fates: self.own.fates.0, bad: self.own.bad, shown: self.own.shown };
        let enemy_bad = Some(enemy_bad);
        let enemy = Side { fates: self.enemy.fates.0, bad: enemy_bad, shown: self.enemy.shown };
        let sides = if self.seat.index() == 0 { [own, enemy] } else { [enemy, own] };
        let mut state = State {
            sides,
            stage: self.stage,
            mover: self.mover,
            plies: self.plies,
            said: self.said,
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

impl Observed for Geister {
    type View = View;
    type Sight = Sight;
    type Memory = ();
    type Public = Public;
    type Fact = Fact;

    fn sight(&self, before: &State, step: &Step<Self>, after: &State, seat: Seat) -> Option<Sight> {
        Self::seen_by(before, step, after, seat)
    }

    fn view(&self, state: &State, _memory: &(), seat: Seat) -> View {
        let own = &state.sides[seat.index()];
        let enemy = &state.sides[opponent(seat).index()];
        View {
            seat,
            stage: state.stage,
            mover: known_mover(state),
            plies: state.plies,
            said: state.said,
            own: Own { fates: Fates(own.fates), bad: own.bad, shown: own.shown },
            enemy: Ghosts::new(opponent(seat), enemy, enemy.shown),
            recent: state.recent.clone(),
            ending: state.ending,
        }
    }

    fn sample(&self, view: &View, rng: &mut GameRng) -> State {
        view.world(draw_bad(view.enemy.known, view.enemy.known_bad, rng))
    }

    fn worlds(&self, view: &View) -> Vec<State> {
        if view.stage == Stage::SetUp {
            return Vec::new();
        }
        view.worlds().into_iter().map(|world| view.world(world)).collect()
    }

    fn sample_towards(&self, view: &View, sight: &Sight, rng: &mut GameRng) -> State {
        follow::sample_towards(view, sight, rng)
    }

    fn step_towards(
        &self,
        world: &State,
        seat: Seat,
        sight: &Sight,
        rng: &mut GameRng,
    ) -> Option<Step<Self>> {
        follow::step_towards(world, seat, sight, rng)
    }

    fn public(&self, state: &State) -> Public {
        Public::new(state)
    }

    fn public_sight(&self, before: &State, step: &Step<Self>, after: &State) -> Option<Sight> {
        Self::seen_by_all(before, step, after)
    }

    fn publicly_asked(&self, public: &Public) -> Option<Seat> {
        public.asked()
    }

    fn tells(&self, action: &Action) -> bool {
        !matches!(action, Action::Request(_) | Action::Pass | Action::Quiet)
    }

    fn facts(&self, view: &View) -> Vec<Fact> {
        Fact::open(view)
    }

    fn holds(&self, world: &State, fact: &Fact) -> bool {
        fact.holds(world)
    }

    fn view_picture(&self, view: &View) -> String {
        let seat = view.seat;
        let mark = |square| {
            let stands = |fates: &Fates| {
                Ghost::all().find(|ghost| fates.0[ghost.index()] == Fate::OnBoard(square))
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
