//! How resources, inputs and memory are used, before anything is written.

use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::LazyLock;

use foldhash::HashMap;
use glassbox_dxil::analysis::program::Operation as Call;
use glassbox_dxil::ir::{Body, Constant, FunctionId, Instruction, Op, RmwOp, Type, TypeId, Value, ValueId};
use glassbox_dxil::operation::{OPERATIONS, Operation, opcode};
use glassbox_lower_directx::members::Scalar;
use glassbox_lower_directx::resource::{Comparison, Kind, Shape};
use glassbox_lower_directx::{Outcome, Refusal, rules};

use crate::merge::Merge;
use crate::source::{Chosen, Source};
use crate::views::{Handle, ViewId, Views};

/// What numbers a buffer is accessed in.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Word {
    Bits16,
    Float,
    Bits32,
    Bits64,
}

/// How a view is used.
#[derive(Clone, Debug, Default)]
pub(crate) struct Usage {
    pub(crate) words: BTreeSet<Word>,
    pub(crate) is_written: bool,
    pub(crate) has_counter: bool,
    pub(crate) has_atomics: bool,
    /// How its integers are compared by atomic operations.
    pub(crate) signs: Signs,
    /// True if a number is accessed that is in no member that is known.
    pub(crate) has_rows: bool,
    compared: bool,
    sampled: bool,
}

impl Usage {
    pub(crate) fn is_read(&self) -> bool {
        self.sampled
    }

    pub(crate) fn comparison(&self) -> Comparison {
        match (self.compared, self.sampled) {
            (false, _) => Comparison::Never,
            (true, false) => Comparison::Always,
            (true, true) => Comparison::Sometimes,
        }
    }
}

/// Which comparisons atomic operations make of memory.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(crate) struct Signs {
    signed: bool,
    unsigned: bool,
}

impl Signs {
    /// True for integers that are compared as such with a sign alone. Languages take the sign of the memory.
    pub(crate) fn are_signed(self) -> bool {
        self.signed && !self.unsigned
    }

    fn note(&mut self, is_signed: bool) {
        self.signed |= is_signed;
        self.unsigned |= !is_signed;
    }
}

/// What a program uses.
#[derive(Default)]
pub(crate) struct Survey {
    /// Functions that the entry point reaches, itself first.
    pub(crate) functions: Vec<FunctionId>,
    pub(crate) handles: HashMap<(FunctionId, ValueId), Handle>,
    pub(crate) views: HashMap<ViewId, Usage>,
    /// Inputs whose values at each vertex are asked for.
    pub(crate) per_vertex: BTreeSet<u32>,
    /// Streams that vertices are emitted to.
    pub(crate) streams: BTreeSet<u32>,
    /// Values that hold one of several handles, and those that go to such.
    pub(crate) merging: HashMap<(FunctionId, ValueId), Merge>,
    /// Arguments of operations that are one of several views or queries, and which these are.
    pub(crate) merged: HashMap<(FunctionId, ValueId), Rc<[u32]>>,
    /// Ray queries that go where others go too.
    pub(crate) queries: Vec<(FunctionId, ValueId)>,
    /// Operations that are called.
    pub(crate) operations: BTreeSet<u32>,
    /// Variables that atomic operations of LLVM work on.
    pub(crate) atomics: HashMap<ValueId, Signs>,
}

/// Which arguments of an operation are handles, one bit each by their index.
#[derive(Clone, Copy, Default)]
struct Takes {
    handles: u32,
    /// Those of `handles` that are samplers.
    samplers: u32,
    /// True if the first argument is a ray query.
    query: bool,
}

/// What operations take, by number.
static TAKEN: LazyLock<Vec<Takes>> = LazyLock::new(|| {
    let of = |operation: &Operation| {
        let mut takes = Takes::default();
        for (name, index) in operation.arguments().zip(1..u32::BITS) {
            match name {
                "sampler" => takes.samplers |= 1 << index,
                "handle" | "srv" | "uav" | "buf" | "accelerationStructure" | "AccelerationStructure" => {
                    takes.handles |= 1 << index;
                }
                "rayQueryHandle" if index == 1 => takes.query = true,
                _ => {}
            }
        }
        takes.handles |= takes.samplers;
        takes
    };
    OPERATIONS.iter().map(of).collect()
});

