//! A package to one for another target: symbols, their data and what it is linked to stay, the code is written anew.

use std::borrow::Cow;

use glassbox_bpx::pack::{Pack, Shader as PackShader};
use glassbox_bpx::raw::SymbolType;
use glassbox_bpx_build::symbols::model::class_word;
use glassbox_bpx_build::symbols::table::pack_stage;
use glassbox_core::diagnostic::{Diagnostic, Location, Severity};
use glassbox_core::limits::Limits;
use glassbox_translate::back::{self, Used, WriteOptions};
use glassbox_translate::output::Target;
use glassbox_translate::shader::{Class, ROOT, Shader, Slot, Slots};

use super::source::{Code, of_package, package};
use super::{moved, platform, rules};
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
        let Some(language) = Target::of_pack(platform) else {
            let message = "the target has no shaders".to_owned();
            return Err(ConversionError::Option(message));
        };
        let file = package(bytes, limits).map_err(ConversionError::File)?;
        let unreadable = |message: String| {
            let whole = Location::new(0, bytes.len() as u64, "");
            let finding = Diagnostic::new(&rules::UNREADABLE, whole, message);
            ConversionError::File(vec![
                finding.help("see what `glassbox validate` says of the file"),
            ])
        };
        let mut pack = Pack::of(&file, limits.nodes).map_err(unreadable)?;
        let stages = of_package(&file).map_err(ConversionError::File)?;
        let mut notes = Vec::new();
        let mut shaders: Vec<(&Code, &Shader)> = Vec::new();
        for code in &stages {
            match &code.shaders {
                Ok(own) => shaders.extend(own.iter().map(|shader| (code, shader))),
                Err(found) => {
                    // Stages that were read together share what is wrong with one of them.
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
        let mut written = Vec::new();
        for (code, shader) in &shaders {
            match write(code, shader, &shaders, &pack, language) {
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
        if notes.iter().any(|note| note.severity == Severity::Error) {
            return Err(ConversionError::File(notes));
        }
        pack.target = platform;
        pack.shaders = written;
        let bytes = pack.write().map_err(unreadable)?;
        Ok(Converted {
            bytes,
            notes,
            map: None,
        })
    }
}

/// The code of a stage for another target.
fn write(
    code: &Code,
    shader: &Shader,
    all: &[(&Code, &Shader)],
    pack: &Pack<'_>,
    target: Target,
) -> Result<(Vec<u8>, Vec<Diagnostic>), Vec<Diagnostic>> {
    let slots = slots(code, shader, pack)?;
    let next = all.iter().map(|(_, other)| *other);
    let options = WriteOptions {
        clip: code.clip,
        pack: true,
        next: next
            .clone()
            .filter(|other| other.stage > shader.stage)
            .min_by_key(|other| other.stage),
        program: next.collect(),
        ..WriteOptions::default()
    };
    let place = |found: Vec<Diagnostic>| -> Vec<Diagnostic> {
        found
            .into_iter()
            .map(|finding| moved(finding, &code.at))
            .collect()
    };
    match back::write(shader, &slots, target, &options) {
        Ok(written) => Ok((written.output.to_bytes(), place(written.notes))),
        Err(found) => Err(place(found)),
    }
}

/// The registers of what a stage uses: those of the symbols that have its names, or for SPIR-V the numbers in the code.
fn slots(code: &Code, shader: &Shader, pack: &Pack<'_>) -> Result<Slots, Vec<Diagnostic>> {
    let mut slots = Slots::new();
    let mut missing = Vec::new();
    for used in back::resources(shader) {
        if used.place == ROOT {
            continue;
        }
        match symbol(&used, code.is_spirv, pack) {
            Some((register, name)) => {
                slots.insert(
                    used.place,
                    Slot {
                        class: used.class,
                        register,
                        name,
                    },
                );
            }
            None => {
                let name = used.names.first().map_or("", String::as_str);
                let message = format!(
                    "found the {} `{name}` at set {} binding {} of the {} stage, expected a symbol of its name or register",
                    class_word(used.class),
                    used.place.set,
                    used.place.binding,
                    shader.stage
                );
                let finding = Diagnostic::new(&rules::NO_PACK_SYMBOL, code.at.clone(), message);
                missing.push(finding.help("build the package from its source with `glassbox compile`"));
            }
        }
    }
    match missing.is_empty() {
        true => Ok(slots),
        false => Err(missing),
    }
}

/// Register and name of the symbol that a resource is.
fn symbol(used: &Used, is_spirv: bool, pack: &Pack<'_>) -> Option<(u8, String)> {
    let kind = match used.class {
        Class::ConstantBuffer => SymbolType::CONSTANT_BUFFER,
        Class::Texture => SymbolType::TEXTURE,
        Class::Sampler => SymbolType::SAMPLER,
    };
    let symbols: Vec<(u8, &[u8])> = pack
        .symbols
        .iter()
        .filter(|symbol| symbol.symbol_type == kind)
        .filter_map(|symbol| Some((symbol.register?, &*symbol.name)))
        .collect();
    let named = |name: &String| symbols.iter().find(|(_, known)| *known == name.as_bytes());
    let numbered = || {
        let is_ours = is_spirv && used.place.set == back::set(used.class);
        let mut symbols = symbols.iter();
        symbols.find(|(register, _)| is_ours && u32::from(*register) == used.place.binding)
    };
    // The sampler of a texture in OpenGL's code has no name of its own there.
    let only = || match symbols.as_slice() {
        [one] if used.class == Class::Sampler && !is_spirv => Some(one),
        _ => None,
    };
    let (register, name) = used
        .names
        .iter()
        .find_map(named)
        .or_else(numbered)
        .or_else(only)?;
    Some((*register, String::from_utf8_lossy(name).into_owned()))
}
