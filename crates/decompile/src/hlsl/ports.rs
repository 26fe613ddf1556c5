//! Decides and spells inputs and outputs.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use foldhash::{HashMap, HashSet};
use glassbox_core::stage::Stage;
use glassbox_spirv::build::value::{built_in, decoration, dim, execution_mode};
use glassbox_spirv::grammar::op;
use glassbox_spirv::module::{Id, Type};

use super::Hlsl;
use super::builtins::{SystemValue, function, system_value};
use super::elements::Of;
use crate::Mapping;
use crate::interface::{Role, element};
use crate::names::{Name, Names, identifier, says_nothing};
use crate::refusal::{Reason, name_of_built_in};
use crate::text::{Language, Scalar, Sign, Writer, append, from_compiler, joined};
use crate::tree::{Kind, Node, Step, Var};

/// Decorations of interpolation, except `Flat`, and their words.
const INTERPOLATION: [(u32, &str); 3] = [
    (decoration::NO_PERSPECTIVE, "noperspective "),
    (decoration::CENTROID, "centroid "),
    (decoration::SAMPLE, "sample "),
];

/// Marks a variable that is a port as a whole.
pub(super) const WHOLE: u32 = u32::MAX;

/// Marks the place of the fragment, beside an attachment that is read there.
const PLACE: u32 = WHOLE - 1;

/// Render targets of a pixel shader.
const MAX_TARGETS: u32 = 8;

/// A variable, and the member of a block of built-in variables.
pub(super) type Key = (Var, u32);

/// An input or output.
#[derive(Clone, Debug)]
pub(super) struct Port {
    pub(super) var: Var,
    /// Its member in the structure, or the parameter of a compute shader.
    pub(super) name: Name,
    /// Its variable where other functions use it.
    pub(super) static_name: Name,
    pub(super) semantic: String,
    pub(super) words: String,
    pub(super) ty: Id,
    pub(super) is_output: bool,
    /// Order in the structure.
    pub(super) order: (u32, u32, u32),
    pub(super) number: Option<u32>,
    /// Clip and cull distances: vectors of up to four, and how many distances these are.
    pub(super) vectors: Vec<(Name, u32)>,
    /// What it is of; the invocation if there is none.
    pub(super) of: Option<Of>,
    /// The stream of vertices that it belongs to.
    pub(super) stream: u32,
    /// Vector that the stage before gives, if the module has fewer components of it.
    pub(super) given: Option<Given>,
}

/// A vector of which a stage takes the first components.
#[derive(Clone, Copy, Debug)]
pub(super) struct Given {
    pub(super) components: u32,
    /// What follows its name where it is read.
    pub(super) taken: &'static str,
}

impl Port {
    /// True for the place of the fragment, whose type in the module may be another or none.
    pub(super) fn is_fragment_place(&self) -> bool {
        self.number == Some(built_in::FRAG_COORD)
    }

    /// The vector that has the distances of an array that fit in one.
    pub(super) fn single_vector(&self) -> Option<u32> {
        match *self.vectors.as_slice() {
            [(_, count)] => Some(count),
            _ => None,
        }
    }

    /// What follows the name where it is read.
    pub(super) fn taken(&self) -> &'static str {
        self.given.map_or("", |given| given.taken)
    }

    /// The vector and its component for each distance of an array that needs two.
    fn distances(&self) -> Vec<String> {
        let parts = self.vectors.iter().filter(|_| self.vectors.len() > 1);
        parts
            .flat_map(|(name, count)| {
                "xyzw".chars().take(*count as usize).map(move |lane| joined!(name, ".", lane))
            })
            .collect()
    }
}

/// Inputs and outputs of an entry point.
#[derive(Default)]
pub(super) struct Ports {
    /// Built-in variables and their numbers.
    pub(super) built_ins: Vec<(Var, u32)>,
    pub(super) all: BTreeMap<Key, Rc<Port>>,
    /// Those that other functions use.
    outside: BTreeSet<Key>,
    /// The place of the fragment, for attachments.
    fragment_place: Option<Key>,
    /// Built-in variables that are functions or constants.
    pub(super) values: HashMap<Var, String>,
    /// Variables and types of the structures; empty if there is none.
    pub(super) input: Name,
    pub(super) output: Name,
    pub(super) input_type: Name,
    pub(super) output_type: Name,
    /// A member for the position that the next stage takes and the module does not give; else empty.
    pub(super) added_position: Name,
    /// Where the text of an entry point begins whose only output is its result, not a member of a structure.
    pub(super) single: Option<usize>,
    /// Values of that output that are returned where they are assigned.
    pub(super) results: HashSet<Node>,
    /// True after such a `return`.
    pub(super) returned: bool,
}

