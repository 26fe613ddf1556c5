//! Implements the three stacks of the control machine. They are rings: overflow silently drops the
//! oldest entry.
//!
//! Source: PICA200 brief, section 6.

use std::fmt;

/// Stack of at most `N` entries.
#[derive(Clone, Copy)]
pub struct Ring<T, const N: usize> {
    entries: [T; N],
    length: usize,
}

impl<T: Copy + Default, const N: usize> Ring<T, N> {
    /// Pushes an entry; true if that dropped the oldest.
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

    /// Removes and returns the newest entry.
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

    /// Newest entry, mutable.
    pub(crate) fn top_mut(&mut self) -> Option<&mut T> {
        self.entries.get_mut(self.length.checked_sub(1)?)
    }

    /// Entries, oldest first.
    #[must_use]
    pub fn entries(&self) -> &[T] {
        self.entries.get(..self.length).unwrap_or_default()
    }

    /// Number of entries.
    #[inline]
    #[must_use]
    pub const fn len(&self) -> usize {
        self.length
    }

    /// True if there are no entries.
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

/// Popped entries remain in memory but do not count.
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
        Ring { entries: [T::default(); N], length: 0 }
    }
}

/// Open call.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct CallEntry {
    /// DST + NUM: reaching it returns.
    pub end: u32,
    /// The word after the call.
    pub back: u32,
}

/// Open true part of an IF.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct IfEntry {
    /// DST: reaching it ends the true part.
    pub otherwise: u32,
    /// DST + NUM: continuation after the true part.
    pub end: u32,
}

/// Open loop.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct LoopEntry {
    /// First word of the body.
    pub start: u32,
    /// DST + 1: reaching it ends an iteration.
    pub end: u32,
    /// Remaining iterations after this one.
    pub counter: u8,
    /// Increment of aL per iteration.
    pub increment: u8,
    /// aL before the loop.
    pub saved: i32,
}
