//! Checks of jumps: positions of `return`, `break` and `continue`, and types of returned values.

use glassbox_sksl::builtin::Type;

use super::body::Finisher;
use crate::ir::expression::Expr;
use crate::ir::statement::{StatementKind, Stmt};
use crate::rules::declaration::INVALID_TYPE;
use crate::rules::statement::{
    BREAK_PLACE, CONTINUE_IN_SWITCH, CONTINUE_PLACE, NO_VALUE, VALUE_FROM_VOID, VERTEX_RETURN,
};

impl Finisher<'_, '_> {
    /// Checks a `return` and returns its value, converted to the result type.
    pub(super) fn check_return(&mut self, statement: Stmt, value: Option<Expr>) -> Option<Expr> {
        let builder = &mut *self.builder;
        let span = builder.program.statements[statement].span;
        if self.is_vertex_main {
            let message = "found `return` in the main of a vertex program";
            builder
                .report(&VERTEX_RETURN, span, message)
                .help("put what follows into an `if`, or the work into another function");
        }
        if builder.is_poison(self.result) {
            return value;
        }
        if let (Type::Invalid, Some(value)) = (self.result.meaning, value) {
            let name = builder.program.type_name(self.result);
            let place = builder.near(builder.program.span_of(value), span);
            let message =
                format!("expected a value of type `{name}`, which this kind of program does not have");
            builder.report(&INVALID_TYPE, place, message).help("return a type that runtime effects have");
            return None;
        }
        let returned = match (value, self.result.meaning.is_void()) {
            (None, true) => return None,
            (Some(value), false) => builder.coerce(value, self.result),
            (Some(value), true) => {
                let place = builder.program.span_of(value);
                let place = builder.near(place, span);
                let message = "found a value, expected none: the function is `void`";
                builder
                    .report(&VALUE_FROM_VOID, place, message)
                    .help("remove the value, or declare the function with its type");
                None
            }
            (None, false) => {
                let name = builder.program.type_name(self.result);
                let message = format!("expected a value of type `{name}` after `return`");
                builder
                    .report(&NO_VALUE, span, message)
                    .help("return a value, or declare the function as `void`");
                None
            }
        };
        builder.program.statements[statement].kind = StatementKind::Return(returned);
        returned
    }

    pub(super) fn check_break(&mut self, statement: Stmt) {
        if self.breakable > 0 {
            return;
        }
        self.has_misplaced_jumps = true;
        let span = self.builder.program.statements[statement].span;
        self.builder
            .report(&BREAK_PLACE, span, "found `break` outside of loops and switches")
            .help("remove it, or use `return` to leave the function");
    }

    pub(super) fn check_continue(&mut self, statement: Stmt) {
        if self.continuable.last().is_some_and(|&loops| loops > 0) {
            return;
        }
        self.has_misplaced_jumps = true;
        let span = self.builder.program.statements[statement].span;
        if self.continuable.iter().any(|&loops| loops > 0) {
            let message = "found `continue` in a switch, which it cannot leave";
            self.builder
                .report(&CONTINUE_IN_SWITCH, span, message)
                .help("store the decision in a variable and test it after the switch");
        } else {
            self.builder.report(&CONTINUE_PLACE, span, "found `continue` outside of loops").help("remove it");
        }
    }
}
