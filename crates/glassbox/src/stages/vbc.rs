//! Puts the modules of a graphics program into a VBC file.

use std::borrow::Cow;

use glassbox_core::diagnostic::{Diagnostic, Location, Severity};
use glassbox_vbc::derive::from_modules;
use glassbox_vbc::program::Layout;
use glassbox_vbc::write::write;

use super::CompiledStages;
use crate::conversions::STAGES;

impl CompiledStages {
    /// A VBC file of the modules, small ones if asked for. What programs are given is read out of the modules, which have to be made as the
    /// format has it: resources in the tables of set 0, uniforms in a block in set 1, bindings in push constants.
    ///
    /// # Errors
    ///
    /// What the format cannot hold, or forbids.
    pub fn vbc(&self, optimize: bool) -> Result<Vec<u8>, Vec<Diagnostic>> {
        let start = || {
            let source = self.modules.first().map_or(0, |module| module.source);
            Location::in_text(self.sources.text(source), 0..0).input(source)
        };
        let refused =
            |message: String| vec![Diagnostic::new(&glassbox_programs::rules::TARGET, start(), message)];
        let mut modules: [Option<Cow<'_, [u8]>>; 5] = Default::default();
        for module in &self.modules {
            let Some(place) = STAGES.iter().position(|stage| *stage == module.stage) else {
                return Err(refused(format!("found a {} stage, which VBC does not have", module.stage)));
            };
            if modules[place].is_some() {
                return Err(refused(format!("found two {} stages, of which VBC has one", module.stage)));
            }
            let bytes = if optimize { module.optimized().into() } else { Cow::from(&module.bytes) };
            modules[place] = Some(bytes);
        }
        let program = from_modules(modules).map_err(|error| refused(format!("VBC: {error}")))?;
        let bytes =
            write(&program, &Layout::canonical()).map_err(|error| refused(format!("VBC: {error}")))?;
        let findings = crate::open(&bytes).check().into_sorted().into_iter();
        let errors = findings.filter(|finding| finding.severity == Severity::Error).map(|mut finding| {
            let path = std::mem::replace(&mut finding.location, start()).path;
            finding.labels.clear();
            if path.is_empty() { finding } else { finding.note(format!("at {path} of the file")) }
        });
        let errors: Vec<Diagnostic> = errors.collect();
        if errors.is_empty() { Ok(bytes) } else { Err(errors) }
    }
}
