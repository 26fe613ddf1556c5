//! Makes variables of the interface of signature elements: built-in ones, locations, components, interpolation.
//!
//! An element has one variable. The register of an element is its location, its first column the component; outputs of pixel shaders have the number of
//! their target. Scalars are 32 bits wide, as registers are. [`Port`] reads and writes components of an element, whatever its variable is.

mod element;
mod port;

use glassbox_core::stage::Stage;
use glassbox_spirv::build::value::{built_in, capability, decoration, storage_class};
use glassbox_spirv::build::{Builder, Id, op};

use crate::samples::TARGET_SAMPLES;
use crate::{Outcome, Refusal, rules};

pub use element::{Element, Interpolation, Scalar, System};
pub use port::{Component, Port, PortForm};

/// Which signature of a stage elements are in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Direction {
    /// Inputs.
    Input,
    /// Outputs.
    Output,
}

/// A signature of a stage.
#[derive(Clone, Copy, Debug)]
pub struct Signature<'e> {
    /// Stage.
    pub stage: Stage,
    /// Inputs or outputs.
    pub direction: Direction,
    /// Elements in the order in which their numbers refer to them.
    pub elements: &'e [Element],
    /// Vertices, control points or primitives that each element is an array over.
    pub vertices: Option<u32>,
    /// True for patch constants.
    pub is_patch: bool,
    /// True for outputs of primitives in mesh shaders.
    pub per_primitive: bool,
    /// Added to locations: those of primitives follow those of vertices.
    pub first_location: u32,
}

impl Signature<'_> {
    fn class(&self) -> u32 {
        match self.direction {
            Direction::Input => storage_class::INPUT,
            Direction::Output => storage_class::OUTPUT,
        }
    }
}

/// Number of locations that elements take.
pub fn locations(elements: &[Element]) -> u32 {
    let ends = elements.iter().filter_map(|element| Some(element.place?.0.saturating_add(element.rows)));
    ends.max().unwrap_or(0)
}

/// First location of a stream: streams follow each other, since each has registers of its own.
fn stream_location(elements: &[Element], stream: u32) -> u32 {
    let rows = |stream| {
        let ends = elements.iter().filter(|element| element.stream == stream);
        let ends = ends.filter_map(|element| Some(element.place?.0.saturating_add(element.rows)));
        ends.max().unwrap_or(0)
    };
    (0..stream.min(4)).map(rows).sum()
}

/// Declares the variables of a signature; `None` for elements that a stage is told in another way. Variables are added to `interface`.
///
/// # Errors
///
/// An element that the stage cannot have.
pub fn declare(
    b: &mut Builder,
    signature: &Signature<'_>,
    interface: &mut Vec<Id>,
) -> Outcome<Vec<Option<Port>>> {
    let mut distances = Distances::new(signature);
    signature.elements.iter().map(|element| port(b, signature, element, &mut distances, interface)).collect()
}

/// Elements that share an array of distances.
struct Distances {
    /// Built-in variable, number of distances, its variable, and how many of them have been given.
    arrays: [(u32, u32, Option<Id>, u32); 2],
}

impl Distances {
    fn new(signature: &Signature<'_>) -> Distances {
        let count = |system: System| {
            let all = signature.elements.iter().filter(|element| element.system == system);
            all.map(|element| element.rows * u32::from(element.columns)).sum()
        };
        Distances {
            arrays: [
                (built_in::CLIP_DISTANCE, count(System::ClipDistance), None, 0),
                (built_in::CULL_DISTANCE, count(System::CullDistance), None, 0),
            ],
        }
    }
}

