//! What a game supplies so that its deals can be listed, carried out and weighed.

use std::{fmt::Debug, hash::Hash};

use kakehiki_core::{Observed, Seat};

/// What a deal changes, and therefore how it has to be weighed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DealNature {
    /// Something changes hands: cards, deeds, money. Play goes differently even if nobody thinks.
    Goods,
    /// Somebody is shown something and nothing else changes. It is worth what better choices are.
    Knowledge,
}

/// A game in which two seats can make deals.
///
/// This is all that the negotiation engine asks of a game. A deal names its two parties, so that
/// one engine serves tables of any size; further parties are not supported.
pub trait Bargaining: Observed {
    /// An agreement between two seats with everything it says.
    type Deal: Clone + Eq + Hash + Debug + Send + Sync + 'static;

    /// Replaces `deals` by the agreements that the seat of this view may now propose, or may now
    /// name in answer to what is on the table.
    ///
    /// Where the space is unbounded this is a documented part of it, as a menu is. While a
    /// proposal is half open (one side has asked and the other names its price), the list holds
    /// its possible completions.
    fn deals(&self, view: &Self::View, deals: &mut Vec<Self::Deal>);

    /// The other party of a deal to which `seat` is a party.
    fn partner(&self, deal: &Self::Deal, seat: Seat) -> Seat;

    /// What a deal changes.
    fn nature(&self, deal: &Self::Deal) -> DealNature;

    /// Does to a world what the deal does: moves the goods, or notes what has been shown, so that
    /// the views of the parties change.
    ///
    /// A party that cannot pay in this world pays nothing and gets nothing: the world stays as it
    /// was, as after a refusal. The negotiation itself goes on ([`break_off`](Self::break_off)
    /// ends it). A deal of [`DealNature::Knowledge`] may also be carried out in a world a few
    /// moves later, because what is shown then counts for the same; it must neither change who
    /// has to act nor what they may do.
    fn carry_out(&self, world: &mut Self::State, deal: &Self::Deal);

    /// Whether the choice that is waiting belongs to a negotiation (a request, an answer) and not
    /// to ordinary play, in which making an offer is one possible action among others.
    fn is_negotiating(&self, world: &Self::State) -> bool;

    /// Ends the negotiation that is going on, without a deal, and leaves the world where ordinary
    /// play goes on. Called only while [`is_negotiating`](Self::is_negotiating).
    fn break_off(&self, world: &mut Self::State);

    /// What `seat` would know if this world were the truth, as far as one can tell without having
    /// sat in its place.
    ///
    /// Nobody knows what another seat remembers, so the default gives it no memory. A game whose
    /// memories matter can put what is public into it.
    fn imagine_view(&self, world: &Self::State, seat: Seat) -> Self::View {
        self.view(world, &Self::Memory::default(), seat)
    }
}

/// Where somebody stands who bargains: the rules, its seat, and what it knows.
pub struct Standpoint<'a, G: Bargaining> {
    /// The rules.
    pub game: &'a G,
    /// What the seat knows.
    pub view: &'a G::View,
    /// The seat.
    pub seat: Seat,
}