impl Ports {
    /// Render targets with their numbers.
    pub(super) fn targets(&self) -> impl Iterator<Item = (Var, u32)> {
        let number = |port: &Port| port.semantic.strip_prefix("SV_Target")?.parse().ok();
        self.all.values().filter_map(move |port| Some((port.var, number(port)?)))
    }
}

impl Writer<'_, '_, Hlsl> {
    /// Chooses names and semantics of inputs and outputs.
    pub(super) fn name_ports(&mut self, used: &[Var]) {
        let mut names = [Names::new(Hlsl::is_reserved), Names::new(Hlsl::is_reserved)];
        if self.stage == Stage::Mesh {
            self.name_mesh(used);
        }
        self.name_elements(used);
        for &var in used {
            let Some(role @ (Role::Input | Role::Output)) = self.roles.get(&var).copied() else { continue };
            let is_output = role == Role::Output;
            if is_output && self.stage == Stage::Mesh || self.element_of(var).is_some() {
                continue;
            }
            let variable = self.tree.variable(var);
            self.at = self.module.definition(variable.id).unwrap_or(self.at);
            let built_in =
                self.language.ports.built_ins.iter().find(|found| found.0 == var).map(|found| found.1);
            let names = &mut names[usize::from(is_output)];
            if let Some(number) = built_in {
                self.add_built_in((var, WHOLE), number, variable.ty, names);
            } else if self.has_built_in_members(variable.ty) {
                for index in self.used_members(var, is_output) {
                    let number = self.annotations.member_value(variable.ty, index, decoration::BUILT_IN);
                    let ty = self.tree.part_type(variable.ty, index).unwrap_or(0);
                    self.add_built_in((var, index), number.unwrap_or(WHOLE), ty, names);
                }
            } else {
                self.add_user_port(var, is_output, names);
            }
        }
        self.add_fragment_place(used, &mut names[0]);
        self.hold_indexed_outputs();
        let stage = match self.stage {
            Stage::Vertex => "Vertex",
            Stage::Fragment => "Pixel",
            Stage::TessellationEvaluation => "Domain",
            Stage::Geometry => "Geometry",
            Stage::TessellationControl => "Hull",
            _ => "Compute",
        };
        let has = |is_output| {
            self.language.ports.all.values().any(|port| port.is_output == is_output && port.of.is_none())
        };
        let has_input = has(false) && !self.takes_parameters();
        let has_output = has(true) && self.stage != Stage::Mesh
            || matches!(self.stage, Stage::Geometry | Stage::TessellationControl)
            || self.adds_position();
        if self.adds_position() {
            self.language.ports.added_position = names[1].take("position");
        }
        self.check_links();
        if has_input {
            self.language.ports.input = self.names.take("input");
            self.language.ports.input_type = self.names.take(&joined!(stage, "Input"));
        }
        if has_output {
            self.language.ports.output = self.names.take("output");
            let ty = if stage == "Hull" { "ControlPoint".to_owned() } else { joined!(stage, "Output") };
            self.language.ports.output_type = self.names.take(&ty);
        }
    }

