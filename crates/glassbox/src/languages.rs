//! Lists the languages of the code inside containers, for the text form, `disasm` and `asm`.

use glassbox_core::format::{EditError, WriteError};
use std::io;

use glassbox_core::language::{Codec, Digest, Language, Registry, SourceError};
use glassbox_core::limits::Limits;
use glassbox_core::view::View;

use crate::c_array::{Numerals, Width};

/// The languages and digests that the text form may use.
pub fn registry() -> Registry {
    Registry { languages: LANGUAGES, digests: DIGESTS, codecs: CODECS, views: VIEWS }
}

static CODECS: &[&dyn Codec] = &[
    glassbox_compress::codec::ALL[0],
    glassbox_compress::codec::ALL[1],
    &Numerals(Width::One),
    &Numerals(Width::Two),
    &Numerals(Width::Four),
    &Numerals(Width::Eight),
];

static DIGESTS: &[&[&dyn Digest]] =
    &[glassbox_dxcontainer::digest::DIGESTS, &glassbox_bpx::checksum::DIGESTS];

static LANGUAGES: &[&dyn Language] = &[
    &glassbox_spirv::language::LANGUAGE,
    &glassbox_pica::language::LANGUAGE,
    &glassbox_dxbc::language::LANGUAGE,
];

static VIEWS: &[&dyn View] = &[
    &glassbox_dxil::view::VIEW,
    &glassbox_dxbc::view::VIEW,
    &glassbox_spirv::view::VIEW,
    &glassbox_pica::view::VIEW,
];

/// The language of a name.
pub fn language(name: &str) -> Option<&'static dyn Language> {
    registry().language(name)
}

/// Warnings on a correct source that may not assemble to the intended code.
pub fn doubts(language: &str, source: &str) -> Vec<SourceError> {
    if language == glassbox_dxbc::language::LANGUAGE.name() {
        glassbox_dxbc::language::doubts(source)
    } else {
        Vec::new()
    }
}

/// Wraps code in a file of its own; `None` for languages whose code already is a file, or occurs in several formats.
pub fn file_of_code(language: &str, code: &[u8]) -> Option<Result<Vec<u8>, WriteError>> {
    (language == glassbox_dxbc::language::LANGUAGE.name()).then(|| glassbox_dx_asm::dxbc::minimal(code))
}

/// A file with its code replaced; `None` for languages whose files cannot be changed this way.
pub fn replace_code(
    language: &str,
    file: &[u8],
    code: &[u8],
    limits: &Limits,
) -> Option<Result<Vec<u8>, EditError>> {
    let is_dxbc = language == glassbox_dxbc::language::LANGUAGE.name();
    is_dxbc.then(|| glassbox_dx_asm::dxbc::replace(file, code, limits))
}

/// Spelling of ids in a disassembly. Either way it assembles to the same bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum IdNames {
    /// By their names in the code, or by their definitions.
    #[default]
    Friendly,
    /// By their numbers.
    Numeric,
}

/// Disassembly options.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Disassembly {
    /// Spelling of ids, in languages that have them.
    pub names: IdNames,
}

/// Writes the assembly of `code`. `false`, with nothing written, if the language is unknown or cannot express it.
pub fn disassemble(
    name: &str,
    code: &[u8],
    aid: &[u8],
    style: Disassembly,
    out: &mut dyn io::Write,
) -> io::Result<bool> {
    // The text form has ids as numbers; for people there is a choice.
    if name == glassbox_spirv::language::LANGUAGE.name() {
        let options = glassbox_spirv::Options {
            names: match style.names {
                IdNames::Friendly => glassbox_spirv::Names::Friendly,
                IdNames::Numeric => glassbox_spirv::Names::Numeric,
            },
            ..glassbox_spirv::Options::default()
        };
        return glassbox_spirv::write_disassembly(code, &options, out);
    }
    match language(name) {
        Some(language) => language.disassemble(code, aid, out),
        None => Ok(false),
    }
}

/// Detects the language of a source: SPIR-V assembly by its `Op…` operations, shader model 4 and 5 by the profile at
/// the start, others by whether the source assembles.
pub fn language_of_source(source: &str) -> Option<&'static dyn Language> {
    let spirv = source.lines().take(200).any(|line| {
        let line = line.trim_start();
        let operation = line.split_once('=').map_or(line, |(_, right)| right.trim_start());
        operation
            .strip_prefix("Op")
            .is_some_and(|rest| rest.starts_with(|first: char| first.is_ascii_uppercase()))
    });
    if spirv || source.starts_with("; SPIR-V") {
        return language("spirv");
    }
    if glassbox_dxbc::assemble::is_source(source) {
        return language("dxbc");
    }
    let others = LANGUAGES.iter().copied().filter(|language| !matches!(language.name(), "spirv" | "dxbc"));
    others.into_iter().find(|language| !source.trim().is_empty() && language.assemble(source).is_ok())
}
