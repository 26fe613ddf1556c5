//! Checks shader sections: stages and code.

use std::ops::Range;

use glassbox_core::diagnostic::Severity;
use glassbox_spirv::check::{CheckOptions, Checked};

use super::{Check, plural};
use crate::file::{Numbering, Role};
use crate::payload::{Need, Payload};
use crate::raw::{SectionHeader, ShaderExt, Stage};
use crate::rules;

impl Check<'_, '_> {
    pub(super) fn shaders(&mut self) {
        let file = self.file;
        for section in &file.sections {
            if matches!(section.role, Role::Shader(_)) && section.is_read() && section.content.is_empty() {
                let location = file.header_field(section.index, SectionHeader::size);
                let message = "found a shader of 0 bytes, expected at least its stage";
                self.report(&rules::NO_STAGE, location, message)
                    .help("write the stage and the code, or remove the section");
            }
        }
        self.stages();
        self.modules();
        if file.is_program() {
            self.pipeline();
            self.payloads();
        }
    }

    fn stages(&mut self) {
        let file = self.file;
        let mut first: [Option<&crate::file::Section<'_>>; 5] = [None; 5];
        for (section, stage, _) in file.shaders() {
            let location = file.place(section, 0, 1, "stage");
            let Some(slot) = first.get_mut(usize::from(stage.0)) else {
                let message = format!("found the stage {}, expected 0 to 4", stage.0);
                self.report(&rules::UNKNOWN_STAGE, location, message)
                    .note("the format has no stage for compute shaders")
                    .help("set the stage that the code is written for");
                continue;
            };
            match slot {
                Some(other) => {
                    let message = format!("found a second shader of stage {stage}, expected one");
                    self.report(&rules::REPEATED_STAGE, location, message)
                        .label(file.place(other, 0, 1, "stage"), "the first one")
                        .help("remove one of them");
                }
                None => *slot = Some(section),
            }
        }
    }

    /// Reports modules of SPIR-V that are not valid, each once; the files inside have the findings.
    fn modules(&mut self) {
        let (file, options) = (self.file, CheckOptions::new(self.environment));
        for (section, _, payload) in file.shaders() {
            if Payload::of(payload) != Payload::Spirv {
                continue;
            }
            let own = Checked::default();
            let found = self.modules.get(section.index as usize).unwrap_or(&own).findings(payload, &options);
            let mut found = found.iter().filter(|finding| finding.severity == Severity::Error);
            let Some(first) = found.next() else { continue };
            let errors = plural(1 + found.count() as u64, "error");
            let message = format!(
                "found {errors} in the module, expected a valid module for {}",
                self.environment.name()
            );
            // The payload follows a byte for the stage.
            let place = |range: &Range<usize>| {
                file.place(section, 1 + range.start as u64, 1 + range.end as u64, "payload")
            };
            let shown = first.diagnostic(place);
            let mut report = self.report(&rules::MODULE, place(&first.range), message);
            report.note(format!("the first is {}: {}", first.rule.id, first.message));
            for note in shown.notes {
                report.note(note);
            }
            report.help(
                "`glassbox validate -r` lists every error of the module; fix them, or rebuild the module",
            );
        }
    }

    fn pipeline(&mut self) {
        let file = self.file;
        let find = |wanted| file.shaders().find(|(_, stage, _)| *stage == wanted);
        let Some((section, stage, _)) = file.shaders().next() else {
            return;
        };
        let pairs = [(Stage::HULL, Stage::DOMAIN), (Stage::DOMAIN, Stage::HULL)];
        for (one, other) in pairs {
            if let (Some((section, ..)), None) = (find(one), find(other)) {
                let message = format!("found the stage {one} without {other}, expected both or neither");
                let location = file.place(section, 0, 1, "stage");
                self.report(&rules::PIPELINE, location, message).help(format!("add the {other} shader"));
            }
        }
        if find(Stage::VERTEX).is_none() {
            let message = format!("found the stage {stage} first, expected a vertex stage in a program");
            let location = file.place(section, 0, 1, "stage");
            self.report(&rules::PIPELINE, location, message).help("add the vertex shader");
        }
    }

    fn payloads(&mut self) {
        let file = self.file;
        if file.numbering == Numbering::Draft {
            return;
        }
        let ext = file.shader_ext();
        let need = Need::of(ext.target);
        let proven = file.proven_draft();
        for (section, _, payload) in file.shaders() {
            let kind = Payload::of(payload);
            if need.is_met(kind) {
                continue;
            }
            let end = section.content.len() as u64;
            let location = file.place(section, 1, end.min(9), "payload");
            let message =
                format!("found {}, expected {} for {}", kind.describe(), need.describe(), ext.target);
            let mut found = self.report(&rules::CODE_LANGUAGE, location, message);
            found
                .label(file.ext_field(ShaderExt::target), format!("says {:#04x}", ext.target.0))
                .help("set the target that the code is written for");
            if let Some(name) = proven {
                found.note(format!(
                    "in the specification of 2021-10-09 this number is {name}; every released program reads {}",
                    ext.target
                ));
            } else if matches!(kind, Payload::Spirv) && ext.target.0 == 5 {
                found.note(
                    "in a specification of 2021-10-14 this number is VK10; every released program reads GL41",
                );
            }
        }
    }
}
