//! The first page: a card for each game, games to go on with, and results.

use kakehiki_core::Seat;
use kakehiki_draw::{Locale, SeatLabel, icon, mark};
use kakehiki_games::Outcome;
use maud::{Markup, html};

use super::opponents::{PLAYABLE, order, ready};

/// A game as its card shows it.
pub(crate) struct Card {
    /// The name of the game.
    pub(crate) game: &'static str,
    /// How many games of it are going on.
    pub(crate) live: usize,
    /// A small picture of one.
    pub(crate) picture: Markup,
}

/// A game that is over.
pub(crate) struct Result {
    pub(crate) id: String,
    pub(crate) game: String,
    pub(crate) seats: Vec<SeatLabel>,
    pub(crate) outcome: Outcome,
}

/// The page.
pub(crate) fn home(locale: Locale, cards: &[Card], results: &[Result]) -> Markup {
    html! {
        div class="hello" {
            div class="grow" {
                h1 { (locale.word("home-heading")) }
                p { (locale.word("home-lead")) }
            }
            div class="row" {
                a class="btn" href="/watch" { (icon("eye", "i16")) (locale.word("home-watch")) }
                a class="btn" href="/new/catan" { (icon("plus", "i16")) (locale.word("home-new")) }
            }
        }
        noscript { p class="note" { (locale.word("needs-script")) } }
        div class="games" { @for card in cards { (game_card(locale, card)) } }
        div class="home2" {
            section id="continue" aria-labelledby="continue-heading" {
                h2 id="continue-heading" { (locale.word("home-continue")) }
                p class="meta" data-empty { (locale.word("home-continue-none")) }
                ul data-games {}
                (continue_template(locale))
            }
            section aria-labelledby="results-heading" {
                h2 id="results-heading" { (locale.word("results-heading")) }
                @if results.is_empty() {
                    p class="meta" { (locale.word("results-none")) }
                } @else {
                    (result_table(locale, results))
                }
            }
        }
    }
}

fn game_card(locale: Locale, card: &Card) -> Markup {
    let Card { game, live, picture } = card;
    let is_playable = PLAYABLE.contains(game);
    let ready = ready(game);
    let begin = |game: &str| {
        let order = order(game, PLAYABLE.contains(&game), locale);
        // A plain value, which cannot fail to be written.
        serde_json::to_string(&order).unwrap_or_default()
    };
    let facts = [("ais", ready.opponents.len().into()), ("minutes", ready.minutes.into())];
    html! {
        article class="game" data-game=(game) {
            div class={ "game__pic " (ground(game)) } { (picture) }
            div class="game__body" {
                h2 { (locale.word(&format!("game-{game}"))) }
                p { (locale.word(&format!("game-line-{game}"))) }
                div class="row meta" {
                    span class="grow" { (locale.say("game-facts", &facts)) }
                    @if *live > 0 {
                        span class="row livec" {
                            span class="dot live-dot" {}
                            (locale.say("home-live", &[("n", (*live).into())]))
                        }
                    }
                }
                div class="gap" {}
                button class="btn btn--primary" type="button" data-begin=(begin(game)) {
                    (locale.word(if is_playable { "play-now" } else { "watch-now" }))
                }
                @if *game == "geister" {
                    button class="btn btn--s" type="button" data-begin=(begin("negogeister")) {
                        (locale.word("play-with-bargain"))
                    }
                }
                div class="game__row" {
                    a class="btn btn--s" href={ "/new/" (game) } { (locale.word("set-up")) }
                    a class="btn btn--s" href={ "/watch?game=" (game) } { (locale.word("watch")) }
                }
            }
        }
    }
}

/// What lies under the small picture of a game.
pub(crate) fn ground(game: &str) -> &'static str {
    match game {
        "catan" => "game__pic--sea",
        "geister" | "negogeister" => "grain",
        "monopoly" => "game__pic--felt",
        _ => "game__pic--paper",
    }
}

/// A row of a game to go on with. Which games these are only the browser knows: it keeps the tokens.
fn continue_template(locale: Locale) -> Markup {
    html! {
        template id="continue-row" data-row=(locale.say("home-continue-row", &[("game", "{game}".into()), ("others", "{others}".into())]))
            data-alone=(locale.say("home-continue-alone", &[("game", "{game}".into())]))
            data-listed=(locale.word("listed"))
            data-yours=(locale.word("home-yours")) data-theirs=(locale.word("home-theirs")) {
            li class="listrow" {
                span class="pic" {
                    span data-icon="catan" hidden { (icon("settlement", "i20")) }
                    span data-icon="geister" hidden { (icon("ghost-unknown", "i20")) }
                    span data-icon="other" hidden { (icon("cards", "i20")) }
                }
                div { b data-name {} span class="meta" data-state {} }
                span class="row" {
                    a class="btn btn--s" data-open href="/" { (locale.word("continue")) }
                    button class="icon-btn" type="button" data-forget aria-label=(locale.word("home-forget")) {
                        (icon("cross", "i16"))
                    }
                }
            }
        }
    }
}

