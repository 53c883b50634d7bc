//! Recorded robots and people of JSettlers against the small server of the tests: what it tells them is what the
//! recorded server told.
//!
//! One of a game is recorded, or some. What the others asked for follows from what the server told of it, and
//! what fell does too; what nobody was shown is chosen so that it fits all that was told.

use kakehiki_catan::Catan;

use crate::{
    jsettlers_course::Course,
    jsettlers_hidden::Message,
    jsettlers_host::rules,
    jsettlers_script::Script,
    jsettlers_story::{Witness, story, witness},
    jsettlers_table::Host,
    jsettlers_traffic::Traffic,
};

/// A message without what is not compared of it.
pub fn compared(text: &str) -> String {
    let mut fields: Vec<&str> = text.split(',').collect();
    let begins = |kind: &str| text.starts_with(kind);
    if begins("1061|") && fields[1] == "t2" {
        // When a game was made, and until when it may last, go by the clock.
        fields.truncate(2);
    } else if begins("1057|") {
        // Nodes that are free are a set, which the original tells in the order of its hash table.
        fields[2..].sort_by_key(|code| code.parse::<i32>().unwrap());
    } else if begins("1046|") {
        // The five cards of a point have codes of their own; our rules do not tell them apart.
        for code in &mut fields[3..] {
            if ["5", "6", "7", "8"].contains(code) {
                *code = "4";
            }
        }
    } else if begins("1091|") {
        // How long a game took, and for how long somebody is there, goes by the clock.
        let timed = ["and took ", "You have been connected "];
        if let Some((before, words)) =
            timed.iter().find_map(|it| Some((text.split_once(it)?.0, it)))
        {
            return format!("{before}{words}");
        }
    }
    fields.join(",")
}

/// Plays a game over for those of these recordings who took part in it; says how many messages each was told.
fn replay(run: &str, files: &[&str], game: &str) -> Vec<usize> {
    let mut witnesses: Vec<Witness> =
        files.iter().filter_map(|file| witness(run, file, game)).collect();
    let story = story(&witnesses);
    let recorded: Vec<(usize, String, Vec<Message>)> =
        witnesses.iter().map(|it| (it.chair, it.own.clone(), it.told.clone())).collect();
    let board = recorded[0].2.iter().rfind(|it| it.kind == "1014").unwrap();
    let options = witnesses.iter().find_map(|it| it.told.first().filter(|it| it.kind == "1023"));
    let options = options.map(|it| it.fields[1..].join(",")).unwrap_or_default();
    let mut script = Script::new(game, &story, board, &mut witnesses);
    let catan = Catan::new(&rules(4, &[("offers", "100")]));
    let first = script.first;
    let mut traffic = Traffic::default();
    let mut host =
        Host::new(&mut script, &mut traffic, (game.to_owned(), first), Course::recorded(catan));
    host.begin(4, &options);
    assert_eq!(host.play().is_some(), story.all.iter().any(Message::is_result), "{game}");
    assert!(script.is_over(), "{game}");
    let compared = recorded.iter().map(|(place, own, recorded)| {
        let texts: Vec<String> = recorded.iter().map(|it| it.text.clone()).collect();
        compare(&texts, &script.told[place], own, &format!("{game}, {own}"))
    });
    compared.collect()
}

/// What is compared of what somebody was told.
fn comparable(texts: &[String], own: &str) -> Vec<String> {
    let begins_with = |kind: &str| texts.iter().position(|text| text.starts_with(kind)).unwrap();
    let Some(board) = texts.iter().rposition(|text| text.starts_with("1014|")) else {
        // It was never let in.
        return texts.iter().map(|text| compared(text)).collect();
    };
    let is_robot = texts[0].starts_with("1023|");
    let fetched = texts.iter().rposition(|text| text.ends_with("Fetching a robot player..."));
    // Robots come in any order, each when it has answered: who is there, where each sits, its empty hand and its face
    // are told as they do, until the board lies there.
    let comes = match fetched {
        _ if is_robot => begins_with("1017|"),
        Some(fetched) => fetched + 1,
        None => begins_with(&format!("1013|{own},")) + 1,
    };
    let joins = texts[..comes].iter().filter(|text| {
        // It greets a connection once, in whatever game it comes first.
        let is_greeting = text.starts_with("1069|");
        !(is_greeting || is_robot && text.starts_with("1012|"))
    });
    // Who came when the game had begun was told the board at once.
    joins.chain(&texts[board.max(comes)..]).map(|text| compared(text)).collect()
}

