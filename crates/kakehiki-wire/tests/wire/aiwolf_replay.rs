//! Recorded clients of AIWolf servers of line 0.6 against our server: it says what the original said.
//!
//! Compared are the lines to each client, byte for byte and in order, and the original's own log. What
//! was luck there is handed in: the deal, the order of speakers, ties, and whom a vote without a valid
//! target falls on. Ignored, and only these:
//!
//! 1. The order of lines to different clients, which timing changes.
//! 2. Lines that a client sends without being asked, which the original throws away.
//! 3. When a connection that is closed is found out, which timing decides, too.
//!
//! Our server is as the original is, in its faults too. Where it forgives, it says the same up to where the
//! original breaks off, but for what `MENDED` lists.

use std::collections::VecDeque;

use kakehiki_core::{Missing, Occupant, Seat, Settings};
use kakehiki_games::{Numbers, Ongoing, Open};
use kakehiki_werewolf::{Chance, Channel, Stage, State, WEREWOLF, WEREWOLF_OPTIONS, Werewolf};
use kakehiki_wire::{AiwolfTable, Faults, Line, Next, Setting};
use serde_json::Value;

use crate::recording::{Seen, connection, text};

const GAME: &str = "aiwolf";

/// A line without its end.
fn line_of(bytes: &[u8]) -> &[u8] {
    let line = bytes.strip_suffix(b"\n").unwrap_or(bytes);
    line.strip_suffix(b"\r").unwrap_or(line)
}

/// One line of a server to a client, and what the client answered.
struct Exchange {
    order: u64,
    line: String,
    answers: Vec<Vec<u8>>,
}

/// What one client heard and said in one game.
struct Heard {
    agent: usize,
    initialized: u64,
    setting: Value,
    exchanges: VecDeque<Exchange>,
}

/// All that was said on one connection.
fn exchanges(run: &str, file: &str) -> Vec<Exchange> {
    let mut exchanges: Vec<Exchange> = Vec::new();
    for unit in connection(GAME, run, file) {
        match unit.seen() {
            Seen::Server(bytes) => exchanges.push(Exchange {
                order: unit.g,
                line: String::from_utf8(bytes).unwrap().trim_end().to_owned(),
                answers: Vec::new(),
            }),
            Seen::Client(bytes) => exchanges.last_mut().unwrap().answers.push(bytes),
            _ => {}
        }
    }
    exchanges
}

/// The games of one connection; the first request, for the name, belongs to none.
fn games(run: &str, file: &str) -> Vec<Heard> {
    let mut games = Vec::new();
    let mut game = VecDeque::new();
    for exchange in exchanges(run, file).into_iter().skip(1) {
        let packet: Value = serde_json::from_str(&exchange.line).unwrap();
        let is_over = packet["request"] == "FINISH";
        game.push_back(exchange);
        if is_over {
            games.push(std::mem::take(&mut game));
        }
    }
    // A game that the original broke off.
    if game.iter().any(|it: &Exchange| it.line.contains("\"INITIALIZE\"")) {
        games.push(game);
    }
    let heard = |exchanges: VecDeque<Exchange>| {
        let initialize = exchanges.iter().find(|it| it.line.contains("\"INITIALIZE\"")).unwrap();
        let packet: Value = serde_json::from_str(&initialize.line).unwrap();
        Heard {
            agent: packet["gameInfo"]["agent"].as_u64().unwrap() as usize,
            initialized: initialize.order,
            setting: packet["gameSetting"].clone(),
            exchanges,
        }
    };
    games.into_iter().map(heard).collect()
}

/// The rules that a server of these settings plays.
fn rules(setting: &Value, line: Line) -> Open<Werewolf> {
    let switch = |key: &str| if setting[key] == true { "on" } else { "off" };
    let number = |key: &str| setting[key].to_string();
    let values: Vec<(&str, String)> = vec![
        ("rules", line.to_string()),
        ("village", number("playerNum")),
        ("max-talk", number("maxTalk")),
        ("max-talk-turn", number("maxTalkTurn")),
        ("max-whisper", number("maxWhisper")),
        ("max-whisper-turn", number("maxWhisperTurn")),
        ("max-skip", number("maxSkip")),
        ("max-revote", number("maxRevote")),
        ("max-attack-revote", number("maxAttackRevote")),
        ("no-attack", switch("enableNoAttack").to_owned()),
        ("no-execution", switch("enableNoExecution").to_owned()),
        ("visible-votes", switch("voteVisible").to_owned()),
        ("first-day-talk", switch("talkOnFirstDay").to_owned()),
        ("whisper-before-revote", switch("whisperBeforeRevote").to_owned()),
        ("role-requests", switch("enableRoleRequest").to_owned()),
    ];
    let values = values.iter().map(|(name, value)| (*name, value.as_str()));
    Open::new(&WEREWOLF, &Settings::new("werewolf", &WEREWOLF_OPTIONS, values).unwrap())
}

