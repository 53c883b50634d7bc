//! Nothing that a client sends takes the server or another match down.

use std::sync::LazyLock;

use proptest::{collection::vec, prelude::*};
use serde_json::{Value, json};
use tokio::runtime::Runtime;
use tokio_tungstenite::tungstenite::Message as Frame;

use crate::client::{Created, TestServer, geister};

/// One server for all cases: what breaks it in one shows in the next.
static SERVER: LazyLock<(Runtime, TestServer)> = LazyLock::new(|| {
    let runtime = Runtime::new().unwrap();
    let server = runtime.block_on(TestServer::with(|options| options.max_matches = 100_000));
    (runtime, server)
});

/// Values of all kinds that fields may be filled with.
fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        ".{0,20}".prop_map(Value::from),
        prop_oneof!["set:ABCD", "A,N", "P0", "P17", "analyst", "step", "refuse"]
            .prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 12, 4, |inner| {
        prop_oneof![
            vec(inner.clone(), 0..4).prop_map(Value::from),
            proptest::collection::btree_map("[a-z_]{1,9}", inner, 0..4)
                .prop_map(|map| Value::from(map.into_iter().collect::<serde_json::Map<_, _>>())),
        ]
    })
}

/// A message that is nearly right.
fn message() -> impl Strategy<Value = String> {
    let kinds = prop_oneof![
        Just("hello"),
        Just("act"),
        Just("view"),
        Just("ask"),
        Just("say"),
        Just("next"),
        Just("pace"),
        Just("cut-short"),
        Just("dance"),
    ];
    let fields = prop_oneof![
        Just("token"),
        Just("last_seq"),
        Just("client_id"),
        Just("seen_seq"),
        Just("action"),
        Just("overlay"),
        Just("as_seat"),
        Just("at_seq"),
        Just("draft"),
        Just("text"),
        Just("pace"),
        Just("extra"),
    ];
    let built = (kinds, vec((fields, value()), 0..5)).prop_map(|(kind, fields)| {
        let mut message = json!({"type": kind});
        for (name, value) in fields {
            message[name] = value;
        }
        message.to_string()
    });
    let right = prop_oneof![
        any::<u64>().prop_map(|seq| json!({"type": "hello", "last_seq": seq}).to_string()),
        (".{1,8}", any::<u64>(), ".{0,12}").prop_map(|(id, seq, action)| {
            json!({"type": "act", "client_id": id, "seen_seq": seq, "action": action}).to_string()
        }),
        any::<u64>().prop_map(|seq| json!({"type": "view", "at_seq": seq}).to_string()),
        ".{0,20}".prop_map(|draft| {
            json!({"type": "ask", "client_id": "q", "draft": draft}).to_string()
        }),
        any::<u32>().prop_map(|gap| json!({"type": "pace", "pace": {"every": gap}}).to_string()),
    ];
    prop_oneof![built, right, ".{0,60}"]
}

async fn annoy(server: &TestServer, game: &Created, messages: &[String], is_seated: bool) {
    let token = is_seated.then(|| game.token(0));
    let mut line = server.socket(&game.id, token, None).await;
    for (index, message) in messages.iter().enumerate() {
        match index % 9 {
            7 => line.send_raw(Frame::Ping(message.clone().into_bytes().into())).await,
            8 => line.send_raw(Frame::Binary(message.clone().into_bytes().into())).await,
            _ => line.send_text(message).await,
        }
        let path = ["/act", "/say", "/control", ""][index % 4];
        let bearer = format!("Bearer {}", game.token(0));
        let headers = [("Authorization", bearer.as_str())];
        let answer = server.ask("POST", &game.path(path), &headers, message.as_bytes()).await;
        assert!(answer.status >= 200 && answer.status < 500, "{}", answer.text());
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn random_messages_hurt_nobody(messages in vec(message(), 1..12), is_seated: bool) {
        let (runtime, server) = &*SERVER;
        runtime.block_on(async {
            let mut order = geister(["person", "random"]);
            order["practice"] = is_seated.into();
            let (annoyed, calm) = (server.create(&order).await, server.geister(["random", "charge"]).await);
            let mut page = server.socket(&calm.id, None, None).await;
            annoy(server, &annoyed, &messages, is_seated).await;
            // The other match comes to its end, and the annoyed one still answers.
            assert!(!page.until_called().await);
            assert_eq!(server.get(&annoyed.path(""), Some(annoyed.token(0))).await.status, 200);
            let mut again = server.socket(&annoyed.id, Some(annoyed.token(0)), None).await;
            again.next_of(&["snapshot"]).await;
        });
    }

    #[test]
    fn random_orders_are_taken_or_refused(order in value(), seats in vec(value(), 0..4)) {
        let (runtime, server) = &*SERVER;
        runtime.block_on(async {
            for body in [order.clone(), json!({"game": "geister", "seats": seats, "options": order})] {
                let answer = server.post("/api/v1/matches", None, &body).await;
                assert!([201, 400, 429].contains(&answer.status), "{}", answer.text());
            }
        });
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_says_nothing_or_only_nonsense_is_let_go() {
    let server = TestServer::start().await;
    let game = server.geister(["person", "random"]).await;
    let mut line = server.line(&game.id, "").await;
    line.send(&json!({"type": "act", "client_id": "a", "seen_seq": 1, "action": "A,N"})).await;
    assert_eq!(line.next().await.unwrap()["code"], "malformed", "the first message is hello");
    for _ in 0..150 {
        line.send_text("nonsense").await;
    }
    assert_eq!(line.goodbye().await.0, 1008);
}
