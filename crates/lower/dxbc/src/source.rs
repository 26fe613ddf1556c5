//! The program of a container: instructions, declarations, signatures, names.

use std::collections::BTreeMap;

use foldhash::HashMap;
use glassbox_core::limits::Limits;
use glassbox_core::reader::Window;
use glassbox_core::stage::Stage;
use glassbox_dxbc::declaration::{
    Binding, Declaration, Register as Declared, ResourceKind, ViewFlags, declaration,
};
use glassbox_dxbc::names::{CustomDataClass, GlobalFlags, SystemName};
use glassbox_dxbc::{Instruction, Opcode, Program, ProgramKind};
use glassbox_dxcontainer::part::Content;
use glassbox_lower_directx::bindings::RegisterClass;
use glassbox_lower_directx::interface::{Element, Interpolation, locations};
use glassbox_lower_directx::{Outcome, Refusal, rules};

use crate::classes::{self, Interface};
use crate::plan::Plan;
use crate::{names, signature};

/// Class and number by which instructions name a resource.
pub(crate) type ViewId = (RegisterClass, u32);

/// What a resource holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Holds {
    /// Rows of a constant buffer.
    Rows(u32),
    Sampler,
    View(ResourceKind, ViewFlags),
}

/// A resource that the program declares.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct View {
    pub(crate) binding: Binding,
    pub(crate) content: Holds,
    pub(crate) name: String,
}

/// Shared memory of a group.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Shared {
    /// Bytes of an element; 1 in raw memory.
    pub(crate) stride: u32,
    /// Bytes.
    pub(crate) size: u32,
}

/// A phase of a hull shader, or a whole program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Phase {
    pub(crate) kind: PhaseKind,
    /// First instruction, and the one after the last.
    pub(crate) first: usize,
    pub(crate) end: usize,
    pub(crate) instances: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PhaseKind {
    Main,
    ControlPoint,
    Fork,
    Join,
}

/// Declarations that hold for the whole program.
#[derive(Clone, Debug, Default)]
pub(crate) struct Declarations {
    pub(crate) views: BTreeMap<ViewId, View>,
    pub(crate) shared: BTreeMap<u32, Shared>,
    pub(crate) inputs: Vec<(Declared, Option<SystemName>, Interpolation)>,
    pub(crate) flags: u32,
    pub(crate) group: Option<[u32; 3]>,
    pub(crate) primitive: u32,
    pub(crate) topology: u32,
    pub(crate) max_vertices: u32,
    pub(crate) gs_instances: u32,
    pub(crate) control_points: [u32; 2],
    pub(crate) domain: u32,
    pub(crate) partitioning: u32,
    pub(crate) output_primitive: u32,
    /// Words of the immediate constant buffer.
    pub(crate) immediate: Vec<u32>,
    /// Function bodies of tables, and tables of interfaces.
    pub(crate) tables: BTreeMap<u32, Vec<u32>>,
    pub(crate) interfaces: BTreeMap<u32, Interface>,
    /// Kinds of the textures that instances of classes have.
    pub(crate) texture_arrays: Vec<ResourceKind>,
}

impl Declarations {
    pub(crate) fn has_flag(&self, flag: GlobalFlags) -> bool {
        self.flags & flag.0 != 0
    }
}

/// What a container says of its program.
pub(crate) struct Source<'a> {
    /// First byte of the program in the file.
    pub(crate) start: usize,
    pub(crate) program: Program<'a>,
    pub(crate) stage: Stage,
    pub(crate) instructions: Vec<Instruction<'a>>,
    pub(crate) declared: Declarations,
    pub(crate) phases: Vec<Phase>,
    pub(crate) plan: Plan,
    pub(crate) inputs: Vec<Element>,
    pub(crate) outputs: Vec<Element>,
    pub(crate) patches: Vec<Element>,
    /// Locations of control points, after which those of patch constants come.
    pub(crate) control_locations: u32,
}

