//! Statements as claims: what becomes of them as the cards change hands.
//!
//! A claim is about the cards of a moment. Later a hearer knows the present hand of the speaker more
//! or less, and what went in and out since. From both follows what the speaker held then. What
//! happened unseen in between, a theft among others or a hidden discard, leaves room for several
//! numbers: a claim is then proved later than a perfect reasoner would prove it, and never wrongly.

use kakehiki_bargain::{Claim, ClaimOf, Claimable, Statement, Truth};
use kakehiki_core::{LazyView, Seat};

use super::{
    action::Action,
    card::{CARD_KINDS, Card},
    fact::{Fact, Hidden},
    follow::played_card,
    knowledge::Knowledge,
    resource::{Hand, Resource},
    rules::Catan,
    sight::{Event, Sight},
    speech::{Intention, Opinion},
    state::{Stage, State},
    view::View,
};

/// The least and the most that a number can be.
type Range = (i32, i32);

/// What a hearer keeps of a claim to tell later whether it was true.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Trace {
    /// How many cards of the resource the seat held then beyond what it holds now.
    gone: Range,
    /// How many development cards it held then, and how many of them were bought in that turn.
    cards: u8,
    drawn: u8,
    /// Which development cards it has played since.
    played: [u8; CARD_KINDS],
    /// How many it has bought since.
    bought: u8,
    /// The points that all could count then.
    points: u8,
    /// How many offers the speaker has made since.
    offers: u8,
}

/// Whether a comparison holds for all numbers of a range, or for none.
fn decide(fact: Fact, (least, most): Range) -> Truth {
    let mut numbers = (least..=most).map(|number| fact.comparison.holds(number, fact.count));
    match numbers.next() {
        Some(first) if numbers.all(|holds| holds == first) => first.into(),
        _ => Truth::Undecidable,
    }
}

/// The number of cards of a resource in a hand, for all that a viewer knows.
fn resource_range(view: &View, seat: Seat, resource: Resource) -> Range {
    let (least, most) = match (view.players[seat.index()].hand, &view.knowledge) {
        (Some(hand), _) => (hand.count(resource), hand.count(resource)),
        (None, Some(knowledge)) => knowledge.range(seat, resource),
        (None, None) => (0, u8::MAX),
    };
    (i32::from(least), i32::from(most))
}

impl Catan {
    /// The number of unplayed development cards of a kind, for all that a viewer knows.
    fn card_range(&self, view: &View, seat: Seat, card: Card) -> Range {
        let (least, most) = if seat == view.seat {
            (view.cards.count(card), view.cards.count(card))
        } else {
            self.card_ranges(view, seat)[card.index()]
        };
        (i32::from(least), i32::from(most))
    }

    /// What the number that a fact is about was when the trace began.
    fn range_then(&self, trace: &Trace, fact: Fact, view: &View) -> Range {
        let seat = fact.seat;
        let cards_then = |card: Card| {
            let (least, most) = self.card_range(view, seat, card);
            let played = i32::from(trace.played[card.index()]);
            // Some of what it holds or has played may have been bought since.
            let least = (least + played - i32::from(trace.bought)).max(0);
            (least, (most + played).min(i32::from(trace.cards)))
        };
        match fact.kind {
            Hidden::Resource(resource) => {
                let (least, most) = resource_range(view, seat, resource);
                ((least + trace.gone.0).max(0), (most + trace.gone.1).max(0))
            }
            Hidden::Card(card) => cards_then(card),
            Hidden::Drawn(card) => {
                let (least, most) = cards_then(card);
                let older = i32::from(trace.cards) - i32::from(trace.drawn);
                ((least - older).max(0), most.min(i32::from(trace.drawn)))
            }
            Hidden::Points => {
                let (least, most) = cards_then(Card::VictoryPoint);
                (least + i32::from(trace.points), most + i32::from(trace.points))
            }
        }
    }
}

