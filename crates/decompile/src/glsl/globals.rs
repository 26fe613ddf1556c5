//! Names and spells declarations outside of functions.

use foldhash::HashSet;
use glassbox_core::stage::Stage;
use glassbox_spirv::build::value::{decoration, image_format};
use glassbox_spirv::grammar::op;
use glassbox_spirv::module::{At, Id, Type};

use super::Glsl;
use super::bindings::{Bound, Class, Layout};
use super::distances::is_distance;
use super::features::NEVER;
use super::types::Opaque;
use crate::interface::layout::{Fit, Layouts, Packing, members_by_offset};
use crate::interface::{Role, element};
use crate::names::{Name, says_nothing};
use crate::refusal::{Reason, name_of_built_in};
use crate::text::{Groups, POSTFIX, Scalar, Sign, Writer, append, from_compiler, joined, without_residency};
use crate::tree::{Kind, Node, Origin, Step, Var};
use crate::{Extensions, Mapping};

/// Decorations of memory and the words for them.
const MEMORY_WORDS: [(u32, &str); 5] = [
    (decoration::NON_WRITABLE, "readonly "),
    (decoration::NON_READABLE, "writeonly "),
    (decoration::COHERENT, "coherent "),
    (decoration::VOLATILE, "volatile "),
    (decoration::RESTRICT, "restrict "),
];

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
        for &(var, role) in vars.iter() {
            let text = self.global(var, role);
            groups.add(Some(role.order()), &text);
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
        let mut all = Groups::new();
        all.text = text;
        all.text.push_str(&groups.text);
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

    /// Declaration of a variable; empty if it needs none.
    fn global(&mut self, var: Var, role: Role) -> String {
        let variable = self.tree.variable(var);
        self.at = self.module.definition(variable.id).unwrap_or(self.at);
        if self.language.built_ins.contains_key(&var) || self.has_built_in_members(variable.ty) {
            return self.distances(var);
        }
        let name = self.globals.get(&var).cloned().unwrap_or_default();
        match role {
            Role::Input | Role::Output => self.port(var, role, &name),
            Role::UniformBlock | Role::StorageBlock | Role::PushConstants | Role::ShaderRecord => {
                self.memory_block(var, role, &name)
            }
            Role::Passed(passed) => self.passed(var, passed, &name),
            Role::Opaque => self.opaque(var, &name),
            Role::AtomicCounter => self.atomic_counter(var, &name),
            Role::Plain => {
                if self.language.features.is_vulkan() {
                    self.refuse(Reason::Interface, "Vulkan has no uniforms outside of blocks");
                }
                let location = self.annotations.value(variable.id, decoration::LOCATION);
                let layout = location
                    .filter(|_| self.language.features.has(430, 310))
                    .map_or(String::new(), |location| joined!("layout(location = ", location, ") "));
                let mark = self.mark(variable.id, "");
                joined!(layout, "uniform ", self.declarator(variable.ty, &name), ";", mark, "\n")
            }
            Role::Shared if !self.stage.has_workgroups() => {
                self.refuse(Reason::Interface, "only compute, task and mesh shaders share variables in GLSL");
                String::new()
            }
            Role::Shared => {
                let mark = self.mark(variable.id, "");
                joined!("shared ", self.declarator(variable.ty, &name), ";", mark, "\n")
            }
            Role::Private => {
                let declared = self.declarator(variable.ty, &name);
                let start = self.initial_value(var);
                let mark = self.mark(variable.id, "");
                match start {
                    Some(value) => joined!(declared, " = ", self.constant_text(value), ";", mark, "\n"),
                    None => joined!(declared, ";", mark, "\n"),
                }
            }
        }
    }

    pub(super) fn block_name(&mut self, ty: Id, instance: &str) -> Name {
        let stated = self.annotations.name(ty).filter(|name| !says_nothing(name)).map(from_compiler);
        let wanted = stated.unwrap_or_else(|| {
            let mut letters = instance.chars();
            let first = letters
                .next()
                .map(|c| c.to_ascii_uppercase().to_string())
                .unwrap_or_else(|| "Block".to_owned());
            (first + letters.as_str()).into()
        });
        self.names.take(&wanted)
    }

    /// True if a block becomes a structure, because the version has no such blocks.
    pub(super) fn is_plain_block(&self, role: Role) -> bool {
        match role {
            Role::PushConstants => !self.language.features.is_vulkan(),
            Role::UniformBlock => !self.language.features.has(140, 300),
            _ => false,
        }
    }

    fn memory_block(&mut self, var: Var, role: Role, name: &str) -> String {
        let variable = self.tree.variable(var);
        let place = self.binding_of(var);
        let kind = match (role, place) {
            (Role::ShaderRecord, _) => None,
            (Role::PushConstants, _) => Some(Mapping::PushConstants),
            (_, place) => {
                let [set, binding] = place.unwrap_or_default();
                Some(Mapping::Resource(set, binding))
            }
        };
        // A record is declared like a storage block.
        let is_storage = matches!(role, Role::StorageBlock | Role::ShaderRecord);
        let bound = self.bound.get(&variable.id).cloned();
        let (inner, sizes) = self.array(variable.ty);
        let is_plain = self.is_plain_block(role);
        // Programs find blocks by the names of these, not by those of their variables.
        let block = match bound {
            _ if is_plain => Name::default(),
            Some(block) => block,
            None => self.block_name(inner, name),
        };
        if let Some(kind) = kind {
            self.map_variable(var, if is_plain { name } else { &block }, kind);
        }
        let class = if is_storage { Class::StorageBlock } else { Class::UniformBlock };
        let layout = match place {
            Some(_) if role != Role::PushConstants && !is_plain => {
                self.binding_layout(Bound { class, var, sampler: None })
            }
            _ => Layout::default(),
        };
        if kind.is_some() && (role != Role::PushConstants || is_plain) {
            self.map_place(&layout.qualifiers);
        }
        let says_all = matches!(role, Role::PushConstants | Role::ShaderRecord) && !is_plain;
        let mark = if says_all { self.mark(variable.id, "") } else { self.mark_resource(var, layout.stated) };
        if sizes.contains("[]") {
            self.unsized_array();
        }
        if is_plain {
            return joined!("uniform ", self.declarator(variable.ty, name), ";", mark, "\n");
        }
        if role == Role::StorageBlock && !self.language.features.has(430, 310) {
            self.refuse_version(Reason::Interface, "storage blocks");
        }
        let Some((packing, fit)) = self.packing(inner, role) else {
            self.refuse(
                Reason::Layout,
                "the offsets of a block's members follow from no layout of this version of GLSL",
            );
            return String::new();
        };
        let mut layouts = layout.qualifiers;
        match role {
            Role::PushConstants => layouts.push("push_constant".to_owned()),
            Role::ShaderRecord => layouts.push("shaderRecordEXT".to_owned()),
            _ => {}
        }
        layouts.push(packing.name().to_owned());
        let word = if is_storage { "buffer" } else { "uniform" };
        let access =
            if role == Role::StorageBlock { self.access_of_block(var, inner) } else { String::new() };
        let members = self.block_members(inner, fit, role);
        let instance = if name.is_empty() { String::new() } else { joined!(" ", name, sizes) };
        joined!(
            "\nlayout(",
            layouts.join(", "),
            ") ",
            access,
            word,
            " ",
            block,
            " {",
            mark,
            "\n",
            members,
            "}",
            instance,
            ";\n"
        )
    }

    /// States where what was mapped last is bound, by its layout qualifiers.
    pub(super) fn map_place(&mut self, layout: &[String]) {
        let mut bound = String::with_capacity(24);
        for part in layout {
            let (word, number) = part.split_once(" =").unwrap_or((part, ""));
            append!(bound, if bound.is_empty() { "" } else { " " }, word, number);
        }
        self.map_bound(if bound.is_empty() { "by name".to_owned() } else { bound });
    }

    pub(super) fn packing(&mut self, block: Id, role: Role) -> Option<(Packing, Fit)> {
        let mut layouts = Layouts::of(self.module, self.annotations);
        let first = if role == Role::UniformBlock {
            [Packing::Std140, Packing::Std430]
        } else {
            [Packing::Std430, Packing::Std140]
        };
        let extended = self.language.features.is_vulkan();
        let wanted = layouts.fit(block, first[0]);
        if wanted == Some(Fit::Exact) {
            return Some((first[0], Fit::Exact));
        }
        let mut fits: Vec<(Packing, Fit)> = wanted.map(|fit| (first[0], fit)).into_iter().collect();
        for packing in [first[1], Packing::Scalar] {
            fits.extend(layouts.fit(block, packing).map(|fit| (packing, fit)));
        }
        let is_allowed = |found: &(Packing, Fit)| {
            let free = found.0 == first[0] || found.0 == Packing::Std140;
            let offsets = found.1 == Fit::Exact || self.language.features.has(440, NEVER) || extended;
            (free || extended) && offsets
        };
        let found = fits.iter().find(|found| is_allowed(found)).copied()?;
        if found.0 == Packing::Scalar || found.0 == Packing::Std430 && role == Role::UniformBlock {
            self.language.features.require("GL_EXT_scalar_block_layout");
        }
        Some(found)
    }

    fn access_of_block(&self, var: Var, block: Id) -> String {
        let count = self.module.component_count(block).unwrap_or(0);
        let id = self.tree.variable(var).id;
        let all = |kind| {
            self.annotations.has(id, kind)
                || count > 0
                    && (0..count)
                        .all(|index| self.annotations.member_decoration(block, index, kind).is_some())
        };
        MEMORY_WORDS.into_iter().filter(|(kind, _)| all(*kind)).map(|(_, word)| word).collect()
    }

    pub(super) fn block_members(&mut self, block: Id, fit: Fit, role: Role) -> String {
        let members = members_by_offset(self.module, self.annotations, block);
        let last = members.last().copied();
        let mut text = String::with_capacity(256);
        for (index, member) in members {
            let name = self.member_name(block, index);
            let mut layouts = Vec::new();
            let offset = self.annotations.member_value(block, index, decoration::OFFSET);
            if let Some(offset) = offset.filter(|_| fit == Fit::Offsets) {
                layouts.push(joined!("offset = ", offset));
            }
            if self.has_rows(block, index, member) {
                layouts.push("row_major".to_owned());
            }
            let layout =
                if layouts.is_empty() { String::new() } else { joined!("layout(", layouts.join(", "), ") ") };
            let is_last = last == Some((index, member));
            let (_, sizes) = self.array(member);
            if sizes.contains("[]") && (!is_last || !matches!(role, Role::StorageBlock | Role::ShaderRecord))
            {
                self.refuse(
                    Reason::Type,
                    "an array without a length is not the last member of a storage block",
                );
            }
            if matches!(self.scalar(element(self.module, member)), Some(Scalar::Bool)) {
                self.refuse(Reason::Type, "a block has a boolean");
            }
            self.require_storage(member);
            let mark = self.mark_member(block, index, fit == Fit::Offsets);
            append!(text, "    ", layout, self.declarator(member, &name), ";", mark, "\n");
        }
        text
    }

    /// Whether the matrices of a member of a block, those in its structures too, are stored by rows. Members of structures have no
    /// layouts of their own.
    fn has_rows(&mut self, block: Id, index: u32, member: Id) -> bool {
        let mut orders = HashSet::default();
        let mut work = vec![(block, index, member)];
        let mut seen = HashSet::default();
        while let Some((owner, index, ty)) = work.pop() {
            let inner = element(self.module, ty);
            match self.module.ty(inner) {
                Some(Type::Matrix { .. }) => {
                    let rows = self.annotations.member_decoration(owner, index, decoration::ROW_MAJOR);
                    orders.insert(rows.is_some());
                }
                Some(Type::Struct { members }) if seen.insert(inner) => {
                    work.extend((0..).zip(members).map(|(index, member)| (inner, index, *member)));
                }
                _ => {}
            }
        }
        if orders.len() > 1 {
            let what = "a member of a block has matrices by rows and matrices by columns in its structures";
            self.refuse(Reason::Layout, what);
        }
        orders.contains(&true)
    }

    /// Narrow members need an extension of their own.
    fn require_storage(&mut self, ty: Id) {
        match self.scalar(element(self.module, ty)) {
            Some(Scalar::Int(8) | Scalar::Uint(8)) => {
                self.language.features.require("GL_EXT_shader_8bit_storage")
            }
            Some(Scalar::Int(16) | Scalar::Uint(16) | Scalar::Float(16)) => {
                self.language.features.require("GL_EXT_shader_16bit_storage")
            }
            _ => {}
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

    fn opaque(&mut self, var: Var, name: &str) -> String {
        let variable = self.tree.variable(var);
        let (inner, sizes) = self.array(variable.ty);
        let place = self.binding_of(var);
        let image = match self.module.ty(inner) {
            Some(Type::Image(_)) if self.is_combinable(var) => return String::new(),
            Some(Type::Sampler) if self.combines() => return String::new(),
            Some(Type::SampledImage { .. }) if self.splits() => return self.split_text(var, name),
            Some(Type::Image(image)) => Some((image, Opaque::Image)),
            Some(Type::SampledImage { image }) => match self.module.ty(image) {
                Some(Type::Image(image)) => Some((image, self.combined_kind(var, image.depth))),
                _ => None,
            },
            _ => None,
        };
        if sizes.contains("[]") {
            self.unsized_array();
        }
        let type_name = match image {
            Some((image, opaque)) => self.image_name(&image, opaque),
            None => self.type_name(inner).to_string(),
        };
        let is_image =
            matches!(image, Some((image, Opaque::Image)) if image.usage == 2) && type_name.contains("image");
        let class = if is_image { Class::Image } else { Class::Texture };
        let bound = place.map(|_| Bound { class, var, sampler: None });
        let layout = bound.map(|bound| self.binding_layout(bound)).unwrap_or_default();
        let mut layouts = layout.qualifiers.clone();
        let attachment = self.annotations.value(variable.id, decoration::INPUT_ATTACHMENT_INDEX);
        if let Some(index) = attachment.filter(|_| self.language.features.is_vulkan()) {
            layouts.insert(0, joined!("input_attachment_index = ", index));
        }
        let mut access = String::new();
        if let Some((image, Opaque::Image)) = image
            && image.usage == 2
            && type_name.contains("image")
        {
            let is_exact =
                matches!(image.format, image_format::R32F | image_format::R32I | image_format::R32UI);
            let is_es = self.language.features.is_es();
            access = self.image_access(var, is_es && !is_exact || image.format == image_format::UNKNOWN);
            if self.language.features.is_es() && !is_exact && !access.contains("only") {
                let what = "GLSL ES reads and writes only images of one component of 32 bits";
                self.refuse(Reason::Interface, what);
            }
            if self.language.features.is_es() && !is_es_format(image.format) {
                self.refuse(Reason::Interface, "GLSL ES has no images of this format");
            }
            match format_name(image.format) {
                Some(format) => layouts.push(format.to_owned()),
                None if access.contains("writeonly") && !self.language.features.is_es() => {}
                None if self.language.features.is_es() => {}
                None => self.language.features.require("GL_EXT_shader_image_load_formatted"),
            }
        }
        let [set, binding] = place.unwrap_or_default();
        self.map_variable(var, name, Mapping::Resource(set, binding));
        self.map_place(&layout.qualifiers);
        let mark = self.mark_resource(var, layout.stated);
        let layout =
            if layouts.is_empty() { String::new() } else { joined!("layout(", layouts.join(", "), ") ") };
        let precision = self.opaque_precision(var);
        joined!(layout, access, "uniform ", precision, type_name, " ", name, sizes, ";", mark, "\n")
    }

    /// An array of resources without a length.
    pub(super) fn unsized_array(&mut self) {
        if !self.language.features.is_vulkan() {
            let what = "OpenGL has no arrays of resources without a length; write GLSL for Vulkan";
            self.refuse(Reason::Interface, what);
        }
        self.language.features.require("GL_EXT_nonuniform_qualifier");
    }

    /// True for textures whose sampler compares: their type says so, or an instruction does.
    pub(super) fn compared(&self, var: Var, depth: u32) -> bool {
        depth == 1 || self.language.compared.contains(&var)
    }

    /// How a combined sampler is declared.
    pub(super) fn combined_kind(&self, var: Var, depth: u32) -> Opaque {
        if self.compared(var, depth) { Opaque::Shadow } else { Opaque::Combined }
    }

    /// Finds how images are accessed.
    pub(super) fn find_image_uses(&mut self) {
        let tree = self.tree;
        let has_access =
            |at: &At| matches!(self.module.type_at(*at), Some(Type::Image(image)) if image.usage != 1);
        if !tree.types().iter().any(has_access) {
            return;
        }
        let [read, written] = &mut self.language.accessed;
        for node in tree.nodes() {
            let Kind::Operation(opcode, span) = tree.kind(node) else { continue };
            let Some(&image) = tree.operands(span).first() else { continue };
            let var = match tree.kind(image) {
                Kind::Load(place) => tree.root(place),
                _ => tree.root(image),
            };
            match without_residency(opcode) {
                op::IMAGE_READ => read.extend(var),
                op::IMAGE_WRITE => written.extend(var),
                op::IMAGE_TEXEL_POINTER => {
                    read.extend(var);
                    written.extend(var);
                }
                _ => {}
            }
        }
    }

    /// The default precision of GLSL ES is `lowp` for the simplest samplers, and what they give has the precision of the sampler. Others
    /// have no default.
    pub(super) fn opaque_precision(&self, var: Var) -> &'static str {
        if !self.language.features.is_es() {
            return "";
        }
        let relaxed = self.annotations.has(self.tree.variable(var).id, decoration::RELAXED_PRECISION);
        if relaxed { "mediump " } else { "highp " }
    }

    /// Qualifiers of memory of an image. Where the format alone is not enough, its access is that of the instructions.
    fn image_access(&self, var: Var, needs_access: bool) -> String {
        let id = self.tree.variable(var).id;
        let accessed = &self.language.accessed;
        let [is_read, is_written] = accessed.each_ref().map(|set| set.contains(&var));
        let is_parameter = |var: &Var| self.tree.variable(*var).origin == Origin::Parameter;
        let needs_access = needs_access && !accessed.iter().flatten().any(is_parameter);
        MEMORY_WORDS
            .into_iter()
            .filter(|(kind, _)| {
                let is_found = match *kind {
                    decoration::NON_WRITABLE => needs_access && !is_written,
                    decoration::NON_READABLE => needs_access && is_written && !is_read,
                    _ => false,
                };
                is_found || self.annotations.has(id, *kind)
            })
            .map(|(_, word)| word)
            .collect()
    }
}

fn is_mask(name: &str) -> bool {
    name.starts_with("gl_SampleMask")
}

/// True for the formats of images in GLSL ES: OpenGL ES Shading Language 3.20, Format Layout Qualifiers.
fn is_es_format(format: u32) -> bool {
    use image_format as f;
    [f::RGBA32F, f::RGBA16F, f::R32F, f::RGBA8, f::RGBA8_SNORM, f::RGBA32I, f::RGBA16I, f::RGBA8I, f::R32I]
        .iter()
        .chain(&[f::RGBA32UI, f::RGBA16UI, f::RGBA8UI, f::R32UI])
        .any(|known| *known == format)
}

/// Name of an image format.
fn format_name(format: u32) -> Option<&'static str> {
    Some(match format {
        image_format::RGBA32F => "rgba32f",
        image_format::RGBA16F => "rgba16f",
        image_format::R32F => "r32f",
        image_format::RGBA8 => "rgba8",
        image_format::RGBA8_SNORM => "rgba8_snorm",
        image_format::RG32F => "rg32f",
        image_format::RG16F => "rg16f",
        image_format::R11F_G11F_B10F => "r11f_g11f_b10f",
        image_format::R16F => "r16f",
        image_format::RGBA16 => "rgba16",
        image_format::RGB10_A2 => "rgb10_a2",
        image_format::RG16 => "rg16",
        image_format::RG8 => "rg8",
        image_format::R16 => "r16",
        image_format::R8 => "r8",
        image_format::RGBA16_SNORM => "rgba16_snorm",
        image_format::RG16_SNORM => "rg16_snorm",
        image_format::RG8_SNORM => "rg8_snorm",
        image_format::R16_SNORM => "r16_snorm",
        image_format::R8_SNORM => "r8_snorm",
        image_format::RGBA32I => "rgba32i",
        image_format::RGBA16I => "rgba16i",
        image_format::RGBA8I => "rgba8i",
        image_format::R32I => "r32i",
        image_format::RG32I => "rg32i",
        image_format::RG16I => "rg16i",
        image_format::RG8I => "rg8i",
        image_format::R16I => "r16i",
        image_format::R8I => "r8i",
        image_format::RGBA32UI => "rgba32ui",
        image_format::RGBA16UI => "rgba16ui",
        image_format::RGBA8UI => "rgba8ui",
        image_format::R32UI => "r32ui",
        image_format::RGB10A2UI => "rgb10_a2ui",
        image_format::RG32UI => "rg32ui",
        image_format::RG16UI => "rg16ui",
        image_format::RG8UI => "rg8ui",
        image_format::R16UI => "r16ui",
        image_format::R8UI => "r8ui",
        image_format::R64UI => "r64ui",
        image_format::R64I => "r64i",
        _ => return None,
    })
}
