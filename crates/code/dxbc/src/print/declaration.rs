//! Prints declarations.

use std::fmt::Write as _;

use super::operand::Operands;
use super::{Release, custom};
use crate::names::{Dimension, GlobalFlags, Interpolation, OperandType, ReturnType};
use crate::opcode::Opcode;
use crate::operand::{Operand, number as value};
use crate::role::Role;
use crate::walk::Instruction;
use crate::{Declaration, declaration as declared};

/// An unbounded register range.
const UNBOUNDED: u32 = u32::MAX;

/// Prints a declaration; `None` if it is incomplete.
pub(super) fn declaration(
    out: &mut String,
    instruction: &Instruction<'_>,
    printer: &Operands<'_>,
) -> Option<()> {
    let opcode = instruction.opcode;
    if opcode == Opcode::CUSTOMDATA {
        return custom::data(out, instruction, printer.options);
    }
    out.push_str(opcode.info()?.mnemonic);
    let trailing = instruction.trailing()?;
    let word = |index: usize| trailing.get(index).map(|word| value(*word));
    let operand = instruction.operand(0);
    let text = |out: &mut String| -> Option<()> {
        printer.operand(out, operand.as_ref()?, Role::Declared);
        Some(())
    };
    match opcode {
        Opcode::DCL_CONSTANTBUFFER
        | Opcode::DCL_SAMPLER
        | Opcode::DCL_RESOURCE
        | Opcode::DCL_RESOURCE_RAW
        | Opcode::DCL_RESOURCE_STRUCTURED
        | Opcode::DCL_UAV_TYPED
        | Opcode::DCL_UAV_RAW
        | Opcode::DCL_UAV_STRUCTURED => return bound(out, instruction, printer, operand.as_ref()?),
        Opcode::DCL_INPUT | Opcode::DCL_OUTPUT | Opcode::DCL_STREAM => {
            out.push(' ');
            text(out)?;
        }
        Opcode::DCL_INPUT_PS | Opcode::DCL_INPUT_PS_SGV | Opcode::DCL_INPUT_PS_SIV => {
            let way = Interpolation(instruction.bits(11, 4));
            // Release 10 prints that generated values are constant; earlier releases omit it.
            let is_usual = way == default_interpolation(opcode) && !printer.is_release_10();
            if !is_usual && way != Interpolation::UNDEFINED {
                let _ = write!(out, " {way}");
            }
            out.push(' ');
            text(out)?;
            system(out, instruction);
        }
        Opcode::DCL_INPUT_SGV | Opcode::DCL_INPUT_SIV | Opcode::DCL_OUTPUT_SGV | Opcode::DCL_OUTPUT_SIV => {
            out.push(' ');
            text(out)?;
            system(out, instruction);
        }
        Opcode::DCL_INDEXRANGE => {
            out.push(' ');
            text(out)?;
            let _ = write!(out, " {}", word(0)?);
        }
        Opcode::DCL_TGSM_RAW => {
            out.push(' ');
            text(out)?;
            let _ = write!(out, ", {}", word(0)?);
        }
        Opcode::DCL_TGSM_STRUCTURED => {
            out.push(' ');
            text(out)?;
            let _ = write!(out, ", {}, {}", word(0)?, word(1)?);
        }
        _ => return plain(out, instruction, printer),
    }
    Some(())
}

/// Interpolation mode implied if none is printed.
pub(crate) fn default_interpolation(opcode: Opcode) -> Interpolation {
    match opcode {
        Opcode::DCL_INPUT_PS_SGV => Interpolation::CONSTANT,
        _ => Interpolation::UNDEFINED,
    }
}

/// Prints the system value after a register.
fn system(out: &mut String, instruction: &Instruction<'_>) {
    let system = match declared(instruction, false) {
        Some(Declaration::Input { system, .. } | Declaration::Output { system, .. }) => system,
        _ => None,
    };
    if let Some(system) = system {
        let _ = write!(out, ", {system}");
    }
}

/// Prints a bound resource: dimension, registers, flags.
fn bound(
    out: &mut String,
    instruction: &Instruction<'_>,
    printer: &Operands<'_>,
    operand: &Operand<'_>,
) -> Option<()> {
    let opcode = instruction.opcode;
    let trailing = instruction.trailing()?;
    let word = |index: usize| trailing.get(index).map(|word| value(*word));
    let is_view = matches!(opcode, Opcode::DCL_UAV_TYPED | Opcode::DCL_UAV_RAW | Opcode::DCL_UAV_STRUCTURED);
    if matches!(opcode, Opcode::DCL_RESOURCE | Opcode::DCL_UAV_TYPED) {
        let _ = write!(out, "_{}", Dimension(instruction.bits(11, 5)));
    }
    if is_view {
        view_flags(out, instruction);
    }
    if matches!(opcode, Opcode::DCL_RESOURCE | Opcode::DCL_UAV_TYPED) {
        let samples = instruction.bits(16, 7);
        let dimension = Dimension(instruction.bits(11, 5));
        let is_sampled = matches!(dimension, Dimension::TEXTURE_2DMS | Dimension::TEXTURE_2DMS_ARRAY);
        if opcode == Opcode::DCL_RESOURCE && (samples != 0 || is_sampled) {
            let _ = write!(out, "({samples})");
        }
        let [x, y, z, w] = [0, 4, 8, 12].map(|shift| ReturnType(word(0).unwrap_or(0) >> shift & 15));
        let _ = write!(out, " ({x},{y},{z},{w})");
    }
    out.push(' ');
    registers(out, instruction, printer, operand)?;
    // Number of words before the space.
    let words = match opcode {
        Opcode::DCL_CONSTANTBUFFER => {
            let rows = if printer.has_spaces { word(0)? } else { operand.index(1)? };
            let access = match instruction.bits(11, 1) {
                0 => "immediateIndexed",
                _ => "dynamicIndexed",
            };
            let _ = write!(out, "[{rows}], {access}");
            usize::from(printer.has_spaces)
        }
        Opcode::DCL_SAMPLER => {
            let _ = write!(out, ", mode_{}", crate::names::SamplerMode(instruction.bits(11, 4)));
            0
        }
        Opcode::DCL_RESOURCE | Opcode::DCL_UAV_TYPED => 1,
        Opcode::DCL_RESOURCE_STRUCTURED | Opcode::DCL_UAV_STRUCTURED => {
            let _ = write!(out, ", {}", word(0)?);
            1
        }
        _ => 0,
    };
    if printer.has_spaces {
        let _ = write!(out, ", space={}", word(words)?);
    } else if opcode == Opcode::DCL_RESOURCE_STRUCTURED && !printer.is_release_10() {
        out.push(' ');
    }
    Some(())
}

