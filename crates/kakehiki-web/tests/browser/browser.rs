//! A browser with a profile of its own, and what tests ask of its pages.

use std::{
    fs,
    io::{self, BufRead, BufReader, Read, Write},
    net::TcpStream,
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

use fantoccini::{
    Client, ClientBuilder, Locator,
    actions::{InputSource, KeyAction, KeyActions},
    elements::Element,
    wd::WebDriverCompatibleCommand,
};
use http::Method;
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Value, json};
use tempfile::TempDir;
use url::{ParseError, Url};

/// The longest that anything takes on a busy machine.
pub(crate) const PATIENCE: Duration = Duration::from_mins(1);

/// A program by an environment variable, or one of these on the path.
fn program(variable: &str, names: &[&str]) -> String {
    if let Ok(given) = std::env::var(variable) {
        return given;
    }
    let runs = |name: &&&str| {
        let mut version = Command::new(name);
        version.arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok()
    };
    let found = names.iter().find(runs);
    let found =
        found.unwrap_or_else(|| panic!("no browser: none of {names:?} runs; {variable} names one"));
    (*found).to_owned()
}

/// Chromedriver with a profile for its browser; both programs end with this value, whatever became of
/// the test.
struct Driver {
    process: Child,
    port: u16,
    profile: TempDir,
}

impl Driver {
    fn start() -> Self {
        let profile = tempfile::tempdir().unwrap();
        let mut process = Command::new(program("CHROMEDRIVER", &["chromedriver"]))
            .arg("--port=0")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(process.stdout.take().unwrap()).lines();
        let port = lines.by_ref().map_while(Result::ok).find_map(|line| {
            let (_, port) = line.split_once("started successfully on port ")?;
            port.trim_end_matches('.').parse().ok()
        });
        // What it says later must not fill its pipe.
        std::thread::spawn(move || lines.for_each(drop));
        Self { process, port: port.expect("chromedriver says its port"), profile }
    }

    /// Asks it to close its browser and to end.
    fn ask_to_end(&self) -> io::Result<()> {
        let mut line = TcpStream::connect(("127.0.0.1", self.port))?;
        line.set_read_timeout(Some(Duration::from_secs(5)))?;
        line.write_all(b"GET /shutdown HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")?;
        line.read_to_end(&mut Vec::new()).map(drop)
    }

    /// The processes of the browser, which all name its profile.
    fn left_over(&self) -> Vec<String> {
        let profile = self.profile.path().display().to_string();
        let processes = fs::read_dir("/proc").into_iter().flatten().flatten();
        let browsers = processes.filter(|process| {
            let line = fs::read(process.path().join("cmdline")).unwrap_or_default();
            String::from_utf8_lossy(&line).contains(&profile)
        });
        browsers.map(|process| process.file_name().to_string_lossy().into_owned()).collect()
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        let _ = self.ask_to_end();
        let _ = self.process.kill();
        let _ = self.process.wait();
        // A driver that could not answer any more leaves its browser behind.
        for process in self.left_over() {
            let _ = Command::new("kill").args(["-9", &process]).stderr(Stdio::null()).status();
        }
    }
}

/// A command of Chromium that the protocol itself does not have.
#[derive(Debug)]
struct Own {
    path: &'static str,
    body: Value,
}

impl WebDriverCompatibleCommand for Own {
    fn endpoint(&self, base: &Url, session: Option<&str>) -> Result<Url, ParseError> {
        base.join(&format!("session/{}/{}", session.unwrap_or_default(), self.path))
    }

    fn method_and_body(&self, _request: &Url) -> (Method, Option<String>) {
        (Method::POST, Some(self.body.to_string()))
    }
}

/// A browser.
pub(crate) struct Browser {
    pub(crate) client: Client,
    _driver: Driver,
}

