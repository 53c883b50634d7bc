//! Two people in two browsers: neither learns the other's secrets, from the page or from what is sent.

use serde_json::json;

use crate::{
    browser::Browser,
    in_browser,
    playing::{after, begin, seq},
    server::Running,
};

/// Keeps every message that a page gets, from before its first script.
const LISTEN: &str = "window.heard = []; window.WebSocket = class extends WebSocket { \
    constructor(...given) { super(...given); \
        this.addEventListener('message', (event) => window.heard.push(event.data)); } };";

/// Lets two people set up, the first with these bad ghosts; gives all that the second page was told
/// and shows.
async fn told_to_the_second(server: &Running, bad: &str) -> (Vec<String>, String) {
    let (ada, ben) = (Browser::open().await, Browser::open().await);
    let people = ["Ada", "Ben"].map(|name| json!({ "kind": "person", "name": name }));
    let order = json!({ "game": "geister", "seats": people, "seed": 5 });
    let (id, tokens) = begin(&ada, server, order).await;
    ben.tool("Page.addScriptToEvaluateOnNewDocument", json!({ "source": LISTEN })).await;
    ada.goto(&server.page(&format!("/table/{id}#t={}", tokens[0]))).await;
    ben.goto(&server.page(&format!("/table/{id}#t={}", tokens[1]))).await;

    ada.until("document.querySelector('form[data-draft=setup]')").await;
    for ghost in bad.chars() {
        ada.click(&format!("#board [data-toggle={ghost}]")).await;
    }
    let before = seq(&ada).await;
    ada.click("form[data-draft=setup] [data-send]:not(:disabled)").await;
    after(&ada, before).await;

    ben.until("document.querySelector('form[data-draft=setup] [data-preset]')").await;
    ben.click("form[data-draft=setup] [data-preset]").await;
    let before = seq(&ben).await;
    ben.click("form[data-draft=setup] [data-send]:not(:disabled)").await;
    after(&ben, before).await;
    ben.until("document.documentElement.dataset.pending === 'false'").await;

    ada.until("document.querySelector('#board [data-pick]')").await;
    let before = seq(&ben).await;
    ada.click("#board [data-pick]").await;
    ada.click("#board .target.open").await;
    after(&ben, before).await;
    ben.until("document.documentElement.dataset.called === 'true'").await;

    let heard = ben.run("return window.heard").await;
    let heard: Vec<String> = heard
        .as_array()
        .unwrap()
        .iter()
        .map(|message| message.as_str().unwrap().to_owned())
        // Names of acts are drawn anew each time.
        .filter(|message| !message.contains("\"client_id\""))
        .collect();
    let shown = ben.text("document.getElementById('content').innerHTML").await;
    for browser in [&ada, &ben] {
        browser.is_content().await;
    }
    (heard, shown)
}

#[test]
fn neither_page_nor_messages_tell_the_others_ghosts() {
    in_browser(async |_, server| {
        let one = told_to_the_second(&server, "ABCD").await;
        let other = told_to_the_second(&server, "EFGH").await;
        assert!(!one.0.is_empty());
        assert_eq!(one.0, other.0, "the same messages, whatever the other side hides");
        assert_eq!(one.1, other.1, "the same page");
    });
}