/// UAV flags as suffixes: bit and text.
pub(crate) const VIEW_FLAGS: [(u32, &str); 3] = [(16, "_glc"), (17, "_rov"), (23, "_opc")];

fn view_flags(out: &mut String, instruction: &Instruction<'_>) {
    for (bit, name) in VIEW_FLAGS {
        if instruction.bits(bit, 1) == 1 {
            out.push_str(name);
        }
    }
}

/// Prints the register range of a bound resource.
fn registers(
    out: &mut String,
    instruction: &Instruction<'_>,
    printer: &Operands<'_>,
    operand: &Operand<'_>,
) -> Option<()> {
    let is_buffer = instruction.opcode == Opcode::DCL_CONSTANTBUFFER;
    let kind = operand.operand_type();
    if is_buffer && printer.options.release == Release::V10 {
        out.push_str("CB");
    } else {
        printer.name(out, kind);
    }
    let indices = operand.token.dimensions();
    let _ = write!(out, "{}", operand.index(0)?);
    match (printer.has_spaces, indices) {
        (true, 3) => match operand.index(2)? {
            UNBOUNDED => write!(out, "[{}:*]", operand.index(1)?).ok()?,
            upper => write!(out, "[{}:{upper}]", operand.index(1)?).ok()?,
        },
        (false, 1) => {}
        (false, 2) if is_buffer && kind == OperandType::CONSTANT_BUFFER => {}
        _ => return None,
    }
    Some(())
}

/// Prints declarations without operands.
fn plain(out: &mut String, instruction: &Instruction<'_>, printer: &Operands<'_>) -> Option<()> {
    let declared = declared(instruction, false);
    match declared? {
        Declaration::GlobalFlags(flags) => {
            if flags != GlobalFlags(0) {
                let _ = write!(out, " {flags}");
            }
        }
        Declaration::Temps(count)
        | Declaration::MaxOutputVertices(count)
        | Declaration::GsInstances(count)
        | Declaration::InputControlPoints(count)
        | Declaration::OutputControlPoints(count)
        | Declaration::ForkInstances(count)
        | Declaration::JoinInstances(count) => {
            let _ = write!(out, " {count}");
        }
        Declaration::IndexableTemp { number, count, components } => {
            let _ = write!(out, " x{number}[{count}], {components}");
        }
        Declaration::ThreadGroup([x, y, z]) => {
            let _ = write!(out, " {x}, {y}, {z}");
        }
        Declaration::InputPrimitive(primitive) => {
            let _ = match (primitive.name(), primitive.0) {
                (None, patch @ 8..=39) => write!(out, " patch{} ", patch - 7),
                _ => write!(out, " {primitive} "),
            };
        }
        Declaration::OutputTopology(topology) => {
            let _ = write!(out, " {topology} ");
        }
        Declaration::TessellatorDomain(domain) => {
            let _ = write!(out, " {domain}");
        }
        Declaration::TessellatorPartitioning(partitioning) => {
            let _ = write!(out, " {partitioning}");
        }
        Declaration::TessellatorOutput(primitive) => {
            let _ = write!(out, " {primitive}");
        }
        Declaration::MaxTessellationFactor(bits) => {
            out.push_str(" l(");
            printer.options.float(out, bits);
            out.push(')');
        }
        Declaration::FunctionBody(number) => {
            let _ = write!(out, " fb{number}");
        }
        Declaration::FunctionTable { number, bodies } => {
            let _ = write!(out, " ft{number} = ");
            list(out, "fb", &bodies);
        }
        Declaration::Interface { number, call_sites, length, dynamic, tables } => {
            if dynamic {
                out.push_str("_dynamicindexed");
            }
            let _ = write!(out, " fp{number}[{length}][{call_sites}] = ");
            list(out, "ft", &tables);
        }
        _ => return None,
    }
    Some(())
}

fn list(out: &mut String, prefix: &str, numbers: &[u32]) {
    out.push('{');
    for (index, number) in numbers.iter().enumerate() {
        let _ = write!(out, "{}{prefix}{number}", if index > 0 { ", " } else { "" });
    }
    out.push('}');
}
