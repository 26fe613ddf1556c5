//! Computes the shader flags of one function from its instructions and, for entry points, its signatures.

use super::handles::Handles;
use super::opcode;
use super::program::{Kind, Operation, Program};
use super::requirements::Barrier;
use super::sizes::GROUP_SHARED;
use crate::facts::Version;
use crate::features::flag;
use crate::ir::{BinaryOp, Body, CastOp, Constant, FunctionId, Instruction, Op, Type, TypeId};
use crate::shader::Shader;
use crate::shader::entry::Entry;
use crate::shader::resource::Class;
use crate::shader::signature::Element;

/// Flags that follow from instructions, signatures and resources; all others are compiler options.
pub const DERIVED: u64 = flag::DOUBLES
    | flag::INT64
    | flag::LOW_PRECISION
    | flag::DOUBLE_EXTENSIONS
    | flag::WAVE_OPS
    | flag::TILED_RESOURCES
    | flag::MSAD
    | flag::TYPED_LOADS
    | flag::STENCIL_REF
    | flag::INNER_COVERAGE
    | flag::VIEWPORT_AND_ARRAY_INDEX
    | flag::UAVS_64
    | flag::UAVS_EVERYWHERE
    | flag::RAW_AND_STRUCTURED_BUFFERS
    | flag::COMPUTE_4
    | flag::ROVS
    | flag::VIEW_ID
    | flag::BARYCENTRICS
    | flag::SHADING_RATE
    | flag::RAYTRACING_1_1
    | flag::SAMPLER_FEEDBACK
    | flag::ATOMIC64_TYPED
    | flag::ATOMIC64_SHARED
    | flag::MESH_DERIVATIVES
    | flag::RESOURCE_HEAP
    | flag::SAMPLER_HEAP
    | flag::ATOMIC64_HEAP
    | flag::RESOURCES_DO_NOT_ALIAS
    | flag::TEXTURE_OPS
    | flag::WRITEABLE_MSAA
    | flag::COMPARE_GRADIENT
    | flag::EXTENDED_COMMAND
    | flag::USES_DERIVATIVES
    | flag::REQUIRES_GROUP;

/// Module-wide facts: versions, and compiler options.
#[derive(Clone, Copy, Debug)]
pub struct Choices {
    /// Validator version.
    pub validator: Version,
    /// DXIL version.
    pub dxil: Version,
    /// Option flags of the module, including whether resources may alias.
    pub flags: u64,
    /// True if the module has UAVs.
    pub has_uavs: bool,
    /// True if one of them is a multisampled texture.
    pub has_written_samples: bool,
}

impl Choices {
    /// Extracts the options from a module's flags.
    pub fn of(shader: &Shader) -> Choices {
        let mut uavs = shader.resources.iter().filter(|resource| resource.class == Class::Uav);
        Choices {
            has_uavs: uavs.clone().next().is_some(),
            has_written_samples: uavs.any(|resource| matches!(resource.kind, 3 | 8)),
            validator: shader.validator,
            dxil: shader.dxil,
            flags: shader.entries.first().map_or(0, |entry| entry.properties.flags),
        }
    }

    fn is_before(self, minor: u32) -> bool {
        let Version { major, minor: own } = self.validator;
        (major, own) != (0, 0) && (major, own) < (1, minor)
    }
}

/// Semantic kinds that affect flags.
mod semantic {
    pub(super) const ARRAY_INDICES: [u8; 2] = [4, 5];
    pub(super) const INNER_COVERAGE: u8 = 15;
    pub(super) const STENCIL_REF: u8 = 20;
    pub(super) const BARYCENTRICS: u8 = 28;
    pub(super) const SHADING_RATE: u8 = 29;
}

/// Types of a value that affect flags.
#[derive(Clone, Copy, Default)]
struct Types {
    double: bool,
    half: bool,
    int16: bool,
    int64: bool,
    shared: bool,
}

impl Types {
    fn add(&mut self, program: &Program<'_>, ty: TypeId) {
        match program.module.types.get(ty) {
            Some(Type::Double) => self.double = true,
            Some(Type::Half) => self.half = true,
            Some(Type::Integer(16)) => self.int16 = true,
            Some(Type::Integer(64)) => self.int64 = true,
            Some(Type::Pointer { address_space, .. }) => self.shared |= address_space == GROUP_SHARED,
            _ => {}
        }
    }
}

/// Gathers the flags of a function.
struct Gather<'p, 'm> {
    program: &'p Program<'m>,
    shader: &'p Shader,
    choices: Choices,
    handles: &'p Handles<'p, 'm>,
    flags: u64,
    has_uavs: bool,
    has_lod_clamp: bool,
    has_derivatives: bool,
}

