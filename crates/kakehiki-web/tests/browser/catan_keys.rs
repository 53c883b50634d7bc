//! A whole game of Catan by keys alone.

use std::collections::BTreeSet;

use fantoccini::key::Key;
use serde_json::json;

use crate::{
    browser::Browser,
    geister::{arrow_to, tab_to},
    in_browser,
    playing::{after, begin, is_over, one_person, seq},
};

/// What to do next, as its name; what it is done with is marked. Cards are hoarded until some had to
/// be discarded and then some went to the bank, so that every game comes to both.
const PLAN: &str = r"
    const seen = (it) => it.getClientRects().length > 0;
    const all = (what) => [...document.querySelectorAll(what)];
    const first = (what) => all(what).find(seen);
    all('[data-test]').forEach((it) => delete it.dataset.test);
    const plan = (name, it) => { if (it) it.dataset.test = ''; return it ? name : ''; };
    const rich = first('form[data-draft=discard]');
    if (rich) {
        const count = all('form[data-draft=discard] output').reduce((sum, it) => sum + Number(it.textContent), 0);
        return count < Number(rich.dataset.size)
            ? plan('count', first('form[data-draft=discard] [data-more]:not(:disabled)').closest('[data-step]'))
            : plan('discard', rich.querySelector('[data-send]'));
    }
    const act = () => {
        for (const [name, button] of [['answer', '#refuse'], ['robber', '#acts .open[data-act^=robber]'], ['withdraw', '#withdraw'],
            ['throw', '[data-act=roll]'], ['quiet', '[data-act=quiet]']]) {
            const found = plan(name, first(button));
            if (found) return found;
        }
        const robber = plan('robber', first('#board .target[data-act^=robber], #board .target[data-pick^=robber]'));
        if (robber) return robber;
        // Inland, where three hexes give something.
        const sea = document.querySelector('#board').getBoundingClientRect();
        const away = (it) => { const box = it.getBoundingClientRect();
            return Math.hypot(box.left + box.width / 2 - sea.left - sea.width / 2, box.top + box.height / 2 - sea.top - sea.height / 2); };
        const places = all('#board .target[data-act]:not([data-group])').filter(seen);
        const place = plan('set-up', places.sort((one, other) => away(one) - away(other))[0]);
        if (place) return place;
        const bank = all('#deal-bank [data-act]')[0];
        if (bank && !done.has('bank') && done.has('discard')) return seen(bank) ? plan('bank', bank) : plan('bank tab', first('#deal-tab-bank'));
        if (!done.has('draft') && document.querySelector('form[data-draft=offer] [data-side=give]:not([data-most=\'0\'])')) return plan('draft', document.body);
        if (done.has('discard') && done.has('bank')) {
            for (const kind of ['city', 'settlement', 'road']) {
                const open = plan('build', first(`#board .open[data-group=${kind}]`));
                if (open) return open;
                if (kind === 'road' && all('#board [data-group=settlement]').length > 0) continue;
                const pick = plan('pick', first(`#acts [data-pick=${kind}]:not([aria-disabled=true])`));
                if (pick) return pick;
            }
        }
        return plan('end', first('[data-act=end]')) || plan('rest', first('[data-act]:not(:disabled):not([aria-disabled=true])'));
    };
    return act();
";

/// What is marked has the focus.
const THERE: &str = "document.activeElement?.matches('[data-test]')";

async fn press(browser: &Browser, key: Key) {
    browser.press(key.into()).await;
}

/// Goes to what is marked: by Tab, and by arrows on the board.
async fn go(browser: &Browser) {
    if browser.holds("document.querySelector('[data-test]').closest('[data-roving]')").await {
        tab_to(browser, "document.activeElement?.closest('#board [data-roving]')").await;
        arrow_to(browser, "document.querySelector('[data-test]')").await;
    } else {
        tab_to(browser, THERE).await;
    }
}

/// Drafts an offer from anywhere: a letter leads to its numbers.
async fn offer(browser: &Browser) {
    browser.press('t').await;
    assert!(browser.holds("document.activeElement?.closest('form[data-draft=offer]')").await);
    // Taken back once, by the key that cancels.
    let held = "document.activeElement?.matches('[data-side=give]:not([data-most=\"0\"])')";
    tab_to(browser, held).await;
    press(browser, Key::Up).await;
    press(browser, Key::Escape).await;
    assert_eq!(
        browser.text("document.activeElement.querySelector('output').textContent").await,
        "0"
    );
    browser.press('1').await;
    let given = browser.text("document.activeElement.dataset.unit").await;
    let got = format!(
        "document.activeElement?.matches('[data-side=get]:not([data-unit={}])')",
        json!(given)
    );
    tab_to(browser, &got).await;
    press(browser, Key::Up).await;
    tab_to(browser, "document.activeElement?.matches('#send-offer:not(:disabled)')").await;
    press(browser, Key::Enter).await;
}

#[test]
fn a_whole_game_by_keys_alone() {
    in_browser(async |browser, server| {
        let options = json!({ "players": "2", "target": "6", "turn-cap": "100" });
        let order = one_person("catan", &options, &["random"]);
        let (id, tokens) = begin(&browser, &server, order).await;
        browser.goto(&server.page(&format!("/table/{id}#t={}", tokens[0]))).await;
        // The keys are told by one of them.
        browser.until("document.documentElement.dataset.conn === 'open'").await;
        browser.press('?').await;
        browser.until("document.querySelector('#keys').open").await;
        press(&browser, Key::Escape).await;
        browser.until("!document.querySelector('#keys').open").await;

        let mut done = BTreeSet::new();
        let mut presses = 0;
        while !is_over(&browser).await {
            let before = seq(&browser).await;
            let plan = format!("const done = new Set({}); {PLAN}", json!(done));
            let what = browser.run(&plan).await.as_str().unwrap_or_default().to_owned();
            match what.as_str() {
                "draft" => offer(&browser).await,
                "throw" => browser.press('d').await,
                "end" => browser.press('e').await,
                "answer" => browser.press('r').await,
                "count" => {
                    go(&browser).await;
                    press(&browser, Key::Up).await;
                }
                _ => {
                    go(&browser).await;
                    press(&browser, Key::Enter).await;
                }
            }
            // The robber has nobody or one to rob at this table, so that a hex is all it asks for.
            if !matches!(what.as_str(), "count" | "bank tab" | "pick") {
                after(&browser, before).await;
            }
            if what == "pick" {
                // The focus went on to the board, and comes back by the key that cancels.
                browser.until("document.activeElement?.matches('#board .open')").await;
                press(&browser, Key::Escape).await;
                browser.until("document.activeElement?.matches('#acts [data-pick]')").await;
                press(&browser, Key::Enter).await;
                browser.until("document.activeElement?.matches('#board .open')").await;
            }
            done.insert(what);
            presses += 1;
            assert!(presses < 1500, "the game does not end: {done:?}");
        }
        for what in
            ["set-up", "throw", "build", "bank", "draft", "robber", "count", "discard", "end"]
        {
            assert!(done.contains(what), "the game came without {what}: {done:?}");
        }
        browser.is_content().await;
    });
}
