//! Arguments: conversions on the way in, and on the way out by a variable in between.

use super::overload::Formal;
use super::place::Root;
use crate::model::{
    At, Direction, Expression, ExpressionId, ExpressionKind, Global, Local, LocalId, Precision, Qualifiers,
    Storage, flag,
};
use crate::parse::Parser;
use crate::rules::{QUALIFIER_USE, TYPE};
use crate::types::Type;

/// Arguments as a call has them.
#[derive(Clone, Debug)]
pub(crate) struct Passed {
    pub(crate) arguments: Vec<ExpressionId>,
    /// What is assigned behind the call: places, and the variables that the function writes instead.
    results: Vec<(ExpressionId, ExpressionId)>,
}

/// Flags that an argument must not lose, with the parameters' flags that keep them.
const KEPT: [(u32, u32, &str); 9] = [
    (flag::VOLATILE, flag::VOLATILE, "volatile"),
    (flag::COHERENT, flag::COHERENT | flag::DEVICE_COHERENT, "coherent"),
    (flag::DEVICE_COHERENT, flag::COHERENT | flag::DEVICE_COHERENT, "devicecoherent"),
    (
        flag::QUEUE_FAMILY_COHERENT,
        flag::COHERENT | flag::DEVICE_COHERENT | flag::QUEUE_FAMILY_COHERENT,
        "queuefamilycoherent",
    ),
    (
        flag::WORKGROUP_COHERENT,
        flag::COHERENT | flag::DEVICE_COHERENT | flag::QUEUE_FAMILY_COHERENT | flag::WORKGROUP_COHERENT,
        "workgroupcoherent",
    ),
    (
        flag::SUBGROUP_COHERENT,
        flag::COHERENT
            | flag::DEVICE_COHERENT
            | flag::QUEUE_FAMILY_COHERENT
            | flag::WORKGROUP_COHERENT
            | flag::SUBGROUP_COHERENT,
        "subgroupcoherent",
    ),
    (flag::READ_ONLY, flag::READ_ONLY, "readonly"),
    (flag::WRITE_ONLY, flag::WRITE_ONLY, "writeonly"),
    (flag::NON_TEMPORAL, flag::NON_TEMPORAL, "nontemporal"),
];

