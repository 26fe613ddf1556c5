//! Spells inputs and outputs.

use std::collections::BTreeMap;

use foldhash::{HashMap, HashSet};
use glassbox_core::stage::Stage;
use glassbox_spirv::build::value::{built_in, decoration, execution_mode};
use glassbox_spirv::grammar::op;
use glassbox_spirv::module::{Id, Type};

use super::builtins::{BuiltIn, built_in as find_built_in};
use super::port_structures::distance_word;
use super::{Msl, Need};
use crate::interface::{Role, element};
use crate::names::Name;
use crate::refusal::{Reason, name_of_built_in};
use crate::text::{Scalar, Sign, Writer, append, joined};
use crate::tree::{Kind, Node, Step, Var};

/// Most members that one input or output becomes.
pub(super) const MAX_PARTS: usize = 64;

/// Most types that are looked into to find them.
const MAX_STEPS: usize = 1024;

/// Inputs and outputs of an entry point.
#[derive(Default)]
pub(super) struct Ports {
    /// Names of the variables that hold all inputs and outputs.
    pub(super) input: Name,
    pub(super) output: Name,
    /// Names of their structures; empty if there is none.
    pub(super) input_type: Name,
    pub(super) output_type: Name,
    /// The only output, which is given back itself.
    pub(super) single: Option<Var>,
    /// Variables that are read, written or given away as a whole.
    whole: HashSet<Var>,
    /// Members of blocks of built-in variables.
    pub(super) members: BTreeMap<(Var, u32), (Name, BuiltIn)>,
}

impl Ports {
    /// Name of the position among the members of blocks.
    pub(super) fn position(&self) -> Option<Name> {
        let mut members = self.members.values();
        members.find(|(_, row)| row.attribute == "position").map(|(name, _)| name.clone())
    }
}

/// A member of the structure of inputs or outputs.
pub(super) struct Part {
    pub(super) name: Name,
    /// What follows the variable's name where it is built of parts.
    pub(super) path: String,
    pub(super) ty: Id,
    pub(super) location: u32,
    /// Member of a block that it is in.
    pub(super) member: Option<(Id, u32)>,
}

impl Writer<'_, '_, Msl> {
    /// Chooses names of inputs and outputs.
    pub(super) fn name_ports(&mut self, used: &[Var]) {
        self.language.ports.whole = self.whole_ports(used);
        let has_input = used.iter().any(|var| self.is_user_port(*var, Role::Input));
        let outputs: Vec<Var> =
            used.iter().copied().filter(|var| self.roles.get(var) == Some(&Role::Output)).collect();
        let outputs: Vec<Var> = outputs.into_iter().filter(|var| self.element_of(*var).is_none()).collect();
        let (input, output) = match self.stage {
            Stage::Vertex | Stage::TessellationEvaluation => ("VertexIn", "VertexOut"),
            _ => ("FragmentIn", "FragmentOut"),
        };
        if has_input {
            self.language.ports.input = self.names.take_word("in");
            self.language.ports.input_type = self.names.take_word(input);
        }
        for &var in &outputs {
            if let Some(row) = self.language.built_ins.get(&var).copied() {
                let name = self.output_name(used, row.name);
                self.globals.insert(var, name.into());
            }
        }
        self.name_members(used);
        if let [only] = outputs[..]
            && self.gives_back(only)
        {
            self.language.ports.single = Some(only);
        } else if !outputs.is_empty() {
            self.language.ports.output = self.names.take_word("out");
            self.language.ports.output_type = self.names.take_word(output);
        }
    }

    /// Structures among the inputs and outputs that are used by more than paths to their members.
    fn whole_ports(&self, used: &[Var]) -> HashSet<Var> {
        let ports = used.iter().filter(|var| {
            matches!(self.roles.get(var), Some(Role::Input | Role::Output))
                && matches!(self.module.ty(self.tree.variable(**var).ty), Some(Type::Struct { .. }))
        });
        let ports: HashMap<Id, Var> = ports.map(|var| (self.tree.variable(*var).id, *var)).collect();
        let mut whole = HashSet::default();
        if ports.is_empty() {
            return whole;
        }
        let blocks = self.module.functions.iter().flat_map(|function| &function.blocks);
        for &at in blocks.flat_map(|block| &block.body) {
            let is_path = matches!(self.module.opcode(at), op::ACCESS_CHAIN | op::IN_BOUNDS_ACCESS_CHAIN);
            let operands = self.module.operands(at);
            // A path without steps is the whole.
            let used = if is_path && operands.len() > 1 { &operands[1..] } else { operands };
            whole.extend(used.iter().filter_map(|operand| ports.get(operand)));
        }
        whole
    }