/// Flags of a defined function, without those of its callees.
pub fn of<'p>(
    program: &'p Program<'_>,
    shader: &'p Shader,
    handles: &'p Handles<'p, '_>,
    choices: Choices,
    function: FunctionId,
) -> u64 {
    let Some(body) = program.body(function) else {
        return 0;
    };
    let mut gather = Gather::new(program, shader, handles, choices);
    for instruction in &body.instructions {
        gather.instruction(body, instruction);
    }
    // Before 1.8 the presence of such a texture sufficed.
    if choices.is_before(8) && choices.has_written_samples {
        gather.flags |= flag::WRITEABLE_MSAA;
    }
    if let Some(entry) = shader.entry_of(function.index()) {
        gather.signatures(entry);
    }
    gather.finish()
}

/// Flags that each instruction of a body sets by itself, with its index; without those that set none.
pub fn by_instruction<'p>(
    program: &'p Program<'_>,
    shader: &'p Shader,
    handles: &'p Handles<'p, '_>,
    choices: Choices,
    body: &Body,
) -> Vec<(usize, u64)> {
    let mut gather = Gather::new(program, shader, handles, choices);
    let mut found = Vec::new();
    for (index, instruction) in body.instructions.iter().enumerate() {
        (gather.flags, gather.has_lod_clamp) = (0, false);
        gather.instruction(body, instruction);
        gather.set(flag::TILED_RESOURCES, gather.has_lod_clamp);
        if gather.flags != 0 {
            found.push((index, gather.flags));
        }
    }
    found
}

/// Flags that each element of an entry point's signatures sets by itself: true for outputs, its position, the flags.
pub fn by_element<'p>(
    program: &'p Program<'_>,
    shader: &'p Shader,
    handles: &'p Handles<'p, '_>,
    choices: Choices,
    entry: &Entry,
) -> Vec<(bool, usize, u64)> {
    let mut gather = Gather::new(program, shader, handles, choices);
    let kind = gather.kind(entry);
    let mut found = Vec::new();
    let signatures = &entry.signatures;
    for (is_output, elements) in [(false, &signatures.inputs), (true, &signatures.outputs)] {
        for (index, element) in elements.iter().enumerate() {
            gather.flags = 0;
            if is_output {
                gather.output(element, kind)
            } else {
                gather.input(element, kind)
            }
            if gather.flags != 0 {
                found.push((is_output, index, gather.flags));
            }
        }
    }
    found
}

impl<'p, 'm> Gather<'p, 'm> {
    fn new(
        program: &'p Program<'m>,
        shader: &'p Shader,
        handles: &'p Handles<'p, 'm>,
        choices: Choices,
    ) -> Gather<'p, 'm> {
        Gather {
            program,
            shader,
            choices,
            handles,
            flags: 0,
            has_uavs: choices.is_before(8) && choices.has_uavs,
            has_lod_clamp: false,
            has_derivatives: false,
        }
    }

    fn set(&mut self, flag: u64, condition: bool) {
        if condition {
            self.flags |= flag;
        }
    }

    fn instruction(&mut self, body: &Body, instruction: &Instruction) {
        let callee = self.program.callee(body, instruction);
        let is_call = instruction.call().is_some();
        if is_call && callee.is_none_or(|callee| self.program.kind(callee) != Kind::Operation) {
            return;
        }
        let mut types = Types::default();
        types.add(self.program, instruction.ty);
        self.set(flag::REQUIRES_GROUP, types.shared);
        // The index may have any width.
        if matches!(instruction.op, Op::ExtractElement | Op::InsertElement) {
            return;
        }
        let scope = self.program.scope(body);
        for &operand in body.operands(instruction) {
            if let Some(ty) = scope.type_of(operand) {
                types.add(self.program, ty);
            }
        }
        self.set(flag::REQUIRES_GROUP, types.shared);
        self.set(flag::DOUBLES, types.double);
        self.set(flag::INT64, types.int64);
        self.set(flag::LOW_PRECISION, types.half || types.int16);
        let divides = matches!(instruction.op, Op::Binary { op: BinaryOp::FDiv, .. });
        let converts = matches!(
            instruction.op,
            Op::Cast(CastOp::UiToFp | CastOp::SiToFp | CastOp::FpToUi | CastOp::FpToSi)
        );
        self.set(flag::DOUBLE_EXTENSIONS, types.double && (divides || converts));
        let is_atomic = matches!(instruction.op, Op::CompareExchange { .. } | Op::AtomicRmw { .. });
        self.set(flag::ATOMIC64_SHARED, types.int64 && is_atomic);
        if let Some(operation) = self.program.operation(body, instruction) {
            self.operation(body, operation, types);
        }
    }

