//! Catan: a whole game by mouse, and a trade with all its answers.

use kakehiki_core::Seat;
use kakehiki_games::{Observer, Waiting};
use kakehiki_web::{Act, MatchHandle};
use serde_json::json;

use crate::{
    browser::Browser,
    in_browser,
    playing::{CATAN_PLAN, after, begin, is_over, marked, one_person, seq},
    server::Running,
};

#[test]
fn a_whole_game_by_mouse() {
    in_browser(async |browser, server| {
        let options = json!({ "players": "2", "target": "3", "turn-cap": "60" });
        let order = one_person("catan", &options, &["random"]);
        let (id, tokens) = begin(&browser, &server, order).await;
        browser.goto(&server.page(&format!("/table/{id}#t={}", tokens[0]))).await;
        let mut presses = 0;
        while !is_over(&browser).await {
            let before = seq(&browser).await;
            let what = format!("(() => {{ {CATAN_PLAN} }})()[0]");
            assert!(marked(&browser, &what).await, "there is something to press");
            let acts = browser.text("document.querySelector('[data-test]').dataset.act").await;
            browser.click("[data-test]").await;
            if !acts.is_empty() {
                after(&browser, before).await;
            }
            presses += 1;
            assert!(presses < 1500, "the game does not end");
        }
        browser.is_content().await;
    });
}

/// Plays for both seats, outside the browser, until the first may trade and both hold cards.
async fn to_a_trade(handle: &MatchHandle) {
    for _ in 0..4000 {
        let (waiting, menu, hands) = handle
            .inspect(|position| {
                let view = position.game().view(Observer::Seat(Seat::new(0)));
                let size = |seat: usize| view["players"][seat]["hand_size"].as_u64().unwrap_or(0);
                (position.waiting(), position.game().menu().actions, [size(0), size(1)])
            })
            .await
            .unwrap();
        let Waiting::Outside(seat) = waiting else {
            tokio::task::yield_now().await;
            continue;
        };
        let may_offer = menu.iter().any(|action| action.starts_with("offer:"));
        if seat == Seat::new(0) && may_offer && hands.iter().all(|size| (2..7).contains(size)) {
            return;
        }
        let liked = ["roll", "end", "quiet", "refuse"];
        let liked = liked.iter().find(|liked| menu.iter().any(|action| action == *liked));
        let action = liked.map_or_else(|| menu[0].clone(), |liked| (*liked).to_owned());
        let act = Act { client_id: None, seen_seq: None, action };
        handle.act(seat, act).await.unwrap();
    }
    panic!("nobody could trade");
}

/// The letters of the cards that a seat holds.
pub(crate) async fn hand(handle: &MatchHandle, seat: usize) -> Vec<String> {
    let view =
        handle.inspect(move |position| position.game().view(Observer::Seat(Seat::new(seat))));
    let view = view.await.unwrap();
    let hand = &view["players"][seat]["hand"];
    let text = hand.as_str().map_or_else(|| hand.to_string(), str::to_owned);
    "BWSHO".chars().filter(|letter| text.contains(*letter)).map(String::from).collect()
}

/// A step of a draft by its side and kind of card, pressed once.
async fn add(browser: &Browser, form: &str, side: &str, unit: &str) {
    let step = format!(
        "form[data-draft={form}] [data-step][data-side={side}][data-unit={unit}] [data-more]"
    );
    browser.click(&step).await;
}

/// Two people at a table at which the first may trade.
pub(crate) async fn two_traders(server: &Running, browser: &Browser) -> (MatchHandle, [String; 2]) {
    let people = ["Ada", "Ben"].map(|name| json!({ "kind": "person", "name": name }));
    let order =
        json!({ "game": "catan", "options": { "players": "2" }, "seats": people, "seed": 11 });
    let (id, tokens) = begin(browser, server, order).await;
    let handle = server.state.find(&id).unwrap();
    to_a_trade(&handle).await;
    (handle, [0, 1].map(|seat| server.page(&format!("/table/{id}#t={}", tokens[seat]))))
}

