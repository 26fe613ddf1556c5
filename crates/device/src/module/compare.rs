//! Compares what two runs of modules show.

use std::collections::{BTreeMap, BTreeSet};

use glassbox_spirv::reflect::ScalarClass;
use glassbox_vbc::raw::TexelType;

use super::layout::{Leaf, get};
use crate::format::{Texel, half};

/// Part of the floats that may be further apart: edges, where a rounding decides.
const EDGES: f64 = 0.02;
/// How far apart floats may be, absolutely and relative to their size.
const TOLERANCE: f64 = 1e-3;

/// A number that a run gives.
#[derive(Clone, Copy, Debug)]
pub enum Number {
    /// Compared bit by bit.
    Integer(u64),
    /// Compared within a tolerance.
    Float(f64),
    /// The same with the precision of 16 bits.
    Half(f64),
    /// 32 bits of a buffer without types, which are a float or an integer.
    Word(u32),
    /// One of the numbers of a format that are this far apart; a rounding decides between two.
    Step(f64, f64),
}

impl Number {
    fn is_like(self, other: Number) -> bool {
        self.is_within(other, TOLERANCE)
    }

    fn is_within(self, other: Number, tolerance: f64) -> bool {
        match (self, other) {
            (Number::Integer(a), Number::Integer(b)) => a == b,
            (Number::Word(a), Number::Word(b)) => {
                let value = |bits| Number::Float(f64::from(f32::from_bits(bits)));
                a == b || is_plain(a) && is_plain(b) && value(a).is_within(value(b), tolerance)
            }
            (Number::Float(a), Number::Float(b)) | (Number::Half(a), Number::Half(b)) => {
                let near = (a - b).abs() <= tolerance * a.abs().max(b.abs()).max(1.0);
                near || a == b || a.is_nan() && b.is_nan()
            }
            (Number::Step(a, step), Number::Step(b, _)) => (a - b).abs() <= step * 1.01,
            _ => false,
        }
    }

    /// Whether floats are at most this many units in the last place apart, and integers equal.
    fn is_within_ulps(self, other: Number, ulps: u32) -> bool {
        let near = |a: i64, b: i64| a.abs_diff(b) <= u64::from(ulps);
        match (self, other) {
            (Number::Float(a), Number::Float(b)) => {
                a == b || a.is_nan() && b.is_nan() || near(ordered(a as f32), ordered(b as f32))
            }
            (Number::Half(a), Number::Half(b)) => {
                let ordered = |value: f64| {
                    let bits = i64::from(half::of(value as f32));
                    if bits & 0x8000 == 0 { bits } else { 0x8000 - bits }
                };
                a == b || a.is_nan() && b.is_nan() || near(ordered(a), ordered(b))
            }
            (Number::Word(a), Number::Word(b)) => {
                let ordered = |bits| ordered(f32::from_bits(bits));
                a == b || is_plain(a) && is_plain(b) && near(ordered(a), ordered(b))
            }
            _ => self.is_like(other),
        }
    }
}

/// A float as an integer that grows with it, one for each float.
fn ordered(value: f32) -> i64 {
    let bits = i64::from(value.to_bits());
    if bits & 0x8000_0000 == 0 { bits } else { 0x8000_0000 - bits }
}

/// Whether bits are those of a float near one: counts and masks are not.
fn is_plain(bits: u32) -> bool {
    (127 - 64..127 + 64).contains(&(bits >> 23 & 0xff))
}

/// What one output holds after a run.
#[derive(Clone, Debug)]
pub struct Part {
    /// What it is, by places of the original module.
    pub name: String,
    /// Before the run.
    pub before: Vec<Number>,
    /// After the run.
    pub after: Vec<Number>,
}

/// The numbers of a block.
pub fn of_block(bytes: &[u8], leaves: &[Leaf]) -> Vec<Number> {
    let number = |leaf: &Leaf| {
        let word = get(bytes, leaf);
        match (leaf.class, leaf.width) {
            (ScalarClass::Float, 16) => Number::Half(f64::from(half::to(word as u16))),
            (ScalarClass::Float, 32) => Number::Float(f64::from(f32::from_bits(word as u32))),
            (ScalarClass::Float, _) => Number::Float(f64::from_bits(word)),
            _ => Number::Integer(word),
        }
    };
    leaves.iter().map(number).collect()
}

/// The words of a buffer without types.
pub fn of_words(bytes: &[u8]) -> Vec<Number> {
    bytes.as_chunks().0.iter().map(|word| Number::Word(u32::from_le_bytes(*word))).collect()
}

