//! Checks places: left sides of assignments and variables written by functions.
//!
//! Facts: VSL brief, section 8.3.

use glassbox_core::diagnostic::{Diagnostic, Rule};
use glassbox_vbc::raw::Rank;

use crate::check::expression::Found;
use crate::check::finding::did_you_mean;
use crate::check::stage::{Entity, StageChecker};
use crate::model::{BindingId, ExpressionId, Place, Root, StageKind, Step, Swizzle};
use crate::rules::expression;
use crate::rules::statement as rules;
use crate::syntax::tree::{self, ExpressionKind as Written, Name};
use crate::types::{Resource, StructId, ValueType, coordinate_components};
use crate::vocabulary::functions::rank_name;
use crate::vocabulary::variables::{BuiltIn, VARIABLES};
use glassbox_core::span::Span;

/// Target of an assignment.
#[derive(Clone, Debug)]
pub(crate) enum Target {
    /// A value.
    Place(Place),
    /// A texel.
    Texel {
        /// The image or texel buffer.
        binding: BindingId,
        /// Coordinate of the texel.
        coordinate: ExpressionId,
        /// Type of the texel.
        ty: ValueType,
    },
    /// A whole structure of a buffer.
    Structure(Root, StructId),
}

/// Result of resolving part of a path.
enum Reached {
    /// A value; the path may end with a swizzle.
    Value(Place),
    /// An array, as the place of its elements without the last step.
    Array(Place, u8),
    Structure(Root, StructId),
    /// A writable resource, not indexed yet.
    Resource(BindingId, Resource),
    Texel(BindingId, ExpressionId, ValueType),
}

