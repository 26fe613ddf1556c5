//! Names and spells declarations outside of functions.

use glassbox_core::stage::Stage;
use glassbox_spirv::build::value::decoration;
use glassbox_spirv::module::{Id, Type};

use super::Glsl;
use super::distances::is_distance;
use super::features::NEVER;
use crate::interface::{Role, element};
use crate::refusal::{Reason, name_of_built_in};
use crate::text::{Groups, POSTFIX, Sign, Writer, append, joined};
use crate::tree::{Kind, Node, Step, Var};
use crate::{Extensions, Mapping};

/// Most words of a sample mask.
const MAX_MASKS: u32 = 4;

impl Writer<'_, '_, Glsl> {
    pub(super) fn is_sampler(&self, var: Var) -> bool {
        matches!(self.module.ty(element(self.module, self.tree.variable(var).ty)), Some(Type::Sampler))
    }

    pub(super) fn refuse_built_in(&mut self, number: u32) {
        let what = format!("this version of GLSL has no built-in variable for {}", name_of_built_in(number));
        self.refuse(Reason::BuiltIn, &what);
    }

    /// Writes the name of a variable outside of functions.
    pub(super) fn global_name(&mut self, var: Var) {
        if self.all_vertices(var) {
            return;
        }
        if let Some(found) = self.language.built_ins.get(&var).copied() {
            let ty = self.tree.variable(var).ty;
            if is_distance(found.name) {
                self.note_distance(var, (found.name, ty), &[]);
            }
            if is_mask(found.name) {
                return self.whole_mask(found.name, ty);
            }
            let own = self.sign(ty);
            let differs =
                matches!((own, found.sign), (Sign::Signed, Sign::Unsigned) | (Sign::Unsigned, Sign::Signed));
            if differs && self.roles.get(&var) == Some(&Role::Input) {
                let name = self.type_name(ty);
                self.out.push_str(&joined!(name, "(", found.name, ")"));
            } else {
                self.out.push_str(found.name);
            }
            return;
        }
        if self.roles.get(&var) == Some(&Role::Opaque) && self.is_combinable(var) {
            return self.lone_texture(var);
        }
        match self.globals.get(&var).cloned() {
            Some(_) if self.is_memory_block(var) => {
                self.refuse(Reason::Interface, "a block is used as a whole; copy its members")
            }
            Some(name) if !name.is_empty() => {
                if self.has_colors(var) {
                    self.color(var, &[]);
                    return;
                }
                let old = self.old_output(var);
                self.out.push_str(old.as_deref().unwrap_or(&name));
            }
            _ => self.refuse(Reason::Interface, "a block without a name is used as a whole"),
        }
    }

    /// Writes all words of a sample mask: its array has another length in the text.
    fn whole_mask(&mut self, name: &str, ty: Id) {
        let inner = element(self.module, ty);
        let count = self.module.component_count(ty).unwrap_or(1).min(MAX_MASKS);
        let words: Vec<String> = (0..count)
            .map(|index| match self.sign(inner) {
                Sign::Unsigned => joined!("uint(", name, "[", index, "])"),
                _ => joined!(name, "[", index, "]"),
            })
            .collect();
        let text = joined!(self.constructor(ty), "(", words.join(", "), ")");
        self.out.push_str(&text);
    }

    /// Writes an assignment of all words of the sample mask; false for other places.
    pub(super) fn assign_mask(&mut self, place: Node, value: Node) -> bool {
        let Some(var) = self.tree.variable_of(place) else { return false };
        if !self.language.built_ins.get(&var).is_some_and(|found| is_mask(found.name)) {
            return false;
        }
        let count = self.module.component_count(self.tree.variable(var).ty).unwrap_or(1);
        if count != 1 {
            self.refuse(Reason::BuiltIn, "a sample mask of several words is assigned as a whole");
        }
        let text = self.capture(|writer| writer.expr(value, POSTFIX));
        let is_unsigned = self.sign(element(self.module, self.tree.variable(var).ty)) == Sign::Unsigned;
        let word = if is_unsigned { joined!("int(", text, "[0])") } else { joined!(text, "[0]") };
        self.out.push_str(&joined!("gl_SampleMask[0] = ", word));
        true
    }

