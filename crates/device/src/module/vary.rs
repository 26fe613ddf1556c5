//! Changes a module in what its meaning leaves open, so that a second run tells which numbers depend on it: values for what is read
//! and nobody wrote, and constants moved by their last bits, where only roundings decide.

use std::collections::BTreeMap;

use glassbox_spirv::grammar::op;
use glassbox_spirv::grammar::value::storage_class;
use glassbox_spirv::module::{At, Declarations, Id, Module, Operand, Type};

use super::nudged;
use crate::format::half;

/// Components of a value at most.
const MOST: u32 = 1 << 12;
/// Every float and every integer: numbers that no driver puts in memory by itself.
const FLOAT: f32 = 0.562_5;
const INTEGER: u32 = 3;
/// Multiples of one sixteenth stay.
const STEPS: f32 = 16.0;

/// The words of a module in which all variables without a value, and all undefined values, have one; `None` if there are none.
#[must_use]
pub fn with_values(words: &[u32]) -> Option<Vec<u32>> {
    let mut module = Module::from_words(words).ok()?;
    // Debug information may name variables before the place that they move to.
    module.retain(|module, at| !module.is_debug(at));
    let mut declared = Declarations::of(&module);
    let (mut initial, mut undefined): (Vec<(At, Id)>, BTreeMap<Id, Id>) = (Vec::new(), BTreeMap::new());
    for at in module.walk().collect::<Vec<At>>() {
        let instruction = module.get(at);
        match instruction.opcode {
            op::VARIABLE if module.operands(at).len() == 1 => {
                let Some((ty, class)) = module.pointer(instruction.ty) else { continue };
                if [storage_class::FUNCTION, storage_class::PRIVATE, storage_class::OUTPUT].contains(&class)
                    && let Some(value) = value(&mut module, &mut declared, ty)
                {
                    initial.push((at, value));
                }
            }
            op::UNDEF => {
                if let Some(value) = value(&mut module, &mut declared, instruction.ty) {
                    undefined.insert(instruction.result, value);
                }
            }
            _ => {}
        }
    }
    if initial.is_empty() && undefined.is_empty() {
        return None;
    }
    for (at, value) in &initial {
        let class = module.word(*at, 0);
        module.rewrite(*at, op::VARIABLE, [Operand::Literal(class), Operand::Id(*value)]);
        // An initial value comes before its variable.
        if let Some(index) = module.globals.iter().position(|other| other == at) {
            let variable = module.globals.remove(index);
            module.globals.push(variable);
        }
    }
    module.retain(|module, at| !undefined.contains_key(&module.get(at).result));
    for at in module.walk().collect::<Vec<At>>() {
        module.map_ids(at, |id| undefined.get(&id).copied().unwrap_or(id));
    }
    module.words()
}

/// The words of a module with its floating-point constants moved by their last bits; multiples of one sixteenth stay, which code
/// counts with.
#[must_use]
pub fn with_moved_constants(words: &[u32], seed: u64) -> Option<Vec<u32>> {
    let mut module = Module::from_words(words).ok()?;
    for at in module.globals.clone() {
        let instruction = module.get(at);
        if instruction.opcode != op::CONSTANT
            || !matches!(module.ty(instruction.ty), Some(Type::Float { width: 32, .. }))
        {
            continue;
        }
        let value = f32::from_bits(module.word(at, 0));
        if (value * STEPS).fract() != 0.0 {
            module.set_word(at, 0, nudged(value, seed, u64::from(at)).to_bits());
        }
    }
    module.words()
}