impl<'s> StageChecker<'_, 's> {
    /// The target of an assignment; `None` after a reported error.
    pub(crate) fn place(&mut self, place: tree::ExpressionId) -> Option<Target> {
        self.place_with(place, |checker, index| checker.value(index))
    }

    /// Resolves a writable place; `value` supplies the result of each index expression.
    pub(crate) fn place_with(
        &mut self,
        place: tree::ExpressionId,
        mut value: impl FnMut(&mut Self, tree::ExpressionId) -> Option<ExpressionId>,
    ) -> Option<Target> {
        let whole = self.source.expression(place).span;
        let mut steps = Vec::new();
        let mut root = place;
        let name = loop {
            match &self.source.expression(root).kind {
                Written::Name(name) => break *name,
                Written::Index { base, .. } | Written::Member { base, .. } => {
                    steps.push(root);
                    root = *base;
                }
                // Only names, members and indices form places; the parser has reported anything else.
                _ => return None,
            }
        };
        let span = self.source.expression(root).span;
        let mut reached = self.root(name, span);
        while let Some(step) = steps.pop() {
            let source = self.source;
            reached = match &source.expression(step).kind {
                Written::Index { second: Some(second), .. } => {
                    let span = source.expression(*second).span;
                    let message = "found a second index in an assignment target, expected one";
                    let help = "write one pair of brackets for each: `m[c][r]`";
                    self.wrong(&expression::SECOND_INDEX, span, message, help)
                }
                Written::Index { base, index, .. } => {
                    // Check the index even if the place is invalid: it may have errors of its own.
                    let found = value(self, *index);
                    let base = source.expression(*base).span;
                    let at = source.expression(*index).span;
                    match (reached, found) {
                        (Some(reached), Some(index)) => self.index_place(reached, base, index, at),
                        _ => None,
                    }
                }
                Written::Member { base, name } => {
                    let base = source.expression(*base).span;
                    reached.and_then(|reached| self.member_place(reached, base, *name, whole))
                }
                _ => None,
            };
        }
        match reached? {
            Reached::Value(place) => Some(Target::Place(place)),
            Reached::Texel(binding, coordinate, ty) => Some(Target::Texel { binding, coordinate, ty }),
            Reached::Structure(root, structure) => Some(Target::Structure(root, structure)),
            Reached::Array(..) => self.whole(whole, "a whole array"),
            Reached::Resource(..) => self.whole(whole, "a whole resource"),
        }
    }

    fn whole<T>(&mut self, span: Span, what: &str) -> Option<T> {
        let message = format!("found {what} left of the assignment, expected one element");
        let help = format!("write `{}[…]`", span.of(self.text));
        self.wrong(&rules::PLACE_WHOLE, span, message, help)
    }

    fn wrong<T>(
        &mut self,
        rule: &'static Rule,
        span: Span,
        message: impl Into<String>,
        help: impl Into<String>,
    ) -> Option<T> {
        self.report(rule, span, message).help(help);
        None
    }

    /// Resolves the name at the start of a path.
    fn root(&mut self, name: &'s str, span: Span) -> Option<Reached> {
        if name.starts_with('$') {
            return self.built_in_root(name, span);
        }
        let Some((entity, declared)) = self.find(name) else {
            return self.unknown_root(name, span);
        };
        if !self.is_visible(entity) {
            let (fault, help) = self.other_stage(name, entity);
            self.report(&rules::UNKNOWN_PLACE, span, fault).label(declared, "it is declared here").help(help);
            return None;
        }
        let globals = self.globals;
        let shader = &globals.shader;
        let value = |root, ty| Reached::Value(Place { root, path: Vec::new(), ty });
        let reached = match entity {
            Entity::Wrong => return None,
            Entity::Variable(id) => {
                let ty = self.stage.variables.get(id.0 as usize)?.ty;
                Some(value(Root::Variable(id), ty))
            }
            Entity::Output(at) => {
                let output = shader.outputs.get(usize::from(at))?;
                Some(value(Root::Output(at), output.ty)).filter(|_| output.size.is_none())
            }
            Entity::Local(at) if self.kind == StageKind::Vertex => {
                Some(value(Root::Local(at), shader.locals.get(usize::from(at))?.ty))
            }
            Entity::Binding(id) => match shader.bindings.get(usize::from(id.0))?.resource {
                resource @ (Resource::Image(..) | Resource::RwTexels(_) | Resource::RwBuffer(_)) => {
                    Some(Reached::Resource(id, resource))
                }
                _ => None,
            },
            _ => None,
        };
        if reached.is_some() {
            self.uses.write(entity);
            return reached;
        }
        let fault = self.not_writable(name, entity, span);
        let fault = fault.label(declared, "it is declared here");
        self.findings.push(fault);
        None
    }

    /// True if the stage can access the entity.
    fn is_visible(&self, entity: Entity) -> bool {
        match entity {
            Entity::Input(_) => self.kind == StageKind::Vertex,
            Entity::Output(_) => self.kind == StageKind::Fragment,
            _ => true,
        }
    }

    fn other_stage(&self, name: &str, entity: Entity) -> (String, &'static str) {
        match entity {
            Entity::Input(_) => (
                format!("found the input `{name}`, which the fragment stage does not see"),
                "pass its value in a local",
            ),
            _ => (
                format!("found the output `{name}`, which the vertex stage does not see"),
                "write it in `@frag`; pass values there in locals",
            ),
        }
    }

    fn unknown_root(&mut self, name: &str, span: Span) -> Option<Reached> {
        let names: Vec<&str> = self.names().collect();
        let help = match name {
            "gl_Position" => "write `$Position`".to_owned(),
            "gl_PointSize" => "write `$PointSize`".to_owned(),
            _ => did_you_mean(name, names, "declare it: `TYPE NAME = VALUE;`"),
        };
        let message = format!("found the unknown variable `{name}`");
        self.wrong(&rules::UNKNOWN_PLACE, span, message, help)
    }

    fn built_in_root(&mut self, name: &str, span: Span) -> Option<Reached> {
        let is_fragment = self.kind == StageKind::Fragment;
        let row = BuiltIn::named(name).map(BuiltIn::row);
        match row.filter(|row| row.is_fragment == is_fragment) {
            Some(row) if row.is_written => Some(Reached::Value(Place {
                root: Root::BuiltIn(row.variable),
                path: Vec::new(),
                ty: row.ty,
            })),
            Some(_) => {
                let message = format!("found `{name}`, which is read-only");
                self.wrong(&rules::NOT_WRITABLE, span, message, "copy it to a variable and change that")
            }
            None => {
                let message = match row {
                    Some(_) => format!("found `{name}`, which belongs to the other stage"),
                    None => format!("found the unknown built-in variable `{name}`"),
                };
                let rows = VARIABLES.iter().filter(|row| row.is_fragment == is_fragment && row.is_written);
                let otherwise = match self.kind {
                    StageKind::Vertex => "the vertex stage writes `$Position` and `$PointSize`",
                    StageKind::Fragment => "the fragment stage writes outputs and no built-in variable",
                };
                let help = did_you_mean(name, rows.map(|row| row.name), otherwise);
                self.wrong(&rules::UNKNOWN_PLACE, span, message, help)
            }
        }
    }

    fn not_writable(&self, name: &str, entity: Entity, span: Span) -> Diagnostic {
        let (what, help) = match entity {
            Entity::Counter(_) => {
                ("a loop's counter, which is read-only", "copy it to a variable and change that")
            }
            Entity::Input(_) => ("an input, which is read-only", "copy it to a variable and change that"),
            Entity::Local(_) => {
                ("a local, which the fragment stage only reads", "copy it to a variable and change that")
            }
            Entity::Uniform => {
                ("the uniform, which is read-only", "copy the field to a variable and change that")
            }
            Entity::Subpass(_) => ("a subpass input, which is read-only", "write an output"),
            Entity::Constant => ("a constant", "declare a variable"),
            Entity::Binding(id) => match self.globals.shader.bindings.get(usize::from(id.0)) {
                Some(binding) => match binding.resource {
                    Resource::RoBuffer(_) => ("a read-only buffer", "bind it as `RWBuffer`"),
                    Resource::RoTexels(_) => ("a read-only texel buffer", "bind it as `RWTexels`"),
                    _ => ("a sampler, which is read-only", "bind it as an image to store texels"),
                },
                None => ("a binding", "bind something that can be written"),
            },
            _ => ("something read-only", "copy it to a variable and change that"),
        };
        let message = format!("found `{name}`, {what}");
        Diagnostic::new(&rules::NOT_WRITABLE, span, message).help(help)
    }

    /// `BASE[INDEX]`
    fn index_place(
        &mut self,
        reached: Reached,
        base: Span,
        index: ExpressionId,
        at: Span,
    ) -> Option<Reached> {
        let found = self.type_of(index);
        let is_integer = found.is_scalar() && found.scalar.is_integer();
        match reached {
            Reached::Value(place) if matches!(place.path.last(), Some(Step::Swizzle(_))) => {
                let help = "write the letter of the component";
                self.wrong(&rules::PLACE_NOT_INDEXED, base, "found an index after a swizzle", help)
            }
            Reached::Value(place) if place.ty.is_scalar() => {
                let message = format!("found an index after `{}`, which is {}", base.of(self.text), place.ty);
                self.wrong(&rules::PLACE_SCALAR_INDEX, base, message, "remove the index")
            }
            Reached::Value(place) => {
                let ty = place.ty.element();
                self.in_range(index, place.ty.elements(), at)?;
                self.element_place(place, ty, index, at)
            }
            Reached::Array(place, size) => {
                let ty = place.ty;
                self.in_range(index, size, at)?;
                self.element_place(place, ty, index, at)
            }
            Reached::Structure(..) => {
                let help = "write `.` and a field";
                self.wrong(&rules::PLACE_NOT_INDEXED, base, "found an index after a structure", help)
            }
            Reached::Texel(..) => self.part_of_texel(base.to(at)),
            Reached::Resource(binding, resource) => match resource {
                Resource::Image(rank, format) => {
                    let count = coordinate_components(rank);
                    let fits = found.scalar.is_integer() && !found.is_matrix() && found.rows == count;
                    if !fits {
                        return self.wrong_coordinate(rank, count, found, at);
                    }
                    Some(Reached::Texel(binding, index, format.value()))
                }
                Resource::RwTexels(format) if is_integer => {
                    Some(Reached::Texel(binding, index, format.value()))
                }
                Resource::RwBuffer(structure) if is_integer => {
                    Some(Reached::Structure(Root::Buffer(binding, index), structure))
                }
                Resource::RwTexels(_) => self.wrong_index(&rules::PLACE_TEXEL_INDEX, found, at),
                _ => self.wrong_index(&rules::PLACE_BUFFER_INDEX, found, at),
            },
        }
    }

    fn element_place(
        &mut self,
        mut place: Place,
        ty: ValueType,
        index: ExpressionId,
        at: Span,
    ) -> Option<Reached> {
        let found = self.type_of(index);
        if !(found.is_scalar() && found.scalar.is_integer()) {
            return self.wrong_index(&rules::PLACE_INDEX, found, at);
        }
        place.path.push(Step::Element(index));
        place.ty = ty;
        Some(Reached::Value(place))
    }

    fn wrong_index(&mut self, rule: &'static Rule, found: ValueType, at: Span) -> Option<Reached> {
        let message = format!("found an index of type {found}, expected int or uint");
        let help = if found.is_scalar() {
            format!("write `int({})`", at.of(self.text))
        } else {
            "choose one component".to_owned()
        };
        self.wrong(rule, at, message, help)
    }

    fn wrong_coordinate(&mut self, rank: Rank, count: u8, found: ValueType, at: Span) -> Option<Reached> {
        let wanted = ValueType::vector(crate::types::Scalar::Int, count);
        let message = format!(
            "found a coordinate of type {found}, expected {wanted} or u{wanted} for an Image{}",
            rank_name(rank)
        );
        let help = if found.rows == count && !found.is_matrix() {
            format!("write `{wanted}({})`", at.of(self.text))
        } else {
            format!("give it {count} components")
        };
        self.wrong(&rules::PLACE_COORDINATE, at, message, help)
    }

    fn part_of_texel(&mut self, span: Span) -> Option<Reached> {
        let message = "found a part of a texel, expected the whole texel";
        let help = "read the texel to a variable, change that, and store it";
        self.wrong(&rules::TEXEL_PART, span, message, help)
    }

    /// `BASE.NAME`
    fn member_place(&mut self, reached: Reached, base: Span, name: Name<'s>, whole: Span) -> Option<Reached> {
        match reached {
            Reached::Value(place) if place.ty.is_vector() => self.swizzled(place, name),
            Reached::Value(place) => {
                let message =
                    format!("found `.{}` after `{}`, which is {}", name.text, base.of(self.text), place.ty);
                let help = if place.ty.is_matrix() {
                    "choose a column first: `m[0].x`"
                } else {
                    "remove the dot and what follows"
                };
                self.wrong(&rules::PLACE_MEMBER, name.span, message, help)
            }
            Reached::Structure(root, structure) => {
                match self.field(root, structure, name, &rules::PLACE_FIELD) {
                    Found::Place(place) => Some(Reached::Value(place)),
                    Found::Array(place, size) => Some(Reached::Array(place, size)),
                    _ => None,
                }
            }
            Reached::Texel(..) => self.part_of_texel(whole),
            Reached::Array(..) | Reached::Resource(..) => {
                let message = format!("found `.{}` after a value without members", name.text);
                let help = format!("index it first: `{}[…].{}`", base.of(self.text), name.text);
                self.wrong(&rules::PLACE_MEMBER, name.span, message, help)
            }
        }
    }

    /// Components of a vector, none repeated.
    fn swizzled(&mut self, mut place: Place, name: Name<'s>) -> Option<Reached> {
        let swizzle = self.swizzle(name, place.ty.rows)?;
        let components = swizzle.components();
        let twice = (1..components.len()).find(|&at| components[..at].contains(&components[at]));
        if let Some(letter) = twice.and_then(|at| name.text.chars().nth(at)) {
            let message = format!("found the component `{letter}` twice in `.{}`", name.text);
            return self.wrong(&rules::WRITTEN_TWICE, name.span, message, "name each component once");
        }
        // A swizzle of a swizzle indexes into the first one.
        let swizzle = match place.path.last() {
            Some(Step::Swizzle(inner)) => {
                let inner = *inner;
                let components = components.iter().filter_map(|&at| inner.components().get(usize::from(at)));
                place.path.pop();
                Swizzle::new(&components.copied().collect::<Vec<_>>())?
            }
            _ => swizzle,
        };
        place.ty = ValueType::vector(place.ty.scalar, swizzle.components().len() as u8);
        place.path.push(Step::Swizzle(swizzle));
        Some(Reached::Value(place))
    }
}
