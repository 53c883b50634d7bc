//! Werewolves that vote as a pack.

use kakehiki_core::Seed;
use kakehiki_werewolf::{FINALIST_KINDS, FastTable, Pack, Team};
use strum::VariantNames;

use super::school::{OWN_FINALISTS, School};
use crate::{Order, Report, Row, Sizes, Study, StudyError, list::List, verdict::between};

pub(crate) const PACK: Study = Study {
    id: "hagiwara2019/pack",
    title: "Werewolves that plan their votes together",
    about: "The paper leaves to later work that all werewolves act together, since they know each other \
            from the start. Here the finalists' werewolves whisper at night whom to go for tomorrow \
            and then vote for that player together (`joined`), each for another so that nobody sees \
            them together (`split`), together where that decides by what the others have declared \
            and split elsewhere (`planned`), or together for whomever the village suspects most, a \
            fellow too (`blended`); `apart` is what they do otherwise. Villages of 11 and 15, \
            of the default finalist and of all five kinds; 20,000 games for each row at scale 1.",
    parameters: &[],
    sizes: Some(Sizes::scales(0.002, 0.02, 0.5)),
    run,
};

/// Games of a row at scale 1, and how many are played at a table before it is set anew.
const GAMES: u64 = 20_000;
const AT_A_TABLE: u64 = 100;

fn run(order: &Order<'_>) -> Result<Report, StudyError> {
    let tables = order.scaled(GAMES).div_ceil(AT_A_TABLE);
    let casts = [("finalists", 1), ("five kinds", FINALIST_KINDS.len())];
    let villages = [11, 15];
    let total = (villages.len() * casts.len() * Pack::VARIANTS.len()) as u64 * tables;
    let (mut rows, mut done) = (Vec::new(), 0);
    for village in villages {
        let school = School::new(order, village, 0);
        for (cast, kinds) in casts {
            let mut wins: Vec<Row> = Vec::new();
            for pack in Pack::VARIANTS {
                let list = List {
                    name: &format!("pack-{village}-{kinds}-{pack}"),
                    of: &format!("pack 1: seed {}", order.seed),
                    count: tables,
                    progress: Some((done, total)),
                };
                done += tables;
                let seed = Seed::experiment(order.seed).derive(list.name, 0);
                let won: Vec<u64> = order.each(&list, |table| {
                    let names = (0..village as usize).map(|seat| {
                        with_pack(FINALIST_KINDS[(seat + table as usize) % kinds].1, pack)
                    });
                    let mut players = FastTable::new(school.game(), school.named(names)?);
                    let mut rng = seed.rng_at(table);
                    let games = (0..AT_A_TABLE).map(|_| players.play(&mut rng, &mut ()));
                    Ok(games.filter(|winner| *winner == Some(Team::Werewolf)).count() as u64)
                })?;
                let games = won.len() as u64 * AT_A_TABLE;
                let name = format!("{village} {cast}, {pack}");
                wins.push(Row::share(&name, "werewolves' win rate", won.iter().sum(), games));
            }
            let gains: Vec<Row> = wins[1..]
                .iter()
                .map(|row| {
                    let (name, gain) = (format!("{} less apart", row.row), between(row, &wins[0]));
                    let difference = row.measured - wins[0].measured;
                    Row::new(name, "werewolves' win rate", difference, Some(gain), row.games)
                })
                .collect();
            wins.extend(gains);
            rows.extend(wins);
        }
    }
    let notes = vec![OWN_FINALISTS.to_owned()];
    Ok(Report::new(&PACK, order, rows, notes))
}

/// The name of a finalist whose werewolves vote so.
fn with_pack(name: &str, pack: &str) -> String {
    match name.strip_suffix(')') {
        Some(parameters) => format!("{parameters}, pack={pack})"),
        None => format!("{name}(pack={pack})"),
    }
}
