//! Combinations of macros.

use glassbox_core::span::Span;

use crate::table::Located;

/// Largest number of combinations of a program.
pub const MOST: usize = 1 << 16;

/// Macros with their values, in the order of the project file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Permutations {
    /// The macros, each with the values that it has one after the other.
    pub macros: Vec<(Located<String>, Vec<String>)>,
    /// Combinations that are left out: those that have all of the values of an entry.
    pub exclude: Vec<Exclusion>,
}

/// Values of macros that do not go together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Exclusion {
    /// Macros and values.
    pub values: Vec<(String, String)>,
    /// Its place in the project file.
    pub span: Span,
}

/// A combination: macros and values, in the order of the macros.
pub type Permutation = Vec<(String, String)>;

impl Permutations {
    /// Number of combinations before some are left out; `None` if there are more than [`MOST`].
    #[must_use]
    pub fn count(&self) -> Option<usize> {
        let mut counts = self.macros.iter().map(|(_, values)| values.len());
        let count = counts.try_fold(1usize, usize::checked_mul)?;
        (count <= MOST).then_some(count)
    }

    /// Every combination that is not left out; the last macro changes fastest. One without macros if there are none, none at all if there
    /// are too many.
    #[must_use]
    pub fn all(&self) -> Vec<Permutation> {
        let count = self.count().unwrap_or(0);
        let mut all = Vec::with_capacity(count);
        for number in 0..count {
            let mut rest = number;
            let mut values = Permutation::with_capacity(self.macros.len());
            for (name, choices) in self.macros.iter().rev() {
                values.push((name.value.clone(), choices[rest % choices.len()].clone()));
                rest /= choices.len();
            }
            values.reverse();
            if !self.exclude.iter().any(|excluded| excluded.values.iter().all(|value| values.contains(value)))
            {
                all.push(values);
            }
        }
        all
    }
}
