//! Servers for tests: one in this process, or one in a process of its own that can be killed.

use std::{
    io::{BufRead, BufReader},
    path::Path,
    process::{Child, Command, Stdio},
};

use kakehiki_web::{AppState, Options, Server, StudyOptions};
use tempfile::TempDir;

/// A server in this process, with a folder of its own.
pub(crate) struct Running {
    pub(crate) state: AppState,
    pub(crate) base: String,
    _folder: TempDir,
}

fn options(folder: &Path, port: u16, study: Option<&Path>) -> Options {
    Options {
        port,
        folder: folder.to_owned(),
        study: study
            .map(|out| StudyOptions { name: "nakazawa2018".to_owned(), out: out.to_owned() }),
        is_quiet: false,
        ..Options::default()
    }
}

impl Running {
    pub(crate) async fn start() -> Self {
        Self::with_study(None).await
    }

    pub(crate) async fn with_study(study: Option<&Path>) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let server = Server::bind(options(folder.path(), 0, study)).await.unwrap();
        let state = server.state().clone();
        let base = format!("http://localhost:{}", server.address().port());
        tokio::spawn(server.run());
        Self { state, base, _folder: folder }
    }

    /// The address of a page.
    pub(crate) fn page(&self, path: &str) -> String {
        format!("{}{path}", self.base)
    }
}

const FOLDER: &str = "KAKEHIKI_TEST_FOLDER";
const PORT: &str = "KAKEHIKI_TEST_PORT";

/// A server in a process of its own.
pub(crate) struct Process {
    child: Child,
    pub(crate) base: String,
    pub(crate) port: u16,
}

impl Process {
    /// Starts one that listens on a port, or on any.
    pub(crate) fn start(folder: &Path, port: u16) -> Self {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "server::a_server_of_its_own", "--ignored", "--nocapture"])
            .env(FOLDER, folder)
            .env(PORT, port.to_string())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let address = lines.by_ref().map_while(Result::ok).find_map(|line| {
            let (_, address) = line.split_once("http://localhost:")?;
            address.split('/').next()?.parse::<u16>().ok()
        });
        std::thread::spawn(move || lines.for_each(drop));
        let port = address.expect("the server says where it listens");
        Self { child, base: format!("http://localhost:{port}"), port }
    }

    /// Kills it as nothing can be prepared for.
    pub(crate) fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What the process runs.
#[test]
#[ignore = "runs until it is killed; other tests start it"]
fn a_server_of_its_own() {
    let Some(folder) = std::env::var_os(FOLDER) else { return };
    let port = std::env::var(PORT).unwrap().parse().unwrap();
    kakehiki_web::serve(options(Path::new(&folder), port, None)).unwrap();
}
