//! Converts files to other languages and forms.
//!
//! A [`Conversion`] takes a file of one format and produces bytes of another kind. To add one, implement the trait in a
//! module below and add it to the list.

mod directx;
mod pica;
mod pica_commands;
mod several;
mod shaders;
mod shadertoy;
mod sksl;

use std::fmt;

pub use glassbox_bpx_build::code::ClipSpace;
use glassbox_core::diagnostic::Diagnostic;
use glassbox_core::error::ErrorList;
use glassbox_core::limits::Limits;
use glassbox_core::name_map::ShaderNames;
use glassbox_core::register_map::RegisterMap;
use glassbox_core::stage::Stage;
use glassbox_decompile::Signature;

use crate::bindings::BindingMap;

/// Conversion options. A conversion rejects options it does not support, see [`Conversion::options`].
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ConversionOptions {
    /// `entry`: the executable or entry point, by number or name.
    pub entry: Option<String>,
    /// Stage of the entry point, where several have its name.
    pub stage: Option<Stage>,
    /// `precise`: compute exactly as the source's hardware does.
    pub precise: bool,
    /// `version`: version of the target language, in its own words.
    pub version: Option<String>,
    /// `position`: `raw` or `target`.
    pub position: Option<String>,
    /// `y-axis`: where the y axis of positions in the result points, `up` or `down`.
    pub y_axis: Option<String>,
    /// `depth-range`: the depth of positions in the result, `zero-to-one` or `minus-one-to-one`.
    pub depth_range: Option<String>,
    /// `step-limit`: stop programs after so many steps.
    pub step_limit: Option<u32>,
    /// `set`: values of specialization constants, `NAME=VALUE`, which become plain constants.
    pub set: Vec<String>,
    /// `api`: the API that GLSL is for, `opengl` or `vulkan`.
    pub api: Option<String>,
    /// `coordinate`: location of the input that is the coordinate of an effect in SkSL.
    pub coordinate: Option<u32>,
    /// `argument-buffers`: give MSL the resources of each descriptor set as a structure.
    pub argument_buffers: bool,
    /// `domain`: the domain of the patches in HLSL and MSL: `triangles`, `quads` or `isolines` (HLSL).
    pub domain: Option<String>,
    /// `control-points`: number of control points, 1 to 32, of the patches that an evaluation stage in HLSL or MSL takes.
    pub control_points: Option<u32>,
    /// `samplers`: how GLSL for Vulkan has textures and samplers: `as-module`, `combined` or `separate`.
    pub samplers: Option<String>,
    /// `matrix-order`: the order of matrices that HLSL leaves unsaid: `stated` for none, `rows` or `columns`.
    pub matrix_order: Option<String>,
    /// `annotate`: state what the text leaves out in comments.
    pub annotate: bool,
    /// `bindings`: where the text binds resources, and what it calls them.
    pub bindings: Option<BindingMap>,
    /// `kind`: kind of a program in SkSL, if its name does not imply it.
    pub kind: Option<String>,
    /// `dialect`: state of the language of a program in SkSL, `v8` or `current`; `current` if `None`.
    pub dialect: Option<String>,
    /// `child`: what the children of an effect in SkSL are.
    pub children: Vec<ConversionChild>,
    /// `uniform-layout`: offsets of uniforms in the block that they become, `std140`, `skia` or `wgsl`.
    pub uniform_layout: Option<String>,
    /// `register-shift`: what is subtracted from bindings, such as `t=100` or `u=200@1`.
    pub register_shift: Vec<String>,
    /// `root-signature`: the data of `RTS0`, which binds the registers of a DirectX program.
    pub root_signature: Option<Vec<u8>>,
    /// `target`: rendering platform of a shader package, such as `GL42`.
    pub target: Option<String>,
    /// Version of the target language that the source has the means of; later ones are used if `version` is not set.
    pub least_version: Option<String>,
    /// What the program declares that the module is made of, for HLSL.
    pub signature: Signature,
    /// Clip space of the positions that the module gives; that of its file if `None`, which is Vulkan's for modules of SPIR-V.
    pub clip: Option<ClipSpace>,
    /// True if [`Converted::map`] is not needed; results in SPIR-V leave it out then.
    pub without_map: bool,
}

