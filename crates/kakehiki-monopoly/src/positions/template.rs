//! Positions made by hand, each for one kind of trade.

use strum::{Display, EnumIter};

use super::Position;
use crate::rules::{Arrangement, PlayerArrangement};

/// A position made by hand for two players: the first proposes, the second answers.
///
/// The positions of the source paper are printed as pictures that are not available. The two that
/// its text describes have the trade and the deeds that it tells of. The rest was found by a search
/// among random positions for one whose playouts come out as printed, so that they do is no test.
#[derive(Clone, Copy, Debug, Display, EnumIter, PartialEq, Eq, Hash)]
#[strum(serialize_all = "kebab-case")]
pub enum Template {
    /// Position 1 of the paper: Ventnor Avenue for a railroad and a green street completes yellow.
    #[strum(serialize = "like-position-1")]
    LikePosition1,
    /// Position 6 of the paper: Mediterranean Avenue for 1 completes brown.
    #[strum(serialize = "like-position-6")]
    LikePosition6,
    /// The answerer completes orange for twice the price.
    CompletesOwnSet,
    /// The proposer completes orange for three times the price.
    CompletesTheirSet,
    /// Red for one side, orange for the other.
    CompletesBoth,
    /// The answerer gives away its part of a colour that the proposer has not completed.
    BreaksAChance,
    /// The answerer gets its third railroad.
    ThirdRailroad,
    /// The answerer gets its fourth railroad.
    FourthRailroad,
    /// The answerer completes the utilities.
    UtilityPair,
    /// The answerer completes light blue and has no cash left to build.
    CashPoor,
    /// The answerer completes brown for a token.
    CheapSet,
    /// The answerer completes yellow with mortgaged streets.
    MortgagedGoods,
    /// A jail card for 50.
    JailCard,
    /// A dark blue street for nearly all cash.
    LopsidedCash,
}

/// Cash, square and deeds of one side.
type Side = (i32, usize, &'static [usize]);

impl Template {
    /// The position.
    pub fn position(self) -> Position {
        let (first, second, deal) = self.parts();
        let mut players = [first, second].map(|(cash, square, deeds)| PlayerArrangement {
            square,
            has_proposed: true,
            ..PlayerArrangement::with(cash, deeds)
        });
        match self {
            Self::MortgagedGoods => players[0].mortgaged = vec![27],
            Self::JailCard => players[0].jail_cards.push('C'),
            _ => {}
        }
        Position {
            name: self.to_string(),
            tags: vec!["template".to_owned()],
            seed: None,
            position: Arrangement { players: players.into(), mover: 0, turns: 40 },
            deal: deal.to_owned(),
        }
    }

    fn parts(self) -> (Side, Side, &'static str) {
        match self {
            Self::LikePosition1 => (
                (300, 39, &[9, 11, 12, 14, 15, 16, 19, 24, 27, 31, 37]),
                (1800, 3, &[1, 6, 21, 23, 25, 26, 29, 32, 39]),
                "P0:27>P1:25+32",
            ),
            Self::LikePosition6 => (
                (800, 32, &[1, 5, 8, 18, 24, 27, 35]),
                (700, 8, &[3, 6, 12, 15, 21, 32, 34, 39]),
                "P0:1>P1:$1",
            ),
            Self::CompletesOwnSet => (
                (700, 12, &[1, 5, 8, 11, 13, 19, 21, 25, 27, 32, 37]),
                (1100, 24, &[3, 6, 9, 12, 14, 15, 16, 18, 23, 26, 31]),
                "P0:19>P1:$400",
            ),
            Self::CompletesTheirSet => (
                (1100, 24, &[3, 6, 9, 12, 14, 15, 16, 18, 23, 26, 31]),
                (700, 12, &[1, 5, 8, 11, 13, 19, 21, 25, 27, 32, 37]),
                "P0:$600>P1:19",
            ),
            Self::CompletesBoth => (
                (900, 4, &[1, 6, 8, 11, 13, 16, 18, 24, 25, 28, 32, 37]),
                (900, 22, &[3, 5, 9, 12, 14, 15, 19, 21, 23, 26, 29, 31, 34, 39]),
                "P0:24>P1:19",
            ),
            Self::BreaksAChance => (
                (900, 4, &[1, 6, 8, 11, 16, 25, 28, 31, 32]),
                (600, 22, &[3, 5, 9, 12, 14, 15, 19, 23, 26, 34]),
                "P0:16+$200>P1:34",
            ),
            Self::ThirdRailroad => (
                (700, 2, &[1, 6, 11, 16, 25, 26, 31]),
                (700, 18, &[3, 5, 9, 14, 15, 23, 29]),
                "P0:25>P1:$250",
            ),
            Self::FourthRailroad => (
                (700, 2, &[1, 6, 11, 16, 25, 26, 31]),
                (900, 18, &[3, 5, 9, 14, 15, 23, 35]),
                "P0:25>P1:$400",
            ),
            Self::UtilityPair => (
                (500, 2, &[1, 6, 11, 16, 25, 28, 31]),
                (900, 18, &[3, 5, 9, 12, 14, 15, 23]),
                "P0:28>P1:$200",
            ),
            Self::CashPoor => (
                (1400, 2, &[1, 5, 9, 11, 16, 25, 31]),
                (320, 18, &[3, 6, 8, 12, 14, 15, 23]),
                "P0:9>P1:$300",
            ),
            Self::CheapSet => (
                (1000, 12, &[1, 5, 8, 11, 16, 21, 25, 29]),
                (1000, 28, &[3, 6, 9, 12, 14, 15, 19, 23]),
                "P0:1>P1:$60",
            ),
            Self::MortgagedGoods => (
                (600, 12, &[1, 5, 8, 11, 16, 21, 25, 27]),
                (900, 28, &[3, 6, 9, 12, 14, 15, 26, 29]),
                "P0:27>P1:$300",
            ),
            Self::JailCard => (
                (600, 12, &[1, 5, 8, 11, 16, 21, 25, 27]),
                (900, 28, &[3, 6, 9, 12, 14, 15, 19, 23]),
                "P0:c>P1:$50",
            ),
            Self::LopsidedCash => (
                (300, 12, &[1, 5, 8, 11, 16, 21, 25, 37]),
                (1200, 28, &[3, 6, 9, 12, 14, 15, 19, 39]),
                "P0:37>P1:$1150",
            ),
        }
    }
}
