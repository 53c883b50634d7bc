//! UPP against equal allocation, and both against information-set UCT and the straight charge.

use kakehiki_arena::Draft;
use kakehiki_core::Parameter;
use kakehiki_geister::Walk;
use strum::VariantNames;

use super::FIGURES;
use crate::{
    Comparability, Finding, Order, Report, Row, Sizes, Study, StudyError, published::published,
    verdict::between,
};

pub(crate) const ALLOCATION: Study = Study {
    id: "mishio2015/allocation",
    title: "UPP against equal allocation of playouts in Geister, published 55 %",
    about: "The 2014 paper gives likelier worlds more playouts and reports 55 % wins against \
            equal allocation at one second a move, and 94 % against a straight charge for the \
            exit at a quarter of a second. Neither the weighting formula nor the number of games \
            is published; see `kakehiki agents geister` for the reading of `upp`. Here both \
            sides get the same number of playouts, 1,000 games each row at scale 1, seats \
            rotated. Information-set UCT plays with `tree-playouts`, the number that took the \
            same time as `playouts` of the flat search when it was measured.",
    parameters: &[
        Parameter::integer(
            "playouts",
            (1, 1_000_000),
            "1000",
            "playouts for a decision of the flat searches",
        ),
        Parameter::integer(
            "tree-playouts",
            (1, 1_000_000),
            "400",
            "playouts for a decision of the tree search",
        ),
        Parameter::number("beta", (0.0, 1000.0), "4", "how strongly UPP changes the shares"),
        Parameter::choice(
            "walk",
            Walk::VARIANTS,
            "escape-first",
            "how playouts choose their moves",
        ),
        Parameter::integer(
            "limit",
            (0, 10_000),
            "40",
            "plies after which a playout counts as drawn; 0 plays to the end",
        ),
    ],
    sizes: Some(Sizes::scales(0.002, 0.06, 0.5)),
    run,
};

/// Half of the effect that the paper states.
const MARGIN: f64 = 0.025;

/// Games of a row at scale 1; the paper does not say how many it played.
const GAMES: u64 = 1000;

fn run(order: &Order<'_>) -> Result<Report, StudyError> {
    let settings = &order.settings;
    let walk = format!("walk={}, limit={}", settings.text("walk"), settings.text("limit"));
    let playouts = settings.text("playouts");
    let flat = format!("flat(playouts={playouts}, {walk})");
    let upp = format!("upp(playouts={playouts}, {walk}, beta={})", settings.text("beta"));
    let tree = format!("isuct(playouts={}, {walk})", settings.text("tree-playouts"));
    let charge = "charge".to_owned();
    let figure = |name: &str| published::<f64>(FIGURES, &format!("allocation.{name}"));
    let pairs = [
        ("upp against flat", &upp, &flat, Some(figure("upp_against_equal_allocation"))),
        ("upp against charge", &upp, &charge, Some(figure("upp_against_charge"))),
        ("flat against charge", &flat, &charge, None),
        ("isuct against flat", &tree, &flat, None),
        ("isuct against upp", &tree, &upp, None),
    ];
    // Games come in pairs with the seats exchanged.
    let games = order.scaled(GAMES).div_ceil(2);
    let total = pairs.len() as u64 * 2 * games;
    let (mut rows, mut done, mut draws) = (Vec::new(), 0, 0);
    for (name, one, other, published) in pairs {
        let draft =
            Draft { rotate: true, ..Draft::new("geister", &[one.as_str(), other.as_str()], games) };
        let standings = order.play(&name.replace(' ', "-"), draft, Some((done, total)))?;
        done += 2 * games;
        draws += standings.draws;
        // The paper's player that charges is another program.
        let comparability = if one == &upp && other == &charge {
            Comparability::Substituted
        } else {
            Comparability::Replication
        };
        let row = Row { published, margin: MARGIN, ..Row::outcome(name, &standings.agents[0]) };
        rows.push(row.compared(comparability));
    }
    let notes = vec![upp.clone(), flat.clone(), tree.clone(), format!("Draws: {draws}.")];
    let even = Row::new("even", "mean outcome", 0.5, None, 0);
    let findings = vec![Finding::positive(
        "Giving likelier colourings more playouts (UPP) beats equal shares",
        "mean outcome above one half",
        between(&rows[0], &even),
        MARGIN,
    )];
    Ok(Report::new(&ALLOCATION, order, rows, notes).concluding(findings))
}
