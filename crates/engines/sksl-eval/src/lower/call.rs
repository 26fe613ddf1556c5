//! Calls: of functions of the program, of intrinsics, of children.

use glassbox_core::span::Span;
use glassbox_sksl::builtin::{Opaque, Type};
use glassbox_sksl_lang::ir::arena::List;
use glassbox_sksl_lang::ir::expression::Expr;
use glassbox_sksl_lang::ir::symbol::{Symbol, SymbolKind};

use super::intrinsic::Argument;
use super::place::Place;
use super::{Lowering, Outcome, Slots, malformed};
use crate::graph::Node;
use crate::op::Op;

impl Lowering<'_> {
    pub(super) fn call(
        &mut self,
        function: Symbol,
        arguments: List<Expr>,
        result: Type,
        span: Span,
    ) -> Outcome<Slots> {
        let arguments = self.program.expression_lists.get(arguments);
        if self.bodies.contains_key(&function) {
            return self.call_function(function, arguments, span);
        }
        let SymbolKind::Function(declaration) = &self.program.symbols[function].kind else {
            return Err(malformed(span, "what is called is no function"));
        };
        let Some((builtin, _)) = declaration.builtin else {
            return Err(malformed(
                span,
                format!("the function `{}` has no body", self.program.symbol_name(function)),
            ));
        };
        match builtin.name {
            "modf" | "frexp" => self.call_with_result(builtin.name, arguments, span),
            name => {
                let mut values = Vec::with_capacity(arguments.len());
                for &argument in arguments {
                    let ty = self.program.ty_of(argument).meaning;
                    // What cannot be looked into has no value; the functions that take it are refused by name.
                    let value = if ty.is_opaque() { Slots::new() } else { self.value(argument)? };
                    values.push(Argument { ty, value });
                }
                self.intrinsic(name, &values, result, span)
            }
        }
    }

    /// The two intrinsics that write to a parameter.
    fn call_with_result(&mut self, name: &str, arguments: &[Expr], span: Span) -> Outcome<Slots> {
        let &[value, target] = arguments else {
            return Err(malformed(span, "expected two arguments"));
        };
        let value = self.value(value)?;
        let place = self.target(target)?;
        let (first, second) = match name {
            "modf" => (None, Op::Truncate),
            _ => (Some(Op::Mantissa), Op::Exponent),
        };
        let stored: Slots = value.iter().map(|&x| self.graph.unary(second, x)).collect();
        if stored.len() != place.len() {
            return Err(malformed(span, "the arguments differ in size"));
        }
        self.write_place(&place, &stored);
        let pairs = value.iter().zip(&stored);
        Ok(pairs
            .map(|(&x, &whole)| match first {
                Some(op) => self.graph.unary(op, x),
                None => self.graph.binary(Op::Subtract, x, whole),
            })
            .collect())
    }

    /// The place that an argument of an `out` parameter names.
    pub(super) fn target(&mut self, argument: Expr) -> Outcome<Place> {
        self.place(argument)?.ok_or_else(|| {
            malformed(self.program.span_of(argument), "the argument of an `out` parameter is no variable")
        })
    }

    pub(super) fn child_call(&mut self, child: Symbol, arguments: List<Expr>, span: Span) -> Outcome<Slots> {
        let Some(&number) = self.child_of.get(&child) else {
            return Err(malformed(span, "what is called is no child"));
        };
        let expected = match self.children.get(number as usize).map(|child| child.kind) {
            Some(Opaque::Shader) => 2,
            Some(Opaque::Blender) => 8,
            _ => 4,
        };
        let mut values: Slots = Vec::with_capacity(expected);
        for &argument in self.program.expression_lists.get(arguments) {
            values.extend(self.value(argument)?);
        }
        if values.len() != expected {
            return Err(malformed(
                span,
                format!("the child takes {expected} numbers, found {}", values.len()),
            ));
        }
        if let Some(mask) = self.mask {
            // Lanes that sleep hold anything; the child must not loop because of them.
            values = values.into_iter().map(|node: Node| self.graph.binary(Op::And, mask, node)).collect();
        }
        Ok(self.graph.call(number, &values).to_vec())
    }
}
