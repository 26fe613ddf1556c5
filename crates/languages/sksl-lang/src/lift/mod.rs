//! A file as a program again, for what runs programs and for what compares them.
//!
//! Nothing is folded and nothing is left out: writing the program gives the bytes of the file, for every file whose choices
//! are those of Skia's encoder. Every definition of the file becomes a symbol, every table a table, in the order of the file.
//! Builtin functions that a file only names become symbols that no table owns; which overload a call means follows from its
//! arguments, as it did when the program was compiled.
//!
//! The format's rules hold for every program that comes of this: types agree, ids lead to what they should. Most files keep
//! them all, and to see that much costs little while the program is made (`vouch`). Only where it cannot be seen the file is
//! checked as a whole, and the checker has the last word. Recursion is as deep as commands nest, at most 512.

mod builtin;
mod element;
mod expression;
mod statement;
mod symbol;
mod vouch;
mod words;

use glassbox_core::diagnostic::{Diagnostic, Severity};
use glassbox_core::error::ErrorList;
use glassbox_core::limits::Limits;
use glassbox_core::span::Span;
use glassbox_sksl::builtin::{Scope, Type};
use glassbox_sksl::check::{check, locate};
use glassbox_sksl::command::{ALL, Category, Command};
use glassbox_sksl::model::{At, Model};
use glassbox_sksl::raw::ProgramKind;
use glassbox_sksl::read::File;

use crate::ir::Program;
use crate::ir::expression::Expr;
use crate::ir::names::{ByNumber, Name};
use crate::ir::statement::Stmt;
use crate::ir::symbol::{Symbol, SymbolData, SymbolKind, Table};
use crate::rules::encode as rules;
use words::Words;

/// A part of a file that has no meaning here.
struct LiftError {
    at: At,
    message: String,
}

/// Result whose error is a [`LiftError`] unless stated.
type Result<T, E = Box<LiftError>> = std::result::Result<T, E>;

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
pub fn lift(file: &File<'_>) -> Result<Program, ErrorList<Diagnostic>> {
    let (lifted, is_sound) = Lifter::lift(&file.model);
    let limits = Limits::default();
    if !is_sound || lifted.is_err() || !vouch::is_framed(file) {
        let mut found = check(file, &limits).into_sorted();
        // Files of other versions are read too; what of them has no meaning here was found above.
        let is_whole = file.stop.is_none() && file.trailing().is_empty();
        found.retain(|finding| {
            let is_other_version = is_whole && finding.rule.id == glassbox_sksl::rules::HDR_02.id;
            finding.severity == Severity::Error && !is_other_version
        });
        if !found.is_empty() {
            return Err(found.into());
        }
    }
    lifted.map_err(|fault| {
        let place = locate(file, fault.at, &limits);
        Diagnostic::new(&rules::LIFT, place, fault.message).into()
    })
}

/// Overloads of builtin functions that most programs call.
const USUAL_BUILTINS: usize = 24;

/// What most lists of statements and arguments that are open at once hold together.
const USUAL_LENGTH: usize = 32;

/// What a break or continue may leave.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Around {
    Nothing,
    Loop,
    Switch,
}

/// How much there is of what becomes parts of a program.
#[derive(Default)]
struct Counts {
    expressions: usize,
    statements: usize,
    symbols: usize,
    tables: usize,
}

impl Counts {
    fn of(model: &Model<'_>) -> Counts {
        let mut commands = [0; ALL.len()];
        for node in model.nodes() {
            commands[node.command as usize] += 1;
        }
        let mut counts = Counts::default();
        for (command, count) in ALL.into_iter().zip(commands) {
            if command.is(Category::Expression) {
                counts.expressions += count;
            } else if command.is(Category::Statement) {
                counts.statements += count;
            } else if command.defines() {
                counts.symbols += count;
            } else if command == Command::SymbolTable {
                counts.tables += count;
            }
        }
        counts
    }
}

/// How many strings a chain of them holds.
fn string_count(strings: &[u8]) -> usize {
    let (mut count, mut at) = (0, 0);
    while let Some(&length) = strings.get(at) {
        count += 1;
        at += 1 + usize::from(length);
    }
    count
}

struct Lifter<'m> {
    model: &'m Model<'m>,
    scope: Scope,
    program: Program,
    /// The symbol of each id.
    ids: Vec<Option<Symbol>>,
    /// The innermost table.
    table: Table,
    /// The strings of the file.
    words: Words,
    /// The symbols of builtin functions and variables: the name and the number of the overload.
    builtins: ByNumber<(Name, u32), Symbol>,
    /// Arguments and statements of lists that are not complete, those of the innermost list last.
    expressions: Vec<Expr>,
    statements: Vec<Stmt>,
    /// The types of the arguments of the call that is looked at.
    taken: Vec<Type>,
    /// What the function around returns.
    result: Type,
    /// The loop or switch around.
    around: Around,
    /// Whether a set of overloads is being read.
    is_in_set: bool,
    /// Whether every rule was seen to hold.
    is_sound: bool,
}

impl<'m> Lifter<'m> {
    /// The program of a model, and whether it keeps every rule of the format about models.
    fn lift(model: &'m Model<'m>) -> (Result<Program>, bool) {
        let (kind, scope) = match model.kind() {
            _ if model.is_module() => (ProgramKind::GENERIC, Some(Scope::ANY)),
            Some(kind) => (kind, Scope::of(kind)),
            // Before version 7 a program did not say what it is for.
            None => (ProgramKind::GENERIC, Some(Scope::ANY)),
        };
        let Some(scope) = scope.filter(|_| !model.dialect.is_document) else {
            let fault = LiftError {
                at: model.top(),
                message: format!(
                    "found a program of the kind `{kind}`, whose builtin names are not known here"
                ),
            };
            return (Err(Box::new(fault)), false);
        };
        let mut program = Program::new(kind);
        program.is_module = model.is_module();
        let counts = Counts::of(model);
        program.expressions.reserve(counts.expressions);
        program.statements.reserve(counts.statements);
        // Most statements stand in a list, and so do many expressions.
        program.statement_lists.reserve(counts.statements);
        program.expression_lists.reserve(counts.expressions / 2);
        program.symbols.reserve(counts.symbols);
        program.tables.reserve(counts.tables);
        let strings = string_count(&model.strings);
        program.names.reserve(strings, model.strings.len());
        let mut lifter = Lifter {
            model,
            scope,
            table: program.table,
            program,
            ids: vec![None; counts.symbols + 1],
            words: Words::new(model.strings.len(), strings),
            builtins: ByNumber::with_capacity_and_hasher(USUAL_BUILTINS, Default::default()),
            expressions: Vec::with_capacity(USUAL_LENGTH),
            statements: Vec::with_capacity(USUAL_LENGTH),
            taken: Vec::with_capacity(USUAL_LENGTH),
            result: Type::Void,
            around: Around::Nothing,
            is_in_set: false,
            is_sound: true,
        };
        match lifter.whole() {
            Ok(()) => (Ok(lifter.program), lifter.is_sound),
            Err(fault) => (Err(fault), false),
        }
    }

    fn fault<T>(&self, at: At, message: impl Into<String>) -> Result<T> {
        Err(Box::new(LiftError {
            at,
            message: message.into(),
        }))
    }

    /// A symbol that no table owns yet.
    fn add_symbol(&mut self, name: Name, kind: SymbolKind) -> Symbol {
        let span = Span::default();
        self.program.symbols.add(SymbolData { name, span, kind })
    }
}
