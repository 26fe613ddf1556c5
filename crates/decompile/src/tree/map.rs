//! A map by variable.

use super::Var;

/// Values by variable, in the order of the variables: a table, since variables are numbered from 0.
#[derive(Clone, Debug)]
pub(crate) struct VarMap<T> {
    slots: Vec<Option<(Var, T)>>,
}

impl<T> Default for VarMap<T> {
    fn default() -> Self {
        VarMap { slots: Vec::new() }
    }
}

impl<T> VarMap<T> {
    /// Makes room for the variables up to this one.
    pub(crate) fn reserve_to(&mut self, last: Var) {
        self.slots.reserve((last as usize + 1).saturating_sub(self.slots.len()));
    }

    pub(crate) fn get(&self, var: &Var) -> Option<&T> {
        self.slots.get(*var as usize)?.as_ref().map(|(_, value)| value)
    }

    pub(crate) fn contains_key(&self, var: &Var) -> bool {
        self.get(var).is_some()
    }

    pub(crate) fn insert(&mut self, var: Var, value: T) {
        let index = var as usize;
        if index >= self.slots.len() {
            self.slots.resize_with(index + 1, || None);
        }
        self.slots[index] = Some((var, value));
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (&Var, &T)> {
        self.slots.iter().flatten().map(|(var, value)| (var, value))
    }

    pub(crate) fn keys(&self) -> impl Iterator<Item = &Var> {
        self.iter().map(|(var, _)| var)
    }

    pub(crate) fn values(&self) -> impl Iterator<Item = &T> {
        self.iter().map(|(_, value)| value)
    }
}

impl<T> std::ops::Index<&Var> for VarMap<T> {
    type Output = T;

    fn index(&self, var: &Var) -> &T {
        self.get(var).expect("the variable has a value")
    }
}
