//! Lines that break and come back.

use serde_json::json;

use crate::client::{Page, TestServer, geister};

#[tokio::test(flavor = "multi_thread")]
async fn whoever_comes_back_ends_up_with_the_same_page_whatever_it_saw_last() {
    let server = TestServer::start().await;
    let mut order = geister(["random", "charge"]);
    order["pace"] = "step".into();
    order["practice"] = true.into();
    let game = server.create(&order).await;
    let owner = server.owner();
    let mut page = server.socket(&game.id, Some(&owner), None).await;
    page.next_of(&["snapshot"]).await;
    let mut known: Vec<Page> = vec![page.page.clone()];
    page.send(&json!({"type": "next"})).await;
    for _ in 0..30 {
        page.send(&json!({"type": "next"})).await;
        let message = page.next_of(&["push"]).await;
        known.push(page.page.clone());
        if message["over"] == true {
            break;
        }
    }
    let (mut snapshots, mut pushes) = (0, 0);
    for last in 0..=page.page.seq + 3 {
        let mut again = server.socket(&game.id, Some(&owner), Some(last)).await;
        // What the page showed when it had seen this much.
        if let Some(shown) = known.iter().rev().find(|shown| shown.seq <= last) {
            again.page = shown.clone();
        }
        let message = again.next_of(&["snapshot", "push"]).await;
        if message["type"] == "snapshot" {
            snapshots += 1;
        } else {
            pushes += 1;
        }
        assert_eq!(again.page, page.page, "back from {last}");
    }
    assert!(pushes > 5 && snapshots >= 3, "{pushes} pushes, {snapshots} snapshots");
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_was_away_for_long_gets_everything() {
    let server = TestServer::start().await;
    let order = json!({
        "game": "monopoly", "seed": 3, "pace": "instant",
        "seats": [{"kind": "agent", "agent": "random"}, {"kind": "agent", "agent": "random"}],
    });
    let game = server.create(&order).await;
    let mut page = server.socket(&game.id, None, None).await;
    let first = page.next_of(&["snapshot"]).await["seq"].as_u64().unwrap();
    loop {
        page.next_of(&["push"]).await;
        if page.page.seq > first + 210 {
            break;
        }
    }
    let mut again = server.socket(&game.id, None, Some(first)).await;
    assert_eq!(again.next_of(&["snapshot", "push"]).await["type"], "snapshot");
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_does_not_read_is_let_go_and_nobody_else_notices() {
    let server = TestServer::start().await;
    let mut order = geister(["random", "random"]);
    order["pace"] = json!({"every": 1});
    let game = server.create(&order).await;
    let _deaf = server.socket(&game.id, None, None).await;
    let mut page = server.socket(&game.id, None, None).await;
    assert!(!page.until_called().await);
    let mut late = server.socket(&game.id, None, None).await;
    late.next_of(&["snapshot"]).await;
    assert_eq!(late.page, page.page);
}

#[tokio::test(flavor = "multi_thread")]
async fn twelve_pages_show_the_same() {
    let server = TestServer::start().await;
    let game = server.geister(["charge", "random"]).await;
    let mut pages = Vec::new();
    for _ in 0..12 {
        pages.push(server.socket(&game.id, None, None).await);
    }
    let mut shown = Vec::new();
    for mut page in pages {
        assert!(!page.until_called().await);
        shown.push(page.page);
    }
    assert!(shown.windows(2).all(|two| two[0] == two[1]));
}
