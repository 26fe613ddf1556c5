//! Selects the calls to inline.

use std::collections::HashMap;

use glassbox_sksl::raw::{ModifierFlags, Operator};

use super::complexity::{self, Returns};
use super::{Inliner, UNLIMITED};
use crate::analysis::{Flow, STOP, Visitor, walk_expression, walk_statement};
use crate::ir::expression::{Expr, ExpressionKind};
use crate::ir::program::{Element, Program};
use crate::ir::statement::{StatementKind, Stmt};
use crate::ir::symbol::{FunctionSymbol, Symbol, SymbolKind, Table};

/// Call that may be inlined. Statements and expressions are indices whose contents may have changed since.
#[derive(Clone, Copy)]
pub(super) struct Candidate {
    /// Innermost table at the call; receives the new symbols.
    pub(crate) table: Table,
    /// Parent of the enclosing statement, not counting blocks without braces.
    pub(crate) parent: Stmt,
    /// Statement before which the new statements are inserted.
    pub(crate) enclosing: Stmt,
    /// Call expression.
    pub(crate) call: Expr,
    /// Called function.
    pub(crate) function: Symbol,
    /// Body of the calling function.
    pub(crate) caller: Stmt,
}

impl Inliner<'_, '_> {
    /// Calls to be inlined in the functions among the elements, in source order.
    pub(super) fn candidates(&mut self, elements: &[Element]) -> Vec<Candidate> {
        let mut candidates = all_calls(&self.builder.program, elements);
        let mut known = HashMap::new();
        candidates.retain(|candidate| {
            *known.entry(candidate.function).or_insert_with(|| self.can_be_inlined(candidate.function))
        });
        if self.threshold >= UNLIMITED || candidates.is_empty() {
            return candidates;
        }
        let program = &self.builder.program;
        let mut sizes = HashMap::new();
        let mut costs: HashMap<Symbol, u64> = HashMap::new();
        for candidate in &candidates {
            let size = *sizes
                .entry(candidate.function)
                .or_insert_with(|| size_of(program, candidate.function, self.threshold));
            *costs.entry(candidate.function).or_default() += u64::from(size);
        }
        candidates.retain(|candidate| {
            let is_marked = matches!(
                &program.symbols[candidate.function].kind,
                SymbolKind::Function(data) if data.modifiers.has(ModifierFlags::INLINE)
            );
            let cost = costs.get(&candidate.function).copied().unwrap_or_default();
            is_marked || self.usage.calls_of(candidate.function) == 1 || cost <= u64::from(self.threshold)
        });
        candidates
    }

    /// Returns whether calls of a function may be inlined at all.
    fn can_be_inlined(&self, function: Symbol) -> bool {
        let program = &self.builder.program;
        let SymbolKind::Function(data) = &program.symbols[function].kind else {
            return false;
        };
        let Some(body) = data.body else {
            return false;
        };
        !data.modifiers.has(ModifierFlags::NO_INLINE)
            && !self.writes_out_parameter(data)
            && complexity::returns_of(program, body) < Returns::Early
            && (Calls { function }).statement(program, body).is_continue()
    }

    fn writes_out_parameter(&self, function: &FunctionSymbol) -> bool {
        function.parameters.iter().any(|&parameter| {
            matches!(
                &self.builder.program.symbols[parameter].kind,
                SymbolKind::Variable(data) if data.modifiers.has(ModifierFlags::OUT)
            ) && self.usage.of_variable(parameter).written > 0
        })
    }
}

/// Finds calls of a function and markers of its inlined code. Functions with the same name and parameter types count
/// as the same.
struct Calls {
    function: Symbol,
}

impl Calls {
    fn is_function(&self, program: &Program, other: Symbol) -> bool {
        program.symbols[self.function].name == program.symbols[other].name
            && program
                .parameter_types(self.function)
                .map(|ty| ty.meaning)
                .eq(program.parameter_types(other).map(|ty| ty.meaning))
    }
}

impl Visitor for Calls {
    fn expression(&mut self, program: &Program, expression: Expr) -> Flow {
        match program.kind_of(expression) {
            ExpressionKind::FunctionCall { function, .. } if self.is_function(program, function) => STOP,
            _ => walk_expression(self, program, expression),
        }
    }

    fn statement(&mut self, program: &Program, statement: Stmt) -> Flow {
        match program.statements[statement].kind {
            StatementKind::InlineMarker(function) if self.is_function(program, function) => STOP,
            _ => walk_statement(self, program, statement),
        }
    }
}

/// Size of a function in nodes; counting stops at the limit.
fn size_of(program: &Program, function: Symbol, limit: u32) -> u32 {
    struct Size {
        nodes: u32,
        limit: u32,
    }

    impl Size {
        fn count(&mut self) -> Flow {
            self.nodes += 1;
            if self.nodes >= self.limit { STOP } else { Flow::Continue(()) }
        }
    }

    impl Visitor for Size {
        fn expression(&mut self, program: &Program, expression: Expr) -> Flow {
            self.count()?;
            walk_expression(self, program, expression)
        }

        fn statement(&mut self, program: &Program, statement: Stmt) -> Flow {
            self.count()?;
            walk_statement(self, program, statement)
        }
    }

    let mut size = Size { nodes: 0, limit };
    if let SymbolKind::Function(data) = &program.symbols[function].kind
        && let Some(body) = data.body
    {
        let _ = size.statement(program, body);
    }
    size.nodes
}

