//! The player that makes statements before it negotiates, to steer what others believe of its cards.

use kakehiki_bargain::{Mover, Standpoint, Statement};
use kakehiki_core::{GameRng, LazyView, Seat};
use rand::{RngExt, seq::IndexedRandom};

use super::{base::NakazawaBase, trading::partner};
use crate::rules::{
    Action, CITY, Card, Catan, Event, Fact, Hand, Hidden, ROAD, Resource, SETTLEMENT, Sight, Stage,
    View,
};

/// The base player with the presentation before negotiations.
///
/// - When it has bought a development card it names it; instead of a victory point it names another
///   kind, never a monopoly.
/// - When others have thrown the dice, it says that it lacks a card for a building, so that they
///   believe that what it asks for will not let it build.
/// - After a trade with the one whom it misled it does not build before a card, a throw or a trade
///   with somebody else could explain where the cards came from.
pub(crate) struct NakazawaPresenting {
    base: NakazawaBase,
    game: Catan,
    seat: Seat,
    /// The development card that it has drawn and not spoken of.
    drawn: Option<Card>,
    /// Whom its last statement about resources misled.
    misled: Option<Seat>,
    /// Whether it has to wait before it builds.
    is_waiting: bool,
}

/// The buildings that it may pretend to aim at.
const BUILDINGS: [Hand; 3] = [ROAD, SETTLEMENT, CITY];

impl NakazawaPresenting {
    pub(crate) fn new(game: Catan) -> Self {
        Self {
            base: NakazawaBase::new(game),
            game,
            seat: Seat::new(0),
            drawn: None,
            misled: None,
            is_waiting: false,
        }
    }

    /// What it says about its resources to get the wanted one: a building that costs it is the fake
    /// building, and of one of its other resources, the fake resource, there is none.
    fn pretence(&self, view: &View, rng: &mut GameRng) -> Option<Action> {
        let wanted = self.base.outlook(view).plan.wanted()?;
        let costing: Vec<Hand> =
            BUILDINGS.into_iter().filter(|cost| cost.count(wanted) > 0).collect();
        let fact = pretended(self.seat, *costing.choose(rng)?, wanted, view.hand(), rng)?;
        Some(Action::Say(Statement::Fact(fact)))
    }

    /// What it says of the card that it has drawn.
    fn announcement(&self, rng: &mut GameRng) -> Option<Action> {
        let named = announced(self.drawn?, rng);
        let fact = Fact::at_least(self.seat, Hidden::Drawn(named), 1);
        Some(Action::Say(Statement::Fact(fact)))
    }

    /// Whom it will ask for what it wants.
    fn target(&self, view: &View) -> Option<Seat> {
        partner(view, self.base.outlook(view).plan.wanted()?)
    }
}

/// The kind of card that it names when it has drawn one.
fn announced(drawn: Card, rng: &mut GameRng) -> Card {
    if drawn == Card::VictoryPoint {
        [Card::Knight, Card::RoadBuilding, Card::YearOfPlenty][rng.random_range(0..3)]
    } else {
        drawn
    }
}

/// What it pretends to lack for a fake building.
///
/// For a city the fake resource may be the wanted one; where it holds three or more of it, two are
/// said to be missing: one ore is left of three, and no wheat of two.
fn pretended(
    seat: Seat,
    building: Hand,
    wanted: Resource,
    held: Hand,
    rng: &mut GameRng,
) -> Option<Fact> {
    let is_city = building == CITY;
    let may_lack = |resource: &Resource| building.count(*resource) > 0;
    let fakes: Vec<Resource> = Resource::ALL
        .into_iter()
        .filter(|resource| may_lack(resource) && (is_city || *resource != wanted))
        .collect();
    let fake = *fakes.choose(rng)?;
    let beyond = i32::from(held.count(fake)) - 2;
    let left = if is_city && beyond >= 1 { building.count(fake) - 2 } else { 0 };
    let kind = Hidden::Resource(fake);
    Some(if left > 0 { Fact::exactly(seat, kind, left) } else { Fact::none(seat, kind) })
}

impl Mover<Catan> for NakazawaPresenting {
    fn sit(&mut self, seat: Seat) {
        *self = Self { seat, ..Self::new(self.game) };
        self.base.sit(seat);
    }

