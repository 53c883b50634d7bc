//! Adding up games in the order of the plan.

use kakehiki_core::{Ending, Record, Seat, Verdict};

use crate::{
    Counters, Decision, Interval, Judgement, PairedMean, Pairing, Plan, Standings,
    rating::{Scores, pairs},
    standings::{AgentStanding, PairStanding, SeatStanding, remark_on},
};

/// The drawn games that every pair is given on top of those it played, so that every rating is
/// finite.
const PRIOR_DRAWS: f64 = 1.0;

/// The sums of the games of a plan seen so far: whole numbers only, so that they are exact.
#[derive(Clone, Debug)]
pub struct Tally<'a> {
    plan: &'a Plan,
    sums: Sums,
    /// The round that games are being added to.
    round: u64,
}

/// What games add up to, whoever planned them.
#[derive(Clone, Debug)]
struct Sums {
    games: u64,
    draws: u64,
    undecided: u64,
    forfeits: u64,
    nanoseconds: u128,
    agents: Vec<AgentTally>,
    seats: Vec<(u64, u64)>,
    /// For each pair of agents: won, drawn and lost, seen by the first; kept for round robins only.
    pairs: Vec<[u64; 3]>,
}

#[derive(Clone, Debug, Default)]
struct AgentTally {
    games: u64,
    wins: u64,
    counters: Counters,
    outcomes: PairedMean,
    /// Shares and games of the round that is not yet over.
    round: (u64, u64),
}

impl<'a> Tally<'a> {
    /// Nothing yet.
    pub fn new(plan: &'a Plan) -> Self {
        let table = plan.spec().table();
        let agents = plan.spec().casts().len();
        let mut sums = Sums::new(agents, table.seats(), plan.spec().counters());
        if plan.spec().draft().pairing == Pairing::RoundRobin {
            sums.pairs = vec![[0; 3]; agents * agents];
        }
        Self { plan, sums, round: 0 }
    }

    /// Adds the games of a match; matches come in the order of the plan.
    pub fn add(&mut self, number: u64, records: &[Record]) {
        let fixture = self.plan.at(number);
        if fixture.round != self.round {
            self.sums.close_round();
            self.round = fixture.round;
        }
        let agents = self.plan.agents_at(fixture);
        for record in records {
            self.sums.add_game(agents, record);
        }
    }

    /// Adds the time that threads were busy.
    pub fn add_time(&mut self, nanoseconds: u64) {
        self.sums.nanoseconds += u128::from(nanoseconds);
    }

    /// What the sequential test says, if there is one; asked for after whole rounds.
    pub fn judgement(&mut self) -> Option<Judgement> {
        let sprt = self.plan.sprt()?;
        self.sums.close_round();
        Some(sprt.judge(&self.sums.agents.first()?.outcomes, self.sums.unit()))
    }

    /// Whether the sequential test, if there is one, has its answer.
    pub fn is_decided(&mut self) -> bool {
        self.judgement().is_some_and(|judgement| judgement.decision != Decision::Open)
    }

    /// The standings after the games so far; `timed` says whether the time of all of them is known.
    pub fn standings(mut self, timed: bool) -> Standings {
        let sprt = self.judgement();
        let draft = self.plan.spec().draft();
        let seconds = timed.then_some(self.sums.nanoseconds as f64 / 1e9);
        Standings {
            changes_seats: draft.rotate || draft.pairing == Pairing::RoundRobin,
            sprt,
            core_seconds: seconds,
            ..self.sums.standings(&draft.game, draft.seed, &draft.agents)
        }
    }
}

