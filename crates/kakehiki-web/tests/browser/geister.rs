//! Whole games of Geister, by mouse and by keys.

use fantoccini::key::Key;
use serde_json::json;

use crate::{
    browser::Browser,
    in_browser,
    playing::{after, begin, is_over, one_person, seq, visible_acts},
    server::Running,
};

/// The ghosts that may be picked, and where each may go, the exits first and then far forward: a game
/// that is played so ends.
pub(crate) const PLAN: &str = "(() => { const acts = [...document.querySelectorAll('#board [data-group][data-act]')] \
    .map((it) => ({ group: it.dataset.group, act: it.dataset.act })); \
    const rank = (act) => { const way = act.split(',')[1]; \
        return ['exit', 'N', 'E', 'W', 'S'].findIndex((it) => (way ?? '').startsWith(it)); }; \
    const known = acts.filter(({ act }) => rank(act) >= 0 || act.length > 3); \
    known.sort((one, other) => rank(one.act) - rank(other.act)); return known[0] ?? acts[0]; })()";

pub(crate) async fn set_up(browser: &Browser) {
    browser.until("document.querySelector('form[data-draft=setup]')").await;
    browser.click("[data-random]").await;
    let before = seq(browser).await;
    browser.click("form[data-draft=setup] [data-send]:not(:disabled)").await;
    after(browser, before).await;
}

/// Sits down at a table of Geister against the weakest.
pub(crate) async fn sit_down(browser: &Browser, server: &Running) -> String {
    let order = one_person("geister", &json!({ "cap": "60" }), &["random"]);
    let (id, tokens) = begin(browser, server, order).await;
    browser.goto(&server.page(&format!("/table/{id}#t={}", tokens[0]))).await;
    id
}

#[test]
fn a_whole_game_by_mouse() {
    in_browser(async |browser, server| {
        sit_down(&browser, &server).await;
        set_up(&browser).await;
        let mut moves = 0;
        while !is_over(&browser).await {
            let before = seq(&browser).await;
            let plan = browser.run(&format!("return {PLAN}")).await;
            let (group, act) = (plan["group"].as_str().unwrap(), plan["act"].as_str().unwrap());
            browser.click(&format!("#board [data-pick={group}]")).await;
            browser.click(&format!("#board [data-act={}].open", json!(act))).await;
            after(&browser, before).await;
            moves += 1;
        }
        assert!(moves > 0);
        assert!(!browser.text("document.getElementById('status').innerText").await.is_empty());
        browser.is_content().await;
    });
}

#[test]
fn a_whole_game_by_keys_alone() {
    in_browser(async |browser, server| {
        sit_down(&browser, &server).await;
        browser.until("document.querySelector('form[data-draft=setup]')").await;
        // The set-up: to the button that chooses at random, then to the one that begins.
        tab_to(&browser, "document.activeElement?.matches('[data-random]')").await;
        browser.press(Key::Enter.into()).await;
        tab_to(&browser, "document.activeElement?.matches('[data-send]')").await;
        let before = seq(&browser).await;
        browser.press(Key::Enter.into()).await;
        after(&browser, before).await;
        while !is_over(&browser).await {
            let before = seq(&browser).await;
            let plan = browser.run(&format!("return {PLAN}")).await;
            let (group, act) = (plan["group"].as_str().unwrap(), plan["act"].as_str().unwrap());
            tab_to(&browser, "document.activeElement?.closest('#board [data-roving]')").await;
            arrow_to(&browser, &format!("document.querySelector('#board [data-pick={group}]')"))
                .await;
            browser.press(Key::Enter.into()).await;
            let target = format!("document.querySelector('#board [data-act={}].open')", json!(act));
            browser.until(&target).await;
            arrow_to(&browser, &target).await;
            browser.press(Key::Enter.into()).await;
            after(&browser, before).await;
        }
        browser.is_content().await;
    });
}

/// Goes on by Tab until the focus is somewhere.
pub(crate) async fn tab_to(browser: &Browser, there: &str) {
    for _ in 0..120 {
        if browser.holds(there).await {
            return;
        }
        browser.press(Key::Tab.into()).await;
    }
    panic!("Tab never led to {there}");
}

/// Goes by arrow keys within a board until the focus is on an element: always in the direction that
/// leads nearer, and once across where that is blocked.
pub(crate) async fn arrow_to(browser: &Browser, element: &str) {
    let way = format!(
        "const target = {element}; const at = document.activeElement; \
         if (target === at) return 'there'; \
         const middle = (it) => {{ const box = (it.querySelector('.ghit, .chit') ?? it).getBoundingClientRect(); \
            return [box.left + box.width / 2, box.top + box.height / 2]; }}; \
         const [x, y] = middle(at), [toX, toY] = middle(target); \
         const ways = [[toX - x, 'ArrowRight'], [x - toX, 'ArrowLeft'], [toY - y, 'ArrowDown'], [y - toY, 'ArrowUp']]; \
         ways.sort((one, other) => other[0] - one[0]); return ways.map((way) => way[1]).join(' ');"
    );
    for step in 0..60 {
        let ways = browser.run(&way).await;
        let ways = ways.as_str().unwrap().to_owned();
        if ways == "there" {
            return;
        }
        // Now and then the second best way leads round a corner.
        let chosen = ways.split(' ').nth(usize::from(step % 4 == 3)).unwrap();
        browser
            .press(match chosen {
                "ArrowRight" => Key::Right.into(),
                "ArrowLeft" => Key::Left.into(),
                "ArrowDown" => Key::Down.into(),
                _ => Key::Up.into(),
            })
            .await;
    }
    panic!("arrow keys never led to {element}");
}

#[test]
fn play_now_is_one_click_from_the_first_page_to_the_first_move() {
    in_browser(async |browser, server| {
        browser.goto(&server.page("/")).await;
        browser.click("[data-game=geister] .btn--primary[data-begin]").await;
        // One click later there is something to decide.
        browser.until("document.documentElement.dataset.called === 'true'").await;
        browser.until("document.querySelector('form[data-draft=setup]')").await;
        assert!(visible_acts(&browser).await.is_empty(), "four ghosts have to be chosen first");
        // The first page now leads back to it.
        browser.goto(&server.page("/")).await;
        browser.click("#continue [data-open]").await;
        browser.until("document.querySelector('form[data-draft=setup]')").await;
        browser.is_content().await;
    });
}
