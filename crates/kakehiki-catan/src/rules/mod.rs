//! The exact rules of the base game.

mod action;
mod board;
mod card;
mod counters;
mod development;
mod drawing;
mod hidden_points;
mod knowledge;
mod longest_road;
mod notation;
mod options;
mod production;
mod resource;
pub(crate) mod robber;
mod rules;
mod state;
mod topology;
pub(crate) mod trade;
mod view;
mod world;

pub use action::{Action, Chance, Partners, Terms};
pub use board::{Board, Harbour, Terrain};
pub(crate) use board::{GENERAL_HARBOUR, weighted};
pub use card::{CARD_KINDS, Card, Cards};
pub use knowledge::{AllHands, Knowledge, Precision};
pub use options::CATAN_OPTIONS;
pub use resource::{Hand, RESOURCES, Resource};
pub use rules::Catan;
pub(crate) use rules::{CARD, CITY, ROAD, SETTLEMENT};
pub use state::{Deal, MAX_PLAYERS, Stage, State};
pub use topology::{COAST_EDGES, EDGES, Edge, HARBOURS, HEXES, Hex, NODES, Node};
pub(crate) use topology::{ISLAND, NONE, edges_of, nodes_of};
pub use view::{Event, PlayerView, Sight, View};
