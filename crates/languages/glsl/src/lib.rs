#![doc = include_str!("../README.md")]
//!
//! [`adapt_program`] takes the stages of a program, in any version, with includes, macros, loose uniforms, combined samplers and
//! missing locations, and gives for each stage GLSL 450 with a [map](SourceMap) that leads from every byte of it to what was
//! written. All stages are adapted at once: they share the block of loose uniforms, the places of resources and the locations
//! of what goes from one to the next.
//!
//! | module | holds |
//! | --- | --- |
//! | [`source`] | texts, and the search for included ones |
//! | [`map`] | the way back |
//! | [`stage`] | stages and places |

mod emit;
mod lex;
mod plan;
mod preprocess;
pub mod rules;
pub mod stage;
mod stage_text;
mod syntax;
mod types;

use glassbox_core::diagnostic::Diagnostics;
use glassbox_syntax::map::SourceMap;
use glassbox_syntax::report::Reports;
use glassbox_syntax::source::{Include, Sources};
use glassbox_syntax::token::Words;
pub use glassbox_syntax::{map, source};

use crate::emit::emit;
pub use crate::emit::{Gather, is_builtin_function};
use crate::plan::Plan;
use crate::preprocess::preprocess;
use crate::stage::{CombinedSampler, Place, Stage};
use crate::stage_text::StageText;

/// What a stage is read from.
#[derive(Clone, Copy, Debug)]
pub struct StageSource<'s> {
    /// Which stage.
    pub stage: Stage,
    /// Path or other name of the text.
    pub name: &'s str,
    /// The text.
    pub text: &'s str,
}

/// How a program is adapted.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Macros without parameters that are defined before the first line: names and what they stand for.
    pub defines: Vec<(String, String)>,
    /// More of them for one stage alone; where both have a name, these count.
    pub stage_defines: Vec<(Stage, Vec<(String, String)>)>,
}

impl Options {
    fn defines_of(&self, stage: Stage) -> Vec<(String, String)> {
        let own: Vec<&(String, String)> = self
            .stage_defines
            .iter()
            .filter(|(other, _)| *other == stage)
            .flat_map(|(_, defines)| defines)
            .collect();
        let common = self.defines.iter().filter(|(name, _)| own.iter().all(|(other, _)| other != name));
        common.chain(own.iter().copied()).cloned().collect()
    }
}

/// A stage in GLSL 450.
#[derive(Clone, Debug)]
pub struct AdaptedStage {
    /// Which stage.
    pub stage: Stage,
    /// The text.
    pub text: String,
    /// Where each byte of it comes from.
    pub map: SourceMap,
    /// Samplers that were one with their textures.
    pub combined: Vec<CombinedSampler>,
    /// Places that the source gave itself.
    pub explicit: Vec<Place>,
    /// Functions of the text that gather, though it says that they sample: naga reads no word for it.
    pub gathers: Vec<Gather>,
    /// Members of blocks that have other names in the text, because naga takes a member for the variable of the same name: those
    /// names, and those of the source.
    pub renamed: Vec<(String, String)>,
}

/// What came of a program.
#[derive(Clone, Debug)]
pub struct Adapted {
    /// The stages, in the order given; none where there are errors.
    pub stages: Vec<AdaptedStage>,
    /// Every text that was read.
    pub sources: Sources,
    /// What was found.
    pub findings: Diagnostics,
}

/// Adapts the stages of a program. No stage comes of it where there are errors.
///
/// ```
/// use glassbox_glsl::source::IncludeList;
/// use glassbox_glsl::stage::Stage;
/// use glassbox_glsl::{Options, StageSource, adapt_program};
///
/// let text = "#version 330\nuniform vec4 tint;\nout vec4 color;\nvoid main() { color = tint; }\n";
/// let stage = StageSource { stage: Stage::Fragment, name: "tint.frag", text };
/// let adapted = adapt_program(&[stage], &IncludeList::default(), &Options::default());
/// assert!(adapted.stages[0].text.contains("uniform RootConstants"));
/// assert!(adapted.stages[0].text.contains("layout(location = 0) out vec4 color;"));
/// ```
#[must_use]
pub fn adapt_program(stages: &[StageSource<'_>], includes: &dyn Include, options: &Options) -> Adapted {
    let mut reports = Reports::default();
    let mut words = Words::default();
    let files: Vec<u32> = stages.iter().map(|stage| reports.sources.add(stage.name, stage.text)).collect();
    let mut texts = Vec::new();
    for (stage, file) in stages.iter().zip(files) {
        let unit = preprocess(file, &options.defines_of(stage.stage), includes, &mut reports, &mut words);
        texts.extend(StageText::read(stage.stage, unit, &mut reports));
    }
    let mut adapted = Vec::new();
    if texts.len() == stages.len() {
        let plan = Plan::of(&texts, &mut reports);
        for (number, text) in texts.iter().enumerate() {
            adapted.push(emit(number, text, &plan, &mut reports));
        }
    }
    if reports.findings.has_errors() {
        adapted.clear();
    }
    Adapted { stages: adapted, sources: reports.sources, findings: reports.findings }
}
