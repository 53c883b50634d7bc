//! Those who play Catan, by name.

mod greedy;
mod kinds;
mod rollout;
mod uct;
mod value;
mod weighted;
mod worlds;

use kakehiki_core::{
    Agent, AgentKind, Cast, CastPiece, GameRng, Kind, Observed, Parameter, Part, Seed, Settings,
};
use kakehiki_search::{Final, InformationSetTrees, OneKind, OpenTrees, Playout, Policy, Uct};
use rand::RngExt;
use strum::VariantNames;

pub use self::{
    greedy::Greedy,
    rollout::Rollout,
    value::{FEATURE_NAMES, FEATURES, Value, features},
    weighted::Weighted,
};
use self::{
    greedy::GreedyAgent,
    kinds::ByRule,
    uct::{Searcher, Trees},
};
use crate::rules::{Action, Catan, View};

/// The agents of Catan.
pub static CATAN_AGENTS: [AgentKind; 5] = [
    AgentKind {
        name: "random",
        part: Part::Moves,
        parameters: &[],
        help: "chooses uniformly from every menu",
    },
    AgentKind {
        name: "weighted",
        part: Part::Moves,
        parameters: &[],
        help: "builds what it can and else chooses at random: the policy of playouts",
    },
    AgentKind {
        name: "greedy",
        part: Part::Moves,
        parameters: &[
            Parameter {
                name: "worlds",
                kind: Kind::Integer(1, 100_000),
                default: "4",
                help: "worlds that fit what it knows, which it looks at for a decision",
            },
            Parameter {
                name: "depth",
                kind: Kind::Integer(0, 8),
                default: "1",
                help: "how many actions of its own it looks ahead beyond the next",
            },
        ],
        help: "takes what leads to the best position by a linear value of points, production, sites, \
               hand, harbours, army and road",
    },
    AgentKind {
        name: "uct",
        part: Part::Moves,
        parameters: &SEARCH,
        help: "UCT on the open position, hidden cards taken for chance",
    },
    AgentKind {
        name: "isuct",
        part: Part::Moves,
        parameters: &SEARCH,
        help: "information-set UCT: one tree over all worlds that fit what it knows",
    },
];

const SEARCH: [Parameter; 7] = [
    Parameter {
        name: "playouts",
        kind: Kind::Integer(1, 1_000_000_000),
        default: "1000",
        help: "playouts for a decision",
    },
    Parameter {
        name: "c",
        kind: Kind::Number(0.0, 100.0),
        default: "0.15",
        help: "weight of exploration in the tree",
    },
    Parameter {
        name: "rollout",
        kind: Kind::Choice(Rollout::VARIANTS),
        default: "weighted",
        help: "how playouts choose",
    },
    Parameter {
        name: "cutoff",
        kind: Kind::Integer(0, 100_000),
        default: "100",
        help: "steps, dice included, after which a playout is judged by the linear value; 0 plays \
               to the end of the game",
    },
    Parameter {
        name: "kinds",
        kind: Kind::Switch,
        default: "off",
        help: "whether it chooses the kind of an action before the action",
    },
    Parameter {
        name: "choice",
        kind: Kind::Choice(&["mean", "visits"]),
        default: "visits",
        help: "what makes an action the best one in the end",
    },
    Parameter {
        name: "opening",
        kind: Kind::Integer(1, 1000),
        default: "4",
        help: "how many times the playouts of another decision one of the set-up gets",
    },
];

/// Makes an agent from a name that was checked against [`CATAN_AGENTS`].
pub(crate) fn seat(game: &Catan, cast: &Cast, _seed: Seed) -> Box<dyn Agent<Catan>> {
    let Some(piece) = cast.part(Part::Moves) else {
        return Box::new(Random);
    };
    mover(game, piece)
}

fn mover(game: &Catan, piece: &CastPiece) -> Box<dyn Agent<Catan>> {
    let settings = &piece.settings;
    match piece.kind.name {
        "weighted" => Box::new(ByPolicy { game: *game, policy: Weighted, menu: Vec::new() }),
        "greedy" => {
            let depth = settings.integer("depth") as u32;
            let policy = Greedy { value: Value::default(), depth };
            Box::new(GreedyAgent::new(*game, policy, settings.integer("worlds") as u32))
        }
        "uct" => searcher(game, settings, Trees::Open(OpenTrees::default())),
        "isuct" => searcher(game, settings, Trees::Hidden(InformationSetTrees::default())),
        _ => Box::new(Random),
    }
}

fn searcher(game: &Catan, settings: &Settings, trees: Trees) -> Box<dyn Agent<Catan>> {
    let cutoff = settings.integer("cutoff") as u32;
    let playout = Playout {
        policy: settings.choice::<Rollout>("rollout"),
        limit: (cutoff > 0).then_some(cutoff),
        judge: Value::default(),
    };
    let search = Uct {
        exploration: settings.number("c"),
        choice: if settings.text("choice") == "mean" { Final::Mean } else { Final::Visits },
        ..Uct::new(playout, settings.integer("playouts") as u32)
    };
    let opening = settings.integer("opening") as u32;
    if settings.is_on("kinds") {
        Box::new(Searcher::new(*game, search.by_kind(ByRule), opening, trees))
    } else {
        Box::new(Searcher::new(*game, search.by_kind(OneKind), opening, trees))
    }
}

/// A menu without the offers and answers that trade with other players; never empty.
fn without_offers(menu: &[Action]) -> Vec<Action> {
    let is_trade = |action: &Action| {
        matches!(
            action,
            Action::Offer(..) | Action::Accept | Action::Counter(_) | Action::Confirm(_)
        )
    };
    menu.iter().filter(|action| !is_trade(action)).copied().collect()
}

/// Chooses uniformly from every menu.
struct Random;

impl Agent<Catan> for Random {
    fn decide(&mut self, _view: &View, menu: &[Action], rng: &mut GameRng) -> Action {
        menu[rng.random_range(0..menu.len())]
    }
}

/// Plays by a policy of playouts, in a world that fits what it knows.
struct ByPolicy<P> {
    game: Catan,
    policy: P,
    menu: Vec<Action>,
}

impl<P: Policy<Catan> + Send> Agent<Catan> for ByPolicy<P> {
    fn decide(&mut self, view: &View, _menu: &[Action], rng: &mut GameRng) -> Action {
        let world = self.game.sample(view, rng);
        self.policy.choose(&self.game, &world, &mut self.menu, rng)
    }
}
