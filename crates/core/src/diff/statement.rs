//! Statements that are compared by what they mean, and an order of instructions that does not depend on where those stand that may
//! stand anywhere.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::Range;

/// What an instruction does besides giving a value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Effect {
    /// Nothing: it may stand anywhere.
    None,
    /// It reads memory: it may stand anywhere between two effects.
    Reads,
    /// It has to stay where it is.
    Any,
}

/// A value that a statement is computed from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Use {
    /// The number of the statement that defines it, if there is one.
    pub definition: Option<usize>,
    /// Which of the results of that statement.
    pub part: u32,
    /// What it means.
    pub meaning: u64,
}

/// A line of a program that is compared by what it means.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Statement {
    /// Equal for statements that mean the same.
    pub meaning: u64,
    /// Equal for statements that say the same but for what they are computed from.
    pub shape: u64,
    /// What it is computed from.
    pub uses: Vec<Use>,
    /// Its bytes; empty where they are not known.
    pub range: Range<usize>,
}

impl Statement {
    /// One that is computed from nothing.
    pub fn alone(meaning: u64, range: Range<usize>) -> Statement {
        Statement { meaning, shape: meaning, uses: Vec::new(), range }
    }

    /// One that says `shape` of what it is computed from.
    pub fn of(shape: u64, uses: Vec<Use>, range: Range<usize>) -> Statement {
        let meaning = hash(&(shape, uses.iter().map(|value| value.meaning).collect::<Vec<u64>>()));
        Statement { meaning, shape, uses, range }
    }
}

/// A number that is equal for equal things, in one run of the program.
pub fn hash(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// An order of instructions, by their numbers from 0 on. Jumps and what begins a block are effects.
///
/// What has an effect stays; everything else stands before what it is needed for. What nothing needs stands before the next
/// effect if it reads, else before the last instruction. `items` has for each instruction what it does, and a number by which
/// those that may stand in any order are sorted. `operands` calls back with the instructions that one is computed from; of these
/// only earlier ones count.
pub fn order(items: &[(Effect, u64)], operands: impl Fn(usize, &mut dyn FnMut(usize))) -> Vec<usize> {
    let mut order =
        Order { is_done: vec![false; items.len()], order: Vec::with_capacity(items.len()), operands };
    let (mut reads, mut others): (Vec<usize>, Vec<usize>) = (Vec::new(), Vec::new());
    for (number, &(effect, _)) in items.iter().enumerate() {
        match effect {
            Effect::None => others.push(number),
            Effect::Reads => reads.push(number),
            Effect::Any => {}
        }
        let is_last = number + 1 == items.len();
        if effect != Effect::Any && !is_last {
            continue;
        }
        let mut due = std::mem::take(&mut reads);
        if is_last {
            due.append(&mut others);
        }
        due.sort_by_key(|other| items[*other].1);
        due.into_iter().for_each(|other| order.add(other));
        order.add(number);
    }
    order.order
}

struct Order<O> {
    is_done: Vec<bool>,
    order: Vec<usize>,
    operands: O,
}

impl<O: Fn(usize, &mut dyn FnMut(usize))> Order<O> {
    /// Adds an instruction behind those that it is computed from.
    fn add(&mut self, number: usize) {
        let mut left = vec![(number, false)];
        while let Some((number, is_ready)) = left.pop() {
            if is_ready {
                self.order.push(number);
            } else if !std::mem::replace(&mut self.is_done[number], true) {
                left.push((number, true));
                let first = left.len();
                (self.operands)(number, &mut |operand| {
                    if operand < number && !self.is_done[operand] {
                        left.push((operand, false));
                    }
                });
                left[first..].reverse();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Effect::{Any, None, Reads};
    use super::*;

    /// The names of instructions in order. A row has the name, the effect, and the names of what it is computed from.
    fn ordered(rows: &[(char, Effect, &str)]) -> String {
        let items: Vec<(Effect, u64)> = rows.iter().map(|row| (row.1, u64::from(row.0))).collect();
        let order = order(&items, |number, each| {
            for name in rows[number].2.chars() {
                rows.iter().position(|row| row.0 == name).into_iter().for_each(&mut *each);
            }
        });
        order.into_iter().map(|number| rows[number].0).collect()
    }

    #[test]
    fn what_may_stand_anywhere_stands_before_its_use() {
        let one = ordered(&[('a', None, ""), ('b', None, ""), ('s', Any, "ba"), ('r', Any, "")]);
        let other = ordered(&[('b', None, ""), ('a', None, ""), ('s', Any, "ba"), ('r', Any, "")]);
        assert_eq!((one.as_str(), other.as_str()), ("basr", "basr"));
    }

    #[test]
    fn reads_stay_between_effects() {
        let before = ordered(&[('l', Reads, ""), ('s', Any, ""), ('t', Any, "l")]);
        let behind = ordered(&[('s', Any, ""), ('l', Reads, ""), ('t', Any, "l")]);
        assert_eq!((before.as_str(), behind.as_str()), ("lst", "slt"));
    }

    #[test]
    fn what_nothing_uses_stands_before_the_end() {
        assert_eq!(ordered(&[('b', None, ""), ('s', Any, ""), ('a', None, ""), ('r', Any, "")]), "sabr");
        assert_eq!(ordered(&[('s', Any, ""), ('b', None, ""), ('a', None, "")]), "sab");
    }

    #[test]
    fn damaged_operands_end() {
        // Each is computed from the other: the later one does not count.
        assert_eq!(ordered(&[('a', None, "b"), ('b', None, "a"), ('r', Any, "a")]), "abr");
    }
}