/// Reads the program of a container.
pub(crate) fn read(file: &[u8]) -> Outcome<Source<'_>> {
    let unreadable = |message: &str| Refusal::new(&rules::UNREADABLE, message);
    let container = glassbox_dxcontainer::read::open(Window::whole(file), &Limits::default())
        .map_err(|finding| Refusal::new(&rules::UNREADABLE, finding.message.clone()))?;
    let data = [b"SHEX", b"SHDR"].into_iter().find_map(|code| container.data(code));
    let Some(bytes) = data else {
        let level9 = container.directory.find(b"Aon9").is_some();
        let message = if level9 {
            "found a program of shader model 2 only, expected the part SHDR or SHEX beside it"
        } else {
            "found no DXBC program in the container, expected the part SHDR or SHEX"
        };
        return Err(unreadable(message));
    };
    let start = (bytes.as_ptr() as usize).saturating_sub(file.as_ptr() as usize);
    let program = Program::read(bytes).map_err(|error| unreadable(&error.to_string()))?;
    let Some(stage) = stage_of(program.kind()) else {
        let message = format!("found a {} program, which is linked before it is a shader", program.kind());
        return Err(Refusal::new(&rules::ENTRY, message).at(start..start + 8));
    };
    let mut walk = program.walk();
    let instructions: Vec<Instruction<'_>> = walk.by_ref().collect();
    if let Some(rest) = walk.rest() {
        let at = rest.range.start + start..rest.range.end + start;
        return Err(unreadable("found words that are no instruction").at(at));
    }
    for instruction in &instructions {
        let at = instruction.range();
        let at = at.start + start..at.end + start;
        if instruction.operands().any(|operand| operand.is_err()) {
            return Err(unreadable("found an operand that cannot be read").at(at));
        }
    }
    let rdef = match container.content(b"RDEF") {
        Some(Content::Rdef(rdef)) => Some(rdef.clone()),
        _ => None,
    };
    let (mut declared, phases) = declarations(&program, &instructions);
    if !program.has_spaces() {
        classes::declare(&mut declared, &instructions);
    }
    names::of_views(&mut declared.views, rdef.as_ref());
    let plan = Plan::of(&instructions, start)?;
    let elements = |codes: &[&[u8; 4]]| {
        let mut contents = codes.iter().filter_map(|code| container.content(code));
        contents.find_map(|content| match content {
            Content::Signature(signature) => Some(signature.clone()),
            _ => None,
        })
    };
    let given = elements(&[b"ISGN", b"ISG1"]);
    let inputs = signature::inputs(stage, given.as_ref(), &declared);
    let outputs = signature::elements(stage, elements(&[b"OSG5", b"OSG1", b"OSGN"]).as_ref());
    // A domain shader declares only what it reads, a hull shader all.
    let control_locations = match stage {
        Stage::TessellationEvaluation => locations(&signature::elements(stage, given.as_ref())),
        _ => locations(&outputs),
    };
    let patches = signature::patches(elements(&[b"PCSG", b"PSG1"]).as_ref());
    Ok(Source {
        start,
        program,
        stage,
        instructions,
        declared,
        phases,
        plan,
        inputs,
        outputs,
        patches,
        control_locations,
    })
}

fn stage_of(kind: ProgramKind) -> Option<Stage> {
    Some(match kind {
        ProgramKind::PIXEL => Stage::Fragment,
        ProgramKind::VERTEX => Stage::Vertex,
        ProgramKind::GEOMETRY => Stage::Geometry,
        ProgramKind::HULL => Stage::TessellationControl,
        ProgramKind::DOMAIN => Stage::TessellationEvaluation,
        ProgramKind::COMPUTE => Stage::Compute,
        _ => return None,
    })
}

