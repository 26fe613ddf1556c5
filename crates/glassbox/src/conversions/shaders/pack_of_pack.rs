//! Converts a package for another target: symbols, data and links are kept, the code is regenerated.

use std::borrow::Cow;

use glassbox_bpx::check::check;
use glassbox_bpx::pack::{Pack, Shader as PackShader};
use glassbox_bpx_build::code::{Language, WriteOptions, prepare};
use glassbox_bpx_build::shader::Shader;
use glassbox_bpx_build::symbols::model::class_word;
use glassbox_bpx_build::symbols::table::pack_stage;
use glassbox_core::diagnostic::{Diagnostic, Location, Severity};
use glassbox_core::format::WriteError;
use glassbox_core::limits::Limits;
use glassbox_spirv::reflect::Bound as Used;

use super::source::{Code, of_package, package};
use super::symbols::{Registers, Symbols};
use super::{platform, rules};
use crate::conversions::{Conversion, ConversionError, ConversionOptions, Converted};

/// A package to one for another target.
pub(in crate::conversions) struct PackOfPack;

pub(in crate::conversions) static BPX_PACK: PackOfPack = PackOfPack;

impl Conversion for PackOfPack {
    fn from(&self) -> &'static str {
        "bpx"
    }

    fn to(&self) -> &'static str {
        "bpxs"
    }

    fn title(&self) -> &'static str {
        "BPX shader package for another rendering platform"
    }

    fn is_text(&self) -> bool {
        false
    }

    fn options(&self) -> &'static [&'static str] {
        &["target"]
    }

    fn run(
        &self,
        bytes: &[u8],
        options: &ConversionOptions,
        limits: &Limits,
    ) -> Result<Converted, ConversionError> {
        let (_, platform) = platform(options)?;
        let Some(language) = Language::of_platform(platform) else {
            let message = "the target has no shaders".to_owned();
            return Err(ConversionError::Option(message));
        };
        let file = package(bytes, limits).map_err(ConversionError::File)?;
        // New checksums would hide damage, so there must be none.
        let mut damage = check(&file, limits, None).into_sorted();
        damage.retain(|finding| finding.severity == Severity::Error);
        if !damage.is_empty() {
            return Err(ConversionError::File(damage));
        }
        if file.is_assembly() {
            // It already serves every target, and programs linked to it identify it by its hash.
            return Ok(Converted { bytes: bytes.to_vec(), notes: Vec::new(), map: None });
        }
        let unreadable = |error: WriteError| {
            let whole = Location::new(0, bytes.len() as u64, "");
            let finding = Diagnostic::new(&rules::UNREADABLE, whole, error);
            ConversionError::File(vec![finding.help("run `glassbox validate` on the file")])
        };
        let mut pack = Pack::of(&file, limits.nodes).map_err(unreadable)?;
        let loaded = of_package(&file, limits);
        let mut notes = Vec::new();
        let mut shaders: Vec<(&Code, &Shader)> = Vec::new();
        for code in &loaded.all {
            match code.shaders() {
                Ok(own) => shaders.extend(own.iter().map(|shader| (code, shader))),
                Err(found) => {
                    // Stages that were read together share their findings.
                    for finding in found {
                        let is_known = notes.iter().any(|known: &Diagnostic| {
                            known.location == finding.location && known.message == finding.message
                        });
                        if !is_known {
                            notes.push(finding.clone());
                        }
                    }
                }
            }
        }
        let symbols = loaded.symbols.as_ref();
        let mut written = Vec::new();
        for (code, shader) in &shaders {
            match write(code, shader, &shaders, symbols, language) {
                Ok((bytes, found)) => {
                    notes.extend(found);
                    if let Some(stage) = pack_stage(shader.stage) {
                        let code = Cow::Owned(bytes);
                        written.push(PackShader { stage, code });
                    }
                }
                Err(found) => notes.extend(found),
            }
        }
        let notes = loaded.placed(notes);
        if notes.iter().any(|note| note.severity == Severity::Error) {
            return Err(ConversionError::File(notes));
        }
        pack.target = platform;
        pack.shaders = written;
        let bytes = pack.write().map_err(unreadable)?;
        Ok(Converted { bytes, notes, map: None })
    }
}

/// The code of a stage for another target.
fn write(
    code: &Code,
    shader: &Shader,
    all: &[(&Code, &Shader)],
    symbols: Option<&Symbols>,
    language: Language,
) -> Result<(Vec<u8>, Vec<Diagnostic>), Vec<Diagnostic>> {
    let registers =
        symbols.map_or_else(|| Ok(Registers::default()), |symbols| symbols.slots(shader, code.is_spirv()));
    let registers = registers.map_err(|missing| {
        let missing = missing.iter().map(|used| unlisted(code, shader, used));
        missing.collect::<Vec<_>>()
    })?;
    let assumed = registers.assumed.iter();
    let mut notes: Vec<Diagnostic> =
        assumed.map(|(used, name)| assumption(code, shader, used, name)).collect();
    let next = all.iter().map(|(_, other)| *other);
    let options = WriteOptions {
        clip: code.clip,
        next: next.clone().filter(|other| other.stage > shader.stage).min_by_key(|other| other.stage),
        program: next.collect(),
    };
    let written =
        prepare(shader, &registers.slots, true).and_then(|prepared| prepared.write(language, &options));
    match written {
        Ok(written) => {
            notes.extend(code.written(shader, written.notes));
            Ok((written.bytes, notes))
        }
        Err(found) => Err(code.written(shader, found.into_vec())),
    }
}

/// Finding: no symbol matches a resource that a stage uses.
fn unlisted(code: &Code, shader: &Shader, used: &Used) -> Diagnostic {
    let message = format!("found {}, expected a symbol of its name or register", named(shader, used));
    Diagnostic::new(&rules::NO_PACK_SYMBOL, code.place(shader, None), message)
        .help("build the package from its source with `glassbox compile`")
}

/// Finding: a resource was matched to a symbol of another name and register.
fn assumption(code: &Code, shader: &Shader, used: &Used, name: &str) -> Diagnostic {
    let message = format!(
        "found {}, which matches no symbol by name or register, and took it for `{name}`",
        named(shader, used)
    );
    Diagnostic::new(&rules::ASSUMED, code.place(shader, None), message)
        .note(format!("`{name}` is the only {} of the stage", class_word(used.class)))
        .help("check that this is right, or build the package from its source with `glassbox compile`")
}

fn named(shader: &Shader, used: &Used) -> String {
    let name = match used.names.first() {
        Some(name) => format!(" `{name}`"),
        None => String::new(),
    };
    format!(
        "the {}{name} at set {} binding {} of the {} stage",
        class_word(used.class),
        used.place.set,
        used.place.binding,
        shader.stage
    )
}
