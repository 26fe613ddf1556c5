//! Spells hull shaders: the control point function and the patch constant function.

mod invocations;
mod outputs;
mod split;
mod sweep;
mod turns;

use std::collections::BTreeMap;

use glassbox_spirv::build::value::built_in;
use glassbox_spirv::module::{Id, Module};

use self::split::split;
use super::Hlsl;
use super::elements::Of;
use crate::interface::{Entry, Level};
use crate::refusal::{Refusal, Refusals};
use crate::structured::Derived;
use crate::text::{self, ANY, Empty, Writer, joined};
use crate::tree::{Kind, Node, Origin, Step, Var};
use crate::{Options, Source, Spacing, Tessellation, Topology};

/// The functions of a hull shader.
#[derive(Default)]
pub(super) struct Hull {
    /// The patch constant function; 0 in other shaders.
    pub(super) patch: Id,
    /// By output variable of all control points, the output variable of one.
    pub(super) points: BTreeMap<Id, Id>,
}

impl Empty for Hull {
    const EMPTY: &'static Self = &Hull { patch: 0, points: BTreeMap::new() };
}

/// Writes a control shader.
pub(super) fn write(
    module: &Module,
    entry: &Entry,
    mut language: Hlsl,
    options: &Options,
) -> Result<Source, Refusal> {
    let known = Tessellation::of(module).or(options.tessellation);
    let mut refusals = Refusals::default();
    let split = split(module, entry.function, known.control_points.unwrap_or(1), &mut refusals);
    let Some(split) = split.filter(|_| refusals.is_empty()) else { return Err(refusals.refuse()) };
    language.hull = Hull { patch: split.patch, points: split.points }.into();
    let derived = Derived::new(module, split.module);
    let written = text::write(&derived.module, language, options);
    derived.restore(written)
}

impl Writer<'_, '_, Hlsl> {
    /// True while the patch constant function is written.
    pub(super) fn in_patch(&self) -> bool {
        let body = self.current_body();
        body.is_some_and(|body| self.is_patch(self.module.functions[body.index].id))
    }

    pub(super) fn is_patch(&self, function: Id) -> bool {
        self.language.hull.patch != 0 && function == self.language.hull.patch
    }

    /// The output variable of one control point in place of that of all.
    pub(super) fn point_variable(&self, var: Var) -> Option<Var> {
        let own = *self.language.hull.points.get(&self.tree.variable(var).id)?;
        let all = (0..).zip(self.tree.variables());
        all.into_iter()
            .find(|(_, found)| found.origin == Origin::Global && found.id == own)
            .map(|(var, _)| var)
    }

    /// The line before the body of the patch constant function.
    pub(super) fn patch_head(&mut self) -> String {
        let name = self.function_name(self.language.hull.patch);
        let parameters = self.entry_parameters();
        joined!(self.language.elements.patch.ty, " ", name, "(", parameters, ")")
    }

    /// Attributes of the control point function.
    pub(super) fn hull_attributes(&mut self) -> String {
        let known = self.tessellation();
        let domain = self.domain();
        let partitioning = match known.spacing {
            None | Some(Spacing::Equal) => "integer",
            Some(Spacing::FractionalEven) => "fractional_even",
            Some(Spacing::FractionalOdd) => "fractional_odd",
        };
        let topology = match known.topology {
            Some(Topology::Points) => "point",
            _ if domain == crate::Domain::Isolines => "line",
            Some(Topology::Clockwise) => "triangle_cw",
            None | Some(Topology::CounterClockwise) => "triangle_ccw",
        };
        let points = self.control_points();
        let patch = self.function_name(self.language.hull.patch);
        format!(
            "{}[partitioning(\"{partitioning}\")]\n[outputtopology(\"{topology}\")]\n[outputcontrolpoints({points})]\n\
             [patchconstantfunc(\"{patch}\")]\n",
            self.domain_attribute()
        )
    }

    /// True for inputs of the function that is written: the patch constant function has no control point.
    pub(super) fn takes_value(&self, number: Option<u32>) -> bool {
        number != Some(built_in::INVOCATION_ID) || !self.in_patch()
    }

    /// Writes an assignment of levels; false for other places.
    pub(super) fn assign_level(&mut self, place: Node, value: Node) -> bool {
        let Some(var) = self.tree.root(place) else { return false };
        let (Some(level), Some(Of::Patch)) = (self.level_of(var), self.element_of(var)) else { return false };
        let step = match self.tree.kind(place) {
            Kind::Path(_, steps) => self.tree.steps(steps).first().copied(),
            _ => None,
        };
        let count = self.levels(level);
        let mut lines = Vec::new();
        match step {
            Some(Step::Part(index)) => lines.push((index, self.text_of(value))),
            Some(Step::Index(index)) => {
                let (index, text) = (self.text_of(index), self.text_of(value));
                if self.language.version < 60 {
                    // Tessellation factors have no dynamic index there.
                    let lines: Vec<String> = (0..count)
                        .map(|part| {
                            let place = self.level_at(level, &part.to_string());
                            joined!("if (", index, " == ", part, ") ", place, " = ", text)
                        })
                        .collect();
                    self.out.push_str(&lines.join(&joined!(";\n", "    ".repeat(self.indent))));
                    return true;
                }
                let place = self.level_at(level, &index);
                let length = self.module.component_count(self.tree.variable(var).ty).unwrap_or(0);
                let guard = if count < length {
                    joined!("if (uint(", index, ") < ", count, "u) ")
                } else {
                    String::new()
                };
                self.out.push_str(&joined!(guard, place, " = ", text));
                return true;
            }
            None => {
                let parts = match self.tree.kind(value) {
                    Kind::Construct(span) if self.tree.variable_of(value).is_none() => {
                        self.tree.operands(span).to_vec()
                    }
                    _ => Vec::new(),
                };
                let whole = if parts.is_empty() {
                    self.capture(|writer| writer.expr(value, text::POSTFIX))
                } else {
                    String::new()
                };
                for index in 0..count {
                    let part = match parts.get(index as usize) {
                        Some(&part) => self.capture(|writer| writer.expr(part, ANY)),
                        None => joined!(whole, "[", index, "]"),
                    };
                    lines.push((index, part));
                }
            }
        }
        let lines: Vec<String> = lines
            .into_iter()
            .filter(|(index, _)| *index < count)
            .map(|(index, part)| joined!(self.level_at(level, &index.to_string()), " = ", part))
            .collect();
        self.out.push_str(&lines.join(&joined!(";\n", "    ".repeat(self.indent))));
        true
    }

    fn level_at(&mut self, level: Level, index: &str) -> String {
        match (level, self.levels(level)) {
            (Level::Inner, 0 | 1) => self.level_name(level),
            _ => joined!(self.level_name(level), "[", index, "]"),
        }
    }
}
