//! Finds inputs and outputs: where they are, what they are called, and the locations of their values.

use glassbox_core::stage::Stage;
use glassbox_spirv::build::value::{built_in, decoration};
use glassbox_spirv::module::{Id, Type};

use super::{Wgsl, keywords};
use crate::Mapping;
use crate::interface::{Role, locations};
use crate::names::{Name, Names, says_nothing};
use crate::refusal::{Reason, name_of_built_in};
use crate::text::{Scalar, Sign, Writer, joined};
use crate::tree::{Step, Var};

/// Inputs from which on they are a structure.
const MANY: usize = 5;
/// What is refused of two values at one location.
pub(super) const SHARED_LOCATION: &str =
    "WGSL has no inputs or outputs that share a location; use one vector";
/// The variable of a position that the module does not give.
pub(super) const NO_VARIABLE: Var = Var::MAX;
/// Most locations of one input or output.
pub(super) const MAX_SLOTS: u32 = 64;
/// Deepest nesting of an input or output.
pub(super) const MAX_DEPTH: u32 = 4;

/// Where a port is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    Location(u32),
    /// Name of the built-in value, and its type.
    BuiltIn(&'static str, Sign),
    /// The size of points, which WGSL does not have: only 1 may be written.
    PointSize,
}

/// An input or output, or a member of a block of these.
#[derive(Clone, Debug)]
pub(super) struct Port {
    pub(super) var: Var,
    pub(super) member: Option<u32>,
    pub(super) role: Role,
    pub(super) ty: Id,
    pub(super) place: Place,
    pub(super) name: Name,
    /// Interpolation and such.
    pub(super) attributes: String,
    /// True if other functions use it.
    pub(super) shared: bool,
    /// Names of its values in the entry point's parameters or result.
    pub(super) parts: Vec<Name>,
}

/// A location of a port: how it is reached from the port's value, its type and number.
pub(super) struct Slot {
    pub(super) path: String,
    pub(super) ty: Id,
    pub(super) location: u32,
}

/// How outputs are held while they are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Outputs {
    #[default]
    None,
    /// One local variable.
    Single,
    /// A local variable of a structure.
    Structure,
    /// A variable each; a structure is made of them at the end.
    Each,
}

impl Writer<'_, '_, Wgsl> {
    /// Finds the inputs and outputs that are used.
    pub(super) fn find_ports(&mut self, used: &[Var]) {
        for &var in used {
            let Some(role @ (Role::Input | Role::Output)) = self.roles.get(&var).copied() else { continue };
            let variable = self.tree.variable(var);
            self.at = self.module.definition(variable.id).unwrap_or(self.at);
            match self.module.ty(variable.ty) {
                Some(Type::Struct { members }) if !self.language.built_ins.contains_key(&var) => {
                    self.block_ports(var, role, members);
                }
                _ => {
                    let number = self.language.built_ins.get(&var).copied();
                    let location = self.annotations.value(variable.id, decoration::LOCATION);
                    self.add_port((var, None), role, variable.ty, (number, location.unwrap_or(0)));
                }
            }
        }
        let has_position = self.language.ports.iter().any(|port| port.built_in() == Some("position"));
        if self.stage == Stage::Vertex && !has_position {
            // Such a shader draws nothing that is defined, but WGSL wants a position.
            let name = self.names.take("position");
            self.language.ports.push(Port {
                var: NO_VARIABLE,
                member: None,
                role: Role::Output,
                ty: 0,
                place: Place::BuiltIn("position", Sign::Own),
                name,
                attributes: String::new(),
                shared: false,
                parts: Vec::new(),
            });
        }
        self.language.ports.sort_by_key(|port| match (port.place, port.role) {
            (Place::BuiltIn(..), Role::Output) => (0, 0),
            (Place::Location(location), _) => (1, location),
            _ => (2, 0),
        });
        let outputs: Vec<&Port> = self.language.ports.iter().filter(|port| port.is(Role::Output)).collect();
        let direct = outputs
            .iter()
            .all(|port| !port.shared && self.is_simple(port) && port.built_in() != Some("sample_mask"));
        self.language.outputs = match outputs.len() {
            0 => Outputs::None,
            1 if direct => Outputs::Single,
            _ if direct => Outputs::Structure,
            _ => Outputs::Each,
        };
        if self.language.outputs == Outputs::Structure {
            self.language.output = self.names.take("output");
            self.name_members_of_output();
        }
        let inputs = self.language.ports.iter().filter(|port| port.is(Role::Input));
        if inputs.clone().count() >= MANY && inputs.clone().all(|port| self.is_simple(port)) {
            self.language.input = self.names.take("input");
        }
        for index in 0..self.language.ports.len() {
            let port = self.language.ports[index].clone();
            self.language.ports[index].parts = self.slot_names(&port);
        }
    }

