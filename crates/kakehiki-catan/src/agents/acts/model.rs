//! A log-linear model of how Catan is played, which tells cards from acts.

use std::{
    fmt::Write,
    sync::{Arc, LazyLock},
};

use kakehiki_search::{ActModel, Choice};

use super::deliberation::{Deliberation, FEATURES, Features, NAMES, deliberations};
use crate::rules::{Action, Catan, State};

/// How likely acts are: every part of what is decided in proportion to `exp(weights · features)`.
#[derive(Clone, Debug, PartialEq)]
pub(in super::super) struct Fitted {
    weights: [f64; FEATURES],
    habits: Habits,
}

/// How far a model is relied on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Habits {
    /// The power to which likelihoods are raised: below 1 where acts of one player are alike, so that each
    /// tells less than it would alone.
    pub(super) trust: f64,
    /// The share of the worlds that are drawn by the rules alone whenever worlds are drawn anew.
    pub(super) floor: f64,
}

/// What was fitted to the games of many players; the file says how.
static FITTED: LazyLock<Arc<Fitted>> = LazyLock::new(|| {
    Arc::new(Fitted::read(include_str!("fitted.txt")).expect("a test reads the embedded model"))
});

impl Fitted {
    /// The model that comes with the program.
    pub(in super::super) fn embedded() -> Arc<Self> {
        Arc::clone(&FITTED)
    }

    pub(super) const fn new(weights: &[f64; FEATURES], habits: Habits) -> Self {
        Self { weights: *weights, habits }
    }

    /// The share of the worlds that are drawn by the rules alone whenever worlds are drawn anew.
    pub(in super::super) fn floor(&self) -> f64 {
        self.habits.floor
    }

    /// How likely what was decided was; 0 for what could not be done.
    fn probability(&self, made: &Deliberation) -> f64 {
        let weigh = |features: &Features| {
            features.iter().map(|(place, value)| self.weights[*place] * value).sum::<f64>().exp()
        };
        let chosen = made.chosen.map_or(0.0, |chosen| weigh(&made.options[chosen]));
        chosen / made.options.iter().map(weigh).sum::<f64>()
    }

    /// What is lost by having held a choice to be as likely as this model says.
    pub(super) fn log_loss(&self, choice: &Choice<FEATURES>) -> f64 {
        let score = |features: &[f64; FEATURES]| {
            features.iter().zip(self.weights).map(|(value, weight)| value * weight).sum::<f64>()
        };
        let total: f64 = choice.options.iter().map(|features| score(features).exp()).sum();
        total.ln() - score(&choice.options[choice.chosen])
    }

    /// Reads what [`write`](Self::write) wrote, remarks left out.
    pub(in super::super) fn read(text: &str) -> Result<Self, String> {
        let mut lines = text.lines().filter(|line| !line.starts_with('#'));
        let mut number = |name: &str| {
            let line = lines.next().unwrap_or_default();
            let value = line.strip_prefix(name).and_then(|rest| rest.strip_prefix(' '));
            let value = value.and_then(|value| value.parse::<f64>().ok());
            let value = value.filter(|value| value.is_finite());
            value.ok_or_else(|| format!("{line:?} is not {name:?} and a number"))
        };
        let habits = Habits { trust: number("trust")?, floor: number("floor")? };
        let mut weights = [0.0; FEATURES];
        for (weight, name) in weights.iter_mut().zip(NAMES) {
            *weight = number(name)?;
        }
        match lines.next() {
            Some(line) => Err(format!("{line:?} is more than a model has")),
            None => Ok(Self::new(&weights, habits)),
        }
    }

    /// A number a line.
    pub(super) fn write(&self) -> String {
        let Habits { trust, floor } = self.habits;
        let mut text = format!("trust {trust}\nfloor {floor}\n");
        for (name, weight) in NAMES.iter().zip(self.weights) {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{name} {weight:.4}");
        }
        text
    }
}

impl ActModel<Catan> for Fitted {
    /// Everybody together.
    fn kinds(&self) -> &[f64] {
        &[1.0]
    }

    fn likelihoods(&self, game: &Catan, acts: &[(&State, Action)]) -> Option<Vec<f64>> {
        let (first, action) = acts.first()?;
        if deliberations(game, first, action).is_empty() {
            return None;
        }
        let likelihood = |(world, action): &(&State, Action)| {
            let made = deliberations(game, world, action);
            made.iter().map(|made| self.probability(made)).product::<f64>().powf(self.habits.trust)
        };
        Some(acts.iter().map(likelihood).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_embedded_model_reads_back() {
        let fitted = Fitted::embedded();
        assert_eq!(Fitted::read(&fitted.write()).as_ref(), Ok(&*fitted));
        let Habits { trust, floor } = fitted.habits;
        assert!(trust > 0.0 && trust <= 1.0 && (0.0..1.0).contains(&floor));
    }

    #[test]
    fn foreign_text_is_refused() {
        let text = Fitted::embedded().write();
        let last = text.trim_end().rfind('\n').unwrap_or_default();
        for cut in 0..=last {
            assert!(Fitted::read(&text[..cut]).is_err(), "{}", &text[..cut]);
        }
        assert!(Fitted::read(&text.replace("city", "cities")).is_err());
        assert!(Fitted::read(&text.replace("trust ", "trust NaN ")).is_err());
        assert!(Fitted::read(&format!("{text}more 1\n")).is_err());
    }

    #[test]
    fn the_losses_of_a_choice_and_of_a_deliberation_are_the_same() {
        let (fitted, mut made) = (Fitted::embedded(), Deliberation::default());
        let mut dense = vec![[0.0; FEATURES]; 3];
        for (option, features) in dense.iter_mut().enumerate() {
            let sparse = [(option, 1.0), (option + 5, 0.5)];
            for (place, value) in sparse {
                features[place] = value;
            }
            made.options.push(sparse.into_iter().collect());
        }
        made.chosen = Some(1);
        let loss = fitted.log_loss(&Choice { options: dense, chosen: 1 });
        assert!((loss + fitted.probability(&made).ln()).abs() < 1e-12);
        made.chosen = None;
        assert!(fitted.probability(&made) == 0.0);
    }
}
