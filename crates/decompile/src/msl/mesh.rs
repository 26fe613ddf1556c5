//! Writes task and mesh shaders as object and mesh functions.
//!
//! A mesh function gives whole vertices and primitives. A module writes parts of them in any order, so its outputs are arrays that the
//! threadgroup shares, and at the end each thread gives some of their elements. An entry point that returns early becomes a
//! function that the mesh function calls.

use glassbox_core::stage::Stage;
use glassbox_spirv::build::value::{built_in, decoration, execution_mode};
use glassbox_spirv::module::{ConstantValue, Id, Type};

use super::builtins::built_in as find_built_in;
use super::{Msl, Need};
use crate::Mapping;
use crate::interface::{Passed, Role, element};
use crate::names::{Name, Names};
use crate::refusal::Reason;
use crate::text::{ANY, Language, Sign, Writer, append, joined};
use crate::tree::{Body, Kind, List, Node, Statement, Step, Var};

/// The first version with object and mesh functions.
pub(super) const SINCE: u16 = 30;

/// Most distances of a vertex.
const MAX_DISTANCES: u32 = 8;

/// Names of what a task or mesh shader has besides its variables.
#[derive(Default)]
pub(super) struct Mesh {
    /// The payload, which the task shader gives to its mesh shaders.
    pub(super) payload: Option<Var>,
    /// True if the entry point is a function that the mesh function calls.
    pub(super) is_wrapped: bool,
    outputs: Vec<Var>,
    /// The mesh, or the properties of the grid.
    name: Name,
    vertex_type: Name,
    primitive_type: Name,
    vertex_count: Name,
    primitive_count: Name,
    /// Index of the thread, where the module has none.
    thread: Name,
}

/// A member of a vertex or primitive.
struct Member {
    var: Var,
    name: Name,
    /// Type, name and attribute.
    declared: String,
    /// What it is in an element of the shared array, and what follows the member and the value: indices.
    value: String,
    parts: Vec<String>,
    /// Location of what is no built-in variable.
    location: Option<u32>,
}

impl Writer<'_, '_, Msl> {
    /// Chooses names; outputs and the payload become shared variables.
    pub(super) fn name_mesh(&mut self, used: &[Var]) {
        for &var in used {
            if self.roles.get(&var) == Some(&Role::Passed(Passed::TaskPayload)) {
                self.roles.insert(var, Role::Shared);
                self.language.mesh.payload = Some(var);
            }
        }
        match self.stage {
            Stage::Task => self.language.mesh.name = self.names.take("grid"),
            Stage::Mesh => {
                for &var in used {
                    if self.roles.get(&var) != Some(&Role::Output) {
                        continue;
                    }
                    self.at = self.module.definition(self.tree.variable(var).id).unwrap_or(self.at);
                    self.name_output(var);
                }
                for var in self.language.mesh.outputs.clone() {
                    self.roles.insert(var, Role::Shared);
                }
                self.language.mesh.name = self.names.take("mesh_out");
                self.language.mesh.vertex_type = self.names.take("MeshVertex");
                self.language.mesh.primitive_type = self.names.take("MeshPrimitive");
                self.language.mesh.vertex_count = self.names.take("vertex_count");
                self.language.mesh.primitive_count = self.names.take("primitive_count");
                let tree = self.tree;
                let entry = tree.bodies.iter().find(|body| self.is_entry(body));
                self.language.mesh.is_wrapped = entry.is_some_and(|body| self.returns_early(body.list, true));
                if self.language.mesh.is_wrapped {
                    self.name_function(self.entry.function, "make_mesh");
                }
            }
            _ => {}
        }
    }

    fn name_output(&mut self, var: Var) {
        let variable = self.tree.variable(var);
        if !matches!(self.module.ty(variable.ty), Some(Type::Array { .. })) {
            return self.lacks(Reason::Interface, "an output of a mesh that is no array");
        }
        let number = self.annotations.value(variable.id, decoration::BUILT_IN);
        let wanted = match number {
            Some(built_in::PRIMITIVE_POINT_INDICES_EXT) => "points",
            Some(built_in::PRIMITIVE_LINE_INDICES_EXT) => "lines",
            Some(built_in::PRIMITIVE_TRIANGLE_INDICES_EXT) => "triangles",
            Some(built_in::POSITION) => "positions",
            Some(_) => "values",
            None if self.is_of_primitive(var) => "primitives",
            None => "vertices",
        };
        if number.is_some() || self.has_built_in_members(variable.ty) {
            let name = self.names.take(wanted);
            self.globals.insert(var, name);
        }
        self.language.mesh.outputs.push(var);
    }