fn port(
    b: &mut Builder,
    signature: &Signature<'_>,
    element: &Element,
    distances: &mut Distances,
    interface: &mut Vec<Id>,
) -> Outcome<Option<Port>> {
    let is_input = signature.direction == Direction::Input;
    if let System::ClipDistance | System::CullDistance = element.system {
        let slot = usize::from(element.system == System::CullDistance);
        let (built_in, count, variable, given) = &mut distances.arrays[slot];
        let float = b.float();
        let array = b.array(float, (*count).max(1), None);
        let id = match *variable {
            Some(id) => id,
            None => {
                let id = variable_of(b, signature, array, interface);
                b.decorate(id, decoration::BUILT_IN, &[*built_in]);
                per_primitive(b, signature, id);
                *variable = Some(id);
                id
            }
        };
        let first = *given;
        *given += element.rows * u32::from(element.columns);
        let form = PortForm::Distances { first, columns: u32::from(element.columns) };
        return Ok(Some(Port::new(signature, element, id, form)));
    }
    let Some(built) = element::built_in_of(signature, element)? else {
        return Ok(Some(located(b, signature, element, interface)));
    };
    let depth = Element { scalar: Scalar::Float, ..element.clone() };
    let element = if built.built_in == built_in::FRAG_DEPTH { &depth } else { element };
    let ty = match built.form {
        PortForm::Whole => vector(b, Scalar::Float, u32::from(built.columns)),
        PortForm::Truth => b.bool(),
        PortForm::Mask => {
            let uint = b.uint();
            b.array(uint, 1, None)
        }
        PortForm::List { .. } => {
            let float = b.float();
            b.array(float, u32::from(built.columns), None)
        }
        _ => vector(b, element.scalar, u32::from(built.columns)),
    };
    // Inputs of a primitive as a whole are no arrays over its vertices.
    let of_vertices = !is_input || built.built_in == built_in::POSITION;
    let signature = &Signature { vertices: signature.vertices.filter(|_| of_vertices), ..*signature };
    let id = variable_of(b, signature, ty, interface);
    let before_pixels = matches!(signature.stage, Stage::Vertex | Stage::TessellationEvaluation);
    if !is_input && before_pixels && matches!(built.built_in, built_in::LAYER | built_in::VIEWPORT_INDEX) {
        b.capability(capability::SHADER_VIEWPORT_INDEX_LAYER_EXT);
        b.extension("SPV_EXT_shader_viewport_index_layer");
    }
    b.decorate(id, decoration::BUILT_IN, &[built.built_in]);
    if signature.is_patch {
        b.decorate(id, decoration::PATCH, &[]);
    }
    let is_number =
        built.form == PortForm::Mask || matches!(b.what(ty), Some(glassbox_spirv::module::Type::Int { .. }));
    if is_input && signature.stage == Stage::Fragment && is_number {
        b.decorate(id, decoration::FLAT, &[]);
    }
    per_primitive(b, signature, id);
    if element.stream != 0 {
        b.decorate(id, decoration::STREAM, &[element.stream]);
    }
    b.name(id, &built.name);
    Ok(Some(Port::new(signature, element, id, built.form)))
}

/// A variable with a location.
fn located(b: &mut Builder, signature: &Signature<'_>, element: &Element, interface: &mut Vec<Id>) -> Port {
    let is_input = signature.direction == Direction::Input;
    let is_target = !is_input && signature.stage == Stage::Fragment;
    let mut ty = vector(b, element.scalar, u32::from(element.columns));
    if element.rows > 1 {
        ty = b.array(ty, element.rows, None);
    }
    if element.per_vertex {
        ty = b.array(ty, 3, None);
    }
    let id = variable_of(b, signature, ty, interface);
    let (row, column) = element.place.unwrap_or((0, 0));
    let row = if is_target { element.indices.first().copied().unwrap_or(row) } else { row };
    let first = signature.first_location + stream_location(signature.elements, element.stream);
    b.decorate(id, decoration::LOCATION, &[row.saturating_add(first)]);
    if column != 0 && !is_target {
        b.decorate(id, decoration::COMPONENT, &[u32::from(column)]);
    }
    if signature.is_patch {
        b.decorate(id, decoration::PATCH, &[]);
    }
    if element.stream != 0 {
        b.decorate(id, decoration::STREAM, &[element.stream]);
    }
    per_primitive(b, signature, id);
    if element.per_vertex {
        b.decorate(id, decoration::PER_VERTEX_KHR, &[]);
    } else if is_input && signature.stage == Stage::Fragment {
        for &kind in element.interpolation.decorations(element.scalar) {
            b.decorate(id, kind, &[]);
        }
    }
    if element.is_relaxed {
        b.decorate(id, decoration::RELAXED_PRECISION, &[]);
    }
    let semantic = element.semantic();
    let way = if is_input { "in" } else { "out" };
    b.name(id, &format!("{way}.var.{semantic}"));
    let head = [id.operand(), glassbox_spirv::module::Operand::Literal(decoration::USER_SEMANTIC)];
    b.declaration(op::DECORATE_STRING, head.into_iter().chain(Builder::text_operands(&semantic)));
    Port::new(signature, element, id, PortForm::Plain)
}

