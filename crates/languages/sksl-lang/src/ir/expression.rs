//! Expressions of a typed program.

use glassbox_core::span::Span;
use glassbox_sksl::raw::{Operator, OwnerKind, RefKind};

use super::arena::{List, number};
use super::symbol::Symbol;
use super::ty::Ty;

number! {
    /// Index of an expression.
    Expr
}

/// Expression with its type.
#[derive(Clone, Copy, Debug)]
pub struct ExpressionNode {
    /// Operation and operands.
    pub kind: ExpressionKind,
    /// Type of the value; meaningless for kinds without a value.
    pub ty: Ty,
    /// Range in the source.
    pub span: Span,
}

/// Constructors of the binary format.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Constructor {
    /// Array from its elements.
    Array,
    /// Array from another array, each element cast.
    ArrayCast,
    /// Vector or matrix from scalars and vectors, by component.
    Compound,
    /// Vector or matrix from one of the same shape, each component cast.
    CompoundCast,
    /// Matrix with a scalar on its diagonal and 0 elsewhere.
    DiagonalMatrix,
    /// Matrix from one of another shape; added components are those of the identity matrix.
    MatrixResize,
    /// Scalar from another scalar.
    ScalarCast,
    /// Vector from one scalar.
    Splat,
    /// Struct from its fields.
    Struct,
}

/// 1 to 4 components of a swizzle, each 0 to 3.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Components {
    items: [u8; 4],
    len: u8,
}

impl Components {
    /// Stores the components; those after the fourth are ignored.
    pub fn new(components: &[u8]) -> Components {
        let mut items = [0; 4];
        for (item, &component) in items.iter_mut().zip(components) {
            *item = component;
        }
        Components { items, len: components.len().min(4) as u8 }
    }

    /// Stores the first `len` components; the others must be 0.
    pub(crate) fn first(items: [u8; 4], len: usize) -> Components {
        Components { items, len: len.min(4) as u8 }
    }

    /// Components, in order.
    pub fn get(&self) -> &[u8] {
        &self.items[..usize::from(self.len)]
    }
}

/// Kinds of expressions.
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
    /// Call of a child of the effect: `child.eval(…)`.
    ChildCall {
        /// Variable of the child.
        child: Symbol,
        /// Arguments.
        arguments: List<Expr>,
    },
    /// Constructor.
    Constructor {
        /// Kind of constructor.
        kind: Constructor,
        /// Arguments.
        arguments: List<Expr>,
    },
    /// Field of a struct.
    FieldAccess {
        /// Struct.
        base: Expr,
        /// Index of the field.
        index: u32,
        /// Kind of the base: struct or anonymous interface block.
        owner: OwnerKind,
    },
    /// Function call.
    FunctionCall {
        /// Called function.
        function: Symbol,
        /// Arguments.
        arguments: List<Expr>,
    },
    /// Function name without a call: a function or an overload set. Has no value.
    FunctionReference(Symbol),
    /// Element of a vector, matrix or array.
    Index {
        /// Vector, matrix or array.
        base: Expr,
        /// Index.
        index: Expr,
    },
    /// Number or boolean of the expression's type. Booleans are 0 and 1, integers are exact, floats are
    /// single-precision values.
    Literal(f64),
    /// Method name without a call: `child.eval`. Has no value.
    MethodReference(Expr),
    /// Result of an error; suppresses further findings.
    Poison,
    /// `operand++` and `operand--`
    Postfix {
        /// Operator.
        operator: Operator,
        /// Operand.
        operand: Expr,
    },
    /// Prefix operator.
    Prefix {
        /// Operator.
        operator: Operator,
        /// Operand.
        operand: Expr,
    },
    /// `sk_Caps.name`, as an index into the list of capabilities.
    Setting(u8),
    /// Components of a vector.
    Swizzle {
        /// Vector.
        base: Expr,
        /// Selected components.
        components: Components,
    },
    /// `test ? if_true : if_false`
    Ternary {
        /// Condition.
        test: Expr,
        /// Value if true.
        if_true: Expr,
        /// Value if false.
        if_false: Expr,
    },
    /// Type name without a call. Has no value.
    TypeReference(Ty),
    /// Variable.
    VariableReference {
        /// Symbol of the variable.
        variable: Symbol,
        /// Read, write or both.
        kind: RefKind,
    },
}

impl ExpressionKind {
    /// Returns whether the expression has no value: a function, method or type name without a call.
    pub fn is_incomplete(&self) -> bool {
        matches!(
            self,
            ExpressionKind::FunctionReference(_)
                | ExpressionKind::MethodReference(_)
                | ExpressionKind::TypeReference(_)
        )
    }
}