impl Survey {
    pub(crate) fn new(source: &Source<'_>, chosen: &Chosen<'_>, views: &mut Views<'_>) -> Outcome<Survey> {
        let mut survey = Survey::default();
        let patch = chosen.entry.properties.hull.and_then(|hull| hull.patch_function);
        survey.functions = source.program.reachable(chosen.function);
        for function in patch.into_iter().flat_map(|patch| source.program.reachable(FunctionId::at(patch))) {
            if !survey.functions.contains(&function) {
                survey.functions.push(function);
            }
        }
        for function in survey.functions.clone() {
            let Some(body) = source.program.body(function) else { continue };
            let used = crate::debug::used_members(body);
            for (instruction, index) in body.instructions.iter().zip(0..) {
                if let (Op::AtomicRmw { .. } | Op::CompareExchange { .. }, [pointer, ..]) =
                    (instruction.op, body.operands(instruction))
                {
                    if let Some(variable) = variable(source, body, *pointer) {
                        let signs = survey.atomics.entry(variable).or_default();
                        match instruction.op {
                            Op::AtomicRmw { op: RmwOp::Min | RmwOp::Max, .. } => signs.note(true),
                            Op::AtomicRmw { op: RmwOp::UMin | RmwOp::UMax, .. } => signs.note(false),
                            _ => {}
                        }
                    }
                    continue;
                }
                let Some(call) = source.program.operation(body, instruction) else { continue };
                let id = glassbox_dxil::ir::InstructionId(index);
                survey
                    .operation(source, (function, body), instruction, (call, &used), views)
                    .map_err(|refusal| refusal.at(source.place(body, id)))?;
            }
        }
        Ok(survey)
    }

