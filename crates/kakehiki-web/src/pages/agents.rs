//! Who plays a game, how, and with which parameters.

use kakehiki_core::{AgentKind, Part};
use kakehiki_draw::Locale;
use kakehiki_games::{AnyGame, GAMES};
use maud::{Markup, html};

use super::option_words::{told, values};

const PARTS: [(Part, &str, &str); 4] = [
    (Part::Moves, "agents-moves", "agents-moves-lead"),
    (Part::Trades, "agents-trades", "agents-trades-lead"),
    (Part::Talks, "agents-talks", "agents-talks-lead"),
    (Part::Listens, "agents-listens", "agents-listens-lead"),
];

/// The page for one game.
pub(crate) fn agents(locale: Locale, game: &dyn AnyGame) -> Markup {
    let name = locale.word(&format!("game-{}", game.name()));
    let kinds = game.agents();
    let command =
        html! { code { "kakehiki arena run " (game.name()) " --agents A,B --games 200 --rotate" } };
    html! {
        div class="hello" {
            div class="grow" {
                h1 { (locale.word("agents-heading")) }
                p { (locale.say("agents-lead", &[("game", name.into())])) }
                p class="meta" { (locale.mix("agents-strength", &[], &[("command", command)])) }
            }
        }
        nav class="tabs tabs--games" aria-label=(locale.word("new-game")) {
            @for other in GAMES {
                a class="tab" href={ "/agents/" (other.name()) } aria-current=[(other.name() == game.name()).then_some("page")] {
                    (locale.word(&format!("game-{}", other.name())))
                }
            }
        }
        @for (part, words, lead) in PARTS {
            @let of_part: Vec<&AgentKind> = kinds.iter().copied().filter(|kind| kind.part == part).collect();
            @if !of_part.is_empty() {
                section class="part" {
                    h2 { (locale.word(words)) }
                    p class="meta" { (locale.word(lead)) }
                    div class="agentlist" { @for kind in of_part { (agent(locale, kind)) } }
                }
            }
        }
    }
}

fn agent(locale: Locale, kind: &AgentKind) -> Markup {
    html! {
        article class="panel agent" id={ "agent-" (kind.name) } {
            h3 { code { (kind.name) } }
            p { (told(locale, kind.help)) }
            @if kind.parameters.is_empty() {
                p class="meta" { (locale.word("agents-none")) }
            } @else {
                details {
                    summary class="meta" { (locale.word("agents-parameter")) " · " (kind.parameters.len()) }
                    div class="doc-scroll" {
                        table class="table" {
                            thead {
                                tr {
                                    th { (locale.word("agents-parameter")) }
                                    th { (locale.word("agents-default")) }
                                    th { (locale.word("agents-values")) }
                                    th { (locale.word("agents-meaning")) }
                                }
                            }
                            tbody {
                                @for parameter in kind.parameters {
                                    tr {
                                        td { code { (parameter.name) } }
                                        td { code { (parameter.default) } }
                                        td { (values(locale, parameter.kind)) }
                                        td { (told(locale, parameter.help)) }
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_agent_and_parameter_stands_on_the_page() {
        for game in GAMES {
            let html = agents(Locale::Ja, *game).into_string();
            for kind in game.agents() {
                assert!(html.contains(&format!("id=\"agent-{}\"", kind.name)), "{}", kind.name);
            }
            let parameters: usize = game.agents().iter().map(|kind| kind.parameters.len()).sum();
            assert_eq!(html.matches("<td><code>").count(), 2 * parameters, "{}", game.name());
        }
    }
}
