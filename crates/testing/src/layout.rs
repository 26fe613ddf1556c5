//! Checks record layouts and enumerations against tables of a specification.

use glassbox_core::named::NameTable;
use glassbox_core::record::Record;

/// Asserts that a record has exactly these fields: offset, size in bytes, name.
///
/// # Panics
/// If it does not.
pub fn assert_fields<T: Record>(expected: &[(usize, usize, &str)]) {
    let found: Vec<_> =
        T::SCHEMA.fields.iter().map(|field| (field.offset, field.form.size(), field.name)).collect();
    assert_eq!(found, expected, "the fields of {}", T::SCHEMA.name);
    let size: usize = expected.iter().map(|field| field.1).sum();
    assert_eq!(T::SIZE, size, "the size of {}", T::SCHEMA.name);
}

/// Asserts that enumeration values or set bits have these names, and that neighbouring values have
/// none.
///
/// # Panics
/// If one differs.
pub fn assert_names(names: &NameTable, expected: &[(u64, &str)]) {
    for &(value, name) in expected {
        assert_eq!(names.name(value), Some(name), "the name of {value:#x}");
        assert_eq!(names.value(name), Some(value), "the value of {name}");
        for beside in [value.wrapping_sub(1), value + 1] {
            if expected.iter().all(|other| other.0 != beside) {
                assert_eq!(names.name(beside), None, "{beside:#x} has no name");
            }
        }
    }
}