    /// Makes variables of the arrays among outputs that have an index which is no constant: fxc has no addresses of outputs.
    fn hold_indexed_outputs(&mut self) {
        let mut ports = self.language.ports.all.values();
        let has_arrays = ports.any(|port| port.is_output && self.module.opcode_of(port.ty) == op::TYPE_ARRAY);
        if self.language.version >= 60
            || matches!(self.stage, Stage::Geometry | Stage::TessellationControl)
            || !has_arrays
        {
            return;
        }
        for node in self.tree.nodes() {
            let Kind::Path(base, steps) = self.tree.kind(node) else { continue };
            let Some(var) = self.tree.variable_of(base) else { continue };
            let varies = |step: &Step| matches!(step, Step::Index(index) if !matches!(self.tree.kind(*index), Kind::Constant(_)));
            let is_array = matches!(self.module.ty(self.tree.variable(var).ty), Some(Type::Array { .. }));
            let is_output = self.language.ports.all.get(&(var, WHOLE)).is_some_and(|port| port.is_output);
            if is_array && is_output && self.tree.steps(steps).first().is_some_and(varies) {
                self.language.ports.outside.insert((var, WHOLE));
                let name = self.globals.get(&var).cloned().unwrap_or_default();
                let name = self.names.take(&name);
                if let Some(port) = self.language.ports.all.get_mut(&(var, WHOLE)).map(Rc::make_mut) {
                    port.static_name = name;
                }
            }
        }
    }

    /// Adds the place of the fragment, at which attachments are read, where the module does not have it.
    fn add_fragment_place(&mut self, used: &[Var], names: &mut Names) {
        let is_attachment = |var: &Var| {
            let inner = element(self.module, self.tree.variable(*var).ty);
            matches!(self.module.ty(inner), Some(Type::Image(image)) if image.dim == dim::SUBPASS_DATA)
        };
        let Some(&var) = used.iter().find(|var| is_attachment(var)) else { return };
        let known = self.language.ports.all.iter().find(|(_, port)| port.is_fragment_place());
        let key = known.map_or((var, PLACE), |(key, _)| *key);
        self.language.ports.fragment_place = Some(key);
        if key == (var, PLACE)
            && let Some(value) = system_value(built_in::FRAG_COORD, self.stage, false)
        {
            self.add_system_value(key, built_in::FRAG_COORD, (0, value), names);
        }
    }

    /// Text of the place of the fragment.
    pub(super) fn fragment_place(&mut self) -> String {
        let key = self.language.ports.fragment_place;
        let port = key.and_then(|key| Some((key, self.language.ports.all.get(&key)?.clone())));
        port.map_or(String::new(), |(key, port)| self.port_text(key, &port))
    }

    /// Members of a block of built-in variables that are used, by this stage or the one beside it.
    fn used_members(&mut self, var: Var, is_output: bool) -> Vec<u32> {
        let mut found: BTreeSet<u32> = self.linked_members(self.tree.variable(var).ty, is_output).collect();
        for node in self.tree.nodes() {
            let Kind::Path(base, steps) = self.tree.kind(node) else { continue };
            if self.tree.variable_of(base) == Some(var)
                && let Some(Step::Part(index)) = self.tree.steps(steps).first()
            {
                found.insert(*index);
            }
        }
        found.into_iter().collect()
    }

    pub(super) fn add_built_in(&mut self, key: Key, number: u32, ty: Id, names: &mut Names) {
        if number == built_in::WORKGROUP_SIZE {
            let text = self.workgroup_size_text();
            self.language.ports.values.insert(key.0, text);
            return;
        }
        if number == built_in::PATCH_VERTICES && self.takes_points() {
            let count = self.patch_points();
            let text = self.as_module_type(&joined!(count, "u"), ty);
            self.language.ports.values.insert(key.0, text);
            return;
        }
        if let Some((text, version)) = function(number, self.stage) {
            self.since(version, Reason::BuiltIn, text);
            let text = self.as_module_type(text, ty);
            self.language.ports.values.insert(key.0, text);
            return;
        }
        let is_output = self.roles.get(&key.0) == Some(&Role::Output);
        let found = system_value(number, self.stage, is_output);
        let is_had = found.is_some_and(|value| value.version <= self.language.version);
        if !is_had && self.add_host_value(key.0, number, ty) {
            return;
        }
        let Some(value) = found else {
            let what = match number {
                built_in::POINT_COORD => "HLSL has no points with coordinates; draw quads".to_owned(),
                _ => format!("HLSL has no system value for {} in this stage", name_of_built_in(number)),
            };
            self.refuse(Reason::BuiltIn, &what);
            return;
        };
        self.add_system_value(key, number, (ty, value), names);
    }

