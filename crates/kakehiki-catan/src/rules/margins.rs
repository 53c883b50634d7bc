//! Cards for several players of which only sums are known.

use arrayvec::ArrayVec;
use kakehiki_core::GameRng;
use rand::RngExt;

use super::state::MAX_PLAYERS;

/// The number of kinds of resources, and of development cards.
const KINDS: usize = 5;

/// A number of cards of each kind for each player.
pub(super) type Shares = [[u8; KINDS]; MAX_PLAYERS];

/// What is known about the cards of several players: how many each has, the least and the most of
/// each kind in each hand, and the least and the most of each kind in all hands together.
#[derive(Clone, Debug)]
pub(super) struct Margins {
    pub(super) sizes: [u32; MAX_PLAYERS],
    pub(super) least: Shares,
    pub(super) most: Shares,
    pub(super) sums: [(u32, u32); KINDS],
}

impl Margins {
    /// Nobody has a card, and nothing else is known.
    pub(super) const NONE: Self = Self {
        sizes: [0; MAX_PLAYERS],
        least: [[0; KINDS]; MAX_PLAYERS],
        most: [[u8::MAX; KINDS]; MAX_PLAYERS],
        sums: [(0, u32::MAX); KINDS],
    };

    /// Whether hands are as the margins say.
    pub(super) fn allow(&self, shares: &Shares) -> bool {
        let has_right_hands = (0..MAX_PLAYERS).all(|player| {
            let share = shares[player];
            let size: u32 = share.iter().map(|count| u32::from(*count)).sum();
            let is_within = |kind: usize| {
                (self.least[player][kind]..=self.most[player][kind]).contains(&share[kind])
            };
            size == self.sizes[player] && (0..KINDS).all(is_within)
        });
        let has_right_sum = |kind: usize| {
            let (least, most) = self.sums[kind];
            (least..=most).contains(&sum_of(shares, kind))
        };
        has_right_hands && (0..KINDS).all(has_right_sum)
    }

    /// Some hands within the margins; `None` only if there are none.
    ///
    /// This is a flow of cards from players to kinds. It begins with the least of each cell. Then
    /// cards are added one by one along augmenting paths, on which other cards may change their
    /// kinds: first until each kind has its least sum, then until each player has its cards. A path
    /// never takes a card from the sum of a kind, so what the first part reached stays.
    pub(super) fn deal(&self, rng: &mut GameRng) -> Option<Shares> {
        let mut shares = self.least;
        let mut left = [0; MAX_PLAYERS];
        for (player, left) in left.iter_mut().enumerate() {
            let held: u32 = shares[player].iter().map(|count| u32::from(*count)).sum();
            *left = self.sizes[player].checked_sub(held)?;
        }
        let has_room = |player: usize, kind: usize| shares[player][kind] <= self.most[player][kind];
        let may_hold = |kind: usize| {
            sum_of(&shares, kind) <= self.sums[kind].1
                && (0..MAX_PLAYERS).all(|player| has_room(player, kind))
        };
        if !(0..KINDS).all(may_hold) {
            return None;
        }
        loop {
            let is_short = |kind: usize| sum_of(&shares, kind) < self.sums[kind].0;
            let short: [bool; KINDS] = std::array::from_fn(is_short);
            let is_open: [bool; KINDS] = if short.contains(&true) {
                short
            } else if left == [0; MAX_PLAYERS] {
                return Some(shares);
            } else {
                std::array::from_fn(|kind| sum_of(&shares, kind) < self.sums[kind].1)
            };
            let giver = self.add_card(&mut shares, &left, is_open, rng)?;
            left[giver] -= 1;
        }
    }