    fn block_ports(&mut self, var: Var, role: Role, members: &[Id]) {
        let variable = self.tree.variable(var);
        let is_built_in = self.has_built_in_members(variable.ty);
        let mut next = self.annotations.value(variable.id, decoration::LOCATION).unwrap_or(0);
        if self.language.usage.whole.contains(&var) {
            self.refuse(
                Reason::Interface,
                "a block of inputs or outputs is used as a whole; use its members",
            );
        }
        for (index, &ty) in (0..).zip(members) {
            let member = |kind| self.annotations.member_value(variable.ty, index, kind);
            let number = member(decoration::BUILT_IN);
            let location = member(decoration::LOCATION).unwrap_or(next);
            next = location.saturating_add(locations(self.module, ty));
            let is_used = self.language.usage.members.contains(&(var, index));
            if is_used || !is_built_in && role == Role::Output {
                self.add_port((var, Some(index)), role, ty, (number, location));
            }
        }
    }

    /// Names the members of the structure of outputs, which other names do not concern.
    fn name_members_of_output(&mut self) {
        let mut names = Names::new(keywords::is_keyword, 4);
        for index in 0..self.language.ports.len() {
            let Port { var, member, place, .. } = self.language.ports[index];
            if !self.language.ports[index].is(Role::Output) {
                continue;
            }
            let wanted = match (place, member) {
                (Place::BuiltIn(name, _), _) => name.to_owned(),
                (_, Some(member)) => self.member_name(self.tree.variable(var).ty, member).to_string(),
                (_, None) => {
                    let stated = self.annotations.name(self.tree.variable(var).id);
                    let stated = stated.filter(|name| !says_nothing(name));
                    stated.unwrap_or(&self.language.ports[index].name).to_owned()
                }
            };
            let name = names.take(&wanted);
            let before = std::mem::replace(&mut self.language.ports[index].name, name.clone());
            if let Place::Location(location) = place {
                let is_own = |mapped: &&mut crate::Mapped| {
                    mapped.kind == Mapping::Output(location) && *mapped.written == *before
                };
                if let Some(mapped) = self.map.iter_mut().find(is_own) {
                    mapped.written = name.to_string();
                }
            }
        }
    }

    fn add_port(
        &mut self,
        (var, member): (Var, Option<u32>),
        role: Role,
        ty: Id,
        (number, location): (Option<u32>, u32),
    ) {
        let place = match number {
            Some(number) => match self.built_in_place(number, role) {
                Some(place) => place,
                None => return self.refuse_built_in(number),
            },
            None => Place::Location(location),
        };
        let name = match (place, member) {
            (Place::BuiltIn("position", _), _) if role == Role::Input => self.names.take("frag_coord"),
            (Place::BuiltIn(name, _), _) => self.names.take(name),
            (_, Some(member)) => {
                let block = self.tree.variable(var).ty;
                let name = self.member_name(block, member);
                self.names.take(&name)
            }
            (_, None) => self.globals.get(&var).cloned().unwrap_or_default(),
        };
        let attributes = self.attributes((var, member), role, ty, place);
        let shared = self.language.usage.shared.contains(&var);
        if let Place::Location(location) = place {
            let kind = if role == Role::Input { Mapping::Input(location) } else { Mapping::Output(location) };
            self.map_variable(var, &name, kind);
        }
        self.language.ports.push(Port {
            var,
            member,
            role,
            ty,
            place,
            name,
            attributes,
            shared,
            parts: Vec::new(),
        });
    }

    fn refuse_built_in(&mut self, number: u32) {
        let what = match number {
            built_in::LAYER | built_in::VIEWPORT_INDEX | built_in::VIEW_INDEX => {
                "layers, viewports and views"
            }
            built_in::POINT_COORD => "coordinates in points; draw points as quads",
            built_in::PRIMITIVE_ID => "numbers of primitives",
            built_in::SAMPLE_POSITION => "positions of samples",
            built_in::HELPER_INVOCATION => "the state of helper invocations",
            built_in::DRAW_INDEX | built_in::BASE_VERTEX | built_in::BASE_INSTANCE => {
                "parameters of draws; pass them as uniforms"
            }
            _ => {
                let what = format!("WGSL has no built-in value for {}", name_of_built_in(number));
                return self.refuse(Reason::BuiltIn, &what);
            }
        };
        self.refuse(Reason::BuiltIn, &format!("WGSL has no built-in values for {what}"));
    }

