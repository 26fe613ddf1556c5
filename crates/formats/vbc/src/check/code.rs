//! Checks the SPIR-V modules themselves.

use std::ops::Range;

use glassbox_core::diagnostic::{Location, Severity};
use glassbox_spirv::check::{
    CheckOptions, Environment, Finding, Relaxation, Vulkan, check as check_module, rules as spirv,
};

use super::{Check, plural};
use crate::module::StageCode;
use crate::raw::SPIRV_MAGIC;
use crate::rules;
use crate::stage::{STAGES, Stage};

/// Latest SPIR-V version accepted by Vulkan 1.2.
const SPIRV_1_5: u32 = 0x0001_0500;

impl Check<'_, '_> {
    pub(super) fn code(&mut self, codes: &[StageCode]) {
        for stage in &STAGES {
            let Some(module) = &self.file.program.modules[stage.index] else {
                continue;
            };
            if self.is_cut(stage) || module.is_empty() {
                continue;
            }
            match codes.iter().find(|code| code.stage.index == stage.index) {
                Some(code) => self.module(code),
                None => self.no_module(stage),
            }
        }
    }

    /// True if the file ends inside the module.
    fn is_cut(&self, stage: &Stage) -> bool {
        let found = self.file.program.modules[stage.index].as_deref().map_or(0, <[u8]>::len);
        let lengths = self.file.layout.lengths;
        lengths.is_some_and(|lengths| found < 4 * usize::from(lengths[stage.index]))
    }

    /// Location of a byte range of a module.
    pub(super) fn code_at(&self, stage: &Stage, range: &Range<usize>) -> Location {
        let start = self.file.places.code[stage.index];
        self.location(start + range.start as u64, start + range.end as u64, stage.path)
    }

    fn no_module(&mut self, stage: &'static Stage) {
        let module = self.file.program.modules[stage.index].as_deref().unwrap_or_default();
        let start = &module[..module.len().min(4)];
        let message = format!("found {start:02x?} at the start of the module, expected {SPIRV_MAGIC:02x?}");
        let (place, length) = (self.code_at(stage, &(0..start.len())), self.header_field(stage.length));
        let mut finding = self.findings.report(&rules::MODULE_MAGIC, place, message);
        finding.label(length, "gives its length");
        if start.iter().rev().eq(SPIRV_MAGIC.iter()) {
            finding.help("the module is byte-swapped; swap the bytes of its words");
        }
        let place = self.file.places.code[stage.index];
        let bytes = self.window.bytes;
        let near = (1..=16u64).flat_map(|step| [place.checked_sub(step), place.checked_add(step)]).flatten();
        let near = near
            .into_iter()
            .find(|&at| bytes.get(at as usize..).is_some_and(|rest| rest.starts_with(&SPIRV_MAGIC)));
        if let Some(near) = near {
            let at = self.window.base + near;
            finding.note(format!("a module begins at {at:#x}, so a length or count before it is wrong"));
        }
    }

    fn module(&mut self, code: &StageCode) {
        let stage = code.stage;
        let version = code.reflection.header.version;
        if version > SPIRV_1_5 {
            let message = format!("found SPIR-V {}, expected at most 1.5", version_name(version));
            self.report(&rules::MODULE_VERSION, self.code_at(stage, &(4..8)), message)
                .help("compile for Vulkan 1.2");
        }
        let broken = self.instructions(code);
        let entries = &code.reflection.entry_points;
        // A truncated module may have lost its entry point; the truncation is reported instead.
        if code.entry.is_none() && !(broken && entries.is_empty()) {
            let place = entries.first().map_or(0..20, |entry| entry.range.clone());
            let found = match entries.first() {
                Some(entry) => format!("\"{}\" of the {} stage", entry.name, model_name(entry.model)),
                None => "none".to_owned(),
            };
            let message = format!("found entry point {found}, expected \"main\" of the {} stage", stage.name);
            self.report(&rules::MODULE_ENTRY_POINT, self.code_at(stage, &place), message);
        }
        if entries.len() > 1 {
            for (place, entry) in entries.iter().enumerate() {
                if Some(place) != code.entry.or(Some(0)) {
                    let message = format!("found a further entry point \"{}\", expected one", entry.name);
                    self.report(
                        &rules::MODULE_EXTRA_ENTRY_POINTS,
                        self.code_at(stage, &entry.range),
                        message,
                    );
                }
            }
        }
        let names = code.reflection.debug.names;
        if names > 0 {
            let size = self.file.program.modules[stage.index].as_deref().map_or(0, <[u8]>::len);
            let message = format!("found {names} debug names");
            self.report(&rules::MODULE_DEBUG_NAMES, self.code_at(stage, &(0..size)), message);
        }
    }
}

impl Check<'_, '_> {
    /// Reports what is wrong in a module by the rules of SPIR-V. True if it has errors.
    fn instructions(&mut self, code: &StageCode) -> bool {
        let stage = code.stage;
        let bytes = self.file.program.modules[stage.index].as_deref().unwrap_or_default();
        let vulkan = match code.reflection.header.version {
            ..=SPIRV_1_5 => Vulkan::V1_2,
            // The version is reported by its own rule.
            _ => Vulkan::V1_3,
        };
        let environment = self.environment.unwrap_or(Environment::Vulkan(vulkan));
        // A missing entry point is reported by its own rule.
        let is_own = |finding: &Finding| *finding.rule == spirv::NO_ENTRY_POINT;
        let mut options = CheckOptions::new(environment);
        // Uniforms and elements of buffers have scalar block layout, a feature that the runtime requires.
        options.relaxations = options.relaxations.with(Relaxation::ScalarBlockLayout);
        let mut found = check_module(bytes, &options);
        found.retain(|finding| !is_own(finding));
        let count = found.iter().filter(|finding| finding.severity == Severity::Error).count();
        if let Some(first) = found.iter().find(|finding| finding.severity == Severity::Error) {
            let (errors, place) = (plural(count as u64, "error"), self.code_at(stage, &first.range));
            let message = format!(
                "found {errors} in the {} module, expected a valid module for {}",
                stage.name,
                environment.name()
            );
            self.report(&rules::MODULE_MALFORMED, place, message);
        }
        for finding in &found {
            let shown = finding.diagnostic(|range| self.code_at(stage, range));
            self.findings.push(shown);
        }
        count > 0
    }
}

/// Formats a SPIR-V version word.
pub(crate) fn version_name(version: u32) -> String {
    format!("{}.{}", version >> 16 & 0xff, version >> 8 & 0xff)
}

/// Name of an execution model.
pub(crate) fn model_name(model: u32) -> String {
    let known = STAGES.iter().find(|stage| stage.execution_model == model);
    known.map_or_else(|| format!("unknown ({model})"), |stage| stage.name.to_owned())
}
