//! Decides and spells the outputs of mesh shaders: arrays of structures, one for vertices and one for primitives.

use std::rc::Rc;

use std::collections::BTreeSet;

use glassbox_core::stage::Stage;
use glassbox_spirv::build::value::{built_in, decoration, execution_mode};
use glassbox_spirv::module::{Id, Type};

use super::Hlsl;
use super::elements::Of;
use super::ports::{Key, MEMBERS, Port, WHOLE};
use crate::interface::{Role, element};
use crate::names::{Name, Names};
use crate::refusal::Reason;
use crate::text::{Empty, Language, Writer, append, joined};
use crate::tree::{Kind, Step, Var};

/// Names of the outputs of a mesh shader; empty in others.
#[derive(Default)]
pub(super) struct Mesh {
    vertices: Name,
    vertex_type: Name,
    primitives: Name,
    primitive_type: Name,
    indices: Name,
}

impl Empty for Mesh {
    const EMPTY: &'static Self = {
        const NONE: Name = Name::new_static("");
        &Mesh { vertices: NONE, vertex_type: NONE, primitives: NONE, primitive_type: NONE, indices: NONE }
    };
}

const NO_POINTS: &str = "HLSL has meshes of lines and triangles, none of points";

impl Mesh {
    /// Array and type of its elements.
    fn of(&self, of: Of) -> (&str, &str) {
        match of {
            Of::Primitive => (&self.primitives, &self.primitive_type),
            _ => (&self.vertices, &self.vertex_type),
        }
    }
}

impl Writer<'_, '_, Hlsl> {
    /// Chooses names and semantics of the outputs of a mesh shader.
    pub(super) fn name_mesh(&mut self, used: &[Var]) {
        let line = self.entry.modes.contains_key(&execution_mode::OUTPUT_LINES_EXT);
        let mesh = Mesh {
            vertices: self.names.take("verts"),
            vertex_type: self.names.take("MeshVertex"),
            primitives: self.names.take("prims"),
            primitive_type: self.names.take("MeshPrimitive"),
            indices: self.names.take(if line { "lines" } else { "triangles" }),
        };
        self.language.mesh = mesh.into();
        let mut names = [MEMBERS, MEMBERS].map(|expected| Names::new(Hlsl::is_reserved, expected));
        for &var in used {
            if self.roles.get(&var) != Some(&Role::Output) {
                continue;
            }
            let variable = self.tree.variable(var);
            self.at = self.module.definition(variable.id).unwrap_or(self.at);
            self.add_mesh_output(var, &mut names);
        }
    }

    fn add_mesh_output(&mut self, var: Var, names: &mut [Names; 2]) {
        let ty = self.tree.variable(var).ty;
        let Some(inner) = self.module.component_type(ty, 0) else { return };
        let built_in = self.language.ports.built_ins.iter().find(|found| found.0 == var).map(|found| found.1);
        match built_in {
            Some(built_in::PRIMITIVE_LINE_INDICES_EXT | built_in::PRIMITIVE_TRIANGLE_INDICES_EXT) => {
                let name = self.language.mesh.indices.clone();
                self.language.ports.values.insert(var, name.to_string());
            }
            Some(number) => self.add_mesh_built_in((var, WHOLE), number, inner, names),
            None if self.has_built_in_members(ty) => {
                for index in self.used_members_of_elements(var) {
                    let number = self.annotations.member_value(inner, index, decoration::BUILT_IN);
                    let ty = self.tree.part_type(inner, index).unwrap_or(0);
                    self.add_mesh_built_in((var, index), number.unwrap_or(WHOLE), ty, names);
                }
            }
            None => {
                let of = if self.is_of_primitive(var) { Of::Primitive } else { Of::Vertex };
                self.add_user_port(var, true, &mut names[usize::from(of == Of::Primitive)]);
                if let Some(port) = self.language.ports.all.get_mut(&(var, WHOLE)) {
                    port.of = Some(of);
                    port.ty = inner;
                }
            }
        }
    }

