//! Lists of actions without the types of their games.

use std::{any::Any, borrow::Borrow, sync::Arc};

use kakehiki_bargain::Claimable;
use kakehiki_core::{Awaited, Coded, Coder, Observed, OngoingGame, Piece, Seat, Seed, Sheet};

use crate::{AnyOngoing, AnyPosition, Ongoing, PositionOrder, Refused, position::Position};

/// A game that all of this project can play: whose statements can be judged, and whose actions have ids.
pub trait Playable: Claimable + Coded {}

impl<G: Claimable + Coded> Playable for G {}

/// A view without its type.
pub trait AnyView: Send + Sync {
    /// Whose view it is.
    fn seat(&self) -> Seat;

    /// The view as JSON.
    fn json(&self) -> String;

    /// The view with its type.
    fn as_any(&self) -> &dyn Any;
}

/// A view that is kept.
pub(crate) struct Kept<G: Observed>(pub(crate) G::View);

impl<G: Coded> AnyView for Kept<G> {
    fn seat(&self) -> Seat {
        G::viewer(&self.0)
    }

    fn json(&self) -> String {
        // Views can be written as JSON: the conformance suite checks it for every game. By way of a value,
        // so that their fields stand in the order that all faces show.
        serde_json::to_value(&self.0).unwrap_or_default().to_string()
    }

    fn as_any(&self) -> &dyn Any {
        &self.0
    }
}

/// Which ids of a list are legal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LegalIds {
    /// Those of the menu.
    #[default]
    Menu,
    /// All that the rules allow.
    Listed,
}

/// Why an id was not taken.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum IdRefused {
    /// It means nothing here.
    #[error("{0}")]
    Unknown(Refused),
    /// What it means is not allowed here.
    #[error("{0}")]
    Illegal(Refused),
}

/// The list of actions at a table without its type. Views and games have to be of the same game.
pub trait AnyCoding: Send + Sync {
    /// The version of the list.
    fn version(&self) -> u32;

    /// The number of ids.
    fn size(&self) -> usize;

    /// The kinds of outcomes of chance in the order of their ids, each with its number of ids.
    fn chance_kinds(&self) -> &'static [(&'static str, usize)];

    /// Every id with its kind, and its action as the first seat of this table writes it; nothing where
    /// that depends on the position, or the table has no such seat.
    fn table(&self) -> Vec<(&'static str, Option<String>)>;

    /// The id of an action of the seat whose view this is; nothing where the list does not hold it.
    ///
    /// # Errors
    /// If the text is no action, or the view is of another game.
    fn encode(&self, view: &dyn AnyView, action: &str) -> Result<Option<usize>, Refused>;

    /// The action of an id for the seat whose view this is.
    ///
    /// # Errors
    /// If the id has none here, or the view is of another game.
    fn decode(&self, view: &dyn AnyView, id: usize) -> Result<String, Refused>;

    /// What a view is told by in numbers, piece by piece.
    fn pieces(&self) -> &'static [Piece];

    /// How many numbers that is.
    fn width(&self) -> usize {
        self.pieces().iter().map(Piece::size).sum()
    }

    /// Fills in the numbers of a view, of which there are [`width`](Self::width).
    ///
    /// # Errors
    /// If the view is of another game.
    fn observe(&self, view: &dyn AnyView, numbers: &mut [f32]) -> Result<(), Refused>;

    /// The ids that are legal for the seat that a game awaits, ascending; none where no seat is.
    ///
    /// # Errors
    /// If the game is another one.
    fn legal(&self, game: &dyn AnyOngoing) -> Result<Vec<usize>, Refused>;

    /// Takes an id as the answer of somebody outside.
    ///
    /// # Errors
    /// If the game is another one, the id has no action here, it is not that seat's turn, or the action is not
    /// legal; the game stays as it was.
    fn answer(&self, game: &mut dyn AnyOngoing, seat: Seat, id: usize) -> Result<(), IdRefused>;

    /// The outcome of an id of chance, which a game awaits.
    ///
    /// # Errors
    /// If the game is another one, or chance cannot fall so.
    fn outcome(&self, game: &dyn AnyOngoing, id: usize) -> Result<String, Refused>;

    /// A game before anything has happened, in which every step is an id.
    fn begin(self: Arc<Self>, order: PositionOrder) -> Box<dyn AnyPosition>;
}

