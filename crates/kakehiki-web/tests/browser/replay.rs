//! A replay shows what was shown live, at every step.

use std::{
    collections::BTreeMap,
    time::{Duration, Instant},
};

use serde_json::{Value, json};

use crate::{
    browser::{Browser, PATIENCE},
    in_browser,
    playing::begin,
};

/// Keeps the pieces of a page by how far the game was, from before its first script.
const LISTEN: &str = "window.frames_by_seq = {}; const pieces = {}; \
    window.WebSocket = class extends WebSocket { constructor(...given) { super(...given); \
        this.addEventListener('message', (event) => { const told = JSON.parse(event.data); \
            if (!told.fragments) return; \
            for (const { id, html, keep } of told.fragments) { const old = pieces[id] ?? ''; \
                pieces[id] = keep ? old.slice(0, keep[0]) + html + old.slice(old.length - keep[1]) : html; } \
            window.frames_by_seq[told.seq] = { ...pieces }; }); } };";

/// The pieces of every position of a replay, by how far the game was.
async fn replayed(browser: &Browser, id: &str, last: usize) -> BTreeMap<u64, Value> {
    let mut frames = BTreeMap::new();
    for at in 0..=last {
        let script = format!(
            "const done = arguments[arguments.length - 1]; \
             fetch('/replay/{id}/frame?as=spectator&lang=en&at={at}').then((answer) => answer.json()).then(done)"
        );
        let frame = browser.client.execute_async(&script, Vec::new()).await.unwrap();
        let pieces = frame["fragments"].as_array().unwrap().iter();
        let pieces = pieces.map(|it| (it["id"].as_str().unwrap().to_owned(), it["html"].clone()));
        frames.insert(frame["seq"].as_u64().unwrap(), Value::Object(pieces.collect()));
    }
    frames
}

#[test]
fn a_replay_equals_the_live_table_at_every_step() {
    in_browser(async |browser, server| {
        browser.tool("Page.addScriptToEvaluateOnNewDocument", json!({ "source": LISTEN })).await;
        // Whoever started the server says when the next step comes.
        browser.goto(&server.page(&format!("/#owner={}", server.state.owner_token()))).await;
        let agents = ["charge", "random"].map(|agent| json!({ "kind": "agent", "agent": agent }));
        let order = json!({ "game": "geister", "seats": agents, "seed": 9, "pace": "step" });
        let (id, _) = begin(&browser, &server, order).await;
        browser.goto(&server.page(&format!("/table/{id}"))).await;
        browser.until("document.documentElement.dataset.conn === 'open'").await;
        // Both sides step, one press for each action, until the game is over. The match says what was done:
        // whoever watches does not see a placement, and at the end the button goes away.
        let table = server.state.find(&id).unwrap();
        let progress = async || {
            table
                .inspect(|position| (position.events().len(), position.outcome().is_some()))
                .await
                .unwrap()
        };
        browser.until("!document.querySelector('[data-next]').hidden").await;
        let (mut events, mut is_over) = progress().await;
        while !is_over {
            browser.click("[data-next]").await;
            let (before, began) = (events, Instant::now());
            while events == before {
                assert!(
                    began.elapsed() < PATIENCE,
                    "the press after {before} events was not answered"
                );
                tokio::time::sleep(Duration::from_millis(5)).await;
                (events, is_over) = progress().await;
            }
        }
        browser.until("document.documentElement.dataset.over === 'true'").await;
        let live = browser.run("return window.frames_by_seq").await;
        let live = live.as_object().unwrap();
        let replay = replayed(&browser, &id, events).await;
        let mut compared = 0;
        for (seq, pieces) in live {
            let expected = &replay[&seq.parse::<u64>().unwrap()];
            for (piece, html) in pieces.as_object().unwrap() {
                assert_eq!(&expected[piece], html, "{piece} at {seq}");
            }
            compared += 1;
        }
        assert!(compared > 8, "only {compared} positions were seen live");
        browser.is_content().await;
    });
}