    /// True if a list of statements returns before its end.
    fn returns_early(&self, list: List, is_outer: bool) -> bool {
        let lines = &self.tree.list(list).lines;
        lines.iter().enumerate().any(|(index, line)| match line.statement {
            Statement::Return(_) | Statement::End(_) => !is_outer || index + 1 < lines.len(),
            Statement::If(_, then, other) => {
                self.returns_early(then, false) || self.returns_early(other, false)
            }
            Statement::Switch(_, span) => {
                self.tree.cases(span).iter().any(|case| self.returns_early(case.body, false))
            }
            Statement::Loop(_, parts) => self.returns_early(parts.body, false),
            _ => false,
        })
    }

    /// True for an output of primitives.
    fn is_of_primitive(&self, var: Var) -> bool {
        let variable = self.tree.variable(var);
        let inner = element(self.module, variable.ty);
        let number = self.annotations.value(variable.id, decoration::BUILT_IN);
        let is_built_in = matches!(
            number,
            Some(
                built_in::PRIMITIVE_ID
                    | built_in::LAYER
                    | built_in::VIEWPORT_INDEX
                    | built_in::CULL_PRIMITIVE_EXT
            )
        );
        is_built_in
            || self.annotations.has(variable.id, decoration::PER_PRIMITIVE_EXT)
            || self.annotations.member_decoration(inner, 0, decoration::PER_PRIMITIVE_EXT).is_some()
    }

