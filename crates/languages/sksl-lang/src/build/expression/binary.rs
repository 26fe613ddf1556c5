//! Binary operators: checks, conversion of operands, and simplification.

use glassbox_core::span::Span;
use glassbox_sksl::builtin::{Binary, Type};
use glassbox_sksl::raw::{Operator, RefKind};

use crate::build::Builder;
use crate::ir::expression::{Expr, ExpressionKind};
use crate::ir::ty::Ty;
use crate::rules::expression as rules;

/// Operand and result types of an operator, as spelt by the operands.
struct Operation {
    left: Ty,
    right: Ty,
    result: Ty,
}

impl Operation {
    fn uniform(ty: Ty) -> Operation {
        Operation { left: ty, right: ty, result: ty }
    }
}

impl Builder<'_> {
    /// Builds `left operator right`.
    pub(crate) fn binary(&mut self, left: Expr, operator: Operator, right: Expr, span: Span) -> Option<Expr> {
        let sort = Binary::of(operator)?;
        let (whole, span) = (span, self.anchored(left, span));
        if sort.is_assignment() {
            let kind = match operator {
                Operator::ASSIGN => RefKind::WRITE,
                _ => RefKind::READ_WRITE,
            };
            if !self.set_ref_kind(left, kind) {
                return None;
            }
        }
        let (left_type, right_type) = (self.program.ty_of(left), self.program.ty_of(right));
        let operation = match common_float(left_type, sort, right_type) {
            Some(ty) => Operation::uniform(ty),
            None => self.checked_operation(left, operator, right, span, whole)?,
        };
        let written = left;
        let left = self.coerce(left, operation.left);
        let right = self.coerce(right, operation.right);
        let (left, right) = (left?, right?);
        let span = if left == written { span } else { self.anchored(left, span) };
        Some(self.make_binary(left, operator, right, operation.result, span))
    }

    /// Types of an operation, if the program may use it.
    #[inline(never)]
    fn checked_operation(
        &mut self,
        left: Expr,
        operator: Operator,
        right: Expr,
        span: Span,
        whole: Span,
    ) -> Option<Operation> {
        let sort = Binary::of(operator)?;
        let Some(operation) = self.operation(left, sort, right) else {
            self.refuse_operands(left, operator, right, span, whole);
            return None;
        };
        if sort.is_assignment() && self.component(operation.left).meaning.is_opaque() {
            let message = format!("`{}` cannot be assigned", self.shown_of(left));
            let help = "call the child where it is needed; it cannot be kept in a variable";
            self.wrong(&rules::OPAQUE_ASSIGNMENT, span, message, help);
            return None;
        }
        if self.is_es2() && !self.is_es2_operation(operator, sort, operation.left, span) {
            return None;
        }
        if operator == Operator::COMMA && self.is_current() {
            for ty in [operation.left, operation.right] {
                if self.program.types.contains_array(ty.meaning) {
                    let message =
                        format!("`,` is used on a `{}`, which is or holds an array", self.shown(ty));
                    let help = "write two statements";
                    self.wrong(&rules::ES2_ARRAY, span, message, help);
                    return None;
                }
            }
        }
        Some(operation)
    }

    /// Types of an operation. A literal takes the type of an integer operand.
    fn operation(&self, left: Expr, operator: Binary, right: Expr) -> Option<Operation> {
        let (left_type, right_type) = (self.program.ty_of(left), self.program.ty_of(right));
        let takes_right = self.is_int_literal(left) && right_type.meaning.is_integer();
        let takes_left = self.is_int_literal(right) && left_type.meaning.is_integer();
        self.operation_of(
            if takes_right { right_type } else { left_type },
            operator,
            if takes_left { left_type } else { right_type },
        )
    }

    fn operation_of(&self, left: Ty, operator: Binary, right: Ty) -> Option<Operation> {
        if let Some(ty) = common_float(left, operator, right) {
            return Some(Operation::uniform(ty));
        }
        let types = &self.program.types;
        let found = types.binary(left.meaning, operator, right.meaning, self.narrowing())?;
        // If an operand is converted to the type of the other it takes that spelling, and equal types take that of
        // the right operand. Mixed shapes use the builtin names.
        let keeps = match operator {
            Binary::Assign | Binary::Equality | Binary::Comma => true,
            _ => left.meaning.is_scalar() == right.meaning.is_scalar() && found.left == found.right,
        };
        let is_product = matches!(operator, Binary::Multiply(_))
            && (left.meaning.is_matrix() || right.meaning.is_matrix())
            && !(left.meaning.is_scalar() || right.meaning.is_scalar());
        let spelled = |ty: Type| match () {
            () if !keeps || is_product => Ty::own(ty),
            () if ty == right.meaning && !operator.is_assignment() => right,
            () if ty == left.meaning => left,
            () => Ty::own(ty),
        };
        Some(Operation {
            left: match operator {
                Binary::Comma => left,
                _ => spelled(found.left),
            },
            right: spelled(found.right),
            result: spelled(found.result),
        })
    }

    /// Result type of an operator for these operand types.
    pub(crate) fn binary_type(&self, left: Ty, operator: Operator, right: Ty) -> Option<Ty> {
        let operation = self.operation_of(left, Binary::of(operator)?, right)?;
        Some(operation.result)
    }

    /// Common type of the operands of `==`; `None` if they cannot be compared.
    pub(super) fn common_type(&self, left: Ty, right: Ty) -> Option<Ty> {
        self.operation_of(left, Binary::Equality, right).map(|operation| operation.left)
    }

    fn is_es2_operation(&mut self, operator: Operator, sort: Binary, left: Ty, span: Span) -> bool {
        let name = operator_name(operator);
        if matches!(sort, Binary::Integer(_)) {
            let message = format!("`{name}` is not an operator of OpenGL ES 2");
            let help = "compute it with floats, `mod` and `floor`, or compile without the restriction to OpenGL ES 2";
            self.wrong(&rules::ES2_OPERATOR, span, message, help);
            return false;
        }
        if self.program.types.contains_array(left.meaning) {
            let message = format!(
                "`{name}` is used on a `{}`, which {}",
                self.shown(left),
                if left.meaning.is_array() { "is an array" } else { "holds an array" }
            );
            let help = "arrays can only be indexed in OpenGL ES 2: work on their elements one by one";
            self.wrong(&rules::ES2_ARRAY, span, message, help);
            return false;
        }
        true
    }

    fn refuse_operands(&mut self, left: Expr, operator: Operator, right: Expr, span: Span, whole: Span) {
        if self.is_hopeless(span, &[left, right]) {
            return;
        }
        let name = operator_name(operator);
        let (a, b) = (self.shown_of(left), self.shown_of(right));
        let (left_span, right_span) = (self.program.span_of(left), self.program.span_of(right));
        let help = self.operand_help(left, operator, right);
        let location = self.operator_place(left_span, name, right_span, span);
        let message = format!("`{name}` is not defined for `{a}` and `{b}`");
        let mut finding = self.report(&rules::OPERANDS, location, message);
        if span.start < whole.start || span.end > whole.end {
            finding.label(whole, "the constant is used here");
        }
        finding
            .label(left_span, format!("this is `{a}`"))
            .label(right_span, format!("this is `{b}`"))
            .help(help);
    }

    /// Range of the operator if it is on the first line of the expression, otherwise of the whole expression.
    fn operator_place(&self, left: Span, name: &str, right: Span, span: Span) -> Span {
        let found = Span::new(left.end, right.start).of(self.text).find(name);
        match found {
            Some(at) if span.start <= left.start && right.end <= span.end => {
                let start = left.end.saturating_add(at as u32);
                self.on_line(span, Span::new(start, start + name.len() as u32))
            }
            _ => span,
        }
    }

    fn operand_help(&self, left: Expr, operator: Operator, right: Expr) -> String {
        let (a, b) = (self.program.ty_of(left).meaning, self.program.ty_of(right).meaning);
        let name = operator_name(operator);
        let (Some(from), Some(to)) = (b.scalar(), a.scalar()) else {
            return "use numbers, vectors or matrices, or single fields and elements".to_owned();
        };
        let text = |expression| self.short_text(self.program.span_of(expression));
        let is_logical =
            matches!(operator, Operator::LOGICAL_AND | Operator::LOGICAL_OR | Operator::LOGICAL_XOR);
        let is_comparison = matches!(
            operator,
            Operator::LESS | Operator::GREATER | Operator::LESS_EQUAL | Operator::GREATER_EQUAL
        );
        if is_logical {
            "give two `bool`s, for example comparisons".to_owned()
        } else if is_comparison && (a.is_vector() || b.is_vector()) {
            "compare vectors with `lessThan`, `greaterThan` and the like, and join the results with `any` or `all`".to_owned()
        } else if a.is_bool() || b.is_bool() {
            "choose between two numbers instead: `condition ? 1.0 : 0.0`".to_owned()
        } else if from.kind() != to.kind() || a.with_scalar(from) == b {
            let wanted = self.program.types.name(b.with_scalar(to.settled()));
            match (text(left), text(right)) {
                (Some(left), Some(right)) => {
                    format!("convert one of them: `{left} {name} {wanted}({right})`")
                }
                _ => format!("convert one of them: `{wanted}(…)`"),
            }
        } else {
            "both need as many components, or one of them is a scalar".to_owned()
        }
    }

    /// Builds `left operator right` from operands that already have the operand types.
    pub(crate) fn make_binary(
        &mut self,
        left: Expr,
        operator: Operator,
        right: Expr,
        ty: Ty,
        span: Span,
    ) -> Expr {
        if operator == Operator::ASSIGN {
            // The expression is kept, so that its uses cause no further findings.
            self.has_out_of_range(right, self.program.ty_of(left));
        }
        if let Some(folded) = self.fold_binary(left, operator, right, ty, span) {
            return folded;
        }
        if self.optimizes()
            && let Some(sum) = self.rewritten_product(left, operator, right, ty, span)
        {
            return sum;
        }
        let kind = ExpressionKind::Binary { left, operator, right };
        self.program.expression(kind, ty, span)
    }
}

/// Fast path for the most common operations: floats of one shape, or such a float and a literal. Both operands and
/// the result have the returned type.
#[inline]
fn common_float(left: Ty, operator: Binary, right: Ty) -> Option<Ty> {
    let (Binary::Arithmetic(is_assignment) | Binary::Multiply(is_assignment)) = operator else {
        return None;
    };
    match (left.meaning, right.meaning) {
        (Type::Scalar(a), Type::Scalar(b)) if a != b => {
            let takes_left = a.priority() > b.priority();
            let is_float = a.is_float() && b.is_float() && !is_assignment;
            is_float.then_some(if takes_left { left } else { right })
        }
        (Type::Scalar(scalar) | Type::Vector(scalar, _), other)
            if scalar.is_float() && left.meaning == other =>
        {
            Some(if is_assignment { left } else { right })
        }
        _ => None,
    }
}

/// Spelling of an operator.
pub(super) fn operator_name(operator: Operator) -> &'static str {
    operator.name().unwrap_or("this operator")
}
