//! Weighted tuples of hands as they are gathered: merged, brought to lowest terms, sampled down.

use super::{Hands, Possibility};
use crate::rules::resource::{Hand, RESOURCES};

/// How many times the cap may be gathered before equal tuples are merged for the first time.
const ROOM: usize = 16;

/// Sums of weights stay below two to this power, so that sampling has room to multiply.
const WEIGHT_BITS: u32 = 100;

/// The largest count for which binomial coefficients are tabled: the printed supply of a resource.
const TABLED: usize = 19;

/// Binomial coefficients by Pascal's triangle.
const BINOMIALS: [[u32; TABLED + 1]; TABLED + 1] = {
    let mut table = [[0; TABLED + 1]; TABLED + 1];
    let mut row = 0;
    while row <= TABLED {
        table[row][0] = 1;
        let mut column = 1;
        while column <= row {
            table[row][column] = table[row - 1][column - 1] + table[row - 1][column];
            column += 1;
        }
        row += 1;
    }
    table
};

#[derive(Clone, Copy, Debug)]
struct Item {
    /// The hands as one number, in their order. Sorting by a number that is made anew for each comparison, tests
    /// of agents with hidden hands took 11.1 s; so they take 5.1 s.
    key: u128,
    weight: u128,
}

/// Tuples of hands with their weights, in any order and with repetitions.
pub(super) struct Gathering {
    cap: usize,
    items: Vec<Item>,
    is_rounded: bool,
    /// Whether tuples have been left out.
    is_sampled: bool,
}

/// Tuples of hands in ascending order without repetitions, at most as many as the cap. Their
/// weights have no common divisor, and their sum fits into 64 bits.
pub(super) struct Gathered {
    pub(super) possibilities: Vec<Possibility>,
    pub(super) is_rounded: bool,
    pub(super) is_sampled: bool,
}

impl Gathered {
    /// The same, sampled down if there are more tuples than `cap`, which is taken to be at least
    /// one.
    pub(super) fn thinned(self, cap: usize) -> Self {
        if self.possibilities.len() <= cap.max(1) {
            return self;
        }
        let mut gathering = Gathering::after(&self, cap.max(1));
        for possibility in self.possibilities {
            gathering.push(possibility.hands, u128::from(possibility.weight));
        }
        gathering.finish()
    }

    /// The sum of the weights.
    pub(super) fn total(&self) -> u128 {
        self.possibilities.iter().map(|possibility| u128::from(possibility.weight)).sum()
    }
}

/// By how many bits weights are cut before they are multiplied.
#[derive(Clone, Copy)]
pub(super) struct Scale(u32);

impl Scale {
    pub(super) fn apply(self, weight: u64) -> u128 {
        shift(u128::from(weight), self.0)
    }
}

impl Gathering {
    /// Nothing yet.
    pub(super) fn new(cap: usize) -> Self {
        Self { cap, items: Vec::new(), is_rounded: false, is_sampled: false }
    }

    /// Nothing yet of what will follow from `earlier`.
    pub(super) fn after(earlier: &Gathered, cap: usize) -> Self {
        let Gathered { is_rounded, is_sampled, .. } = *earlier;
        Self { is_rounded, is_sampled, ..Self::new(cap) }
    }

    /// How to cut weights of a sum `total` that will grow to `growth` times as much, so that the
    /// grown sum has no more than [`WEIGHT_BITS`].
    pub(super) fn scale_for(&mut self, total: u128, growth: u128) -> Scale {
        let scale = Scale((bits(total) + bits(growth)).saturating_sub(WEIGHT_BITS));
        self.is_rounded |= scale.0 > 0;
        scale
    }

    /// Adds a tuple; without weight, it is impossible.
    pub(super) fn push(&mut self, hands: Hands, weight: u128) {
        if weight == 0 {
            return;
        }
        if self.items.len() >= ROOM * self.cap {
            self.merge();
            self.sample_down(ROOM / 2 * self.cap);
        }
        self.items.push(Item { key: key(&hands), weight });
    }

    /// Merges, samples down to the cap and brings the weights to lowest terms.
    pub(super) fn finish(mut self) -> Gathered {
        self.merge();
        self.sample_down(self.cap);
        self.reduce();
        if self.cut(u64::BITS) {
            self.reduce();
        }
        let possibility =
            |item: Item| Possibility { hands: hands(item.key), weight: item.weight as u64 };
        Gathered {
            possibilities: self.items.into_iter().map(possibility).collect(),
            is_rounded: self.is_rounded,
            is_sampled: self.is_sampled,
        }
    }

    fn total(&self) -> u128 {
        self.items.iter().fold(0, |total, item| total.saturating_add(item.weight))
    }

    /// Sorts the tuples and adds up the weights of equal ones.
    fn merge(&mut self) {
        // A stable sort, because it makes use of ascending runs and there are few of them.
        self.items.sort_by_key(|item| item.key);
        self.items.dedup_by(|item, earlier| {
            let is_equal = item.key == earlier.key;
            if is_equal {
                earlier.weight = earlier.weight.saturating_add(item.weight);
            }
            is_equal
        });
    }

    /// Divides the weights by their greatest common divisor.
    fn reduce(&mut self) {
        let mut divisor = 0;
        for item in &self.items {
            divisor = greatest_common_divisor(item.weight, divisor);
            if divisor == 1 {
                return;
            }
        }
        for item in &mut self.items {
            item.weight /= divisor;
        }
    }

