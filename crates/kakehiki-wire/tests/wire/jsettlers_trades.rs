//! Trades at the small server of JSettlers.

use kakehiki_catan::{Action, Hand, Partners, Resource, Terms};
use kakehiki_core::Seat;

use crate::{
    jsettlers_host::CHAIRS,
    jsettlers_table::{Host, counts, find, hand, lost},
};

impl Host<'_> {
    /// Exchanges cards with the bank.
    pub fn exchange(&mut self, seat: Seat, fields: &[&str]) {
        let chair = self.chair(seat);
        let kind = |cards: Hand| find(Resource::ALL.into_iter(), |it| cards.count(*it) > 0);
        let (give, get) = (hand(fields), hand(&fields[5..]));
        let before = self.state().hand(seat);
        self.traders.insert(seat);
        self.act(Action::Bank(kind(give), kind(get)));
        assert_eq!(lost(before, self.state().hand(seat)), give, "the rate");
        self.all(&format!("1040|{{}},{},{},{chair}", counts(give), counts(get)));
    }

    /// Offers a trade as our rules have it.
    pub fn offer(&mut self, seat: Seat, fields: &[&str]) {
        let terms = Terms { give: hand(&fields[5..]), get: hand(&fields[10..]) };
        let to = (0..CHAIRS).filter(|chair| fields[1 + chair] == "true");
        let to = to.map(|chair| self.seat(&chair.to_string()));
        let to = to.fold(Partners::NONE, Partners::with);
        let is_counter = seat != self.state().mover();
        self.act(if is_counter { Action::Counter(terms) } else { Action::Offer(terms, to) });
        self.all(&format!("1041|{{}},{}", fields.join(",")));
        self.all("1042|{},-1");
    }

    pub fn trade(&mut self, acceptor: Seat, offerer: Seat) {
        let mover = self.state().mover();
        let before = self.state().hand(acceptor);
        let is_counter = acceptor == mover;
        self.act(if is_counter { Action::Confirm(offerer) } else { Action::Accept });
        let after = self.state().hand(acceptor);
        let (got, gave) = (lost(after, before), lost(before, after));
        let chairs = format!("{},{}", self.chair(acceptor), self.chair(offerer));
        self.all(&format!("1039|{{}},{chairs},{},{}", counts(got), counts(gave)));
        self.all("1038|{},-1");
    }

    /// What recorded robots say about trades: anybody at any time, with any number for its own chair. Our rules hear
    /// of what is traded, as an offer to one who accepts it.
    pub fn trade_freely(&mut self, seat: Seat, kind: &str, fields: &[&str]) {
        let chair = self.chair(seat);
        match kind {
            "1037" => self.all(&format!("1037|{{}},{chair}")),
            "1038" => {
                self.offers.remove(&seat);
                self.all(&format!("1038|{{}},{chair}"));
                self.all("1042|{},-1");
            }
            "1041" => {
                let terms = Terms { give: hand(&fields[5..]), get: hand(&fields[10..]) };
                let to = fields[1..5].iter().map(|field| *field == "true").collect();
                self.offers.insert(seat, (to, terms));
                self.all(&format!("1041|{{}},{chair},{}", fields[1..].join(",")));
                self.all("1042|{},-1");
            }
            _ => {
                let offerer = self.seat(fields[1]);
                let stands = self.offers.get(&offerer).filter(|(to, terms)| {
                    to[chair] && self.state().hand(seat).minus(terms.get).is_some()
                });
                let Some((_, terms)) = stands.cloned() else {
                    self.to(seat, &format!("1037|{{}},{chair},1"));
                    return;
                };
                let (partner, terms) = match self.state().mover() {
                    mover if mover == seat => (offerer, terms.turned()),
                    _ => (seat, terms),
                };
                self.traders.extend([seat, offerer]);
                self.act(Action::Offer(terms, Partners::only(partner)));
                self.act(Action::Accept);
                let (got, gave) =
                    if partner == seat { (terms.give, terms.get) } else { (terms.get, terms.give) };
                let chairs = format!("{chair},{}", self.chair(offerer));
                self.all(&format!("1039|{{}},{chairs},{},{}", counts(got), counts(gave)));
                self.offers.clear();
                self.all("1038|{},-1");
            }
        }
    }
}
