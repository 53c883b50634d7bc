//! The UPP feature of a hidden ghost: how much the outcome of the game hangs on its colour.

use kakehiki_core::{Moments, Observed, Seat, Seed};
use kakehiki_search::{EvenJudge, Playout, Scratch};

use crate::rules::{Geister, Ghost, GhostSet, State, View, Walk};

/// How much the outcome hangs on the colour of one ghost.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Feature {
    /// The ghost.
    pub ghost: Ghost,
    /// The win rate of the player who does not know the colour, over the worlds where the ghost is
    /// good minus over those where it is bad, in percentage points; draws count one half.
    pub difference: f64,
    /// The standard error of the difference, in percentage points.
    pub standard_error: f64,
}

impl Feature {
    /// The feature of the paper, `|winrate if good − winrate if bad|`, in percentage points.
    pub fn magnitude(&self) -> f64 {
        self.difference.abs()
    }
}

/// How the feature is measured.
///
/// `f(g) = |W(good) − W(bad)|` where `W(c)` is the win rate over playouts in the worlds in which
/// ghost `g` has colour `c` (Mishio and Fujita 2015). Worlds take turns, so that each gets an equal
/// share of the playouts; the signed differences over all unknown ghosts then add up to zero but
/// for sampling noise. The paper plays 11,000 playouts "completely at random" and does not say what
/// that means for a ghost on an exit, nor whether playouts are cut off, so both are parameters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FeatureMeter {
    /// How positions are played out.
    pub playout: Playout<Walk, EvenJudge>,
    /// The number of playouts for a position, all worlds together.
    pub playouts: u32,
}

impl FeatureMeter {
    /// The features of the other player's ghosts whose colour the viewer does not know.
    pub fn of_enemy(&self, game: &Geister, view: &View, seed: Seed) -> Vec<Feature> {
        let worlds = view.worlds();
        let world = |index: u64| view.world(worlds[(index % worlds.len() as u64) as usize]);
        self.measure(game, view.seat(), view.unknown(), world, seed)
    }

    /// The features of the viewer's own ghosts as the other player would compute them: over the
    /// colourings of them that the other player cannot rule out, with its own colours as the viewer
    /// must guess them.
    pub fn of_own(&self, game: &Geister, view: &View, seed: Seed) -> Vec<Feature> {
        let other = view.seat().next(2);
        let worlds = view.worlds();
        let imagined = |enemy_bad| game.view(&view.world(enemy_bad), &(), other);
        let views: Vec<View> = worlds.iter().map(|world| imagined(*world)).collect();
        let unknown = views.first().map_or(GhostSet::EMPTY, View::unknown);
        let colourings = views.first().map(View::worlds).unwrap_or_default();
        let (own, enemy) = (colourings.len() as u64, views.len() as u64);
        // Both lists go round until they begin together again; then the second moves on by one, so
        // that together they pass through all pairs.
        let together = (1..=enemy).map(|rounds| rounds * own).find(|index| index % enemy == 0);
        let together = together.unwrap_or(1);
        let world = |index: u64| {
            let colouring = colourings[(index % own) as usize];
            views[((index + index / together) % enemy) as usize].world(colouring)
        };
        self.measure(game, other, unknown, world, seed)
    }

    /// Plays out and splits the results of `seat` by the colours of its opponent's unknown ghosts.
    fn measure(
        &self,
        game: &Geister,
        seat: Seat,
        unknown: GhostSet,
        world: impl Fn(u64) -> State,
        seed: Seed,
    ) -> Vec<Feature> {
        let game = game.without_negotiation();
        let mut found: Vec<(Ghost, [Moments; 2])> =
            unknown.iter().map(|ghost| (ghost, Default::default())).collect();
        let mut scratch = Scratch::default();
        let mut rng = seed.rng();
        for index in 0..u64::from(self.playouts) {
            let mut state = world(index);
            let bad = state.bad(seat.next(2));
            let rewards = self.playout.play(&game, &mut state, &mut scratch, &mut rng);
            let reward = rewards[seat.index()];
            for (ghost, by_colour) in &mut found {
                by_colour[usize::from(bad.contains(*ghost))].add(reward);
            }
        }
        let features = found.iter().map(|(ghost, [good, bad])| Feature {
            ghost: *ghost,
            difference: 100.0 * (mean(good) - mean(bad)),
            standard_error: 100.0 * (variance_of_mean(good) + variance_of_mean(bad)).sqrt(),
        });
        features.collect()
    }
}

/// The mean reward of playouts with one colour, one half if there was none: then the colour is
/// certain and nothing hangs on it.
fn mean(rewards: &Moments) -> f64 {
    if rewards.count() == 0 { 0.5 } else { rewards.mean() }
}

fn variance_of_mean(rewards: &Moments) -> f64 {
    if rewards.count() < 2 { 0.0 } else { rewards.variance_of_mean() }
}
