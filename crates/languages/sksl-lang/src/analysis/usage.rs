//! Counts declarations, reads and writes of variables and calls of functions.

use glassbox_sksl::raw::{ModifierFlags, RefKind, Storage};

use super::visit::{Flow, Visitor, walk_expression, walk_statement};
use crate::ir::arena::Number;
use crate::ir::expression::{Expr, ExpressionKind};
use crate::ir::program::{Element, Program};
use crate::ir::statement::{StatementKind, Stmt};
use crate::ir::symbol::{Symbol, SymbolKind};

/// Use counts of a variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Counts {
    pub(crate) declared: i32,
    pub(crate) read: i32,
    /// Includes the initial value.
    pub(crate) written: i32,
}

/// Use counts of all variables and functions. Code that changes the program must update them through
/// [`Usage::add_statement`] and similar methods.
#[derive(Clone, Debug, Default)]
pub(crate) struct Usage {
    variables: Vec<Counts>,
    calls: Vec<i32>,
}

impl Usage {
    /// Adds everything except function bodies, which were counted as they were finished.
    pub(crate) fn add_rest(&mut self, program: &Program) {
        let globals = program.elements.iter().filter(|element| matches!(element, Element::GlobalVar(_)));
        for element in program.shared.iter().chain(globals) {
            self.add_element(program, element, 1);
        }
    }

    /// Returns whether these are the counts of the whole program, builtin elements included. Used in assertions.
    pub(crate) fn is_of(&self, program: &Program) -> bool {
        let mut usage = Usage::of_elements(program, &program.shared);
        for element in &program.elements {
            usage.add_element(program, element, 1);
        }
        (0..program.symbols.len() as u32).map(Symbol).all(|symbol| {
            usage.of_variable(symbol) == self.of_variable(symbol)
                && usage.calls_of(symbol) == self.calls_of(symbol)
        })
    }

    /// Makes room for `symbols` symbols.
    pub(crate) fn reserve(&mut self, symbols: usize) {
        if symbols > self.calls.len() {
            self.variables.resize(symbols, Counts::default());
            self.calls.resize(symbols, 0);
        }
    }

    /// Counts the uses in `elements`.
    pub(crate) fn of_elements(program: &Program, elements: &[Element]) -> Usage {
        let mut usage = Usage::default();
        for element in elements {
            usage.add_element(program, element, 1);
        }
        usage
    }

    /// Adds `by` times the uses in an element.
    pub(crate) fn add_element(&mut self, program: &Program, element: &Element, by: i32) {
        match *element {
            Element::Function { body, .. } => self.add_statement(program, body, by),
            Element::GlobalVar(declaration) => self.add_statement(program, declaration, by),
            Element::Prototype(_)
            | Element::InterfaceBlock { .. }
            | Element::StructDefinition(_)
            | Element::Extension { .. }
            | Element::Modifiers { .. } => {}
        }
    }

    /// Adds `by` times the uses in a statement.
    pub(crate) fn add_statement(&mut self, program: &Program, statement: Stmt, by: i32) {
        let _ = Counter { usage: self, by }.statement(program, statement);
    }

    /// Adds `by` times the uses in an expression.
    pub(crate) fn add_expression(&mut self, program: &Program, expression: Expr, by: i32) {
        let _ = Counter { usage: self, by }.expression(program, expression);
    }

    /// Adds `by` calls of a function.
    pub(crate) fn add_calls(&mut self, function: Symbol, by: i32) {
        let index = function.index();
        if index >= self.calls.len() {
            self.calls.resize(index + 1, 0);
        }
        self.calls[index] += by;
    }

    /// Adds `by` references to a variable.
    #[inline]
    pub(crate) fn add_reference(&mut self, variable: Symbol, kind: RefKind, by: i32) {
        let counts = self.variable(variable);
        if kind != RefKind::WRITE {
            counts.read += by;
        }
        if kind != RefKind::READ {
            counts.written += by;
        }
    }

    /// Adds `by` declarations of a variable, and as many writes if it has an initial value.
    pub(crate) fn add_declaration(&mut self, variable: Symbol, has_value: bool, by: i32) {
        let counts = self.variable(variable);
        counts.declared += by;
        if has_value {
            counts.written += by;
        }
    }

    /// Use counts of a variable.
    pub(crate) fn of_variable(&self, variable: Symbol) -> Counts {
        self.variables.get(variable.index()).copied().unwrap_or_default()
    }

    /// Number of calls of a function.
    pub(crate) fn calls_of(&self, function: Symbol) -> i32 {
        self.calls.get(function.index()).copied().unwrap_or_default()
    }

    /// Returns whether any declared variable is never read.
    pub(crate) fn has_unread(&self) -> bool {
        let mut counts = self.variables.iter();
        counts.any(|counts| counts.declared != 0 && counts.read == 0)
    }

    /// Returns whether a global variable can be removed: it is never read, its only write is its initial value, and
    /// it is not visible outside the program.
    pub(crate) fn is_dead_global(&self, program: &Program, variable: Symbol) -> bool {
        let SymbolKind::Variable(data) = &program.symbols[variable].kind else {
            return false;
        };
        let seen = ModifierFlags(ModifierFlags::IN.0 | ModifierFlags::OUT.0 | ModifierFlags::UNIFORM.0);
        let counts = self.of_variable(variable);
        !data.modifiers.has_any(seen)
            && counts.read == 0
            && counts.written <= i32::from(initial_value(program, variable).is_some())
    }

    /// Returns whether a local variable is declared, never read, and only written by its initial value.
    pub(crate) fn is_dead_local(&self, program: &Program, variable: Symbol) -> bool {
        let SymbolKind::Variable(data) = &program.symbols[variable].kind else {
            return false;
        };
        let counts = self.of_variable(variable);
        data.storage == Storage::LOCAL
            && counts.declared != 0
            && counts.read == 0
            && counts.written == i32::from(initial_value(program, variable).is_some())
    }

    fn variable(&mut self, variable: Symbol) -> &mut Counts {
        let index = variable.index();
        if index >= self.variables.len() {
            self.variables.resize(index + 1, Counts::default());
        }
        &mut self.variables[index]
    }
}

/// Initial value in the declaration of a variable.
fn initial_value(program: &Program, variable: Symbol) -> Option<Expr> {
    let SymbolKind::Variable(data) = &program.symbols[variable].kind else {
        return None;
    };
    match program.statements[data.declaration?].kind {
        StatementKind::VarDeclaration { value, .. } => value,
        _ => None,
    }
}

struct Counter<'u> {
    usage: &'u mut Usage,
    by: i32,
}

impl Visitor for Counter<'_> {
    fn expression(&mut self, program: &Program, expression: Expr) -> Flow {
        match program.kind_of(expression) {
            ExpressionKind::FunctionCall { function, .. } => self.usage.add_calls(function, self.by),
            ExpressionKind::VariableReference { variable, kind } => {
                self.usage.add_reference(variable, kind, self.by);
            }
            _ => {}
        }
        walk_expression(self, program, expression)
    }

    fn statement(&mut self, program: &Program, statement: Stmt) -> Flow {
        if let StatementKind::VarDeclaration { variable, value, .. } = program.statements[statement].kind {
            self.usage.add_declaration(variable, value.is_some(), self.by);
        }
        walk_statement(self, program, statement)
    }
}