    /// Divides the weights by a power of two and rounds them, none to zero, if their sum has more
    /// than `limit` bits. Says whether it did.
    fn cut(&mut self, limit: u32) -> bool {
        let mut is_cut = false;
        // Rounding, or a sum that did not fit itself, may need a second round.
        while let Some(excess @ 1..) = bits(self.total()).checked_sub(limit) {
            for item in &mut self.items {
                item.weight = shift(item.weight, excess);
            }
            is_cut = true;
        }
        self.is_rounded |= is_cut;
        is_cut
    }

    /// Keeps `size` of more tuples, which are merged; the sum of the weights stays in proportion.
    ///
    /// Let `c` solve `Σ min(w / c, 1) = size`. Tuples of at least `c` are kept as they are. The
    /// others are laid end to end, and those are kept that hold one of the points `c / 2`,
    /// `3c / 2`, `5c / 2` … and weigh `c` each. To stay with whole numbers everything is
    /// multiplied by the number of points.
    fn sample_down(&mut self, size: usize) {
        if self.items.len() <= size {
            return;
        }
        self.is_sampled = true;
        self.cut(WEIGHT_BITS);
        let mut weights: Vec<u128> = self.items.iter().map(|item| item.weight).collect();
        weights.sort_unstable_by(|one, other| other.cmp(one));
        let mut light = self.total();
        let mut points = size as u128;
        for weight in weights {
            if weight * points < light {
                break;
            }
            light -= weight;
            points -= 1;
        }
        // Twice the place among the light weights, so that half a step is whole.
        let mut place = 0;
        let mut next = light;
        self.items.retain_mut(|item| {
            let scaled = item.weight * points;
            if scaled >= light {
                item.weight = scaled;
                return true;
            }
            place += 2 * scaled;
            let is_hit = next < place;
            if is_hit {
                next += 2 * light;
                item.weight = light;
            }
            is_hit
        });
    }
}

/// The hands as one number, in their order.
fn key(hands: &Hands) -> u128 {
    let mut bytes = [0; size_of::<u128>()];
    for (places, hand) in bytes.chunks_exact_mut(RESOURCES).zip(hands) {
        places.copy_from_slice(&hand.0);
    }
    u128::from_be_bytes(bytes)
}

/// The hands that a number stands for.
fn hands(key: u128) -> Hands {
    let bytes = key.to_be_bytes();
    std::array::from_fn(|place| {
        Hand(std::array::from_fn(|resource| bytes[place * RESOURCES + resource]))
    })
}

/// How many bits a number has.
fn bits(number: u128) -> u32 {
    u128::BITS - number.leading_zeros()
}

/// A weight divided by a power of two, rounded, and at least one.
fn shift(weight: u128, bits: u32) -> u128 {
    match bits {
        0 => weight,
        1..u128::BITS => ((weight >> (bits - 1)).div_ceil(2)).max(1),
        _ => 1,
    }
}

fn greatest_common_divisor(mut one: u128, mut other: u128) -> u128 {
    while other > 0 {
        // Division of 128 bits is slow, and nearly all weights are small.
        (one, other) = match (u64::try_from(one), u64::try_from(other)) {
            (Ok(small), Ok(divisor)) => (other, u128::from(small % divisor)),
            _ => (other, one % other),
        };
    }
    one
}

/// How many sets of `size` there are of `count` cards.
pub(super) fn subsets(count: u32, size: u32) -> u128 {
    if size > count {
        return 0;
    }
    (0..size.min(count - size)).fold(1_u128, |product, step| {
        product.saturating_mul(u128::from(count - step)) / u128::from(step + 1)
    })
}

/// In how many ways `cards` can be taken out of a hand.
pub(super) fn ways(hand: Hand, cards: Hand) -> u128 {
    let counts = hand.0.into_iter().zip(cards.0);
    counts.fold(1, |product: u128, (count, size)| {
        let row = BINOMIALS.get(usize::from(count));
        let tabled = row.and_then(|row| row.get(usize::from(size))).map(|ways| u128::from(*ways));
        let ways = tabled.unwrap_or_else(|| subsets(u32::from(count), u32::from(size)));
        product.saturating_mul(ways)
    })
}

/// Calls `visit` with every hand of `total` cards from `least` to `most`, in ascending order.
pub(super) fn each_hand(least: Hand, most: Hand, total: u32, visit: &mut impl FnMut(Hand)) {
    let mut later = [(0, 0); RESOURCES];
    for index in (1..RESOURCES).rev() {
        let (low, high) = later[index];
        later[index - 1] = (low + u32::from(least.0[index]), high + u32::from(most.0[index]));
    }
    choose(0, total, Hand::EMPTY, &(least, most, later), visit);
}

/// The least and the most of each resource, and both sums over all resources after each.
type Range = (Hand, Hand, [(u32, u32); RESOURCES]);

fn choose(index: usize, left: u32, mut hand: Hand, range: &Range, visit: &mut impl FnMut(Hand)) {
    let (least, most, later) = range;
    let (later_least, later_most) = later[index];
    let low = u32::from(least.0[index]).max(left.saturating_sub(later_most));
    let Some(spare) = left.checked_sub(later_least) else {
        return;
    };
    for count in low..=u32::from(most.0[index]).min(spare) {
        hand.0[index] = count as u8;
        if index + 1 == RESOURCES {
            visit(hand);
        } else {
            choose(index + 1, left - count, hand, range, visit);
        }
    }
}
