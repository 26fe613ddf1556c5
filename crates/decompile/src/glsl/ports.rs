//! Spells inputs and outputs.

use glassbox_core::stage::Stage;
use glassbox_spirv::build::value::{built_in, decoration};
use glassbox_spirv::module::{Id, Type};

use super::Glsl;
use super::builtins::built_in as find_built_in;
use super::distances::is_distance;
use super::features::NEVER;
use super::rays::MESH;
use crate::Mapping;
use crate::interface::{Role, element, locations};
use crate::refusal::Reason;
use crate::text::{Declared, Mark, Scalar, Writer, append, call_text, joined};
use crate::tree::{Step, Var};

/// Most vertices of an input.
const MAX_VERTICES: u32 = 64;
/// Locations of an input or output that are looked at.
const MOST_LOCATIONS: u32 = 1 << 12;

impl Writer<'_, '_, Glsl> {
    /// Writes the member of a block of built-in variables at the start of a path; the number of steps that it took.
    pub(super) fn built_in_member(&mut self, var: Var, ty: Id, steps: &[Step]) -> usize {
        let block = element(self.module, ty);
        let is_output = self.roles.get(&var) == Some(&Role::Output);
        let (member, taken) = match steps {
            [Step::Part(member), ..] if block == ty => (*member, 1),
            [vertex, Step::Part(member), ..] if block != ty => {
                let number = self.annotations.member_value(block, *member, decoration::BUILT_IN);
                self.vertex(number.unwrap_or(u32::MAX), is_output, *vertex);
                (*member, 2)
            }
            _ => {
                self.refuse(Reason::BuiltIn, "a block of built-in variables is used as a whole");
                return 0;
            }
        };
        let number = self.annotations.member_value(block, member, decoration::BUILT_IN).unwrap_or(u32::MAX);
        match find_built_in(number, &self.language.features, (self.stage, is_output)) {
            Some(found) => {
                let ty = self.module.component_type(block, member).unwrap_or(0);
                if taken == 2 {
                    self.note_of_vertex(is_output, (found.name, ty), &steps[taken..]);
                } else if is_distance(found.name) {
                    self.note_distance(var, (found.name, ty), &steps[taken..]);
                }
                if let Some(extension) = found.extension {
                    self.language.features.require(extension);
                }
                self.out.push_str(found.name);
            }
            None => self.refuse_built_in(number),
        }
        taken
    }

    /// Writes an element of an array that holds one built-in variable of each vertex; the number of steps that it took.
    pub(super) fn built_in_of_vertex(&mut self, var: Var, ty: Id, steps: &[Step]) -> Option<usize> {
        let number = self.value_of(var, decoration::BUILT_IN)?;
        let is_array = matches!(self.module.ty(ty), Some(Type::Array { .. }));
        let is_distance = matches!(number, built_in::CLIP_DISTANCE | built_in::CULL_DISTANCE);
        let is_nested =
            self.module.component_type(ty, 0).and_then(|inner| self.module.component_type(inner, 0));
        if !is_array || !self.has_vertices(var) || is_distance && is_nested.is_none() {
            return None;
        }
        let found = self.language.built_ins.get(&var).copied()?;
        let per_vertex = matches!(number, built_in::POSITION | built_in::POINT_SIZE)
            || is_distance
            || self.stage == Stage::Mesh && is_of_primitive(number);
        let &[vertex, ..] = steps else {
            if per_vertex {
                self.refuse(Reason::BuiltIn, "the positions of all vertices are used as a whole");
            }
            return None;
        };
        if !per_vertex {
            return None;
        }
        let is_output = self.roles.get(&var) == Some(&Role::Output);
        self.vertex(number, is_output, vertex);
        self.out.push_str(found.name);
        if let Some(inner) = self.module.component_type(ty, 0) {
            self.note_of_vertex(is_output, (found.name, inner), &steps[1..]);
        }
        Some(1)
    }

