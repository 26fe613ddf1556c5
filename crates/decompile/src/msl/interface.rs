//! Spells heads of functions, their parameters, calls, and what stands outside of functions.

use glassbox_core::stage::Stage;
use glassbox_spirv::build::value::decoration;
use glassbox_spirv::grammar::op;
use glassbox_spirv::module::{Id, Type};
use memchr::memmem;

use super::bind::Kind as Resource;
use super::elements::Of;
use super::layout::{Member, Store};
use super::ports::Part;
use super::types::MAX_DEPTH;
use super::{Msl, Need};
use crate::interface::{Role, element};
use crate::names::Name;
use crate::refusal::Reason;
use crate::text::{PRODUCT, Writer, append, call_text, joined, unmarked};
use crate::tree::{Body, Kind, Node, Statement, Step, Var};
use crate::{DepthRange, Domain, Mapped, Mapping, YAxis};

/// Longest line of parameters.
const MAX_LINE: usize = 110;

impl Writer<'_, '_, Msl> {
    /// Writes the name of a variable outside of functions.
    pub(super) fn global_name(&mut self, var: Var) {
        let role = self.roles.get(&var).copied();
        let text = match role {
            Some(_) if self.element_of(var) == Some(Of::Patch) => self.element_start(var, Of::Patch, &[]).0,
            Some(_) if self.element_of(var).is_some() => {
                self.refuse(Reason::Interface, "an input or output of all vertices is used as a whole");
                String::new()
            }
            Some(Role::Input | Role::Output) => self.port_text(var),
            _ => match self.set_member(var) {
                Some(pointer) if self.is_set_block(var) => joined!("(*", pointer, ")"),
                Some(member) => member,
                None => {
                    self.language.needs.insert(Need::Var(var));
                    return self.out.push_str(self.globals.get(&var).map_or("", Name::as_str));
                }
            },
        };
        self.out.push_str(&text);
    }

    /// Text of an input or output. A sample mask is one word in MSL.
    pub(super) fn port_text(&mut self, var: Var) -> String {
        match self.roles.get(&var).copied() {
            Some(Role::Input) if self.language.built_ins.contains_key(&var) => self.built_in_input(var),
            Some(role) => self.port_name(var, role),
            None => String::new(),
        }
    }

    /// Parameters for what a function uses from outside.
    pub(super) fn hidden_text(&mut self, body: &Body) -> String {
        let function = self.module.functions[body.index].id;
        let mut needs: Vec<Need> = self.language.needs.iter().copied().collect();
        self.language.needs_of.insert(function, self.language.needs.clone());
        needs.sort_by_cached_key(|need| self.order(*need));
        let mut all = Vec::new();
        for need in needs {
            let declared = if self.language.is_entry {
                self.entry_need(need)
            } else {
                self.need(need).into_iter().collect()
            };
            all.extend(declared);
        }
        if all.is_empty() {
            return String::new();
        }
        let text = all.join(", ");
        if !self.language.is_entry {
            let separator = if body.parameters.is_empty() { "" } else { ", " };
            return joined!(separator, text);
        }
        // A comment ends its line.
        let is_short = unmarked(&text).len() <= MAX_LINE && (!self.options.comments || all.len() == 1);
        if is_short { text } else { joined!("\n    ", all.join(",\n    ")) }
    }

    /// Order of parameters: inputs and outputs, buffers, textures, samplers, built-in variables, then the rest.
    pub(super) fn order(&self, need: Need) -> (u8, u32, Var) {
        match need {
            Need::Inputs | Need::Outputs => (0, 0, 0),
            Need::Set(set) => (2, self.set_place(set).1, 0),
            Need::Sizes => (2, u32::MAX, 0),
            Need::Place | Need::Sample | Need::PatchId => (5, 0, 0),
            Need::Group(of) => (2, u32::MAX, of as Var),
            Need::Levels => (2, u32::MAX, 10),
            Need::PatchPoints => (2, u32::MAX, 11),
            Need::Mesh => (0, 0, 1),
            Need::Thread => (5, 0, 0),
            Need::Counts => (7, 0, 0),
            Need::Var(var) if self.language.mesh.payload == Some(var) => (1, 0, 0),
            Need::Sampler(var) => (4, self.index_of(var, Resource::Sampler), var),
            Need::Var(var) if self.language.built_ins.contains_key(&var) => (5, 0, var),
            Need::Var(var) => {
                let kind = self.roles.get(&var).and_then(|role| self.kinds(var, *role).first().copied());
                let class = match kind {
                    Some(Resource::Buffer) => 2,
                    Some(Resource::Texture) => 3,
                    Some(Resource::Sampler) => 4,
                    None if self.roles.get(&var) == Some(&Role::Input) => 1,
                    None => 6,
                };
                (class, kind.map_or(0, |kind| self.index_of(var, kind)), var)
            }
        }
    }

