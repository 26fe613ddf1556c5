//! Inputs and outputs: which variable of the interface a component of a register is in.

use std::collections::BTreeMap;

use foldhash::HashMap;
use glassbox_core::stage::Stage;
use glassbox_dxbc::names::OperandType;
use glassbox_lower_directx::interface::{
    Component, Direction, Element, Port, PortForm, Scalar, Signature, System, declare,
};
use glassbox_lower_directx::{Outcome, arithmetic, rules};
use glassbox_spirv::build::value::{built_in, capability, storage_class};
use glassbox_spirv::build::{Guarded, Id, op};

use crate::part::{Part, Ty};
use crate::uses::Register;
use crate::writer::Writer;

/// Where a component of a register is.
#[derive(Clone, Copy, Debug)]
struct Place {
    port: usize,
    row: u32,
    column: u8,
}

/// The variables of signatures.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ports {
    ports: Vec<Option<Port>>,
    elements: Vec<Element>,
    places: BTreeMap<(u32, u32, u8), Place>,
}

impl Ports {
    fn add(&mut self, elements: &[Element], ports: Vec<Option<Port>>) {
        for (element, port) in elements.iter().zip(ports) {
            let index = self.ports.len();
            self.ports.push(port);
            self.elements.push(element.clone());
            let Some((register, first)) = element.place else { continue };
            for row in 0..element.rows {
                for column in 0..element.columns {
                    let place = Place { port: index, row, column };
                    self.places.insert((element.stream, register + row, first + column), place);
                }
            }
        }
    }

    fn get(&self, stream: u32, register: u32, component: u8) -> Option<(Port, Place)> {
        let place = *self.places.get(&(stream, register, component))?;
        Some((self.ports.get(place.port).copied().flatten()?, place))
    }
}

/// A signature that registers belong to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Way {
    Input,
    Output,
    Patch,
}

/// The variables of all signatures of a program.
#[derive(Clone, Debug, Default)]
pub(crate) struct Interface {
    inputs: Ports,
    outputs: Ports,
    patches: Ports,
    /// Whole inputs that were loaded at the top of the function.
    loaded: HashMap<usize, Id>,
    /// The input of a vertex that an operand has just loaded.
    last: Option<(usize, Id, Id)>,
}

impl Interface {
    fn ports(&self, way: Way) -> &Ports {
        match way {
            Way::Input => &self.inputs,
            Way::Output => &self.outputs,
            Way::Patch => &self.patches,
        }
    }

    /// Forgets what the function before has loaded.
    pub(crate) fn new_function(&mut self) {
        self.loaded.clear();
        self.last = None;
    }

    /// Forgets what the operand before has loaded.
    pub(crate) fn new_operand(&mut self) {
        self.last = None;
    }
}

/// True for two elements that are the same built-in variable.
fn is_same(one: &Element, other: &Element) -> bool {
    one.system == other.system && one.indices == other.indices
}

fn ty_of(scalar: Scalar) -> Ty {
    match scalar {
        Scalar::Float => Ty::Float,
        Scalar::Int => Ty::Int,
        Scalar::Uint => Ty::Uint,
    }
}

