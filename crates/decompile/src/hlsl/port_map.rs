//! Holds the inputs and outputs of an entry point, which are few.

use std::rc::Rc;
use std::slice::Iter;

use super::ports::{Key, Port};

/// Inputs and outputs, in the order of their keys.
#[derive(Default)]
pub(super) struct PortMap(Vec<(Key, Rc<Port>)>);

impl PortMap {
    /// Where the port of a key is, or would be.
    fn find(&self, key: &Key) -> Result<usize, usize> {
        self.0.binary_search_by_key(key, |entry| entry.0)
    }

    pub(super) fn get(&self, key: &Key) -> Option<&Rc<Port>> {
        self.find(key).ok().map(|index| &self.0[index].1)
    }

    pub(super) fn get_mut(&mut self, key: &Key) -> Option<&mut Port> {
        self.find(key).ok().map(|index| Rc::make_mut(&mut self.0[index].1))
    }

    pub(super) fn contains_key(&self, key: &Key) -> bool {
        self.find(key).is_ok()
    }

    pub(super) fn insert(&mut self, key: Key, port: Port) {
        let port = Rc::new(port);
        match self.find(&key) {
            Ok(index) => self.0[index].1 = port,
            Err(index) => self.0.insert(index, (key, port)),
        }
    }

    pub(super) fn iter(&self) -> Iter<'_, (Key, Rc<Port>)> {
        self.0.iter()
    }

    pub(super) fn values(&self) -> impl Iterator<Item = &Rc<Port>> {
        self.0.iter().map(|(_, port)| port)
    }
}
