//! Converts a file back to a typed program, for evaluation and comparison.
//!
//! Nothing is folded or dropped: encoding the program yields the bytes of the file, for every file written with the
//! choices of Skia's encoder. Every definition of the file becomes a symbol and every table a table, in file order.
//! Builtin functions, which a file refers to by name, become symbols without an owner; the overload of a call is
//! resolved from its arguments, as in the compiler.
//!
//! The result satisfies the rules of the format: types agree and ids refer to symbols of the right kind. A cheap
//! conservative check runs during lifting (`precheck`); only if it is inconclusive is the whole file checked, and the
//! checker decides. Recursion is bounded by the nesting of commands, at most 512.

mod builtin;
mod element;
mod expression;
mod precheck;
mod statement;
mod symbol;
mod words;

use glassbox_core::diagnostic::{Diagnostic, Severity};
use glassbox_core::error::ErrorList;
use glassbox_core::limits::Limits;
use glassbox_core::span::Span;
use glassbox_sksl::builtin::{Scope, Type};
use glassbox_sksl::check::{check, locate, ranges};
use glassbox_sksl::command::{ALL, Category, Command};
use glassbox_sksl::model::{Model, ModelNode};
use glassbox_sksl::raw::ProgramKind;
use glassbox_sksl::read::File;

use crate::ir::Program;
use crate::ir::arena::{Arena, Lists};
use crate::ir::expression::Expr;
use crate::ir::names::{ByNumber, Name, Names};
use crate::ir::statement::Stmt;
use crate::ir::symbol::{Symbol, SymbolData, SymbolKind, Table};
use crate::rules::encode as rules;
use words::Words;

/// Part of a file without a meaning in a typed program.
struct LiftError {
    at: ModelNode,
    message: String,
}

/// Result whose error is a [`LiftError`] unless stated.
type Result<T, E = Box<LiftError>> = std::result::Result<T, E>;

/// Converts a file to a program. A module becomes a program of the generic kind in which all builtins are visible.
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
/// Findings in the file, with their byte ranges.
pub fn lift(file: &File<'_>) -> Result<Program, ErrorList<Diagnostic>> {
    lift_at(file, Vec::new())
}

/// As [`lift`], with places: the span of each expression, statement, variable and function is the bytes that it has in the
/// file, so that findings and instructions that are made of the program lead there. Reads the file a second time.
///
/// # Errors
///
/// Findings in the file, with their byte ranges.
pub fn lift_placed(file: &File<'_>) -> Result<Program, ErrorList<Diagnostic>> {
    let ranges = ranges(file, &Limits::default());
    let bound = |at: u64| u32::try_from(at).unwrap_or(u32::MAX);
    lift_at(file, ranges.into_iter().map(|range| Span::new(bound(range.start), bound(range.end))).collect())
}

/// Converts a file; `places` are the spans of the nodes of the model, or empty.
fn lift_at(file: &File<'_>, places: Vec<Span>) -> Result<Program, ErrorList<Diagnostic>> {
    let (lifted, is_sound) = Lifter::lift(&file.model, places);
    let limits = Limits::default();
    if !is_sound || lifted.is_err() || !precheck::is_framed(file) {
        let mut found = check(file, &limits).into_sorted();
        // Files of other versions are accepted; their unsupported parts were reported above.
        let is_whole = file.stop.is_none() && file.trailing().is_empty();
        found.retain(|finding| {
            let is_other_version = is_whole && finding.rule.id == glassbox_sksl::rules::VERSION.id;
            finding.severity == Severity::Error && !is_other_version
        });
        if !found.is_empty() {
            return Err(found.into());
        }
    }
    lifted.map_err(|fault| {
        let location = locate(file, fault.at, &limits);
        Diagnostic::new(&rules::LIFT, location, fault.message).into()
    })
}

/// Typical number of builtin overloads called by a program.
const USUAL_BUILTINS: usize = 24;

/// Typical number of pending list items.
const USUAL_LENGTH: usize = 32;

/// Innermost statement that `break` or `continue` can leave.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Around {
    Nothing,
    Loop,
    Switch,
}

/// Numbers of commands, used to reserve memory.
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

/// Number of strings in a chain.
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
    /// Span of each node of the model; empty if the program gets no places.
    places: Vec<Span>,
    scope: Scope,
    program: Program,
    /// Symbol of each id.
    ids: Vec<Option<Symbol>>,
    /// Innermost table.
    table: Table,
    /// Strings of the file.
    words: Words,
    /// Symbols of builtin functions and variables, by name and overload number.
    builtins: ByNumber<(Name, u32), Symbol>,
    /// Items of incomplete argument and statement lists, innermost list last.
    expressions: Vec<Expr>,
    statements: Vec<Stmt>,
    /// Argument types of the current call.
    taken: Vec<Type>,
    /// Result type of the current function.
    result: Type,
    /// Enclosing loop or switch.
    around: Around,
    /// Set while an overload set is read.
    is_in_set: bool,
    /// Cleared when a rule could not be verified.
    is_sound: bool,
}

impl<'m> Lifter<'m> {
    /// Converts a model; the second value is true if the program was seen to satisfy every rule of the format about
    /// models.
    fn lift(model: &'m Model<'m>, places: Vec<Span>) -> (Result<Program>, bool) {
        let (kind, scope) = match model.kind() {
            _ if model.is_module() => (ProgramKind::GENERIC, Some(Scope::ANY)),
            Some(kind) => (kind, Scope::of(kind)),
            // Before version 7 a program did not state its kind.
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
        program.expressions = Arena::with_capacity(counts.expressions);
        program.statements = Arena::with_capacity(counts.statements);
        // Most statements and many expressions are items of a list.
        program.statement_lists = Lists::with_capacity(counts.statements);
        program.expression_lists = Lists::with_capacity(counts.expressions / 2);
        program.symbols = Arena::with_capacity(counts.symbols);
        let strings = string_count(&model.strings);
        program.names = Names::with_capacity(strings, model.strings.len());
        let mut lifter = Lifter {
            model,
            places,
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

    fn fault<T>(&self, at: ModelNode, message: impl Into<String>) -> Result<T> {
        Err(Box::new(LiftError { at, message: message.into() }))
    }

    /// Bytes of a node.
    fn place(&self, at: ModelNode) -> Span {
        self.places.get(at.0 as usize).copied().unwrap_or_default()
    }

    /// Adds a symbol without an owner.
    fn add_symbol(&mut self, name: Name, kind: SymbolKind) -> Symbol {
        let span = Span::default();
        self.program.symbols.add(SymbolData { name, span, kind })
    }
}