/// What flowed out of a hand, less what flowed in, by one event: the least and the most cards of a
/// resource.
fn outflow(event: &Event, seat: Seat, resource: Resource) -> Range {
    let count = |hand: &Hand| i32::from(hand.count(resource));
    let exactly = |count: i32| (count, count);
    match event {
        Event::Acted { seat: actor, paid, got, .. } if *actor == seat => {
            exactly(count(paid) - count(got))
        }
        Event::Rolled { gains, .. } => exactly(-gains.get(seat.index()).map_or(0, count)),
        Event::Discarded { counts, cards, sum } => match cards.get(seat.index()) {
            Some(Some(cards)) => exactly(count(cards)),
            Some(None) => {
                let most = counts[seat.index()] as i32;
                (0, sum.as_ref().map_or(most, |sum| most.min(count(sum))))
            }
            None => exactly(0),
        },
        Event::Stolen { thief, victim, resource: Some(stolen) } if *stolen == resource => {
            exactly(i32::from(*victim == seat) - i32::from(*thief == seat))
        }
        Event::Stolen { thief, victim, resource: None } => {
            (-i32::from(*thief == seat), i32::from(*victim == seat))
        }
        Event::Monopolised { seat: taker, resource: taken, taken: counts }
            if *taken == resource =>
        {
            let losses = Seat::all(counts.len()).zip(counts);
            let lost = |(loser, count): (Seat, &u8)| match (loser == *taker, *taker == seat) {
                (false, true) => -i32::from(*count),
                (false, false) if loser == seat => i32::from(*count),
                _ => 0,
            };
            exactly(losses.map(lost).sum())
        }
        Event::Traded { seat: one, partner, gave, got } => {
            let given = count(gave) - count(got);
            exactly(given * (i32::from(*one == seat) - i32::from(*partner == seat)))
        }
        _ => exactly(0),
    }
}

/// How many cards more a player holds after an event.
fn growth(event: &Event, seat: Seat) -> i32 {
    match event {
        Event::Discarded { counts, .. } => {
            -counts.get(seat.index()).map_or(0, |count| *count as i32)
        }
        Event::Stolen { thief, victim, .. } => {
            i32::from(*thief == seat) - i32::from(*victim == seat)
        }
        _ => {
            -Resource::ALL.into_iter().map(|resource| outflow(event, seat, resource).0).sum::<i32>()
        }
    }
}

/// What a player must have held before some events to do what it did.
fn held_before(events: &[&Event], seat: Seat) -> Hand {
    let held = |resource: Resource| {
        // What it has got since, at most, and what it must have had.
        let (mut got, mut held) = (0, 0);
        for event in events {
            let needed = match event {
                Event::Acted { seat: actor, paid, shown, .. } if *actor == seat => {
                    i32::from(paid.count(resource).max(shown.count(resource)))
                }
                Event::Traded { seat: one, gave, .. } if *one == seat => {
                    i32::from(gave.count(resource))
                }
                Event::Traded { partner, got, .. } if *partner == seat => {
                    i32::from(got.count(resource))
                }
                _ => outflow(event, seat, resource).0,
            };
            held = held.max(needed - got);
            got -= outflow(event, seat, resource).0;
        }
        held as u8
    };
    Hand(Resource::ALL.map(held))
}

/// Whether an intention of a player was kept or broken by what happened.
fn outcome(trace: &mut Trace, speaker: Seat, intention: Intention, event: &Event) -> Truth {
    match (intention, event) {
        (Intention::NotRob(spared), Event::Stolen { thief, victim, .. }) if *thief == speaker => {
            Truth::from(*victim != spared)
        }
        (Intention::LastOffer, Event::Acted { seat, action, .. }) if *seat == speaker => {
            trace.offers += u8::from(matches!(action, Action::Offer(..)));
            match action {
                _ if trace.offers > 1 => Truth::False,
                Action::End => Truth::True,
                _ => Truth::Undecidable,
            }
        }
        _ => Truth::Undecidable,
    }
}

impl Claimable for Catan {
    type Intention = Intention;
    type Opinion = Opinion;
    type Trace = Trace;

