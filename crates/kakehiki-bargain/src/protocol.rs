//! Who may say what in a negotiation, as a small value that the rules of a game can hold.

use kakehiki_core::Seat;
use schemars::JsonSchema;
use serde::Serialize;

/// The order of a negotiation between two seats.
///
/// A negotiation opens with a proposal. The other seat accepts it, refuses it, or names another
/// deal in its place while counter-proposals are left; then the first seat answers that, and so on
/// until somebody accepts or refuses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Protocol {
    /// How many counter-proposals both sides may make together.
    pub counters: u8,
    /// Whether the opening names only what the proposer asks for. Such an opening cannot be
    /// accepted as it stands: the other seat completes it by its counter-proposal, or refuses.
    pub half_open: bool,
}

impl Protocol {
    /// One proposal, taken or left.
    pub const ONE_SHOT: Self = Self::alternating(0);

    /// One side asks, the other names its price, the first agrees or breaks off: the negotiation
    /// step of Mishio and Fujita (2015).
    pub const ASK_AND_PRICE: Self = Self { counters: 1, half_open: true };

    /// Complete proposals in turn, with this many counter-proposals in all.
    pub const fn alternating(counters: u8) -> Self {
        Self { counters, half_open: false }
    }
}

/// An answer to the deal on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub enum Answer<D> {
    /// The deal is made.
    Accept,
    /// The negotiation ends without a deal.
    Refuse,
    /// This deal takes its place on the table.
    Counter(D),
}

/// Why an answer is not possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ProtocolError {
    /// The negotiation is over.
    #[error("the negotiation is over")]
    Closed,
    /// The other seat has to answer.
    #[error("{asked} has to answer, not {answered}")]
    NotAsked {
        /// The seat whose answer is awaited.
        asked: Seat,
        /// The seat that answered.
        answered: Seat,
    },
    /// A half-open proposal was to be accepted.
    #[error("only half of the deal has been named: complete it or refuse")]
    HalfOpen,
    /// All counter-proposals have been made.
    #[error("no counter-proposal is left: accept or refuse")]
    NoCounterLeft,
}

/// A negotiation in progress, or over.
///
/// It holds no heap memory and does not know what a deal says: whether a proposal is legal is for
/// the rules of the game to say.
///
/// ```
/// use kakehiki_bargain::{Answer, Protocol, Session};
/// use kakehiki_core::Seat;
///
/// let (mover, other) = (Seat::new(0), Seat::new(1));
/// let mut session = Session::open(Protocol::ASK_AND_PRICE, mover, other, ("ghost C", None));
/// session.answer(other, Answer::Counter(("ghost C", Some("ghost F"))))?;
/// assert_eq!(session.to_answer(), Some(mover));
/// session.answer(mover, Answer::Accept)?;
/// assert_eq!(session.result(), Some(Some(("ghost C", Some("ghost F")))));
/// # Ok::<(), kakehiki_bargain::ProtocolError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct Session<D> {
    /// The seat that has to answer, or had to when the negotiation ended.
    asked: Seat,
    /// The seat whose proposal is on the table.
    proposer: Seat,
    counters_left: u8,
    /// Whether the proposal on the table cannot be accepted as it stands.
    half_open: bool,
    stage: Stage<D>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
enum Stage<D> {
    Open(D),
    Closed(Option<D>),
}

impl<D: Copy> Session<D> {
    /// Opens a negotiation with a proposal.
    pub fn open(protocol: Protocol, proposer: Seat, responder: Seat, deal: D) -> Self {
        debug_assert_ne!(proposer, responder, "nobody bargains with itself");
        Self {
            asked: responder,
            proposer,
            counters_left: protocol.counters,
            half_open: protocol.half_open,
            stage: Stage::Open(deal),
        }
    }

    /// The seat that has to answer; `None` when the negotiation is over.
    pub fn to_answer(&self) -> Option<Seat> {
        matches!(self.stage, Stage::Open(_)).then_some(self.asked)
    }

    /// The proposal that waits for an answer; `None` when the negotiation is over.
    pub fn on_table(&self) -> Option<D> {
        match self.stage {
            Stage::Open(deal) => Some(deal),
            Stage::Closed(_) => None,
        }
    }

    /// How it ended: `Some(None)` without a deal; `None` while it goes on.
    pub fn result(&self) -> Option<Option<D>> {
        match self.stage {
            Stage::Open(_) => None,
            Stage::Closed(deal) => Some(deal),
        }
    }

    /// Whether the seat that is asked may accept the proposal as it stands.
    pub fn may_accept(&self) -> bool {
        self.to_answer().is_some() && !self.half_open
    }

    /// Whether the seat that is asked may name another deal.
    pub fn may_counter(&self) -> bool {
        self.to_answer().is_some() && self.counters_left > 0
    }

    /// How many counter-proposals both sides may still make together.
    pub fn counters_left(&self) -> u8 {
        self.counters_left
    }

    /// Whether an answer of `seat` is possible here.
    ///
    /// # Errors
    /// Says what forbids it.
    pub fn check(&self, seat: Seat, answer: &Answer<D>) -> Result<(), ProtocolError> {
        let Some(asked) = self.to_answer() else {
            return Err(ProtocolError::Closed);
        };
        if seat != asked {
            return Err(ProtocolError::NotAsked { asked, answered: seat });
        }
        match answer {
            Answer::Accept if self.half_open => Err(ProtocolError::HalfOpen),
            Answer::Counter(_) if self.counters_left == 0 => Err(ProtocolError::NoCounterLeft),
            _ => Ok(()),
        }
    }

