//! One seeded game, step by step, as it was when it was last looked at.
//!
//! Set `KAKEHIKI_UPDATE` to write the file anew, and read what changed.

use std::{fmt::Write, fs, path::Path};

use kakehiki_core::{Game, Seed, Turn};
use rand::RngExt;

use crate::common::catan;

#[test]
fn a_seeded_game_goes_as_it_went() {
    let game = catan(&[("players", "3"), ("target", "5")]);
    let mut rng = Seed::experiment(31).rng();
    let mut state = game.start();
    let mut menu = Vec::new();
    let mut text = String::new();
    loop {
        match game.turn(&state) {
            Turn::Over(ending) => {
                writeln!(text, "{ending}").unwrap();
                break;
            }
            Turn::Chance => {
                let outcome = game.draw(&state, &mut rng);
                writeln!(text, "{outcome} of {}", game.chances(&state).len()).unwrap();
                game.resolve(&mut state, &outcome).unwrap();
            }
            Turn::Seat(seat) => {
                game.menu(&state, &mut menu);
                let action = menu[rng.random_range(0..menu.len())];
                writeln!(text, "{seat} {action} of {}", menu.len()).unwrap();
                game.play(&mut state, &action).unwrap();
            }
        }
        if text.lines().count().is_multiple_of(100) {
            writeln!(text, "{}", game.snapshot(&state)).unwrap();
        }
    }
    text += &game.snapshot(&state);
    text.push('\n');
    text += &game.picture(&state);
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/playthrough.txt");
    if std::env::var_os("KAKEHIKI_UPDATE").is_some() {
        fs::write(&path, &text).unwrap();
    }
    let known = fs::read_to_string(&path).unwrap();
    for (line, (now, then)) in text.lines().zip(known.lines()).enumerate() {
        assert_eq!(now, then, "line {}", line + 1);
    }
    assert_eq!(text.len(), known.len());
}
