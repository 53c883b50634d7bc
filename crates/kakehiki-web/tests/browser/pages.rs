//! All pages: in both languages, on a phone, and what can be set up and kept.

use serde_json::json;

use crate::{
    browser::Browser,
    in_browser,
    playing::{begin, one_person},
    server::Running,
};

/// The pages that need nothing to be there.
pub(crate) const PAGES: [&str; 12] = [
    "/",
    "/new/catan",
    "/new/geister",
    "/new/werewolf",
    "/watch",
    "/replay",
    "/help",
    "/settings",
    "/agents/catan",
    "/agents/geister",
    "/study",
    "/nothing-here",
];

/// Nothing sticks out to the side of a screen of a width, which would show all of the page smaller.
async fn fits(browser: &Browser, page: &str, width: u32) {
    let fits = browser
        .holds(&format!(
            "Math.max(document.documentElement.scrollWidth, window.innerWidth) <= {width}"
        ))
        .await;
    let wide = browser
        .text("[...document.querySelectorAll('body *')].filter((it) => it.getBoundingClientRect().right > window.innerWidth + 1 && !it.closest('.doc-scroll, .tabs--games, .tabs, svg')).slice(0, 5).map((it) => it.outerHTML.slice(0, 120)).join('\\n')")
        .await;
    assert!(fits, "{page} is too wide:\n{wide}");
}

/// Tables of all kinds, begun for looking at.
pub(crate) async fn tables(browser: &Browser, server: &Running) -> Vec<(String, String)> {
    let mut tables = Vec::new();
    for (name, order) in [
        ("geister", one_person("geister", &json!({}), &["charge"])),
        ("negogeister", one_person("negogeister", &json!({}), &["charge"])),
        (
            "catan",
            one_person("catan", &json!({ "speaking": "on" }), &["greedy", "greedy", "greedy"]),
        ),
        ("monopoly", ai_only("monopoly", &json!({ "players": "3" }), &["moyer"; 3])),
        ("werewolf", ai_only("werewolf", &json!({ "village": "5" }), &["sample-0.6"; 5])),
    ] {
        let (id, tokens) = begin(browser, server, order).await;
        let token = tokens.iter().find(|token| !token.is_empty());
        let fragment = token.map(|token| format!("#t={token}")).unwrap_or_default();
        tables.push((name.to_owned(), format!("/table/{id}{fragment}")));
    }
    tables
}

fn ai_only(game: &str, options: &serde_json::Value, agents: &[&str]) -> serde_json::Value {
    let seats: Vec<_> = agents.iter().map(|it| json!({ "kind": "agent", "agent": it })).collect();
    json!({ "game": game, "options": options, "seats": seats, "pace": "instant", "seed": 3 })
}

#[test]
fn every_page_fits_a_phone_and_a_tablet_in_both_languages() {
    in_browser(async |browser, server| {
        let tables = tables(&browser, &server).await;
        // Games of AIs alone can be gone through while they are played.
        let replays = tables[3..].iter().map(|(_, table)| table.replace("/table/", "/replay/"));
        let replays: Vec<String> = replays.collect();
        let tables = tables.into_iter().map(|it| it.1).chain(replays);
        let pages = PAGES.map(str::to_owned).into_iter().chain(tables);
        for page in pages {
            for lang in ["en", "ja"] {
                let (path, fragment) = page.split_once('#').unwrap_or((&page, ""));
                browser.goto(&server.page(&format!("{path}?lang={lang}#{fragment}"))).await;
                browser.until("document.readyState === 'complete'").await;
                if page.starts_with("/table") {
                    browser.until("document.documentElement.dataset.conn === 'open'").await;
                }
                assert_eq!(browser.text("document.documentElement.lang").await, lang);
                for (width, height) in [(360, 740), (768, 1024)] {
                    browser.resize(width, height).await;
                    fits(&browser, &format!("{page} in {lang} at {width}"), width).await;
                }
            }
        }
        // The two pages that are not there are answered as such, which the console tells.
        let complaints = browser.complaints().await;
        assert!(complaints.iter().all(|it| it.contains("404")), "{complaints:?}");
    });
}