/// A constant of a type; `None` for types that have none.
fn value(module: &mut Module, declared: &mut Declarations, ty: Id) -> Option<Id> {
    let literals = |words: &[u32]| words.iter().map(|word| Operand::Literal(*word)).collect::<Vec<_>>();
    let (opcode, operands) = match module.ty(ty)? {
        Type::Bool => (op::CONSTANT_TRUE, Vec::new()),
        Type::Int { width: 64, .. } => (op::CONSTANT, literals(&[INTEGER, 0])),
        Type::Int { .. } => (op::CONSTANT, literals(&[INTEGER])),
        Type::Float { width: 16, .. } => (op::CONSTANT, literals(&[u32::from(half::of(FLOAT))])),
        Type::Float { width: 32, .. } => (op::CONSTANT, literals(&[FLOAT.to_bits()])),
        Type::Float { width: 64, .. } => {
            let bits = f64::from(FLOAT).to_bits();
            (op::CONSTANT, literals(&[bits as u32, (bits >> 32) as u32]))
        }
        Type::Vector { .. } | Type::Matrix { .. } | Type::Array { .. } | Type::Struct { .. } => {
            let count = module.component_count(ty).filter(|count| *count <= MOST)?;
            let parts = (0..count).map(|index| {
                let part = module.component_type(ty, index)?;
                value(module, declared, part)
            });
            let parts = parts.collect::<Option<Vec<Id>>>()?;
            (op::CONSTANT_COMPOSITE, parts.into_iter().map(Operand::Id).collect())
        }
        _ => return None,
    };
    Some(declared.get(module, (opcode, ty), &operands))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variables_and_undefined_values_get_numbers() {
        let text = "OpCapability Shader
OpMemoryModel Logical GLSL450
OpEntryPoint Fragment %main \"main\" %color
OpExecutionMode %main OriginUpperLeft
OpDecorate %color Location 0
%void = OpTypeVoid
%float = OpTypeFloat 32
%vec2 = OpTypeVector %float 2
%kept = OpConstantNull %vec2
%out = OpTypePointer Output %vec2
%own = OpTypePointer Function %vec2
%color = OpVariable %out Output
%nothing = OpUndef %vec2
%function = OpTypeFunction %void
%main = OpFunction %void None %function
%start = OpLabel
%a = OpVariable %own Function
%b = OpVariable %own Function %kept
OpStore %color %nothing
OpReturn
OpFunctionEnd
";
        let bytes = glassbox_spirv::assemble(text).expect("it is a module");
        let words: Vec<u32> = bytes.as_chunks().0.iter().map(|word| u32::from_le_bytes(*word)).collect();
        let module =
            Module::from_words(&with_values(&words).expect("it has values to give")).expect("it is a module");
        let variables: Vec<usize> = module
            .walk()
            .filter(|at| module.opcode(*at) == op::VARIABLE)
            .map(|at| module.operands(at).len())
            .collect();
        assert_eq!(variables, [2, 2, 2]);
        let store = module.walk().find(|at| module.opcode(*at) == op::STORE).expect("it stores");
        assert_eq!(module.opcode_of(module.word(store, 1)), op::CONSTANT_COMPOSITE);
        // A module in which everything has a value stays as it is.
        let again = module.words().expect("it has words");
        assert_eq!(with_values(&again), None);
    }

    #[test]
    fn constants_that_are_no_counts_move() {
        let text = "OpCapability Shader\nOpMemoryModel Logical GLSL450\n%float = OpTypeFloat 32\n%a = OpConstant %float 0.5\n\
                    %b = OpConstant %float 43758.547\n%c = OpConstant %float 3.0\n";
        let bytes = glassbox_spirv::assemble(text).expect("it is a module");
        let words: Vec<u32> = bytes.as_chunks().0.iter().map(|word| u32::from_le_bytes(*word)).collect();
        let constants = |words: &[u32]| -> Vec<f32> {
            let module = Module::from_words(words).expect("it is a module");
            let all = module.walk().filter(|at| module.opcode(*at) == op::CONSTANT);
            all.map(|at| f32::from_bits(module.word(at, 0))).collect()
        };
        let moved: Vec<Vec<f32>> =
            (1..9).map(|seed| constants(&with_moved_constants(&words, seed).unwrap())).collect();
        assert!(moved.iter().all(|moved| moved[0] == 0.5 && moved[2] == 3.0));
        assert!(moved.iter().all(|moved| (moved[1] - 43758.547).abs() < 0.02));
        assert!(moved.iter().any(|moved| moved[1] != 43758.547));
    }
}
