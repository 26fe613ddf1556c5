//! Eliminates common subexpressions within a block.
//!
//! Two instructions are equal if opcode, type and operands are, and nothing else can change the result:
//! arithmetic, access chains, `GLSL.std.450` functions, and loads from memory that no shader writes.

use std::collections::HashMap;

use super::rewriter::Rewriter;
use crate::grammar::{self, op};
use crate::module::{At, Function, Id};

pub(super) fn run(code: &mut Rewriter, function: &mut Function) {
    // Keyed by a hash of the instruction; on a collision the later one stays.
    let mut seen: HashMap<u64, At> = HashMap::new();
    for block in &function.blocks {
        seen.clear();
        for &at in &block.body {
            code.apply_replacements_at(at);
            let instruction = code.get(at);
            if code.is_decorated(instruction.result) || !is_reusable(code, at) {
                continue;
            }
            let earlier = *seen.entry(hash(code, at)).or_insert(at);
            if earlier != at && is_same_computation(code, earlier, at) {
                let value: Id = code.get(earlier).result;
                code.replace(instruction.result, value);
                code.remove(at);
            }
        }
    }
    code.apply_replacements(function);
}

/// True if an instruction yields the same result anywhere in its block.
fn is_reusable(code: &Rewriter, at: At) -> bool {
    let instruction = code.get(at);
    match instruction.opcode {
        op::LOAD => code.is_pure(at) && code.is_read_only(code.word(at, 0)),
        op::EXT_INST => code
            .glsl(at)
            .is_some_and(|number| grammar::glsl_is_pure(number) && !grammar::glsl_reads_memory(number)),
        opcode => instruction.result != 0 && grammar::is_arithmetic(opcode),
    }
}

fn is_same_computation(code: &Rewriter, one: At, other: At) -> bool {
    let (first, second) = (code.get(one), code.get(other));
    (first.opcode, first.ty) == (second.opcode, second.ty) && code.operands(one) == code.operands(other)
}

fn hash(code: &Rewriter, at: At) -> u64 {
    let instruction = code.get(at);
    let head = [u32::from(instruction.opcode), instruction.ty];
    let words = head.iter().chain(code.operands(at));
    words.fold(0xcbf2_9ce4_8422_2325, |hash, word| {
        (hash ^ u64::from(*word)).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29)
    })
}
