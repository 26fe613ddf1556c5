//! Decides and spells inputs and outputs that vertices, control points or patches have one each of.

use std::rc::Rc;

use std::collections::{BTreeMap, BTreeSet};

use glassbox_core::stage::Stage;
use glassbox_spirv::build::value::{decoration, execution_mode};
use glassbox_spirv::module::{Id, Type};

use super::Hlsl;
use super::builtins::system_value;
use super::ports::{Key, MEMBERS, Port, WHOLE};
use crate::interface::{Role, is_of_patch};
use crate::names::{Name, Names};
use crate::refusal::{Reason, name_of_built_in};
use crate::text::{Empty, Language, Writer, append, joined};
use crate::tree::{Kind, Step, Var};

/// What an input or output is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Of {
    /// An input vertex or control point.
    Point,
    /// A patch.
    Patch,
    /// An output control point, as the patch constant function reads it.
    ControlPoint,
    /// A vertex of a mesh.
    Vertex,
    /// A primitive of a mesh.
    Primitive,
}

/// The variable that holds points or a patch.
#[derive(Clone, Debug, Default)]
pub(super) struct Holder {
    pub(super) name: Name,
    pub(super) ty: Name,
    /// The parameter of the entry point, if `name` is a static variable; else empty.
    parameter: Name,
    /// Members that are copied to the static variable: those that functions besides the entry point use.
    copied: BTreeSet<String>,
    /// True if the entry point uses the static variable too, so that all members are copied.
    copies_all: bool,
}

/// What holds vertices, control points and the patch.
#[derive(Default)]
pub(super) struct Elements {
    pub(super) points: Holder,
    pub(super) patch: Holder,
    /// Without a name if the patch constant function reads no output of control points.
    pub(super) control_points: Holder,
}

impl Holder {
    const EMPTY: Holder = Holder {
        name: Name::new_static(""),
        ty: Name::new_static(""),
        parameter: Name::new_static(""),
        copied: BTreeSet::new(),
        copies_all: false,
    };
}

impl Empty for Elements {
    const EMPTY: &'static Self =
        &Elements { points: Holder::EMPTY, patch: Holder::EMPTY, control_points: Holder::EMPTY };
}

impl Elements {
    fn of(&self, of: Of) -> &Holder {
        match of {
            Of::Patch => &self.patch,
            Of::ControlPoint => &self.control_points,
            _ => &self.points,
        }
    }

    fn of_mut(&mut self, of: Of) -> &mut Holder {
        match of {
            Of::Patch => &mut self.patch,
            Of::ControlPoint => &mut self.control_points,
            _ => &mut self.points,
        }
    }
}

impl Writer<'_, '_, Hlsl> {
    /// True for stages whose inputs are arrays of vertices or control points.
    pub(super) fn takes_points(&self) -> bool {
        matches!(self.stage, Stage::Geometry | Stage::TessellationControl | Stage::TessellationEvaluation)
    }

    /// What an input or output has a value for each of; `None` for others, and for outputs of meshes.
    pub(super) fn element_of(&self, var: Var) -> Option<Of> {
        let variable = self.tree.variable(var);
        let role = *self.roles.get(&var)?;
        let is_of_patch = || is_of_patch(self.module, self.annotations, (variable.id, variable.ty));
        let is_array = matches!(self.module.ty(variable.ty), Some(Type::Array { .. }));
        match (self.stage, role) {
            (Stage::TessellationControl, Role::Output) | (Stage::TessellationEvaluation, Role::Input)
                if is_of_patch() =>
            {
                Some(Of::Patch)
            }
            (Stage::Geometry | Stage::TessellationControl | Stage::TessellationEvaluation, Role::Input)
                if is_array =>
            {
                Some(Of::Point)
            }
            (Stage::TessellationControl, Role::Output)
                if is_array && !self.language.hull.points.values().any(|own| *own == variable.id) =>
            {
                Some(Of::ControlPoint)
            }
            _ => None,
        }
    }

