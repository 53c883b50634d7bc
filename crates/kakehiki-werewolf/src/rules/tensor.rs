//! Views of Werewolf as numbers: a summary of what was said and done, not its history.

use kakehiki_core::{Piece, Seat, Sheet};

use super::{
    event::{Event, Utterance},
    flow::LAST_DAY,
    language::{Channel, Manner, Simple, Verb, Whom},
    options::Options,
    phase::Phase,
    players::Players,
    role::{DEALT_ROLES, MAX_PLAYERS, Role, Species},
    view::View,
};

const EACH: &[usize] = &[MAX_PLAYERS];
const PAIRS: &[usize] = &[MAX_PLAYERS, MAX_PLAYERS];
const RESULTS: &[usize] = &[MAX_PLAYERS, MAX_PLAYERS, 2];
const OWN_RESULTS: &[usize] = &[MAX_PLAYERS, 2];

pub(super) const PIECES: [Piece; 30] = [
    Piece::new(
        "role",
        &[6],
        "the own role: bodyguard, medium, possessed, seer, villager, werewolf",
    ),
    Piece::new("alive", EACH, "who lives, from the viewer on"),
    Piece::new("executed", EACH, "who was executed"),
    Piece::new("found-dead", EACH, "who was found dead in the morning"),
    Piece::new(
        "phase",
        &[10],
        "deal, talk, vote, tie, night, divine, whisper, guard, attack, over",
    ),
    Piece::new("day", &[1], "the day, of the last one"),
    Piece::new("turn", &[1], "the turn of talk, of those there are"),
    Piece::new("round", &[1], "ballots already held, of three"),
    Piece::new("is-asked", &[1], "whether the viewer is asked for something"),
    Piece::new("own-utterances", &[1], "utterances left to the viewer, of ten"),
    Piece::new("speaker", EACH, "who is asked to speak, where that is public"),
    Piece::new("has-spoken", EACH, "who has spoken in this turn"),
    Piece::new("utterances", EACH, "utterances left to each, of ten"),
    Piece::new("skips", EACH, "the run of skips of each, of three"),
    Piece::new("claimed", &[MAX_PLAYERS, 6], "the role that each claimed last"),
    Piece::new("said-divined", RESULTS, "who said to have divined whom: human, werewolf"),
    Piece::new("said-identified", RESULTS, "who said to have found whom as a medium"),
    Piece::new("suspects", PAIRS, "who said to think whom a werewolf, as of its last word"),
    Piece::new("declared-vote", PAIRS, "for whom each said today to vote"),
    Piece::new("last-ballot", PAIRS, "for whom each voted in the last ballot that was shown"),
    Piece::new("whispered-attack", PAIRS, "whom werewolves proposed to attack"),
    Piece::new("own-divined", OWN_RESULTS, "what the own divinations told"),
    Piece::new("own-identified", OWN_RESULTS, "what the viewer learned as a medium"),
    Piece::new("fellows", EACH, "the werewolves, if the viewer is one"),
    Piece::new("own-vote", EACH, "the own vote in the ballot that is held"),
    Piece::new("own-target", EACH, "the own divination or guard of this night"),
    Piece::new("agreed-victim", EACH, "the victim that the werewolves agreed on"),
    Piece::new("tied", EACH, "among whom chance will decide"),
    Piece::new("executed-today", EACH, "who was executed this evening"),
    Piece::new("village", &[6], "how many have each role, of eighteen"),
];

/// What talk, ballots and nights came to.
struct Summary<'a> {
    view: &'a View,
    players: usize,
    /// The seats from the viewer on, as far as the village has them.
    seats: [Option<Seat>; MAX_PLAYERS],
    executed: Players,
    found_dead: Players,
    claimed: [Option<Role>; MAX_PLAYERS],
    divined: [Results; MAX_PLAYERS],
    identified: [Results; MAX_PLAYERS],
    suspects: [[Players; 1]; MAX_PLAYERS],
    declared: [Option<Seat>; MAX_PLAYERS],
    ballot: [Option<Seat>; MAX_PLAYERS],
    proposed: [Option<Seat>; MAX_PLAYERS],
    own_divined: Results,
    own_identified: Results,
}

