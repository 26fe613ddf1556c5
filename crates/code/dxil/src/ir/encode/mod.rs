//! A module with types to bitcode.

use super::module::Typed;
use crate::fault::{Fault, FaultKind};

/// Writes a module as LLVM 3.7 does.
///
/// # Errors
///
/// What is wrong with a body that was not read yet.
pub fn encode(module: &Typed<'_>) -> Result<Vec<u8>, Fault> {
    Err(Fault::new(FaultKind::NoModule, 0..module.bytes.len() as u64 * 8))
}