    /// Chooses names and semantics of what belongs to points and patches.
    pub(super) fn name_elements(&mut self, used: &[Var]) {
        if !self.takes_points() {
            return;
        }
        let (points, point) = match self.stage {
            Stage::Geometry => ("input", "GeometryInput"),
            Stage::TessellationControl => ("points", "HullInput"),
            _ => ("points", "ControlPoint"),
        };
        let holder = |name: &str, ty: &str, names: &mut Names| Holder {
            name: names.take(name),
            ty: names.take(ty),
            ..Holder::default()
        };
        self.language.elements.points = holder(points, point, &mut self.names);
        if self.stage != Stage::Geometry {
            self.language.elements.patch = holder("patch", "PatchConstants", &mut self.names);
        }
        self.copy_indexed();
        let mut names: BTreeMap<Of, Names> = BTreeMap::new();
        for &var in used {
            let Some(of) = self.element_of(var) else { continue };
            let id = self.tree.variable(var).id;
            self.at = self.module.definition(id).unwrap_or(self.at);
            let names = names.entry(of).or_insert_with(|| Names::new(Hlsl::is_reserved, MEMBERS));
            if of == Of::ControlPoint {
                if self.language.elements.control_points.name.is_empty() {
                    self.language.elements.control_points.name = self.names.take("controlPoints");
                }
            } else if self.level_of(var).is_none() {
                self.add_element(var, of, names);
            }
        }
    }

    /// Copies the inputs of a domain shader to a static variable if an array in them has a dynamic index: before shader model 6 only
    /// the index of a control point may be dynamic.
    fn copy_indexed(&mut self) {
        if self.language.version >= 60 || self.stage != Stage::TessellationEvaluation {
            return;
        }
        let indexed = |node| {
            let Kind::Path(base, steps) = self.tree.kind(node) else { return None };
            let var = self.tree.variable_of(base)?;
            let of = self.element_of(var).filter(|_| self.level_of(var).is_none())?;
            let skipped = usize::from(of == Of::Point);
            let mut steps = self.tree.steps(steps).iter().skip(skipped);
            steps.any(|step| matches!(step, Step::Index(_))).then_some(of)
        };
        let found: BTreeSet<Of> = self.tree.nodes().filter_map(indexed).collect();
        for of in found {
            self.make_shared(of);
            self.language.elements.of_mut(of).copies_all = true;
        }
    }

    fn add_element(&mut self, var: Var, of: Of, names: &mut Names) {
        let ty = self.tree.variable(var).ty;
        let inner = match of {
            Of::Patch => ty,
            _ => self.module.component_type(ty, 0).unwrap_or(0),
        };
        let found = self.language.ports.built_ins.iter().find(|found| found.0 == var);
        match found.map(|found| found.1) {
            Some(number) => self.add_element_built_in((var, WHOLE), number, (inner, of), names),
            None if self.has_built_in_members(ty) => {
                let mut members = self.used_members_of_elements(var);
                members.extend(self.linked_members(inner, self.roles.get(&var) == Some(&Role::Output)));
                for index in members {
                    let number = self.annotations.member_value(inner, index, decoration::BUILT_IN);
                    let ty = self.tree.part_type(inner, index).unwrap_or(0);
                    self.add_element_built_in((var, index), number.unwrap_or(WHOLE), (ty, of), names);
                }
            }
            None => {
                let is_output = self.roles.get(&var) == Some(&Role::Output);
                self.add_user_port(var, is_output, names);
                if let Some(port) = self.language.ports.all.get_mut(&(var, WHOLE)) {
                    port.of = Some(of);
                    port.ty = inner;
                }
            }
        }
    }

