//! Folds geometric functions. All but `cross` are expanded to their definitions in terms of operators and builtin
//! functions, so that each step is rounded and checked like any other: normalising a zero vector is a division by
//! zero. As in Skia's compiler, the functions used in the definitions are looked up in the scope of the call.

use glassbox_sksl::raw::Operator;

use super::Constants;
use crate::build::Builder;
use crate::ir::expression::{Expr, ExpressionKind};
use crate::rules::fold as rules;

impl Builder<'_> {
    /// Folds `cross`, in single precision.
    pub(super) fn cross(&mut self, constants: Constants<'_>) -> Option<Expr> {
        let &[left, right] = constants.values else {
            return None;
        };
        let (mut a, mut b) = ([0.0; 3], [0.0; 3]);
        for slot in 0..3 {
            a[slot] = self.slot_value(left, slot)? as f32;
            b[slot] = self.slot_value(right, slot)? as f32;
        }
        let ([ax, ay, az], [bx, by, bz]) = (a, b);
        let values = [ay * bz - by * az, az * bx - bz * ax, ax * by - bx * ay].map(f64::from);
        self.answer(constants.ty, &values, constants)
    }

    /// Folds `normalize(v)`: `v / length(v)`.
    pub(super) fn normalized(&mut self, constants: Constants<'_>) -> Option<Expr> {
        let &[vector] = constants.values else {
            return None;
        };
        let mut steps = Steps(self, constants);
        let length = steps.copies(&[vector]);
        let length = steps.call("length", &length);
        let vector = steps.copy(vector);
        if self.contains_zero(length) {
            if self.is_current() {
                return None;
            }
            self.report_no_direction(vector, constants);
            return Some(vector);
        }
        let mut steps = Steps(self, constants);
        Some(steps.binary(vector, Operator::SLASH, length))
    }

    fn report_no_direction(&mut self, vector: Expr, constants: Constants<'_>) {
        let span = self.program.span_of(vector);
        let message = "found a vector of length 0, which `normalize` would divide by";
        self.report(&rules::DIVISION_BY_ZERO, span, message)
            .label(constants.span, "this call divides by the length")
            .help("give a vector that has a direction");
    }

    /// Folds `faceforward(n, i, reference)`: `n * (dot(reference, i) < 0 ? 1 : -1)`.
    pub(super) fn face_forward(&mut self, constants: Constants<'_>) -> Option<Expr> {
        let &[normal, incident, reference] = constants.values else {
            return None;
        };
        let mut steps = Steps(self, constants);
        let dot = steps.dot(reference, incident);
        let zero = steps.int(0);
        let test = steps.binary(dot, Operator::LESS, zero);
        let (if_true, if_false) = (steps.int(1), steps.int(-1));
        let sign = steps.ternary(test, if_true, if_false);
        let normal = steps.copy(normal);
        Some(steps.binary(normal, Operator::STAR, sign))
    }

    /// Folds `reflect(i, n)`: `i - 2.0 * dot(n, i) * n`.
    pub(super) fn reflected(&mut self, constants: Constants<'_>) -> Option<Expr> {
        let &[incident, normal] = constants.values else {
            return None;
        };
        let mut steps = Steps(self, constants);
        let two = steps.float(2.0);
        let dot = steps.dot(normal, incident);
        let factor = steps.binary(two, Operator::STAR, dot);
        let normal = steps.copy(normal);
        let change = steps.binary(factor, Operator::STAR, normal);
        let incident = steps.copy(incident);
        Some(steps.binary(incident, Operator::MINUS, change))
    }

    /// Folds `refract(i, n, eta)`: with `k = 1 - pow(eta, 2) * (1 - pow(dot(n, i), 2))`, `0 * i` if `k` is negative,
    /// otherwise `eta * i - (eta * dot(n, i) + sqrt(k)) * n`.
    pub(super) fn refracted(&mut self, constants: Constants<'_>) -> Option<Expr> {
        let &[incident, normal, eta] = constants.values else {
            return None;
        };
        let mut steps = Steps(self, constants);
        let square = steps.copies(&[eta]);
        let square = steps.square(square);
        let cosine = steps.dot(normal, incident);
        let cosine = steps.square(vec![cosine]);
        let one = steps.int(1);
        let sine = steps.binary(one, Operator::MINUS, cosine);
        let product = steps.binary(square, Operator::STAR, sine);
        let one = steps.int(1);
        let k = steps.binary(one, Operator::MINUS, product);
        let ExpressionKind::Literal(k) = steps.0.program.kind_of(k) else {
            return None;
        };
        if k < 0.0 {
            let zero = steps.int(0);
            let incident = steps.copy(incident);
            return Some(steps.binary(zero, Operator::STAR, incident));
        }
        let ratio = steps.copy(eta);
        let kept = steps.copy(incident);
        let kept = steps.binary(ratio, Operator::STAR, kept);
        let ratio = steps.copy(eta);
        let dot = steps.dot(normal, incident);
        let scaled = steps.binary(ratio, Operator::STAR, dot);
        let root = steps.float(k.sqrt());
        let factor = steps.binary(scaled, Operator::PLUS, root);
        let normal = steps.copy(normal);
        let change = steps.binary(factor, Operator::STAR, normal);
        Some(steps.binary(kept, Operator::MINUS, change))
    }
}

/// Evaluates a definition step by step. An error is reported at its step; later steps continue with a poisoned value.
struct Steps<'b, 's, 'c>(&'b mut Builder<'s>, Constants<'c>);

impl Steps<'_, '_, '_> {
    fn copy(&mut self, expression: Expr) -> Expr {
        self.0.copy_expression(expression)
    }

    fn copies(&mut self, expressions: &[Expr]) -> Vec<Expr> {
        expressions.iter().map(|&expression| self.copy(expression)).collect()
    }

    fn int(&mut self, value: i64) -> Expr {
        self.0.int_literal(value, self.1.span)
    }

    fn float(&mut self, value: f64) -> Expr {
        self.0.float_literal(value, self.1.span)
    }

    fn call(&mut self, name: &str, arguments: &[Expr]) -> Expr {
        let name = self.0.program.names.add(name);
        let callee = self.0.identifier(name, self.1.span);
        let result = self.0.call(callee, arguments, self.1.span);
        self.or_poison(result)
    }

    fn dot(&mut self, a: Expr, b: Expr) -> Expr {
        let arguments = self.copies(&[a, b]);
        self.call("dot", &arguments)
    }

    fn square(&mut self, mut arguments: Vec<Expr>) -> Expr {
        arguments.push(self.int(2));
        self.call("pow", &arguments)
    }

    fn binary(&mut self, left: Expr, operator: Operator, right: Expr) -> Expr {
        let span = self.0.program.span_of(left);
        let result = self.0.binary(left, operator, right, span);
        self.or_poison(result)
    }

    fn ternary(&mut self, test: Expr, if_true: Expr, if_false: Expr) -> Expr {
        let result = self.0.ternary(test, if_true, if_false, self.1.span);
        self.or_poison(result)
    }

    fn or_poison(&mut self, result: Option<Expr>) -> Expr {
        match result {
            Some(result) => result,
            None => self.0.poison(self.1.span),
        }
    }
}
