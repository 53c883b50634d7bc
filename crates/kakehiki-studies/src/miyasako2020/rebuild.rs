//! Looks for positions whose playouts come out as the paper prints them.

use kakehiki_core::{GameRng, Seed};
use kakehiki_monopoly::{
    Arrangement, Colour, Counts, DeedSet, GO_TO_JAIL, Moyer, PlayerArrangement, Position, SQUARES,
    Square, truth,
};
use rand::RngExt;
use rayon::prelude::*;

use super::{FIGURES, POLICIES, game};
use crate::{Order, Report, Row, Sizes, Study, StudyError, list::List, published::published};

pub(crate) const REBUILD: Study = Study {
    id: "miyasako2020/rebuild",
    title: "Which positions come out as tables 5 and 6, and whose playouts can they be?",
    about: "Positions 1 and 6 of the paper stand in pictures that are not available; its text \
            gives the trade and the deeds that follow from it. Here the rest is drawn at random: \
            who owns the other deeds, if anybody, 100 to 1,800 in cash for each, and the \
            squares. The answerer has no complete colour and the proposer at most one; nothing \
            is built or mortgaged. Of 10,000 candidates for each table at scale 1, 100 playouts \
            of each branch choose the fifty nearest to the printed counts and 2,000 the nearest \
            of these. The distance is the sum of 4(√a − √b)² over the six counts of 200 \
            playouts, which for the printed position itself would be about chi-square with four \
            degrees of freedom, above 18.5 in one case of a thousand. The templates like- \
            position-1 and like-position-6 are what this found with seed 1 at scale 1 for the \
            base player as it is. That they come out as printed is therefore no test. What tells \
            something is the second search, with the base player without its defects: if it \
            finds nothing near a table, the table is the defects' doing. Nothing is published \
            beside the distances.",
    parameters: &[],
    sizes: Some(Sizes::scales(0.001, 0.01, 0.2)),
    run,
};

const CANDIDATES: u64 = 10_000;
const FINALISTS: usize = 50;

/// What the paper's text says of a position, and where its table stands.
struct Described {
    name: &'static str,
    table: &'static str,
    proposer: &'static [usize],
    answerer: &'static [usize],
    deal: &'static str,
}

const DESCRIBED: [Described; 2] = [
    Described {
        name: "like-position-1",
        table: "position_1",
        proposer: &[27],
        answerer: &[25, 26, 29, 32],
        deal: "P0:27>P1:25+32",
    },
    Described {
        name: "like-position-6",
        table: "position_6",
        proposer: &[1],
        answerer: &[3],
        deal: "P0:1>P1:$1",
    },
];

impl Described {
    /// A position with the trade and everything else at random; `None` if colours are complete that
    /// should not be.
    fn draw(&self, seed: Seed) -> Option<Position> {
        let mut rng = seed.rng();
        let unowned_per_cent = rng.random_range(0..=40);
        let proposer_per_cent = rng.random_range(30..=70);
        let (mut first, mut second) = (self.proposer.to_vec(), self.answerer.to_vec());
        for deed in DeedSet::ALL.iter().map(Square::index) {
            let is_free = !self.proposer.contains(&deed) && !self.answerer.contains(&deed);
            if is_free && rng.random_range(0..100) >= unowned_per_cent {
                let is_first = rng.random_range(0..100) < proposer_per_cent;
                (if is_first { &mut first } else { &mut second }).push(deed);
            }
        }
        if complete_colours(&second) > 0 || complete_colours(&first) > 1 {
            return None;
        }
        let players = vec![draw_player(first, &mut rng), draw_player(second, &mut rng)];
        Some(Position {
            name: self.name.to_owned(),
            tags: Vec::new(),
            seed: None,
            position: Arrangement { players, mover: 0, turns: 40 },
            deal: self.deal.to_owned(),
        })
    }

