//! A module made of a source, with the places that its instructions come from.

use glassbox_core::diagnostic::{Diagnostic, Location};
use glassbox_core::interface::Interface;
use glassbox_core::limits::Limits;
use glassbox_core::stage::Stage;
use glassbox_glsl::CompiledStage;
use glassbox_glsl::source::{Origin, Sources};
use glassbox_lower_wgsl::EntryPoint;
use glassbox_spirv::module::Module;

use crate::{ConversionError, ConversionOptions, Converted, NameMap};

/// Size of the header of a module, bytes.
const HEADER: usize = 20;

/// The module of an entry point.
#[derive(Clone, Debug)]
pub struct StageModule {
    /// Stage.
    pub stage: Stage,
    /// Name of the entry point.
    pub entry: String,
    /// The module.
    pub bytes: Vec<u8>,
    /// Number of the source that it is made from, as [`Sources`] counts them.
    pub source: u32,
    /// True if positions are those of OpenGL.
    is_opengl: bool,
    /// First byte of instructions, ascending, with what they are made from.
    origins: Vec<(usize, Option<Origin>)>,
}

impl StageModule {
    /// A stage of GLSL; `None` if it has more words than a module may have.
    pub(super) fn of_glsl(stage: &CompiledStage, is_opengl: bool) -> Option<StageModule> {
        let origin = |token: std::ops::Range<usize>| {
            let provenance = stage.origins.get(token.start)?;
            Some(provenance.primary())
        };
        let origins = origins(&stage.module, origin);
        let source = origins.iter().filter_map(|(_, origin)| *origin).map(|origin| origin.file).min();
        Some(StageModule {
            stage: stage.stage,
            entry: "main".to_owned(),
            bytes: stage.module.bytes()?,
            source: source.unwrap_or(0),
            is_opengl,
            origins,
        })
    }

    /// An entry point of WGSL.
    pub(super) fn of_wgsl(entry: EntryPoint, file: u32) -> Option<StageModule> {
        let origin = |range: std::ops::Range<usize>| {
            let place = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
            let span = glassbox_core::span::Span::new(place(range.start), place(range.end));
            (range.start < range.end).then_some(Origin { file, span })
        };
        let origins = origins(&entry.module, origin);
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
        StageModule { stage, entry: entry.to_owned(), bytes, source, is_opengl: false, origins: Vec::new() }
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
        let options = ConversionOptions { is_opengl: self.is_opengl, ..options.clone() };
        let moved = |findings: Vec<Diagnostic>| -> Vec<Diagnostic> {
            findings.into_iter().map(|finding| self.moved(finding, sources)).collect()
        };
        match conversion.run(&self.bytes, &options, limits) {
            Ok(mut converted) => {
                converted.notes = moved(converted.notes);
                if let Some(NameMap::Shader(names)) = &mut converted.map {
                    // The source has no module in it.
                    names.module = None;
                    names.lines.retain_mut(|line| match self.origin(line.start) {
                        Some(origin) => {
                            (line.start, line.end) =
                                (u64::from(origin.span.start), u64::from(origin.span.end));
                            origin.file == self.source
                        }
                        None => false,
                    });
                }
                Ok(converted)
            }
            Err(ConversionError::File(findings)) => Err(ConversionError::File(moved(findings))),
            Err(error) => Err(error),
        }
    }

    /// What the instruction at a byte of the module is made from.
    fn origin(&self, at: u64) -> Option<Origin> {
        let at = usize::try_from(at).ok()?;
        let index = self.origins.partition_point(|(start, _)| *start <= at).checked_sub(1)?;
        self.origins.get(index)?.1
    }

    /// A finding on the module as one on its source.
    fn moved(&self, mut finding: Diagnostic, sources: &Sources) -> Diagnostic {
        let origin = (finding.location.end > finding.location.start)
            .then(|| self.origin(finding.location.start))
            .flatten();
        finding.location = match origin {
            Some(origin) => sources.location(origin),
            None => Location::in_text(sources.text(self.source), 0..0).input(self.source),
        };
        finding.labels.clear();
        finding
    }
}

/// The first byte of each instruction of a module, with what it is made from.
fn origins(
    module: &Module,
    origin: impl Fn(std::ops::Range<usize>) -> Option<Origin>,
) -> Vec<(usize, Option<Origin>)> {
    let mut at = HEADER;
    let mut origins = Vec::new();
    for instruction in module.walk() {
        origins.push((at, origin(module.origin(instruction))));
        let parts = module.get(instruction);
        let words = 1 + usize::from(parts.ty != 0) + usize::from(parts.result != 0);
        at += 4 * (words + module.operands(instruction).len());
    }
    origins
}
