//! The ids of actions: that they mean what they always meant, hold all menus, and are never ambiguous.

use std::{collections::HashSet, env, fs, path::PathBuf, sync::Arc};

use kakehiki_core::{GameRng, Occupant, Seat, Seed};
use kakehiki_games::{Answer, AnyCoding, AnyOngoing, GAMES, LegalIds, Numbers, Table, Waiting};
use rand::RngExt;

use crate::table;

/// Options under which menus differ.
const TABLES: [(&str, &[(&str, &str)]); 16] = [
    ("geister", &[("repetition", "2")]),
    ("negogeister", &[]),
    ("negogeister", &[("speaking", "on")]),
    ("catan", &[]),
    ("catan", &[("players", "2"), ("trading", "one")]),
    ("catan", &[("players", "3"), ("counters", "on"), ("hands", "open")]),
    ("catan", &[("speaking", "on"), ("counters", "on"), ("turn-cap", "60")]),
    ("catan", &[("rules", "jsettlers")]),
    ("catan", &[("trading", "off")]),
    ("monopoly", &[]),
    ("monopoly", &[("players", "8"), ("max-turns", "100")]),
    ("monopoly", &[("rules", "moyer2020"), ("players", "3")]),
    ("monopoly", &[("speaking", "on"), ("players", "4"), ("max-turns", "60")]),
    ("werewolf", &[("village", "5")]),
    ("werewolf", &[("village", "15"), ("delivery", "turn")]),
    ("werewolf", &[("village", "18"), ("language", "2.01")]),
];

/// How many games of each table are looked at.
fn games() -> u64 {
    env::var("KAKEHIKI_GAMES").ok().and_then(|number| number.parse().ok()).unwrap_or(2)
}

fn coding(table: &dyn Table, legal: LegalIds) -> Arc<dyn AnyCoding> {
    table.coding(legal, &[]).unwrap()
}

/// Plays a game by the menu and shows every position in which somebody is asked.
fn each_choice(table: &dyn Table, seed: u64, mut show: impl FnMut(&dyn AnyOngoing, &[String])) {
    let seats = (0..table.seats()).map(|_| Occupant::Program("test".to_owned())).collect();
    let mut game = table.begin(seats, Numbers { seed, ..Numbers::default() }).unwrap();
    let mut rng: GameRng = Seed::experiment(seed).rng();
    loop {
        match game.waiting() {
            Waiting::Outside(seat) => {
                let menu = game.menu().actions;
                show(&*game, &menu);
                let action = &menu[rng.random_range(0..menu.len())];
                game.answer(seat, Answer::Action(action)).unwrap();
            }
            Waiting::Agent(_) | Waiting::Chance => {
                game.advance();
            }
            Waiting::Nothing => break,
        }
    }
}

fn asked(game: &dyn AnyOngoing) -> Arc<dyn kakehiki_games::AnyView> {
    let Waiting::Outside(seat) = game.waiting() else { panic!("nobody is asked") };
    game.keep_view(seat)
}

#[test]
fn every_action_of_every_menu_has_an_id_that_means_it_and_nothing_else_does() {
    for (name, options) in TABLES {
        let table = table(name, options);
        let coding = coding(&*table, LegalIds::Menu);
        let mut choices = 0;
        for seed in 0..games() {
            each_choice(&*table, seed, |game, menu| {
                choices += 1;
                let view = asked(game);
                let ids: Vec<usize> = menu
                    .iter()
                    .map(|action| {
                        let id = coding.encode(&*view, action).unwrap();
                        let id =
                            id.unwrap_or_else(|| panic!("{name} {options:?}: no id: {action}"));
                        assert_eq!(coding.decode(&*view, id).unwrap(), *action, "{name}");
                        id
                    })
                    .collect();
                let distinct: HashSet<usize> = ids.iter().copied().collect();
                assert_eq!(distinct.len(), menu.len(), "{name}: two actions of an id: {menu:?}");
                let mut sorted = ids;
                sorted.sort_unstable();
                assert_eq!(coding.legal(game).unwrap(), sorted, "{name}");
            });
        }
        assert!(choices > 20, "{name}");
    }
}