/// The first components of texels.
pub fn of_texels(bytes: &[u8], texel: Texel, components: u32) -> Vec<Number> {
    let size = usize::from(texel.size);
    let texels = bytes.chunks_exact(texel.bytes());
    let parts = texels.flat_map(|texel| texel.chunks_exact(size).take(components as usize));
    let number = |part: &[u8]| match texel.class {
        TexelType::SIGNED | TexelType::UNSIGNED => {
            let mut word = [0; 8];
            word[..size].copy_from_slice(part);
            Number::Integer(u64::from_le_bytes(word))
        }
        TexelType::UNORM | TexelType::SNORM => {
            let bits = 8 * u32::from(texel.size) - u32::from(texel.class == TexelType::SNORM);
            let step = 1.0 / f64::from((1u32 << bits) - 1);
            Number::Step(texel.decode(part).unwrap_or(f64::NAN), step)
        }
        _ if texel.size == 2 => Number::Half(texel.decode(part).unwrap_or(f64::NAN)),
        _ => Number::Float(texel.decode(part).unwrap_or(f64::NAN)),
    };
    parts.map(number).collect()
}

/// Whether a run shows anything: an output holds what it did not hold before.
pub fn shows(parts: &[Part]) -> bool {
    parts.iter().any(|part| {
        part.before.len() != part.after.len()
            || part.before.iter().zip(&part.after).any(|(a, b)| !a.is_like(*b))
    })
}

/// The first number that is more than some units in the last place from what is expected, or is another integer, and how many are.
pub fn first_apart(expected: &[Part], found: &[Part], ulps: u32) -> Option<String> {
    expected.iter().find_map(|part| {
        let Some(other) = found.iter().find(|other| other.name == part.name) else {
            let stays = part.before.len() == part.after.len()
                && part.before.iter().zip(&part.after).all(|(a, b)| a.is_within_ulps(*b, 0));
            return (!stays).then(|| format!("{} is missing", part.name));
        };
        if part.after.len() != other.after.len() {
            return Some(format!("{}: {} numbers and {}", part.name, part.after.len(), other.after.len()));
        }
        let pairs = part.after.iter().zip(&other.after).enumerate();
        let mut apart = pairs.filter(|(_, (a, b))| !a.is_within_ulps(**b, ulps)).peekable();
        let (at, (a, b)) = *apart.peek()?;
        let count = apart.count();
        Some(format!(
            "{}: {count} of {} numbers differ, number {at} is {b:?}, not {a:?}",
            part.name,
            part.after.len()
        ))
    })
}

/// Numbers that say nothing, by the name of their part: runs that may show the same show others there.
#[derive(Clone, Debug, Default)]
pub struct Undecided(BTreeMap<String, BTreeSet<usize>>);

impl Undecided {
    /// Adds the numbers in which two runs differ.
    pub fn add(&mut self, expected: &[Part], found: &[Part]) {
        for part in expected {
            let Some(other) = found.iter().find(|other| other.name == part.name) else { continue };
            let pairs = part.after.iter().zip(&other.after).enumerate();
            let unlike = pairs.filter(|(_, (a, b))| !a.is_within(**b, TOLERANCE / 8.0)).map(|(at, _)| at);
            self.0.entry(part.name.clone()).or_default().extend(unlike);
        }
    }

    /// How many numbers they are.
    pub fn count(&self) -> usize {
        self.0.values().map(BTreeSet::len).sum()
    }
}

/// Describes the difference between two runs; `None` if they show the same.
pub fn difference(expected: &[Part], found: &[Part]) -> Option<String> {
    difference_beside(expected, found, &Undecided::default())
}