#[test]
fn the_bar_goes_through_the_game_by_mouse_and_keys() {
    in_browser(async |browser, server| {
        let agents = ["charge", "random"].map(|agent| json!({ "kind": "agent", "agent": agent }));
        let order = json!({ "game": "geister", "seats": agents, "seed": 9, "pace": "instant" });
        let (id, _) = begin(&browser, &server, order).await;
        browser.goto(&server.page(&format!("/table/{id}"))).await;
        browser.until("document.documentElement.dataset.over === 'true'").await;
        browser.goto(&server.page(&format!("/replay/{id}"))).await;
        let at = |at: &str| format!("document.querySelector('[data-replay]').dataset.at === {at}");
        browser.until("document.documentElement.dataset.conn === 'open'").await;
        browser.press(fantoccini::key::Key::End.into()).await;
        browser.until(&at("document.querySelector('[data-replay]').dataset.of")).await;
        browser.press(fantoccini::key::Key::Home.into()).await;
        browser.until(&at("'0'")).await;
        browser.press(']').await;
        browser.until(&at("'1'")).await;
        browser.click("[data-go=forward]").await;
        browser.until(&at("'2'")).await;
        browser.press('[').await;
        browser.until(&at("'1'")).await;
        // The address leads to the same point again.
        assert!(browser.client.current_url().await.unwrap().query().unwrap().contains("at=1"));
        // What positions were worth is told under the bar, and leads to the turning points.
        browser.until("document.querySelector('[data-worth=known]')").await;
        browser.until("document.querySelector('[data-graph] polyline')").await;
        browser.until("document.querySelector('[data-strip] .eval')").await;
        browser.click("[data-turnings] summary").await;
        if browser.holds("document.querySelector('[data-goto]')").await {
            let goal = browser.text("document.querySelector('[data-goto]').dataset.goto").await;
            browser.click("[data-goto]").await;
            browser.until(&at(&format!("'{goal}'"))).await;
        }
        browser.click("[data-turnings] summary").await;
        // What an agent thinks of a position appears where one stays, and says what moved it.
        browser
            .until("document.querySelector('[data-replay]').dataset.thoughts !== undefined")
            .await;
        // From there a person may go on, in a game for practice.
        browser.click("[data-go=last]").await;
        browser.until(&at("document.querySelector('[data-replay]').dataset.of")).await;
        browser.click("[data-go=turn-back]").await;
        browser.until("document.documentElement.dataset.conn === 'open'").await;
        browser.click("[data-branch]").await;
        browser.until("location.pathname.startsWith('/table/') && document.documentElement.dataset.conn === 'open'").await;
        browser.until("document.querySelector('.chip--call')").await;
        browser.is_content().await;
    });
}

#[test]
fn agents_say_what_they_thought_and_a_turning_point_is_tried_again() {
    in_browser(async |browser, server| {
        let agents = ["flat(playouts=20)", "random"];
        let seats = agents.map(|agent| json!({ "kind": "agent", "agent": agent }));
        let order = json!({ "game": "geister", "seats": seats, "seed": 9, "pace": "instant" });
        let (id, _) = begin(&browser, &server, order).await;
        browser.goto(&server.page(&format!("/table/{id}"))).await;
        browser.until("document.documentElement.dataset.over === 'true'").await;
        browser.goto(&server.page(&format!("/replay/{id}?at=8"))).await;
        browser.until("document.querySelector('[data-replay]').dataset.thoughts === '8'").await;
        browser.click("[data-why]").await;
        browser.until("document.querySelector('.why').innerText.trim() !== ''").await;
        browser.until("document.querySelector('[data-worth=known]')").await;
        browser.click("[data-turnings] summary").await;
        browser.click("[data-again]").await;
        browser.until("location.pathname.startsWith('/table/') && document.documentElement.dataset.conn === 'open'").await;
        browser.is_content().await;
    });
}
