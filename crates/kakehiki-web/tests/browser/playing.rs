//! How tests play: by what stands on the page, with the mouse or with keys.

use serde_json::{Value, json};

use crate::{browser::Browser, server::Running};

/// The table is connected, nothing is on its way, and it is the own turn or the game is over.
const IDLE: &str = "(() => { const at = document.documentElement.dataset; \
    return at.conn === 'open' && at.pending === 'false' && Number(at.seq) > 0 \
        && (at.called === 'true' || at.over === 'true'); })()";

/// Begins a match by the interface that pages use, and gives its id and the tokens of its seats.
pub(crate) async fn begin(
    browser: &Browser,
    server: &Running,
    order: Value,
) -> (String, Vec<String>) {
    browser.goto(&server.page("/help")).await;
    let script = format!(
        "const done = arguments[arguments.length - 1]; \
         fetch('/api/v1/matches', {{ method: 'POST', headers: {{ 'Content-Type': 'application/json' }}, body: JSON.stringify({order}) }}) \
            .then((answer) => answer.text()).then(done)"
    );
    let made = browser.client.execute_async(&script, Vec::new()).await.unwrap();
    let made: Value = serde_json::from_str(made.as_str().unwrap()).unwrap();
    let id = made["id"].as_str().unwrap_or_else(|| panic!("{made}")).to_owned();
    let seats = made["seats"].as_array().unwrap();
    let tokens = seats.iter().map(|seat| seat["token"].as_str().unwrap_or_default().to_owned());
    (id, tokens.collect())
}

/// A person, and agents in all other seats.
pub(crate) fn one_person(game: &str, options: &Value, agents: &[&str]) -> Value {
    let person = json!({ "kind": "person", "name": "Ada" });
    let agents = agents.iter().map(|agent| json!({ "kind": "agent", "agent": agent }));
    let seats: Vec<Value> = [person].into_iter().chain(agents).collect();
    json!({ "game": game, "options": options, "seats": seats, "pace": "instant", "seed": 7 })
}

/// Waits for the own turn or the end; says whether the game is over.
pub(crate) async fn is_over(browser: &Browser) -> bool {
    browser.until(IDLE).await;
    browser.holds("document.documentElement.dataset.over === 'true'").await
}

/// How far the own seat has come.
pub(crate) async fn seq(browser: &Browser) -> u64 {
    browser.text("document.documentElement.dataset.seq").await.parse().unwrap()
}

/// Waits until something has happened since.
pub(crate) async fn after(browser: &Browser, seq: u64) {
    browser.until(&format!("Number(document.documentElement.dataset.seq) > {seq}")).await;
}

/// The actions that buttons of the page play, those that can be seen and pressed.
pub(crate) async fn visible_acts(browser: &Browser) -> Vec<String> {
    let acts = browser.run(
        "return [...document.querySelectorAll('[data-act]:not(:disabled):not([aria-disabled=true])')] \
            .filter((it) => it.getClientRects().length > 0).map((it) => it.dataset.act)",
    );
    let acts = acts.await;
    acts.as_array().unwrap().iter().filter_map(|act| act.as_str()).map(str::to_owned).collect()
}

/// Marks what is to be pressed, so that it is found by its place and not by its looks.
pub(crate) async fn marked(browser: &Browser, what: &str) -> bool {
    browser.holds(&format!(
        "(() => {{ document.querySelectorAll('[data-test]').forEach((it) => delete it.dataset.test); \
            const it = {what}; if (!it) return false; it.dataset.test = ''; return true; }})()"
    ))
    .await
}

/// What to press next at a table of Catan, as a list of elements of the page: builds what it can,
/// refuses offers, and ends its turn.
pub(crate) const CATAN_PLAN: &str = r"
    const seen = (it) => it.getClientRects().length > 0;
    const all = (what) => [...document.querySelectorAll(what)];
    const first = (what) => all(what).find(seen);
    const discard = document.querySelector('form[data-draft=discard]');
    if (discard) {
        const more = [...discard.querySelectorAll('[data-more]:not(:disabled)')];
        const size = Number(discard.dataset.size);
        const count = [...discard.querySelectorAll('output')].reduce((sum, it) => sum + Number(it.textContent), 0);
        return count < size ? [more[0]] : [discard.querySelector('[data-send]')];
    }
    const robbed = first('#acts .open[data-act^=robber]');
    if (robbed) return [robbed];
    for (const kind of ['city', 'settlement', 'road']) {
        const open = first(`#board .open[data-group=${kind}]`);
        if (open) return [open];
        const roads = all('#board [data-group=settlement]').length === 0;
        if (kind === 'road' && !roads) continue;
        const pick = first(`#acts [data-pick=${kind}]:not([aria-disabled=true])`);
        if (pick) return [pick];
    }
    const target = first('#board .target[data-act]:not([data-group])') ?? first('#board .target[data-pick]');
    if (target) return [target];
    for (const act of ['roll', 'quiet', 'refuse', 'withdraw', 'end']) {
        const button = first(`[data-act=${act}]:not(:disabled)`);
        if (button) return [button];
    }
    const rest = first('[data-act]:not(:disabled):not([aria-disabled=true])');
    return rest ? [rest] : [];
";
