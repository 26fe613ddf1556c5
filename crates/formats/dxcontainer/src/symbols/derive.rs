//! Symbols from a module: the functions that it defines for others.

use glassbox_dxil::{Module, unmangled, without_marker};

use crate::container::Container;
use crate::part::program;
use crate::program::ShaderKind;
use crate::rules::{program as program_rules, symbols as rules};
use crate::symbols::{Refusal, SymbolTable, limit};

/// How names are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum NameForm {
    /// As the module has them, with the byte 0x01 in front of mangled ones.
    #[default]
    Raw,
    /// Without the byte 0x01 in front.
    WithoutMarker,
    /// The name in the source, without name spaces and parameters. Overloads collide.
    Unmangled,
}

/// What the symbols were derived from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Source {
    /// The program.
    Program,
    /// The program with debug information, because there is no other.
    DebugProgram,
}

/// Symbols of a container.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Derived {
    /// The symbols, in the order of the defining functions.
    pub table: SymbolTable,
    /// What they were derived from.
    pub source: Source,
}

/// Derives the symbols of a container from its program. An existing symbol table plays no part.
///
/// # Errors
///
/// When there is no program, its bitcode cannot be read, or it exports more than its kind of shader may.
pub fn derive(container: &Container<'_>, form: NameForm) -> Result<Derived, Refusal> {
    let found = [(b"DXIL", Source::Program), (b"ILDB", Source::DebugProgram)]
        .into_iter()
        .find_map(|(code, source)| Some((container.directory.find(code)?, source)));
    let Some((part, source)) = found else {
        return Err(Refusal::new(
            &rules::SECTION,
            "found no part DXIL, expected one that defines the symbols",
        ));
    };
    let Some((head, _, bitcode)) = program::peek(container.window, part) else {
        return Err(Refusal::new(
            &program_rules::RANGE,
            format!("found no bitcode in {}, expected a program", part.code),
        ));
    };
    let module =
        Module::read(bitcode).map_err(|fault| Refusal::new(&program_rules::BITCODE, fault.to_string()))?;
    if let Some(fault) = module.faults.first() {
        return Err(Refusal::new(&program_rules::BITCODE, fault.to_string()));
    }
    let names: Vec<&[u8]> = module
        .exported()
        .map(|function| match form {
            NameForm::Raw => &function.name[..],
            NameForm::WithoutMarker => without_marker(&function.name),
            NameForm::Unmangled => unmangled(&function.name),
        })
        .collect();
    let kind: ShaderKind = head.version.shader_kind();
    if names.len() as u64 > limit(kind) {
        let message = format!(
            "found {} exported functions, expected at most {} in a {kind} shader",
            names.len(),
            limit(kind)
        );
        return Err(Refusal::new(&rules::COUNT, message));
    }
    Ok(Derived {
        table: SymbolTable::from_names(names, part.index),
        source,
    })
}
