//! How large each study is when all of them are run.

use kakehiki_core::Settings;
use strum::{Display, EnumString, VariantNames};

use crate::{Order, Study};

/// How thoroughly all studies are run.
#[derive(Clone, Copy, Debug, Default, Display, EnumString, VariantNames, PartialEq, Eq)]
#[strum(serialize_all = "kebab-case")]
pub enum Level {
    /// A game or so of each, to see that everything works.
    Smoke,
    /// Some minutes in all.
    #[default]
    Quick,
    /// About an hour in all.
    Standard,
    /// The published sizes, which take many hours.
    Full,
}

/// The size of a study at one level.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Size {
    /// The scale; 1 is the published size.
    pub scale: f64,
    /// What is set otherwise than by default.
    pub set: &'static [(&'static str, &'static str)],
}

/// The size of a study at each level.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sizes {
    smoke: Size,
    quick: Size,
    standard: Size,
    full: Size,
}

impl Sizes {
    /// By scales alone; all of it is the published size.
    pub(crate) const fn scales(smoke: f64, quick: f64, standard: f64) -> Self {
        const fn size(scale: f64) -> Size {
            Size { scale, set: &[] }
        }
        Self { smoke: size(smoke), quick: size(quick), standard: size(standard), full: size(1.0) }
    }

    /// The same with other settings where games have to be cheap: at smoke and quick, and at standard.
    pub(crate) const fn cheaper(
        mut self,
        quick: &'static [(&'static str, &'static str)],
        standard: &'static [(&'static str, &'static str)],
    ) -> Self {
        self.smoke.set = quick;
        self.quick.set = quick;
        self.standard.set = standard;
        self
    }

    /// The same with other settings at smoke, where nobody looks at what comes out.
    pub(crate) const fn cheapest(mut self, smoke: &'static [(&'static str, &'static str)]) -> Self {
        self.smoke.set = smoke;
        self
    }

    /// The size at a level.
    pub const fn at(&self, level: Level) -> Size {
        match level {
            Level::Smoke => self.smoke,
            Level::Quick => self.quick,
            Level::Standard => self.standard,
            Level::Full => self.full,
        }
    }
}

impl Study {
    /// The order of this study at a level; none if it only makes data for others.
    pub fn order_at(&self, level: Level) -> Option<Order<'static>> {
        let Size { scale, set } = self.sizes?.at(level);
        let settings = Settings::written(self.id, self.parameters, set);
        Some(Order { scale, settings, ..Order::new(self) })
    }
}
