//! A file as a program again, for what runs programs and for what compares them.
//!
//! Nothing is folded and nothing is left out: writing the program gives the bytes of the file, for every file whose choices
//! are those of Skia's encoder. Every definition of the file becomes a symbol, every table a table, in the order of the file.
//! Builtin functions that a file only names become symbols that no table owns; which overload a call means follows from its
//! arguments, as it did when the program was compiled.
//!
//! A file is checked first, so that types agree and ids lead to what they should. Recursion is as deep as commands nest, at
//! most 512.

mod builtin;
mod element;
mod expression;
mod statement;
mod symbol;

use std::collections::HashMap;

use glassbox_core::diagnostic::{Diagnostic, Severity};
use glassbox_core::limits::Limits;
use glassbox_core::span::Span;
use glassbox_sksl::builtin::Scope;
use glassbox_sksl::check::{check, locate};
use glassbox_sksl::model::{At, Model};
use glassbox_sksl::raw::ProgramKind;
use glassbox_sksl::read::File;

use crate::ir::Program;
use crate::ir::names::Name;
use crate::ir::symbol::{Symbol, SymbolData, SymbolKind, Table};
use crate::ir::ty::Ty;
use crate::rules::encode as rules;

/// A part of a file that has no meaning here.
struct Fault {
    at: At,
    message: String,
}

/// What the parts of lifting return.
type Lifted<T> = Result<T, Fault>;

/// The program of a file. A module becomes a program of the generic kind that sees everything that any program sees.
///
/// ```
/// use glassbox_core::{limits::Limits, reader::Window};
/// use glassbox_sksl::{raw::ProgramKind, read::open};
/// use glassbox_sksl_lang::{Encoding, Options, compile, encode, lift};
///
/// let options = Options::new(ProgramKind::SHADER);
/// let program = compile("half4 main(float2 p) { return half4(1); }", &options).program;
/// let bytes = encode(&program.ok_or("the source is wrong")?, Encoding::Strict).map_err(|_| "it can be written")?;
///
/// let file = open(Window::whole(&bytes), &Limits::default()).map_err(|_| "it can be read")?;
/// let again = lift(&file).map_err(|_| "it is a program")?;
/// assert_eq!(encode(&again, Encoding::Strict).ok(), Some(bytes.clone()));
/// # Ok::<(), &str>(())
/// ```
///
/// # Errors
///
/// What is wrong with the file, with the bytes that it is about.
pub fn lift(file: &File<'_>) -> Result<Program, Vec<Diagnostic>> {
    let limits = Limits::default();
    let mut found = check(file, &limits).into_sorted();
    // Files of other versions are read too; what of them has no meaning here is found below.
    let is_whole = file.stop.is_none() && file.trailing().is_empty();
    found.retain(|finding| {
        let is_other_version = is_whole && finding.rule.id == glassbox_sksl::rules::HDR_02.id;
        finding.severity == Severity::Error && !is_other_version
    });
    if !found.is_empty() {
        return Err(found);
    }
    Lifter::lift(&file.model).map_err(|fault| {
        let place = locate(file, fault.at, &limits);
        vec![Diagnostic::new(&rules::LIFT, place, fault.message)]
    })
}

struct Lifter<'m> {
    model: &'m Model<'m>,
    scope: Scope,
    program: Program,
    /// The symbol of each id.
    ids: HashMap<u16, Symbol>,
    /// The innermost table.
    table: Table,
    /// The types that the file names, by where their names lie.
    types: HashMap<u16, Ty>,
    /// The symbols of builtin functions and variables: the name and the number of the overload.
    builtins: HashMap<(&'static str, u32), Symbol>,
}

impl<'m> Lifter<'m> {
    fn lift(model: &'m Model<'m>) -> Lifted<Program> {
        let (kind, scope) = match model.kind() {
            _ if model.is_module() => (ProgramKind::GENERIC, Some(Scope::ANY)),
            Some(kind) => (kind, Scope::of(kind)),
            // Before version 7 a program did not say what it is for.
            None => (ProgramKind::GENERIC, Some(Scope::ANY)),
        };
        let Some(scope) = scope.filter(|_| !model.dialect.is_document) else {
            return Err(Fault {
                at: model.top(),
                message: format!(
                    "found a program of the kind `{kind}`, whose builtin names are not known here"
                ),
            });
        };
        let program = Program::new(kind);
        let mut lifter = Lifter {
            model,
            scope,
            table: program.table,
            program,
            ids: HashMap::new(),
            types: HashMap::new(),
            builtins: HashMap::new(),
        };
        lifter.whole()?;
        Ok(lifter.program)
    }

    fn fault<T>(&self, at: At, message: impl Into<String>) -> Lifted<T> {
        Err(Fault {
            at,
            message: message.into(),
        })
    }

    /// A name of the file as one of the program.
    fn name(&mut self, name: glassbox_sksl::model::Name) -> Name {
        self.program.names.add(&self.model.name(name))
    }

    /// A symbol that no table owns yet.
    fn add_symbol(&mut self, name: Name, kind: SymbolKind) -> Symbol {
        let span = Span::default();
        self.program.symbols.add(SymbolData { name, span, kind })
    }
}
