//! Converts sources in the manner of Shadertoy: to SPIR-V, and with it to every language that SPIR-V becomes.

use glassbox_core::limits::Limits;
use glassbox_core::stage::Stage;
use glassbox_glsl::source::IncludeList;
use glassbox_spirv::check::{Environment, Vulkan};

use super::{Conversion, ConversionError, ConversionOptions, Converted, shaders};
use crate::stages::{Language, StageOptions, StageText, compile_stages, is_shadertoy, shadertoy_for};

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
        let stage = StageText { stage: Some(Stage::Fragment), ..StageText::new(Language::Glsl, "", &text) };
        let settings = StageOptions {
            environment: Some(Environment::Vulkan(Vulkan::V1_2)),
            shadertoy: shadertoy_for(self.to(), options),
            ..StageOptions::default()
        };
        let compiled = compile_stages(&[stage], &IncludeList::default(), &settings);
        let module = match compiled.modules.first() {
            Some(module) if !compiled.has_errors() => module,
            _ => return Err(ConversionError::File(compiled.findings)),
        };
        // Kind and dialect are those of SkSL, which files of these names may be too.
        let inner = ConversionOptions { stage: None, kind: None, dialect: None, ..options.clone() };
        let mut converted = module.convert(&compiled.sources, self.to(), &inner, limits)?;
        let mut notes = compiled.findings;
        notes.append(&mut converted.notes);
        Ok(Converted { notes, ..converted })
    }
}

/// True if a text is such a source.
pub(super) fn is_source(bytes: &[u8]) -> bool {
    if crate::detect(bytes).is_some() || crate::is_spelled(bytes) {
        return false;
    }
    std::str::from_utf8(bytes).is_ok_and(is_shadertoy)
}