/// A list of actions, and which of them are legal.
pub(crate) struct Coding<G: Coded> {
    game: G,
    coder: Coder<G>,
    extra: Vec<String>,
    legal: LegalIds,
}

impl<G: Coded> Coding<G> {
    pub(crate) fn new(game: &G, coder: Coder<G>, extra: &[String], legal: LegalIds) -> Self {
        Self { game: game.clone(), coder, extra: extra.to_vec(), legal }
    }

    fn view(view: &dyn AnyView) -> Result<&G::View, Refused> {
        let other = || Refused("the view is of another game".to_owned());
        view.as_any().downcast_ref::<G::View>().ok_or_else(other)
    }
}

impl<G: Playable> Coding<G> {
    fn ongoing(game: &dyn AnyOngoing) -> Result<&OngoingGame<G>, Refused> {
        let ongoing = game.as_any().downcast_ref::<Ongoing<G>>();
        ongoing.map(Ongoing::game).ok_or_else(other_game)
    }
}

impl<G: Playable> AnyCoding for Coding<G> {
    fn version(&self) -> u32 {
        G::CODING_VERSION
    }

    fn size(&self) -> usize {
        self.coder.size()
    }

    fn chance_kinds(&self) -> &'static [(&'static str, usize)] {
        self.game.chance_kinds()
    }

    fn table(&self) -> Vec<(&'static str, Option<String>)> {
        let kinds = self.game.id_kinds().iter();
        let kinds = kinds.flat_map(|(kind, count)| std::iter::repeat_n(*kind, *count));
        let listed = self.game.listed(Seat::new(0)).into_iter();
        let listed = listed.map(|action| action.map(|action| action.to_string()));
        let extra = self.extra.iter().map(|template| ("extra", Some(template.clone())));
        kinds.zip(listed).chain(extra).collect()
    }

    fn encode(&self, view: &dyn AnyView, action: &str) -> Result<Option<usize>, Refused> {
        let action: G::Action = action
            .parse()
            .map_err(|error: kakehiki_core::NotationError| Refused(error.to_string()))?;
        Ok(self.coder.encode(Self::view(view)?, &action))
    }

    fn decode(&self, view: &dyn AnyView, id: usize) -> Result<String, Refused> {
        let view = Self::view(view)?;
        self.action(G::viewer(view), || view, id).map(|action| action.to_string())
    }

    fn pieces(&self) -> &'static [Piece] {
        self.game.pieces()
    }

    fn observe(&self, view: &dyn AnyView, numbers: &mut [f32]) -> Result<(), Refused> {
        let mut sheet = Sheet::new(numbers);
        self.game.observe(Self::view(view)?, &mut sheet);
        Ok(())
    }

    fn legal(&self, game: &dyn AnyOngoing) -> Result<Vec<usize>, Refused> {
        let ongoing = Self::ongoing(game)?;
        let Awaited::Seat(seat) = ongoing.awaited() else { return Ok(Vec::new()) };
        Ok(self.legal_ids(ongoing, &ongoing.view(seat)))
    }

    fn answer(&self, game: &mut dyn AnyOngoing, seat: Seat, id: usize) -> Result<(), IdRefused> {
        let ongoing = game.as_any_mut().downcast_mut::<Ongoing<G>>();
        let ongoing = ongoing.ok_or_else(|| IdRefused::Unknown(other_game()))?;
        let action = self.action(seat, || ongoing.game().view(seat), id);
        let action = action.map_err(IdRefused::Unknown)?;
        ongoing.choose(seat, action).map_err(IdRefused::Illegal)
    }

    fn outcome(&self, game: &dyn AnyOngoing, id: usize) -> Result<String, Refused> {
        let found = outcome_of(Self::ongoing(game)?, id);
        found.map(|chance| chance.to_string()).ok_or_else(|| no_outcome(id))
    }

    fn begin(self: Arc<Self>, order: PositionOrder) -> Box<dyn AnyPosition> {
        Box::new(Position::new(self, order, Seed::experiment(0)))
    }
}

