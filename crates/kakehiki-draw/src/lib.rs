//! Tables as markup: what an observer may see of a game, drawn and put into words.
//!
//! Everything is a pure function of a [`Scene`], so that a live page, a replay, an exported page and
//! a test draw the same bytes. A scene holds what one observer may know, never more.
//!
//! # Examples
//!
//! ```
//! use kakehiki_core::{Occupant, Seat, Settings};
//! use kakehiki_draw::{Locale, Scene, SeatLabel, fragments};
//! use kakehiki_games::{Numbers, Observer};
//!
//! let game = kakehiki_games::find("geister")?;
//! let table = game.open(&Settings::defaults(game.options()));
//! let seats = vec![Occupant::Person("Ada".into()), Occupant::Agent("random".into())];
//! let ongoing = table.begin(seats.clone(), Numbers::default()).map_err(|error| error.to_string())?;
//! let observer = Observer::Seat(Seat::new(0));
//! let pieces = fragments(&Scene {
//!     game: "geister",
//!     options: &table.options(),
//!     seats: &seats.iter().map(SeatLabel::of).collect::<Vec<_>>(),
//!     observer,
//!     view: &ongoing.view(observer),
//!     waiting: &ongoing.waiting(),
//!     menu: Some(&ongoing.menu()),
//!     seen: &ongoing.sights(observer, 0),
//!     outcome: None,
//!     overlay: None,
//!     is_practice: false,
//!     locale: Locale::En,
//! });
//! assert!(pieces.iter().any(|piece| piece.id == "board" && piece.html.contains("<svg")));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod assets;
mod catan;
mod deal;
mod figures;
mod geister;
mod json;
mod layout;
mod locale;
mod monopoly;
mod picture;
mod piece;
mod plain;
mod reading;
mod replay;
mod scene;
mod speech;
mod werewolf;
mod worth;

pub use assets::{ASSETS, Asset, sprite};
pub use figures::figures;
pub use layout::{fragments, last_said, miniature, table_body};
pub use locale::{Locale, UnknownLocale, Value};
pub use picture::picture;
pub use piece::{icon, mark, seat_name, thinking};
pub use reading::{action_words, log_words, seat_labels, table_words};
pub use replay::Replay;
pub use scene::{Feature, Fragment, Overlay, Predicted, Scene, SeatKind, SeatLabel, Told};
pub use worth::{
    Measured, Moved, turning_list, turning_points, why_list, worth_graph, worth_strip,
};