impl Writer<'_> {
    /// Declares the variables of the signatures.
    pub(crate) fn declare_interface(&mut self) -> Outcome<()> {
        let source = self.source;
        let stage = source.stage;
        let [input_points, output_points] = source.declared.control_points;
        let vertices = match stage {
            Stage::Geometry => Some(crate::stages::vertices_of(source.declared.primitive)),
            Stage::TessellationControl | Stage::TessellationEvaluation => Some(input_points.clamp(1, 32)),
            _ => None,
        };
        let plain = Signature {
            stage,
            direction: Direction::Input,
            elements: &source.inputs,
            vertices,
            is_patch: false,
            per_primitive: false,
            first_location: 0,
        };
        let ports = declare(&mut self.b, &plain, &mut self.interface)?;
        self.ports.inputs.add(&source.inputs, ports);
        let vertices = (stage == Stage::TessellationControl).then_some(output_points.clamp(1, 32));
        // Streams have their own numbers, but a stage has a built-in variable once.
        let is_repeated = |element: &&Element| {
            element.system != System::Arbitrary
                && source.outputs.iter().any(|one| one.stream < element.stream && is_same(one, element))
        };
        let (repeated, own): (Vec<&Element>, Vec<&Element>) = source.outputs.iter().partition(is_repeated);
        let own: Vec<Element> = own.into_iter().cloned().collect();
        let output = Signature { direction: Direction::Output, elements: &own, vertices, ..plain };
        let ports = declare(&mut self.b, &output, &mut self.interface)?;
        for element in repeated {
            let first = own.iter().position(|one| is_same(one, element));
            let port = first.and_then(|first| ports.get(first).copied().flatten());
            self.ports.outputs.add(std::slice::from_ref(element), vec![port]);
        }
        self.ports.outputs.add(&own, ports);
        let direction = match stage {
            Stage::TessellationEvaluation => Direction::Input,
            _ => Direction::Output,
        };
        let patch = Signature {
            direction,
            elements: &source.patches,
            vertices: None,
            is_patch: true,
            first_location: source.control_locations,
            ..plain
        };
        let ports = declare(&mut self.b, &patch, &mut self.interface)?;
        self.ports.patches.add(&source.patches, ports);
        self.adopt();
        Ok(())
    }

    /// Makes variables of the signature those of registers that hold the same.
    fn adopt(&mut self) {
        let inputs = self.ports.inputs.clone();
        for (element, port) in inputs.elements.iter().zip(inputs.ports) {
            let Some(port) = port else { continue };
            let number = match element.system {
                System::SampleIndex => built_in::SAMPLE_ID,
                System::PrimitiveId if self.source.stage != Stage::Vertex => built_in::PRIMITIVE_ID,
                _ => continue,
            };
            let ty = ty_of(port.scalar).scalar(&mut self.b);
            self.built_ins.adopt(number, ty, port.variable);
        }
    }

    /// True if a signature has a component.
    pub(crate) fn has_port(&self, way: Way, register: u32, component: u8) -> bool {
        self.ports.ports(way).get(0, register, component).is_some()
    }

    /// A component of an input, an output that is read, or a patch constant.
    pub(crate) fn read_port(
        &mut self,
        way: Way,
        register: u32,
        component: u8,
        vertex: Option<Id>,
    ) -> Outcome<Part> {
        let Some((port, place)) = self.ports.ports(way).get(0, register, component) else {
            let letter = ["x", "y", "z", "w"][usize::from(component & 3)];
            let message = format!("found register {register}, component {letter}, which no signature has");
            return Err(self.refuse(&rules::SHAPE, message));
        };
        let is_vector = matches!(port.form, PortForm::Plain | PortForm::Whole | PortForm::FragCoord);
        let element = self.ports.ports(way).elements.get(place.port);
        let rows = element.map_or(1, |element| element.rows);
        // What a primitive has as a whole is no array over its vertices.
        let has_vertices =
            element.is_some_and(|element| matches!(element.system, System::Arbitrary | System::Position));
        if way == Way::Input && is_vector && rows == 1 && (vertex.is_none() || has_vertices) {
            return Ok(self.read_vector(&port, place, vertex));
        }
        let (row, column) = (self.b.constant_uint(place.row), self.b.constant_uint(u32::from(place.column)));
        let id = port.load(&mut self.b, Component { row, column, vertex });
        Ok(Part::Value { id, index: None, ty: ty_of(port.scalar), from: None })
    }

    /// A component out of a whole input. Those that are no arrays are loaded once, at the top of the function.
    fn read_vector(&mut self, port: &Port, place: Place, vertex: Option<Id>) -> Part {
        let zero = self.b.constant_uint(0);
        let (mut ty, mut count) = (port.whole(&mut self.b, zero).1, 1);
        if matches!(port.form, PortForm::Whole | PortForm::FragCoord) {
            ty = Ty::Float.vector(&mut self.b, 4);
        }
        if let Some(components) = self.b.components(ty) {
            count = components as usize;
        }
        let own = match port.form {
            PortForm::Plain => ty_of(port.scalar),
            _ => Ty::Float,
        };
        let index = (count > 1).then_some(u32::from(place.column));
        if let Some(vertex) = vertex {
            if let Some((_, _, id)) =
                self.ports.last.filter(|(port, of, _)| (*port, *of) == (place.port, vertex))
            {
                return Part::Value { id, index, ty: own, from: None };
            }
            let pointer = self.b.pointer(storage_class::INPUT, ty);
            let at = self.b.value(op::ACCESS_CHAIN, pointer, &[port.variable, vertex]);
            let id = self.b.value(op::LOAD, ty, &[at]);
            self.ports.last = Some((place.port, vertex, id));
            return Part::Value { id, index, ty: own, from: None };
        }
        let id = match self.ports.loaded.get(&place.port) {
            Some(id) => *id,
            None => {
                let id = self.b.entry_value(op::LOAD, ty, &[port.variable]);
                self.ports.loaded.insert(place.port, id);
                id
            }
        };
        if port.form == PortForm::FragCoord && place.column == 3 {
            let float = self.b.float();
            let w = self.b.value_with(op::COMPOSITE_EXTRACT, float, &[id], &[3]);
            let one = arithmetic::float(&mut self.b, float, 1.0);
            let id = self.b.value(op::F_DIV, float, &[one, w]);
            return Part::Value { id, index: None, ty: Ty::Float, from: None };
        }
        Part::Value { id, index, ty: own, from: None }
    }

    /// Gives the interface what the output registers hold, for the elements of a stream.
    pub(crate) fn store_outputs(&mut self, way: Way, stream: u32, vertex: Option<Id>) -> Outcome<()> {
        let ports = self.ports.ports(way).clone();
        for (element, port) in ports.elements.iter().zip(&ports.ports) {
            let Some(port) = port.filter(|_| element.stream == stream) else { continue };
            for row in 0..element.rows {
                let parts: Vec<Option<Part>> = (0..element.columns)
                    .map(|column| self.output_part(element, row, column))
                    .collect::<Outcome<_>>()?;
                self.store_row(&port, row, &parts, vertex);
            }
        }
        Ok(())
    }

    /// What the register of a component of an element holds, if anything writes it.
    fn output_part(&mut self, element: &Element, row: u32, column: u8) -> Outcome<Option<Part>> {
        let (register, component) = match element.place {
            Some((register, first)) => (Register::Output(register + row), first + column),
            None => match special_of(element.system) {
                Some(kind) => (Register::Special(kind.0), column),
                None => return Ok(None),
            },
        };
        if let Register::Output(number) = register
            && self.is_in_range(number)
        {
            return self.read_range(number, component).map(Some);
        }
        if !self.is_written(register, component) {
            return Ok(None);
        }
        Ok(Some(self.read_component(register, component)))
    }

    fn store_row(&mut self, port: &Port, row: u32, parts: &[Option<Part>], vertex: Option<Id>) {
        let ty = ty_of(port.scalar);
        let all: Vec<Part> = parts.iter().copied().flatten().collect();
        let is_whole = match port.form {
            PortForm::Plain => true,
            PortForm::Whole => parts.len() == 4,
            _ => false,
        };
        let zero = self.b.constant_uint(0);
        let whole = port.whole(&mut self.b, zero);
        let count = self.b.components(whole.1).unwrap_or(1) as usize;
        if is_whole && all.len() == count && row == 0 && whole.0 == port.variable {
            let value = self.gather(&all, ty);
            let mut target = port.variable;
            if let Some(vertex) = vertex {
                let pointer = self.b.pointer(storage_class::OUTPUT, whole.1);
                target = self.b.value(op::ACCESS_CHAIN, pointer, &[port.variable, vertex]);
            }
            self.b.effect(op::STORE, &[target, value]);
            return;
        }
        for (part, column) in parts.iter().zip(0..) {
            let Some(part) = part else { continue };
            let value = self.scalar(*part, ty);
            let (row, column) = (self.b.constant_uint(row), self.b.constant_uint(column));
            port.store(&mut self.b, Component { row, column, vertex }, value);
        }
    }

    /// Writes a component of a patch constant whose register is computed: each instance of a phase writes its own.
    pub(crate) fn store_patch(
        &mut self,
        first: u32,
        count: u32,
        row: Id,
        component: u8,
        part: Part,
    ) -> Outcome<()> {
        let Some((port, place)) = self.ports.patches.get(0, first, component) else {
            let message = format!("found the patch constant {first}, which no signature has");
            return Err(self.refuse(&rules::SHAPE, message));
        };
        let rows = self.ports.patches.elements.get(place.port).map_or(1, |element| element.rows);
        if rows > 1 {
            let value = self.scalar(part, ty_of(port.scalar));
            let (before, column) =
                (self.b.constant_uint(place.row), self.b.constant_uint(u32::from(place.column)));
            let row = arithmetic::add(&mut self.b, row, before);
            port.store(&mut self.b, Component { row, column, vertex: None }, value);
            return Ok(());
        }
        let (truth, zero) = (self.b.bool(), self.b.constant_uint(0));
        for number in 0..count {
            let Some((port, place)) = self.ports.patches.get(0, first + number, component) else { continue };
            let own = self.b.constant_uint(number);
            let is_own = self.b.value(op::I_EQUAL, truth, &[row, own]);
            let (then, rest) = (self.b.id(), self.b.id());
            self.b.select_block(is_own, then, rest, rest);
            self.b.open(then);
            let value = self.scalar(part, ty_of(port.scalar));
            let column = self.b.constant_uint(u32::from(place.column));
            port.store(&mut self.b, Component { row: zero, column, vertex: None }, value);
            self.b.open(rest);
        }
        Ok(())
    }

    /// Hands inputs on as outputs: what a hull shader without a control point phase does.
    pub(crate) fn pass_through(&mut self, vertex: Id) -> Outcome<()> {
        let outputs = self.ports.outputs.clone();
        for (element, port) in outputs.elements.iter().zip(&outputs.ports) {
            let (Some(port), Some((register, first))) = (port, element.place) else { continue };
            let columns = first..first + element.columns;
            let known: Vec<u8> =
                columns.into_iter().filter(|column| self.has_port(Way::Input, register, *column)).collect();
            let mut parts = Vec::new();
            for column in known {
                parts.push(Some(self.read_port(Way::Input, register, column, Some(vertex))?));
            }
            if parts.len() == usize::from(element.columns) {
                self.store_row(port, 0, &parts, Some(vertex));
            }
        }
        Ok(())
    }
}

