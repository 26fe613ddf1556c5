//! One computation where a block has the same several times.
//!
//! Two instructions are the same if opcode, type and operands are, and nothing else can change what they give: arithmetic,
//! access chains, functions of `GLSL.std.450`, and loads from memory that no shader writes.

use std::collections::HashMap;

use super::code::{At, Code, Function, Id};
use super::opcode as op;

pub(super) fn run(code: &mut Code, function: &mut Function) {
    // By a hash of the instruction; where two share one the later stays as it is.
    let mut seen: HashMap<u64, At> = HashMap::new();
    for block in &function.blocks {
        seen.clear();
        for &at in &block.body {
            code.settle_at(at);
            let instruction = code.get(at);
            if code.is_decorated(instruction.result) || !is_fixed(code, at) {
                continue;
            }
            let earlier = *seen.entry(hash(code, at)).or_insert(at);
            if earlier != at && same(code, earlier, at) {
                let value: Id = code.get(earlier).result;
                code.replace(instruction.result, value);
                code.remove(at);
            }
        }
    }
    code.settle(function);
}

/// Whether an instruction gives the same wherever it stands in its block.
fn is_fixed(code: &Code, at: At) -> bool {
    let instruction = code.get(at);
    match instruction.opcode {
        op::LOAD => code.only_computes(at) && code.is_read_only(code.word(at, 0)),
        op::EXT_INST => code
            .shader_function(at)
            .is_some_and(|number| op::extended_only_computes(number) && !op::extended_reads(number)),
        opcode => instruction.result != 0 && op::is_arithmetic(opcode),
    }
}

fn same(code: &Code, one: At, other: At) -> bool {
    let (first, second) = (code.get(one), code.get(other));
    (first.opcode, first.ty) == (second.opcode, second.ty) && code.operands(one) == code.operands(other)
}

fn hash(code: &Code, at: At) -> u64 {
    let instruction = code.get(at);
    let head = [u32::from(instruction.opcode), instruction.ty];
    let words = head.iter().chain(code.operands(at));
    words.fold(0xcbf2_9ce4_8422_2325, |hash, word| {
        (hash ^ u64::from(*word))
            .wrapping_mul(0x9e37_79b9_7f4a_7c15)
            .rotate_left(29)
    })
}
