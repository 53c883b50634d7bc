//! Servers that end and come back.

use kakehiki_core::Log;
use serde_json::json;

use crate::client::{TestServer, geister};

#[tokio::test(flavor = "multi_thread")]
async fn a_game_goes_on_where_it_was_with_the_same_tokens() {
    let server = TestServer::start().await;
    let game = server.geister(["person", "charge"]).await;
    let mut page = server.socket(&game.id, Some(game.token(0)), None).await;
    assert!(page.until_called().await);
    let seq = page.page.seq;
    assert_eq!(page.act("a", seq, "set:ABCD").await["type"], "ok");
    assert!(page.until_called().await);
    let before = server.get(&game.path(""), Some(game.token(0))).await.json();
    let (code, reason) = {
        let stopping = server.stop();
        let (folder, goodbye) = tokio::join!(stopping, page.goodbye());
        let server = TestServer::on(folder, |_| {}).await;
        let after = server.get(&game.path(""), Some(game.token(0))).await.json();
        assert_eq!(after, before);
        let mut again = server.socket(&game.id, Some(game.token(0)), Some(page.page.seq)).await;
        assert!(again.until_called().await);
        assert_eq!(again.page, page.page);
        let action = after["menu"]["actions"][0].as_str().unwrap();
        let seq = again.page.seq;
        assert_eq!(again.act("b", seq, action).await["type"], "ok");
        goodbye
    };
    assert_eq!((code, reason.as_str()), (1001, "the server stops"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_log_that_was_cut_anywhere_goes_on_to_the_same_end() {
    let server = TestServer::start().await;
    let mut order = geister(["charge", "random"]);
    order["options"] = json!({"cap": "12"});
    let game = server.create(&order).await;
    let mut page = server.socket(&game.id, None, None).await;
    assert!(!page.until_called().await);
    let end = page.page.clone();
    let path = format!("{}.jsonl", game.id);
    let whole = std::fs::read(server.folder.path().join(&path)).unwrap();
    let header = whole.iter().position(|byte| *byte == b'\n').unwrap() + 1;
    let mut folder = server.stop().await;
    for cut in (header..whole.len()).step_by(37).chain([whole.len() - 1, whole.len()]) {
        std::fs::write(folder.path().join(&path), &whole[..cut]).unwrap();
        let server = TestServer::on(folder, |_| {}).await;
        let mut page = server.socket(&game.id, None, None).await;
        assert!(!page.until_called().await, "cut at {cut}");
        assert_eq!(page.page, end, "cut at {cut}");
        drop(page);
        folder = server.stop().await;
        let again = std::fs::read(folder.path().join(&path)).unwrap();
        assert_eq!(again, whole, "cut at {cut}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn logs_that_cannot_be_read_do_not_stop_the_server() {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in [("empty", ""), ("nonsense", "{]\n"), ("half", "{\"format\":\"kakehiki-l")]
    {
        std::fs::write(folder.path().join(format!("{name}.jsonl")), text).unwrap();
    }
    let good = r#"{"format":"kakehiki-log","version":2,"game":"geister","options":{},"seats":[{"agent":"random"},{"agent":"nobody"}],"seed":1,"match":0,"game_index":0}"#;
    std::fs::write(folder.path().join("stranger.jsonl"), format!("{good}\n")).unwrap();
    let server = TestServer::on(folder, |_| {}).await;
    for name in ["empty", "nonsense", "half", "stranger"] {
        let answer = server.get(&format!("/api/v1/matches/{name}"), None).await;
        assert_eq!(answer.status, 503, "{name}");
    }
    let game = server.geister(["random", "random"]).await;
    let mut page = server.socket(&game.id, None, None).await;
    assert!(!page.until_called().await);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_log_holds_what_is_shown() {
    let server = TestServer::start().await;
    let mut order = geister(["random", "random"]);
    order["pace"] = json!({"every": 5});
    let game = server.create(&order).await;
    let path = server.folder.path().join(format!("{}.jsonl", game.id));
    let mut page = server.socket(&game.id, None, None).await;
    loop {
        let message = page.next_of(&["snapshot", "push"]).await;
        // What was noticed of the log as it lies there now is at least what was shown.
        let log = Log::from_bytes(&std::fs::read(&path).unwrap()).unwrap();
        let mut written = kakehiki_web::Position::open(&log).unwrap();
        let seq = written.seq(kakehiki_games::Observer::Spectator);
        assert!(seq >= message["seq"].as_u64().unwrap());
        if message["over"] == true {
            break;
        }
    }
}
