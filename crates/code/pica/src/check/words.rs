//! Checks single reachable words: CODE-01, -02, -07 to -10, -12, -13, -16 to -18, -20, and DVLE-14.

use crate::flow::FlowGraph;
use crate::format::{Field, Format};
use crate::instruction::sources;
use crate::opcode::{Class, Flow, Opcode};
use crate::register::{Comparison, Index, Source};

use super::finding::{Finding, FindingKind, Findings, Severity};
use super::{Entry, Stage};

/// Checks every reachable word; returns the input registers read.
pub(super) fn check(entry: &Entry<'_>, flow: &FlowGraph, findings: &mut Findings) -> u16 {
    let mut inputs = 0;
    let (mut first_emit, mut sets_slot) = (None, false);
    for at in flow.reachable.iter() {
        let word = entry.code[at];
        let opcode = Opcode::of(word);
        let info = opcode.info();
        match info.class {
            Class::Unknown => {
                let message = format!("unknown opcode {:#04x}", opcode.slot());
                findings.add(FindingKind::UnknownOpcode, at, message, Some(26..32));
                continue;
            }
            Class::Geometry => {
                if entry.stage == Stage::Vertex {
                    let message = format!("{} in a vertex shader", info.mnemonic);
                    findings.add(FindingKind::EmitInVertex, at, message, None);
                }
                match opcode {
                    Opcode::EMIT => first_emit = first_emit.or(Some(at)),
                    _ => sets_slot = true,
                }
            }
            Class::Control => control(entry, at, word, findings),
            Class::Arithmetic | Class::Address | Class::Compare => {
                inputs |= operands(entry, at, word, findings);
                let previous = at.checked_sub(1).filter(|&previous| flow.reachable.contains(previous));
                if let Some(previous) = previous
                    && opcode == Opcode::MOVA
                    && Opcode::of(entry.code[previous]) == Opcode::MOVA
                {
                    let message = "mova directly after mova freezes the hardware".to_owned();
                    findings.add(FindingKind::AdjacentMova, at, message, None);
                }
            }
        }
        reserved(at, word, findings);
    }
    if entry.stage == Stage::Geometry && first_emit.is_none() {
        // The reference counts SETEMIT as an emission and accepts such programs, so this is not a warning.
        let severity = if sets_slot { Severity::Info } else { FindingKind::MissingEmit.severity() };
        findings.push(Finding {
            kind: FindingKind::MissingEmit,
            word: entry.main,
            severity,
            message: "geometry shader never emits a vertex".to_owned(),
            output: None,
            bits: None,
            related: Vec::new(),
        });
    }
    let too_early = if sets_slot { emit_before_setemit(entry) } else { first_emit };
    if entry.stage == Stage::Geometry
        && let Some(at) = too_early
    {
        let message = "found an emit before any setemit, expected the vertex slot to be set first".to_owned();
        findings.add(FindingKind::EmitBeforeSetEmit, at, message, None);
    }
    if entry.input_mask != 0 {
        missing_inputs(entry, flow, inputs & !entry.input_mask, findings);
    }
    inputs
}

/// The first EMIT, if no SETEMIT or flow instruction precedes it.
fn emit_before_setemit(entry: &Entry<'_>) -> Option<usize> {
    let words = entry.code.iter().enumerate().skip(entry.main);
    for (at, &word) in words {
        match Opcode::of(word) {
            Opcode::EMIT => return Some(at),
            Opcode::SETEMIT => return None,
            opcode if opcode.info().flow != Flow::Next => return None,
            _ => {}
        }
    }
    None
}

fn control(entry: &Entry<'_>, at: usize, word: u32, findings: &mut Findings) {
    let opcode = Opcode::of(word);
    let info = opcode.info();
    let target = info.format.get(word, Field::Target) as usize;
    let overflow = info.format.get(word, Field::Reserved);
    let targeted = matches!(info.flow, Flow::Call | Flow::If | Flow::Loop | Flow::Jump);
    // An impossible target is reported already.
    let inside = target < entry.code.len() || (target == entry.code.len() && info.flow == Flow::If);
    if targeted && inside && overflow != 0 {
        let count = info.format.get(word, Field::Count) | overflow << 8;
        let message = format!(
            "bits 8-9 are {overflow}, as a size of {count} would leave them; the hardware sees {}",
            count & 0xFF
        );
        findings.add(FindingKind::CountOverflow, at, message, Some(8..10));
    }
    if info.flow == Flow::Loop && inside && target > at {
        let register = info.format.get(word, Field::Register);
        if register > 3 {
            let message = format!("loop over i{register}, but there are four integer registers");
            findings.add(FindingKind::LoopRegister, at, message, Some(24..26));
        } else if entry.known_integers >> register & 1 == 0 {
            let message = format!(
                "loop over i{register}, which is neither a constant nor a uniform of this executable"
            );
            findings.add(FindingKind::UnknownLoopCount, at, message, Some(22..26));
        }
    }
}

