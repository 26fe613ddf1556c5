//! Prints names from the file.

use glassbox_dxcontainer::part::rdef::raw::BaseType;

/// Makes a name from the file a single word, replacing characters that end the line or comment.
pub(super) fn clean(name: &str) -> String {
    name.chars().map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect()
}

/// HLSL name of a scalar type.
pub(super) fn base_name(base: BaseType) -> &'static str {
    base.name().unwrap_or("UNKNOWN")
}
