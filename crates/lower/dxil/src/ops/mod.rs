//! The table of DXIL operations: what each becomes.

mod buffer;
mod interface;
mod math;
mod members;
mod mesh;
mod packed;
mod query;
mod ray;
mod texture;
mod thread;
mod wave;

use glassbox_dxil::ir::{Instruction, TypeId, ValueId};
use glassbox_dxil::operation::{Operation, opcode as o};
use glassbox_lower_directx::{Outcome, rules};
use glassbox_spirv::build::value::built_in as built;
use glassbox_spirv::build::{Id, glsl, op};

use crate::writer::{Value, Writer};

/// A call of an operation.
#[derive(Clone, Copy)]
pub(crate) struct Call<'c> {
    pub(crate) number: u32,
    /// Arguments after the number.
    pub(crate) arguments: &'c [ValueId],
    /// Type of the result.
    pub(crate) ty: TypeId,
    /// True if the result must be computed as it is written.
    pub(crate) is_precise: bool,
    /// Members of the result that are used, one bit each.
    pub(crate) used: u32,
}

/// What writes an operation.
type Lower = for<'p> fn(&mut Writer<'p>, &Call<'p>) -> Outcome<Value>;

/// What an operation becomes.
#[derive(Clone, Copy)]
enum Becomes {
    /// An instruction of all arguments.
    Plain(u16),
    /// One of `GLSL.std.450`.
    Extended(u32),
    /// A number of a built-in variable of one component.
    BuiltIn(u32),
    /// A component of a built-in variable of three.
    Component(u32),
    /// What a function writes.
    With(Lower),
}

use Becomes::{BuiltIn, Component, Extended, Plain, With};

