//! Texel fetches of SPIR-V modules in the form that naga takes: it leaves out offsets without a word, and stops at coordinates
//! without a sign.
//!
//! Source: the SPIR-V specification, version 1.6, sections 3.14 and 3.49.10.

use std::collections::BTreeMap;

use glassbox_spirv::build::op;
use glassbox_spirv::grammar;

use crate::instructions::{Code, Instruction};

/// Image operands in the order of their bits, and how many words each has.
const OPERANDS: [(u32, usize); 8] =
    [(0x1, 1), (0x2, 1), (0x4, 2), (CONST_OFFSET, 1), (OFFSET, 1), (0x20, 1), (0x40, 1), (0x80, 1)];
const CONST_OFFSET: u32 = 0x8;
const OFFSET: u32 = 0x10;

/// A vector of integers, or one of them.
#[derive(Clone, Copy)]
struct Integers {
    signed: bool,
    count: u32,
}

/// The module with offsets of fetches added to their coordinates and all coordinates of texels signed; `None` where nothing needs
/// to change.
///
/// # Errors
/// A sentence, where the types of coordinate and offset are not known or the words are no module.
pub(super) fn plain(words: &[u32]) -> Result<Option<Vec<u32>>, String> {
    if !super::sampled::instructions(words).any(|(opcode, _)| is_texel(opcode)) {
        return Ok(None);
    }
    let mut code = Code::read(words)?;
    let survey = Survey::of(&code);
    if !code.list.iter().any(|one| survey.is_changed(one)) {
        return Ok(None);
    }
    let int = code.declared(op::TYPE_INT, 0, &[32, 1]);
    let types = Types {
        by_count: [
            int,
            code.declared(op::TYPE_VECTOR, 0, &[int, 2]),
            code.declared(op::TYPE_VECTOR, 0, &[int, 3]),
        ],
        zero: code.declared(op::CONSTANT, int, &[0]),
    };
    for mut one in std::mem::take(&mut code.list) {
        if survey.is_changed(&one) {
            let mut new = Vec::new();
            let (place, mask) = places(one.opcode);
            one.words[place] = coordinate(&one, &survey, &types, &mut || code.fresh(), &mut new)?;
            without_offset(&mut one, mask);
            code.list.append(&mut new);
        }
        code.list.push(one);
    }
    Ok(Some(code.write()))
}

fn is_texel(opcode: u16) -> bool {
    matches!(opcode, op::IMAGE_FETCH | op::IMAGE_READ | op::IMAGE_WRITE)
}

/// Where the coordinate and the mask of the image operands are. A write has no result.
fn places(opcode: u16) -> (usize, usize) {
    match opcode {
        op::IMAGE_WRITE => (1, 3),
        _ => (3, 4),
    }
}

/// Signed integers, and vectors of two and three of them.
struct Types {
    by_count: [u32; 3],
    zero: u32,
}

impl Types {
    fn of(&self, count: u32) -> Result<u32, String> {
        let known = self.by_count.get(count.wrapping_sub(1) as usize);
        known.copied().ok_or_else(|| format!("found a texel coordinate of {count} components"))
    }
}

/// The coordinate with the offset in it, and the instructions that compute it.
fn coordinate(
    one: &Instruction,
    survey: &Survey,
    types: &Types,
    fresh: &mut dyn FnMut() -> u32,
    new: &mut Vec<Instruction>,
) -> Result<u32, String> {
    let (place, mask) = places(one.opcode);
    let mut signed = |id: u32, of: Integers, new: &mut Vec<Instruction>| -> Result<u32, String> {
        if of.signed {
            return Ok(id);
        }
        let result = fresh();
        new.push(Instruction::new(op::BITCAST, [types.of(of.count)?, result, id]));
        Ok(result)
    };
    let id = one.word(place);
    let Some(have) = survey.integers(id) else {
        return Err("found a texel offset on a coordinate that is no integer".to_owned());
    };
    let coordinate = signed(id, have, new)?;
    let Some(id) = offset(one, mask) else {
        return Ok(coordinate);
    };
    let Some(of) = survey.integers(id).filter(|of| of.count <= have.count) else {
        return Err("found a texel offset that does not fit its coordinate".to_owned());
    };
    let mut offset = signed(id, of, new)?;
    let ty = types.of(have.count)?;
    if of.count < have.count {
        // The layer of an array has no offset.
        let result = fresh();
        let mut parts = vec![ty, result, offset];
        parts.extend((of.count..have.count).map(|_| types.zero));
        new.push(Instruction::new(op::COMPOSITE_CONSTRUCT, parts));
        offset = result;
    }
    let result = fresh();
    new.push(Instruction::new(op::I_ADD, [ty, result, coordinate, offset]));
    Ok(result)
}

/// The offset of a fetch, constant or not.
fn offset(one: &Instruction, mask_at: usize) -> Option<u32> {
    let mask = one.word(mask_at);
    let mut at = mask_at + 1;
    for (bit, count) in OPERANDS {
        if mask & bit != 0 {
            if bit & (CONST_OFFSET | OFFSET) != 0 {
                return one.words.get(at).copied();
            }
            at += count;
        }
    }
    None
}

/// Takes the offset out of the image operands, and the operands where nothing is left.
fn without_offset(one: &mut Instruction, mask_at: usize) {
    let mask = one.word(mask_at);
    let mut at = mask_at + 1;
    for (bit, count) in OPERANDS {
        if mask & bit == 0 {
            continue;
        }
        if bit & (CONST_OFFSET | OFFSET) != 0 {
            if at < one.words.len() {
                one.words.remove(at);
            }
            one.words[mask_at] &= !bit;
        } else {
            at += count;
        }
    }
    if one.word(mask_at) == 0 {
        one.words.truncate(mask_at);
    }
}

/// The types of the values of a module.
struct Survey {
    integers: BTreeMap<u32, bool>,
    vectors: BTreeMap<u32, (u32, u32)>,
    types: BTreeMap<u32, u32>,
}

impl Survey {
    fn of(code: &Code) -> Survey {
        let mut survey =
            Survey { integers: BTreeMap::new(), vectors: BTreeMap::new(), types: BTreeMap::new() };
        for one in &code.list {
            match one.opcode {
                op::TYPE_INT if one.word(1) == 32 => {
                    survey.integers.insert(one.word(0), one.word(2) != 0);
                }
                op::TYPE_VECTOR => {
                    survey.vectors.insert(one.word(0), (one.word(1), one.word(2)));
                }
                opcode => {
                    let first = grammar::opcode(opcode).and_then(|known| known.operands.first());
                    if first.is_some_and(|first| first.kind == grammar::Kind::ResultType) {
                        survey.types.insert(one.word(1), one.word(0));
                    }
                }
            }
        }
        survey
    }

    /// Whether an instruction is one that naga does not take as it is.
    fn is_changed(&self, one: &Instruction) -> bool {
        let (place, mask) = places(one.opcode);
        let is_unsigned = || self.integers(one.word(place)).is_some_and(|integers| !integers.signed);
        is_texel(one.opcode) && one.words.len() > place && (offset(one, mask).is_some() || is_unsigned())
    }

    fn integers(&self, value: u32) -> Option<Integers> {
        let ty = *self.types.get(&value)?;
        let (component, count) = self.vectors.get(&ty).copied().unwrap_or((ty, 1));
        let signed = *self.integers.get(&component)?;
        Some(Integers { signed, count })
    }
}
