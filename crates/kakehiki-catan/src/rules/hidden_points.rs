//! What all can tell about the victory points among a player's hidden cards.

use super::card::Card;

/// The most victory points that are looked at: all that the printed deck holds.
const LEVELS: usize = Card::COUNTS[Card::VictoryPoint.index()] as usize;

/// How many victory points can be among a player's unplayed cards, given that it has not won.
///
/// For each number of points `p` from none on it holds the number `n(p)` of the oldest cards among
/// which there are at most `p` points; `n` never falls with `p`. Points on the table can be lost
/// when an award is, so the present ones do not tell all: who ended a turn one point short of the
/// win had no point among its cards then, and those cards are no points for ever.
///
/// A look at the end of each own turn is enough where only the player on turn wins: during its turn
/// its cards and its points on the table never become fewer, so the end of the turn tells all that
/// earlier moments of it tell. Where enough points win at any time, every moment is looked at.
///
/// When a card is played, nobody sees which of those it was, and the bounds let it be one of the
/// oldest. They are therefore sound, and as narrow as they can be but for a player who lost an
/// award, then bought cards, and then played one before its turn ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct HiddenPoints(pub(crate) [u8; LEVELS]);

impl HiddenPoints {
    /// More than `most` points among the player's cards would have won.
    #[inline]
    pub(crate) fn bound(&mut self, cards: u32, most: u8) {
        for oldest in self.0.iter_mut().skip(usize::from(most)) {
            *oldest = cards as u8;
        }
    }

    /// A card that is no point was played, perhaps one of the oldest.
    #[inline]
    pub(crate) fn play(&mut self) {
        for oldest in &mut self.0 {
            *oldest = oldest.saturating_sub(1);
        }
    }

    /// Whether there can be so many points among so many of the oldest cards, given that there can
    /// be one less among less cards.
    pub(crate) fn allows(self, points: u8, cards: u32) -> bool {
        let bound = usize::from(points).checked_sub(1).and_then(|less| self.0.get(less));
        bound.is_none_or(|oldest| cards > u32::from(*oldest))
    }

    /// The most points that can be among so many cards.
    pub(crate) fn most(self, cards: u32) -> u32 {
        let bounds = (0..).zip(self.0);
        let bounds =
            bounds.map(|(most, oldest): (u32, u8)| most + cards.saturating_sub(u32::from(oldest)));
        bounds.fold(cards, u32::min)
    }

    /// Whether a player can hold so many cards and points among them.
    pub(crate) fn fits(self, cards: u32, points: u8) -> bool {
        let levels = || (0..).zip(self.0);
        self.0.is_sorted()
            && levels().all(|(most, oldest): (u32, u8)| {
                u32::from(oldest) <= cards && u32::from(points) <= most + cards - u32::from(oldest)
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_stay_with_the_oldest_cards() {
        let mut points = HiddenPoints::default();
        assert!((0..6).all(|count| points.allows(count, u32::from(count))));
        // Two cards that are no points, then a third, with two points allowed among the three.
        points.bound(2, 0);
        points.bound(3, 2);
        assert_eq!(points.0, [2, 2, 3, 3, 3]);
        assert!(!points.allows(1, 2) && points.allows(1, 3) && points.allows(0, 2));
        assert!(points.fits(3, 1) && !points.fits(3, 2) && !points.fits(2, 0));
        assert_eq!([2, 3, 5, 20].map(|cards| points.most(cards)), [0, 1, 3, 18]);
        points.play();
        assert_eq!(points.0, [1, 1, 2, 2, 2]);
        assert!(!points.allows(1, 1) && points.allows(1, 2));
    }
}
