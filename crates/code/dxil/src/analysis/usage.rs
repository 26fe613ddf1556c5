//! Which components of the elements of a signature a shader reads or writes.

use super::opcode;
use super::program::Program;
use crate::ir::FunctionId;
use crate::shader::signature::{Element, Signatures};

/// Components of an element, from its first column on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Components {
    /// Read or written anywhere.
    pub used: u8,
    /// Read or written in a row that is no constant.
    pub dynamic: u8,
}

/// The components of each element, in the order of its signature.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Usage {
    /// Inputs.
    pub inputs: Vec<Components>,
    /// Outputs.
    pub outputs: Vec<Components>,
    /// Patch constants or primitives.
    pub patches: Vec<Components>,
}

/// One of the three signatures.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Which {
    Inputs,
    Outputs,
    Patches,
}

/// The signature that an operation refers to. Its arguments are the element, the row and the column.
pub(super) fn signature(code: u32) -> Option<Which> {
    Some(match code {
        opcode::LOAD_INPUT => Which::Inputs,
        opcode::STORE_OUTPUT | opcode::STORE_VERTEX_OUTPUT => Which::Outputs,
        opcode::LOAD_PATCH_CONSTANT | opcode::STORE_PATCH_CONSTANT | opcode::STORE_PRIMITIVE_OUTPUT => {
            Which::Patches
        }
        _ => return None,
    })
}

/// What the given functions use: the entry point of a shader, and the function of its patch constants. What they call does
/// not count, as in the compiler; calls are gone when it looks.
pub fn usage(program: &Program<'_>, signatures: &Signatures, functions: &[FunctionId]) -> Usage {
    let start = |elements: &[Element]| vec![Components::default(); elements.len()];
    let mut usage = Usage {
        inputs: start(&signatures.inputs),
        outputs: start(&signatures.outputs),
        patches: start(&signatures.patches),
    };
    for &function in functions {
        let Some(body) = program.body(function) else {
            continue;
        };
        for instruction in &body.instructions {
            let Some(operation) = program.operation(body, instruction) else {
                continue;
            };
            let number = |place| {
                let value = operation.argument(place)?;
                program.unsigned(body, value)
            };
            let (Some(which), Some(id), Some(column @ 0..4)) =
                (signature(operation.code), number(1), number(3))
            else {
                continue;
            };
            let (elements, components) = match which {
                Which::Inputs => (&signatures.inputs, &mut usage.inputs),
                Which::Outputs => (&signatures.outputs, &mut usage.outputs),
                Which::Patches => (&signatures.patches, &mut usage.patches),
            };
            let place = elements.iter().position(|element| element.id == id);
            let Some(found) = place.and_then(|place| components.get_mut(place)) else {
                continue;
            };
            found.used |= 1 << column;
            if number(2).is_none() {
                found.dynamic |= 1 << column;
            }
        }
    }
    usage
}
