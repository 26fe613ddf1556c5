//! Resolves calls to overloads.
//!
//! Source: the overload rule of the language. A single candidate is always chosen; otherwise the cheapest
//! possible one, and the first among equals.

use super::coerce::{Cost, Narrowing};
use super::declare::{Function, Overload};
use super::scope::{Scope, Symbol};
use super::store::Types;
use super::types::Type;

/// A candidate of overload resolution.
pub trait Signature {
    /// Return type, possibly generic.
    fn result(&self) -> Type;

    /// Number of parameters.
    fn arity(&self) -> usize;

    /// Type of a parameter, possibly generic; [`Type::Invalid`] past the last one.
    fn parameter(&self, index: usize) -> Type;

    /// True if not callable in ES2 mode.
    fn is_es3(&self) -> bool {
        false
    }
}

impl Signature for Overload {
    fn result(&self) -> Type {
        self.result
    }

    fn arity(&self) -> usize {
        self.parameters.len()
    }

    fn parameter(&self, index: usize) -> Type {
        self.parameters.get(index).map_or(Type::Invalid, |parameter| parameter.ty)
    }

    fn is_es3(&self) -> bool {
        Overload::is_es3(self)
    }
}

impl<S: Signature + ?Sized> Signature for &S {
    fn result(&self) -> Type {
        S::result(self)
    }

    fn arity(&self) -> usize {
        S::arity(self)
    }

    fn parameter(&self, index: usize) -> Type {
        S::parameter(self, index)
    }

    fn is_es3(&self) -> bool {
        S::is_es3(self)
    }
}

/// A signature with its generics instantiated for the arguments.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settled {
    /// Target type of each argument.
    pub parameters: Vec<Type>,
    /// Result type of the call.
    pub result: Type,
}

impl Signature for Settled {
    fn result(&self) -> Type {
        self.result
    }

    fn arity(&self) -> usize {
        self.parameters.len()
    }

    fn parameter(&self, index: usize) -> Type {
        self.parameters.get(index).copied().unwrap_or(Type::Invalid)
    }
}

/// List index chosen for the generics of a signature.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Places(Option<usize>);

impl Places {
    /// Instantiates a generic; returns any other type unchanged.
    pub fn settle(self, ty: Type) -> Option<Type> {
        concrete(ty, self.0)
    }
}

/// Language rules for calls in a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CallRules {
    /// Policy for implicit narrowing of arguments.
    pub narrowing: Narrowing,
    /// True if functions marked `$es3` are unavailable.
    pub es2: bool,
}

/// The chosen overload.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choice {
    /// Index among the candidates.
    pub index: usize,
    /// Types instantiated for the arguments.
    pub settled: Settled,
}

impl Types {
    /// Instantiates a signature for some arguments. The first generic parameter selects the list index for
    /// all generics: the first entry that its argument converts to. `None` if the number of arguments is
    /// wrong or no type fits.
    pub fn settle(&self, signature: &impl Signature, arguments: &[Type]) -> Option<Settled> {
        let places = self.places(signature, arguments)?;
        let parameters = (0..arguments.len()).map(|index| places.settle(signature.parameter(index)));
        Some(Settled {
            parameters: parameters.collect::<Option<_>>()?,
            result: places.settle(signature.result())?,
        })
    }

    /// As [`settle`](Types::settle), without collecting the types.
    pub fn places(&self, signature: &impl Signature, arguments: &[Type]) -> Option<Places> {
        let places = Places(self.place(signature, arguments)?);
        // Without a place no parameter is generic.
        if places.0.is_some() {
            for index in 0..arguments.len() {
                places.settle(signature.parameter(index))?;
            }
        }
        places.settle(signature.result())?;
        Some(places)
    }

    /// Chooses the list index for the generics, from the first generic parameter. The inner `None` means
    /// there is no such parameter.
    fn place(&self, signature: &impl Signature, arguments: &[Type]) -> Option<Option<usize>> {
        if signature.arity() != arguments.len() {
            return None;
        }
        for (index, &argument) in arguments.iter().enumerate() {
            if let Type::Generic(generic) = signature.parameter(index) {
                let mut members = generic.members().iter();
                let place = members.position(|&member| {
                    has_shape_of(argument, member) && self.coerces(argument, member, Narrowing::Allowed)
                })?;
                return Some(Some(place));
            }
        }
        Some(None)
    }

