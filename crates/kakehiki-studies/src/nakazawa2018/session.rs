//! One simulated participant plays a game against each of the two opponents.

use std::{
    fs::File,
    path::{Path, PathBuf},
};

use kakehiki_bargain::{Listener, WordListener};
use kakehiki_catan::{CATAN, Catan, RESOURCES, Resource, View, nakazawa_wanted};
use kakehiki_core::{
    Agent, Awaited, Event, Header, LogWriter, Occupant, OngoingGame, Recipe, Seat, Seated, Seed,
    Verdict,
};
use kakehiki_search::{Belief, Worlds};

use super::{
    TABLE,
    answers::{Answer, Opponent, Said},
    course::{Course, Measures},
    game,
    listeners::{SimulatedListener, listeners},
};
use crate::{Order, StudyError, list::List, write_file};

/// What came out of a participant's two games, by opponent.
pub(super) type Session = [Measures; 2];

/// The worlds over which a participant averages what the AI may hold.
const WORLDS: u64 = 200;

/// What a simulated participant answers to the two questions, by a belief that hears and forgets as
/// the one of its agent does.
struct Mind {
    game: Catan,
    listener: WordListener<Catan>,
    seat: Seat,
    seed: Seed,
    last: Option<Said>,
}

impl Mind {
    fn new(game: Catan, kind: &SimulatedListener, seat: Seat, seed: Seed) -> Self {
        let mut listener =
            WordListener::new(game, kind.words, kind.span, seed.derive("listener", 0));
        listener.sit(seat);
        Self { game, listener, seat, seed, last: None }
    }

    fn hear(&mut self, ongoing: &OngoingGame<Catan>) {
        if let Some(sight) = ongoing.sight(self.seat) {
            self.listener.hear(&ongoing.lazy_view(self.seat), sight);
        }
    }

    /// How many cards of each resource it expects another to hold.
    fn expected(&self, view: &View, other: Seat, turn: u16) -> [u64; RESOURCES] {
        let seed = self.seed.derive("guess", u64::from(turn));
        let belief =
            Belief::new(&self.game, view, self.listener.evidence().into_iter().collect(), seed);
        let mut rng = seed.derive("worlds", 0).rng();
        let mut sums = [0; RESOURCES];
        for index in 0..WORLDS {
            let hand = belief.world(index, &mut rng).hand(other);
            sums.iter_mut().zip(hand.counts()).for_each(|(sum, count)| *sum += u64::from(count));
        }
        sums
    }

    /// Names the resource that it expects most of, and what its plan misses most. Where nothing
    /// speaks for another answer it gives the one before: people had to name something.
    fn answer(&mut self, view: &View, other: Seat, turn: u16) -> Said {
        let recalled = self.listener.recall(view);
        let view = recalled.as_ref().unwrap_or(view);
        let sums = self.expected(view, other, turn);
        let most = sums.into_iter().max();
        let is_most = |resource: &Resource| Some(sums[resource.index()]) == most;
        let before = self.last.map(|said| said.most_held).filter(is_most);
        let most_held = before.or_else(|| Resource::ALL.into_iter().find(is_most));
        let wanted = nakazawa_wanted(&self.game, view).or(self.last.map(|said| said.wanted));
        let said = Said {
            most_held: most_held.unwrap_or(Resource::Ore),
            // Ore is worth most to the base player.
            wanted: wanted.unwrap_or(Resource::Ore),
        };
        self.last = Some(said);
        said
    }
}

/// The participants of one kind.
struct Participants<'a> {
    game: Catan,
    kind: &'a SimulatedListener,
    seed: u64,
    /// Who plays the participant, and who the opponents.
    recipe: Recipe<Catan>,
    opponents: [Recipe<Catan>; 2],
    logs: Option<PathBuf>,
}

/// The log of a game, and the answers beside it.
struct Notes {
    path: PathBuf,
    log: LogWriter<File>,
    /// The lines that the log has.
    lines: u64,
}

impl Notes {
    fn begin(folder: &Path, opponent: Opponent, header: &Header) -> Result<Self, StudyError> {
        let path = folder.join(format!("{opponent}.jsonl"));
        let log = std::fs::create_dir_all(folder)
            .and_then(|()| LogWriter::new(File::create(&path)?, header))
            .map_err(|source| StudyError::Write { path: path.clone(), source })?;
        Ok(Self { path, log, lines: 1 })
    }

    fn write(&mut self, event: &Event) {
        self.log.write(event);
        self.lines += 1;
    }

    fn finish(self) -> Result<(), StudyError> {
        let path = self.path;
        self.log.finish().map(drop).map_err(|source| StudyError::Write { path, source })
    }
}

impl<'a> Participants<'a> {
    fn new(order: &Order<'_>, kind: &'a SimulatedListener) -> Self {
        let game = game();
        let recipe = |name: &str| {
            let name = name.parse().expect("a name that this crate wrote");
            CATAN.prepare(&game, &name).expect("an agent of Catan")
        };
        Self {
            game,
            kind,
            seed: order.seed,
            recipe: recipe(&kind.agent()),
            opponents: Opponent::ALL.map(|opponent| recipe(opponent.agent())),
            logs: order.logs.map(|folder| folder.join(kind.file())),
        }
    }

