//! The wall of running games.

use kakehiki_core::Seat;
use kakehiki_draw::{Locale, SeatLabel, icon, mark, seat_name};
use kakehiki_games::GAMES;
use maud::{Markup, html};

use super::{home::ground, opponents::order};

/// The most tables on the wall.
pub(crate) const WALL: usize = 12;

/// A table on the wall.
pub(crate) struct Tile {
    pub(crate) id: String,
    pub(crate) game: String,
    pub(crate) seats: Vec<SeatLabel>,
    pub(crate) steps: u64,
    pub(crate) has_people: bool,
    pub(crate) picture: Markup,
}

/// The page.
pub(crate) fn watch(locale: Locale, game: Option<&str>, tiles: &[Tile]) -> Markup {
    html! {
        div class="hello" {
            div class="grow" {
                h1 { (locale.word("watch-heading")) }
                p { (locale.word("watch-lead")) }
            }
            label class="row" {
                span class="meta" { (locale.word("watch-speed")) }
                select class="input" data-watch-pace {
                    option value="natural" selected { (locale.word("new-pace-natural")) }
                    option value="instant" { (locale.word("new-pace-instant")) }
                }
            }
        }
        nav class="tabs tabs--games" aria-label=(locale.word("new-game")) {
            a class="tab" href="/watch" aria-current=[game.is_none().then_some("page")] { (locale.word("watch-all")) }
            @for other in GAMES {
                a class="tab" href={ "/watch?game=" (other.name()) } aria-current=[(game == Some(other.name())).then_some("page")] {
                    (locale.word(&format!("game-{}", other.name())))
                }
            }
        }
        div id="wall" class="wall" data-game=[game] aria-live="off" { (wall(locale, tiles)) }
        section class="begins" {
            h2 { (locale.word("watch-begin")) }
            div class="row row--wrap" {
                @for other in GAMES {
                    // A plain value, which cannot fail to be written.
                    @let begin = serde_json::to_string(&order(other.name(), false, locale)).unwrap_or_default();
                    button class="btn" type="button" data-begin=(begin) {
                        (icon("play", "i16")) (locale.word(&format!("game-{}", other.name())))
                    }
                }
            }
        }
    }
}

/// The tables themselves, which the page asks for again and again.
pub(crate) fn wall(locale: Locale, tiles: &[Tile]) -> Markup {
    html! {
        @if tiles.is_empty() { p class="meta wall__none" { (locale.word("watch-none")) } }
        @for tile in tiles {
            article class="game walltile" id={ "tile-" (tile.id) } {
                div class={ "game__pic " (ground(&tile.game)) } { (tile.picture) }
                div class="game__body" {
                    h3 { (locale.word(&format!("game-{}", tile.game))) }
                    p class="row row--wrap walltile__seats" {
                        @for seat in Seat::all(tile.seats.len()).take(6) {
                            span class="row" { (mark(seat, "s")) (seat_name(&tile.seats, seat)) }
                        }
                    }
                    p class="row meta" {
                        span class="dot live-dot" {}
                        (locale.say("watch-step", &[("n", tile.steps.into())]))
                        @if tile.has_people { span class="chip chip--bare" { (locale.word("watch-people")) } }
                    }
                    div class="gap" {}
                    a class="btn btn--s" href={ "/table/" (tile.id) } { (locale.word("watch-open")) }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_wall_says_so_and_every_game_can_be_begun() {
        for locale in Locale::ALL {
            let html = watch(locale, None, &[]).into_string();
            assert!(html.contains(&locale.word("watch-none")));
            assert_eq!(html.matches("data-begin=").count(), GAMES.len());
            assert!(!html.contains("&quot;kind&quot;:&quot;person&quot;"), "AIs in all seats");
        }
    }
}
