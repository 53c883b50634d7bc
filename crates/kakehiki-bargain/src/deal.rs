//! What a game supplies so that its deals can be listed, carried out, weighed and spoken of.

use std::{
    fmt::{Debug, Display},
    hash::Hash,
};

use kakehiki_core::{LazyView, Seat, SeatSet};

use crate::{Answer, Claimable};

/// What a deal changes, and therefore how it has to be weighed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DealNature {
    /// Something changes hands: cards, deeds, money. Play goes differently even if nobody thinks.
    Goods,
    /// Somebody is shown something and nothing else changes. It is worth what better choices are.
    Knowledge,
}

/// What a choice has to do with deals.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Occasion<D> {
    /// Nothing.
    None,
    /// It is an ordinary choice, but a deal may be proposed instead, and is before anything else.
    Propose,
    /// The same, but deals are proposed when all else is done: before an action that
    /// [leaves](Bargaining::leaves_trading) the time in which they can be.
    ProposeLast,
    /// One half of a deal may be asked for: for each request the deals that the partner may turn it
    /// into.
    Request(Vec<Vec<D>>),
    /// The other half of a deal has to be named, or refused.
    Complete,
    /// A deal has to be answered.
    Answer {
        /// The deal.
        offered: D,
        /// Whether the seat could carry it out.
        is_payable: bool,
    },
    /// An own proposal has been answered, and one of the answers may be taken.
    Choose {
        /// The proposal with each who accepted it.
        accepted: Vec<D>,
        /// What others named in its place and the seat could carry out.
        countered: Vec<D>,
    },
}

/// What a seat does on an occasion to deal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Dealing<D> {
    /// It proposes a deal, the same to each of these partners.
    Propose(D, SeatSet),
    /// It asks for one half of this deal.
    Request(D),
    /// It neither proposes nor asks for anything.
    Pass,
    /// It answers.
    Answer(Answer<D>),
    /// It takes this answer to its proposal.
    Take(D),
    /// It takes none.
    Withdraw,
}

/// What a sight says about a seat's own negotiations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mark<D> {
    /// It proposed these deals, one for each partner.
    Proposed(Vec<D>),
    /// Its last proposal was carried out.
    Struck,
    /// It did something else in a turn in which it could have proposed a deal.
    Acted,
    /// Another proposed this deal to it.
    Offered(D),
}

/// A game in which two seats can make deals.
///
/// This is all that the negotiation engine asks of a game. A deal names its two parties, so that
/// one engine serves tables of any size; further parties are not supported. A game without deals
/// gives it the type [`NoDeal`](crate::NoDeal).
pub trait Bargaining: Claimable {
    /// An agreement between two seats with everything it says.
    type Deal: Clone + Eq + Hash + Debug + Display + Send + Sync + 'static;

    /// Replaces `deals` by the agreements that the seat of this view may now propose, or may now
    /// name in answer to what is on the table.
    ///
    /// Where the space is unbounded this is a documented part of it, as a menu is. While a
    /// proposal is half open (one side has asked and the other names its price), the list holds
    /// its possible completions.
    fn deals(&self, view: &Self::View, deals: &mut Vec<Self::Deal>);

    /// What the choice that this view waits for has to do with deals.
    fn occasion(&self, view: &Self::View) -> Occasion<Self::Deal>;

    /// The action by which the seat of this view does so. The occasion allows it.
    fn act(&self, view: &Self::View, dealing: &Dealing<Self::Deal>) -> Self::Action;

    /// Whether an action proposes a deal, and is therefore left to the part of an agent that trades.
    fn is_proposal(&self, _action: &Self::Action) -> bool {
        false
    }

    /// Whether nothing can be proposed any more after this action of an
    /// [occasion](Occasion::ProposeLast) to propose last.
    fn leaves_trading(&self, _action: &Self::Action) -> bool {
        false
    }

    /// How many proposals the seat of this view has made in this turn.
    fn proposals_made(&self, _view: &Self::View) -> usize {
        0
    }

    /// A number that changes when what was refused may be worth proposing again.
    fn stakes(&self, _view: &Self::View) -> u64 {
        0
    }

    /// What a sight says about the seat's own negotiations; nothing where none of them has to be
    /// remembered.
    fn mark(
        &self,
        _seat: Seat,
        _view: &LazyView<'_, Self>,
        _sight: &Self::Sight,
    ) -> Option<Mark<Self::Deal>> {
        None
    }

    /// The other party of a deal to which `seat` is a party.
    fn partner(&self, deal: &Self::Deal, seat: Seat) -> Seat;

    /// The same deal of `seat` with another partner; `None` where a deal cannot be the same with
    /// another.
    fn with_partner(&self, _deal: &Self::Deal, _seat: Seat, _partner: Seat) -> Option<Self::Deal> {
        None
    }

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
    /// Nobody knows what another seat remembers, so a game says what it takes for remembered.
    fn imagine_view(&self, world: &Self::State, seat: Seat) -> Self::View;
}
