//! Compiles the stages of a program to SPIR-V.

use foldhash::HashMap;
use glassbox_core::diagnostic::Diagnostics;
use glassbox_spirv::check;
use glassbox_spirv::module::Module;
use glassbox_syntax::map::Provenance;
use glassbox_syntax::report::Reports;
use glassbox_syntax::source::{Include, Sources};
use glassbox_syntax::uses::Uses;

use crate::language::Api;
use crate::model::Program;
use crate::preprocess::Dialect;
use crate::shadertoy::Shadertoy;
use crate::stage::{CombinedSampler, Place, Stage};
use crate::{StageSource, Text, emit, link, parse, preprocess, valid, vocabulary};

/// What is made of the inputs, outputs and resources of a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Interface {
    /// What the text states: it has to state all that Vulkan needs.
    Stated,
    /// What has no place gets one, and OpenGL's interface becomes Vulkan's.
    #[default]
    Completed,
    /// As [`Interface::Completed`]; and combined samplers become a texture and a sampler each, and matrices that vertices are given
    /// an input for each column, as targets need that have no such things.
    Separated,
}

/// How a program is compiled.
#[derive(Clone, Debug)]
pub struct Options {
    /// Macros without parameters that are defined before the first line: names and what they stand for.
    pub defines: Vec<(String, String)>,
    /// More of them for one stage alone; where both have a name, these count.
    pub stage_defines: Vec<(Stage, Vec<(String, String)>)>,
    /// Whose rules the text is held to.
    pub api: Api,
    /// What the modules are for: decides the version of SPIR-V, and what there is no form for.
    pub environment: check::Environment,
    /// What is made of inputs, outputs and resources.
    pub interface: Interface,
    /// Whether modules state lines, sources and variables as `NonSemantic.Shader.DebugInfo.100`.
    pub debug: bool,
    /// How a fragment stage in the manner of Shadertoy is compiled; others are compiled as they are. `None` for programs that are
    /// not of that kind.
    pub shadertoy: Option<Shadertoy>,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            defines: Vec::new(),
            stage_defines: Vec::new(),
            api: Api::Any,
            environment: check::Environment::Vulkan(check::Vulkan::V1_3),
            interface: Interface::default(),
            debug: false,
            shadertoy: None,
        }
    }
}

impl Options {
    /// Macros that are defined before the first line of a stage.
    fn defines_of(&self, stage: Stage) -> Vec<(String, String)> {
        let own: HashMap<&str, &str> = self
            .stage_defines
            .iter()
            .filter(|(other, _)| *other == stage)
            .flat_map(|(_, defines)| defines)
            .map(|(name, text)| (name.as_str(), text.as_str()))
            .collect();
        let mut all: Vec<(String, String)> =
            self.defines.iter().filter(|(name, _)| !own.contains_key(name.as_str())).cloned().collect();
        let stages = self.stage_defines.iter().filter(|(other, _)| *other == stage);
        all.extend(stages.flat_map(|(_, defines)| defines).cloned());
        all
    }
}

/// A stage in SPIR-V.
#[derive(Clone, Debug)]
pub struct CompiledStage {
    /// Which stage.
    pub stage: Stage,
    /// The module. The origin of an instruction is the number of a token in [`CompiledStage::origins`].
    pub module: Module,
    /// Where the tokens of the stage come from.
    pub origins: Vec<Provenance>,
    /// Samplers that were one with their textures.
    pub combined: Vec<CombinedSampler>,
    /// Places that the source gave itself.
    pub explicit: Vec<Place>,
    /// Where names are declared and used.
    pub uses: Uses,
}

/// What came of a program.
#[derive(Clone, Debug)]
pub struct Compiled {
    /// The stages, in the order given; none where there are errors.
    pub stages: Vec<CompiledStage>,
    /// Every text that was read.
    pub sources: Sources,
    /// What was found.
    pub findings: Diagnostics,
}

/// Compiles the stages of a program together: what they share gets one place. No stage comes of it where there are errors.
///
/// ```
/// use glassbox_glsl::source::IncludeList;
/// use glassbox_glsl::stage::{ROOT, Stage};
/// use glassbox_glsl::{Options, StageSource, compile_program};
///
/// let text = "#version 330\nuniform vec4 tint;\nout vec4 color;\nvoid main() { color = tint; }\n";
/// let stage = StageSource::new(Stage::Fragment, "tint.frag", text);
/// let compiled = compile_program(&[stage], &IncludeList::default(), &Options::default());
/// let words = compiled.stages[0].module.words().unwrap();
/// let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
/// let reflection = glassbox_spirv::reflect(&bytes).unwrap();
/// assert_eq!((reflection.descriptors[0].set, reflection.descriptors[0].binding), (Some(ROOT.set), Some(ROOT.binding)));
/// ```
#[must_use]
pub fn compile_program(stages: &[StageSource<'_>], includes: &dyn Include, options: &Options) -> Compiled {
    let mut reports = Reports::default();
    let mut words = vocabulary::words::words();
    let add = |text: &Text<'_>| reports.sources.add(text.name, text.text);
    let files: Vec<u32> = stages.iter().flat_map(|stage| &stage.texts).map(add).collect();
    let mut files = files.into_iter();
    let mut programs: Vec<Program> = Vec::new();
    let mut uses = Vec::new();
    for stage in stages {
        let dialect = Dialect {
            api: options.api,
            stage: stage.stage,
            has_extension_macros: true,
            shadertoy: options.shadertoy.filter(|_| stage.stage == Stage::Fragment),
        };
        let defines = options.defines_of(stage.stage);
        let own = files.by_ref().take(stage.texts.len());
        let units = own
            .map(|file| preprocess::preprocess(file, dialect, &defines, includes, &mut reports, &mut words))
            .collect();
        let (program, used) = parse::parse(units, stage.stage, options.api, &mut words, &mut reports);
        programs.push(program);
        uses.push(used);
    }
    let mut linked = Vec::new();
    if !reports.findings.has_errors() {
        linked = link::link(&mut programs, options, &mut words, &mut reports);
    }
    let mut compiled = Vec::new();
    if !reports.findings.has_errors() {
        for ((program, linked), uses) in programs.iter().zip(linked).zip(uses) {
            let Some(module) = emit::emit(program, options, &mut reports) else {
                continue;
            };
            if !valid::is_valid(program, &module, options, &mut reports) {
                continue;
            }
            compiled.push(CompiledStage {
                stage: program.stage(),
                module,
                origins: program.tokens.iter().map(|token| token.from).collect(),
                combined: linked.combined,
                explicit: linked.explicit,
                uses,
            });
        }
    }
    if reports.findings.has_errors() {
        compiled.clear();
    }
    let (sources, findings) = reports.finish();
    Compiled { stages: compiled, sources, findings }
}