    /// What fragment outputs are in versions without their own.
    pub(super) fn old_output(&self, var: Var) -> Option<String> {
        if self.language.features.has_in_out()
            || self.stage != Stage::Fragment
            || self.roles.get(&var) != Some(&Role::Output)
        {
            return None;
        }
        let ty = |var: Var| self.tree.variable(var).ty;
        let mut outputs = self.roles.iter().filter(|(_, role)| **role == Role::Output);
        // A shader writes the one or the other.
        let is_list = |var: Var| self.first_color(var) > 0 || element(self.module, ty(var)) != ty(var);
        let name = if outputs.any(|(other, _)| is_list(*other)) {
            joined!("gl_FragData[", self.first_color(var), "]")
        } else {
            "gl_FragColor".to_owned()
        };
        Some(name + self.color_parts(element(self.module, ty(var))))
    }

    /// Number of the first color that an output of fragments is.
    pub(super) fn first_color(&self, var: Var) -> u32 {
        self.annotations.value(self.tree.variable(var).id, decoration::LOCATION).unwrap_or(0)
    }

    /// The components of a color that an output of fragments has.
    pub(super) fn color_parts(&self, ty: Id) -> &'static str {
        match self.module.vector_size(ty) {
            Some(1) => ".r",
            Some(2) => ".rg",
            Some(3) => ".rgb",
            _ => "",
        }
    }

    /// Writes the start of a path; the number of steps that it took.
    pub(super) fn path_in(&mut self, var: Var, steps: &[Step]) -> usize {
        let ty = self.tree.variable(var).ty;
        let is_global = self.roles.contains_key(&var);
        if is_global && !self.language.built_ins.contains_key(&var) && self.has_built_in_members(ty) {
            return self.built_in_member(var, ty, steps);
        }
        if is_global && let Some(taken) = self.built_in_of_vertex(var, ty, steps) {
            return taken;
        }
        if is_global && self.element_of_other_sign(var, steps) {
            return 1;
        }
        if self.has_colors(var) {
            return self.color(var, steps);
        }
        if self.open_blocks.contains(&var)
            && let Some(Step::Part(index)) = steps.first()
        {
            let name = self.member_name(ty, *index);
            self.out.push_str(&name);
            return 1;
        }
        match self.language.built_ins.get(&var).copied() {
            Some(found) if is_distance(found.name) => self.note_distance(var, (found.name, ty), steps),
            _ => {}
        }
        self.name_in_path(var);
        0
    }

    /// True for what is a block in the text, and no value.
    fn is_memory_block(&self, var: Var) -> bool {
        self.roles.get(&var).is_some_and(|role| {
            matches!(role, Role::UniformBlock | Role::StorageBlock | Role::PushConstants)
                && !self.is_plain_block(*role)
        })
    }

    /// Writes the variable that a path begins with.
    fn name_in_path(&mut self, var: Var) {
        match self.globals.get(&var).cloned() {
            Some(name) if self.is_memory_block(var) && !name.is_empty() => self.out.push_str(&name),
            Some(name) if self.has_vertices(var) && !name.is_empty() => self.out.push_str(&name),
            _ if self.language.built_ins.get(&var).is_some_and(|found| is_mask(found.name)) => {
                let name = self.language.built_ins[&var].name;
                self.out.push_str(name);
            }
            _ => {
                // The name alone is no use of all distances.
                let distances = self.language.distances.clone();
                self.variable(var);
                self.language.distances = distances;
            }
        }
    }

    /// Writes an element of an array that is a built-in variable of signed numbers in GLSL and of others in the module.
    fn element_of_other_sign(&mut self, var: Var, steps: &[Step]) -> bool {
        let Some(found) = self.language.built_ins.get(&var).copied() else { return false };
        let inner = element(self.module, self.tree.variable(var).ty);
        let differs = (self.sign(inner), found.sign) == (Sign::Unsigned, Sign::Signed);
        let is_array = inner != self.tree.variable(var).ty;
        let &[step] = steps else { return false };
        if !is_array || !differs || self.roles.get(&var) != Some(&Role::Input) {
            return false;
        }
        let name = self.type_name(inner);
        self.out.push_str(&joined!(name, "(", found.name, "["));
        match step {
            Step::Part(index) => self.out.push_str(&index.to_string()),
            Step::Index(index) => self.write_index(index),
        }
        self.out.push_str("])");
        true
    }

    /// Finds arrays of resources that GLSL ES, and GLSL before 4.00, index by constants alone.
    fn check_indices(&mut self) {
        // What GLSL 1.30 forbids for textures, 4.00 allows again.
        let is_desktop = !self.language.features.is_es();
        if is_desktop && !(130..400).contains(&self.language.features.version) {
            return;
        }
        for node in self.tree.nodes() {
            let Kind::Path(base, steps) = self.tree.kind(node) else { continue };
            if !matches!(self.tree.steps(steps).first(), Some(Step::Index(_))) {
                continue;
            }
            let Some(var) = self.tree.variable_of(base) else { continue };
            let is_array = element(self.module, self.tree.variable(var).ty) != self.tree.variable(var).ty;
            // Components of outputs count as elements.
            let is_output = self.roles.get(&var) == Some(&Role::Output) && self.stage == Stage::Fragment;
            let first = self.tree.steps(steps).first().filter(|_| is_array || is_output);
            let Some(&Step::Index(index)) = first else { continue };
            if matches!(self.tree.kind(index), Kind::Constant(_)) {
                continue;
            }
            let what = match self.roles.get(&var) {
                Some(role @ (Role::Opaque | Role::UniformBlock))
                    if is_desktop && !self.is_plain_block(*role) =>
                {
                    let what = if *role == Role::Opaque { "textures" } else { "uniform blocks" };
                    self.at = self.tree.node(node).at;
                    self.refuse_version(
                        Reason::Interface,
                        &joined!(what, " of an array by computed numbers"),
                    );
                    continue;
                }
                _ if is_desktop => continue,
                Some(Role::StorageBlock) => "storage blocks",
                Some(Role::UniformBlock | Role::Opaque)
                    if self.language.features.has_or_in_310(NEVER, 320, "GL_EXT_gpu_shader5") =>
                {
                    continue;
                }
                Some(Role::UniformBlock) => "uniform blocks",
                Some(Role::Opaque) => "textures",
                Some(Role::Output) if is_output => "outputs of fragments",
                _ => continue,
            };
            self.at = self.tree.node(node).at;
            self.refuse(
                Reason::Interface,
                &format!("GLSL ES indexes arrays of {what} by constants; choose the element with a switch"),
            );
        }
    }

    /// Text of everything outside of functions but the header.
    pub(super) fn interface_text(&mut self) -> String {
        self.reserve_bindings();
        self.check_indices();
        let vars = self.globals_in_order();
        let mut groups = Groups::new();
        let mut declared = String::with_capacity(500);
        for &(var, role) in vars.iter() {
            declared.clear();
            self.write_global(var, role, &mut declared);
            groups.add(Some(role.order()), &declared);
        }
        let combined = self.combined_text();
        let (names, references) = self.reference_texts();
        let modes = self.modes();
        self.refuse_extensions();
        self.check_position();
        let mut text = modes;
        text.reserve(groups.text.len() + self.struct_text.len() + self.table_text.len());
        if !self.constants_text.is_empty() {
            text.push('\n');
            text.push_str(&self.constants_text);
        }
        text.push_str(&names);
        text.push_str(&self.struct_text);
        text.push_str(&references);
        let functions: String = std::mem::take(&mut self.language.functions).into_values().collect();
        text.push_str(&groups.text);
        let mut all = Groups::after(text);
        [&combined, &self.table_text, &functions].into_iter().for_each(|group| all.add(None, group));
        all.text
    }

    /// Refuses vertices without a position where each has one. Source: section 7.1 of the GLSL 1.10 to 1.30 specification.
    fn check_position(&mut self) {
        let features = &self.language.features;
        if self.stage == Stage::Vertex && !features.has(140, 100) && !self.out.contains("gl_Position") {
            self.at = self.entry.at;
            self.refuse_version(Reason::BuiltIn, "vertices without a position");
        }
    }

    /// Refuses the extensions that the text needs, where it may need none.
    fn refuse_extensions(&mut self) {
        if self.options.extensions == Extensions::Allowed {
            return;
        }
        for extension in std::mem::take(&mut self.language.features.extensions) {
            let what = format!("the shader needs {extension}, and the target promises no extensions");
            self.refuse(Reason::Instruction, &what);
        }
    }

    /// Writes the declaration of a variable; nothing if it needs none.
    fn write_global(&mut self, var: Var, role: Role, text: &mut String) {
        let variable = self.tree.variable(var);
        self.at = self.module.definition(variable.id).unwrap_or(self.at);
        if self.language.built_ins.contains_key(&var) || self.has_built_in_members(variable.ty) {
            return text.push_str(&self.distances(var));
        }
        let name = self.globals.get(&var).cloned().unwrap_or_default();
        match role {
            Role::Input | Role::Output => self.port(var, role, &name, text),
            Role::UniformBlock | Role::StorageBlock | Role::PushConstants | Role::ShaderRecord => {
                self.memory_block(var, role, &name, text);
            }
            Role::Passed(passed) => text.push_str(&self.passed(var, passed, &name)),
            Role::Opaque => self.opaque(var, &name, text),
            Role::AtomicCounter => text.push_str(&self.atomic_counter(var, &name)),
            Role::Plain => {
                if self.language.features.is_vulkan() {
                    self.refuse(Reason::Interface, "Vulkan has no uniforms outside of blocks");
                }
                let location = self.annotations.value(variable.id, decoration::LOCATION);
                let layout = location
                    .filter(|_| self.language.features.has(430, 310))
                    .map_or(String::new(), |location| joined!("layout(location = ", location, ") "));
                let mark = self.mark(variable.id, "");
                append!(*text, layout, "uniform ", self.declarator(variable.ty, &name), ";", mark, "\n");
            }
            Role::Shared if !self.stage.has_workgroups() => {
                self.refuse(Reason::Interface, "only compute, task and mesh shaders share variables in GLSL");
            }
            Role::Shared => {
                let mark = self.mark(variable.id, "");
                append!(*text, "shared ", self.declarator(variable.ty, &name), ";", mark, "\n");
            }
            Role::Private => {
                let declared = self.declarator(variable.ty, &name);
                let mark = self.mark(variable.id, "");
                append!(*text, declared);
                if let Some(value) = self.initial_value(var) {
                    append!(*text, " = ", self.constant_text(value));
                }
                append!(*text, ";", mark, "\n");
            }
        }
    }

    fn atomic_counter(&mut self, var: Var, name: &str) -> String {
        if self.language.features.is_vulkan() {
            self.refuse(Reason::Interface, "Vulkan has no atomic counters; use a storage buffer");
        } else if !self.language.features.has(420, 310) {
            self.refuse_version(Reason::Interface, "atomic counters");
        }
        let variable = self.tree.variable(var);
        let [set, binding] = self.binding_of(var).unwrap_or_default();
        let offset = self.annotations.value(variable.id, decoration::OFFSET);
        let offset = offset.map_or(String::new(), |offset| format!(", offset = {offset}"));
        self.map_variable(var, name, Mapping::Resource(set, binding));
        self.map_bound(format!("binding {binding}"));
        let mark = self.mark(variable.id, "");
        let (_, sizes) = self.array(variable.ty);
        format!("layout(binding = {binding}{offset}) uniform atomic_uint {name}{sizes};{mark}\n")
    }
}

fn is_mask(name: &str) -> bool {
    name.starts_with("gl_SampleMask")
}
