//! Project files: what a program is built of, as TOML.
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
//! `docs/bpx/build.md` describes every key. Command-line switches are spelled as such a text too ([`switches`]), so that there is
//! one reader of both.

mod read;
mod table;

pub mod switches;

use glassbox_bpx::extended::{BlendFunction, Pipeline};
use glassbox_bpx::kinds::{BlendFactor, BlendOperator, CullingMode, RenderMode};
use glassbox_bpx::raw::Target;
use glassbox_core::span::Span;
use glassbox_translate::shader::Stage;

pub(crate) use read::choices;
pub use read::{is_project_text, read};

/// Something that the project file says, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stated<T> {
    /// What it says.
    pub value: T,
    /// Where in the project file.
    pub span: Span,
}

/// A project.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Project {
    /// Name of the program, which names of results are made of.
    pub name: Option<Stated<String>>,
    /// Targets, in order and once each.
    pub targets: Vec<AskedTarget>,
    /// Stages, in the order of the pipeline.
    pub stages: Vec<StageSource>,
    /// Sources that say themselves which stages they are of.
    pub sources: Vec<Stated<String>>,
    /// Shader libraries, in which included files are looked for behind the folders.
    pub libraries: Vec<Stated<String>>,
    /// Sources in the libraries that are compiled too.
    pub inject: Vec<Stated<String>>,
    /// Folders in which included files are looked for, after that of the file that includes them.
    pub include: Vec<Stated<String>>,
    /// Macros of every stage: name and text.
    pub defines: Vec<(String, String)>,
    /// State of the pipeline, if the file has any.
    pub pipeline: Option<PipelineState>,
    /// What is said of outputs.
    pub outputs: Vec<OutputState>,
    /// Name of the vertex format.
    pub vertex_format: Option<Stated<String>>,
    /// Symbols that an assembly defines.
    pub external: Vec<Stated<String>>,
    /// Symbols that this program defines.
    pub internal: Vec<Stated<String>>,
    /// Registers by the names of symbols.
    pub registers: Vec<(Stated<String>, Stated<u8>)>,
    /// Assembly that the programs are linked to at once.
    pub assembly: Option<Stated<String>>,
    /// Parents of the assembly, the nearest first.
    pub parents: Vec<Stated<String>>,
    /// Whether structured data carries the names of its properties.
    pub debug_names: bool,
    /// Which sections of code are compressed.
    pub compression: Compression,
}

/// A target that is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AskedTarget {
    /// Rendering platform.
    pub target: Target,
    /// Whether it is asked for by its name, and not as one of all.
    pub is_named: bool,
    /// Where in the project file.
    pub span: Span,
}

impl AskedTarget {
    /// Its name, such as `GL42`.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.target.name().unwrap_or_default()
    }
}

/// The source of a stage.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StageSource {
    /// Stage.
    pub stage: Stage,
    /// Files, relative to the project file; several are one text, in this order.
    pub files: Vec<Stated<String>>,
    /// What they are written in, where their names do not say it.
    pub language: Option<Language>,
    /// Entry point, where there are several.
    pub entry: Option<Stated<String>>,
    /// Macros of this stage; they win over those of all.
    pub defines: Vec<(String, String)>,
}

impl StageSource {
    /// Where the project file names its first file.
    #[must_use]
    pub fn span(&self) -> Span {
        self.files.first().map_or_else(Span::default, |file| file.span)
    }
}

/// What a source is written in.
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
    /// Every language by its name.
    pub const NAMES: [(&'static str, Language); 3] = [
        ("glsl", Language::Glsl),
        ("wgsl", Language::Wgsl),
        ("spirv", Language::Spirv),
    ];

    /// The language that the end of a file's name says.
    #[must_use]
    pub fn of_name(name: &str) -> Option<Language> {
        let (_, end) = name.rsplit_once('.')?;
        match end {
            "glsl" | "vert" | "frag" | "geom" | "tesc" | "tese" | "sal" => Some(Language::Glsl),
            "wgsl" => Some(Language::Wgsl),
            "spv" | "spirv" => Some(Language::Spirv),
            _ => None,
        }
    }

    /// Its name, for people.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Language::Glsl => "GLSL",
            Language::Wgsl => "WGSL",
            Language::Spirv => "SPIR-V",
        }
    }
}

/// State of the pipeline.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PipelineState {
    /// Name of the symbol.
    pub name: Option<Stated<String>>,
    /// The state.
    pub state: Pipeline,
}

/// What pipelines do that say nothing else: depth is tested and written, triangles are filled, their backs left out.
pub const DEFAULT_PIPELINE: Pipeline = Pipeline {
    depth_enable: true,
    depth_write_enable: true,
    scissor_enable: false,
    render_mode: RenderMode::TRIANGLES,
    culling_mode: CullingMode::BACK_FACE,
};

/// What blending does that says nothing else: the source replaces what was there.
pub const DEFAULT_BLEND: BlendFunction = BlendFunction {
    src_color: BlendFactor::ONE,
    dst_color: BlendFactor::ZERO,
    src_alpha: BlendFactor::ONE,
    dst_alpha: BlendFactor::ZERO,
    color_op: BlendOperator::ADD,
    alpha_op: BlendOperator::ADD,
};

/// What is said of an output.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OutputState {
    /// Name of the output.
    pub name: Stated<String>,
    /// How it is blended.
    pub blend: Option<BlendFunction>,
}

/// Which sections of code are compressed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Compression {
    /// Those over 64 KiB, as the reference does.
    #[default]
    Auto,
    /// None.
    None,
    /// All.
    Always,
}

impl Compression {
    /// Every choice by its name.
    pub const NAMES: [(&'static str, Compression); 3] = [
        ("auto", Compression::Auto),
        ("none", Compression::None),
        ("always", Compression::Always),
    ];
}

/// The stages by the names that the vendor's sources have for them, and by those of GLSL.
pub const STAGES: [(&str, Stage); 5] = [
    ("vertex", Stage::Vertex),
    ("hull", Stage::TessellationControl),
    ("domain", Stage::TessellationEvaluation),
    ("geometry", Stage::Geometry),
    ("pixel", Stage::Fragment),
];

/// The stage that the end of a file's name says, as glslang has it.
#[must_use]
pub fn stage_of_name(name: &str) -> Option<Stage> {
    let (_, end) = name.rsplit_once('.')?;
    stage_named(end)
}

/// The stage of a program that has a name: that of the vendor's sources, or any other.
#[must_use]
pub fn stage_named(name: &str) -> Option<Stage> {
    let wanted = Stage::named(name)?;
    STAGES
        .into_iter()
        .map(|(_, stage)| stage)
        .find(|stage| *stage == wanted)
}

/// Every platform that programs can be built for, in the order of their numbers.
#[must_use]
pub fn targets() -> Vec<(&'static str, Target)> {
    let all = Target::NAMES.entries.iter();
    all.filter_map(|&(value, name)| Some((name, Target(u8::try_from(value).ok()?))))
        .filter(|(_, target)| *target != Target::ANY)
        .collect()
}
