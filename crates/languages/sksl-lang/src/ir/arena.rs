//! Lists whose items are named by numbers.

use std::fmt;
use std::marker::PhantomData;

/// Declares the number of an item.
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

/// The number of an item.
pub trait Number: Copy {
    /// The number with this value.
    fn new(index: u32) -> Self;

    /// Its value.
    fn index(self) -> usize;
}

/// A list of items that only grows. Numbers come from [`Arena::add`], so looking one up finds it.
#[derive(Clone)]
pub struct Arena<N, T> {
    items: Vec<T>,
    number: PhantomData<N>,
}

impl<N: Number, T> Arena<N, T> {
    /// An empty list.
    pub const fn new() -> Arena<N, T> {
        Arena {
            items: Vec::new(),
            number: PhantomData,
        }
    }

    /// An empty list with room for `count` items.
    pub fn with_capacity(count: usize) -> Arena<N, T> {
        Arena {
            items: Vec::with_capacity(count),
            number: PhantomData,
        }
    }

    /// How many items there is room for.
    pub(crate) fn room(&self) -> usize {
        self.items.capacity()
    }

    /// Adds an item.
    pub fn add(&mut self, item: T) -> N {
        let number = N::new(self.items.len() as u32);
        self.items.push(item);
        number
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// All of them, with their numbers.
    pub fn iter(&self) -> impl Iterator<Item = (N, &T)> {
        self.items
            .iter()
            .enumerate()
            .map(|(index, item)| (N::new(index as u32), item))
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

/// A run of numbers that a [`Lists`] holds: arguments, statements, cases.
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
    /// No numbers.
    pub const EMPTY: List<N> = List {
        start: 0,
        len: 0,
        number: PhantomData,
    };

    /// How many there are.
    pub const fn len(self) -> usize {
        self.len as usize
    }

    /// Whether there is none.
    pub const fn is_empty(self) -> bool {
        self.len == 0
    }
}

/// The numbers of all lists, one run behind the other.
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
    /// No lists, with room for `count` numbers.
    pub fn with_capacity(count: usize) -> Lists<N> {
        Lists {
            items: Vec::with_capacity(count),
        }
    }

    /// Adds a list.
    pub fn add(&mut self, numbers: &[N]) -> List<N> {
        let start = self.items.len() as u32;
        self.items.extend_from_slice(numbers);
        List {
            start,
            len: numbers.len() as u32,
            number: PhantomData,
        }
    }

    /// The numbers of a list.
    pub fn get(&self, list: List<N>) -> &[N] {
        &self.items[list.start as usize..(list.start + list.len) as usize]
    }

    /// The numbers of a list, to be changed.
    pub fn get_mut(&mut self, list: List<N>) -> &mut [N] {
        &mut self.items[list.start as usize..(list.start + list.len) as usize]
    }
}