/// The register of an output that has no number.
fn special_of(system: System) -> Option<OperandType> {
    Some(match system {
        System::Depth => OperandType::OUTPUT_DEPTH,
        System::DepthGreaterEqual => OperandType::OUTPUT_DEPTH_GREATER_EQUAL,
        System::DepthLessEqual => OperandType::OUTPUT_DEPTH_LESS_EQUAL,
        System::Coverage => OperandType::OUTPUT_COVERAGE_MASK,
        System::StencilRef => OperandType::OUTPUT_STENCIL_REF,
        _ => return None,
    })
}

impl Writer<'_> {
    /// A component of an input at another place than that of the pixel.
    pub(crate) fn interpolated(
        &mut self,
        register: u32,
        component: u8,
        instruction: u32,
        argument: Option<Id>,
    ) -> Outcome<Part> {
        let Some((port, place)) = self.ports.inputs.get(0, register, component) else {
            let message = format!("found the input {register}, which no signature has");
            return Err(self.refuse(&rules::SHAPE, message));
        };
        if port.form != PortForm::Plain || port.scalar != Scalar::Float {
            // What is not interpolated is the same everywhere.
            return self.read_port(Way::Input, register, component, None);
        }
        self.b.capability(capability::INTERPOLATION_FUNCTION);
        let zero = self.b.constant_uint(0);
        let (variable, ty) = port.whole(&mut self.b, zero);
        let operands: Vec<Id> = [Some(variable), argument].into_iter().flatten().collect();
        let id = self.b.extended_instruction(instruction, ty, &operands);
        let index = self.b.components(ty).map(|_| u32::from(place.column));
        Ok(Part::Value { id, index, ty: Ty::Float, from: None })
    }
}