    pub(super) fn add_system_value(
        &mut self,
        key: Key,
        number: u32,
        (ty, mut value): (Id, SystemValue),
        names: &mut Names,
    ) {
        let is_output = self.roles.get(&key.0) == Some(&Role::Output);
        self.since(value.version, Reason::BuiltIn, value.semantic);
        let modes = &self.entry.modes;
        if number == built_in::FRAG_DEPTH && self.language.version >= 50 {
            if modes.contains_key(&execution_mode::DEPTH_GREATER) {
                value.semantic = "SV_DepthGreaterEqual";
            } else if modes.contains_key(&execution_mode::DEPTH_LESS) {
                value.semantic = "SV_DepthLessEqual";
            }
        }
        let name = if self.takes_parameters() && !is_output && self.element_of(key.0).is_none() {
            self.names.take(value.name)
        } else {
            names.take(value.name)
        };
        let mut port = Port {
            var: key.0,
            static_name: Name::default(),
            name,
            semantic: value.semantic.to_owned(),
            words: match number {
                built_in::BARY_COORD_NO_PERSP_KHR => "noperspective ".to_owned(),
                _ => String::new(),
            },
            ty,
            is_output,
            order: self.order_of_built_in(number, is_output),
            number: Some(number),
            vectors: Vec::new(),
            of: None,
            stream: self.stream_of(key),
            given: None,
        };
        if matches!(number, built_in::CLIP_DISTANCE | built_in::CULL_DISTANCE) {
            self.add_distances(key, &mut port, names);
        }
        self.language.ports.all.insert(key, Rc::new(port));
    }

    /// Elements of an array would have a register each, and there are two for all distances: vectors hold four.
    fn add_distances(&mut self, key: Key, port: &mut Port, names: &mut Names) {
        match self.module.component_count(port.ty) {
            Some(count @ 2..=4) => port.vectors.push((port.name.clone(), count)),
            Some(count @ 5..=8) => {
                for (index, count) in [(0, 4), (1, count - 4)] {
                    let name = names.take(&joined!(port.name, index));
                    port.vectors.push((name, count));
                }
                port.static_name = self.names.take(&port.name);
                self.language.ports.outside.insert(key);
            }
            _ => {}
        }
    }

    pub(super) fn add_user_port(&mut self, var: Var, is_output: bool, names: &mut Names) {
        let variable = self.tree.variable(var);
        let inner = element(self.module, variable.ty);
        let value = |kind| self.annotations.value(variable.id, kind);
        // The location of a member overrides that of its block.
        let location = self.annotations.member_value(inner, 0, decoration::LOCATION);
        let location = location.or_else(|| value(decoration::LOCATION)).unwrap_or(0);
        let component = value(decoration::COMPONENT)
            .or_else(|| self.annotations.member_value(inner, 0, decoration::COMPONENT))
            .unwrap_or(0);
        let user = self.annotations.decoration(variable.id, decoration::USER_SEMANTIC);
        if matches!(self.scalar(inner), Some(Scalar::Float(64))) {
            self.refuse(Reason::Interface, "HLSL has no doubles as inputs or outputs; pass their halves");
        }
        let semantic = match user {
            _ if is_output && self.stage == Stage::Fragment => {
                let index = location.saturating_add(value(decoration::INDEX).unwrap_or(0));
                if index >= MAX_TARGETS {
                    self.refuse(Reason::Interface, "HLSL has eight render targets");
                }
                joined!("SV_Target", index)
            }
            Some(found) => {
                let stated = self.module.string(found.at, 2);
                let stated = identifier(&stated);
                let mut others = self.language.ports.all.values().filter(|port| port.is_output == is_output);
                // The number behind a semantic may be missing.
                let is_taken = others.any(|port| port.semantic == stated);
                if is_taken { joined!("LOCATION", location) } else { stated.into_owned() }
            }
            // The number counts the elements of arrays on.
            None if component > 0 => {
                joined!("TEXCOORD_", ["X", "Y", "Z", "W"][(component & 3) as usize], location)
            }
            None => joined!("TEXCOORD", location),
        };
        if component > 0 && is_output && self.stage == Stage::Fragment {
            self.refuse(Reason::Interface, "HLSL has no outputs that are components of a render target");
        }
        let stated = self.annotations.name(variable.id).filter(|name| !says_nothing(name));
        let own = self.globals.get(&var).cloned().unwrap_or_default();
        let name = names.take(&stated.map_or(own.as_str().into(), from_compiler));
        let mut words = self.interpolation(var, inner, is_output);
        let mut ty = variable.ty;
        let is_per_vertex = self.annotations.has(variable.id, decoration::PER_VERTEX_KHR);
        if is_per_vertex {
            self.since(61, Reason::Interface, "values of the vertices of a triangle");
            ty = self.module.component_type(ty, 0).unwrap_or(ty);
            words = "nointerpolation ".to_owned();
        }
        let takes_whole = is_output || is_per_vertex;
        let given = if takes_whole { None } else { self.wider_vector((location, component), inner) };
        let kind = if is_output { Mapping::Output(location) } else { Mapping::Input(location) };
        self.map_variable(var, &name, kind);
        self.map_bound(semantic.clone());
        // It is a member of a structure: a variable of its own gets its name when a function needs one.
        self.names.release(&[own]);
        let port = Port {
            var,
            name,
            static_name: Name::default(),
            semantic,
            words,
            ty,
            is_output,
            // Attributes of primitives stand behind those of vertices.
            order: if self.is_of_primitive(var) {
                (2, location, component)
            } else {
                self.order_of_location((location, component), is_output)
            },
            number: None,
            vectors: Vec::new(),
            of: None,
            stream: self.stream_of((var, WHOLE)),
            given,
        };
        self.language.ports.all.insert((var, WHOLE), Rc::new(port));
    }

