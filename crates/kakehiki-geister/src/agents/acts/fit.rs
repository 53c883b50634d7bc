//! Fitting a log-linear model to choices by maximum likelihood.

use super::{
    features::{FEATURES, Features},
    model::LogLinear,
};

/// A choice that somebody made: the features of what could be done, and which of it was.
pub(super) struct Choice {
    pub(super) options: Vec<Features>,
    pub(super) chosen: usize,
}

/// Keeps weights finite of what is always or never done.
const RIDGE: f64 = 1.0;

/// More steps than the method of Newton needs on a function without local optima.
const STEPS: usize = 12;

/// The weights that make choices likeliest, less half a ridge of their squares.
pub(super) fn fit(choices: &[&Choice]) -> LogLinear {
    let mut model = LogLinear([0.0; FEATURES]);
    for _ in 0..STEPS {
        let mut slope = model.0.map(|weight| -RIDGE * weight);
        let mut bend = [[0.0; FEATURES]; FEATURES];
        for (place, row) in bend.iter_mut().enumerate() {
            row[place] = RIDGE;
        }
        for choice in choices {
            add(&model, choice, &mut slope, &mut bend);
        }
        let step = solve(bend, slope);
        // A full step may overshoot while weights are far off.
        let longest = step.iter().fold(1.0_f64, |longest, part| longest.max(part.abs()));
        for (weight, part) in model.0.iter_mut().zip(step) {
            *weight += part / longest;
        }
    }
    model
}

/// Adds a choice to the first and the negative second derivative of the logarithm of the likelihood.
fn add(model: &LogLinear, choice: &Choice, slope: &mut Features, bend: &mut [Features; FEATURES]) {
    let weights: Vec<f64> =
        choice.options.iter().map(|features| model.score(features).exp()).collect();
    let total: f64 = weights.iter().sum();
    let mut mean = [0.0; FEATURES];
    for (weight, features) in weights.iter().zip(&choice.options) {
        let share = weight / total;
        for place in 0..FEATURES {
            mean[place] += share * features[place];
            if features[place] != 0.0 {
                for other in 0..FEATURES {
                    bend[place][other] += share * features[place] * features[other];
                }
            }
        }
    }
    for place in 0..FEATURES {
        slope[place] += choice.options[choice.chosen][place] - mean[place];
        for other in 0..FEATURES {
            bend[place][other] -= mean[place] * mean[other];
        }
    }
}

/// Solves a system of linear equations with a positive definite matrix.
fn solve(mut matrix: [Features; FEATURES], mut right: Features) -> Features {
    for pivot in 0..FEATURES {
        for row in pivot + 1..FEATURES {
            let factor = matrix[row][pivot] / matrix[pivot][pivot];
            let above = matrix[pivot];
            for (entry, above) in matrix[row].iter_mut().zip(above).skip(pivot) {
                *entry -= factor * above;
            }
            right[row] -= factor * right[pivot];
        }
    }
    for row in (0..FEATURES).rev() {
        let known: f64 = (row + 1..FEATURES).map(|other| matrix[row][other] * right[other]).sum();
        right[row] = (right[row] - known) / matrix[row][row];
    }
    right
}

#[cfg(test)]
mod tests {
    use kakehiki_core::Seed;
    use rand::RngExt;

    use super::*;

    #[test]
    fn weights_that_made_the_choices_are_found_again() {
        let mut rng = Seed::experiment(1).rng();
        let truth = LogLinear(std::array::from_fn(|place| (place as f64 - 6.0) / 4.0));
        let choices: Vec<Choice> = (0..20_000)
            .map(|_| {
                let options: Vec<Features> = (0..8)
                    .map(|_| std::array::from_fn(|_| f64::from(rng.random_range(0..3_u8))))
                    .collect();
                let weights: Vec<f64> =
                    options.iter().map(|features| truth.score(features).exp()).collect();
                let mut point = rng.random_range(0.0..1.0) * weights.iter().sum::<f64>();
                let chosen = weights.iter().position(|weight| {
                    point -= weight;
                    point < 0.0
                });
                Choice { options, chosen: chosen.unwrap_or(0) }
            })
            .collect();
        let found = fit(&choices.iter().collect::<Vec<_>>());
        for (weight, expected) in found.0.iter().zip(truth.0) {
            // More than five standard errors, which are below 0.02 here.
            assert!((weight - expected).abs() < 0.1, "{found:?}");
        }
    }
}
