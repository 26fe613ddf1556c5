//! Containers for tests, and listings of modules.

use std::path::{Path, PathBuf};

use glassbox_lower_dxbc::Lowered;

/// A file beside the tests.
pub(crate) fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(name)
}

/// A container of an assembled program.
pub(crate) fn assembled(text: &str) -> Vec<u8> {
    let program = glassbox_dxbc::assemble::assemble(text).unwrap_or_else(|errors| panic!("{errors}"));
    glassbox_dx_asm::dxbc::minimal(&program).expect("it fits into a container")
}

/// The listing of a module.
pub(crate) fn listing(lowered: &Lowered) -> String {
    let bytes = lowered.module.bytes().expect("no instruction is too long");
    glassbox_spirv::disassemble(&bytes, &glassbox_spirv::Options::default()).expect("it is a module")
}