    fn interpolation(&mut self, var: Var, inner: Id, is_output: bool) -> String {
        let id = self.tree.variable(var).id;
        let has = |kind| self.annotations.has(id, kind);
        let mut text = String::new();
        let is_end = is_output == (self.stage == Stage::Fragment);
        let is_integer =
            matches!(self.scalar(inner), Some(Scalar::Int(_) | Scalar::Uint(_) | Scalar::Float(64)));
        if !is_end {
            let is_flat = has(decoration::FLAT) || is_integer || self.is_of_primitive(var) && !is_output;
            if is_flat {
                text.push_str("nointerpolation ");
            }
            for (kind, word) in INTERPOLATION {
                if has(kind) && !is_flat {
                    text.push_str(word);
                }
            }
            if has(decoration::SAMPLE) {
                self.since(41, Reason::Interface, "interpolation at samples");
            }
        }
        if matches!(self.module.ty(inner), Some(Type::Matrix { .. })) {
            text.push_str(self.order_word(true));
        }
        text
    }

    /// Interpolation of a member of a block of inputs or outputs.
    pub(super) fn member_interpolation(&self, ty: Id, index: u32) -> String {
        let has = |kind| self.annotations.member_decoration(ty, index, kind).is_some();
        if has(decoration::FLAT) {
            return "nointerpolation ".to_owned();
        }
        INTERPOLATION.iter().filter(|(kind, _)| has(*kind)).map(|(_, word)| *word).collect()
    }

    /// Writes an input or output; false if the variable is none.
    pub(super) fn port(&mut self, key: Key, steps: &[Step]) -> bool {
        if let Some(text) = self.language.ports.values.get(&key.0).cloned() {
            self.out.push_str(&text);
            return true;
        }
        let Some(port) = self.language.ports.all.get(&key) else { return false };
        let port = port.clone();
        match port.number {
            Some(built_in::FRAG_COORD) => {
                let text = self.port_text(key, &port);
                append!(self.out, "float4(", text, ".xyz, 1.0 / ", text, ".w)");
            }
            Some(built_in::TESS_COORD) if !self.has_three_coordinates() => {
                self.out.push_str("float3(");
                self.write_port(key, &port);
                self.out.push_str(", 0.0)");
            }
            _ if self.annotations.has(self.tree.variable(key.0).id, decoration::PER_VERTEX_KHR) => {
                self.refuse(Reason::Interface, "the values of all vertices are used as a whole");
            }
            Some(built_in::SAMPLE_MASK) => {
                self.refuse(Reason::BuiltIn, "the sample mask is used as a whole array");
            }
            _ if port.single_vector().is_some() && steps.is_empty() => {
                self.refuse(Reason::BuiltIn, "the clip or cull distances are used as a whole array");
            }
            _ if self.is_unsigned_here(&port) && !port.is_output => {
                self.out.push_str("int(");
                self.write_port(key, &port);
                self.out.push(')');
            }
            _ => self.write_port(key, &port),
        }
        true
    }