/// As many entries as most menus have at most.
const FEW: usize = 32;

fn other_game() -> Refused {
    Refused("the match is of another game".to_owned())
}

/// The outcome of chance that has an id, if chance may fall so.
pub(crate) fn outcome_of<G: Coded>(ongoing: &OngoingGame<G>, id: usize) -> Option<G::Chance> {
    let mut outcomes = ongoing.chances().into_iter().map(|(chance, _)| chance);
    outcomes.find(|chance| ongoing.game().chance_id(chance) == id)
}

/// Says that an id of chance is none here.
pub(crate) fn no_outcome(id: usize) -> Refused {
    Refused(format!("chance cannot fall by id {id} here"))
}

/// With the types, for those who play many games.
impl<G: Coded> Coding<G> {
    pub(crate) fn game(&self) -> &G {
        &self.game
    }

    /// The id of an action of the seat whose view this is; nothing where the list does not hold it.
    pub(crate) fn encode_action(&self, view: &G::View, action: &G::Action) -> Option<usize> {
        self.coder.encode(view, action)
    }

    /// How many numbers an observation has, and how many ids there are.
    pub(crate) fn extent(&self) -> (usize, usize) {
        (self.game.pieces().iter().map(Piece::size).sum(), self.coder.size())
    }

    /// The action of an id for a seat, whose view is looked at only if the action depends on the position.
    ///
    /// # Errors
    /// If it has none here.
    pub(crate) fn action<V: Borrow<G::View>>(
        &self,
        seat: Seat,
        view: impl FnOnce() -> V,
        id: usize,
    ) -> Result<G::Action, Refused> {
        let none = || {
            let size = self.coder.size();
            if id < size {
                return Refused(format!("id {id} has no action here"));
            }
            Refused(format!("id {id} is not one of 0 to {}", size - 1))
        };
        self.coder.decode(seat, view, id).ok_or_else(none)
    }

    /// The action of an id, if it is legal for the seat that a game awaits; otherwise what is wrong.
    pub(crate) fn read(
        &self,
        ongoing: &OngoingGame<G>,
        seat: Seat,
        id: usize,
    ) -> Result<G::Action, Refused> {
        let action = self.action(seat, || ongoing.view(seat), id)?;
        ongoing.check(&action).map_err(|illegal| Refused(illegal.0))?;
        Ok(action)
    }

    /// The ids that are legal for the seat that a game awaits, whose view this is, ascending.
    pub(crate) fn legal_ids(&self, ongoing: &OngoingGame<G>, view: &G::View) -> Vec<usize> {
        let mut menu = Vec::with_capacity(FEW);
        ongoing.menu(&mut menu);
        let mut ids = Vec::with_capacity(menu.len());
        self.each_legal(ongoing, view, &menu, |id| ids.push(id));
        ids.sort_unstable();
        ids.dedup();
        ids
    }

    /// Tells the same ids in any order, some of them maybe twice, to those who have the menu.
    pub(crate) fn each_legal(
        &self,
        ongoing: &OngoingGame<G>,
        view: &G::View,
        menu: &[G::Action],
        mut tell: impl FnMut(usize),
    ) {
        match self.legal {
            LegalIds::Menu => {
                let ids = menu.iter().filter_map(|action| self.coder.encode(view, action));
                ids.for_each(&mut tell);
                let extra = self.coder.extra(view);
                let extra = extra.filter(|(_, action)| ongoing.check(action).is_ok());
                // An action that stands in the list already keeps its id there.
                extra.filter_map(|(_, action)| self.coder.encode(view, action)).for_each(tell);
            }
            LegalIds::Listed => {
                self.coder.each_allowed(view, |action| ongoing.check(action).is_ok(), tell);
            }
        }
    }
}
