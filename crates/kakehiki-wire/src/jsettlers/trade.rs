//! Offers and answers. At a server anybody speaks at any time and the first acceptance counts; our rules
//! ask one partner after the other. So answers wait until it is their turn, who stays silent has refused,
//! and a trade that comes out of nowhere is an offer that was accepted at once.

use kakehiki_catan::{Action, Event, Hand, Partners, Resource, Stage, Terms};
use kakehiki_core::Seat;

use super::{
    command,
    message::Chair,
    play::{Astray, Play},
    state,
};

/// What a partner answered to an offer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Answer {
    Refused,
    Countered(Terms),
}

impl Answer {
    fn action(self) -> Action {
        match self {
            Self::Refused => Action::Refuse,
            Self::Countered(terms) => Action::Counter(terms),
        }
    }
}

/// Tenths of a second for which we wait for the answers to our own offer, and for those of players who are
/// asked before us. Robots of JSettlers give us five seconds in all.
const PATIENCE_ON_TURN: u32 = 30;
const PATIENCE_BEFORE_US: u32 = 15;

impl Play {
    /// The partner who has to answer next, by what was heard so far.
    fn answering(&self) -> Option<Seat> {
        match self.view().stage() {
            Stage::Answer(seat) => Some(seat),
            _ => None,
        }
    }

    /// Whether somebody has still to answer the offer: it is a partner and is not passed over.
    fn may_answer(&self, seat: Seat) -> bool {
        let (mover, players) = (self.view().mover().index(), self.view().players().len());
        let distance = |seat: Seat| (seat.index() + players - mover) % players;
        let is_partner = self.view().offer().is_some_and(|offer| offer.partners.contains(seat));
        is_partner && self.answering().is_some_and(|next| distance(seat) >= distance(next))
    }

    /// Somebody makes an offer: the player on turn, or another one in return.
    pub(super) fn hear_offer(
        &mut self,
        chair: Chair,
        to: &[Chair],
        terms: Terms,
    ) -> Result<(), Astray> {
        let (seat, terms) = (self.seat(chair)?, without_common(terms));
        if seat != self.view().mover() {
            let is_offer = self.view().offer().is_some_and(|it| it.terms == terms.turned());
            if self.may_answer(seat) && terms.is_trade() && !is_offer {
                return self.hear_answer(chair, Answer::Countered(terms));
            }
            // Our rules know no such offer.
            self.hear_answer(chair, Answer::Refused)?;
            if self.is_ours() && to.contains(&self.own) {
                self.outbox.push(command::reject(&self.game, self.own));
            }
            return Ok(());
        }
        self.conclude()?;
        let seats = to.iter().filter_map(|chair| self.seat(*chair).ok());
        let partners = seats.filter(|it| *it != seat).fold(Partners::NONE, Partners::with);
        let is_possible = terms.is_trade() && !partners.is_empty() && self.is_trading();
        if is_possible {
            self.beats = 0;
            self.see_act(seat, Action::Offer(terms, partners))?;
            return self.negotiate();
        }
        if to.contains(&self.own) && chair != self.own {
            self.outbox.push(command::reject(&self.game, self.own));
        }
        Ok(())
    }

    fn is_trading(&self) -> bool {
        self.state == state::ACT && self.view().stage() == Stage::Act
    }

    /// Somebody answers an offer.
    pub(super) fn hear_answer(&mut self, chair: Chair, answer: Answer) -> Result<(), Astray> {
        let seat = self.seat(chair)?;
        if !self.may_answer(seat) {
            return Ok(());
        }
        self.answers[seat.index()].get_or_insert(answer);
        self.negotiate()
    }

    /// Lets answers be seen in their order, and decides where it is for us to do so.
    fn negotiate(&mut self) -> Result<(), Astray> {
        let own = self.player.seat();
        while let Some(seat) = self.answering() {
            if self.answers[seat.index()].is_some() {
                self.see_answer(seat)?;
                continue;
            }
            if seat == own && !self.has_answered() {
                let action = self.player.decide()?;
                self.send(action);
            }
            return Ok(());
        }
        match self.view().stage() {
            Stage::Choose if self.is_ours() => {
                let action = self.player.decide()?;
                if action == Action::Withdraw {
                    self.outbox.push(command::reject(&self.game, self.own));
                }
                self.send(action);
            }
            // Nobody wanted it.
            Stage::Act if self.is_ours() => self.send(Action::Withdraw),
            _ => {}
        }
        Ok(())
    }

    /// Lets an answer be seen; who has given none has refused.
    fn see_answer(&mut self, seat: Seat) -> Result<(), Astray> {
        let answer = self.answers[seat.index()].take().unwrap_or(Answer::Refused);
        if seat == self.player.seat() {
            self.sent = None;
        }
        self.see_act(seat, answer.action())
    }