impl ConversionOptions {
    /// The names of the options that are set.
    #[must_use]
    pub fn set(&self) -> Vec<&'static str> {
        let all = [
            ("entry", self.entry.is_some()),
            ("precise", self.precise),
            ("version", self.version.is_some()),
            ("position", self.position.is_some()),
            ("y-axis", self.y_axis.is_some()),
            ("depth-range", self.depth_range.is_some()),
            ("step-limit", self.step_limit.is_some()),
            ("set", !self.set.is_empty()),
            ("api", self.api.is_some()),
            ("coordinate", self.coordinate.is_some()),
            ("argument-buffers", self.argument_buffers),
            ("domain", self.domain.is_some()),
            ("control-points", self.control_points.is_some()),
            ("samplers", self.samplers.is_some()),
            ("matrix-order", self.matrix_order.is_some()),
            ("annotate", self.annotate),
            ("bindings", self.bindings.is_some()),
            ("kind", self.kind.is_some()),
            ("dialect", self.dialect.is_some()),
            ("child", !self.children.is_empty()),
            ("uniform-layout", self.uniform_layout.is_some()),
            ("register-shift", !self.register_shift.is_empty()),
            ("root-signature", self.root_signature.is_some()),
            ("target", self.target.is_some()),
        ];
        all.into_iter().filter(|(_, set)| *set).map(|(name, _)| name).collect()
    }

    /// True if positions are left as in the source; `None` if the option is not set.
    fn keeps_position(&self) -> Result<Option<bool>, ConversionError> {
        match self.position.as_deref() {
            None => Ok(None),
            Some("raw") => Ok(Some(true)),
            Some("target") => Ok(Some(false)),
            Some(other) => {
                let message = format!("the position can be raw or target, not {other:?}");
                Err(ConversionError::Option(message))
            }
        }
    }
}

/// What a child of an effect is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ConversionChild {
    /// Name of the child; `outer.inner` is a child of the program that is the child `outer`.
    pub name: String,
    /// `texture`, `import`, a colour, or the name of a file.
    pub value: String,
    /// The source or file of that name, a program.
    pub program: Option<Vec<u8>>,
}

/// An entry point that a file can be converted from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EntryPoint {
    /// Its stage.
    pub stage: Stage,
    /// Its name.
    pub name: String,
}

/// Result of a conversion.
#[derive(Clone, Debug, Default)]
pub struct Converted {
    /// Converted bytes.
    pub bytes: Vec<u8>,
    /// Notes and warnings.
    pub notes: Vec<Diagnostic>,
    /// Names of the file in the result, if it is a single shader.
    pub map: Option<NameMap>,
}

/// Names of a file in its conversion.
#[derive(Clone, PartialEq, Debug)]
pub enum NameMap {
    /// For a PICA200 program: names are those of registers.
    Pica(RegisterMap),
    /// Of a shader with blocks, textures and samplers.
    Shader(ShaderNames),
}

/// Reason a conversion failed.
#[derive(Clone, Debug)]
pub enum ConversionError {
    /// No conversion between the two exists.
    Target {
        /// Format of the file.
        found: String,
        /// Requested target.
        to: String,
        /// Available targets.
        known: Vec<&'static str>,
    },
    /// The file is not of the format, or uses something the target cannot express.
    File(Vec<Diagnostic>),
    /// An option has an invalid value; the text lists the valid ones.
    Option(String),
}

impl ConversionError {
    pub(crate) fn unknown(found: &str, from: &str, to: &str) -> ConversionError {
        let known = CONVERSIONS.iter().filter(|conversion| conversion.from() == from);
        ConversionError::Target {
            found: found.to_owned(),
            to: to.to_owned(),
            known: known.map(|conversion| conversion.to()).collect(),
        }
    }
}

impl fmt::Display for ConversionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ConversionError::Target { found, to, known } => {
                write!(f, "{found} cannot become {to}; it can become ")?;
                match known.as_slice() {
                    [] => f.write_str("nothing yet"),
                    known => f.write_str(&known.join(", ")),
                }
            }
            ConversionError::File(findings) => match findings.first() {
                Some(first) => first.fmt(f),
                None => f.write_str("the file cannot be converted"),
            },
            ConversionError::Option(message) => f.write_str(message),
        }
    }
}

impl std::error::Error for ConversionError {}

impl From<ErrorList<Diagnostic>> for ConversionError {
    fn from(findings: ErrorList<Diagnostic>) -> ConversionError {
        ConversionError::File(findings.into_vec())
    }
}

/// A conversion from a format to another language or form.
pub trait Conversion: Sync {
    /// Id of the source format, such as `shbin`.
    fn from(&self) -> &'static str;

    /// Name of the target, as passed to `--to`.
    fn to(&self) -> &'static str;