impl Parser<'_> {
    /// Arguments converted to what a function takes; `None` after a finding.
    pub(crate) fn pass(
        &mut self,
        formals: &[Formal],
        mut arguments: Vec<ExpressionId>,
        at: At,
    ) -> Option<Passed> {
        let mut results = Vec::new();
        arguments.truncate(formals.len());
        for (value, formal) in arguments.iter_mut().zip(formals) {
            let argument = *value;
            if formal.direction != Direction::In {
                self.record_write(argument, formal.direction == Direction::InOut);
                let argument_at = self.at_of(argument);
                // Only built-in functions write handles.
                if !formal.ty.is_opaque() && !self.check_write(argument, argument_at) {
                    return None;
                }
            }
            if formal.direction != Direction::Out
                && !formal.is_place
                && !self.ty(argument).is_opaque()
                && !self.check_read(argument)
            {
                return None;
            }
            let ty = self.ty(argument);
            let is_same = self.program.types.is_same(ty, formal.ty)
                || matches!(formal.ty, Type::Parametric(_) | Type::Array(_));
            if is_same {
                continue;
            }
            *value = if formal.direction == Direction::In {
                self.converted_or_reported(argument, formal.ty, "the argument")
            } else {
                let temporary = self.temporary(formal.ty, at);
                let read = self.copy_of(temporary);
                results.push((argument, read));
                temporary
            };
        }
        Some(Passed { arguments, results })
    }

    /// A variable that the text does not name.
    pub(crate) fn temporary(&mut self, ty: Type, at: At) -> ExpressionId {
        let name = self.words.get("temporary");
        if self.function.is_some() {
            let id = LocalId(self.locals.len() as u32);
            self.locals.push(Local {
                name,
                at,
                ty,
                direction: Direction::In,
                is_const: false,
                constant: None,
                qualifiers: Qualifiers::default(),
                is_read: true,
                is_written: true,
            });
            return self.push(ExpressionKind::Local(id), ty, at);
        }
        let id = crate::model::GlobalId(self.program.globals.len() as u32);
        self.program.globals.push(Global {
            name,
            at,
            ty,
            storage: Storage::Private,
            qualifiers: Qualifiers::default(),
            initializer: None,
            built_in: None,
            is_anonymous_block: false,
            is_used: true,
            is_written: true,
        });
        self.push(ExpressionKind::Global(id), ty, at)
    }

    /// The same expression again.
    fn copy_of(&mut self, id: ExpressionId) -> ExpressionId {
        let expression: Expression = self.program.expression(id).clone();
        self.program.add(expression)
    }

    /// The call, and behind it what its results are assigned to: `(value = call, place = temporary, value)`.
    pub(crate) fn with_results(&mut self, call: ExpressionId, passed: Passed) -> ExpressionId {
        if passed.results.is_empty() {
            return call;
        }
        let (ty, at) = (self.ty(call), self.at_of(call));
        let value = (ty != Type::Void).then(|| self.temporary(ty, at));
        let mut whole = match value {
            Some(value) => self.push(ExpressionKind::Assign(value, call), ty, at),
            None => call,
        };
        for (place, result) in passed.results {
            let place_type = self.ty(place);
            let result = self.converted_or_reported(result, place_type, "the result of the parameter");
            let assigned = self.push(ExpressionKind::Assign(place, result), place_type, at);
            whole = self.push(ExpressionKind::Sequence(whole, assigned), place_type, at);
        }
        match value {
            Some(value) => {
                let value = self.copy_of(value);
                whole = self.push(ExpressionKind::Sequence(whole, value), ty, at);
            }
            None => {
                if let Some(expression) = self.expression_mut(whole) {
                    expression.ty = Type::Void;
                    expression.precision = Precision::None;
                }
            }
        }
        whole
    }

    /// Reports an image or reference that would lose a qualifier of memory. `flags` are those of the parameter.
    pub(crate) fn check_dropped(&mut self, argument: ExpressionId, flags: u32, at: At) -> bool {
        let ty = self.ty(argument);
        if !self.contains_opaque(ty) && !matches!(ty, Type::Reference(_)) {
            return true;
        }
        let own = self.memory_flags(argument);
        for (lost, keeps, name) in KEPT {
            if own & lost != 0 && flags & keeps == 0 {
                let message =
                    format!("found an argument that is `{name}`, expected a parameter that is `{name}` too");
                let finding = self.finding(&QUALIFIER_USE, at, message);
                self.add(
                    finding.help(format!("add `{name}` to the parameter, or remove it from the variable")),
                );
                return false;
            }
        }
        true
    }

    /// Reports an image whose format is not that of the parameter.
    pub(crate) fn check_passed_format(
        &mut self,
        argument: ExpressionId,
        flags: u32,
        format: Option<u32>,
        at: At,
    ) -> bool {
        if !matches!(self.ty(argument), Type::Image(_)) {
            return true;
        }
        let own = self.image_format(argument);
        let is_loose = flags & flag::WRITE_ONLY != 0 && (own.is_none() || format.is_none());
        if own == format || is_loose {
            return true;
        }
        let finding = self.finding(
            &TYPE,
            at,
            "found an image of another format than that of the parameter, expected the same format",
        );
        self.add(finding.help("state the same format for the variable and the parameter"));
        false
    }

    /// The format that an image is declared with.
    pub(crate) fn image_format(&self, image: ExpressionId) -> Option<u32> {
        let format = match self.root(image) {
            Root::Global(global) => self.program.global(global).qualifiers.layout().format,
            Root::Local(local) => self.locals.get(local.0 as usize)?.qualifiers.layout().format,
            Root::Reference(_) | Root::Value(_) => None,
        };
        let mut place = image;
        while let ExpressionKind::Index(base, _) = *self.kind(place) {
            place = base;
        }
        format.or_else(|| match *self.kind(place) {
            ExpressionKind::Field(base, member) => {
                let structure = self.program.types.as_structure(self.ty(base))?;
                structure.members.get(member as usize)?.qualifiers.layout().format
            }
            _ => None,
        })
    }
}