#[test]
fn an_offer_is_countered_in_place_and_the_counter_is_accepted_after_a_reload() {
    in_browser(async |ada, server| {
        let (handle, addresses) = two_traders(&server, &ada).await;
        let ben = Browser::open().await;
        ada.goto(&addresses[0]).await;
        ben.goto(&addresses[1]).await;
        let (own, theirs) = (hand(&handle, 0).await, hand(&handle, 1).await);
        let give = own.iter().find(|unit| !theirs.contains(unit)).or(own.first()).unwrap().clone();
        let get = theirs.iter().find(|unit| **unit != give).unwrap().clone();

        add(&ada, "offer", "give", &give).await;
        add(&ada, "offer", "get", &get).await;
        ada.click("#send-offer:not(:disabled)").await;

        // The other side sees it, leaves the page in the middle of the trade and comes back.
        ben.until("document.querySelector('[data-incoming]')").await;
        ben.client.refresh().await.unwrap();
        ben.until("document.querySelector('[data-incoming]')").await;
        // Any change of what is asked for turns accepting into a counter-offer.
        add(&ben, "counter", "get", &give).await;
        ben.until("document.querySelector('#accept').hidden").await;
        ben.click("#send-counter:not(:disabled)").await;

        // The first side takes the counter-offer, after a reload of its own.
        ada.until("document.querySelector('[id^=confirm-]') || document.querySelector('#accept')")
            .await;
        ada.client.refresh().await.unwrap();
        ada.until("document.querySelector('[id^=confirm-]') || document.querySelector('#accept')")
            .await;
        let before = handle.inspect(|position| position.events().len()).await.unwrap();
        ada.click("[id^=confirm-], #accept").await;
        for browser in [&ada, &ben] {
            browser.until("!document.querySelector('[data-incoming]') && document.documentElement.dataset.pending === 'false'").await;
        }
        let traded = handle
            .inspect(move |position| {
                let later = serde_json::to_string(&position.events()[before..]).unwrap();
                later.contains("confirm") || later.contains("accept")
            })
            .await
            .unwrap();
        assert!(traded);
        assert!(hand(&handle, 0).await.contains(&get), "the cards changed hands");
        ada.is_content().await;
        ben.is_content().await;
    });
}

/// What the log of a game holds from an event on.
async fn log_from(handle: &MatchHandle, from: usize) -> String {
    let later = handle.inspect(move |position| {
        serde_json::to_string(&position.events()[from.min(position.events().len())..]).unwrap()
    });
    later.await.unwrap()
}

#[test]
fn an_offer_is_refused_with_a_reason_countered_and_accepted_by_keys() {
    in_browser(async |ada, server| {
        let (handle, addresses) = two_traders(&server, &ada).await;
        let ben = Browser::open().await;
        ada.goto(&addresses[0]).await;
        ben.goto(&addresses[1]).await;
        let (own, theirs) = (hand(&handle, 0).await, hand(&handle, 1).await);
        let give = own.iter().find(|unit| !theirs.contains(unit)).or(own.first()).unwrap().clone();
        let get = theirs.iter().find(|unit| **unit != give).unwrap().clone();
        let offer = async || {
            ada.until("document.querySelector('form[data-draft=offer]')").await;
            add(&ada, "offer", "give", &give).await;
            add(&ada, "offer", "get", &get).await;
            ada.click("#send-offer:not(:disabled)").await;
            ben.until("document.querySelector('[data-incoming]')").await;
        };
        let events = async || handle.inspect(|position| position.events().len()).await.unwrap();

        // A reason goes with the answer, and the other side reads it.
        offer().await;
        ben.click("[data-reason]").await;
        let reason =
            ben.text("document.querySelector('[data-reason][aria-pressed=true]').dataset.reason");
        let reason = reason.await;
        ben.press('r').await;
        let read = serde_json::to_string(&reason).unwrap();
        ada.until(&format!("document.getElementById('said').innerText.includes({read})")).await;
        ben.until("!document.querySelector('[data-incoming]')").await;

        // A counter-offer by its key, and a yes by its key.
        let before = events().await;
        offer().await;
        add(&ben, "counter", "get", &give).await;
        ben.until("document.querySelector('#send-counter:not(:disabled)')").await;
        ben.press('c').await;
        ada.until("document.querySelector('[id^=confirm-]') || document.querySelector('#accept')")
            .await;
        assert!(log_from(&handle, before).await.contains("counter"), "a counter-offer was made");
        let before = events().await;
        if ada.holds("document.querySelector('#accept')").await {
            ada.press('a').await;
        } else {
            ada.click("[id^=confirm-]").await;
        }
        for browser in [&ada, &ben] {
            browser.until("!document.querySelector('[data-incoming]') && document.documentElement.dataset.pending === 'false'").await;
        }
        let later = log_from(&handle, before).await;
        assert!(later.contains("confirm") || later.contains("accept"), "{later}");
        ada.is_content().await;
        ben.is_content().await;
    });
}
