//! Pictures of all pages, for people to look at.

use std::{
    env, fs,
    path::{Path, PathBuf},
};

use kakehiki_web::Act;
use serde_json::json;

use crate::{
    browser::Browser,
    catan::{hand, two_traders},
    pages::{PAGES, tables},
    playing::{CATAN_PLAN, begin, one_person},
    server::Running,
};

const WIDTHS: [(u32, u32); 3] = [(1280, 800), (768, 1024), (360, 740)];

/// A name of a page that is also one of a file.
fn file_name(page: &str) -> String {
    let name = page.trim_matches('/').replace('/', "-");
    if name.is_empty() { "home".to_owned() } else { name }
}

/// Plays some steps of a table, so that there is something to look at.
async fn play_on(browser: &Browser, game: &str) {
    if game.ends_with("geister") {
        browser.until("document.querySelector('form[data-draft=setup]')").await;
        browser.click("[data-preset]").await;
        browser.click("form[data-draft=setup] [data-send]:not(:disabled)").await;
        browser.until("document.documentElement.dataset.called === 'true' && !document.querySelector('form[data-draft=setup]')").await;
    }
    if game == "catan" {
        let script = format!(
            "const at = document.documentElement.dataset; if (at.called !== 'true' || at.pending !== 'false') return; \
             const plan = () => {{ {CATAN_PLAN} }}; const [press] = plan(); \
             press?.dispatchEvent(new MouseEvent('click', {{ bubbles: true, cancelable: true }}));"
        );
        for _ in 0..60 {
            browser.run(&script).await;
            tokio::time::sleep(std::time::Duration::from_millis(60)).await;
        }
    }
}

async fn shoot(browser: &Browser, server: &Running, folder: &Path, name: &str, page: &str) {
    for lang in ["en", "ja"] {
        for theme in ["light", "dark"] {
            for (width, height) in WIDTHS {
                browser.resize(width, height).await;
                let (path, fragment) = page.split_once('#').unwrap_or((page, ""));
                let join = if path.contains('?') { '&' } else { '?' };
                let address = format!("{path}{join}lang={lang}&theme={theme}#{fragment}");
                browser.goto(&server.page(&address)).await;
                browser.until("document.readyState === 'complete'").await;
                if path.starts_with("/table") || path.starts_with("/replay/") {
                    browser.until("document.documentElement.dataset.conn === 'open'").await;
                }
                if path.starts_with("/replay/") {
                    browser.until("document.querySelector('[data-worth=known]')").await;
                }
                let picture = browser.client.screenshot().await.unwrap();
                fs::write(folder.join(format!("{name}-{lang}-{theme}-{width}.png")), picture)
                    .unwrap();
            }
        }
    }
}

#[test]
#[ignore = "writes pictures for people to look at, into the folder KAKEHIKI_SCREENSHOTS"]
fn screenshots() {
    let folder = env::var_os("KAKEHIKI_SCREENSHOTS").unwrap_or_else(|| "screenshots".into());
    let folder = PathBuf::from(folder);
    fs::create_dir_all(&folder).unwrap();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let out = tempfile::tempdir().unwrap();
        let server = Running::with_study(Some(out.path())).await;
        let browser = Browser::open().await;
        let tables = tables(&browser, &server).await;
        for (name, page) in &tables {
            browser.resize(1280, 800).await;
            browser.goto(&server.page(page)).await;
            browser.until("document.documentElement.dataset.conn === 'open'").await;
            if name.ends_with("geister") {
                shoot(&browser, &server, &folder, &format!("{name}-set-up"), page).await;
                browser.resize(1280, 800).await;
                browser.goto(&server.page(page)).await;
                browser.until("document.documentElement.dataset.conn === 'open'").await;
            }
            play_on(&browser, name).await;
            shoot(&browser, &server, &folder, &format!("table-{name}"), page).await;
        }
        for (name, table) in &tables[3..] {
            let id = table.trim_start_matches("/table/");
            let over = format!("/replay/{id}");
            shoot(&browser, &server, &folder, &format!("replay-{name}"), &over).await;
        }
        for page in PAGES {
            shoot(&browser, &server, &folder, &file_name(page), page).await;
        }
        trade(&browser, &server, &folder).await;
        analysis(&browser, &server, &folder).await;
        for lang in ["en", "ja"] {
            study(&Browser::open().await, &server, &folder, lang).await;
        }
    });
    runtime.shutdown_background();
}