#[test]
fn what_is_listed_and_legal_holds_the_menu_and_is_taken_by_the_rules() {
    for (name, options) in TABLES {
        let table = table(name, options);
        let [menu, listed] = [LegalIds::Menu, LegalIds::Listed].map(|legal| coding(&*table, legal));
        let mut choices = 0_u32;
        each_choice(&*table, 1, |game, _| {
            choices += 1;
            // Trying all of a list is slow, and positions resemble each other.
            if !choices.is_power_of_two() && !choices.is_multiple_of(50) {
                return;
            }
            let view = asked(game);
            let all = listed.legal(game).unwrap();
            let some = menu.legal(game).unwrap();
            assert!(some.iter().all(|id| all.binary_search(id).is_ok()), "{name}");
            // Nothing that is allowed is left out, and nothing that is not is told.
            let tried = (0..listed.size()).filter(|id| {
                let Ok(action) = listed.decode(&*view, *id) else { return false };
                let least = listed.encode(&*view, &action).unwrap();
                assert!(least.is_some_and(|least| least <= *id), "{name}: {action}");
                least == Some(*id) && game.check(&action).is_ok()
            });
            assert_eq!(all, tried.collect::<Vec<_>>(), "{name} {options:?}");
        });
    }
}

#[test]
fn what_has_no_id_or_no_action_is_told() {
    let geister = table("geister", &[]);
    let list = coding(&*geister, LegalIds::Menu);
    assert_eq!((list.size(), list.version()), (110, 0));
    let mut catan = None;
    each_choice(&*table("catan", &[("turn-cap", "1")]), 1, |game, _| catan = Some(asked(game)));
    let foreign = catan.unwrap();
    assert!(list.encode(&*foreign, "A,N").is_err(), "a view of another game");
    let mut is_first = true;
    each_choice(&*geister, 1, |game, _| {
        if std::mem::take(&mut is_first) {
            let view = asked(game);
            assert!(list.decode(&*view, 110).unwrap_err().to_string().contains("0 to 109"));
            assert!(list.encode(&*view, "?").is_err());
            assert_eq!(list.encode(&*view, "set:ABC").unwrap(), None);
        }
    });
}

#[test]
fn notations_of_ones_own_are_legal_when_the_rules_allow_them() {
    let catan = table("catan", &[("turn-cap", "40")]);
    let extra = ["offer:WWW>O@{1}{2}", "offer:W>B@{3}{1}{2}", "end"].map(str::to_owned);
    for legal in [LegalIds::Menu, LegalIds::Listed] {
        let list = catan.coding(legal, &extra).unwrap();
        let plain = coding(&*catan, legal);
        let (first, mut seen) = (plain.size(), 0);
        assert_eq!(list.size(), first + 3);
        for seed in 0..6 {
            each_choice(&*catan, seed, |game, _| {
                let ids = list.legal(game).unwrap();
                let view = asked(game);
                let own: Vec<usize> = ids.iter().copied().filter(|id| *id >= first).collect();
                let wanted = list.decode(&*view, first).unwrap();
                assert_eq!(own.contains(&first), game.check(&wanted).is_ok(), "{wanted}");
                seen += own.len();
                // What is listed anyway keeps its id there.
                assert!(!own.contains(&(first + 2)));
                let again = list.decode(&*view, first + 1).unwrap();
                assert!(list.encode(&*view, &again).unwrap().is_some_and(|id| id < first));
            });
        }
        assert!(seen > 0);
    }
    for (wrong, why) in [("offer:W>B@{4}", "{1} to {3}"), ("offer:?>B@{1}", "an action such as")] {
        let error = catan.coding(LegalIds::Menu, &[wrong.to_owned()]).err().unwrap();
        assert!(error.to_string().contains(why), "{error}");
    }
    let village = table("werewolf", &[("village", "5")]);
    let sentence = "say:XOR (ESTIMATE {1} WEREWOLF) (ESTIMATE {2} WEREWOLF)".to_owned();
    assert!(village.coding(LegalIds::Menu, &[sentence]).is_ok());
}

