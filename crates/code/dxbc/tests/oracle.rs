//! Compares every instruction of every token stream of the corpus with another decoder.

use dxbc::shex::{ComponentSelect, decode};
use glassbox_dxbc::{Opcode, Operand, Program, Selection};
use glassbox_testing::container::{containers, parts};

/// What both decoders know of an instruction.
#[derive(Clone, PartialEq, Debug)]
struct Instruction {
    opcode: u32,
    saturates: bool,
    operands: Vec<OperandFacts>,
}

#[derive(Clone, PartialEq, Debug)]
struct OperandFacts {
    kind: u32,
    is_negated: bool,
    is_absolute: bool,
    selection: String,
    index_count: usize,
}

fn selection(operand: &Operand<'_>) -> String {
    match (operand.selection(), operand.components()) {
        (Selection::Whole, Some(0)) => "none".to_owned(),
        (Selection::Whole, _) => "one".to_owned(),
        (Selection::Mask(mask), _) => format!("mask {mask}"),
        (Selection::Swizzle(order), _) => format!("swizzle {order:?}"),
        (Selection::One(component), _) => format!("scalar {component}"),
    }
}

/// Instructions as this crate decodes them.
fn decoded(bytes: &[u8]) -> Vec<Instruction> {
    let program = Program::read(bytes).expect("there is a header");
    let instruction = |one: glassbox_dxbc::Instruction<'_>| Instruction {
        opcode: u32::from(one.opcode.0),
        saturates: one.saturates(),
        operands: one
            .operands()
            .map(|operand| {
                let operand = operand.expect("the operand can be read");
                let modifier = operand.modifier.map_or(0, |modifier| modifier.modifier());
                OperandFacts {
                    kind: u32::from(operand.operand_type().0),
                    is_negated: modifier & 1 == 1,
                    is_absolute: modifier & 2 == 2,
                    selection: selection(&operand),
                    index_count: operand.indices().count(),
                }
            })
            .collect(),
    };
    program.walk().map(instruction).collect()
}

/// Instructions as the other decoder reads them; `None` if it refuses the program.
fn reference(bytes: &[u8]) -> Option<Vec<Instruction>> {
    let program = decode(bytes).ok()?;
    let instructions = program.instructions.iter().map(|one| Instruction {
        opcode: one.opcode.to_u32(),
        saturates: one.saturate,
        operands: one
            .operands()
            .iter()
            .map(|operand| OperandFacts {
                kind: operand.reg_type.to_u32(),
                is_negated: operand.negate,
                is_absolute: operand.abs,
                selection: match &operand.components {
                    ComponentSelect::ZeroComponent => "none".to_owned(),
                    ComponentSelect::OneComponent => "one".to_owned(),
                    ComponentSelect::Mask(mask) => format!("mask {mask}"),
                    ComponentSelect::Swizzle(order) => format!("swizzle {order:?}"),
                    ComponentSelect::Scalar(component) => format!("scalar {component}"),
                },
                index_count: operand.indices.len(),
            })
            .collect(),
    });
    Some(instructions.collect())
}

#[test]
fn instructions_match_another_decoder() {
    let (mut streams, mut instructions) = (0, 0);
    for (name, bytes) in containers() {
        if name.contains("malformed/") {
            // The decoders may read damaged streams differently.
            continue;
        }
        for (code, data) in parts(&bytes) {
            if !matches!(&code, b"SHDR" | b"SHEX") {
                continue;
            }
            let found = decoded(data);
            let Some(expected) = reference(data) else {
                println!("{name}: the other decoder refuses it");
                continue;
            };
            assert_eq!(found.len(), expected.len(), "{name}");
            for (index, (one, other)) in found.iter().zip(&expected).enumerate() {
                let mut other = other.clone();
                // The other decoder treats plain words as operands too: the function number of an interface
                // call, and words after some declarations.
                match one.opcode {
                    120 => drop(other.operands.remove(0)),
                    opcode if Opcode(opcode as u16).is_declaration() => {
                        other.operands.truncate(one.operands.len())
                    }
                    _ => {}
                }
                assert_eq!(*one, other, "{name}: instruction {index}");
            }
            streams += 1;
            instructions += found.len();
        }
    }
    println!("{streams} streams, {instructions} instructions");
    assert!(streams >= 25, "{streams}");
}
