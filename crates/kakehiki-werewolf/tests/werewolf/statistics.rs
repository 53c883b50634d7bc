//! Villages of sample agents against the statistics of the official engine and its sample agents.
//!
//! A figure agrees if it lies within the sum of the 95 % half-widths of both sides, and 1.5 times
//! that where it counts things that come several to a game. For equal numbers of games such a line
//! would fail by chance once in 180 seeds, for many more games than the reference has once in 20;
//! the seed is fixed. Shares of games and utterances are published without an interval: the former
//! get the one that follows from the number of games, the latter one of under one percent.

use kakehiki_core::Seed;
use kakehiki_werewolf::{
    Board, Channel, FastTable, Observer, Player, Players, Role, Sample04, Sample06, State,
    TableEvent, Team,
};

use crate::common::werewolf;

/// A mean with its 95 % half-width, gathered value by value.
#[derive(Clone, Copy, Default)]
struct Mean {
    count: f64,
    sum: f64,
    squares: f64,
}

impl Mean {
    fn add(&mut self, value: f64) {
        self.count += 1.0;
        self.sum += value;
        self.squares += value * value;
    }

    fn mean(&self) -> f64 {
        self.sum / self.count
    }

    fn half_width(&self) -> f64 {
        let variance = self.squares / self.count - self.mean().powi(2);
        1.96 * (variance.max(0.0) / self.count).sqrt()
    }
}

/// What the reference counted, in its order.
#[derive(Default)]
struct Tally {
    wolves_win: Mean,
    last_day: Mean,
    wolves_executed: Mean,
    executed_is_wolf_day_1: Mean,
    executed_is_wolf_day_2: Mean,
    executed_is_wolf: Mean,
    seer_executed: Mean,
    seer_attacked: Mean,
    attacks_stopped: Mean,
    attacks_on_claimants: Mean,
    divined_wolves: Mean,
    ballots: Mean,
    two_seers_on_day_1: Mean,
    three_seers_on_day_1: Mean,
    votes_by_villagers: Mean,
    votes_by_seers: Mean,
    votes_by_possessed: Mean,
    votes_by_wolves: Mean,
    talk_by_villagers: Mean,
    talk_by_seers: Mean,
    talk_by_possessed: Mean,
    talk_by_wolves: Mean,
    /// Of the game in play.
    executed: Players,
    ballots_today: f64,
    said_today: [f64; 18],
    ballot: [Option<kakehiki_core::Seat>; 18],
}

fn bit(is: bool) -> f64 {
    f64::from(u8::from(is))
}

impl Tally {
    fn evening(&mut self, executed: Option<kakehiki_core::Seat>, state: &State, board: &Board) {
        self.ballots.add(self.ballots_today);
        self.ballots_today = 0.0;
        let alive = executed.map_or(state.alive(), |seat| state.alive().with(seat));
        for seat in alive.iter() {
            let on_wolf = self.ballot[seat.index()].map(|target| state.wolves().contains(target));
            let said = self.said_today[seat.index()];
            let (votes, talk) = match state.role(seat) {
                Role::Villager => (&mut self.votes_by_villagers, &mut self.talk_by_villagers),
                Role::Seer => (&mut self.votes_by_seers, &mut self.talk_by_seers),
                Role::Possessed => (&mut self.votes_by_possessed, &mut self.talk_by_possessed),
                Role::Werewolf => (&mut self.votes_by_wolves, &mut self.talk_by_wolves),
                _ => continue,
            };
            votes.add(100.0 * bit(on_wolf == Some(true)));
            talk.add(said);
        }
        self.said_today = [0.0; 18];
        if let Some(seat) = executed {
            self.executed.insert(seat);
            let is_wolf = 100.0 * bit(state.wolves().contains(seat));
            self.executed_is_wolf.add(is_wolf);
            match board.day {
                1 => self.executed_is_wolf_day_1.add(is_wolf),
                2 => self.executed_is_wolf_day_2.add(is_wolf),
                _ => {}
            }
        }
    }
}

