//! Checks subpass inputs.

use glassbox_core::diagnostic::Severity;

use super::Check;
use crate::raw::{MAX_SUBPASS_INPUTS, SubpassInput, TexelType};
use crate::rules;

pub(super) const PATH: &str = "subpass_inputs.records";

impl Check<'_, '_> {
    pub(super) fn subpass_inputs(&mut self) {
        let records = self.file.program.subpass_inputs.clone();
        if records.len() > MAX_SUBPASS_INPUTS as usize {
            let start = self.file.places.subpass_count;
            let at = self.location(start, start + 4, "subpass_inputs.count");
            let message =
                format!("found {} subpass inputs, expected at most {MAX_SUBPASS_INPUTS}", records.len());
            self.report(&rules::SUBPASS_COUNT, at, message);
        }
        for (index, record) in records.iter().enumerate() {
            if self.findings.is_full() {
                return;
            }
            let at = |field| records.location(PATH, index, field);
            if record.texel_type > TexelType::FLOAT {
                let message =
                    format!("found texel type {}, expected signed, unsigned or float", record.texel_type);
                self.report(&rules::SUBPASS_TEXEL_TYPE, at(SubpassInput::texel_type), message);
            }
            if record.components != 4 {
                let narrow = matches!(record.components, 1 | 2);
                let severity = if narrow { Severity::Warning } else { Severity::Error };
                let message = format!("found {} components, expected 4", record.components);
                self.report(&rules::SUBPASS_COMPONENTS, at(SubpassInput::components), message)
                    .severity(severity)
                    .help("set it to 4, which the runtime assumes");
            }
            if record.padding != [0; 2] {
                self.padding(at(SubpassInput::padding), &record.padding);
            }
        }
    }
}
