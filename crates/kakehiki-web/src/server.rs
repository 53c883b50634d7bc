//! The server: where it listens, what it answers, and how it stops.

use std::{
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr},
    time::Duration,
};

use axum::{Router, middleware};
use tokio::{net::TcpListener, runtime, task::JoinSet};

use crate::{AppState, Options, ServeError, api, assets, guard, pages, socket, state::stopped};

/// How long pages may take to hang up when the server ends.
const PATIENCE: Duration = Duration::from_secs(5);

/// All that is answered, behind its guards.
///
/// # Errors
/// If the folder of the study cannot be used.
pub fn app(state: &AppState) -> Result<Router, ServeError> {
    let guards = middleware::from_fn_with_state(state.clone(), guard::guard);
    Ok(Router::new()
        .merge(pages::router(state)?)
        .merge(api::router())
        .merge(socket::router())
        .merge(assets::router())
        .layer(guards)
        .with_state(state.clone()))
}

/// A server that listens.
pub struct Server {
    state: AppState,
    listeners: Vec<TcpListener>,
    address: SocketAddr,
}

impl Server {
    /// Opens the folder of logs and listens; nothing is answered yet.
    ///
    /// # Errors
    /// If the folder or an address cannot be used.
    pub async fn bind(options: Options) -> Result<Self, ServeError> {
        let addresses = match options.bind {
            Some(address) if !address.is_loopback() && options.allowed_hosts.is_empty() => {
                return Err(ServeError::NoAllowedHost(address));
            }
            Some(address) => vec![address],
            None => vec![Ipv4Addr::LOCALHOST.into(), IpAddr::from(Ipv6Addr::LOCALHOST)],
        };
        let state = AppState::new(options)?;
        let mut listeners = Vec::new();
        let mut port = state.options().port;
        for (index, address) in addresses.into_iter().enumerate() {
            let address = SocketAddr::new(address, port);
            match TcpListener::bind(address).await {
                Ok(listener) => {
                    port = listener.local_addr()?.port();
                    listeners.push(listener);
                }
                // Not every machine has both kinds of addresses.
                Err(_) if index > 0 => {}
                Err(source) => return Err(ServeError::Listen { address, source }),
            }
        }
        let address = match listeners.first() {
            Some(listener) => listener.local_addr()?,
            None => SocketAddr::new(Ipv4Addr::LOCALHOST.into(), port),
        };
        state.set_port(port);
        Ok(Self { state, listeners, address })
    }

    /// What all requests share.
    pub fn state(&self) -> &AppState {
        &self.state
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The address of the first page, with the owner's token in a part that browsers do not send.
    pub fn url(&self) -> String {
        let host = match self.state.options().allowed_hosts.first() {
            Some(name) if self.state.options().bind.is_some() => name.clone(),
            _ => "localhost".to_owned(),
        };
        let (port, owner) = (self.address.port(), self.state.owner_token());
        format!("http://{host}:{port}/#owner={owner}")
    }

    /// Answers until [`AppState::stop`] is called, then closes what is open.
    ///
    /// # Errors
    /// If the system refuses to go on.
    pub async fn run(self) -> Result<(), ServeError> {
        // Agents may take a while to hear again what they heard.
        let state = self.state.clone();
        let resumed = tokio::task::spawn_blocking(move || state.resume_all()).await;
        resumed.map_err(std::io::Error::other)?;
        let app = app(&self.state)?;
        let mut servers = JoinSet::new();
        for listener in self.listeners {
            let mut stopping = self.state.stopping();
            let server = axum::serve(listener, app.clone());
            servers.spawn(async move {
                server.with_graceful_shutdown(async move { stopped(&mut stopping).await }).await
            });
        }
        while let Some(ended) = servers.join_next().await {
            ended.map_err(std::io::Error::other)??;
        }
        // Sockets are not waited for by those who opened them; each is told why it is closed.
        let all = u32::try_from(self.state.options().max_sockets).unwrap_or(u32::MAX);
        let _ = tokio::time::timeout(PATIENCE / 2, self.state.sockets().acquire_many(all)).await;
        Ok(())
    }
}

/// Serves until the process is interrupted.
///
/// # Errors
/// If the server cannot start.
pub fn serve(options: Options) -> Result<(), ServeError> {
    let runtime = runtime::Builder::new_multi_thread().enable_all().build()?;
    let result = runtime.block_on(async {
        let server = Server::bind(options).await?;
        announce(&server);
        let state = server.state.clone();
        let mut server = tokio::spawn(server.run());
        let ended = tokio::select! {
            ended = &mut server => Some(ended),
            () = interrupted() => {
                state.stop();
                // A page that does not hang up must not keep the server.
                tokio::time::timeout(PATIENCE, server).await.ok()
            }
        };
        match ended {
            Some(Ok(result)) => result,
            Some(Err(error)) => Err(ServeError::System(std::io::Error::other(error))),
            None => Ok(()),
        }
    });
    // Agents that still think are not waited for.
    runtime.shutdown_background();
    result
}

/// Waits until somebody wants the process to end.
async fn interrupted() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminate) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = terminate.recv() => return,
                heard = tokio::signal::ctrl_c() => if heard.is_ok() { return },
            }
        }
    }
    if tokio::signal::ctrl_c().await.is_err() {
        // Without signals there is no way to end but to be killed, which loses nothing.
        std::future::pending::<()>().await;
    }
}

fn announce(server: &Server) {
    let options = server.state.options();
    if options.is_quiet {
        return;
    }
    println!("the table is set at {}", server.url());
    println!("logs: {}   stop: Ctrl-C", options.folder.display());
    if let Some(address) = options.bind.filter(|address| !address.is_loopback()) {
        eprintln!(
            "warning: everybody who can reach {address} can watch games here, and whoever has the \
             address above can do everything; nothing is encrypted"
        );
    }
}