    /// Lets those who have not answered refuse, up to somebody.
    fn answer_until(&mut self, is_last: impl Fn(Seat) -> bool) -> Result<(), Astray> {
        while let Some(seat) = self.answering().filter(|seat| !is_last(*seat)) {
            self.see_answer(seat)?;
        }
        Ok(())
    }

    /// Whether our own answer is on its way.
    fn has_answered(&self) -> bool {
        matches!(self.sent, Some(Action::Accept | Action::Refuse | Action::Counter(_)))
    }

    /// Ends a negotiation that nothing came of.
    pub(super) fn conclude(&mut self) -> Result<(), Astray> {
        self.answer_until(|_| false)?;
        if self.view().stage() == Stage::Choose {
            self.see_act(self.view().mover(), Action::Withdraw)?;
        }
        self.answers = Default::default();
        Ok(())
    }

    /// Offers are taken back: that of one player, or all.
    pub(super) fn hear_clearing(&mut self, chair: Option<Chair>) -> Result<(), Astray> {
        let Some(chair) = chair else { return self.conclude() };
        if self.seat(chair)? != self.view().mover() {
            return self.hear_answer(chair, Answer::Refused);
        }
        self.conclude()?;
        if chair == self.own && self.is_trading() && self.sent != Some(Action::End) {
            self.is_asked = true;
        }
        Ok(())
    }

    /// A trade was made.
    pub(super) fn hear_trade(
        &mut self,
        acceptor: Chair,
        offerer: Chair,
        [to_acceptor, to_offerer]: [Hand; 2],
    ) -> Result<(), Astray> {
        let (acceptor, offerer) = (self.seat(acceptor)?, self.seat(offerer)?);
        let mover = self.view().mover();
        let (partner, terms) = if acceptor == mover {
            (offerer, Terms { give: to_offerer, get: to_acceptor })
        } else {
            (acceptor, Terms { give: to_acceptor, get: to_offerer })
        };
        if partner == mover || ![acceptor, offerer].contains(&mover) {
            return Err(Astray::Told("a trade without the player on turn"));
        }
        let terms = without_common(terms);
        let is_accepted = self.view().offer().is_some_and(|offer| offer.terms == terms)
            && offerer == mover
            && self.may_answer(partner);
        if is_accepted {
            self.answer_until(|next| next == partner)?;
        } else if acceptor == mover && self.has_countered(partner, terms) {
            self.answer_until(|_| false)?;
        } else {
            self.conclude()?;
            self.see_act(mover, Action::Offer(terms, Partners::only(partner)))?;
        }
        self.see(Event::Traded { seat: mover, partner, gave: terms.give, got: terms.get })?;
        self.answers = Default::default();
        self.sent = None;
        self.is_asked = self.is_ours() && self.state == state::ACT;
        Ok(())
    }

    /// Whether a partner has asked for this in return.
    fn has_countered(&self, partner: Seat, terms: Terms) -> bool {
        let is_seen = || {
            let offer = self.view().offer();
            offer.is_some_and(|offer| offer.counters[partner.index()] == terms.turned())
        };
        let is_heard = || self.answers[partner.index()] == Some(Answer::Countered(terms.turned()));
        is_heard() || is_seen()
    }

    /// What we sent was not taken.
    pub(super) fn be_refused(&mut self) -> Result<(), Astray> {
        if self.answering() == Some(self.player.seat()) && self.has_answered() {
            self.answers[self.player.seat().index()] = Some(Answer::Refused);
            return self.negotiate();
        }
        if matches!(self.sent, Some(Action::Confirm(_))) {
            self.send(Action::Withdraw);
            return Ok(());
        }
        self.end_or_roll();
        Ok(())
    }

    /// A tenth of a second has passed. Who has not answered an offer by now has refused it.
    pub(super) fn beat(&mut self) -> Result<(), Astray> {
        self.beats = self.beats.saturating_add(1);
        let own = self.player.seat();
        let patience = if self.is_ours() { PATIENCE_ON_TURN } else { PATIENCE_BEFORE_US };
        let waits_for_others = self.answering().is_some_and(|seat| seat != own);
        let concerns_us = self.is_ours() || self.may_answer(own);
        if waits_for_others && concerns_us && self.beats >= patience {
            self.answer_until(|seat| seat == own)?;
            self.negotiate()?;
        }
        self.act()
    }
}

/// What goes both ways goes nowhere.
fn without_common(terms: Terms) -> Terms {
    let common = Resource::ALL.map(|it| terms.give.count(it).min(terms.get.count(it)));
    let common = Hand::from_counts(common);
    Terms {
        give: terms.give.minus(common).unwrap_or_default(),
        get: terms.get.minus(common).unwrap_or_default(),
    }
}
