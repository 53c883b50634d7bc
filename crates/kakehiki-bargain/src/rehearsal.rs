//! Games in one's head, to learn what the words of a known kind of player are worth.

use kakehiki_core::{Agent, Awaited, OngoingGame, Seat, Seated, Seed};

use crate::{
    Bargaining, ClaimOf, Credited, Listener, MemorySpan, Recipes, Truth, WordListener, Words,
    trust::Trust,
};

/// How many claims are judged for a lesson, and in how many games at most. The worth of a word is known
/// well after some dozens, and one claim is heard by all others at the table.
const CLAIMS: u32 = 400;
const GAMES: u64 = 40;

/// What the words of a known kind of player are worth.
#[derive(Clone, Debug, Default)]
pub(crate) struct Rehearsed {
    /// How far its claims can be believed.
    pub(crate) words: Trust,
    /// How far it can be believed to be what its reports rest on, by what it reports: real seers mostly
    /// find humans, and false ones report werewolves.
    pub(crate) reports: Trust,
}

/// Plays games in which all choose their words like one player, and learns what these are worth.
///
/// Who waits for proofs learns slowly whom to trust, and a speaker who shuns what can be proved teaches
/// nothing. Who knows how a speaker chooses need not wait: in a game in one's head all that is said can
/// be held against what is so.
pub(crate) fn rehearse<G: Bargaining>(
    game: &G,
    span: MemorySpan,
    player: &Recipes<Box<dyn Agent<G>>>,
) -> Rehearsed {
    let mut rehearsed = Rehearsed::default();
    let truth = |world: &G::State, claim: &ClaimOf<G>| match game.truth(world, claim) {
        Truth::Undecidable => None,
        truth => Some(truth == Truth::True),
    };
    let mut has_reports = false;
    rehearsed.words = learn(game, span, player, &rehearsed, |credited, world| {
        let holds = truth(world, &credited.claim)?;
        let ground = game.rests_on(&credited.claim);
        has_reports |= ground.is_some();
        // Of somebody who lies about what it rests on, that tells enough.
        let is_groundless = ground.is_some_and(|ground| truth(world, &ground) != Some(true));
        (holds || !is_groundless).then_some((credited.by_rules, holds))
    });
    // Last, by one who knows what the words are worth: who claims to be the seer is doubted already.
    if has_reports {
        rehearsed.reports = learn(game, span, player, &rehearsed, |credited, world| {
            let ground = game.rests_on(&credited.claim)?;
            Some((credited.grounded?, truth(world, &ground)?))
        });
    }
    rehearsed
}

/// Plays games and learns from each claim what the lesson makes of it: how likely something was, and
/// whether it holds.
fn learn<G: Bargaining>(
    game: &G,
    span: MemorySpan,
    player: &Recipes<Box<dyn Agent<G>>>,
    known: &Rehearsed,
    mut lesson: impl FnMut(&Credited<G>, &G::State) -> Option<(f64, bool)>,
) -> Trust {
    let seed = Seed::experiment(0).derive("rehearsal", 0);
    let (mut trust, mut left) = (Trust::default(), CLAIMS);
    for number in 0..GAMES {
        let seed = seed.derive("game", number);
        rehearse_game(game, span, player, known, seed, &mut |credited, world| {
            if let Some((before, holds)) = lesson(credited, world) {
                let kind = game.kind(&credited.claim);
                for seat in Seat::all(game.seats()) {
                    trust.prove(seat, kind, before, holds);
                }
                left = left.saturating_sub(1);
            }
            left > 0
        });
        if left == 0 {
            break;
        }
    }
    trust
}

/// Plays one game, and hands over each claim with the world as it is, until that is enough.
fn rehearse_game<G: Bargaining>(
    game: &G,
    span: MemorySpan,
    player: &Recipes<Box<dyn Agent<G>>>,
    known: &Rehearsed,
    seed: Seed,
    told: &mut dyn FnMut(&Credited<G>, &G::State) -> bool,
) {
    let mut ongoing = OngoingGame::new(game.clone(), seed);
    let seats = || Seat::all(game.seats());
    let seed_of = |name: &str, seat: Seat| seed.derive(name, seat.index() as u64);
    let mut seated: Vec<Seated<Box<dyn Agent<G>>>> =
        seats().map(|seat| Seated::new::<G>(player(seed_of("player", seat)), seat)).collect();
    let mut listeners: Vec<WordListener<G>> = seats()
        .map(|seat| {
            let seed = seed_of("listener", seat);
            let listener = WordListener::new(game.clone(), Words::Wary, span, seed);
            let mut listener = listener.knowing(known.clone());
            listener.sit(seat);
            listener
        })
        .collect();
    let mut menu = Vec::new();
    loop {
        match ongoing.awaited() {
            Awaited::Nobody(_) => return,
            Awaited::Chance => drop(ongoing.draw()),
            Awaited::Seat(seat) => {
                let reply = seated[seat.index()].decide(&ongoing, &mut menu);
                ongoing.answer(reply);
            }
        }
        for seat in seats() {
            seated[seat.index()].hear(&ongoing);
            let Some(sight) = ongoing.sight(seat) else { continue };
            let listener = &mut listeners[seat.index()];
            listener.hear(&ongoing.lazy_view(seat), sight);
            if !listener.credited().iter().all(|credited| told(credited, ongoing.state())) {
                return;
            }
        }
    }
}