    fn built_in_place(&mut self, number: u32, role: Role) -> Option<Place> {
        let unsigned = |name| Some(Place::BuiltIn(name, Sign::Unsigned));
        let own = |name| Some(Place::BuiltIn(name, Sign::Own));
        match (self.stage, role, number) {
            (Stage::Vertex, Role::Output, built_in::POSITION)
            | (Stage::Fragment, Role::Input, built_in::FRAG_COORD) => own("position"),
            (Stage::Vertex, Role::Output, built_in::POINT_SIZE) => Some(Place::PointSize),
            (Stage::Vertex, Role::Output, built_in::CLIP_DISTANCE) => {
                self.language.enable("clip_distances");
                own("clip_distances")
            }
            // OpenGL counts instances from 0 and Vulkan from the first one; they are one where draws begin at 0.
            (Stage::Vertex, Role::Input, built_in::VERTEX_INDEX | built_in::VERTEX_ID) => {
                unsigned("vertex_index")
            }
            (Stage::Vertex, Role::Input, built_in::INSTANCE_INDEX | built_in::INSTANCE_ID) => {
                unsigned("instance_index")
            }
            (Stage::Fragment, Role::Input, built_in::FRONT_FACING) => own("front_facing"),
            (Stage::Fragment, Role::Output, built_in::FRAG_DEPTH) => own("frag_depth"),
            (Stage::Fragment, Role::Input, built_in::SAMPLE_ID) => unsigned("sample_index"),
            (Stage::Fragment, _, built_in::SAMPLE_MASK) => unsigned("sample_mask"),
            (Stage::Compute, Role::Input, built_in::NUM_WORKGROUPS) => unsigned("num_workgroups"),
            (Stage::Compute, Role::Input, built_in::WORKGROUP_ID) => unsigned("workgroup_id"),
            (Stage::Compute, Role::Input, built_in::LOCAL_INVOCATION_ID) => unsigned("local_invocation_id"),
            (Stage::Compute, Role::Input, built_in::GLOBAL_INVOCATION_ID) => unsigned("global_invocation_id"),
            (Stage::Compute, Role::Input, built_in::LOCAL_INVOCATION_INDEX) => {
                unsigned("local_invocation_index")
            }
            (Stage::Compute | Stage::Fragment, Role::Input, built_in::SUBGROUP_SIZE) => {
                self.language.enable("subgroups");
                unsigned("subgroup_size")
            }
            (Stage::Compute | Stage::Fragment, Role::Input, built_in::SUBGROUP_LOCAL_INVOCATION_ID) => {
                self.language.enable("subgroups");
                unsigned("subgroup_invocation_id")
            }
            _ => None,
        }
    }

    fn attributes(&mut self, (var, member): (Var, Option<u32>), role: Role, ty: Id, place: Place) -> String {
        let variable = self.tree.variable(var);
        let has = |kind| {
            self.annotations.has(variable.id, kind)
                || member.is_some_and(|index| {
                    self.annotations.member_decoration(variable.ty, index, kind).is_some()
                })
        };
        if let Place::BuiltIn(name, _) = place {
            let invariant = name == "position" && role == Role::Output && has(decoration::INVARIANT);
            return if invariant { " @invariant".to_owned() } else { String::new() };
        }
        let mut text = String::new();
        let is_end = role == Role::Input && self.stage == Stage::Vertex
            || role == Role::Output && self.stage == Stage::Fragment;
        let is_integer = matches!(
            self.scalar(crate::interface::element(self.module, ty)),
            Some(Scalar::Int(_) | Scalar::Uint(_))
        );
        if !is_end {
            let sampling = match () {
                () if has(decoration::SAMPLE) => ", sample",
                () if has(decoration::CENTROID) => ", centroid",
                () => "",
            };
            if is_integer || has(decoration::FLAT) {
                text.push_str(" @interpolate(flat)");
            } else if has(decoration::NO_PERSPECTIVE) {
                text.push_str(&format!(" @interpolate(linear{sampling})"));
            } else if !sampling.is_empty() {
                text.push_str(&format!(" @interpolate(perspective{sampling})"));
            }
        }
        let number = |kind| self.annotations.value(variable.id, kind).unwrap_or(0);
        let components = number(decoration::COMPONENT) > 0;
        let index = number(decoration::INDEX);
        let second = role == Role::Output && self.stage == Stage::Fragment && self.blends_two();
        if components {
            self.refuse(Reason::Interface, SHARED_LOCATION);
        }
        if second {
            self.language.enable("dual_source_blending");
            text.push_str(&format!(" @blend_src({index})"));
        }
        text
    }

    /// True if the outputs are two sources of one blended color.
    fn blends_two(&self) -> bool {
        self.roles.iter().any(|(var, role)| {
            *role == Role::Output
                && self.annotations.value(self.tree.variable(*var).id, decoration::INDEX).unwrap_or(0) > 0
        })
    }