    /// Writes all elements of an input of each vertex: its array has another size in the text. False for other variables.
    pub(super) fn all_vertices(&mut self, var: Var) -> bool {
        let ty = self.tree.variable(var).ty;
        if self.roles.get(&var) != Some(&Role::Input) || !self.has_vertices(var) {
            return false;
        }
        let Some(count) = self.module.component_count(ty).filter(|count| *count <= MAX_VERTICES) else {
            return false;
        };
        let name = match self.language.built_ins.get(&var) {
            Some(found) if matches!(found.name, "gl_Position" | "gl_PointSize") => None,
            Some(_) => return false,
            None => Some(self.globals.get(&var).cloned().unwrap_or_default()),
        };
        let parts: Vec<String> = (0..count)
            .map(|index| match (&name, self.language.built_ins.get(&var)) {
                (None, Some(found)) => joined!("gl_in[", index, "].", found.name),
                (name, _) => joined!(name.as_deref().unwrap_or_default(), "[", index, "]"),
            })
            .collect();
        let text = call_text(&self.constructor(ty), &parts);
        self.out.push_str(&text);
        true
    }

    /// Writes what holds a built-in variable of a vertex, or of a primitive of a mesh.
    fn vertex(&mut self, number: u32, is_output: bool, vertex: Step) {
        self.out.push_str(match (self.stage, is_output) {
            (Stage::Mesh, _) if is_of_primitive(number) => "gl_MeshPrimitivesEXT[",
            (Stage::Mesh, _) => "gl_MeshVerticesEXT[",
            (_, true) => "gl_out[",
            (_, false) => "gl_in[",
        });
        match vertex {
            Step::Part(index) => self.out.push_str(&index.to_string()),
            Step::Index(index) => self.write_index(index),
        }
        self.out.push_str("].");
    }

    /// True if inputs or outputs are arrays with an element for each vertex.
    pub(super) fn has_vertices(&self, var: Var) -> bool {
        let is_input = self.roles.get(&var) == Some(&Role::Input);
        let by_vertex = match self.stage {
            Stage::TessellationControl => true,
            Stage::TessellationEvaluation | Stage::Geometry => is_input,
            Stage::Mesh => !is_input,
            _ => false,
        };
        by_vertex && !self.is_stated(var, decoration::PATCH) && !self.is_patch_block(var)
    }

    fn is_patch_block(&self, var: Var) -> bool {
        let block = element(self.module, self.tree.variable(var).ty);
        self.annotations.member_decoration(block, 0, decoration::PATCH).is_some()
    }

