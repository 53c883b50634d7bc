//! What the tests share.

use kakehiki_core::Settings;
use kakehiki_werewolf::{WEREWOLF_OPTIONS, Werewolf};

/// The rules with these settings.
pub fn werewolf(options: &[(&str, &str)]) -> Werewolf {
    let settings = Settings::new("werewolf", &WEREWOLF_OPTIONS, options.iter().copied());
    Werewolf::new(&settings.expect("settings of a village"))
}