fn per_primitive(b: &mut Builder, signature: &Signature<'_>, id: Id) {
    if signature.per_primitive {
        b.decorate(id, decoration::PER_PRIMITIVE_EXT, &[]);
    }
}

/// The type of one number, or of some.
fn vector(b: &mut Builder, scalar: Scalar, count: u32) -> Id {
    let component = scalar.ty(b);
    if count > 1 { b.vector(component, count) } else { component }
}

fn variable_of(b: &mut Builder, signature: &Signature<'_>, ty: Id, interface: &mut Vec<Id>) -> Id {
    let ty = match signature.vertices {
        Some(count) => b.array(ty, count.max(1), None),
        None => ty,
    };
    let pointer = b.pointer(signature.class(), ty);
    let id = b.global(pointer, signature.class());
    interface.push(id);
    id
}

/// A built-in variable that no signature has, declared on first use.
#[derive(Clone, Debug, Default)]
pub struct BuiltIns {
    known: Vec<(u32, Id, Id)>,
    is_pixel: bool,
    target_samples: Option<Id>,
}

impl BuiltIns {
    /// Those of a stage.
    pub fn of(stage: Stage) -> BuiltIns {
        BuiltIns { is_pixel: stage == Stage::Fragment, ..BuiltIns::default() }
    }

    /// The input variable of a built-in of a type.
    pub fn variable(&mut self, b: &mut Builder, built_in: u32, ty: Id, interface: &mut Vec<Id>) -> Id {
        if let Some((_, _, id)) = self.known.iter().find(|(known, of, _)| (*known, *of) == (built_in, ty)) {
            return *id;
        }
        let pointer = b.pointer(storage_class::INPUT, ty);
        let id = b.global(pointer, storage_class::INPUT);
        b.decorate(id, decoration::BUILT_IN, &[built_in]);
        let is_float = {
            let scalar = b.component_type(ty).unwrap_or(ty);
            matches!(
                b.what(scalar),
                Some(glassbox_spirv::module::Type::Float { .. } | glassbox_spirv::module::Type::Bool)
            )
        };
        if self.is_pixel && !is_float {
            b.decorate(id, decoration::FLAT, &[]);
        }
        interface.push(id);
        self.known.push((built_in, ty, id));
        id
    }

    /// The number of samples of the render target: the specialization constant [`TARGET_SAMPLES`], which is 1 unless it is set.
    pub fn target_samples(&mut self, b: &mut Builder) -> Id {
        *self.target_samples.get_or_insert_with(|| {
            let uint = b.uint();
            let id = b.spec_constant(uint, 1, Some(TARGET_SAMPLES));
            b.name(id, "target_samples");
            id
        })
    }

    /// The value of a built-in of a type.
    pub fn load(&mut self, b: &mut Builder, built_in: u32, ty: Id, interface: &mut Vec<Id>) -> Id {
        let variable = self.variable(b, built_in, ty, interface);
        b.value(op::LOAD, ty, &[variable])
    }

    /// A component of a built-in that is a vector of three or more.
    pub fn component(
        &mut self,
        b: &mut Builder,
        (built_in, vector): (u32, Id),
        component: Id,
        interface: &mut Vec<Id>,
    ) -> Id {
        let variable = self.variable(b, built_in, vector, interface);
        let scalar = b.component_type(vector).unwrap_or(vector);
        let pointer = b.pointer(storage_class::INPUT, scalar);
        let place = b.value(op::ACCESS_CHAIN, pointer, &[variable, component]);
        b.value(op::LOAD, scalar, &[place])
    }

    /// Makes a variable that a signature has the one of a built-in.
    pub fn adopt(&mut self, built_in: u32, ty: Id, id: Id) {
        self.known.push((built_in, ty, id));
    }
}

pub(crate) fn no_counterpart(signature: &Signature<'_>, element: &Element) -> Box<Refusal> {
    let way = match signature.direction {
        Direction::Input => "input",
        Direction::Output => "output",
    };
    Refusal::new(
        &rules::INTERFACE,
        format!(
            "the {} shader has the {way} {}, which Vulkan does not have there",
            signature.stage,
            element.semantic()
        ),
    )
}