    /// A declaration of an input or output; the number of vertices is not repeated.
    fn port_declarator<'n>(&mut self, var: Var, name: &'n str) -> Declared<'n> {
        let ty = self.tree.variable(var).ty;
        match self.module.ty(ty) {
            Some(Type::Array { element, .. }) if self.has_vertices(var) => {
                let (inner, sizes) = self.array(element);
                Declared { ty: self.type_name(inner), name, sizes: joined!("[]", sizes) }
            }
            _ => self.declarator(ty, name),
        }
    }

    /// Writes the declaration of an input or output.
    pub(super) fn port(&mut self, var: Var, role: Role, name: &str, text: &mut String) {
        let variable = self.tree.variable(var);
        let inner = element(self.module, variable.ty);
        let is_struct = matches!(self.module.ty(inner), Some(Type::Struct { .. }));
        let is_block = is_struct && self.annotations.has(inner, decoration::BLOCK);
        // Those of members count, even if the block has one.
        let location = self
            .annotations
            .member_value(inner, 0, decoration::LOCATION)
            .or_else(|| self.value_of(var, decoration::LOCATION));
        let is_input = role == Role::Input;
        self.map_port(var, name, location.unwrap_or(0), is_input);
        let is_end = is_input && self.stage == Stage::Vertex || !is_input && self.stage == Stage::Fragment;
        let is_second = self.value_of(var, decoration::INDEX).is_some_and(|index| index > 0);
        if is_second && !self.language.features.has_or_in_310(330, NEVER, "GL_EXT_blend_func_extended") {
            self.refuse_version(Reason::Interface, "second source of the blend function");
        }
        self.check_early_port(var, inner, is_input && is_end);
        if !self.language.features.has_in_out() {
            return text.push_str(&self.old_port(var, name, is_input));
        }
        let has_layout =
            if is_end { self.language.features.has(330, 300) } else { self.language.features.has(410, 310) };
        let start = text.len();
        let stated = location.filter(|_| has_layout);
        if let Some(location) = stated {
            append!(*text, "layout(location = ", location);
            for (kind, word) in [(decoration::COMPONENT, "component"), (decoration::INDEX, "index")] {
                let number = self.value_of(var, kind).filter(|number| *number > 0);
                let Some(number) = number else { continue };
                if kind == decoration::COMPONENT && !self.language.features.has(440, NEVER) {
                    self.refuse_version(Reason::Interface, "components of locations");
                }
                append!(*text, ", ", word, " = ", number);
            }
        }
        let stream = self.value_of(var, decoration::STREAM);
        if let Some(stream) = stream.filter(|stream| *stream > 0) {
            append!(*text, if text.len() == start { "layout(" } else { ", " }, "stream = ", stream);
        }
        if text.len() > start {
            text.push_str(") ");
        }
        let mark = self.mark_port(var, stated.is_some());
        let direction = if is_input { "in" } else { "out" };
        self.take_locations(var, inner, is_input);
        if is_block {
            // An empty line stands before a block.
            text.insert(start, '\n');
            return self.port_block(var, (direction, name), &mark, text);
        }
        self.check_es_port(var, inner, (is_input, is_end));
        self.interpolation(var, is_end, text);
        let precision = self.precision(variable.id, variable.ty);
        if matches!(self.scalar(inner), Some(Scalar::Bool)) {
            self.refuse(Reason::Interface, "booleans cannot be inputs or outputs");
        }
        let declared = self.port_declarator(var, name);
        append!(*text, direction, " ", precision, declared, ";", mark, "\n");
    }

    /// Refuses inputs and outputs of types that came with GLSL 1.50. Source: section 4.3.6 of GLSL 1.10 to 1.40 and GLSL ES 1.00.
    fn check_early_port(&mut self, var: Var, inner: Id, is_attribute: bool) {
        if self.language.features.has(150, 300) {
            return;
        }
        if is_attribute && self.tree.variable(var).ty != inner {
            self.refuse_version(Reason::Interface, "arrays as inputs of vertices");
        }
        let is_block = self.annotations.has(inner, decoration::BLOCK);
        if !is_block && matches!(self.module.ty(inner), Some(Type::Struct { .. })) {
            self.refuse_version(Reason::Interface, "structures as inputs or outputs");
        }
    }

    /// Refuses members of blocks at locations that others have: in Vulkan a block or its members have locations, elsewhere both may.
    fn take_locations(&mut self, var: Var, inner: Id, is_input: bool) {
        let variable = self.tree.variable(var);
        let shares = [decoration::COMPONENT, decoration::INDEX, decoration::STREAM, decoration::PATCH];
        if shares.iter().any(|kind| self.is_stated(var, *kind)) {
            return;
        }
        let mut is_placed = false;
        if let Some(Type::Struct { members }) = self.module.ty(inner)
            && self.annotations.has(inner, decoration::BLOCK)
        {
            for (index, &ty) in (0..).zip(members) {
                let location = self.annotations.member_value(inner, index, decoration::LOCATION);
                let is_shared =
                    self.annotations.member_decoration(inner, index, decoration::COMPONENT).is_some();
                let Some(location) = location.filter(|_| !is_shared) else { continue };
                is_placed = true;
                if !self.take_location(location, ty, (is_input, true)) {
                    return;
                }
            }
        }
        let own = self.value_of(var, decoration::LOCATION).filter(|_| !is_placed && !self.has_vertices(var));
        if let Some(location) = own {
            self.take_location(location, variable.ty, (is_input, false));
        }
    }

    /// Takes the locations of a type; false if that is refused.
    fn take_location(&mut self, location: u32, ty: Id, (is_input, is_member): (bool, bool)) -> bool {
        let count = locations(self.module, ty).min(MOST_LOCATIONS);
        let taken = (location..location.saturating_add(count)).find(|slot| {
            let other = self.language.taken.insert((is_input, *slot), is_member);
            other.is_some_and(|other| other || is_member)
        });
        if let Some(slot) = taken {
            let what = format!("a member of a block is at location {slot}, where something else is");
            self.refuse(Reason::Malformed, &what);
        }
        taken.is_none()
    }

    /// Refuses inputs and outputs of types that GLSL ES does not let through: OpenGL ES Shading Language 3.20, Input Variables and Output Variables.
    fn check_es_port(&mut self, var: Var, inner: Id, (is_input, is_end): (bool, bool)) {
        if !self.language.features.is_es() {
            return;
        }
        let ty = self.tree.variable(var).ty;
        let is_array = ty != inner;
        let members = match self.module.ty(inner) {
            Some(Type::Struct { members }) => Some(members),
            _ => None,
        };
        let mut nested = members.unwrap_or_default().iter().map(|member| self.module.ty(*member));
        let has_parts = nested.any(|ty| matches!(ty, Some(Type::Array { .. } | Type::Struct { .. })));
        let is_matrix = matches!(self.module.ty(inner), Some(Type::Matrix { .. }));
        let what = match (is_end, is_input) {
            (true, true) if is_array || members.is_some() => "arrays and structures as inputs of vertices",
            (true, false) if members.is_some() || is_matrix => {
                "structures and matrices as outputs of fragments"
            }
            (false, _) if has_parts => "structures with arrays or structures between stages",
            (false, _) if members.is_some() && is_array && !self.has_vertices(var) => {
                "arrays of structures between stages"
            }
            _ => return,
        };
        self.refuse(Reason::Interface, &format!("GLSL ES has no {what}"));
    }

    fn map_port(&mut self, var: Var, name: &str, location: u32, is_input: bool) {
        let old = self.old_output(var);
        let written = old.as_deref().unwrap_or(name);
        let kind = if is_input { Mapping::Input(location) } else { Mapping::Output(location) };
        self.map_variable(var, written, kind);
    }

    fn old_port(&mut self, var: Var, name: &str, is_input: bool) -> String {
        let ty = self.tree.variable(var).ty;
        if !matches!(self.scalar(element(self.module, ty)), Some(Scalar::Float(32))) {
            self.refuse_version(Reason::Interface, "inputs or outputs other than floating-point numbers");
        }
        let word = match (self.stage, is_input) {
            (Stage::Vertex, true) => "attribute",
            (Stage::Fragment, false) => return String::new(),
            _ => "varying",
        };
        let id = self.tree.variable(var).id;
        let mut centroid = "";
        if word == "varying" {
            self.check_interpolation(|writer, kind| writer.is_stated(var, kind));
            if self.annotations.has(id, decoration::CENTROID) {
                centroid = "centroid ";
            }
        }
        let precision = self.precision(id, ty);
        let mark = self.mark_port(var, false);
        joined!(centroid, word, " ", precision, self.declarator(ty, name), ";", mark, "\n")
    }

    /// Writes the qualifiers of an input or output.
    fn interpolation(&mut self, var: Var, is_end: bool, text: &mut String) {
        let variable = self.tree.variable(var);
        let primitive = self.per_primitive(var);
        let has = |kind| self.is_stated(var, kind);
        let is_integer = matches!(
            self.scalar(element(self.module, variable.ty)),
            Some(Scalar::Int(_) | Scalar::Uint(_) | Scalar::Float(64))
        );
        let needs_flat =
            is_integer && !is_end && (self.stage == Stage::Fragment || self.language.features.is_es());
        if has(decoration::INVARIANT) && self.stage != Stage::Fragment {
            text.push_str("invariant ");
        }
        if has(decoration::PATCH) {
            text.push_str("patch ");
        }
        text.push_str(primitive);
        if has(decoration::PER_VERTEX_KHR) {
            self.language.features.require("GL_EXT_fragment_shader_barycentric");
            text.push_str("pervertexEXT ");
        } else if !is_end {
            if has(decoration::FLAT) || needs_flat {
                text.push_str("flat ");
            }
            if has(decoration::NO_PERSPECTIVE) {
                text.push_str("noperspective ");
            }
            if has(decoration::CENTROID) {
                text.push_str("centroid ");
            }
            if has(decoration::SAMPLE) {
                text.push_str("sample ");
            }
        }
        if !is_end {
            self.check_interpolation(|writer, kind| writer.is_stated(var, kind));
        }
    }

    /// Refuses interpolation that the version lacks.
    fn check_interpolation(&mut self, has: impl Fn(&Self, u32) -> bool) {
        let needs = [
            (decoration::FLAT, 130, 300, ""),
            (decoration::CENTROID, 120, 300, ""),
            (decoration::NO_PERSPECTIVE, 130, NEVER, "GL_NV_shader_noperspective_interpolation"),
            (decoration::SAMPLE, 400, 320, "GL_OES_shader_multisample_interpolation"),
        ];
        for (kind, desktop, es, extension) in needs {
            if has(self, kind) && !self.language.features.has_or_in_310(desktop, es, extension) {
                self.refuse_version(Reason::Interface, "such interpolation");
            }
        }
    }

    /// `perprimitiveEXT` for inputs and outputs of whole primitives.
    fn per_primitive(&mut self, var: Var) -> &'static str {
        if !self.is_per_primitive(var) {
            return "";
        }
        self.language.features.require(MESH);
        "perprimitiveEXT "
    }

    /// Writes a block of inputs or outputs behind its layout.
    fn port_block(&mut self, var: Var, (direction, name): (&str, &str), mark: &Mark, text: &mut String) {
        let ty = self.tree.variable(var).ty;
        let (inner, mut sizes) = self.array(ty);
        if self.has_vertices(var) {
            sizes = "[]".to_owned();
        }
        if !self.language.features.has_or_in_310(150, 320, "GL_EXT_shader_io_blocks") {
            self.refuse_version(Reason::Interface, "blocks of inputs or outputs");
        }
        let block = self.block_name(inner, name);
        let Some(Type::Struct { members }) = self.module.ty(inner) else { return };
        let patch = if self.is_patch_block(var)
            || self.annotations.has(self.tree.variable(var).id, decoration::PATCH)
        {
            "patch "
        } else {
            ""
        };
        let primitive = self.per_primitive(var);
        append!(*text, patch, primitive, direction, " ", block, " {", mark, "\n");
        for (index, &member) in (0..).zip(members) {
            let member_name = self.member_name(inner, index);
            let mut qualifiers = String::new();
            let component = self.annotations.member_value(inner, index, decoration::COMPONENT);
            let component = component.filter(|component| *component > 0);
            if component.is_some() && !self.language.features.has(440, NEVER) {
                self.refuse_version(Reason::Interface, "locations of components");
            }
            if let Some(location) = self.annotations.member_value(inner, index, decoration::LOCATION)
                && (index > 0 || component.is_some())
                && self.language.features.has(440, 320)
            {
                let component =
                    component.map_or_else(String::new, |component| joined!(", component = ", component));
                append!(qualifiers, "layout(location = ", location, component, ") ");
            }
            for (kind, word) in [
                (decoration::FLAT, "flat "),
                (decoration::NO_PERSPECTIVE, "noperspective "),
                (decoration::CENTROID, "centroid "),
                (decoration::SAMPLE, "sample "),
            ] {
                if self.annotations.member_decoration(inner, index, kind).is_some() {
                    qualifiers.push_str(word);
                }
            }
            self.check_interpolation(|writer, kind| {
                writer.annotations.member_decoration(inner, index, kind).is_some()
            });
            append!(*text, "    ", qualifiers, self.declarator(member, &member_name), ";\n");
        }
        text.push('}');
        if !name.is_empty() {
            append!(*text, " ", name, sizes);
        }
        text.push_str(";\n");
    }
}

/// True for the built-in outputs of mesh shaders that are of primitives.
fn is_of_primitive(number: u32) -> bool {
    matches!(
        number,
        built_in::PRIMITIVE_ID
            | built_in::LAYER
            | built_in::VIEWPORT_INDEX
            | built_in::CULL_PRIMITIVE_EXT
            | built_in::PRIMITIVE_SHADING_RATE_KHR
    )
}
