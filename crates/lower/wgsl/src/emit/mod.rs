//! Writes the module of an entry point from naga's typed module.
//!
//! [`Writer`] has what a module has once: types, constants, global variables, functions. [`Body`](body::Body) has the values of the
//! function that is being written. What only computes ([`arithmetic`], [`convert`], [`math`], …) is written by the same code wherever it stands: in a
//! block, at the top of a function, or as a constant that a pipeline specializes ([`Mode`]).

mod access;
mod arithmetic;
mod atomics;
mod bits;
mod block;
mod body;
mod call;
mod constants;
mod convert;
mod cooperative;
mod entry;
mod expression;
mod globals;
mod groups;
mod image;
mod integers;
mod interface;
mod math;
mod mesh;
mod overrides;
mod rays;
mod sample;
mod std140;
mod survey;
mod types;
mod workgroup;

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use glassbox_core::name_map::Place;
use glassbox_core::stage::Stage;
use glassbox_spirv::build::{Builder, Id, op, value};
use glassbox_spirv::module::Operand;
use naga::valid::{FunctionInfo, ModuleInfo};
use naga::{
    AddressSpace, Expression, Function, GlobalVariable, Handle, Module, Override, ShaderStage, Span, Type,
};

use crate::{EntryPoint, Options};

pub(crate) use overrides::overrides;

/// Why no module can say what a program does.
pub(crate) struct Refusal {
    /// The part of the text that it is about, if that is known.
    pub(crate) span: Option<Range<usize>>,
    /// Found and expected.
    pub(crate) message: String,
    /// How to write it instead.
    pub(crate) help: &'static str,
}

/// A result, unless no module can say it.
type Said<T = ()> = Result<T, Box<Refusal>>;

/// A refusal about a part of the text.
fn refuse<T>(span: Span, message: impl Into<String>, help: &'static str) -> Said<T> {
    Err(Box::new(Refusal { span: span.to_range(), message: message.into(), help }))
}

/// A refusal of what the reader should not have let through.
fn unexpected<T>(what: &str) -> Said<T> {
    let message = format!("found {what}, expected what the language allows");
    refuse(Span::UNDEFINED, message, "report it with the shader")
}

/// Where an instruction without effects goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Mode {
    /// To the open block.
    Block,
    /// To the top of the function.
    Top,
    /// To the constants of the module.
    Constant,
}

/// A module being written.
struct Writer<'m> {
    module: &'m Module,
    info: &'m ModuleInfo,
    builder: Builder,
    mode: Mode,
    /// True after an instruction that a constant cannot be the result of.
    is_stuck: bool,
    survey: survey::Survey,
    /// Types, with places and without.
    types: HashMap<(Handle<Type>, bool), Id>,
    /// True where values have the types of memory that the host sees. Later versions of SPIR-V forbid that, and can copy between the two.
    are_values_laid_out: bool,
    std140: HashMap<Handle<Type>, Option<std140::Layout>>,
    globals: HashMap<Handle<GlobalVariable>, globals::Global>,
    functions: HashMap<Handle<Function>, Id>,
    /// Values of expressions outside of functions.
    constants: HashMap<Handle<Expression>, Option<Id>>,
    overrides: HashMap<Handle<Override>, Option<Id>>,
    /// Numbers of the constants that a pipeline may override.
    numbers: HashMap<Handle<Override>, u32>,
    /// Constants that depend on one that can be specialized.
    specialized: HashSet<Id>,
    /// Parts that values may still be put together of.
    parts: u32,
    /// What has a name.
    named: HashSet<Id>,
    /// Structures that are blocks.
    blocks: HashSet<Id>,
    /// Private variables that begin with what no constant can be.
    computed: Vec<(Id, Handle<Expression>)>,
    /// Global variables of the module, for the list of the entry point.
    interface: Vec<Id>,
}

/// The stage that naga calls so.
const fn stage_of(stage: ShaderStage) -> Stage {
    match stage {
        ShaderStage::Vertex => Stage::Vertex,
        ShaderStage::Task => Stage::Task,
        ShaderStage::Mesh => Stage::Mesh,
        ShaderStage::Fragment => Stage::Fragment,
        ShaderStage::Compute => Stage::Compute,
        ShaderStage::RayGeneration => Stage::RayGeneration,
        ShaderStage::Miss => Stage::Miss,
        ShaderStage::AnyHit => Stage::AnyHit,
        ShaderStage::ClosestHit => Stage::ClosestHit,
    }
}

