//! Derives symbols from a module: the functions that it exports.

use std::collections::HashSet;

use glassbox_dxil::{BitcodeError, Module, unmangled, without_marker};

use crate::container::Container;
use crate::part::{Content, PartData, program};
use crate::program::ShaderKind;
use crate::rules::{program as program_rules, symbols as rules};
use crate::symbols::{MAX_SYMBOLS, SymbolTable, SymbolTableError};

/// Spelling of derived names.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum NameForm {
    /// As in the module; mangled names keep the leading byte 0x01.
    #[default]
    Raw,
    /// Without the leading byte 0x01.
    WithoutMarker,
    /// Source name without namespaces and parameters. Overloads collide.
    Unmangled,
}

/// Source of derived symbols.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Source {
    /// The program.
    Program,
    /// The program with debug information, in the absence of another.
    DebugProgram,
    /// The function table of the runtime data, if the bitcode is unreadable. It does not distinguish internal
    /// functions, so there may be too many symbols.
    RuntimeData,
}

/// Derived symbols of a container.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Derived {
    /// Symbols, in the order of the function definitions.
    pub table: SymbolTable,
    /// Source of the symbols.
    pub source: Source,
    /// Contradictions with other parts, and uncertainties: one sentence each.
    pub notes: Vec<String>,
}

/// Derives the symbols of a container from its program, ignoring an existing symbol table.
///
/// # Errors
///
/// If there is no program or function list, or the program exports more than its shader kind allows.
pub fn derive(container: &Container<'_>, form: NameForm) -> Result<Derived, SymbolTableError> {
    let found = [(b"DXIL", Source::Program), (b"ILDB", Source::DebugProgram)]
        .into_iter()
        .find_map(|(code, source)| Some((container.directory.find(code)?, source)));
    let Some((part, source)) = found else {
        return Err(SymbolTableError::new(
            &rules::SECTION,
            "found no part DXIL, expected one that defines the symbols",
        ));
    };
    let kind = container.program().and_then(|program| program.kind).unwrap_or(ShaderKind::INVALID);
    let (names, source, mut notes) = match exported(container, part) {
        Ok(names) => {
            let notes = compare(container, kind, &names);
            (names, source, notes)
        }
        Err(refusal) => match listed(container) {
            Some(names) => {
                let note = format!(
                    "the bitcode cannot be read ({refusal}); these are the functions of RDAT, which does not distinguish exported from internal ones"
                );
                (names, Source::RuntimeData, vec![note])
            }
            None => return Err(refusal),
        },
    };
    if source == Source::DebugProgram {
        notes.push("found no part DXIL; these are the functions of ILDB".to_owned());
    }
    if names.len() as u64 > limit(kind) {
        let message = format!(
            "found {} exported functions, expected at most {} in a {kind} shader",
            names.len(),
            limit(kind)
        );
        return Err(SymbolTableError::new(&rules::COUNT, message));
    }
    let names = names.iter().map(|name| match form {
        NameForm::Raw => &name[..],
        NameForm::WithoutMarker => without_marker(name),
        NameForm::Unmangled => unmangled(name),
    });
    Ok(Derived { table: SymbolTable::from_names(names, part.index), source, notes })
}

/// Functions exported by the bitcode of a part.
fn exported(container: &Container<'_>, part: &PartData) -> Result<Vec<Vec<u8>>, SymbolTableError> {
    let Some((_, _, bitcode)) = program::peek(container.window, part) else {
        return Err(SymbolTableError::new(
            &program_rules::RANGE,
            format!("found no bitcode in {}, expected a program", part.code),
        ));
    };
    let unreadable = |fault: &BitcodeError| SymbolTableError::new(&program_rules::BITCODE, fault.to_string());
    let module = Module::read(bitcode).map_err(|fault| unreadable(&fault))?;
    match module.faults.first() {
        Some(fault) => Err(unreadable(fault)),
        None => Ok(module.exported().map(|function| function.name.clone()).collect()),
    }
}

/// Possibly exported functions of the runtime data: entry points and mangled names.
fn listed(container: &Container<'_>) -> Option<Vec<Vec<u8>>> {
    let Some(Content::Rdat(table)) = container.content(b"RDAT") else {
        return None;
    };
    let functions = table.functions().filter(|function| {
        let name = without_marker(function.name.bytes());
        function.is_entry() || name.starts_with(b"?") && !name.starts_with(b"?_GLOBAL__sub_I_")
    });
    Some(functions.map(|function| function.name.bytes().to_vec()).collect())
}

/// Compares the exports of a program with other parts.
fn compare(container: &Container<'_>, kind: ShaderKind, names: &[Vec<u8>]) -> Vec<String> {
    let mut notes = Vec::new();
    if kind == ShaderKind::LIBRARY
        && let Some(Content::Rdat(table)) = container.content(b"RDAT")
    {
        let rows: HashSet<Vec<u8>> =
            table.functions().map(|function| function.name.bytes().to_vec()).collect();
        let missing = names.iter().filter(|name| !rows.contains(*name)).count();
        if missing > 0 {
            notes.push(format!("{missing} of the functions have no row in RDAT"));
        }
    }
    if kind != ShaderKind::LIBRARY
        && let Some(Content::Psv(validation)) = container.content(b"PSV0")
        && let Some(entry) = validation.entry_name()
        && !names.iter().any(|name| without_marker(name) == without_marker(entry.bytes()))
    {
        notes.push(format!(
            "PSV0 names the entry point \"{}\", which the program does not export",
            entry.bytes().escape_ascii()
        ));
    }
    notes
}

/// Maximum number of symbols for a shader kind, according to the proposal.
pub fn limit(kind: ShaderKind) -> u64 {
    match kind {
        ShaderKind::HULL => 2,
        ShaderKind::LIBRARY => MAX_SYMBOLS,
        _ => 1,
    }
}
