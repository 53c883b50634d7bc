//! Reaching a foreign server.

use std::{
    net::TcpStream,
    sync::atomic::{AtomicBool, Ordering},
    thread,
    time::{Duration, Instant},
};

use crate::{Address, JoinError};

/// How often those who wait look whether they should go on.
pub(crate) const BREATH: Duration = Duration::from_millis(100);

/// Tries to reach a server as long as there is patience.
pub(crate) fn reach(
    address: &Address,
    patience: Duration,
    interrupt: &AtomicBool,
) -> Result<TcpStream, JoinError> {
    let limit = Instant::now() + patience;
    loop {
        match TcpStream::connect((address.host.as_str(), address.port)) {
            Ok(stream) => return Ok(stream),
            Err(source) => {
                let is_over = interrupt.load(Ordering::Relaxed);
                if is_over || Instant::now() >= limit {
                    return Err(JoinError::Unreachable { address: address.clone(), source });
                }
                thread::sleep(BREATH);
            }
        }
    }
}
