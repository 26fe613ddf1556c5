//! Programs out of containers.

use std::path::{Path, PathBuf};

use glassbox_core::format::OpenedFile;
use glassbox_core::interface::Interface;
use glassbox_core::limits::Limits;
use glassbox_core::reader::Window;
use glassbox_dxcontainer::part::program::peek;
use glassbox_lower_dxil::Lowered;

/// The bitcode of a container; `None` if it has none.
pub(crate) fn bitcode(file: &[u8]) -> Option<Vec<u8>> {
    let container = glassbox_dxcontainer::read::open(Window::whole(file), &Limits::default()).ok()?;
    let part = [b"DXIL", b"ILDB"].into_iter().find_map(|code| container.directory.find(code))?;
    Some(peek(container.window, part)?.2.to_vec())
}

/// The reflection of a container.
pub(crate) fn interface(file: &[u8]) -> Interface {
    let container = glassbox_dxcontainer::read::open(Window::whole(file), &Limits::default());
    container.map(|container| container.interface()).unwrap_or_default()
}

/// The listing of a module.
pub(crate) fn listing(lowered: &Lowered) -> String {
    let bytes = lowered.module.bytes().expect("no instruction is too long");
    glassbox_spirv::disassemble(&bytes, &glassbox_spirv::Options::default()).expect("it is a module")
}

/// A file beside the tests.
pub(crate) fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(name)
}

/// The bitcode of a container of the project's corpus.
pub(crate) fn of_corpus(name: &str) -> Vec<u8> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../corpus/dxcontainer").join(name);
    let file = std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    bitcode(&file).unwrap_or_else(|| panic!("{name} has no program"))
}

/// The bitcode of LLVM assembly.
pub(crate) fn assembled(text: &str) -> Vec<u8> {
    let options = glassbox_dx_asm::dxil::assemble::Options::default();
    glassbox_dx_asm::dxil::assemble::assemble(text, &options).unwrap_or_else(|errors| panic!("{errors}"))
}
