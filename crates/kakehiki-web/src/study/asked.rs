//! The two questions at the start of each own turn, as the log of the game tells of them.

use kakehiki_core::{Event, Seat};
use kakehiki_games::{Observer, Waiting};
use kakehiki_studies::{Answer, Opponent};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::position::Position;

/// The name of the questions in a log.
const QUESTION: &str = "nakazawa2018";

/// The words for each kind of resource, in the order of the game.
pub(crate) const RESOURCES: [&str; 5] = ["wood", "brick", "sheep", "wheat", "ore"];

/// A turn at whose start the questions are due.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Due {
    /// The number of the turn in the game, those of both players counted.
    pub(crate) turn: u16,
    /// Which own turn it is, counted from one.
    pub(crate) own: usize,
}

/// What a participant says at the start of a turn, as the page sends it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) struct Said {
    pub(crate) turn: u16,
    pub(crate) most_held: String,
    pub(crate) wanted: String,
}

impl Said {
    /// Whether both name a resource.
    pub(crate) fn is_whole(&self) -> bool {
        [&self.most_held, &self.wanted].iter().all(|word| RESOURCES.contains(&word.as_str()))
    }

    /// The lines of the log: that the participant was asked, and what it answered.
    pub(crate) fn events(&self, seat: Seat, words: String) -> [Event; 2] {
        let answer = json!({
            "turn": self.turn, "most-held": self.most_held, "wanted": self.wanted,
        });
        let id = QUESTION.to_owned();
        [Event::Question { seat, id: id.clone(), text: words }, Event::Answer { seat, id, answer }]
    }
}

/// The answers of a participant in a log, each with the last line before it was given.
fn given(events: &[Event], person: Seat) -> impl Iterator<Item = (u64, &Value)> {
    // The header is line 1, so that the event before one with this index has this line plus 1.
    (1_u64..).zip(events).filter_map(move |(line, event)| match event {
        Event::Answer { seat, id, answer } if *seat == person && id == QUESTION => {
            Some((line, answer))
        }
        _ => None,
    })
}

/// How many turns a participant has answered for.
pub(crate) fn count(events: &[Event], person: Seat) -> usize {
    given(events, person).count()
}

/// The questions that are due, if a turn of the participant has begun for which it has not answered.
pub(crate) fn due(position: &Position, person: Seat) -> Option<Due> {
    if position.waiting() != Waiting::Outside(person) {
        return None;
    }
    let view = position.game().view(Observer::Seat(person));
    let is_begin = view["stage"] == "begin" && view["mover"] == json!(person);
    let turn = view["turns"].as_u64().and_then(|turn| u16::try_from(turn).ok())?;
    let mut given = given(position.events(), person);
    if !is_begin || given.any(|(_, answer)| answer["turn"] == json!(turn)) {
        return None;
    }
    Some(Due { turn, own: count(position.events(), person) + 1 })
}

/// The answers of a game as the study reads them.
///
/// # Errors
/// If an answer in the log is none of this study.
pub(crate) fn answers(
    events: &[Event],
    person: Seat,
    opponent: Opponent,
) -> Result<Vec<Answer>, serde_json::Error> {
    // Two devices at once may have answered for the same turn: the first answer counts.
    let mut last = None;
    given(events, person)
        .filter(|(_, answer)| {
            last.replace(answer["turn"].clone()).as_ref() != Some(&answer["turn"])
        })
        .map(|(line, answer)| {
            serde_json::from_value(json!({
                "game": opponent,
                "line": line,
                "turn": answer["turn"],
                "most-held": answer["most-held"],
                "wanted": answer["wanted"],
            }))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use kakehiki_core::{Log, Occupant};

    use super::*;
    use crate::order::{NewMatch, NewSeat, NewSeatKind};

    /// A game of the study in which anything is done that the menu begins with.
    fn position() -> Position {
        let seat = |kind, agent: Option<&str>| NewSeat {
            kind,
            agent: agent.map(str::to_owned),
            name: None,
        };
        let order = NewMatch {
            game: "catan".to_owned(),
            options: super::super::table_options(),
            seats: vec![
                seat(NewSeatKind::Person, None),
                seat(NewSeatKind::Agent, Some("nakazawa-base")),
            ],
            ..NewMatch::default()
        };
        let log: Log = order.log(3).unwrap();
        assert!(matches!(log.header.seats[0], Occupant::Person(_)));
        Position::open(&log).unwrap()
    }

    /// Goes on to the next turn of the person that is not answered for.
    fn to_question(position: &mut Position) -> Due {
        for _ in 0..2000 {
            if let Some(due) = due(position, Seat::new(0)) {
                return due;
            }
            match position.waiting() {
                Waiting::Chance => assert!(position.draw()),
                Waiting::Outside(seat) | Waiting::Agent(seat) => {
                    let menu = position.game().menu().actions;
                    let quiet = ["end", "quiet", "refuse", "roll"];
                    let play = quiet.iter().find(|play| menu.iter().any(|it| it == *play));
                    let play = play.map_or_else(|| menu[0].clone(), |play| (*play).to_owned());
                    position.answer(seat, kakehiki_games::Answer::Action(&play)).unwrap();
                }
                Waiting::Nothing => break,
            }
        }
        panic!("no turn began");
    }

    #[test]
    fn each_own_turn_asks_once_and_answers_tell_their_lines() {
        let mut position = position();
        for own in 1..=3 {
            let due = to_question(&mut position);
            assert_eq!(due.own, own);
            let said = Said { turn: due.turn, most_held: "ore".into(), wanted: "wood".into() };
            for event in said.events(Seat::new(0), "?".to_owned()) {
                position.note(event).unwrap();
            }
            assert_eq!(super::due(&position, Seat::new(0)), None, "it was answered");
        }
        let answers = answers(position.events(), Seat::new(0), Opponent::Base).unwrap();
        assert_eq!(answers.len(), 3);
        for answer in answers {
            let text = serde_json::to_value(position.events()).unwrap();
            // The line before an answer is the question, and before that the turn began.
            assert!(text[answer.line as usize - 2].get("question").is_some());
        }
    }

    #[test]
    fn only_resources_are_answers() {
        let said =
            |most_held: &str| Said { turn: 1, most_held: most_held.into(), wanted: "ore".into() };
        assert!(said("sheep").is_whole() && !said("gold").is_whole() && !said("").is_whole());
    }
}
