//! Tests single instructions against the values of `tests/values/arithmetic.tsv`.

use crate::support;
use glassbox_pica::Instruction;
use glassbox_pica::descriptor::Descriptor;
use glassbox_pica::format::Format;
use glassbox_pica::opcode::Opcode;
use glassbox_pica::register::{Destination, Index, Source};
use glassbox_pica_sim::{Limits, Precision, Program, Stage, Stop, Uniforms, run};

const END: u32 = 0x8800_0000;

/// Words that compute an operation of v0, v1 and v2, in all encodings.
fn words(mnemonic: &str) -> Vec<u32> {
    let plain = Opcode::named(mnemonic).expect("a mnemonic");
    let inverted = Opcode::named(&format!("{mnemonic}i"));
    let [first, second, third] = [Source(0), Source(1), Source(2)];
    let destination = Destination(0);
    let (index, descriptor) = (Index::None, 0);
    let word = |opcode: Opcode| {
        let instruction = match opcode.format() {
            Format::OneUnary => {
                Instruction::Unary { opcode, destination, source: first, index, descriptor, reserved: 0 }
            }
            Format::One | Format::OneInverted => {
                Instruction::Binary { opcode, destination, sources: [first, second], index, descriptor }
            }
            _ => Instruction::Ternary {
                opcode,
                destination,
                sources: [first, second, third],
                index,
                descriptor,
            },
        };
        instruction.encode().expect("every field holds its value")
    };
    std::iter::once(plain).chain(inverted).map(word).collect()
}

#[test]
fn values() {
    let table = include_str!("values/arithmetic.tsv");
    let mut failures = Vec::new();
    let mut count = 0;
    for row in table.lines().filter(|row| !row.starts_with('#')) {
        let cells: Vec<&str> = row.split('\t').collect();
        let [mnemonic, precisions, operands, expected] = cells[..] else { panic!("{row}") };
        let mut inputs = [[0.0; 4]; 16];
        for (input, operand) in inputs.iter_mut().zip(operands.split(' ')) {
            *input = [support::number(operand); 4];
        }
        for precision in Precision::ALL {
            if precisions != "both" && precisions != precision.name() {
                continue;
            }
            for word in words(mnemonic) {
                let program = Program::new(&[word, END], &[Descriptor::IDENTITY.encode()], 0, Stage::Vertex);
                let output = run(&program, &Uniforms::ZERO, precision, &inputs, &Limits::default());
                assert_eq!(output.stop, Stop::End);
                count += 1;
                let found = output.outputs[0][0];
                if !support::is(expected, found) {
                    failures.push(format!("{row} in {precision}: found {found} ({:08x})", found.to_bits()));
                }
            }
        }
    }
    assert!(failures.is_empty(), "{} of {count} fail\n{}", failures.len(), failures.join("\n"));
    assert!(count > 250, "{count} values");
}
