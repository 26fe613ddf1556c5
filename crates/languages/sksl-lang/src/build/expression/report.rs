//! Findings about operands: what is said once, and where.

use glassbox_core::diagnostic::Rule;
use glassbox_core::span::Span;
use glassbox_sksl::builtin::Type;

use crate::build::{Builder, has_line};
use crate::ir::expression::{Expr, ExpressionKind};
use crate::ir::ty::{Spelling, Ty};
use crate::rules::expression as rules;

/// Longer parts of a source are not repeated in help.
const LONGEST_QUOTE: usize = 40;

impl Builder<'_> {
    /// Reports a finding with a way to fix it.
    pub(super) fn wrong(
        &mut self,
        rule: &'static Rule,
        span: Span,
        message: impl Into<String>,
        help: impl Into<String>,
    ) {
        self.report(rule, span, message).help(help);
    }

    /// The precise place of a finding when it begins on the line on which the other part does, else all from there: findings
    /// are on the line of the expression that they are about.
    pub(super) fn on_line(&self, anchor: Span, precise: Span) -> Span {
        let (first, last) = (anchor.start.min(precise.start), anchor.start.max(precise.start));
        match has_line(self.text, first, last) {
            false => precise,
            true if precise.start < anchor.start => anchor,
            true => anchor.to(precise),
        }
    }

    /// Where a construct stands that begins with an operand: from the line on which that begins. An operand that was folded
    /// may be the value of a constant, which stands where the constant is declared; then that is the place.
    pub(super) fn anchored(&self, operand: Expr, span: Span) -> Span {
        let at = self.program.span_of(operand);
        if at.start < span.start || at.end > span.end {
            return at;
        }
        match at.start > span.start && has_line(self.text, span.start, at.start) {
            true => Span::new(at.start, span.end),
            false => span,
        }
    }

    /// The source of an expression for help, where it is short enough to be read there.
    pub(super) fn short_text(&self, span: Span) -> Option<&str> {
        let text = span.of(self.text);
        (!text.is_empty() && text.len() <= LONGEST_QUOTE && !text.contains('\n')).then_some(text)
    }

    /// Whether something was said about an expression already.
    pub(super) fn is_poisoned(&self, expression: Expr) -> bool {
        let node = &self.program.expressions[expression];
        node.ty.meaning == Type::Invalid && !node.kind.is_incomplete()
    }

    /// Whether nothing more is to be said of a construct, because of one of its operands. An operand that has no value is
    /// reported here.
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

    /// Whether an expression has a value. A function, a method or a type that is not called has none, which is reported.
    pub(crate) fn is_complete(&mut self, expression: Expr) -> bool {
        let incomplete = self.program.kind_of(expression).is_incomplete();
        if incomplete {
            self.report_incomplete(expression, self.program.span_of(expression));
        }
        !incomplete
    }

    fn report_incomplete(&mut self, expression: Expr, place: Span) {
        let (message, help) = match self.program.kind_of(expression) {
            ExpressionKind::FunctionReference(function) => {
                let name = self.program.symbol_name(function);
                (
                    format!("the function `{name}` stands here without being called"),
                    format!("call it: `{name}(…)`"),
                )
            }
            ExpressionKind::MethodReference(base) => {
                let base = self.program.span_of(base).of(self.text);
                (
                    format!("the method `{base}.eval` stands here without being called"),
                    format!("call it: `{base}.eval(…)`"),
                )
            }
            ExpressionKind::TypeReference(ty) if ty.meaning != Type::Invalid => {
                let name = self.program.type_name(ty);
                (
                    format!("the type `{name}` stands where a value is expected"),
                    format!("make a value of it: `{name}(…)`"),
                )
            }
            _ => (
                "`sk_Caps` stands where a value is expected".to_owned(),
                "name one of its fields: `sk_Caps.integerSupport`".to_owned(),
            ),
        };
        self.wrong(&rules::INCOMPLETE, place, message, help);
    }

    /// A type as findings show it: types of literals are what the literals become.
    pub(super) fn shown(&self, ty: Ty) -> String {
        match ty.spelling {
            Spelling::Own => self.program.types.name(ty.meaning.settled()).into_owned(),
            _ => self.program.type_name(ty),
        }
    }

    /// The type of an expression as findings show it.
    pub(super) fn shown_of(&self, expression: Expr) -> String {
        self.shown(self.program.ty_of(expression))
    }

    /// The types of arguments as findings show them.
    pub(super) fn shown_list(&self, arguments: &[Expr]) -> String {
        let types: Vec<String> = arguments
            .iter()
            .map(|&argument| self.shown_of(argument))
            .collect();
        types.join(", ")
    }
}
