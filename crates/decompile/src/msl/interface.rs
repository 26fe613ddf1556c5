//! Spells what functions of MSL see of the outside: names of variables, declarations, arrays of buffers.

use glassbox_spirv::build::value::decoration;
use glassbox_spirv::module::{Id, Type};

use super::elements::Of;
use super::layout::{Member, Store};
use super::types::MAX_DEPTH;
use super::{Msl, Need};
use crate::Domain;
use crate::interface::{Role, element};
use crate::names::Name;
use crate::refusal::Reason;
use crate::text::{PRODUCT, Writer, append, call_text, joined};
use crate::tree::{Body, Kind, Node, Step, Var};

impl Writer<'_, '_, Msl> {
    /// Writes the name of a variable outside of functions.
    pub(super) fn global_name(&mut self, var: Var) {
        let text = match self.roles.get(&var).copied() {
            Some(_) if self.element_of(var) == Some(Of::Patch) => self.element_start(var, Of::Patch, &[]).0,
            Some(_) if self.element_of(var).is_some() => {
                self.refuse(Reason::Interface, "an input or output of all vertices is used as a whole");
                String::new()
            }
            Some(Role::Input | Role::Output) => return self.write_port(var),
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

    /// Writes an input or output. A sample mask is one word in MSL.
    pub(super) fn write_port(&mut self, var: Var) {
        match self.roles.get(&var).copied() {
            Some(Role::Input) if self.language.built_ins.contains_key(&var) => {
                let text = self.built_in_input(var);
                self.out.push_str(&text);
            }
            Some(role) => self.write_port_name(var, role),
            None => {}
        }
    }

    /// True for a storage block that is nothing but an array, which becomes a pointer.
    pub(super) fn is_bare_array(&self, var: Var) -> bool {
        if self.roles.get(&var) != Some(&Role::StorageBlock) || self.tree.has_pointer_values() {
            return false;
        }
        let ty = self.tree.variable(var).ty;
        let Some(Type::Struct { members: [only] }) = self.module.ty(ty) else { return false };
        let Some(Type::RuntimeArray { element }) = self.module.ty(*only) else { return false };
        !matches!(self.module.ty(element), Some(Type::Array { .. }))
            && self.form(ty).is_some_and(|form| form.tail == 0 && form.members.iter().all(Member::is_bare))
    }

    /// True for an array of blocks: each is a parameter of its own.
    pub(super) fn is_block_array(&self, var: Var) -> bool {
        let ty = self.tree.variable(var).ty;
        matches!(self.roles.get(&var), Some(Role::UniformBlock | Role::StorageBlock))
            && matches!(self.module.ty(ty), Some(Type::Array { .. }))
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
        match self.module.ty(ty) {
            Some(Type::Struct { .. }) => {
                if self.is_made_by_members(ty) {
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
