//! Actions as whole numbers and views as vectors, for learners that choose among a fixed list.

use rustc_hash::FxHashMap;

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

    /// The action of every id for a seat that acts, as far as it follows from the seat alone; nothing for
    /// seats that this table does not have.
    fn listed(&self, actor: Seat) -> Vec<Option<Self::Action>>;

    /// Tells the actions of ids that also depend on the position, in the order of the ids.
    fn listed_here(&self, _view: &Self::View, _tell: &mut dyn FnMut(usize, Self::Action)) {}

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
        let listed = game.id_kinds().iter().map(|(_, count)| count).sum();
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

    /// Whether an id is of somebody's own.
    pub fn is_extra(&self, id: usize) -> bool {
        id >= self.listed
    }

    fn list(&self, view: &G::View) -> &SeatList<G> {
        &self.lists[G::viewer(view).index()]
    }

    /// The least id of an action of the seat whose view this is; nothing where the list does not hold it.
    pub fn encode(&self, view: &G::View, action: &G::Action) -> Option<usize> {
        let mut found = None;
        self.encode_each(view, std::slice::from_ref(action), |id| found = Some(id));
        found
    }

    /// Tells the least ids of many actions, in any order; nothing of those that the list does not hold.
    pub fn encode_each(&self, view: &G::View, actions: &[G::Action], mut tell: impl FnMut(usize)) {
        let fixed = &self.list(view).ids;
        // Actions that the fixed list does not hold are few, and mostly none.
        let mut others = Vec::new();
        for action in actions {
            match fixed.get(action) {
                Some(id) => tell(*id),
                None => others.push(action),
            }
        }
        if others.is_empty() {
            return;
        }
        let mut here = FxHashMap::default();
        self.game.listed_here(view, &mut |id, action| {
            here.entry(action).or_insert(id);
        });
        others.into_iter().filter_map(|action| here.get(action)).for_each(|id| tell(*id));
    }

    /// The action of an id for the seat whose view this is; nothing where it has none here.
    pub fn decode(&self, view: &G::View, id: usize) -> Option<G::Action> {
        if let Some(action) = self.list(view).actions.get(id)? {
            return Some(action.clone());
        }
        let mut found = None;
        self.game.listed_here(view, &mut |known, action| {
            if known == id {
                found = Some(action);
            }
        });
        found
    }

    /// Every action of the list here with its least id, in the order of the ids.
    pub fn actions(&self, view: &G::View) -> Vec<(usize, G::Action)> {
        let list = self.list(view);
        let fixed = list.actions.iter().enumerate();
        let mut actions: Vec<(usize, G::Action)> = fixed
            .filter_map(|(id, action)| Some((id, action.clone()?)))
            .filter(|(id, action)| list.ids.get(action) == Some(id))
            .collect();
        let mut here = FxHashMap::default();
        self.game.listed_here(view, &mut |id, action| {
            if !list.ids.contains_key(&action) {
                here.entry(action).or_insert(id);
            }
        });
        actions.extend(here.into_iter().map(|(action, id)| (id, action)));
        actions.sort_unstable_by_key(|(id, _)| *id);
        actions
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
