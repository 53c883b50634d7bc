//! Actions as whole numbers and views as vectors, for learners that choose among a fixed list.

use std::{borrow::Borrow, ops::Range};

use rustc_hash::{FxHashMap, FxHashSet};

use crate::{Game, NotationError, Observed, Piece, Seat, Sheet};

/// A game with a list of actions, each of which has an id that never changes within a version.
///
/// The list is the same for all options of a game and holds every action that a menu can. Seats in it
/// are relative to the one who acts, so that one learner can sit anywhere.
pub trait Coded: Observed {
    /// The version of the list; it rises when an id changes its meaning.
    const CODING_VERSION: u32;

    /// The kinds of actions in the order of their ids, each with its number of ids.
    fn id_kinds(&self) -> &'static [(&'static str, usize)];

    /// How many ids the list has.
    fn list_size(&self) -> usize {
        self.id_kinds().iter().map(|(_, count)| count).sum()
    }

    /// The action of every id for a seat that acts, as far as it follows from the seat alone; nothing for
    /// seats that this table does not have.
    fn listed(&self, actor: Seat) -> Vec<Option<Self::Action>>;

    /// Tells the actions of ids that also depend on the position, in the order of the ids.
    fn listed_here(&self, _view: &Self::View, _tell: &mut dyn FnMut(usize, Self::Action)) {}

    /// The least id of an action among those that [`listed_here`](Self::listed_here) tells. A game that lists
    /// many of them overrides this by working it out.
    fn id_here(&self, view: &Self::View, action: &Self::Action) -> Option<usize> {
        let mut found = None;
        self.listed_here(view, &mut |id, listed| {
            if found.is_none() && listed == *action {
                found = Some(id);
            }
        });
        found
    }

    /// Tells the ids among which all are that the rules allow the seat that is asked, whose view this is, in any
    /// order. The others are not even tried: a list has thousands of ids, and what does not belong to the stage of
    /// the game takes longer to refuse than to leave out.
    fn possible(&self, view: &Self::View, tell: &mut dyn FnMut(Range<usize>));

    /// The kinds of outcomes of chance in the order of their ids, each with its number of ids; none where
    /// nothing is left to chance.
    fn chance_kinds(&self) -> &'static [(&'static str, usize)] {
        &[]
    }

    /// The id of an outcome of chance. It is the same whoever looks.
    fn chance_id(&self, chance: &Self::Chance) -> usize;

    /// Whose view it is.
    fn viewer(view: &Self::View) -> Seat;

    /// What a view is told by in numbers, piece by piece. Pieces belong to the version of the list too.
    fn pieces(&self) -> &'static [Piece];

    /// Fills in the numbers of all pieces, each from -1 to 1. They follow from the view alone; seats in them
    /// are relative to the one who looks.
    fn observe(&self, view: &Self::View, sheet: &mut Sheet<'_>);

    /// A notation in which `{1}` stands for the seat after the actor, `{2}` for the one after that, and
    /// so on: with the seats filled in. Nothing where it names one that is not there.
    fn fill_in(&self, template: &str, actor: Seat) -> Option<String> {
        fill_seats(template, actor, self.seats(), &|seat| seat.to_string())
    }
}

/// The first id of a kind of actions.
pub fn first_id(kinds: &[(&str, usize)], kind: &str) -> usize {
    kinds.iter().take_while(|(name, _)| *name != kind).map(|(_, count)| count).sum()
}

/// The ids from those of one kind of actions up to those of another one, which is left out.
pub fn ids_between(kinds: &[(&str, usize)], first: &str, end: &str) -> Range<usize> {
    first_id(kinds, first)..first_id(kinds, end)
}

/// The seat so many places after the one who acts, if the table has it.
pub fn seat_after(actor: Seat, distance: usize, seats: usize) -> Option<Seat> {
    (distance < seats).then(|| Seat::new((actor.index() + distance) % seats))
}

/// Puts words for seats into a template.
pub fn fill_seats(
    template: &str,
    actor: Seat,
    seats: usize,
    word: &dyn Fn(Seat) -> String,
) -> Option<String> {
    let mut filled = String::new();
    let mut rest = template;
    while let Some((before, after)) = rest.split_once('{') {
        let (number, after) = after.split_once('}')?;
        filled += before;
        filled += &word(seat_after(actor, number.parse().ok()?, seats)?);
        rest = after;
    }
    Some(filled + rest)
}

