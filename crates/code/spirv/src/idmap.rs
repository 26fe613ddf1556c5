//! Maps ids to values: a vector while ids are dense, as they usually are.

use std::collections::HashMap;

/// Values by id. Small ids index a vector whose limit comes from the input's real size; others, found only in
/// odd modules, go to a hash map. A huge id thus costs one entry, not a huge vector.
#[derive(Clone, Debug, Default)]
pub(crate) struct IdMap<T> {
    dense: Vec<T>,
    limit: usize,
    sparse: HashMap<u32, T>,
}

impl<T: Copy + Default + PartialEq> IdMap<T> {
    /// A map whose vector holds at most `limit` ids.
    pub(crate) fn new(limit: usize) -> Self {
        IdMap { dense: Vec::new(), limit, sparse: HashMap::new() }
    }

    /// A map with space for the ids below `bound`.
    pub(crate) fn for_bound(bound: usize, limit: usize) -> Self {
        IdMap { dense: vec![T::default(); bound.min(limit)], ..IdMap::new(limit) }
    }

    /// Value of an id; the default if none was set.
    #[inline]
    pub(crate) fn get(&self, id: u32) -> T {
        match self.dense.get(id as usize) {
            Some(value) => *value,
            None if self.sparse.is_empty() => T::default(),
            None => self.sparse.get(&id).copied().unwrap_or_default(),
        }
    }

    #[inline]
    pub(crate) fn set(&mut self, id: u32, value: T) {
        let index = id as usize;
        if index < self.dense.len() {
            self.dense[index] = value;
        } else if index < self.limit {
            if value != T::default() {
                self.dense.resize(index + 1, T::default());
                self.dense[index] = value;
            }
        } else if value == T::default() {
            self.sparse.remove(&id);
        } else {
            self.sparse.insert(id, value);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::IdMap;

    #[test]
    fn dense_and_sparse_ids_agree() {
        let mut map = IdMap::new(8);
        for id in [0, 3, 7, 8, u32::MAX] {
            assert_eq!(map.get(id), 0);
            map.set(id, id.wrapping_add(1));
            assert_eq!(map.get(id), id.wrapping_add(1), "id {id}");
        }
        map.set(8, 0);
        assert_eq!((map.get(8), map.dense.len(), map.sparse.len()), (0, 8, 0));
    }
}
