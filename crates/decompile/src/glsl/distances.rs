//! Declares clip and cull distances, and the vertices that have them, with the lengths that they have in the module: without a
//! length a text has as many as its constants name.

use glassbox_core::stage::Stage;
use glassbox_spirv::module::Id;

use super::Glsl;
use crate::interface::Role;
use crate::text::Writer;
use crate::tree::{Kind, Step, Var};

/// What a text names of distances.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Named {
    /// How many the module has.
    count: u32,
    /// How many the constants name that are indices of them.
    constants: u32,
    /// They are used as a whole, or by a computed index.
    is_open: bool,
}

impl Named {
    fn needs_length(self) -> bool {
        self.is_open || self.constants < self.count
    }
}

/// True for the built-in variables that are distances.
pub(super) fn is_distance(name: &str) -> bool {
    matches!(name, "gl_ClipDistance" | "gl_CullDistance")
}

impl Writer<'_, '_, Glsl> {
    /// Notes a use of distances, with the path that follows their name.
    pub(super) fn note_distance(&mut self, var: Var, (name, ty): (&'static str, Id), steps: &[Step]) {
        let constant = self.constant_index(steps);
        let named = self.language.distances.entry((var, name)).or_default();
        named.count = self.module.component_count(ty).unwrap_or(1);
        note(named, constant);
    }

    /// Notes a use of a built-in variable of a vertex, with the path that follows its name.
    pub(super) fn note_of_vertex(&mut self, is_output: bool, (name, ty): (&'static str, Id), steps: &[Step]) {
        if !matches!(name, "gl_Position" | "gl_PointSize") && !is_distance(name) {
            return;
        }
        let constant = self.constant_index(steps);
        let (known, named) = self.language.vertices.entry((is_output, name)).or_default();
        *known = ty;
        named.count = self.module.component_count(ty).unwrap_or(1);
        note(named, constant);
    }

    fn constant_index(&self, steps: &[Step]) -> Option<u32> {
        match *steps.first()? {
            Step::Part(index) => Some(index),
            Step::Index(index) => match self.tree.kind(index) {
                Kind::Constant(id) => self.module.constant_u32(id),
                _ => None,
            },
        }
    }

    /// Declaration of the distances of a variable, or of the members of one, where they need a length.
    pub(super) fn distances(&self, var: Var) -> String {
        let direction = if self.roles.get(&var) == Some(&Role::Input) { "in" } else { "out" };
        let all = self.language.distances.iter();
        let own = all.filter(|((of, _), named)| *of == var && named.needs_length());
        own.map(|((_, name), named)| format!("{direction} float {name}[{}];\n", named.count)).collect()
    }

    /// Declaration of the built-in variables of vertices whose distances need a length.
    pub(super) fn vertices_text(&mut self) -> String {
        let mut text = String::new();
        for is_output in [false, true] {
            let vertices = self.language.vertices.clone();
            let own: Vec<_> = vertices.iter().filter(|((direction, _), _)| *direction == is_output).collect();
            // Those of a mesh have no length of their own at all.
            let needs = |named: &Named| named.needs_length() || self.stage == Stage::Mesh;
            if !own.iter().any(|((_, name), (_, named))| is_distance(name) && needs(named)) {
                continue;
            }
            let lines: String = own
                .iter()
                .map(|((_, name), (ty, _))| format!("    {};\n", self.declarator(*ty, name)))
                .collect();
            let (direction, block, name) = match (self.stage, is_output) {
                (Stage::Mesh, _) => ("out", "gl_MeshPerVertexEXT", "gl_MeshVerticesEXT"),
                (_, true) => ("out", "gl_PerVertex", "gl_out"),
                (_, false) => ("in", "gl_PerVertex", "gl_in"),
            };
            text.push_str(&format!("\n{direction} {block} {{\n{lines}}} {name}[];\n"));
        }
        text
    }
}

fn note(named: &mut Named, constant: Option<u32>) {
    match constant {
        Some(index) => named.constants = named.constants.max(index.saturating_add(1)),
        None => named.is_open = true,
    }
}
