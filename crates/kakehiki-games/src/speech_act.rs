//! Proposing, answering and saying something, whatever a game calls it in its notation.

use kakehiki_core::Seat;
use kakehiki_werewolf::{Action, Names, Reading, Sentence, Stage, Telling, Werewolf};

use crate::{AnyOngoing, Ongoing, Refused, Waiting};

/// What somebody does with words at a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpeechAct<'a> {
    /// Proposes a deal, or another in the place of the one on the table, on these terms.
    Propose(&'a str),
    /// Accepts what is on the table; where several have accepted, this is the one to deal with.
    Accept(Option<Seat>),
    /// Refuses what is on the table, or takes it back.
    Refuse,
    /// Makes this statement.
    Say(&'a str),
}

/// The words of a game's notation for what is done with words.
struct Vocabulary {
    game: &'static str,
    proposing: &'static [&'static str],
    accepting: &'static [&'static str],
    refusing: &'static [&'static str],
}

static VOCABULARIES: &[Vocabulary] = &[
    Vocabulary {
        game: "negogeister",
        proposing: &["ask", "for"],
        accepting: &["agree"],
        refusing: &["refuse", "break-off", "pass"],
    },
    Vocabulary {
        game: "catan",
        proposing: &["offer", "counter"],
        accepting: &["accept", "confirm"],
        refusing: &["refuse", "withdraw"],
    },
    Vocabulary {
        game: "monopoly",
        proposing: &["propose", "counter"],
        accepting: &["accept"],
        refusing: &["refuse"],
    },
];

/// The action by which the seat that is awaited does so, in the notation of the game.
///
/// # Errors
/// Says why it cannot be done now.
pub fn speech_act(game: &dyn AnyOngoing, act: SpeechAct<'_>) -> Result<String, Refused> {
    let name = game.header().game.as_str();
    let known = VOCABULARIES.iter().find(|known| known.game == name);
    let none = || Refused(format!("nobody makes deals in {name}"));
    let candidates = match act {
        SpeechAct::Say(statement) => vec![format!("say:{statement}")],
        SpeechAct::Propose(terms) => {
            let verbs = known.ok_or_else(none)?.proposing.iter();
            verbs.map(|verb| format!("{verb}:{terms}")).collect()
        }
        SpeechAct::Refuse => {
            known.ok_or_else(none)?.refusing.iter().map(|verb| (*verb).to_owned()).collect()
        }
        SpeechAct::Accept(partner) => accepting(game, known.ok_or_else(none)?, partner)?,
    };
    let mut problem = None;
    for candidate in candidates {
        match game.check(&candidate) {
            Ok(()) => return Ok(candidate),
            // That the notation is another one says less than that the rules do not allow it.
            Err(refused) if problem.is_none() || game.reads(&candidate) => problem = Some(refused),
            Err(_) => {}
        }
    }
    Err(problem.unwrap_or_else(none))
}

/// The action by which the seat that is awaited says this in words of its own, in the notation of the game,
/// with what they are taken to mean; nothing where the rules hear no words now. Players are called by their
/// seats or by their numbers: `P2` is `Agent[03]`.
pub fn telling(game: &dyn AnyOngoing, words: &str) -> Option<String> {
    let village = game.as_any().downcast_ref::<Ongoing<Werewolf>>()?.game();
    let options = village.game().options();
    let Waiting::Outside(seat) = game.waiting() else { return None };
    if !options.own_words || !matches!(village.state().stage(), Stage::Speak(_)) {
        return None;
    }
    let names = (1..=options.players).map(|number| format!("Agent[{number:02}]"));
    let names = Names::new(names.collect())?;
    // The last seats first, since P1 begins P10.
    let seats = Seat::all(options.players).rev();
    let numbered = seats
        .fold(words.to_owned(), |text, seat| text.replace(&seat.to_string(), names.name(seat)));
    let action = match words {
        "Skip" => Action::Say(Sentence::SKIP),
        "Over" => Action::Say(Sentence::OVER),
        _ => {
            let meaning = Reading::new(&numbered, seat, &names).sentence(seat);
            Action::Tell(Telling::new(meaning, words)?.into())
        }
    };
    Some(action.to_string())
}

/// The ways to accept: of what is on the table, or of one partner among those who accepted.
fn accepting(
    game: &dyn AnyOngoing,
    known: &Vocabulary,
    partner: Option<Seat>,
) -> Result<Vec<String>, Refused> {
    let verbs = known.accepting.iter();
    if let Some(partner) = partner {
        let pairs = verbs.map(|verb| [format!("{verb}:{partner}"), (*verb).to_owned()]);
        return Ok(pairs.flatten().collect());
    }
    let is_accepting = |action: &String| {
        let verb = action.split(':').next().unwrap_or_default();
        known.accepting.contains(&verb)
    };
    let ways: Vec<String> = game.menu().actions.into_iter().filter(is_accepting).collect();
    match ways.as_slice() {
        [] => Ok(verbs.map(|verb| (*verb).to_owned()).collect()),
        [_] => Ok(ways),
        _ => Err(Refused(format!("several accepted, name one: {}", ways.join(", ")))),
    }
}