    /// Writes components of the position of a fragment but the last, which is not what the module has; false for others.
    pub(super) fn position_swizzle(&mut self, vector: Node, lanes: &[u8]) -> bool {
        if self.tree.variable_of(vector).is_some() || lanes.contains(&3) {
            return false;
        }
        let Kind::Load(place) = self.tree.kind(vector) else { return false };
        let Kind::Variable(var) = self.tree.kind(place) else { return false };
        let key = (self.tree.actual(var), WHOLE);
        let Some(port) = self.language.ports.all.get(&key).cloned() else { return false };
        if port.number != Some(built_in::FRAG_COORD) {
            return false;
        }
        let text = self.port_text(key, &port);
        let letters: String = lanes.iter().map(|lane| ['x', 'y', 'z', 'w'][usize::from(*lane & 3)]).collect();
        self.out.push_str(&joined!(text, ".", letters));
        true
    }

    /// Writes a component of the position of a fragment but the last; false for other paths.
    pub(super) fn position_path(&mut self, node: Node) -> bool {
        let Kind::Path(base, steps) = self.tree.kind(node) else { return false };
        match self.tree.steps(steps) {
            [Step::Part(lane @ 0..3)] => self.position_swizzle(base, &[*lane as u8]),
            _ => false,
        }
    }

    /// True for system values that are unsigned in HLSL and signed in the module.
    pub(super) fn is_unsigned_here(&self, port: &Port) -> bool {
        port.number.is_some()
            && matches!(self.module.ty(port.ty), Some(Type::Int { width: 32, signed: true }))
    }

    /// True if a place is an output that is unsigned in HLSL alone.
    pub(super) fn assigns_unsigned(&self, place: crate::tree::Node) -> bool {
        let port = self.output_of(place).and_then(|key| self.language.ports.all.get(&key));
        port.is_some_and(|port| port.is_output && self.is_unsigned_here(port))
    }

    fn port_text(&mut self, key: Key, port: &Port) -> String {
        self.capture(|writer| writer.write_port(key, port))
    }

    fn write_port(&mut self, key: Key, port: &Port) {
        self.write_whole_port(key, port);
        self.out.push_str(port.taken());
    }

    fn write_whole_port(&mut self, key: Key, port: &Port) {
        if port.is_output && self.stage == Stage::Geometry {
            self.use_output();
            return append!(self.out, self.vertex_of(port.stream), ".", port.name);
        }
        if !self.in_entry() {
            self.language.ports.outside.insert(key);
        }
        if self.language.ports.outside.contains(&key) {
            let is_parameter = self.takes_parameters() && !port.is_output;
            if port.static_name.is_empty() || is_parameter && port.static_name == port.name {
                let name = self.names.take(&port.name);
                if let Some(port) = self.language.ports.all.get_mut(&key).map(Rc::make_mut) {
                    port.static_name = name.clone();
                }
                return self.out.push_str(&name);
            }
            return self.out.push_str(&port.static_name);
        }
        let ports = &self.language.ports;
        match port.is_output {
            false if self.takes_parameters() => self.out.push_str(&port.name),
            true if ports.single.is_some() => self.out.push_str(&ports.output),
            true => append!(self.out, ports.output, ".", port.name),
            false => append!(self.out, ports.input, ".", port.name),
        }
    }

    /// True if the inputs of the invocation are parameters of the entry point, not members of a structure.
    pub(super) fn takes_parameters(&self) -> bool {
        self.stage.has_workgroups() || self.takes_points()
    }