#[test]
fn the_language_and_the_light_are_kept() {
    in_browser(async |browser, server| {
        browser.goto(&server.page("/")).await;
        browser.click("[data-language=ja]").await;
        browser.until("document.documentElement.lang === 'ja'").await;
        browser.goto(&server.page("/help")).await;
        assert_eq!(browser.text("document.documentElement.lang").await, "ja");
        browser.goto(&server.page("/settings")).await;
        browser.click("label:has(input[name=theme][value=dark])").await;
        browser.click("label:has(input[name=motion][value=less])").await;
        browser.click("form.settings [type=submit]").await;
        browser.until("location.search.includes('saved')").await;
        browser.goto(&server.page("/")).await;
        assert_eq!(browser.text("document.documentElement.dataset.theme").await, "dark");
        let ground = browser.text("getComputedStyle(document.body).backgroundColor").await;
        assert_eq!(ground, "rgb(25, 23, 19)", "the ground by lamp");
        let move_time = browser
            .text("getComputedStyle(document.documentElement).getPropertyValue('--move')")
            .await;
        assert_eq!(move_time.trim(), "0ms");
        // One press on the moon brings the day back.
        browser.click("[data-theme-switch]").await;
        assert_eq!(browser.text("document.documentElement.dataset.theme").await, "light");
        browser.is_content().await;
    });
}

#[test]
fn a_game_for_two_people_is_set_up_with_a_link_for_each() {
    in_browser(async |browser, server| {
        browser.goto(&server.page("/new/geister")).await;
        browser.find("[name=kind-1]").await.select_by_value("person").await.unwrap();
        browser.click("#new-game [type=submit]").await;
        browser.until("document.querySelectorAll('#invite [data-link]').length === 2").await;
        let links = browser.run("return [...document.querySelectorAll('#invite [data-link]')].map((it) => it.value)").await;
        let links: Vec<&str> =
            links.as_array().unwrap().iter().filter_map(|it| it.as_str()).collect();
        assert_ne!(links[0], links[1]);
        browser.goto(links[1]).await;
        browser.until("document.documentElement.dataset.seat === 'P1'").await;
        // The token is not left in the address.
        assert!(!browser.client.current_url().await.unwrap().as_str().contains("t="));
        browser.is_content().await;
    });
}

#[test]
fn a_number_of_players_shows_so_many_seats_and_a_wrong_agent_is_explained() {
    in_browser(async |browser, server| {
        browser.goto(&server.page("/new/catan")).await;
        let seats =
            "[...document.querySelectorAll('[data-seat]')].filter((it) => !it.hidden).length";
        assert_eq!(browser.text(seats).await, "4");
        let players = browser.find("[data-option=players]").await;
        players.clear().await.unwrap();
        players.send_keys("3").await.unwrap();
        assert_eq!(browser.text(seats).await, "3");
        let agent = browser.find("[name=agent-1]").await;
        agent.clear().await.unwrap();
        agent.send_keys("greedyy").await.unwrap();
        browser.click("#new-game [type=submit]").await;
        browser.until("!document.querySelector('#new-game [data-problem]').hidden").await;
        let problem =
            browser.text("document.querySelector('#new-game [data-problem]').textContent").await;
        assert!(problem.contains("greedyy"), "{problem}");
        // A refused request is no fault of the page, though browsers note it.
        let complaints = browser.complaints().await;
        assert!(complaints.iter().all(|it| it.contains("400")), "{complaints:?}");
    });
}

#[test]
fn twelve_tabs_look_at_one_game() {
    in_browser(async |browser, server| {
        let (id, tokens) =
            begin(&browser, &server, one_person("geister", &json!({}), &["random"])).await;
        let own = browser.client.window().await.unwrap();
        let mut tabs = Vec::new();
        for _ in 0..11 {
            let tab = browser.client.new_window(true).await.unwrap().handle;
            browser.client.switch_to_window(tab.clone()).await.unwrap();
            browser.goto(&server.page(&format!("/table/{id}"))).await;
            browser.until("document.documentElement.dataset.conn === 'open'").await;
            tabs.push((tab, browser.text("document.documentElement.dataset.seq").await));
        }
        browser.client.switch_to_window(own).await.unwrap();
        browser.goto(&server.page(&format!("/table/{id}#t={}", tokens[0]))).await;
        browser.until("document.querySelector('form[data-draft=setup]')").await;
        browser.click("[data-random]").await;
        browser.click("form[data-draft=setup] [data-send]:not(:disabled)").await;
        browser.until("document.querySelector('#board [data-pick]')").await;
        for (tab, seq) in tabs {
            browser.client.switch_to_window(tab).await.unwrap();
            browser.until(&format!("document.documentElement.dataset.seq !== '{seq}'")).await;
        }
        browser.is_content().await;
    });
}