    /// Takes the answer of `seat`. One that is not possible leaves the negotiation as it was.
    ///
    /// # Errors
    /// As [`check`](Self::check).
    pub fn answer(&mut self, seat: Seat, answer: Answer<D>) -> Result<(), ProtocolError> {
        self.check(seat, &answer)?;
        match answer {
            Answer::Accept => self.stage = Stage::Closed(self.on_table()),
            Answer::Refuse => self.stage = Stage::Closed(None),
            Answer::Counter(deal) => {
                std::mem::swap(&mut self.asked, &mut self.proposer);
                self.counters_left -= 1;
                self.half_open = false;
                self.stage = Stage::Open(deal);
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FIRST: Seat = Seat::new(0);
    const SECOND: Seat = Seat::new(2);
    const STRANGER: Seat = Seat::new(1);

    #[test]
    fn one_shot_is_taken_or_left() {
        let mut session = Session::open(Protocol::ONE_SHOT, FIRST, SECOND, 'a');
        assert!(session.may_accept() && !session.may_counter());
        assert_eq!((session.to_answer(), session.on_table()), (Some(SECOND), Some('a')));
        assert_eq!(session.answer(SECOND, Answer::Accept), Ok(()));
        assert_eq!(session.result(), Some(Some('a')));

        let mut session = Session::open(Protocol::ONE_SHOT, FIRST, SECOND, 'a');
        assert_eq!(session.answer(SECOND, Answer::Refuse), Ok(()));
        assert_eq!(session.result(), Some(None));
        assert_eq!((session.to_answer(), session.on_table()), (None, None));
    }

    #[test]
    fn a_half_open_proposal_is_completed_and_then_decided() {
        let mut session = Session::open(Protocol::ASK_AND_PRICE, FIRST, SECOND, 'a');
        assert!(!session.may_accept() && session.may_counter());
        assert_eq!(session.answer(SECOND, Answer::Counter('b')), Ok(()));
        assert!(session.may_accept() && !session.may_counter());
        let mut broken_off = session;
        assert_eq!(session.answer(FIRST, Answer::Accept), Ok(()));
        assert_eq!(session.result(), Some(Some('b')));
        assert_eq!(broken_off.answer(FIRST, Answer::Refuse), Ok(()));
        assert_eq!(broken_off.result(), Some(None));
    }

    #[test]
    fn offers_alternate_until_no_counter_is_left() {
        let mut session = Session::open(Protocol::alternating(3), FIRST, SECOND, 0);
        for counter in 1..=3 {
            let asked = session.to_answer().expect("open");
            assert_eq!(asked, if counter % 2 == 1 { SECOND } else { FIRST });
            assert_eq!(session.answer(asked, Answer::Counter(counter)), Ok(()));
            assert_eq!(session.counters_left(), 3 - counter);
        }
        assert_eq!(
            session.answer(SECOND, Answer::Accept),
            Err(ProtocolError::NotAsked { asked: FIRST, answered: SECOND })
        );
        assert_eq!(session.answer(FIRST, Answer::Counter(4)), Err(ProtocolError::NoCounterLeft));
        assert_eq!(session.answer(FIRST, Answer::Accept), Ok(()));
        assert_eq!(session.result(), Some(Some(3)));
    }

    /// Tries every answer of every seat at every point that a protocol can reach, and counts the
    /// ways in which it can end.
    fn explore(session: Session<u8>, depth: u8) -> u32 {
        let mut endings = u32::from(session.result().is_some());
        for seat in [FIRST, SECOND, STRANGER] {
            for answer in [Answer::Accept, Answer::Refuse, Answer::Counter(depth + 1)] {
                let mut next = session;
                let expected = match (session.to_answer(), answer) {
                    (None, _) => Err(ProtocolError::Closed),
                    (Some(asked), _) if asked != seat => {
                        Err(ProtocolError::NotAsked { asked, answered: seat })
                    }
                    (Some(_), Answer::Accept) if !session.may_accept() => {
                        Err(ProtocolError::HalfOpen)
                    }
                    (Some(_), Answer::Counter(_)) if !session.may_counter() => {
                        Err(ProtocolError::NoCounterLeft)
                    }
                    _ => Ok(()),
                };
                assert_eq!(session.check(seat, &answer), expected);
                assert_eq!(next.answer(seat, answer), expected);
                if expected.is_ok() {
                    assert_ne!(next, session);
                    endings += explore(next, depth + 1);
                } else {
                    assert_eq!(next, session, "a refused answer changes nothing");
                }
            }
        }
        endings
    }

    #[test]
    fn impossible_answers_are_refused_and_change_nothing() {
        let endings = |protocol| explore(Session::open(protocol, FIRST, SECOND, 0), 0);
        // Each open point ends by acceptance (unless half open) or by refusal.
        assert_eq!(endings(Protocol::ONE_SHOT), 2);
        assert_eq!(endings(Protocol::ASK_AND_PRICE), 3);
        assert_eq!(endings(Protocol::alternating(1)), 4);
        assert_eq!(endings(Protocol::alternating(5)), 12);
        // A half-open protocol without a counter can only be refused.
        assert_eq!(endings(Protocol { counters: 0, half_open: true }), 1);
    }
}
