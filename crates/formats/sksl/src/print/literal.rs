//! Finds literals that must be printed with their type.
//!
//! A literal in source has no type of its own. An overload chosen for a `float` may lose against the one for
//! `half` when recompiled, and literals combined only with literals stay untyped. This module finds the
//! affected calls and operands.

use std::collections::HashMap;

use crate::builtin::{Binary, CallRules, Choice, Narrowing, Scalar, Settled, Signature, Type};
use crate::model::{Model, ModelNode, Reference};
use crate::view::{Expression, Statement, Symbol};

use super::base::{Base, name_of};

/// Maximum declarations of one name compared at a call; beyond that, literals are printed with types.
const MAX_CANDIDATES: usize = 64;

/// Facts that determine how a program's literals are printed.
pub(super) struct Literals {
    /// Functions of the program by name.
    declarations: HashMap<Vec<u8>, Vec<ModelNode>>,
    /// Operands printed with their type.
    stated: Vec<bool>,
}

impl Literals {
    /// Collects the functions declared in a program.
    pub(super) fn of(model: &Model<'_>) -> Literals {
        let mut declarations: HashMap<Vec<u8>, Vec<ModelNode>> = HashMap::new();
        for index in 0..model.nodes().len() {
            let at = ModelNode(index as u32);
            if let Symbol::FunctionDeclaration { name, .. } = model.symbol(at) {
                declarations.entry(model.text(name).to_vec()).or_default().push(at);
            }
        }
        Literals { declarations, stated: stated(model) }
    }

    /// True if a literal is printed with its type in any position.
    pub(super) fn is_stated(&self, at: ModelNode) -> bool {
        self.stated.get(at.0 as usize).copied().unwrap_or(false)
    }

    /// True if the literal arguments of a call must be printed with types to select the same function.
    pub(super) fn need_types(&self, base: &Base<'_, '_, '_>, call: ModelNode, function: Reference) -> bool {
        let model = base.model;
        let is_literal = |at: ModelNode| {
            matches!(model.expression(at), Expression::FloatLiteral { .. } | Expression::IntLiteral { .. })
        };
        if !model.arguments(call).any(is_literal) {
            return false;
        }
        let name = match function {
            Reference::Builtin(name) => model.text(name),
            Reference::Id(id) => {
                name_of(model, model.definition(id)).map_or(&[][..], |name| model.text(name))
            }
        };
        let arity = model.arguments(call).count();
        let declared = self.declarations.get(name).map_or(&[][..], Vec::as_slice);
        let declared: Vec<ModelNode> = declared
            .iter()
            .copied()
            .filter(|&at| usize::from(model.node(at).a) == arity)
            .take(MAX_CANDIDATES + 1)
            .collect();
        let builtin = std::str::from_utf8(name)
            .ok()
            .and_then(|name| base.typing.scope.function(name))
            .map_or(&[][..], |function| function.overloads);
        let count = declared.len() + builtin.len();
        if count < 2 {
            return false;
        }
        if count > MAX_CANDIDATES {
            return true;
        }
        let declared: Vec<Settled> = declared
            .iter()
            .map(|&at| {
                let parameters = model.parameters(at).map(|id| base.typing.of(model.definition(id)));
                Settled { parameters: parameters.collect(), result: base.typing.of(at) }
            })
            .collect();
        let candidates: Vec<&dyn Signature> = declared
            .iter()
            .map(|function| function as &dyn Signature)
            .chain(builtin.iter().map(|overload| overload as &dyn Signature))
            .collect();
        let stated: Vec<Type> = model.arguments(call).map(|at| base.typing.of(at)).collect();
        let bare: Vec<Type> = model
            .arguments(call)
            .map(|at| match model.expression(at) {
                Expression::FloatLiteral { .. } => Type::Scalar(Scalar::FloatLiteral),
                Expression::IntLiteral { .. } => Type::Scalar(Scalar::IntLiteral),
                _ => base.typing.of(at),
            })
            .collect();
        let rules = CallRules { narrowing: Narrowing::Allowed, es2: false };
        let choose = |arguments: &[Type]| -> Option<Choice> {
            base.typing.types.choose(&candidates, arguments, rules)
        };
        choose(&stated) != choose(&bare)
    }
}

/// Typed literals that are combined only with literals, or are values of commas, or are unused and would be
/// negative without their types.
fn stated(model: &Model<'_>) -> Vec<bool> {
    let count = model.nodes().len();
    let mut is_loose = vec![false; count];
    let mut stated = vec![false; count];
    // In reverse, so that operands precede their operators.
    for index in (0..count).rev() {
        let at = ModelNode(index as u32);
        let unused = match (model.statement(at), model.expression(at)) {
            (Statement::Expression(value), _) => Some(value),
            (_, Expression::Binary { left, operator, .. }) if Binary::of(operator) == Some(Binary::Comma) => {
                Some(left)
            }
            _ => None,
        };
        if let Some(value) = unused.filter(|&value| is_large(model, value))
            && let Some(slot) = stated.get_mut(value.0 as usize)
        {
            *slot = true;
        }
        let loose = |operand: ModelNode| is_loose.get(operand.0 as usize).copied().unwrap_or(false);
        let (operands, stays_loose) = match model.expression(at) {
            Expression::FloatLiteral { .. } | Expression::IntLiteral { .. } => ([ModelNode::NONE; 2], true),
            Expression::Binary { left, operator, right } => match Binary::of(operator) {
                Some(Binary::Comma) => ([right; 2], loose(right)),
                Some(Binary::Equality | Binary::Comparison) => ([left, right], false),
                _ => ([left, right], loose(left) && loose(right)),
            },
            Expression::Prefix { operand, .. } => ([operand; 2], loose(operand)),
            Expression::Ternary { if_true, if_false, .. } => {
                ([if_true, if_false], loose(if_true) && loose(if_false))
            }
            _ => continue,
        };
        if operands.into_iter().all(loose) {
            for operand in operands {
                if let Some(slot) = stated.get_mut(operand.0 as usize) {
                    *slot = has_type(model, operand);
                }
            }
        }
        if let Some(slot) = is_loose.get_mut(index) {
            *slot = stays_loose;
        }
    }
    stated
}

/// True for an unsigned integer that does not fit a signed 32-bit one.
fn is_large(model: &Model<'_>, at: ModelNode) -> bool {
    let Expression::IntLiteral { ty, bits } = model.expression(at) else {
        return false;
    };
    let Symbol::SymbolRef(Reference::Builtin(name)) = model.symbol(ty) else {
        return false;
    };
    model.text(name) == Scalar::Uint.name().as_bytes() && i32::try_from(bits).is_err()
}

/// True if a literal has a type other than a literal's default type.
fn has_type(model: &Model<'_>, literal: ModelNode) -> bool {
    let (Expression::FloatLiteral { ty, .. } | Expression::IntLiteral { ty, .. }) = model.expression(literal)
    else {
        return false;
    };
    match model.symbol(ty) {
        Symbol::SymbolRef(Reference::Builtin(name)) => !model.text(name).starts_with(b"$"),
        _ => false,
    }
}
