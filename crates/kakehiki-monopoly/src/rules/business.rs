//! Business with the bank: who may do it when, purchases, and mortgages that change hands.

use kakehiki_core::{Illegal, Seat};

use super::{
    action::Action,
    estate::{Obstacle, refuse},
    rules::Monopoly,
    square::{DeedSet, Square},
    state::{Stage, State},
};

impl Monopoly {
    /// Sells the deed of the square to the player on turn.
    #[inline]
    pub(crate) fn buy(state: &mut State) {
        let mover = state.mover();
        let square = state.position(mover);
        state.cash[mover.index()] -= square.price();
        state.hand_over(square, Some(mover));
    }

    /// Who may build, sell and mortgage now.
    fn manager(state: &State) -> Option<Seat> {
        match state.stage {
            Stage::Manage => Some(state.mover()),
            Stage::Pause(seat) => Some(seat),
            _ => None,
        }
    }

    /// Who may sell and mortgage now.
    fn raiser(state: &State) -> Option<Seat> {
        match state.stage {
            Stage::Debt(seat) => Some(seat),
            Stage::Buy => Some(state.mover()),
            _ => Self::manager(state),
        }
    }

    pub(crate) fn check_managing(&self, state: &State, action: &Action) -> Result<(), Illegal> {
        let raises = matches!(action, Action::Sell(_) | Action::SellDown(..) | Action::Mortgage(_));
        let seat = if raises { Self::raiser(state) } else { Self::manager(state) };
        let Some(seat) = seat else {
            return Err(Illegal(format!("{action} is not what has to be decided")));
        };
        refuse(match *action {
            Action::Build(square) => self.building_obstacle(state, seat, square),
            Action::Sell(square) => self.selling_obstacle(state, seat, square),
            Action::SellDown(colour, houses) => {
                self.sell_down_obstacle(state, seat, colour, houses)
            }
            Action::Mortgage(square) => self.mortgaging_obstacle(state, seat, square),
            Action::Lift(square) => self.lifting_obstacle(state, seat, square),
            _ => Some("that is no business with the bank"),
        })
    }

    pub(crate) fn manage(&self, state: &mut State, action: &Action) {
        let Some(seat) = Self::raiser(state) else {
            return;
        };
        match *action {
            Action::Build(square) => {
                let rivals = self.rivals(state, seat, square);
                if rivals != 0 {
                    return self.contest(state, seat, square, rivals);
                }
                Self::buy_building(state, seat, square);
            }
            Action::Sell(square) => Self::sell(state, seat, square),
            Action::SellDown(colour, houses) => Self::sell_down(state, seat, colour, houses),
            Action::Mortgage(square) => Self::mortgage(state, seat, square),
            Action::Lift(square) => self.lift(state, seat, square),
            _ => {}
        }
        if matches!(state.stage, Stage::Debt(_)) {
            self.proceed(state);
        }
    }

    /// Lets the heir of a mortgaged deed decide about the first that waits.
    pub(crate) fn inherit(&self, state: &mut State, heir: Seat, lifts: bool) {
        let Some(square) = state.inherited.iter().next() else {
            return;
        };
        let deed = DeedSet::only(square);
        state.inherited = state.inherited.without(deed);
        if lifts {
            state.mortgaged = state.mortgaged.without(deed);
            self.charge(state, heir, self.inherited_lift_cost(square), None);
        } else {
            self.charge(state, heir, self.interest(square), None);
        }
        self.proceed(state);
    }

    pub(crate) fn inherited_lift_obstacle(
        &self,
        state: &State,
        heir: Seat,
        square: Square,
    ) -> Obstacle {
        if state.inherited.iter().next() != Some(square) {
            return Some("another inherited deed comes first");
        }
        let is_enough = state.cash(heir) >= self.inherited_lift_cost(square);
        (!is_enough).then_some("the cash does not suffice to lift the mortgage")
    }
}
