//! Compares every instruction of every token stream of the corpus with another decoder.

use dxbc::shex::{ComponentSelect, decode};
use glassbox_dxbc::{Opcode, Operand, Program, Selection};
use glassbox_testing::container::{containers, parts};

/// Opcode, saturation, and per operand: type, negation and absolute value, components, indices, immediates.
type Row = (u32, bool, Vec<OperandRow>);
type OperandRow = (u32, bool, bool, String, usize);

fn selection(operand: &Operand<'_>) -> String {
    match (operand.selection(), operand.components()) {
        (Selection::Whole, Some(0)) => "none".to_owned(),
        (Selection::Whole, _) => "one".to_owned(),
        (Selection::Mask(mask), _) => format!("mask {mask}"),
        (Selection::Swizzle(order), _) => format!("swizzle {order:?}"),
        (Selection::One(component), _) => format!("scalar {component}"),
    }
}

fn ours(bytes: &[u8]) -> Vec<Row> {
    let program = Program::read(bytes).expect("there is a header");
    let rows = program.walk().map(|one| {
        let operands = one.operands().map(|operand| {
            let operand = operand.expect("it can be read");
            let modifier = operand.modifier.map_or(0, |modifier| modifier.modifier());
            let (negative, absolute) = (modifier & 1 == 1, modifier & 2 == 2);
            let kind = u32::from(operand.operand_type().0);
            (
                kind,
                negative,
                absolute,
                selection(&operand),
                operand.indices().count(),
            )
        });
        (u32::from(one.opcode.0), one.saturates(), operands.collect())
    });
    rows.collect()
}

fn theirs(bytes: &[u8]) -> Option<Vec<Row>> {
    let program = decode(bytes).ok()?;
    let rows = program.instructions.iter().map(|one| {
        let operands = one.operands().iter().map(|operand| {
            let selection = match &operand.components {
                ComponentSelect::ZeroComponent => "none".to_owned(),
                ComponentSelect::OneComponent => "one".to_owned(),
                ComponentSelect::Mask(mask) => format!("mask {mask}"),
                ComponentSelect::Swizzle(order) => format!("swizzle {order:?}"),
                ComponentSelect::Scalar(component) => format!("scalar {component}"),
            };
            let kind = operand.reg_type.to_u32();
            (
                kind,
                operand.negate,
                operand.abs,
                selection,
                operand.indices.len(),
            )
        });
        (one.opcode.to_u32(), one.saturate, operands.collect())
    });
    Some(rows.collect())
}

#[test]
fn instructions_match_another_decoder() {
    let (mut streams, mut instructions) = (0, 0);
    for (name, bytes) in containers() {
        if name.contains("malformed/") {
            continue;
        }
        for (code, data) in parts(&bytes) {
            if !matches!(&code, b"SHDR" | b"SHEX") {
                continue;
            }
            let ours = ours(data);
            let Some(theirs) = theirs(data) else {
                println!("{name}: the other decoder refuses it");
                continue;
            };
            assert_eq!(ours.len(), theirs.len(), "{name}");
            for (index, (one, other)) in ours.iter().zip(&theirs).enumerate() {
                let mut other = other.clone();
                // The other decoder treats plain words as operands too: the function number of an interface
                // call, and words after some declarations.
                match one.0 {
                    120 => drop(other.2.remove(0)),
                    opcode if Opcode(opcode as u16).is_declaration() => other.2.truncate(one.2.len()),
                    _ => {}
                }
                assert_eq!(*one, other, "{name}: instruction {index}");
            }
            streams += 1;
            instructions += ours.len();
        }
    }
    println!("{streams} streams, {instructions} instructions");
    assert!(streams >= 25, "{streams}");
}
