//! Brings what is found in a module back to the source that it was made of.

use std::ops::Range;

use glassbox_core::diagnostic::{Diagnostic, Location};
use glassbox_spirv::module::Module;

use super::origins::Origins;
use super::{ConversionError, Converted, NameMap};

/// Where the instructions of a module come from.
pub(super) struct Places<'p> {
    origins: Origins,
    /// The source; empty for a binary, whose places are bytes.
    source: &'p str,
}

impl<'p> Places<'p> {
    /// The places of a module; `of` takes the origin of an instruction to a range of the source.
    pub(super) fn of(
        module: &Module,
        source: &'p str,
        of: impl Fn(Range<usize>) -> Option<Range<usize>>,
    ) -> Places<'p> {
        Places { origins: Origins::of(module, of), source }
    }

    /// The range in the source of the instruction at a byte of the module.
    fn range(&self, at: u64) -> Option<Range<u64>> {
        let is_inside = |range: &Range<u64>| self.source.is_empty() || range.end <= self.source.len() as u64;
        self.origins.range(at).filter(is_inside)
    }

    /// A finding on the module as one on the source.
    fn moved(&self, mut finding: Diagnostic) -> Diagnostic {
        let range = self.range(finding.location.start);
        finding.location = match range {
            Some(range) if self.source.is_empty() => Location::new(range.start, range.end, String::new()),
            Some(range) => Location::in_text(self.source, range.start as usize..range.end as usize),
            None if self.source.is_empty() => Location::default(),
            None => Location::in_text(self.source, 0..0),
        };
        finding.labels.clear();
        finding
    }

    /// The result of converting the module as that of converting the source.
    pub(super) fn in_source(
        &self,
        result: Result<Converted, ConversionError>,
    ) -> Result<Converted, ConversionError> {
        let all = |found: Vec<Diagnostic>| found.into_iter().map(|finding| self.moved(finding)).collect();
        let mut converted = result.map_err(|error| match error {
            ConversionError::File(findings) => ConversionError::File(all(findings)),
            other => other,
        })?;
        converted.notes = all(converted.notes);
        if let Some(NameMap::Shader(names)) = &mut converted.map {
            // The source has no module in it.
            names.module = None;
            names.lines.retain_mut(|line| match self.range(line.start) {
                Some(range) => {
                    (line.start, line.end) = (range.start, range.end);
                    true
                }
                None => false,
            });
        }
        Ok(converted)
    }
}