/// Operations in the order of their numbers.
#[rustfmt::skip]
static ROWS: &[(u32, Becomes)] = &[
    (o::LOAD_INPUT, With(interface::load_input)),
    (o::STORE_OUTPUT, With(interface::store_output)),
    (o::F_ABS, Extended(glsl::F_ABS)),
    (o::SATURATE, With(math::saturate)),
    (o::IS_NAN, Plain(op::IS_NAN)),
    (o::IS_INF, Plain(op::IS_INF)),
    (o::IS_FINITE, With(math::is_finite)),
    (o::IS_NORMAL, With(math::is_normal)),
    (o::COS, Extended(glsl::COS)),
    (o::SIN, Extended(glsl::SIN)),
    (o::TAN, Extended(glsl::TAN)),
    (o::ACOS, Extended(glsl::ACOS)),
    (o::ASIN, Extended(glsl::ASIN)),
    (o::ATAN, Extended(glsl::ATAN)),
    (o::HCOS, Extended(glsl::COSH)),
    (o::HSIN, Extended(glsl::SINH)),
    (o::HTAN, Extended(glsl::TANH)),
    (o::EXP, Extended(glsl::EXP2)),
    (o::FRC, Extended(glsl::FRACT)),
    (o::LOG, Extended(glsl::LOG2)),
    (o::SQRT, Extended(glsl::SQRT)),
    (o::RSQRT, Extended(glsl::INVERSE_SQRT)),
    (o::ROUND_NE, Extended(glsl::ROUND_EVEN)),
    (o::ROUND_NI, Extended(glsl::FLOOR)),
    (o::ROUND_PI, Extended(glsl::CEIL)),
    (o::ROUND_Z, Extended(glsl::TRUNC)),
    (o::BFREV, With(math::reverse_bits)),
    (o::COUNTBITS, With(math::count_bits)),
    (o::FIRSTBIT_LO, With(math::first_bit)),
    (o::FIRSTBIT_HI, With(math::first_bit)),
    (o::FIRSTBIT_S_HI, With(math::first_bit)),
    (o::F_MAX, Extended(glsl::N_MAX)),
    (o::F_MIN, Extended(glsl::N_MIN)),
    (o::I_MAX, Extended(glsl::S_MAX)),
    (o::I_MIN, Extended(glsl::S_MIN)),
    (o::U_MAX, Extended(glsl::U_MAX)),
    (o::U_MIN, Extended(glsl::U_MIN)),
    (o::I_MUL, With(math::wide_product)),
    (o::U_MUL, With(math::wide_product)),
    (o::U_DIV, With(math::divide)),
    (o::U_ADDC, With(math::carry)),
    (o::U_SUBB, With(math::carry)),
    (o::F_MAD, With(math::multiply_add)),
    (o::FMA, Extended(glsl::FMA)),
    (o::I_MAD, With(math::multiply_add)),
    (o::U_MAD, With(math::multiply_add)),
    (o::MSAD, With(packed::masked_differences)),
    (o::IBFE, With(math::extract_bits)),
    (o::UBFE, With(math::extract_bits)),
    (o::BFI, With(math::insert_bits)),
    (o::DOT2, With(math::dot)),
    (o::DOT3, With(math::dot)),
    (o::DOT4, With(math::dot)),
    (o::CREATE_HANDLE, With(none)),
    (o::C_BUFFER_LOAD, With(buffer::load_constant)),
    (o::C_BUFFER_LOAD_LEGACY, With(buffer::load_constants)),
    (o::SAMPLE, With(texture::sample)),
    (o::SAMPLE_BIAS, With(texture::sample)),
    (o::SAMPLE_LEVEL, With(texture::sample)),
    (o::SAMPLE_GRAD, With(texture::sample)),
    (o::SAMPLE_CMP, With(texture::sample)),
    (o::SAMPLE_CMP_LEVEL_ZERO, With(texture::sample)),
    (o::TEXTURE_LOAD, With(texture::load)),
    (o::TEXTURE_STORE, With(texture::store)),
    (o::BUFFER_LOAD, With(buffer::load)),
    (o::BUFFER_STORE, With(buffer::store)),
    (o::BUFFER_UPDATE_COUNTER, With(buffer::count)),
    (o::CHECK_ACCESS_FULLY_MAPPED, With(texture::is_resident)),
    (o::GET_DIMENSIONS, With(texture::size)),
    (o::TEXTURE_GATHER, With(texture::gather)),
    (o::TEXTURE_GATHER_CMP, With(texture::gather)),
    (o::TEXTURE_2DMS_GET_SAMPLE_POSITION, With(texture::sample_position)),
    (o::RENDER_TARGET_GET_SAMPLE_POSITION, With(texture::target_sample_position)),
    (o::RENDER_TARGET_GET_SAMPLE_COUNT, With(texture::target_samples)),
    (o::ATOMIC_BIN_OP, With(buffer::atomic)),
    (o::ATOMIC_COMPARE_EXCHANGE, With(buffer::compare_exchange)),
    (o::BARRIER, With(thread::barrier)),
    (o::CALCULATE_LOD, With(texture::level)),
    (o::DISCARD, With(thread::discard)),
    (o::DERIV_COARSE_X, With(math::derivative)),
    (o::DERIV_COARSE_Y, With(math::derivative)),
    (o::DERIV_FINE_X, With(math::derivative)),
    (o::DERIV_FINE_Y, With(math::derivative)),
    (o::EVAL_SNAPPED, With(interface::evaluate)),
    (o::EVAL_SAMPLE_INDEX, With(interface::evaluate)),
    (o::EVAL_CENTROID, With(interface::evaluate)),
    (o::SAMPLE_INDEX, BuiltIn(built::SAMPLE_ID)),
    (o::COVERAGE, With(interface::coverage)),
    (o::INNER_COVERAGE, With(interface::inner_coverage)),
    (o::THREAD_ID, Component(built::GLOBAL_INVOCATION_ID)),
    (o::GROUP_ID, Component(built::WORKGROUP_ID)),
    (o::THREAD_ID_IN_GROUP, Component(built::LOCAL_INVOCATION_ID)),
    (o::FLATTENED_THREAD_ID_IN_GROUP, BuiltIn(built::LOCAL_INVOCATION_INDEX)),
    (o::EMIT_STREAM, With(interface::emit)),
    (o::CUT_STREAM, With(interface::emit)),
    (o::EMIT_THEN_CUT_STREAM, With(interface::emit)),
    (o::GS_INSTANCE_ID, BuiltIn(built::INVOCATION_ID)),
    (o::MAKE_DOUBLE, With(math::make_double)),
    (o::SPLIT_DOUBLE, With(math::split_double)),
    (o::LOAD_OUTPUT_CONTROL_POINT, With(interface::load_control_point)),
    (o::LOAD_PATCH_CONSTANT, With(interface::load_patch_constant)),
    (o::DOMAIN_LOCATION, With(interface::domain_location)),
    (o::STORE_PATCH_CONSTANT, With(interface::store_patch_constant)),
    (o::OUTPUT_CONTROL_POINT_ID, BuiltIn(built::INVOCATION_ID)),
    (o::PRIMITIVE_ID, With(interface::primitive)),
    (o::CYCLE_COUNTER_LEGACY, With(thread::clock)),
    (o::WAVE_IS_FIRST_LANE, With(wave::is_first)),
    (o::WAVE_GET_LANE_INDEX, BuiltIn(built::SUBGROUP_LOCAL_INVOCATION_ID)),
    (o::WAVE_GET_LANE_COUNT, BuiltIn(built::SUBGROUP_SIZE)),
    (o::WAVE_ANY_TRUE, With(wave::vote)),
    (o::WAVE_ALL_TRUE, With(wave::vote)),
    (o::WAVE_ACTIVE_ALL_EQUAL, With(wave::vote)),
    (o::WAVE_ACTIVE_BALLOT, With(wave::ballot)),
    (o::WAVE_READ_LANE_AT, With(wave::read_lane)),
    (o::WAVE_READ_LANE_FIRST, With(wave::read_first)),
    (o::WAVE_ACTIVE_OP, With(wave::reduce)),
    (o::WAVE_ACTIVE_BIT, With(wave::reduce_bits)),
    (o::WAVE_PREFIX_OP, With(wave::reduce)),
    (o::QUAD_READ_LANE_AT, With(wave::quad_read)),
    (o::QUAD_OP, With(wave::quad_swap)),
    (o::BITCAST_I16_TO_F16, With(math::reinterpret)),
    (o::BITCAST_F16_TO_I16, With(math::reinterpret)),
    (o::BITCAST_I32_TO_F32, With(math::reinterpret)),
    (o::BITCAST_F32_TO_I32, With(math::reinterpret)),
    (o::BITCAST_I64_TO_F64, With(math::reinterpret)),
    (o::BITCAST_F64_TO_I64, With(math::reinterpret)),
    (o::LEGACY_F32_TO_F16, With(math::to_half)),
    (o::LEGACY_F16_TO_F32, With(math::from_half)),
    (o::LEGACY_DOUBLE_TO_FLOAT, Plain(op::F_CONVERT)),
    (o::LEGACY_DOUBLE_TO_S_INT32, With(math::double_to_int)),
    (o::LEGACY_DOUBLE_TO_U_INT32, With(math::double_to_int)),
    (o::WAVE_ALL_BIT_COUNT, With(wave::count)),
    (o::WAVE_PREFIX_BIT_COUNT, With(wave::count)),
    (o::ATTRIBUTE_AT_VERTEX, With(interface::attribute_at_vertex)),
    (o::VIEW_ID, BuiltIn(built::VIEW_INDEX)),
    (o::RAW_BUFFER_LOAD, With(buffer::load)),
    (o::RAW_BUFFER_STORE, With(buffer::store)),
    (o::INSTANCE_ID, BuiltIn(built::INSTANCE_CUSTOM_INDEX_KHR)),
    (o::INSTANCE_INDEX, BuiltIn(built::INSTANCE_ID)),
    (o::HIT_KIND, BuiltIn(built::HIT_KIND_KHR)),
    (o::RAY_FLAGS, BuiltIn(built::INCOMING_RAY_FLAGS_KHR)),
    (o::DISPATCH_RAYS_INDEX, Component(built::LAUNCH_ID_KHR)),
    (o::DISPATCH_RAYS_DIMENSIONS, Component(built::LAUNCH_SIZE_KHR)),
    (o::WORLD_RAY_ORIGIN, Component(built::WORLD_RAY_ORIGIN_KHR)),
    (o::WORLD_RAY_DIRECTION, Component(built::WORLD_RAY_DIRECTION_KHR)),
    (o::OBJECT_RAY_ORIGIN, Component(built::OBJECT_RAY_ORIGIN_KHR)),
    (o::OBJECT_RAY_DIRECTION, Component(built::OBJECT_RAY_DIRECTION_KHR)),
    (o::OBJECT_TO_WORLD, With(ray::matrix)),
    (o::WORLD_TO_OBJECT, With(ray::matrix)),
    (o::RAY_T_MIN, BuiltIn(built::RAY_TMIN_KHR)),
    (o::RAY_T_CURRENT, BuiltIn(built::RAY_TMAX_KHR)),
    (o::IGNORE_HIT, With(ray::end_hit)),
    (o::ACCEPT_HIT_AND_END_SEARCH, With(ray::end_hit)),
    (o::TRACE_RAY, With(ray::trace)),
    (o::REPORT_HIT, With(ray::report)),
    (o::CALL_SHADER, With(ray::call)),
    (o::CREATE_HANDLE_FOR_LIB, With(none)),
    (o::PRIMITIVE_INDEX, BuiltIn(built::PRIMITIVE_ID)),
    (o::DOT2_ADD_HALF, With(packed::dot_halves)),
    (o::DOT4_ADD_I8_PACKED, With(packed::dot_bytes)),
    (o::DOT4_ADD_U8_PACKED, With(packed::dot_bytes)),
    (o::WAVE_MATCH, With(wave::matching)),
    (o::WAVE_MULTI_PREFIX_OP, With(wave::multi_prefix)),
    (o::WAVE_MULTI_PREFIX_BIT_COUNT, With(wave::multi_prefix_count)),
    (o::SET_MESH_OUTPUT_COUNTS, With(mesh::counts)),
    (o::EMIT_INDICES, With(mesh::indices)),
    (o::GET_MESH_PAYLOAD, With(mesh::payload)),
    (o::STORE_VERTEX_OUTPUT, With(mesh::store_vertex)),
    (o::STORE_PRIMITIVE_OUTPUT, With(mesh::store_primitive)),
    (o::DISPATCH_MESH, With(mesh::dispatch)),
    (o::ALLOCATE_RAY_QUERY, With(query::allocate)),
    (o::RAY_QUERY_TRACE_RAY_INLINE, With(query::initialize)),
    (o::RAY_QUERY_PROCEED, With(query::proceed)),
    (o::RAY_QUERY_ABORT, With(query::finish)),
    (o::RAY_QUERY_COMMIT_NON_OPAQUE_TRIANGLE_HIT, With(query::finish)),
    (o::RAY_QUERY_COMMIT_PROCEDURAL_PRIMITIVE_HIT, With(query::finish)),
    (o::RAY_QUERY_COMMITTED_STATUS, With(query::scalar)),
    (o::RAY_QUERY_CANDIDATE_TYPE, With(query::scalar)),
    (o::RAY_QUERY_CANDIDATE_OBJECT_TO_WORLD3X4, With(query::matrix)),
    (o::RAY_QUERY_CANDIDATE_WORLD_TO_OBJECT3X4, With(query::matrix)),
    (o::RAY_QUERY_COMMITTED_OBJECT_TO_WORLD3X4, With(query::matrix)),
    (o::RAY_QUERY_COMMITTED_WORLD_TO_OBJECT3X4, With(query::matrix)),
    (o::RAY_QUERY_CANDIDATE_PROCEDURAL_PRIMITIVE_NON_OPAQUE, With(query::scalar)),
    (o::RAY_QUERY_CANDIDATE_TRIANGLE_FRONT_FACE, With(query::scalar)),
    (o::RAY_QUERY_COMMITTED_TRIANGLE_FRONT_FACE, With(query::scalar)),
    (o::RAY_QUERY_CANDIDATE_TRIANGLE_BARYCENTRICS, With(query::vector)),
    (o::RAY_QUERY_COMMITTED_TRIANGLE_BARYCENTRICS, With(query::vector)),
    (o::RAY_QUERY_RAY_FLAGS, With(query::scalar)),
    (o::RAY_QUERY_WORLD_RAY_ORIGIN, With(query::vector)),
    (o::RAY_QUERY_WORLD_RAY_DIRECTION, With(query::vector)),
    (o::RAY_QUERY_RAY_T_MIN, With(query::scalar)),
    (o::RAY_QUERY_CANDIDATE_TRIANGLE_RAY_T, With(query::scalar)),
    (o::RAY_QUERY_COMMITTED_RAY_T, With(query::scalar)),
    (o::RAY_QUERY_CANDIDATE_INSTANCE_INDEX, With(query::scalar)),
    (o::RAY_QUERY_CANDIDATE_INSTANCE_ID, With(query::scalar)),
    (o::RAY_QUERY_CANDIDATE_GEOMETRY_INDEX, With(query::scalar)),
    (o::RAY_QUERY_CANDIDATE_PRIMITIVE_INDEX, With(query::scalar)),
    (o::RAY_QUERY_CANDIDATE_OBJECT_RAY_ORIGIN, With(query::vector)),
    (o::RAY_QUERY_CANDIDATE_OBJECT_RAY_DIRECTION, With(query::vector)),
    (o::RAY_QUERY_COMMITTED_INSTANCE_INDEX, With(query::scalar)),
    (o::RAY_QUERY_COMMITTED_INSTANCE_ID, With(query::scalar)),
    (o::RAY_QUERY_COMMITTED_GEOMETRY_INDEX, With(query::scalar)),
    (o::RAY_QUERY_COMMITTED_PRIMITIVE_INDEX, With(query::scalar)),
    (o::RAY_QUERY_COMMITTED_OBJECT_RAY_ORIGIN, With(query::vector)),
    (o::RAY_QUERY_COMMITTED_OBJECT_RAY_DIRECTION, With(query::vector)),
    (o::GEOMETRY_INDEX, BuiltIn(built::RAY_GEOMETRY_INDEX_KHR)),
    (o::RAY_QUERY_CANDIDATE_INSTANCE_CONTRIBUTION_TO_HIT_GROUP_INDEX, With(query::scalar)),
    (o::RAY_QUERY_COMMITTED_INSTANCE_CONTRIBUTION_TO_HIT_GROUP_INDEX, With(query::scalar)),
    (o::ANNOTATE_HANDLE, With(none)),
    (o::CREATE_HANDLE_FROM_BINDING, With(none)),
    (o::CREATE_HANDLE_FROM_HEAP, With(none)),
    (o::UNPACK4X8, With(packed::unpack)),
    (o::PACK4X8, With(packed::pack)),
    (o::IS_HELPER_LANE, With(thread::is_helper)),
    (o::QUAD_VOTE, With(wave::quad_vote)),
    (o::SAMPLE_CMP_LEVEL, With(texture::sample)),
    (o::TEXTURE_STORE_SAMPLE, With(texture::store)),
    (o::BARRIER_BY_MEMORY_TYPE, With(thread::barrier_by_memory)),
    (o::BARRIER_BY_MEMORY_HANDLE, With(thread::barrier_by_memory)),
    (o::SAMPLE_CMP_GRAD, With(texture::sample)),
    (o::SAMPLE_CMP_BIAS, With(texture::sample)),
    (o::START_VERTEX_LOCATION, BuiltIn(built::BASE_VERTEX)),
    (o::START_INSTANCE_LOCATION, BuiltIn(built::BASE_INSTANCE)),
    (o::ALLOCATE_RAY_QUERY2, With(query::allocate)),
    (o::RAW_BUFFER_VECTOR_LOAD, With(buffer::load_vector)),
    (o::RAW_BUFFER_VECTOR_STORE, With(buffer::store_vector)),
    (o::VECTOR_REDUCE_AND, Plain(op::ALL)),
    (o::VECTOR_REDUCE_OR, Plain(op::ANY)),
    (o::F_DOT, Plain(op::DOT)),
];