impl Standings {
    /// The standings of games that nobody planned, such as those with programs from outside: the same
    /// players sat in the same seats throughout, and every game had luck of its own.
    pub fn of_seated(
        game: &str,
        seed: u64,
        players: &[String],
        counters: &[&'static str],
        records: &[Record],
    ) -> Self {
        let mut sums = Sums::new(players.len(), players.len(), counters);
        let seats: Vec<usize> = (0..players.len()).collect();
        for record in records {
            sums.add_game(&seats, record);
            sums.close_round();
        }
        sums.standings(game, seed, players)
    }
}

impl Sums {
    fn new(agents: usize, seats: usize, counters: &[&'static str]) -> Self {
        let agent = AgentTally { counters: Counters::new(counters), ..AgentTally::default() };
        Self {
            games: 0,
            draws: 0,
            undecided: 0,
            forfeits: 0,
            nanoseconds: 0,
            agents: vec![agent; agents],
            seats: vec![(0, 0); seats],
            pairs: Vec::new(),
        }
    }

    fn add_game(&mut self, agents: &[usize], record: &Record) {
        let verdict = record.verdict;
        self.games += 1;
        match verdict {
            Verdict::Ended(Ending::Won(_)) => {}
            Verdict::Ended(Ending::Drawn) => self.draws += 1,
            Verdict::Ended(Ending::Undecided) => self.undecided += 1,
            Verdict::Forfeited(_) => self.forfeits += 1,
        }
        let unit = agents.len() as u64;
        for (seat, &agent) in Seat::all(agents.len()).zip(agents) {
            let Some(shares) = shares(verdict, seat, unit) else {
                continue;
            };
            let won = u64::from(verdict.is_win(seat));
            let tally = &mut self.agents[agent];
            tally.games += 1;
            tally.wins += won;
            tally.round.0 += shares;
            tally.round.1 += 1;
            tally.counters.add(&record.counts[seat.index()]);
            let (wins, games) = &mut self.seats[seat.index()];
            *wins += won;
            *games += 1;
        }
        if !self.pairs.is_empty() {
            self.add_pairs(agents, verdict);
        }
    }

    fn add_pairs(&mut self, agents: &[usize], verdict: Verdict) {
        let unit = agents.len() as u64;
        let share = |seat: usize| shares(verdict, Seat::new(seat), unit);
        for (left, right) in pairs(agents.len()) {
            let (Some(first), Some(second)) = (share(left), share(right)) else {
                continue;
            };
            let (a, b) = (agents[left], agents[right]);
            let (a, b, order) =
                if a < b { (a, b, first.cmp(&second)) } else { (b, a, second.cmp(&first)) };
            let column = match order {
                std::cmp::Ordering::Greater => 0,
                std::cmp::Ordering::Equal => 1,
                std::cmp::Ordering::Less => 2,
            };
            self.pairs[a * self.agents.len() + b][column] += 1;
        }
    }

    fn close_round(&mut self) {
        for agent in &mut self.agents {
            let (shares, games) = std::mem::take(&mut agent.round);
            agent.outcomes.add(shares, games);
        }
    }

    /// The shares of a win.
    fn unit(&self) -> u64 {
        self.seats.len() as u64
    }

    /// The standings of agents of these names, without what only a plan knows.
    fn standings(mut self, game: &str, seed: u64, names: &[String]) -> Standings {
        self.close_round();
        let unit = self.unit();
        let agent = |(tally, name): (&AgentTally, &String)| AgentStanding {
            agent: name.clone(),
            games: tally.games,
            wins: tally.wins,
            win_rate: (tally.games > 0).then(|| tally.wins as f64 / tally.games as f64),
            ci95: Interval::wilson(tally.wins, tally.games),
            mean_outcome: tally.outcomes.mean(unit),
            outcome_ci95: tally.outcomes.interval(unit),
            counters: tally.counters.clone(),
            rating: None,
            rating_ci95: None,
        };
        let mut agents: Vec<_> = self.agents.iter().zip(names).map(agent).collect();
        let pairs = (!self.pairs.is_empty()).then(|| self.rate(&mut agents));
        let seat = |(seat, &(wins, games))| SeatStanding { seat, wins, games };
        Standings {
            remark: remark_on(names),
            beliefs: None,
            game: game.to_owned(),
            games: self.games,
            seed,
            draws: self.draws,
            undecided: self.undecided,
            forfeits: self.forfeits,
            agents,
            seats: self.seats.iter().enumerate().map(seat).collect(),
            changes_seats: false,
            pairs,
            sprt: None,
            core_seconds: None,
        }
    }

    /// Rates the agents of a round robin and lists its pairs.
    fn rate(&self, agents: &mut [AgentStanding]) -> Vec<PairStanding> {
        let mut scores = Scores::new(agents.len());
        let mut list = Vec::new();
        for (a, b) in pairs(agents.len()) {
            let [wins, draws, losses] = self.pairs[a * agents.len() + b];
            scores.add(a, b, wins as f64 + draws as f64 / 2.0);
            scores.add(b, a, losses as f64 + draws as f64 / 2.0);
            let games = wins + draws + losses;
            list.push(PairStanding {
                a: agents[a].agent.clone(),
                b: agents[b].agent.clone(),
                indices: [a, b],
                games,
                wins,
                draws,
                losses,
                ci95: Interval::wilson(wins, games),
            });
        }
        for (agent, rating) in agents.iter_mut().zip(scores.ratings(PRIOR_DRAWS)) {
            agent.rating = Some(rating.points);
            agent.rating_ci95 = Some(rating.interval);
        }
        list
    }
}

/// The reward of a seat in shares of a win, `unit` of which are a win; `None` where the game is
/// void for it.
fn shares(verdict: Verdict, seat: Seat, unit: u64) -> Option<u64> {
    match verdict {
        Verdict::Ended(Ending::Won(winners)) => Some(unit * u64::from(winners.contains(seat))),
        Verdict::Ended(Ending::Drawn | Ending::Undecided) => Some(1),
        Verdict::Forfeited(culprit) => (culprit == seat).then_some(0),
    }
}

#[cfg(test)]
mod tests {
    use kakehiki_core::SeatSet;

