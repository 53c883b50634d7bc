//! Monopoly.
mod agents;
mod rules;
pub use agents::{Moyer, StepByStep};
pub use rules::{
    Action, Auction, CARDS, Card, Chance, Colour, Deal, DeedSet, Effect, GO, GO_TO_JAIL, JAIL,
    JailCards, Kind, MAX_PLAYERS, MONOPOLY_OPTIONS, Monopoly, Pile, RAILROADS, SQUARES, Sight,
    Square, Stage, State, UTILITIES, View,
};
