//! Constants behind names: what a `const` variable stands for.

use glassbox_sksl::builtin::Type;
use glassbox_sksl::raw::{ModifierFlags, RefKind};

use crate::build::Builder;
use crate::ir::expression::{Constructor, Expr, ExpressionKind};
use crate::ir::statement::StatementKind;
use crate::ir::symbol::{Symbol, SymbolKind};

/// How many nodes are copied because constants stand for variables: more than any program that was written by hand needs, and
/// few enough that a small text cannot fill the memory.
const MOST_COPIED: usize = 1 << 20;

impl Builder<'_> {
    /// The compile-time constant that a read of a `const` variable stands for, or the expression itself. The constant belongs
    /// to the variable's declaration; who puts it elsewhere copies it.
    #[inline]
    pub(crate) fn constant_value(&self, expression: Expr) -> Expr {
        match self.program.kind_of(expression) {
            ExpressionKind::VariableReference { .. } => self.variable_value(expression),
            _ => expression,
        }
    }

    fn variable_value(&self, expression: Expr) -> Expr {
        let mut at = expression;
        // A file may declare variables whose values are each other, so the way is not longer than there are variables.
        for _ in 0..self.program.symbols.len() {
            let ExpressionKind::VariableReference {
                variable,
                kind: RefKind::READ,
            } = self.program.kind_of(at)
            else {
                break;
            };
            let Some(value) = self.const_initializer(variable) else {
                break;
            };
            if self.is_constant_initializer(value) {
                return value;
            }
            at = value;
        }
        expression
    }

    /// A copy of the value, unless it is the expression that it came from. A program that names a long array often enough
    /// keeps the name from then on, which means the same.
    pub(crate) fn own_constant(&mut self, value: Expr, from: Expr) -> Expr {
        if value == from || !self.may_copy() {
            return from;
        }
        self.counted_copy(value)
    }

    /// Whether expressions may still be put in several places. What is put in two places may itself hold something twice, so
    /// that a text of few lines can ask for any number of copies.
    pub(crate) fn may_copy(&self) -> bool {
        self.copied_nodes <= MOST_COPIED
    }

    /// A copy that counts.
    pub(crate) fn counted_copy(&mut self, expression: Expr) -> Expr {
        let before = self.program.expressions.len();
        let copy = self.copy_expression(expression);
        self.copied_nodes += self.program.expressions.len() - before;
        copy
    }

    /// What a `const` variable was initialised with. Parameters may be `const` without that.
    fn const_initializer(&self, variable: Symbol) -> Option<Expr> {
        let SymbolKind::Variable(data) = &self.program.symbols[variable].kind else {
            return None;
        };
        if !data.modifiers.has(ModifierFlags::CONST) {
            return None;
        }
        match self.program.statements[data.declaration?].kind {
            StatementKind::VarDeclaration { value, .. } => value,
            _ => None,
        }
    }

    /// Whether the initial value of a variable is a [constant](Builder::is_compile_time_constant). Of a long array, which the
    /// program may name as often as it has elements, this is worked out once.
    fn is_constant_initializer(&self, value: Expr) -> bool {
        let ExpressionKind::Constructor { .. } = self.program.kind_of(value) else {
            return self.is_compile_time_constant(value);
        };
        if let Some(&known) = self.constant_initializers.borrow().get(&value) {
            return known;
        }
        let is_constant = self.is_compile_time_constant(value);
        self.constant_initializers.borrow_mut().insert(value, is_constant);
        is_constant
    }

    /// Whether an expression is a constant as it stands: a literal, or a constructor of nothing but such. Casts are not: one
    /// of a constant would have become that constant.
    pub(crate) fn is_compile_time_constant(&self, expression: Expr) -> bool {
        match self.program.kind_of(expression) {
            ExpressionKind::Literal(_) => true,
            ExpressionKind::Constructor {
                kind: Constructor::ArrayCast | Constructor::CompoundCast | Constructor::ScalarCast,
                ..
            } => false,
            ExpressionKind::Constructor { arguments, .. } => {
                let arguments = self.program.expression_lists.get(arguments);
                arguments
                    .iter()
                    .all(|&argument| self.is_compile_time_constant(argument))
            }
            _ => false,
        }
    }

    /// The number or truth value of a constant scalar.
    pub(crate) fn constant_number(&self, expression: Expr) -> Option<f64> {
        match self.program.kind_of(self.constant_value(expression)) {
            ExpressionKind::Literal(value) => Some(value),
            _ => None,
        }
    }

    /// The value of a constant integer.
    pub(crate) fn constant_int(&self, expression: Expr) -> Option<i64> {
        let value = self.constant_value(expression);
        self.int_of_literal(value)
    }

    /// The value of an integer literal.
    pub(super) fn int_of_literal(&self, expression: Expr) -> Option<i64> {
        match self.program.kind_of(expression) {
            ExpressionKind::Literal(value) if self.type_of(expression).is_integer() => Some(value as i64),
            _ => None,
        }
    }

    /// What the type of an expression means.
    pub(super) fn type_of(&self, expression: Expr) -> Type {
        self.program.ty_of(expression).meaning
    }
}
