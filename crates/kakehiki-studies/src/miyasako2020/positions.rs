//! Who answers the trades of the sets as very many playouts do.

use kakehiki_core::{Game, Observed, Seed};
use kakehiki_monopoly::{Action, Deal, Label, MONOPOLY, Monopoly, State, person_accepts};
use strum::IntoEnumIterator;

use super::{
    FIGURES,
    agreement::Agreement,
    game,
    set::{Entry, Which},
};
use crate::{
    Comparability, Order, Report, Row, Sizes, Study, StudyError, list::List, published::published,
};

pub(crate) const POSITIONS: Study = Study {
    id: "miyasako2020/positions",
    title: "Answers to three times 30 trades, beside the paper's 22 of 30",
    about: "Every position of the three sets of miyasako2020/make-positions is put to miyapoly in \
            the published setting, to the same with playouts by the repaired base player, to the \
            value trader, to the list-price rule of the base player, and to a list of rules of \
            thumb that stands for a sensible person; always accepting and always refusing show \
            what an answer without a thought earns. Counted are agreement and Cohen's kappa with \
            what 20,000 playouts a branch say: on the positions whose label is clear, and on all \
            of them with the playouts of the base player as it is. An offer that is countered is \
            not accepted. The paper compares miyapoly with one person on 30 positions that are not \
            available and finds 22 equal answers; here the rules of thumb take the person's place \
            on other positions, so that figure stands beside the measured one without being its \
            target. The paper divides its table by whether that person hesitated; here a trade is \
            easy if it changes the rate by ten points or more under both base players in the same \
            direction, and hard otherwise. The boards of the set `random` were generated as the \
            paper's were, the others were reached in play or made by hand. The truth comes from playouts of the same kind as miyapoly's, so its \
            agreement shows how little a thousand playouts lose against twenty thousand, not that \
            its answers are good; what differs between the two base players shows how much they \
            depend on who plays on. A smaller scale takes the first positions of each set.",
    parameters: &[],
    sizes: Some(Sizes::scales(0.05, 1.0, 1.0)),
    run,
};

/// Somebody who is asked.
struct Answerer {
    name: &'static str,
    asked: Asked,
}