    pub(super) fn take_entry_name(&mut self) {
        let name = self.module.string(self.entry.at, 2);
        let wanted = if name == "main" { "main0" } else { &name };
        self.language.entry_name = self.names.take(wanted);
    }

    /// True if an output may be what the entry point returns.
    fn gives_back(&self, var: Var) -> bool {
        let id = self.tree.variable(var).id;
        let value = |kind| self.annotations.value(id, kind).unwrap_or(0);
        self.stage == Stage::Fragment
            && !self.language.built_ins.contains_key(&var)
            && self.module.vector_size(self.tree.variable(var).ty).is_some()
            && value(decoration::LOCATION) == 0
            && value(decoration::INDEX) == 0
    }

    /// True for inputs or outputs that are no built-in variables.
    pub(super) fn is_user_port(&self, var: Var, role: Role) -> bool {
        self.roles.get(&var) == Some(&role)
            && !self.language.built_ins.contains_key(&var)
            && self.element_of(var).is_none()
            && !self.has_built_in_members(self.tree.variable(var).ty)
    }

    /// Names the members of blocks of built-in variables that are used.
    fn name_members(&mut self, all: &[Var]) {
        let mut found = Vec::new();
        let used: Vec<Var> = all
            .iter()
            .copied()
            .filter(|var| {
                self.roles.get(var) != Some(&Role::Shared)
                    && self.has_built_in_members(self.tree.variable(*var).ty)
                    && self.element_of(*var).is_none()
            })
            .collect();
        if used.is_empty() {
            return;
        }
        for node in self.tree.nodes() {
            let Kind::Path(base, steps) = self.tree.kind(node) else { continue };
            if let (Some(var), Some(Step::Part(index))) =
                (self.tree.variable_of(base), self.tree.steps(steps).first())
                && used.contains(&var)
            {
                found.push((var, *index));
            }
        }
        found.sort_unstable();
        found.dedup();
        for (var, index) in found {
            let ty = self.tree.variable(var).ty;
            let is_output = self.roles.get(&var) == Some(&Role::Output);
            let number = self.annotations.member_value(ty, index, decoration::BUILT_IN).unwrap_or(u32::MAX);
            match find_built_in(number, self.stage, is_output, self.language.version) {
                Some(row) => {
                    let name = self.output_name(all, row.name);
                    self.language.ports.members.insert((var, index), (name.into(), row));
                }
                None => self.refuse_built_in(number),
            }
        }
    }

    /// A name for a built-in member of the outputs, beside the names of the others.
    fn output_name(&self, used: &[Var], wanted: &str) -> String {
        let is_free = |name: &str| {
            !used.iter().any(|var| {
                self.roles.get(var) == Some(&Role::Output)
                    && self.globals.get(var).is_some_and(|own| own == name)
            })
        };
        if is_free(wanted) { wanted.to_owned() } else { joined!(wanted, "_out") }
    }

    pub(super) fn refuse_built_in(&mut self, number: u32) {
        let name = name_of_built_in(number);
        let what = format!("this version of MSL has no built-in variable for {name} in this stage");
        self.refuse(Reason::BuiltIn, &what);
    }

    pub(super) fn add_built_in(&mut self, var: Var, number: u32, role: Role) {
        let is_output = role == Role::Output;
        if self.element_of(var).is_some() || is_output && self.stage == Stage::Mesh {
            return;
        }
        if distance_word(number).is_some() && self.stage == Stage::Fragment && !is_output {
            // Outputs for the rasterizer are no inputs of fragments: they are passed beside them.
            let name = self.names.take(if number == built_in::CLIP_DISTANCE {
                "clip_distance"
            } else {
                "cull_distance"
            });
            self.globals.insert(var, name);
            return;
        }
        let Some(mut row) = find_built_in(number, self.stage, is_output, self.language.version) else {
            return self.refuse_built_in(number);
        };
        if number == built_in::FRAG_DEPTH && is_output {
            let modes = &self.entry.modes;
            if modes.contains_key(&execution_mode::DEPTH_GREATER) {
                row.attribute = "depth(greater)";
            } else if modes.contains_key(&execution_mode::DEPTH_LESS) {
                row.attribute = "depth(less)";
            }
        }
        // Asked of a buffer or a function, which has a name of its own.
        if !is_output && row.name != "patch_points" {
            let name = self.names.take(row.name);
            self.globals.insert(var, name);
        }
        self.language.built_ins.insert(var, row);
    }