/// The luck of a game as its log tells it.
struct Luck {
    deal: VecDeque<usize>,
    talks: VecDeque<usize>,
    whispers: VecDeque<usize>,
    votes: VecDeque<usize>,
    /// Day and player.
    executed: Vec<(u8, usize)>,
    attacked: Vec<(u8, usize)>,
}

impl Luck {
    fn new(log: &str, deal: VecDeque<usize>) -> Self {
        let (mut talks, mut whispers) = (VecDeque::new(), VecDeque::new());
        let (mut votes, mut executed, mut attacked) = (VecDeque::new(), Vec::new(), Vec::new());
        for line in log.lines() {
            let fields: Vec<&str> = line.split(',').collect();
            let field = |place: usize| fields[place].parse::<usize>().unwrap_or(0);
            let Ok(day) = fields[0].parse() else { continue };
            match fields[1] {
                "talk" => talks.push_back(field(4)),
                "whisper" => whispers.push_back(field(4)),
                "vote" => votes.push_back(field(3)),
                "execute" => executed.push((day, field(2))),
                "attack" => attacked.push((day, field(2))),
                _ => {}
            }
        }
        Self { deal, talks, whispers, votes, executed, attacked }
    }

    fn fall(&mut self, state: &State) -> Option<Chance> {
        let seat = |number: usize| Seat::new(number - 1);
        let of_day = |list: &[(u8, usize)]| {
            list.iter().find(|(day, _)| *day == state.day()).map(|(_, number)| *number)
        };
        Some(match state.stage() {
            Stage::Deal => Chance::Next(seat(self.deal.pop_front()?)),
            Stage::Order(Channel::Talk) => Chance::Next(seat(self.talks.pop_front()?)),
            Stage::Order(Channel::Whisper) => Chance::Next(seat(self.whispers.pop_front()?)),
            Stage::Tie => Chance::Pick(seat(of_day(&self.executed)?)),
            Stage::AttackTie => Chance::Pick(seat(of_day(&self.attacked)?)),
            _ => return None,
        })
    }
}

/// Whether an answer names somebody who lives and is another.
fn names_another(answer: &[u8], seat: Seat, table: &AiwolfTable) -> bool {
    let answer = String::from_utf8_lossy(answer);
    let village: &Ongoing<Werewolf> = table.game().as_any().downcast_ref().unwrap();
    let others = village.game().state().alive().except(seat);
    others.iter().any(|it| answer.contains(&format!("{{\"agentIdx\":{}}}", it.index() + 1)))
}

/// What games come to, or all those of some runs.
#[derive(Debug, Default, PartialEq, Eq)]
struct Played {
    /// The lines that were the same.
    compared: usize,
    /// The votes that fell by luck.
    drawn: usize,
    /// The games in which our server said something else.
    mended: Vec<Mended>,
}

impl Played {
    fn add(&mut self, other: Self) {
        self.compared += other.compared;
        self.drawn += other.drawn;
        self.mended.extend(other.mended);
    }
}

/// A game, the lines in it that are the same, and what was said by the original's next line and by ours.
type Mended = (String, usize, [String; 2]);

/// What a server that forgives takes otherwise than the original, as far as it changes what is told: words
/// that end talk are content there where they have a blank behind them, or in line 0.4 other letters.
const MENDED: [(&str, usize, [&str; 2]); 4] = [
    // It had skipped as often as it may.
    ("0.4-5p-garbage-talk, game 1", 51, ["SKIP", "Over"]),
    ("0.4-5p-garbage-talk, game 2", 31, ["Over ", "Over"]),
    ("0.4-5p-garbage, game 1", 51, ["SKIP", "Over"]),
    ("0.6-5p-garbage, game 2", 33, ["Over ", "Over"]),
];

