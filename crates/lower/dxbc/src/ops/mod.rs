//! The table of opcodes, and what each becomes.

mod atomic;
mod bits;
mod buffer;
mod double;
mod float;
mod geometry;
mod integer;
mod moves;
mod sample;
mod texture;

use glassbox_dxbc::Opcode;
use glassbox_lower_directx::{Outcome, rules};
use glassbox_spirv::build::{Guarded, Id, Signedness, glsl, op};

use crate::part::Ty;
use crate::writer::Writer;

/// What an opcode becomes.
#[derive(Clone, Copy)]
enum Row {
    /// Nothing.
    Nothing,
    /// Control flow.
    Flow,
    /// An instruction on components: opcode, number of sources, their type, and that of the result.
    Plain(u16, usize, Ty, Ty),
    /// The same, of `GLSL.std.450`.
    Extended(u32, usize, Ty, Ty),
    /// Arithmetic on floats, which may be precise.
    Arithmetic(u16, usize),
    /// A function of its own.
    Own(fn(&mut Writer<'_>) -> Outcome<()>),
}

/// The row of an opcode; `None` for opcodes that no shader has.
fn row(opcode: Opcode) -> Option<Row> {
    use Row::{Arithmetic, Extended, Flow, Nothing, Own, Plain};
    use Ty::{Bool, Float, Uint};
    Some(match opcode {
        Opcode::NOP
        | Opcode::CUSTOMDATA
        | Opcode::HS_DECLS
        | Opcode::HS_CONTROL_POINT_PHASE
        | Opcode::HS_FORK_PHASE
        | Opcode::HS_JOIN_PHASE
        | Opcode::DEBUG_BREAK => Nothing,
        Opcode::IF
        | Opcode::ELSE
        | Opcode::ENDIF
        | Opcode::LOOP
        | Opcode::ENDLOOP
        | Opcode::SWITCH
        | Opcode::CASE
        | Opcode::DEFAULT
        | Opcode::ENDSWITCH
        | Opcode::BREAK
        | Opcode::BREAKC
        | Opcode::CONTINUE
        | Opcode::CONTINUEC
        | Opcode::RET
        | Opcode::RETC
        | Opcode::LABEL
        | Opcode::CALL
        | Opcode::CALLC
        | Opcode::FCALL
        | Opcode::DISCARD => Flow,
        Opcode::MOV => Own(moves::mov),
        Opcode::MOVC => Own(moves::movc),
        Opcode::SWAPC => Own(moves::swapc),
        // Floats.
        Opcode::ADD => Arithmetic(op::F_ADD, 2),
        Opcode::MUL => Arithmetic(op::F_MUL, 2),
        Opcode::DIV => Arithmetic(op::F_DIV, 2),
        Opcode::MAD => Own(float::mad),
        Opcode::DP2 => Own(|w| float::dot(w, 2)),
        Opcode::DP3 => Own(|w| float::dot(w, 3)),
        Opcode::DP4 => Own(|w| float::dot(w, 4)),
        Opcode::RCP => Own(float::reciprocal),
        Opcode::SINCOS => Own(float::sincos),
        Opcode::MIN => Extended(glsl::N_MIN, 2, Float, Float),
        Opcode::MAX => Extended(glsl::N_MAX, 2, Float, Float),
        Opcode::SQRT => Extended(glsl::SQRT, 1, Float, Float),
        Opcode::RSQ => Extended(glsl::INVERSE_SQRT, 1, Float, Float),
        Opcode::EXP => Extended(glsl::EXP2, 1, Float, Float),
        Opcode::LOG => Extended(glsl::LOG2, 1, Float, Float),
        Opcode::FRC => Extended(glsl::FRACT, 1, Float, Float),
        Opcode::ROUND_NE => Extended(glsl::ROUND_EVEN, 1, Float, Float),
        Opcode::ROUND_NI => Extended(glsl::FLOOR, 1, Float, Float),
        Opcode::ROUND_PI => Extended(glsl::CEIL, 1, Float, Float),
        Opcode::ROUND_Z => Extended(glsl::TRUNC, 1, Float, Float),
        Opcode::EQ => Plain(op::F_ORD_EQUAL, 2, Float, Bool),
        Opcode::NE => Plain(op::F_UNORD_NOT_EQUAL, 2, Float, Bool),
        Opcode::LT => Plain(op::F_ORD_LESS_THAN, 2, Float, Bool),
        Opcode::GE => Plain(op::F_ORD_GREATER_THAN_EQUAL, 2, Float, Bool),
        Opcode::DERIV_RTX => Plain(op::DPDX, 1, Float, Float),
        Opcode::DERIV_RTY => Plain(op::DPDY, 1, Float, Float),
        Opcode::DERIV_RTX_COARSE => Plain(op::DPDX_COARSE, 1, Float, Float),
        Opcode::DERIV_RTY_COARSE => Plain(op::DPDY_COARSE, 1, Float, Float),
        Opcode::DERIV_RTX_FINE => Plain(op::DPDX_FINE, 1, Float, Float),
        Opcode::DERIV_RTY_FINE => Plain(op::DPDY_FINE, 1, Float, Float),
        // Integers.
        Opcode::IADD => Plain(op::I_ADD, 2, Uint, Uint),
        Opcode::INEG => Plain(op::S_NEGATE, 1, Uint, Uint),
        Opcode::IMAD | Opcode::UMAD => Own(integer::mad),
        Opcode::IMAX => Extended(glsl::S_MAX, 2, Uint, Uint),
        Opcode::IMIN => Extended(glsl::S_MIN, 2, Uint, Uint),
        Opcode::UMAX => Extended(glsl::U_MAX, 2, Uint, Uint),
        Opcode::UMIN => Extended(glsl::U_MIN, 2, Uint, Uint),
        Opcode::IEQ => Plain(op::I_EQUAL, 2, Uint, Bool),
        Opcode::INE => Plain(op::I_NOT_EQUAL, 2, Uint, Bool),
        Opcode::ILT => Plain(op::S_LESS_THAN, 2, Uint, Bool),
        Opcode::IGE => Plain(op::S_GREATER_THAN_EQUAL, 2, Uint, Bool),
        Opcode::ULT => Plain(op::U_LESS_THAN, 2, Uint, Bool),
        Opcode::UGE => Plain(op::U_GREATER_THAN_EQUAL, 2, Uint, Bool),
        Opcode::IMUL => Own(|w| integer::multiply(w, op::S_MUL_EXTENDED)),
        Opcode::UMUL => Own(|w| integer::multiply(w, op::U_MUL_EXTENDED)),
        Opcode::UDIV => Own(integer::divide),
        Opcode::UADDC => Own(|w| integer::carry(w, op::I_ADD_CARRY)),
        Opcode::USUBB => Own(|w| integer::carry(w, op::I_SUB_BORROW)),
        Opcode::MSAD => Own(integer::sum_of_differences),
        Opcode::ISHL => Own(|w| bits::shift(w, op::SHIFT_LEFT_LOGICAL)),
        Opcode::ISHR => Own(|w| bits::shift(w, op::SHIFT_RIGHT_ARITHMETIC)),
        Opcode::USHR => Own(|w| bits::shift(w, op::SHIFT_RIGHT_LOGICAL)),
        Opcode::AND => Own(bits::and),
        Opcode::OR => Own(|w| bits::logical(w, op::BITWISE_OR, op::LOGICAL_OR)),
        Opcode::XOR => Own(|w| bits::logical(w, op::BITWISE_XOR, op::LOGICAL_NOT_EQUAL)),
        Opcode::NOT => Own(bits::not),
        Opcode::BFREV => Plain(op::BIT_REVERSE, 1, Uint, Uint),
        Opcode::COUNTBITS => Plain(op::BIT_COUNT, 1, Uint, Uint),
        Opcode::FIRSTBIT_LO => Extended(glsl::FIND_I_LSB, 1, Uint, Uint),
        Opcode::FIRSTBIT_HI => Own(|w| bits::first_high(w, Signedness::Unsigned)),
        Opcode::FIRSTBIT_SHI => Own(|w| bits::first_high(w, Signedness::Signed)),
        Opcode::UBFE => Own(|w| bits::extract(w, Signedness::Unsigned)),
        Opcode::IBFE => Own(|w| bits::extract(w, Signedness::Signed)),
        Opcode::BFI => Own(bits::insert),
        // Conversions.
        Opcode::ITOF => Plain(op::CONVERT_S_TO_F, 1, Uint, Float),
        Opcode::UTOF => Plain(op::CONVERT_U_TO_F, 1, Uint, Float),
        Opcode::FTOI => Own(|w| float::to_integer(w, Signedness::Signed)),
        Opcode::FTOU => Own(|w| float::to_integer(w, Signedness::Unsigned)),
        Opcode::F32TOF16 => Own(float::to_half),
        Opcode::F16TOF32 => Own(float::from_half),
        // Doubles.
        Opcode::DADD => Own(|w| double::arithmetic(w, op::F_ADD, 2)),
        Opcode::DMUL => Own(|w| double::arithmetic(w, op::F_MUL, 2)),
        Opcode::DDIV => Own(|w| double::arithmetic(w, op::F_DIV, 2)),
        Opcode::DMIN => Own(|w| double::extended(w, glsl::N_MIN, 2)),
        Opcode::DMAX => Own(|w| double::extended(w, glsl::N_MAX, 2)),
        Opcode::DFMA => Own(|w| double::extended(w, glsl::FMA, 3)),
        Opcode::DRCP => Own(double::reciprocal),
        Opcode::DMOV => Own(double::mov),
        Opcode::DMOVC => Own(double::movc),
        Opcode::DEQ => Own(|w| double::compare(w, op::F_ORD_EQUAL)),
        Opcode::DNE => Own(|w| double::compare(w, op::F_UNORD_NOT_EQUAL)),
        Opcode::DLT => Own(|w| double::compare(w, op::F_ORD_LESS_THAN)),
        Opcode::DGE => Own(|w| double::compare(w, op::F_ORD_GREATER_THAN_EQUAL)),
        Opcode::DTOF => Own(double::to_float),
        Opcode::DTOI => Own(|w| double::to_integer(w, Signedness::Signed)),
        Opcode::DTOU => Own(|w| double::to_integer(w, Signedness::Unsigned)),
        Opcode::FTOD => Own(|w| double::from_number(w, op::F_CONVERT, Float)),
        Opcode::ITOD => Own(|w| double::from_number(w, op::CONVERT_S_TO_F, Uint)),
        Opcode::UTOD => Own(|w| double::from_number(w, op::CONVERT_U_TO_F, Uint)),
        // Textures.
        Opcode::SAMPLE
        | Opcode::SAMPLE_B
        | Opcode::SAMPLE_C
        | Opcode::SAMPLE_C_LZ
        | Opcode::SAMPLE_L
        | Opcode::SAMPLE_D
        | Opcode::SAMPLE_L_S
        | Opcode::SAMPLE_C_LZ_S
        | Opcode::SAMPLE_CL_S
        | Opcode::SAMPLE_B_CL_S
        | Opcode::SAMPLE_D_CL_S
        | Opcode::SAMPLE_C_CL_S => Own(sample::sample),
        Opcode::GATHER4
        | Opcode::GATHER4_C
        | Opcode::GATHER4_PO
        | Opcode::GATHER4_PO_C
        | Opcode::GATHER4_S
        | Opcode::GATHER4_C_S
        | Opcode::GATHER4_PO_S
        | Opcode::GATHER4_PO_C_S => Own(sample::gather),
        Opcode::LOD => Own(sample::level),
        Opcode::LD
        | Opcode::LD_S
        | Opcode::LDMS
        | Opcode::LDMS_S
        | Opcode::LD_UAV_TYPED
        | Opcode::LD_UAV_TYPED_S => Own(texture::load),
        Opcode::STORE_UAV_TYPED => Own(texture::store),
        Opcode::RESINFO => Own(texture::size),
        Opcode::SAMPLEINFO => Own(texture::samples),
        Opcode::SAMPLEPOS => Own(texture::sample_position),
        Opcode::CHECK_ACCESS_FULLY_MAPPED => Own(sample::is_resident),
        Opcode::EVAL_SNAPPED | Opcode::EVAL_SAMPLE_INDEX | Opcode::EVAL_CENTROID => Own(texture::evaluate),
        // Buffers.
        Opcode::BUFINFO => Own(buffer::size),
        Opcode::LD_RAW | Opcode::LD_RAW_S | Opcode::LD_STRUCTURED | Opcode::LD_STRUCTURED_S => {
            Own(buffer::load)
        }
        Opcode::STORE_RAW | Opcode::STORE_STRUCTURED => Own(buffer::store),
        Opcode::IMM_ATOMIC_ALLOC => Own(|w| buffer::count(w, true)),
        Opcode::IMM_ATOMIC_CONSUME => Own(|w| buffer::count(w, false)),
        Opcode::SYNC => Own(buffer::sync),
        Opcode::ATOMIC_IADD => Own(|w| atomic::plain(w, op::ATOMIC_I_ADD)),
        Opcode::ATOMIC_AND => Own(|w| atomic::plain(w, op::ATOMIC_AND)),
        Opcode::ATOMIC_OR => Own(|w| atomic::plain(w, op::ATOMIC_OR)),
        Opcode::ATOMIC_XOR => Own(|w| atomic::plain(w, op::ATOMIC_XOR)),
        Opcode::ATOMIC_IMAX => Own(|w| atomic::plain(w, op::ATOMIC_S_MAX)),
        Opcode::ATOMIC_IMIN => Own(|w| atomic::plain(w, op::ATOMIC_S_MIN)),
        Opcode::ATOMIC_UMAX => Own(|w| atomic::plain(w, op::ATOMIC_U_MAX)),
        Opcode::ATOMIC_UMIN => Own(|w| atomic::plain(w, op::ATOMIC_U_MIN)),
        Opcode::ATOMIC_CMP_STORE => Own(|w| atomic::plain(w, op::ATOMIC_COMPARE_EXCHANGE)),
        Opcode::IMM_ATOMIC_IADD => Own(|w| atomic::returning(w, op::ATOMIC_I_ADD)),
        Opcode::IMM_ATOMIC_AND => Own(|w| atomic::returning(w, op::ATOMIC_AND)),
        Opcode::IMM_ATOMIC_OR => Own(|w| atomic::returning(w, op::ATOMIC_OR)),
        Opcode::IMM_ATOMIC_XOR => Own(|w| atomic::returning(w, op::ATOMIC_XOR)),
        Opcode::IMM_ATOMIC_EXCH => Own(|w| atomic::returning(w, op::ATOMIC_EXCHANGE)),
        Opcode::IMM_ATOMIC_IMAX => Own(|w| atomic::returning(w, op::ATOMIC_S_MAX)),
        Opcode::IMM_ATOMIC_IMIN => Own(|w| atomic::returning(w, op::ATOMIC_S_MIN)),
        Opcode::IMM_ATOMIC_UMAX => Own(|w| atomic::returning(w, op::ATOMIC_U_MAX)),
        Opcode::IMM_ATOMIC_UMIN => Own(|w| atomic::returning(w, op::ATOMIC_U_MIN)),
        Opcode::IMM_ATOMIC_CMP_EXCH => Own(|w| atomic::returning(w, op::ATOMIC_COMPARE_EXCHANGE)),
        // Geometry.
        Opcode::EMIT => Own(|w| geometry::emit(w, true, false)),
        Opcode::CUT => Own(|w| geometry::emit(w, false, true)),
        Opcode::EMIT_THEN_CUT => Own(|w| geometry::emit(w, true, true)),
        Opcode::EMIT_STREAM => Own(|w| geometry::emit_stream(w, true, false)),
        Opcode::CUT_STREAM => Own(|w| geometry::emit_stream(w, false, true)),
        Opcode::EMIT_THEN_CUT_STREAM => Own(|w| geometry::emit_stream(w, true, true)),
        _ => return None,
    })
}

/// True for control flow, which is followed even where nothing leads to it.
pub(crate) fn is_flow(opcode: Opcode) -> bool {
    matches!(row(opcode), Some(Row::Flow))
}

/// Writes an instruction.
pub(crate) fn instruction(w: &mut Writer<'_>, opcode: Opcode) -> Outcome<()> {
    match row(opcode) {
        Some(Row::Nothing) => Ok(()),
        Some(Row::Flow) if w.b.is_open() || !has_operands(opcode) => w.flow(opcode),
        Some(Row::Flow) => Ok(()),
        Some(Row::Plain(number, sources, from, to)) => {
            components(w, sources, from, to, |w, ty, ids| w.b.value(number, ty, ids))
        }
        Some(Row::Extended(number, sources, from, to)) => {
            components(w, sources, from, to, |w, ty, ids| w.b.extended_instruction(number, ty, ids))
        }
        Some(Row::Arithmetic(number, sources)) => {
            components(w, sources, Ty::Float, Ty::Float, |w, ty, ids| {
                let value = w.b.value(number, ty, ids);
                w.exact(value)
            })
        }
        Some(Row::Own(own)) => own(w),
        None => Err(
            w.refuse(&rules::OPERATION, format!("found opcode {}, which no shader of Vulkan has", opcode.0))
        ),
    }
}

/// True for jumps, which do nothing where nothing leads to them.
fn has_operands(opcode: Opcode) -> bool {
    matches!(
        opcode,
        Opcode::BREAKC
            | Opcode::CONTINUEC
            | Opcode::RETC
            | Opcode::BREAK
            | Opcode::CONTINUE
            | Opcode::CALL
            | Opcode::CALLC
            | Opcode::FCALL
            | Opcode::DISCARD
    )
}

/// Computes the components of the first operand out of the same of the others.
fn components(
    w: &mut Writer<'_>,
    sources: usize,
    from: Ty,
    to: Ty,
    make: impl FnOnce(&mut Writer<'_>, Id, &[Id]) -> Id,
) -> Outcome<()> {
    let mask = w.mask(0)?;
    let mut ids = Vec::with_capacity(sources);
    for place in 1..=sources {
        ids.push(w.value(place, &mask, from)?);
    }
    let ty = to.vector(&mut w.b, mask.len());
    let value = make(w, ty, &ids);
    w.result(0, &mask, value, to)
}