/// Every number that a view is told by is in its bounds, and no piece is always the same.
#[test]
fn observations_are_as_long_as_they_say_and_tell_what_changes() {
    let widths = [("geister", 690), ("negogeister", 690), ("catan", 1562), ("monopoly", 1027)];
    for (name, width) in widths.into_iter().chain([("werewolf", 3033)]) {
        let (mut first, mut varied, mut pieces) = (None, HashSet::new(), &[][..]);
        let mut look = |list: &dyn AnyCoding, game: &dyn AnyOngoing, seat: Seat| {
            let mut numbers = vec![9.0; width];
            list.observe(&*game.keep_view(seat), &mut numbers).unwrap();
            assert!(numbers.iter().all(|number| (-1.0..=1.0).contains(number)), "{name}");
            let mut again = vec![-9.0; width];
            list.observe(&*game.keep_view(seat), &mut again).unwrap();
            assert_eq!(numbers, again, "{name}: equal views");
            let first = first.get_or_insert_with(|| numbers.clone());
            let mut from = 0;
            for piece in list.pieces() {
                let part = from..from + piece.size();
                from = part.end;
                if first[part.clone()] != numbers[part] {
                    varied.insert(piece.name);
                }
            }
        };
        let tables = TABLES.into_iter().filter(|(of, _)| *of == name);
        for (seed, (_, options)) in (2..).zip(tables) {
            let table = table(name, options);
            let list = coding(&*table, LegalIds::Menu);
            assert_eq!(list.width(), width, "{name}");
            pieces = list.pieces();
            let mut choices = 0;
            each_choice(&*table, seed, |game, _| {
                choices += 1;
                // One seat after the other, whoever is asked.
                look(&*list, game, Seat::new(choices % table.seats()));
            });
        }
        let still: Vec<&str> =
            pieces.iter().map(|piece| piece.name).filter(|name| !varied.contains(name)).collect();
        assert_eq!(still, STILL.iter().find(|(of, _)| *of == name).unwrap().1, "{name}");
    }
}

/// Pieces about what plain Geister does not have, what no game here comes to, and what is known only while
/// nobody is asked.
const STILL: [(&str, &[&str]); 5] = [
    ("geister", &["own-shown", "enemy-shown", "asked", "named"]),
    ("negogeister", &["repetitions"]),
    ("catan", &[]),
    ("monopoly", &["hotels", "auction-building"]),
    ("werewolf", &["agreed-victim", "tied"]),
];

/// The option that makes a table as large as it can be.
fn largest(name: &str) -> &'static [(&'static str, &'static str)] {
    match name {
        "catan" => &[("players", "4")],
        "monopoly" => &[("players", "8")],
        "werewolf" => &[("village", "18")],
        _ => &[],
    }
}

/// Whoever has trained a network relies on ids and pieces: a change of them needs a new version.
#[test]
fn ids_and_pieces_mean_what_is_written_down() {
    for game in GAMES {
        let list = coding(&*table(game.name(), largest(game.name())), LegalIds::Menu);
        let mut text = format!("# {} ids, version {}\n", list.size(), list.version());
        for (id, (kind, action)) in list.table().into_iter().enumerate() {
            text += &format!("{id}\t{kind}\t{}\n", action.as_deref().unwrap_or("*"));
        }
        text += &format!("# {} numbers\n", list.width());
        let mut offset = 0;
        for piece in list.pieces() {
            let shape: Vec<String> = piece.shape.iter().map(ToString::to_string).collect();
            text += &format!("{offset}\t{}\t{}\t{}\n", piece.name, shape.join("x"), piece.meaning);
            offset += piece.size();
        }
        let chances: usize = list.chance_kinds().iter().map(|(_, count)| count).sum();
        text += &format!("# {chances} ids of chance\n");
        let mut first = 0;
        for (kind, count) in list.chance_kinds() {
            text += &format!("{first}\t{kind}\t{count}\n");
            first += count;
        }
        let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("codings");
        let path = folder.join(format!("{}-v{}.tsv", game.name(), list.version()));
        if env::var_os("KAKEHIKI_WRITE").is_some() {
            fs::create_dir_all(&folder).unwrap();
            fs::write(&path, &text).unwrap();
        }
        let written = fs::read_to_string(&path).unwrap_or_default();
        assert!(written == text, "{} is not what the code says", path.display());
    }
}
