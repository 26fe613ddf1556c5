//! The three stacks of the control machine. They are rings: an entry too many drops the oldest, without an error.
//!
//! Facts: PICA200 brief, section 6.

use std::fmt;

/// A stack of at most `N` entries.
#[derive(Clone, Copy)]
pub struct Ring<T, const N: usize> {
    entries: [T; N],
    length: usize,
}

impl<T: Copy + Default, const N: usize> Ring<T, N> {
    /// Pushes an entry; true when the oldest had to go for it.
    pub fn push(&mut self, entry: T) -> bool {
        let full = self.length == N;
        if full {
            self.entries.rotate_left(1);
            self.length -= 1;
        }
        if let Some(slot) = self.entries.get_mut(self.length) {
            *slot = entry;
            self.length += 1;
        }
        full
    }

    /// Removes and gives the newest entry.
    pub fn pop(&mut self) -> Option<T> {
        let top = self.top().copied()?;
        self.length -= 1;
        Some(top)
    }

    /// The newest entry.
    #[inline]
    #[must_use]
    pub fn top(&self) -> Option<&T> {
        self.entries.get(self.length.checked_sub(1)?)
    }

    /// The newest entry, to change it.
    pub fn top_mut(&mut self) -> Option<&mut T> {
        self.entries.get_mut(self.length.checked_sub(1)?)
    }

    /// The entries, oldest first.
    #[must_use]
    pub fn entries(&self) -> &[T] {
        self.entries.get(..self.length).unwrap_or_default()
    }

    /// How many entries there are.
    #[inline]
    #[must_use]
    pub const fn len(&self) -> usize {
        self.length
    }

    /// Whether there is none.
    #[inline]
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.length == 0
    }

    /// Removes all entries.
    pub fn clear(&mut self) {
        self.length = 0;
    }
}

/// What was taken off the stack is still in its place but no part of it.
impl<T: Copy + Default + PartialEq, const N: usize> PartialEq for Ring<T, N> {
    fn eq(&self, other: &Ring<T, N>) -> bool {
        self.entries() == other.entries()
    }
}

impl<T: Copy + Default + Eq, const N: usize> Eq for Ring<T, N> {}

impl<T: Copy + Default + fmt::Debug, const N: usize> fmt::Debug for Ring<T, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.entries()).finish()
    }
}

impl<T: Copy + Default, const N: usize> Default for Ring<T, N> {
    fn default() -> Self {
        Ring {
            entries: [T::default(); N],
            length: 0,
        }
    }
}

/// A call that is open.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct CallEntry {
    /// DST + NUM: reaching it returns.
    pub end: u32,
    /// The word after the call.
    pub back: u32,
}

/// The true part of an IF that is open.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct IfEntry {
    /// DST: reaching it ends the true part.
    pub otherwise: u32,
    /// DST + NUM: where to go then.
    pub end: u32,
}

/// A loop that is open.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct LoopEntry {
    /// First word of the body.
    pub start: u32,
    /// DST + 1: reaching it ends an iteration.
    pub end: u32,
    /// Iterations to come after this one.
    pub counter: u8,
    /// What each iteration adds to aL.
    pub increment: u8,
    /// aL before the loop.
    pub saved: i32,
}
