//! Descriptor tables cut to the size that a scene uses.
//!
//! A program's modules declare arrays of thousands of descriptors. Software drivers have room for a few dozen, so the
//! lengths of the arrays in set 0 are replaced before a module is handed to the driver. Nothing else in it changes: the
//! indices come from push constants, which the scene chooses.

use std::collections::HashMap;

use glassbox_spirv::Module;

/// Opcodes and decorations that matter here (SPIR-V 1.5, section 3).
const TYPE_ARRAY: u16 = 28;
const TYPE_POINTER: u16 = 32;
const CONSTANT: u16 = 43;
const VARIABLE: u16 = 59;
const DECORATE: u16 = 71;
const BINDING: u32 = 33;
const DESCRIPTOR_SET: u32 = 34;

/// The words of a module whose tables have these lengths at most, in the order of the bindings of set 0.
///
/// # Errors
/// When the bytes are no module.
pub fn cut(bytes: &[u8], lengths: [u16; 5]) -> Result<Vec<u32>, String> {
    let module = Module::read(bytes).map_err(|error| error.to_string())?;
    let words: Vec<u32> = bytes
        .chunks_exact(4)
        .map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]]))
        .collect();
    let starts: Vec<(usize, usize)> = module
        .walk()
        .map(|instruction| (instruction.range().start / 4, instruction.range().end / 4))
        .collect();
    let array_lengths = array_lengths(&words, &starts, lengths);

    let mut out = words.get(..5).ok_or("the header is cut short")?.to_vec();
    let mut types_of_constants = HashMap::new();
    for (start, end) in starts {
        let instruction = &words[start..end];
        match (opcode(instruction), instruction) {
            (CONSTANT, [_, ty, id, value]) => {
                types_of_constants.insert(*id, (*ty, *value));
                out.extend(instruction);
            }
            (TYPE_ARRAY, [head, id, element, length]) => {
                let wanted = array_lengths.get(id).copied();
                match (wanted, types_of_constants.get(length)) {
                    (Some(wanted), Some(&(ty, declared))) if wanted < declared => {
                        // The old constant may be an ordinary number elsewhere in the code.
                        let constant = out[3];
                        out[3] += 1;
                        out.extend([(4 << 16) | u32::from(CONSTANT), ty, constant, wanted]);
                        out.extend([*head, *id, *element, constant]);
                    }
                    _ => out.extend(instruction),
                }
            }
            _ => out.extend(instruction),
        }
    }
    Ok(out)
}

fn opcode(instruction: &[u32]) -> u16 {
    instruction.first().map_or(0, |word| *word as u16)
}

/// By the id of an array type: how long it has to be.
fn array_lengths(words: &[u32], starts: &[(usize, usize)], lengths: [u16; 5]) -> HashMap<u32, u32> {
    let (mut sets, mut bindings, mut pointees) = (HashMap::new(), HashMap::new(), HashMap::new());
    let mut found = HashMap::new();
    for &(start, end) in starts {
        let instruction = &words[start..end];
        match (opcode(instruction), instruction) {
            (DECORATE, [_, id, DESCRIPTOR_SET, set]) => {
                sets.insert(*id, *set);
            }
            (DECORATE, [_, id, BINDING, binding]) => {
                bindings.insert(*id, *binding);
            }
            (TYPE_POINTER, [_, id, _, pointee]) => {
                pointees.insert(*id, *pointee);
            }
            (VARIABLE, [_, ty, id, ..]) if sets.get(id) == Some(&0) => {
                let length = bindings.get(id).and_then(|binding| lengths.get(*binding as usize));
                if let (Some(length), Some(array)) = (length, pointees.get(ty)) {
                    found.insert(*array, u32::from(*length));
                }
            }
            _ => {}
        }
    }
    found
}
