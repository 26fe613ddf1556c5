//! Lists the supported formats, in detection order.

use glassbox_core::format::{Format, MatchConfidence, WriteError};
use glassbox_shbin::bare::BareCode;

/// Outer containers precede their contents; formats without a magic number come last.
static FORMATS: &[&dyn Format] = &[
    &glassbox_shbin::FORMAT,
    &glassbox_vbc::FORMAT,
    &glassbox_pdb::FORMAT,
    &glassbox_bpx::FORMAT,
    &glassbox_dxcontainer::FORMAT,
    &glassbox_dxcontainer::bitcode::FORMAT,
    &glassbox_spv::FORMAT,
    &glassbox_sksl::FORMAT,
];

/// All formats.
pub fn formats() -> &'static [&'static dyn Format] {
    FORMATS
}

/// The format of an id, such as `shbin`.
pub fn format(id: &str) -> Option<&'static dyn Format> {
    FORMATS.iter().copied().find(|format| format.id() == id)
}

/// The format implied by a file name extension. Ambiguous extensions imply none.
pub fn format_of_name(name: &str) -> Option<&'static dyn Format> {
    let (_, ending) = name.rsplit_once('.')?;
    let is_ending =
        |format: &&dyn Format| format.extensions().iter().any(|own| own.eq_ignore_ascii_case(ending));
    FORMATS.iter().copied().find(is_ending)
}

/// Ids for code without a container, accepted by [`bare_code`].
pub const BARE_CODE: &[&str] = &["pica"];

/// Code without a container as a format: `id` is the instruction set, `descriptors` holds its operand descriptors, and
/// execution starts at the word `entry`. `None` for an instruction set without such a format; `Err` if the descriptors
/// are invalid.
pub fn bare_code(id: &str, descriptors: &[u8], entry: u32) -> Option<Result<Box<dyn Format>, WriteError>> {
    let made = BareCode::new(descriptors, entry);
    BARE_CODE.contains(&id).then(|| made.map(|code| Box::new(code) as Box<dyn Format>))
}

/// Detects the format of bytes: the first certain one, or else the only possible one.
pub fn detect(bytes: &[u8]) -> Option<&'static dyn Format> {
    let mut likely = None;
    let mut candidates = 0;
    for format in FORMATS.iter().copied() {
        match format.detect(bytes) {
            MatchConfidence::Yes => return Some(format),
            MatchConfidence::Maybe => {
                candidates += 1;
                likely = Some(format);
            }
            MatchConfidence::No => {}
        }
    }
    likely.filter(|_| candidates == 1 && !bytes.is_empty())
}