/// The module of an entry point, by its index.
pub(crate) fn entry_point(
    module: &Module,
    info: &ModuleInfo,
    index: usize,
    options: &Options,
) -> Said<EntryPoint> {
    let entry = &module.entry_points[index];
    let stage = stage_of(entry.stage);
    let version = match stage {
        Stage::Vertex | Stage::Fragment | Stage::Compute if !interface::has_primitives(module, entry) => {
            options.version
        }
        _ => options.version.max(0x0001_0400),
    };
    let mut writer = Writer {
        module,
        info,
        builder: Builder::new(version),
        mode: Mode::Block,
        is_stuck: false,
        survey: survey::Survey::of(module, info, index),
        types: HashMap::new(),
        are_values_laid_out: version < 0x0001_0400,
        std140: HashMap::new(),
        globals: HashMap::new(),
        functions: HashMap::new(),
        constants: HashMap::new(),
        overrides: HashMap::new(),
        numbers: overrides::numbers(module),
        specialized: HashSet::new(),
        parts: types::MAX_PARTS,
        named: HashSet::new(),
        blocks: HashSet::new(),
        computed: Vec::new(),
        interface: Vec::new(),
    };
    let capability = match stage {
        Stage::Task | Stage::Mesh => value::capability::MESH_SHADING_EXT,
        Stage::RayGeneration | Stage::Miss | Stage::AnyHit | Stage::ClosestHit => {
            value::capability::RAY_TRACING_KHR
        }
        _ => value::capability::SHADER,
    };
    writer.builder.capability(value::capability::SHADER);
    writer.builder.capability(capability);
    let memory_model = if writer.survey.has_cooperative_matrices {
        value::memory_model::VULKAN
    } else {
        value::memory_model::GLSL450
    };
    writer.builder.memory_model(value::addressing_model::LOGICAL, memory_model);
    let own = info.get_entry_point(index);
    writer.globals(own)?;
    for handle in writer.survey.functions.clone() {
        writer.function(handle)?;
    }
    writer.entry_point(entry, own, version)?;
    writer.builder.declare_needs();
    let places = writer.places(own);
    let module = match writer.builder.finish_module() {
        Ok(module) => module,
        Err(error) => {
            return refuse(
                Span::UNDEFINED,
                error.to_string(),
                "split the structure or the call into smaller ones",
            );
        }
    };
    Ok(EntryPoint { stage, name: entry.name.clone(), module, places })
}

impl Writer<'_> {
    /// States what part of the text is written next.
    fn at(&mut self, span: Span) {
        self.builder.at(span.to_range().unwrap_or(0..0));
    }

    /// Names a result, unless it has a name or is a constant, which belongs to all.
    fn name(&mut self, id: Id, name: Option<&str>) {
        if let Some(name) = name
            && !self.builder.is_constant(id)
            && self.named.insert(id)
        {
            self.builder.name(id, name);
        }
    }

    /// An instruction without effects.
    fn emit(&mut self, opcode: u16, ty: Id, ids: &[Id], numbers: &[u32]) -> Id {
        let operands = || {
            let numbers = numbers.iter().map(|number| Operand::Literal(*number));
            ids.iter().map(|id| id.operand()).chain(numbers)
        };
        match self.mode {
            Mode::Block => self.builder.value_of(opcode, ty, operands()),
            Mode::Top => self.builder.entry_value_of(opcode, ty, operands()),
            Mode::Constant if !overrides::is_possible(opcode) => {
                self.is_stuck = true;
                self.builder.constant_null(ty)
            }
            Mode::Constant => {
                let id = self.builder.spec_constant_op(opcode, ty, ids, numbers);
                self.specialized.insert(id);
                id
            }
        }
    }

    /// An instruction of the extended set for shaders.
    fn extended(&mut self, instruction: u32, ty: Id, ids: &[Id]) -> Id {
        let set = self.builder.import("GLSL.std.450");
        let head = [set.operand(), Operand::Literal(instruction)];
        let operands = head.into_iter().chain(ids.iter().map(|id| id.operand()));
        match self.mode {
            Mode::Block => self.builder.value_of(op::EXT_INST, ty, operands),
            Mode::Top => self.builder.entry_value_of(op::EXT_INST, ty, operands),
            Mode::Constant => {
                self.is_stuck = true;
                self.builder.constant_null(ty)
            }
        }
    }

    /// True for a constant that no pipeline changes.
    fn is_fixed(&self, id: Id) -> bool {
        self.builder.is_constant(id) && !self.specialized.contains(&id)
    }

    /// Places of the resources that an entry point uses, each once, ascending.
    fn places(&self, info: &FunctionInfo) -> Vec<Place> {
        let bound = |space| {
            matches!(space, AddressSpace::Uniform | AddressSpace::Handle | AddressSpace::Storage { .. })
        };
        let mut places: Vec<Place> = self
            .module
            .global_variables
            .iter()
            .filter(|(handle, variable)| !info[*handle].is_empty() && bound(globals::space_of(variable)))
            .filter_map(|(_, variable)| variable.binding)
            .map(|binding| Place { set: binding.group, binding: binding.binding })
            .collect();
        places.sort_unstable();
        places.dedup();
        places
    }
}
