//! Bodies of functions: the scope of the parameters, and what is looked at when the end has been read.
//!
//! A body is looked at as it is by then: what was left out of it on the way, because a condition was constant, is not.

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
use crate::rules::declaration::{DEFINED_TWICE, INVALID_TYPE, MISSING_RETURN};
use crate::rules::statement::{
    BREAK_PLACE, CONTINUE_IN_SWITCH, CONTINUE_PLACE, NO_VALUE, STACK_SIZE, VALUE_FROM_VOID, VERTEX_RETURN,
};
use smallvec::{SmallVec, smallvec};

/// How many scalars the variables of a function, or of all globals, may have together.
pub(crate) const MAX_SLOTS: u64 = 100_000;

impl Builder<'_> {
    /// Opens the scope of a function's parameters, in which its body stands. `None` stands for a declaration that is wrong:
    /// its parameters are found all the same, so that nothing is said about their names.
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

    /// Closes the scope that [`Builder::begin_body`] opened, and defines the function by the body, which is `None` where
    /// reading it failed.
    pub(crate) fn end_body(&mut self, function: Option<Symbol>, body: Option<Stmt>, span: Span) {
        if let (Some(function), Some(body)) = (function, body) {
            self.define(function, body, span);
        }
        self.close_table();
    }

    fn define(&mut self, function: Symbol, body: Stmt, span: Span) {
        // A prototype directly in front of its definition says nothing.
        if let Some(&Element::Prototype(last)) = self.program.elements.last()
            && last == function
        {
            self.program.elements.pop();
        }
        let SymbolKind::Function(data) = &self.program.symbols[function].kind else {
            return;
        };
        let (result, is_main) = (data.result, data.is_main);
        // A file can hold no other definition of a builtin function: it names these.
        let is_builtin = data.builtin.is_some() && self.declarations.adopting != Some(function);
        if is_builtin || data.body.is_some() {
            let description = self.describe_function(function);
            let found = match is_builtin {
                true => format!("found a definition of `{description}`, which is a builtin function"),
                false => format!("found a definition of `{description}`, which has one"),
            };
            let finding = self
                .finding(&DEFINED_TWICE, span, found)
                .help("change its parameters or name");
            return self.report(finding);
        }
        let is_vertex_main = is_main && self.options.kind == ProgramKind::VERTEX && !self.is_builtin;
        // Functions that the program takes along change later, and so does the main of vertex programs.
        let counts = self.declarations.adopting.is_none() && !is_vertex_main;
        let mut usage = match counts {
            true => std::mem::take(&mut self.usage),
            false => Usage::default(),
        };
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
        finisher.statement(body);
        let has_misplaced_jumps = finisher.has_misplaced_jumps;
        let usage = finisher.usage;
        if counts {
            self.usage = usage;
        }
        if is_vertex_main {
            self.adjust_position(body);
            self.usage.add_statement(&self.program, body, 1);
        }
        // Where a jump leads nowhere, nobody knows which way the function goes.
        if !has_misplaced_jumps && !self.is_poison(result) && self.can_exit_without_returning(function, body)
        {
            let declared = self.program.symbols[function].span;
            let name = self.program.symbol_name(function).to_owned();
            let finding = self
                .finding(
                    &MISSING_RETURN,
                    declared,
                    format!("found a way through `{name}` that returns no value"),
                )
                .help("return a value at the end");
            self.report(finding);
        }
        if let SymbolKind::Function(data) = &mut self.program.symbols[function].kind {
            data.body = Some(body);
        }
        // The name in a definition is kept nowhere else: the function has the place of its first declaration.
        self.program.statements[body].span = span;
        self.program.elements.push(Element::Function {
            declaration: function,
            body,
        });
    }
}

/// Goes through a body once, in the order that decides which builtin function is called first, and counts what it uses. Its
/// depth is that of the parser.
struct Finisher<'b, 's> {
    builder: &'b mut Builder<'s>,
    usage: Usage,
    result: Ty,
    is_vertex_main: bool,
    /// Loops and switches around.
    breakable: u32,
    /// Loops around, inside each switch around.
    continuable: SmallVec<[u32; 4]>,
    /// Whether a jump has nothing that it could leave.
    has_misplaced_jumps: bool,
    slots: u64,
}

