//! Lists the reasons why a module cannot be converted to a version.

use std::fmt;
use std::ops::Range;

use crate::grammar;
use crate::module::{At, Module};

/// Reason for refusing a conversion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VersionErrorKind {
    /// The module or the target is not of version 1.0 to 1.6.
    Version,
    /// The version has no such instruction, nor an extension that adds it.
    Instruction,
    /// The version has no such operand, nor an extension that adds it.
    Operand,
    /// An extension that is part of the meaning needs a later version.
    Extension,
    /// The parts of a composite are not known before specialization.
    Composite,
    /// A pointer into a buffer is passed to a function, or reaches it from another kind of memory.
    Pointer,
    /// A work-group size is a specialization constant.
    WorkgroupSize,
    /// The result would be out of proportion to the module.
    Size,
}

/// The instruction for which a conversion was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VersionError {
    /// Reason.
    pub kind: VersionErrorKind,
    /// Opcode of the instruction; 0 if none is at fault.
    pub opcode: u16,
    /// What the instruction came from; see [`Module::origin`].
    pub range: Range<usize>,
}

impl VersionError {
    pub(super) fn at(module: &Module, at: At, kind: VersionErrorKind) -> VersionError {
        VersionError { kind, opcode: module.opcode(at), range: module.origin(at) }
    }
}

impl fmt::Display for VersionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = match self.kind {
            VersionErrorKind::Version => return f.write_str("expected a version from 1.0 to 1.6"),
            VersionErrorKind::Instruction => "the version has no such instruction",
            VersionErrorKind::Operand => "the version has no such operand",
            VersionErrorKind::Extension => "the extension needs a later version",
            VersionErrorKind::Composite => "the parts of the composite depend on specialization",
            VersionErrorKind::Pointer => "the pointer may refer to other memory than a buffer",
            VersionErrorKind::WorkgroupSize => "the work-group size depends on specialization",
            VersionErrorKind::Size => "the result would be too large",
        };
        let name = grammar::opcode(self.opcode).map_or("an instruction", |row| row.name);
        write!(f, "{name}: {what} (byte {:#x})", self.range.start)
    }
}

impl std::error::Error for VersionError {}
