//! The tables in a real browser: Chromium, driven by chromedriver.
//!
//! They run where `KAKEHIKI_BROWSER_TESTS` is set, and then fail if there is no browser; `CHROMIUM`
//! and `CHROMEDRIVER` name other programs than those of the path. Nothing waits for a time to pass:
//! pages mirror their connection and how far they are on the root element, and tests wait for that.
//! A message on the console of a page fails its test.
//!
//! `KAKEHIKI_SCREENSHOTS=DIR cargo test -p kakehiki-web --test browser -- --ignored screenshots`
//! writes pictures of all pages, in both themes and languages and at three widths.

mod beside;
mod browser;
mod catan;
mod catan_keys;
mod geister;
mod pages;
mod people;
mod playing;
mod repaint;
mod replay;
mod restart;
mod screenshots;
mod server;
mod study;

/// Whether browser tests run; says so where they do not.
fn is_wanted() -> bool {
    let is_wanted = std::env::var_os("KAKEHIKI_BROWSER_TESTS").is_some();
    if !is_wanted {
        eprintln!("not run: KAKEHIKI_BROWSER_TESTS is not set");
    }
    is_wanted
}

/// Runs a test in a browser with a profile of its own, at a server of its own.
fn in_browser<F>(test: impl FnOnce(browser::Browser, server::Running) -> F)
where
    F: Future<Output = ()>,
{
    if !is_wanted() {
        return;
    }
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let server = server::Running::start().await;
        let browser = browser::Browser::open().await;
        test(browser, server).await;
    });
    runtime.shutdown_background();
}