/// An offer that has to be answered.
async fn trade(browser: &Browser, server: &Running, folder: &Path) {
    let (handle, addresses) = two_traders(server, browser).await;
    let (own, theirs) = (hand(&handle, 0).await, hand(&handle, 1).await);
    let get = theirs.iter().find(|unit| **unit != own[0]).unwrap();
    let act = Act { client_id: None, seen_seq: None, action: format!("offer:{}>{get}@1", own[0]) };
    handle.act(kakehiki_core::Seat::new(0), act).await.unwrap();
    let page = addresses[1].replace(&server.page(""), "");
    shoot(browser, server, folder, "trade", &page).await;
}

/// A practice game with all that is laid beside it.
async fn analysis(browser: &Browser, server: &Running, folder: &Path) {
    browser.resize(1280, 800).await;
    let options = json!({ "speaking": "on" });
    let mut order = one_person("catan", &options, &["greedy", "greedy", "nakazawa-presenting"]);
    order["practice"] = json!(true);
    let (id, tokens) = begin(browser, server, order).await;
    for lang in ["en", "ja"] {
        let page = format!("/table/{id}?lang={lang}#t={}", tokens[0]);
        browser.goto(&server.page(&page)).await;
        browser.until("document.documentElement.dataset.conn === 'open'").await;
        play_on(browser, "catan").await;
        browser.press('b').await;
        browser.until("document.querySelector('#status .eval')").await;
        sheet(browser, folder, "analysis", lang).await;
        browser.resize(1280, 800).await;
    }
}

/// The sheets of the study, each as a participant meets it.
async fn study(browser: &Browser, server: &Running, folder: &Path, lang: &str) {
    browser.goto(&server.page(&format!("/study?lang={lang}"))).await;
    browser.click("#consent [name=agree]").await;
    browser.click("#consent [type=submit]").await;
    browser.until("document.documentElement.dataset.stage === 'sit-down'").await;
    sheet(browser, folder, "study-sit-down", lang).await;
    browser.click("[data-sit]").await;
    browser.until("location.pathname.startsWith('/study/table/') && document.documentElement.dataset.conn === 'open'").await;
    let script = format!(
        "if (document.documentElement.dataset.stage === 'asked') return true; \
         const at = document.documentElement.dataset; if (at.called !== 'true' || at.pending !== 'false') return false; \
         const plan = () => {{ {CATAN_PLAN} }}; const [press] = plan(); \
         press?.dispatchEvent(new MouseEvent('click', {{ bubbles: true, cancelable: true }})); return false;"
    );
    for _ in 0..400 {
        if browser.run(&script).await == true {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    }
    sheet(browser, folder, "study-questions", lang).await;
    let owner = server.state.owner_token();
    browser.goto(&server.page(&format!("/study/researcher?lang={lang}#owner={owner}"))).await;
    browser.until("document.querySelector('[data-participant]')").await;
    sheet(browser, folder, "study-researcher", lang).await;
}

/// The page as it is, in both themes and at three widths.
async fn sheet(browser: &Browser, folder: &Path, name: &str, lang: &str) {
    // Whoever plays as fast as a script is told so for some seconds.
    browser.until("!document.querySelector('#refused:not([hidden])')").await;
    for theme in ["light", "dark"] {
        browser.run(&format!("document.documentElement.dataset.theme = {}", json!(theme))).await;
        for (width, height) in WIDTHS {
            browser.resize(width, height).await;
            let picture = browser.client.screenshot().await.unwrap();
            fs::write(folder.join(format!("{name}-{lang}-{theme}-{width}.png")), picture).unwrap();
        }
    }
}
