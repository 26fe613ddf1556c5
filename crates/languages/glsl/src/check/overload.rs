//! Which of the functions of a name a call means.

use super::convert::{self, converts, has_explicit_types};
use crate::model::{Direction, ExpressionId};
use crate::parse::Parser;
use crate::types::{Length, ParametricKind, Type};

/// A parameter of a function that a call may mean.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Formal {
    pub(crate) ty: Type,
    pub(crate) direction: Direction,
    /// Whether the argument is a place in memory: it is not converted, though it is only read.
    pub(crate) is_place: bool,
}

/// A function that a call may mean.
pub(crate) trait Candidate {
    fn count(&self) -> usize;
    fn formal(&self, at: usize) -> Option<Formal>;
    /// Whether the language declares it: parameters may be arrays without a size.
    fn is_built_in(&self) -> bool;
}

impl<C: Candidate + ?Sized> Candidate for &C {
    fn count(&self) -> usize {
        (**self).count()
    }

    fn formal(&self, at: usize) -> Option<Formal> {
        (**self).formal(at)
    }

    fn is_built_in(&self) -> bool {
        (**self).is_built_in()
    }
}

/// What came of the search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Choice {
    One(usize),
    None,
    /// Several that are as good as each other.
    Several(Vec<usize>),
}

/// How functions are chosen where none takes the arguments as they are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Ranking {
    /// No conversions.
    Exact,
    /// One function must be left.
    Only,
    /// The best one by ranks.
    Best,
}

impl Parser<'_> {
    fn ranking(&self) -> Ranking {
        let environment = &self.program.environment;
        let has_explicit = has_explicit_types(environment);
        if convert::has_none(environment) {
            return Ranking::Exact;
        }
        if environment.is_embedded() {
            return match (has_explicit, environment.has("GL_EXT_shader_implicit_conversions")) {
                (true, _) => Ranking::Best,
                (false, true) => Ranking::Only,
                (false, false) => Ranking::Exact,
            };
        }
        let is_ranked = environment.is_since(400, 0)
            || environment.has_any(&["GL_ARB_gpu_shader_fp64", "GL_ARB_gpu_shader5", "GL_NV_gpu_shader5"]);
        if is_ranked { Ranking::Best } else { Ranking::Only }
    }

    /// The function that takes the arguments as they are.
    pub(crate) fn exact<C: Candidate>(&self, candidates: &[C], arguments: &[ExpressionId]) -> Option<usize> {
        candidates.iter().position(|candidate| {
            candidate.count() == arguments.len()
                && arguments.iter().enumerate().all(|(at, argument)| {
                    candidate
                        .formal(at)
                        .is_some_and(|formal| self.program.types.is_same(self.ty(*argument), formal.ty))
                })
        })
    }

    /// The function that takes the arguments after conversions.
    pub(crate) fn choose(&self, candidates: &[&dyn Candidate], arguments: &[ExpressionId]) -> Choice {
        let ranking = self.ranking();
        let viable: Vec<usize> = candidates
            .iter()
            .enumerate()
            .filter(|(_, candidate)| self.is_viable(**candidate, arguments, ranking))
            .map(|(at, _)| at)
            .collect();
        let Some(first) = viable.first() else {
            return Choice::None;
        };
        if viable.len() == 1 {
            return Choice::One(*first);
        }
        if ranking != Ranking::Best {
            return Choice::Several(viable);
        }
        let is_better = |one: usize, other: usize| {
            let (Some(one), Some(other)) = (candidates.get(one), candidates.get(other)) else {
                return false;
            };
            self.has_better(*one, *other, arguments)
        };
        let mut best = *first;
        for other in viable.iter().skip(1) {
            if is_better(best, *other) && !is_better(*other, best) {
                best = *other;
            }
        }
        let rivals: Vec<usize> = viable
            .into_iter()
            .filter(|other| *other != best && (is_better(best, *other) || !is_better(*other, best)))
            .collect();
        if rivals.is_empty() {
            return Choice::One(best);
        }
        Choice::Several(std::iter::once(best).chain(rivals).collect())
    }

    fn is_viable(&self, candidate: &dyn Candidate, arguments: &[ExpressionId], ranking: Ranking) -> bool {
        candidate.count() == arguments.len()
            && arguments.iter().enumerate().all(|(at, argument)| {
                let Some(formal) = candidate.formal(at) else {
                    return false;
                };
                let ty = self.ty(*argument);
                if formal.is_place && !self.program.types.is_same(ty, formal.ty) {
                    return false;
                }
                let is_in =
                    formal.direction == Direction::Out || self.fits(ty, formal.ty, candidate, ranking);
                let is_out =
                    formal.direction == Direction::In || self.fits(formal.ty, ty, candidate, ranking);
                is_in && is_out
            })
    }

    /// Whether a value of one type can be passed as another.
    fn fits(&self, from: Type, to: Type, candidate: &dyn Candidate, ranking: Ranking) -> bool {
        let types = &self.program.types;
        if types.is_same(from, to) {
            return true;
        }
        if let (Some(given), Some(wanted)) = (types.as_array(from), types.as_array(to)) {
            return candidate.is_built_in()
                && (wanted.length == Length::Unsized || given.length == Length::Unsized)
                && types.is_same(given.element, wanted.element);
        }
        if let (Some(given), Some(wanted)) = (self.parametric(from), self.parametric(to)) {
            let is_tensor = matches!(
                given.kind,
                ParametricKind::Tensor | ParametricKind::TensorLayout | ParametricKind::TensorView
            );
            return candidate.is_built_in()
                && given.kind == wanted.kind
                && !is_tensor
                && given.component == wanted.component;
        }
        if ranking == Ranking::Exact {
            return false;
        }
        let (Some(component), Some(wanted)) = (from.scalar(), to.scalar()) else {
            return false;
        };
        from.with_scalar(wanted) == to && converts(&self.program.environment, component, wanted)
    }

    /// Whether `second` takes some argument better than `first`.
    fn has_better(&self, first: &dyn Candidate, second: &dyn Candidate, arguments: &[ExpressionId]) -> bool {
        arguments.iter().enumerate().any(|(at, argument)| {
            let (Some(first), Some(second)) = (first.formal(at), second.formal(at)) else {
                return false;
            };
            let ty = self.ty(*argument);
            let types = &self.program.types;
            if types.is_same(ty, second.ty) {
                return !types.is_same(ty, first.ty);
            }
            if types.is_same(ty, first.ty) {
                return false;
            }
            match (ty.scalar(), first.ty.scalar(), second.ty.scalar()) {
                (Some(from), Some(first), Some(second)) => {
                    convert::is_better(&self.program.environment, from, first, second)
                }
                _ => false,
            }
        })
    }
}
