//! Function bodies: the scope of the parameters, and the checks and use counts at the end of a body.
//!
//! A body is checked as built: code that was dropped because a condition is constant is not checked.

use glassbox_core::span::Span;
use glassbox_sksl::builtin::Type;
use glassbox_sksl::raw::ProgramKind;

use super::super::Builder;
use crate::analysis::Usage;
use crate::ir::expression::{Expr, ExpressionKind};
use crate::ir::program::Element;
use crate::ir::statement::{StatementKind, Stmt};
use crate::ir::symbol::{Symbol, SymbolKind};
use crate::ir::ty::Ty;
use crate::rules::declaration::{DEFINED_TWICE, MISSING_RETURN};
use crate::rules::statement::STACK_SIZE;
use smallvec::{SmallVec, smallvec};

/// Maximum number of scalars in the variables of a function, or in all globals together.
pub(crate) const MAX_SLOTS: u64 = 100_000;

impl Builder<'_> {
    /// Opens the scope of a function's parameters and body. For a wrong declaration (`None`) the parameters are
    /// declared too, so that their uses cause no findings.
    pub(crate) fn begin_body(&mut self, function: Option<Symbol>) {
        self.open_table();
        let parameters = match function.map(|function| &self.program.symbols[function].kind) {
            Some(SymbolKind::Function(data)) => data.parameters.clone(),
            _ => std::mem::take(&mut self.declarations.parameters),
        };
        for parameter in parameters {
            self.list_or_report(parameter);
        }
    }

    /// Closes the scope opened by [`Builder::begin_body`] and defines the function. `body` is `None` if it could not
    /// be parsed.
    pub(crate) fn end_body(&mut self, function: Option<Symbol>, body: Option<Stmt>, span: Span) {
        if let (Some(function), Some(body)) = (function, body) {
            self.define(function, body, span);
        }
        self.close_table();
    }

    /// Returns whether a builtin function takes exactly these parameters, by a generic type or not.
    fn repeats_builtin(&self, function: Symbol) -> bool {
        let Some(builtin) = self.scope.function(self.program.symbol_name(function)) else {
            return false;
        };
        let types: Vec<Type> = self.program.parameter_types(function).map(|ty| ty.meaning).collect();
        builtin.overloads.iter().any(|overload| {
            let settled = self.program.types.settle(overload, &types);
            settled.is_some_and(|settled| settled.parameters == types)
        })
    }

    fn define(&mut self, function: Symbol, body: Stmt, span: Span) {
        // A prototype directly before its definition is redundant.
        if let Some(&Element::Prototype(last)) = self.program.elements.last()
            && last == function
        {
            self.program.elements.pop();
        }
        let SymbolKind::Function(data) = &self.program.symbols[function].kind else {
            return;
        };
        let (result, is_main) = (data.result, data.is_main);
        let parameters = data.parameters.clone();
        // Builtin functions cannot be redefined: a file refers to them by name.
        let is_builtin = data.builtin.is_some() && self.declarations.adopting != Some(function);
        let is_builtin = is_builtin || self.is_current() && self.repeats_builtin(function);
        let SymbolKind::Function(data) = &self.program.symbols[function].kind else {
            return;
        };
        if is_builtin || data.body.is_some() {
            let description = self.describe_function(function);
            let found = if is_builtin {
                format!("found a definition of `{description}`, which is a builtin function")
            } else {
                format!("found a definition of `{description}`, which has one")
            };
            self.report(&DEFINED_TWICE, span, found).help("change its parameters or name");
            return;
        }
        let is_vertex_main = is_main && self.options.kind == ProgramKind::VERTEX && !self.is_builtin;
        // Imported builtin functions and `main` of vertex programs are changed later, so they are counted then.
        let counts = self.declarations.adopting.is_none() && !is_vertex_main;
        let mut usage = if counts { std::mem::take(&mut self.usage) } else { Usage::default() };
        usage.reserve(self.program.symbols.len());
        let mut finisher = Finisher {
            builder: self,
            usage,
            result,
            is_vertex_main,
            breakable: 0,
            continuable: smallvec![0],
            has_misplaced_jumps: false,
            slots: 0,
        };
        // In version 8 parameters take no room.
        if finisher.builder.is_current() {
            for &parameter in &parameters {
                finisher.count_slots(parameter);
            }
        }
        let _ = finisher.statement(body);
        let has_misplaced_jumps = finisher.has_misplaced_jumps;
        let usage = finisher.usage;
        if counts {
            self.usage = usage;
        }
        if is_vertex_main {
            self.adjust_position(body);
            self.may_be_unreachable = true;
            self.usage.add_statement(&self.program, body, 1);
        }
        // With a misplaced jump the control flow is unknown.
        if !has_misplaced_jumps && !self.is_poison(result) && self.can_exit_without_returning(function, body)
        {
            let declared = self.program.symbols[function].span;
            let name = self.program.symbol_name(function).to_owned();
            let message = format!("found a path through `{name}` that returns no value");
            self.report(&MISSING_RETURN, declared, message).help("return a value at the end");
        }
        if let SymbolKind::Function(data) = &mut self.program.symbols[function].kind {
            data.body = Some(body);
        }
        // The symbol has the position of its first declaration, so the position of the definition is stored here.
        self.program.statements[body].span = span;
        self.program.elements.push(Element::Function { declaration: function, body });
    }
}

