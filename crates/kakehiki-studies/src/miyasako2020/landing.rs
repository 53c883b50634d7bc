//! How often pieces stop on each group, which the paper argues with.

use kakehiki_core::{Game, Moments, Seed, Turn};
use kakehiki_monopoly::{Chance, Colour, Kind, Monopoly, Moyer, SQUARES, Square};

use super::{FIGURES, game};
use crate::{
    Finding, Order, Report, Row, Sizes, Study, StudyError, list::List, published::published,
};

pub(crate) const LANDING: Study = Study {
    id: "miyasako2020/landing",
    title: "How often pieces stop on each group of Monopoly, and on each square of it",
    about: "The paper explains why miyapoly refuses the cheapest colour by its low rents and by a \
            low rate of stops, 4 to 5 %. Here two base players play on until somebody wins or 200 \
            turns are over, and the square on which a piece comes to rest after a throw is counted, \
            where cards and the corner of the jail send it included. Each game gives one share of \
            stops for each group; their mean stands beside the paper's rate, and beside it the \
            rate of one square of the group: a group of two squares is stopped on less often than \
            one of three whatever its squares are like. 2,000 games at scale 1.",
    parameters: &[],
    sizes: Some(Sizes::scales(0.005, 0.1, 1.0)),
    run,
};

const GAMES: u64 = 2000;
/// The turns after which a playout of the paper ends.
const TURNS: u32 = 200;
/// The paper names a range of one point.
const MARGIN: f64 = 0.005;

/// The stops of one game, by square.
fn stops(game: &Monopoly, seed: Seed) -> [u32; SQUARES] {
    let mut rng = seed.rng();
    let mut stops = [0_u32; SQUARES];
    let mut state = game.start();
    while state.turns() < TURNS {
        let mover = state.mover();
        let before = state.position(mover);
        let mut is_thrown = false;
        match game.turn(&state) {
            Turn::Over(_) => break,
            Turn::Chance => {
                let outcome = game.draw(&state, &mut rng);
                is_thrown = matches!(outcome, Chance::Dice(..));
                game.resolve_unchecked(&mut state, &outcome);
            }
            Turn::Seat(_) => {
                let action = Moyer::FAITHFUL.decide(game, &state, &mut rng);
                game.play_unchecked(&mut state, &action);
            }
        }
        let after = state.position(mover);
        if after != before {
            stops[after.index()] += 1;
            // A card has led on from where the dice led to.
            let passed = &mut stops[before.index()];
            *passed = passed.saturating_sub(u32::from(!is_thrown));
        }
    }
    stops
}

/// The groups by name: the colours, and what else can be bought.
fn groups() -> Vec<(String, Vec<Square>)> {
    let of = |is: &dyn Fn(Kind) -> bool| Square::all().filter(|square| is(square.kind())).collect();
    let colours = Colour::ALL
        .map(|colour| (colour.to_string(), of(&|kind| kind == Kind::Street(colour))))
        .into_iter();
    let others = [("railroads", Kind::Railroad), ("utilities", Kind::Utility)];
    let others = others.map(|(name, wanted)| (name.to_owned(), of(&|kind| kind == wanted)));
    colours.chain(others).collect()
}

fn run(order: &Order<'_>) -> Result<Report, StudyError> {
    let game = game();
    let seed = Seed::experiment(order.seed).derive("landing", 0);
    let list = List {
        name: "landing",
        of: &format!("stops 1: seed {}", order.seed),
        count: order.scaled(GAMES),
        progress: None,
    };
    let games: Vec<Vec<u32>> =
        order.each(&list, |number| Ok(stops(&game, seed.derive("game", number)).to_vec()))?;
    order.is_whole()?;
    let share = |stops: &[u32], squares: &[Square]| {
        let all: u32 = stops.iter().sum();
        let here: u32 = squares.iter().map(|square| stops[square.index()]).sum();
        f64::from(here) / f64::from(all.max(1))
    };
    let groups = groups();
    let (low, high): (f64, f64) =
        (published(FIGURES, "landing.low"), published(FIGURES, "landing.high"));
    let (mut rows, mut each) = (Vec::new(), Vec::new());
    for (name, squares) in &groups {
        let shares = over(&games, |stops| share(stops, squares));
        let row = Row::mean(name, "share of stops", &shares);
        let row = match name.as_str() {
            "brown" => Row { margin: MARGIN, ..row.beside(f64::midpoint(low, high)) },
            _ => row,
        };
        rows.push(row);
        let number = squares.len() as f64;
        let shares = over(&games, |stops| share(stops, squares) / number);
        each.push(Row::mean(name, "share of stops, a square", &shares));
    }
    // Brown, and the other colours together.
    let (brown, others) = (&groups[0].1, &groups[1..Colour::ALL.len()]);
    let fewer = over(&games, |stops| {
        let all: f64 = others.iter().map(|(_, squares)| share(stops, squares)).sum();
        all / others.len() as f64 - share(stops, brown)
    });
    let of_others: Vec<Square> = others.iter().flat_map(|(_, squares)| squares).copied().collect();
    let less = over(&games, |stops| {
        share(stops, &of_others) / of_others.len() as f64 - share(stops, brown) / brown.len() as f64
    });
    let finding = |what: &str, metric: &str, gap: &Moments, margin: f64| {
        Finding::positive_row(what, &Row::mean("brown", metric, gap), margin)
    };
    let findings = vec![
        finding(
            "Pieces stop on the cheapest colour less often than on another",
            "the other colours' share of stops less its own",
            &fewer,
            MARGIN,
        ),
        finding(
            "So they do square by square, and not only because it has two",
            "the share of stops of a square of another colour less that of its own",
            &less,
            MARGIN / 2.0,
        ),
    ];
    rows.extend(each);
    Ok(Report::new(&LANDING, order, rows, Vec::new()).concluding(findings))
}

/// A figure of each game, and what they are like.
fn over(games: &[Vec<u32>], figure: impl Fn(&[u32]) -> f64) -> Moments {
    let mut moments = Moments::default();
    for stops in games {
        moments.add(figure(stops));
    }
    moments
}
