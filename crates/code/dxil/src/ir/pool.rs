//! Pools: many short lists in one allocation.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;

/// A run of items in a [`Pool`]. Eight bytes, and no more than a place: its items are asked of the pool that it came from.
pub struct Span<T> {
    start: u32,
    len: u32,
    items: PhantomData<fn() -> T>,
}

impl<T> Span<T> {
    /// The run of no items, in any pool.
    pub const EMPTY: Span<T> = Span {
        start: 0,
        len: 0,
        items: PhantomData,
    };

    /// Number of items.
    pub fn len(self) -> usize {
        self.len as usize
    }

    /// Whether there are none.
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

/// A name or text: bytes in a pool.
pub type Text = Span<u8>;

/// Items in the order in which they were added. Nothing is ever taken out.
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
    /// Makes room for so many items.
    pub(crate) fn reserve(&mut self, items: usize) {
        self.items.reserve(items);
    }

    /// Adds items. Past 2^32 of them nothing is added and the run is empty.
    pub fn add(&mut self, items: impl IntoIterator<Item = T>) -> Span<T> {
        let start = self.items.len();
        self.items.extend(items);
        match (u32::try_from(start), u32::try_from(self.items.len())) {
            (Ok(start), Ok(end)) if end > start => Span {
                start,
                len: end - start,
                items: PhantomData,
            },
            _ => {
                self.items.truncate(start);
                Span::EMPTY
            }
        }
    }

    /// Adds items up to the first that fails, and then none.
    pub(crate) fn try_add<E>(&mut self, items: impl IntoIterator<Item = Result<T, E>>) -> Result<Span<T>, E> {
        let mut failed = None;
        let added = self.add(
            items
                .into_iter()
                .map_while(|item| item.map_err(|error| failed = Some(error)).ok()),
        );
        match failed {
            None => Ok(added),
            Some(error) => {
                self.items.truncate(self.items.len() - added.len());
                Err(error)
            }
        }
    }

    /// The items of a run; none when it is not of this pool.
    #[inline]
    pub fn get(&self, span: Span<T>) -> &[T] {
        let start = span.start as usize;
        self.items
            .get(start..start + span.len as usize)
            .unwrap_or_default()
    }

    /// The items of a run, to be changed.
    pub fn get_mut(&mut self, span: Span<T>) -> &mut [T] {
        let start = span.start as usize;
        self.items
            .get_mut(start..start + span.len as usize)
            .unwrap_or_default()
    }

    /// The items of all runs, to be changed.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = &mut T> {
        self.items.iter_mut()
    }

    /// Number of items of all runs.
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// Whether nothing was added.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }
}
