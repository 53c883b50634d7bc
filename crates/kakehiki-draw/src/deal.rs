//! The negotiation panel: offers with their answers, drafts that are edited in place, the bank, what was
//! offered before, and rules by which the browser refuses for its player.
//!
//! It knows no game. A game says which goods there are, how they are written, and who may be asked;
//! the script fills the template of a draft from what is edited.

mod draft;
mod offer;

use kakehiki_core::Seat;
use maud::{Markup, html};

pub(crate) use draft::{Draft, Good, stepper};
pub(crate) use offer::{Answer, Incoming, Lot, Offer, Row};

use crate::{
    Scene,
    piece::{icon, mark},
};

/// An offer that is over.
pub(crate) struct Past {
    pub(crate) from: Seat,
    pub(crate) gives: Markup,
    pub(crate) gets: Markup,
    /// How it came out, in words.
    pub(crate) outcome: String,
    pub(crate) is_done: bool,
    /// What the script loads into a draft to offer the same again: what is given and got.
    pub(crate) again: Option<(String, String)>,
}

impl Past {
    /// Notes that it was carried out with this partner.
    pub(crate) fn done_with(&mut self, scene: &Scene<'_>, partner: Seat) {
        let values = [("who", scene.plain_name(partner).to_owned().into())];
        self.outcome = scene.locale.say("deal-done-with", &values);
        self.is_done = true;
    }
}

/// Everything that is on the table of a negotiation.
pub(crate) struct Desk {
    /// The offer that the observer has to answer.
    pub(crate) incoming: Option<Incoming>,
    /// The other open offers.
    pub(crate) offers: Vec<Offer>,
    /// The draft of an own offer, where one may be made.
    pub(crate) draft: Option<Draft>,
    /// Why there is nothing to do here, in words.
    pub(crate) note: String,
    /// What the bank takes and gives.
    pub(crate) bank: Option<Markup>,
    pub(crate) history: Vec<Past>,
    /// The goods that the observer can refuse to give, by how they are written and their names.
    pub(crate) goods: Vec<(String, String)>,
    pub(crate) others: Vec<Seat>,
    /// What may be said.
    pub(crate) statements: Markup,
}

/// The whole panel.
pub(crate) fn panel(scene: &Scene<'_>, desk: &Desk) -> Markup {
    let locale = scene.locale;
    let open = desk.offers.len() + usize::from(desk.incoming.is_some());
    let is_seated = scene.own_seat().is_some();
    let tab = |name: &str, key: &str, is_first: bool, count: usize| {
        html! {
            button class="tab" type="button" role="tab" id={ "deal-tab-" (name) } data-tab=(name) aria-controls={ "deal-" (name) }
                aria-selected=(if is_first { "true" } else { "false" }) {
                (locale.word(key)) @if count > 0 { " " span class="badge" { (count) } }
            }
        }
    };
    html! {
        section class="panel deal" aria-label=(locale.word("deal-title")) {
            div class="panel__head" {
                h2 class="panel__title" { (locale.word("deal-title")) }
                div class="ml tabs" role="tablist" aria-label=(locale.word("deal-title")) {
                    (tab("offers", "deal-offers", true, open))
                    @if desk.bank.is_some() { (tab("bank", "deal-bank", false, 0)) }
                    (tab("history", "deal-history", false, 0))
                    @if is_seated { (tab("rules", "deal-rules", false, 0)) }
                }
            }
            div id="deal-offers" role="tabpanel" data-panel="offers" aria-labelledby="deal-tab-offers" {
                @if let Some(incoming) = &desk.incoming { (offer::incoming(scene, incoming)) }
                @for offer in &desk.offers { (offer::offer(scene, offer)) }
                @if let Some(draft) = &desk.draft { (draft::form(scene, draft)) }
                @if desk.incoming.is_none() && desk.offers.is_empty() && desk.draft.is_none() {
                    p class="offer meta" { (desk.note) }
                }
                (desk.statements)
            }
            @if let Some(bank) = &desk.bank {
                div id="deal-bank" class="offer" role="tabpanel" data-panel="bank" aria-labelledby="deal-tab-bank" hidden { (bank) }
            }
            div id="deal-history" class="offer" role="tabpanel" data-panel="history" aria-labelledby="deal-tab-history" hidden {
                (history(scene, &desk.history))
            }
            @if is_seated {
                div id="deal-rules" class="offer" role="tabpanel" data-panel="rules" aria-labelledby="deal-tab-rules" hidden { (rules(scene, desk)) }
            }
        }
    }
}

/// How many past offers are listed.
pub(crate) const REMEMBERED: usize = 30;

fn history(scene: &Scene<'_>, past: &[Past]) -> Markup {
    let locale = scene.locale;
    html! {
        @if past.is_empty() { p class="meta" { (locale.word("deal-history-none")) } }
        ul class="pasts" {
            @for past in past.iter().rev().take(REMEMBERED) {
                li {
                    (mark(past.from, "s")) (past.gives) (icon("swap", "i16")) span class="sr" { (locale.word("deal-for")) } (past.gets)
                    span class={ "ans " @if past.is_done { "ans--yes" } @else { "ans--no" } } {
                        (icon(if past.is_done { "check" } else { "cross" }, "i16")) (past.outcome)
                    }
                    @if let Some((give, get)) = &past.again {
                        button class="btn btn--s btn--quiet" type="button" data-load-give=(give) data-load-get=(get) { (locale.word("deal-again")) }
                    }
                }
            }
        }
    }
}

/// Rules that the browser keeps for its player; nobody else learns of them.
fn rules(scene: &Scene<'_>, desk: &Desk) -> Markup {
    let locale = scene.locale;
    let check = |rule: String, label: Markup| {
        html! {
            label class="rule" { input type="checkbox" data-rule=(rule); span { (label) } }
        }
    };
    html! {
        p class="meta" { (locale.word("deal-rules-help")) }
        fieldset class="mt8" {
            legend class="kicker" { (locale.word("deal-embargo")) }
            @for seat in &desk.others {
                (check(format!("embargo:{seat}"), html! { (mark(*seat, "s")) " " (scene.plain_name(*seat)) }))
            }
            (check("leader".to_owned(), html! { (locale.word("deal-no-leader")) }))
        }
        fieldset class="mt8" {
            legend class="kicker" { (locale.word("deal-never-give")) }
            @for (unit, name) in &desk.goods { (check(format!("never:{unit}"), html! { (name) })) }
        }
    }
}
