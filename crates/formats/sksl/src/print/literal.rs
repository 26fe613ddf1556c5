//! Where a literal must state its type.
//!
//! A literal in a text has no type of its own, and an overload that was chosen for a `float` may lose against the one for
//! `half` when the text is compiled. This finds the calls where that happens.

use std::collections::HashMap;

use crate::builtin::{CallRules, Choice, Narrowing, Scalar, Settled, Signature, Type};
use crate::model::{At, Model, Reference};
use crate::view::{Expression, Symbol};

use super::base::{Base, name_of};

/// Most declarations of one name that are compared at a call; where there are more, literals state their types.
const MAX_CANDIDATES: usize = 64;

/// The functions of a program by name.
pub(super) struct Literals {
    declarations: HashMap<Vec<u8>, Vec<At>>,
}

impl Literals {
    /// The functions that a program declares.
    pub(super) fn of(model: &Model<'_>) -> Literals {
        let mut declarations: HashMap<Vec<u8>, Vec<At>> = HashMap::new();
        for index in 0..model.nodes().len() {
            let at = At(index as u32);
            if let Symbol::FunctionDeclaration { name, .. } = model.symbol(at) {
                declarations
                    .entry(model.text(name).to_vec())
                    .or_default()
                    .push(at);
            }
        }
        Literals { declarations }
    }

    /// Whether literals among the arguments of a call must state their types for the call to mean the same function.
    pub(super) fn need_types(&self, base: &Base<'_, '_, '_>, call: At, function: Reference) -> bool {
        let model = base.model;
        let is_literal = |at: At| {
            matches!(
                model.expression(at),
                Expression::FloatLiteral { .. } | Expression::IntLiteral { .. }
            )
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
        let declared: Vec<At> = declared
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
                let parameters = model
                    .parameters(at)
                    .map(|id| base.typing.of(model.definition(id)));
                Settled {
                    parameters: parameters.collect(),
                    result: base.typing.of(at),
                }
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
        let rules = CallRules {
            narrowing: Narrowing::Allowed,
            es2: false,
        };
        let choose = |arguments: &[Type]| -> Option<Choice> {
            base.typing.types.choose(&candidates, arguments, rules)
        };
        choose(&stated) != choose(&bare)
    }
}
