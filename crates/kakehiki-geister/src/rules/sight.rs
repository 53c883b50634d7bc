//! What is perceived of a step, by a player or by spectators.

use kakehiki_core::{Seat, Step};
use schemars::JsonSchema;
use serde::Serialize;

use super::{
    action::Action,
    ghost::{Ghost, GhostSet},
    rules::Geister,
    state::{Exchange, Stage, State, opponent},
};

/// What one player, or a spectator, perceives of one step.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Sight {
    /// I have chosen my bad ghosts.
    SetUp(GhostSet),
    /// Both have chosen; play begins.
    Begun,
    /// A player moved, and perhaps captured.
    Moved {
        /// Who.
        seat: Seat,
        /// The move or escape.
        action: Action,
        /// The captured ghost of the other.
        captured: Option<Capture>,
    },
    /// A player asked, passed, named, refused, broke off, made a statement or was quiet.
    Said {
        /// Who.
        seat: Seat,
        /// What.
        action: Action,
    },
    /// The exchange was agreed: I saw a ghost and showed one.
    Exchanged {
        /// The other player's ghost that I saw.
        seen: Ghost,
        /// Whether it is bad.
        is_bad: bool,
        /// My ghost that the other player saw.
        shown: Ghost,
    },
    /// The players agreed on an exchange and saw the two ghosts, which spectators did not.
    Agreed(Exchange),
}

/// A captured ghost, whose colour everybody sees.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Capture {
    /// Which.
    pub ghost: Ghost,
    /// Whether it was bad.
    pub is_bad: bool,
}

impl Geister {
    /// What a player perceives of a step.
    pub(super) fn seen_by(
        before: &State,
        step: &Step<Self>,
        after: &State,
        seat: Seat,
    ) -> Option<Sight> {
        let Step::Action(actor, action) = step else {
            return None;
        };
        match action {
            Action::SetUp(bad) if *actor == seat => Some(Sight::SetUp(*bad)),
            Action::Agree => {
                let Exchange { asked, named, .. } = on_table(before)?;
                let (seen, shown) = if *actor == seat { (asked, named?) } else { (named?, asked) };
                let is_bad = before.bad(opponent(seat)).contains(seen);
                Some(Sight::Exchanged { seen, is_bad, shown })
            }
            _ => Self::seen_by_all(before, step, after),
        }
    }

    /// What a spectator perceives of a step.
    pub(super) fn seen_by_all(before: &State, step: &Step<Self>, after: &State) -> Option<Sight> {
        let Step::Action(actor, action) = step else {
            return None;
        };
        let (seat, action) = (*actor, *action);
        Some(match action {
            Action::SetUp(_) if after.stage == Stage::SetUp => return None,
            Action::SetUp(_) => Sight::Begun,
            Action::Move(..) | Action::Escape(_) => {
                let victims = &before.sides[opponent(seat).index()];
                let survivors = after.sides[opponent(seat).index()].on_board();
                let lost = victims.on_board().without(survivors).iter().next();
                let captured =
                    lost.map(|ghost| Capture { ghost, is_bad: victims.bad().contains(ghost) });
                Sight::Moved { seat, action, captured }
            }
            Action::Agree => Sight::Agreed(on_table(before)?),
            Action::Request(_)
            | Action::Pass
            | Action::Name(_)
            | Action::Refuse
            | Action::BreakOff
            | Action::Say(_)
            | Action::Quiet => Sight::Said { seat, action },
        })
    }
}

fn on_table(state: &State) -> Option<Exchange> {
    match state.stage {
        Stage::Negotiation(session) => session.on_table(),
        Stage::SetUp | Stage::Request | Stage::Speak | Stage::Move => None,
    }
}
