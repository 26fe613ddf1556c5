//! Expressions.

use glassbox_core::span::Span;
use glassbox_sksl::raw::{Operator, OwnerKind, RefKind};

use super::arena::{List, number};
use super::symbol::Symbol;
use super::ty::Ty;

number! {
    /// An expression.
    Expr
}

/// An expression with its type.
#[derive(Clone, Copy, Debug)]
pub struct ExpressionNode {
    /// What it is.
    pub kind: ExpressionKind,
    /// Type of its value; meaningless for the kinds that have no value.
    pub ty: Ty,
    /// Where it stands in the source.
    pub span: Span,
}

/// The constructors of the binary format.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Constructor {
    /// An array of as many elements.
    Array,
    /// An array made of another one, each element cast.
    ArrayCast,
    /// A vector or matrix made of scalars and vectors, slot by slot.
    Compound,
    /// A vector or matrix made of one of the same shape, each component cast.
    CompoundCast,
    /// A matrix with a scalar in its diagonal and 0 elsewhere.
    DiagonalMatrix,
    /// A matrix made of one of another shape; what is new is of the identity.
    MatrixResize,
    /// A scalar made of another one.
    ScalarCast,
    /// A vector of one scalar.
    Splat,
    /// A struct of its fields.
    Struct,
}

/// 1 to 4 components of a swizzle, each 0 to 3.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Components {
    items: [u8; 4],
    len: u8,
}

impl Components {
    /// The components; those behind the fourth are left out.
    pub fn new(components: &[u8]) -> Components {
        let mut items = [0; 4];
        for (item, &component) in items.iter_mut().zip(components) {
            *item = component;
        }
        Components {
            items,
            len: components.len().min(4) as u8,
        }
    }

    /// The components, in order.
    pub fn get(&self) -> &[u8] {
        &self.items[..usize::from(self.len)]
    }
}

/// The kinds of expressions.
#[derive(Clone, Copy, Debug)]
pub enum ExpressionKind {
    /// `left operator right`
    Binary {
        /// Left operand.
        left: Expr,
        /// Operator.
        operator: Operator,
        /// Right operand.
        right: Expr,
    },
    /// A call of a child of the effect: `child.eval(…)`.
    ChildCall {
        /// The child's variable.
        child: Symbol,
        /// Arguments.
        arguments: List<Expr>,
    },
    /// A constructor.
    Constructor {
        /// Which.
        kind: Constructor,
        /// Arguments.
        arguments: List<Expr>,
    },
    /// A field of a struct.
    FieldAccess {
        /// The struct.
        base: Expr,
        /// Number of the field.
        index: u32,
        /// What the base is.
        owner: OwnerKind,
    },
    /// A call of a function.
    FunctionCall {
        /// The function.
        function: Symbol,
        /// Arguments.
        arguments: List<Expr>,
    },
    /// A function that is not called yet: its symbol, or that of a set. It has no value.
    FunctionReference(Symbol),
    /// An element of a vector, matrix or array.
    Index {
        /// Vector, matrix or array.
        base: Expr,
        /// Index.
        index: Expr,
    },
    /// A number or truth value, of the type of the expression. Truth values are 0 and 1, integers are exact, floats are
    /// values of the single-precision type.
    Literal(f64),
    /// A method that is not called yet: `child.eval`. It has no value.
    MethodReference(Expr),
    /// What an error left behind; nothing is reported about it again.
    Poison,
    /// `operand++` and `operand--`
    Postfix {
        /// Operator.
        operator: Operator,
        /// Operand.
        operand: Expr,
    },
    /// A prefix operator.
    Prefix {
        /// Operator.
        operator: Operator,
        /// Operand.
        operand: Expr,
    },
    /// `sk_Caps.name`, by its place among the capabilities.
    Setting(u8),
    /// Components of a vector.
    Swizzle {
        /// The vector.
        base: Expr,
        /// Which.
        components: Components,
    },
    /// `test ? if_true : if_false`
    Ternary {
        /// Condition.
        test: Expr,
        /// Value when it holds.
        if_true: Expr,
        /// Value when it does not.
        if_false: Expr,
    },
    /// A type that is not called yet. It has no value.
    TypeReference(Ty),
    /// A variable.
    VariableReference {
        /// The variable.
        variable: Symbol,
        /// What is done with it.
        kind: RefKind,
    },
}

impl ExpressionKind {
    /// Whether it has no value by itself: a function, method or type that is not called.
    pub fn is_incomplete(&self) -> bool {
        matches!(
            self,
            ExpressionKind::FunctionReference(_)
                | ExpressionKind::MethodReference(_)
                | ExpressionKind::TypeReference(_)
        )
    }
}
