//! Reaching a foreign server.

use std::{
    net::TcpStream,
    sync::atomic::{AtomicBool, Ordering},
    thread,
    time::{Duration, Instant},
};

use socket2::{SockRef, TcpKeepalive};

use crate::{Address, JoinError};

/// How often those who wait look whether they should go on.
pub(crate) const BREATH: Duration = Duration::from_millis(100);

/// A server that is silent for so long is asked whether it is still there, and again so often. Without that, one
/// whose machine is gone would be waited for without end.
const SILENCE: Duration = Duration::from_mins(1);
const REPETITION: Duration = Duration::from_secs(15);

/// Tries to reach a server as long as there is patience.
pub(crate) fn reach(
    address: &Address,
    patience: Duration,
    interrupt: &AtomicBool,
) -> Result<TcpStream, JoinError> {
    let limit = Instant::now() + patience;
    loop {
        match TcpStream::connect((address.host.as_str(), address.port)) {
            Ok(stream) => {
                let keep_alive = TcpKeepalive::new().with_time(SILENCE).with_interval(REPETITION);
                // It is a help, and a system that does not give it is no reason not to play.
                let _ = SockRef::from(&stream).set_tcp_keepalive(&keep_alive);
                return Ok(stream);
            }
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

#[cfg(test)]
mod tests {
    use std::net::{Ipv4Addr, TcpListener};

    use super::*;

    #[test]
    fn a_silent_server_is_asked_whether_it_is_still_there() {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let port = listener.local_addr().unwrap().port();
        let address = Address { host: Ipv4Addr::LOCALHOST.to_string(), port };
        let stream = reach(&address, Duration::ZERO, &AtomicBool::new(false)).unwrap();
        let socket = SockRef::from(&stream);
        assert!(socket.keepalive().unwrap());
        assert_eq!(socket.tcp_keepalive_time().unwrap(), SILENCE);
    }
}