impl Browser {
    /// Opens one with an empty profile.
    pub(crate) async fn open() -> Self {
        let driver = Driver::start();
        let data = format!("--user-data-dir={}", driver.profile.path().display());
        let arguments = [
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-dev-shm-usage",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--window-size=1280,900",
            "--lang=en",
            &data,
        ];
        let capabilities = json!({
            "goog:chromeOptions": {
                "args": arguments,
                "binary": program("CHROMIUM", &["/usr/bin/chromium", "chromium", "chromium-browser", "google-chrome"]),
                "prefs": { "intl.accept_languages": "en" },
            },
            "goog:loggingPrefs": { "browser": "ALL" },
        });
        let Value::Object(capabilities) = capabilities else { unreachable!("an object") };
        let address = format!("http://127.0.0.1:{}", driver.port);
        let mut builder = ClientBuilder::new(HttpConnector::new());
        let client = builder.capabilities(capabilities).connect(&address).await.unwrap();
        let browser = Self { client, _driver: driver };
        browser.resize(1280, 800).await;
        browser
    }

    async fn own(&self, path: &'static str, body: Value) -> Value {
        self.client.issue_cmd(Own { path, body }).await.unwrap()
    }

    /// A command of the browser's own tools.
    pub(crate) async fn tool(&self, command: &str, parameters: Value) -> Value {
        self.own("goog/cdp/execute", json!({ "cmd": command, "params": parameters })).await
    }

    /// Sets the size of the page itself, which the size of the window is not.
    pub(crate) async fn resize(&self, width: u32, height: u32) {
        let size = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 700 });
        self.tool("Emulation.setDeviceMetricsOverride", size).await;
    }

    pub(crate) async fn goto(&self, address: &str) {
        self.client.goto(address).await.unwrap();
    }

    /// Runs a script and gives what it returns.
    pub(crate) async fn run(&self, script: &str) -> Value {
        self.client.execute(script, Vec::new()).await.unwrap()
    }

    /// What an expression is worth on the page, as text; empty for nothing.
    pub(crate) async fn text(&self, expression: &str) -> String {
        let value = self.run(&format!("return String(({expression}) ?? '')")).await;
        value.as_str().unwrap_or_default().to_owned()
    }

    /// Whether a condition holds on the page. While a page is being left, none does.
    pub(crate) async fn holds(&self, condition: &str) -> bool {
        let script = format!("return Boolean({condition})");
        self.client.execute(&script, Vec::new()).await.is_ok_and(|value| value == true)
    }

    /// Waits until a condition holds on the page.
    pub(crate) async fn until(&self, condition: &str) {
        let began = Instant::now();
        while !self.holds(condition).await {
            if began.elapsed() > PATIENCE {
                let page = self.text("document.body.innerText").await;
                let root = self.text("JSON.stringify({...document.documentElement.dataset})").await;
                let address = self.client.current_url().await.unwrap();
                panic!("{condition}\nnever held at {address} {root}:\n{page}");
            }
            // The driver answers within a moment: this only leaves the page some time of its own.
            tokio::time::sleep(Duration::from_millis(15)).await;
        }
    }

    pub(crate) async fn find(&self, selector: &str) -> Element {
        self.until(&format!("document.querySelector({})", json!(selector))).await;
        self.client.find(Locator::Css(selector)).await.unwrap()
    }

    /// Clicks on what can be seen, as a mouse does.
    pub(crate) async fn click(&self, selector: &str) {
        let began = Instant::now();
        loop {
            // Pieces of a page may be replaced between finding and clicking.
            match self.find(selector).await.click().await {
                Ok(()) => return,
                Err(error) if began.elapsed() > PATIENCE => panic!("{selector}: {error}"),
                Err(_) => {}
            }
        }
    }

    /// Presses a key, wherever the focus is.
    pub(crate) async fn press(&self, key: char) {
        let keys = KeyActions::new("keys".to_owned())
            .then(KeyAction::Down { value: key })
            .then(KeyAction::Up { value: key });
        self.client.perform_actions(keys).await.unwrap();
    }

    /// What the browser complained about since it was last asked.
    pub(crate) async fn complaints(&self) -> Vec<String> {
        let entries = self.own("se/log", json!({ "type": "browser" })).await;
        let entries = entries.as_array().cloned().unwrap_or_default();
        let serious = entries.iter().filter(|entry| entry["level"] == "SEVERE");
        serious.map(|entry| entry["message"].as_str().unwrap_or_default().to_owned()).collect()
    }

    /// Fails if the browser complained about anything.
    pub(crate) async fn is_content(&self) {
        let complaints = self.complaints().await;
        assert!(complaints.is_empty(), "on the console: {complaints:#?}");
    }
}