/// Why a notation of somebody's own cannot be added to a list.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CodingError {
    /// It names a seat that the table does not have.
    #[error("{template:?} names a seat that is not there: {{1}} to {{{}}} are", seats - 1)]
    Seat {
        /// The notation.
        template: String,
        /// The seats of the table.
        seats: usize,
    },
    /// It is not the notation of an action.
    #[error("{template:?}: {problem}")]
    Notation {
        /// The notation.
        template: String,
        /// What would be right.
        problem: NotationError,
    },
}

/// The list of a game at one table, with notations of somebody's own behind it.
pub struct Coder<G: Coded> {
    game: G,
    lists: Vec<SeatList<G>>,
    listed: usize,
}

/// The list as one seat has it.
struct SeatList<G: Game> {
    actions: Vec<Option<G::Action>>,
    /// The least id of every action.
    ids: FxHashMap<G::Action, usize>,
}

impl<G: Coded> Coder<G> {
    /// The list of a table.
    ///
    /// # Errors
    /// If one of the notations cannot be read.
    pub fn new(game: &G, extra: &[String]) -> Result<Self, CodingError> {
        let listed = game.list_size();
        let list = |actor: Seat| {
            let mut actions = game.listed(actor);
            debug_assert_eq!(actions.len(), listed, "kinds and list disagree");
            for template in extra {
                actions.push(Some(read(game, template, actor)?));
            }
            let mut ids = FxHashMap::default();
            for (id, action) in actions.iter().enumerate() {
                if let Some(action) = action {
                    ids.entry(action.clone()).or_insert(id);
                }
            }
            Ok(SeatList { actions, ids })
        };
        let lists = Seat::all(game.seats()).map(list).collect::<Result<_, _>>()?;
        Ok(Self { game: game.clone(), lists, listed })
    }

    /// The number of ids, those of somebody's own included.
    pub fn size(&self) -> usize {
        self.lists[0].actions.len()
    }

    fn list(&self, view: &G::View) -> &SeatList<G> {
        &self.lists[G::viewer(view).index()]
    }

    /// The least id of an action of the seat whose view this is; nothing where the list does not hold it.
    pub fn encode(&self, view: &G::View, action: &G::Action) -> Option<usize> {
        let fixed = self.list(view).ids.get(action).copied();
        fixed.or_else(|| self.game.id_here(view, action))
    }

    /// Tells the least ids of all listed actions that are allowed here, in any order.
    pub fn each_allowed(
        &self,
        view: &G::View,
        is_allowed: impl Fn(&G::Action) -> bool,
        mut tell: impl FnMut(usize),
    ) {
        let list = self.list(view);
        let mut may_be = vec![false; self.listed];
        self.game.possible(view, &mut |ids| may_be[ids].fill(true));
        may_be.resize(list.actions.len(), true);
        for (id, action) in list.actions.iter().enumerate().filter(|(id, _)| may_be[*id]) {
            let Some(action) = action else { continue };
            if is_allowed(action) && list.ids.get(action) == Some(&id) {
                tell(id);
            }
        }
        // An action may be told by several ids here.
        let mut told = FxHashSet::default();
        self.game.listed_here(view, &mut |id, action| {
            let is_open = may_be[id] && is_allowed(&action) && !list.ids.contains_key(&action);
            if is_open && told.insert(action) {
                tell(id);
            }
        });
    }

    /// The action of an id for a seat; nothing where it has none here. The seat's view is looked at only if the
    /// action depends on the position.
    pub fn decode<V: Borrow<G::View>>(
        &self,
        seat: Seat,
        view: impl FnOnce() -> V,
        id: usize,
    ) -> Option<G::Action> {
        if let Some(action) = self.lists[seat.index()].actions.get(id)? {
            return Some(action.clone());
        }
        let mut found = None;
        self.game.listed_here(view().borrow(), &mut |known, action| {
            if known == id {
                found = Some(action);
            }
        });
        found
    }

    /// The actions of somebody's own with their ids, for the seat whose view this is.
    pub fn extra(&self, view: &G::View) -> impl Iterator<Item = (usize, &G::Action)> {
        let list = self.list(view);
        let extra = list.actions.iter().enumerate().skip(self.listed);
        extra.filter_map(|(id, action)| Some((id, action.as_ref()?)))
    }
}

fn read<G: Coded>(game: &G, template: &str, actor: Seat) -> Result<G::Action, CodingError> {
    let filled = game
        .fill_in(template, actor)
        .ok_or_else(|| CodingError::Seat { template: template.to_owned(), seats: game.seats() })?;
    let unreadable = |problem| CodingError::Notation { template: template.to_owned(), problem };
    filled.parse().map_err(unreadable)
}
