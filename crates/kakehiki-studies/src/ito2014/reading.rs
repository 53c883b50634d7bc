//! How the text of the paper is read where it leaves something open.

use kakehiki_bargain::{MISJUDGED, Misjudged, TENTH};
use kakehiki_core::{Parameter, Settings};
use strum::VariantNames;

use super::negotiation::LEAD;

/// What the one accepts in the mixed settings.
pub(super) const ACCEPTS: Parameter = Parameter::choice(
    "accepts",
    &["value", "sensible", "criterion"],
    "value",
    "what the one accepts in the mixed settings: what has a value above 0 by its criterion, of that \
     only what is not bad for both, or what it would also admit as an offer of its own",
);

/// What the lead does to the three others in the mixed settings.
pub(super) const OTHERS_LEAD: Parameter = Parameter::choice(
    "others-lead",
    &["same", "added", "breaks-ties", "ignored"],
    "same",
    "what the lead does to the profits of the three others in the mixed settings, if not the same",
);

/// Whether the sum needs an own profit.
pub(super) const CONSTRAINT: Parameter = Parameter::choice(
    "constraint",
    &["text", "printed"],
    "text",
    "whether the sum is offered only where the own profit is above 0, as the text says, or without \
     that, as formula 9 is printed",
);

/// Stands for what the reading says of the one in the mixed settings.
pub(super) const MIXED: &str = "";

/// How the one and the three others are disposed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Setting {
    /// The study, and with `_` for `-` the table in the file of published figures.
    pub(super) name: &'static str,
    /// When the one accepts, and when the others do.
    pub(super) one: &'static str,
    pub(super) others: &'static str,
}

/// A choice for everything that is open in figures 12 to 16.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Reading<'a> {
    /// What the lead does to a trade's profit.
    pub(super) lead: &'a str,
    /// What the tenth of acceptance is held against.
    pub(super) tenth: &'a str,
    /// What the tenth of an estimator bends.
    pub(super) misjudged: &'a str,
    /// Whether the sum needs an own profit.
    pub(super) constraint: &'a str,
    /// What the one accepts in the mixed settings.
    pub(super) accepts: &'a str,
    /// What the lead does to the others there.
    pub(super) others_lead: &'a str,
}

impl<'a> Reading<'a> {
    /// The one that is asked for.
    pub(super) fn of(settings: &'a Settings) -> Self {
        let text = |parameter: Parameter| settings.text(parameter.name);
        Self {
            lead: text(LEAD),
            tenth: text(TENTH),
            misjudged: text(MISJUDGED),
            constraint: text(CONSTRAINT),
            accepts: text(ACCEPTS),
            others_lead: text(OTHERS_LEAD),
        }
    }

    /// How the one and the others negotiate. What makes no difference in a setting is left out, so that
    /// readings that come to the same there share their games.
    pub(super) fn players(&self, setting: Setting, criterion: &str) -> [String; 2] {
        let is_mixed = setting.one == MIXED;
        let criterion = match (criterion, self.constraint) {
            ("sum", "printed") => "free-sum",
            (criterion, _) => criterion,
        };
        let accepts = match (criterion, self.accepts) {
            // The product of two profits is above 0 and not bad for both where it is good for both.
            ("product", "criterion") => "sensible",
            // What is bad for both has no value above 0 by the others.
            ("product", accepts) => accepts,
            ("free-sum", _) | (_, "sensible") => "value",
            (_, accepts) => accepts,
        };
        let tenth = match setting.others {
            "attitude=optimistic" | "attitude=pessimistic" => format!(", tenth={}", self.tenth),
            _ => String::new(),
        };
        let attitude =
            if is_mixed { format!("attitude={accepts}") } else { setting.one.to_owned() };
        let others_lead = match self.others_lead {
            other if is_mixed && other != "same" => other,
            _ => self.lead,
        };
        // Without a lead that counts there is only the worth to misjudge.
        let misjudged = match (is_mixed, others_lead) {
            (true, "added") => format!(", misjudged={}", self.misjudged),
            _ => String::new(),
        };
        let lead = self.lead;
        let others = setting.others;
        [
            format!("criterion={criterion}, {attitude}{tenth}, lead={lead}"),
            format!("criterion=selfish, {others}{misjudged}{tenth}, lead={others_lead}"),
        ]
    }

    /// Every reading that is possible.
    pub(super) fn all() -> Vec<Reading<'static>> {
        let mut all = Vec::new();
        for lead in ["added", "breaks-ties", "ignored"] {
            for tenth in ["profit", "worth"] {
                for misjudged in Misjudged::VARIANTS.iter().copied() {
                    for constraint in ["text", "printed"] {
                        for accepts in ["value", "sensible", "criterion"] {
                            for others_lead in ["same", "ignored"] {
                                all.push(Reading {
                                    lead,
                                    tenth,
                                    misjudged,
                                    constraint,
                                    accepts,
                                    others_lead,
                                });
                            }
                        }
                    }
                }
            }
        }
        all
    }

    /// Its settings, as they are given to a study.
    pub(super) fn words(&self) -> String {
        let Self { lead, tenth, misjudged, constraint, accepts, others_lead } = self;
        format!(
            "lead={lead}, tenth={tenth}, misjudged={misjudged}, constraint={constraint}, \
             accepts={accepts}, others-lead={others_lead}"
        )
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::ito2014::criteria::SETTINGS;

    const DEFAULT: Reading<'_> = Reading {
        lead: "added",
        tenth: "profit",
        misjudged: "sides",
        constraint: "text",
        accepts: "value",
        others_lead: "same",
    };

    #[test]
    fn every_reading_is_named_once_and_the_default_is_among_them() {
        let words: HashSet<String> = Reading::all().iter().map(Reading::words).collect();
        assert_eq!(words.len(), 216);
        assert!(Reading::all().contains(&DEFAULT));
    }

    #[test]
    fn readings_share_games_where_they_come_to_the_same() {
        let [figure_12, figure_13, _, figure_15, _] = SETTINGS;
        let other_tenth = Reading { tenth: "worth", ..DEFAULT };
        assert_eq!(DEFAULT.players(figure_12, "sum"), other_tenth.players(figure_12, "sum"));
        assert_ne!(DEFAULT.players(figure_13, "sum"), other_tenth.players(figure_13, "sum"));
        assert_eq!(DEFAULT.players(figure_15, "sum"), other_tenth.players(figure_15, "sum"));
        let free = Reading { constraint: "printed", ..DEFAULT };
        assert_ne!(DEFAULT.players(figure_12, "sum"), free.players(figure_12, "sum"));
        assert_eq!(DEFAULT.players(figure_12, "product"), free.players(figure_12, "product"));
        let sensible = Reading { accepts: "sensible", ..DEFAULT };
        assert_eq!(DEFAULT.players(figure_15, "sum"), sensible.players(figure_15, "sum"));
        assert_ne!(DEFAULT.players(figure_15, "product"), sensible.players(figure_15, "product"));
        let deaf = Reading { others_lead: "ignored", misjudged: "worth", ..DEFAULT };
        let also = Reading { others_lead: "ignored", misjudged: "whole", ..DEFAULT };
        assert_eq!(deaf.players(figure_15, "product"), also.players(figure_15, "product"));
    }
}