    fn decide(&mut self, at: &Standpoint<'_, Catan>, menu: &[Action], rng: &mut GameRng) -> Action {
        let may_speak = menu.iter().any(|action| matches!(action, Action::Say(_)));
        let said = match at.view.stage() {
            Stage::Speak(_) => self.pretence(at.view, rng),
            Stage::Act if may_speak => self.announcement(rng),
            _ => None,
        };
        if let Some(said) = said {
            return said;
        }
        let is_building = |action: &Action| {
            matches!(action, Action::Road(_) | Action::Settlement(_) | Action::City(_))
        };
        if self.is_waiting && at.view.stage() == Stage::Act {
            let rest: Vec<Action> =
                menu.iter().copied().filter(|action| !is_building(action)).collect();
            self.base.decide(at, &rest, rng)
        } else {
            self.base.decide(at, menu, rng)
        }
    }

    fn hear(&mut self, view: &LazyView<'_, Catan>, sight: &Sight) {
        self.base.hear(view, sight);
        let me = self.seat;
        match &sight.event {
            Event::Drew { seat, card } if *seat == me => self.drawn = *card,
            Event::Acted { seat, action, .. } if *seat == me => match action {
                Action::Say(Statement::Fact(fact)) => match fact.kind {
                    Hidden::Resource(resource) => {
                        let held = i32::from(view.hand().count(resource));
                        let is_false = !fact.comparison.holds(held, fact.count);
                        self.misled = is_false.then(|| self.target(view)).flatten();
                    }
                    _ => self.drawn = None,
                },
                Action::Knight | Action::RoadBuilding | Action::YearOfPlenty(_) => {
                    (self.drawn, self.is_waiting) = (None, false);
                }
                _ => self.drawn = None,
            },
            Event::Monopolised { seat, .. } if *seat == me => self.is_waiting = false,
            Event::Rolled { gains, .. }
                if gains.get(me.index()).is_some_and(|gain| !gain.is_empty()) =>
            {
                self.is_waiting = false;
            }
            Event::Traded { seat, partner, .. } if [*seat, *partner].contains(&me) => {
                let other = if *seat == me { *partner } else { *seat };
                self.is_waiting = self.misled == Some(other);
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use kakehiki_core::Seed;

    use super::*;

    const ME: Seat = Seat::new(1);

    /// All that is said over many draws, without repetitions.
    fn all<T: PartialEq>(mut draw: impl FnMut(&mut GameRng) -> T) -> Vec<T> {
        let mut rng = Seed::experiment(5).rng();
        let mut seen = Vec::new();
        for _ in 0..200 {
            let drawn = draw(&mut rng);
            if !seen.contains(&drawn) {
                seen.push(drawn);
            }
        }
        seen
    }

    fn pretences(building: Hand, wanted: Resource, held: Hand) -> Vec<String> {
        let mut texts: Vec<String> = all(|rng| pretended(ME, building, wanted, held, rng))
            .into_iter()
            .map(|fact| fact.unwrap().to_string())
            .collect();
        texts.sort();
        texts
    }

    #[test]
    fn cards_are_named_as_they_are_but_points_never() {
        for card in [Card::Knight, Card::RoadBuilding, Card::YearOfPlenty, Card::Monopoly] {
            assert_eq!(all(|rng| announced(card, rng)), [card]);
        }
        let named = all(|rng| announced(Card::VictoryPoint, rng));
        assert_eq!(named.len(), 3);
        assert!(!named.contains(&Card::VictoryPoint) && !named.contains(&Card::Monopoly));
    }

    #[test]
    fn a_road_or_settlement_lacks_one_of_its_other_resources() {
        let hand = Hand::from_counts([5; 5]);
        assert_eq!(pretences(ROAD, Resource::Wood, hand), ["P1:brick<1"]);
        assert_eq!(
            pretences(SETTLEMENT, Resource::Wheat, hand),
            ["P1:brick<1", "P1:sheep<1", "P1:wood<1"]
        );
    }

    #[test]
    fn a_city_lacks_ore_or_wheat_by_what_is_held() {
        let held = |wheat, ore| Hand::from_counts([0, 0, 0, wheat, ore]);
        // T is what is held less two: below one there is none.
        assert_eq!(pretences(CITY, Resource::Ore, held(2, 2)), ["P1:ore<1", "P1:wheat<1"]);
        assert_eq!(pretences(CITY, Resource::Ore, held(0, 0)), ["P1:ore<1", "P1:wheat<1"]);
        // From three on two are missing.
        assert_eq!(pretences(CITY, Resource::Wheat, held(3, 3)), ["P1:ore=1", "P1:wheat<1"]);
        assert_eq!(pretences(CITY, Resource::Wheat, held(2, 7)), ["P1:ore=1", "P1:wheat<1"]);
    }
}
