//! Prints the operands of one instruction, in exact or readable form.

use std::collections::BTreeMap;
use std::fmt::{self, Write};

use crate::format::Field;
use crate::opcode::{Flow, Opcode, Operand};
use crate::register::{Comparison, Condition, Destination, Index, Source};

/// Format of flow targets.
pub(super) struct Targets<'a> {
    pub(super) labels: Option<&'a BTreeMap<usize, Vec<String>>>,
}

impl Targets<'_> {
    /// All targets as numbers.
    pub(super) const NUMBERS: Targets<'static> = Targets { labels: None };

    fn write(&self, out: &mut String, target: u32) -> fmt::Result {
        match self.labels.and_then(|labels| labels.get(&(target as usize))).and_then(|names| names.first()) {
            Some(name) => out.write_str(name),
            None => write!(out, "{target}"),
        }
    }
}

/// True if this word's operand list shows its target.
pub(super) fn shows_target(word: u32) -> bool {
    let info = Opcode::of(word).info();
    match info.flow {
        Flow::BreakIf => info.format.get(word, Field::Target) | info.format.get(word, Field::Count) != 0,
        Flow::Call | Flow::If | Flow::Loop | Flow::Jump => true,
        Flow::Next | Flow::End | Flow::Break => false,
    }
}

/// Prints the operands of a known opcode, each after a space or a comma.
///
/// The readable form omits the descriptor, marks negated sources and calls `decorate` after each register.
pub(super) fn write_operands(
    out: &mut String,
    word: u32,
    targets: &Targets<'_>,
    readable: bool,
    negated: &dyn Fn(Field) -> bool,
    decorate: &dyn Fn(Operand, &mut String),
) -> fmt::Result {
    let info = Opcode::of(word).info();
    let get = |field| info.format.get(word, field);
    let count = get(Field::Count);
    let mut separator = " ";
    for &operand in info.operands {
        let shown = match operand {
            Operand::Reserved => get(Field::Reserved) != 0 && !readable,
            Operand::Descriptor => !readable,
            Operand::SpareCondition => word >> 22 & 0xF != 0,
            Operand::SpareTarget => shows_target(word),
            Operand::SpareCount => count != 0,
            Operand::JumpCount => count > 1,
            Operand::Flags => get(Field::Primitive) | get(Field::Winding) != 0,
            _ => true,
        };
        if !shown {
            continue;
        }
        out.push_str(separator);
        separator = ", ";
        match operand {
            Operand::Destination => write!(out, "{}", Destination(get(Field::Destination) as u8))?,
            Operand::Address => match get(Field::Destination) {
                0 => out.push_str("a0"),
                other => write!(out, "{}", Destination(other as u8))?,
            },
            Operand::Source(field) => {
                let sign = if negated(field) { "-" } else { "" };
                write!(out, "{sign}{}", Source(get(field) as u8))?;
                let index = Index::from_bits(get(Field::Index));
                if info.format.is_wide(field) && index != Index::None {
                    write!(out, "[{}]", index.name())?;
                }
            }
            Operand::Comparison(field) => out.push_str(Comparison(get(field) as u8).name()),
            Operand::Descriptor => write!(out, "d{}", get(Field::Descriptor))?,
            Operand::Condition | Operand::SpareCondition => {
                write!(out, "{}", Condition::from_bits(word >> 22))?
            }
            Operand::Boolean => write!(out, "b{}", get(Field::Register))?,
            Operand::InvertibleBoolean => {
                write!(out, "{}b{}", if count & 1 != 0 { "!" } else { "" }, get(Field::Register))?;
            }
            Operand::Integer => write!(out, "i{}", get(Field::Register))?,
            Operand::Target => targets.write(out, get(Field::Target))?,
            Operand::SpareTarget => {
                targets.write(out, get(Field::Target))?;
                write!(out, ", {count}")?;
            }
            Operand::Count | Operand::SpareCount | Operand::JumpCount => write!(out, "{count}")?,
            Operand::Vertex => write!(out, "{}", get(Field::Vertex))?,
            Operand::Flags => out.push_str(match (get(Field::Primitive), get(Field::Winding)) {
                (1, 1) => "prim, inv",
                (1, _) => "prim",
                _ => "inv",
            }),
            Operand::Reserved => write!(out, "reserved {:#x}", get(Field::Reserved))?,
        }
        decorate(operand, out);
    }
    Ok(())
}