    /// Adds a built-in value of the stage before.
    fn add_element_built_in(&mut self, key: Key, number: u32, (ty, of): (Id, Of), names: &mut Names) {
        let Some(value) = system_value(number, Stage::Vertex, true) else {
            let what = format!("HLSL has no system value for {} of input vertices", name_of_built_in(number));
            return self.refuse(Reason::BuiltIn, &what);
        };
        self.add_system_value(key, number, (ty, value), names);
        if let Some(port) = self.language.ports.all.get_mut(&key) {
            port.of = Some(of);
            if port.vectors.len() > 1 {
                self.refuse(Reason::BuiltIn, "input vertices have more than four clip or cull distances");
            }
        }
    }

    /// Writes the start of a path in what belongs to points or a patch; the number of steps that it took, `None` for other variables.
    pub(super) fn element_path(&mut self, var: Var, steps: &[Step]) -> Option<usize> {
        if !self.takes_points() {
            return None;
        }
        let of = self.element_of(var)?;
        if let Some(level) = self.level_of(var) {
            return Some(self.level_path(level, (var, steps)));
        }
        if of == Of::Patch {
            let port = self.language.ports.all.get(&(var, WHOLE)).cloned()?;
            let holder = self.holder_of(of, &port.name);
            self.out.push_str(&joined!(holder, ".", port.name, port.taken()));
            return Some(0);
        }
        let (member, taken) = match steps {
            [_, Step::Part(member), ..] if self.has_built_in_members(self.tree.variable(var).ty) => {
                (*member, 2)
            }
            _ => (WHOLE, 1),
        };
        let own = if of == Of::ControlPoint { self.point_variable(var) } else { Some(var) };
        let port = own.and_then(|var| self.language.ports.all.get(&(var, member)).cloned());
        let holder = port.as_ref().map_or(String::new(), |port| self.holder_of(of, &port.name));
        match (port, steps.first()) {
            (None, Some(_)) if of == Of::ControlPoint => {
                self.refuse(
                    Reason::Interface,
                    "the patch constant function reads an output that no control point writes",
                );
                Some(taken)
            }
            (Some(port), Some(step)) => {
                let is_early = self.language.version < 60 && self.stage == Stage::TessellationEvaluation;
                let varies = |step: &Step| matches!(step, Step::Index(_));
                if is_early && varies(step) && steps[taken..].iter().any(varies) {
                    self.refuse_before(
                        60,
                        Reason::Interface,
                        "before shader model 6 an input cannot have dynamic indices of both the control point and an array in it",
                    );
                }
                if port.vectors.len() == 1 && steps.len() == taken {
                    self.refuse(Reason::BuiltIn, "the clip or cull distances are used as a whole array");
                }
                self.out.push_str(&holder);
                self.out.push('[');
                match *step {
                    Step::Part(index) => {
                        self.check_point(of, index);
                        self.out.push_str(&index.to_string());
                    }
                    Step::Index(index) => {
                        if let Some(constant) = self.constant_of(index) {
                            self.check_point(of, constant);
                        }
                        // fxc unrolls loops over the vertices, and rejects those that go beyond.
                        if self.stage == Stage::Geometry && self.points() == 1 {
                            self.out.push('0');
                        } else {
                            self.write_index(index);
                        }
                    }
                }
                self.out.push_str(&joined!("].", port.name, port.taken()));
                Some(taken)
            }
            (Some(port), None) => {
                let ty = self.tree.variable(var).ty;
                let known = if of == Of::ControlPoint { self.control_points() } else { self.points() };
                let count = self.module.component_count(ty).unwrap_or(0).min(MAX_POINTS);
                if count > known {
                    let what =
                        format!("an array of {count} control points is read whole, but a patch has {known}");
                    self.refuse(Reason::Interface, &what);
                }
                let parts: Vec<String> = (0..count)
                    .map(|index| joined!(holder, "[", index, "].", port.name, port.taken()))
                    .collect();
                let text = self.construct_text(ty, &parts);
                self.out.push_str(&text);
                Some(0)
            }
            (None, _) => {
                self.refuse(Reason::BuiltIn, "a block of built-in variables is used as a whole");
                Some(steps.len())
            }
        }
    }