/// Traverses a finished body once, in the order that determines which builtin function is imported first, and counts
/// uses. Recursion is bounded by the depth that the parser accepts.
pub(super) struct Finisher<'b, 's> {
    pub(super) builder: &'b mut Builder<'s>,
    usage: Usage,
    pub(super) result: Ty,
    pub(super) is_vertex_main: bool,
    /// Number of enclosing loops and switches.
    pub(super) breakable: u32,
    /// Number of enclosing loops, for each enclosing switch.
    pub(super) continuable: SmallVec<[u32; 4]>,
    /// Some `break` or `continue` has no target.
    pub(super) has_misplaced_jumps: bool,
    slots: u64,
}

impl Finisher<'_, '_> {
    /// Visits a statement; returns true if the statements after it may be unreachable.
    fn statement(&mut self, statement: Stmt) -> bool {
        let kind = self.builder.program.statements[statement].kind;
        match kind {
            StatementKind::Block { statements, .. } => {
                let mut leaves = false;
                for at in 0..statements.len() {
                    if let Some(&inner) = self.builder.program.statement_lists.get(statements).get(at) {
                        self.builder.may_be_unreachable |= leaves;
                        leaves |= self.statement(inner);
                    }
                }
                return leaves;
            }
            StatementKind::Break => {
                self.check_break(statement);
                return true;
            }
            StatementKind::Continue => {
                self.check_continue(statement);
                return true;
            }
            StatementKind::Do { body, test } => {
                self.expression(test);
                return self.loop_body(|finisher| finisher.statement(body));
            }
            StatementKind::Expression(expression) => self.expression(expression),
            StatementKind::For { init, test, next, body, .. } => self.loop_body(|finisher| {
                if let Some(init) = init {
                    finisher.statement(init);
                }
                for expression in [test, next].into_iter().flatten() {
                    finisher.expression(expression);
                }
                let _ = finisher.statement(body);
            }),
            StatementKind::If { test, if_true, if_false, .. } => {
                self.expression(test);
                let leaves = self.statement(if_true);
                return if_false.is_some_and(|if_false| self.statement(if_false)) && leaves;
            }
            StatementKind::Return(value) => {
                if let Some(value) = self.check_return(statement, value) {
                    self.expression(value);
                }
                return true;
            }
            StatementKind::Switch { value, cases, .. } => {
                self.breakable += 1;
                self.continuable.push(0);
                self.expression(value);
                for at in 0..cases.len() {
                    if let Some(&case) = self.builder.program.statement_lists.get(cases).get(at) {
                        self.statement(case);
                    }
                }
                self.continuable.pop();
                self.breakable -= 1;
            }
            StatementKind::SwitchCase { statement, .. } => {
                self.statement(statement);
            }
            StatementKind::VarDeclaration { variable, value, .. } => {
                self.count_slots(variable);
                self.usage.add_declaration(variable, value.is_some(), 1);
                if let Some(value) = value {
                    self.expression(value);
                }
            }
            StatementKind::Discard => return true,
            StatementKind::InlineMarker(_) | StatementKind::Nop => {}
        }
        false
    }

    fn loop_body<R>(&mut self, body: impl FnOnce(&mut Self) -> R) -> R {
        self.breakable += 1;
        if let Some(loops) = self.continuable.last_mut() {
            *loops += 1;
        }
        let found = body(self);
        if let Some(loops) = self.continuable.last_mut() {
            *loops -= 1;
        }
        self.breakable -= 1;
        found
    }

    fn expression(&mut self, expression: Expr) {
        let program = &self.builder.program;
        match program.kind_of(expression) {
            ExpressionKind::Binary { left, right, .. } => {
                self.expression(left);
                self.expression(right);
            }
            ExpressionKind::FunctionCall { function, arguments } => {
                self.usage.add_calls(function, 1);
                self.builder.note_call(function);
                self.expressions(arguments);
            }
            ExpressionKind::ChildCall { arguments, .. } | ExpressionKind::Constructor { arguments, .. } => {
                self.expressions(arguments);
            }
            ExpressionKind::FieldAccess { base, .. } | ExpressionKind::Swizzle { base, .. } => {
                self.expression(base);
            }
            ExpressionKind::Index { base, index } => {
                self.expression(base);
                self.expression(index);
            }
            ExpressionKind::Postfix { operand, .. } | ExpressionKind::Prefix { operand, .. } => {
                self.expression(operand);
            }
            ExpressionKind::Ternary { test, if_true, if_false } => {
                self.expression(test);
                self.expression(if_true);
                self.expression(if_false);
            }
            ExpressionKind::FunctionReference(_)
            | ExpressionKind::Literal(_)
            | ExpressionKind::MethodReference(_)
            | ExpressionKind::Poison
            | ExpressionKind::Setting(_)
            | ExpressionKind::TypeReference(_) => {}
            ExpressionKind::VariableReference { variable, kind } => {
                self.usage.add_reference(variable, kind, 1);
            }
        }
    }

    fn expressions(&mut self, list: crate::ir::arena::List<Expr>) {
        for at in 0..list.len() {
            if let Some(&expression) = self.builder.program.expression_lists.get(list).get(at) {
                self.expression(expression);
            }
        }
    }

    fn count_slots(&mut self, variable: Symbol) {
        let ty = self.builder.variable_type(variable);
        let before = self.slots;
        self.slots = before.saturating_add(self.builder.program.types.slots(ty.meaning));
        if before < MAX_SLOTS && self.slots >= MAX_SLOTS {
            let span = self.builder.program.symbols[variable].span;
            let name = self.builder.program.symbol_name(variable).to_owned();
            let slots = self.slots;
            let message = format!(
                "found {slots} scalars in the variables up to `{name}`, expected fewer than {MAX_SLOTS}"
            );
            self.builder.report(&STACK_SIZE, span, message).help("use smaller arrays");
        }
    }
}
