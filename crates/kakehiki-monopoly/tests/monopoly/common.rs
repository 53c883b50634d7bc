//! What several tests use.

use kakehiki_core::Settings;
use kakehiki_monopoly::{MONOPOLY_OPTIONS, Monopoly};

/// The rules with these options.
pub fn monopoly(options: &[(&str, &str)]) -> Monopoly {
    let settings = Settings::new("monopoly", &MONOPOLY_OPTIONS, options.iter().copied());
    Monopoly::new(&settings.expect("options of Monopoly"))
}