    fn operation(&mut self, body: &Body, operation: Operation<'_>, types: Types) {
        let code = operation.code;
        self.set(flag::WAVE_OPS, opcode::is_wave(code));
        self.set(flag::SAMPLER_FEEDBACK, opcode::is_feedback(code));
        match code {
            opcode::CHECK_ACCESS_FULLY_MAPPED => self.flags |= flag::TILED_RESOURCES,
            opcode::MSAD => self.flags |= flag::MSAD,
            opcode::FMA => self.set(flag::DOUBLE_EXTENSIONS, types.double),
            opcode::INNER_COVERAGE => self.flags |= flag::INNER_COVERAGE,
            opcode::VIEW_ID => self.flags |= flag::VIEW_ID,
            opcode::ALLOCATE_RAY_QUERY | opcode::ALLOCATE_RAY_QUERY2 | opcode::GEOMETRY_INDEX => {
                self.flags |= flag::RAYTRACING_1_1;
            }
            opcode::ATTRIBUTE_AT_VERTEX => self.flags |= flag::BARYCENTRICS,
            opcode::TEXTURE_LOAD => {
                // Offsets follow handle, level and three coordinates.
                let varies = self.varies(body, operation, 6);
                self.set(flag::TEXTURE_OPS, varies);
                self.typed_load(body, operation);
            }
            opcode::BUFFER_LOAD => self.typed_load(body, operation),
            opcode::ATOMIC_BIN_OP | opcode::ATOMIC_COMPARE_EXCHANGE if types.int64 => {
                self.atomic64(body, operation);
            }
            opcode::SAMPLE_LEVEL | opcode::SAMPLE_CMP_LEVEL_ZERO => {
                let varies = self.varies(body, operation, 7);
                self.set(flag::TEXTURE_OPS, varies);
            }
            opcode::SAMPLE_GRAD | opcode::SAMPLE_CMP_GRAD => {
                self.sample(body, operation, opcode::SAMPLE_CMP_GRAD)
            }
            opcode::SAMPLE | opcode::SAMPLE_BIAS | opcode::SAMPLE_CMP | opcode::SAMPLE_CMP_BIAS => {
                self.sample(body, operation, opcode::SAMPLE_CMP_BIAS);
                self.has_derivatives = true;
            }
            opcode::CALCULATE_LOD | opcode::DERIV_COARSE_X..=opcode::DERIV_FINE_Y => {
                self.has_derivatives = true
            }
            opcode::CREATE_HANDLE_FROM_HEAP => {
                let sampler = operation.argument(2).and_then(|value| self.program.scope(body).integer(value));
                let is_sampler = sampler.is_some_and(|sampler| sampler != 0);
                self.set(flag::SAMPLER_HEAP, is_sampler);
                self.set(flag::RESOURCE_HEAP, !is_sampler);
            }
            opcode::CREATE_HANDLE | opcode::CREATE_HANDLE_FOR_LIB | opcode::ANNOTATE_HANDLE => {
                let properties = self.handles.properties(body, operation);
                self.has_uavs |= properties.is_uav;
                let writes_samples = properties.is_uav && properties.is_multisampled();
                self.set(flag::WRITEABLE_MSAA, writes_samples && !self.choices.is_before(8));
            }
            opcode::TEXTURE_STORE_SAMPLE => self.flags |= flag::WRITEABLE_MSAA | flag::TEXTURE_OPS,
            opcode::SAMPLE_CMP_LEVEL | opcode::TEXTURE_GATHER_RAW => self.flags |= flag::TEXTURE_OPS,
            opcode::START_VERTEX_LOCATION | opcode::START_INSTANCE_LOCATION => {
                self.flags |= flag::EXTENDED_COMMAND;
            }
            _ if opcode::is_barrier(code) => {
                let barrier = Barrier::of(self.program, body, operation);
                self.set(flag::REQUIRES_GROUP, barrier.needs_group());
            }
            _ => {}
        }
    }

    /// True if one of the three offsets from argument `first` on is not constant.
    fn varies(&self, body: &Body, operation: Operation<'_>, first: usize) -> bool {
        let offsets = operation.arguments.get(first..first + 3).unwrap_or_default();
        offsets.iter().any(|&offset| !self.program.is_constant(body, offset))
    }