    /// The printed counts: won, lost and drawn after accepting, and after refusing.
    fn printed(&self) -> [f64; 6] {
        let figure = |path: &str| published::<f64>(FIGURES, &format!("{}.{path}", self.table));
        ["accept.win", "accept.lose", "accept.draw", "refuse.win", "refuse.lose", "refuse.draw"]
            .map(figure)
    }
}

fn complete_colours(deeds: &[usize]) -> usize {
    let deeds: DeedSet = deeds.iter().filter_map(|index| Square::new(*index)).collect();
    Colour::ALL.into_iter().filter(|colour| deeds.contains_all(colour.streets())).count()
}

fn draw_player(mut deeds: Vec<usize>, rng: &mut GameRng) -> PlayerArrangement {
    deeds.sort_unstable();
    let square = rng.random_range(0..SQUARES - 1);
    PlayerArrangement {
        square: square + usize::from(square >= GO_TO_JAIL.index()),
        has_proposed: true,
        ..PlayerArrangement::with(50 * rng.random_range(2..=36), &deeds)
    }
}

/// How far the playouts of a position are from a table of 200 each.
fn distance(position: &Position, policy: Moyer, playouts: u32, printed: &[f64; 6]) -> f64 {
    let seed = Seed::experiment(0).derive("distance", u64::from(playouts));
    let Ok(truth) = truth(&game(), position, policy, playouts, seed) else {
        return f64::INFINITY;
    };
    let counts = |counts: Counts| [counts.wins, counts.losses, counts.draws];
    let both = counts(truth.accept).into_iter().chain(counts(truth.refuse));
    let scale = 200.0 / f64::from(playouts);
    let roots = |(count, printed): (u32, &f64)| (f64::from(count) * scale).sqrt() - printed.sqrt();
    both.zip(printed).map(|pair| 4.0 * roots(pair).powi(2)).sum()
}

/// The candidate nearest to the table, and how near it is. `done` candidates were looked at before.
fn nearest(
    order: &Order<'_>,
    described: &Described,
    (name, policy): (&str, Moyer),
    done: u64,
) -> Result<Option<(f64, Position)>, StudyError> {
    let seed = Seed::experiment(order.seed).derive(described.name, 0);
    let printed = described.printed();
    let candidate = |index: u64| described.draw(seed.derive("candidate", index));
    let count = order.scaled(CANDIDATES);
    let list = List {
        name: &format!("distances-{}-{name}", described.name),
        of: &format!("distances 1: {}, {name}, seed {}", described.name, order.seed),
        count,
        progress: Some((done, (DESCRIBED.len() * POLICIES.len()) as u64 * count)),
    };
    let distances = order.all_of(&list, |index| {
        Ok(candidate(index).map(|position| distance(&position, policy, 100, &printed)))
    })?;
    let mut drawn: Vec<(f64, u64)> =
        (0..).zip(distances).filter_map(|(index, distance)| Some((distance?, index))).collect();
    drawn.sort_by(|one, other| one.0.total_cmp(&other.0));
    drawn.truncate(FINALISTS);
    // Looked at by every shard that comes so far: it takes a moment.
    order.on_threads(|| {
        let positions = drawn.into_par_iter().filter_map(|(_, index)| candidate(index));
        let looked_at =
            positions.map(|position| (distance(&position, policy, 2000, &printed), position));
        looked_at.min_by(|one, other| one.0.total_cmp(&other.0))
    })
}

fn run(order: &Order<'_>) -> Result<Report, StudyError> {
    let (mut rows, mut notes, mut done) = (Vec::new(), Vec::new(), 0);
    for described in &DESCRIBED {
        for (name, policy) in POLICIES {
            let found = nearest(order, described, (name, policy), done)?;
            done += order.scaled(CANDIDATES);
            let Some((distance, position)) = found else { continue };
            let title = format!("{}, {name}", described.name);
            rows.push(Row::new(title, "distance", distance, None, order.scaled(CANDIDATES)));
            notes.push(format!("{name}: {}", position.to_line()));
        }
    }
    Ok(Report::new(&REBUILD, order, rows, notes))
}
