//! A module made of a source, with the places that its instructions come from.

use std::ops::Range;

use glassbox_core::diagnostic::Location;
use glassbox_core::interface::Interface;
use glassbox_core::limits::Limits;
use glassbox_core::stage::Stage;
use glassbox_glsl::CompiledStage;
use glassbox_glsl::map::Provenance;
use glassbox_glsl::source::{Origin, Sources};
use glassbox_lower_wgsl::EntryPoint;

use crate::conversions::ClipSpace;
use crate::origins::Origins;
use crate::{ConversionError, ConversionOptions, Converted};

/// The module of an entry point.
#[derive(Clone, Debug)]
pub struct StageModule {
    /// Stage.
    pub stage: Stage,
    /// Name of the entry point.
    pub entry: String,
    /// The module.
    pub bytes: Vec<u8>,
    /// Number of the source that it is made from, as [`Sources`] counts them; of several, the first.
    pub source: u32,
    /// True if positions are those of OpenGL.
    is_opengl: bool,
    /// What its instructions are made from.
    origins: Origins,
}

impl StageModule {
    /// A stage of GLSL whose first text has the number `source`; `None` if it has more words than a module may have.
    pub(super) fn of_glsl(stage: &CompiledStage, source: u32, is_opengl: bool) -> Option<StageModule> {
        let origins = Origins::of(&stage.module, |tokens| origin(stage, tokens));
        Some(StageModule {
            stage: stage.stage,
            entry: "main".to_owned(),
            bytes: stage.module.bytes()?,
            source,
            is_opengl,
            origins,
        })
    }

    /// An entry point of WGSL.
    pub(super) fn of_wgsl(entry: EntryPoint, file: u32) -> Option<StageModule> {
        let origins = Origins::in_one(&entry.module, usize::MAX, file);
        let bytes = entry.module.bytes()?;
        Some(StageModule {
            stage: entry.stage,
            entry: entry.name,
            bytes,
            source: file,
            is_opengl: false,
            origins,
        })
    }

    /// A module that a compiler outside of Glassbox made of a source.
    #[must_use]
    pub fn of_bytes(stage: Stage, entry: &str, bytes: Vec<u8>, source: u32) -> StageModule {
        StageModule {
            stage,
            entry: entry.to_owned(),
            bytes,
            source,
            is_opengl: false,
            origins: Origins::default(),
        }
    }

    /// The module, smaller: the same results with fewer instructions.
    #[must_use]
    pub fn optimized(&self) -> Vec<u8> {
        let words: Vec<u32> =
            self.bytes.as_chunks::<4>().0.iter().map(|word| u32::from_le_bytes(*word)).collect();
        glassbox_spirv::optimize(&words).into_iter().flat_map(u32::to_le_bytes).collect()
    }

    /// Its interface.
    #[must_use]
    pub fn interface(&self) -> Interface {
        crate::open(&self.bytes).interface()
    }

    /// Converts the module; findings have places in the sources.
    ///
    /// # Errors
    ///
    /// What the target cannot say, with its place in a source, or an invalid option.
    pub fn convert(
        &self,
        sources: &Sources,
        to: &str,
        options: &ConversionOptions,
        limits: &Limits,
    ) -> Result<Converted, ConversionError> {
        let conversion = crate::conversion("spirv", to)
            .ok_or_else(|| ConversionError::unknown("a shader", "spirv", to))?;
        if let Some(option) = options.set().iter().find(|option| !conversion.options().contains(option)) {
            return Err(ConversionError::Option(format!("--{option} does not apply to --to {to}")));
        }
        let options =
            ConversionOptions { clip: self.is_opengl.then_some(ClipSpace::OpenGl), ..options.clone() };
        let place = |origin: Option<Origin>| match origin {
            Some(origin) => sources.location(origin),
            None => Location::in_text(sources.text(self.source), 0..0).input(self.source),
        };
        self.origins.in_source(conversion.run(&self.bytes, &options, limits), self.source, place)
    }
}

/// What an instruction that is made of some tokens comes from.
fn origin(stage: &CompiledStage, tokens: Range<usize>) -> Option<Origin> {
    let first = stage.origins.get(tokens.start).filter(|_| !tokens.is_empty())?.primary();
    let last = stage.origins.get(tokens.end - 1).map_or(first, Provenance::primary);
    let is_whole = last.file == first.file && last.span.end >= first.span.end;
    Some(Origin { span: if is_whole { first.span.to(last.span) } else { first.span }, ..first })
}
