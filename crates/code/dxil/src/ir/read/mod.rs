//! Bitcode to a module with types.

use super::body::Body;
use super::handle::FunctionId;
use super::module::Typed;
use crate::fault::{Fault, FaultKind};
use crate::walk::Resume;

pub(crate) fn module(bytes: &[u8]) -> Result<Typed<'_>, Fault> {
    Err(Fault::new(FaultKind::NoModule, 0..bytes.len() as u64 * 8))
}

pub(crate) fn body(module: &Typed<'_>, _: FunctionId, _: &Resume) -> Result<Body, Fault> {
    Err(Fault::new(FaultKind::NoModule, 0..module.bytes.len() as u64 * 8))
}