    /// Writes the start of a path in an input or output; the number of steps that it took.
    pub(super) fn port_path(&mut self, var: Var, steps: &[Step]) -> Option<usize> {
        if let Some(taken) = self.mesh_path(var, steps).or_else(|| self.element_path(var, steps)) {
            return Some(taken);
        }
        let whole = self.language.ports.all.get(&(var, WHOLE)).cloned();
        if let Some(port) = whole {
            match (port.number, steps.first()) {
                (Some(built_in::SAMPLE_MASK), Some(_)) => {
                    let text = self.port_text((var, WHOLE), &port);
                    let signed = self.sign(element(self.module, port.ty)) == Sign::Signed && !port.is_output;
                    self.out.push_str(&if signed { joined!("int(", text, ")") } else { text });
                    return Some(1);
                }
                (None, Some(step))
                    if self.annotations.has(self.tree.variable(var).id, decoration::PER_VERTEX_KHR) =>
                {
                    if !self.in_entry() {
                        let what = "HLSL reads the value of a vertex in the entry point alone";
                        self.refuse(Reason::Interface, what);
                    }
                    let text = self.port_text((var, WHOLE), &port);
                    let index = match *step {
                        Step::Part(index) => index.to_string(),
                        Step::Index(index) => self.text_of(index),
                    };
                    self.out.push_str(&joined!("GetAttributeAtVertex(", text, ", ", index, ")"));
                    return Some(1);
                }
                (Some(built_in::FRAG_COORD), Some(Step::Part(index))) => {
                    let text = self.port_text((var, WHOLE), &port);
                    match index {
                        0..=2 => self.out.push_str(&joined!(text, ".", ["x", "y", "z"][*index as usize])),
                        _ => self.out.push_str(&joined!("(1.0 / ", text, ".w)")),
                    }
                    return Some(1);
                }
                (Some(built_in::TESS_COORD), Some(Step::Part(index))) if !self.has_three_coordinates() => {
                    let text = self.port_text((var, WHOLE), &port);
                    self.out.push_str(&match index {
                        0 => joined!(text, ".x"),
                        1 => joined!(text, ".y"),
                        _ => "0.0".to_owned(),
                    });
                    return Some(1);
                }
                _ => {}
            }
            self.port((var, WHOLE), steps);
            return Some(0);
        }
        if self.language.ports.values.contains_key(&var) {
            self.port((var, WHOLE), steps);
            return Some(0);
        }
        if !self.has_built_in_members(self.tree.variable(var).ty) {
            return None;
        }
        match steps.first() {
            Some(Step::Part(index)) => {
                if !self.port((var, *index), &steps[1..]) && self.refusals.is_empty() {
                    self.refuse(Reason::BuiltIn, "a built-in member cannot be written");
                }
                Some(1)
            }
            _ => {
                self.refuse(Reason::BuiltIn, "a block of built-in variables is used as a whole");
                Some(0)
            }
        }
    }

    /// What the position is called in the text, if the shader gives one.
    pub(super) fn position(&self) -> Option<String> {
        let port = self.language.ports.all.values().find(|port| {
            let is_shown = port.is_output && port.of.is_none() && port.stream == 0;
            is_shown && port.number == Some(built_in::POSITION)
        })?;
        Some(joined!(self.language.ports.output, ".", port.name))
    }

    /// Type and semantic of the only output, if the entry point can return it as it is.
    pub(super) fn single_output(&mut self) -> Option<(String, String)> {
        let adds_position = !self.language.ports.added_position.is_empty();
        if !matches!(self.stage, Stage::Vertex | Stage::Fragment) || adds_position {
            return None;
        }
        let mut outputs = self.language.ports.all.iter().filter(|(_, port)| port.is_output);
        let (Some((key, port)), None) = (outputs.next(), outputs.next()) else { return None };
        let (key, port) = (*key, port.clone());
        let is_plain = matches!(port.number, None | Some(built_in::POSITION | built_in::FRAG_DEPTH))
            && matches!(
                self.module.ty(port.ty),
                Some(Type::Float { .. } | Type::Int { .. } | Type::Vector { .. })
            );
        let is_own =
            port.of.is_none() && port.words.is_empty() && !self.language.ports.outside.contains(&key);
        if !is_plain || !is_own || !self.position_changes("").is_empty() || !self.last_copies().is_empty() {
            return None;
        }
        let declared = self.port_declarator(&port, "");
        let ty = joined!(declared.ty, declared.sizes);
        // No other function names the variable, so that its name is free.
        self.language.ports.output =
            if port.static_name.is_empty() { self.names.take(&port.name) } else { port.static_name.clone() };
        self.language.ports.output_type = Name::of(&ty);
        self.language.ports.single = Some(self.out.len());
        Some((ty, port.semantic.clone()))
    }

