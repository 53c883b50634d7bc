//! What stands beside the game: taking back, words, clocks.

use serde_json::json;

use crate::{
    geister::{PLAN, set_up},
    in_browser,
    playing::{after, begin, is_over, one_person, seq},
};

#[test]
fn an_act_is_taken_back_by_its_button_which_says_why_others_stand() {
    in_browser(async |browser, server| {
        let order = one_person("catan", &json!({}), &["weighted", "weighted"]);
        let (id, tokens) = begin(&browser, &server, order).await;
        browser.goto(&server.page(&format!("/table/{id}#t={}", tokens[0]))).await;
        assert!(!is_over(&browser).await);
        browser.until("document.querySelector('[data-undo][aria-disabled=true]')?.title").await;
        browser.click("[data-undo]").await;
        browser.until("document.querySelector('#refused')?.textContent.includes('nothing')").await;
        let board = browser.text("document.getElementById('board').innerHTML").await;
        let before = seq(&browser).await;
        browser.run("document.querySelector('#board .target[data-act]').dispatchEvent(new MouseEvent('click', { bubbles: true }))").await;
        after(&browser, before).await;
        browser.until("document.querySelector('[data-undo]:not([aria-disabled])')").await;
        let before = seq(&browser).await;
        browser.click("[data-undo]").await;
        after(&browser, before).await;
        assert_eq!(browser.text("document.getElementById('board').innerHTML").await, board);
        browser.is_content().await;
    });
}

#[test]
fn words_are_said_as_they_are_written_and_a_clock_runs_where_one_was_set() {
    in_browser(async |browser, server| {
        let mut order = one_person("geister", &json!({}), &["random"]);
        order["clock"] = json!({ "game": 600_000 });
        let (id, tokens) = begin(&browser, &server, order).await;
        browser.goto(&server.page(&format!("/table/{id}#t={}", tokens[0]))).await;
        browser.until("/^(10:00|9:5\\d)$/.test(document.querySelector('[data-clock]:not([hidden]) [data-time]')?.textContent)").await;
        let words = "<b>hello</b> & good luck";
        let field = browser.find("form[data-say] input").await;
        field.send_keys(words).await.unwrap();
        browser.click("form[data-say] button").await;
        browser.until("document.querySelector('#said li')").await;
        let said = browser.text("document.querySelector('#said li').textContent").await;
        assert!(said.ends_with(words), "{said}");
        browser.until("document.querySelector('form[data-say] input').value === ''").await;
        browser.is_content().await;
    });
}

#[test]
fn what_is_laid_beside_a_practice_game_follows_every_move() {
    in_browser(async |browser, server| {
        let mut order = one_person("geister", &json!({}), &["random"]);
        order["practice"] = json!(true);
        let (id, tokens) = begin(&browser, &server, order).await;
        browser.goto(&server.page(&format!("/table/{id}#t={}", tokens[0]))).await;
        set_up(&browser).await;
        assert!(!is_over(&browser).await);
        browser.press('b').await;
        browser.until("document.querySelector('#status .eval')").await;
        let mut moves = 0;
        while moves < 5 && !is_over(&browser).await {
            let measured = browser.text("document.querySelector('#status .eval').dataset.at").await;
            let before = seq(&browser).await;
            let script = format!(
                "const click = (it) => it.dispatchEvent(new MouseEvent('click', {{ bubbles: true }})); \
                 const {{ group, act }} = {PLAN}; click(document.querySelector(`#board [data-pick=${{group}}]`)); \
                 click(document.querySelector(`#board [data-act='${{act}}'].open`));"
            );
            browser.run(&script).await;
            after(&browser, before).await;
            // It is measured anew, and comes after the move that it is about. The figures may be the
            // same, so that only the position tells.
            browser
                .until(&format!("document.querySelector('#status .eval')?.dataset.at > {measured}"))
                .await;
            moves += 1;
        }
        assert!(moves > 0);
        browser.is_content().await;
    });
}