    /// Short description of the target.
    fn title(&self) -> &'static str;

    /// True if the result is text.
    fn is_text(&self) -> bool;

    /// Supported options, by their names in [`ConversionOptions`].
    fn options(&self) -> &[&'static str];

    /// Entry points of a file, each of which can be converted on its own; none where the file is converted as a whole.
    ///
    /// # Errors
    ///
    /// Findings on the code that cannot be read.
    fn entry_points(&self, file: &[u8], limits: &Limits) -> Result<Vec<EntryPoint>, ConversionError> {
        let _ = (file, limits);
        Ok(Vec::new())
    }

    /// Converts a file.
    ///
    /// # Errors
    ///
    /// Findings on the file, or an invalid option.
    fn run(
        &self,
        file: &[u8],
        options: &ConversionOptions,
        limits: &Limits,
    ) -> Result<Converted, ConversionError>;

    /// Converts a file once for each of some options, as [`run`](Self::run) does, and reads once what the results share.
    fn run_each(
        &self,
        file: &[u8],
        all: &[ConversionOptions],
        limits: &Limits,
    ) -> Vec<Result<Converted, ConversionError>> {
        all.iter().map(|options| self.run(file, options, limits)).collect()
    }
}

/// Every conversion, by format and in the order of help pages.
static CONVERSIONS: &[&dyn Conversion] = &[
    &pica::WGSL,
    &pica::GLSL,
    &pica::HLSL,
    &pica::MSL,
    &pica::SPIRV,
    &pica_commands::WORDS,
    &pica_commands::TEXT,
    &shaders::SPIRV.wgsl,
    &shaders::SPIRV.glsl,
    &shaders::SPIRV.hlsl,
    &shaders::SPIRV.msl,
    &shaders::SPIRV.sksl,
    &shaders::SPIRV.agsl,
    &shaders::SPIRV.spirv,
    &shaders::VBC.wgsl,
    &shaders::VBC.glsl,
    &shaders::VBC.hlsl,
    &shaders::VBC.msl,
    &shaders::VBC.sksl,
    &shaders::VBC.agsl,
    &shaders::VBC.spirv,
    &shaders::BPX.wgsl,
    &shaders::BPX.glsl,
    &shaders::BPX.hlsl,
    &shaders::BPX.msl,
    &shaders::BPX.sksl,
    &shaders::BPX.agsl,
    &shaders::BPX.spirv,
    &sksl::WGSL,
    &sksl::GLSL,
    &sksl::HLSL,
    &sksl::MSL,
    &sksl::SKSL,
    &sksl::AGSL,
    &sksl::SPIRV,
    &directx::WGSL,
    &directx::GLSL,
    &directx::HLSL,
    &directx::MSL,
    &directx::SPIRV,
    &shadertoy::WGSL,
    &shadertoy::GLSL,
    &shadertoy::HLSL,
    &shadertoy::MSL,
    &shadertoy::SKSL,
    &shadertoy::AGSL,
    &shadertoy::SPIRV,
    &shaders::VBC_PACK,
    &shaders::BPX_PACK,
];

/// Rules of conversions, for those with rules of their own.
pub(crate) use pica_commands::RULES;
pub(crate) use shaders::{RULES as SHADER_RULES, STAGES};

/// The format whose conversions take a source as it is, if the name or the text of a source is of such a language.
#[must_use]
pub fn conversion_of_source(name: &str, bytes: &[u8]) -> Option<&'static str> {
    if shadertoy::is_source(bytes) {
        return Some(shadertoy::FORMAT);
    }
    sksl::is_source(name, bytes).then_some(sksl::FORMAT)
}

/// All conversions.
#[must_use]
pub fn conversions() -> &'static [&'static dyn Conversion] {
    CONVERSIONS
}

/// The conversion from a format to a target.
#[must_use]
pub fn conversion(from: &str, to: &str) -> Option<&'static dyn Conversion> {
    let mut all = CONVERSIONS.iter().copied();
    all.find(|conversion| conversion.from() == from && conversion.to() == to)
}

/// Aliases accepted by `--to`: BPX is the container of what the document calls BPXS.
pub const CONVERSION_ALIASES: &[(&str, &str)] = &[("bpx", "bpxs")];

/// Available targets, without duplicates.
#[must_use]
pub fn conversion_targets() -> Vec<&'static str> {
    let mut targets = Vec::new();
    for conversion in CONVERSIONS {
        if !targets.contains(&conversion.to()) {
            targets.push(conversion.to());
        }
    }
    targets
}
