//! What the dice give on average: facts that everybody at the table could count.

use kakehiki_core::Seat;

use super::{
    production::dues,
    resource::RESOURCES,
    state::{MAX_PLAYERS, State},
    topology::{Hex, Node},
};

/// How likely a throw of two dice comes to a total.
fn chance(total: u8) -> f64 {
    f64::from(6_u8.saturating_sub(total.abs_diff(7))) / 36.0
}

impl State {
    /// The cards of each resource that a throw gives a seat on average, with the robber where it
    /// stands and a bank that can pay.
    pub fn income(&self, seat: Seat) -> [f64; RESOURCES] {
        let mut income = [0.0; RESOURCES];
        for total in (2..=12).filter(|total| *total != 7) {
            for (sum, shares) in income.iter_mut().zip(dues(self, total)) {
                *sum += chance(total) * f64::from(shares[seat.index()]);
            }
        }
        income
    }

    /// The cards of each resource that a throw gives a settlement at a corner on average, wherever the
    /// robber stands now.
    pub fn yields(&self, node: Node) -> [f64; RESOURCES] {
        let mut yields = [0.0; RESOURCES];
        for hex in node.hexes() {
            if let (Some(resource), Some(number)) =
                (self.board.resource(hex.0), self.board.number(hex))
            {
                yields[resource.index()] += chance(number);
            }
        }
        yields
    }

    /// The cards that a throw gives a seat on average from one hex, and that a robber on it would keep
    /// from it.
    pub fn yields_from(&self, hex: Hex, seat: Seat) -> f64 {
        let (Some(number), Some(_)) = (self.board.number(hex), self.board.resource(hex.0)) else {
            return 0.0;
        };
        debug_assert!(seat.index() < MAX_PLAYERS);
        let due = self.due[usize::from(hex.0)] >> (4 * seat.index()) & 15;
        chance(number) * f64::from(due)
    }

    /// The corners on which the rule of distance lets somebody found a settlement.
    pub fn free_corners(&self) -> impl Iterator<Item = Node> {
        let built = |node: Node| {
            let mut sides = Seat::all(MAX_PLAYERS).map(|seat| self.side(seat).buildings());
            sides.any(|nodes| nodes >> node.0 & 1 == 1)
        };
        Node::all().filter(move |node| !built(*node) && !node.neighbours().any(built))
    }
}

#[cfg(test)]
mod tests {
    use kakehiki_core::{Game, Seed, Settings, Turn};

    use super::*;
    use crate::{CATAN_OPTIONS, Catan};

    /// A position after the set-up, by the first action of every menu.
    fn position() -> (Catan, State) {
        let game = Catan::new(&Settings::defaults(&CATAN_OPTIONS));
        let mut state = game.start();
        let mut rng = Seed::experiment(4).rng();
        let mut menu = Vec::new();
        while state.turns() == 0 {
            match game.turn(&state) {
                Turn::Chance => {
                    let chance = game.draw(&state, &mut rng);
                    game.resolve_unchecked(&mut state, &chance);
                }
                Turn::Seat(_) => {
                    game.menu(&state, &mut menu);
                    game.play_unchecked(&mut state, &menu[0]);
                }
                Turn::Over(_) => unreachable!("nobody wins the set-up"),
            }
        }
        (game, state)
    }

    #[test]
    fn what_comes_in_is_what_the_corners_yield_where_the_robber_is_not() {
        let (game, state) = position();
        for seat in Seat::all(game.seats()) {
            let corners = state.settlements(seat).map(|node| state.yields(node));
            let all: f64 = corners.flatten().sum();
            let robbed = state.yields_from(state.robber(), seat);
            let income: f64 = state.income(seat).iter().sum();
            assert!((all - robbed - income).abs() < 1e-9, "{seat}: {all} - {robbed} = {income}");
            let by_hex: f64 = Hex::all().map(|hex| state.yields_from(hex, seat)).sum();
            assert!((all - by_hex).abs() < 1e-9);
        }
    }

    #[test]
    fn corners_are_free_where_nobody_is_near() {
        let (game, state) = position();
        let built: Vec<Node> =
            Seat::all(game.seats()).flat_map(|seat| state.settlements(seat)).collect();
        let free: Vec<Node> = state.free_corners().collect();
        assert!(!free.is_empty());
        for node in Node::all() {
            let is_near =
                built.contains(&node) || node.neighbours().any(|next| built.contains(&next));
            assert_eq!(free.contains(&node), !is_near, "{node}");
        }
    }
}
