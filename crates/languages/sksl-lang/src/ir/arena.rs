//! Arenas: growing lists whose items are identified by index.

use std::fmt;
use std::marker::PhantomData;

/// Declares an index type.
macro_rules! number {
    ($(#[$meta:meta])* $name:ident) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub struct $name(pub u32);

        impl $crate::ir::arena::Number for $name {
            fn new(index: u32) -> $name {
                $name(index)
            }

            fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}
pub(crate) use number;

/// Index of an item in an arena.
pub trait Number: Copy {
    /// Wraps an index.
    fn new(index: u32) -> Self;

    /// Returns the index.
    fn index(self) -> usize;
}

/// Append-only list. Indices come from [`Arena::add`], so lookups cannot fail.
#[derive(Clone)]
pub struct Arena<N, T> {
    items: Vec<T>,
    number: PhantomData<N>,
}

impl<N: Number, T> Arena<N, T> {
    /// Creates an empty arena.
    pub const fn new() -> Arena<N, T> {
        Arena { items: Vec::new(), number: PhantomData }
    }

    /// Creates an empty list with capacity for `count` items.
    pub fn with_capacity(count: usize) -> Arena<N, T> {
        Arena { items: Vec::with_capacity(count), number: PhantomData }
    }

    /// Capacity, in items.
    pub(crate) fn room(&self) -> usize {
        self.items.capacity()
    }

    /// Adds an item and returns its index.
    pub fn add(&mut self, item: T) -> N {
        let number = N::new(self.items.len() as u32);
        self.items.push(item);
        number
    }

    /// Number of items.
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// Returns whether the arena is empty.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// Iterates over all items with their indices.
    pub fn iter(&self) -> impl Iterator<Item = (N, &T)> {
        self.items.iter().enumerate().map(|(index, item)| (N::new(index as u32), item))
    }
}

impl<N: Number, T> Default for Arena<N, T> {
    fn default() -> Self {
        Arena::new()
    }
}

impl<N, T: fmt::Debug> fmt::Debug for Arena<N, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(&self.items).finish()
    }
}

impl<N: Number, T> std::ops::Index<N> for Arena<N, T> {
    type Output = T;

    fn index(&self, number: N) -> &T {
        &self.items[number.index()]
    }
}

impl<N: Number, T> std::ops::IndexMut<N> for Arena<N, T> {
    fn index_mut(&mut self, number: N) -> &mut T {
        &mut self.items[number.index()]
    }
}

/// Range of a [`Lists`]: arguments, statements or cases.
#[derive(Debug)]
pub struct List<N> {
    start: u32,
    len: u32,
    number: PhantomData<N>,
}

impl<N> Clone for List<N> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<N> Copy for List<N> {}

impl<N> List<N> {
    /// Empty list.
    pub const EMPTY: List<N> = List { start: 0, len: 0, number: PhantomData };

    /// Number of items.
    pub const fn len(self) -> usize {
        self.len as usize
    }

    /// Returns whether the list is empty.
    pub const fn is_empty(self) -> bool {
        self.len == 0
    }
}

/// Storage of all lists, one after the other.
#[derive(Clone, Debug)]
pub struct Lists<N> {
    items: Vec<N>,
}

impl<N> Default for Lists<N> {
    fn default() -> Self {
        Lists { items: Vec::new() }
    }
}

impl<N: Copy> Lists<N> {
    /// Creates an empty list with capacity for `count` numbers.
    pub fn with_capacity(count: usize) -> Lists<N> {
        Lists { items: Vec::with_capacity(count) }
    }

    /// Adds a list.
    pub fn add(&mut self, numbers: &[N]) -> List<N> {
        let start = self.items.len() as u32;
        self.items.extend_from_slice(numbers);
        List { start, len: numbers.len() as u32, number: PhantomData }
    }

    /// Items of a list.
    pub fn get(&self, list: List<N>) -> &[N] {
        &self.items[list.start as usize..(list.start + list.len) as usize]
    }

    /// Items of a list, mutable.
    pub fn get_mut(&mut self, list: List<N>) -> &mut [N] {
        &mut self.items[list.start as usize..(list.start + list.len) as usize]
    }
}