    /// Total cost of a call and the list index for its generics; `None` if a conversion is impossible.
    fn cost_of(&self, signature: &impl Signature, arguments: &[Type]) -> Option<(Cost, Places)> {
        let place = self.place(signature, arguments)?;
        concrete(signature.result(), place)?;
        let mut sum = Cost::FREE;
        for (index, &argument) in arguments.iter().enumerate() {
            let cost = self.cost(argument, concrete(signature.parameter(index), place)?);
            if cost.impossible {
                return None;
            }
            sum = sum + cost;
        }
        Some((sum, Places(place)))
    }

    /// Chooses an overload for the arguments; `None` if none is possible. Candidates are in declaration
    /// order, the program's before builtin ones.
    pub fn choose<S: Signature>(
        &self,
        candidates: &[S],
        arguments: &[Type],
        rules: CallRules,
    ) -> Option<Choice> {
        let (index, _) = self.cheapest(candidates.iter(), arguments, rules)?;
        let settled = self.settle(candidates.get(index)?, arguments)?;
        Some(Choice { index, settled })
    }

    /// As [`choose`](Types::choose), returning only the result type.
    pub fn choose_result<S: Signature>(
        &self,
        candidates: &[S],
        arguments: &[Type],
        rules: CallRules,
    ) -> Option<(usize, Type)> {
        let (index, places) = self.cheapest(candidates.iter(), arguments, rules)?;
        Some((index, places.settle(candidates.get(index)?.result())?))
    }

    /// Index of the chosen overload among the candidates, and the list index for its generics.
    pub fn cheapest<S: Signature>(
        &self,
        candidates: impl Iterator<Item = S>,
        arguments: &[Type],
        rules: CallRules,
    ) -> Option<(usize, Places)> {
        let mut best: Option<(usize, Places, Cost)> = None;
        for (index, candidate) in candidates.enumerate() {
            if rules.es2 && candidate.is_es3() {
                continue;
            }
            let Some((cost, places)) = self.cost_of(&candidate, arguments) else {
                continue;
            };
            if !cost.is_possible(rules.narrowing) || best.is_some_and(|(_, _, least)| least <= cost) {
                continue;
            }
            best = Some((index, places, cost));
            // No later candidate can be cheaper, and ties go to the first.
            if cost == Cost::FREE {
                break;
            }
        }
        best.map(|(index, places, _)| (index, places))
    }
}

/// False if two scalars or vectors differ in shape, so that no conversion exists; true for all other types.
#[inline]
fn has_shape_of(a: Type, b: Type) -> bool {
    match (a, b) {
        (Type::Vector(_, width), Type::Vector(_, other)) => width == other,
        (Type::Scalar(_), Type::Vector(..)) | (Type::Vector(..), Type::Scalar(_)) => false,
        _ => true,
    }
}

/// Generic list entry at an index; returns any other type unchanged.
fn concrete(ty: Type, index: Option<usize>) -> Option<Type> {
    match ty {
        Type::Generic(generic) => generic.members().get(index?).copied(),
        concrete => Some(concrete),
    }
}

/// Reason why a builtin call cannot be resolved.
#[derive(Clone, Copy, Debug)]
pub enum CallError {
    /// Unknown name.
    Unknown,
    /// The name is not a function.
    NotFunction(Symbol),
    /// No overload accepts the arguments.
    NoMatch(&'static Function),
}

impl std::fmt::Display for CallError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            CallError::Unknown => f.write_str("nothing has the called name"),
            CallError::NotFunction(_) => f.write_str("the called name is not that of a function"),
            CallError::NoMatch(function) => {
                write!(f, "no overload of {} takes these arguments", function.name)
            }
        }
    }
}

impl std::error::Error for CallError {}

impl Scope {
    /// Resolves a call of a builtin function.
    pub fn resolve_call(
        &self,
        types: &Types,
        name: &str,
        arguments: &[Type],
        rules: CallRules,
    ) -> Result<(&'static Overload, Settled), CallError> {
        let function = match self.lookup(name) {
            Some(Symbol::Function(function)) => function,
            Some(other) => return Err(CallError::NotFunction(other)),
            None => return Err(CallError::Unknown),
        };
        types
            .choose(function.overloads, arguments, rules)
            .and_then(|choice| Some((function.overloads.get(choice.index)?, choice.settled)))
            .ok_or(CallError::NoMatch(function))
    }
}