    fn sample(&mut self, body: &Body, operation: Operation<'_>, comparing: u32) {
        let varies = self.varies(body, operation, 7);
        self.set(flag::TEXTURE_OPS, varies);
        let clamp = operation.arguments.last().copied();
        self.has_lod_clamp |= clamp.is_some_and(|clamp| {
            match self.program.scope(body).constant(clamp).map(|found| found.0) {
                Some(Constant::Undef | Constant::Null) => false,
                // Zero has a sign.
                Some(Constant::Float(bits)) => bits & 0x7FFF_FFFF != 0,
                _ => true,
            }
        });
        // The compiler keeps the result of the last sample.
        self.flags &= !flag::COMPARE_GRADIENT;
        self.set(flag::COMPARE_GRADIENT, operation.code == comparing);
    }

    /// Handles a multi-component load from a typed UAV; formats beyond three need a flag.
    fn typed_load(&mut self, body: &Body, operation: Operation<'_>) {
        let handle = operation.argument(1);
        let Some(properties) = handle.and_then(|handle| self.handles.of(body, handle)) else {
            return;
        };
        let any = (self.choices.validator.major, self.choices.validator.minor) == (1, 0);
        let several = properties.is_typed() && properties.components > 1;
        self.set(flag::TYPED_LOADS, properties.is_uav && (any || several));
    }

    fn atomic64(&mut self, body: &Body, operation: Operation<'_>) {
        let Some(handle) = operation.argument(1) else {
            return;
        };
        let typed = self.handles.of(body, handle).is_some_and(|found| found.is_typed());
        self.set(flag::ATOMIC64_TYPED, typed);
        let is_bound = self.handles.bound(body, handle).is_some();
        self.set(flag::ATOMIC64_HEAP, !is_bound);
    }

    fn kind(&self, entry: &Entry) -> u32 {
        if self.shader.is_library() {
            entry.properties.kind.unwrap_or_default()
        } else {
            u32::from(self.shader.kind)
        }
    }

    fn signatures(&mut self, entry: &Entry) {
        let kind = self.kind(entry);
        for element in &entry.signatures.inputs {
            self.input(element, kind);
        }
        for element in &entry.signatures.outputs {
            self.output(element, kind);
        }
        let is_mesh = matches!(kind, 13 | 14);
        let known = !self.choices.is_before(8) || matches!(self.shader.kind, 13 | 14);
        self.set(flag::MESH_DERIVATIVES, self.has_derivatives && is_mesh && known);
    }

    fn input(&mut self, element: &Element, kind: u32) {
        // Pixel, vertex, geometry, hull, domain.
        let reads_index = kind == 2 || matches!(kind, 3 | 4) && !self.choices.is_before(4);
        let is_index = semantic::ARRAY_INDICES.contains(&element.semantic);
        self.set(flag::VIEWPORT_AND_ARRAY_INDEX, is_index && reads_index);
        self.set(flag::SHADING_RATE, element.semantic == semantic::SHADING_RATE);
        self.set(flag::BARYCENTRICS, element.semantic == semantic::BARYCENTRICS);
    }

    fn output(&mut self, element: &Element, kind: u32) {
        let writes_index = matches!(kind, 1 | 3 | 4);
        let is_index = semantic::ARRAY_INDICES.contains(&element.semantic);
        self.set(flag::VIEWPORT_AND_ARRAY_INDEX, is_index && writes_index);
        self.set(flag::SHADING_RATE, element.semantic == semantic::SHADING_RATE);
        self.set(flag::STENCIL_REF, element.semantic == semantic::STENCIL_REF && kind == 0);
        self.set(flag::INNER_COVERAGE, element.semantic == semantic::INNER_COVERAGE && kind == 0);
    }

    fn finish(mut self) -> u64 {
        let choices = self.choices;
        self.set(flag::USES_DERIVATIVES, self.has_derivatives);
        self.set(flag::TILED_RESOURCES, self.has_lod_clamp && !choices.is_before(8));
        if choices.is_before(8) {
            self.flags &= !(flag::USES_DERIVATIVES | flag::REQUIRES_GROUP);
        }
        if choices.is_before(9) {
            self.flags &= !flag::SAMPLER_FEEDBACK;
        }
        if choices.is_before(6) {
            self.flags &= !flag::BARYCENTRICS;
        }
        // The flag was introduced in DXIL 1.7.
        let knows_alias = (choices.dxil.major, choices.dxil.minor) >= (1, 7);
        let may_not_alias = choices.flags & flag::RESOURCES_DO_NOT_ALIAS != 0;
        self.set(flag::RESOURCES_DO_NOT_ALIAS, knows_alias && may_not_alias && self.has_uavs);
        let kept = flag::NATIVE_LOW_PRECISION | flag::DISABLE_OPTIMIZATIONS | flag::ALL_RESOURCES_BOUND;
        self.flags | choices.flags & kept
    }
}
