//! Reads the decorations of variables outside of functions, which are asked for again and again, once.

use glassbox_spirv::build::value::decoration;
use glassbox_spirv::module::Annotations;

use super::{Language, Writer};
use crate::tree::Var;

/// Decorations with a value.
const WITH_VALUE: usize = 7;

/// Place of a decoration among those with a value.
const fn place_of(kind: u32) -> Option<usize> {
    Some(match kind {
        decoration::LOCATION => 0,
        decoration::COMPONENT => 1,
        decoration::INDEX => 2,
        decoration::DESCRIPTOR_SET => 3,
        decoration::BINDING => 4,
        decoration::BUILT_IN => 5,
        decoration::STREAM => 6,
        _ => return None,
    })
}

/// Decorations of a variable.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Stated {
    /// One bit each for those with the numbers below 64.
    kinds: u64,
    /// True if there are others.
    has_others: bool,
    values: [u32; WITH_VALUE],
}

impl Stated {
    pub(super) fn of(annotations: &Annotations<'_>, id: u32) -> Stated {
        let mut stated = Stated::default();
        for found in annotations.decorations(id) {
            if found.kind >= u64::BITS {
                stated.has_others = true;
                continue;
            }
            if stated.has(found.kind) {
                continue;
            }
            if let (Some(place), Some(&value)) = (place_of(found.kind), found.operands.first()) {
                stated.values[place] = value;
            }
            stated.kinds |= 1 << found.kind;
        }
        stated
    }

    fn has(&self, kind: u32) -> bool {
        self.kinds >> kind & 1 != 0
    }
}

impl<L: Language> Writer<'_, '_, L> {
    /// Value of a decoration of a variable.
    pub(crate) fn value_of(&self, var: Var, kind: u32) -> Option<u32> {
        match (self.stated.get(&var), place_of(kind)) {
            (Some(stated), Some(place)) => stated.has(kind).then(|| stated.values[place]),
            _ => self.annotations.value(self.tree.variable(var).id, kind),
        }
    }

    /// True if a variable has a decoration.
    pub(crate) fn is_stated(&self, var: Var, kind: u32) -> bool {
        match self.stated.get(&var) {
            Some(stated) if kind < u64::BITS => stated.has(kind),
            Some(stated) if !stated.has_others => false,
            _ => self.annotations.has(self.tree.variable(var).id, kind),
        }
    }
}
