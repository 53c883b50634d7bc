//! Writes the table of a game in progress as a page to look at:
//! `cargo run -p kakehiki-draw --example table_page -- GAME STEPS LOCALE THEME OVERLAY [name=value …] > page.html`.
//! The first seat is the reader's. Play goes on for so many steps, and then until the reader may do
//! something that begins with the word in the variable `UNTIL`.

use std::{collections::BTreeMap, env};

use kakehiki_core::{Occupant, Seat, Settings};
use kakehiki_draw::{ASSETS, Locale, Overlay, Scene, SeatLabel, figures, sprite, table_body};
use kakehiki_games::{Answer, Numbers, Observer, Waiting};

type Failure = Box<dyn std::error::Error>;

fn main() -> Result<(), Failure> {
    let given: Vec<String> = env::args().skip(1).collect();
    let word =
        |at: usize, otherwise: &str| given.get(at).map_or(otherwise.to_owned(), Clone::clone);
    let name = word(0, "geister");
    let steps: u32 = word(1, "20").parse()?;
    let locale: Locale = word(2, "en").parse().map_err(|_| "no such language")?;
    let game = kakehiki_games::find(&name)?;
    let options: BTreeMap<&str, &str> =
        given.iter().skip(5).filter_map(|option| option.split_once('=')).collect();
    let table = game.open(&Settings::new(&name, game.options(), options)?);
    let mut seats = vec![Occupant::Person("Ada <b>".to_owned())];
    let agent = match name.as_str() {
        "geister" => "upp(playouts=200)",
        "negogeister" => "upp(playouts=100)+strategy(playouts=50)",
        "catan" => "greedy+rule",
        _ => "random",
    };
    seats.resize(table.seats(), Occupant::Agent(agent.to_owned()));
    let mut ongoing = table.begin(seats.clone(), Numbers { seed: 7, ..Numbers::default() })?;
    let mut made = 0;
    let until = env::var("UNTIL").unwrap_or_default();
    while made < steps
        || !matches!(ongoing.waiting(), Waiting::Outside(_))
        || !ongoing.menu().actions.iter().any(|action| action.starts_with(&until))
    {
        match ongoing.waiting() {
            Waiting::Nothing => break,
            Waiting::Outside(seat) => {
                let menu = ongoing.menu().actions;
                // Anything will do, but not the first thing each time.
                let pick = menu[made as usize * 7 % menu.len()].clone();
                ongoing.answer(seat, Answer::Action(&pick))?;
            }
            Waiting::Agent(_) | Waiting::Chance => {
                ongoing.advance();
            }
        }
        made += 1;
    }
    let observer = match word(4, "none").as_str() {
        "spectator" => Observer::Spectator,
        "analyst" => Observer::Analyst,
        _ => Observer::Seat(Seat::new(0)),
    };
    let truth = ongoing.view(Observer::Analyst);
    let overlay = matches!(word(4, "none").as_str(), "overlay" | "analyst").then(|| Overlay {
        explanations: Seat::all(seats.len())
            .filter_map(|seat| Some((seat, ongoing.explain(seat)?)))
            .collect(),
        features: figures(&name, &table.options(), &truth, seats.len()),
        truth: Some(truth),
        ..Overlay::default()
    });
    let labels: Vec<SeatLabel> = seats.iter().map(SeatLabel::of).collect();
    let menu = ongoing.menu();
    let is_called = ongoing.waiting() == Waiting::Outside(Seat::new(0))
        && observer == Observer::Seat(Seat::new(0));
    let body = table_body(&Scene {
        game: &name,
        options: &table.options(),
        seats: &labels,
        observer,
        view: &ongoing.view(observer),
        waiting: &ongoing.waiting(),
        menu: is_called.then_some(&menu),
        seen: &ongoing.sights(observer, 0),
        outcome: ongoing.outcome().as_ref(),
        overlay: overlay.as_ref(),
        is_practice: true,
        locale,
    });
    let text = |media: &str| -> String {
        let files = ASSETS.iter().filter(|asset| asset.media_type.starts_with(media));
        files.map(|asset| String::from_utf8_lossy(asset.bytes).into_owned()).collect()
    };
    let scripts = ASSETS.iter().filter(|asset| asset.media_type.starts_with("text/javascript"));
    let scripts: Vec<String> = scripts
        .map(|asset| {
            format!("<script type=module>{}</script>", String::from_utf8_lossy(asset.bytes))
        })
        .collect();
    println!(
        "<!doctype html><html lang=\"{locale}\" data-theme=\"{}\"><meta charset=utf-8>\
         <meta name=viewport content=\"width=device-width\"><style>{}</style><body>{}\
         <div class=\"tablepage grain\"><header class=\"bar\"><span class=\"brand\">Kakehiki</span></header>{}</div>\
         {}</body></html>",
        word(3, "light"),
        text("text/css"),
        sprite().into_string(),
        body.into_string(),
        scripts.concat(),
    );
    Ok(())
}
