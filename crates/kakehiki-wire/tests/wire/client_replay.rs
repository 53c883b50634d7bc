//! Recorded servers of the contest against our client: its answers are legal, and it knows what the
//! server shows.

use kakehiki_core::{Seat, Seed};
use kakehiki_games::Table;
use kakehiki_wire::{ContestSeat, Outcome, Response, ThinkingTime};

use crate::{
    recording::{Seen, connection, runs},
    server_replay::rules,
};

const GAME: &str = "geister";

/// Whether a command is legal on a board, read from the letters alone.
fn is_legal(command: &str, board: &str) -> bool {
    let Some((name, way)) = command.strip_prefix("MOV:").and_then(|rest| rest.split_once(','))
    else {
        return false;
    };
    let item = |place: usize| &board[3 * place..3 * place + 3];
    let square = |place: usize| {
        let letters = item(place).as_bytes();
        (i32::from(letters[0] - b'0'), i32::from(letters[1] - b'0'))
    };
    let ghost = "ABCDEFGH".find(name).unwrap();
    let (x, y) = square(ghost);
    let (dx, dy) = match way {
        "N" => (0, -1),
        "E" => (1, 0),
        "W" => (-1, 0),
        "S" => (0, 1),
        _ => return false,
    };
    let target = (x + dx, y + dy);
    let is_inside = (0..6).contains(&target.0) && (0..6).contains(&target.1);
    let is_on_board = x < 6;
    if is_inside {
        is_on_board && (0..8).all(|own| square(own) != target)
    } else {
        is_on_board && y == 0 && (x == 0 || x == 5) && dy <= 0 && item(ghost).ends_with('B')
    }
}

/// Whether four different ghosts are named.
fn is_set_up(command: &str) -> bool {
    let letters = command.strip_prefix("SET:").unwrap_or_default();
    let mut known: Vec<char> =
        letters.chars().filter(|letter| "ABCDEFGH".contains(*letter)).collect();
    known.sort_unstable();
    known.dedup();
    letters.len() == 4 && known.len() == 4
}

/// Plays a recorded connection over our client, and gives the boards that were compared and how the
/// game came out.
fn replay(run: &str, file: &str, assumed: Seat, agent: &str) -> (usize, Option<Outcome>) {
    let rules = rules();
    let cast = rules.cast(&agent.parse().unwrap()).unwrap();
    let mut seat = ContestSeat::new(
        &rules,
        &cast,
        assumed,
        Seed::experiment(1),
        ThinkingTime::GEISTER_CONTEST,
    )
    .unwrap();
    let (mut boards, mut is_asked) = (0, false);
    for unit in connection(GAME, run, file) {
        match unit.seen() {
            Seen::Client(bytes) if is_asked => {
                seat.instead(bytes.strip_suffix(b"\r\n").unwrap_or(&bytes));
                is_asked = false;
            }
            Seen::Server(bytes) => {
                let line = str::from_utf8(&bytes).unwrap().strip_suffix("\r\n").unwrap();
                let response = seat.heard(line.as_bytes());
                let response = response.unwrap_or_else(|error| panic!("{run} {file}: {error}"));
                is_asked |= line == "NG ";
                match response {
                    Response::Silence => {}
                    Response::Command(command) if line == "SET?" => {
                        assert!(is_set_up(&command), "{run}: {command}");
                        is_asked = true;
                    }
                    Response::Command(command) => {
                        assert!(is_legal(&command, &line[4..]), "{run}: {command} on {line}");
                        assert_eq!(seat.board(), line[4..], "{run} {file}");
                        boards += 1;
                        is_asked = true;
                    }
                    Response::Over(outcome) => {
                        compare_results(&seat.board(), &line[4..], run);
                        return (boards + 1, Some(outcome));
                    }
                }
            }
            _ => {}
        }
    }
    (boards, None)
}

/// The last board shows all colours; what is known of them has to be so, and all stand where we think.
fn compare_results(ours: &str, recorded: &str, run: &str) {
    // Who is told of the end before it has set up is shown as good throughout.
    for place in 0..16 {
        let item = 3 * place..3 * place + 3;
        let (ours, recorded) = (&ours[item.clone()], &recorded[item]);
        let is_known = !ours.ends_with('u');
        let length = if is_known { 3 } else { 2 };
        assert_eq!(ours[..length], recorded[..length], "{run}: ghost {place}");
    }
}

/// Clients whose set-ups the original took, whole or in part, and no other server would: they have two
/// and three bad ghosts.
const UNPLAYABLE: [&str; 2] = ["13-duplicate-set-letters", "23-set-letter-z"];

#[test]
fn our_client_answers_recorded_servers_legally_and_knows_what_they_show() {
    let (mut boards, mut outcomes) = (0, Vec::new());
    for run in runs(GAME) {
        for (place, file) in ["p0-01", "p1-01"].into_iter().enumerate() {
            if place == 0 && UNPLAYABLE.contains(&run.as_str()) {
                continue;
            }
            // Whichever seat it thinks it has, it finds out.
            for assumed in [0, 1] {
                let agent = if place == 0 { "random" } else { "charge" };
                let (seen, outcome) = replay(&run, file, Seat::new(assumed), agent);
                boards += seen;
                outcomes.extend(outcome.map(|outcome| (run.clone(), place, outcome)));
            }
        }
    }
    assert_eq!(boards, 2 * 1114);
    for (run, place, outcome) in [
        ("01-escape-p0", 0, Outcome::Won),
        ("01-escape-p0", 1, Outcome::Lost),
        ("04-all-red-captured", 0, Outcome::Lost),
        ("05-draw-300", 1, Outcome::Drawn),
        ("11-disconnect-before-set", 1, Outcome::Won),
    ] {
        assert!(outcomes.contains(&(run.to_owned(), place, outcome)), "{run}");
    }
}

#[test]
fn our_best_agents_answer_a_recorded_server_legally() {
    for agent in ["isuct(playouts=50)", "upp(playouts=50)", "flat(playouts=50)+speak+listen"] {
        let (boards, outcome) = replay("20-java-random", "p1-01", Seat::new(1), agent);
        assert_eq!((boards, outcome), (149, Some(Outcome::Won)), "{agent}");
    }
}