    fn add_mesh_built_in(&mut self, key: Key, number: u32, ty: Id, names: &mut [Names; 2]) {
        if number == built_in::PRIMITIVE_POINT_INDICES_EXT {
            self.refuse(Reason::Interface, NO_POINTS);
            return;
        }
        let of = match number {
            built_in::POSITION | built_in::POINT_SIZE | built_in::CLIP_DISTANCE | built_in::CULL_DISTANCE => {
                Of::Vertex
            }
            _ => Of::Primitive,
        };
        self.add_built_in(key, number, ty, &mut names[usize::from(of == Of::Primitive)]);
        if let Some(port) = self.language.ports.all.get_mut(&key) {
            port.of = Some(of);
            let count = port.vectors.len();
            if count > 1 {
                let what = "the vertices of a mesh have more than four clip or cull distances";
                self.refuse(Reason::BuiltIn, what);
            } else if count == 1 {
                self.check_distances(key, ty);
            }
        }
    }

    /// Refuses distances that no statement writes: HLSL writes all of a vector.
    fn check_distances(&mut self, key: Key, ty: Id) {
        let skipped = if key.1 == WHOLE { 1 } else { 2 };
        let mut missing: BTreeSet<u32> = (0..self.module.component_count(ty).unwrap_or(0).min(4)).collect();
        for node in self.tree.nodes() {
            let Kind::Path(base, steps) = self.tree.kind(node) else { continue };
            let steps = self.tree.steps(steps);
            if self.tree.variable_of(base) != Some(key.0)
                || skipped == 2 && steps.get(1) != Some(&Step::Part(key.1))
            {
                continue;
            }
            match steps.get(skipped) {
                Some(Step::Part(index)) => drop(missing.remove(index)),
                _ => missing.clear(),
            }
        }
        if !missing.is_empty() {
            let what = "the shader writes some of its clip or cull distances, and HLSL needs all";
            self.refuse(Reason::BuiltIn, what);
        }
    }

    /// True if a variable is of primitives.
    pub(super) fn is_of_primitive(&self, var: Var) -> bool {
        if !matches!(self.stage, Stage::Mesh | Stage::Fragment) {
            return false;
        }
        let variable = self.tree.variable(var);
        let inner = element(self.module, variable.ty);
        self.annotations.has(variable.id, decoration::PER_PRIMITIVE_EXT)
            || self.annotations.member_decoration(inner, 0, decoration::PER_PRIMITIVE_EXT).is_some()
    }

    /// Members of an array of blocks of built-in variables that are used.
    pub(super) fn used_members_of_elements(&self, var: Var) -> BTreeSet<u32> {
        let paths = self.tree.nodes().filter_map(|node| match self.tree.kind(node) {
            Kind::Path(base, steps) if self.tree.variable_of(base) == Some(var) => Some(steps),
            _ => None,
        });
        paths
            .filter_map(|steps| match self.tree.steps(steps) {
                [_, Step::Part(index), ..] => Some(*index),
                _ => None,
            })
            .collect()
    }

    /// Writes the start of a path in an output of a mesh; the number of steps that it took, `None` for other variables.
    pub(super) fn mesh_path(&mut self, var: Var, steps: &[Step]) -> Option<usize> {
        if self.stage != Stage::Mesh || self.roles.get(&var) != Some(&Role::Output) {
            return None;
        }
        if !self.in_entry() {
            self.refuse(
                Reason::Interface,
                "HLSL writes the outputs of a mesh in its entry point alone; inline",
            );
        }
        if self.language.ports.values.contains_key(&var) {
            return None;
        }
        let (key, taken) = match steps {
            [_, Step::Part(member), ..] if self.has_built_in_members(self.tree.variable(var).ty) => {
                ((var, *member), 2)
            }
            _ => ((var, WHOLE), 1),
        };
        let port = self.language.ports.all.get(&key).cloned();
        let (Some(Port { name, of: Some(of), ty, vectors, .. }), Some(step)) =
            (port.as_deref(), steps.first())
        else {
            self.refuse(Reason::Interface, "the outputs of all vertices of a mesh are used as a whole");
            return Some(steps.len());
        };
        if !vectors.is_empty() && steps.len() == taken {
            self.refuse(Reason::BuiltIn, "the clip or cull distances are used as a whole array");
        }
        if self.chooses_column(*ty, steps.get(taken..).unwrap_or_default()) {
            self.refuse(
                Reason::Interface,
                "HLSL writes no column of a matrix by an index in the outputs of a mesh",
            );
        }
        let array = self.language.mesh.of(*of).0.to_owned();
        self.out.push_str(&array);
        self.out.push('[');
        match *step {
            Step::Part(index) => self.out.push_str(&index.to_string()),
            Step::Index(index) => self.write_index(index),
        }
        self.out.push_str(&joined!("].", name));
        Some(taken)
    }