/// Of whom it is known or said that they are human, and werewolves.
type Results = [Players; 2];

/// A place in a circle round which one has gone once at most: divisions would take longer than all else here.
fn within(place: usize, players: usize) -> usize {
    if place < players { place } else { place - players }
}

const fn place(species: Species) -> usize {
    match species {
        Species::Werewolf => 1,
        _ => 0,
    }
}

impl<'a> Summary<'a> {
    fn new(options: &Options, view: &'a View) -> Self {
        let (first, players) = (view.seat.index(), options.players);
        let seat = |place| (place < players).then(|| Seat::new(within(first + place, players)));
        let mut summary = Self {
            view,
            players,
            seats: std::array::from_fn(seat),
            executed: Players::NONE,
            found_dead: Players::NONE,
            claimed: [None; MAX_PLAYERS],
            divined: [[Players::NONE; 2]; MAX_PLAYERS],
            identified: [[Players::NONE; 2]; MAX_PLAYERS],
            suspects: [[Players::NONE; 1]; MAX_PLAYERS],
            declared: [None; MAX_PLAYERS],
            ballot: [None; MAX_PLAYERS],
            proposed: [None; MAX_PLAYERS],
            own_divined: [Players::NONE; 2],
            own_identified: [Players::NONE; 2],
        };
        view.events.iter().for_each(|event| summary.add(event));
        summary
    }

    fn add(&mut self, event: &Event) {
        match event {
            Event::Executed(Some(seat)) => self.executed.insert(*seat),
            Event::Dawn { victim, .. } => {
                if let Some(victim) = victim {
                    self.found_dead.insert(*victim);
                }
                self.declared = [None; MAX_PLAYERS];
                self.proposed = [None; MAX_PLAYERS];
            }
            Event::Ballot { votes, .. } | Event::Revealed(votes) if !votes.is_empty() => {
                self.ballot = [None; MAX_PLAYERS];
                votes.iter().for_each(|(voter, target)| self.ballot[voter.index()] = Some(*target));
            }
            Event::DivineResult(seat, species) => self.own_divined[place(*species)].insert(*seat),
            Event::MediumResult(seat, species) => {
                self.own_identified[place(*species)].insert(*seat);
            }
            Event::Said(utterance) => self.hear(utterance),
            _ => {}
        }
    }

    fn hear(&mut self, utterance: &Utterance) {
        let Utterance { channel, speaker, sentence, .. } = utterance;
        let (speaker, players) = (*speaker, self.players);
        sentence.visit_asserted(Whom::from(speaker), &mut |simple: &Simple| {
            if simple.manner != Manner::Stated || simple.subject.seat(players) != Some(speaker) {
                return;
            }
            let Some(target) = simple.target.seat(players) else { return };
            let by = speaker.index();
            match simple.verb {
                Verb::ComingOut if target == speaker => self.claimed[by] = Some(simple.role()),
                Verb::Estimate if simple.role() == Role::Werewolf => {
                    self.suspects[by][0].insert(target);
                }
                Verb::Estimate => self.suspects[by][0].remove(target),
                Verb::Divined => self.divined[by][place(simple.species())].insert(target),
                Verb::Identified => self.identified[by][place(simple.species())].insert(target),
                Verb::Vote => self.declared[by] = Some(target),
                Verb::Attack if *channel == Channel::Whisper => self.proposed[by] = Some(target),
                _ => {}
            }
        });
    }

    fn round(&self) -> impl Iterator<Item = Option<Seat>> + Clone + use<> {
        self.seats.into_iter()
    }

    fn distance(&self, seat: Seat) -> usize {
        within(seat.index() + self.players - self.view.seat.index(), self.players)
    }

    /// How far the players of a set sit from the viewer.
    fn distances(&self, players: Players) -> impl Iterator<Item = usize> {
        players.and(Players::first(self.players)).iter().map(|seat| self.distance(seat))
    }

    fn set(&self, players: Players, sheet: &mut Sheet<'_>) {
        sheet.some_of(MAX_PLAYERS, self.distances(players));
    }

