//! The names of minimum precisions.

/// The names, by number; 3 is not used.
const NAMES: [&str; 6] = ["def32", "min16f", "min2_8f", "?3", "min16i", "min16u"];

/// The name of a minimum precision.
pub(crate) fn name(number: u32) -> &'static str {
    NAMES.get(number as usize).copied().unwrap_or("?")
}

/// The minimum precision of a name.
pub(crate) fn named(text: &str) -> Option<u32> {
    let number = NAMES.iter().position(|name| *name == text)?;
    u32::try_from(number).ok().filter(|number| *number != 3)
}

/// The names that [`named`] knows.
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    NAMES.into_iter().filter(|name| !name.starts_with('?'))
}
