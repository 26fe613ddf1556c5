//! Lists the languages of the code inside containers, for the text form, `disasm` and `asm`.

use glassbox_core::format::{EditError, WriteError};
use std::io;

use glassbox_core::language::{Codec, Digest, Language, Registry, SourceError};
use glassbox_core::limits::Limits;
use glassbox_core::places::LinePlaces;
use glassbox_core::view::View;

use glassbox_core::error::ErrorList;
use glassbox_core::reader::Window;
use glassbox_dx_asm::dxil::assemble as dxil;
use glassbox_dx_asm::root::language as rootsig;

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
    &dxil::LANGUAGE,
    &rootsig::LANGUAGES[0],
    &rootsig::LANGUAGES[1],
    &rootsig::LANGUAGES[2],
    &rootsig::LANGUAGES[3],
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
    match language {
        _ if rootsig::is_name(language) => rootsig::doubts(source),
        _ if is_dxbc(language) => glassbox_dxbc::language::doubts(source),
        _ => Vec::new(),
    }
}

/// Assembles a source whose code is to replace that of a file. What the source does not say, such as the order of tables,
/// is as in the file.
///
/// # Errors
///
/// Every mistake in the source.
pub fn assemble_for(
    language: &dyn Language,
    source: &str,
    file: Option<&[u8]>,
    limits: &Limits,
) -> Result<Vec<u8>, ErrorList<SourceError>> {
    let container = file
        .filter(|_| is_dxil(language.name()))
        .and_then(|file| glassbox_dxcontainer::read::open(Window::whole(file), limits).ok());
    match container {
        Some(container) => dxil::assemble(source, &dxil::Options::of_container(&container)),
        None => language.assemble(source),
    }
}

/// Wraps code in a file of its own; `None` for languages whose code already is a file, or occurs in several formats.
pub fn file_of_code(language: &str, code: &[u8]) -> Option<Result<Vec<u8>, WriteError>> {
    match language {
        _ if rootsig::is_name(language) => Some(glassbox_dx_asm::root::minimal(code)),
        _ if is_dxbc(language) => Some(glassbox_dx_asm::dxbc::minimal(code)),
        _ if is_dxil(language) => Some(dxil::minimal(code).map_err(|error| WriteError::new(error.message))),
        _ => None,
    }
}

/// A file with other code.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Replaced {
    /// The file.
    pub bytes: Vec<u8>,
    /// What else changed, at the start of the source.
    pub notes: Vec<SourceError>,
}

/// A file with its code replaced; `None` for languages whose files cannot be changed this way.
pub fn replace_code(
    language: &str,
    file: &[u8],
    code: &[u8],
    limits: &Limits,
) -> Option<Result<Replaced, EditError>> {
    let alone = |bytes| Replaced { bytes, notes: Vec::new() };
    match language {
        _ if rootsig::is_name(language) => {
            Some(glassbox_dx_asm::root::replace(file, code, limits).map(alone))
        }
        _ if is_dxbc(language) => Some(glassbox_dx_asm::dxbc::replace(file, code, limits).map(alone)),
        _ if is_dxil(language) => {
            let replaced = dxil::replace(file, code, limits);
            Some(replaced.map(|replaced| Replaced { bytes: replaced.bytes, notes: replaced.notes }))
        }
        _ => None,
    }
}

fn is_dxil(language: &str) -> bool {
    language == dxil::LANGUAGE.name()
}

fn is_dxbc(language: &str) -> bool {
    language == glassbox_dxbc::language::LANGUAGE.name()
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

/// Writes the assembly of `code`; `places` are told which of its bytes each line shows. `false`, with nothing written, if
/// the language is unknown or cannot express it.
pub fn disassemble(
    name: &str,
    code: &[u8],
    aid: &[u8],
    style: Disassembly,
    out: &mut dyn io::Write,
    places: &mut dyn LinePlaces,
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
        return glassbox_spirv::write_placed(code, &options, out, places);
    }
    match language(name) {
        Some(language) => language.disassemble(code, aid, out, places),
        None => Ok(false),
    }
}

/// Detects the language of a source: SPIR-V assembly by its `Op…` operations, shader model 4 and 5 by the profile at
/// the start, DXIL by its first definition, root signatures by their first clause, others by whether the source assembles.
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
    if rootsig::is_source(source) {
        return language("rootsig");
    }
    if dxil::is_source(source) {
        return language("dxil");
    }
    let pica: &dyn Language = &glassbox_pica::language::LANGUAGE;
    (!source.trim().is_empty() && pica.assemble(source).is_ok()).then_some(pica)
}
