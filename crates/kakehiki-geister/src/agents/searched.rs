//! What an exchange is worth by looking ahead in the colourings that fit.

use kakehiki_bargain::{Appraisal, Bargaining, Estimator, Standpoint, Worth};
use kakehiki_core::{Deadline, GameRng, Seat};

use super::{
    purple::{Evaluation, Mine, Position, Search},
    shrewd::{look, winning},
};
use crate::rules::{Exchange, Geister, Ghost, GhostSet, View};

/// How many of the likeliest colourings of the other stand for what it knows of itself.
const TRUTHS: usize = 3;

/// Weighs exchanges by what both would choose next, as `shrewd` chooses: every move is looked at in
/// every colouring that fits, and the move with the best mean is made.
///
/// To be shown a ghost is worth
///
/// ```text
/// sum over its colours of P(colour) · best mean if that is its colour  -  best mean,
/// ```
///
/// in chances to win, by the own belief. What the other gains by what it is shown is counted in the
/// views that it has in the likeliest worlds of that belief, over all own colourings that it cannot
/// rule out. What I lose by it is how much better, in that world and with the own colours as they
/// are, its choice becomes; what the other loses by what I see is what I gain.
///
/// What it does not handle: who moves first counts for nothing, each side is weighed as if it were on
/// turn. The other is taken to go by the rules alone. And what was shown counts for one choice only.
pub(super) struct Searched {
    depth: u32,
    /// Whether what the other side learns counts.
    exposure: bool,
    search: Search,
}

/// What the moves of one player come to in the worlds that it holds to be possible.
struct Outlook {
    /// The bad ghosts of the other in each world, how likely it is, and how likely each move wins.
    worlds: Vec<(GhostSet, f64, Vec<f64>)>,
}

impl Outlook {
    /// The move with the best mean over some worlds, and the sum that it is the mean of.
    fn best(&self, fits: impl Fn(GhostSet) -> bool) -> (usize, f64) {
        let mut sums = vec![0.0; self.worlds.first().map_or(0, |(.., values)| values.len())];
        for (_, share, values) in self.worlds.iter().filter(|(bad, ..)| fits(*bad)) {
            sums.iter_mut().zip(values).for_each(|(sum, value)| *sum += share * value);
        }
        let sums = sums.into_iter().enumerate();
        sums.max_by(|(_, one), (_, other)| one.total_cmp(other)).unwrap_or_default()
    }

    /// What its best choice brings if nothing is shown.
    fn without(&self) -> f64 {
        self.best(|_| true).1
    }

    /// What its best choice brings after it has seen a ghost.
    fn with(&self, seen: Ghost) -> f64 {
        self.best(|bad| bad.contains(seen)).1 + self.best(|bad| !bad.contains(seen)).1
    }

    /// How much better its choice becomes by what it sees, where these ghosts are bad.
    fn gain_in(&self, truth: GhostSet, seen: Ghost) -> f64 {
        let (with, _) = self.best(|bad| bad.contains(seen) == truth.contains(seen));
        let (without, _) = self.best(|_| true);
        let known = self.worlds.iter().find(|(bad, ..)| *bad == truth);
        known.map_or(0.0, |(.., values)| values[with] - values[without])
    }
}

impl Searched {
    pub(super) fn new(depth: u32, exposure: bool) -> Self {
        let search = Search::by(Evaluation::default());
        Self { depth, exposure, search }
    }

    /// Looks ahead from a view as if its player were on turn; who is and can leave chooses nothing else.
    fn outlook(&mut self, view: &View, weight: impl Fn(GhostSet) -> f64) -> Outlook {
        if view.is_mover() && Position::seen(view).leaving::<Mine>() != 0 {
            return Outlook { worlds: Vec::new() };
        }
        let worlds = view.worlds();
        let supposed =
            |bad: &GhostSet| (Position::supposed(view, GhostSet::EMPTY, *bad), weight(*bad));
        let positions: Vec<(Position, f64)> = worlds.iter().map(supposed).collect();
        let total: f64 = positions.iter().map(|(_, weight)| weight).sum();
        let found = look(
            &mut self.search,
            self.depth,
            Deadline::new(None),
            &positions,
            &positions[0].0.own_steps(),
        );
        let worlds =
            worlds.into_iter().zip(&positions).zip(found).map(|((bad, (_, weight)), values)| {
                (bad, weight / total, values.into_iter().map(winning).collect())
            });
        Outlook { worlds: worlds.collect() }
    }
}

/// The ghost of the other that a player sees by an exchange.
fn seen_by(seat: Seat, exchange: Exchange) -> Option<Ghost> {
    exchange.shown().find(|(owner, _)| *owner != seat).map(|(_, ghost)| ghost)
}

