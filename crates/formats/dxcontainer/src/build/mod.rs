//! A container built from a module: every part that the compiler derives from the metadata of a DXIL program, in its order
//! and layout for the program's validator version, signed.
//!
//! What does not follow from a program is an [option](Options): the compiler's version, the program with debug information,
//! reflection, private data; and what compilers take out of the program before they store it: root signature, subobjects.
//!
//! Each part has a module with the function that makes its data; [`container()`] puts them together.

mod container;
mod dependencies;
mod psv;
mod rdat;
mod semantic;
mod signature;
mod text;

use std::borrow::Cow;

use glassbox_core::diagnostic::{Diagnostic, Location};
use glassbox_dxil::Module;
use glassbox_dxil::analysis::Program;
use glassbox_dxil::shader::Shader;
use glassbox_dxil::shader::subobject::Subobject;
use glassbox_dxil::shader::view::MetadataError;

use crate::rules::build as rules;
pub use crate::write::Signing;
pub use container::{Built, container, parts};
pub use rdat::subobjects;

/// What a container has besides what follows from its program.
#[derive(Clone, Debug)]
pub struct Options<'a> {
    /// Data of the part `VERS`, which libraries have since validator version 1.8.
    pub version: Option<Cow<'a, [u8]>>,
    /// Data of the part `RTS0`. A root signature in the module goes before it.
    pub root_signature: Option<Cow<'a, [u8]>>,
    /// Subobjects of a library. Those in the module go before them.
    pub subobjects: Vec<Subobject>,
    /// Bitcode of the program with debug information, part `ILDB`.
    pub debug_program: Option<Cow<'a, [u8]>>,
    /// Bitcode of the reflection, part `STAT`.
    pub statistics: Option<Cow<'a, [u8]>>,
    /// Data of the part `ILDN`.
    pub debug_name: Option<Cow<'a, [u8]>>,
    /// Data of the part `HASH` where it is not that of the program: hashes over debug information. `None` derives it.
    pub hash: Option<Cow<'a, [u8]>>,
    /// Data of the part `PRIV`.
    pub private: Option<Cow<'a, [u8]>>,
    /// What becomes of the digest.
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

/// What making a part gives.
type Outcome<T> = Result<T, Box<Diagnostic>>;

/// A module with what it says of its shaders, and what is told of it besides.
struct Source<'m, 'a> {
    module: &'m Module<'a>,
    shader: Shader,
    /// The bodies, where a part needs them.
    program: Option<&'m Program<'m>>,
    /// Group-shared memory, bytes.
    group_shared: u32,
}

impl Source<'_, '_> {
    /// The place of a piece of metadata: the whole module block, with a path.
    fn location(&self, path: &str) -> Location {
        bits_location(&self.module.bits, path)
    }
}

fn bits_location(bits: &std::ops::Range<u64>, path: &str) -> Location {
    Location::new(bits.start / 8, bits.end.div_ceil(8), path)
}

/// Metadata that is not what the format asks for.
fn metadata_finding(error: &MetadataError) -> Box<Diagnostic> {
    let location = bits_location(&error.bits, &error.path);
    Box::new(
        Diagnostic::new(&rules::METADATA, location, error.to_string())
            .help("have the producer of the module write this metadata as the format asks for"),
    )
}