    /// The parameter of a function that is not the entry point.
    fn need(&mut self, need: Need) -> Option<String> {
        let ports = &self.language.ports;
        Some(match need {
            Need::Inputs if self.stage == Stage::TessellationEvaluation => {
                joined!("const thread ", ports.input_type, "& ", ports.input)
            }
            Need::Inputs => joined!(ports.input_type, " ", ports.input),
            Need::Group(_) | Need::Levels | Need::PatchPoints | Need::PatchId => {
                return self.patch_parameter(need);
            }
            Need::Outputs => joined!("thread ", ports.output_type, "& ", ports.output),
            Need::Counts => self.counts_parameter(),
            Need::Mesh | Need::Thread => return None,
            Need::Sampler(var) => {
                let name = self.sampler_name(var);
                self.sampler_declarator(self.tree.variable(var).ty, &name)
            }
            Need::Set(set) => self.set_declarator(set),
            Need::Sizes => joined!("constant uint* ", self.language.sizes),
            Need::Place => joined!("float4 ", self.language.fragment_place),
            Need::Sample => joined!("uint ", self.language.sample_id),
            Need::Var(var) => {
                let name = self.globals.get(&var).cloned().unwrap_or_default();
                self.need_of_variable(var, &name)?
            }
        })
    }

    fn need_of_variable(&mut self, var: Var, name: &str) -> Option<String> {
        let ty = self.tree.variable(var).ty;
        let role = self.roles.get(&var).copied()?;
        if let Some(row) = self.language.built_ins.get(&var).copied() {
            return Some(joined!(self.vector_name(row.scalar, row.count), " ", name));
        }
        Some(match role {
            Role::Input => joined!(self.declarator(ty, name)),
            Role::Output | Role::Private => self.reference("thread", ty, name),
            Role::Shared => self.reference(self.shared_space(var), ty, name),
            Role::Opaque => self.opaque_declarator(var, ty, name),
            _ => self.buffer_declarator(var, role, name),
        })
    }

