//! Checks the form of names and conflicts between them.
//!
//! Facts: VSL brief, section 6.

use glassbox_core::diagnostic::Diagnostic;

use crate::check::globals::Globals;
use crate::rules::declaration as rules;
use crate::syntax::tree::Name;
use crate::types::ValueType;
use crate::vocabulary::functions::Function;
use crate::vocabulary::resources;
use glassbox_core::span::Span;

/// Longest name, bytes.
pub(crate) const MAX_NAME: usize = glassbox_vbc::raw::MAX_NAME as usize;

/// True if names of this form are reserved for the compiler.
pub(crate) fn is_reserved(name: &str) -> bool {
    name.len() > 1 && name.starts_with('_') && name.ends_with('_')
}

/// True if this is the name of a built-in type.
pub(crate) fn is_built_in_type(name: &str) -> bool {
    name == "void" || ValueType::named(name).is_some() || resources::named(name).is_some()
}

/// The fault in the form of a variable or field name, if any.
pub(crate) fn form_fault(name: &Name<'_>) -> Option<Diagnostic> {
    let Name { text: word, span } = *name;
    if let Some(rest) = word.strip_prefix('$') {
        let message = format!("found the name `{word}`, expected one without `$`");
        let help = format!("write `{rest}`");
        return Some(Diagnostic::new(&rules::DOLLAR_NAME, span, message).help(help));
    }
    if word.len() > MAX_NAME {
        let message = format!("found a name of {} bytes, expected at most {MAX_NAME}", word.len());
        return Some(Diagnostic::new(&rules::LONG_NAME, span, message).help("shorten it"));
    }
    if is_reserved(word) {
        let message = format!("found the name `{word}`, expected one that does not begin and end with `_`");
        let help = format!("write `{}`", shown_or(word.trim_end_matches('_'), "a name with a letter"));
        return Some(Diagnostic::new(&rules::UNDERSCORED_NAME, span, message).help(help));
    }
    None
}

fn shown_or<'a>(word: &'a str, otherwise: &'a str) -> &'a str {
    if word.is_empty() { otherwise } else { word }
}

/// The fault in a variable name, if any: its form, another meaning, or another declaration, whose span is
/// `earlier`.
pub(crate) fn variable_fault(
    globals: &Globals<'_>,
    name: &Name<'_>,
    earlier: Option<Span>,
) -> Option<Diagnostic> {
    if let Some(fault) = form_fault(name) {
        return Some(fault);
    }
    let Name { text: word, span } = *name;
    let structure = globals.structure(word);
    if is_built_in_type(word) || structure.is_some() {
        let message = format!("found the name `{word}`, which is a type, expected another one");
        let mut fault = Diagnostic::new(&rules::TYPE_NAME, span, message).help("choose another name");
        if let Some((_, declared)) = structure {
            fault = fault.label(declared, "the structure is declared here");
        }
        return Some(fault);
    }
    if let Some(earlier) = earlier {
        let message = format!("found the name `{word}`, which is taken");
        return Some(
            Diagnostic::new(&rules::NAME_TAKEN, span, message)
                .label(earlier, "it is declared here")
                .help("choose another name: names cannot be shadowed"),
        );
    }
    Function::named(word)?;
    let message = format!("found the name `{word}`, which is a built-in function, expected another one");
    Some(Diagnostic::new(&rules::FUNCTION_NAME, span, message).help("choose another name"))
}
