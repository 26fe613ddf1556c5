//! Holds what most texts do not have.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::{Deref, DerefMut};

/// A value that is empty in most texts, and costs nothing there.
#[derive(Clone, Debug)]
pub(crate) struct Rare<T>(Option<Box<T>>);

/// What can be empty.
pub(crate) trait Empty: Default + 'static {
    const EMPTY: &'static Self;
}

impl<K: 'static, V: 'static> Empty for BTreeMap<K, V> {
    const EMPTY: &'static Self = &BTreeMap::new();
}

impl<T: 'static> Empty for BTreeSet<T> {
    const EMPTY: &'static Self = &BTreeSet::new();
}

impl<T> Default for Rare<T> {
    fn default() -> Rare<T> {
        Rare(None)
    }
}

impl<T> From<T> for Rare<T> {
    fn from(value: T) -> Rare<T> {
        Rare(Some(Box::new(value)))
    }
}

impl<T: Empty> Deref for Rare<T> {
    type Target = T;

    fn deref(&self) -> &T {
        self.0.as_deref().unwrap_or(T::EMPTY)
    }
}

impl<T: Empty> DerefMut for Rare<T> {
    fn deref_mut(&mut self) -> &mut T {
        self.0.get_or_insert_default()
    }
}
