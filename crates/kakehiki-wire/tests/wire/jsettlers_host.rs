//! A small server of JSettlers over our own rules: over sockets for robots, and for all who were recorded.

use std::{
    io::{Read, Write},
    net::{SocketAddr, TcpListener, TcpStream},
    thread::{self, JoinHandle},
    time::Duration,
};

use kakehiki_catan::{CATAN_OPTIONS, Catan, Chance, Resource, State};
use kakehiki_core::{OngoingGame, Record, Seat, Seed, Settings};

use crate::{
    jsettlers_course::Course, jsettlers_table::Host, jsettlers_traffic::Traffic, sockets::HERE,
};

/// The chairs at a table, some of which may stay empty.
pub const CHAIRS: usize = 4;

/// The rules that a game at a server amounts to.
pub fn rules(players: usize, given: &[(&str, &str)]) -> Settings {
    let players = players.to_string();
    let fixed = [("rules", "jsettlers"), ("bank", "closed"), ("numbers", "free")];
    let values =
        fixed.into_iter().chain([("players", players.as_str())]).chain(given.iter().copied());
    Settings::new("catan", &CATAN_OPTIONS, values).unwrap()
}

/// What a server plays.
#[derive(Clone, Copy)]
pub struct Series {
    pub games: u64,
    pub players: usize,
    /// Options as our rules call them, and as the server does.
    pub options: &'static [(&'static str, &'static str)],
    pub told: &'static str,
}

/// What a server played, and what was asked and told.
pub struct Played {
    pub records: Vec<Record>,
    pub traffic: Traffic,
}

/// Starts a server that plays games with as many clients as there are seats, and ends.
pub fn serve(series: Series) -> (SocketAddr, JoinHandle<Played>) {
    let listener = TcpListener::bind((HERE, 0)).unwrap();
    let address = listener.local_addr().unwrap();
    let server = thread::spawn(move || {
        let mut robots: Vec<(String, Robot)> =
            (0..series.players).map(|_| admit(&listener)).collect();
        robots.sort_by(|(one, _), (other, _)| one.cmp(other));
        let mut robots: Vec<Robot> = robots.into_iter().map(|(_, robot)| robot).collect();
        let mut traffic = Traffic::default();
        let play = |number: u64| {
            let (name, first) = (format!("~botsOnly~{number}"), number as usize % CHAIRS);
            let catan = Catan::new(&rules(series.players, series.options));
            let seed = Seed::experiment(1).derive("match", number).derive("game", 0);
            let game = OngoingGame::new(catan, seed);
            let course = Course::new(game);
            let mut host = Host::new(&mut robots, &mut traffic, (name, first), course);
            host.begin(series.players, series.told);
            host.play().and_then(Course::record).expect("a whole game")
        };
        let records = (0..series.games).map(play).collect();
        Played { records, traffic }
    });
    (address, server)
}

/// What comes of a client.
#[derive(Debug)]
pub enum Said {
    Text(String),
    /// Nothing, until its time is up.
    Nothing,
    /// Its connection is cut.
    Cut,
}

/// Those who sit at a table, and what falls there.
pub trait Robots {
    /// Tells one of them something.
    fn send(&mut self, seat: Seat, text: &str);

    /// The next message of one.
    fn hear(&mut self, seat: Seat) -> String;

    /// Who speaks next, and what; by our rules that is the one who is awaited. It has no seat if it watches. Nothing
    /// where a recording ends before the game.
    fn next(&mut self, awaited: Seat) -> Option<(Option<Seat>, Said)> {
        Some((Some(awaited), Said::Text(self.hear(awaited))))
    }

    /// What somebody is called.
    fn name(&self, chair: usize) -> String {
        format!("robot {chair}")
    }

    /// Whether somebody is a person, who is told some things otherwise than robots.
    fn is_person(&self, _chair: usize) -> bool {
        false
    }

    /// What is said before robots are asked in, by whom.
    fn lobby(&mut self) -> Option<(Option<Seat>, Said)> {
        None
    }

    /// Tells the one who watches something.
    fn watch(&mut self, text: &str) {
        panic!("nobody watches: {text}")
    }

    /// The chair that is asked to begin, where another one does as it is silent.
    fn opener(&self) -> Option<usize> {
        None
    }

    /// What the one who watches is called.
    fn watcher(&self) -> String {
        panic!("nobody watches")
    }

    /// What falls, where that is known beforehand.
    fn luck(&mut self, _state: &State) -> Option<Chance> {
        None
    }

    /// What is stolen by a knight that has won, of which our rules know nothing; nothing where nobody was told.
    fn last_theft(&mut self) -> Option<Resource> {
        None
    }

    /// Whether answers come in any order, offers stand until they are taken back, and the first who accepts has one:
    /// our rules then hear of trades alone.
    fn is_recorded(&self) -> bool {
        false
    }

    /// Whether all are told all hands after each turn, as it is where faults are looked for.
    fn tells_hands(&self) -> bool {
        false
    }
}

impl Robots for Vec<Robot> {
    fn send(&mut self, seat: Seat, text: &str) {
        self[seat.index()].send(text);
    }

    fn hear(&mut self, seat: Seat) -> String {
        self[seat.index()].hear()
    }
}

/// The connection of a robot.
struct Robot(TcpStream);

/// Lets a robot in, and gives its name.
fn admit(listener: &TcpListener) -> (String, Robot) {
    let mut robot = Robot(listener.accept().unwrap().0);
    robot.0.set_nodelay(true).unwrap();
    robot.0.set_read_timeout(Some(Duration::from_mins(1))).unwrap();
    robot.send("9998|2700,2.7.00,JM20260517,;ch;");
    robot.send("1003|");
    assert_eq!(robot.hear(), "9998|2700,2.7.00,-,\t");
    let said = robot.expect("1022|");
    let [name, "SECRET", _] = said.split(',').collect::<Vec<_>>()[..] else { panic!("{said}") };
    let name = name.to_owned();
    robot.send("1083");
    robot.send("1071|120,35,0.13,1.0,1.0,3.0,1.0,1,1");
    robot.send("9999|150000");
    assert_eq!(robot.hear(), "9999|150000");
    (name, robot)
}

impl Robot {
    fn send(&mut self, text: &str) {
        let length = (text.len() as u16).to_be_bytes();
        // One that is gone is found out when it does not answer.
        let _ = self.0.write_all(&[&length[..], text.as_bytes()].concat());
    }

    fn hear(&mut self) -> String {
        let mut length = [0; 2];
        self.0.read_exact(&mut length).expect("a robot that answers");
        let mut bytes = vec![0; usize::from(u16::from_be_bytes(length))];
        self.0.read_exact(&mut bytes).unwrap();
        String::from_utf8(bytes).unwrap()
    }

    /// What follows these letters in the next message.
    fn expect(&mut self, beginning: &str) -> String {
        let text = self.hear();
        let rest = text.strip_prefix(beginning);
        rest.unwrap_or_else(|| panic!("{text} instead of {beginning}")).to_owned()
    }
}