fn reserved(at: usize, word: u32, findings: &mut Findings) {
    let opcode = Opcode::of(word);
    let format = opcode.format();
    let Some((shift, width)) = format.position(Field::Reserved) else {
        return;
    };
    let bits = match format {
        // Bits 8-9 of flow instructions have a rule of their own if NUM has a meaning.
        Format::Two | Format::Three if opcode != Opcode::BREAKC => return,
        _ => format.get(word, Field::Reserved),
    };
    if bits != 0 {
        let message = format!("reserved bits of {} are {bits:#x}, expected 0", opcode.info().mnemonic);
        findings.add(FindingKind::ReservedBits, at, message, Some(shift..shift + width));
    } else if opcode == Opcode::MOVA && format.get(word, Field::Destination) != 0 {
        let message = "destination field of mova is not zero, but has no meaning".to_owned();
        findings.add(FindingKind::ReservedBits, at, message, Some(21..26));
    }
}

/// Checks registers and descriptors; returns the input registers read.
fn operands(entry: &Entry<'_>, at: usize, word: u32, findings: &mut Findings) -> u16 {
    let opcode = Opcode::of(word);
    let info = opcode.info();
    let index = info.format.get(word, Field::Descriptor) as usize;
    match entry.descriptors.get(index) {
        None => {
            let message = format!("descriptor {index} of a table of {}", entry.descriptors.len());
            let width = if info.format.position(Field::Descriptor).is_some_and(|(_, width)| width == 5) {
                5
            } else {
                7
            };
            findings.add(FindingKind::DescriptorOutOfRange, at, message, Some(0..width));
        }
        Some([descriptor, _]) if info.class != Class::Compare && descriptor & 0xF == 0 => {
            let message =
                format!("{} writes nothing: descriptor {index} has an empty destination mask", info.mnemonic);
            findings.add(FindingKind::EmptyMask, at, message, Some(0..7));
        }
        Some(_) => {}
    }
    let inputs = sources(word).filter_map(Source::as_input).fold(0u16, |mask, input| mask | 1 << input);
    if inputs.count_ones() > 1 {
        let names: Vec<String> =
            (0..16).filter(|input| inputs >> input & 1 == 1).map(|input| format!("v{input}")).collect();
        let message =
            format!("{} reads {}, but can read one input register", info.mnemonic, names.join(" and "));
        findings.add(FindingKind::TwoInputs, at, message, None);
    }
    if let Some(field) = info.format.wide_source() {
        let source = Source(info.format.get(word, field) as u8);
        let register = Index::from_bits(info.format.get(word, Field::Index));
        if register != Index::None && source.as_uniform().is_none() {
            let message =
                format!("index {} on {source}, which is not a uniform, is ignored", register.name());
            let bits = info.format.position(Field::Index).map(|(shift, width)| shift..shift + width);
            findings.add(FindingKind::IgnoredIndex, at, message, bits);
        }
    }
    if info.class == Class::Compare {
        for field in [Field::CompareX, Field::CompareY] {
            let operator = Comparison(info.format.get(word, field) as u8);
            if operator.0 > 5 {
                let message = format!("comparison operator {} has no documented meaning", operator.0);
                let bits = info.format.position(field).map(|(shift, width)| shift..shift + width);
                findings.add(FindingKind::ReservedComparison, at, message, bits);
            }
        }
    }
    inputs
}

/// DVLE-14, once per register, at the first word that reads it.
fn missing_inputs(entry: &Entry<'_>, flow: &FlowGraph, mut missing: u16, findings: &mut Findings) {
    for at in flow.reachable.iter() {
        let word = entry.code[at];
        if !matches!(Opcode::of(word).info().class, Class::Arithmetic | Class::Address | Class::Compare) {
            continue;
        }
        for input in sources(word).filter_map(Source::as_input) {
            if missing >> input & 1 == 0 {
                continue;
            }
            missing &= !(1 << input);
            let declared = entry.declared_inputs >> input & 1 == 1;
            let kind = FindingKind::InputNotInMask;
            findings.push(Finding {
                kind,
                word: at,
                severity: if declared { super::Severity::Info } else { kind.severity() },
                message: format!("reads v{input}, which the input mask {:#06x} lacks", entry.input_mask),
                output: None,
                bits: None,
                related: Vec::new(),
            });
        }
        if missing == 0 {
            return;
        }
    }
}
