//! Ratings of many agents from the games they played against each other.
//!
//! Ratings are those of Bradley and Terry (1952): agent `a` comes out ahead of `b` with probability
//! `s(a) / (s(a) + s(b))`, and the strengths are the most likely ones for all games at once. Of the
//! ratings in use this is the honest one for a finished round robin: Elo, Glicko and Weng–Lin
//! follow agents that change, so that the same games in another order give other numbers, while an
//! agent here is the same in its first game and its last.

use crate::{Interval, interval::normal_point};

/// Rating points for one unit of log strength: a lead of 400 points is odds of ten to one, as chess
/// players are used to.
const POINTS: f64 = 400.0 / std::f64::consts::LN_10;

/// The rating of one agent; the mean of all agents is zero.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// The points: 400 more are odds of ten to one.
    pub points: f64,
    /// The 95 % interval of the points, from the curvature of the likelihood; it takes games to be
    /// independent.
    pub interval: Interval,
}

/// How often each agent came out ahead of each other one: `score(a, b)` counts wins of `a` over
/// `b`, a draw as half.
#[derive(Clone, Debug, PartialEq)]
pub struct Scores {
    agents: usize,
    scores: Vec<f64>,
}

impl Scores {
    /// No games yet.
    pub fn new(agents: usize) -> Self {
        Self { agents, scores: vec![0.0; agents * agents] }
    }

    /// Adds what `a` scored against `b`.
    ///
    /// # Panics
    /// If there is no such agent: agents are counted by plans, never by input.
    pub fn add(&mut self, a: usize, b: usize, score: f64) {
        self.scores[a * self.agents + b] += score;
    }

    fn of(&self, a: usize, b: usize) -> f64 {
        self.scores[a * self.agents + b]
    }

    fn games(&self, a: usize, b: usize) -> f64 {
        self.of(a, b) + self.of(b, a)
    }

    /// The most likely ratings.
    ///
    /// An agent that won or lost everything has no finite rating, so every pair is given `prior`
    /// drawn games on top of those played; zero gives the plain maximum of the likelihood, for
    /// tables where that exists.
    ///
    /// The strengths are found by the minorisation–maximisation steps of Hunter (2004), each of
    /// which makes the games more likely: `s(a) ← wins(a) / Σ_b games(a, b) / (s(a) + s(b))`.
    pub fn ratings(&self, prior: f64) -> Vec<Rating> {
        let mut scores = self.clone();
        for (a, b) in pairs(self.agents) {
            scores.add(a, b, prior / 2.0);
            scores.add(b, a, prior / 2.0);
        }
        let strengths = scores.strengths();
        let errors = scores.errors(&strengths);
        let rate = |(strength, error): (&f64, f64)| {
            let points = POINTS * strength.ln();
            let half = POINTS * normal_point() * error;
            Rating { points, interval: Interval { low: points - half, high: points + half } }
        };
        strengths.iter().zip(errors).map(rate).collect()
    }

    /// Strengths with a geometric mean of one.
    fn strengths(&self) -> Vec<f64> {
        /// Steps after which even very one-sided tables have settled; a few dozen are usual.
        const MOST_STEPS: usize = 100_000;
        let agents = self.agents;
        let mut strengths = vec![1.0; agents];
        for _ in 0..MOST_STEPS {
            let mut next: Vec<f64> = (0..agents)
                .map(|a| {
                    let others = (0..agents).filter(|b| *b != a);
                    let wins: f64 = others.clone().map(|b| self.of(a, b)).sum();
                    let weight: f64 =
                        others.map(|b| self.games(a, b) / (strengths[a] + strengths[b])).sum();
                    if weight > 0.0 { wins / weight } else { strengths[a] }
                })
                .collect();
            let mean = next.iter().map(|strength| strength.ln()).sum::<f64>() / agents as f64;
            for strength in &mut next {
                *strength /= mean.exp();
            }
            let moved = next.iter().zip(&strengths).map(|(new, old)| (new / old).ln().abs());
            let settled = moved.fold(0.0, f64::max) < 1e-12;
            strengths = next;
            if settled {
                break;
            }
        }
        strengths
    }

