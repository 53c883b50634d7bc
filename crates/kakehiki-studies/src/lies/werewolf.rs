//! A werewolf's side that speaks in different ways to different villages.

use kakehiki_core::{
    Agent, GameRng, Happening, LazyView, NameError, OngoingGame, Parameter, Recipe, Seat, Seed,
    Settings, Witness, play,
};
use kakehiki_werewolf::{Action, Role, Sight, Team, View, WEREWOLF, WEREWOLF_OPTIONS, Werewolf};

use crate::{Order, Report, Row, Sizes, Study, StudyError, list::List};

pub(crate) const WEREWOLF_LIES: Study = Study {
    id: "lies/werewolf",
    title: "What the werewolves' side gains by speaking, by what it says and who listens",
    about: "The possessed speaks, and in villages of more than five the first werewolf too; other \
            werewolves are silent. They say nothing, what the script of `believer` has them say, \
            anything at random, or what turns the next vote most (`persuade`, which thinks that \
            it is believed six times in ten, or nine). The village is made of `believer`s, who \
            vote for whom they believe to be a werewolf, and who are deaf, trusting or \
            calibrated, or who know that liars persuade and have rehearsed against them \
            (foreseeing); or of the scripted finalists. A row is the share of games that the \
            werewolves win. Every row has the same deals. Matches are single games, so that \
            nobody can remember a liar. At scale 1 there are 1,000 games a row in the village of \
            five and 250 in that of eleven.",
    parameters: &[Parameter::choice(
        "village",
        &["both", "5", "11"],
        "both",
        "how many players the village has",
    )],
    sizes: Some(Sizes::scales(0.001, 0.02, 0.5)),
    run,
};

/// The villages, and the games of a row at scale 1.
const VILLAGES: [(&str, u64); 2] = [("5", 1000), ("11", 250)];

/// One of the werewolves' side who says nothing.
const SILENT: &str = "believer(talk=off)+listen(words=trusting)";

const SPEAKERS: [(&str, &str); 5] = [
    ("silent", SILENT),
    ("script", "believer+listen(words=trusting)"),
    ("random", "believer(talk=off)+speak(kind=random, rate=1)+listen(words=trusting)"),
    ("persuade 0.6", "believer+persuade+listen(words=trusting)"),
    ("persuade 0.9", "believer+persuade(trusted=0.9)+listen(words=trusting)"),
];

const HEARERS: [(&str, &str); 5] = [
    ("deaf", "believer"),
    ("trusting", "believer+listen(words=trusting)"),
    ("calibrated", "believer+listen(words=calibrated)"),
    ("foreseeing", "believer+foresee"),
    ("finalists", "finalist"),
];

/// One who plays differently for the village, for the werewolves in silence, and for them as one who
/// speaks.
struct BySide {
    village: Box<dyn Agent<Werewolf>>,
    silent: Box<dyn Agent<Werewolf>>,
    speaking: Box<dyn Agent<Werewolf>>,
}

impl Agent<Werewolf> for BySide {
    fn sit(&mut self, seat: Seat) {
        self.village.sit(seat);
        self.silent.sit(seat);
        self.speaking.sit(seat);
    }

    fn decide(&mut self, view: &View, menu: &[Action], rng: &mut GameRng) -> Action {
        let speaks = match view.role {
            Role::Possessed => true,
            Role::Werewolf => view.wolves.len() > 1 && view.wolves.lowest() == Some(view.seat),
            _ => return self.village.decide(view, menu, rng),
        };
        if speaks { &mut self.speaking } else { &mut self.silent }.decide(view, menu, rng)
    }

    fn hear(&mut self, view: &LazyView<'_, Werewolf>, sight: &Sight) {
        self.village.hear(view, sight);
        self.silent.hear(view, sight);
        self.speaking.hear(view, sight);
    }
}

/// Which side has won.
#[derive(Default)]
struct Winner(Option<Team>);

impl Witness<Werewolf> for Winner {
    fn saw(&mut self, _happening: &Happening<Werewolf>, after: &OngoingGame<Werewolf>) {
        self.0 = after.state().winning_team();
    }
}

/// Those who speak and those who hear in a row, prepared once for all its games.
struct Cast {
    village: Recipe<Werewolf>,
    silent: Recipe<Werewolf>,
    speaking: Recipe<Werewolf>,
}

impl Cast {
    fn new(game: &Werewolf, [speaking, hearing]: [&str; 2]) -> Result<Self, NameError> {
        let prepare = |name: &str| WEREWOLF.prepare(game, &name.parse()?);
        let [village, silent, speaking] = [prepare(hearing)?, prepare(SILENT)?, prepare(speaking)?];
        Ok(Self { village, silent, speaking })
    }

    /// Whether the werewolves win a game.
    fn is_lost(&self, game: &Werewolf, seed: &Seed) -> bool {
        let agent = |seat: Seat| -> Box<dyn Agent<Werewolf>> {
            let seed = seed.derive("agent", seat.index() as u64);
            let (village, silent) = ((self.village)(seed), (self.silent)(seed));
            Box::new(BySide { village, silent, speaking: (self.speaking)(seed) })
        };
        let mut agents: Vec<_> = Seat::all(game.options().players).map(agent).collect();
        let mut winner = Winner::default();
        play(game, &mut agents, seed.derive("game", 0), &mut winner);
        winner.0 == Some(Team::Werewolf)
    }
}

fn run(order: &Order<'_>) -> Result<Report, StudyError> {
    let chosen = order.settings.text("village");
    let villages =
        || VILLAGES.into_iter().filter(|(village, _)| [*village, "both"].contains(&chosen));
    let cells = (SPEAKERS.len() * HEARERS.len()) as u64;
    let total = villages().map(|(_, games)| cells * order.scaled(games)).sum();
    let (mut rows, mut done) = (Vec::new(), 0);
    for (village, games) in villages() {
        let options = [("village", village), ("delivery", "turn")];
        let game = Werewolf::new(&Settings::written("werewolf", &WEREWOLF_OPTIONS, &options));
        let games = order.scaled(games);
        for (hearer, hearing) in HEARERS {
            for (speaker, speaking) in SPEAKERS {
                let list = List {
                    name: &format!("{village}-{speaker}-{hearer}").replace(' ', "-"),
                    of: &format!("lost 1: {speaking} to {hearing}, seed {}", order.seed),
                    count: games,
                    progress: Some((done, total)),
                };
                let cast = Cast::new(&game, [speaking, hearing])?;
                let lost: Vec<bool> = order.each(&list, |number| {
                    Ok(cast.is_lost(&game, &Seed::experiment(order.seed).derive("lies", number)))
                })?;
                let games = lost.len() as u64;
                let lost = lost.into_iter().filter(|lost| *lost).count() as u64;
                let title = format!("{village} players, {speaker} to {hearer}");
                rows.push(Row::share(&title, "werewolves win", lost, games));
                done += games;
            }
        }
    }
    Ok(Report::new(&WEREWOLF_LIES, order, rows, Vec::new()))
}
