//! A simulated participant goes through the whole study, and its games are counted.

use std::{collections::BTreeSet, fs, path::Path};

use kakehiki_studies::{Answer, Order, Questionnaire, find};

use crate::{browser::Browser, is_wanted, playing::CATAN_PLAN, server::Running};

/// Answers the two questions of a turn, or presses what is to be pressed at the table. Says what it
/// did.
const ACT: &str = r"
    const at = document.documentElement.dataset;
    const form = document.getElementById('questions');
    if (form && !document.getElementById('asked').hidden) {
        if (form.dataset.sent === form.dataset.turn) return 'waits';
        form.dataset.sent = form.dataset.turn;
        const kinds = ['wood', 'brick', 'sheep', 'wheat', 'ore'];
        const turn = Number(form.dataset.turn);
        form.querySelector(`[name=most-held][value=${kinds[turn % 5]}]`).click();
        form.querySelector(`[name=wanted][value=${kinds[(turn + 2) % 5]}]`).click();
        form.querySelector('[type=submit]').click();
        return 'answered';
    }
    if (at.over === 'true') return 'over';
    if (at.conn !== 'open' || at.pending !== 'false' || at.called !== 'true') return 'waits';
    if (at.stage !== 'play' || window.pressedAt === at.seq + document.querySelectorAll('.open').length + document.getElementById('acts').innerText) return 'waits';
    const plan = () => {PLAN};
    const [press] = plan();
    if (!press) return 'waits';
    if (press.dataset.act) window.pressedAt = at.seq + document.querySelectorAll('.open').length + document.getElementById('acts').innerText;
    press.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
    return 'pressed';
";

/// Plays the game that is open to its end; tells how often the questions were answered.
async fn play(browser: &Browser) -> usize {
    let act = ACT.replace("{PLAN}", &format!("{{ {CATAN_PLAN} }}"));
    let (mut answered, mut waits) = (0, 0);
    loop {
        let did = browser.run(&act).await;
        match did.as_str().unwrap_or_default() {
            "over" => return answered,
            "answered" => (answered, waits) = (answered + 1, 0),
            "pressed" => waits = 0,
            _ => {
                waits += 1;
                if waits > 4000 {
                    browser.until("false").await;
                }
                tokio::time::sleep(std::time::Duration::from_millis(5)).await;
            }
        }
    }
}

fn lines(path: &Path) -> Vec<String> {
    fs::read_to_string(path).unwrap().lines().map(str::to_owned).collect()
}

#[test]
fn a_simulated_participant_goes_through_the_study_and_is_counted() {
    if !is_wanted() {
        return;
    }
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let out = tempfile::tempdir().unwrap();
        let server = Running::with_study(Some(out.path())).await;
        let mut browser = Browser::open().await;

        // Only whoever started the server may say that a participant is simulated.
        browser.goto(&server.page(&format!("/#owner={}", server.state.owner_token()))).await;
        browser.goto(&server.page("/study?simulated=1&lang=ja")).await;
        assert!(browser.holds("document.getElementById('consent')").await);
        browser.click("#consent [name=agree]").await;
        browser.click("#consent [type=submit]").await;
        browser.until("document.documentElement.dataset.stage === 'sit-down'").await;
        assert_eq!(browser.text("document.documentElement.lang").await, "ja");
        let link = browser.text("document.querySelector('[data-own-link]').value").await;
        assert!(browser.text("document.querySelector('.bar').innerText").await.contains("模擬"));

        let mut answered = 0;
        for game in 0..2 {
            browser.click("[data-sit]").await;
            browser.until("location.pathname.startsWith('/study/table/')").await;
            browser.until("document.documentElement.dataset.conn === 'open'").await;
            let shown = browser.text("document.documentElement.outerHTML").await;
            assert!(!shown.contains("nakazawa"), "nothing tells which opponent it is");
            answered += play(&browser).await;
            assert!(answered > 3, "there are questions in every own turn");
            if game == 0 {
                // A second device goes on where the first stopped.
                browser = Browser::open().await;
                browser.goto(&link).await;
            } else {
                browser.click("#game-over").await;
            }
            let stage = if game == 0 { "sit-down" } else { "form" };
            browser.until(&format!("document.documentElement.dataset.stage === '{stage}'")).await;
            assert_eq!(browser.text("document.documentElement.lang").await, "ja");
        }
        for answer in [
            "helped][value=yes",
            "person][value=second",
            "easier][value=first",
            "strategy][value=cities",
        ] {
            browser.click(&format!("label:has([name={answer}])")).await;
        }
        browser.click("#questionnaire [type=submit]").await;
        browser.until("document.documentElement.dataset.stage === 'done'").await;
        browser.is_content().await;

        // What it left is what the studies read, file by file and as a whole.
        let folder = out.path().join("simulated-01");
        let answers: Vec<Answer> = lines(&folder.join("answers.jsonl"))
            .iter()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect();
        assert_eq!(answers.len(), answered);
        let games: BTreeSet<_> = answers.iter().map(|answer| answer.game).collect();
        assert_eq!(games.len(), 2);
        let text = fs::read_to_string(folder.join("questionnaire.json")).unwrap();
        let _: Questionnaire = serde_json::from_str(&text).unwrap();
        for table in ["negotiations", "guesses"] {
            let study = find(&format!("nakazawa2018/{table}")).unwrap();
            let order = Order { participants: Some(out.path()), ..Order::new(study) };
            let report = study.run(&order).unwrap();
            assert!(report.rows.iter().any(|row| row.row.starts_with("simulated-01")), "{table}");
            println!("{}", report.to_markdown(study));
        }

        // The researcher sees the participant by number, and the tables.
        browser
            .goto(&server.page(&format!("/study/researcher#owner={}", server.state.owner_token())))
            .await;
        browser.until("document.querySelector('[data-participant=\"1\"]')").await;
        browser.until("document.querySelectorAll('#researcher table').length >= 3").await;
        browser.is_content().await;
    });
    runtime.shutdown_background();
}

#[test]
fn whoever_has_no_link_sees_nothing_of_a_participant() {
    if !is_wanted() {
        return;
    }
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let out = tempfile::tempdir().unwrap();
        let server = Running::with_study(Some(out.path())).await;
        let browser = Browser::open().await;
        browser.goto(&server.page("/study")).await;
        browser.click("#consent [name=agree]").await;
        browser.click("#consent [type=submit]").await;
        browser.click("[data-sit]").await;
        browser.until("location.pathname.startsWith('/study/table/')").await;
        browser.until("document.documentElement.dataset.conn === 'open'").await;
        let id = browser.text("document.body.dataset.match").await;

        let other = Browser::open().await;
        for page in
            [format!("/table/{id}"), format!("/replay/{id}"), format!("/api/v1/matches/{id}")]
        {
            other.goto(&server.page(&page)).await;
            assert!(!other.text("document.body.innerText").await.contains("\"view\""), "{page}");
            assert!(!other.holds("document.getElementById('board')").await, "{page}");
        }
        other.goto(&server.page("/study/researcher")).await;
        assert!(!other.holds("document.querySelector('[data-participant]')").await);
    });
    runtime.shutdown_background();
}
