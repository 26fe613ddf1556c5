//! Decides names, semantics and types of inputs and outputs.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use glassbox_core::stage::Stage;
use glassbox_spirv::build::value::{built_in, decoration, dim, execution_mode};
use glassbox_spirv::grammar::op;
use glassbox_spirv::module::{Id, Type};

use super::Hlsl;
use super::builtins::{SystemValue, function, system_value};
use super::elements::Of;
use super::port_map::PortMap;
use crate::Mapping;
use crate::interface::{Role, element};
use crate::names::{Name, Names, identifier, says_nothing};
use crate::refusal::{Reason, name_of_built_in};
use crate::text::{Language, Piece, Rare, Scalar, Writer, append, from_compiler, joined};
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

/// Members that a structure of inputs or outputs is expected to have.
pub(super) const MEMBERS: usize = 7;

/// What joins an input or output to another stage: a word, and a number behind it.
#[derive(Clone, Debug)]
pub(super) struct Semantic {
    pub(super) word: Name,
    pub(super) number: Option<u32>,
}

impl Semantic {
    fn numbered(word: &'static str, number: u32) -> Semantic {
        Semantic { word: word.into(), number: Some(number) }
    }

    /// True if this is how it is written.
    fn is(&self, text: &str) -> bool {
        let rest = text.strip_prefix(self.word.as_str());
        rest.is_some_and(|rest| match self.number {
            Some(number) => *rest == *joined!(number),
            None => rest.is_empty(),
        })
    }
}

impl Piece for Semantic {
    fn append_to(&self, text: &mut String) {
        append!(*text, self.word);
        if let Some(number) = self.number {
            append!(*text, number);
        }
    }
}