/// All calls in the functions among the elements at positions where statements can be inserted before them.
fn all_calls(program: &Program, elements: &[Element]) -> Vec<Candidate> {
    let mut search = Search {
        program,
        tables: vec![program.table],
        enclosing: Vec::new(),
        caller: Stmt(0),
        found: Vec::new(),
    };
    for element in elements {
        if let Element::Function { body, .. } = *element {
            search.caller = body;
            search.statement(body, true);
        }
    }
    search.found
}

struct Search<'p> {
    program: &'p Program,
    /// Enclosing tables, innermost last.
    tables: Vec<Table>,
    /// Enclosing statements before which others can be inserted, innermost last.
    enclosing: Vec<Stmt>,
    caller: Stmt,
    found: Vec<Candidate>,
}

impl Search<'_> {
    fn statement(&mut self, statement: Stmt, can_enclose: bool) {
        let program = self.program;
        let (tables, enclosing) = (self.tables.len(), self.enclosing.len());
        if can_enclose {
            self.enclosing.push(statement);
        }
        match program.statements[statement].kind {
            StatementKind::Block { statements, table, .. } => {
                self.tables.extend(table);
                for &statement in program.statement_lists.get(statements) {
                    self.statement(statement, true);
                }
            }
            // Statements inserted for a condition would have to be repeated in each iteration.
            StatementKind::Do { body, .. } => self.statement(body, true),
            StatementKind::Expression(expression) => self.expression(expression),
            StatementKind::For { table, init, body, .. } => {
                self.tables.extend(table);
                if let Some(init) = init {
                    self.statement(init, false);
                }
                self.statement(body, true);
            }
            StatementKind::If { test, if_true, if_false, .. } => {
                self.expression(test);
                self.statement(if_true, true);
                if let Some(if_false) = if_false {
                    self.statement(if_false, true);
                }
            }
            StatementKind::Return(value) | StatementKind::VarDeclaration { value, .. } => {
                if let Some(value) = value {
                    self.expression(value);
                }
            }
            StatementKind::Switch { table, value, cases, .. } => {
                self.tables.extend(table);
                self.expression(value);
                for &case in program.statement_lists.get(cases) {
                    if let StatementKind::SwitchCase { statement, .. } = program.statements[case].kind {
                        self.statement(statement, true);
                    }
                }
            }
            StatementKind::SwitchCase { statement, .. } => self.statement(statement, true),
            StatementKind::Break
            | StatementKind::Continue
            | StatementKind::Discard
            | StatementKind::InlineMarker(_)
            | StatementKind::Nop => {}
        }
        self.tables.truncate(tables);
        self.enclosing.truncate(enclosing);
    }

    fn expression(&mut self, expression: Expr) {
        let program = self.program;
        match program.kind_of(expression) {
            ExpressionKind::Binary { left, operator, right } => {
                self.expression(left);
                // Inserted statements always run, but the right operand of these may not.
                if !matches!(operator, Operator::LOGICAL_AND | Operator::LOGICAL_OR) {
                    self.expression(right);
                }
            }
            ExpressionKind::ChildCall { arguments, .. } | ExpressionKind::Constructor { arguments, .. } => {
                for &argument in program.expression_lists.get(arguments) {
                    self.expression(argument);
                }
            }
            ExpressionKind::FunctionCall { function, arguments } => {
                for &argument in program.expression_lists.get(arguments) {
                    self.expression(argument);
                }
                self.add(expression, function);
            }
            ExpressionKind::Index { base, index } => {
                self.expression(base);
                self.expression(index);
            }
            ExpressionKind::Postfix { operand, .. } | ExpressionKind::Prefix { operand, .. } => {
                self.expression(operand);
            }
            ExpressionKind::Swizzle { base, .. } => self.expression(base),
            ExpressionKind::Ternary { test, .. } => self.expression(test),
            // As in Skia, the base of a field is not visited.
            ExpressionKind::FieldAccess { .. }
            | ExpressionKind::FunctionReference(_)
            | ExpressionKind::Literal(_)
            | ExpressionKind::MethodReference(_)
            | ExpressionKind::Poison
            | ExpressionKind::Setting(_)
            | ExpressionKind::TypeReference(_)
            | ExpressionKind::VariableReference { .. } => {}
        }
    }

    fn add(&mut self, call: Expr, function: Symbol) {
        let (Some(&table), Some((&enclosing, around))) = (self.tables.last(), self.enclosing.split_last())
        else {
            return;
        };
        let is_statement = |statement: &&Stmt| {
            !matches!(self.program.statements[**statement].kind, StatementKind::Block { is_scope: false, .. })
        };
        let Some(&parent) = around.iter().rev().find(is_statement) else {
            return;
        };
        self.found.push(Candidate { table, parent, enclosing, call, function, caller: self.caller });
    }
}