/// How it is asked.
enum Asked {
    /// An agent, by its name.
    Agent(&'static str),
    /// The rules of thumb.
    Person,
    /// It always says the same.
    Always(bool),
}

const MIYAPOLY: usize = 0;
const PERSON: usize = 4;

const ANSWERERS: [Answerer; 7] = [
    Answerer { name: "miyapoly", asked: Asked::Agent("moyer+miyapoly") },
    Answerer {
        name: "miyapoly, repaired",
        asked: Asked::Agent("moyer+miyapoly(policy=moyer-repaired)"),
    },
    Answerer { name: "value trader", asked: Asked::Agent("trader") },
    Answerer { name: "list price", asked: Asked::Agent("moyer") },
    Answerer { name: "rules of thumb", asked: Asked::Person },
    Answerer { name: "always accept", asked: Asked::Always(true) },
    Answerer { name: "always refuse", asked: Asked::Always(false) },
];

impl Answerer {
    fn accepts(&self, game: &Monopoly, state: &State, deal: &Deal, seed: Seed) -> bool {
        match self.asked {
            Asked::Agent(name) => agent_accepts(name, game, state, deal, seed),
            Asked::Person => person_accepts(game, state, deal, deal.partner),
            Asked::Always(answer) => answer,
        }
    }
}

fn agent_accepts(name: &str, game: &Monopoly, state: &State, deal: &Deal, seed: Seed) -> bool {
    let agent = MONOPOLY.agent(game, name, seed.derive("agent", 0));
    let mut agent = agent.expect("names of the program are those of agents");
    agent.sit(deal.partner);
    let mut menu = Vec::new();
    game.menu(state, &mut menu);
    let view = game.view(state, &(), deal.partner);
    agent.decide(&view, &menu, &mut seed.rng()) == Action::Accept
}

/// The answers of all to a position, in their order.
type Answers = [bool; ANSWERERS.len()];

fn ask(
    order: &Order<'_>,
    which: Which,
    entries: &[Entry],
    progress: (u64, u64),
) -> Result<Vec<Answers>, StudyError> {
    let game = game();
    let seed = Seed::experiment(order.seed).derive("answers", which as u64);
    let list = List {
        name: &format!("answers-{which}"),
        of: &format!("answers 1: {which}, seed {}", order.seed),
        count: entries.len() as u64,
        progress: Some(progress),
    };
    let answers = order.each(&list, |index| {
        let opened = entries[index as usize].weighed.position.open(&game);
        Ok(opened.ok().map(|(state, deal)| -> Answers {
            let seed = seed.derive("position", index);
            std::array::from_fn(|place| ANSWERERS[place].accepts(&game, &state, &deal, seed))
        }))
    })?;
    Ok(answers.into_iter().flatten().collect())
}

fn run(order: &Order<'_>) -> Result<Report, StudyError> {
    let (mut rows, mut notes, mut asked) = (Vec::new(), Vec::new(), Vec::new());
    notes.push("O accepts, X refuses; in brackets where the truth is not clear.".to_owned());
    for which in Which::iter() {
        let mut entries = which.entries();
        let count = order.scaled(entries.len() as u64);
        entries.truncate(count as usize);
        let progress = (asked.len() as u64 * count, Which::iter().count() as u64 * count);
        let answers = ask(order, which, &entries, progress)?;
        asked.push((which, entries, answers));
    }
    order.is_whole()?;
    for (which, entries, answers) in asked {
        let both = || answers.iter().map(|answers| (answers[MIYAPOLY], answers[PERSON]));
        let pair = format!("{which}: miyapoly with rules of thumb");
        rows.extend(beside_published(Agreement::of(both()).rows(&pair, "all")));
        for (kind, is_easy) in [("easy", true), ("hard", false)] {
            let chosen = both().zip(&entries).filter(|(_, entry)| entry.is_easy() == is_easy);
            let agreement = Agreement::of(chosen.map(|(answers, _)| answers));
            if agreement.all() == 0 {
                continue;
            }
            let count = |what| published::<u64>(FIGURES, &format!("agreement.{kind}.{what}"));
            let (same, different) = (count("same"), count("different"));
            let row =
                Row::share(&pair, &format!("agreement, {kind}"), agreement.same(), agreement.all());
            let row = row.beside(same as f64 / (same + different) as f64).of(same + different);
            rows.push(row.compared(Comparability::Substituted));
        }
        for (place, answerer) in ANSWERERS.iter().enumerate() {
            let name = format!("{which}: {}", answerer.name);
            let truths = || answers.iter().zip(&entries);
            let clear = truths().filter(|(_, entry)| entry.weighed.label == Label::Clear);
            let pairs =
                |(answers, entry): (&Answers, &Entry)| (answers[place], entry.is_to_accept());
            rows.extend(Agreement::of(clear.map(pairs)).rows(&name, "clear"));
            rows.extend(Agreement::of(truths().map(pairs)).rows(&name, "all"));
        }
        notes.extend(listed(which, &entries, &answers));
    }
    let report = Report::new(&POSITIONS, order, rows, notes);
    Ok(report.tabled("Equal answers", "Table 1 of the paper, with positions of our own."))
}

/// The paper's figures for the same two.
fn beside_published(rows: Vec<Row>) -> impl Iterator<Item = Row> {
    let answers = |who: &str| published::<Vec<bool>>(FIGURES, &format!("answers.{who}"));
    let published = Agreement::of(answers("miyapoly").into_iter().zip(answers("person")));
    let share = published.same() as f64 / published.all() as f64;
    let kappa = published.kappa().map(|(kappa, _)| kappa);
    rows.into_iter().map(move |row| {
        let is_kappa = row.metric.starts_with("kappa");
        let row = row.of(published.all()).compared(Comparability::Substituted);
        Row { published: if is_kappa { kappa } else { Some(share) }, ..row }
    })
}

/// The truth and all answers as lines of letters, in the order of the file.
fn listed(which: Which, entries: &[Entry], answers: &[Answers]) -> Vec<String> {
    let line = |name: &str, answer: &dyn Fn(usize) -> bool| {
        let letters = entries.iter().enumerate().map(|(index, entry)| {
            let letter = if answer(index) { 'O' } else { 'X' };
            match entry.weighed.label {
                Label::Clear => letter.to_string(),
                Label::PolicyDependent | Label::TossUp => format!("({letter})"),
            }
        });
        format!("{which}, {name}: {}", letters.collect::<Vec<_>>().join(" "))
    };
    let mut lines = vec![
        line("truth with moyer", &|index| entries[index].is_to_accept()),
        line("truth with moyer-repaired", &|index| entries[index].weighed.moyer_repaired.gap > 0.0),
    ];
    let asked = ANSWERERS.iter().enumerate();
    let thinking = asked.filter(|(_, answerer)| !matches!(answerer.asked, Asked::Always(_)));
    lines.extend(
        thinking.map(|(place, answerer)| line(answerer.name, &|index| answers[index][place])),
    );
    lines
}
