//! Lists that are short nearly always, and cost no allocation then.

use std::ops::Deref;

/// Items of a list, of which `N` need no allocation.
pub(crate) struct Few<T, const N: usize> {
    items: [T; N],
    len: usize,
    /// All items, where there are more.
    all: Vec<T>,
}

impl<T: Copy, const N: usize> Few<T, N> {
    /// No items. What is given fills the room for them.
    pub(crate) fn new(filler: T) -> Few<T, N> {
        Few {
            items: [filler; N],
            len: 0,
            all: Vec::new(),
        }
    }

    /// The items of an iterator.
    #[inline]
    pub(crate) fn of(filler: T, items: impl Iterator<Item = T>) -> Few<T, N> {
        let mut few = Few::new(filler);
        for item in items {
            few.push(item);
        }
        few
    }

    /// Adds an item.
    #[inline]
    pub(crate) fn push(&mut self, item: T) {
        match self.items.get_mut(self.len) {
            Some(place) => {
                *place = item;
                self.len += 1;
            }
            None => self.push_more(item),
        }
    }

    #[cold]
    fn push_more(&mut self, item: T) {
        if self.all.is_empty() {
            self.all.extend(self.items);
        }
        self.all.push(item);
    }
}

impl<T, const N: usize> Deref for Few<T, N> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        match self.all.is_empty() {
            true => self.items.get(..self.len).unwrap_or_default(),
            false => &self.all,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Few;

    #[test]
    fn items_stay_in_order() {
        for count in 0..10 {
            let few: Few<u32, 4> = Few::of(7, 0..count);
            assert_eq!(*few, (0..count).collect::<Vec<_>>()[..]);
        }
    }
}