    /// The space of a shared variable.
    pub(super) fn shared_space(&self, var: Var) -> &'static str {
        match self.stage {
            _ if self.language.mesh.payload != Some(var) => "threadgroup",
            Stage::Mesh => "const object_data",
            _ => "object_data",
        }
    }

    /// Writes what starts mesh shaders, or says how much a mesh has; false for other operations.
    pub(super) fn mesh_operation(&mut self, opcode: u16, operands: &[Node]) -> bool {
        use glassbox_spirv::grammar::op;
        match (opcode, operands) {
            (op::SET_MESH_OUTPUTS_EXT, &[vertices, primitives]) => {
                self.language.needs.insert(Need::Counts);
                let [vertices, primitives] = [vertices, primitives]
                    .map(|count| self.capture(|w| w.integer(count, Sign::Unsigned, ANY)));
                let mesh = &self.language.mesh;
                let first = joined!(mesh.vertex_count, " = ", vertices, ";");
                let second = joined!(mesh.primitive_count, " = ", primitives);
                self.insert_lines(&[first]);
                self.out.push_str(&second);
            }
            (op::EMIT_MESH_TASKS_EXT, &[x, y, z, ..]) => {
                if !self.language.is_entry {
                    let what = "MSL starts mesh shaders in the entry point alone; inline the function";
                    self.refuse(Reason::Control, what);
                }
                self.language.needs.insert(Need::Mesh);
                let counts = [x, y, z].map(|count| self.capture(|w| w.integer(count, Sign::Unsigned, ANY)));
                let name = &self.language.mesh.name;
                let text = joined!(name, ".set_threadgroups_per_grid(uint3(", counts.join(", "), "))");
                self.out.push_str(&text);
            }
            _ => return false,
        }
        true
    }

    /// Parameters of the entry point.
    pub(super) fn mesh_parameter(&mut self, need: Need) -> Option<String> {
        let mesh = &self.language.mesh;
        match need {
            Need::Mesh if self.stage == Stage::Task => Some(joined!("mesh_grid_properties ", mesh.name)),
            Need::Mesh => {
                let mode = |mode: u32| self.entry.modes.get(&mode).and_then(|operands| operands.first());
                let count = |number: u32| mode(number).copied().unwrap_or(1);
                let vertices = count(execution_mode::OUTPUT_VERTICES);
                let primitives = count(execution_mode::OUTPUT_PRIMITIVES_EXT);
                let has = |mode: u32| self.entry.modes.contains_key(&mode);
                let topology = match () {
                    () if has(execution_mode::OUTPUT_POINTS) => "point",
                    () if has(execution_mode::OUTPUT_LINES_EXT) => "line",
                    () => "triangle",
                };
                let (name, vertex) = (mesh.name.clone(), mesh.vertex_type.clone());
                let primitive = if self.mesh_members(true).is_empty() {
                    "void"
                } else {
                    &self.language.mesh.primitive_type
                };
                Some(joined!(
                    "mesh<",
                    vertex,
                    ", ",
                    primitive,
                    ", ",
                    vertices,
                    ", ",
                    primitives,
                    ", topology::",
                    topology,
                    "> ",
                    name
                ))
            }
            Need::Thread => Some(joined!("uint ", mesh.thread, " [[thread_index_in_threadgroup]]")),
            Need::Var(var) if mesh.payload == Some(var) => {
                let name = self.globals.get(&var).cloned().unwrap_or_default();
                let space = self.shared_space(var);
                let mark = self.mark(self.tree.variable(var).id, "");
                Some(joined!(self.reference(space, self.tree.variable(var).ty, &name), " [[payload]]", mark))
            }
            _ => None,
        }
    }

    /// Parameters of other functions for how much a mesh has.
    pub(super) fn counts_parameter(&self) -> String {
        let mesh = &self.language.mesh;
        joined!("thread uint& ", mesh.vertex_count, ", thread uint& ", mesh.primitive_count)
    }

    /// Arguments for them.
    pub(super) fn counts_argument(&self) -> String {
        let mesh = &self.language.mesh;
        joined!(mesh.vertex_count, ", ", mesh.primitive_count)
    }

    /// Declarations of how much a mesh has.
    pub(super) fn counts_prologue(&self) -> String {
        if !self.language.needs.contains(&Need::Counts) {
            return String::new();
        }
        let mesh = &self.language.mesh;
        joined!("    uint ", mesh.vertex_count, " = 0u;\n    uint ", mesh.primitive_count, " = 0u;\n")
    }

    /// Writes the mesh function after the function that it calls.
    pub(super) fn write_wrapper(&mut self, body: &Body) {
        let function = self.module.functions[body.index].id;
        let needs = self.language.needs_of.get(&function).cloned().unwrap_or_default();
        self.language.needs.clear();
        self.language.is_entry = true;
        let head = self.entry_head();
        self.write_function(body, &head, |writer| {
            let name = writer.function_name(function);
            let mut needs: Vec<Need> = needs.into_iter().collect();
            needs.sort_by_key(|need| writer.order(*need));
            let arguments: Vec<String> =
                needs.into_iter().map(|need| writer.need_argument(need).to_string()).collect();
            writer.out.push_str(&joined!("    ", name, "(", arguments.join(", "), ");\n"));
        });
    }

    /// Writes the statements that give the vertices and primitives of a mesh.
    pub(super) fn write_mesh(&mut self) {
        let thread = self.thread_index();
        self.language.needs.extend([Need::Mesh, Need::Counts]);
        let mesh = &self.language.mesh;
        let (name, vertices, primitives) =
            (mesh.name.clone(), mesh.vertex_count.clone(), mesh.primitive_count.clone());
        let (vertex_type, primitive_type) = (mesh.vertex_type.clone(), mesh.primitive_type.clone());
        let threads = self.workgroup_threads();
        let mut text = format!(
            "    threadgroup_barrier(mem_flags::mem_threadgroup);\n    if ({thread} == 0u) {{\n        \
             {name}.set_primitive_count({primitives});\n    }}\n"
        );
        let index = self.names.take("i");
        let element = self.names.take("given");
        let head = |end: &str| {
            joined!(
                "    for (uint ",
                index,
                " = ",
                thread,
                "; ",
                index,
                " < ",
                end,
                "; ",
                index,
                " += ",
                threads,
                ") {\n"
            )
        };
        text.push_str(&head(&vertices));
        text.push_str(&self.element_text(false, (&vertex_type, &element, &index)));
        append!(text, "        ", name, ".set_vertex(", index, ", ", element, ");\n    }\n");
        text.push_str(&head(&primitives));
        if !self.mesh_members(true).is_empty() {
            text.push_str(&self.element_text(true, (&primitive_type, &element, &index)));
            append!(text, "        ", name, ".set_primitive(", index, ", ", element, ");\n");
        }
        text.push_str(&self.index_text(&name, &index));
        text.push_str("    }\n");
        self.names.release(&[index, element]);
        self.out.push_str(&text);
    }

    /// Declaration of a vertex or primitive that has its values.
    fn element_text(&mut self, of_primitive: bool, (ty, element, index): (&str, &str, &str)) -> String {
        let mut text = joined!("        ", ty, " ", element, ";\n");
        for member in self.mesh_members(of_primitive) {
            self.language.needs.insert(Need::Var(member.var));
            let value = member.value.replace("[#]", &joined!("[", index, "]"));
            for part in &member.parts {
                append!(text, "        ", element, ".", member.name, part, " = ", value, part, ";\n");
            }
        }
        text
    }

    /// Statements that give the indices of a primitive.
    fn index_text(&mut self, name: &str, index: &str) -> String {
        let mut text = String::new();
        for var in self.language.mesh.outputs.clone() {
            let number = self.annotations.value(self.tree.variable(var).id, decoration::BUILT_IN);
            let lanes: &[&str] = match number {
                Some(built_in::PRIMITIVE_POINT_INDICES_EXT) => &[""],
                Some(built_in::PRIMITIVE_LINE_INDICES_EXT) => &[".x", ".y"],
                Some(built_in::PRIMITIVE_TRIANGLE_INDICES_EXT) => &[".x", ".y", ".z"],
                _ => continue,
            };
            self.language.needs.insert(Need::Var(var));
            let array = self.globals.get(&var).cloned().unwrap_or_default();
            for (lane, part) in lanes.iter().enumerate() {
                let place = match (lanes.len(), lane) {
                    (1, _) => index.to_owned(),
                    (count, 0) => joined!(index, " * ", count, "u"),
                    (count, _) => joined!(index, " * ", count, "u + ", lane, "u"),
                };
                append!(
                    text,
                    "        ",
                    name,
                    ".set_index(",
                    place,
                    ", ",
                    array,
                    "[",
                    index,
                    "]",
                    part,
                    ");\n"
                );
            }
        }
        text
    }

    /// The index of the thread.
    fn thread_index(&mut self) -> Name {
        let known =
            self.language.built_ins.iter().find(|(_, row)| row.attribute == "thread_index_in_threadgroup");
        if let Some((&var, _)) = known {
            self.language.needs.insert(Need::Var(var));
            return self.globals.get(&var).cloned().unwrap_or_default();
        }
        if self.language.mesh.thread.is_empty() {
            self.language.mesh.thread = self.names.take("thread_index");
        }
        self.language.needs.insert(Need::Thread);
        self.language.mesh.thread.clone()
    }

    /// Threads of a workgroup: a number, and the specialization constants that it is a multiple of.
    fn workgroup_threads(&mut self) -> String {
        let constant = self.module.globals.iter().map(|at| self.module.get(*at).result).find(|id| {
            *id != 0 && self.annotations.value(*id, decoration::BUILT_IN) == Some(built_in::WORKGROUP_SIZE)
        });
        let ids = match constant.and_then(|id| self.module.constant(id)).map(|constant| constant.value) {
            Some(ConstantValue::Composite(parts)) => Some(parts.to_vec()),
            _ => self.entry.modes.get(&execution_mode::LOCAL_SIZE_ID).cloned(),
        };
        let Some(ids) = ids else {
            let sizes = self.entry.modes.get(&execution_mode::LOCAL_SIZE).cloned().unwrap_or_default();
            return joined!(
                sizes.iter().take(3).fold(1u32, |all, size| all.saturating_mul(*size)).max(1),
                "u"
            );
        };
        let mut number = 1u32;
        let mut factors = Vec::new();
        for id in ids.into_iter().take(3) {
            match self.module.constant(id) {
                Some(constant) if constant.specialized => factors.push(self.constant_text(id)),
                _ => number = number.saturating_mul(self.length(id)),
            }
        }
        if number > 1 || factors.is_empty() {
            factors.push(joined!(number, "u"));
        }
        factors.join(" * ")
    }

    /// Members of the vertices or primitives of a mesh: those that the module writes.
    fn mesh_members(&mut self, of_primitive: bool) -> Vec<Member> {
        let mut names = Names::new(Msl::is_reserved, 4);
        let mut members = Vec::new();
        for var in self.language.mesh.outputs.clone() {
            let variable = self.tree.variable(var);
            let number = self.annotations.value(variable.id, decoration::BUILT_IN);
            let is_index = matches!(
                number,
                Some(
                    built_in::PRIMITIVE_POINT_INDICES_EXT
                        | built_in::PRIMITIVE_LINE_INDICES_EXT
                        | built_in::PRIMITIVE_TRIANGLE_INDICES_EXT
                )
            );
            if is_index || self.is_of_primitive(var) != of_primitive {
                continue;
            }
            self.at = self.module.definition(variable.id).unwrap_or(self.at);
            let array = self.globals.get(&var).cloned().unwrap_or_default();
            let Some(inner) = self.module.component_type(variable.ty, 0) else { continue };
            match number {
                Some(number) => {
                    members.extend(self.built_in_member_of(
                        var,
                        (number, inner),
                        joined!(array, "[#]"),
                        &mut names,
                    ));
                }
                None if self.has_built_in_members(variable.ty) => {
                    for index in self.written_members(var) {
                        let number = self.annotations.member_value(inner, index, decoration::BUILT_IN);
                        let ty = self.module.component_type(inner, index).unwrap_or(0);
                        let value = joined!(array, "[#].", self.member_name(inner, index));
                        let number = number.unwrap_or(u32::MAX);
                        members.extend(self.built_in_member_of(var, (number, ty), value, &mut names));
                    }
                }
                None => self.user_members(var, inner, &mut names, &mut members),
            }
        }
        members
    }

    fn built_in_member_of(
        &mut self,
        var: Var,
        (number, ty): (u32, Id),
        value: String,
        names: &mut Names,
    ) -> Option<Member> {
        let Some(row) = find_built_in(number, self.stage, true, self.language.version) else {
            self.refuse_built_in(number);
            return None;
        };
        let name = names.take(row.name);
        let own = self.vector_name(row.scalar, row.count);
        let length = match self.module.ty(ty) {
            Some(Type::Array { length, .. }) => self.length(length).min(MAX_DISTANCES),
            _ => 0,
        };
        let (size, parts) = match length {
            0 => (String::new(), vec![String::new()]),
            _ => (joined!(" [", length, "]"), (0..length).map(|index| joined!("[", index, "]")).collect()),
        };
        let declared = joined!(own, " ", name, " [[", row.attribute, "]]", size);
        Some(Member { var, name, declared, value, parts, location: None })
    }

    fn user_members(&mut self, var: Var, inner: Id, names: &mut Names, members: &mut Vec<Member>) {
        let id = self.tree.variable(var).id;
        let array = self.globals.get(&var).cloned().unwrap_or_default();
        let stated = self.annotations.value(id, decoration::LOCATION);
        let of_member = self.annotations.member_value(inner, 0, decoration::LOCATION);
        let component = self.annotations.value(id, decoration::COMPONENT).filter(|found| *found > 0);
        for part in self.parts_of(array.clone(), inner, stated.or(of_member).unwrap_or(0)) {
            let name = names.take(&part.name);
            let ty = self.type_name(part.ty);
            let location = part.location;
            let attribute = match component {
                Some(component) => joined!("user(locn", location, "_", component, ")"),
                None => joined!("user(locn", location, ")"),
            };
            let declared = joined!(ty, " ", name, " [[", attribute, "]]");
            let value = joined!(array, "[#]", part.path);
            members.push(Member {
                var,
                name,
                declared,
                value,
                parts: vec![String::new()],
                location: Some(location),
            });
        }
    }

    /// Members of an array of blocks of built-in variables that the module has paths to.
    fn written_members(&mut self, var: Var) -> Vec<u32> {
        let mut found: Vec<u32> = Vec::new();
        for node in self.tree.nodes() {
            let Kind::Path(base, steps) = self.tree.kind(node) else { continue };
            if self.tree.variable_of(base) != Some(var) {
                continue;
            }
            match self.tree.steps(steps) {
                [_, Step::Part(index), ..] => found.push(*index),
                _ => self.lacks(
                    Reason::Interface,
                    "a block of built-in variables of a mesh that is used as a whole",
                ),
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    /// Declarations of the structures of vertices and primitives; adds them to the map.
    pub(super) fn mesh_structures(&mut self) -> String {
        let mut text = String::new();
        if self.stage != Stage::Mesh {
            return text;
        }
        for of_primitive in [false, true] {
            let members = self.mesh_members(of_primitive);
            if of_primitive && members.is_empty() {
                continue;
            }
            let mesh = &self.language.mesh;
            let ty = if of_primitive { mesh.primitive_type.clone() } else { mesh.vertex_type.clone() };
            append!(text, "\nstruct ", ty, " {\n");
            for member in members {
                let mark = self.mark_port(member.var, true);
                append!(text, "    ", member.declared, ";", mark, "\n");
                if let Some(location) = member.location {
                    self.map_variable(member.var, &member.name, Mapping::Output(location));
                    self.map_bound(joined!("[[user(locn", location, ")]]"));
                }
            }
            text.push_str("};\n");
        }
        text
    }
}
