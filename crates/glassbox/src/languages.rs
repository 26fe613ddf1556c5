//! The languages of the code inside containers, as the text form, `disasm` and `asm` use them.

use glassbox_core::language::{Language, Registry, SourceError};

/// The languages and digests that the text form may use.
pub fn registry() -> Registry {
    Registry {
        languages: LANGUAGES,
        digests: &[],
    }
}

static LANGUAGES: &[&dyn Language] = &[];

/// The language of a name.
pub fn language(name: &str) -> Option<&'static dyn Language> {
    registry().language(name)
}

/// How ids are shown in a disassembly.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum IdNames {
    /// By the names that the code carries, or by what they are.
    #[default]
    Friendly,
    /// By their numbers; assembling gives the same bytes back.
    Numeric,
}

/// What a disassembly is to look like.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Disassembly {
    /// How ids are shown, in languages that have them.
    pub names: IdNames,
}

/// The assembly of `code` in a language, for people to read. `Err` says why it cannot be shown.
pub fn disassemble(name: &str, code: &[u8], aid: &[u8], _options: Disassembly) -> Result<String, String> {
    let Some(language) = language(name) else {
        return Err(format!("the language {name} is not known"));
    };
    let mut out = String::new();
    if language.disassemble(code, aid, &mut out) {
        Ok(out)
    } else {
        Err(format!("{name} cannot express this code"))
    }
}

/// The language that a source is written in, as far as it shows: SPIR-V assembly names its operations `Op…`.
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
    language("pica").filter(|language| !source.trim().is_empty() && language.assemble(source).is_ok())
}

#[allow(dead_code)]
fn unused(_: SourceError) {}
