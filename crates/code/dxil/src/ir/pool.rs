//! Stores many short lists in one allocation.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;

/// A range of items in a [`Pool`], eight bytes.
pub struct Span<T> {
    start: u32,
    len: u32,
    items: PhantomData<fn() -> T>,
}

impl<T> Span<T> {
    /// The empty range, in any pool.
    pub const EMPTY: Span<T> = Span { start: 0, len: 0, items: PhantomData };

    /// Number of items.
    pub fn len(self) -> usize {
        self.len as usize
    }

    /// True if empty.
    pub fn is_empty(self) -> bool {
        self.len == 0
    }
}

impl<T> Clone for Span<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Span<T> {}

impl<T> PartialEq for Span<T> {
    fn eq(&self, other: &Self) -> bool {
        (self.start, self.len) == (other.start, other.len)
    }
}

impl<T> Eq for Span<T> {}

impl<T> Hash for Span<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.start, self.len).hash(state);
    }
}

impl<T> fmt::Debug for Span<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}+{}", self.start, self.len)
    }
}

/// A byte string in a pool.
pub type Text = Span<u8>;

/// An append-only list of items.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pool<T> {
    items: Vec<T>,
}

impl<T> Default for Pool<T> {
    fn default() -> Self {
        Pool { items: Vec::new() }
    }
}

impl<T> Pool<T> {
    /// Reserves room for `items` more items.
    pub(crate) fn reserve(&mut self, items: usize) {
        self.items.reserve(items);
    }

    /// Appends items. Past 2^32 items it adds nothing and returns an empty range.
    pub fn add(&mut self, items: impl IntoIterator<Item = T>) -> Span<T> {
        let start = self.items.len();
        self.items.extend(items);
        match (u32::try_from(start), u32::try_from(self.items.len())) {
            (Ok(start), Ok(end)) if end > start => Span { start, len: end - start, items: PhantomData },
            _ => {
                self.items.truncate(start);
                Span::EMPTY
            }
        }
    }

    /// Adds all items, or none if one is an error.
    pub(crate) fn try_add<E>(&mut self, items: impl IntoIterator<Item = Result<T, E>>) -> Result<Span<T>, E> {
        let mut failed = None;
        let added =
            self.add(items.into_iter().map_while(|item| item.map_err(|error| failed = Some(error)).ok()));
        match failed {
            None => Ok(added),
            Some(error) => {
                self.items.truncate(self.items.len() - added.len());
                Err(error)
            }
        }
    }

    /// Items of a range; empty if it is out of bounds.
    #[inline]
    pub fn get(&self, span: Span<T>) -> &[T] {
        let start = span.start as usize;
        self.items.get(start..start + span.len as usize).unwrap_or_default()
    }

    /// Mutable items of a range.
    pub fn get_mut(&mut self, span: Span<T>) -> &mut [T] {
        let start = span.start as usize;
        self.items.get_mut(start..start + span.len as usize).unwrap_or_default()
    }

    /// All items, mutable.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = &mut T> {
        self.items.iter_mut()
    }

    /// Total number of items.
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// True if empty.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }
}
