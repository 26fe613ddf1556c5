//! Where the instructions of a module come from that was made for a conversion.

use std::ops::Range;

use glassbox_spirv::module::Module;

/// Bytes before the first instruction of a module.
const HEADER: usize = 20;

/// First byte of each instruction in the module, and its range in the source.
pub(super) struct Origins(Vec<(usize, Range<usize>)>);

impl Origins {
    /// Those of a module; `of` takes the origin that it states to a range of the source.
    pub(super) fn of(module: &Module, of: impl Fn(Range<usize>) -> Option<Range<usize>>) -> Origins {
        let mut at = HEADER;
        let mut origins = Vec::new();
        for instruction in module.walk() {
            origins.push((at, of(module.origin(instruction)).unwrap_or_default()));
            let parts = module.get(instruction);
            let words = 1 + usize::from(parts.ty != 0) + usize::from(parts.result != 0);
            at += 4 * (words + module.operands(instruction).len());
        }
        Origins(origins)
    }

    /// The range in the source, not empty, of the instruction at a byte of the module.
    pub(super) fn range(&self, at: u64) -> Option<Range<u64>> {
        let at = usize::try_from(at).ok()?;
        let index = self.0.partition_point(|(start, _)| *start <= at).checked_sub(1)?;
        let (_, origin) = self.0.get(index)?;
        (origin.start < origin.end).then_some(origin.start as u64..origin.end as u64)
    }
}