    /// A member of a block of built-in variables; the number of steps taken.
    pub(super) fn built_in_member(&mut self, var: Var, steps: &[Step]) -> (String, usize) {
        let Some(Step::Part(index)) = steps.first() else {
            self.refuse(Reason::BuiltIn, "a block of built-in variables is used as a whole");
            return (String::new(), 0);
        };
        let Some((name, _)) = self.language.ports.members.get(&(var, *index)).cloned() else {
            self.refuse(Reason::BuiltIn, "a block of built-in variables is used as a whole");
            return (String::new(), 1);
        };
        self.language.needs.insert(Need::Outputs);
        (joined!(self.language.ports.output, ".", name), 1)
    }

    /// The scalar of a built-in output that a place is.
    pub(super) fn scalar_of_built_in(&self, place: Node) -> Option<Scalar> {
        let var = self.tree.root(place)?;
        (self.roles.get(&var) == Some(&Role::Output)).then_some(())?;
        if let Some(row) = self.language.built_ins.get(&var) {
            return Some(row.scalar);
        }
        let Kind::Path(_, steps) = self.tree.kind(place) else { return None };
        let Some(Step::Part(index)) = self.tree.steps(steps).first() else { return None };
        self.language.ports.members.get(&(var, *index)).map(|(_, row)| row.scalar)
    }

    /// True for a variable that is a block whose members stand in the structure of inputs or outputs.
    pub(super) fn is_port_block(&self, var: Var) -> bool {
        let Some(Type::Struct { members }) = self.module.ty(self.tree.variable(var).ty) else { return false };
        let is_port = self.is_user_port(var, Role::Input) || self.is_user_port(var, Role::Output);
        is_port
            && !self.language.ports.whole.contains(&var)
            && members.iter().all(|member| self.module.vector_size(*member).is_some())
    }

    /// True for an input or output that the entry point builds of members, or takes apart.
    pub(super) fn is_built(&self, var: Var) -> bool {
        let is_port = self.is_user_port(var, Role::Input) || self.is_user_port(var, Role::Output);
        is_port && !self.is_port_block(var) && self.module.vector_size(self.tree.variable(var).ty).is_none()
    }

    pub(super) fn port_member(&mut self, var: Var, index: u32) -> String {
        let part = self.parts(var).into_iter().nth(index as usize);
        let name = part.map(|part| part.name).unwrap_or_default();
        let is_input = self.roles.get(&var) == Some(&Role::Input);
        self.language.needs.insert(if is_input { Need::Inputs } else { Need::Outputs });
        let ports = &self.language.ports;
        joined!(if is_input { &ports.input } else { &ports.output }, ".", name)
    }

    /// The members that an input or output becomes.
    pub(super) fn parts(&mut self, var: Var) -> Vec<Part> {
        let variable = self.tree.variable(var);
        let name = self.globals.get(&var).cloned().unwrap_or_default();
        let location = self.annotations.value(variable.id, decoration::LOCATION);
        let first = location
            .or_else(|| {
                let inner = element(self.module, variable.ty);
                self.annotations.member_value(inner, 0, decoration::LOCATION)
            })
            .unwrap_or(0);
        self.parts_of(name, variable.ty, first)
    }

    /// The members that a value becomes, from a location on.
    pub(super) fn parts_of(&mut self, name: Name, ty: Id, first: u32) -> Vec<Part> {
        let mut parts = Vec::new();
        let mut work = vec![Part { name, path: String::new(), ty, location: u32::MAX, member: None }];
        let mut next = first;
        let mut steps = 0;
        while let Some(part) = work.pop() {
            steps += 1;
            let Some(inner) = self.inner_parts(&part) else {
                let stated = part
                    .member
                    .and_then(|(ty, index)| self.annotations.member_value(ty, index, decoration::LOCATION));
                let is_member = part.path.matches(['[', '.']).count() == 1;
                next = stated.filter(|_| is_member).unwrap_or(next);
                parts.push(Part { location: next, ..part });
                next = next.saturating_add(1);
                continue;
            };
            if parts.len() + work.len() + inner.len() > MAX_PARTS || steps > MAX_STEPS {
                self.refuse(Reason::Interface, "an input or output has too many parts");
                return Vec::new();
            }
            work.extend(inner.into_iter().rev());
        }
        parts
    }

