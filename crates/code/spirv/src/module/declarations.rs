//! Finds types and constants by their operands, and declares those that a module lacks.

use foldhash::{HashMap, HashMapExt};

use super::{Id, Module, Operand};

/// Types and constants of a module by opcode, type and operands.
#[derive(Clone, Debug, Default)]
pub struct Declarations {
    known: HashMap<(u16, Id, Vec<u32>), Id>,
}

impl Declarations {
    /// Those of a module. Where several are alike, the first counts.
    pub fn of(module: &Module) -> Declarations {
        let mut known = HashMap::new();
        for &at in &module.globals {
            let instruction = module.get(at);
            if instruction.result != 0 {
                let key = (instruction.opcode, instruction.ty, module.operands(at).to_vec());
                known.entry(key).or_insert(instruction.result);
            }
        }
        Declarations { known }
    }

    /// The id of a type, or of a constant of type `ty`, with these operands; declared at the end of the globals if the module lacks
    /// it. The `ty` of types is 0.
    pub fn get(&mut self, module: &mut Module, (opcode, ty): (u16, Id), operands: &[Operand]) -> Id {
        let words = operands.iter().map(|operand| operand.word()).collect();
        *self.known.entry((opcode, ty, words)).or_insert_with(|| {
            let id = module.new_id();
            let at = module.add(opcode, ty, id, operands.iter().copied());
            module.globals.push(at);
            id
        })
    }
}