/// The same of the other numbers than these.
pub fn difference_beside(expected: &[Part], found: &[Part], undecided: &Undecided) -> Option<String> {
    expected.iter().find_map(|part| {
        let skipped = undecided.0.get(&part.name);
        let Some(other) = found.iter().find(|other| other.name == part.name) else {
            // Compilers leave out what is not read and stays as it was.
            let stays = part.before.len() == part.after.len()
                && part.before.iter().zip(&part.after).all(|(before, after)| before.is_like(*after));
            if stays || skipped.is_some_and(|skipped| skipped.len() == part.after.len()) {
                return None;
            }
            return Some(format!("{} is missing", part.name));
        };
        if part.after.len() != other.after.len() {
            return Some(format!("{}: {} numbers and {}", part.name, part.after.len(), other.after.len()));
        }
        let pairs = || {
            let all = part.after.iter().zip(&other.after).enumerate();
            all.filter(|(at, _)| skipped.is_none_or(|skipped| !skipped.contains(at)))
        };
        let is_float = |number: &Number| !matches!(number, Number::Integer(_) | Number::Word(_));
        let floats = part.after.iter().filter(|number| is_float(number)).count();
        let unlike: Vec<(usize, (&Number, &Number))> =
            pairs().filter(|(_, (a, b))| !a.is_like(**b)).collect();
        let (far, wrong): (Vec<_>, Vec<_>) =
            unlike.into_iter().partition(|(_, (a, b))| is_float(a) && is_float(b));
        let is_far = far.len() as f64 > EDGES * floats as f64;
        let (at, (a, b)) = wrong.first().or(far.first().filter(|_| is_far))?;
        Some(format!(
            "{}: {} of {} numbers differ, number {at} is {b:?}, not {a:?}",
            part.name,
            far.len() + wrong.len(),
            part.after.len(),
        ))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn part(numbers: &[f64]) -> Vec<Part> {
        let after = numbers.iter().map(|number| Number::Float(*number)).collect();
        vec![Part { name: "picture".to_owned(), before: vec![Number::Float(0.0); numbers.len()], after }]
    }

    #[test]
    fn runs_differ_by_more_than_edges() {
        let same = part(&[1.0; 100]);
        let with = |count: usize, value: f64| {
            let mut numbers = [1.0; 100];
            numbers[..count].fill(value);
            difference(&same, &part(&numbers))
        };
        assert_eq!(with(0, 1.0), None);
        assert_eq!(with(100, 1.0005), None);
        assert_eq!(with(2, 2.0), None);
        let expected = "picture: 3 of 100 numbers differ, number 0 is Float(2.0), not Float(1.0)";
        assert_eq!(with(3, 2.0).as_deref(), Some(expected));
        assert!(with(3, f64::NAN).is_some());
        assert_eq!(difference(&part(&[f64::NAN]), &part(&[f64::NAN])), None);
        assert!(difference(&same, &[]).is_some_and(|text| text.contains("missing")));
        assert_eq!(difference(&part(&[0.0; 4]), &[]), None);
        assert!(shows(&same));
        assert!(!shows(&part(&[0.0; 4])));
    }

    #[test]
    fn floats_may_be_some_units_in_the_last_place_apart() {
        let next =
            |value: f32, steps: i32| f64::from(f32::from_bits(value.to_bits().wrapping_add_signed(steps)));
        let apart = |a: Number, b: Number| {
            let part = |number| vec![Part { name: "x".to_owned(), before: Vec::new(), after: vec![number] }];
            first_apart(&part(a), &part(b), 2).is_some()
        };
        let float = |value: f32, steps| Number::Float(next(value, steps));
        assert!(!apart(float(1.0, 0), float(1.0, 2)));
        assert!(apart(float(1.0, 0), float(1.0, 3)));
        // Across zero there are two steps from the smallest number to its opposite.
        assert!(!apart(
            Number::Float(f64::from(f32::from_bits(1))),
            Number::Float(-f64::from(f32::from_bits(1)))
        ));
        assert!(!apart(Number::Float(f64::NAN), Number::Float(f64::NAN)));
        assert!(apart(Number::Float(f64::NAN), Number::Float(0.0)));
        // A half has 10 bits behind the point.
        assert!(!apart(Number::Half(1.0), Number::Half(1.0 + 2.0 / 1024.0)));
        assert!(apart(Number::Half(1.0), Number::Half(1.0 + 3.0 / 1024.0)));
        assert!(!apart(Number::Word(1.5f32.to_bits()), Number::Word(1.5f32.to_bits() + 2)));
        assert!(apart(Number::Word(7), Number::Word(8)));
        assert!(apart(Number::Integer(7), Number::Integer(8)));
    }

    #[test]
    fn numbers_of_formats_may_be_one_step_apart() {
        let unorm = Texel { class: TexelType::UNORM, size: 1, components: 1 };
        let part = |bytes: &[u8]| {
            vec![Part { name: String::new(), before: Vec::new(), after: of_texels(bytes, unorm, 1) }]
        };
        assert_eq!(difference(&part(&[7, 8, 255]), &part(&[8, 7, 254])), None);
        assert!(difference(&part(&[7, 8, 255]), &part(&[9, 8, 255])).is_some());
    }

    #[test]
    fn undecided_numbers_are_not_compared() {
        let (same, other) = (part(&[1.0; 100]), part(&[2.0; 100]));
        let mut undecided = Undecided::default();
        undecided.add(&same, &part(&[1.5; 100]));
        assert_eq!(undecided.count(), 100);
        assert_eq!(difference_beside(&same, &other, &undecided), None);
        let mut numbers = [1.0; 100];
        numbers[..10].fill(1.5);
        let mut undecided = Undecided::default();
        undecided.add(&same, &part(&numbers));
        assert_eq!(undecided.count(), 10);
        assert!(difference_beside(&same, &other, &undecided).is_some());
    }

    #[test]
    fn integers_are_compared_bit_by_bit() {
        let part =
            |word| Part { name: String::new(), before: Vec::new(), after: vec![Number::Integer(word)] };
        assert_eq!(difference(&[part(7)], &[part(7)]), None);
        assert!(difference(&[part(7)], &[part(6)]).is_some());
    }
}