    use super::*;
    use crate::{Draft, Spec};

    fn plan(draft: Draft) -> Plan {
        Plan::new(Spec::new(draft).unwrap())
    }

    fn record(plan: &Plan, verdict: Verdict, count: u32) -> Record {
        let counters = plan.spec().counters().len();
        Record { verdict, steps: 9, counts: vec![vec![count; counters]; plan.spec().seats()] }
    }

    fn won(seat: usize) -> Verdict {
        Verdict::Ended(Ending::Won(SeatSet::only(Seat::new(seat))))
    }

    #[test]
    fn every_kind_of_ending_is_counted_where_it_belongs() {
        let draft = Draft::new("negogeister", &["random", "random"], 4);
        let plan = plan(Draft { rotate: true, ..draft });
        let verdicts = [
            won(0),
            won(0),
            Verdict::Ended(Ending::Drawn),
            Verdict::Ended(Ending::Undecided),
            Verdict::Forfeited(Seat::new(1)),
            won(1),
        ];
        let mut tally = Tally::new(&plan);
        for (number, verdict) in (0..).zip(verdicts) {
            tally.add(number, &[record(&plan, verdict, number as u32)]);
        }
        let standings = tally.standings(true);
        assert_eq!(standings.games, 6);
        assert_eq!((standings.draws, standings.undecided, standings.forfeits), (1, 1, 1));
        let [first, second] = &standings.agents[..] else { panic!("two agents") };
        // The first agent sat at seat 0, 1, 0, 1, 0, 1; match 4 was forfeited by the second and is
        // void for the first.
        assert_eq!((first.games, first.wins), (5, 2));
        assert_eq!((second.games, second.wins), (6, 1));
        assert_eq!(first.mean_outcome, Some(3.0 / 5.0));
        assert_eq!(second.mean_outcome, Some(2.0 / 6.0));
        assert_eq!(
            first.counters.sums().next().unwrap().1,
            1 + 2 + 3 + 5,
            "void games count nothing"
        );
        assert_eq!(second.counters.sums().next().unwrap().1, 1 + 2 + 3 + 4 + 5);
        let seats: Vec<_> = standings.seats.iter().map(|seat| (seat.wins, seat.games)).collect();
        assert_eq!(seats, [(2, 5), (1, 6)]);
        assert!(standings.pairs.is_none() && standings.agents[0].rating.is_none());
    }

    #[test]
    fn pairs_are_seen_by_the_agent_that_is_named_first() {
        let agents = &["random", "random", "random"];
        let draft = Draft::new("geister", agents, 2);
        let plan = plan(Draft { rotate: true, pairing: Pairing::RoundRobin, ..draft });
        let mut tally = Tally::new(&plan);
        // Of the first round: 0 beats 1 from both seats, 0 and 2 draw once, and 2 beats 1 from its
        // first seat.
        let verdicts = [
            won(0),
            won(1),
            Verdict::Ended(Ending::Drawn),
            Verdict::Forfeited(Seat::new(0)),
            won(1),
            won(0),
        ];
        for (number, verdict) in (0..).zip(verdicts) {
            tally.add(number, &[record(&plan, verdict, 0)]);
        }
        let standings = tally.standings(false);
        let pairs = standings.pairs.unwrap();
        let counts: Vec<_> =
            pairs.iter().map(|pair| [pair.games, pair.wins, pair.draws, pair.losses]).collect();
        assert_eq!(counts, [[2, 2, 0, 0], [1, 0, 1, 0], [2, 0, 0, 2]]);
        assert_eq!(standings.core_seconds, None);
    }

    #[test]
    fn games_that_nobody_planned_add_up_as_planned_ones_do() {
        let plan = plan(Draft::new("geister", &["random", "random"], 4));
        let verdicts = [won(0), Verdict::Ended(Ending::Drawn), Verdict::Forfeited(Seat::new(0))];
        let records = verdicts.map(|verdict| record(&plan, verdict, 0));
        let mut tally = Tally::new(&plan);
        for (number, record) in (0..).zip(&records) {
            tally.add(number, std::slice::from_ref(record));
        }
        let players = ["random".to_owned(), "random".to_owned()];
        let seated = Standings::of_seated("geister", 1, &players, &[], &records);
        assert_eq!(seated, tally.standings(false));
        assert_eq!((seated.games, seated.draws, seated.forfeits), (3, 1, 1));
    }

    #[test]
    fn no_games_are_no_figures() {
        let plan = plan(Draft::new("geister", &["random", "random"], 2));
        let json = Tally::new(&plan).standings(true).to_json();
        assert!(
            json.contains("\"win_rate\":null,\"ci95\":[0.0,1.0],\"mean_outcome\":null"),
            "{json}"
        );
    }
}
