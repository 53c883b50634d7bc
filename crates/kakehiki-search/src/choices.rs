//! Fitting a log-linear model to choices by the greatest likelihood.

/// A choice that somebody made: the features of what could be done, and which of it was.
pub struct Choice<const N: usize> {
    /// The features of what could be done.
    pub options: Vec<[f64; N]>,
    /// The place of what was done among them.
    pub chosen: usize,
}

/// Keeps weights finite of what is always or never done.
const RIDGE: f64 = 1.0;

/// More steps than the method of Newton needs on a function without local optima.
const STEPS: usize = 50;

/// The weights that make choices likeliest, less half a ridge of their squares, where a choice is in
/// proportion to `exp(weights · features)`.
pub fn fit_choices<const N: usize>(choices: &[&Choice<N>]) -> [f64; N] {
    let mut weights = [0.0; N];
    for _ in 0..STEPS {
        let mut slope = weights.map(|weight| -RIDGE * weight);
        let mut bend = [[0.0; N]; N];
        for (place, row) in bend.iter_mut().enumerate() {
            row[place] = RIDGE;
        }
        for choice in choices {
            add(&weights, choice, &mut slope, &mut bend);
        }
        let step = solve(bend, slope);
        // A full step may overshoot while weights are far off.
        let longest = step.iter().fold(1.0_f64, |longest, part| longest.max(part.abs()));
        for (weight, part) in weights.iter_mut().zip(step) {
            *weight += part / longest;
        }
        if step.iter().all(|part| part.abs() < 1e-9) {
            break;
        }
    }
    weights
}

fn score<const N: usize>(weights: &[f64; N], features: &[f64; N]) -> f64 {
    weights.iter().zip(features).map(|(weight, feature)| weight * feature).sum()
}

/// Adds a choice to the first and the negative second derivative of the logarithm of the likelihood.
fn add<const N: usize>(
    weights: &[f64; N],
    choice: &Choice<N>,
    slope: &mut [f64; N],
    bend: &mut [[f64; N]; N],
) {
    let odds: Vec<f64> =
        choice.options.iter().map(|features| score(weights, features).exp()).collect();
    let total: f64 = odds.iter().sum();
    let mut mean = [0.0; N];
    for (weight, features) in odds.iter().zip(&choice.options) {
        let share = weight / total;
        for place in 0..N {
            mean[place] += share * features[place];
            if features[place] != 0.0 {
                for other in 0..N {
                    bend[place][other] += share * features[place] * features[other];
                }
            }
        }
    }
    for place in 0..N {
        slope[place] += choice.options[choice.chosen][place] - mean[place];
        for other in 0..N {
            bend[place][other] -= mean[place] * mean[other];
        }
    }
}

/// Solves a system of linear equations with a positive definite matrix.
fn solve<const N: usize>(mut matrix: [[f64; N]; N], mut right: [f64; N]) -> [f64; N] {
    for pivot in 0..N {
        for row in pivot + 1..N {
            let factor = matrix[row][pivot] / matrix[pivot][pivot];
            let above = matrix[pivot];
            for (entry, above) in matrix[row].iter_mut().zip(above).skip(pivot) {
                *entry -= factor * above;
            }
            right[row] -= factor * right[pivot];
        }
    }
    for row in (0..N).rev() {
        let known: f64 = (row + 1..N).map(|other| matrix[row][other] * right[other]).sum();
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
        let truth: [f64; 14] = std::array::from_fn(|place| (place as f64 - 6.0) / 4.0);
        let choices: Vec<Choice<14>> = (0..20_000)
            .map(|_| {
                let options: Vec<[f64; 14]> = (0..8)
                    .map(|_| std::array::from_fn(|_| f64::from(rng.random_range(0..3_u8))))
                    .collect();
                let weights: Vec<f64> =
                    options.iter().map(|features| score(&truth, features).exp()).collect();
                let mut point = rng.random_range(0.0..1.0) * weights.iter().sum::<f64>();
                let chosen = weights.iter().position(|weight| {
                    point -= weight;
                    point < 0.0
                });
                Choice { options, chosen: chosen.unwrap_or(0) }
            })
            .collect();
        let found = fit_choices(&choices.iter().collect::<Vec<_>>());
        for (weight, expected) in found.iter().zip(truth) {
            // More than five standard errors, which are below 0.02 here.
            assert!((weight - expected).abs() < 0.1, "{found:?}");
        }
    }
}
