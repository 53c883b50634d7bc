//! Deals in which a player gets the role that it is known to have got.

use arrayvec::ArrayVec;
use kakehiki_core::{GameRng, Seat};
use rand::{RngExt, seq::SliceRandom};

use super::{
    players::Players,
    role::{MAX_PLAYERS, Role},
    rules::Werewolf,
    sight::known_wolves,
    state::{Stage, State},
    view::View,
};

/// How many random orders of a deal are looked at where players have asked for roles.
const ORDERS: u32 = 100;

/// Players in the order in which they are drawn.
type Order = ArrayVec<Seat, MAX_PLAYERS>;

impl Werewolf {
    /// Whom a deal draws next if `seat` gets this role, and these fellows if it is a werewolf, each
    /// order that leads there as likely as the others. Where players have asked for roles, rare
    /// orders are not all as likely. `None` where no order leads there.
    pub(super) fn deal_towards(
        &self,
        world: &State,
        seat: Seat,
        role: Role,
        wolves: Players,
        rng: &mut GameRng,
    ) -> Option<Seat> {
        let left = self.candidates(world);
        let fits = |order: &Order| {
            let mut dealt = world.clone();
            for next in order {
                self.fall(&mut dealt, super::action::Chance::Next(*next));
            }
            dealt.stage != Stage::Deal
                && dealt.role(seat) == role
                && known_wolves(&dealt, seat) == wolves
        };
        let has_requests = world.requests.iter().any(|request| *request != Role::Any);
        if has_requests {
            let mut order: Order = left.iter().collect();
            for _ in 0..ORDERS {
                order.shuffle(rng);
                if fits(&order) {
                    return order.first().copied();
                }
            }
        }
        // Without requests roles fall in their order, werewolves last; the player's own place
        // decides on its role. Whoever asks for a role has to come early to get it.
        let request = |other: Seat| world.requests[other.index()];
        let place = |other: &Seat| match (wolves.contains(*other), request(*other)) {
            (true, Role::Werewolf) => 0,
            (_, asked) if asked != Role::Any => 1,
            (false, _) => 2,
            (true, _) => 3,
        };
        for _ in 0..if has_requests { ORDERS } else { 1 } {
            let mut others: Order = left.except(seat).iter().collect();
            others.shuffle(rng);
            others.sort_by_key(place);
            // A player that is drawn already has no place left to choose.
            let places = if left.contains(seat) { others.len() + 1 } else { 1 };
            let orders = (0..places).map(|place| {
                let mut order = others.clone();
                if left.contains(seat) {
                    order.insert(place, seat);
                }
                order
            });
            let fitting: ArrayVec<Order, MAX_PLAYERS> = orders.filter(fits).collect();
            if !fitting.is_empty() {
                return fitting[rng.random_range(0..fitting.len())].first().copied();
            }
        }
        None
    }

    /// Lets everybody have asked for roles in such a way that the player can be dealt its own:
    /// where it was refused what it asked for, others asked for that and got it.
    pub(super) fn request_towards(
        &self,
        view: &View,
        role: Role,
        wolves: Players,
        world: &mut State,
        rng: &mut GameRng,
    ) {
        world.stage = Stage::Deal;
        world.actor = Seat::new(0);
        if view.request == Role::Any || view.request == role {
            return;
        }
        let mut others = Players::first(self.options.players).except(view.seat).without(wolves);
        for _ in 0..self.options.roles[view.request.index()] {
            if let Some(other) = others.draw(rng) {
                others.remove(other);
                world.requests[other.index()] = view.request;
            }
        }
    }
}