/// Handles are looked up where they are used.
fn none(_: &mut Writer<'_>, _: &Call<'_>) -> Outcome<Value> {
    Ok(Value::None)
}

/// An operation that no module has.
fn unsayable(writer: &mut Writer<'_>, call: &Call<'_>) -> Outcome<Value> {
    let name = name(call.number);
    Err(writer.refuse(&rules::OPERATION, format!("found {name}, which SPIR-V has no instruction for")))
}

/// Name of an operation.
pub(crate) fn name(number: u32) -> String {
    match Operation::of(u64::from(number)) {
        Some(operation) => format!("{} (operation {number})", operation.name),
        None => format!("operation {number}"),
    }
}

impl<'p> Writer<'p> {
    /// Writes a call of an operation.
    pub(crate) fn operation(
        &mut self,
        instruction: &Instruction,
        number: u32,
        arguments: &'p [ValueId],
    ) -> Outcome<Value> {
        if let Some((value, all)) = self.several(arguments) {
            return self.for_each(instruction, number, arguments, (value, &all));
        }
        let call = Call {
            number,
            arguments,
            ty: instruction.ty,
            is_precise: self.is_precise(),
            used: self.used_members(instruction),
        };
        let found = ROWS.binary_search_by_key(&number, |row| row.0).ok().and_then(|at| ROWS.get(at));
        let Some((_, becomes)) = found else {
            return unsayable(self, &call);
        };
        match *becomes {
            Plain(opcode) => {
                let (ty, ids) = (self.ty(call.ty)?, self.ids(arguments)?);
                Ok(Value::Id(self.b.value(opcode, ty, &ids)))
            }
            Extended(instruction) => {
                let (ty, ids) = (self.ty(call.ty)?, self.ids(arguments)?);
                Ok(Value::Id(self.extended(ty, instruction, &ids)))
            }
            BuiltIn(number) => {
                let ty = self.ty(call.ty)?;
                Ok(Value::Id(self.built_in(number, ty)))
            }
            Component(number) => {
                let ty = self.ty(call.ty)?;
                let vector = self.b.vector(ty, 3);
                let component = self.argument(&call, 0)?;
                let component = self.component_index(component)?;
                let value =
                    self.built_ins.component(&mut self.b, (number, vector), component, &mut self.interface);
                Ok(Value::Id(value))
            }
            With(lower) => lower(self, &call),
        }
    }

