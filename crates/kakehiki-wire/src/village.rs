//! The door of a village of Werewolf, whatever its clients speak.

use std::{
    net::{IpAddr, SocketAddr},
    path::Path,
};

use kakehiki_core::{AgentName, Occupant, Record, Seat, Settings, prepare_folder};
use kakehiki_games::{AnyOngoing, Lobby, Numbers, OUT, Ongoing, Open, Table, Visitor, count_out};
use kakehiki_werewolf::{WEREWOLF, Werewolf};

use crate::{EXTERNAL, HostError};

/// The letters of a name that are kept.
const LONGEST_NAME: usize = 64;

/// A village whose door is open.
pub(crate) struct Village<G> {
    pub(crate) table: Open<Werewolf>,
    pub(crate) lobby: Lobby<G>,
}

impl<G: Visitor> Village<G> {
    /// Checks who sits where and opens the door.
    ///
    /// # Errors
    /// If nobody comes from outside, an agent is not known, the folder cannot be used, or the port is
    /// taken.
    pub(crate) fn open(
        rules: &Settings,
        seats: &[AgentName],
        (bind, port): (IpAddr, u16),
        logs: Option<&Path>,
    ) -> Result<Self, HostError> {
        let table = Open::new(&WEREWOLF, rules);
        if seats.iter().all(|name| !is_external(name)) {
            return Err(HostError::NobodyOutside);
        }
        // Whoever is not known is found out before anybody comes.
        table.sit(occupants(seats, &[]), Numbers::default())?;
        let lobby =
            Lobby::open(bind, &[port]).map_err(|source| HostError::Listen { port, source })?;
        if let Some(folder) = logs {
            prepare_folder(folder)?;
        }
        Ok(Self { table, lobby })
    }

    /// The address where clients connect.
    ///
    /// # Errors
    /// If the system does not tell.
    pub(crate) fn address(&self) -> Result<SocketAddr, HostError> {
        let addresses = self.lobby.addresses().map_err(HostError::Socket)?;
        Ok(addresses[0])
    }

    /// What is counted for each seat.
    pub(crate) fn counters(&self) -> Vec<&'static str> {
        counters(&self.table)
    }
}

/// What is counted for each seat: what the rules count, and whether its program went out.
pub(crate) fn counters(table: &dyn Table) -> Vec<&'static str> {
    table.counters().iter().copied().chain([OUT]).collect()
}

/// How a game came out, with the clients counted as out that have not stayed to its end.
pub(crate) fn counted(
    record: Option<Record>,
    seats: &[AgentName],
    has_stayed: impl Fn(usize) -> bool,
) -> Option<Record> {
    let is_out = |seat: Seat| is_external(&seats[seat.index()]) && !has_stayed(seat.index());
    record.map(|mut record| {
        count_out(&mut record, is_out);
        record
    })
}

/// The village of a game in progress; nothing where it is another game.
pub(crate) fn ongoing(game: &dyn AnyOngoing) -> Option<&Ongoing<Werewolf>> {
    game.as_any().downcast_ref()
}

/// The places that a client has to be found for.
pub(crate) fn free_places<C>(clients: &[Option<C>], seats: &[AgentName]) -> Vec<usize> {
    let is_free = |place: &usize| clients[*place].is_none() && is_external(&seats[*place]);
    (0..seats.len()).filter(is_free).collect()
}

/// Whether a seat is for a client.
pub(crate) fn is_external(name: &AgentName) -> bool {
    name.to_string() == EXTERNAL
}

/// Who sits where, clients by the names that they gave.
pub(crate) fn occupants(seats: &[AgentName], names: &[String]) -> Vec<Occupant> {
    let occupant = |(place, name): (usize, &AgentName)| match name.to_string() {
        name if name == EXTERNAL => Occupant::Program(names.get(place).cloned().unwrap_or(name)),
        name => Occupant::Agent(name),
    };
    seats.iter().enumerate().map(occupant).collect()
}

/// The name that a client gives, as far as it is kept.
pub(crate) fn kept_name(letters: impl Iterator<Item = char>) -> String {
    letters.filter(|letter| !letter.is_control()).take(LONGEST_NAME).collect()
}