    fn known(&self, view: &View, claim: &ClaimOf<Self>) -> Truth {
        match claim.statement {
            Statement::Fact(fact) => {
                let trace = self.trace(view, claim);
                if let Hidden::Drawn(card) = fact.kind
                    && fact.seat == view.seat
                {
                    let drawn = i32::from(view.bought.count(card));
                    return decide(fact, (drawn, drawn));
                }
                decide(fact, self.range_then(&trace, fact, view))
            }
            Statement::Intention(_) | Statement::Opinion(_) => Truth::Undecidable,
        }
    }

    fn trace(&self, view: &View, claim: &ClaimOf<Self>) -> Trace {
        let seat = match &claim.statement {
            Statement::Fact(fact) => fact.seat,
            Statement::Intention(_) | Statement::Opinion(_) => claim.speaker,
        };
        let drawn = if view.mover == seat { view.bought_count } else { 0 };
        Trace {
            gone: (0, 0),
            cards: view.players[seat.index()].card_count as u8,
            drawn: drawn as u8,
            played: [0; CARD_KINDS],
            bought: 0,
            points: view.visible_points(seat),
            offers: 0,
        }
    }

    fn follow(
        &self,
        trace: &mut Trace,
        claim: &ClaimOf<Self>,
        view: &LazyView<'_, Self>,
        sight: &Sight,
    ) -> Truth {
        let fact = match claim.statement {
            Statement::Fact(fact) => fact,
            Statement::Intention(intention) => {
                return outcome(trace, claim.speaker, intention, &sight.event);
            }
            Statement::Opinion(_) => return Truth::Undecidable,
        };
        match fact.kind {
            Hidden::Resource(resource) => {
                let (least, most) = outflow(&sight.event, fact.seat, resource);
                trace.gone = (trace.gone.0 + least, trace.gone.1 + most);
            }
            Hidden::Card(_) | Hidden::Drawn(_) | Hidden::Points => match &sight.event {
                Event::Drew { seat, .. } if *seat == fact.seat => trace.bought += 1,
                event => {
                    if let Some((seat, card)) = played_card(event)
                        && seat == fact.seat
                    {
                        trace.played[card.index()] += 1;
                    } else if sight.won.is_none() {
                        // Nothing else tells anything about development cards, but the turn of a
                        // player that goes on without a win.
                        let is_turn = matches!(event, Event::Acted { action: Action::End, .. });
                        if !is_turn {
                            return Truth::Undecidable;
                        }
                    }
                }
            },
        }
        decide(fact, self.range_then(trace, fact, view))
    }

    fn was_true(&self, trace: &Trace, claim: &ClaimOf<Self>, world: &State) -> Option<f64> {
        let Statement::Fact(fact) = &claim.statement else {
            return None;
        };
        let certain =
            |number: i32| Some(if fact.comparison.holds(number, fact.count) { 1.0 } else { 0.0 });
        let held = |card: Card| {
            i32::from(world.cards(fact.seat).count(card)) + i32::from(trace.played[card.index()])
        };
        match fact.kind {
            Hidden::Resource(resource) => {
                let (least, most) = trace.gone;
                let now = i32::from(world.hand(fact.seat).count(resource));
                (least == most).then(|| certain((now + least).max(0))).flatten()
            }
            Hidden::Card(card) => (trace.bought == 0).then(|| certain(held(card))).flatten(),
            Hidden::Points => {
                let points = held(Card::VictoryPoint) + i32::from(trace.points);
                (trace.bought == 0).then(|| certain(points)).flatten()
            }
            // Any of the cards that were held then or bought since may be the one.
            Hidden::Drawn(card) => {
                let all = f64::from(trace.cards) + f64::from(trace.bought);
                let share = (f64::from(held(card)) / all.max(1.0)).min(1.0);
                let none = (1.0 - share).powi(i32::from(trace.drawn));
                let is_one_at_least = fact.count == 1 && fact.comparison.holds(1, 1);
                is_one_at_least.then_some(1.0 - none)
            }
        }
    }

    fn claims_of(&self, speaker: Seat, action: &Action, heard: &mut dyn FnMut(ClaimOf<Self>)) {
        if let Action::Say(statement) = action {
            heard(Claim { speaker, statement: *statement });
        }
    }