    /// An argument after the number.
    pub(crate) fn argument(&self, call: &Call<'_>, index: usize) -> Outcome<ValueId> {
        call.arguments.get(index).copied().ok_or_else(|| {
            let message = format!("found {} arguments of {}", call.arguments.len(), name(call.number));
            self.refuse(&rules::SHAPE, message)
        })
    }

    /// An argument as an id.
    pub(crate) fn operand(&mut self, call: &Call<'_>, index: usize) -> Outcome<Id> {
        let value = self.argument(call, index)?;
        self.id(value)
    }

    /// The value of a built-in variable of one component.
    pub(crate) fn built_in(&mut self, number: u32, ty: Id) -> Id {
        self.built_ins.load(&mut self.b, number, ty, &mut self.interface)
    }

    /// A number of a row or column, which may be narrower than an index is.
    pub(crate) fn component_index(&mut self, value: ValueId) -> Outcome<Id> {
        match self.fixed(value) {
            Some(number) => Ok(self.b.constant_uint(number & 0xFF)),
            None => self.id(value),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_in_the_order_of_their_numbers() {
        for pair in ROWS.windows(2) {
            assert!(pair[0].0 < pair[1].0, "{} stands before {}", name(pair[0].0), name(pair[1].0));
        }
        for (number, _) in ROWS {
            let operation = Operation::of(u64::from(*number)).expect("the operation is known");
            assert!(!operation.name.starts_with("Reserved"), "{}", operation.name);
        }
    }
}