    /// Refuses a constant index beyond the points.
    fn check_point(&mut self, of: Of, index: u32) {
        let count = if of == Of::ControlPoint { self.control_points() } else { self.points() };
        if index >= count {
            self.refuse(
                Reason::Interface,
                &format!("control point {index} is read, but a patch has {count}"),
            );
        }
    }

    /// The variable that holds a member in the function that is written.
    pub(super) fn holder_of(&mut self, of: Of, member: &str) -> String {
        self.share(of);
        let is_in_entry = self.in_entry();
        let is_result = self.is_result(of);
        let holder = self.language.elements.of_mut(of);
        if !is_in_entry {
            holder.copied.insert(member.to_owned());
        }
        let takes_parameter = is_in_entry && !holder.parameter.is_empty() && !holder.copies_all && !is_result;
        if takes_parameter { holder.parameter.to_string() } else { holder.name.to_string() }
    }

    /// True for the result of the patch constant function; other elements are inputs.
    fn is_result(&self, of: Of) -> bool {
        of == Of::Patch && self.stage == Stage::TessellationControl
    }

    /// Makes a static variable of what a function besides the entry point uses.
    fn share(&mut self, of: Of) {
        if !self.in_entry() {
            self.make_shared(of);
        }
    }

    /// Makes a static variable that the entry point fills from its parameter.
    fn make_shared(&mut self, of: Of) {
        if !self.language.elements.of(of).parameter.is_empty() {
            return;
        }
        let wanted = joined!(self.language.elements.of(of).name, "_in");
        let parameter = self.names.take(&wanted);
        self.language.elements.of_mut(of).parameter = parameter;
    }

    /// Declarations of the structures of points and patches, and of the static variables that hold them.
    pub(super) fn element_structures(&mut self) -> String {
        let mut text = String::new();
        if !self.takes_points() {
            return text;
        }
        for of in [Of::Point, Of::Patch, Of::ControlPoint] {
            let Holder { name, ty, parameter, .. } = self.language.elements.of(of).clone();
            if of == Of::ControlPoint {
                if !parameter.is_empty() {
                    let (ty, count) = (self.language.ports.output_type.clone(), self.control_points());
                    append!(text, "\nstatic ", ty, " ", name, "[", count, "];\n");
                }
                continue;
            }
            let mut own: Vec<Rc<Port>> =
                self.language.ports.all.values().filter(|port| port.of == Some(of)).cloned().collect();
            own.sort_by_key(|port| port.order);
            let mut lines = if of == Of::Patch { self.level_lines() } else { String::new() };
            own.iter().for_each(|port| self.port_line(port, &mut lines));
            if !self.takes(of) {
                continue;
            }
            if lines.is_empty() {
                lines = "    float4 position : SV_Position;\n".to_owned();
            }
            append!(text, "\nstruct ", ty, " {\n", lines, "};\n");
            if !parameter.is_empty() {
                let length = if of == Of::Patch { String::new() } else { joined!("[", self.points(), "]") };
                append!(text, "\nstatic ", ty, " ", name, length, ";\n");
            }
        }
        text
    }

    /// True if the entry point has such a parameter.
    fn takes(&self, of: Of) -> bool {
        match (self.stage, of) {
            (Stage::Geometry, Of::Patch) => false,
            (_, Of::ControlPoint) => {
                self.in_patch() && !self.language.elements.control_points.name.is_empty()
            }
            // The number of points of a patch is stated where they are read.
            (Stage::TessellationEvaluation, Of::Point) => {
                self.language.ports.all.values().any(|port| port.of == Some(Of::Point))
            }
            _ => true,
        }
    }