    /// Adds a card of a player with cards left to a kind that is open, and says whose it is.
    fn add_card(
        &self,
        shares: &mut Shares,
        left: &[u32; MAX_PLAYERS],
        is_open: [bool; KINDS],
        rng: &mut GameRng,
    ) -> Option<usize> {
        let kinds = self.order(shares, rng);
        // How each player came to need a card of another kind: who took which kind in its place.
        let mut cause: [Option<(usize, usize)>; MAX_PLAYERS] = [None; MAX_PLAYERS];
        let mut is_found = left.map(|left| left > 0);
        let mut is_asked = [false; KINDS];
        let start = rng.random_range(0..MAX_PLAYERS);
        let around = || (0..MAX_PLAYERS).map(|step| (start + step) % MAX_PLAYERS);
        let mut queue: ArrayVec<usize, MAX_PLAYERS> =
            around().filter(|player| is_found[*player]).collect();
        let mut next = 0;
        while let Some(&player) = queue.get(next) {
            next += 1;
            for kind in kinds {
                if is_asked[kind] || shares[player][kind] >= self.most[player][kind] {
                    continue;
                }
                if is_open[kind] {
                    return Some(shift(shares, &cause, player, kind));
                }
                is_asked[kind] = true;
                for other in around() {
                    if !is_found[other] && shares[other][kind] > self.least[other][kind] {
                        is_found[other] = true;
                        cause[other] = Some((player, kind));
                        queue.push(other);
                    }
                }
            }
        }
        None
    }

    /// The kinds in a random order, those with much room rather first.
    fn order(&self, shares: &Shares, rng: &mut GameRng) -> [usize; KINDS] {
        let mut keys: [(f64, usize); KINDS] = std::array::from_fn(|kind| {
            let room = self.sums[kind].1.saturating_sub(sum_of(shares, kind)).min(100);
            (rng.random_range(0.0_f64..1.0).powf(1.0 / f64::from(room.max(1))), kind)
        });
        keys.sort_unstable_by(|one, other| other.0.total_cmp(&one.0));
        keys.map(|(_, kind)| kind)
    }
}

/// Gives a player a card of a kind. If it has that card in the place of another, which somebody
/// took from it, goes on with that one, and says whose card was added in the end.
fn shift(
    shares: &mut Shares,
    cause: &[Option<(usize, usize)>; MAX_PLAYERS],
    mut player: usize,
    mut kind: usize,
) -> usize {
    shares[player][kind] += 1;
    while let Some((taker, taken)) = cause[player] {
        shares[player][taken] -= 1;
        (player, kind) = (taker, taken);
        shares[player][kind] += 1;
    }
    player
}

fn sum_of(shares: &Shares, kind: usize) -> u32 {
    shares.iter().map(|share| u32::from(share[kind])).sum()
}

#[cfg(test)]
mod tests {
    use kakehiki_core::Seed;

    use super::*;

    /// Margins around a random table always give a table again, and it is within them.
    #[test]
    fn margins_around_hands_always_give_hands() {
        let mut rng = Seed::experiment(1).rng();
        let mut others = 0;
        for _ in 0..20_000 {
            let shares: Shares =
                std::array::from_fn(|_| std::array::from_fn(|_| rng.random_range(0..5)));
            let mut margins = Margins::NONE;
            for (player, share) in shares.into_iter().enumerate() {
                margins.sizes[player] = share.iter().map(|count| u32::from(*count)).sum();
                for (kind, count) in share.into_iter().enumerate() {
                    margins.least[player][kind] = rng.random_range(0..=count);
                    margins.most[player][kind] = rng.random_range(count..=5);
                }
            }
            for kind in 0..KINDS {
                let sum = sum_of(&shares, kind);
                margins.sums[kind] = match rng.random_range(0..3) {
                    0 => (sum, sum),
                    1 => (rng.random_range(0..=sum), sum),
                    _ => (sum, u32::MAX),
                };
            }
            assert!(margins.allow(&shares));
            let dealt = margins.deal(&mut rng).unwrap();
            assert!(margins.allow(&dealt), "{margins:?}: {dealt:?}");
            others += u32::from(dealt != shares);
        }
        assert!(others > 10_000, "{others}");
    }

    #[test]
    fn margins_without_hands_give_none() {
        let mut rng = Seed::experiment(2).rng();
        let mut margins = Margins { sizes: [2, 2, 0, 0], ..Margins::NONE };
        margins.sums = [(0, 1), (0, 1), (0, 1), (0, 0), (0, 0)];
        assert!(margins.deal(&mut rng).is_none(), "three cards for four");
        margins.sums[3] = (1, 1);
        assert!(margins.deal(&mut rng).is_some());
        margins.most[0][3] = 0;
        margins.most[1][3] = 0;
        assert!(margins.deal(&mut rng).is_none(), "nobody takes the fourth");
        margins = Margins { sizes: [1, 0, 0, 0], ..Margins::NONE };
        margins.least[0] = [1, 1, 0, 0, 0];
        assert!(margins.deal(&mut rng).is_none(), "two cards in a hand of one");
    }
}