impl Finisher<'_, '_> {
    fn statement(&mut self, statement: Stmt) {
        let kind = self.builder.program.statements[statement].kind;
        match kind {
            StatementKind::Block { statements, .. } => {
                for at in 0..statements.len() {
                    if let Some(&inner) = self.builder.program.statement_lists.get(statements).get(at) {
                        self.statement(inner);
                    }
                }
            }
            StatementKind::Break => self.check_break(statement),
            StatementKind::Continue => self.check_continue(statement),
            StatementKind::Do { body, test } => {
                self.expression(test);
                self.loop_body(|finisher| finisher.statement(body));
            }
            StatementKind::Expression(expression) => self.expression(expression),
            StatementKind::For {
                init,
                test,
                next,
                body,
                ..
            } => self.loop_body(|finisher| {
                if let Some(init) = init {
                    finisher.statement(init);
                }
                for expression in [test, next].into_iter().flatten() {
                    finisher.expression(expression);
                }
                finisher.statement(body);
            }),
            StatementKind::If {
                test,
                if_true,
                if_false,
                ..
            } => {
                self.expression(test);
                self.statement(if_true);
                if let Some(if_false) = if_false {
                    self.statement(if_false);
                }
            }
            StatementKind::Return(value) => {
                if let Some(value) = self.check_return(statement, value) {
                    self.expression(value);
                }
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
            StatementKind::SwitchCase { statement, .. } => self.statement(statement),
            StatementKind::VarDeclaration { variable, value, .. } => {
                self.count_slots(variable);
                self.usage.add_declaration(variable, value.is_some(), 1);
                if let Some(value) = value {
                    self.expression(value);
                }
            }
            StatementKind::Discard | StatementKind::InlineMarker(_) | StatementKind::Nop => {}
        }
    }

    fn loop_body(&mut self, body: impl FnOnce(&mut Self)) {
        self.breakable += 1;
        if let Some(loops) = self.continuable.last_mut() {
            *loops += 1;
        }
        body(self);
        if let Some(loops) = self.continuable.last_mut() {
            *loops -= 1;
        }
        self.breakable -= 1;
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
                self.expression(base)
            }
            ExpressionKind::Index { base, index } => {
                self.expression(base);
                self.expression(index);
            }
            ExpressionKind::Postfix { operand, .. } | ExpressionKind::Prefix { operand, .. } => {
                self.expression(operand);
            }
            ExpressionKind::Ternary {
                test,
                if_true,
                if_false,
            } => {
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
            let finding = self
                .builder
                .finding(
                    &STACK_SIZE,
                    span,
                    format!("found {slots} scalars in the variables up to `{name}`, expected fewer than {MAX_SLOTS}"),
                )
                .help("use smaller arrays");
            self.builder.report(finding);
        }
    }

    /// Checks a `return` and converts its value, which it gives back.
    fn check_return(&mut self, statement: Stmt, value: Option<Expr>) -> Option<Expr> {
        let builder = &mut *self.builder;
        let span = builder.program.statements[statement].span;
        if self.is_vertex_main {
            let finding = builder
                .finding(
                    &VERTEX_RETURN,
                    span,
                    "found `return` in the main of a vertex program",
                )
                .help("put what follows into an `if`, or the work into another function");
            builder.report(finding);
        }
        if builder.is_poison(self.result) {
            return value;
        }
        if let (Type::Invalid, Some(value)) = (self.result.meaning, value) {
            let name = builder.program.type_name(self.result);
            let place = builder.near(builder.program.span_of(value), span);
            let finding = builder
                .finding(
                    &INVALID_TYPE,
                    place,
                    format!("expected a value of type `{name}`, which this kind of program does not have"),
                )
                .help("return a type that runtime effects have");
            builder.report(finding);
            return None;
        }
        let returned = match (value, self.result.meaning.is_void()) {
            (None, true) => return None,
            (Some(value), false) => builder.coerce(value, self.result),
            (Some(value), true) => {
                let place = builder.program.span_of(value);
                let place = builder.near(place, span);
                let finding = builder
                    .finding(
                        &VALUE_FROM_VOID,
                        place,
                        "found a value, expected none: the function is `void`",
                    )
                    .help("remove the value, or declare the function with its type");
                builder.report(finding);
                None
            }
            (None, false) => {
                let name = builder.program.type_name(self.result);
                let finding = builder
                    .finding(
                        &NO_VALUE,
                        span,
                        format!("expected a value of type `{name}` behind `return`"),
                    )
                    .help("return a value, or declare the function as `void`");
                builder.report(finding);
                None
            }
        };
        builder.program.statements[statement].kind = StatementKind::Return(returned);
        returned
    }

    fn check_break(&mut self, statement: Stmt) {
        if self.breakable > 0 {
            return;
        }
        self.has_misplaced_jumps = true;
        let span = self.builder.program.statements[statement].span;
        let finding = self
            .builder
            .finding(&BREAK_PLACE, span, "found `break` outside of loops and switches")
            .help("remove it, or use `return` to leave the function");
        self.builder.report(finding);
    }

    fn check_continue(&mut self, statement: Stmt) {
        if self.continuable.last().is_some_and(|&loops| loops > 0) {
            return;
        }
        self.has_misplaced_jumps = true;
        let span = self.builder.program.statements[statement].span;
        let finding = match self.continuable.iter().any(|&loops| loops > 0) {
            true => self
                .builder
                .finding(
                    &CONTINUE_IN_SWITCH,
                    span,
                    "found `continue` in a switch, which it cannot leave",
                )
                .help("note the decision in a variable and test it behind the switch"),
            false => self
                .builder
                .finding(&CONTINUE_PLACE, span, "found `continue` outside of loops")
                .help("remove it"),
        };
        self.builder.report(finding);
    }
}
