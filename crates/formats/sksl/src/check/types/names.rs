//! SKSL-SYM-08 and SKSL-TAB-06: names of builtin symbols.

use super::{Checker, Finding};
use crate::builtin::{Symbol as Builtin, Type, root_type};
use crate::command::Command;
use crate::model::{At, Name, Reference};
use crate::rules;

/// Most letters by which a name may differ from the one that is proposed for it.
const NEAR: usize = 2;

/// Names for which another one is looked for; a file may hold any number of unknown ones.
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

fn builtin(checker: &mut Checker<'_, '_>, at: At, command: Command, name: Name, proposals: &mut u32) {
    let model = checker.model;
    // A string that cannot be read is reported as such.
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
        Some(Builtin::Type {
            ty: Type::Invalid, ..
        }) => {
            format!("found `{text}`, which stands for nothing in programs of this kind")
        }
        Some(Builtin::Type { .. }) if wanted == "type" => return,
        Some(Builtin::Function(_)) if wanted == "function" => return,
        Some(Builtin::Variable(_)) if wanted == "variable" => return,
        // Skia takes any symbol in the place of a type's name.
        Some(_) if wanted == "type" => return,
        Some(_) => format!("found the builtin `{text}`, expected the name of a builtin {wanted}"),
        None => format!("found no builtin {wanted} of the name `{text}`"),
    };
    let mut finding = Finding::new(&rules::SYM_08, at, message).field("name");
    if model.kind().and_then(crate::builtin::Scope::of).is_none() {
        finding = finding
            .warning()
            .note("the file does not say which module it is, so every module of Skia was searched");
    } else {
        let modules = checker.typing.scope.modules().iter().map(|module| module.name());
        let modules: Vec<_> = modules.collect();
        finding = finding.note(format!(
            "programs of this kind see the modules {} and the root types",
            modules.join(", ")
        ));
    }
    if let Some(left) = proposals.checked_sub(1) {
        *proposals = left;
        if let Some(near) = nearest(&text, checker.typing.scope.names()) {
            finding = finding.help(format!("did you mean `{near}`?"));
        }
    }
    checker.report(finding);
}

fn entries(checker: &mut Checker<'_, '_>, table: At) {
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
            &rules::TAB_06,
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

/// The name that differs least from another one, if it differs little.
fn nearest(name: &str, names: impl Iterator<Item = &'static str>) -> Option<&'static str> {
    if name.len() > 40 {
        return None;
    }
    names
        .filter(|known| known.len().abs_diff(name.len()) <= NEAR)
        .map(|known| (distance(name, known), known))
        .filter(|&(distance, _)| distance <= NEAR && distance < name.len())
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, known)| known)
}

/// How many letters must be added, removed or changed to make one word of another.
fn distance(a: &str, b: &str) -> usize {
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.bytes().enumerate() {
        let mut corner = i;
        let mut left = i + 1;
        for (slot, y) in row.iter_mut().skip(1).zip(b.bytes()) {
            let cost = (corner + usize::from(x != y)).min(left + 1).min(*slot + 1);
            corner = std::mem::replace(slot, cost);
            left = cost;
        }
        if let Some(first) = row.first_mut() {
            *first = i + 1;
        }
    }
    row.last().copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::{distance, nearest};

    #[test]
    fn words() {
        assert_eq!(distance("", "abc"), 3);
        assert_eq!(distance("smothstep", "smoothstep"), 1);
        assert_eq!(distance("kitten", "sitting"), 3);
        assert_eq!(nearest("norm", ["normalize", "not"].into_iter()), Some("not"));
        assert_eq!(nearest("clmap", ["clamp", "abs"].into_iter()), Some("clamp"));
        assert_eq!(nearest("x", ["y"].into_iter()), None);
    }
}