    /// Both games of a participant, under the same luck as long as the same is done.
    fn session(&self, index: u64) -> Result<Session, StudyError> {
        let mut answers = Vec::new();
        let [base, presenting] =
            Opponent::ALL.map(|opponent| self.play(index, opponent, &mut answers));
        if let Some(folder) = self.folder(index) {
            // Answers are plain values, which cannot fail to be written.
            let line = |answer| serde_json::to_string(answer).unwrap_or_default() + "\n";
            let text: String = answers.iter().map(line).collect();
            write_file(&folder.join("answers.jsonl"), &text)?;
        }
        Ok([base?, presenting?])
    }

    fn folder(&self, index: u64) -> Option<PathBuf> {
        self.logs.as_ref().map(|folder| folder.join(format!("participant-{}", index + 1)))
    }

    fn play(
        &self,
        index: u64,
        opponent: Opponent,
        answers: &mut Vec<Answer>,
    ) -> Result<Measures, StudyError> {
        // Every other participant begins.
        let seat = Seat::new((index % 2) as usize);
        let ai = seat.next(2);
        let name = |other| if other == seat { self.kind.agent() } else { opponent.agent().into() };
        let seats = Seat::all(2).map(|other| Occupant::Agent(name(other))).collect();
        let mut header = Header::new(CATAN.name, seats, self.seed, index, 0);
        header.options = TABLE.map(|(name, value)| (name.to_owned(), value.to_owned())).into();
        let folder = self.folder(index);
        let mut notes =
            folder.map(|folder| Notes::begin(&folder, opponent, &header)).transpose()?;
        let agent = |other: Seat| {
            let recipe =
                if other == seat { &self.recipe } else { &self.opponents[opponent as usize] };
            let agent = recipe(header.match_seed().derive("agent", other.index() as u64));
            Seated::new::<Catan>(agent, other)
        };
        let mut agents: Vec<Seated<Box<dyn Agent<Catan>>>> = Seat::all(2).map(agent).collect();
        let mut mind = Mind::new(self.game, self.kind, seat, header.match_seed().derive("mind", 0));
        let mut course = Course::new(seat);
        let mut ongoing = OngoingGame::new(self.game, header.game_seed());
        let (mut menu, mut said) = (Vec::new(), Vec::new());
        loop {
            let happening = match ongoing.awaited() {
                Awaited::Chance => ongoing.draw(),
                Awaited::Seat(other) => {
                    let reply = agents[other.index()].decide(&ongoing, &mut menu);
                    ongoing.answer(reply)
                }
                Awaited::Nobody(verdict) => {
                    if let (Some(notes), Verdict::Ended(ending)) = (&mut notes, verdict) {
                        notes.write(&Event::End { ending });
                    }
                    break;
                }
            };
            if let (Some(notes), Some(happening)) = (&mut notes, &happening) {
                notes.write(&Event::from(happening));
            }
            for agent in &mut agents {
                agent.hear(&ongoing);
            }
            mind.hear(&ongoing);
            if let Some(beginning) = course.follow(&ongoing) {
                let turn = beginning.turn;
                let answer = mind.answer(&ongoing.view(seat), ai, turn);
                said.push((answer, beginning));
                if let Some(notes) = &notes {
                    let Said { most_held, wanted } = answer;
                    let line = notes.lines;
                    answers.push(Answer { game: opponent, turn, line, most_held, wanted });
                }
            }
        }
        notes.map_or(Ok(()), Notes::finish)?;
        Ok(course.measures(&ongoing, &said))
    }
}

/// The games of some sessions against one opponent.
pub(super) fn games_against(sessions: &[Session], opponent: Opponent) -> Vec<Measures> {
    sessions.iter().map(|session| session[opponent as usize]).collect()
}

/// Hands over the sessions of each kind of participant that an order asks for, with the name of the
/// kind. Notes what a reader should know about them.
pub(super) fn each_kind(
    order: &Order<'_>,
    mut played: impl FnMut(&str, &[Session]),
) -> Result<String, StudyError> {
    let kinds = listeners(order)?;
    let count = order.scaled(order.settings.integer("participants") as u64);
    let of = count * kinds.len() as u64;
    let mut done = 0;
    for kind in &kinds {
        let sessions = sessions(order, kind, count, (done, of))?;
        done += count;
        played(&kind.to_string(), &sessions);
    }
    Ok("Participants are simulated; nobody was asked.".to_owned())
}

/// The sessions of participants of one kind. `progress` tells how many were played before, and of how
/// many.
///
/// With an output folder they are kept there, for an order that was cut off and for the other study
/// that asks for the same ones.
fn sessions(
    order: &Order<'_>,
    kind: &SimulatedListener,
    count: u64,
    progress: (u64, u64),
) -> Result<Vec<Session>, StudyError> {
    let participants = Participants::new(order, kind);
    let list = List {
        name: &format!("sessions-{}", kind.file()),
        of: &format!("sessions 2: {}, seed {}", kind.agent(), order.seed),
        count,
        progress: Some(progress),
    };
    order.each(&list, |index| participants.session(index))
}
