//! Brings what is found in a module back to what the module was made from.

use std::ops::Range;

use glassbox_core::diagnostic::{Diagnostic, Location};
use glassbox_core::span::Span;
use glassbox_glsl::source::Origin;
use glassbox_spirv::module::Module;

use crate::{ConversionError, Converted, NameMap};

/// Size of the header of a module, bytes.
const HEADER: usize = 20;

/// First byte of each instruction of a module, ascending, with what it is made from.
#[derive(Clone, Debug, Default)]
pub(crate) struct Origins(Vec<(usize, Option<Origin>)>);

impl Origins {
    /// Those of a module; `of` takes the origin that an instruction states to a range of a source.
    pub(crate) fn of(module: &Module, mut of: impl FnMut(Range<usize>) -> Option<Origin>) -> Origins {
        let mut at = HEADER;
        let mut origins = Vec::new();
        for instruction in module.walk() {
            origins.push((at, of(module.origin(instruction))));
            let parts = module.get(instruction);
            let words = 1 + usize::from(parts.ty != 0) + usize::from(parts.result != 0);
            at += 4 * (words + module.operands(instruction).len());
        }
        Origins(origins)
    }

    /// Those of a module whose instructions state ranges of one source, which has this size and number.
    pub(crate) fn in_one(module: &Module, size: usize, file: u32) -> Origins {
        Origins::of(module, |range| {
            let place = |at: usize| u32::try_from(at).ok();
            let span = Span::new(place(range.start)?, place(range.end)?);
            (range.start < range.end && range.end <= size).then_some(Origin { file, span })
        })
    }

    /// What the instruction at a byte of the module is made from.
    pub(crate) fn at(&self, byte: u64) -> Option<Origin> {
        let byte = usize::try_from(byte).ok()?;
        let index = self.0.partition_point(|(start, _)| *start <= byte).checked_sub(1)?;
        self.0.get(index)?.1
    }

    /// The result of converting the module as that of converting its sources, of which `own` is the one with the entry point. A location
    /// without an origin is that of a finding on all of it.
    pub(crate) fn in_source(
        &self,
        result: Result<Converted, ConversionError>,
        own: u32,
        location: impl Fn(Option<Origin>) -> Location,
    ) -> Result<Converted, ConversionError> {
        let moved = |mut finding: Diagnostic| {
            let has_place = finding.location.end > finding.location.start;
            finding.location = location(self.at(finding.location.start).filter(|_| has_place));
            finding.labels.clear();
            finding
        };
        let all = |found: Vec<Diagnostic>| found.into_iter().map(moved).collect();
        let mut converted = result.map_err(|error| match error {
            ConversionError::File(findings) => ConversionError::File(all(findings)),
            other => other,
        })?;
        converted.notes = all(converted.notes);
        if let Some(NameMap::Shader(names)) = &mut converted.map {
            // The source has no module in it.
            names.module = None;
            names.lines.retain_mut(|line| match self.at(line.start).filter(|origin| origin.file == own) {
                Some(origin) => {
                    (line.start, line.end) = (u64::from(origin.span.start), u64::from(origin.span.end));
                    true
                }
                None => false,
            });
        }
        Ok(converted)
    }
}
