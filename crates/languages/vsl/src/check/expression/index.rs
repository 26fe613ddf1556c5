//! Checks indexing: elements of arrays, vectors and matrices; texels and elements of resources.
//!
//! Facts: VSL brief, section 8.2.

use glassbox_core::diagnostic::Rule;

use super::{Found, Operand};
use crate::check::stage::StageChecker;
use crate::model::{BindingId, ExpressionId, ExpressionKind, Root, StageKind, Step};
use crate::rules::expression as rules;
use crate::syntax::tree;
use crate::types::{Resource, Scalar, ValueType, coordinate_components};
use glassbox_core::span::Span;

/// An index expression and its result.
pub(crate) type Index = (tree::ExpressionId, Found);

impl StageChecker<'_, '_> {
    /// `BASE[INDEX]` or `BASE[INDEX, SECOND]`
    pub(super) fn index(
        &mut self,
        span: Span,
        (base_id, base): (tree::ExpressionId, Found),
        index: Index,
        second: Option<Index>,
    ) -> Found {
        let sampler = match &base {
            Found::Resource(id) => matches!(self.resource(*id), Some(Resource::Sampler(..))),
            _ => false,
        };
        let matrix = self.value_type(&base).is_some_and(ValueType::is_matrix);
        if let Some((second, _)) = &second
            && !sampler
            && !matrix
            && !matches!(base, Found::Wrong)
        {
            let at = self.source.expression(*second).span;
            let found = self.describe(&base);
            let message = format!("{found} takes one index, here are two");
            let help = self.second_index_help(&base, index.0, *second);
            self.report(&rules::SECOND_INDEX, at, message).help(help);
            return Found::Wrong;
        }
        match base {
            Found::Wrong | Found::Output => Found::Wrong,
            Found::Resource(id) => self.texel(id, index, second),
            Found::Structure(..) => {
                let found = self.describe(&base);
                let message = format!("{found} cannot be indexed");
                let help = format!(
                    "name a field of it: `{}.field`",
                    self.excerpt(self.source.expression(base_id).span)
                );
                self.report(&rules::NOT_INDEXABLE, span, message).help(help);
                Found::Wrong
            }
            Found::Array(mut place, size) => {
                match self.element_index(index, &rules::ARRAY_INDEX, "an array", size) {
                    Some(index) => {
                        place.path.push(Step::Element(index));
                        Found::Place(place)
                    }
                    None => Found::Wrong,
                }
            }
            Found::Place(_) | Found::Value(_) => {
                let Some(ty) = self.value_type(&base) else {
                    return Found::Wrong;
                };
                if ty.is_scalar() {
                    let message = format!("{ty} is a scalar and has no elements");
                    let help = "remove the index";
                    self.report(&rules::SCALAR_INDEX, span, message).help(help);
                    return Found::Wrong;
                }
                let rule = if ty.is_matrix() { &rules::MATRIX_INDEX } else { &rules::VECTOR_INDEX };
                let kind = if ty.is_matrix() { "a matrix" } else { "a vector" };
                let index = self.element_index(index, rule, kind, ty.elements());
                let second = second.map(|second| self.element_index(second, rule, kind, ty.rows));
                match (index, second) {
                    (Some(index), None) => self.element_of(base, index),
                    (Some(column), Some(Some(row))) => {
                        let column = self.element_of(base, column);
                        self.element_of(column, row)
                    }
                    _ => Found::Wrong,
                }
            }
        }
    }

    /// An element of a vector or matrix, the index already checked.
    fn element_of(&mut self, base: Found, index: ExpressionId) -> Found {
        match base {
            Found::Place(mut place) => {
                place.path.push(Step::Element(index));
                place.ty = place.ty.element();
                Found::Place(place)
            }
            Found::Value(base) => {
                let ty = self.type_of(base).element();
                Found::Value(self.add(ExpressionKind::Element { base, index }, ty))
            }
            _ => Found::Wrong,
        }
    }

    fn texel(&mut self, id: BindingId, index: Index, second: Option<Index>) -> Found {
        let Some(resource) = self.resource(id) else {
            return Found::Wrong;
        };
        let value = match resource {
            Resource::Sampler(..) => self.sample(id, resource, index, second),
            Resource::Image(..) => self
                .coordinate(resource, index)
                .map(|coordinate| ExpressionKind::ReadTexel { binding: id, coordinate }),
            Resource::RoTexels(_) | Resource::RwTexels(_) => self
                .integer(index, &rules::TEXEL_INDEX, "a texel buffer")
                .map(|coordinate| ExpressionKind::ReadTexel { binding: id, coordinate }),
            Resource::RoBuffer(structure) | Resource::RwBuffer(structure) => {
                return match self.integer(index, &rules::BUFFER_INDEX, "a buffer") {
                    Some(index) => Found::Structure(Root::Buffer(id, index), structure),
                    None => Found::Wrong,
                };
            }
        };
        match (value, resource.texel()) {
            (Some(kind), Some(ty)) => Found::Value(self.add(kind, ty)),
            _ => Found::Wrong,
        }
    }