    fn one(&self, seat: Option<Seat>, sheet: &mut Sheet<'_>) {
        self.set(seat.map_or(Players::NONE, Players::only), sheet);
    }

    /// Some sets side by side, player by player. Few of all places hold a one: to write each of them took as long as
    /// all else of a step.
    fn sets<const N: usize>(&self, sets: &[Players; N], sheet: &mut Sheet<'_>) {
        let sets = sets.iter().enumerate();
        let places = sets.flat_map(|(kind, players)| {
            self.distances(*players).map(move |distance| N * distance + kind)
        });
        sheet.some_of(N * MAX_PLAYERS, places);
    }

    fn pairs<const N: usize>(&self, pairs: &[[Players; N]; MAX_PLAYERS], sheet: &mut Sheet<'_>) {
        for by in self.round() {
            match by {
                Some(by) => self.sets(&pairs[by.index()], sheet),
                None => sheet.skip(N * MAX_PLAYERS),
            }
        }
    }

    fn targets(&self, targets: &[Option<Seat>; MAX_PLAYERS], sheet: &mut Sheet<'_>) {
        for by in self.round() {
            self.one(by.and_then(|by| targets[by.index()]), sheet);
        }
    }
}

pub(super) fn observe(options: &Options, view: &View, sheet: &mut Sheet<'_>) {
    let summary = Summary::new(options, view);
    sheet.one_of(6, DEALT_ROLES.iter().position(|role| *role == view.role));
    summary.set(view.alive, sheet);
    summary.set(summary.executed, sheet);
    summary.set(summary.found_dead, sheet);
    observe_moment(options, &summary, sheet);
    for seat in summary.round() {
        let claimed = seat.and_then(|seat| summary.claimed[seat.index()]);
        sheet.one_of(6, DEALT_ROLES.iter().position(|role| Some(*role) == claimed));
    }
    summary.pairs(&summary.divined, sheet);
    summary.pairs(&summary.identified, sheet);
    summary.pairs(&summary.suspects, sheet);
    summary.targets(&summary.declared, sheet);
    summary.targets(&summary.ballot, sheet);
    summary.targets(&summary.proposed, sheet);
    summary.sets(&summary.own_divined, sheet);
    summary.sets(&summary.own_identified, sheet);
    summary.set(view.wolves, sheet);
    for seat in [view.vote, view.night_target, view.attacked] {
        summary.one(seat, sheet);
    }
    summary.set(view.tied, sheet);
    summary.one(view.executed, sheet);
    for role in DEALT_ROLES {
        sheet.share(options.roles[role.index()], MAX_PLAYERS as u32);
    }
}

fn observe_moment(options: &Options, summary: &Summary<'_>, sheet: &mut Sheet<'_>) {
    let view = summary.view;
    let phase = match view.phase {
        Phase::Deal => 0,
        Phase::Talk(Channel::Talk) => 1,
        Phase::Vote => 2,
        Phase::Tie | Phase::AttackTie => 3,
        Phase::Night => 4,
        Phase::Divine => 5,
        Phase::Talk(Channel::Whisper) => 6,
        Phase::Guard => 7,
        Phase::Attack => 8,
        Phase::Over => 9,
    };
    sheet.one_of(10, Some(phase));
    sheet.share(view.day, LAST_DAY);
    let floor = view.floor.as_ref();
    let turns = match view.phase {
        Phase::Talk(Channel::Whisper) => options.max_whisper_turn,
        _ => options.max_talk_turn,
    };
    sheet.share(floor.map_or(0, |floor| floor.turn), turns.max(1));
    sheet.share(view.round, 3);
    sheet.flag(view.is_asked);
    let left = |seat: Seat| floor.map_or(0, |floor| floor.remaining[seat.index()]);
    sheet.share(left(view.seat), 10);
    summary.one(floor.and_then(|floor| floor.speaker), sheet);
    summary.set(floor.map_or(Players::NONE, |floor| floor.spoken), sheet);
    for seat in summary.round() {
        sheet.share(seat.map_or(0, left), 10);
    }
    for seat in summary.round() {
        let skips = seat.zip(floor).map_or(0, |(seat, floor)| floor.skips[seat.index()]);
        sheet.share(skips, 3);
    }
}
