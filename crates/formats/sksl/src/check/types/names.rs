//! SKSL-SYM-08 and SKSL-TAB-06: checks names of builtin symbols.

use glassbox_core::suggest::similar;

use super::{Checker, Finding};
use crate::builtin::{Symbol as Builtin, Type, root_type};
use crate::command::Command;
use crate::model::{ModelNode, Name, Reference};
use crate::rules;

/// Maximum number of suggestion searches; a file may hold any number of unknown names.
const PROPOSALS: u32 = 20;

pub(super) fn check(checker: &mut Checker<'_, '_>) {
    let mut proposals = PROPOSALS;
    for at in checker.nodes() {
        match checker.model.command(at) {
            command @ (Command::SymbolRef
            | Command::FunctionCall
            | Command::InlineMarker
            | Command::VariableReference) => {
                if let Reference::Builtin(name) = checker.model.reference(at) {
                    builtin(checker, at, command, name, &mut proposals);
                }
            }
            Command::SymbolTable => entries(checker, at),
            _ => {}
        }
    }
}

fn builtin(checker: &mut Checker<'_, '_>, at: ModelNode, command: Command, name: Name, proposals: &mut u32) {
    let model = checker.model;
    // An unreadable string has its own finding.
    let Some(text) = model.text_of(name) else {
        return;
    };
    let text = String::from_utf8_lossy(text);
    let found = checker.typing.scope.lookup(&text);
    let wanted = match command {
        Command::SymbolRef => "type",
        Command::VariableReference => "variable",
        _ => "function",
    };
    let message = match found {
        Some(Builtin::Type { ty: Type::Invalid, .. }) => {
            format!("found `{text}`, which has no meaning in programs of this kind")
        }
        Some(Builtin::Type { .. }) if wanted == "type" => return,
        Some(Builtin::Function(_)) if wanted == "function" => return,
        Some(Builtin::Variable(_)) if wanted == "variable" => return,
        // Skia accepts any symbol as a type name.
        Some(_) if wanted == "type" => return,
        Some(_) => format!("found the builtin `{text}`, expected the name of a builtin {wanted}"),
        None => format!("found no builtin {wanted} named `{text}`"),
    };
    let mut finding = Finding::new(&rules::UNKNOWN_BUILTIN, at, message).field("name");
    if model.kind().and_then(crate::builtin::Scope::of).is_none() {
        finding = finding
            .warning()
            .note("the file does not state which module it is, so every module of Skia was searched");
    } else {
        let modules = checker.typing.scope.modules().iter().map(|module| module.name());
        let modules: Vec<_> = modules.collect();
        finding = finding
            .note(format!("programs of this kind see the modules {} and the root types", modules.join(", ")));
    }
    if let Some(left) = proposals.checked_sub(1) {
        *proposals = left;
        if let Some(near) = similar(&text, checker.typing.scope.names()) {
            finding = finding.help(format!("did you mean `{near}`?"));
        }
    }
    checker.report(finding);
}

fn entries(checker: &mut Checker<'_, '_>, table: ModelNode) {
    let model = checker.model;
    for (index, entry) in model.entries(table).iter().enumerate() {
        if entry.index != crate::raw::BUILTIN_SYMBOL {
            continue;
        }
        let Some(text) = model.text_of(entry.name) else {
            continue;
        };
        let text = String::from_utf8_lossy(text);
        if root_type(&text).is_some() {
            continue;
        }
        let finding = Finding::new(
            &rules::UNKNOWN_BUILTIN_TYPE,
            table,
            format!("found the name `{text}` in entry {index}, expected the name of a root type"),
        )
        .field("symbols")
        .item(index)
        .note("an entry without a number in the table is looked up among the root types only")
        .help("list the symbol by its number among the symbols that the table owns, or leave the entry out");
        checker.report(finding);
    }
}