    fn operation(
        &mut self,
        source: &Source<'_>,
        (function, body): (FunctionId, &Body),
        instruction: &Instruction,
        (call, used): (Call<'_>, &[u32]),
        views: &mut Views<'_>,
    ) -> Outcome<()> {
        self.operations.insert(call.code);
        let Some(operation) = Operation::of(u64::from(call.code)) else { return Ok(()) };
        let number = |index| call.argument(index).and_then(|value| source.program.unsigned(body, value));
        match call.code {
            opcode::ATTRIBUTE_AT_VERTEX => self.per_vertex.extend(number(1)),
            opcode::EMIT_STREAM | opcode::CUT_STREAM | opcode::EMIT_THEN_CUT_STREAM => {
                self.streams.extend(number(1));
            }
            _ => {}
        }
        let takes = TAKEN.get(call.code as usize).copied().unwrap_or_default();
        let mut handles = takes.handles;
        while handles != 0 {
            let index = handles.trailing_zeros() as usize;
            handles &= handles - 1;
            let Some(value) = call.argument(index) else { continue };
            let all = match views.resolve(body, value) {
                Some(handle) => {
                    self.handles.insert((function, value), handle);
                    vec![handle.view]
                }
                None => {
                    let Some(all) = self.merge(source, (function, body), value, views) else {
                        let message = format!(
                            "{} takes a handle that comes from no resource that is declared",
                            operation.name
                        );
                        return Err(Refusal::new(&rules::RESOURCE, message));
                    };
                    all.iter().map(|view| *view as ViewId).collect()
                }
            };
            if takes.samplers >> index & 1 == 0 {
                for view in all {
                    self.view(source, body, instruction, (call, used), (view, &views.all[view]));
                }
            }
        }
        let query = call.argument(1).filter(|_| takes.query);
        if let Some(query) = query {
            let made = source.program.maker(body, query).and_then(|id| body.instruction(id));
            if made.is_none_or(|made| source.program.operation(body, made).is_none())
                && self.merge(source, (function, body), query, views).is_none()
            {
                let message = format!("{} takes a ray query that is made nowhere", operation.name);
                return Err(Refusal::new(&rules::RESOURCE, message));
            }
        }
        Ok(())
    }

    fn view(
        &mut self,
        source: &Source<'_>,
        body: &Body,
        instruction: &Instruction,
        (call, used): (Call<'_>, &[u32]),
        (id, view): (ViewId, &crate::views::View),
    ) {
        let usage = self.views.entry(id).or_default();
        let types = &source.program.module.types;
        let scalar = |ty: TypeId| types.fields(ty).and_then(|fields| fields.first().copied()).unwrap_or(ty);
        let of_value =
            |index: usize| call.argument(index).and_then(|value| source.program.scope(body).type_of(value));
        let native = source.is_native();
        let elements = Elements { source, body, view };
        match call.code {
            opcode::C_BUFFER_LOAD | opcode::C_BUFFER_LOAD_LEGACY => {
                let used = crate::debug::used_of(used, instruction);
                usage.has_rows |= match (&view.layout, call.argument(2)) {
                    (Some(layout), Some(row)) if call.code == opcode::C_BUFFER_LOAD_LEGACY => {
                        crate::rows::places(source, body, layout, row, (instruction.ty, used)).is_none()
                    }
                    _ => true,
                };
                usage.words.insert(word(types.get(scalar(instruction.ty)), native));
            }
            opcode::BUFFER_LOAD | opcode::RAW_BUFFER_LOAD | opcode::RAW_BUFFER_VECTOR_LOAD => {
                let number = scalar(instruction.ty);
                usage.sampled = true;
                usage.words.insert(word(types.get(types.scalar(number)), native));
                let used = crate::debug::used_of(used, instruction) & 0xF;
                let columns = Some(used).filter(|_| call.code != opcode::RAW_BUFFER_VECTOR_LOAD);
                usage.has_rows |= elements.lack((call, 2), Some(number), columns, |_| true);
            }
            opcode::BUFFER_STORE | opcode::RAW_BUFFER_STORE | opcode::RAW_BUFFER_VECTOR_STORE => {
                usage.is_written = true;
                let ty = of_value(4).map(|ty| types.scalar(ty));
                usage.words.insert(word(ty.and_then(|ty| types.get(ty)), native));
                let mask = call.argument(8).filter(|_| call.code != opcode::RAW_BUFFER_VECTOR_STORE);
                let columns = mask.and_then(|mask| source.program.unsigned(body, mask));
                let columns = columns.map(|columns| columns & 0xF);
                usage.has_rows |= elements.lack((call, 2), of_value(4), columns, |_| true);
            }
            opcode::TEXTURE_STORE | opcode::TEXTURE_STORE_SAMPLE => usage.is_written = true,
            opcode::ATOMIC_BIN_OP | opcode::ATOMIC_COMPARE_EXCHANGE => {
                usage.is_written = true;
                usage.has_atomics = true;
                let is_exchange = call.code == opcode::ATOMIC_COMPARE_EXCHANGE;
                let kind = call.argument(2).filter(|_| !is_exchange);
                let is_signed = match kind.and_then(|kind| source.program.unsigned(body, kind)) {
                    Some(4 | 5) => Some(true),
                    Some(6 | 7) => Some(false),
                    _ => None,
                };
                is_signed.into_iter().for_each(|is_signed| usage.signs.note(is_signed));
                let fits = |scalar: Scalar| match scalar {
                    Scalar::Float(_) => false,
                    Scalar::Int(_) => is_signed != Some(false),
                    Scalar::Uint(_) => is_signed != Some(true),
                };
                let first = if is_exchange { 2 } else { 3 };
                usage.has_rows |= elements.lack((call, first), Some(instruction.ty), Some(1), fits);
                usage.words.insert(match types.get(instruction.ty) {
                    Some(Type::Integer(64)) => Word::Bits64,
                    _ => Word::Bits32,
                });
            }
            opcode::BUFFER_UPDATE_COUNTER => usage.has_counter = true,
            opcode::SAMPLE_CMP
            | opcode::SAMPLE_CMP_LEVEL_ZERO
            | opcode::SAMPLE_CMP_LEVEL
            | opcode::SAMPLE_CMP_GRAD
            | opcode::SAMPLE_CMP_BIAS
            | opcode::TEXTURE_GATHER_CMP => usage.compared = true,
            opcode::GET_DIMENSIONS if !view.kind.is_image() && view.kind != Kind::CBUFFER => {}
            _ => usage.sampled = true,
        }
    }
}

/// The elements of a buffer of structures.
struct Elements<'s, 'p> {
    source: &'s Source<'p>,
    body: &'s Body,
    view: &'s crate::views::View,
}

impl Elements<'_, '_> {
    /// True if the members are known and numbers are in none of them, or in some that do not fit: `first` is the argument that counts elements.
    fn lack(
        &self,
        (call, first): (Call<'_>, usize),
        number: Option<TypeId>,
        columns: Option<u32>,
        fits: impl Fn(Scalar) -> bool,
    ) -> bool {
        if self.view.kind != Kind::STRUCTURED_BUFFER {
            return false;
        }
        let Some(layout) = &self.view.layout else { return false };
        let places = || {
            let address = [call.argument(first)?, call.argument(first + 1)?];
            let wanted = (number?, columns?);
            crate::rows::element_places(self.source, self.body, layout, (address, self.view.stride), wanted)
        };
        places().is_none_or(|found| found.iter().flatten().any(|place| !fits(place.scalar)))
    }
}

/// The global variable that an address is in.
fn variable(source: &Source<'_>, body: &Body, pointer: ValueId) -> Option<ValueId> {
    /// Steps from an address to its variable.
    const STEPS: u32 = 16;
    let scope = source.program.scope(body);
    let mut at = pointer;
    for _ in 0..STEPS {
        at = match scope.value(at)? {
            Value::Variable(_) => return Some(at),
            Value::Constant(_) => match scope.constant(at)? {
                (Constant::Cast { value, .. }, _) => value,
                (Constant::GetElementPtr { operands, .. }, pool) => *pool.operands(operands).first()?,
                _ => return None,
            },
            _ => {
                let made = body.instruction(source.program.maker(body, at)?)?;
                match made.op {
                    Op::Cast(_) | Op::GetElementPtr { .. } => *body.operands(made).first()?,
                    _ => return None,
                }
            }
        };
    }
    None
}

/// What numbers a type is of. Those of minimum precision are 32 bits wide in memory.
fn word(ty: Option<Type>, native: bool) -> Word {
    match ty {
        Some(Type::Half | Type::Integer(16)) if native => Word::Bits16,
        Some(Type::Half | Type::Float) => Word::Float,
        Some(Type::Double | Type::Integer(64)) => Word::Bits64,
        _ => Word::Bits32,
    }
}

/// True for instructions that nothing else observes if their result is not used; loads of handles are such.
pub(crate) fn is_handle_load(source: &Source<'_>, instruction: &Instruction) -> bool {
    let types = &source.program.module.types;
    let is_address = matches!(instruction.op, Op::Load(_) | Op::GetElementPtr { .. } | Op::Phi | Op::Select);
    is_address && is_handle(types, instruction.ty, 0)
}

fn is_handle(types: &glassbox_dxil::ir::Types, ty: TypeId, depth: u32) -> bool {
    match types.get(ty) {
        Some(Type::Named { name, .. }) => {
            let name = types.text(name);
            name == b"dx.types.Handle" || name.starts_with(b"class.") || is_resource(name)
        }
        Some(Type::Pointer { pointee, .. }) if depth < 4 => is_handle(types, pointee, depth + 1),
        Some(Type::Array { element, .. }) if depth < 4 => is_handle(types, element, depth + 1),
        _ => false,
    }
}

fn is_resource(name: &[u8]) -> bool {
    const NAMES: &[&[u8]] = &[
        b"struct.SamplerState",
        b"struct.SamplerComparisonState",
        b"struct.RaytracingAccelerationStructure",
        b"struct.ByteAddressBuffer",
        b"struct.RWByteAddressBuffer",
    ];
    NAMES.iter().any(|known| name.starts_with(known))
}