/// The first words that are not the same in two lines.
fn first_other_words(lines: [&str; 2]) -> [String; 2] {
    let [theirs, ours] = lines.map(|line| {
        let packet: Value = serde_json::from_str(line).unwrap();
        let said = packet["talkHistory"].as_array().unwrap().iter();
        said.map(|said| said["text"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    });
    let (theirs, ours) =
        theirs.into_iter().zip(ours).find(|(theirs, ours)| theirs != ours).unwrap();
    [theirs, ours]
}

/// Plays the games of a run over our server.
fn replay(run: &str, line: Line, clients: usize, faults: Faults) -> Played {
    let mut played = Played::default();
    let mut connections: Vec<VecDeque<Heard>> =
        (1..=clients).map(|it| games(run, &format!("agent-{it:02}")).into()).collect();
    let mut number = 0;
    while connections.iter().all(|games| !games.is_empty()) {
        number += 1;
        let mut heard: Vec<Heard> =
            connections.iter_mut().map(|games| games.pop_front().unwrap()).collect();
        heard.sort_by_key(|heard| heard.initialized);
        let deal = heard.iter().map(|heard| heard.agent).collect();
        heard.sort_by_key(|heard| heard.agent);
        let log = text(GAME, run, &format!("serverlog-game{number}.txt.gz"));
        played.add(replay_game(&format!("{run}, game {number}"), line, heard, &log, deal, faults));
    }
    assert!(number > 0, "{run}");
    played
}

fn replay_game(
    run: &str,
    line: Line,
    mut heard: Vec<Heard>,
    log: &str,
    deal: VecDeque<usize>,
    faults: Faults,
) -> Played {
    let names: Vec<String> = log
        .lines()
        .take(heard.len())
        .map(|line| line.split(',').nth(5).unwrap().replace("null", ""))
        .collect();
    let seats = vec![Occupant::Program("external".to_owned()); heard.len()];
    let setting = heard[0].setting.clone();
    let shown = Setting {
        line,
        seed: setting["randomSeed"].as_i64().unwrap(),
        time_limit: setting["timeLimit"].as_u64().unwrap(),
        faults,
    };
    let rules = rules(&setting, line);
    let mut table = AiwolfTable::new(&rules, seats, names, Numbers::default(), shown).unwrap();
    let mut luck = Luck::new(log, deal);
    let is_whole = log.contains(",result,");
    let mut played = Played::default();
    loop {
        // Who was about to speak when the original broke off stands in no log.
        let asked = heard.iter().zip(Seat::all(heard.len())).filter_map(|(heard, seat)| {
            let next = heard.exchanges.front().filter(|next| next.line.contains("\"TALK\""))?;
            Some((next.order, seat))
        });
        let speaker = asked.min().map(|(_, seat)| Chance::Next(seat));
        let next = table.next(&mut |state| {
            let is_talk = state.stage() == Stage::Order(Channel::Talk);
            luck.fall(state).or(speaker.filter(|_| is_talk && !is_whole))
        });
        let (seat, ours, is_asked) = match next {
            Next::Over => break,
            Next::Tell(seat, ours) => (seat, ours, false),
            Next::Ask(seat, ours) => (seat, ours, true),
        };
        let Some(exchange) = heard[seat.index()].exchanges.pop_front() else {
            assert!(!is_whole, "{run}: the original says nothing more to {seat}, ours {ours}");
            if faults == Faults::Original {
                table.break_off(seat, "it is gone");
            }
            break;
        };
        if faults == Faults::Forgiving && ours != exchange.line {
            let words = first_other_words([&exchange.line, &ours]);
            played.mended.push((run.to_owned(), played.compared, words));
            return played;
        }
        assert_eq!(ours, exchange.line, "{run}, to {seat}");
        played.compared += 1;
        if is_asked {
            let is_last = heard.iter().all(|heard| heard.exchanges.is_empty());
            if exchange.answers.is_empty() && !is_whole && is_last {
                // Too late; whoever closed its connection has said nothing, and the game goes on.
                if faults == Faults::Forgiving {
                    table.answer(seat, Err(Missing::TimedOut));
                    continue;
                }
                table.break_off(seat, "it took too long");
                break;
            }
            let answer = exchange.answers.first().map_or(&[][..], |answer| line_of(answer));
            let mut answer = answer.to_vec();
            let vote = if ours.contains("\"VOTE\"") { luck.votes.pop_front() } else { None };
            if let Some(vote) = vote.filter(|_| !names_another(&answer, seat, &table)) {
                // Whom a vote falls on is luck where it names nobody who can be voted for.
                answer = format!("{{\"agentIdx\":{vote}}}").into();
                played.drawn += 1;
            }
            table.answer(seat, Ok(&answer));
        }
    }
    assert!(heard.iter().all(|heard| heard.exchanges.is_empty()), "{run}");
    let ours = table.original_log();
    if faults == Faults::Original || is_whole {
        assert_eq!(ours, log, "{run}");
    } else {
        let (log, _) = log.split_once("Lost Connection").unwrap_or((log, ""));
        assert!(ours.starts_with(log) && table.record().is_none(), "{run}: {ours}");
    }
    played
}

/// The recorded runs of line 0.4 that are played over, and how many clients each has.
pub const EARLY_RUNS: [(&str, usize); 9] = [
    ("0.4-5p-samples", 5),
    ("0.4-5p-series", 5),
    ("0.4-11p", 11),
    ("0.4-15p", 15),
    ("0.4-5p-garbage-talk", 5),
    ("0.4-5p-garbage-vote", 5),
    ("0.4-5p-garbage", 5),
    ("0.4-5p-timeout-talk", 5),
    ("0.4-5p-client-closes", 5),
];

/// Those of line 0.6.
pub const LATE_RUNS: [(&str, usize); 12] = [
    ("0.6-5p-series", 5),
    ("0.6-5p-role-unknown", 5),
    ("0.6-5p-unasked-lines", 5),
    ("0.6-7p-options", 7),
    ("0.6-11p", 11),
    ("0.6-15p", 15),
    ("0.6-5p-garbage", 5),
    ("0.6-5p-timeout-talk", 5),
    ("0.6-5p-timeout-vote", 5),
    ("0.6-5p-client-closes", 5),
    ("0.6-5p-close-between-games", 5),
    ("0.6-5p-because-one-clause", 5),
];

/// Those that the original breaks off before a game begins, over an empty answer to the request for a role.
pub const UNBEGUN_RUNS: [(&str, usize); 2] = [("0.4-5p-role-empty", 5), ("0.6-5p-role-empty", 5)];

#[test]
fn a_game_that_the_original_never_begins_is_not_begun_by_us() {
    for ((run, clients), line) in UNBEGUN_RUNS.into_iter().zip([Line::Early, Line::Late]) {
        let mut heard: Vec<VecDeque<Exchange>> =
            (1..=clients).map(|it| exchanges(run, &format!("agent-{it:02}")).into()).collect();
        for exchanges in &mut heard {
            assert_eq!(exchanges.pop_front().unwrap().line, AiwolfTable::ask_name());
        }
        // Who is asked first is luck.
        heard.sort_by_key(|exchanges| exchanges.front().map_or(u64::MAX, |first| first.order));
        let line_name = line.to_string();
        let given = [("rules", line_name.as_str()), ("village", "5"), ("role-requests", "on")];
        let settings = Settings::new("werewolf", &WEREWOLF_OPTIONS, given).unwrap();
        let rules = Open::new(&WEREWOLF, &settings);
        for faults in [Faults::Original, Faults::Forgiving] {
            let setting = Setting { line, seed: 1, time_limit: 1000, faults };
            let seats = vec![Occupant::Program("external".to_owned()); clients];
            let names = vec!["external".to_owned(); clients];
            let mut table =
                AiwolfTable::new(&rules, seats, names, Numbers::default(), setting).unwrap();
            let mut asked = heard.iter().flatten();
            let is_over = loop {
                match (table.next(&mut |_| None), asked.next()) {
                    (Next::Ask(seat, ours), Some(exchange)) => {
                        assert_eq!(ours, exchange.line, "{run}, to {seat}");
                        table.answer(seat, Ok(line_of(&exchange.answers[0])));
                    }
                    (next, exchange) => break next == Next::Over && exchange.is_none(),
                }
            };
            // One that forgives takes it for no wish, and goes on with whoever is next.
            assert_eq!(is_over, faults == Faults::Original, "{run}");
            assert!(!is_over || table.original_log().is_empty(), "{run}");
        }
    }
}

/// Plays runs over our server.
fn replay_all(runs: &[(&str, usize)], line: Line, faults: Faults) -> Played {
    let mut played = Played::default();
    for (run, clients) in runs {
        played.add(replay(run, line, *clients, faults));
    }
    played
}

#[test]
fn clients_of_line_0_4_hear_from_us_what_they_heard_from_the_original() {
    let played = replay_all(&EARLY_RUNS, Line::Early, Faults::Original);
    assert_eq!(played, Played { compared: 3094, drawn: 17, mended: Vec::new() });
}

#[test]
fn clients_of_line_0_6_hear_from_us_what_they_heard_from_the_original() {
    let played = replay_all(&LATE_RUNS, Line::Late, Faults::Original);
    assert_eq!(played, Played { compared: 2797, drawn: 13, mended: Vec::new() });
}

#[test]
fn a_server_that_forgives_says_the_same_but_for_what_is_mended() {
    let mut played = replay_all(&EARLY_RUNS, Line::Early, Faults::Forgiving);
    played.add(replay_all(&LATE_RUNS, Line::Late, Faults::Forgiving));
    let mended =
        MENDED.map(|(game, lines, words)| (game.to_owned(), lines, words.map(str::to_owned)));
    assert_eq!(played, Played { compared: 5606, drawn: 27, mended: mended.to_vec() });
}