impl Observer for Tally {
    fn saw(&mut self, event: TableEvent<'_>, state: &State, board: &Board) {
        match event {
            TableEvent::Dealt => self.executed = Players::NONE,
            TableEvent::Said(Channel::Talk, seat, sentence) => {
                self.said_today[seat.index()] += bit(sentence.is_content());
            }
            TableEvent::Evening if board.day == 1 => {
                let seers = board.claimants[Role::Seer.index()].len();
                self.two_seers_on_day_1.add(100.0 * bit(seers == 2));
                self.three_seers_on_day_1.add(100.0 * bit(seers == 3));
            }
            TableEvent::Ballot(ballot) => {
                self.ballots_today += 1.0;
                self.ballot = *ballot;
            }
            TableEvent::Executed(executed) => self.evening(executed, state, board),
            TableEvent::Divined(target) => {
                self.divined_wolves.add(100.0 * bit(state.wolves().contains(target)));
            }
            TableEvent::Attacked(Some(target), killed) => {
                self.attacks_stopped.add(100.0 * bit(!killed));
                let claim = board.claims[target.index()];
                let is_claimant = matches!(claim, Role::Seer | Role::Medium);
                self.attacks_on_claimants.add(100.0 * bit(is_claimant));
            }
            TableEvent::Over => {
                let seer = state.holders(Role::Seer);
                self.last_day.add(f64::from(state.day()) - 1.0);
                self.wolves_win.add(100.0 * bit(state.winning_team() == Some(Team::Werewolf)));
                self.wolves_executed.add(state.wolves().and(self.executed).len() as f64);
                self.seer_executed.add(100.0 * bit(!seer.and(self.executed).is_empty()));
                self.seer_attacked.add(100.0 * bit(!seer.and(board.victims).is_empty()));
            }
            _ => {}
        }
    }
}

