//! Values of `const` variables.

use glassbox_sksl::builtin::Type;
use glassbox_sksl::raw::{ModifierFlags, RefKind};

use crate::build::Builder;
use crate::ir::expression::{Constructor, Expr, ExpressionKind};
use crate::ir::statement::StatementKind;
use crate::ir::symbol::{Symbol, SymbolKind};

/// Maximum number of nodes copied by substituting constants: more than handwritten programs need, and small enough to
/// bound memory for hostile input.
const MOST_COPIED: usize = 1 << 20;

impl Builder<'_> {
    /// Compile-time constant that a read of a `const` variable yields, or the expression itself. The constant belongs
    /// to the variable's declaration and has to be copied for use elsewhere.
    #[inline]
    pub(crate) fn constant_value(&self, expression: Expr) -> Expr {
        match self.program.kind_of(expression) {
            ExpressionKind::VariableReference { .. } => self.variable_value(expression),
            _ => expression,
        }
    }

    fn variable_value(&self, expression: Expr) -> Expr {
        let mut at = expression;
        // A file may contain variables with circular values, so the chain is limited to the number of variables.
        for _ in 0..self.program.symbols.len() {
            let ExpressionKind::VariableReference { variable, kind: RefKind::READ } =
                self.program.kind_of(at)
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

    /// Returns a copy of `value` unless it is `from`. Beyond the limit of copies a program keeps the name, which is
    /// equivalent.
    pub(crate) fn own_constant(&mut self, value: Expr, from: Expr) -> Expr {
        if value == from || !self.may_copy() {
            return from;
        }
        self.counted_copy(value)
    }

    /// Returns whether the limit of copies has not been reached. Copies may themselves contain copies, so that a
    /// short source can request any number.
    pub(crate) fn may_copy(&self) -> bool {
        self.copied_nodes <= MOST_COPIED
    }

    /// Copies an expression and counts its nodes.
    pub(crate) fn counted_copy(&mut self, expression: Expr) -> Expr {
        let before = self.program.expressions.len();
        let copy = self.copy_expression(expression);
        self.copied_nodes += self.program.expressions.len() - before;
        copy
    }

    /// Initial value of a `const` variable. `const` parameters have none.
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

    /// Returns whether the initial value of a variable is a [compile-time constant](Builder::is_compile_time_constant).
    /// Cached, since a program may name a long array as often as it has elements.
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

    /// Returns whether an expression is a literal or a constructor of compile-time constants. Casts are not: a cast
    /// of a constant has been folded.
    pub(crate) fn is_compile_time_constant(&self, expression: Expr) -> bool {
        match self.program.kind_of(expression) {
            ExpressionKind::Literal(_) => true,
            ExpressionKind::Constructor {
                kind: Constructor::ArrayCast | Constructor::CompoundCast | Constructor::ScalarCast,
                ..
            } => false,
            ExpressionKind::Constructor { arguments, .. } => {
                let arguments = self.program.expression_lists.get(arguments);
                arguments.iter().all(|&argument| self.is_compile_time_constant(argument))
            }
            _ => false,
        }
    }

    /// Value of a constant number or boolean.
    pub(crate) fn constant_number(&self, expression: Expr) -> Option<f64> {
        match self.program.kind_of(self.constant_value(expression)) {
            ExpressionKind::Literal(value) => Some(value),
            _ => None,
        }
    }

    /// Value of a constant integer.
    pub(crate) fn constant_int(&self, expression: Expr) -> Option<i64> {
        let value = self.constant_value(expression);
        self.int_of_literal(value)
    }

    /// Value of an integer literal.
    pub(super) fn int_of_literal(&self, expression: Expr) -> Option<i64> {
        match self.program.kind_of(expression) {
            ExpressionKind::Literal(value) if self.type_of(expression).is_integer() => Some(value as i64),
            _ => None,
        }
    }

    /// Type of an expression without its spelling.
    pub(super) fn type_of(&self, expression: Expr) -> Type {
        self.program.ty_of(expression).meaning
    }
}