    /// True if a port is one value of a location or a built-in one.
    pub(super) fn is_simple(&self, port: &Port) -> bool {
        port.place == Place::PointSize
            || matches!(port.place, Place::BuiltIn(..))
            || matches!(
                self.module.ty(port.ty),
                Some(Type::Int { .. } | Type::Float { .. } | Type::Vector { .. })
            )
    }

    pub(super) fn slots(&mut self, port: &Port) -> Vec<Slot> {
        let Place::Location(location) = port.place else { return Vec::new() };
        let mut slots = Vec::new();
        self.add_slots((port.ty, String::new()), location, &mut slots, 0);
        slots
    }

    /// Adds the values at single locations that a type is made of; false if it is refused.
    fn add_slots(
        &mut self,
        (ty, path): (Id, String),
        location: u32,
        slots: &mut Vec<Slot>,
        depth: u32,
    ) -> bool {
        let parts: Vec<(Id, String)> = match self.module.ty(ty) {
            Some(Type::Int { .. } | Type::Float { .. } | Type::Vector { .. }) => {
                let location = location.saturating_add(slots.len() as u32);
                slots.push(Slot { path, ty, location });
                return true;
            }
            Some(Type::Matrix { .. } | Type::Array { .. } | Type::Struct { .. }) => {
                let count = self.module.component_count(ty).unwrap_or(0);
                if count > MAX_SLOTS || depth > MAX_DEPTH || slots.len() as u32 > MAX_SLOTS {
                    self.refuse(Reason::Interface, "an input or output has too many locations");
                    return false;
                }
                let is_structure = matches!(self.module.ty(ty), Some(Type::Struct { .. }));
                let part = |index| {
                    let path = if is_structure {
                        joined!(path, ".", self.member_name(ty, index))
                    } else {
                        joined!(path, "[", index, "]")
                    };
                    Some((self.module.component_type(ty, index)?, path))
                };
                (0..count).filter_map(part).collect()
            }
            _ => Vec::new(),
        };
        if parts.is_empty() {
            self.refuse(Reason::Interface, "an input or output of this type cannot be written in WGSL");
        }
        !parts.is_empty() && parts.into_iter().all(|part| self.add_slots(part, location, slots, depth + 1))
    }

    /// The port of a variable, or of the member that the first step of a path leads to.
    pub(super) fn port(&self, var: Var, steps: &[Step]) -> Option<&Port> {
        self.language.ports.iter().find(|port| {
            port.var == var
                && match (port.member, steps.first()) {
                    (None, _) => true,
                    (Some(member), Some(Step::Part(index))) => member == *index,
                    (Some(_), _) => false,
                }
        })
    }

    /// Writes the start of a path in an input or output; the number of steps that it took.
    pub(super) fn port_start(&mut self, var: Var, steps: &[Step]) -> Option<usize> {
        let port = self.port(var, steps)?.clone();
        if port.place == Place::PointSize {
            self.refuse(Reason::BuiltIn, "WGSL has no size of points, which is read");
        }
        let mut taken = usize::from(port.member.is_some());
        let text = self.port_text(&port);
        // An array in the module, and in variables that functions share.
        let is_mask = port.built_in() == Some("sample_mask") && !(port.shared && port.role == Role::Input);
        if is_mask && steps.is_empty() {
            let ty = port.ty;
            let word = self.gathered(&port, ty, &mut std::iter::once(text.to_string()), 0);
            self.out.push_str(&word);
            return Some(taken);
        }
        taken += usize::from(is_mask);
        let element =
            if is_mask { self.module.component_type(port.ty, 0).unwrap_or(port.ty) } else { port.ty };
        let differs = matches!(port.place, Place::BuiltIn(_, Sign::Unsigned))
            && port.role == Role::Input
            && self.sign(element) == Sign::Signed;
        if differs && !port.shared {
            let name = self.type_name(element);
            self.out.push_str(&format!("{name}({text})"));
        } else {
            self.out.push_str(&text);
        }
        Some(taken)
    }

    /// What a port is called in functions.
    pub(super) fn port_text(&self, port: &Port) -> Name {
        let holder = match port.role {
            Role::Input if !port.shared => &self.language.input,
            Role::Output if self.language.outputs == Outputs::Structure => &self.language.output,
            _ => return port.name.clone(),
        };
        if holder.is_empty() { port.name.clone() } else { format!("{holder}.{}", port.name).into() }
    }
}

impl Port {
    /// True for ports of a role that WGSL has.
    pub(super) fn is(&self, role: Role) -> bool {
        self.role == role && self.place != Place::PointSize
    }

    pub(super) fn built_in(&self) -> Option<&'static str> {
        match self.place {
            Place::BuiltIn(name, _) => Some(name),
            _ => None,
        }
    }
}
