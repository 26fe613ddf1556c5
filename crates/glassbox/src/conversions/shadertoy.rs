//! Converts sources in the manner of Shadertoy: to SPIR-V, and with it to every language that SPIR-V becomes.

use std::ops::Range;

use glassbox_core::diagnostic::{Diagnostic, Severity};
use glassbox_core::limits::Limits;
use glassbox_core::stage::Stage;
use glassbox_glsl::shadertoy::{Rows, Shadertoy, is_shadertoy};
use glassbox_glsl::source::IncludeList;
use glassbox_glsl::{Compiled, CompiledStage, Options, StageSource, compile_program};
use glassbox_spirv::build::value::execution_mode;
use glassbox_spirv::check::{Environment, Vulkan};
use glassbox_spirv::grammar::op;
use glassbox_spirv::module::Module;

use super::places::Places;
use super::{Conversion, ConversionError, ConversionOptions, Converted, shaders};

/// Id of the language.
pub(super) const FORMAT: &str = "glsl";

/// Such a source to a target of SPIR-V.
pub(super) struct FromGlsl(&'static dyn Conversion);

pub(super) static WGSL: FromGlsl = FromGlsl(&shaders::SPIRV.wgsl);
pub(super) static GLSL: FromGlsl = FromGlsl(&shaders::SPIRV.glsl);
pub(super) static HLSL: FromGlsl = FromGlsl(&shaders::SPIRV.hlsl);
pub(super) static MSL: FromGlsl = FromGlsl(&shaders::SPIRV.msl);
pub(super) static SKSL: FromGlsl = FromGlsl(&shaders::SPIRV.sksl);
pub(super) static AGSL: FromGlsl = FromGlsl(&shaders::SPIRV.agsl);
pub(super) static SPIRV: FromGlsl = FromGlsl(&shaders::SPIRV.spirv);

impl Conversion for FromGlsl {
    fn from(&self) -> &'static str {
        FORMAT
    }

    fn to(&self) -> &'static str {
        self.0.to()
    }

    fn title(&self) -> &'static str {
        self.0.title()
    }

    fn is_text(&self) -> bool {
        self.0.is_text()
    }

    fn options(&self) -> &'static [&'static str] {
        self.0.options()
    }

    fn run(
        &self,
        file: &[u8],
        options: &ConversionOptions,
        limits: &Limits,
    ) -> Result<Converted, ConversionError> {
        let text = String::from_utf8_lossy(file);
        let rows = self.rows(options);
        let has_sizes = matches!(self.to(), "sksl" | "agsl");
        let (mut stage, mut notes) = compile(&text, Shadertoy { rows, has_sizes })?;
        if rows == Rows::FromBelow {
            count_rows_from_below(&mut stage.module);
        }
        let module = &stage.module;
        let Some(bytes) = module.bytes() else { return Err(ConversionError::File(notes)) };
        let places = Places::of(module, &text, |tokens| range(&stage, tokens));
        let inner = ConversionOptions { stage: None, ..options.clone() };
        let mut converted = places.in_source(self.0.run(&bytes, &inner, limits))?;
        notes.append(&mut converted.notes);
        Ok(Converted { notes, ..converted })
    }
}

impl FromGlsl {
    /// How the target counts rows.
    fn rows(&self, options: &ConversionOptions) -> Rows {
        let is_open_gl = self.to() == "glsl" && options.api.as_deref() != Some("vulkan");
        if is_open_gl { Rows::FromBelow } else { Rows::FromAbove }
    }
}

/// Compiles a source; gives its stage and the findings that are no errors.
fn compile(text: &str, shadertoy: Shadertoy) -> Result<(CompiledStage, Vec<Diagnostic>), ConversionError> {
    let environment = Environment::Vulkan(Vulkan::V1_2);
    let options = Options { environment, shadertoy: Some(shadertoy), ..Options::default() };
    let source = StageSource { stage: Stage::Fragment, name: "", text };
    let Compiled { stages, findings, .. } = compile_program(&[source], &IncludeList::default(), &options);
    let findings = findings.into_sorted();
    let is_right = findings.iter().all(|finding| finding.severity < Severity::Error);
    match stages.into_iter().next().filter(|_| is_right) {
        Some(stage) => Ok((stage, findings)),
        None => Err(ConversionError::File(findings)),
    }
}

/// States that the first row of `gl_FragCoord` is below.
fn count_rows_from_below(module: &mut Module) {
    let modes: Vec<u32> = module
        .globals
        .iter()
        .copied()
        .filter(|at| {
            module.opcode(*at) == op::EXECUTION_MODE
                && module.word(*at, 1) == execution_mode::ORIGIN_UPPER_LEFT
        })
        .collect();
    for at in modes {
        module.set_word(at, 1, execution_mode::ORIGIN_LOWER_LEFT);
    }
}

/// The part of the text that an instruction made of some tokens points at.
fn range(stage: &CompiledStage, tokens: Range<usize>) -> Option<Range<usize>> {
    let first = stage.origins.get(tokens.start).filter(|_| !tokens.is_empty())?.primary();
    let last = stage.origins.get(tokens.end - 1)?.primary();
    let span = if last.file == first.file && last.span.end >= first.span.end {
        first.span.to(last.span)
    } else {
        first.span
    };
    (first.file == 0).then_some(span.start as usize..span.end as usize)
}

/// True if a text is such a source.
pub(super) fn is_source(bytes: &[u8]) -> bool {
    if crate::detect(bytes).is_some() || crate::is_spelled(bytes) {
        return false;
    }
    std::str::from_utf8(bytes).is_ok_and(is_shadertoy)
}
