//! Games in one's head, to learn what the words of a known kind of player are worth.

use kakehiki_core::{Agent, Awaited, OngoingGame, Seat, Seated, Seed};

use crate::{
    Bargaining, Credited, Listener, MemorySpan, Recipes, Truth, WordListener, Words, trust::Trust,
};

/// How many claims are judged, and in how many games at most. The worth of a word is known well after
/// some dozens, and one claim is heard by all others at the table.
const CLAIMS: u32 = 400;
const GAMES: u64 = 40;

/// Plays games in which all choose their words like one player, and learns what these are worth.
///
/// Who waits for proofs learns slowly whom to trust, and a speaker who shuns what can be proved teaches
/// nothing. Who knows how a speaker chooses need not wait: in a game in one's head all that is said can
/// be held against what is so.
pub(crate) fn rehearse<G: Bargaining>(
    game: &G,
    span: MemorySpan,
    player: &Recipes<Box<dyn Agent<G>>>,
) -> Trust {
    let seed = Seed::experiment(0).derive("rehearsal", 0);
    let (mut trust, mut left) = (Trust::default(), CLAIMS);
    for number in 0..GAMES {
        rehearse_game(game, span, player, seed.derive("game", number), &mut |claim, holds| {
            let kind = game.kind(&claim.claim);
            for seat in Seat::all(game.seats()) {
                trust.prove(seat, kind, claim.by_rules, holds);
            }
            left = left.saturating_sub(1);
            left > 0
        });
        if left == 0 {
            break;
        }
    }
    trust
}

/// Plays one game, and hands over each claim of which it is known whether it holds until that is
/// enough.
fn rehearse_game<G: Bargaining>(
    game: &G,
    span: MemorySpan,
    player: &Recipes<Box<dyn Agent<G>>>,
    seed: Seed,
    told: &mut dyn FnMut(&Credited<G>, bool) -> bool,
) {
    let mut ongoing = OngoingGame::new(game.clone(), seed);
    let seats = || Seat::all(game.seats());
    let seed_of = |name: &str, seat: Seat| seed.derive(name, seat.index() as u64);
    let mut seated: Vec<Seated<Box<dyn Agent<G>>>> =
        seats().map(|seat| Seated::new::<G>(player(seed_of("player", seat)), seat)).collect();
    let mut listeners: Vec<WordListener<G>> = seats()
        .map(|seat| {
            let seed = seed_of("listener", seat);
            let mut listener = WordListener::new(game.clone(), Words::Wary, span, seed);
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
            for credited in listener.credited() {
                let holds = match game.truth(ongoing.state(), &credited.claim) {
                    // Of somebody who lies about what it rests on, that tells enough.
                    Truth::False if is_groundless(game, ongoing.state(), credited) => continue,
                    Truth::Undecidable => continue,
                    truth => truth == Truth::True,
                };
                if !told(credited, holds) {
                    return;
                }
            }
        }
    }
}

/// Whether what a claim rests on does not hold.
fn is_groundless<G: Bargaining>(game: &G, world: &G::State, credited: &Credited<G>) -> bool {
    let ground = game.rests_on(&credited.claim);
    ground.is_some_and(|ground| game.truth(world, &ground) != Truth::True)
}
