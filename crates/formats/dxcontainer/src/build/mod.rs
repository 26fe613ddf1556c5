//! Builds a container from a module: every part that the compiler derives from the metadata of a DXIL program, in its
//! order and in the layout of the program's validator version, signed.
//!
//! Data that cannot be derived from a program is passed as [`Options`]: compiler version, program with debug
//! information, reflection, private data; also root signature and subobjects, which compilers remove from the stored
//! program.
//!
//! Each submodule encodes one part; [`container()`] assembles them.

mod container;
mod dependencies;
mod psv;
mod rdat;
pub mod root_signature;
mod semantic;
mod signature;
mod text;

use std::borrow::Cow;

pub use crate::write::Signing;
pub(crate) use container::derived;
pub use container::{Built, container, parts};
use glassbox_core::diagnostic::Location;
use glassbox_dxil::analysis::Program;
use glassbox_dxil::ir::Typed;
use glassbox_dxil::shader::Shader;
use glassbox_dxil::shader::entry::Entry as EntryPoint;
use glassbox_dxil::shader::signature::Element;
use glassbox_dxil::shader::subobject::Subobject;
pub use rdat::subobjects;

/// Contents of a container that do not follow from its program.
#[derive(Clone, Debug)]
pub struct Options<'a> {
    /// Data of `VERS`, present in libraries since validator version 1.8.
    pub version: Option<Cow<'a, [u8]>>,
    /// Data of `RTS0`; a root signature in the module takes precedence.
    pub root_signature: Option<Cow<'a, [u8]>>,
    /// Subobjects of a library; those in the module take precedence.
    pub subobjects: Vec<Subobject>,
    /// Bitcode of `ILDB`, the program with debug information.
    pub debug_program: Option<Cow<'a, [u8]>>,
    /// Bitcode of `STAT`, the reflection.
    pub statistics: Option<Cow<'a, [u8]>>,
    /// Data of `ILDN`.
    pub debug_name: Option<Cow<'a, [u8]>>,
    /// Data of `HASH` if it covers debug information rather than the program. `None` derives it from the program.
    pub hash: Option<Cow<'a, [u8]>>,
    /// Data of `PRIV`.
    pub private: Option<Cow<'a, [u8]>>,
    /// Treatment of the digest.
    pub signing: Signing,
}

impl Default for Options<'_> {
    fn default() -> Self {
        Options {
            version: None,
            root_signature: None,
            subobjects: Vec::new(),
            debug_program: None,
            statistics: None,
            debug_name: None,
            hash: None,
            private: None,
            signing: Signing::Retail,
        }
    }
}

/// Module with its parsed metadata and the caller's options.
struct Source<'m, 'a> {
    module: &'m Typed<'a>,
    shader: Shader,
    /// Function bodies, if a part needs them.
    program: Option<&'m Program<'m>>,
    /// Group-shared memory, bytes.
    group_shared: u32,
}

impl Source<'_, '_> {
    /// Location of metadata: the range of the whole module block with a metadata path.
    fn location(&self, path: &str) -> Location {
        bits_location(&self.module.place, path)
    }
}

fn bits_location(bits: &std::ops::Range<u64>, path: &str) -> Location {
    Location::new(bits.start / 8, bits.end.div_ceil(8), path)
}

fn word(value: u32, out: &mut Vec<u8>) {
    out.extend_from_slice(&value.to_le_bytes());
}

fn lists(entry: &EntryPoint) -> [&[Element]; 3] {
    let signatures = &entry.signatures;
    [&signatures.inputs, &signatures.outputs, &signatures.patches]
}