    /// The space of a buffer.
    pub(super) fn space(&self, var: Var, role: Role) -> &'static str {
        if role != Role::StorageBlock {
            return "constant";
        }
        // Functions take references to what they may write.
        let is_const = self.is_read_only(var) && !self.language.referenced.contains(&var);
        if is_const { "const device" } else { "device" }
    }

    pub(super) fn buffer_declarator(&mut self, var: Var, role: Role, name: &str) -> String {
        let ty = self.tree.variable(var).ty;
        let space = self.space(var, role);
        match self.module.ty(ty) {
            _ if role == Role::Plain => {}
            Some(Type::Array { element, length })
                if matches!(self.module.ty(element), Some(Type::Struct { .. })) =>
            {
                let block = self.type_name(element);
                return joined!("array<", space, " ", block, "*, ", self.length(length), "> ", name);
            }
            Some(Type::Array { .. } | Type::RuntimeArray { .. }) => {
                self.refuse(
                    Reason::Interface,
                    "an array of blocks without a length, or of arrays, needs an argument buffer; give it a length",
                );
                return String::new();
            }
            _ => {}
        }
        if self.is_bare_array(var) {
            let store = self
                .form(ty)
                .and_then(|form| form.members.first())
                .map_or(Store::Plain, |member| member.store);
            let member = self.module.component_type(ty, 0).unwrap_or(0);
            let core = self.stored_name(element(self.module, member), store);
            return joined!(space, " ", core, "* ", name);
        }
        self.reference(space, ty, name)
    }

    /// True for a storage block that is nothing but an array, which becomes a pointer.
    pub(super) fn is_bare_array(&self, var: Var) -> bool {
        if self.roles.get(&var) != Some(&Role::StorageBlock) {
            return false;
        }
        let ty = self.tree.variable(var).ty;
        let Some(Type::Struct { members: [only] }) = self.module.ty(ty) else { return false };
        let Some(Type::RuntimeArray { element }) = self.module.ty(*only) else { return false };
        !matches!(self.module.ty(element), Some(Type::Array { .. }))
            && self.form(ty).is_some_and(|form| form.tail == 0 && form.members.iter().all(Member::is_bare))
    }

    /// Parameters of the entry point.
    fn entry_need(&mut self, need: Need) -> Vec<String> {
        if let Some(parameter) = self.mesh_parameter(need) {
            return vec![parameter];
        }
        match need {
            Need::Inputs => {
                let ports = &self.language.ports;
                vec![joined!(ports.input_type, " ", ports.input, " [[stage_in]]")]
            }
            Need::Outputs | Need::Counts | Need::Mesh | Need::Thread => Vec::new(),
            Need::Group(_) | Need::Levels | Need::PatchPoints | Need::PatchId => self.control_parameter(need),
            Need::Set(set) => {
                let index = self.set_place(set).1;
                vec![joined!(self.set_declarator(set), " [[buffer(", index, ")]]")]
            }
            Need::Sizes => {
                let index = self.sizes_index();
                let name = self.language.sizes.clone();
                self.map.push(Mapped::new(String::new(), &name, Mapping::BufferSizes));
                self.map_bound(joined!("[[buffer(", index, ")]]"));
                vec![joined!("constant uint* ", name, " [[buffer(", index, ")]]")]
            }
            Need::Place => vec![joined!("float4 ", self.language.fragment_place, " [[position]]")],
            Need::Sample => vec![joined!("uint ", self.language.sample_id, " [[sample_id]]")],
            Need::Sampler(var) => {
                let name = self.sampler_name(var);
                let index = self.index_of(var, Resource::Sampler);
                let place = self.binding_of(var).unwrap_or_default();
                self.map_variable(var, &name, Mapping::SplitSampler(place, [0, index]));
                self.map_bound(joined!("[[sampler(", index, ")]]"));
                let declared = self.sampler_declarator(self.tree.variable(var).ty, &name);
                let mark = self.mark_sampler(var);
                vec![joined!(declared, " [[sampler(", index, ")]]", mark)]
            }
            Need::Var(var) if self.is_block_array(var) => self.entry_blocks(var),
            Need::Var(var) => self.entry_variable(var).into_iter().collect(),
        }
    }

    /// True for an array of blocks: each is a parameter of its own.
    pub(super) fn is_block_array(&self, var: Var) -> bool {
        let ty = self.tree.variable(var).ty;
        matches!(self.roles.get(&var), Some(Role::UniformBlock | Role::StorageBlock))
            && matches!(self.module.ty(ty), Some(Type::Array { .. }))
    }

    fn entry_blocks(&mut self, var: Var) -> Vec<String> {
        let Some(role) = self.roles.get(&var).copied() else { return Vec::new() };
        let name = self.globals.get(&var).cloned().unwrap_or_default();
        let first = self.index_of(var, Resource::Buffer);
        let [set, binding] = self.binding_of(var).unwrap_or_default();
        self.map_variable(var, &name, Mapping::Resource(set, binding));
        self.map_bound(joined!("[[buffer(", first, ")]]"));
        let Some(Type::Array { element, .. }) = self.module.ty(self.tree.variable(var).ty) else {
            return Vec::new();
        };
        let block = self.type_name(element);
        let space = self.space(var, role);
        let names = self.block_names(var);
        let declared = (first..).zip(&names);
        let order = self.raster_order(var, role);
        let mark = self.mark_resource(var, None);
        let parameter =
            |(index, one)| joined!(space, " ", block, "& ", one, " [[buffer(", index, ")", order, "]]", mark);
        declared.map(parameter).collect()
    }

    /// Names of the blocks of an array.
    fn block_names(&mut self, var: Var) -> Vec<Name> {
        if let Some(names) = self.language.block_arrays.get(&var) {
            return names.clone();
        }
        let name = self.globals.get(&var).cloned().unwrap_or_default();
        let count = match self.module.ty(self.tree.variable(var).ty) {
            // More have no index.
            Some(Type::Array { length, .. }) => self.length(length).min(32),
            _ => 0,
        };
        let names: Vec<Name> = (0..count).map(|index| self.names.take(&joined!(name, "_", index))).collect();
        self.language.block_arrays.insert(var, names.clone());
        names
    }

    fn entry_variable(&mut self, var: Var) -> Option<String> {
        let role = self.roles.get(&var).copied()?;
        let name = self.globals.get(&var).cloned().unwrap_or_default();
        self.at = self.module.definition(self.tree.variable(var).id).unwrap_or(self.at);
        if let Some(row) = self.language.built_ins.get(&var).copied() {
            if row.name == "tess_coord" && self.language.domain == Domain::Quads {
                let place = self.language.patches.place.clone();
                return Some(joined!("float2 ", place, " [[", row.attribute, "]]"));
            }
            let ty = self.vector_name(row.scalar, row.count);
            return Some(joined!(ty, " ", name, " [[", row.attribute, "]]"));
        }
        let kind = *self.kinds(var, role).first()?;
        let index = self.index_of(var, kind);
        let mapping = match self.binding_of(var) {
            _ if role == Role::PushConstants => Mapping::PushConstants,
            Some([set, binding]) => Mapping::Resource(set, binding),
            None => Mapping::Resource(0, 0),
        };
        self.map_variable(var, &name, mapping);
        self.map_bound(joined!("[[", kind.word(), "(", index, ")]]"));
        let declared = self.need_of_variable(var, &name)?;
        let order = self.raster_order(var, role);
        let mark = self.mark_resource(var, Some([0, index]));
        Some(joined!(declared, " [[", kind.word(), "(", index, ")", order, "]]", mark))
    }

    /// What makes fragments of one place access a resource one after the other, where the module asks for that.
    pub(super) fn raster_order(&self, var: Var, role: Role) -> &'static str {
        let is_written = match role {
            Role::StorageBlock => self.space(var, role) == "device",
            Role::Opaque => self.usage(var).writes,
            _ => false,
        };
        if is_written && self.is_interlocked() { ", raster_order_group(0)" } else { "" }
    }

    /// Declarations at the start of the entry point.
    pub(super) fn prologue_text(&mut self, _body: &Body) -> String {
        if !self.language.is_entry {
            return String::new();
        }
        let mut text = self.control_prologue();
        text.push_str(&self.counts_prologue());
        let vars: Vec<Var> = self
            .language
            .needs
            .iter()
            .filter_map(|need| match need {
                Need::Var(var) => Some(*var),
                _ => None,
            })
            .collect();
        for var in vars.into_iter().filter(|var| !self.language.begun.contains(var)).collect::<Vec<_>>() {
            let Some(role) = self.roles.get(&var).copied() else { continue };
            let name = self.globals.get(&var).cloned().unwrap_or_default();
            let ty = self.tree.variable(var).ty;
            match role {
                _ if self.is_block_array(var) => {
                    let declared = self.buffer_declarator(var, role, &name);
                    let blocks: Vec<String> =
                        self.block_names(var).iter().map(|name| joined!("&", name)).collect();
                    append!(text, "    ", declared, " = { ", blocks.join(", "), " };\n");
                }
                Role::Shared if self.language.mesh.payload == Some(var) => {}
                Role::Shared if self.tree.is_reference(element(self.module, ty)) => {
                    self.lacks(Reason::Pointer, "a pointer in memory that is shared");
                }
                Role::Shared => {
                    let declared = self.memory_declarator(ty, &name, Store::Plain);
                    append!(text, "    threadgroup ", declared, ";\n");
                }
                Role::Private => {
                    let declared = self.declarator(ty, &name);
                    let start = self.initial_value(var).map(|value| self.constant_text(value));
                    let start = start.map_or(String::new(), |value| joined!(" = ", value));
                    append!(text, "    ", declared, start, ";\n");
                }
                Role::Input
                    if self.language.domain == Domain::Quads
                        && self.language.built_ins.get(&var).is_some_and(|row| row.name == "tess_coord") =>
                {
                    let place = self.names.take("place");
                    append!(text, "    float3 ", name, " = float3(", place, ", 0.0);\n");
                    self.language.patches.place = place.to_string();
                }
                Role::Input if self.is_built(var) => {
                    self.language.needs.insert(Need::Inputs);
                    text.push_str(&self.built_input(var, &name));
                }
                Role::Output if self.is_declared_inside(var) => {
                    let declared = self.declarator(ty, &name);
                    append!(text, "    ", declared, ";\n");
                }
                _ => {}
            }
        }
        if !self.language.ports.output_type.is_empty() {
            let ports = &self.language.ports;
            append!(text, "    ", ports.output_type, " ", ports.output, ";\n");
        }
        text
    }

    /// Declaration of an input that is built of members of the structure of inputs.
    fn built_input(&mut self, var: Var, name: &str) -> String {
        let ty = self.tree.variable(var).ty;
        let input = self.language.ports.input.clone();
        let parts = self.parts(var);
        let mut values = parts.iter().map(|part| joined!(input, ".", part.name));
        let declared = self.declarator(ty, name);
        // What has no parts was refused.
        if !parts.is_empty()
            && let Some(value) = self.built_value(ty, &mut values, 0)
        {
            let value = match self.module.ty(ty) {
                Some(Type::Array { .. }) => {
                    value.strip_prefix(&*self.type_name(ty)).unwrap_or(&value).to_owned()
                }
                _ => value,
            };
            return joined!("    ", declared, " = ", value, ";\n");
        }
        let assigned =
            parts.iter().map(|part| joined!("    ", name, part.path, " = ", input, ".", part.name, ";\n"));
        joined!("    ", declared, ";\n", assigned.collect::<String>())
    }

    /// A value of a type, of values of its parts; `None` if these must be assigned one by one.
    pub(super) fn built_value(
        &mut self,
        ty: Id,
        values: &mut dyn Iterator<Item = String>,
        depth: u32,
    ) -> Option<String> {
        if depth > MAX_DEPTH {
            return None;
        }
        let inner: Vec<Id> = match self.module.ty(ty)? {
            Type::Matrix { column, count } => vec![column; count as usize],
            Type::Array { element, length } => vec![element; self.length(length) as usize],
            Type::Struct { members } if !self.is_memory_struct(ty) => members.to_vec(),
            Type::Struct { .. } => return None,
            _ => return values.next(),
        };
        let mut parts = Vec::new();
        for ty in inner {
            parts.push(self.built_value(ty, values, depth + 1)?);
        }
        Some(self.composite_text(ty, &parts))
    }

    /// True for a variable that the entry point declares without a value.
    pub(super) fn is_declared_inside(&self, var: Var) -> bool {
        match self.roles.get(&var) {
            Some(Role::Private) => self.initial_value(var).is_none(),
            Some(Role::Output) => self.is_built(var) || self.language.ports.single == Some(var),
            _ => false,
        }
    }

    /// Writes what the entry point gives back.
    pub(super) fn write_result(&mut self) {
        if let Some(var) = self.language.ports.single {
            let name = self.globals.get(&var).cloned().unwrap_or_default();
            self.language.needs.insert(Need::Var(var));
            self.out.push_str(&joined!("return ", name));
            return;
        }
        if self.language.ports.output_type.is_empty() {
            self.out.push_str("return");
            return;
        }
        let indent = joined!(";\n", "    ".repeat(self.indent));
        let output = self.language.ports.output.clone();
        for &(var, role) in self.globals_in_order().iter() {
            if role == Role::Output && self.is_built(var) {
                self.language.needs.insert(Need::Var(var));
                let name = self.globals.get(&var).cloned().unwrap_or_default();
                for part in self.parts(var) {
                    let value = self.built_part(&name, &part);
                    self.out.push_str(&joined!(output, ".", part.name, " = ", value, indent));
                }
            }
        }
        for (name, count) in self.passed_distances() {
            for index in 0..count {
                self.out.push_str(&format!("{output}.{name}_{index} = {output}.{name}[{index}]{indent}"));
            }
        }
        self.out.push_str(&self.position_change(&output, &indent));
        self.out.push_str(&joined!("return ", output));
    }

    /// The value of a part of a variable that is built of parts; its structure may be laid out as one of a buffer.
    fn built_part(&mut self, name: &str, part: &Part) -> String {
        let value = format!("{name}{}", part.path);
        let form = part.member.and_then(|(ty, index)| Some((self.form(ty)?, index)));
        match form.and_then(|(form, index)| form.members.get(index as usize)).map(|member| member.store) {
            None | Some(Store::Plain) => value,
            Some(Store::Packed) => format!("{}({value})", self.type_name(part.ty)),
            Some(_) => {
                let what = "a structure of outputs is laid out as one of a buffer; use another structure";
                self.refuse(Reason::Layout, what);
                value
            }
        }
    }

    /// Statements that change the position as the options say.
    fn position_change(&self, output: &str, indent: &str) -> String {
        let Some(name) = self.position_name() else { return String::new() };
        let mut text = String::new();
        if self.options.y_axis == YAxis::Flip {
            append!(text, output, ".", name, ".y = -", output, ".", name, ".y", indent);
        }
        let position = joined!(output, ".", name);
        match self.options.depth_range {
            DepthRange::Keep => {}
            DepthRange::ToZeroToOne => {
                append!(text, position, ".z = (", position, ".z + ", position, ".w) * 0.5", indent);
            }
            DepthRange::ToMinusOneToOne => {
                append!(text, position, ".z = ", position, ".z * 2.0 - ", position, ".w", indent);
            }
        }
        text
    }

    fn position_name(&self) -> Option<Name> {
        let stated = self.language.built_ins.iter().find(|(_, row)| row.attribute == "position");
        match stated {
            _ if !matches!(self.stage, Stage::Vertex | Stage::TessellationEvaluation) => None,
            Some((var, _)) => self.globals.get(var).cloned(),
            None => self.language.ports.position(),
        }
    }

    /// Writes the end of a function where it is reached.
    pub(super) fn write_epilogue(&mut self, body: &Body) {
        if !self.language.is_entry {
            return;
        }
        if self.stage == Stage::Mesh {
            return self.write_mesh();
        }
        let ports = &self.language.ports;
        let last = self.tree.list(body.list).lines.last().copied();
        let returns = matches!(last.map(|line| line.statement), Some(Statement::Return(_)));
        if returns || ports.single.is_none() && ports.output_type.is_empty() {
            return;
        }
        if self.return_last() {
            return;
        }
        let at = last.map_or(self.at, |line| line.at);
        self.begin(at);
        self.write_result();
        self.out.push_str(";\n");
    }

    /// Turns the last line, if it is the only one that names the only output and assigns it, into a `return`.
    fn return_last(&mut self) -> bool {
        let Some(var) = self.language.ports.single else { return false };
        let name = self.globals.get(&var).cloned().unwrap_or_default();
        let start = self.out[..self.out.len() - 1].rfind('\n').map_or(0, |found| found + 1);
        let declared = if self.language.begun.contains(&var) {
            joined!(self.declarator(self.tree.variable(var).ty, &name))
        } else {
            name.to_string()
        };
        let assignment = joined!("    ", declared, " = ");
        let body = self.out[..start].rfind("\n{\n").map_or(0, |found| found + 3);
        let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let names = |text: &str| {
            memmem::find_iter(text.as_bytes(), name.as_bytes()).any(|found| {
                !text[..found].ends_with(is_name) && !text[found + name.len()..].starts_with(is_name)
            })
        };
        let line = &self.out[start..];
        let Some(value) = line.strip_prefix(&assignment) else { return false };
        if names(&self.out[body..start]) || names(value) || value.matches(';').count() != 1 {
            return false;
        }
        let text = joined!("    return ", value);
        self.out.truncate(start);
        self.out.push_str(&text);
        self.language.needs.remove(&Need::Var(var));
        true
    }

    /// Writes the end of an invocation.
    pub(super) fn write_end(&mut self, opcode: u16) {
        if opcode == op::EMIT_MESH_TASKS_EXT {
            // At the end of the function there is nothing to leave.
            return self.out.push_str(if self.indent > 1 { "return" } else { "" });
        }
        if self.stage == Stage::Fragment && opcode != op::UNREACHABLE {
            self.out.push_str("discard_fragment()");
        }
        if !self.language.is_entry {
            self.end_function();
        } else if opcode == op::UNREACHABLE {
            self.write_result();
        }
    }

    /// A function that returns a value must return one although nobody uses it.
    fn end_function(&mut self) {
        let result = self.language.result;
        let value = match self.module.ty(result) {
            Some(Type::Void) => String::new(),
            _ => joined!(" ", self.zero(result, 0)),
        };
        let indent = "    ".repeat(self.indent);
        let separator = if self.out.ends_with(')') { joined!(";\n", indent) } else { String::new() };
        self.out.push_str(&joined!(separator, "return", value));
    }

    /// Everything outside of functions.
    pub(super) fn interface_text(&mut self) -> String {
        let ports = self.port_structures();
        let sets = self.set_structures();
        let patches = self.patch_structures() + &self.mesh_structures();
        let mut text = String::with_capacity(1 << 9);
        let pointees = self.pointee_text();
        for part in
            [&self.constants_text, &pointees, &self.struct_text, &sets, &patches, &ports, &self.table_text]
        {
            if !part.is_empty() {
                text.push('\n');
                text.push_str(part.trim_start_matches('\n'));
            }
        }
        for helper in self.language.helpers.values() {
            text.push('\n');
            text.push_str(helper);
        }
        text
    }

    /// Length of an array at the end of a block.
    pub(super) fn array_length(&mut self, array: Node) -> Option<String> {
        let Kind::Path(base, steps) = self.tree.kind(array) else { return None };
        let var = self.tree.variable_of(base)?;
        let (element_of_array, member) = match *self.tree.steps(steps) {
            [Step::Part(member)] => (None, member),
            [step, Step::Part(member)] if self.is_block_array(var) => (Some(step), member),
            _ => return None,
        };
        let role = *self.roles.get(&var)?;
        let block = element(self.module, self.tree.variable(var).ty);
        let ty = self.module.component_type(block, member)?;
        let stride = self.annotations.value(ty, decoration::ARRAY_STRIDE)?;
        let offset = self.annotations.member_value(block, member, decoration::OFFSET)?;
        let kind = *self.kinds(var, role).first()?;
        let first = self.index_of(var, kind);
        let picked = element_of_array.map(|step| match step {
            Step::Part(part) => part.to_string(),
            Step::Index(index) => self.capture(|writer| writer.expr(index, PRODUCT)),
        });
        let size = match (self.set_size(var), picked) {
            (Some(sizes), Some(picked)) => format!("{sizes}[{picked}]"),
            (Some(size), None) => size,
            (None, picked) => {
                // The buffers of an array have indices in a row.
                let index = match (element_of_array, picked) {
                    (Some(Step::Part(part)), _) => first.saturating_add(part).to_string(),
                    (_, Some(picked)) => format!("{first} + {picked}"),
                    _ => first.to_string(),
                };
                if self.language.sizes.is_empty() {
                    self.language.sizes = self.names.take("buffer_sizes");
                }
                self.language.needs.insert(Need::Sizes);
                joined!(self.language.sizes, "[", index, "]")
            }
        };
        Some(match offset {
            0 => joined!(size, " / ", stride, "u"),
            offset => joined!("(", size, " - ", offset, "u) / ", stride, "u"),
        })
    }

    /// An expression that makes a composite.
    pub(super) fn composite_text(&mut self, ty: Id, parts: &[String]) -> String {
        let name = self.type_name(ty);
        let form = self.form(ty);
        let padded = form.is_some_and(|form| form.members.iter().any(|member| member.padding > 0));
        match self.module.ty(ty) {
            Some(Type::Struct { members }) => {
                let special = self.is_memory_struct(ty)
                    && (padded
                        || members
                            .iter()
                            .any(|member| matches!(self.module.ty(*member), Some(Type::Array { .. })))
                        || self.form(ty).is_none_or(|form| {
                            form.members
                                .iter()
                                .any(|member| !matches!(member.store, Store::Plain | Store::Packed))
                                || !form.order.is_sorted()
                        }));
                if special {
                    self.refuse(
                        Reason::Layout,
                        "a structure with gaps or arrays in memory is made of its members; assign them one by one",
                    );
                }
                joined!(name, "{ ", parts.join(", "), " }")
            }
            Some(Type::Array { .. }) => joined!(name, "{ ", parts.join(", "), " }"),
            _ => call_text(&name, parts),
        }
    }
}
