//! What can go wrong at a door.

use std::io;

use kakehiki_core::{FolderError, NameError};

use crate::Address;

/// Why games cannot be hosted.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum HostError {
    /// An agent does not fit.
    #[error(transparent)]
    Agent(#[from] NameError),
    /// No seat waits for anybody.
    #[error("no seat is named external, so that there is nobody to wait for")]
    NobodyOutside,
    /// A folder cannot be used.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// A port cannot be listened on.
    #[error("cannot listen on port {port}: {source}")]
    Listen {
        /// The port that was asked for.
        port: u16,
        /// Why.
        source: io::Error,
    },
    /// The system does not tell where it listens.
    #[error("cannot find out where others can connect: {0}")]
    Socket(#[source] io::Error),
    /// A log cannot be written.
    #[error("cannot write a log: {0}")]
    Log(#[source] io::Error),
}

/// Why games at a foreign server cannot be played.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum JoinError {
    /// The agent does not fit.
    #[error(transparent)]
    Agent(#[from] NameError),
    /// The server does not answer.
    #[error("cannot reach {address}: {source}")]
    Unreachable {
        /// The server.
        address: Address,
        /// Why.
        source: io::Error,
    },
    /// The server hangs up before games begin.
    #[error("{address} answers, but no game begins there")]
    NotBegun {
        /// The server.
        address: Address,
    },
    /// The server plays what our rules do not know.
    #[error("cannot play at {address}: {problem}")]
    Unfit {
        /// The server.
        address: Address,
        /// What it plays.
        problem: String,
    },
}