    /// The parts of a part; `None` if it has none.
    fn inner_parts(&mut self, part: &Part) -> Option<Vec<Part>> {
        let inner = |index: u32, ty: Id| Part {
            name: joined!(part.name, "_", index).into(),
            path: joined!(part.path, "[", index, "]"),
            ty,
            location: 0,
            member: part.member,
        };
        Some(match self.module.ty(part.ty)? {
            Type::Matrix { column, count } => (0..count).map(|index| inner(index, column)).collect(),
            Type::Array { element, length } => {
                let count = self.length(length).min(MAX_PARTS as u32 + 1);
                (0..count).map(|index| inner(index, element)).collect()
            }
            Type::Struct { members } => {
                let named = (0..).zip(members.to_vec()).map(|(index, ty)| {
                    let name = self.member_name(part.ty, index);
                    Part {
                        name: joined!(part.name, "_", name).into(),
                        path: joined!(part.path, ".", name),
                        ty,
                        location: 0,
                        member: Some((part.ty, index)),
                    }
                });
                named.collect()
            }
            _ => return None,
        })
    }

    /// Name of the place of the fragment.
    pub(super) fn fragment_place(&mut self) -> Name {
        let known = self.language.built_ins.iter().find(|(_, row)| row.name == "frag_coord");
        if let Some((&var, _)) = known {
            self.language.needs.insert(Need::Var(var));
            return self.globals.get(&var).cloned().unwrap_or_default();
        }
        if self.language.fragment_place.is_empty() {
            self.language.fragment_place = self.names.take("frag_coord");
        }
        self.language.needs.insert(Need::Place);
        self.language.fragment_place.clone()
    }

    /// Name of the index of the sample.
    fn sample_id(&mut self) -> Name {
        let known = self.language.built_ins.iter().find(|(_, row)| row.name == "sample_id");
        if let Some((&var, _)) = known {
            self.language.needs.insert(Need::Var(var));
            return self.globals.get(&var).cloned().unwrap_or_default();
        }
        if self.language.sample_id.is_empty() {
            self.language.sample_id = self.names.take("sample_id");
        }
        self.language.needs.insert(Need::Sample);
        self.language.sample_id.clone()
    }

    /// Writes the name of an input or output.
    pub(super) fn write_port_name(&mut self, var: Var, role: Role) {
        let name = self.globals.get(&var).cloned().unwrap_or_default();
        let is_whole = self.language.ports.single == Some(var) || self.is_built(var);
        if self.is_port_block(var) {
            self.refuse(Reason::Interface, "a block of inputs or outputs is used as a whole");
        }
        match role {
            Role::Output if !is_whole => {
                self.language.needs.insert(Need::Outputs);
                append!(self.out, self.language.ports.output, ".", name);
            }
            Role::Input if self.language.is_entry && !is_whole => {
                self.language.needs.insert(Need::Inputs);
                append!(self.out, self.language.ports.input, ".", name);
            }
            _ => {
                self.language.needs.insert(Need::Var(var));
                self.out.push_str(&name);
            }
        }
    }

    /// A built-in input as a value of the module's type.
    pub(super) fn built_in_input(&mut self, var: Var) -> String {
        let name = self.globals.get(&var).cloned().unwrap_or_default();
        match self.language.built_ins.get(&var) {
            Some(row) if row.name == "patch_points" => {
                let points = self.patch_points();
                let ty = self.tree.variable(var).ty;
                return joined!(self.type_name(ty), "(", points, ")");
            }
            // Metal has no groups of devices.
            Some(row) if row.name == "device_index" => {
                let ty = self.tree.variable(var).ty;
                return joined!(self.type_name(ty), "(0)");
            }
            Some(row) if row.name == "is_helper" => return "simd_is_helper_thread()".to_owned(),
            Some(row) if row.name == "sample_position" => {
                return joined!("get_sample_position(", self.sample_id(), ")");
            }
            _ => {}
        }
        self.language.needs.insert(Need::Var(var));
        let ty = self.tree.variable(var).ty;
        let own = self.sign(element(self.module, ty));
        let is_unsigned = self.language.built_ins.get(&var).is_some_and(|row| row.scalar == Scalar::Uint(32));
        if own == Sign::Signed && is_unsigned {
            let count = self.language.built_ins.get(&var).map_or(1, |row| row.count);
            joined!(self.vector_name(Scalar::Int(32), count), "(", name, ")")
        } else {
            name.to_string()
        }
    }
}