/// Collects declarations and phases.
fn declarations(program: &Program<'_>, instructions: &[Instruction<'_>]) -> (Declarations, Vec<Phase>) {
    let mut all = Declarations::default();
    let mut phases = vec![Phase { kind: PhaseKind::Main, first: 0, end: instructions.len(), instances: 1 }];
    for (index, instruction) in instructions.iter().enumerate() {
        let kind = match instruction.opcode {
            Opcode::HS_CONTROL_POINT_PHASE => Some(PhaseKind::ControlPoint),
            Opcode::HS_FORK_PHASE => Some(PhaseKind::Fork),
            Opcode::HS_JOIN_PHASE => Some(PhaseKind::Join),
            _ => None,
        };
        if let Some(kind) = kind {
            if let Some(last) = phases.last_mut() {
                last.end = index;
            }
            phases.push(Phase { kind, first: index + 1, end: instructions.len(), instances: 1 });
        }
        if let Some((class, words)) = instruction.custom_data()
            && class == CustomDataClass::IMMEDIATE_CONSTANT_BUFFER
        {
            all.immediate = words.iter().map(|word| u32::from_le_bytes(*word)).collect();
        }
        if !instruction.opcode.is_declaration() {
            continue;
        }
        if let Some(found) = declaration(instruction, program.has_spaces()) {
            declare(&mut all, found, phases.last_mut());
        }
    }
    (all, phases)
}

fn declare(all: &mut Declarations, found: Declaration, phase: Option<&mut Phase>) {
    let mut view = |class, binding: Binding, content| {
        all.views.insert((class, binding.id), View { binding, content, name: String::new() });
    };
    match found {
        Declaration::GlobalFlags(flags) => all.flags = flags.0,
        Declaration::ConstantBuffer { binding, rows, .. } => {
            view(RegisterClass::Constants, binding, Holds::Rows(rows));
        }
        Declaration::Sampler { binding, .. } => view(RegisterClass::Sampler, binding, Holds::Sampler),
        Declaration::Resource { binding, kind } => {
            view(RegisterClass::Texture, binding, Holds::View(kind, ViewFlags::default()));
        }
        Declaration::UnorderedAccessView { binding, kind, flags } => {
            view(RegisterClass::Unordered, binding, Holds::View(kind, flags));
        }
        Declaration::Input { register, system, interpolation } => {
            let interpolation =
                interpolation.map_or(Interpolation::Undefined, |found| Interpolation::from_number(found.0));
            all.inputs.push((register, system, interpolation));
        }
        Declaration::ThreadGroup(group) => all.group = Some(group),
        Declaration::GroupSharedRaw { number, size } => {
            all.shared.insert(number, Shared { stride: 1, size });
        }
        Declaration::GroupSharedStructured { number, stride, count } => {
            all.shared.insert(number, Shared { stride, size: stride.saturating_mul(count) });
        }
        Declaration::InputPrimitive(primitive) => all.primitive = primitive.0,
        Declaration::OutputTopology(topology) => all.topology = topology.0,
        Declaration::MaxOutputVertices(count) => all.max_vertices = count,
        Declaration::GsInstances(count) => all.gs_instances = count,
        Declaration::InputControlPoints(count) => all.control_points[0] = count,
        Declaration::OutputControlPoints(count) => all.control_points[1] = count,
        Declaration::TessellatorDomain(domain) => all.domain = domain.0,
        Declaration::TessellatorPartitioning(partitioning) => all.partitioning = partitioning.0,
        Declaration::TessellatorOutput(primitive) => all.output_primitive = primitive.0,
        Declaration::ForkInstances(count) | Declaration::JoinInstances(count) => {
            if let Some(phase) = phase {
                phase.instances = count.max(1);
            }
        }
        Declaration::FunctionTable { number, bodies } => {
            all.tables.insert(number, bodies);
        }
        Declaration::Interface { number, length, tables, .. } => {
            all.interfaces.insert(number, Interface { length, tables });
        }
        _ => {}
    }
}

/// Looks up interpolation by register.
pub(crate) fn by_register(declared: &Declarations) -> HashMap<(u32, u8), Interpolation> {
    let mut all = HashMap::default();
    for (register, _, interpolation) in &declared.inputs {
        let Some(number) = register.number else { continue };
        for component in (0..4).filter(|component| register.mask & 1 << component != 0) {
            all.insert((number, component), *interpolation);
        }
    }
    all
}
