//! Spells structures of inputs and outputs, and parameters and attributes of the entry point.

use std::rc::Rc;

use glassbox_core::stage::Stage;
use glassbox_spirv::build::value::{built_in, decoration, execution_mode};
use glassbox_spirv::grammar::op;
use glassbox_spirv::module::{ConstantValue, Id, Type};

use super::Hlsl;
use super::ports::{MEMBERS, Port};
use crate::interface::element;
use crate::names::Name;
use crate::refusal::Reason;
use crate::text::{Declared, Groups, Scalar, Writer, append, joined};

/// Most registers of the inputs or outputs of a stage.
const MAX_PORTS: u32 = 32;

/// Most clip and cull distances.
const MAX_DISTANCES: u32 = 8;

/// Place of the position among the inputs or outputs.
const POSITION: (u32, u32, u32) = (1, built_in::POSITION, 0);

impl Writer<'_, '_, Hlsl> {
    /// Writes structures and variables of inputs and outputs.
    pub(super) fn write_ports(&mut self, groups: &mut Groups) {
        let start = groups.text.len();
        self.write_structure((false, 0), self.language.ports.input_type.clone(), &mut groups.text);
        if self.stage == Stage::Geometry {
            for (stream, ty) in self.vertex_types() {
                self.write_structure((true, stream), ty, &mut groups.text);
            }
        } else if self.language.ports.single.is_none() {
            self.write_structure((true, 0), self.language.ports.output_type.clone(), &mut groups.text);
        }
        append!(groups.text, self.no_vertex(), self.mesh_structures(), self.element_structures());
        groups.close(None, start);
        let start = groups.text.len();
        append!(groups.text, self.shared_vertices());
        if !self.language.ports.outside.is_empty() {
            let outside: Vec<Rc<Port>> =
                self.outside_ports(false).chain(self.outside_ports(true)).cloned().collect();
            for port in outside {
                let declared = self.port_declarator(&port, &port.static_name);
                append!(groups.text, "static ", declared, ";\n");
            }
        }
        groups.close(None, start);
    }

    /// Writes the structure of the inputs, or of the outputs of a stream, if it has a name.
    fn write_structure(&mut self, (is_output, stream): (bool, u32), name: Name, text: &mut String) {
        if name.is_empty() {
            return;
        }
        let is_own =
            |port: &&Rc<Port>| port.is_output == is_output && port.stream == stream && port.of.is_none();
        let mut own = Vec::with_capacity(MEMBERS);
        own.extend(self.language.ports.all.values().filter(is_own).cloned());
        own.sort_by_key(|port| (self.place_in_signature(port), port.order));
        let distances: u32 = own.iter().flat_map(|port| &port.vectors).map(|vector| vector.1).sum();
        let registers: u32 =
            own.iter().map(|port| self.registers_of(port.ty, 0)).fold(0, u32::saturating_add);
        let too_many = own.iter().all(|port| port.vectors.is_empty()) && registers > MAX_PORTS;
        if distances > MAX_DISTANCES || too_many {
            self.refuse(Reason::Interface, "the inputs or outputs need more registers than a stage has");
        }
        append!(*text, "\nstruct ", name, " {\n");
        let adds_position = is_output && stream == 0 && !self.language.ports.added_position.is_empty();
        let behind = if adds_position { own.partition_point(|port| port.order <= POSITION) } else { 0 };
        own[..behind].iter().for_each(|port| self.port_lines(port, text));
        if adds_position {
            append!(*text, "    float4 ", self.language.ports.added_position, " : SV_Position;\n");
        } else if own.is_empty() {
            text.push_str("    float4 position : SV_Position;\n");
        }
        let mut unused = self.language.ports.unused.clone();
        unused.retain(|one| one.0 == is_output);
        let mut unused = unused.into_iter().peekable();
        for port in &own[behind..] {
            let place = self.place_in_signature(port);
            while let Some((_, before, name)) = unused.next_if(|one| one.1 < place) {
                self.unused_line(is_output, before, &name, text);
            }
            self.port_lines(port, text);
        }
        unused.for_each(|(_, place, name)| self.unused_line(is_output, place, &name, text));
        text.push_str("};\n");
    }

    /// The members of a structure that an input or output is: one, or two for many distances.
    fn port_lines(&mut self, port: &Port, text: &mut String) {
        if port.vectors.len() < 2 {
            return self.port_line(port, text);
        }
        for (index, (name, count)) in port.vectors.iter().enumerate() {
            let ty = self.vector_name(Scalar::Float(32), *count);
            let mark = self.mark_port(port.var, true);
            append!(*text, "    ", ty, " ", name, " : ", port.semantic, index, ";", mark, "\n");
        }
    }

    /// The member of a structure that an input or output is.
    pub(super) fn port_line(&mut self, port: &Port, text: &mut String) {
        let declared = if port.precision.is_empty() {
            self.port_declarator(port, &port.name)
        } else {
            Declared::of(port.precision.clone(), &port.name)
        };
        let mark = self.mark_port(port.var, true);
        append!(*text, "    ", port.words, declared, " : ", port.semantic, ";", mark, "\n");
    }

    /// Registers that a value of a type takes between stages, counted to just above the limit.
    pub(super) fn registers_of(&self, ty: Id, depth: u32) -> u32 {
        match self.module.ty(ty) {
            Some(Type::Matrix { count, .. }) => count,
            Some(Type::Array { element, length }) if depth < MAX_PORTS => {
                let count = self.module.constant_u32(length).unwrap_or(1);
                self.registers_of(element, depth + 1).saturating_mul(count)
            }
            Some(Type::Struct { members }) if depth < MAX_PORTS => {
                let mut all = 0u32;
                for member in members {
                    all = all.saturating_add(self.registers_of(*member, depth + 1).max(1));
                    if all > MAX_PORTS {
                        break;
                    }
                }
                all
            }
            _ => 1,
        }
    }