/// The names of the games in the language of the page, for scripts.
pub(crate) fn game_names(locale: Locale) -> Markup {
    html! {
        datalist id="game-names" hidden {
            @for game in kakehiki_games::GAMES {
                option value=(game.name()) label=(locale.word(&format!("game-{}", game.name()))) {}
            }
        }
    }
}

/// Who won, from what each seat got.
pub(crate) fn winners(outcome: &Outcome) -> Vec<Seat> {
    let seats = outcome.rewards.iter().enumerate();
    let won = seats.filter(|(_, reward)| reward.is_some_and(|reward| reward >= 1.0));
    won.map(|(seat, _)| Seat::new(seat)).collect()
}

/// How a game came out, in words.
pub(crate) fn result_words(locale: Locale, seats: &[SeatLabel], outcome: &Outcome) -> String {
    let won = winners(outcome);
    let mut names: Vec<&str> = won
        .iter()
        .filter_map(|seat| seats.get(seat.index()))
        .map(|label| label.name.as_str())
        .collect();
    // Agents of one name who win together are said once.
    names.dedup();
    match &names[..] {
        [] if outcome.rewards.iter().any(Option::is_none) => locale.word("result-void"),
        [] => locale.word("result-drawn"),
        [one] => locale.say("result-won", &[("who", (*one).into())]),
        [first @ .., last] => {
            let first = first.join(&locale.word("listed"));
            let who = format!("{first}{}{last}", locale.word("and"));
            locale.say("result-several-won", &[("who", who.into())])
        }
    }
}

/// A table of games that are over.
pub(crate) fn result_table(locale: Locale, results: &[Result]) -> Markup {
    html! {
        table class="table" {
            thead {
                tr {
                    th { (locale.word("results-game")) }
                    th { (locale.word("results-result")) }
                    th class="r res-opt" { (locale.word("results-length")) }
                    th { span class="sr" { (locale.word("results-replay")) } }
                }
            }
            tbody {
                @for Result { id, game, seats, outcome } in results {
                    tr {
                        td { b { (locale.word(&format!("game-{game}"))) } }
                        td {
                            span class="row" {
                                @if let [winner] = winners(outcome)[..] { (mark(winner, "s")) }
                                span { (result_words(locale, seats, outcome)) }
                            }
                        }
                        td class="r res-opt" {
                            (locale.say("results-steps", &[("n", outcome.steps.into())]))
                        }
                        td class="r" { a href={ "/replay/" (id) } { (locale.word("results-replay")) } }
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use kakehiki_core::Occupant;
    use maud::PreEscaped;

    use super::*;

    fn result(rewards: &[Option<f64>], name: &str) -> Result {
        let seats = (0..rewards.len()).map(|_| Occupant::Person(name.to_owned()));
        Result {
            id: "abc".to_owned(),
            game: "catan".to_owned(),
            seats: seats.map(|occupant| SeatLabel::of(&occupant)).collect(),
            outcome: Outcome { text: String::new(), rewards: rewards.to_vec(), steps: 7 },
        }
    }

    #[test]
    fn results_name_the_winners() {
        let words = |rewards: &[Option<f64>]| {
            let result = result(rewards, "Ada");
            result_words(Locale::En, &result.seats, &result.outcome)
        };
        assert_eq!(words(&[Some(1.0), Some(0.0)]), "Ada won");
        assert_eq!(words(&[Some(1.0), Some(0.0), Some(1.0)]), "Ada won", "two of one name");
        let mut two = result(&[Some(1.0), Some(1.0)], "Ada");
        two.seats[1].name = "Ben".to_owned();
        assert_eq!(result_words(Locale::En, &two.seats, &two.outcome), "Ada and Ben won together");
        assert_eq!(words(&[Some(0.5), Some(0.5)]), "Nobody won");
        assert_eq!(words(&[Some(0.0), None]), "Given up");
    }

    #[test]
    fn hostile_names_are_escaped() {
        let results = [result(&[Some(1.0), Some(0.0)], "<script>alert(1)</script>")];
        let html = result_table(Locale::En, &results).into_string();
        assert!(html.contains("&lt;script&gt;") && !html.contains("<script>"));
    }

    #[test]
    fn each_card_begins_a_game_by_one_click() {
        let card = |game| Card { game, live: 2, picture: PreEscaped(String::new()) };
        let cards = ["catan", "geister", "monopoly", "werewolf"].map(card);
        for locale in Locale::ALL {
            let html = home(locale, &cards, &[]).into_string();
            assert_eq!(
                html.matches("data-begin=").count(),
                5,
                "NEGOGeister has a button of its own"
            );
            assert_eq!(html.matches(&locale.word("play-now")).count(), 2);
            assert!(html.contains("&quot;kind&quot;:&quot;person&quot;"));
        }
    }
}