    /// Parameters of the entry point for points and the patch.
    pub(super) fn element_parameters(&mut self) -> Vec<String> {
        let mut all = Vec::new();
        for of in [Of::Patch, Of::Point, Of::ControlPoint] {
            if !self.takes_points() || !self.takes(of) {
                continue;
            }
            let Holder { name, ty, parameter, .. } = self.language.elements.of(of).clone();
            let name = if parameter.is_empty() { name } else { parameter };
            let count = match of {
                Of::Patch => 0,
                Of::ControlPoint => self.control_points(),
                _ => self.points(),
            };
            match (self.stage, of) {
                (_, Of::ControlPoint) => {
                    let ty = self.language.ports.output_type.clone();
                    all.push(joined!("const OutputPatch<", ty, ", ", count, "> ", name));
                }
                (Stage::Geometry, _) => {
                    all.push(joined!(self.primitive().0, " ", ty, " ", name, "[", count, "]"))
                }
                (Stage::TessellationEvaluation, Of::Patch) => all.push(joined!(ty, " ", name)),
                (Stage::TessellationEvaluation, _) => {
                    all.push(joined!("const OutputPatch<", ty, ", ", count, "> ", name));
                }
                (_, Of::Patch) => {}
                _ => all.push(joined!("InputPatch<", ty, ", ", count, "> ", name)),
            }
        }
        all
    }

    /// Statements that fill the static variables.
    pub(super) fn first_elements(&mut self) -> Vec<String> {
        let mut lines = Vec::new();
        if !self.takes_points() {
            return lines;
        }
        for of in [Of::Point, Of::Patch, Of::ControlPoint] {
            let Holder { name, ty, parameter, copied, copies_all } = self.language.elements.of(of).clone();
            let is_result = self.is_result(of);
            if is_result && self.in_patch() {
                let declared = if parameter.is_empty() { joined!(ty, " ") } else { String::new() };
                lines.push(joined!(declared, name, " = (", ty, ")0;"));
            }
            if parameter.is_empty() || is_result || !self.takes(of) {
                continue;
            }
            if of == Of::Patch && !copies_all {
                lines.extend(
                    copied
                        .iter()
                        .map(|member| joined!(name, ".", member, " = ", parameter, ".", member, ";")),
                );
                continue;
            }
            if of == Of::Patch || self.stage == Stage::Geometry {
                lines.push(joined!(name, " = ", parameter, ";"));
                continue;
            }
            let count = if of == Of::ControlPoint { self.control_points() } else { self.points() };
            let index = self.names.take("point");
            lines.push("[unroll]".to_owned());
            lines.push(joined!("for (uint ", index, " = 0; ", index, " < ", count, "; ", index, "++) {"));
            if copies_all {
                lines.push(joined!("    ", name, "[", index, "] = ", parameter, "[", index, "];"));
            }
            let copies = copied.iter().filter(|_| !copies_all);
            lines.extend(copies.map(|member| {
                joined!(
                    "    ", name, "[", index, "].", member, " = ", parameter, "[", index, "].", member, ";"
                )
            }));
            lines.push("}".to_owned());
        }
        lines
    }

    /// Number of input points.
    pub(super) fn points(&mut self) -> u32 {
        match self.stage {
            Stage::Geometry => self.primitive().1,
            _ => self.patch_points(),
        }
    }

    /// Word for the input primitives of a geometry shader, and the number of their vertices.
    fn primitive(&mut self) -> (&'static str, u32) {
        let known = [
            (execution_mode::INPUT_POINTS, "point", 1),
            (execution_mode::INPUT_LINES, "line", 2),
            (execution_mode::INPUT_LINES_ADJACENCY, "lineadj", 4),
            (execution_mode::TRIANGLES, "triangle", 3),
            (execution_mode::INPUT_TRIANGLES_ADJACENCY, "triangleadj", 6),
        ];
        let found = known.into_iter().find(|known| self.entry.modes.contains_key(&known.0));
        let Some((_, word, count)) = found else {
            self.at = self.entry.at;
            self.refuse(Reason::Interface, "the geometry shader has no mode for its input primitives");
            return ("point", 1);
        };
        (word, count)
    }
}

/// Most points of a patch.
pub(super) const MAX_POINTS: u32 = 32;
