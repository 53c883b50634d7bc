//! Agents that misbehave: the rules answer for them where they can, otherwise they forfeit.
//!
//! The letter in comments is that of the written rules of the negotiation step.

use kakehiki_core::{
    Agent, GameRng, Happening, Header, Log, LogWriter, Occupant, OngoingGame, Record, Seat, Seed,
    Step, Verdict, Witness, play,
};
use kakehiki_geister::{Action, Geister, GhostSet, Stage, View};
use rand::RngExt;

use crate::common::{FIRST, SECOND, negotiating, plain};

/// Where an agent misbehaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum At {
    SetUp,
    Request,
    Answer,
    Decide,
    Move,
}

/// How it misbehaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum How {
    Panics,
    Illegally,
}

/// Plays the first action of every menu, but for one kind of choice at which it misbehaves.
struct Faulty {
    at: Option<At>,
    how: How,
}

impl Agent<Geister> for Faulty {
    fn decide(&mut self, view: &View, menu: &[Action], rng: &mut GameRng) -> Action {
        let at = match view.stage() {
            Stage::SetUp => At::SetUp,
            Stage::Request => At::Request,
            Stage::Negotiation(session) if session.may_counter() => At::Answer,
            Stage::Negotiation(_) => At::Decide,
            Stage::Speak => unreachable!("nobody may speak here"),
            Stage::Move => At::Move,
        };
        match (self.at == Some(at), self.how) {
            (false, _) if at == At::Move => menu[rng.random_range(0..menu.len())],
            (false, _) => menu[0],
            (true, How::Panics) => panic!("as the test asks"),
            (true, How::Illegally) if at == At::SetUp => Action::Agree,
            (true, How::Illegally) => Action::SetUp(GhostSet::EMPTY),
        }
    }
}

/// Keeps all that happens.
#[derive(Default)]
struct Diary(Vec<Happening<Geister>>);

impl Witness<Geister> for Diary {
    fn saw(&mut self, happening: &Happening<Geister>, _after: &OngoingGame<Geister>) {
        self.0.push(happening.clone());
    }
}

/// Plays a game of a faulty agent, in the given seat, against a sound one.
fn play_faulty(game: &Geister, at: At, how: How, seat: Seat) -> (Record, Diary) {
    let mut agents: Vec<Box<dyn Agent<Geister>>> = Seat::all(2)
        .map(|own| Box::new(Faulty { at: (own == seat).then_some(at), how }) as Box<_>)
        .collect();
    let mut diary = Diary::default();
    let record = play(game, &mut agents, Seed::experiment(20), &mut diary);
    (record, diary)
}

// k
#[test]
fn a_missing_or_illegal_answer_ends_the_step() {
    let game = negotiating(&[("cap", "60")]);
    for how in [How::Panics, How::Illegally] {
        for seat in [FIRST, SECOND] {
            for (at, answer) in [
                (At::Request, Action::Pass),
                (At::Answer, Action::Refuse),
                (At::Decide, Action::BreakOff),
            ] {
                let (record, Diary(happenings)) = play_faulty(&game, at, how, seat);
                assert!(matches!(record.verdict, Verdict::Ended(_)), "{at:?} {how:?}");
                let mut fallbacks = 0;
                for happening in &happenings {
                    if let Happening::Fallback(culprit, action, problem) = happening {
                        assert_eq!((*culprit, *action), (seat, answer), "{problem}");
                        fallbacks += 1;
                    }
                }
                assert!(fallbacks > 0, "{at:?} {how:?}");
                // After the rules' answer the step is over: the next thing that happens is a move.
                for pair in happenings.windows(2) {
                    if let [Happening::Fallback(..), next] = pair {
                        let is_move = matches!(
                            next,
                            Happening::Step(Step::Action(_, Action::Move(..) | Action::Escape(_)))
                        );
                        assert!(is_move, "{next:?}");
                    }
                }
            }
        }
    }
}

// k
#[test]
fn under_strict_rules_a_missing_or_illegal_answer_loses() {
    let game = negotiating(&[("strict", "on")]);
    for how in [How::Panics, How::Illegally] {
        for seat in [FIRST, SECOND] {
            for at in [At::Request, At::Answer, At::Decide] {
                let (record, diary) = play_faulty(&game, at, how, seat);
                assert_eq!(record.verdict, Verdict::Forfeited(seat), "{at:?} {how:?}");
                let Some(Happening::Forfeit(culprit, _)) = diary.0.last() else {
                    panic!("{at:?} {how:?}: {:?}", diary.0.last());
                };
                assert_eq!(*culprit, seat);
                assert_eq!(record.verdict.reward(seat, 2), Some(0.0));
                assert_eq!(record.verdict.reward(seat.next(2), 2), None);
            }
        }
    }
}

// k: nothing takes the place of a move or a set-up
#[test]
fn a_missing_or_illegal_move_or_set_up_loses() {
    for game in [plain(&[]), negotiating(&[]), negotiating(&[("strict", "on")])] {
        for how in [How::Panics, How::Illegally] {
            for (at, seat) in
                [(At::SetUp, FIRST), (At::SetUp, SECOND), (At::Move, FIRST), (At::Move, SECOND)]
            {
                let (record, _) = play_faulty(&game, at, how, seat);
                assert_eq!(record.verdict, Verdict::Forfeited(seat), "{at:?} {how:?}");
            }
        }
    }
}

// k
#[test]
fn a_game_with_fallbacks_and_one_with_a_forfeit_replay_from_their_logs() {
    for (game, at) in [(negotiating(&[("cap", "40")]), At::Request), (negotiating(&[]), At::Move)] {
        let mut agents: Vec<Box<dyn Agent<Geister>>> = vec![
            Box::new(Faulty { at: None, how: How::Illegally }),
            Box::new(Faulty { at: Some(at), how: How::Illegally }),
        ];
        let seats = ["sound", "faulty"].map(|name| Occupant::Agent(name.to_owned())).into();
        let header = Header::new("negogeister", seats, 20, 0, 0);
        let mut writer = LogWriter::new(Vec::new(), &header).expect("a log in memory");
        let record = play(&game, &mut agents, Seed::experiment(20), &mut writer);
        let text = String::from_utf8(writer.finish().expect("a log in memory")).expect("text");
        let log = Log::parse(&text).expect("the log of a game");
        assert_eq!(text.contains("\"fallback\""), at == At::Request);
        let mut again = LogWriter::new(Vec::new(), &log.header).expect("a log in memory");
        let ongoing = log.replay(&game, |event, _| again.write(event));
        assert_eq!(ongoing.unwrap_or_else(|error| panic!("{error}")).record(), Some(record));
        assert_eq!(again.finish().expect("a log in memory"), text.into_bytes());
    }
}