/// An input or output.
#[derive(Clone, Debug)]
pub(super) struct Port {
    pub(super) var: Var,
    /// Its member in the structure, or the parameter of a compute shader.
    pub(super) name: Name,
    /// Its variable where other functions use it.
    pub(super) static_name: Name,
    pub(super) semantic: Semantic,
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
    /// Type of 16 bits or of minimum precision that the program declares it with; else empty. Functions use a variable of the type in the module.
    pub(super) precision: Name,
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
    pub(super) fn distances(&self) -> Vec<String> {
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
    pub(super) all: PortMap,
    /// Those that other functions use.
    pub(super) outside: Rare<BTreeSet<Key>>,
    /// The place of the fragment, for attachments.
    fragment_place: Option<Key>,
    /// Built-in variables that are functions or constants.
    pub(super) values: Rare<BTreeMap<Var, String>>,
    /// Variables and types of the structures; empty if there is none.
    pub(super) input: Name,
    pub(super) output: Name,
    pub(super) input_type: Name,
    pub(super) output_type: Name,
    /// A member for the position that the next stage takes and the module does not give; else empty.
    pub(super) added_position: Name,
    /// Elements that the program declares and the module does not have: whether they are outputs, their places in the signature, names.
    pub(super) unused: Vec<(bool, usize, Name)>,
    /// Where the text of an entry point begins whose only output is its result, not a member of a structure.
    pub(super) single: Option<usize>,
    /// Values of that output that are returned where they are assigned, in ascending order.
    pub(super) results: Vec<Node>,
    /// True after such a `return`.
    pub(super) returned: bool,
}

impl Ports {
    /// Render targets with their numbers.
    pub(super) fn targets(&self) -> impl Iterator<Item = (Var, u32)> {
        let targets = self.all.values().filter(|port| port.semantic.word == *"SV_Target");
        targets.filter_map(|port| Some((port.var, port.semantic.number?)))
    }
}

impl Writer<'_, '_, Hlsl> {
    /// Chooses names and semantics of inputs and outputs.
    pub(super) fn name_ports(&mut self, used: &[Var]) {
        let mut names = [Role::Input, Role::Output].map(|role| {
            let has_members = self.roles.values().any(|other| *other == role);
            Names::new(Hlsl::is_reserved, if has_members { MEMBERS } else { 0 })
        });
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
        self.keep_precision();
        let (input_type, output_type) = match self.stage {
            Stage::Vertex => ("VertexInput", "VertexOutput"),
            Stage::Fragment => ("PixelInput", "PixelOutput"),
            Stage::TessellationEvaluation => ("DomainInput", "DomainOutput"),
            Stage::Geometry => ("GeometryInput", "GeometryOutput"),
            Stage::TessellationControl => ("HullInput", "ControlPoint"),
            _ => ("ComputeInput", "ComputeOutput"),
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
        self.find_unused(false, &mut names[0]);
        self.find_unused(true, &mut names[1]);
        if has_input {
            self.language.ports.input = self.names.take_word("input");
            self.language.ports.input_type = self.names.take_word(input_type);
        }
        if has_output {
            self.language.ports.output = self.names.take_word("output");
            self.language.ports.output_type = self.names.take_word(output_type);
        }
    }

    /// Makes variables of the arrays among outputs that have an index which is no constant: fxc has no addresses of outputs.
    fn hold_indexed_outputs(&mut self) {
        let is_array = |port: &Rc<Port>| port.is_output && self.module.opcode_of(port.ty) == op::TYPE_ARRAY;
        let has_arrays = self.language.ports.all.values().any(is_array);
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
                if let Some(port) = self.language.ports.all.get_mut(&(var, WHOLE)) {
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
        let is_parameter = self.takes_parameters() && !is_output && self.element_of(key.0).is_none();
        let name = if is_parameter { self.names.take_word(value.name) } else { names.take_word(value.name) };
        let mut port = Port {
            var: key.0,
            static_name: Name::default(),
            name,
            semantic: Semantic { word: value.semantic.into(), number: None },
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
            precision: Name::default(),
        };
        if matches!(number, built_in::CLIP_DISTANCE | built_in::CULL_DISTANCE) {
            self.add_distances(key, &mut port, names);
        }
        self.language.ports.all.insert(key, port);
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
        let is_structure = self.module.opcode_of(inner) == op::TYPE_STRUCT;
        let of_member =
            |kind| if is_structure { self.annotations.member_value(inner, 0, kind) } else { None };
        // The location of a member overrides that of its block.
        let location = of_member(decoration::LOCATION);
        let location = location.or_else(|| self.value_of(var, decoration::LOCATION)).unwrap_or(0);
        let component = self.value_of(var, decoration::COMPONENT);
        let component = component.or_else(|| of_member(decoration::COMPONENT)).unwrap_or(0);
        let has_user = self.is_stated(var, decoration::USER_SEMANTIC);
        let user =
            if has_user { self.annotations.decoration(variable.id, decoration::USER_SEMANTIC) } else { None };
        if matches!(self.scalar(inner), Some(Scalar::Float(64))) {
            self.refuse(Reason::Interface, "HLSL has no doubles as inputs or outputs; pass their halves");
        }
        let semantic = match user {
            _ if is_output && self.stage == Stage::Fragment => {
                let index = location.saturating_add(self.value_of(var, decoration::INDEX).unwrap_or(0));
                if index >= MAX_TARGETS {
                    self.refuse(Reason::Interface, "HLSL has eight render targets");
                }
                Semantic::numbered("SV_Target", index)
            }
            Some(found) => {
                let stated = self.module.string(found.at, 2);
                let stated = identifier(&stated);
                let mut others = self.language.ports.all.values().filter(|port| port.is_output == is_output);
                // The number behind a semantic may be missing.
                if others.any(|port| port.semantic.is(&stated)) {
                    Semantic::numbered("LOCATION", location)
                } else {
                    Semantic { word: Name::new(&stated), number: None }
                }
            }
            // The number counts the elements of arrays on.
            None if component > 0 => {
                let words = ["TEXCOORD_X", "TEXCOORD_Y", "TEXCOORD_Z", "TEXCOORD_W"];
                Semantic::numbered(words[(component & 3) as usize], location)
            }
            None => Semantic::numbered("TEXCOORD", location),
        };
        if component > 0 && is_output && self.stage == Stage::Fragment {
            self.refuse(Reason::Interface, "HLSL has no outputs that are components of a render target");
        }
        let stated = self.annotations.name(variable.id).filter(|name| !says_nothing(name));
        let own = self.globals.get(&var).cloned().unwrap_or_default();
        let name = names.take_like(&own, &stated.map_or(own.as_str().into(), from_compiler));
        let mut words = self.interpolation(var, inner, is_output);
        let mut ty = variable.ty;
        let is_per_vertex = self.is_stated(var, decoration::PER_VERTEX_KHR);
        if is_per_vertex {
            self.since(61, Reason::Interface, "values of the vertices of a triangle");
            ty = self.module.component_type(ty, 0).unwrap_or(ty);
            words = "nointerpolation ".to_owned();
        }
        let takes_whole = is_output || is_per_vertex;
        let given = if takes_whole { None } else { self.wider_vector((location, component), inner) };
        let kind = if is_output { Mapping::Output(location) } else { Mapping::Input(location) };
        self.map_variable(var, &name, kind);
        self.map_bound(joined!(semantic));
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
            precision: Name::default(),
        };
        self.language.ports.all.insert((var, WHOLE), port);
    }

    fn interpolation(&mut self, var: Var, inner: Id, is_output: bool) -> String {
        let has = |kind| self.is_stated(var, kind);
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
}
