//! Prints an instruction in readable form, like the common assembler. Not exact: descriptor indices, reserved
//! bits and irrelevant components are omitted.

use std::fmt::Write;

use crate::descriptor::{Descriptor, Mask, Swizzle};
use crate::format::Field;
use crate::opcode::{Class, Lanes, Opcode, Operand};

use super::instruction::{Targets, write_operands};

/// Amount of a component selection to print.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Swizzles {
    /// Always all four stored letters.
    Full,
    /// Relevant letters only; nothing for an identity.
    Used,
}

/// The readable form of a code word: `add r1.xy, c1.yx, r0.zw`.
///
/// `descriptors` are the first words of the descriptor table. If a word's descriptor is missing, masks and
/// selections are omitted.
#[must_use]
pub fn pretty(word: u32, descriptors: &[u32], swizzles: Swizzles) -> String {
    let mut out = String::new();
    let opcode = Opcode::of(word);
    let info = opcode.info();
    if !opcode.is_known() {
        return format!(".word {word:#010x}");
    }
    out.push_str(info.mnemonic);
    let descriptor = info
        .format
        .position(Field::Descriptor)
        .and_then(|_| descriptors.get(info.format.get(word, Field::Descriptor) as usize))
        .map(|&bits| Descriptor::decode(bits));
    let decorate = |operand: Operand, out: &mut String| {
        let Some(descriptor) = &descriptor else { return };
        match operand {
            Operand::Destination => decorate_destination(descriptor.mask, swizzles, out),
            Operand::Address => decorate_destination(Mask(descriptor.mask.0 & 0xC), Swizzles::Full, out),
            Operand::Source(field) => {
                let position = field as usize - Field::Source1 as usize;
                let mask = if info.class == Class::Compare { Mask::ALL } else { descriptor.mask };
                decorate_source(
                    descriptor.sources[position].swizzle,
                    info.lanes[position],
                    mask,
                    swizzles,
                    out,
                );
            }
            _ => {}
        }
    };
    let negated = |field: Field| {
        descriptor
            .as_ref()
            .is_some_and(|descriptor| descriptor.sources[field as usize - Field::Source1 as usize].negate)
    };
    write_operands(&mut out, word, &Targets::NUMBERS, true, &negated, &decorate)
        .expect("strings do not fail");
    out
}

fn decorate_destination(mask: Mask, swizzles: Swizzles, out: &mut String) {
    if mask.0 & 0xF == 0 {
        out.push_str(".-");
    } else if swizzles == Swizzles::Full || mask != Mask::ALL {
        write!(out, ".{mask}").expect("strings do not fail");
    }
}

fn decorate_source(swizzle: Swizzle, lanes: Lanes, mask: Mask, swizzles: Swizzles, out: &mut String) {
    let used = lanes.under(mask.0);
    // A run of components from x, or a single one, reads the same in every assembler, since missing letters
    // repeat the last one; other sets would be read by position, so they are printed in full.
    let letters = match (swizzles, used) {
        (Swizzles::Full, _) => 0xF,
        (Swizzles::Used, _) if swizzle == Swizzle::IDENTITY && lanes != Lanes::Scalar => return,
        (Swizzles::Used, 0x8 | 0x4 | 0x2 | 0x1 | 0xC | 0xE) => used,
        (Swizzles::Used, _) => 0xF,
    };
    out.push('.');
    for component in (0..4).filter(|&component| Mask(letters).contains(component)) {
        out.push(swizzle.letter(component));
    }
}