/// A published figure: its value, its half-width, and how much more is allowed.
type Line = (&'static str, fn(&Tally) -> Mean, f64, f64, f64);

fn agrees<P: Player + Clone>(
    village: &str,
    delivery: &str,
    player: &P,
    games: u32,
    lines: &[Line],
) {
    let game = werewolf(&[("village", village), ("delivery", delivery)]);
    let mut table = FastTable::new(game, vec![player.clone(); game.options().players]);
    let mut tally = Tally::default();
    let mut rng = Seed::experiment(2).rng();
    for _ in 0..games {
        table.play(&mut rng, &mut tally);
    }
    let mut failures = Vec::new();
    for (name, figure, published, half_width, slack) in lines {
        let mean = figure(&tally);
        let allowed = slack * (half_width + mean.half_width());
        let (found, off) = (mean.mean(), (mean.mean() - published).abs());
        if off > allowed {
            failures.push(format!("{name}: {found:.3}, not {published} within {allowed:.3}"));
        }
    }
    assert!(failures.is_empty(), "{village} players, delivery {delivery}: {failures:#?}");
}

#[test]
fn five_samples_of_line_0_4_play_as_published() {
    let lines: &[Line] = &[
        ("werewolves win", |t| t.wolves_win, 48.9, 0.7, 1.0),
        ("last day", |t| t.last_day, 1.79, 0.01, 1.0),
        ("werewolves executed", |t| t.wolves_executed, 0.51, 0.01, 1.0),
        ("executed on day 1 is a werewolf", |t| t.executed_is_wolf_day_1, 20.7, 0.6, 1.0),
        ("executed on day 2 is a werewolf", |t| t.executed_is_wolf_day_2, 38.3, 0.8, 1.0),
        ("seer executed", |t| t.seer_executed, 38.2, 0.7, 1.0),
        ("seer attacked", |t| t.seer_attacked, 39.9, 0.7, 1.0),
        ("attacks on claimants", |t| t.attacks_on_claimants, 61.3, 0.6, 1.5),
        ("two seers on day 1", |t| t.two_seers_on_day_1, 50.1, 0.7, 1.0),
        ("ballots a day", |t| t.ballots, 1.268, 0.005, 1.5),
        ("votes by villagers", |t| t.votes_by_villagers, 38.1, 0.4, 1.5),
        ("votes by seers", |t| t.votes_by_seers, 42.7, 0.7, 1.5),
        ("votes by possessed", |t| t.votes_by_possessed, 17.2, 0.5, 1.5),
        ("talk by villagers", |t| t.talk_by_villagers, 1.30, 0.01, 1.5),
        ("talk by seers", |t| t.talk_by_seers, 5.69, 0.04, 1.5),
        ("talk by possessed", |t| t.talk_by_possessed, 6.07, 0.04, 1.5),
        ("talk by werewolves", |t| t.talk_by_wolves, 3.11, 0.02, 1.5),
        ("divinations that hit", |t| t.divined_wolves, 26.6, 0.5, 1.5),
    ];
    agrees("5", "turn", &Sample04::default(), 20_000, lines);
}

#[test]
fn eleven_samples_of_line_0_4_play_as_published() {
    let lines: &[Line] = &[
        ("werewolves win", |t| t.wolves_win, 55.1, 1.0, 1.0),
        ("last day", |t| t.last_day, 4.66, 0.02, 1.0),
        ("werewolves executed", |t| t.wolves_executed, 1.21, 0.02, 1.0),
        ("executed on day 1 is a werewolf", |t| t.executed_is_wolf_day_1, 19.0, 0.8, 1.0),
        ("executed on day 2 is a werewolf", |t| t.executed_is_wolf_day_2, 32.2, 0.9, 1.0),
        ("executed is a werewolf", |t| t.executed_is_wolf, 25.9, 0.4, 1.5),
        ("seer executed", |t| t.seer_executed, 42.5, 1.0, 1.0),
        ("seer attacked", |t| t.seer_attacked, 41.5, 1.0, 1.0),
        ("attacks stopped", |t| t.attacks_stopped, 30.0, 0.4, 1.5),
        ("attacks on claimants", |t| t.attacks_on_claimants, 58.8, 0.5, 1.5),
        ("two seers on day 1", |t| t.two_seers_on_day_1, 43.6, 1.0, 1.0),
        ("three seers on day 1", |t| t.three_seers_on_day_1, 51.2, 1.0, 1.0),
        ("ballots a day", |t| t.ballots, 1.400, 0.004, 1.5),
        ("votes by villagers", |t| t.votes_by_villagers, 25.9, 0.2, 1.5),
        ("votes by seers", |t| t.votes_by_seers, 46.3, 0.7, 1.5),
        ("votes by possessed", |t| t.votes_by_possessed, 23.3, 0.5, 1.5),
        ("votes by werewolves", |t| t.votes_by_wolves, 0.0, 0.0, 1.0),
        ("talk by villagers", |t| t.talk_by_villagers, 1.22, 0.01, 1.5),
        ("talk by seers", |t| t.talk_by_seers, 4.43, 0.03, 1.5),
        ("talk by possessed", |t| t.talk_by_possessed, 5.09, 0.03, 1.5),
        ("talk by werewolves", |t| t.talk_by_wolves, 2.90, 0.02, 1.5),
        ("divinations that hit", |t| t.divined_wolves, 26.9, 0.5, 1.5),
    ];
    agrees("11", "turn", &Sample04::default(), 10_000, lines);
}

#[test]
fn fifteen_samples_of_line_0_4_play_as_published() {
    let lines: &[Line] = &[
        ("werewolves win", |t| t.wolves_win, 70.5, 1.3, 1.0),
        ("last day", |t| t.last_day, 6.62, 0.04, 1.0),
        ("werewolves executed", |t| t.wolves_executed, 1.64, 0.03, 1.0),
        ("executed on day 1 is a werewolf", |t| t.executed_is_wolf_day_1, 18.3, 1.1, 1.0),
        ("executed on day 2 is a werewolf", |t| t.executed_is_wolf_day_2, 32.7, 1.3, 1.0),
        ("executed is a werewolf", |t| t.executed_is_wolf, 24.9, 0.5, 1.5),
        ("seer executed", |t| t.seer_executed, 41.6, 1.4, 1.0),
        ("seer attacked", |t| t.seer_attacked, 50.5, 1.4, 1.0),
        ("attacks stopped", |t| t.attacks_stopped, 26.2, 0.5, 1.5),
        ("attacks on claimants", |t| t.attacks_on_claimants, 48.0, 0.5, 1.5),
        ("two seers on day 1", |t| t.two_seers_on_day_1, 29.0, 1.3, 1.0),
        ("three seers on day 1", |t| t.three_seers_on_day_1, 58.0, 1.4, 1.0),
        ("ballots a day", |t| t.ballots, 1.402, 0.005, 1.5),
        ("votes by villagers", |t| t.votes_by_villagers, 27.3, 0.2, 1.5),
        ("votes by seers", |t| t.votes_by_seers, 53.5, 0.8, 1.5),
        ("votes by possessed", |t| t.votes_by_possessed, 28.0, 0.7, 1.5),
        ("talk by werewolves", |t| t.talk_by_wolves, 2.74, 0.02, 1.5),
        ("divinations that hit", |t| t.divined_wolves, 31.9, 0.8, 1.5),
    ];
    agrees("15", "turn", &Sample04::default(), 5000, lines);
}

#[test]
fn samples_of_line_0_6_play_as_published() {
    let five: &[Line] = &[
        ("werewolves win", |t| t.wolves_win, 47.8, 1.0, 1.0),
        ("last day", |t| t.last_day, 1.73, 0.01, 1.0),
        ("executed on day 1 is a werewolf", |t| t.executed_is_wolf_day_1, 26.8, 0.9, 1.0),
        ("seer executed", |t| t.seer_executed, 45.8, 1.0, 1.0),
        ("seer attacked", |t| t.seer_attacked, 21.0, 0.8, 1.0),
        ("two seers on day 1", |t| t.two_seers_on_day_1, 25.1, 0.9, 1.0),
        ("three seers on day 1", |t| t.three_seers_on_day_1, 32.7, 0.9, 1.0),
        ("ballots a day", |t| t.ballots, 1.158, 0.005, 1.5),
        ("votes by villagers", |t| t.votes_by_villagers, 40.0, 0.6, 1.5),
        ("talk by villagers", |t| t.talk_by_villagers, 2.16, 0.01, 1.5),
    ];
    agrees("5", "immediate", &Sample06::default(), 10_000, five);
    let eleven: &[Line] = &[
        ("werewolves win", |t| t.wolves_win, 47.1, 1.6, 1.0),
        ("last day", |t| t.last_day, 4.44, 0.04, 1.0),
        ("executed on day 1 is a werewolf", |t| t.executed_is_wolf_day_1, 29.3, 1.4, 1.0),
        ("seer executed", |t| t.seer_executed, 50.2, 1.6, 1.0),
        ("seer attacked", |t| t.seer_attacked, 31.6, 1.4, 1.0),
        ("attacks stopped", |t| t.attacks_stopped, 25.6, 0.7, 1.5),
        ("two seers on day 1", |t| t.two_seers_on_day_1, 18.2, 1.2, 1.0),
        ("three seers on day 1", |t| t.three_seers_on_day_1, 38.7, 1.5, 1.0),
        ("ballots a day", |t| t.ballots, 1.255, 0.006, 1.5),
        ("votes by villagers", |t| t.votes_by_villagers, 29.2, 0.3, 1.5),
        ("votes by werewolves", |t| t.votes_by_wolves, 4.9, 0.2, 1.5),
        ("talk by villagers", |t| t.talk_by_villagers, 2.14, 0.01, 1.5),
    ];
    agrees("11", "immediate", &Sample06::default(), 4000, eleven);
    let fifteen: &[Line] = &[
        ("werewolves win", |t| t.wolves_win, 64.8, 2.1, 1.0),
        ("last day", |t| t.last_day, 6.64, 0.06, 1.0),
        ("seer executed", |t| t.seer_executed, 53.5, 2.2, 1.0),
        ("attacks stopped", |t| t.attacks_stopped, 26.2, 0.8, 1.5),
        ("ballots a day", |t| t.ballots, 1.272, 0.008, 1.5),
    ];
    agrees("15", "immediate", &Sample06::default(), 2000, fifteen);
}