    /// The standard error of each log strength: the roots of the diagonal of the inverted
    /// information.
    ///
    /// Strengths are fixed up to a factor, so the information `L` is singular; with `J` the matrix
    /// of ones and `n` agents, `(L + J/n)⁻¹ − J/n` is its inverse among ratings of mean zero.
    fn errors(&self, strengths: &[f64]) -> Vec<f64> {
        let agents = self.agents;
        let share = 1.0 / agents as f64;
        let mut information = vec![vec![share; agents]; agents];
        for (a, b) in pairs(agents) {
            let both = strengths[a] + strengths[b];
            let weight = self.games(a, b) * strengths[a] * strengths[b] / (both * both);
            information[a][a] += weight;
            information[b][b] += weight;
            information[a][b] -= weight;
            information[b][a] -= weight;
        }
        let inverse = inverse(information);
        (0..agents).map(|a| (inverse[a][a] - share).max(0.0).sqrt()).collect()
    }
}

/// Every pair of agents once, the smaller index first.
pub(crate) fn pairs(agents: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..agents).flat_map(move |a| (a + 1..agents).map(move |b| (a, b)))
}

/// The inverse of a positive definite matrix, by Gauss and Jordan; such a matrix needs no pivoting.
fn inverse(mut matrix: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let size = matrix.len();
    let mut inverse: Vec<Vec<f64>> = (0..size)
        .map(|row| (0..size).map(|column| f64::from(u8::from(row == column))).collect())
        .collect();
    for pivot in 0..size {
        let scale = matrix[pivot][pivot];
        for column in 0..size {
            matrix[pivot][column] /= scale;
            inverse[pivot][column] /= scale;
        }
        for row in (0..size).filter(|row| *row != pivot) {
            let factor = matrix[row][pivot];
            for column in 0..size {
                matrix[row][column] -= factor * matrix[pivot][column];
                inverse[row][column] -= factor * inverse[pivot][column];
            }
        }
    }
    inverse
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The American League of 1987, wins of row over column, from Agresti's *Categorical Data
    /// Analysis*.
    const BASEBALL: [[u8; 7]; 7] = [
        [0, 7, 9, 7, 7, 9, 11],
        [6, 0, 7, 5, 11, 9, 9],
        [4, 6, 0, 7, 7, 8, 12],
        [6, 8, 6, 0, 6, 7, 10],
        [6, 2, 6, 7, 0, 7, 12],
        [4, 4, 5, 6, 6, 0, 6],
        [2, 4, 1, 3, 1, 7, 0],
    ];

    fn baseball() -> Scores {
        let mut scores = Scores::new(7);
        for (a, row) in BASEBALL.iter().enumerate() {
            for (b, wins) in row.iter().enumerate() {
                scores.add(a, b, f64::from(*wins));
            }
        }
        scores
    }

    #[test]
    fn the_baseball_table_gives_the_published_strengths() {
        // Log strengths against the last team as Agresti and the R package BradleyTerry2 print
        // them.
        let published = [1.5814, 1.4364, 1.2945, 1.2476, 1.1077, 0.6839, 0.0];
        let ratings = baseball().ratings(0.0);
        for (rating, published) in ratings.iter().zip(published) {
            let strength = (rating.points - ratings[6].points) / POINTS;
            assert!((strength - published).abs() < 1e-4, "{strength} is not {published}");
        }
    }

    #[test]
    fn the_baseball_table_gives_the_errors_of_an_independent_computation() {
        // NumPy: the roots of the diagonal of the pseudo-inverse of the information.
        let errors = [
            0.207_419_48,
            0.204_156_56,
            0.202_061_52,
            0.201_603_75,
            0.200_919_07,
            0.205_044_32,
            0.232_462_3,
        ];
        for (rating, error) in baseball().ratings(0.0).iter().zip(errors) {
            let half = (rating.interval.high - rating.interval.low) / 2.0;
            assert!((half / POINTS / 1.959_963_985 - error).abs() < 1e-7);
        }
    }

    #[test]
    fn two_agents_are_apart_by_their_odds() {
        let mut scores = Scores::new(2);
        scores.add(0, 1, 10.0);
        scores.add(1, 0, 1.0);
        let ratings = scores.ratings(0.0);
        assert!((ratings[0].points - ratings[1].points - 400.0).abs() < 1e-6);
        assert!((ratings[0].points + ratings[1].points).abs() < 1e-9);
    }

    #[test]
    fn a_perfect_score_and_an_agent_without_games_stay_finite() {
        let mut scores = Scores::new(3);
        scores.add(0, 1, 1000.0);
        for rating in scores.ratings(1.0) {
            assert!(rating.points.is_finite() && rating.interval.low.is_finite());
        }
        assert_eq!(Scores::new(1).ratings(1.0).len(), 1);
        assert!(Scores::new(0).ratings(1.0).is_empty());
    }
}