    /// True if a path in a value of a type has an index of a matrix that is not constant.
    fn chooses_column(&self, mut ty: Id, steps: &[Step]) -> bool {
        for &step in steps {
            let is_matrix = matches!(self.module.ty(ty), Some(Type::Matrix { .. }));
            if is_matrix && matches!(step, Step::Index(_)) {
                return true;
            }
            ty = self.step_type(ty, step);
        }
        false
    }

    /// Structures of the vertices and primitives of a mesh.
    pub(super) fn mesh_structures(&mut self) -> String {
        let mut text = String::new();
        if self.stage != Stage::Mesh {
            return text;
        }
        for of in [Of::Vertex, Of::Primitive] {
            let mut lines = self.mesh_members(of);
            if lines.is_empty() && of == Of::Vertex {
                lines = "    float4 position : SV_Position;\n".to_owned();
            }
            if !lines.is_empty() {
                let ty = self.language.mesh.of(of).1;
                append!(text, "\nstruct ", ty, " {\n", lines, "};\n");
            }
        }
        text
    }

    fn mesh_members(&mut self, of: Of) -> String {
        let ports = self.language.ports.all.values();
        let mut own: Vec<Rc<Port>> = ports.filter(|port| port.of == Some(of)).cloned().collect();
        own.sort_by_key(|port| port.order);
        let mut lines = String::new();
        own.iter().for_each(|port| self.port_line(port, &mut lines));
        lines
    }

    /// Parameters for the outputs of a mesh.
    pub(super) fn mesh_parameters(&mut self) -> Vec<String> {
        let count = |mode: u32| {
            let operands = self.entry.modes.get(&mode);
            operands.and_then(|operands| operands.first()).copied().unwrap_or(0)
        };
        let vertices = count(execution_mode::OUTPUT_VERTICES);
        let primitives = count(execution_mode::OUTPUT_PRIMITIVES_EXT);
        let is_line = self.entry.modes.contains_key(&execution_mode::OUTPUT_LINES_EXT);
        let mesh = &self.language.mesh;
        let corners = if is_line { "uint2" } else { "uint3" };
        let mut all = vec![
            joined!("out vertices ", mesh.vertex_type, " ", mesh.vertices, "[", vertices, "]"),
            joined!("out indices ", corners, " ", mesh.indices, "[", primitives, "]"),
        ];
        if self.language.ports.all.values().any(|port| port.of == Some(Of::Primitive)) {
            all.push(joined!(
                "out primitives ",
                mesh.primitive_type,
                " ",
                mesh.primitives,
                "[",
                primitives,
                "]"
            ));
        }
        all
    }

    /// Attributes of the entry point of a mesh shader.
    pub(super) fn mesh_attributes(&mut self) -> String {
        let modes = &self.entry.modes;
        let topology = if modes.contains_key(&execution_mode::OUTPUT_TRIANGLES_EXT) {
            "triangle"
        } else if modes.contains_key(&execution_mode::OUTPUT_LINES_EXT) {
            "line"
        } else {
            self.refuse(Reason::Interface, NO_POINTS);
            ""
        };
        joined!("[outputtopology(\"", topology, "\")]\n")
    }

    /// The key of the output of a mesh that a place is a whole element of.
    pub(super) fn mesh_output(&self, var: Var, steps: &[Step]) -> Option<Key> {
        let has_members = self.has_built_in_members(self.tree.variable(var).ty);
        match steps {
            [_, Step::Part(member)] if has_members => Some((var, *member)),
            [_] if !matches!(self.module.ty(self.tree.variable(var).ty), Some(Type::Struct { .. })) => {
                Some((var, WHOLE))
            }
            _ => None,
        }
    }
}