impl Estimator<Geister> for Searched {
    fn appraise(
        &mut self,
        at: &Standpoint<'_, Geister>,
        deals: &[Exchange],
        _rng: &mut GameRng,
    ) -> Vec<Appraisal> {
        let (seat, partner) = (at.seat, at.seat.next(2));
        let weight = |bad| at.worlds.weight(&at.view.world(bad));
        let own = self.outlook(at.view, weight);
        let mut truths: Vec<(GhostSet, f64)> =
            at.view.worlds().into_iter().map(|bad| (bad, weight(bad))).collect();
        truths.sort_by(|(_, one), (_, other)| other.total_cmp(one));
        truths.truncate(TRUTHS);
        let total: f64 = truths.iter().map(|(_, share)| share).sum();
        let theirs: Vec<(f64, Outlook)> = truths
            .into_iter()
            .map(|(bad, share)| {
                let view = at.game.imagine_view(&at.view.world(bad), partner);
                (share / total, self.outlook(&view, |_| 1.0))
            })
            .collect();
        let mean = |of: &dyn Fn(&Outlook) -> f64| -> f64 {
            theirs.iter().map(|(share, outlook)| share * of(outlook)).sum()
        };
        let appraise = |deal: &Exchange| {
            let (Some(mine), Some(its)) = (seen_by(seat, *deal), seen_by(partner, *deal)) else {
                return Appraisal::default();
            };
            let mut appraisal = Appraisal::new(
                Worth::new(own.without(), own.with(mine)),
                Worth::new(mean(&Outlook::without), mean(&|outlook| outlook.with(its))),
            );
            if self.exposure {
                appraisal.partner.after -= appraisal.own.profit();
                appraisal.own.after -= mean(&|outlook| outlook.gain_in(at.view.own_bad(), its));
            }
            appraisal
        };
        deals.iter().map(appraise).collect()
    }
}

#[cfg(test)]
mod tests {
    use kakehiki_bargain::Belief;
    use kakehiki_core::{Game, Observed, Seed, Settings, Turn};
    use rand::RngExt;

    use super::*;
    use crate::rules::{NEGOGEISTER_OPTIONS, Stage, State};

    fn rules() -> Geister {
        Geister::negotiating(&Settings::defaults(&NEGOGEISTER_OPTIONS))
    }

    /// What exchanges are worth to a player.
    fn appraise(state: &State, seat: Seat, exposure: bool, deals: &[Exchange]) -> Vec<Appraisal> {
        let game = rules();
        let view = game.view(state, &(), seat);
        let belief = Belief::plain(&game, &view);
        let at = Standpoint::new(&game, &view, seat, &belief);
        Searched::new(1, exposure).appraise(&at, deals, &mut Seed::experiment(1).rng())
    }

    #[test]
    fn what_decides_the_next_move_is_worth_seeing() {
        // B can be captured: that loses the game or keeps a good ghost from leaving.
        let board = "..r.../....../....../...B../B...../b....R";
        let seat = Seat::new(0);
        let state = State::from_board(board, seat).unwrap();
        let ghost = |letter: &str| Ghost::all().find(|it| it.to_string() == letter).unwrap();
        let deal = |asked| Exchange { mover: seat, asked: ghost(asked), named: Some(ghost("A")) };
        let worth = appraise(&state, seat, false, &[deal("A"), deal("B")]);
        assert!(worth[1].own.profit() > 0.2, "{worth:?}");
    }

    #[test]
    fn to_show_a_bad_ghost_that_would_be_captured_costs_what_it_would_have_won() {
        let cost = |board: &str| {
            let mover = Seat::new(1);
            let state = State::from_board(board, mover).unwrap();
            let [asked, named] =
                ["A", "A"].map(|letter| Ghost::all().find(|it| it.to_string() == letter).unwrap());
            let deals = [Exchange { mover, asked, named: Some(named) }];
            let [plain, exposed] =
                [false, true].map(|exposure| appraise(&state, Seat::new(0), exposure, &deals)[0]);
            plain.own.profit() - exposed.own.profit()
        };
        let [hanging, apart] = [
            "Rb..../....../....B./....../....../...r..",
            "....../....../R...B./....../....../.b.r..",
        ]
        .map(cost);
        assert!(hanging > 0.2 && apart.abs() < 0.1, "{hanging}, {apart}");
    }

    #[test]
    fn what_one_side_gains_the_other_loses() {
        let game = rules();
        let (mut state, mut rng) = (game.start(), Seed::experiment(4).rng());
        let (mut menu, mut deals) = (Vec::new(), Vec::new());
        let mut weighed = 0;
        while let Turn::Seat(actor) = game.turn(&state) {
            game.menu(&state, &mut menu);
            if state.stage() == Stage::Request {
                game.deals(&game.view(&state, &(), actor), &mut deals);
                let [plain, exposed] =
                    [false, true].map(|exposure| appraise(&state, actor, exposure, &deals));
                for (plain, exposed) in plain.iter().zip(&exposed) {
                    assert!(plain.own.profit() > -1e-9 && plain.partner.profit() > -1e-9);
                    let lost = plain.partner.profit() - exposed.partner.profit();
                    assert!((lost - plain.own.profit()).abs() < 1e-9, "{plain:?}, {exposed:?}");
                    weighed += 1;
                }
            }
            game.play_unchecked(&mut state, &menu[rng.random_range(0..menu.len())]);
        }
        assert!(weighed > 100, "{weighed}");
    }
}
