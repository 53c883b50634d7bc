//! Actions of Werewolf as whole numbers.

use std::ops::Range;

use kakehiki_core::{
    Coded, Game, Piece, Seat, Sheet, fill_seats, first_id, ids_between, seat_after,
};

use super::{
    action::{Action, Chance},
    language::{Sentence, Verb, Whom},
    phase::Phase,
    role::{DEALT_ROLES, MAX_PLAYERS, Role, Species},
    rules::Werewolf,
    tensor::{self, PIECES},
    view::View,
};

const KINDS: [(&str, usize); 9] = [
    ("request", 7),
    ("vote", MAX_PLAYERS),
    ("divine", 1 + MAX_PLAYERS),
    ("guard", 1 + MAX_PLAYERS),
    ("attack", 1 + MAX_PLAYERS),
    ("skip", 1),
    ("over", 1),
    ("claim", 6),
    ("say-of", SENTENCES * MAX_PLAYERS),
];

/// The sentences that are listed about every player.
const SENTENCES: usize = 18;

/// What is listed about a player: that the speaker votes for it, which role it is thought to have, what was
/// divined or found out as a medium, what was done or will be done to it, that all should vote for it, and
/// that the speaker votes for it because it is a werewolf.
fn sentences(target: Seat) -> Vec<Option<Sentence>> {
    let vote = Sentence::vote(target);
    let suspicion = Sentence::estimate(target, Role::Werewolf);
    let mut sentences = vec![Some(vote)];
    sentences.extend(DEALT_ROLES.map(|role| Some(Sentence::estimate(target, role))));
    let species = [Species::Human, Species::Werewolf];
    sentences.extend(species.map(|species| Some(Sentence::divined(target, species))));
    sentences.extend(species.map(|species| Some(Sentence::identified(target, species))));
    let verbs = [Verb::Divination, Verb::Guard, Verb::Guarded, Verb::Attack, Verb::Voted];
    sentences.extend(verbs.map(|verb| Some(Sentence::about(verb, target))));
    sentences.push(Sentence::request(Whom::ANY, &vote));
    sentences.push(Sentence::because(&suspicion, &vote));
    sentences
}

/// Sentences outside the language of a village are illegal there, and seats that it does not have have no
/// action.
const CHANCE_KINDS: [(&str, usize); 4] =
    [("next", MAX_PLAYERS), ("pick", MAX_PLAYERS), ("night", 1), ("close", 1)];

impl Coded for Werewolf {
    const CODING_VERSION: u32 = 0;

    fn id_kinds(&self) -> &'static [(&'static str, usize)] {
        &KINDS
    }

    fn listed(&self, actor: Seat) -> Vec<Option<Action>> {
        let seat = |distance: usize| seat_after(actor, distance, self.seats());
        let seats = || (0..MAX_PLAYERS).map(seat);
        let mut list: Vec<Option<Action>> =
            DEALT_ROLES.map(|role| Some(Action::Request(Some(role)))).to_vec();
        list.push(Some(Action::Request(None)));
        list.extend(seats().map(|seat| seat.map(Action::Vote)));
        for act in [Action::Divine, Action::Guard, Action::Attack] {
            list.push(Some(act(None)));
            list.extend(seats().map(|seat| Some(act(Some(seat?)))));
        }
        list.extend([Sentence::SKIP, Sentence::OVER].map(|sentence| Some(Action::Say(sentence))));
        let claim = |role| Some(Action::Say(Sentence::coming_out(actor, role)));
        list.extend(DEALT_ROLES.map(claim));
        for seat in seats() {
            match seat {
                Some(seat) => {
                    let said = sentences(seat).into_iter();
                    list.extend(said.map(|sentence| sentence.map(Action::Say)));
                }
                None => list.extend(std::iter::repeat_n(None, SENTENCES)),
            }
        }
        list
    }

    fn possible(&self, view: &View, tell: &mut dyn FnMut(Range<usize>)) {
        match view.phase {
            Phase::Deal => tell(ids_between(&KINDS, "request", "vote")),
            Phase::Vote => tell(ids_between(&KINDS, "vote", "divine")),
            Phase::Divine => tell(ids_between(&KINDS, "divine", "guard")),
            Phase::Guard => tell(ids_between(&KINDS, "guard", "attack")),
            Phase::Attack => tell(ids_between(&KINDS, "attack", "skip")),
            Phase::Talk(_) => tell(first_id(&KINDS, "skip")..self.list_size()),
            Phase::Tie | Phase::Night | Phase::AttackTie | Phase::Over => {}
        }
    }

    fn chance_kinds(&self) -> &'static [(&'static str, usize)] {
        &CHANCE_KINDS
    }

    fn chance_id(&self, chance: &Chance) -> usize {
        let (kind, place) = match chance {
            Chance::Next(seat) => ("next", seat.index()),
            Chance::Pick(seat) => ("pick", seat.index()),
            Chance::Night => ("night", 0),
            Chance::Close => ("close", 0),
        };
        first_id(&CHANCE_KINDS, kind) + place
    }

    fn viewer(view: &View) -> Seat {
        view.seat
    }

    fn pieces(&self) -> &'static [Piece] {
        &PIECES
    }

    fn observe(&self, view: &View, sheet: &mut Sheet<'_>) {
        tensor::observe(&self.options, view, sheet);
    }

    fn fill_in(&self, template: &str, actor: Seat) -> Option<String> {
        fill_seats(template, actor, self.seats(), &|seat| Whom::from(seat).to_string())
    }
}
