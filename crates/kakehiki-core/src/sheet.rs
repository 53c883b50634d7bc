//! Views as numbers, for learners that take vectors.

/// A piece of an observation: some numbers that belong together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Its name.
    pub name: &'static str,
    /// How many numbers it has in each direction, the last one running fastest.
    pub shape: &'static [usize],
    /// What the numbers say.
    pub meaning: &'static str,
}

impl Piece {
    /// A piece.
    pub const fn new(name: &'static str, shape: &'static [usize], meaning: &'static str) -> Self {
        Self { name, shape, meaning }
    }

    /// How many numbers it has.
    pub fn size(&self) -> usize {
        self.shape.iter().product()
    }
}

/// Numbers that are filled in from the first to the last; all are zero until they are.
pub struct Sheet<'a> {
    rest: &'a mut [f32],
}

impl<'a> Sheet<'a> {
    /// A sheet over these numbers, which are all made zero.
    pub fn new(numbers: &'a mut [f32]) -> Self {
        numbers.fill(0.0);
        Self { rest: numbers }
    }

    /// The next numbers, to be filled in any order.
    #[inline]
    pub fn block(&mut self, count: usize) -> &'a mut [f32] {
        let rest = std::mem::take(&mut self.rest);
        let (block, rest) = rest.split_at_mut(count.min(rest.len()));
        self.rest = rest;
        block
    }

    /// A value as a share of the greatest it can have, from -1 to 1.
    #[inline]
    pub fn share(&mut self, value: impl Into<f64>, most: impl Into<f64>) {
        let share = (value.into() / most.into()).clamp(-1.0, 1.0) as f32;
        self.block(1).fill(share);
    }

    /// One for yes, zero for no.
    #[inline]
    pub fn flag(&mut self, is_so: bool) {
        self.block(1).fill(f32::from(u8::from(is_so)));
    }

    /// A one at a place among so many; nowhere if there is none.
    #[inline]
    pub fn one_of(&mut self, count: usize, place: Option<usize>) {
        let block = self.block(count);
        if let Some(number) = place.and_then(|place| block.get_mut(place)) {
            *number = 1.0;
        }
    }

    /// Ones at some places among so many.
    #[inline]
    pub fn some_of(&mut self, count: usize, places: impl IntoIterator<Item = usize>) {
        let block = self.block(count);
        for place in places {
            if let Some(number) = block.get_mut(place) {
                *number = 1.0;
            }
        }
    }

    /// A one or a zero for each.
    pub fn flags(&mut self, flags: impl IntoIterator<Item = bool>) {
        flags.into_iter().for_each(|is_so| self.flag(is_so));
    }

    /// Leaves so many at zero.
    pub fn skip(&mut self, count: usize) {
        self.block(count);
    }

    /// How many are not filled in yet.
    pub fn left(&self) -> usize {
        self.rest.len()
    }
}