    pub(super) fn port_declarator<'n>(&mut self, port: &Port, name: &'n str) -> Declared<'n> {
        if port.number == Some(built_in::SAMPLE_MASK) {
            return Declared::of("uint", name);
        }
        if port.is_fragment_place() {
            return Declared::of(self.vector_name(Scalar::Float(32), 4), name);
        }
        if self.is_unsigned_here(port) {
            return Declared::of("uint", name);
        }
        if port.number == Some(built_in::TESS_COORD) && !self.has_three_coordinates() {
            return Declared::of("float2", name);
        }
        if let Some(given) = port.given {
            let scalar = self.scalar(element(self.module, port.ty)).unwrap_or(Scalar::Float(32));
            return Declared::of(self.vector_name(scalar, given.components), name);
        }
        if let Some(count) = port.single_vector() {
            return Declared::of(self.vector_name(Scalar::Float(32), count), name);
        }
        self.declarator(port.ty, name)
    }

    /// Parameters of the entry point.
    pub(super) fn entry_parameters(&mut self) -> String {
        if self.stage.is_ray_tracing() {
            return self.passed_declarations().join(", ");
        }
        if !self.takes_parameters() {
            let ports = &self.language.ports;
            return if ports.input.is_empty() {
                String::new()
            } else {
                joined!(ports.input_type, " ", ports.input)
            };
        }
        let inputs = self.language.ports.all.values().filter(|port| !port.is_output && port.of.is_none());
        let inputs = inputs.filter(|port| self.takes_value(port.number));
        let mut all: Vec<Rc<Port>> = inputs.cloned().collect();
        all.sort_by_key(|port| port.order);
        let mut parameters: Vec<String> = all
            .iter()
            .map(|port| joined!(self.port_declarator(port, &port.name), " : ", port.semantic))
            .collect();
        parameters.extend(self.passed_declarations());
        if self.stage == Stage::Mesh {
            parameters.extend(self.mesh_parameters());
        }
        let mut all = self.element_parameters();
        all.append(&mut parameters);
        all.extend(self.stream_parameters());
        all.join(", ")
    }

    /// The three sizes of a workgroup.
    pub(super) fn workgroup(&mut self) -> [String; 3] {
        let (module, entry) = (self.module, self.entry);
        // Constants stand behind the first type.
        let start = self.tree.types().first();
        let behind = self.module.globals.iter().skip_while(|at| Some(*at) != start);
        let composites = behind.filter(|at| {
            matches!(self.module.opcode(**at), op::CONSTANT_COMPOSITE | op::SPEC_CONSTANT_COMPOSITE)
        });
        let constant = composites
            .map(|at| self.module.get(*at).result)
            .find(|id| self.annotations.value(*id, decoration::BUILT_IN) == Some(built_in::WORKGROUP_SIZE));
        let ids = match constant.and_then(|id| module.constant(id)).map(|constant| constant.value) {
            Some(ConstantValue::Composite(parts)) => Some(parts),
            _ => entry.modes.get(&execution_mode::LOCAL_SIZE_ID).map(Vec::as_slice),
        };
        let sizes = entry.modes.get(&execution_mode::LOCAL_SIZE);
        std::array::from_fn(|index| match &ids {
            Some(ids) => {
                let mut text = ids.get(index).map_or("1".to_owned(), |id| self.constant_text(*id));
                let number = text.strip_suffix('u');
                if number.is_some_and(|number| number.bytes().all(|byte| byte.is_ascii_digit())) {
                    text.pop();
                }
                text
            }
            None => sizes.and_then(|sizes| sizes.get(index)).unwrap_or(&1).to_string(),
        })
    }

    pub(super) fn workgroup_size_text(&mut self) -> String {
        let [x, y, z] = self.workgroup();
        joined!("uint3(", x, ", ", y, ", ", z, ")")
    }

    /// Attributes of the entry point.
    pub(super) fn attributes(&mut self) -> String {
        match self.stage {
            Stage::Compute | Stage::Task | Stage::Mesh => {
                let size = self.workgroup();
                self.check_workgroup(&size);
                let [x, y, z] = size;
                let mesh = if self.stage == Stage::Mesh { self.mesh_attributes() } else { String::new() };
                joined!("[numthreads(", x, ", ", y, ", ", z, ")]\n", mesh)
            }
            Stage::Geometry => self.geometry_attributes(),
            Stage::TessellationEvaluation => self.domain_attribute(),
            Stage::TessellationControl => self.hull_attributes(),
            Stage::RayGeneration => "[shader(\"raygeneration\")]\n".to_owned(),
            Stage::Intersection => "[shader(\"intersection\")]\n".to_owned(),
            Stage::AnyHit => "[shader(\"anyhit\")]\n".to_owned(),
            Stage::ClosestHit => "[shader(\"closesthit\")]\n".to_owned(),
            Stage::Miss => "[shader(\"miss\")]\n".to_owned(),
            Stage::Callable => "[shader(\"callable\")]\n".to_owned(),
            Stage::Fragment if self.entry.modes.contains_key(&execution_mode::EARLY_FRAGMENT_TESTS) => {
                self.since(50, Reason::Interface, "early depth and stencil tests");
                "[earlydepthstencil]\n".to_owned()
            }
            _ => String::new(),
        }
    }
}
