//! A server that is killed in the middle of a game and started again: nothing is lost.

use serde_json::json;

use crate::{
    browser::Browser,
    is_wanted,
    playing::{after, is_over, seq},
    server::Process,
};

#[test]
fn a_game_goes_on_after_the_server_was_killed() {
    if !is_wanted() {
        return;
    }
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let folder = tempfile::tempdir().unwrap();
        let server = Process::start(folder.path(), 0);
        let port = server.port;
        let browser = Browser::open().await;
        browser.goto(&format!("{}/", server.base)).await;
        browser.click("[data-game=geister] .btn--primary[data-begin]").await;
        browser.until("document.querySelector('form[data-draft=setup]')").await;
        browser.click("[data-random]").await;
        let before = seq(&browser).await;
        browser.click("form[data-draft=setup] [data-send]:not(:disabled)").await;
        after(&browser, before).await;
        play_a_move(&browser).await;
        assert!(!is_over(&browser).await);
        let board = browser.text("document.getElementById('board').innerHTML").await;
        let at = seq(&browser).await;

        server.kill();
        browser.until("document.documentElement.dataset.conn === 'lost'").await;
        let server = Process::start(folder.path(), port);
        browser.until("document.documentElement.dataset.conn === 'open'").await;
        assert_eq!(seq(&browser).await, at);
        assert_eq!(browser.text("document.getElementById('board').innerHTML").await, board);
        play_a_move(&browser).await;
        // A page that is opened anew knows as much as the one that stayed.
        let text = browser.text("document.getElementById('text-view').innerText").await;
        browser.client.refresh().await.unwrap();
        browser.until("document.documentElement.dataset.conn === 'open'").await;
        assert_eq!(browser.text("document.getElementById('text-view').innerText").await, text);
        // While the server was away the browser could not reach it, and may say so.
        let complaints = browser.complaints().await;
        assert!(
            complaints.iter().all(|it| it.contains("ERR_CONNECTION") || it.contains("WebSocket")),
            "{complaints:?}"
        );
        drop(server);
    });
    runtime.shutdown_background();
}

/// Any move of the own side, and the answer to it.
async fn play_a_move(browser: &Browser) {
    assert!(!is_over(browser).await);
    let before = seq(browser).await;
    let act =
        browser.text("document.querySelector('#board [data-group][data-act]').dataset.act").await;
    let group =
        browser.text("document.querySelector('#board [data-group][data-act]').dataset.group").await;
    browser.click(&format!("#board [data-pick={group}]")).await;
    browser.click(&format!("#board [data-act={}].open", json!(act))).await;
    after(browser, before).await;
    is_over(browser).await;
}
