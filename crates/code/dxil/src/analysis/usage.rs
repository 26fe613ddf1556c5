//! Computes the signature components that a shader reads or writes.

use super::opcode;
use super::program::Program;
use crate::ir::FunctionId;
use crate::shader::signature::{Element, Signatures};

/// Component masks of an element, relative to its first column.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Components {
    /// Components read or written anywhere.
    pub used: u8,
    /// Components accessed at a row that is not constant.
    pub dynamic: u8,
}

/// Components of each element, in signature order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Usage {
    /// Input elements.
    pub inputs: Vec<Components>,
    /// Output elements.
    pub outputs: Vec<Components>,
    /// Patch constants or primitive outputs.
    pub patches: Vec<Components>,
}

/// Selects one of the three signatures.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum SignatureKind {
    Inputs,
    Outputs,
    Patches,
}

/// Signature that an operation accesses. Its arguments are element, row and column.
pub(super) fn signature(code: u32) -> Option<SignatureKind> {
    Some(match code {
        opcode::LOAD_INPUT => SignatureKind::Inputs,
        opcode::STORE_OUTPUT | opcode::STORE_VERTEX_OUTPUT => SignatureKind::Outputs,
        opcode::LOAD_PATCH_CONSTANT | opcode::STORE_PATCH_CONSTANT | opcode::STORE_PRIMITIVE_OUTPUT => {
            SignatureKind::Patches
        }
        _ => return None,
    })
}

/// Usage by the given functions: the entry point and, if any, the patch-constant function. Callees do not
/// count, as in the compiler, which runs after inlining.
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
            let number = |index| {
                let value = operation.argument(index)?;
                program.unsigned(body, value)
            };
            let (Some(which), Some(id), Some(column @ 0..4)) =
                (signature(operation.code), number(1), number(3))
            else {
                continue;
            };
            let (elements, components) = match which {
                SignatureKind::Inputs => (&signatures.inputs, &mut usage.inputs),
                SignatureKind::Outputs => (&signatures.outputs, &mut usage.outputs),
                SignatureKind::Patches => (&signatures.patches, &mut usage.patches),
            };
            let index = elements.iter().position(|element| element.id == id);
            let Some(found) = index.and_then(|index| components.get_mut(index)) else {
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
