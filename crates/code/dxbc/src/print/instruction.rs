//! Prints instructions other than declarations.

use std::fmt::Write as _;

use super::operand::{COMPONENTS, Operands};
use super::precision;
use crate::extended::{Extended, SizeReturn, SyncFlags};
use crate::names::Dimension;
use crate::opcode::Opcode;
use crate::operand::Operand;
use crate::role::Role;
use crate::walk::Instruction;

/// Callback that prints an operand.
pub(super) type Write<'w> = dyn Fn(&mut String, &Operand<'_>, Role, &Operands<'_>) + 'w;

/// Prints mnemonic and operands; `write` prints each operand.
pub(super) fn instruction(
    out: &mut String,
    instruction: &Instruction<'_>,
    printer: &Operands<'_>,
    write: &Write<'_>,
) {
    mnemonic(out, instruction);
    let roles = instruction.opcode.info().map_or(&[][..], |info| info.roles);
    if roles.is_empty() && instruction.opcode != Opcode::SYNC {
        out.push(' ');
    }
    for (index, (operand, role)) in instruction.operands().flatten().zip(roles).enumerate() {
        out.push_str(if index == 0 { " " } else { ", " });
        if instruction.opcode == Opcode::FCALL {
            printer.operand(out, &operand, *role);
            let _ = write!(out, "[{}]", instruction.called_function().unwrap_or(0));
        } else {
            let result = printer.result.filter(|_| precision::follows_result(instruction.opcode, index));
            write(out, &operand, *role, &Operands { result, ..*printer });
        }
    }
}

/// Prints the mnemonic with all its suffixes.
fn mnemonic(out: &mut String, instruction: &Instruction<'_>) {
    let opcode = instruction.opcode;
    out.push_str(opcode.info().map_or("", |info| info.mnemonic));
    if opcode.has_test() {
        out.push_str(if instruction.tests_nonzero() { "_nz" } else { "_z" });
    }
    if let Some(flags) = instruction.sync_flags() {
        sync(out, flags);
    } else if instruction.saturates() {
        out.push_str("_sat");
    }
    let extended: Vec<Extended> =
        instruction.extended().filter(|_| !instruction.has_long_length()).map(Extended::read).collect();
    let has_offsets = extended.iter().any(|word| matches!(word, Extended::Offsets(_)));
    let has_shape = extended.iter().any(|word| !matches!(word, Extended::Offsets(_)));
    if has_offsets {
        out.push_str("_aoffimmi");
    }
    if has_shape {
        out.push_str("_indexable");
    }
    precise(out, instruction.precise());
    for word in extended {
        extension(out, word);
    }
    match instruction.size_return() {
        Some(SizeReturn::FLOAT) | None => {}
        Some(kind) => {
            let _ = write!(out, "_{kind}");
        }
    }
}

fn sync(out: &mut String, flags: SyncFlags) {
    let names = [
        (SyncFlags::GLOBAL_VIEWS, "_uglobal"),
        (SyncFlags::GROUP_VIEWS, "_ugroup"),
        (SyncFlags::GROUP_MEMORY, "_g"),
        (SyncFlags::THREADS, "_t"),
    ];
    for (flag, name) in names {
        if flags.0 & flag.0 != 0 {
            out.push_str(name);
        }
    }
}

fn precise(out: &mut String, mask: u8) {
    match mask {
        0 => {}
        15 => out.push_str(" [precise]"),
        _ => {
            out.push_str(" [precise(");
            out.extend((0..4).filter(|bit| mask >> bit & 1 == 1).map(|bit| COMPONENTS[bit]));
            out.push_str(")]");
        }
    }
}

/// Prints an extended token in parentheses.
fn extension(out: &mut String, word: Extended) {
    let _ = match word {
        Extended::Offsets([u, v, w]) => write!(out, "({u},{v},{w})"),
        Extended::Dimension { dimension, stride } if dimension == Dimension::STRUCTURED_BUFFER => {
            write!(out, "({dimension}, stride={stride})")
        }
        Extended::Dimension { dimension, .. } => write!(out, "({dimension})"),
        Extended::Returns([x, y, z, w]) => write!(out, "({x},{y},{z},{w})"),
        Extended::Other(word) => write!(out, "(0x{word:08x})"),
    };
}
