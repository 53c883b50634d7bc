//! What is refused at the door.

use serde_json::{Value, json};

use crate::client::{TestServer, geister};

#[tokio::test(flavor = "multi_thread")]
async fn every_answer_carries_what_browsers_need_to_know() {
    let server = TestServer::start().await;
    for path in ["/api/v1/games", "/openapi.json", "/nowhere", "/favicon.ico"] {
        let answer = server.get(path, None).await;
        let header = |name: &str| answer.headers.get(name).map(String::as_str).unwrap_or_default();
        let policy = header("content-security-policy");
        assert!(policy.starts_with("default-src 'none'; script-src 'self';"), "{path}: {policy}");
        assert!(policy.contains("frame-ancestors 'none'"));
        assert_eq!(header("x-content-type-options"), "nosniff");
        assert_eq!(header("referrer-policy"), "no-referrer");
        assert_eq!(header("cross-origin-opener-policy"), "same-origin");
        assert_eq!(header("cross-origin-resource-policy"), "same-origin");
        assert!(!header("cache-control").is_empty());
        assert!(!answer.headers.contains_key("set-cookie"));
        assert!(!answer.headers.contains_key("access-control-allow-origin"));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn names_that_are_not_ours_are_sent_away() {
    let server = TestServer::with(|options| {
        options.allowed_hosts = vec!["table.example".to_owned()];
    })
    .await;
    let ask = async |host: &str| server.ask("GET", "/api/v1/games", &[("Host", host)], b"").await;
    assert_eq!(ask("evil.example").await.status, 421);
    assert_eq!(ask("evil.example").await.code(), "wrong-host");
    for host in ["localhost", "127.0.0.1:1", "[::1]:2", "table.example"] {
        assert_eq!(ask(host).await.status, 200, "{host}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_of_other_sites_can_do_nothing() {
    let server = TestServer::start().await;
    let order = geister(["person", "random"]).to_string();
    let own = format!("http://{}", server.host());
    let post = async |name: &str, value: &str| {
        let headers = [(name, value), ("Content-Type", "text/plain")];
        server.ask("POST", "/api/v1/matches", &headers, order.as_bytes()).await.status
    };
    assert_eq!(post("Origin", "http://evil.example").await, 403);
    assert_eq!(post("Origin", "null").await, 403);
    assert_eq!(post("Sec-Fetch-Site", "cross-site").await, 403);
    assert_eq!(post("Sec-Fetch-Site", "same-site").await, 403);
    assert_eq!(post("Origin", &own).await, 201);
    let headers = [("Sec-Fetch-Site", "cross-site")];
    assert_eq!(server.ask("GET", "/api/v1/games", &headers, b"").await.status, 403);
    let headers = [("Origin", "http://evil.example")];
    assert_eq!(server.ask("OPTIONS", "/api/v1/matches", &headers, b"").await.status, 403);
}

#[tokio::test(flavor = "multi_thread")]
async fn sockets_of_other_sites_are_not_opened() {
    let server = TestServer::start().await;
    let game = server.geister(["person", "random"]).await;
    let own = format!("http://{}", server.host());
    let bearer = format!("Bearer {}", game.token(0));
    let wrong = format!("Bearer {}", "0".repeat(32));
    let open = async |headers: &[(&'static str, &str)]| {
        server.raw_line(&game.id, "", headers).await.is_ok()
    };
    assert!(open(&[("Origin", &own)]).await);
    assert!(open(&[("Authorization", &bearer)]).await);
    assert!(!open(&[]).await);
    assert!(!open(&[("Origin", "http://evil.example")]).await);
    assert!(!open(&[("Origin", "http://evil.example"), ("Authorization", &bearer)]).await);
    assert!(!open(&[("Authorization", &wrong)]).await, "a token of no seat");
    assert!(!open(&[("Origin", &own), ("Sec-Fetch-Site", "cross-site")]).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn without_the_right_token_nobody_acts_or_sees_a_hand() {
    let server = TestServer::start().await;
    let game = server.geister(["person", "person"]).await;
    let other = server.geister(["person", "person"]).await;
    let act = json!({"action": "set:ABCD"});
    for (token, status) in [
        (None, 403),
        (Some("nonsense"), 403),
        (Some(other.token(0)), 403),
        (Some(server.owner().as_str()), 403),
        (Some(game.token(1)), 409),
        (Some(game.token(0)), 200),
    ] {
        assert_eq!(server.post(&game.path("/act"), token, &act).await.status, status, "{token:?}");
    }
    let look =
        async |query: &str, token: Option<&str>| server.get(&game.path(query), token).await.status;
    assert_eq!(look("?seat=P0", Some(game.token(0))).await, 200);
    assert_eq!(look("?seat=P1", Some(game.token(0))).await, 403);
    assert_eq!(look("?seat=P0", None).await, 403);
    assert_eq!(look("?seat=analyst", Some(&server.owner())).await, 403);
    assert_eq!(look("", Some(other.token(0))).await, 403);
    assert_eq!(look("?seat=P9", Some(game.token(0))).await, 400);
    assert_eq!(look("", None).await, 200);
    assert_eq!(server.get(&game.path("/log"), Some(game.token(0))).await.status, 403);
    let control = json!("cut-short");
    assert_eq!(server.post(&game.path("/control"), None, &control).await.status, 403);
    let mut socket = server.socket(&game.id, Some(other.token(0)), None).await;
    assert_eq!(socket.next().await.unwrap()["code"], "no-authority");
}

#[tokio::test(flavor = "multi_thread")]
async fn on_an_address_that_others_reach_only_the_owner_begins_matches() {
    let server = TestServer::with(|options| {
        options.bind = Some("0.0.0.0".parse().unwrap());
        options.allowed_hosts = vec!["table.example".to_owned()];
    })
    .await;
    let order = geister(["person", "random"]);
    assert_eq!(server.post("/api/v1/matches", None, &order).await.status, 403);
    assert_eq!(server.ask("POST", "/api/v1/logs", &[], b"x").await.status, 403);
    let owner = server.owner();
    assert_eq!(server.post("/api/v1/matches", Some(&owner), &order).await.status, 201);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_too_large_is_refused() {
    let server = TestServer::start().await;
    let large = vec![b' '; 65 * 1024];
    let answer = server.ask("POST", "/api/v1/matches", &[], &large).await;
    assert_eq!((answer.status, answer.code().as_str()), (413, "too-large"));
    let game = server.geister(["person", "random"]).await;
    let mut socket = server.socket(&game.id, None, None).await;
    socket.next_of(&["snapshot"]).await;
    socket.send_text(&" ".repeat(65 * 1024)).await;
    while socket.next().await.is_some() {}
    assert_eq!(server.get("/api/v1/games", None).await.status, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_does_too_much_has_to_wait() {
    let server = TestServer::start().await;
    let game = server.geister(["person", "person"]).await;
    let act = json!({"action": "nonsense"});
    let mut codes = Vec::new();
    for _ in 0..60 {
        codes.push(server.post(&game.path("/act"), Some(game.token(0)), &act).await.code());
    }
    assert!(codes[..40].iter().all(|code| code == "illegal"), "{codes:?}");
    assert!(codes.iter().any(|code| code == "too-many"), "{codes:?}");
    let other = server.post(&game.path("/act"), Some(game.token(1)), &act).await;
    assert_eq!(other.code(), "not-asked", "others are not held up");
    let say = json!({"text": "hello"});
    let mut refused = 0;
    for _ in 0..8 {
        let answer = server.post(&game.path("/say"), Some(game.token(1)), &say).await;
        refused += u32::from(answer.status == 429);
    }
    assert!(refused >= 3, "{refused}");
}

#[tokio::test(flavor = "multi_thread")]
async fn there_are_only_so_many_matches_and_pages() {
    let server = TestServer::with(|options| {
        options.max_matches = 2;
        options.max_sockets = 1;
    })
    .await;
    let first = server.geister(["person", "person"]).await;
    server.geister(["person", "person"]).await;
    let order = geister(["person", "person"]);
    let answer = server.post("/api/v1/matches", Some(&server.owner()), &order).await;
    assert_eq!((answer.status, answer.code().as_str()), (429, "too-many"));
    let mut page = server.socket(&first.id, None, None).await;
    page.next_of(&["snapshot"]).await;
    let own = format!("http://{}", server.host());
    assert!(server.raw_line(&first.id, "", &[("Origin", &own)]).await.is_err());
    drop(page);
    for _ in 0..100 {
        if server.raw_line(&first.id, "", &[("Origin", &own)]).await.is_ok() {
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    panic!("a page that was closed still counts");
}

#[tokio::test(flavor = "multi_thread")]
async fn orders_that_make_no_sense_say_why() {
    let server = TestServer::start().await;
    let post = async |body: &Value| server.post("/api/v1/matches", None, body).await;
    for (body, words) in [
        (json!({}), "game"),
        (json!([]), "expected"),
        (json!({"game": "chess", "seats": []}), "unknown game"),
        (json!({"game": "geister", "seats": []}), "2 seats"),
        (json!({"game": "geister", "seats": [], "cheat": true}), "cheat"),
        (json!({"game": "geister", "seats": [{"kind": "king"}, {"kind": "person"}]}), "king"),
    ] {
        let answer = post(&body).await;
        assert_eq!(answer.status, 400);
        let text = answer.json()["text"].as_str().unwrap().to_owned();
        assert!(text.contains(words), "{text}");
    }
    for id in ["nothing", "..%2f..%2fetc%2fpasswd", "A", "%00"] {
        let answer = server.get(&format!("/api/v1/matches/{id}"), None).await;
        assert_eq!(answer.status, 404, "{id}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn logs_that_are_sent_in_are_checked() {
    let server = TestServer::start().await;
    let owner = format!("Bearer {}", server.owner());
    let send = async |body: &[u8]| {
        server.ask("POST", "/api/v1/logs", &[("Authorization", &owner)], body).await
    };
    let header = r#"{"format":"kakehiki-log","version":2,"game":"geister","options":{},"#;
    let header = format!("{header}\"seats\":[{{\"agent\":\"a\"}},{{\"agent\":\"b\"}}],");
    let header = format!("{header}\"seed\":1,\"match\":0,\"game_index\":0}}\n");
    let action = r#"{"action":{"seat":"P0","play":"set:ABCD"}}"#;
    let good = format!("{header}{action}\n");
    let answer = send(good.as_bytes()).await;
    assert_eq!(answer.status, 201, "{}", answer.text());
    let id = answer.json()["id"].as_str().unwrap().parse().unwrap();
    assert_eq!(server.state.log(&id).unwrap().events.len(), 1);
    assert_eq!(server.get(&format!("/api/v1/matches/{id}"), None).await.status, 404);
    let illegal = format!("{header}{}\n", action.replace("ABCD", "ABCZ"));
    let unknown = good.replace("geister", "chess");
    let deep = format!("{header}{}\n", "[".repeat(5000));
    let long = format!("{header}{}\n", " ".repeat(70_000));
    for (body, words) in [
        (b"".as_slice(), "empty"),
        (b"\xff\xfe\n", "UTF-8"),
        (b"{}\n", "format"),
        (illegal.as_bytes(), "line 2"),
        (unknown.as_bytes(), "unknown game"),
        (deep.as_bytes(), "line 2"),
        (long.as_bytes(), "line 2 is too long"),
    ] {
        let answer = send(body).await;
        assert_eq!(answer.status, 400, "{words}: {}", answer.text());
        assert!(answer.text().contains(words), "{words}: {}", answer.text());
    }
}
