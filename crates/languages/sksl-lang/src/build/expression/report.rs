//! Findings about operands: their ranges, and suppression of repeated ones.

use glassbox_core::diagnostic::Rule;
use glassbox_core::span::Span;
use glassbox_sksl::builtin::Type;

use crate::build::{Builder, has_line};
use crate::ir::expression::{Expr, ExpressionKind};
use crate::ir::ty::{Spelling, Ty};
use crate::rules::expression as rules;

/// Source texts longer than this, in bytes, are not quoted in help.
const LONGEST_QUOTE: usize = 40;

impl Builder<'_> {
    /// Reports a finding with help.
    pub(super) fn wrong(
        &mut self,
        rule: &'static Rule,
        span: Span,
        message: impl Into<String>,
        help: impl Into<String>,
    ) {
        self.report(rule, span, message).help(help);
    }

    /// Returns `precise` if it begins on the line of `anchor`, otherwise the range from `anchor` on: findings are
    /// reported on the line of their expression.
    pub(super) fn on_line(&self, anchor: Span, precise: Span) -> Span {
        let (first, last) = (anchor.start.min(precise.start), anchor.start.max(precise.start));
        match has_line(self.text, first, last) {
            false => precise,
            true if precise.start < anchor.start => anchor,
            true => anchor.to(precise),
        }
    }

    /// Range of a construct that begins with an operand, starting on the operand's line. A folded operand may be the
    /// value of a constant with the range of its declaration; then that range is returned.
    pub(super) fn anchored(&self, operand: Expr, span: Span) -> Span {
        let at = self.program.span_of(operand);
        if at.start < span.start || at.end > span.end {
            return at;
        }
        if at.start > span.start && has_line(self.text, span.start, at.start) {
            Span::new(at.start, span.end)
        } else {
            span
        }
    }

    /// Source text of an expression if it is short enough for help.
    pub(super) fn short_text(&self, span: Span) -> Option<&str> {
        let text = span.of(self.text);
        (!text.is_empty() && text.len() <= LONGEST_QUOTE && !text.contains('\n')).then_some(text)
    }

    /// Returns whether an expression results from a reported error.
    pub(super) fn is_poisoned(&self, expression: Expr) -> bool {
        let node = &self.program.expressions[expression];
        node.ty.meaning == Type::Invalid && !node.kind.is_incomplete()
    }

    /// Returns whether nothing more should be reported about a construct because of one of its operands. Reports
    /// operands without a value.
    pub(super) fn is_hopeless(&mut self, anchor: Span, operands: &[Expr]) -> bool {
        for &operand in operands {
            if self.program.kind_of(operand).is_incomplete() {
                let place = self.on_line(anchor, self.program.span_of(operand));
                self.report_incomplete(operand, place);
                return true;
            }
        }
        operands.iter().any(|&operand| self.is_poisoned(operand))
    }

    /// Returns whether an expression has a value. A function, method or type that is not called has none, which is
    /// reported.
    pub(crate) fn is_complete(&mut self, expression: Expr) -> bool {
        let incomplete = self.program.kind_of(expression).is_incomplete();
        if incomplete {
            self.report_incomplete(expression, self.program.span_of(expression));
        }
        !incomplete
    }

    fn report_incomplete(&mut self, expression: Expr, span: Span) {
        let (message, help) = match self.program.kind_of(expression) {
            ExpressionKind::FunctionReference(function) => {
                let name = self.program.symbol_name(function);
                (
                    format!("the function `{name}` is named here without being called"),
                    format!("call it: `{name}(…)`"),
                )
            }
            ExpressionKind::MethodReference(base) => {
                let base = self.program.span_of(base).of(self.text);
                (
                    format!("the method `{base}.eval` is named here without being called"),
                    format!("call it: `{base}.eval(…)`"),
                )
            }
            ExpressionKind::TypeReference(ty) if ty.meaning != Type::Invalid => {
                let name = self.program.type_name(ty);
                (
                    format!("the type `{name}` is used where a value is expected"),
                    format!("construct a value: `{name}(…)`"),
                )
            }
            _ => (
                "`sk_Caps` is used where a value is expected".to_owned(),
                "name one of its fields: `sk_Caps.integerSupport`".to_owned(),
            ),
        };
        self.wrong(&rules::INCOMPLETE, span, message, help);
    }

    /// Name of a type for findings: literal types are shown as the types that they become.
    pub(super) fn shown(&self, ty: Ty) -> String {
        match ty.spelling {
            Spelling::Own => self.program.types.name(ty.meaning.settled()).into_owned(),
            _ => self.program.type_name(ty),
        }
    }

    /// Name of the type of an expression for findings.
    pub(super) fn shown_of(&self, expression: Expr) -> String {
        self.shown(self.program.ty_of(expression))
    }

    /// Names of the types of arguments for findings.
    pub(super) fn shown_list(&self, arguments: &[Expr]) -> String {
        let types: Vec<String> = arguments.iter().map(|&argument| self.shown_of(argument)).collect();
        types.join(", ")
    }
}
