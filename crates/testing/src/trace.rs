//! Computes a SPIR-V shader's effects independently of how its code is written.
//!
//! Execution is symbolic, on hashes: every operation hashes its opcode and operands, a load from
//! memory outside the function hashes the address and the number of preceding effects, and a branch
//! follows a bit of its condition's hash. Composites and local variables are modelled exactly, leaf
//! by leaf. Modules that compute the same results from the same inputs thus have the same list of
//! effects, which reveals an optimiser that drops, swaps or repeats one.

use std::collections::HashMap;

/// Step limit for shaders that loop.
const STEPS: usize = 20_000;

/// Scalars of a value.
type Leaves = Vec<u64>;

#[derive(Clone, Copy)]
enum Pointer {
    /// Variable of the function or invocation, and the first leaf.
    Local(u32, usize),
    /// Other memory: hash of the address, and whether anything writes it.
    Far(u64, bool),
}

#[derive(Clone, Copy)]
struct Instruction<'m> {
    opcode: u16,
    ty: u32,
    result: u32,
    operands: &'m [u32],
}

#[derive(Default)]
struct Shader<'m> {
    instructions: Vec<Instruction<'m>>,
    /// Position of the definition, by id.
    definitions: HashMap<u32, usize>,
    values: HashMap<u32, Leaves>,
    pointers: HashMap<u32, Pointer>,
    memory: HashMap<u32, Leaves>,
    /// Hash of the decorations, by id.
    decorations: HashMap<u32, u64>,
    /// Number, by leaf of a constant.
    numbers: HashMap<u64, u64>,
    effects: Vec<u64>,
}

/// Effects of the first entry point with branches chosen by `seed`. `None` if the module uses
/// unsupported features: calls of its own functions, memory copies, pointers as values.
///
/// # Panics
/// If the module is invalid.
pub fn effects(module: &[u32], seed: u64) -> Option<Vec<u64>> {
    let mut shader = Shader::default();
    let mut at = 5;
    while at < module.len() {
        let length = (module[at] >> 16) as usize;
        shader.add(module[at] as u16, &module[at + 1..at + length]);
        at += length;
    }
    shader.run(seed)
}

fn hash(parts: impl IntoIterator<Item = u64>) -> u64 {
    let mixed = parts.into_iter().fold(0x9e37_79b9_7f4a_7c15, |hash: u64, part| {
        let hash = (hash ^ part).wrapping_mul(0xff51_afd7_ed55_8ccd);
        hash ^ hash >> 32
    });
    (mixed ^ mixed >> 29).wrapping_mul(0xc4ce_b9fe_1a85_ec53) ^ mixed >> 17
}

/// Result type and result of an instruction: true if it has one.
fn head(opcode: u16) -> (bool, bool) {
    match opcode {
        11 | 19..=38 | 248 | 7 | 73 => (false, true),
        1 | 12 | 41..=52 | 54 | 55 | 57 | 59..=61 | 65..=70 | 77..=98 => (true, true),
        100..=215 | 227 | 229..=242 | 245 | 400 => (true, true),
        _ => (false, false),
    }
}

impl<'m> Shader<'m> {
    fn add(&mut self, opcode: u16, words: &'m [u32]) {
        let (typed, defines) = head(opcode);
        let ty = if typed { words[0] } else { 0 };
        let result = if defines { words[usize::from(typed)] } else { 0 };
        let operands = &words[usize::from(typed) + usize::from(defines)..];
        if defines {
            self.definitions.insert(result, self.instructions.len());
        }
        if opcode == 71 {
            // The order of decorations has no meaning.
            let said = hash(operands[1..].iter().map(|word| u64::from(*word)));
            let sum = self.decorations.entry(operands[0]).or_default();
            *sum = sum.wrapping_add(said);
        }
        self.instructions.push(Instruction { opcode, ty, result, operands });
    }