/// Compares all that somebody was told, and says how much that was.
fn compare(recorded: &[String], ours: &[String], own: &str, place: &str) -> usize {
    let [recorded, mut ours] = [recorded, ours].map(|texts| comparable(texts, own));
    // Who hangs up as the last person does hears no more that the game is deleted, though it is told.
    let is_deleted = ours.last().is_some_and(|text| text.starts_with("1015|"));
    if is_deleted && recorded.last().is_some_and(|text| text.starts_with("1011|")) {
        ours.pop();
    }
    for (number, (one, other)) in recorded.iter().zip(&ours).enumerate() {
        let around = &recorded[number.saturating_sub(5)..number];
        assert_eq!(one, other, "{place}, message {number}, behind {around:#?}");
    }
    assert_eq!(recorded.len(), ours.len(), "{place}");
    recorded.len()
}

#[test]
fn recorded_robots_are_told_what_the_recorded_server_told() {
    let checked = ["checked-robot91", "checked-robot92"];
    let numbers = [9, 8, 7, 6, 4, 3].map(|number| ("games", &checked[..], number));
    // Nobody was told the hands of others in the rest, so that what was hidden is chosen for whole games.
    let plain = [14, 13, 11, 10, 9, 8].map(|number| ("games", &["plain-ext1"][..], number));
    let games = numbers.into_iter().chain(plain).chain([("drop", &["robot91-cut"][..], 4)]);
    let mut robots = 0;
    for (run, files, number) in games {
        let messages = replay(run, files, &format!("~botsOnly~{number}"));
        assert!(messages.iter().all(|count| *count > 700), "{run}, {number}: {messages:?}");
        robots += messages.len();
    }
    assert_eq!(robots, 17);
}

#[test]
fn recorded_robots_that_were_cut_off_are_told_what_the_recorded_server_told_until_then() {
    // Its connection was cut in its own turn, which is told the other. It came again, but not into the game, which hung.
    let files = ["robot91-cut", "robot92-witness", "robot91-reconnected"];
    assert_eq!(replay("drop", &files, "~botsOnly~3"), [434, 429, 1]);
    // The run ended in the middle of the game.
    assert_eq!(replay("games", &["checked-robot92"], "~botsOnly~2"), [1360]);
}

#[test]
fn people_are_told_what_the_recorded_server_told_them() {
    assert_eq!(replay("human", &["watcher-botgame"], "~botsOnly~1"), [1020]);
    assert_eq!(replay("human", &["g3-human", "g3-observer"], "wiregame3"), [885, 866]);
}

#[test]
fn a_game_is_deleted_when_its_only_person_is_cut_off() {
    let files = ["b08-g2-3p-robot", "b09-g2-human"];
    assert_eq!(replay("probes", &files, "wiregame2"), [123, 168]);
}

#[test]
fn the_turn_of_a_robot_that_is_silent_is_ended() {
    // In the first game it is silent from the beginning, and passed over in the set-up.
    let files = ["c04-mg1-silent-robot", "c05-mg1-human"];
    assert_eq!(replay("probes", &files, "mg1"), [135, 165]);
    let files = ["c06-mg2-silent-robot", "c07-mg2-human"];
    assert_eq!(replay("probes", &files, "mg2"), [114, 154]);
}

#[test]
fn clients_that_were_wrong_are_refused_as_the_recorded_server_refused_them() {
    let files = ["a24-game-human", "a25-game-3p-robot", "a26-game-observer"];
    assert_eq!(replay("probes", &files, "wiregame"), [737, 679, 72]);
}