    fn sample(
        &mut self,
        binding: BindingId,
        resource: Resource,
        index: Index,
        second: Option<Index>,
    ) -> Option<ExpressionKind> {
        let coordinate = self.coordinate(resource, index);
        let bias = match second {
            None => None,
            Some((id, found)) => {
                let bias = self.integer((id, found), &rules::BIAS, "the bias of a sample");
                if self.kind == StageKind::Vertex {
                    let message = "the vertex stage has no level of detail that a bias could change";
                    let help = "remove the bias, or read a level with `texelFetch(sampler, texel, level)`";
                    self.report(&rules::BIAS_STAGE, self.source.expression(id).span, message).help(help);
                    return None;
                }
                Some(self.cast(bias?, Scalar::Float))
            }
        };
        Some(ExpressionKind::Sample { binding, coordinate: coordinate?, bias })
    }

    /// A coordinate of a sampler or image.
    fn coordinate(&mut self, resource: Resource, (id, found): Index) -> Option<ExpressionId> {
        let Operand { value, span } = self.operand(found, id, &rules::COORDINATE)?;
        let ty = self.type_of(value);
        let (rank, is_image) = match resource {
            Resource::Image(rank, _) => (rank, true),
            Resource::Sampler(rank, _) => (rank, false),
            _ => return Some(value),
        };
        let components = coordinate_components(rank);
        let is_fine = if is_image { ty.scalar.is_integer() } else { ty.scalar == Scalar::Float };
        if is_fine && !ty.is_matrix() && ty.rows == components {
            return Some(value);
        }
        let scalar = if is_image { Scalar::Int } else { Scalar::Float };
        let wanted = ValueType::vector(scalar, components);
        let also = if is_image {
            format!(" or {}", ValueType::vector(Scalar::Uint, components))
        } else {
            String::new()
        };
        let name = self.resource_type(resource);
        let message = format!("the coordinate of {name} is {wanted}{also}, this is {ty}");
        let text = self.excerpt(span);
        let help = if ty.rows == components && !ty.is_matrix() {
            format!("write `{wanted}({text})`")
        } else if ty.is_vector() && ty.rows > components {
            let letters = &"xyz"[..usize::from(components)];
            format!("choose {components} of its components: `{}.{letters}`", self.tight_excerpt(span))
        } else {
            format!("build it: `{wanted}(…)`")
        };
        self.report(&rules::COORDINATE, span, message).help(help);
        None
    }

    /// An index: an int or uint scalar.
    fn integer(&mut self, (id, found): Index, rule: &'static Rule, of: &str) -> Option<ExpressionId> {
        let Operand { value, span } = self.operand(found, id, rule)?;
        let ty = self.type_of(value);
        if ty.is_scalar() && ty.scalar.is_integer() {
            return Some(value);
        }
        let message = if rule.id == rules::BIAS.id {
            format!("{of} is an int or uint, this is {ty}")
        } else {
            format!("the index of {of} is an int or uint, this is {ty}")
        };
        let help = if ty.is_scalar() {
            format!("write `int({})`", self.excerpt(span))
        } else {
            "use one of its components".to_owned()
        };
        self.report(rule, span, message).help(help);
        None
    }

    /// Checks the index into a value with `elements` elements.
    fn element_index(
        &mut self,
        index: Index,
        rule: &'static Rule,
        of: &str,
        elements: u8,
    ) -> Option<ExpressionId> {
        let span = self.source.expression(index.0).span;
        let index = self.integer(index, rule, of)?;
        self.in_range(index, elements, span)?;
        Some(index)
    }

    /// Reports a constant index out of range. Other indices are checked at run time only.
    pub(crate) fn in_range(&mut self, index: ExpressionId, elements: u8, span: Span) -> Option<()> {
        let expression = self.stage.expression(index);
        let ExpressionKind::Constant(bits) = expression.kind else {
            return Some(());
        };
        if expression.ty.scalar.is_integer() && bits >= u32::from(elements) {
            let number = match expression.ty.scalar {
                Scalar::Int => i64::from(bits as i32),
                _ => i64::from(bits),
            };
            let message = format!("there is no element {number}: there are {elements}, counted from 0");
            let help = format!("write a number from 0 to {}", elements.saturating_sub(1));
            self.report(&rules::INDEX_RANGE, span, message).help(help);
            return None;
        }
        Some(())
    }

    fn second_index_help(
        &self,
        base: &Found,
        first: tree::ExpressionId,
        second: tree::ExpressionId,
    ) -> String {
        let [first, second] = [first, second].map(|id| self.excerpt(self.source.expression(id).span));
        match base {
            Found::Resource(id) => match self.resource(*id) {
                Some(Resource::Image(rank, _)) if coordinate_components(rank) == 2 => {
                    format!("a coordinate is one value: `[int2({first}, {second})]`")
                }
                _ => "a coordinate is one value".to_owned(),
            },
            Found::Array(..) => format!("index the element: `[{first}][{second}]`"),
            _ => "remove the second index".to_owned(),
        }
    }

    /// Type of a value or of the contents of a place.
    pub(super) fn value_type(&self, found: &Found) -> Option<ValueType> {
        match found {
            Found::Value(value) => Some(self.type_of(*value)),
            Found::Place(place) => Some(place.ty),
            _ => None,
        }
    }

    /// Resource of a binding.
    pub(crate) fn resource(&self, id: BindingId) -> Option<Resource> {
        let binding = self.globals.shader.bindings.get(usize::from(id.0))?;
        Some(binding.resource)
    }
}
