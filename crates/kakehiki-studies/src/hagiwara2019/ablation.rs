//! Whether the parts of the learner's situations, and its constants, earn their keep.

use kakehiki_werewolf::{Repertoire, Training, Update};

use super::{
    comparators::difference,
    school::{READINGS, School, Subject, wins},
};
use crate::{Order, Report, Sizes, Study, StudyError};

const VILLAGE: u64 = 11;

pub(crate) const ABLATION: Study = Study {
    id: "hagiwara2019/ablation",
    title: "What the parts of the learner's situations and its constants are worth",
    about: "The paper names parts of the state and gives neither the learning rate nor the \
            discount. The training of hagiwara2019/sample-11 is done with \
            everything as it is here, then under other luck, without each part of the situation, \
            with a lower and a higher rate and discount, with lost games paid by the printed sign and \
            not at all, with decisions paid after the game, and with less and more to say; each model is tested in 100,000 games \
            against sample agents at scale 1. The intervals are those of the tests alone: how far \
            two trainings of the same kind differ is seen from the first two rows.",
    parameters: &[],
    sizes: Some(Sizes::scales(0.0002, 0.001, 0.03)),
    run,
};

/// A name for people, a name for files, and what is changed.
type Variant = (&'static str, &'static str, fn(&mut Training));

const VARIANTS: [Variant; 16] = [
    ("as it is", "samples", |_| ()),
    ("as it is, other luck", "other-luck", |it| it.seed += 1),
    ("without the day", "without-day", |it| it.parts.day = false),
    ("without the turn", "without-turn", |it| it.parts.turn = false),
    ("without the number of seers", "without-seers", |it| it.parts.seers = false),
    ("without the number of mediums", "without-mediums", |it| it.parts.mediums = false),
    ("rate 0.005 for 0.02", "rate-0.005", |it| it.rate = 0.005),
    ("rate 0.1 for 0.02", "rate-0.1", |it| it.rate = 0.1),
    ("discount 0.8 for 0.95", "discount-0.8", |it| it.discount = 0.8),
    ("discount 1 for 0.95", "discount-1", |it| it.discount = 1.0),
    ("merged every 25 games for 250", "round-25", |it| it.round = 25),
    ("a clear defeat paid for, as printed", "survivor-20", |it| it.survivor = 20.0),
    ("nothing paid for a defeat", "survivor-0", |it| it.survivor = 0.0),
    ("paid after the game, the last first", "update", |it| it.update = Update::Game),
    ("guesses at two roles only", "remarks", |it| it.repertoire = Repertoire::Remarks),
    ("claims roles too", "claims", |it| it.repertoire = Repertoire::Claims),
];

fn run(order: &Order<'_>) -> Result<Report, StudyError> {
    let [games, tests] = ["training", "games"].map(|name| School::games(order, VILLAGE, name));
    let school = School::new(order, VILLAGE, VARIANTS.len() as u64 * (games + tests));
    let samples = school.samples();
    let (mut rows, mut differences, mut first) = (Vec::new(), Vec::new(), None);
    for (name, file, change) in VARIANTS {
        let mut training = school.training(&samples, games);
        change(&mut training);
        let model = school.complete(file, &training, None)?;
        let conduct = school.test(file, &Subject::best(&model), &samples, tests)?;
        first.get_or_insert(conduct);
        rows.push(wins(name, conduct));
        if let Some(first) = first.filter(|_| rows.len() > 1) {
            differences.push(difference(&format!("{name}, against as it is"), conduct, first));
        }
    }
    rows.extend(differences);
    Ok(Report::new(&ABLATION, order, rows, vec![READINGS.to_owned()]))
}
