//! The formats that are known, in the order in which they are asked.

use glassbox_core::format::{Format, Likeness};

/// Outer containers stand before what they hold, and formats without a magic behind those that have one.
static FORMATS: &[&dyn Format] = &[
    &glassbox_shbin::FORMAT,
    &glassbox_vbc::FORMAT,
    &glassbox_pdb::FORMAT,
    &glassbox_bpx::FORMAT,
    &glassbox_dxcontainer::FORMAT,
    &glassbox_spv::FORMAT,
    &glassbox_sksl::FORMAT,
];

/// Every format.
pub fn formats() -> &'static [&'static dyn Format] {
    FORMATS
}

/// The format of an id, such as `shbin`.
pub fn format(id: &str) -> Option<&'static dyn Format> {
    FORMATS.iter().copied().find(|format| format.id() == id)
}

/// The format that bytes are of: the first that is sure, or else the only one that may be.
pub fn detect(bytes: &[u8]) -> Option<&'static dyn Format> {
    let mut likely = None;
    let mut candidates = 0;
    for format in FORMATS.iter().copied() {
        match format.detect(bytes) {
            Likeness::Yes => return Some(format),
            Likeness::Maybe => {
                candidates += 1;
                likely = Some(format);
            }
            Likeness::No => {}
        }
    }
    likely.filter(|_| candidates == 1 && !bytes.is_empty())
}