    fn definition(&self, id: u32) -> Instruction<'m> {
        self.instructions[self.definitions[&id]]
    }

    /// Number of leaves of a value of this type.
    fn leaves(&self, ty: u32) -> usize {
        let Instruction { opcode, operands, .. } = self.definition(ty);
        match opcode {
            23 | 24 => self.leaves(operands[0]) * operands[1] as usize,
            28 => self.leaves(operands[0]) * self.constant(operands[1]).unwrap_or(1) as usize,
            30 => operands.iter().map(|part| self.leaves(*part)).sum(),
            _ => 1,
        }
    }

    fn constant(&self, id: u32) -> Option<u32> {
        let Instruction { opcode, operands, .. } = self.definition(id);
        (opcode == 43).then(|| operands[0])
    }

    /// Element type at an index, and the number of leaves before it.
    fn part(&self, ty: u32, index: u64) -> (u32, usize) {
        let Instruction { opcode, operands, .. } = self.definition(ty);
        if opcode == 30 {
            let before = operands[..index as usize].iter();
            return (operands[index as usize], before.map(|part| self.leaves(*part)).sum());
        }
        let count = self.leaves(ty) / self.leaves(operands[0]);
        let index = index as usize % count.max(1);
        (operands[0], index * self.leaves(operands[0]))
    }

    /// Hash of a type, independent of ids.
    fn shape(&self, ty: u32) -> u64 {
        let Instruction { opcode, operands, .. } = self.definition(ty);
        let words = operands.iter().enumerate().map(|(place, word)| {
            let is_id = matches!((opcode, place), (23..=25 | 27..=30, 0) | (30, _) | (32, 1));
            match (is_id, opcode, place) {
                (true, ..) => self.shape(*word),
                (_, 28, 1) => u64::from(self.constant(*word).unwrap_or(0)),
                _ => u64::from(*word),
            }
        });
        hash([u64::from(opcode)].into_iter().chain(words.collect::<Vec<_>>()))
    }

    fn spread(&self, hashed: u64, ty: u32) -> Leaves {
        (0..self.leaves(ty) as u64).map(|leaf| hash([hashed, leaf])).collect()
    }

    fn value(&mut self, id: u32) -> Leaves {
        if let Some(value) = self.values.get(&id) {
            return value.clone();
        }
        // Constants are evaluated on first use.
        let Instruction { opcode, ty, operands, .. } = self.definition(id);
        let value = match opcode {
            41 => vec![1],
            42 => vec![0],
            44 | 51 => operands.iter().flat_map(|part| self.value(*part)).collect(),
            1 => self.undefined(ty),
            _ => {
                let words = operands.iter().map(|word| u64::from(*word));
                let hashed = hash([u64::from(opcode), self.shape(ty)].into_iter().chain(words));
                self.spread(hashed, ty)
            }
        };
        if opcode == 43 {
            self.numbers.insert(value[0], u64::from(operands[0]));
        }
        self.values.insert(id, value.clone());
        value
    }

    /// Undefined value: always the same, leaf by leaf, whatever its origin.
    fn undefined(&self, ty: u32) -> Leaves {
        vec![hash([u64::MAX]); self.leaves(ty)]
    }

    fn pointer(&mut self, id: u32) -> Option<Pointer> {
        if let Some(pointer) = self.pointers.get(&id) {
            return Some(*pointer);
        }
        let Instruction { opcode, ty, operands, .. } = self.definition(id);
        if opcode != 59 {
            return None;
        }
        let pointee = self.definition(ty).operands[1];
        let pointer = if matches!(operands[0], 6 | 7) {
            let initial = match operands.get(1) {
                Some(initial) => self.value(*initial),
                None => self.undefined(pointee),
            };
            self.memory.insert(id, initial);
            Pointer::Local(id, 0)
        } else {
            let said = self.decorations.get(&id).copied().unwrap_or(0);
            let place = hash([u64::from(operands[0]), self.shape(pointee), said]);
            Pointer::Far(place, !matches!(operands[0], 0..=2 | 9))
        };
        self.pointers.insert(id, pointer);
        Some(pointer)
    }

    fn chain(&mut self, instruction: Instruction<'m>) -> Option<Pointer> {
        let base = self.pointer(instruction.operands[0])?;
        let indices = &instruction.operands[1..];
        match base {
            Pointer::Far(place, written) => {
                let mut parts = vec![place];
                for index in indices {
                    parts.push(self.index(*index));
                }
                Some(Pointer::Far(hash(parts), written))
            }
            Pointer::Local(variable, mut first) => {
                let base = self.definition(instruction.operands[0]);
                let mut ty = self.definition(base.ty).operands[1];
                for index in indices {
                    let index = self.index(*index);
                    let (part, before) = self.part(ty, index);
                    ty = part;
                    first += before;
                }
                Some(Pointer::Local(variable, first))
            }
        }
    }

    /// Index: its number if constant, by whatever path.
    fn index(&mut self, id: u32) -> u64 {
        let leaf = self.value(id)[0];
        self.numbers.get(&leaf).copied().unwrap_or(leaf)
    }

    fn load(&self, pointer: Pointer, ty: u32) -> Leaves {
        match pointer {
            Pointer::Local(variable, first) => {
                self.memory[&variable][first..first + self.leaves(ty)].to_vec()
            }
            Pointer::Far(place, written) => {
                let before = if written { self.effects.len() as u64 } else { 0 };
                self.spread(hash([place, before]), ty)
            }
        }
    }

    fn store(&mut self, pointer: Pointer, value: &[u64]) {
        match pointer {
            Pointer::Local(variable, first) => {
                let memory = self.memory.entry(variable).or_default();
                memory[first..first + value.len()].copy_from_slice(value);
            }
            Pointer::Far(place, _) => {
                let effect = hash([1, place].into_iter().chain(value.iter().copied()));
                self.effects.push(effect);
            }
        }
    }

    fn run(mut self, seed: u64) -> Option<Vec<u64>> {
        let entry = self.instructions.iter().find(|one| one.opcode == 15)?.operands[1];
        let mut at = self.definitions[&entry] + 1;
        let mut label = 0;
        for _ in 0..STEPS {
            let instruction = self.instructions[at];
            let operands = instruction.operands;
            at += 1;
            let next = match instruction.opcode {
                248 => {
                    at = self.phis(at, label);
                    label = instruction.result;
                    continue;
                }
                249 => operands[0],
                250 => {
                    let condition = self.value(operands[0])[0];
                    let bit = match condition {
                        0 | 1 => condition,
                        _ => hash([condition, seed]) & 1,
                    };
                    operands[2 - bit as usize]
                }
                251 => {
                    let value = self.value(operands[0])[0];
                    let labels: Vec<u32> = operands[1..].iter().step_by(2).copied().collect();
                    labels[(hash([value, seed]) % labels.len() as u64) as usize]
                }
                252..=255 | 4416 => {
                    self.effects.push(u64::from(instruction.opcode));
                    return Some(self.effects);
                }
                57 | 60 | 63 | 64 => return None,
                _ => {
                    self.step(instruction)?;
                    continue;
                }
            };
            at = self.definitions[&next];
        }
        Some(self.effects)
    }

    /// Evaluates all phis of a block simultaneously.
    fn phis(&mut self, mut at: usize, from: u32) -> usize {
        let mut values = Vec::new();
        while self.instructions[at].opcode == 245 {
            let Instruction { result, operands, .. } = self.instructions[at];
            let pair = operands.chunks_exact(2).find(|pair| pair[1] == from);
            let value = pair.expect("a phi has a value for every way")[0];
            values.push((result, self.value(value)));
            at += 1;
        }
        self.values.extend(values);
        at
    }

    fn step(&mut self, instruction: Instruction<'m>) -> Option<()> {
        let Instruction { opcode, ty, result, operands } = instruction;
        let value = match opcode {
            8 | 317 | 246 | 247 => return Some(()),
            59 => {
                self.pointers.remove(&result);
                self.pointer(result)?;
                return Some(());
            }
            65 | 66 => {
                let pointer = self.chain(instruction)?;
                self.pointers.insert(result, pointer);
                return Some(());
            }
            62 => {
                let pointer = self.pointer(operands[0])?;
                let value = self.value(operands[1]);
                self.store(pointer, &value);
                return Some(());
            }
            61 => {
                let pointer = self.pointer(operands[0])?;
                self.load(pointer, ty)
            }
            83 => self.value(operands[0]),
            80 => operands.iter().flat_map(|part| self.value(*part)).collect(),
            81 => {
                let (first, count) = self.path(operands[0], &operands[1..]);
                self.value(operands[0])[first..first + count].to_vec()
            }
            82 => {
                let mut whole = self.value(operands[1]);
                let (first, _) = self.path(operands[1], &operands[2..]);
                let part = self.value(operands[0]);
                whole[first..first + part.len()].copy_from_slice(&part);
                whole
            }
            79 => {
                let both = [self.value(operands[0]), self.value(operands[1])].concat();
                let any = self.undefined(ty)[0];
                let chosen = operands[2..].iter();
                chosen.map(|place| both.get(*place as usize).copied().unwrap_or(any)).collect()
            }
            169 => self.select(operands),
            _ => return self.compute(instruction),
        };
        self.values.insert(result, value);
        Some(())
    }

    fn path(&self, id: u32, path: &[u32]) -> (usize, usize) {
        let mut ty = self.definition(id).ty;
        let mut first = 0;
        for index in path {
            let (part, before) = self.part(ty, u64::from(*index));
            ty = part;
            first += before;
        }
        (first, self.leaves(ty))
    }

    fn select(&mut self, operands: &[u32]) -> Leaves {
        let condition = self.value(operands[0]);
        let (yes, no) = (self.value(operands[1]), self.value(operands[2]));
        let one = |place: usize| {
            let condition = condition[place % condition.len()];
            if condition & 1 == 1 { yes[place] } else { no[place] }
        };
        (0..yes.len()).map(one).collect()
    }

    /// Evaluates an uninterpreted operation; without a result, or through a pointer, it is an
    /// effect.
    fn compute(&mut self, instruction: Instruction<'m>) -> Option<()> {
        let Instruction { opcode, ty, result, operands } = instruction;
        if !matches!(opcode, 12 | 68 | 77..=215 | 218..=221 | 224 | 225 | 400) {
            return None;
        }
        let mut parts = vec![u64::from(opcode)];
        let mut written = None;
        let literal_from = match opcode {
            // The operand between is the image operand mask.
            12 => 1,
            87 | 88 | 91 | 92 | 95 | 98 => 2,
            99 => 3,
            _ => usize::MAX,
        };
        for (place, word) in operands.iter().enumerate() {
            let literal = match opcode {
                12 => place == 1,
                _ => place == literal_from,
            };
            if literal {
                parts.push(u64::from(*word));
            } else if opcode == 12 && place == 0 {
                parts.push(0);
            } else if let Some(Pointer::Local(..)) = self.pointers.get(word) {
                written = self.pointers.get(word).copied();
            } else if self.pointers.contains_key(word) || self.definition(*word).opcode == 59 {
                return None;
            } else {
                parts.extend(self.value(*word));
            }
        }
        // Any earlier effect may have written the image.
        if matches!(opcode, 87..=98) {
            parts.push(self.effects.len() as u64);
        }
        if result == 0 {
            self.effects.push(hash(parts));
            return Some(());
        }
        parts.push(self.shape(ty));
        let hashed = hash(parts);
        if let Some(Pointer::Local(variable, first)) = written {
            let count = self.memory[&variable].len() - first;
            let leaves: Leaves = (0..count as u64).map(|leaf| hash([hashed, 7, leaf])).collect();
            self.store(Pointer::Local(variable, first), &leaves);
        }
        let value = self.spread(hashed, ty);
        self.values.insert(result, value);
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::effects;

    /// Fragment shader with two float outputs at locations 0 and 1, constants 13 and 14, and this
    /// body.
    fn shader(body: &[&[u32]]) -> Vec<u32> {
        let frame: [&[u32]; 14] = [
            &[17, 1],
            &[14, 0, 1],
            &[15, 4, 1, u32::from_le_bytes(*b"main"), 0],
            &[71, 11, 30, 0],
            &[71, 12, 30, 1],
            &[19, 2],
            &[33, 3, 2],
            &[22, 4, 32],
            &[32, 5, 3, 4],
            &[32, 6, 7, 4],
            &[59, 5, 11, 3],
            &[59, 5, 12, 3],
            &[43, 4, 13, 1.0_f32.to_bits()],
            &[43, 4, 14, 2.0_f32.to_bits()],
        ];
        let start: [&[u32]; 2] = [&[54, 2, 1, 0, 3], &[248, 7]];
        let end: [&[u32]; 2] = [&[253], &[56]];
        let all = frame.iter().chain(&start).chain(body).chain(&end);
        let mut words = vec![0x0723_0203, 0x0001_0500, 0, 100, 0];
        for instruction in all {
            words.push((instruction.len() as u32) << 16 | instruction[0]);
            words.extend(&instruction[1..]);
        }
        words
    }

    #[test]
    fn order_operands_and_number_of_effects_count() {
        let first: &[u32] = &[62, 11, 13];
        let second: &[u32] = &[62, 12, 13];
        let other: &[u32] = &[62, 12, 14];
        let all = [
            shader(&[first, second]),
            shader(&[second, first]),
            shader(&[first, other]),
            shader(&[first]),
            shader(&[first, second, second]),
        ];
        let found: Vec<_> = all.iter().map(|words| effects(words, 0)).collect();
        for (place, one) in found.iter().enumerate() {
            assert!(one.is_some());
            assert!(!found[..place].contains(one), "{place}");
        }
    }

    #[test]
    fn ways_through_variables_do_not_count() {
        let direct = shader(&[&[129, 4, 20, 13, 14], &[62, 11, 20]]);
        let kept =
            shader(&[&[59, 6, 21, 7], &[129, 4, 22, 13, 14], &[62, 21, 22], &[61, 4, 23, 21], &[62, 11, 23]]);
        assert_eq!(effects(&direct, 0), effects(&kept, 0));
        let turned = shader(&[&[129, 4, 20, 14, 13], &[62, 11, 20]]);
        assert_ne!(effects(&direct, 0), effects(&turned, 0));
    }
}
