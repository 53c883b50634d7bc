//! Agents that are told nothing but one seat's sights play as agents at the table do.

use kakehiki_core::{
    Agent, Awaited, Catalogue, Follower, LazyView, Observed, OngoingGame, Reply, Seat, Seed,
    Settings,
};

/// Plays games with agents at the table, and beside each of them its twin, who has a follower and no
/// table.
fn plays_the_same<G: Observed>(
    catalogue: &Catalogue<G>,
    options: &[(&str, &str)],
    names: &[&str],
    games: u64,
) {
    let options = Settings::new(catalogue.name, catalogue.options, options.iter().copied());
    let game = (catalogue.configure)(&options.unwrap());
    let mut decisions = 0;
    for number in 0..games {
        let seed = Seed::experiment(31).derive("game", number);
        let seat_all = || -> Vec<Box<dyn Agent<G>>> {
            let seats = Seat::all(game.seats()).zip(names);
            let seats = seats.map(|(seat, name)| {
                let seed = seed.derive("agent", seat.index() as u64);
                let mut agent = catalogue.agent(&game, name, seed).unwrap();
                agent.sit(seat);
                agent
            });
            seats.collect()
        };
        let (mut agents, mut twins) = (seat_all(), seat_all());
        let mut followers: Vec<Follower<G>> = Seat::all(game.seats())
            .map(|seat| Follower::new(game.clone(), seat, Seed::experiment(number)))
            .collect();
        let mut table = OngoingGame::new(game.clone(), seed);
        let (mut menu, mut kept) = (Vec::new(), Vec::new());
        loop {
            match table.awaited() {
                Awaited::Nobody(_) => break,
                Awaited::Chance => table.draw(),
                Awaited::Seat(seat) => {
                    let place = seat.index();
                    table.menu(&mut menu);
                    followers[place].menu(&mut kept);
                    let mut rng = table.decision_rng(seat);
                    let view = table.view(seat);
                    let action = agents[place].decide(&view, &menu, &mut rng.clone());
                    let twin = twins[place].decide(followers[place].view(), &kept, &mut rng);
                    assert_eq!(action, twin, "{seat} of {}", catalogue.name);
                    decisions += 1;
                    table.answer(Reply::Action(action))
                }
            };
            for seat in Seat::all(game.seats()) {
                let Some(sight) = table.sight(seat) else { continue };
                let follower = &mut followers[seat.index()];
                follower.see(sight).unwrap();
                agents[seat.index()].hear(&table.lazy_view(seat), sight);
                twins[seat.index()].hear(&LazyView::made(follower.view()), sight);
            }
        }
    }
    assert!(decisions > 50, "{decisions} decisions");
}

#[test]
fn agents_of_geister_play_the_same() {
    let names = ["upp(playouts=60)", "isuct(playouts=40)"];
    plays_the_same(&kakehiki_geister::GEISTER, &[("cap", "80")], &names, 3);
    let names = ["upp(playouts=40)+bargain(worlds=4)", "flat(playouts=40)+strategy(playouts=20)"];
    plays_the_same(&kakehiki_geister::NEGOGEISTER, &[("cap", "30")], &names, 3);
}

#[test]
fn agents_of_catan_play_the_same() {
    let names = [
        "greedy+rule(criterion=expected)",
        "uct(playouts=8)+bargain(playouts=4, to=all)",
        "isuct(playouts=8)+baseline(kind=random)",
        "random",
    ];
    for bank in ["open", "closed"] {
        plays_the_same(&kakehiki_catan::CATAN, &[("bank", bank), ("turn-cap", "60")], &names, 2);
    }
}

#[test]
fn agents_of_monopoly_play_the_same() {
    let names = ["trader", "moyer+miyapoly(playouts=8, batch=4, propose=3)", "random"];
    let options = [("players", "3"), ("max-turns", "60")];
    plays_the_same(&kakehiki_monopoly::MONOPOLY, &options, &names, 2);
}

#[test]
fn agents_of_werewolf_play_the_same() {
    let names = ["finalist", "sample-0.6", "sample-0.4", "random", "finalist(fake=1)"];
    for delivery in ["turn", "immediate"] {
        let options = [("village", "5"), ("delivery", delivery)];
        plays_the_same(&kakehiki_werewolf::WEREWOLF, &options, &names, 5);
    }
}