    /// Statements before the entry point returns.
    pub(super) fn last_statements(&self) -> Vec<String> {
        let output = &self.language.ports.output;
        let mut lines: Vec<String> = self
            .outside_ports(true)
            .flat_map(|port| match port.vectors.len() {
                2 => distance_vectors(port, output),
                _ => vec![joined!(output, ".", port.name, " = ", port.static_name, ";")],
            })
            .collect();
        lines.extend(self.last_copies());
        if let Some(position) = self.position().filter(|_| self.stage != Stage::TessellationControl) {
            lines.extend(self.position_changes(&position));
        }
        lines
    }

    pub(super) fn outside_ports(&self, is_output: bool) -> impl Iterator<Item = &Rc<Port>> {
        let ports = &self.language.ports;
        ports
            .outside
            .iter()
            .filter_map(|key| ports.all.get(key))
            .filter(move |port| port.is_output == is_output)
    }

    /// Statements with which the entry point begins.
    pub(super) fn first_statements(&mut self) -> Vec<String> {
        let elements = self.first_elements();
        let ports = &self.language.ports;
        let prefix = if self.takes_parameters() { String::new() } else { joined!(ports.input, ".") };
        let ports =
            self.outside_ports(false).filter(|port| self.takes_value(port.number)).flat_map(
                |port| match port.vectors.len() {
                    2 => (0..)
                        .zip(port.distances())
                        .map(|(index, distance)| {
                            joined!(port.static_name, "[", index, "] = ", prefix, distance, ";")
                        })
                        .collect(),
                    _ => vec![joined!(port.static_name, " = ", prefix, port.name, ";")],
                },
            );
        elements.into_iter().chain(ports).chain(self.first_copies()).collect()
    }

    /// True if the structure of the outputs has a member that no statement assigns.
    pub(super) fn has_added_output(&self) -> bool {
        !self.language.ports.added_position.is_empty()
    }

    /// Outputs that are variables of the entry point's structure.
    pub(super) fn own_outputs(&self) -> Vec<Key> {
        let ports = &self.language.ports;
        let own = ports.all.iter().filter(|(key, port)| port.is_output && !ports.outside.contains(key));
        own.map(|(key, _)| *key).collect()
    }

    /// True for an input that functions read as a copy.
    pub(super) fn is_copied_input(&self, var: Var) -> bool {
        self.language.ports.all.contains_key(&(var, WHOLE))
            && (!self.in_entry() || self.language.ports.outside.contains(&(var, WHOLE)))
    }

    /// The key of the output that a place is as a whole.
    pub(super) fn output_of(&self, place: crate::tree::Node) -> Option<Key> {
        match self.tree.kind(place) {
            Kind::Variable(var) => Some((self.tree.actual(var), WHOLE)),
            Kind::Path(base, steps) => match (self.tree.variable_of(base), self.tree.steps(steps)) {
                (Some(var), steps) if self.stage == Stage::Mesh => self.mesh_output(var, steps),
                (Some(var), [Step::Part(index)]) if self.has_built_in_members(self.tree.variable(var).ty) => {
                    Some((var, *index))
                }
                _ => None,
            },
            _ => None,
        }
    }
}

/// Statements that give distances as vectors.
fn distance_vectors(port: &Port, output: &str) -> Vec<String> {
    let name = &port.static_name;
    let mut first = 0;
    let mut lines = Vec::new();
    for (vector, count) in &port.vectors {
        let parts: Vec<String> = (first..first + count).map(|index| joined!(name, "[", index, "]")).collect();
        let parts = parts.join(", ");
        let value = if *count > 1 { joined!("float", count, "(", parts, ")") } else { parts };
        lines.push(joined!(output, ".", vector, " = ", value, ";"));
        first += count;
    }
    lines
}
