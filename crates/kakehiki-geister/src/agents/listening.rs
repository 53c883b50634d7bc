//! Those who listen: to what others say, and to what they do.

use std::sync::Arc;

use kakehiki_bargain::{
    ActReader, Listener, MEMORY, MODEL, Make, Maker, MemorySpan, Prepared, WORDS, WordListener,
    memory_span, model_of_acts, prepared, word_listener,
};
use kakehiki_core::{AgentKind, Parameter, Seed};
use kakehiki_search::ActModel;
use strum::{EnumString, VariantNames};

use super::acts::{
    FLOOR_OF_MIXED, FLOOR_OF_SCORES, Fitted, by_playouts, by_search, by_value, mixed,
};
use crate::rules::Geister;

pub(super) const LISTEN: Maker<Geister> = Maker {
    kind: AgentKind { parameters: &[ACTS, MODEL, WORDS, MEMORY], ..Maker::<Geister>::LISTEN.kind },
    make: Make::Listener(|game, settings| {
        let words = word_listener(game, settings)?;
        let (game, acts) = (*game, settings.choice::<Acts>(ACTS.name));
        if acts != Acts::Off && memory_span(settings)? != MemorySpan::Perfect {
            return Err("who tells colours from acts forgets nothing: memory=perfect".to_owned());
        }
        match acts {
            Acts::Off => prepared(move |seed| Box::new(words(seed)) as _),
            Acts::Fitted => {
                let model = model_of_acts(settings, Fitted::embedded, Fitted::read)?;
                let floor = model.floor();
                reading(game, floor, move || Arc::clone(&model), words)
            }
            Acts::Mixed => {
                let fitted = model_of_acts(settings, Fitted::embedded, Fitted::read)?;
                let model = move || Arc::new(mixed(Arc::clone(&fitted)));
                reading(game, FLOOR_OF_MIXED, model, words)
            }
            Acts::Value => reading(game, FLOOR_OF_SCORES, || Arc::new(by_value()), words),
            Acts::Search => reading(game, FLOOR_OF_SCORES, || Arc::new(by_search()), words),
            Acts::Upp => reading(game, FLOOR_OF_SCORES, || Arc::new(by_playouts()), words),
        }
    }),
};

/// What somebody goes by who tells colours from acts.
#[derive(Clone, Copy, Debug, EnumString, VariantNames, PartialEq, Eq)]
#[strum(serialize_all = "kebab-case")]
enum Acts {
    /// Nothing.
    Off,
    /// Models that were fitted to many players.
    Fitted,
    /// Models that were fitted, and a short search beside them.
    Mixed,
    /// The evaluation of `purple`.
    Value,
    /// A short search.
    Search,
    /// Playouts.
    Upp,
}

/// Prepares one who listens, and reads acts by a model of its own.
fn reading<M: ActModel<Geister> + 'static>(
    game: Geister,
    floor: f64,
    model: impl Fn() -> Arc<M> + Send + Sync + 'static,
    words: impl Fn(Seed) -> WordListener<Geister> + Send + Sync + 'static,
) -> Prepared<Box<dyn Listener<Geister>>> {
    prepared(move |seed| Box::new(ActReader::new(game, model(), floor, words(seed), seed)) as _)
}

const ACTS: Parameter = Parameter::choice(
    "acts",
    Acts::VARIANTS,
    "off",
    "what it goes by to tell colours from acts: nothing, models fitted to many players, these mixed with a \
     short search, or what acts seem worth by the evaluation of purple, a short search or playouts",
);