    fn claims_in(&self, sight: &Sight, heard: &mut dyn FnMut(ClaimOf<Self>)) {
        if let Event::Acted { seat, action, .. } = &sight.event {
            self.claims_of(*seat, action, heard);
        }
    }

    /// Own resources, own development cards, own points, what others hold, intentions, opinions.
    fn kind(&self, claim: &ClaimOf<Self>) -> usize {
        match &claim.statement {
            Statement::Fact(fact) if fact.seat != claim.speaker => 3,
            Statement::Fact(fact) => match fact.kind {
                Hidden::Resource(_) => 0,
                Hidden::Card(_) | Hidden::Drawn(_) => 1,
                Hidden::Points => 2,
            },
            Statement::Intention(_) => 4,
            Statement::Opinion(_) => 5,
        }
    }

    fn actor(&self, sight: &Sight) -> Option<Seat> {
        match &sight.event {
            Event::Acted { seat, .. }
            | Event::Monopolised { seat, .. }
            | Event::Traded { seat, .. } => Some(*seat),
            _ => None,
        }
    }

    /// Who draws a card is expected to say something about it; who does not may have drawn a point.
    fn expected(&self, sight: &Sight) -> Option<ClaimOf<Self>> {
        let Event::Drew { seat, .. } = sight.event else {
            return None;
        };
        let fact = Fact::at_least(seat, Hidden::Drawn(Card::VictoryPoint), 1);
        let claim = Claim { speaker: seat, statement: Statement::Fact(fact) };
        self.options.speaking.then_some(claim)
    }

    fn is_statement(&self, action: &Action) -> bool {
        matches!(action, Action::Say(_))
    }

    fn silence(&self, view: &View) -> Option<Action> {
        matches!(view.stage, Stage::Speak(_)).then_some(Action::Quiet)
    }

    /// The hands of the others as they follow from the number of their cards before the sights, each
    /// card of any resource, and from the sights.
    fn forget(&self, view: &View, recent: &mut dyn Iterator<Item = &Sight>) -> Option<View> {
        view.knowledge.as_ref()?;
        let events: Vec<&Event> = recent.map(|sight| &sight.event).collect();
        let sizes: Vec<(u32, Hand)> = Seat::all(view.players.len())
            .zip(&view.players)
            .map(|(seat, player)| {
                let grown: i32 = events.iter().map(|event| growth(event, seat)).sum();
                (player.hand_size.saturating_add_signed(-grown), held_before(&events, seat))
            })
            .collect();
        let mut knowledge = Knowledge::of_sizes(view.seat, &sizes);
        for event in events {
            Self::learn(&mut knowledge, view.seat, event);
        }
        Some(View { knowledge: Some(knowledge.with_own(view.hand())), ..view.clone() })
    }

    /// Cards that only one or two players saw: those of others are hidden from the seat, and which of
    /// its own went, if nobody else saw it, cannot be told.
    fn imagine_sight(&self, sight: &Sight, seat: Seat) -> Option<Sight> {
        if self.options.hands.is_open() {
            return Some(sight.clone());
        }
        let event = match &sight.event {
            Event::Stolen { thief, victim, resource } if [*thief, *victim].contains(&seat) => {
                (*resource)?;
                sight.event.clone()
            }
            Event::Stolen { thief, victim, .. } => {
                Event::Stolen { thief: *thief, victim: *victim, resource: None }
            }
            Event::Discarded { counts, cards, sum } => {
                let nothing = (counts[seat.index()] == 0).then_some(Hand::EMPTY);
                let own = nothing.or(cards[seat.index()])?;
                let seen = Seat::all(cards.len()).map(|it| (it == seat).then_some(own));
                Event::Discarded { counts: counts.clone(), cards: seen.collect(), sum: *sum }
            }
            Event::Drew { seat: drawer, .. } if *drawer != seat => {
                Event::Drew { seat: *drawer, card: None }
            }
            event => event.clone(),
        };
        Some(Sight { event, ..sight.clone() })
    }

    fn silent(&self) -> Self {
        self.without_speaking()
    }
}
