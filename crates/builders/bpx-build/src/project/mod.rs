//! Parses project files, which describe a program in TOML.
//!
//! ```toml
//! name = "lit"
//! target = ["GL42", "VK10"]
//!
//! [stages]
//! vertex = "lit.vert"
//! pixel = { file = "lit.frag", defines = { LAMPS = 4 } }
//!
//! [pipeline]
//! name = "Opaque"
//! culling_mode = "Disabled"
//! ```
//!
//! `docs/bpx/build.md` describes every key. Command-line switches are converted to this format too
//! ([`switches`]), so that one reader handles both.

mod read;

pub mod switches;

use crate::shader::Stage;
use glassbox_bpx::extended::{BlendFunction, Pipeline};
use glassbox_bpx::kinds::{BlendFactor, BlendOperator, CullingMode, RenderMode};
use glassbox_bpx::raw::Target;
use glassbox_core::span::Span;

pub use glassbox_programs::table::Located;

pub(crate) use read::choices;
pub use read::{is_project_text, read};

/// Parsed project.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Project {
    /// Program name, from which output names are derived.
    pub name: Option<Located<String>>,
    /// Targets in order, without duplicates.
    pub targets: Vec<AskedTarget>,
    /// Stages in pipeline order.
    pub stages: Vec<StageSource>,
    /// Sources that state their stages themselves.
    pub sources: Vec<Located<String>>,
    /// Shader libraries, searched for includes after the folders.
    pub libraries: Vec<Located<String>>,
    /// Library sources to compile as well.
    pub inject: Vec<Located<String>>,
    /// Folders searched for includes, after that of the including file.
    pub include: Vec<Located<String>>,
    /// Macros for all stages: name and text.
    pub defines: Vec<(String, String)>,
    /// Pipeline state, if any.
    pub pipeline: Option<PipelineState>,
    /// Settings of outputs.
    pub outputs: Vec<OutputState>,
    /// Name of the vertex format.
    pub vertex_format: Option<Located<String>>,
    /// Symbols defined by an assembly.
    pub external: Vec<Located<String>>,
    /// Symbols defined by this program.
    pub internal: Vec<Located<String>>,
    /// Registers by symbol name.
    pub registers: Vec<(Located<String>, Located<u8>)>,
    /// Assembly to link the programs to.
    pub assembly: Option<Located<String>>,
    /// Parents of the assembly, nearest first.
    pub parents: Vec<Located<String>>,
    /// Store property names in structured data.
    pub debug_names: bool,
    /// Compression of code sections.
    pub compression: Compression,
}

/// Requested target.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AskedTarget {
    /// Rendering platform.
    pub target: Target,
    /// True if requested by name rather than by `all`.
    pub is_named: bool,
    /// Position in the project file.
    pub span: Span,
}

impl AskedTarget {
    /// Name, such as `GL42`.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.target.name().unwrap_or_default()
    }
}

/// Source of a stage.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StageSource {
    /// Pipeline stage.
    pub stage: Stage,
    /// Files relative to the project file, joined in this order.
    pub files: Vec<Located<String>>,
    /// Source language, if the file names do not determine it.
    pub language: Option<Language>,
    /// Entry point, if there are several.
    pub entry: Option<Located<String>>,
    /// Macros for this stage; they override those for all stages.
    pub defines: Vec<(String, String)>,
}

impl StageSource {
    /// Position of its first file's name in the project file.
    #[must_use]
    pub fn span(&self) -> Span {
        self.files.first().map_or_else(Span::default, |file| file.span)
    }
}

/// Source language.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Language {
    /// GLSL, or the vendor's mix of GLSL and SAL.
    Glsl,
    /// WebGPU Shading Language.
    Wgsl,
    /// SPIR-V.
    Spirv,
}

impl Language {
    /// All languages by name.
    pub const NAMES: [(&'static str, Language); 3] =
        [("glsl", Language::Glsl), ("wgsl", Language::Wgsl), ("spirv", Language::Spirv)];

    /// Language for a file extension.
    #[must_use]
    pub(crate) fn of_name(name: &str) -> Option<Language> {
        let (_, end) = name.rsplit_once('.')?;
        match end {
            "glsl" | "vert" | "frag" | "geom" | "tesc" | "tese" | "sal" => Some(Language::Glsl),
            "wgsl" => Some(Language::Wgsl),
            "spv" | "spirv" => Some(Language::Spirv),
            _ => None,
        }
    }

    /// Display name.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Language::Glsl => "GLSL",
            Language::Wgsl => "WGSL",
            Language::Spirv => "SPIR-V",
        }
    }
}

/// Pipeline state.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PipelineState {
    /// Name of the symbol.
    pub name: Option<Located<String>>,
    /// The state.
    pub state: Pipeline,
}

/// Default pipeline state: depth test and write, filled triangles, back-face culling.
pub(crate) const DEFAULT_PIPELINE: Pipeline = Pipeline {
    depth_enable: true,
    depth_write_enable: true,
    scissor_enable: false,
    render_mode: RenderMode::TRIANGLES,
    culling_mode: CullingMode::BACK_FACE,
};

/// Default blending: the source replaces the destination.
pub(crate) const DEFAULT_BLEND: BlendFunction = BlendFunction {
    src_color: BlendFactor::ONE,
    dst_color: BlendFactor::ZERO,
    src_alpha: BlendFactor::ONE,
    dst_alpha: BlendFactor::ZERO,
    color_op: BlendOperator::ADD,
    alpha_op: BlendOperator::ADD,
};

/// Settings of an output.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OutputState {
    /// Name of the output.
    pub name: Located<String>,
    /// Blend function, if stated.
    pub blend: Option<BlendFunction>,
}

/// Compression of code sections.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Compression {
    /// Sections over 64 KiB, like the reference implementation.
    #[default]
    Auto,
    /// None.
    None,
    /// All.
    Always,
}

impl Compression {
    /// All choices by name.
    pub const NAMES: [(&'static str, Compression); 3] =
        [("auto", Compression::Auto), ("none", Compression::None), ("always", Compression::Always)];
}

/// Stages by their names in the vendor's sources and in GLSL.
pub const STAGES: [(&str, Stage); 5] = [
    ("vertex", Stage::Vertex),
    ("hull", Stage::TessellationControl),
    ("domain", Stage::TessellationEvaluation),
    ("geometry", Stage::Geometry),
    ("pixel", Stage::Fragment),
];

/// Stage for a file extension, as in glslang.
#[must_use]
pub(crate) fn stage_of_name(name: &str) -> Option<Stage> {
    let (_, end) = name.rsplit_once('.')?;
    stage_named(end)
}

/// Stage of a program by name, in the vendor's sources or elsewhere.
#[must_use]
pub(crate) fn stage_named(name: &str) -> Option<Stage> {
    let wanted = Stage::named(name)?;
    STAGES.into_iter().map(|(_, stage)| stage).find(|stage| *stage == wanted)
}

/// All platforms that programs can be built for, by number.
#[must_use]
pub fn targets() -> Vec<(&'static str, Target)> {
    let all = Target::NAMES.entries.iter();
    all.filter_map(|&(value, name)| Some((name, Target(u8::try_from(value).ok()?))))
        .filter(|(_, target)| *target != Target::ANY)
        .collect()
}
