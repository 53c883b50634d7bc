//! The player that puts land, needs, cards and trade together.

use kakehiki_bargain::{Mover, Standpoint};
use kakehiki_core::{GameRng, LazyView, Seat};

use super::{
    cards::{buys_card, card_to_play},
    goal::Goal,
    land::{Ground, best, odds, richness, yields},
    need::{Plan, produced},
    robber::{discard, move_robber},
    trading::{Tried, answer, bank_exchange, choose_partner, next_offer},
};
use crate::rules::{Action, Catan, Event, Node, Resource, Sight, Stage, View};

/// The base player. It remembers its goal and what it proposed in this turn, both from what it
/// hears.
pub(crate) struct NakazawaBase {
    game: Catan,
    seat: Seat,
    goal: Option<Goal>,
    tried: Tried,
}

/// What the player sees before it decides.
pub(crate) struct Outlook {
    pub(crate) ground: Ground,
    pub(crate) plan: Plan,
}

impl NakazawaBase {
    pub(crate) fn new(game: Catan) -> Self {
        Self { game, seat: Seat::new(0), goal: None, tried: Tried::default() }
    }

    /// The ground, the goal that it has or would choose now, and what that takes.
    pub(crate) fn outlook(&self, view: &View) -> Outlook {
        let ground = Ground::new(&self.game, view);
        let kept = self.goal.filter(|goal| goal.stands(&ground));
        let goal = kept.or_else(|| Goal::choose(view, &ground));
        let plan = Plan::new(view, &ground, goal);
        Outlook { ground, plan }
    }

    /// Chooses a goal again when another player has built a road, and when the old one is reached or
    /// can be reached no more.
    fn rethink(&mut self, view: &View, builder: Seat, action: Action) {
        let ground = Ground::new(&self.game, view);
        let is_due = match action {
            Action::Road(_) => builder != self.seat,
            // An own building was the goal, or founded in the set-up.
            _ => builder == self.seat,
        };
        if is_due || self.goal.is_none_or(|goal| !goal.stands(&ground)) {
            self.goal = Goal::choose(view, &ground);
        }
    }

    /// The next piece of the goal that the hand can pay for: roads first, then the building.
    pub(crate) fn build(outlook: &Outlook, menu: &[Action]) -> Option<Action> {
        let piece = match outlook.plan.goal? {
            Goal::Settlement(site) => {
                outlook.ground.road_towards(site).map_or(Action::Settlement(site), Action::Road)
            }
            Goal::City(site) => Action::City(site),
            Goal::Card => return None,
        };
        menu.contains(&piece).then_some(piece)
    }

    /// The next offer to another player, where offers are this player's to make.
    pub(crate) fn offer(&self, view: &View, plan: &Plan, menu: &[Action]) -> Option<Action> {
        let may_offer = menu.iter().any(|action| matches!(action, Action::Offer(..)));
        if may_offer { next_offer(view, plan, &self.tried) } else { None }
    }

    /// Plays cards, builds, asks others, then the bank, and buys a card of what is left.
    fn act(&self, view: &View, outlook: &Outlook, menu: &[Action]) -> Action {
        let plan = &outlook.plan;
        card_to_play(view, plan, menu)
            .or_else(|| Self::build(outlook, menu))
            .or_else(|| self.offer(view, plan, menu))
            .or_else(|| bank_exchange(view, plan, menu))
            .or_else(|| buys_card(plan, menu).then_some(Action::Buy))
            .unwrap_or(Action::End)
    }
}

/// What the base player of Nakazawa (2018) would ask the others for if it chose its goal now; `None`
/// where it misses nothing.
pub fn nakazawa_wanted(game: &Catan, view: &View) -> Option<Resource> {
    NakazawaBase::new(*game).outlook(view).plan.wanted()
}

/// The richest node, and the second time the one that adds most resources to those of the first.
fn found(view: &View, menu: &[Action]) -> Action {
    let board = view.board();
    let have = produced(view);
    let is_second = have.contains(&true);
    let worth = |node: Node| {
        let mut all = have;
        yields(board, node).for_each(|resource| all[resource.index()] = true);
        let kinds = all.into_iter().filter(|has| *has).count();
        (if is_second { kinds } else { 0 }, richness(board, node), odds(board, node))
    };
    let nodes = menu.iter().filter_map(|action| match action {
        Action::Settlement(node) => Some(*node),
        _ => None,
    });
    best(nodes, worth).map_or(menu[0], Action::Settlement)
}

/// A road that leads to the best site, if one does.
fn road_to_best_site(view: &View, ground: &Ground, menu: &[Action]) -> Action {
    let site = ground.best_distant_site(view.board());
    let road = site.and_then(|site| ground.road_towards(site)).map(Action::Road);
    road.filter(|road| menu.contains(road)).unwrap_or(menu[0])
}

impl Mover<Catan> for NakazawaBase {
    fn sit(&mut self, seat: Seat) {
        *self = Self { seat, ..Self::new(self.game) };
    }

    fn decide(&mut self, at: &Standpoint<'_, Catan>, menu: &[Action], _: &mut GameRng) -> Action {
        let view = at.view;
        let stage = view.stage();
        // The menu does not list all counter-offers.
        if let ([only], false) = (menu, matches!(stage, Stage::Answer(_))) {
            return *only;
        }
        match stage {
            Stage::Found => return found(view, menu),
            Stage::FirstRoad(node) => {
                return road_to_best_site(view, &Ground::from_node(&self.game, view, node), menu);
            }
            _ => {}
        }
        let outlook = self.outlook(view);
        let Outlook { ground, plan } = &outlook;
        match stage {
            Stage::Begin => card_to_play(view, plan, menu).unwrap_or(Action::Roll),
            Stage::Discard => discard(view, plan),
            Stage::Robber => move_robber(view, plan, menu),
            Stage::FreeRoads(_) => Self::build(&outlook, menu)
                .filter(|piece| matches!(piece, Action::Road(_)))
                .unwrap_or_else(|| road_to_best_site(view, ground, menu)),
            Stage::Answer(_) => answer(view, plan, &self.tried, self.game.options.counters),
            Stage::Choose => choose_partner(view, plan, menu),
            Stage::Speak(_) => Action::Quiet,
            _ => self.act(view, &outlook, menu),
        }
    }

    fn hear(&mut self, view: &LazyView<'_, Catan>, sight: &Sight) {
        match &sight.event {
            Event::Acted { seat, action, .. } => match *action {
                Action::Road(_) | Action::Settlement(_) | Action::City(_) => {
                    self.rethink(view, *seat, *action);
                }
                Action::Offer(terms, partners) if *seat == self.seat => {
                    partners.iter().for_each(|partner| self.tried.add(terms, partner));
                }
                Action::Counter(terms) if *seat == self.seat => {
                    self.tried.add(terms, view.mover());
                }
                Action::End => self.tried.clear(),
                _ => {}
            },
            Event::Traded { seat, partner, .. } if [*seat, *partner].contains(&self.seat) => {
                self.tried.clear();
            }
            _ => {}
        }
    }
}
