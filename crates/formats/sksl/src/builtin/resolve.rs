//! Which overload a call means.
//!
//! Source: the overload rule of the language. With one candidate there is no choice; otherwise the cheapest that is possible
//! wins, and the first of those that cost the same.

use super::coerce::{Cost, Narrowing};
use super::declare::{Function, Overload};
use super::scope::{Scope, Symbol};
use super::store::Types;
use super::types::Type;

/// A function that a call may mean.
pub trait Signature {
    /// What it returns, possibly a generic.
    fn result(&self) -> Type;

    /// How many parameters it takes.
    fn arity(&self) -> usize;

    /// The type of a parameter, possibly a generic; [`Type::Invalid`] past the last one.
    fn parameter(&self, index: usize) -> Type;

    /// Whether programs in ES2 mode cannot call it.
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
        self.parameters
            .get(index)
            .map_or(Type::Invalid, |parameter| parameter.ty)
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

/// A signature with every generic replaced by the type that the arguments chose.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settled {
    /// What each argument is converted to.
    pub parameters: Vec<Type>,
    /// What the call gives.
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

/// What the generics of a signature stand for in a call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Places(Option<usize>);

impl Places {
    /// The type that a generic stands for; any other type itself.
    pub fn settle(self, ty: Type) -> Option<Type> {
        concrete(ty, self.0)
    }
}

/// What a program allows in calls.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CallRules {
    /// Whether arguments may lose precision.
    pub narrowing: Narrowing,
    /// Whether functions marked `$es3` are out of reach.
    pub es2: bool,
}

/// The overload that a call means.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choice {
    /// Its place among the candidates.
    pub index: usize,
    /// Its types for these arguments.
    pub settled: Settled,
}

impl Types {
    /// The concrete types of a signature for some arguments. The first generic parameter whose list holds a type that its
    /// argument can become decides for all of them. `None` when the number of arguments is wrong or no type fits.
    pub fn settle(&self, signature: &impl Signature, arguments: &[Type]) -> Option<Settled> {
        let places = self.places(signature, arguments)?;
        let parameters = (0..arguments.len()).map(|index| places.settle(signature.parameter(index)));
        Some(Settled {
            parameters: parameters.collect::<Option<_>>()?,
            result: places.settle(signature.result())?,
        })
    }

    /// The same as [`settle`](Types::settle), without a list of the types.
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

    /// Which type of their lists the generics of a signature stand for: what the first of the parameters among them decides.
    /// The inner `None` is for signatures without such a parameter.
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

    /// What a call costs.
    pub fn call_cost(&self, signature: &impl Signature, arguments: &[Type], rules: CallRules) -> Cost {
        if rules.es2 && signature.is_es3() {
            return Cost::IMPOSSIBLE;
        }
        self.cost_of(signature, arguments).unwrap_or(Cost::IMPOSSIBLE)
    }

    fn cost_of(&self, signature: &impl Signature, arguments: &[Type]) -> Option<Cost> {
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
        Some(sum)
    }

    /// The overload that a call with these arguments means; `None` when it can mean none. Candidates stand in the order of
    /// their declaration, those of the program before builtin ones.
    pub fn choose<S: Signature>(
        &self,
        candidates: &[S],
        arguments: &[Type],
        rules: CallRules,
    ) -> Option<Choice> {
        let index = self.cheapest(candidates.iter(), arguments, rules)?;
        let settled = self.settle(candidates.get(index)?, arguments)?;
        Some(Choice { index, settled })
    }

    /// The same as [`choose`](Types::choose), with the type of the result only.
    pub fn choose_result<S: Signature>(
        &self,
        candidates: &[S],
        arguments: &[Type],
        rules: CallRules,
    ) -> Option<(usize, Type)> {
        let index = self.cheapest(candidates.iter(), arguments, rules)?;
        let signature = candidates.get(index)?;
        let place = self.place(signature, arguments)?;
        Some((index, concrete(signature.result(), place)?))
    }

    /// The place of the overload that a call means among the candidates.
    pub fn cheapest<S: Signature>(
        &self,
        candidates: impl Iterator<Item = S>,
        arguments: &[Type],
        rules: CallRules,
    ) -> Option<usize> {
        let mut best: Option<(usize, Cost)> = None;
        for (index, candidate) in candidates.enumerate() {
            let cost = self.call_cost(&candidate, arguments, rules);
            if !cost.is_possible(rules.narrowing) || best.is_some_and(|(_, least)| least <= cost) {
                continue;
            }
            best = Some((index, cost));
            // Nothing is cheaper, and what costs the same comes too late.
            if cost == Cost::FREE {
                break;
            }
        }
        best.map(|(index, _)| index)
    }
}

/// Whether one type has the shape of another one, as far as a scalar or vector decides it; without that nothing converts.
#[inline]
fn has_shape_of(a: Type, b: Type) -> bool {
    match (a, b) {
        (Type::Vector(_, width), Type::Vector(_, other)) => width == other,
        (Type::Scalar(_), Type::Vector(..)) | (Type::Vector(..), Type::Scalar(_)) => false,
        _ => true,
    }
}

/// The type that a generic stands for at a place of its list; any other type itself.
fn concrete(ty: Type, place: Option<usize>) -> Option<Type> {
    match ty {
        Type::Generic(generic) => generic.members().get(place?).copied(),
        concrete => Some(concrete),
    }
}

/// Why a call of a builtin function means nothing.
#[derive(Clone, Copy, Debug)]
pub enum CallError {
    /// Nothing has this name.
    Unknown,
    /// The name is not a function's.
    NotFunction(Symbol),
    /// No overload takes these arguments.
    NoMatch(&'static Function),
}

impl Scope {
    /// The overload that a call of a builtin function means.
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
